"""The check of proofs: other code than found a proof looks whether it is one.

``check`` has the answers and asks the solvers; ``walk`` goes through the program and collects what is to be shown;
``modified`` says what loops change.  ``state``, ``accesses``, ``values``, ``validity`` and ``step`` are the encoding: what a
run has in its variables, where objects lie, what expressions mean, which pointers are good, what operations do.

Nothing here imports an analysis, an algorithm or an encoding that proofs are found with.
"""
