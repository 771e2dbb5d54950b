"""Waitlists: in which order abstract states are explored.

Each is a small object with ``push``, ``pop`` and ``discard``; the order depends only on the order of pushes (and the
seed).
"""

from __future__ import annotations

import heapq
import random
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Protocol

from whet.core.arg import ArgNode


class Waitlist(Protocol):
    def push(self, node: ArgNode) -> None: ...

    def pop(self) -> ArgNode:
        """Remove and return the next node; the list must not be empty."""
        ...

    def discard(self, node: ArgNode) -> None:
        """Remove a node if it is there."""
        ...

    def __iter__(self) -> Iterator[ArgNode]:
        """All nodes that wait, in any order that repeats."""
        ...

    def __contains__(self, node: object, /) -> bool: ...

    def __len__(self) -> int: ...


class DepthFirst:
    """The newest state first."""

    def __init__(self) -> None:
        self._nodes: OrderedDict[ArgNode, None] = OrderedDict()

    def push(self, node: ArgNode) -> None:
        self._nodes[node] = None

    def pop(self) -> ArgNode:
        return self._nodes.popitem(last=True)[0]

    def discard(self, node: ArgNode) -> None:
        self._nodes.pop(node, None)

    def __iter__(self) -> Iterator[ArgNode]:
        return iter(self._nodes)

    def __contains__(self, node: object) -> bool:
        return node in self._nodes

    def __len__(self) -> int:
        return len(self._nodes)


class BreadthFirst(DepthFirst):
    """The oldest state first."""

    def pop(self) -> ArgNode:
        return self._nodes.popitem(last=False)[0]


class Prioritised:
    """The state with the least key first; among equals the newest."""

    def __init__(self, key: Callable[[ArgNode], tuple[int, ...]]) -> None:
        self._key = key
        self._heap: list[tuple[tuple[int, ...], int, ArgNode]] = []
        self._waiting: dict[ArgNode, None] = {}

    def push(self, node: ArgNode) -> None:
        if node not in self._waiting:
            self._waiting[node] = None
            heapq.heappush(self._heap, (self._key(node), -node.number, node))

    def pop(self) -> ArgNode:
        while True:
            node = heapq.heappop(self._heap)[2]
            if node in self._waiting:
                del self._waiting[node]
                return node

    def discard(self, node: ArgNode) -> None:
        self._waiting.pop(node, None)

    def __iter__(self) -> Iterator[ArgNode]:
        return iter(self._waiting)

    def __contains__(self, node: object) -> bool:
        return node in self._waiting

    def __len__(self) -> int:
        return len(self._waiting)


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
