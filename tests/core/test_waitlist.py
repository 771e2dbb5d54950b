"""Waitlists: every node comes out once, in the order the name promises."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whet.core.arg import Arg, ArgNode
from whet.core.waitlist import BreadthFirst, CoverageGuided, DepthFirst, Prioritised, RandomPath, Shuffled, Waitlist

EDGE: Any = object()

MAKERS: dict[str, Callable[[], Waitlist]] = {
    "dfs": DepthFirst,
    "bfs": BreadthFirst,
    "prioritised": lambda: Prioritised(lambda node: (-node.number,)),
    "random": lambda: Shuffled(seed=3),
    "random-path": lambda: RandomPath(seed=3),
    "coverage": lambda: CoverageGuided(lambda node: node.state, lambda _: {}),
}


def nodes(count: int) -> list[ArgNode]:
    return [ArgNode(number, number, None) for number in range(count)]


def drained(waitlist: Waitlist) -> list[int]:
    found = []
    while waitlist:
        found.append(waitlist.pop().number)
    return found


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@given(pushed=st.lists(st.integers(0, 9)), discarded=st.sets(st.integers(0, 9)))
def test_waitlist_gives_back_what_was_pushed_and_not_discarded(
    make: Callable[[], Waitlist], pushed: list[int], discarded: set[int]
) -> None:
    waitlist, some = make(), nodes(10)
    for number in pushed:
        waitlist.push(some[number])
    for number in discarded:
        waitlist.discard(some[number])
    assert sorted(drained(waitlist)) == sorted(set(pushed) - discarded)


def test_waitlists_keep_their_order() -> None:
    orders = {name: make() for name, make in MAKERS.items()}
    for waitlist in orders.values():
        for node in nodes(4):
            waitlist.push(node)
    assert drained(orders["dfs"]) == [3, 2, 1, 0]
    assert drained(orders["bfs"]) == [0, 1, 2, 3]
    assert drained(orders["prioritised"]) == [3, 2, 1, 0]
    assert drained(orders["coverage"]) == [0, 1, 2, 3]


def test_random_waitlist_repeats_itself_with_the_same_seed_only() -> None:
    def order(seed: int) -> list[int]:
        waitlist = Shuffled(seed)
        for node in nodes(30):
            waitlist.push(node)
        return drained(waitlist)

    assert order(1) == order(1)
    assert order(1) != order(2)


def test_random_path_takes_each_side_of_a_branching_alike_however_much_waits_there() -> None:
    def is_alone(seed: int) -> bool:
        arg, waitlist = Arg(), RandomPath(seed)
        root = arg.add_root(0, None)
        alone, crowd = (arg.add_child(root, EDGE, None, None) for _ in range(2))
        waitlist.push(alone)
        for _ in range(50):
            waitlist.push(arg.add_child(crowd, EDGE, None, None))
        return waitlist.pop() is alone

    assert 70 < sum(map(is_alone, range(200))) < 130


def test_random_path_goes_on_below_a_node_that_came_out_and_forgets_dead_ends() -> None:
    arg, waitlist = Arg(), RandomPath(seed=1)
    root = arg.add_root(0, None)
    waitlist.push(root)
    assert waitlist.pop() is root
    left, right = (arg.add_child(root, EDGE, None, None) for _ in range(2))
    waitlist.push(left)
    waitlist.push(right)
    waitlist.discard(left)
    assert waitlist.pop() is right
    waitlist.push(below := arg.add_child(left, EDGE, None, None))
    assert waitlist.pop() is below
    assert not waitlist


def test_coverage_measures_again_when_an_edge_was_taken_whose_state_does_not_wait() -> None:
    near, far, taken = 1, 2, EDGE

    def distances(edges: Collection[Any]) -> dict[Any, int]:
        return {near: 5, far: 0} if taken in edges else {near: 0, far: 1}

    arg, waitlist = Arg(), CoverageGuided(lambda node: node.state, distances)
    first, *others = (ArgNode(number, state, None) for number, state in enumerate((near, far, near)))
    for node in (first, *others):
        waitlist.push(node)
    assert waitlist.pop() is first
    arg.add_child(first, taken, far, None)  # covered by another state, for example
    assert [node.state for node in (waitlist.pop(), waitlist.pop())] == [far, near]
