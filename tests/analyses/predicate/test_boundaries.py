"""Where blocks end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.analyses.predicate.running import REACH_ERROR, program_of
from whet.analyses.predicate.analysis import PredicateAnalysis, PredicateOptions
from whet.cfa.callees import Callees
from whet.cfa.loops import analyse_loops
from whet.cfa.model import Edge, Program
from whet.cfa.operations import Enter, Leave, flatten
from whet.cfa.targets import NO_TARGETS, Targets, violation_by
from whet.core.flow import Flow

TEXT = """
int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int once(int n) { if (n) n = 2; else n = 3; return n; }
int main(void) {
  int i, s = 0;
  for (i = 0; i < 4; i++) { if (i == 2) s++; else s--; s += once(i); }
  if (even(s)) { s = 1; s = 2; reach_error(); }
  failed: return s;
}
"""


def edges(program: Program) -> list[Edge]:
    """With those through callees."""
    flow = Flow(program, Callees(program))
    inside = [step for function in program.defined_functions for node in function.nodes for step in steps(flow, node)]
    return inside


def steps(flow: Flow, node: Any) -> list[Edge]:
    if node is node.function.exit:
        return []
    return list(flow.leaving(node, lambda query: None))


def ends(folder: Path, **options: Any) -> tuple[Program, list[Edge]]:
    program = program_of(TEXT, folder)
    analysis = PredicateAnalysis(program, PredicateOptions(**options))
    return program, [edge for edge in edges(program) if analysis.block_ends(edge)]


def test_every_edge(tmp_path: Path) -> None:
    program, found = ends(tmp_path, blocks="edge")
    assert found == edges(program)


@pytest.mark.parametrize("blocks", ["loops", "joins"])
def test_loop_heads_errors_and_recursion(blocks: str, tmp_path: Path) -> None:
    program, found = ends(tmp_path, blocks=blocks)
    (head,) = analyse_loops(program.main).heads
    at_head = [edge for edge in edges(program) if edge.target is head]
    assert len(at_head) == 2
    assert {*at_head} <= {*found}
    recursive = {edge.operation.function.name for edge in found if isinstance(edge.operation, Enter)}
    assert recursive == {"even", "odd", "reach_error"}


def test_joins_are_ends_only_if_wanted(tmp_path: Path) -> None:
    program = program_of(TEXT, tmp_path, NO_TARGETS)
    heads = analyse_loops(program.main).heads
    joins = [edge for edge in edges(program) if len(edge.target.entering) > 1 and edge.target not in heads]
    few, many = (PredicateAnalysis(program, PredicateOptions(blocks=where)).block_ends for where in ("loops", "joins"))
    assert len(joins) > 3
    assert all(many(edge) for edge in joins)
    assert not any(few(edge) for edge in joins)


def test_blocks_end_where_the_property_is_violated(tmp_path: Path) -> None:
    def ends(targets: Targets) -> list[str]:
        program = program_of(TEXT, tmp_path, targets)
        analysis = PredicateAnalysis(program, PredicateOptions(blocks="loops"))
        found = [part for edge in edges(program) if analysis.block_ends(edge) for part in flatten(edge.operation)]
        return [error.what for part in found if (error := violation_by(part)) is not None]

    assert ends(REACH_ERROR) == ["reach_error() is called"]
    assert ends(NO_TARGETS) == []
    assert ends(Targets("label", labels=frozenset({"failed"}))) == ["the label failed is reached"]


def test_calls_and_returns_are_ends_only_if_wanted(tmp_path: Path) -> None:
    """ABE-lf: loops and functions."""
    program = program_of(TEXT, tmp_path, NO_TARGETS)
    calls = [edge for edge in edges(program) if isinstance(edge.operation, Enter | Leave)]
    plain = [edge for edge in calls if isinstance(edge.operation, Enter) and edge.operation.function.name == "once"]
    few, more = (PredicateAnalysis(program, PredicateOptions(blocks=where)).block_ends for where in ("loops", "lf"))
    assert plain
    assert all(map(more, calls))
    assert not any(map(few, plain))
    assert all(more(edge) for edge in edges(program) if few(edge))
