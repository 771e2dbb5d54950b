"""Where the objects of blocks die: on every way out of the block, and only where somebody may notice."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Write
from whet.cfa.model import Node, Program
from whet.cfa.operations import Declare, End, flatten
from whet.frontend.parse import parse_file

HEAD = "int in(void); static int *p, *q;"


def lowered(write: Write, body: str) -> Program:
    return parse_file(write("test.c", f"{HEAD} int main(void) {{ {body} return 0; }}"), blocks=False, ends_blocks=True)


def lives(program: Program) -> set[tuple[str, ...]]:
    """What the ways through ``main`` that enter no edge twice say of the objects whose ends are said, in order."""
    parts = [part for edge in program.main.edges() for part in flatten(edge.operation)]
    ended = {part.variable for part in parts if isinstance(part, End)}
    found: set[tuple[str, ...]] = set()

    def follow(node: Node, said: tuple[str, ...], seen: frozenset[object]) -> None:
        if node is program.main.exit:
            found.add(said)
        for edge in node.leaving:
            if edge not in seen:
                part = edge.operation
                word = "end " if isinstance(part, End) else ""
                told = isinstance(part, End | Declare) and part.variable in ended
                follow(edge.target, (*said, word + part.variable.name) if told else said, seen | {edge})  # type: ignore[union-attr]

    assert program.main.entry is not None
    follow(program.main.entry, (), frozenset())
    return found


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("{ int x; p = &x; }", {("x", "end x")}),
        ("{ int x; int y; p = &y; }", {("y", "end y")}),
        ("{ int a[2]; p = a; }", {("a", "end a")}),
        ("{ int x; p = &x; if (in()) return 1; }", {("x", "end x"), ("x",)}),
        ("{ int x; p = &x; if (in()) goto out; in(); } out:;", {("x", "end x")}),
        (
            "{ int x; p = &x; { int y; q = &y; if (in()) goto out; } } out:;",
            {("x", "y", "end x", "end y"), ("x", "y", "end y", "end x")},
        ),
        ("while (in()) { int x; p = &x; if (in()) break; }", {(), ("x", "end x")}),
        ("do { if (in()) break; int x; p = &x; } while (in());", {(), ("x", "end x")}),
        ("for (int i = 0; in();) p = &i;", {("i", "end i")}),
        ("do { int x; p = &x; if (in()) continue; in(); } while (in());", {("x", "end x")}),
        ("switch (in()) { int x; case 1: p = &x; break; case 2: in(); }", {("x", "end x"), ()}),
        ("if (in()) goto inside; { int x; in(); inside: p = &x; }", {("x", "end x")}),
        ("if (in()) p = &(int){1};", {("__literal", "end __literal"), ()}),
        ("p = ({ int x; &x; });", {("x", "end x")}),
        ("{ static int x; p = &x; }", {()}),
        ("int x; p = &x;", {()}),
    ],
)
def test_every_way_out_ends_what_is_in_the_block(write: Write, body: str, expected: set[tuple[str, ...]]) -> None:
    assert lives(lowered(write, body)) == expected


def test_object_that_a_label_stands_before_ends_where_a_jump_leaves_before_it(write: Write) -> None:
    ways = lives(lowered(write, "{ back: if (in()) goto out; int x; p = &x; goto back; } out:;"))
    assert {way[-1] for way in ways} == {"end x"}


def test_nothing_is_said_unless_it_is_wanted(write: Write) -> None:
    program = parse_file(write("test.c", f"{HEAD} int main(void) {{ {{ int x; p = &x; }} return 0; }}"))
    assert not program.ends_blocks
    assert not any(isinstance(part, End) for edge in program.edges() for part in flatten(edge.operation))
