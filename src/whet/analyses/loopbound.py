"""Bounds loops: how often each loop head was passed on the way to a state.

A path that passes a head more often than the bound is a gap: a bounded exploration never proves anything.
"""

from __future__ import annotations

from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Node, Program
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.interfaces import Finding, Gap, Post
from whet.core.operators import NoPrecision
from whet.core.registry import register_analysis
from whet.task.messages.unknown import LOOP_UNROLLED
from whet.task.options import Whole, option
from whet.task.records import dataclass

Counts = tuple[tuple[int, int], ...]
"""(number of a loop head, times it was passed), ascending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopboundOptions:
    bound: int = option(0, Whole(), "How often a loop is unrolled; more makes the verdict UNKNOWN, and 0 is no bound.")


@register_analysis("loopbound", options=LoopboundOptions)
class LoopBoundAnalysis(EdgeAnalysis[Counts]):
    """Counts how often loops are entered again; 0 is no bound."""

    def __init__(self, program: Program, options: LoopboundOptions | None = None) -> None:
        super().__init__(program)
        self.bound = (options or LoopboundOptions()).bound
        self._facts = Facts.of(program)

    def withholds(self, state: Counts, location: Node) -> bool:
        """It knows nothing of variables."""
        return False

    def initial(self, node: Node) -> Counts:
        return ()

    def _is_head(self, node: Node) -> bool:
        return node in self._facts.loops(node.function).heads

    def post(self, edge: Edge) -> Post[Counts, NoPrecision] | None:
        if not self.bound or edge.source.function is not edge.target.function or not self._is_head(edge.target):
            return None
        head = edge.target.number

        def count(state: Counts, _precision: NoPrecision) -> tuple[Counts]:
            counts = dict(state)
            counts[head] = counts.get(head, 0) + 1
            return (tuple(sorted(counts.items())),)

        return count

    def finding(self, state: Counts) -> Finding | None:
        if not self.bound or all(count <= self.bound + 1 for _, count in state):
            return None
        return Gap("bound", LOOP_UNROLLED.format(times=self.bound))
