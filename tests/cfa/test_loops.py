"""Loops and weak topological orders, against Bourdoncle's own recursive algorithm and against the definition."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cfa.build import function_of
from whet.cfa.loops import Component, Element, LoopStructure, analyse_loops, reverse_post_order
from whet.cfa.model import Function, Node, reachable
from whet.cfa.types import LP64, FunctionType

Pairs = list[tuple[int, int]]


def loops_of(pairs: Pairs) -> LoopStructure:
    """Node numbers are those of the pairs if they are first mentioned in ascending order."""
    return analyse_loops(function_of(pairs))


def numbers(nodes: Iterable[Node]) -> list[int]:
    return [node.number for node in nodes]


def test_straight_line_has_no_loops() -> None:
    found = loops_of([(0, 1), (1, 2)])
    assert found.loops == ()
    assert found.heads == frozenset()
    assert numbers(found.rpo) == [0, 1, 2]
    assert found.notation() == "0 1 2"


def test_single_node() -> None:
    found = loops_of([])
    assert numbers(found.order) == [0]
    assert numbers(found.rpo) == [0]


def test_function_without_body() -> None:
    with pytest.raises(ValueError, match="no body"):
        analyse_loops(Function("f", FunctionType(LP64.int, (), False)))


def test_while_loop() -> None:
    found = loops_of([(0, 1), (1, 2), (2, 1), (1, 3)])
    (loop,) = found.loops
    assert found.notation() == "0 (1 2) 3"
    assert loop.head.number == 1
    assert numbers(loop.body) == [1, 2]
    assert [(edge.source.number, edge.target.number) for edge in loop.back_edges] == [(2, 1)]
    assert [(edge.source.number, edge.target.number) for edge in loop.exits] == [(1, 3)]
    assert [(edge.source.number, edge.target.number) for edge in loop.entries] == [(0, 1)]
    assert loop.parent is None
    assert loop.is_reducible
    assert loop.size == 2


def test_body_comes_before_what_follows_the_loop() -> None:
    """The first branch of a node is the first in reverse post-order."""
    assert numbers(loops_of([(0, 1), (1, 2), (2, 1), (1, 3)]).rpo) == [0, 1, 2, 3]
    assert numbers(loops_of([(0, 1), (0, 2), (1, 3), (2, 3)]).rpo) == [0, 1, 2, 3]


def test_nested_loops() -> None:
    found = loops_of([(0, 1), (1, 2), (2, 3), (3, 2), (2, 4), (4, 1), (1, 5)])
    outer, inner = found.loops
    assert found.notation() == "0 (1 (2 3) 4) 5"
    assert inner.parent is outer
    assert (outer.depth, inner.depth) == (1, 2)
    assert [found.depth(node) for node in found.order] == [0, 1, 2, 2, 1, 0]
    assert found.innermost[inner.head] is inner
    assert inner.head in outer
    assert outer.head not in inner


def test_two_back_edges_are_one_loop() -> None:
    found = loops_of([(0, 1), (1, 2), (2, 1), (2, 3), (3, 1), (1, 4)])
    (loop,) = found.loops
    assert numbers(loop.body) == [1, 2, 3]
    assert len(loop.back_edges) == 2


def test_self_loop() -> None:
    found = loops_of([(0, 1), (1, 1), (1, 2)])
    (loop,) = found.loops
    assert found.notation() == "0 (1) 2"
    assert numbers(loop.body) == [1]
    assert loop.back_edges[0].source is loop.head
    assert found.is_back_edge(loop.back_edges[0])
    assert not found.is_back_edge(loop.entries[0])


def test_entry_is_a_head() -> None:
    found = loops_of([(0, 1), (1, 0), (1, 2)])
    assert found.notation() == "(0 1) 2"
    assert found.loops[0].entries == ()
    assert found.loops[0].is_reducible


def test_irreducible_loop() -> None:
    """1 and 2 form a cycle that can be entered at both."""
    found = loops_of([(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)])
    (loop,) = found.loops
    assert set(numbers(loop.body)) == {1, 2}
    assert not loop.is_reducible
    assert {edge.source.number for edge in loop.entries} == {0}
    assert len(loop.entries) == 2


def test_irreducible_loop_inside_a_loop() -> None:
    found = loops_of([(0, 1), (1, 2), (1, 3), (2, 3), (3, 2), (3, 1), (1, 4)])
    outer, inner = found.loops
    assert numbers([outer.head]) == [1]
    assert inner.parent is outer
    assert outer.is_reducible
    assert not inner.is_reducible


def test_example_of_bourdoncle() -> None:
    """The graph of figure 1 of his paper, its nodes numbered from 0."""
    found = loops_of([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 4), (4, 6), (6, 2), (2, 7), (1, 7)])
    assert found.notation() == "0 1 (2 3 (4 5) 6) 7"


def test_unreachable_nodes_are_left_out() -> None:
    found = loops_of([(0, 1), (1, 2), (3, 4), (4, 3), (4, 1)])
    assert numbers(found.order) == [0, 1, 2]
    assert found.loops == ()


def test_unreachable_way_into_a_loop_does_not_count() -> None:
    found = loops_of([(0, 1), (1, 2), (2, 1), (3, 2), (1, 4)])
    assert found.loops[0].is_reducible


@pytest.mark.parametrize("depth", [3, 30_000])
def test_deep_nest(depth: int) -> None:
    """Heads 0..d-1, one inside the other, then their ends in reverse; Bourdoncle's recursion would be quadratic here."""
    chain = [(node, node + 1) for node in range(2 * depth)]
    back = [(2 * depth - 1 - node, node) for node in range(depth)]
    found = loops_of(chain + back)
    assert len(found.loops) == depth
    assert found.loops[-1].depth == depth
    assert found.loops[depth // 2].size == 2 * (depth - depth // 2)
    component = found.wto[0]
    for expected in range(depth):
        assert isinstance(component, Component)
        assert component.head.number == expected
        component = component.elements[0]


# -------------------------------------------------------------------------------------------------- against definitions


@st.composite
def graphs(draw: st.DrawFn) -> Pairs:
    size = draw(st.integers(1, 9))
    node = st.integers(0, size - 1)
    # A chain first, so that most nodes are reachable and numbered as drawn.
    chain = [(number, number + 1) for number in range(size - 1) if draw(st.integers(0, 4))]
    return chain + draw(st.lists(st.tuples(node, node), max_size=16))


def flat(elements: Iterable[Element]) -> list[Node]:
    found: list[Node] = []
    for element in elements:
        if isinstance(element, Component):
            found += [element.head, *flat(element.elements)]
        else:
            found.append(element)
    return found


def shape(elements: Iterable[Element]) -> str:
    return " ".join(
        f"({element.head.number} {shape(element.elements)})" if isinstance(element, Component) else str(element.number)
        for element in elements
    )


class Bourdoncle:
    """The algorithm of figure 4 of his paper, word by word."""

    def __init__(self, entry: Node) -> None:
        self.numbers: dict[Node, float] = {}
        self.stack: list[Node] = []
        self.count = 0
        self.partition: list[Element] = []
        self.visit(entry, self.partition)

    def component(self, node: Node) -> Component:
        partition: list[Element] = []
        for successor in successors(node):
            if not self.numbers.get(successor):
                self.visit(successor, partition)
        return Component(node, tuple(partition))

    def visit(self, node: Node, partition: list[Element]) -> float:
        self.stack.append(node)
        self.count += 1
        self.numbers[node] = head = float(self.count)
        loop = False
        for successor in successors(node):
            known = self.numbers.get(successor)
            least = known if known else self.visit(successor, partition)
            if least <= head:
                head, loop = least, True
        if head == self.numbers[node]:
            self.close(node, loop, partition)
        return head

    def close(self, node: Node, loop: bool, partition: list[Element]) -> None:
        self.numbers[node] = float("inf")
        while (element := self.stack.pop()) is not node:
            self.numbers[element] = 0
        partition.insert(0, self.component(node) if loop else node)


def successors(node: Node) -> list[Node]:
    return [edge.target for edge in reversed(node.leaving)]


def has_cycle(nodes: set[Node]) -> bool:
    """Take away nodes without a successor in the set until nothing changes; what is left goes round."""
    while True:
        leaves = {node for node in nodes if not any(edge.target in nodes for edge in node.leaving)}
        if not leaves:
            return bool(nodes)
        nodes = nodes - leaves


@given(graphs())
@settings(max_examples=400)
def test_is_the_order_of_bourdoncle(pairs: Pairs) -> None:
    found = loops_of(pairs)
    entry = found.function.entry
    assert entry is not None
    assert shape(found.wto) == shape(Bourdoncle(entry).partition)


@given(graphs())
@settings(max_examples=400)
def test_order_holds_every_reachable_node_once(pairs: Pairs) -> None:
    found = loops_of(pairs)
    entry = found.function.entry
    assert entry is not None
    expected = sorted(reachable(entry))
    assert sorted(found.order) == expected
    assert sorted(found.rpo) == expected
    assert flat(found.wto) == list(found.order)
    assert [found.order[found.position[node]] for node in expected] == expected
    assert [found.rpo[found.rpo_index[node]] for node in expected] == expected
    assert reverse_post_order(entry) == list(found.rpo)


@given(graphs())
@settings(max_examples=400)
def test_every_cycle_contains_a_head(pairs: Pairs) -> None:
    found = loops_of(pairs)
    assert not has_cycle(set(found.order) - found.heads)


@given(graphs())
@settings(max_examples=400)
def test_edges_go_forward_or_back_to_a_head_around_them(pairs: Pairs) -> None:
    """The definition of a weak topological order (Bourdoncle, definition 1)."""
    found = loops_of(pairs)
    by_head = {loop.head: loop for loop in found.loops}
    for node in found.order:
        for edge in node.leaving:
            if found.position[edge.target] <= found.position[node]:
                assert node in by_head[edge.target]
                assert found.is_back_edge(edge)
            else:
                assert not found.is_back_edge(edge)


@given(graphs())
@settings(max_examples=400)
def test_loops_nest(pairs: Pairs) -> None:
    found = loops_of(pairs)
    assert {loop.head for loop in found.loops} == found.heads
    for loop in found.loops:
        body = set(loop.body)
        assert loop.body[0] is loop.head
        assert loop.back_edges
        around = [other for other in found.loops if other is not loop and loop.head in other]
        assert all(body < set(other.body) for other in around)
        assert loop.parent is min(around, key=lambda other: other.size, default=None)
        assert loop.depth == len(around) + 1
        assert set(loop.exits) == {edge for node in body for edge in node.leaving if edge.target not in body}
    for node in found.order:
        inside = [loop for loop in found.loops if node in loop]
        assert found.innermost.get(node) is min(inside, key=lambda loop: loop.size, default=None)


@given(graphs())
@settings(max_examples=400)
def test_loop_is_strongly_connected(pairs: Pairs) -> None:
    for loop in loops_of(pairs).loops:
        body = set(loop.body)
        assert reaches(loop.head, body, forward=True) == body
        assert reaches(loop.head, body, forward=False) == body


def reaches(start: Node, inside: set[Node], *, forward: bool) -> set[Node]:
    found = {start}
    pending = [start]
    while pending:
        node = pending.pop()
        near = [edge.target for edge in node.leaving] if forward else [edge.source for edge in node.entering]
        fresh = [other for other in near if other in inside and other not in found]
        found.update(fresh)
        pending += fresh
    return found
