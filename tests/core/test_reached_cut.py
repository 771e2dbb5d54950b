"""Removing parts of the reached set (lazy abstraction): nothing that only the removed part accounted for is forgotten."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.test_reached import State, reached
from tests.refine.running import read, verdict
from whet.core.arg import ArgNode
from whet.core.interfaces import Gap
from whet.core.reached import ReachedSet

EDGE: Any = object()
OLD, NEW = ("old", "of another component"), ("new", "of another component")
GROWN = {0: "new"}
GAP = Gap("unsupported", "here")


def child(some: ReachedSet, parent: ArgNode, state: State) -> ArgNode:
    """A new node behind another one, as exploration makes it; it has been explored, too."""
    node = some.arg.add_child(parent, EDGE, state, OLD)
    some.add_or_cover(node)
    some.waitlist.discard(node)
    return node


def waiting(some: ReachedSet) -> list[ArgNode]:
    return sorted(some.waitlist, key=lambda node: node.number)


def rooted() -> tuple[ReachedSet, ArgNode]:
    some = reached()
    root = some.start(("root", 0), OLD)
    some.waitlist.discard(root)
    return some, root


def test_cut_removes_what_is_behind_and_keeps_the_rest() -> None:
    some, root = rooted()
    left, right = child(some, root, ("a", 1)), child(some, root, ("b", 1))
    child(some, left, ("c", 1))
    some.cut(left, GROWN)
    assert list(some.arg.nodes()) == [root, right]
    assert set(some) == {root, right}
    assert len(some) == 2
    assert waiting(some) == [root], "its parent is explored again"


def test_all_that_waits_goes_on_with_the_new_precision() -> None:
    some, root = rooted()
    left, right = child(some, root, ("a", 1)), child(some, root, ("b", 1))
    some.waitlist.push(right)
    some.cut(left, GROWN)
    assert [node.precision for node in (root, right)] == [NEW, NEW]


def test_precision_of_a_component_that_did_not_grow_is_each_states_own() -> None:
    some, root = rooted()
    left, right = child(some, root, ("a", 1)), child(some, root, ("b", 1))
    right.precision = ("old", "its own")
    some.waitlist.push(right)
    some.cut(left, GROWN)
    assert [node.precision for node in (root, right)] == [NEW, ("new", "its own")]


def test_node_behind_itself_is_cut_with_all_of_its_loop() -> None:
    some, root = rooted()
    head = child(some, root, ("head", 1))
    body = child(some, head, ("body", 1))
    some.arg.connect(body, EDGE, head)
    some.cut(body, GROWN)
    assert list(some.arg.nodes()) == [root]
    assert waiting(some) == [root], "what is gone does not wait"


def test_what_a_removed_node_covered_waits_again_with_the_new_precision() -> None:
    some, root = rooted()
    left, right = child(some, root, ("a", 1)), child(some, root, ("b", 1))
    child(some, left, ("c", 5))
    covered = child(some, right, ("c", 3))
    assert covered not in set(some)
    some.cut(left, GROWN)
    assert covered.covered_by is None
    assert waiting(some) == [root, covered]
    assert covered.precision == NEW
    assert some.covering(("c", 2)) is covered


def test_what_another_node_covers_too_stays_covered() -> None:
    some, root = rooted()
    left, right, third = (child(some, root, (place, 1)) for place in "abd")
    child(some, left, ("c", 5))
    covered = child(some, right, ("c", 3))
    wider = child(some, third, ("c", 6))
    some.cut(left, GROWN)
    assert covered.covered_by is wider
    assert waiting(some) == [root]
    some.cut(wider, GROWN)
    assert waiting(some) == [root, third, covered], "now nothing covers it"


def test_covered_node_that_is_removed_does_not_come_back() -> None:
    """Not even when the node that covered it is removed later."""
    some, root = rooted()
    left, right = child(some, root, ("a", 1)), child(some, root, ("b", 1))
    child(some, left, ("c", 5))
    covered = child(some, right, ("c", 3))
    some.cut(right, GROWN)
    some.cut(left, GROWN)
    assert covered not in set(some)
    assert waiting(some) == [root]


def test_node_that_was_removed_is_not_cut_again() -> None:
    """Of several pivots one may be behind another."""
    some, root = rooted()
    first = child(some, root, ("a", 1))
    second = child(some, first, ("b", 1))
    third = child(some, second, ("c", 1))
    some.cut(first, GROWN)
    some.cut(third, GROWN)
    assert waiting(some) == [root], "what led to it is gone, too"


def test_targets_and_gaps_behind_the_cut_are_dropped() -> None:
    some, root = rooted()
    left, right = child(some, root, ("a", 1)), child(some, root, ("b", 1))
    for parent in (left, right):
        some.targets[some.arg.add_child(parent, EDGE, ("end", 0), OLD)] = None
        some.gaps[some.arg.add_child(parent, EDGE, ("end", 0), OLD)] = GAP
    some.cut(left, GROWN)
    assert [node.parents[0][0] for node in (*some.targets, *some.gaps)] == [right, right]


def test_restart_forgets_everything() -> None:
    some, root = rooted()
    left = child(some, root, ("a", 5))
    child(some, root, ("a", 3))
    some.targets[some.arg.add_child(left, EDGE, ("end", 0), OLD)] = None
    some.gaps[some.arg.add_child(left, EDGE, ("end", 0), OLD)] = GAP
    some.restart(("root", 0), NEW)
    (new,) = some
    assert (list(some.arg.nodes()), waiting(some)) == ([new], [new])
    assert (len(some), some.targets, some.gaps) == (1, {}, {})
    assert some.covering(("a", 1)) is None
    assert new.number > left.number, "numbers are not used twice"


# ------------------------------------------------------------------------------------------------------ strengthening


def test_strengthened_node_waits_only_if_it_did() -> None:
    some, root = rooted()
    left, right = child(some, root, ("a", 5)), child(some, root, ("b", 5))
    some.waitlist.push(right)
    for node in (left, right):
        some.strengthen(node, (node.state[0], 2))
    assert waiting(some) == [right]
    assert some.covering(("a", 3)) is None
    assert some.covering(("a", 2)) is left


def test_nodes_that_become_equal_can_be_removed_one_after_the_other() -> None:
    some, root = rooted()
    left, right = child(some, root, ("a", 5)), child(some, root, ("a", 7))
    some.waitlist.push(right)
    for node in (left, right):
        some.strengthen(node, ("a", 2))
    assert waiting(some) == [right], "it is still to be explored"
    assert some.covering(("a", 1)) is left
    some.prune(left)
    assert some.covering(("a", 1)) is None
    some.prune(right)
    assert set(some) == {root}


# ------------------------------------------------------------------------------------------------------- the invariant


@given(st.lists(st.tuples(st.sampled_from(["add", "cut"]), st.integers(0, 30), st.integers(0, 4)), max_size=40))
def test_every_node_is_reached_or_covered_by_one_that_is(steps: list[tuple[str, int, int]]) -> None:
    some, root = rooted()
    for what, number, level in steps:
        nodes = [node for node in some.arg.nodes() if node.covered_by is None]
        node = nodes[number % len(nodes)]
        if what == "add":
            child(some, node, ("ab"[number % 2], level))
        elif node is not root:
            parents = [parent for parent, _ in node.parents]
            some.cut(node, GROWN)
            assert all(parent in some.waitlist for parent in parents)
        assert_accounted_for(some)


def assert_accounted_for(some: ReachedSet) -> None:
    present = set(some.arg.nodes())
    assert set(some) <= present
    assert set(some.waitlist) <= present
    for node in present:
        by = node.covered_by
        assert node in set(some) if by is None else by in set(some) and by.state[1] >= node.state[1]


LOSES_AN_ERROR = """
int main(void) {
  int c = __VERIFIER_nondet_int(), y;
  if (c == 1) { if (__VERIFIER_nondet_bool()) c = 2; y = 0; } else { if (__VERIFIER_nondet_bool()) c = 3; y = 1; }
  if (y == 1) reach_error();
  return 0;
}"""
"""Without y the branches meet; the path that is refuted goes through one of them, the error through the other."""


@pytest.mark.parametrize("order", ["callstack", "dfs", "bfs", "rpo"])
def test_error_behind_a_covered_node_is_found(order: str, tmp_path: Path) -> None:
    program = read(LOSES_AN_ERROR, tmp_path)
    options = ("refinement.go_on=pivot", f"exploration.order={order}")
    assert verdict(program, *options) == "FALSE"


def test_error_would_be_lost_if_covered_nodes_were_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = read(LOSES_AN_ERROR, tmp_path)
    monkeypatch.setattr(ReachedSet, "cover", lambda self, node, by: setattr(node, "covered_by", by))
    orders = ("callstack", "dfs", "bfs", "rpo")
    found = {verdict(program, "refinement.go_on=pivot", f"exploration.order={order}") for order in orders}
    assert "TRUE" in found, "this program is a test of what is done with covered nodes"
