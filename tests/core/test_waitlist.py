"""Waitlists: every node comes out once, in the order the name promises."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whet.core.arg import ArgNode
from whet.core.waitlist import BreadthFirst, DepthFirst, Prioritised, Shuffled, Waitlist

MAKERS: dict[str, Callable[[], Waitlist]] = {
    "dfs": DepthFirst,
    "bfs": BreadthFirst,
    "prioritised": lambda: Prioritised(lambda node: (-node.number,)),
    "random": lambda: Shuffled(seed=3),
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


def test_random_waitlist_repeats_itself_with_the_same_seed_only() -> None:
    def order(seed: int) -> list[int]:
        waitlist = Shuffled(seed)
        for node in nodes(30):
            waitlist.push(node)
        return drained(waitlist)

    assert order(1) == order(1)
    assert order(1) != order(2)
