"""Which abstract state is explored next: the orders a configuration can name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from whet.cfa.loops import analyse_loops
from whet.cfa.model import Function, Node
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
    positions = _Positions()
    return lambda node: (positions.of(analysis.location(node.state)),)


def _by_depth(analysis: Composite) -> Callable[[ArgNode], tuple[int, ...]]:
    """The deepest call first, so that a call is finished before what follows it; then reverse postorder."""
    positions = _Positions()

    def key(node: ArgNode) -> tuple[int, ...]:
        return (-analysis.depth(node.state), positions.of(analysis.location(node.state)))

    return key


class _Positions:
    """The place of a location in the reverse postorder of its function."""

    def __init__(self) -> None:
        self._known: dict[Function, Mapping[Node, int]] = {}

    def of(self, node: Node) -> int:
        function = node.function
        if function not in self._known:
            self._known[function] = analyse_loops(function).rpo_index
        return self._known[function].get(node, len(function.nodes))
