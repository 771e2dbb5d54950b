"""The reached set and its frontier, partitioned.

States of different partitions (other location, other call stack) are never compared.  Inside a partition the stop
operator's own index finds a covering state, so that a location with thousands of states costs no more than one with
ten.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, Protocol

from whet.core.arg import Arg, ArgNode
from whet.core.interfaces import CoverIndex, Gap, Stop
from whet.core.waitlist import Waitlist


class Partitioned(Protocol):
    """What the reached set asks of an analysis."""

    @property
    def stop(self) -> Stop[Any]: ...

    def partition(self, state: Any) -> Hashable: ...


class _Partition:
    __slots__ = ("index", "nodes")

    def __init__(self, index: CoverIndex[Any]) -> None:
        self.index = index
        self.nodes: dict[Hashable, ArgNode] = {}


class ReachedSet:
    """R and W of the CPA algorithm, with the graph that records how they grew."""

    def __init__(self, analysis: Partitioned, waitlist: Waitlist) -> None:
        self._analysis = analysis
        self._partitions: dict[Hashable, _Partition] = {}
        self.waitlist = waitlist
        self.arg = Arg()
        self.gaps: dict[Gap, None] = {}
        """What kept the exploration from being complete, in the order it was met."""
        self.size = 0

    def _partition(self, state: Any) -> _Partition:
        key = self._analysis.partition(state)
        found = self._partitions.get(key)
        if found is None:
            found = self._partitions[key] = _Partition(self._analysis.stop.index())
        return found

    def add(self, node: ArgNode) -> None:
        """Put a node into the reached set and on the frontier."""
        partition = self._partition(node.state)
        partition.nodes[node.state] = node
        partition.index.add(node.state)
        self.size += 1
        self.waitlist.push(node)

    def remove(self, node: ArgNode) -> None:
        partition = self._partition(node.state)
        if partition.nodes.get(node.state) is node:
            del partition.nodes[node.state]
            partition.index.remove(node.state)
            self.size -= 1
        self.waitlist.discard(node)

    def covering(self, state: Any) -> ArgNode | None:
        """A reached node whose state covers this one."""
        partition = self._partition(state)
        found = partition.index.covering(state)
        return None if found is None else partition.nodes[found]

    def same_partition(self, state: Any) -> list[ArgNode]:
        return list(self._partition(state).nodes.values())

    def states_like(self, state: Any) -> Iterator[Any]:
        """The reached states of the same partition."""
        return iter(self._partition(state).nodes)

    def start(self, state: Any, precision: Any) -> ArgNode:
        """Begin with this state."""
        root = self.arg.add_root(state, precision)
        self.add(root)
        return root

    def replace(self, old: ArgNode, state: Any, precision: Any) -> ArgNode:
        """A merge: the new state stands for the old one from now on, and is explored (again)."""
        self.remove(old)
        new = self.arg.replace(old, state, precision)
        self.add(new)
        return new

    def __iter__(self) -> Iterator[ArgNode]:
        for partition in self._partitions.values():
            yield from partition.nodes.values()

    def __len__(self) -> int:
        return self.size
