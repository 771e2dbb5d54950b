"""What a loop may change: everything that some edge of its body writes, and of the functions called there.

An edge out of the loop does not belong to it: a run that takes it comes to the head only by entering the loop again.  Variables
of called functions do not count: they begin anew with every call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from whet.cfa.loops import Loop
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Call, Operation
from whet.core.flow import Flow
from whet.encoding.unrolling.transformation import Transformations
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import ordered


class Modified:
    """Of the loops of one program."""

    def __init__(self, flow: Flow, transformations: Transformations) -> None:
        self._flow = flow
        self._transformations = transformations
        self._functions: dict[Function, frozenset[Term]] = {}
        self._loops: dict[tuple[Loop, int], tuple[Term, ...]] = {}

    def by(self, loop: Loop, activations: Mapping[str, int]) -> tuple[Term, ...]:
        """The bases that the body of a loop may write, in the order in which they were made."""
        key = (loop, activations.get(loop.head.function.name) or 1)
        if key not in self._loops:
            edges = [edge for node in loop for edge in node.leaving if edge.target in loop]
            written = {base for edge in edges for base in self._written(edge, activations)}
            inside = {base for function in self._reached(edges) for base in self._by_function(function)}
            self._loops[key] = tuple(ordered(written | inside))
        return self._loops[key]

    def _reached(self, edges: Iterable[Edge]) -> set[Function]:
        """The functions with a body that edges call, and those that these call, and so on."""
        found: set[Function] = set()
        waiting = list(edges)
        while waiting:
            new = {each for each in self._called(waiting.pop().operation) if each.is_defined} - found
            found |= new
            waiting += [edge for function in new for edge in function.edges()]
        return found

    def _called(self, operation: Operation) -> tuple[Function, ...]:
        match operation:
            case Call(callee=Function() as function):
                return (function,)
            case Call():
                return self._flow.callees.all()
            case _:
                return ()

    def _written(self, edge: Edge, activations: Mapping[str, int]) -> Iterator[Term]:
        """By the edge itself, and by the steps into the functions that it calls and back."""
        operation = edge.operation
        if not isinstance(operation, Call) or not isinstance(operation.callee, Function):
            yield from self._by_edge(edge, activations)
        for function in self._called(operation):
            is_named = isinstance(operation, Call) and operation.callee is function
            yield from self._by_call(edge if is_named else self._flow.direct(edge, function), function, activations)

    def _by_edge(self, edge: Edge, activations: Mapping[str, int]) -> tuple[Term, ...]:
        return self._transformations.of(edge, activations)[0].written

    def _by_call(self, edge: Edge, function: Function, activations: Mapping[str, int]) -> Iterator[Term]:
        if not function.is_defined:
            yield from self._by_edge(edge, activations)
            return
        entering, leaving = self._flow.program.call_edges(edge, function)
        into, inside = self._transformations.of(entering, activations)
        yield from into.written
        yield from self._by_edge(leaving, inside)

    def _by_function(self, function: Function) -> frozenset[Term]:
        """By its own edges."""
        if function not in self._functions:
            here = {function.name: 1}
            self._functions[function] = frozenset(base for edge in function.edges() for base in self._written(edge, here))
        return self._functions[function]
