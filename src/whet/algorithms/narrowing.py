"""One descending pass after an exploration that widened: what widening gave away is won back where the program bounds it.

Widening moves the end of an interval further than any run does.  When the exploration has come to its end, every run can be
followed along the graph of states: what an operation makes of a state lies in the state its edge leads to.  So the state of a
node may become what its incoming edges bring, joined, and runs can still be followed.  The pass does this for one node after the
other, in the order in which the exploration found their states last, so that what is won at the head of a loop is there for what
follows (Cousot and Cousot, PLILP 1992, with one iteration).

A target state that no edge leads to any more is no alarm.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from whet.cfa.model import Edge
from whet.core.arg import ArgNode
from whet.core.composite import Composite
from whet.core.reached import ReachedSet


def narrow(analysis: Composite, reached: ReachedSet, position: int) -> None:
    """The states of one component, by its position in the product, in a reached set without frontier and gaps."""
    descent = _Descent(analysis.components[position], position, reached)
    for node in sorted(descent.incoming, key=lambda node: node.number):
        if node is not reached.arg.root:
            descent.visit(node)


class _Descent:
    def __init__(self, component: Any, position: int, reached: ReachedSet) -> None:
        self._component = component
        self._position = position
        self._reached = reached
        self._gone: set[ArgNode] = set()
        """No run gets there."""
        # By which edges a node is entered; what a node covers goes on as that node.
        found: dict[ArgNode, list[tuple[ArgNode, Edge]]] = {}
        for parent in reached.arg.nodes():
            for edge, child in parent.children:
                node = child
                while node.covered_by is not None:
                    node = node.covered_by
                found.setdefault(node, []).append((parent, edge))
        self.incoming = found

    def visit(self, node: ArgNode) -> None:
        brought = [state for parent, edge in self.incoming[node] for state in self._after(parent, edge)]
        if not brought:
            self._gone.add(node)
            self._reached.targets.pop(node, None)
            self._reached.remove(node)
        elif node not in self._reached.targets:
            joined = brought[0]
            for state in brought[1:]:
                joined = self._component.domain.join(state, joined)
            # Unless it is no narrower: an edge of an older state may lead there, too.
            old = node.state[self._position]
            if joined != old and self._component.domain.leq(lhs=joined, rhs=old):
                state = (*node.state[: self._position], joined, *node.state[self._position + 1 :])
                self._reached.strengthen(node, state)

    def _after(self, parent: ArgNode, edge: Edge) -> Iterable[Any]:
        if parent in self._gone:
            return ()
        before, post = parent.state[self._position], self._component.transfer.post(edge)
        return (before,) if post is None else post(before, parent.precision[self._position])
