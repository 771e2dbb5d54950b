"""The program counter as an analysis (the papers' LocationCPA): a state is a location of the automaton."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from whet.cfa.model import Edge, Node
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.interfaces import Post, Query
from whet.core.operators import NoPrecision
from whet.core.queries import LocationOf
from whet.core.registry import register_analysis

A = TypeVar("A")


@register_analysis("location")
class LocationAnalysis(EdgeAnalysis[Node]):
    """Tracks the program location."""

    def withholds(self, state: Node, location: Node) -> bool:
        """It knows nothing of variables."""
        return False

    def initial(self, node: Node) -> Node:
        return node

    def partition(self, state: Node) -> Hashable:
        return state

    def post(self, edge: Edge) -> Post[Node, NoPrecision]:
        successors = (edge.target,)
        return lambda _state, _precision: successors

    def ask(self, state: Node, query: Query[A]) -> A | None:
        return state if isinstance(query, LocationOf) else None  # type: ignore[return-value]
