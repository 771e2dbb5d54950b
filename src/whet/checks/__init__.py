"""What a program must not do: one file per check, which registers itself.

``check`` is the base of checks, ``conditions`` asks their hooks, ``insertion`` puts conditions into programs, and ``premises``
has what proofs assume; the other modules without ``@register_check`` are parts of checks.
"""
