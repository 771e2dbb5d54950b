"""Which abstract state is explored next: the orders a configuration can name."""

from __future__ import annotations

from collections.abc import Callable

from whet.cfa.facts import Facts
from whet.cfa.model import Node
from whet.core.arg import ArgNode
from whet.core.composite import Composite
from whet.core.waitlist import BreadthFirst, DepthFirst, Prioritised, Shuffled, Waitlist
from whet.task.options import Exploration


def make_waitlist(exploration: Exploration, analysis: Composite) -> Waitlist:
    """The waitlist for an order: ``dfs``, ``bfs``, ``rpo``, ``callstack`` or ``random``."""
    match exploration.order:
        case "dfs":
            return DepthFirst()
        case "bfs":
            return BreadthFirst()
        case "random":
            return Shuffled(exploration.seed)
        case "rpo":
            return Prioritised(_by_position(analysis))
        case _:
            return Prioritised(_by_depth(analysis))


def _by_position(analysis: Composite) -> Callable[[ArgNode], tuple[int, ...]]:
    """Reverse postorder inside a function: a join comes after what it joins, a loop's exit after its body."""
    position = _position(analysis)
    return lambda node: (position(analysis.location(node.state)),)


def _by_depth(analysis: Composite) -> Callable[[ArgNode], tuple[int, ...]]:
    """The deepest call first, so that a call is finished before what follows it; then reverse postorder."""
    position = _position(analysis)

    def key(node: ArgNode) -> tuple[int, ...]:
        return (-analysis.depth(node.state), position(analysis.location(node.state)))

    return key


def _position(analysis: Composite) -> Callable[[Node], int]:
    """The place of a location in the reverse postorder of its function."""
    facts = Facts.of(analysis.flow.program)
    return lambda node: facts.loops(node.function).rpo_index.get(node, len(node.function.nodes))
