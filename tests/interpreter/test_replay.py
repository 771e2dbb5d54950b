"""Replay of error paths: the search finds inputs where there are some, and claims nothing where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.algorithms.cpa import cpa
from whet.analyses.callstack import CallstackAnalysis
from whet.analyses.funcpointer import FunctionPointerAnalysis
from whet.analyses.location import LocationAnalysis
from whet.analyses.specification import SpecificationAnalysis
from whet.cfa.expressions import Const
from whet.cfa.model import Program
from whet.cfa.operations import Return, Skip
from whet.cfa.show import describe
from whet.cfa.targets import Targets
from whet.cfa.types import LP64
from whet.checks.insertion import put_checks
from whet.core.arg import path_to
from whet.core.composite import Composite
from whet.core.reached import ReachedSet
from whet.core.waitlist import BreadthFirst
from whet.frontend.parse import parse_file
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import UndefinedBehaviour
from whet.interpreter.process import RunBounds
from whet.interpreter.replay import Effort, NotReplayed, Replayed, Replayer, ReplayResult
from whet.task.dangers import Danger

DECLARED = """extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern char __VERIFIER_nondet_char(void);
extern double __VERIFIER_nondet_double(void);
"""


def replayed(folder: Path, source: str, effort: Effort | None = None, limits: RunBounds | None = None) -> ReplayResult:
    """Replay the first abstract error path of a program, found without looking at values."""
    program = checked_program(folder, source, Targets("unreach-call", frozenset({"reach_error"})))
    return replayed_in(program, effort, limits)


def checked_program(folder: Path, source: str, targets: Targets) -> Program:
    path = folder / "program.c"
    path.write_text(DECLARED + source)
    program = parse_file(str(path), machine=LP64)
    put_checks(program, targets)
    return program


def replayed_in(program: Program, effort: Effort | None = None, limits: RunBounds | None = None) -> ReplayResult:
    makers = (LocationAnalysis, CallstackAnalysis, FunctionPointerAnalysis, SpecificationAnalysis)
    product = Composite(program, [make(program) for make in makers])
    reached = ReachedSet(product, BreadthFirst())
    assert program.start.entry is not None
    reached.start(product.initial(program.start.entry), product.initial_precision())
    cpa(product, reached, lambda: False)
    target = next(iter(reached.targets))
    interpreter = Interpreter(program, limits=limits)
    return Replayer(program, interpreter, effort or Effort()).replay(path_to(target).edges)


def inputs(result: ReplayResult) -> list[object]:
    assert isinstance(result, Replayed), result
    return [read.value for read in result.execution.inputs]


def test_replay_finds_inputs_for_several_conditions(tmp_path: Path) -> None:
    source = """int main(void) {
      int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
      if (x > 100) if (y == x + 7) reach_error();
      return 0; }"""
    assert isinstance(replayed(tmp_path, source), NotReplayed)
    assert inputs(replayed(tmp_path, source.replace("x + 7", "-3"))) == [101, -3]


def test_replay_tries_neighbours_of_constants(tmp_path: Path) -> None:
    source = "int main(void) { char c = __VERIFIER_nondet_char(); if (c < 'x' && c > 'v') reach_error(); return 0; }"
    assert inputs(replayed(tmp_path, source)) == [ord("w")]


def test_replay_of_floating_inputs(tmp_path: Path) -> None:
    source = "int main(void) { double d = __VERIFIER_nondet_double(); if (d >= 2.5 && d <= 2.5) reach_error(); return 0; }"
    assert inputs(replayed(tmp_path, source)) == [2.5]


def test_replay_through_calls_and_function_pointers(tmp_path: Path) -> None:
    source = """static int twice(int n) { return 2 * n; }
    int main(void) { int (*f)(int) = twice; int x = __VERIFIER_nondet_int(); if (f(x) == 2) reach_error(); return 0; }"""
    assert inputs(replayed(tmp_path, source)) == [1]


def test_replay_of_an_impossible_path_fails(tmp_path: Path) -> None:
    source = "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && x < 0) reach_error(); return 0; }"
    assert isinstance(replayed(tmp_path, source), NotReplayed)


def test_replay_does_not_go_on_behind_inline_assembler(tmp_path: Path) -> None:
    """The outputs of assembler are arbitrary for a proof; an alarm must not choose them."""
    source = 'int main(void) { int x; __asm__("mov $1, %0" : "=r"(x)); if (x == 7) reach_error(); return 0; }'
    result = replayed(tmp_path, source)
    assert isinstance(result, NotReplayed)
    assert "inline assembler" in result.reason


def test_replay_respects_its_effort(tmp_path: Path) -> None:
    source = "int main(void) { if (__VERIFIER_nondet_int() == 9 && __VERIFIER_nondet_int() == 8) reach_error(); return 0; }"
    assert isinstance(replayed(tmp_path, source, Effort(runs=1)), NotReplayed)
    assert inputs(replayed(tmp_path, source)) == [9, 8]


def test_an_error_does_not_rest_on_a_number_of_which_c_fixes_only_the_sign(tmp_path: Path) -> None:
    source = """int strcmp(const char *, const char *);
    int main(void) { char a[] = "a", c[] = "c"; if (strcmp(a, c) < -1) reach_error(); return 0; }"""
    result = replayed(tmp_path, source)
    assert isinstance(result, NotReplayed)
    assert "defines only the sign" in result.reason
    assert isinstance(replayed(tmp_path, source.replace("< -1", "< 0")), Replayed)


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("exit(3);", "ends before the error, with status 3"),
        ("abort();", "is aborted before the error at program.c:3:18: abort"),
        ("void __VERIFIER_assume(int); __VERIFIER_assume(0);", "reaches an assumption at program.c:3:47 that does not hold"),
        ("int z = 0; z = 1 / z;", "has undefined behaviour at program.c:3:29: division by zero: 1 / 0"),
        (
            "__VERIFIER_assume(0);",
            "reaches call of __VERIFIER_assume declared as int (...) at program.c:3:18, which is not modelled",
        ),
        ("exit(3); /* steps */", "takes more than 1 steps"),
    ],
)
def test_reason_tells_what_becomes_of_the_run(
    statement: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every way to end has words of its own, with the place."""
    monkeypatch.chdir(tmp_path)
    limits = RunBounds(steps=1) if "steps" in statement else None
    result = replayed(Path(), f"int main(void) {{ {statement} reach_error(); return 0; }}", limits=limits)
    assert isinstance(result, NotReplayed)
    assert result.reason == f"the replay {reason}"


