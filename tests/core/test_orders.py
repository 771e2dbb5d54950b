"""Orders of exploration that look at the program: the coverage of its edges."""

from __future__ import annotations

from pathlib import Path

from whet.analyses.location import LocationAnalysis
from whet.cfa.model import Edge, Program
from whet.cfa.operations import Call, flatten
from whet.core.composite import Composite
from whet.core.orders import _WaysBack
from whet.frontend.parse import parse_file

TEXT = """
extern int in(void);
int deep(int x) { if (x) return 1; return 2; }
int main(void) {
  int a = in();
  if (a) { a = deep(a); }
  return a;
}
"""


def ways_of(folder: Path) -> tuple[Program, _WaysBack]:
    path = folder / "program.c"
    path.write_text(TEXT)
    program = parse_file(str(path))
    return program, _WaysBack(Composite(program, [LocationAnalysis(program)]))


def is_in(edge: Edge, function: str) -> bool:
    return edge.source.function.name == function


def test_distance_leads_through_calls_to_the_edge_that_was_not_taken(tmp_path: Path) -> None:
    program, ways = ways_of(tmp_path)
    last = [edge for edge in program.edges() if is_in(edge, "deep")][-1]
    found = ways.distances([edge for edge in program.edges() if edge is not last])
    assert found[last.source] == 0
    assert program.main.entry is not None
    assert found[program.main.entry] > 0, "the way there goes through a call"


def test_nothing_is_near_if_every_edge_was_taken(tmp_path: Path) -> None:
    program, ways = ways_of(tmp_path)
    assert not ways.distances([*program.edges(), *program.start.edges()])


def test_call_is_taken_if_the_callee_was_entered(tmp_path: Path) -> None:
    program, ways = ways_of(tmp_path)
    everything = [*program.edges(), *program.start.edges()]
    calls = [edge for edge in everything if _calls(edge, "deep")]
    others = [edge for edge in everything if edge not in calls]
    assert ways.distances(others)
    assert not ways.distances([*others, *(program.call_edges(edge, program.functions["deep"])[0] for edge in calls)])


def _calls(edge: Edge, name: str) -> bool:
    return any(isinstance(part, Call) and getattr(part.callee, "name", None) == name for part in flatten(edge.operation))
