"""Where blocks end, decided once per edge (the operator blk of adjustable-block encoding).

Every cycle of the program has such a place: loop heads cut those inside functions, and entries of recursive functions the others.
A block also ends where the property may be violated, so that there a solver decides whether the violation can be reached.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from whet.cfa.loops import analyse_loops
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Call, Enter, flatten
from whet.core.flow import Flow


class Where(Enum):
    """Where blocks end."""

    EDGE = "edge"
    """After every edge."""
    LOOPS = "loops"
    JOINS = "joins"
    """At loop heads and where control flow joins."""


class Boundaries:
    """The ends of blocks, for one program."""

    def __init__(self, program: Program, where: Where) -> None:
        self._program = program
        self._where = where
        self._heads: dict[Function, frozenset[Node]] = {}
        self._recursive: frozenset[Function] | None = None
        self._ends: dict[Edge, bool] = {}
        self._violating: dict[Edge, bool] = {}

    def block_ends(self, edge: Edge) -> bool:
        """Does a block end after this edge?"""
        known = self._ends.get(edge)
        if known is None:
            known = self._ends[edge] = self._block_ends(edge)
        return known

    def _block_ends(self, edge: Edge) -> bool:
        if self._where is Where.EDGE or self.may_violate(edge):
            return True
        target = edge.target
        if self._is_head(target) or (self._where is Where.JOINS and len(target.entering) > 1):
            return True
        return isinstance(edge.operation, Enter) and edge.operation.function in self._recursive_functions()

    def may_violate(self, edge: Edge) -> bool:
        known = self._violating.get(edge)
        if known is None:
            known = self._violating[edge] = any(map(self._program.targets.violation, flatten(edge.operation)))
        return known

    def _is_head(self, node: Node) -> bool:
        function = node.function
        if function not in self._heads:
            self._heads[function] = analyse_loops(function).heads
        return node in self._heads[function]

    def _recursive_functions(self) -> frozenset[Function]:
        if self._recursive is None:
            self._recursive = _recursive(self._program)
        return self._recursive


def _recursive(program: Program) -> frozenset[Function]:
    """Functions on cycles of the call graph, and between two of them: what is left when ends are taken away again and again."""
    flow = Flow(program)
    calls = {function: {*_callees(function, flow)} for function in program.defined_functions}
    while True:
        called = {callee for callees in calls.values() for callee in callees}
        kept = {function: callees & calls.keys() for function, callees in calls.items() if function in called and callees}
        if kept == calls:
            return frozenset(kept)
        calls = kept


def _callees(function: Function, flow: Flow) -> Iterable[Function]:
    for edge in function.edges():
        for part in flatten(edge.operation):
            if isinstance(part, Call):
                callees = (part.callee,) if isinstance(part.callee, Function) else flow.candidates(part.callee)
                yield from (callee for callee in callees if callee.is_defined)


__all__ = ["Boundaries", "Where"]
