"""The abstract reachability graph (Löwe, section 2.4): which abstract state came from which, and which covers
which.

Where paths come together by a merge, a node has several parents, and a loop may lead back to it.  The first parent of a node was
there before it, so going from first parent to first parent ends at the root.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from whet.cfa.model import Edge
from whet.task.records import dataclass


class ArgNode:
    """An abstract state with its precision and its place in the graph.

    Numbers are given in the order in which states come and make runs comparable: a merge gives a node a new state and a new
    number, but no other place.  A covered node has no children."""

    __slots__ = ("_hash", "children", "covered_by", "number", "parents", "precision", "state")

    def __init__(self, number: int, state: Any, precision: Any) -> None:
        self._hash = number
        self.number = number
        self.state = state
        self.precision = precision
        self.parents: list[tuple[ArgNode, Edge]] = []
        self.children: list[tuple[Edge, ArgNode]] = []
        self.covered_by: ArgNode | None = None

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return f"A{self.number}"


@dataclass(frozen=True, slots=True)
class Path:
    """A path from the root: ``edges[i]`` leads from ``nodes[i]`` to ``nodes[i + 1]``."""

    nodes: tuple[ArgNode, ...]
    edges: tuple[Edge, ...]

    @property
    def target(self) -> ArgNode:
        return self.nodes[-1]

    def __len__(self) -> int:
        return len(self.edges)


class Arg:
    """Grows with the exploration; the first node is the root."""

    def __init__(self) -> None:
        self.made = 0
        """How many numbers were given so far: that of the newest state."""
        self.root: ArgNode | None = None

    def add_root(self, state: Any, precision: Any) -> ArgNode:
        self.root = self._node(state, precision)
        return self.root

    def add_child(self, parent: ArgNode, edge: Edge, state: Any, precision: Any) -> ArgNode:
        child = self._node(state, precision)
        parent.children.append((edge, child))
        child.parents.append((parent, edge))
        return child

    def connect(self, parent: ArgNode, edge: Edge, child: ArgNode) -> None:
        """The edge also leads to a node that is there; nothing changes if that is known.

        Either list answers; where one is long, because many paths part or meet, the other one is short."""
        if len(parent.children) <= len(child.parents):
            is_known = (edge, child) in parent.children
        else:
            is_known = (parent, edge) in child.parents
        if not is_known:
            parent.children.append((edge, child))
            child.parents.append((parent, edge))

    def _node(self, state: Any, precision: Any) -> ArgNode:
        self.made += 1
        return ArgNode(self.made, state, precision)

    def replace(self, node: ArgNode, state: Any, precision: Any) -> None:
        """A merge: the node keeps how it was reached and what was found after it, and has this state from now on."""
        self.made += 1
        node.number, node.state, node.precision = self.made, state, precision

    def clear(self) -> None:
        """Forget all nodes; numbering continues."""
        self.root = None

    def nodes(self) -> Iterator[ArgNode]:
        """All nodes that hang on the root, in the order of their numbers."""
        if self.root is not None:
            yield from self.descendants(self.root)

    def descendants(self, node: ArgNode) -> list[ArgNode]:
        """A node and all that hang on it, in the order of their numbers."""
        seen = {node}
        stack = [node]
        while stack:
            for _, child in stack.pop().children:
                if child not in seen:
                    seen.add(child)
                    stack.append(child)
        return sorted(seen, key=lambda node: node.number)


def path_to(target: ArgNode) -> Path:
    """A path from the root to a node, along the first way each node was reached."""
    nodes, edges = [target], []
    while nodes[-1].parents:
        parent, edge = nodes[-1].parents[0]
        edges.append(edge)
        nodes.append(parent)
    return Path(tuple(reversed(nodes)), tuple(reversed(edges)))
