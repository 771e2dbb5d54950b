"""The abstract reachability graph: paths, replacement after a merge."""

from __future__ import annotations

from typing import Any

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
    new = arg.replace(old, "b or c", None)
    assert path_to(new).nodes == (root, new)
    assert old not in set(arg.nodes())


def test_replacing_the_root_keeps_the_graph_rooted() -> None:
    arg = Arg()
    new = arg.replace(arg.add_root("a", None), "b", None)
    assert arg.root is new


def test_what_hangs_on_a_replaced_node_is_reached_from_the_root() -> None:
    arg = Arg()
    root = arg.add_root("r", None)
    old = arg.add_child(root, EDGE, "old", None)
    child = arg.add_child(old, EDGE, "child", None)
    new = arg.replace(old, "new", None)
    assert path_to(child).nodes == (root, new, child)
    assert new.children == [(EDGE, child)]
