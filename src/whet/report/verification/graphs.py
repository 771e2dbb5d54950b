"""The automata of a program and the graph that was explored, for the page."""

from __future__ import annotations

import re
from typing import Final

from whet.cfa.loops import analyse_loops
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assume, Call, flatten
from whet.cfa.show import describe
from whet.core.graph_record import GraphRecord
from whet.report.verification.model import Arrow, Dot, FunctionGraph, Graph
from whet.report.verification.positions import PagePositions

MOST_LOCATIONS: Final = 20_000
_LONGEST: Final = 400
_RESULT: Final = re.compile(r"__tmp(?:__(?P<number>\d+))?\b")
"""A variable of the front end, such as one that has the result of a call; shown as ``#1``."""


def function_graphs(program: Program, positions: PagePositions) -> tuple[FunctionGraph, ...]:
    """Those of the program's functions with a body; nothing of those that are beyond the limit."""
    found: list[FunctionGraph] = []
    left = MOST_LOCATIONS
    for function in program.defined_functions:
        if function is program.start or function.is_of_library:
            continue
        left -= len(function.nodes)
        graph = _automaton(function) if left >= 0 else Graph((), (), f"{len(function.nodes)} locations are left out.")
        found.append(FunctionGraph(function.written_name, _file(function, positions), graph))
    return tuple(found)


def _file(function: Function, positions: PagePositions) -> int | None:
    entry = function.entry
    return None if entry is None or not entry.leaving else positions.number(entry.leaving[0].origin.expression.file)


def _automaton(function: Function) -> Graph:
    heads = analyse_loops(function).heads
    nodes = tuple(
        Dot(node.number, str(node.number), _kind(node, heads), function.written_name, _line(node), "") for node in function.nodes
    )
    edges = tuple(Arrow(edge.source.number, edge.target.number, _cut(_told(edge)), _edge_kind(edge)) for edge in function.edges())
    return Graph(nodes, edges)


def _told(edge: Edge) -> str:
    text = "\n".join(describe(part) for part in flatten(edge.operation))
    return _RESULT.sub(lambda found: f"#{found['number'] or 1}", text)


def _kind(node: Node, heads: frozenset[Node]) -> str:
    if node is node.function.entry:
        return "entry"
    if node is node.function.exit:
        return "exit"
    return "loop" if node in heads else ""


def _edge_kind(edge: Edge) -> str:
    match flatten(edge.operation)[0]:
        case Assume(truth=truth):
            return "true" if truth else "false"
        case Call():
            return "call"
        case _:
            return ""


def _line(node: Node) -> int | None:
    return node.leaving[0].origin.place.line if node.leaving else None


def explored_graph(record: GraphRecord) -> Graph:
    nodes = tuple(
        Dot(
            each.number, f"{each.function} {each.location}", each.kind.value, each.function, each.line, each.text, each.covered_by
        )
        for each in record.nodes
    )
    return Graph(nodes, tuple(Arrow(each.source, each.target, each.text) for each in record.edges), _note(record))


def _note(record: GraphRecord) -> str:
    notes = []
    if record.left_out:
        every = len(record.nodes) + record.left_out
        notes.append(
            f"Shown are {len(record.nodes)} of {every} states: those nearest to the root, and the paths to errors and gaps."
        )
    if record.untold:
        notes.append(f"What {record.untold} of them say is not told, to save time.")
    return " ".join(notes)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
