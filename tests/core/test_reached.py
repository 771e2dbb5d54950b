"""The reached set: partitions, coverage, replacement."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from whet.core.interfaces import Stop
from whet.core.operators import StopSep
from whet.core.reached import ReachedSet
from whet.core.waitlist import BreadthFirst

State = tuple[str, int]
EDGE: Any = object()


class AtMost:
    """(place, n) describes all numbers up to n at a place."""

    def leq(self, *, lhs: State, rhs: State) -> bool:
        return lhs[0] == rhs[0] and lhs[1] <= rhs[1]

    def join(self, a: State, b: State) -> State:
        return max(a, b)

    def widen(self, *, old: State, new: State) -> State:
        return self.join(old, new)


class Places:
    @property
    def stop(self) -> Stop[Any]:
        return StopSep(AtMost())

    def merge_key(self, state: State) -> Hashable | None:
        return None

    def partition(self, state: State) -> Hashable:
        return state[0]


def reached() -> ReachedSet:
    return ReachedSet(Places(), BreadthFirst())


def test_covering_finds_a_larger_state_of_the_same_partition() -> None:
    some = reached()
    root = some.start(("a", 5), None)
    assert some.covering(("a", 3)) is root
    assert some.covering(("a", 6)) is None
    assert some.covering(("b", 3)) is None


def test_removed_states_cover_nothing_and_do_not_wait() -> None:
    some = reached()
    some.remove(some.start(("a", 5), None))
    assert some.covering(("a", 3)) is None
    assert len(some) == 0
    assert not some.waitlist


def test_replaced_state_waits_again() -> None:
    some = reached()
    root = some.start(("a", 5), None)
    some.waitlist.pop()
    some.replace(root, ("a", 7), None)
    assert some.waitlist.pop() is root
    assert [node.state for node in some] == [("a", 7)]


def test_who_has_another_way_to_what_is_pruned_waits_again() -> None:
    some = reached()
    root = some.start(("a", 0), None)
    left, right = (some.arg.add_child(root, EDGE, (place, 0), None) for place in "bc")
    joined = some.arg.add_child(left, EDGE, ("d", 0), None)
    some.arg.connect(right, EDGE, joined)
    for node in (left, right, joined):
        some.add(node)
    for node in (root, left, right, joined):
        some.waitlist.discard(node)
    some.prune(left)
    assert list(some.waitlist) == [right]
    assert right.children == []
