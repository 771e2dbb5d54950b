"""The C library, described once: one record for each function, and C bodies for those that can be written in C.

* ``records/*.txt``: the records, by header.  ``notation`` says how they are written and reads them.
* ``accesses``: what a function does with the memory that an argument points to.
* ``effects``: what a call does, for analyses that have no body to look at; derived from the record.
* ``bodies/*.c``: bodies, for all analyses, the interpreter and compiled replays.
"""
