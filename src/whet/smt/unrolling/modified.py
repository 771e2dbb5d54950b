"""What a loop may change: everything that some edge of its body writes, and of the functions called there.

Variables of called functions do not count: they begin anew with every call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from whet.cfa.loops import Loop
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Call
from whet.smt.terms.term import Term
from whet.smt.terms.walks import ordered
from whet.smt.unrolling.transformation import Transformations


class Modified:
    """Of the loops of one program without recursion."""

    def __init__(self, program: Program, transformations: Transformations, pointed: Iterable[Function]) -> None:
        self._program = program
        self._transformations = transformations
        self._pointed = tuple(pointed)
        """The functions a call through a pointer may mean."""
        self._functions: dict[Function, frozenset[Term]] = {}
        self._loops: dict[tuple[Loop, int], tuple[Term, ...]] = {}

    def by(self, loop: Loop, activations: Mapping[str, int]) -> tuple[Term, ...]:
        """The bases that the body of a loop may write, in the order in which they were made."""
        key = (loop, activations.get(loop.head.function.name) or 1)
        if key not in self._loops:
            edges = (edge for node in loop for edge in node.leaving)
            self._loops[key] = tuple(ordered({base for edge in edges for base in self._written(edge, activations)}))
        return self._loops[key]

    def _written(self, edge: Edge, activations: Mapping[str, int]) -> Iterator[Term]:
        call = edge.operation
        if not isinstance(call, Call):
            yield from self._transformations.of(edge, activations)[0].written
            return
        direct = isinstance(call.callee, Function)
        for function in (call.callee,) if isinstance(call.callee, Function) else self._pointed:
            if function.is_defined:
                yield from self._called(edge if direct else _resolved(edge, call, function), function, activations)
            else:
                yield from self._transformations.of(edge if direct else _resolved(edge, call, function), activations)[0].written
        if not direct:
            yield from self._transformations.of(edge, activations)[0].written

    def _called(self, edge: Edge, function: Function, activations: Mapping[str, int]) -> Iterator[Term]:
        entering, leaving = self._program.call_edges(edge, function)
        into, inside = self._transformations.of(entering, activations)
        yield from into.written
        yield from self._by_function(function)
        yield from self._transformations.of(leaving, inside)[0].written

    def _by_function(self, function: Function) -> frozenset[Term]:
        if function not in self._functions:
            here = {function.name: 1}
            self._functions[function] = frozenset(base for edge in function.edges() for base in self._written(edge, here))
        return self._functions[function]


def _resolved(edge: Edge, call: Call, function: Function) -> Edge:
    return Edge(edge.source, Call(function, call.arguments, call.result, call.origin), edge.target)


__all__ = ["Modified"]
