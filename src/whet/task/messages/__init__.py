"""What Whet says of programs: one template and one code for each message, in a file for each area.

A message is made from its template where something is found out (``violations.FREED_TWICE.format(block=...)``).  Where it is
printed, ``code_of`` finds its code again, so that no code has to be carried from process to process.
"""
