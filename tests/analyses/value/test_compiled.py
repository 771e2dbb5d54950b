"""The compiled transfer does what the interpreted one does, and its text can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.value.programs import PROGRAMS
from tests.analyses.value.running import VALUE, explore, program_of, steps, successors
from tests.contracts.samples import SAMPLES
from whet.analyses.value.analysis import ValueAnalysis, ValueOptions
from whet.analyses.value.state import ValueState
from whet.cfa.model import Edge, Program
from whet.cfa.types import ILP32, LP64, MachineModel

ALL = {**PROGRAMS, **{f"sample {name}": text for name, text in SAMPLES.items()}}


@pytest.mark.parametrize("blocks", [True, False], ids=["blocks", "single operations"])
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("name", ALL)
def test_both_transfers_reach_the_same(name: str, machine: MachineModel, blocks: bool, tmp_path: Path) -> None:
    program = program_of(ALL[name].replace("extern void *malloc(unsigned long);", ""), tmp_path, machine, blocks=blocks)
    compiled = ValueAnalysis(program, ValueOptions(forget="nothing"))
    interpreted = ValueAnalysis(program, ValueOptions(transfer="interpreted", forget="nothing"))
    reached = [explore(program, analysis, 1500) for analysis in (compiled, interpreted)]
    one, other = ([node.state[VALUE] for node in each.arg.nodes()] for each in reached)
    assert one == other
    for edge, state in _attempts(program, [node.state for node in reached[0]]):
        assert successors(compiled, edge, state) == successors(interpreted, edge, state), compiled.source(edge)


def _attempts(program: Program, states: list[tuple[object, object, ValueState]]) -> list[tuple[Edge, ValueState]]:
    """Every edge that leaves a reached location, with every state there: also those that cannot be taken."""
    edges: dict[object, list[Edge]] = {}
    for edge in program.edges():
        edges.setdefault(edge.source, []).append(edge)
    return [(edge, state) for node, _, state in states for edge in edges.get(node, [])]


def test_a_state_that_does_not_change_is_the_same_object(tmp_path: Path) -> None:
    text = "int g = 1; int main(void) { int x = 2; if (x == 2) x = 2; g = 1; if (x > 1) g = x - 1; return 0; }"
    program = program_of(text, tmp_path, blocks=False)
    analysis = ValueAnalysis(program, ValueOptions(forget="nothing"))
    for edge, state in steps(explore(program, analysis)):
        for successor in successors(analysis, edge, state):
            assert successor is state or successor != state


def test_text_is_straight_code(tmp_path: Path) -> None:
    text = "int a = 1; int main(void) { int x = __VERIFIER_nondet_int(); if (x == 5) a = x * 2 + a; return 0; }"
    program = program_of(text, tmp_path)
    analysis = ValueAnalysis(program)
    edge = next(edge for edge in program.main.edges() if "a = " in analysis.source(edge))
    assert analysis.source(edge) == EXPECTED


EXPECTED = """\
def post(s, p):
 g = s.globals
 f = s.frame
 f1_x = f[1]
 if f1_x is None:
  f1_x = 5
 elif f1_x != 5:
  return ()
 g0_a = g[0]
 g0_a = None if g0_a is None else ((((f1_x * 2 + 2147483648 & 4294967295) - 2147483648) + g0_a + 2147483648 & 4294967295) - 2147483648)
 if g0_a == g[0] and f1_x == f[1]:
  return (s,)
 g = g[:0] + (g0_a,) + g[1:]
 f = f[:1] + (f1_x,) + f[2:]
 return (State(g, f, s.callers, s.memory),)
"""  # noqa: E501  # generated code has no limit


def test_deep_expressions_are_compiled(tmp_path: Path) -> None:
    deep = "(" * 60 + "x" + "".join(f" + {n})" for n in range(60))
    program = program_of(f"int main(void) {{ int x = 1; int y = {deep}; return y; }}", tmp_path)
    analysis = ValueAnalysis(program, ValueOptions(forget="nothing"))
    states = [node.state[VALUE] for node in explore(program, analysis)]
    assert any(1771 in state.frame for state in states)
