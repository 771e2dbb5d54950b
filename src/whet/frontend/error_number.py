"""``errno`` (C11 7.5): an object of the library that has a body of ours (``library/errno.c``), and that every function may set.

A function without a body may set it to any number, whether or not there is an error.  So behind every call of one, ``errno`` is
any number for a proof; a run, which is one of those that C allows, keeps the number that it has.  Functions that only look at or
copy bytes, or ask for an input, leave it alone, and so do those that allocate, which are taken to succeed.  Of functions with a
body of ours, those that read what comes from elsewhere may set it as well (``loud``).  Functions that have their body in most
programs only (``atoi``) set it there, so they may set it in the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.cfa.expressions import Expr, Variable
from whet.cfa.library import NONDET_PREFIXES, Library
from whet.cfa.model import Edge, Function
from whet.frontend.behind_calls import let_change
from whet.library.effects import Assumes, Stops
from whet.library.notation import record_of

ERRNO_FILE = "errno.c"
_QUIET_PREFIXES = ("__builtin_", "__atomic_", "__sync_", "__VERIFIER_atomic", *NONDET_PREFIXES)


def let_calls_set(errno: Variable, edges: Sequence[Edge], library: Library, loud: frozenset[str]) -> None:
    """Put what they may do to ``errno`` behind the calls, in place."""
    let_change(errno, "errno", edges, lambda function, arguments: _is_loud(function, arguments, library, loud))


def _is_loud(function: Function, arguments: Sequence[Expr] | None, library: Library, loud: frozenset[str]) -> bool:
    if function.is_of_library:
        return function.name in loud
    if function.is_defined or function.name.startswith(_QUIET_PREFIXES):
        return False
    if arguments is None:
        return True
    effect, record = library.effect(function, arguments), record_of(function.name)
    is_quiet = record is not None and record.keeps_errno and not record.is_for_hidden_pointers and effect is not None
    return not is_quiet and not isinstance(effect, Assumes | Stops)


__all__ = ["ERRNO_FILE", "let_calls_set"]
