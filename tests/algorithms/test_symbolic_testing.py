"""Inputs for tests by symbolic execution: executions with them take the paths they were made for."""

from __future__ import annotations

from itertools import chain, repeat
from pathlib import Path

from tests.analyses.symbolic.running import program_of
from whet.algorithms.symbolic_testing import GeneratedInputs, symbolic_inputs
from whet.cfa.model import Edge, Program
from whet.core.context import Context, SoftLimits
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import Interpreter
from whet.task.task import Task

BRANCHES = """int main(void) {
  int x = __VERIFIER_nondet_int(), found = 0;
  if (x == 12345) found = 1;
  if (x > 1000000) { if (__VERIFIER_nondet_uint() == 7) found = 2; else abort(); }
  if (found == 2 && x == 2000001) reach_error();
  return found;
}"""


def inputs_for(program: Program, *, seconds: float = 60, steps: int | None = None) -> list[GeneratedInputs]:
    context = Context(limits=SoftLimits(seconds=seconds, steps=steps))
    return list(symbolic_inputs(program, Task(files=("program.c",)), context))


def taken(program: Program, found: GeneratedInputs) -> list[Edge]:
    """The edges of an execution; zeros where it asks for more."""
    edges: list[Edge] = []
    interpreter = Interpreter(program, error_functions=program.targets.functions)
    interpreter.run(ListedInputs(chain(found.inputs, repeat(0))), observer=edges.append)
    return edges


def test_executions_take_the_paths_the_inputs_were_made_for(tmp_path: Path) -> None:
    program = program_of(BRANCHES, tmp_path)
    for found in inputs_for(program):
        sources = [edge.source for edge in found.edges]
        assert [edge.source for edge in taken(program, found)][: len(sources)] == sources


def test_inputs_cover_every_branch(tmp_path: Path) -> None:
    program = program_of(BRANCHES, tmp_path)
    covered = {edge for found in inputs_for(program) for edge in taken(program, found)}
    branches = [edge for edge in program.main.edges() if len(edge.source.leaving) > 1]
    assert len(branches) >= 10
    assert all(edge in covered for edge in branches)


def test_each_list_of_inputs_comes_once(tmp_path: Path) -> None:
    found = [each.inputs for each in inputs_for(program_of(BRANCHES, tmp_path))]
    assert len(found) == len(set(found))
    assert any(2000001 in inputs for inputs in found), "the way to the error is a test, too"


def test_program_without_end_gives_inputs_until_the_limit(tmp_path: Path) -> None:
    text = "int main(void) { unsigned n = 0; while (1) { n += __VERIFIER_nondet_uint(); if (n == 77) n = 1; } }"
    assert inputs_for(program_of(text, tmp_path), steps=100)
