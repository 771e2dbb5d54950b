"""Which abstract state is explored next: the orders a configuration can name.

Each is a function of the product of analyses and a seed that makes a waitlist.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence

from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Function, Node
from whet.cfa.operations import Call, Enter
from whet.core.arg import ArgNode
from whet.core.composite import Composite
from whet.core.registry import make_waitlist, register_order
from whet.core.waitlist import BreadthFirst, CoverageGuided, DepthFirst, Prioritised, RandomPath, Shuffled, Waitlist


@register_order("dfs")
def depth_first(analysis: Composite, seed: int) -> Waitlist:
    """The newest state first."""
    return DepthFirst()


@register_order("bfs")
def breadth_first(analysis: Composite, seed: int) -> Waitlist:
    """The oldest state first."""
    return BreadthFirst()


@register_order("rpo")
def reverse_postorder(analysis: Composite, seed: int) -> Waitlist:
    """By reverse postorder inside a function: a join comes after what it joins, a loop's exit after its body."""
    position = _position(analysis)
    return Prioritised(lambda node: (position(analysis.location(node.state)),))


@register_order("callstack")
def deepest_call(analysis: Composite, seed: int) -> Waitlist:
    """The deepest call first, so that a call is finished before what follows it; then by reverse postorder."""
    return _deepest_first(analysis, _position(analysis))


@register_order("wto")
def inner_loops_first(analysis: Composite, seed: int) -> Waitlist:
    """The deepest call first; then by weak topological order, so that an inner loop is finished before what follows it."""
    facts = Facts.of(analysis.flow.program)
    return _deepest_first(analysis, lambda node: facts.loops(node.function).position.get(node, len(node.function.nodes)))


@register_order("auto")
def wished(analysis: Composite, seed: int) -> Waitlist:
    """What an analysis wishes for, otherwise callstack."""
    return make_waitlist(analysis.wished_order or "callstack", analysis, seed=seed)


@register_order("random")
def shuffled(analysis: Composite, seed: int) -> Waitlist:
    """Any state; the seed decides."""
    return Shuffled(seed)


@register_order("random-path")
def random_walk(analysis: Composite, seed: int) -> Waitlist:
    """A state at the end of a random walk down the graph, where each side of a branching is as likely; the seed decides."""
    return RandomPath(seed)


@register_order("coverage")
def nearest_to_new(analysis: Composite, seed: int) -> Waitlist:
    """The state that is nearest to an edge of the program that was not taken yet; among equals the oldest."""
    ways = _WaysBack(analysis)
    return CoverageGuided(lambda node: analysis.location(node.state), ways.distances)


class _WaysBack:
    """How far locations are from edges, counted in edges; a call goes through the callee or, as far as this goes, over it."""

    def __init__(self, analysis: Composite) -> None:
        self._program = analysis.flow.program
        self._edges = [edge for function in self._program.functions.values() for edge in function.edges()]
        self._edges += self._program.start.edges()
        self._back: dict[Node, list[Node]] = {}
        for edge in self._edges:
            self._back.setdefault(edge.target, []).append(edge.source)
            for callee in _called(edge, analysis):
                if callee.entry is not None and callee.exit is not None:
                    self._back.setdefault(callee.entry, []).append(edge.source)
                    self._back.setdefault(edge.target, []).append(callee.exit)

    def distances(self, taken: Collection[Edge]) -> dict[Node, int]:
        """From every location to the nearest edge that is not among those that were taken."""
        entered = {edge.source for edge in taken if isinstance(edge.operation, Enter)}
        new = [edge.source for edge in self._edges if edge not in taken and edge.source not in entered]
        found = dict.fromkeys(new, 0)
        waiting = deque(found)
        while waiting:
            node = waiting.popleft()
            for before in self._back.get(node, ()):
                if before not in found:
                    found[before] = found[node] + 1
                    waiting.append(before)
        return found


def _called(edge: Edge, analysis: Composite) -> Sequence[Function]:
    match edge.operation:
        case Call(callee=Function() as callee):
            return (callee,)
        case Call(callee=pointer) if not isinstance(pointer, Function):
            return analysis.flow.callees.of(pointer)
        case _:
            return ()


def _deepest_first(analysis: Composite, position: Callable[[Node], int]) -> Waitlist:
    def key(node: ArgNode) -> tuple[int, ...]:
        return (-analysis.depth(node.state), position(analysis.location(node.state)))

    return Prioritised(key)


def _position(analysis: Composite) -> Callable[[Node], int]:
    """The place of a location in the reverse postorder of its function."""
    facts = Facts.of(analysis.flow.program)
    return lambda node: facts.loops(node.function).rpo_index.get(node, len(node.function.nodes))
