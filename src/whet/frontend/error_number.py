"""``errno`` (C11 7.5): an object of the library that has a body of ours (``library/errno.c``), and that every function may set.

A function without a body may set it to any number, whether or not there is an error.  So behind every call of one, ``errno`` is
any number for a proof; a run, which is one of those that C allows, keeps the number that it has.  Functions that only look at or
copy bytes, or ask for an input, leave it alone, and so do those that allocate, which are taken to succeed.  Of functions with a
body of ours, those that read what comes from elsewhere may set it as well (``loud``).
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.cfa.argument_blocks import SAME_KIND
from whet.cfa.characters import CLASSES
from whet.cfa.expressions import Expr, Variable
from whet.cfa.library import (
    APART,
    HAS_ROOM,
    IS_TOO_SMALL,
    NEVER_RETURNS,
    NEW_STREAM,
    NONDET_PREFIXES,
    NOT_NULL,
    TEXT_BYTE,
    TO_DOUBLE,
    WRITES_BYTES,
    Allocates,
    Assumes,
    Copies,
    Fills,
    Frees,
    Library,
    Measures,
    Reads,
    Stops,
    Tells,
)
from whet.cfa.model import Edge, Function
from whet.frontend.behind_calls import let_change

ERRNO_FILE = "errno.c"
_LEAVING = (Allocates, Assumes, Copies, Fills, Frees, Measures, Reads, Stops, Tells)
_QUIET = frozenset(
    (
        *CLASSES,
        *("tolower", "toupper", "abs", "labs", "llabs", "rand", "srand", "random", "__ctype_b_loc"),
        *(APART, HAS_ROOM, IS_TOO_SMALL, NEVER_RETURNS, NEW_STREAM, NOT_NULL, SAME_KIND, TEXT_BYTE, TO_DOUBLE, WRITES_BYTES),
    )
)
_QUIET_PREFIXES = ("__builtin_", "__atomic_", "__sync_", "__VERIFIER_atomic", *NONDET_PREFIXES)


def let_calls_set(errno: Variable, edges: Sequence[Edge], library: Library, loud: frozenset[str]) -> None:
    """Put what they may do to ``errno`` behind the calls, in place."""
    let_change(errno, "errno", edges, lambda function, arguments: _is_loud(function, arguments, library, loud))


def _is_loud(function: Function, arguments: Sequence[Expr] | None, library: Library, loud: frozenset[str]) -> bool:
    if function.is_of_library:
        return function.name in loud
    if function.is_defined or function.name in _QUIET or function.name.startswith(_QUIET_PREFIXES):
        return False
    return arguments is None or not isinstance(library.effect(function, arguments), _LEAVING)


__all__ = ["ERRNO_FILE", "let_calls_set"]
