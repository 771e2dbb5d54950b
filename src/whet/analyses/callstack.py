"""The call stack as an analysis: from which calls the current function was entered.

A state is a linked list of call edges, the innermost first; equal stacks are equal lists.  Recursion is followed to a
depth; what is beyond it is a gap in the exploration, never silently left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TypeVar

from whet.cfa.model import Edge, Node, Program
from whet.cfa.operations import Enter, Leave
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.interfaces import Finding, Gap, Post, Query
from whet.core.operators import NoPrecision
from whet.core.queries import CallDepthOf, CallSiteOf, CallSitesOf
from whet.core.registry import register_analysis
from whet.task.messages.unknown import NESTED
from whet.task.options import Whole, option
from whet.task.records import dataclass

A = TypeVar("A")


class Stack:
    """Call edges, innermost first; hash and depth are computed once."""

    __slots__ = ("_hash", "below", "depth", "site")

    def __init__(self, site: Edge, below: Stack | None) -> None:
        self.site = site
        self.below = below
        self.depth: int = 1 if below is None else below.depth + 1
        self._hash = hash((site.source.number, site.target.number, below))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        one: Stack | None = self
        while isinstance(one, Stack) and isinstance(other, Stack):
            if one is other:
                return True
            if one._hash != other._hash or one.site is not other.site:
                return False
            one, other = one.below, other.below
        return one is other

    def __repr__(self) -> str:
        return f"{self.site.source.function.name}:{self.site!r}" + (f" < {self.below!r}" if self.below else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallstackOptions:
    depth: int = option(100, Whole(1), "How deep calls are followed; deeper ones make the verdict UNKNOWN.")


@register_analysis("callstack", options=CallstackOptions)
class CallstackAnalysis(EdgeAnalysis["Stack | None"]):
    """Tracks the calls that lead to the current function."""

    def __init__(self, program: Program, options: CallstackOptions | None = None) -> None:
        super().__init__(program)
        self.depth = (options or CallstackOptions()).depth

    def withholds(self, state: Stack | None, location: Node) -> bool:
        """It knows nothing of variables."""
        return False

    def initial(self, node: Node) -> Stack | None:
        return None

    def partition(self, state: Stack | None) -> Hashable:
        return state

    def post(self, edge: Edge) -> Post[Stack | None, NoPrecision] | None:
        match edge.operation:
            case Enter(function=function) if function.error is None:  # nobody goes on from an error, however deep it is
                site = self.program.site_of(edge)
                return lambda state, _precision: (Stack(site, state),)
            case Leave():
                return _pop
            case _:
                return None

    def finding(self, state: Stack | None) -> Finding | None:
        if state is None or state.depth <= self.depth:
            return None
        return Gap("recursion", f"{state.site.origin}: {NESTED.format(depth=self.depth)}")

    def ask(self, state: Stack | None, query: Query[A]) -> A | None:
        match query:
            case CallSiteOf() if state is not None:
                return state.site  # type: ignore[return-value]
            case CallSitesOf():
                return tuple(_sites(state))  # type: ignore[return-value]
            case CallDepthOf():
                return 0 if state is None else state.depth  # type: ignore[return-value]
            case _:
                return None


def _sites(stack: Stack | None) -> Iterator[Edge]:
    while stack is not None:
        yield stack.site
        stack = stack.below


def _pop(state: Stack | None, _precision: NoPrecision) -> tuple[Stack | None, ...]:
    assert state is not None, "a function that is left should have been entered"
    return (state.below,)
