"""``errno`` (C11 7.5): an object of the library that has a body of ours (``library/errno.c``), and that every function may set.

A function without a body may set it to any number, whether or not there is an error.  So behind every call of one, ``errno`` is
any number for a proof; a run, which is one of those that C allows, keeps the number that it has.  Functions that only look at or
copy bytes, or ask for an input, leave it alone, and so do those that allocate, which are taken to succeed.  Of functions with a
body of ours, those that read what comes from elsewhere may set it as well (``loud``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from whet.cfa.characters import CLASSES
from whet.cfa.expressions import Expr, FunctionAddress, Var, Variable, subexpressions
from whet.cfa.library import NONDET_PREFIXES, Allocates, Assumes, Copies, Fills, Frees, Library, Reads, Stops
from whet.cfa.model import Edge, Function, Node, connect
from whet.cfa.operations import Call, Havoc, expressions_of

_LEAVING = (Allocates, Assumes, Copies, Fills, Frees, Reads, Stops)
_QUIET = frozenset({*CLASSES, "tolower", "toupper", "abs", "labs", "llabs", "rand", "srand", "random", "__ctype_b_loc"})
_QUIET_PREFIXES = ("__builtin_", "__atomic_", "__sync_", "__VERIFIER_atomic", *NONDET_PREFIXES)


def let_calls_set(errno: Variable, edges: Sequence[Edge], library: Library, loud: frozenset[str]) -> None:
    """Put what they may do to ``errno`` behind the calls, in place."""
    through_pointers = any(_is_loud(function, None, library, loud) for function in pointed_to(edges))
    numbers = count(max(edge.target.number for edge in edges) + 1)
    for edge in edges:
        if isinstance(edge.operation, Call) and _may_set(edge.operation, library, loud, through_pointers=through_pointers):
            put_behind(edge, Havoc(Var(errno), edge.origin, "errno after a call", may_keep=True), next(numbers))


def put_behind(edge: Edge, havoc: Havoc, number: int) -> None:
    target, between = edge.target, Node(number, edge.target.function)
    target.function.nodes.append(between)
    target.entering.remove(edge)
    edge.target = between
    between.entering.append(edge)
    connect(between, havoc, target)


def _may_set(call: Call, library: Library, loud: frozenset[str], *, through_pointers: bool) -> bool:
    if not isinstance(call.callee, Function):
        return through_pointers
    return _is_loud(call.callee, call.arguments, library, loud)


def _is_loud(function: Function, arguments: Sequence[Expr] | None, library: Library, loud: frozenset[str]) -> bool:
    if function.is_of_library:
        return function.name in loud
    if function.is_defined or function.name in _QUIET or function.name.startswith(_QUIET_PREFIXES):
        return False
    return arguments is None or not isinstance(library.effect(function, arguments), _LEAVING)


def pointed_to(edges: Iterable[Edge]) -> Iterator[Function]:
    for edge in edges:
        for expr in expressions_of(edge.operation):
            yield from (part.function for part in subexpressions(expr) if isinstance(part, FunctionAddress))


__all__ = ["let_calls_set", "pointed_to", "put_behind"]
