"""Variables of the C library that its functions change without being given them (``errno``, ``optind``).

Behind each call that may change one it is any number for a proof; a run, which is one of those that C allows, keeps the number
that it has.  A call through a pointer may be one of any function whose address is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import TypeAlias

from whet.cfa.expressions import Expr, FunctionAddress, Var, Variable, subexpressions
from whet.cfa.model import Edge, Function, Node, connect
from whet.cfa.operations import Call, Havoc, expressions_of

MayChange: TypeAlias = Callable[[Function, Sequence[Expr] | None], bool]
"""May a function that is given this change the variable?  None for whatever it may be given."""


def let_change(variable: Variable, name: str, edges: Sequence[Edge], may_change: MayChange) -> None:
    """Put what they may do to a variable behind the calls, in place; ``name`` is what the program calls it."""
    through_pointers = any(may_change(function, None) for function in pointed_to(edges))
    numbers = count(1 + max(node.number for function in {edge.target.function for edge in edges} for node in function.nodes))
    for edge in edges:
        match edge.operation:
            case Call(callee=callee, arguments=arguments):
                changes = may_change(callee, arguments) if isinstance(callee, Function) else through_pointers
                if changes:
                    _put_behind(edge, Havoc(Var(variable), edge.origin, f"{name} after a call", may_keep=True), next(numbers))
            case _:
                pass


def _put_behind(edge: Edge, havoc: Havoc, number: int) -> None:
    target, between = edge.target, Node(number, edge.target.function)
    target.function.nodes.append(between)
    target.entering.remove(edge)
    edge.target = between
    between.entering.append(edge)
    connect(between, havoc, target)


def pointed_to(edges: Iterable[Edge]) -> Iterator[Function]:
    """The functions whose address is taken."""
    for edge in edges:
        for expr in expressions_of(edge.operation):
            yield from (part.function for part in subexpressions(expr) if isinstance(part, FunctionAddress))


__all__ = ["MayChange", "let_change", "pointed_to"]
