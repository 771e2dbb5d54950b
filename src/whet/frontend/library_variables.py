"""Variables of the C library that its functions change without being given them: ``errno``, ``signgam``, ``optind``.

After each call that may change one it is any number for a proof; a run, which is one of those that C allows, keeps the number
that it has.  A call through a pointer may be one of any function whose address is taken.

A function without a body may set ``errno`` (C11 7.5, ``library/errno.c``) to any number, whether or not there is an error.
Functions that only look at or copy bytes, or ask for an input, leave it alone, and so do those that allocate, which are assumed
to succeed.  Of functions with a body of ours, those that read what comes from elsewhere may set it as well (``loud``).  Functions
that have their body in most programs only (``atoi``) set it there, so they may set it in the others.

The record of a function names the other variables that it changes (``changes``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count
from typing import TypeAlias

from whet.cfa.expressions import Expr, FunctionAddress, Var, Variable, subexpressions
from whet.cfa.library import NONDET_PREFIXES, Library
from whet.cfa.model import Edge, Function, Node, connect
from whet.cfa.operations import Call, Havoc, expressions_of
from whet.cfa.types import IntType
from whet.library.effects import Assumes, Stops
from whet.library.notation import changed_variables, record_of

ERRNO_FILE = "errno.c"
_QUIET_PREFIXES = ("__builtin_", "__atomic_", "__sync_", "__VERIFIER_atomic", *NONDET_PREFIXES)
_MayChange: TypeAlias = Callable[[Function, Sequence[Expr] | None], bool]
"""May a function that is given this change the variable?  None for whatever it may be given."""


def let_calls_set(errno: Variable, edges: Sequence[Edge], library: Library, loud: frozenset[str]) -> None:
    """Model the change of ``errno`` after each call, in place."""
    _let_change(errno, "errno", edges, lambda function, arguments: _is_loud(function, arguments, library, loud))


def _is_loud(function: Function, arguments: Sequence[Expr] | None, library: Library, loud: frozenset[str]) -> bool:
    if function.is_of_library:
        return function.name in loud
    if function.is_defined or function.name.startswith(_QUIET_PREFIXES):
        return False
    if arguments is None:
        return True
    effect, record = library.effect(function, arguments), record_of(function.name)
    is_quiet = record is not None and record.keeps_errno and not record.needs_unprinted_addresses and effect is not None
    return not is_quiet and not isinstance(effect, Assumes | Stops)


def let_calls_change(variables: Iterable[Variable], edges: Sequence[Edge]) -> None:
    """Model the change of the other variables after each call, in place."""
    for variable in variables:
        if variable.name in changed_variables() and isinstance(variable.type, IntType):
            _let_change(variable, variable.name, edges, partial(_changes, variable.name))


def _changes(variable: str, function: Function, arguments: Sequence[Expr] | None) -> bool:
    record = None if function.is_defined and not function.is_of_library else record_of(function.name)
    return record is not None and variable in record.changes


def _let_change(variable: Variable, name: str, edges: Sequence[Edge], may_change: _MayChange) -> None:
    """Model the change of a variable after each call, in place; ``name`` is what the program calls it."""
    through_pointers = any(may_change(function, None) for function in pointed_to(edges))
    numbers = count(1 + max(node.number for function in {edge.target.function for edge in edges} for node in function.nodes))
    for edge in edges:
        match edge.operation:
            case Call(callee=callee, arguments=arguments):
                changes = may_change(callee, arguments) if isinstance(callee, Function) else through_pointers
                if changes:
                    havoc = Havoc(Var(variable), edge.origin, f"{name} after a call", may_keep=True)
                    number = next(numbers)
                    target, between = edge.target, Node(number, edge.target.function)
                    target.function.nodes.append(between)
                    target.entering.remove(edge)
                    edge.target = between
                    between.entering.append(edge)
                    connect(between, havoc, target)
            case _:
                pass


def pointed_to(edges: Iterable[Edge]) -> Iterator[Function]:
    """The functions whose address is taken."""
    for edge in edges:
        for expr in expressions_of(edge.operation):
            yield from (part.function for part in subexpressions(expr) if isinstance(part, FunctionAddress))
