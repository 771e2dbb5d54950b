"""The reached set and its frontier, partitioned.

States of different partitions (other location, other call stack) are never compared.  Inside a partition the stop
operator's own index finds a covering state, so that a location with thousands of states costs no more than one with
ten.

Two nodes may have equal states after a merge.  One of them stands for both in the index; when it is removed, the other one
takes its place.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Hashable, Iterator, Mapping
from typing import Any, Protocol

from whet.core.arg import Arg, ArgNode
from whet.core.interfaces import CoverIndex, Gap, Stop
from whet.core.waitlist import Waitlist


class Partitioned(Protocol):
    """What the reached set asks of an analysis."""

    @property
    def stop(self) -> Stop[Any]: ...

    def partition(self, state: Any) -> Hashable: ...

    def merge_key(self, state: Any) -> Hashable | None: ...


class _Partition:
    __slots__ = ("doubles", "index", "mergeable", "nodes")

    def __init__(self, index: CoverIndex[Any]) -> None:
        self.index = index
        self.nodes: dict[Hashable, ArgNode] = {}
        self.doubles: dict[Hashable, list[ArgNode]] = {}
        """Other nodes with the same state, where there are any."""
        self.mergeable: dict[Hashable, dict[ArgNode, None]] = {}
        """By what must be equal for a merge."""

    def holds(self, node: ArgNode) -> bool:
        return self.nodes.get(node.state) is node or node in self.doubles.get(node.state, ())

    def remove(self, node: ArgNode) -> None:
        """A node it holds."""
        state = node.state
        others = self.doubles.pop(state, [])
        if self.nodes[state] is not node:
            others.remove(node)
        elif others:
            self.nodes[state] = others.pop(0)
        else:
            del self.nodes[state]
            self.index.remove(state)
        if others:
            self.doubles[state] = others


class ReachedSet:
    """R and W of the CPA algorithm, with the graph that records how they grew."""

    def __init__(self, analysis: Partitioned, waitlist: Waitlist) -> None:
        self._analysis = analysis
        self._partitions: dict[Hashable, _Partition] = {}
        self._covered: dict[ArgNode, dict[ArgNode, None]] = {}
        """By the node that covers them."""
        self.waitlist = waitlist
        self.arg = Arg()
        self.gaps: dict[ArgNode, Gap] = {}
        """What kept the exploration from being complete, in the order it was met."""
        self.targets: dict[ArgNode, None] = {}
        """Target states that were not examined yet, in the order they were met."""
        self.size = 0
        self.is_exact = True
        """May an empty frontier be trusted?  Not if states were strengthened since the beginning."""

    def _partition(self, state: Any) -> _Partition:
        key = self._analysis.partition(state)
        found = self._partitions.get(key)
        if found is None:
            found = self._partitions[key] = _Partition(self._analysis.stop.index())
        return found

    def add(self, node: ArgNode) -> None:
        """Put a node into the reached set and on the frontier."""
        partition = self._partition(node.state)
        if node.state in partition.nodes:
            partition.doubles.setdefault(node.state, []).append(node)
        else:
            partition.nodes[node.state] = node
            partition.index.add(node.state)
        key = self._analysis.merge_key(node.state)
        if key is not None:
            partition.mergeable.setdefault(key, {})[node] = None
        self.size += 1
        self.waitlist.push(node)

    def remove(self, node: ArgNode) -> None:
        partition = self._partition(node.state)
        if partition.holds(node):
            partition.remove(node)
            partition.mergeable.get(self._analysis.merge_key(node.state), {}).pop(node, None)
            self.size -= 1
        self.waitlist.discard(node)

    def covering(self, state: Any) -> ArgNode | None:
        """A reached node whose state covers this one."""
        partition = self._partition(state)
        found = partition.index.covering(state)
        return None if found is None else partition.nodes[found]

    def cover(self, node: ArgNode, by: ArgNode) -> None:
        """The node need not be explored as long as the other one is there."""
        node.covered_by = by
        self._covered.setdefault(by, {})[node] = None

    def add_or_cover(self, node: ArgNode) -> None:
        by = self.covering(node.state)
        if by is None:
            self.add(node)
        else:
            self.cover(node, by)

    def mergeable(self, state: Any) -> list[ArgNode]:
        """The nodes with which this state may be merged."""
        key = self._analysis.merge_key(state)
        return [] if key is None else list(self._partition(state).mergeable.get(key, ()))

    def states_like(self, state: Any) -> Iterator[Any]:
        """The reached states of the same partition."""
        return iter(self._partition(state).nodes)

    def groups(self) -> Iterator[Collection[Any]]:
        """The reached states, those of a partition together."""
        return (partition.nodes.keys() for partition in self._partitions.values() if partition.nodes)

    def start(self, state: Any, precision: Any) -> ArgNode:
        """Begin with this state."""
        root = self.arg.add_root(state, precision)
        self.add(root)
        return root

    def restart(self, state: Any, precision: Any) -> None:
        """Forget everything and begin again."""
        for node in list(self.waitlist):
            self.waitlist.discard(node)
        self._partitions.clear()
        self._covered.clear()
        self.gaps.clear()
        self.targets.clear()
        self.size = 0
        self.is_exact = True
        self.arg.clear()
        self.start(state, precision)

    def cut(self, node: ArgNode, grown: Mapping[int, Any]) -> None:
        """Remove a node with everything after it; its parents are explored again (lazy abstraction, Löwe 4.4).

        All that waits continues with the new precisions of the components that grew, by their positions in the product; those of
        the others stay as they are.  Nothing else happens if the node was removed before."""
        parents = [parent for parent, _ in node.parents]
        gone = self.prune(node)
        for parent in parents:
            if parent not in gone:
                self.waitlist.push(parent)
        for waiting in self.waitlist:
            waiting.precision = tuple([grown.get(i, part) for i, part in enumerate(waiting.precision)])

    def prune(self, node: ArgNode) -> Container[ArgNode]:
        """Remove a node with everything after it, and return what is gone.  What was covered by something of that waits again.

        So does what has another way to something after the node, where paths came together."""
        gone = dict.fromkeys(self.arg.descendants(node))
        for lost in gone:
            for parent in {parent: None for parent, _ in lost.parents if parent not in gone}:
                parent.children = [(edge, child) for edge, child in parent.children if child is not lost]
                if lost is not node:
                    self.waitlist.push(parent)
        uncovered = [covered for lost in gone for covered in self._covered.pop(lost, ()) if covered not in gone]
        for lost in gone:
            self._forget(lost)
        for covered in uncovered:
            covered.covered_by = None
            self.add_or_cover(covered)
        return gone

    def _forget(self, lost: ArgNode) -> None:
        """A node leaves the graph for good: nothing must lead back to it, not even what covers it."""
        self.remove(lost)
        self.gaps.pop(lost, None)
        self.targets.pop(lost, None)
        if lost.covered_by is not None:
            self._covered.get(lost.covered_by, {}).pop(lost, None)
        lost.parents, lost.children = [], []

    def strengthen(self, node: ArgNode, state: Any) -> None:
        """Give a node a state that describes less.  What it covers stays covered, rightly or not.

        A state is there only once: a node that gets one that is there already covers nothing any more."""
        self.is_exact = False
        is_reached = self._partition(node.state).holds(node)
        is_waiting = node in self.waitlist
        if is_reached:
            self.remove(node)
        node.state = state
        if is_reached and state not in self._partition(state).nodes:
            self.add(node)
        if is_waiting:
            self.waitlist.push(node)
        else:
            self.waitlist.discard(node)

    def replace(self, node: ArgNode, state: Any, precision: Any) -> None:
        """A merge: the node has a state that describes more from now on, and is explored (again)."""
        self.remove(node)
        self.arg.replace(node, state, precision)
        self.add(node)

    def __iter__(self) -> Iterator[ArgNode]:
        for partition in self._partitions.values():
            yield from partition.nodes.values()
            for others in partition.doubles.values():
                yield from others

    def __len__(self) -> int:
        return self.size
