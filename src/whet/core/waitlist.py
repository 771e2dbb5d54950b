"""Waitlists: in which order abstract states are explored.

Each is a small object with ``push``, ``pop`` and ``discard``; the order depends only on the order of pushes (and the
seed).
"""

from __future__ import annotations

import heapq
import random
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final, Protocol

from whet.cfa.model import Edge, Node
from whet.core.arg import ArgNode

_FAR: Final = 1 << 30
"""As far as nothing is."""


class Waitlist(Protocol):
    def push(self, node: ArgNode) -> None: ...

    def pop(self) -> ArgNode:
        """Remove and return the next node; the list must not be empty."""

    def discard(self, node: ArgNode) -> None:
        """Remove a node if it is there."""

    def __iter__(self) -> Iterator[ArgNode]:
        """All nodes that wait, in any order that repeats."""

    def __contains__(self, node: object, /) -> bool: ...

    def __len__(self) -> int: ...


class _Waiting:
    """The nodes that wait, in the order of their pushes; what comes next is for others to say."""

    def __init__(self) -> None:
        self._nodes: OrderedDict[ArgNode, None] = OrderedDict()

    def discard(self, node: ArgNode) -> None:
        self._nodes.pop(node, None)

    def __iter__(self) -> Iterator[ArgNode]:
        return iter(self._nodes)

    def __contains__(self, node: object) -> bool:
        return node in self._nodes

    def __len__(self) -> int:
        return len(self._nodes)

    def _first_of(self, heap: list[tuple[Any, int, ArgNode]]) -> ArgNode:
        """Take the first node of a heap that still waits: those that were discarded are left in it."""
        while True:
            node = heapq.heappop(heap)[2]
            if node in self._nodes:
                del self._nodes[node]
                return node


class DepthFirst(_Waiting):
    """The newest state first."""

    def push(self, node: ArgNode) -> None:
        self._nodes[node] = None

    def pop(self) -> ArgNode:
        return self._nodes.popitem(last=True)[0]


class BreadthFirst(DepthFirst):
    """The oldest state first."""

    def pop(self) -> ArgNode:
        return self._nodes.popitem(last=False)[0]


class Prioritised(_Waiting):
    """The state with the least key first; among equals the newest."""

    def __init__(self, key: Callable[[ArgNode], tuple[int, ...]]) -> None:
        super().__init__()
        self._key = key
        self._heap: list[tuple[tuple[int, ...], int, ArgNode]] = []

    def push(self, node: ArgNode) -> None:
        if node not in self._nodes:
            self._nodes[node] = None
            heapq.heappush(self._heap, (self._key(node), -node.number, node))

    def pop(self) -> ArgNode:
        return self._first_of(self._heap)


class Shuffled:
    """Any state, chosen by a seeded generator."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._nodes: list[ArgNode] = []
        self._places: dict[ArgNode, int] = {}

    def push(self, node: ArgNode) -> None:
        if node not in self._places:
            self._places[node] = len(self._nodes)
            self._nodes.append(node)

    def pop(self) -> ArgNode:
        node = self._nodes[self._random.randrange(len(self._nodes))]
        self.discard(node)
        return node

    def discard(self, node: ArgNode) -> None:
        place = self._places.pop(node, None)
        if place is None:
            return
        last = self._nodes.pop()
        if last is not node:
            self._nodes[place] = last
            self._places[last] = place

    def __iter__(self) -> Iterator[ArgNode]:
        return iter(self._nodes)

    def __contains__(self, node: object) -> bool:
        return node in self._places

    def __len__(self) -> int:
        return len(self._nodes)


class RandomPath(_Waiting):
    """A state at the end of a random walk down the graph: at every branching each side is as likely, however much waits there.

    So states near the root come sooner than those deep in a loop that has made many (Cadar, Dunbar, Engler: KLEE, OSDI 2008)."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = random.Random(seed)
        self._above: dict[ArgNode, ArgNode | None] = {}
        self._below: dict[ArgNode | None, dict[ArgNode, None]] = {None: {}}
        """All that waits lies below these; the roots are below None."""

    def push(self, node: ArgNode) -> None:
        if node in self._nodes:
            return
        self._nodes[node] = None
        below, current = node, _above(node)
        while below not in self._above:
            self._above[below] = current
            self._below.setdefault(current, {})[below] = None
            if current is None:
                return
            below, current = current, _above(current)

    def pop(self) -> ArgNode:
        while True:
            end = self._walk()
            if end in self._nodes:
                del self._nodes[end]
                return end
            self._cut(end)

    def _walk(self) -> ArgNode:
        """To a node that waits, or to one after which nothing is left."""
        node: ArgNode | None = None
        while True:
            ways = list(self._below.get(node, ()))
            choice = self._random.randrange(len(ways) + (node in self._nodes)) if ways else 0
            if node is not None and choice == len(ways):
                return node
            node = ways[choice]

    def _cut(self, node: ArgNode) -> None:
        """Remove a way to nothing.  That is deferred until a walk ends there: more may be found after it."""
        end: ArgNode | None = node
        while end is not None and end not in self._nodes and not self._below.get(end):
            above = self._above.pop(end)
            self._below.pop(end, None)
            del self._below[above][end]
            end = above


def _above(node: ArgNode) -> ArgNode | None:
    return node.parents[0][0] if node.parents else None


class CoverageGuided(_Waiting):
    """The state that is nearest to an edge that was not taken; among equals the oldest.

    ``distances`` gives, for the edges that were taken, how far a state's location is from the next one that was not."""

    def __init__(self, location: Callable[[ArgNode], Node], distances: Callable[[Collection[Edge]], Mapping[Node, int]]) -> None:
        super().__init__()
        self._location = location
        self._distances = distances
        self._taken: dict[Edge, None] = {}
        self._counted = -1
        """How many edges were taken when the heap was made."""
        self._newest: ArgNode | None = None
        self._near: Mapping[Node, int] = {}
        self._heap: list[tuple[int, int, ArgNode]] = []

    def push(self, node: ArgNode) -> None:
        if node not in self._nodes:
            self._nodes[node] = None
            self._taken.update((edge, None) for _, edge in node.parents)
            heapq.heappush(self._heap, self._entry(node))

    def pop(self) -> ArgNode:
        if self._newest is not None:  # what its edges led to may have been covered, and then it does not wait
            self._taken.update((edge, None) for edge, _ in self._newest.children)
        if len(self._taken) != self._counted:
            self._counted = len(self._taken)
            self._near = self._distances(self._taken)
            self._heap = [self._entry(node) for node in self._nodes]
            heapq.heapify(self._heap)
        self._newest = self._first_of(self._heap)
        return self._newest

    def _entry(self, node: ArgNode) -> tuple[int, int, ArgNode]:
        return self._near.get(self._location(node), _FAR), node.number, node
