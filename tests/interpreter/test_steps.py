"""The steps of a run: they are what the interpreter did, with the values it did it with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from whet.cfa.model import Edge, Program
from whet.cfa.operations import Assign, Operation
from whet.cfa.targets import Targets, violation_by
from whet.cfa.types import LP64
from whet.checks.insertion import put_checks
from whet.core.evidence import Assigned, Branched, Called, EvidenceStep, Omitted, Received, Returned
from whet.frontend.parse import parse_file
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import ErrorReached, Exited
from whet.interpreter.steps import StepsTaken
from whet.interpreter.view import View
from whet.task.dangers import Danger

DECLARED = """extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern double __VERIFIER_nondet_double(void);
"""


def parsed(folder: Path, source: str) -> Program:
    path = folder / "program.c"
    path.write_text(DECLARED + source)
    program = parse_file(str(path), machine=LP64)
    put_checks(program, Targets("unreach-call", frozenset({"reach_error"})))
    return program


def path_of(program: Program, *inputs: int) -> list[Edge]:
    edges: list[Edge] = []
    Interpreter(program).run(ListedInputs(inputs), observer=edges.append)
    return edges


def steps_of(folder: Path, source: str, *inputs: int, most: int = 500) -> list[EvidenceStep]:
    program = parsed(folder, source)
    taken = StepsTaken(program, path_of(program, *inputs), most)
    Interpreter(program).follow(taken, ListedInputs(inputs))
    return list(taken.steps)


def shown(steps: list[EvidenceStep]) -> list[str]:
    return [_shown(step) for step in steps]


def _shown(step: EvidenceStep) -> str:
    match step:
        case Received(function=function, source=source, value=value):
            return f"{function}: {source} gives {value}"
        case Branched(function=function, condition=condition, truth=truth):
            return f"{function}: {condition} is {truth}"
        case Assigned(function=function, target=target, before=before, after=after):
            return f"{function}: {target} from {before} to {after}"
        case Called(function=function, callee=callee, arguments=arguments):
            return f"{function}: {callee}{arguments}"
        case Returned(function=function, result=result):
            return f"{function}: returns {result}"
        case Omitted(count=count):
            return f"... {count}"


def test_steps_of_a_run(tmp_path: Path) -> None:
    source = """int g = 3;
static int twice(int n) { g = g + n; return 2 * n; }
static void nothing(void) { }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) x = twice(x);
  nothing();
  if (g == 10) reach_error();
  return 0; }"""
    assert shown(steps_of(tmp_path, source, 7)) == [
        "__start: main()",
        "main: __VERIFIER_nondet_int()",
        "main: __VERIFIER_nondet_int() gives 7",
        "main: x from None to 7",
        "main: x > 5 is True",
        "main: twice(7,)",
        "twice: g from 3 to 10",
        "twice: returns 14",
        "main: x from 7 to 14",
        "main: nothing()",
        "nothing: returns None",
        "main: g == 10 is True",
        "main: reach_error()",
    ]


def test_places_are_those_of_the_operations(tmp_path: Path) -> None:
    source = "int main(void) { int x = 1;\n  x = 2;\n  x = 2;\n  return 0; }"
    steps = steps_of(tmp_path, source)
    assert [step.place.line for step in steps if isinstance(step, Assigned) and step.place is not None] == [2, 3, 4]


def test_store_that_moves_its_own_place(tmp_path: Path) -> None:
    source = "int a[3] = { 1, 5, 9 }; int main(void) { int *p = a; a[a[0]] = 2; a[0] = 2; *p = 7; p = p + 1; return 0; }"
    steps = [step for step in shown(steps_of(tmp_path, source)) if " a[" in step or " *p" in step]
    assert steps == ["main: a[a[0]] from 5 to 2", "main: a[0] from 1 to 2", "main: *p from 2 to 7"]


def test_pointer_call_has_the_name_of_the_function(tmp_path: Path) -> None:
    source = """static int one(void) { return 1; } int (*f)(void) = one; double (*g)(void) = __VERIFIER_nondet_double;