DIVISION = Targets("division-by-zero", dangers=frozenset({Danger("division")}))
DIVIDES = "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 9) return 0; return 5 % (x - 12); }"


def test_run_goes_on_from_a_check_to_the_division(tmp_path: Path) -> None:
    result = replayed_in(checked_program(tmp_path, DIVIDES, DIVISION))
    assert inputs(result) == [12]
    assert isinstance(result, Replayed)
    assert isinstance(result.execution.outcome, UndefinedBehaviour)


def test_check_is_not_believed_if_the_operation_behind_it_does_not_go_wrong(tmp_path: Path) -> None:
    program = checked_program(tmp_path, DIVIDES, DIVISION)
    (division,) = [
        edge for edge in program.main.edges() if isinstance(edge.operation, Return) and "%" in describe(edge.operation)
    ]
    division.operation = Return(Const(1, LP64.int), division.origin)
    assert isinstance(replayed_in(program), NotReplayed)


@pytest.mark.parametrize("last", ["return 5 / (x == 13);", "{ int n = 0; return x == 13 ? *(int *)0 : 1; }"])
def test_other_undefined_behaviour_behind_a_check_is_no_error(tmp_path: Path, last: str) -> None:
    program = checked_program(tmp_path, DIVIDES.replace("return 5 % (x - 12);", "x = 5 % (x - 12); " + last), DIVISION)
    (division,) = [edge for edge in program.main.edges() if "%" in describe(edge.operation)]
    division.operation = Skip(division.origin)
    assert isinstance(replayed_in(program), NotReplayed)
