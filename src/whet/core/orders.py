"""Which abstract state is explored next: the orders a configuration can name.

Each is a function of the product of analyses and a seed that makes a waitlist.
"""

from __future__ import annotations

from collections.abc import Callable

from whet.cfa.facts import Facts
from whet.cfa.model import Node
from whet.core.arg import ArgNode
from whet.core.composite import Composite
from whet.core.registry import make_waitlist, register_order
from whet.core.waitlist import BreadthFirst, DepthFirst, Prioritised, Shuffled, Waitlist


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


def _deepest_first(analysis: Composite, position: Callable[[Node], int]) -> Waitlist:
    def key(node: ArgNode) -> tuple[int, ...]:
        return (-analysis.depth(node.state), position(analysis.location(node.state)))

    return Prioritised(key)


def _position(analysis: Composite) -> Callable[[Node], int]:
    """The place of a location in the reverse postorder of its function."""
    facts = Facts.of(analysis.flow.program)
    return lambda node: facts.loops(node.function).rpo_index.get(node, len(node.function.nodes))
