"""Programs as JSON, as Graphviz text and as a picture."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cfa.build import ProgramBuilder, add, assign, assume, call, const, decay, less, returns, skip
from whet.cfa import export
from whet.cfa.blocks import fuse_blocks
from whet.cfa.export import GraphvizError, GraphvizMissing, to_dot, to_json, to_svg
from whet.cfa.expressions import Var, VariableKind
from whet.cfa.model import Program, UnsupportedConstruct
from whet.cfa.operations import Assume
from whet.cfa.source import Origin, SourceFile, Span
from whet.cfa.types import LP64, ArrayType

TEXT = b'# 10 "orig.c"\nwhile (x < 10)\n  x = f(x);\n'
FILE = SourceFile("given.i", TEXT)
LOOP = Origin(Span(FILE, 14, 43), Span(FILE, 21, 27), keyword=14)

needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="needs Graphviz")


@pytest.fixture
def program() -> Program:
    """``main`` loops and calls ``f``; ``puts`` has no body."""
    builder = ProgramBuilder()
    main, f = builder.function(), builder.function("f")
    puts = builder.function("puts").function
    g = builder.global_variable("g")
    literal = builder.global_variable("str1", ArrayType(LP64.integer("char"), 5), VariableKind.STRING)
    literal.image = b'a"\\n\0'
    n = f.variable("n", kind=VariableKind.PARAMETER)
    f.edge(0, 1, returns(add(Var(n), const(1))))
    x = main.variable("x")
    condition = less(Var(x), const(10))
    main.edge(0, 1, assign(x, 0))
    main.edge(1, 2, Assume(condition, True, LOOP))
    main.edge(2, 1, call(f.done(), Var(x), result=Var(x)))
    main.edge(1, 3, assume(condition, truth=False))
    main.edge(3, 4, call(puts, decay(Var(literal))))
    main.edge(4, 5, assign(g, Var(x)))
    main.edge(5, 6, returns(Var(x)))
    main.done()
    made = builder.done()
    made.address_taken = frozenset({literal})
    made.unsupported = (UnsupportedConstruct("asm", FILE.place(14)),)
    return made


def test_json_can_be_written(program: Program) -> None:
    data: Any = json.loads(json.dumps(to_json(program)))
    assert (data["schema"], data["version"]) == ("whet-cfa", 1)
    assert data["machine"] == "LP64"
    assert data["main"] == "main"
    assert [function["name"] for function in data["functions"]] == ["main", "f", "puts"]
    assert [function["defined"] for function in data["functions"]] == [True, True, False]
    assert "nodes" not in data["functions"][2]
    assert data["unsupported"] == [{"construct": "asm", "place": {"file": "given.i", "line": 2, "column": 1}}]


def test_json_of_variables(program: Program) -> None:
    data: Any = to_json(program)
    g, literal = data["globals"]
    assert (g["name"], g["kind"], g["type"], g["size"], g["address_taken"]) == ("g", "global", "int", 4, False)
    assert (literal["kind"], literal["type"], literal["address_taken"]) == ("string literal", "char [5]", True)
    f = data["functions"][1]
    assert [variable["name"] for variable in f["variables"]] == ["result", "n"]
    assert f["parameters"] == [f["variables"][1]["number"]]
    assert f["return_variable"] == f["variables"][0]["number"]


def test_json_of_the_automaton(program: Program) -> None:
    data: Any = to_json(program)
    main = data["functions"][0]
    head = main["edges"][1]["source"]
    assert main["loop_heads"] == [head]
    assert main["loops"] == [{"head": head, "parent": None, "depth": 1, "size": 2, "reducible": True}]
    assert [node["number"] for node in main["nodes"] if node["loop_head"]] == [head]
    assert [edge["text"] for edge in main["edges"]] == [
        "x = 0",
        "[x < 10]",
        "[!(x < 10)]",
        "x = f(x)",
        r'puts("a\"\\n")',
        "g = x",
        "return x",
    ]
    assert [edge["kind"] for edge in main["edges"]][:4] == ["assign", "assume", "assume", "call"]
    assert [edge["operations"][0].get("truth") for edge in main["edges"]][:3] == [None, True, False]
    assert main["edges"][3]["operations"][0]["callee"] == "f"


def test_json_of_positions(program: Program) -> None:
    data: Any = to_json(program)
    origin = data["functions"][0]["edges"][1]["operations"][0]["origin"]
    assert origin["expression"]["begin"] == {
        "offset": 21,
        "given": {"file": "given.i", "line": 2, "column": 8},
        "original": {"file": "orig.c", "line": 10, "column": 8},
    }
    assert origin["expression"]["end"]["given"] == {"file": "given.i", "line": 2, "column": 14}
    assert origin["statement"]["end"]["original"]["line"] == 12
    assert origin["keyword"]["original"] == {"file": "orig.c", "line": 10, "column": 1}
    assert data["functions"][0]["edges"][0]["operations"][0]["origin"]["keyword"] is None


def test_json_of_blocks(program: Program) -> None:
    fuse_blocks(program)
    data: Any = to_json(program)
    block = data["functions"][0]["edges"][2]
    assert block["kind"] == "block"
    assert [part["kind"] for part in block["operations"]] == ["assume", "call", "assign", "return"]


def test_dot_has_one_cluster_per_function(program: Program) -> None:
    text = to_dot(program)
    assert re.findall(r"subgraph (\w+)", text) == ["cluster_0", "cluster_1"]
    assert 'label="main"' in text
    assert "puts" in text
    assert "subgraph cluster_2" not in text


def test_dot_shows_what_matters(program: Program) -> None:
    text = to_dot(program)
    entry, head, _, _, _, _, exit = (node.number for node in program.main.nodes[:7])
    lines = {line.strip().split(" [")[0]: line for line in text.splitlines() if "[" in line}
    assert "invhouse" in lines[f"n{entry}"]
    assert 'shape="house"' in lines[f"n{exit}"]
    assert "peripheries" in lines[f"n{head}"]
    assert f'label="{head}\\nline 2"' in lines[f"n{head}"]
    assert export._COLOURS[True] in lines[f"n{head} -> n{head + 1}"]
    assert "[x < 10]" in lines[f"n{head} -> n{head + 1}"]
    assert export._COLOURS[False] in lines[f"n{head} -> n{head + 2}"]


def test_dot_escapes(program: Program) -> None:
    assert r'label="puts(\"a\\\"\\\\n\")\l"' in to_dot(program)


def test_dot_of_some_functions_and_without_calls(program: Program) -> None:
    assert "style=dashed" in to_dot(program)
    assert "style=dashed" not in to_dot(program, calls=False)
    only = to_dot(program, {"main"})
    assert "style=dashed" not in only
    assert "cluster_1" not in only


def test_long_labels_are_wrapped_and_cut() -> None:
    builder = ProgramBuilder()
    main = builder.function()
    x = main.variable("a_variable_with_a_long_name")
    value = add(add(add(Var(x), Var(x)), Var(x)), Var(x))
    main.path(0, *[assign(x, value) for _ in range(40)], skip("end"))
    main.done()
    program = builder.done()
    fuse_blocks(program)
    label = next(line for line in to_dot(program).splitlines() if "->" in line).split('"')[1]
    lines = label.split("\\l")
    assert max(map(len, lines)) <= 48
    assert lines[0].endswith(" =")
    assert lines[1].startswith("    ")
    assert len(lines) <= 25
    assert re.fullmatch(r"\.\.\. \(\d+ more lines\)", lines[-2])


def test_output_repeats(program: Program) -> None:
    assert to_dot(program) == to_dot(program)
    assert json.dumps(to_json(program)) == json.dumps(to_json(program))


@needs_dot
def test_svg(program: Program) -> None:
    root = ElementTree.fromstring(to_svg(program))
    assert root.tag.endswith("svg")
    titles = {element.text for element in root.iter() if element.tag.endswith("title")}
    assert {"cluster_0", "cluster_1", f"n{program.main.nodes[0].number}"} <= titles


def test_svg_without_graphviz(program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GraphvizMissing, match="Graphviz"):
        to_svg(program)


@pytest.mark.parametrize(
    ("script", "message"),
    [("echo out of paper >&2; exit 3", "out of paper"), ("exec sleep 10", "did not finish")],
)
def test_svg_when_graphviz_fails(
    program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, message: str
) -> None:
    fake = tmp_path / "dot"
    fake.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    fake.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda _: str(fake))
    with pytest.raises(GraphvizError, match=message):
        to_svg(program, timeout=0.5)


def test_svg_when_graphviz_cannot_be_run(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("not allowed")

    monkeypatch.setattr(shutil, "which", lambda _: "dot")
    monkeypatch.setattr(subprocess, "run", refuse)
    with pytest.raises(GraphvizError, match="not allowed"):
        to_svg(program)