int main(void) { int x = f(); double d = g(); return x + (d > 1); }"""
    steps = shown(steps_of(tmp_path, source, 2))
    wanted = ["main: one()", "one: returns 1", "main: x from None to 1", "main: __VERIFIER_nondet_double()"]
    assert steps[1:5] == wanted
    assert steps[5:7] == ["main: g() gives 2.0", "main: d from None to 2.0"]


def test_bit_field_holds_what_was_kept_of_the_value(tmp_path: Path) -> None:
    source = "struct { unsigned low : 3; } s; int main(void) { s.low = 13; return 0; }"
    assert "main: s.low from 0 to 5" in shown(steps_of(tmp_path, source))


LOOP = "int main(void) { int s = 0; for (int i = 0; i < 200; i++) { s = s + __VERIFIER_nondet_int(); } if (s) reach_error(); }"


def test_long_run_is_told_from_both_ends(tmp_path: Path) -> None:
    every, some = (steps_of(tmp_path, LOOP, *range(200), most=most) for most in (5000, 20))
    (middle,) = (number for number, step in enumerate(some) if isinstance(step, Omitted))
    first, last = some[:middle], some[middle + 1 :]
    assert 20 <= len(first) <= 40
    assert 20 <= len(last) <= 40
    assert every[: len(first)] == first
    assert every[-len(last) :] == last
    assert not any(isinstance(step, Omitted) for step in every)


def test_what_is_omitted_is_counted(tmp_path: Path) -> None:
    program = parsed(tmp_path, LOOP)
    path = path_of(program, *range(200))
    operations: list[Operation] = []

    class Counting:
        def before(self, operation: Operation, view: View, /) -> None:
            if view.plan.function is program.main:
                operations.append(operation)

        def after(self, operation: Operation, view: View, /) -> None:
            pass

    Interpreter(program).follow(Counting(), ListedInputs(range(200)))
    taken = StepsTaken(program, path, 20)
    Interpreter(program).follow(taken, ListedInputs(range(200)))
    (omitted,) = (step for step in taken.steps if isinstance(step, Omitted))
    assert omitted.count == len(operations) + 1 - 40  # one is the call of main


def test_following_a_run_changes_nothing(tmp_path: Path) -> None:
    program = parsed(tmp_path, LOOP)
    interpreter = Interpreter(program)
    for inputs in (range(200), [0] * 200):
        taken = StepsTaken(program, path_of(program, *inputs))
        plain, followed = interpreter.run(ListedInputs(inputs)), interpreter.follow(taken, ListedInputs(inputs))
        assert (plain.outcome, plain.inputs) == (followed.outcome, followed.inputs)
    assert isinstance(followed.outcome, Exited)


def test_each_operation_is_told_before_and_after(tmp_path: Path) -> None:
    program = parsed(tmp_path, "int main(void) { int x = 1; x = x + 1; x = x * 3; reach_error(); return x; }")
    seen: list[tuple[str, object]] = []

    class Reader:
        def before(self, operation: Operation, view: View, /) -> None:
            if isinstance(operation, Assign):
                seen.append(("before", view.value(operation.lvalue)))

        def after(self, operation: Operation, view: View, /) -> None:
            if isinstance(operation, Assign):
                seen.append(("after", view.value(operation.lvalue)))

    execution = Interpreter(program).follow(Reader())
    assert isinstance(execution.outcome, ErrorReached)
    assert seen == [("before", None), ("after", 1), ("before", 1), ("after", 2), ("before", 2), ("after", 6)]


def operands_of(folder: Path, source: str, *inputs: int) -> Mapping[str, object]:
    path = folder / "program.c"
    path.write_text(DECLARED + source)
    program = parse_file(str(path), machine=LP64)
    put_checks(program, Targets("all", frozenset({"reach_error"}), dangers=frozenset({Danger("division"), Danger("overflow")})))
    edges = path_of(program, *inputs)
    ends = [number for number, edge in enumerate(edges, 1) if violation_by(edge.operation)]
    taken = StepsTaken(program, edges[: ends[-1]] if ends else edges)
    Interpreter(program).follow(taken, ListedInputs(inputs))
    return taken.operands


def test_operands_are_those_of_the_check_that_failed(tmp_path: Path) -> None:
    source = "int g = 1; int main(void) { int x = __VERIFIER_nondet_int(); for (;; x--) g = g / x; }"
    assert operands_of(tmp_path, source, 3) == {"x": 0}


def test_operands_are_numbers_that_the_program_has_names_for(tmp_path: Path) -> None:
    source = "int a[2] = {0, 9}, *p = a; int f(void) { return 2147483647; } int main(void) { return f() + p[1]; }"
    assert operands_of(tmp_path, source) == {"p[1]": 9}


def test_error_that_is_no_operation_has_no_operands(tmp_path: Path) -> None:
    assert operands_of(tmp_path, "int main(void) { int x = __VERIFIER_nondet_int(); if (x) reach_error(); }", 1) == {}
    assert operands_of(tmp_path, "int main(void) { int x = __VERIFIER_nondet_int(); return 7 / x; }", 1) == {}
