"""Two nodes of the reached set with equal states, as a merge may leave them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.test_reached import AtMost, State
from whet.core.arg import ArgNode
from whet.core.interfaces import Stop
from whet.core.operators import StopSep
from whet.core.reached import ReachedSet
from whet.core.waitlist import BreadthFirst

EDGE: Any = object()


class Merging:
    """All states of a place may be merged."""

    @property
    def stop(self) -> Stop[Any]:
        return StopSep(AtMost())

    def merge_key(self, state: State) -> Hashable | None:
        return state[0]

    def partition(self, state: State) -> Hashable:
        return state[0]


def with_double() -> tuple[ReachedSet, ArgNode, ArgNode]:
    """A node that a merge gave the state of another one."""
    some = ReachedSet(Merging(), BreadthFirst())
    root = some.start(("a", 0), None)
    small, large = (some.arg.add_child(root, EDGE, ("b", number), None) for number in (1, 2))
    some.add(small)
    some.add(large)
    some.replace(small, ("b", 2), None)
    return some, large, small


def test_both_nodes_are_reached() -> None:
    some, first, second = with_double()
    assert len(some) == len(list(some)) == 3
    assert {first, second} <= set(some)
    assert some.mergeable(("b", 9)) == [first, second]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_one_covered_the_other_one_covers(order: tuple[int, int]) -> None:
    some, *doubles = with_double()
    gone, left = (doubles[index] for index in order)
    some.remove(gone)
    assert some.covering(("b", 1)) is left
    assert some.mergeable(("b", 9)) == [left], "nothing is merged with what is gone"
    assert len(some) == 2
    some.remove(left)
    assert some.covering(("b", 1)) is None
    assert some.mergeable(("b", 9)) == []
    assert len(some) == 1


@pytest.mark.parametrize("index", [0, 1])
def test_strengthening_one_leaves_the_other(index: int) -> None:
    some, *doubles = with_double()
    some.strengthen(doubles[index], ("b", 1))
    assert some.covering(("b", 2)) is doubles[1 - index]
    assert some.covering(("b", 1)) in doubles


@given(st.lists(st.tuples(st.sampled_from("amrs"), st.integers(0, 3), st.integers(0, 7)), max_size=20))
def test_reached_nodes_are_those_that_were_not_removed(steps: list[tuple[str, int, int]]) -> None:
    some = ReachedSet(Merging(), BreadthFirst())
    alive = [some.start(("b", 0), None)]
    for what, number, choice in steps:
        node = alive[choice % len(alive)] if alive else None
        if what == "a" or node is None:
            alive.append(some.arg.add_child(some.start(("a", 0), None), EDGE, ("b", number), None))
            some.add(alive[-1])
        elif what == "m":
            some.replace(node, ("b", number), None)
        elif what == "r":
            alive.remove(node)
            some.remove(node)
        elif ("b", number) not in [each.state for each in alive]:
            some.strengthen(node, ("b", number))
        assert {each for each in some if each.state[0] == "b"} == set(alive)
        assert set(some.mergeable(("b", 0))) == set(alive)
        highest = max((each.state[1] for each in alive), default=-1)
        covering = [some.covering(("b", each)) for each in range(4)]
        assert [each is not None for each in covering] == [each <= highest for each in range(4)]
        assert set(covering) - {None} <= set(alive)
