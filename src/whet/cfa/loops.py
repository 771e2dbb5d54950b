"""Loops of a function: depth-first order, heads, nesting, and a weak topological order.

The result is the weak topological order of F. Bourdoncle, "Efficient chaotic iteration strategies with widenings" (FMPA
1993): a well-parenthesised order of the reachable nodes such that every cycle of the graph contains the head of a
component.  His recursive strategy costs one depth-first search per nesting level, which is quadratic on deep nests, so
the components are found another way, in almost linear time:

* The component of ``h`` in Bourdoncle's order is the strongly connected component of ``h`` among the depth-first
  descendants of ``h``; it is a proper one exactly if a retreating edge leads to ``h``.  (His nested searches see the same
  edges in the same order as the first one, so one search suffices.)
* These sets come bottom-up from a union-find pass over the heads, as in Tarjan's test of reducibility and in P. Havlak,
  "Nesting of reducible and irreducible loops" (TOPLAS 1997).  A cross or forward edge takes part only from the
  nearest common ancestor of its ends upwards: G. Ramalingam, "Identifying loops in almost linear time" (TOPLAS 1999).
* Inside a component the elements stand in reverse post-order of their first nodes.

A loop that can be entered beside its head is an ordinary component with ``is_reducible`` false; the law "every cycle
contains a head" holds for it as for all others.

Invariants: only nodes reachable from the entry occur, each exactly once in ``rpo`` and in ``order``; the body of a loop is a
contiguous part of ``order`` that starts with its head; an outer loop stands before its inner ones in ``loops``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property
from itertools import islice
from typing import TypeAlias

from whet.cfa.model import Edge, Function, Node
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Component:
    """A component of a weak topological order: its head, then the rest in order."""

    head: Node
    elements: tuple[Element, ...]

    def __repr__(self) -> str:
        """Without the elements: they nest as deeply as the loops do."""
        return f"<component of {self.head!r}>"


Element: TypeAlias = Node | Component


@dataclass(frozen=True, eq=False)
class Loop:
    """A component of the order: the natural loop of ``head`` where that exists.

    The sets are computed when asked for: all bodies of a deep nest together have quadratic size.
    """

    head: Node
    parent: Loop | None = field(repr=False)
    first: int
    """Position of the head in the order."""
    last: int
    """Position just past the body in the order."""
    _order: tuple[Node, ...] = field(repr=False)
    _position: Mapping[Node, int] = field(repr=False)
    depth: int = 1
    """1 for an outermost loop."""

    def __hash__(self) -> int:
        return self.head.number

    def __eq__(self, other: object) -> bool:
        return self is other

    def __contains__(self, node: Node) -> bool:
        return self.first <= self._position.get(node, -1) < self.last

    def __iter__(self) -> Iterator[Node]:
        return islice(self._order, self.first, self.last)

    @property
    def size(self) -> int:
        return self.last - self.first

    @property
    def body(self) -> tuple[Node, ...]:
        """The nodes of the loop, head first, in the weak topological order."""
        return self._order[self.first : self.last]

    @cached_property
    def back_edges(self) -> tuple[Edge, ...]:
        """The edges from the body to the head."""
        return tuple(edge for edge in self.head.entering if edge.source in self)

    @cached_property
    def exits(self) -> tuple[Edge, ...]:
        """The edges that leave the body."""
        return tuple(edge for node in self for edge in node.leaving if edge.target not in self)

    @cached_property
    def entries(self) -> tuple[Edge, ...]:
        """The edges that come into the body from reachable nodes outside."""
        outside = self._position.keys()
        return tuple(edge for node in self for edge in node.entering if edge.source not in self and edge.source in outside)

    @property
    def is_reducible(self) -> bool:
        """Is the head the only way in?"""
        return all(edge.target is self.head for edge in self.entries)


@dataclass(frozen=True, eq=False)
class LoopStructure:
    """Everything ``analyse_loops`` finds; unreachable nodes are in none of it."""

    function: Function
    loops: tuple[Loop, ...] = field(repr=False)
    heads: frozenset[Node] = field(repr=False)
    rpo: tuple[Node, ...] = field(repr=False)
    """Reverse post-order; of the branches of a node the first one comes first."""
    rpo_index: Mapping[Node, int] = field(repr=False)
    wto: tuple[Element, ...] = field(repr=False)
    order: tuple[Node, ...] = field(repr=False)
    """The weak topological order without its parentheses."""
    position: Mapping[Node, int] = field(repr=False)
    """Where a node stands in ``order``."""
    innermost: Mapping[Node, Loop] = field(repr=False)
    """The smallest loop a node is in; nodes outside all loops are missing."""

    def depth(self, node: Node) -> int:
        """The number of loops around a node."""
        loop = self.innermost.get(node)
        return 0 if loop is None else loop.depth

    def is_back_edge(self, edge: Edge) -> bool:
        """Does it lead to the head of a loop its source is in?"""
        if edge.target not in self.heads:
            return False
        return edge.source in self.innermost[edge.target]

    def notation(self) -> str:
        """The order as Bourdoncle writes it: ``0 (1 2 (3 4)) 5``."""
        ends = [0] * (len(self.order) + 1)
        for loop in self.loops:
            ends[loop.last] += 1
        shown = [
            f"{'(' if node in self.heads else ''}{node.number}{')' * ends[index + 1]}" for index, node in enumerate(self.order)
        ]
        return " ".join(shown)


def analyse_loops(function: Function) -> LoopStructure:
    """The loops of a function that has a body."""
    if function.entry is None:
        raise ValueError(f"{function.name} has no body")
    search = _search(function.entry)
    nest = _nest(search)
    nodes = search.nodes
    order = tuple(nodes[index] for index in nest.flattened())
    position = {node: index for index, node in enumerate(order)}
    by_head = _loops(search, nest, order, position)
    made: dict[int, Component] = {}
    for head in reversed(nest.heads):
        made[head] = Component(nodes[head], tuple(made.get(child, nodes[child]) for child in nest.children[head]))
    return LoopStructure(
        function=function,
        loops=tuple(sorted(by_head.values(), key=lambda loop: loop.first)),
        heads=frozenset(nodes[head] for head in nest.heads),
        rpo=tuple(nodes[index] for index in reversed(search.postorder)),
        rpo_index={nodes[index]: rank for rank, index in enumerate(reversed(search.postorder))},
        wto=tuple(made.get(child, nodes[child]) for child in nest.children[-1]),
        order=order,
        position=position,
        innermost={node: loop for node in order if (loop := by_head.get(nest.innermost(search.numbers[node])))},
    )


def reverse_post_order(entry: Node) -> list[Node]:
    """The nodes reachable from ``entry``, every one before its successors except along retreating edges."""
    search = _search(entry)
    return [search.nodes[index] for index in reversed(search.postorder)]


@dataclass(eq=False, slots=True)
class _Search:
    """A depth-first search; nodes are known by their preorder number from here on."""

    nodes: list[Node]
    numbers: dict[Node, int]
    parent: list[int] = field(default_factory=lambda: [0])
    postorder: list[int] = field(default_factory=list)
    retreating: dict[int, list[int]] = field(default_factory=dict)
    """Ancestor -> the descendants (or itself) with an edge to it."""
    crossing: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """Nearest common ancestor -> the cross and forward edges it belongs to."""
    unfinished: list[int] = field(default_factory=lambda: [0])
    """Union-find links that lead from a finished node to its nearest ancestor still on the stack."""

    def enter(self, node: Node, parent: int) -> int:
        number = len(self.nodes)
        self.nodes.append(node)
        self.numbers[node] = number
        self.parent.append(parent)
        self.unfinished.append(number)
        return number

    def finish(self, number: int) -> None:
        self.postorder.append(number)
        self.unfinished[number] = self.parent[number]

    def cross(self, source: int, target: int) -> None:
        """An edge to a node seen before."""
        ancestor = _find(self.unfinished, target)
        if ancestor == target:
            self.retreating.setdefault(target, []).append(source)
        else:
            self.crossing.setdefault(ancestor, []).append((source, target))


def _search(entry: Node) -> _Search:
    """Depth first; the last leaving edge is followed first, which puts the first one first in reverse post-order."""
    search = _Search(nodes=[entry], numbers={entry: 0})
    stack = [(0, reversed(entry.leaving))]
    while stack:
        source, edges = stack[-1]
        for edge in edges:
            target = search.numbers.get(edge.target)
            if target is None:
                stack.append((search.enter(edge.target, source), reversed(edge.target.leaving)))
                break
            search.cross(source, target)
        else:
            search.finish(source)
            stack.pop()
    return search


def _find(links: list[int], item: int) -> int:
    """The representative of a set, with path halving."""
    while links[item] != item:
        links[item] = links[links[item]]
        item = links[item]
    return item


@dataclass(eq=False, slots=True)
class _Nest:
    """The loop nesting forest over preorder numbers."""

    heads: list[int]
    """Ascending: an outer head comes before its inner ones."""
    outer: list[int]
    """The head of the smallest loop a node is in and not the head of; -1 if none."""
    children: dict[int, list[int]] = field(default_factory=dict)
    """Head (or -1) -> the nodes directly in its loop, in reverse post-order."""

    def innermost(self, number: int) -> int:
        """The head of the smallest loop around a node; a head is in its own."""
        return number if number in self.children else self.outer[number]

    def flattened(self) -> Iterator[int]:
        stack = self.children[-1][::-1]
        while stack:
            number = stack.pop()
            yield number
            stack.extend(reversed(self.children.get(number, ())))


def _nest(search: _Search) -> _Nest:
    """Heads innermost first; the body of a loop collapses into its head before the outer loops are looked at."""
    links = list(range(len(search.nodes)))
    predecessors = [[parent] for parent in search.parent]
    outer = [-1] * len(search.nodes)
    for head in range(len(search.nodes) - 1, -1, -1):
        for source, target in search.crossing.get(head, ()):
            predecessors[_find(links, target)].append(source)
        if head in search.retreating:
            # Everything that reaches ``sources`` without passing ``head`` becomes part of the loop of ``head``.
            sources = search.retreating[head]
            pending = list(sources)
            while pending:
                member = _find(links, pending.pop())
                if member != head:
                    links[member] = outer[member] = head
                    pending.extend(predecessors[member])
    nest = _Nest(sorted(search.retreating), outer)
    nest.children = {head: [] for head in (-1, *nest.heads)}
    for number in reversed(search.postorder):
        nest.children[outer[number]].append(number)
    return nest


def _loops(search: _Search, nest: _Nest, order: tuple[Node, ...], position: Mapping[Node, int]) -> dict[int, Loop]:
    sizes = _sizes(nest)
    found: dict[int, Loop] = {}
    for head in nest.heads:
        node = search.nodes[head]
        parent = found.get(nest.outer[head])
        first = position[node]
        depth = 1 if parent is None else parent.depth + 1
        found[head] = Loop(node, parent, first, first + sizes[head], order, position, depth)
    return found


def _sizes(nest: _Nest) -> dict[int, int]:
    sizes: dict[int, int] = {}
    for head in reversed(nest.heads):
        sizes[head] = 1 + sum(sizes.get(child, 1) for child in nest.children[head])
    return sizes
