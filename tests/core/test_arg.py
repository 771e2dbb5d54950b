"""The abstract reachability graph: paths, replacement after a merge."""

from __future__ import annotations

from typing import Any

import pytest

from whet.core.arg import Arg, path_to

EDGE: Any = object()


def test_path_leads_from_the_root_to_the_node() -> None:
    arg = Arg()
    root = arg.add_root("a", None)
    middle = arg.add_child(root, EDGE, "b", None)
    last = arg.add_child(middle, EDGE, "c", None)
    path = path_to(last)
    assert [node.state for node in path.nodes] == ["a", "b", "c"]
    assert len(path) == 2
    assert path.target is last


def test_nodes_are_listed_in_the_order_they_were_made() -> None:
    arg = Arg()
    root = arg.add_root(0, None)
    first = arg.add_child(root, EDGE, 1, None)
    arg.add_child(root, EDGE, 2, None)
    arg.add_child(first, EDGE, 3, None)
    assert [node.state for node in arg.nodes()] == [0, 1, 2, 3]


def test_replace_inherits_how_a_node_was_reached() -> None:
    arg = Arg()
    root = arg.add_root("a", None)
    old = arg.add_child(root, EDGE, "b", None)
    arg.replace(old, "b or c", None)
    assert path_to(old).nodes == (root, old)
    assert [node.state for node in arg.nodes()] == ["a", "b or c"], "the old state is gone"


def test_replacing_the_root_keeps_the_graph_rooted() -> None:
    arg = Arg()
    root = arg.add_root("a", None)
    arg.replace(root, "b", None)
    assert arg.root is root
    assert [node.state for node in arg.nodes()] == ["b"]


def test_what_hangs_on_a_replaced_node_is_reached_from_the_root() -> None:
    arg = Arg()
    root = arg.add_root("r", None)
    old = arg.add_child(root, EDGE, "old", None)
    child = arg.add_child(old, EDGE, "child", None)
    arg.replace(old, "new", None)
    assert [node.state for node in path_to(child).nodes] == ["r", "new", "child"]
    assert old.children == [(EDGE, child)]


def test_merged_node_counts_as_the_newest_and_is_still_found_where_it_was_kept() -> None:
    arg = Arg()
    root = arg.add_root("r", None)
    first, second = (arg.add_child(root, EDGE, state, None) for state in "ab")
    kept = {first: "here"}
    arg.replace(first, "a or b", None)
    assert first.number > second.number
    assert kept[first] == "here"


OTHER: Any = object()


@pytest.mark.parametrize("ways", [1, 3])
def test_edge_that_is_taken_again_is_there_once(ways: int) -> None:
    """Whether the list that is looked through is that of the parent or that of the child."""
    arg = Arg()
    root = arg.add_root("r", None)
    parents = [arg.add_child(root, EDGE, number, None) for number in range(ways)]
    joined = arg.add_child(parents[0], EDGE, "joined", None)
    for parent in (*parents, *parents, root):
        arg.connect(parent, EDGE, joined)
        arg.connect(parent, OTHER, joined)
    assert joined.parents.count((parents[0], EDGE)) == joined.parents.count((root, OTHER)) == 1
    assert len(joined.parents) == len(set(joined.parents)) == 2 * (ways + 1)
    assert all(parent.children == [(EDGE, joined), (OTHER, joined)] for parent in parents)
