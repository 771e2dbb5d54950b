"""The search for tests: which inputs are kept, when it ends, and what each generator finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from whet.algorithms.bounded_inputs import BoundedInputs
from whet.algorithms.covering_inputs import CoveringInputs
from whet.algorithms.symbolic_vectors import SymbolicInputs
from whet.algorithms.targets import targets_of
from whet.algorithms.testing import (
    Coverage,
    GeneratedTest,
    InputGenerator,
    TriedInputs,
    VectorInputs,
    check_time,
    generate_tests,
    is_met,
)
from whet.cfa.model import Program
from whet.cfa.semantics import Value
from whet.cfa.types import LP64
from whet.checks.insertion import put_checks
from whet.core.configuration import EngineChoice
from whet.core.context import Context, Level, LimitReached, Progress, SoftLimits
from whet.frontend.parse import parse_file
from whet.interpreter.pool import InputPool, InputVocabulary
from whet.task.coverage_goals import CoverageGoal, CoverBranches, CoverErrorCall
from whet.task.task import Task

HEAD = """\
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void abort(void);
extern void *__VERIFIER_nondet_pointer(void); extern void __VERIFIER_assume(int);
"""


class Listed:
    """A generator that has these vectors."""

    def __init__(self, *vectors: Sequence[Value]) -> None:
        self.vectors = vectors
        self.tried = 0

    def inputs(self, coverage: Coverage, /) -> Iterator[TriedInputs]:
        for vector in self.vectors:
            self.tried += 1
            yield VectorInputs(vector)


def program_of(folder: Path, body: str, goal: CoverageGoal) -> Program:
    path = folder / "p.c"
    path.write_text(f"{HEAD}int main(void) {{\n{body}\nreturn 0; }}\n")
    program = parse_file(str(path), machine=LP64, entry="main", blocks=False)
    put_checks(program, targets_of(goal.errors))
    return program


def searched(
    program: Program, generator: InputGenerator, goal: CoverageGoal | None = None, context: Context | None = None
) -> tuple[list[GeneratedTest], Coverage]:
    coverage = Coverage(program)
    tests = generate_tests(program, goal or CoverBranches(), generator, coverage, context or Context())
    return list(tests), coverage


def values(test: GeneratedTest) -> list[Value]:
    return [asked.value for asked in test.inputs]


# ------------------------------------------------------------------------------------------------------------- the loop


def test_test_that_covers_nothing_new_is_not_kept(tmp_path: Path) -> None:
    program = program_of(
        tmp_path, "if (__VERIFIER_nondet_int() > 3) return 1; if (__VERIFIER_nondet_int()) return 2;", CoverBranches()
    )
    tests, coverage = searched(program, Listed([1, 0], [2, 0], [9], [8], [0, 5]))
    assert [values(test) for test in tests] == [[1, 0], [9], [0, 5]]
    assert coverage.is_complete


def test_search_ends_when_all_is_covered(tmp_path: Path) -> None:
    program = program_of(tmp_path, "if (__VERIFIER_nondet_int()) return 1;", CoverBranches())
    generator = Listed([0], [1], [2], [3])
    searched(program, generator)
    assert generator.tried == 2


def test_search_for_an_error_ends_with_the_first_test_that_reaches_it(tmp_path: Path) -> None:
    goal = CoverErrorCall()
    program = program_of(tmp_path, "int x = __VERIFIER_nondet_int(); if (x == 4) reach_error(); if (x > 9) return 1;", goal)
    generator = Listed([0], [4], [10])
    tests, coverage = searched(program, generator, goal)
    assert generator.tried == 2
    assert is_met(goal, coverage)
    assert tests[-1].error is not None
    assert (tests[-1].error.called, tests[-1].error.place.rpartition("/")[2]) == ("reach_error", "p.c:4:46")


def test_branch_covered_completely_does_not_meet_the_goal_of_an_error(tmp_path: Path) -> None:
    goal = CoverErrorCall()
    program = program_of(tmp_path, "if (__VERIFIER_nondet_int()) return 1;", goal)
    _, coverage = searched(program, Listed([0], [1]), goal)
    assert coverage.is_complete
    assert not is_met(goal, coverage)


def test_new_error_is_kept_though_its_branches_are_known(tmp_path: Path) -> None:
    body = "int x = __VERIFIER_nondet_int(); int y = __VERIFIER_nondet_int(); if (x) return 10 / y; return 8;"
    tests, coverage = searched(program_of(tmp_path, body, CoverBranches()), Listed([1, 1], [1, 0], [0]))
    assert [values(test) for test in tests] == [[1, 1], [1, 0], [0, 0]]
    assert [error.what for error in coverage.errors] == ["division by zero: 10 / 0"]


def test_assertion_that_fails_is_no_call_of_an_error_function(tmp_path: Path) -> None:
    body = 'extern void __assert_fail(const char *, const char *, unsigned, const char *); __assert_fail("x", "p.c", 1, "main");'
    tests, _ = searched(program_of(tmp_path, body, CoverBranches()), Listed([]))
    assert tests[0].error is not None
    assert (tests[0].error.what, tests[0].error.called) == ("an assertion fails", None)


def test_vector_that_is_too_short_goes_on_with_zeros_and_pointers_are_null(tmp_path: Path) -> None:
    body = "__VERIFIER_nondet_pointer(); __VERIFIER_nondet_int(); __VERIFIER_nondet_int();"
    tests, _ = searched(program_of(tmp_path, f"{body} if (__VERIFIER_nondet_int()) return 1;", CoverBranches()), Listed([64, 5]))
    assert values(tests[0]) == [0, 5, 0, 0]
    assert [asked.function for asked in tests[0].inputs][:2] == ["__VERIFIER_nondet_pointer", "__VERIFIER_nondet_int"]


def test_runs_that_cannot_be_followed_are_kept_for_whoever_runs_them_natively(tmp_path: Path) -> None:
    body = "extern int nobody(int); if (nobody(__VERIFIER_nondet_int())) return 1;"
    tests, coverage = searched(program_of(tmp_path, body, CoverBranches()), Listed(*[[number] for number in range(100)]))
    assert coverage.covered == 0
    assert 1 < len(tests) <= 20
    assert not any(test.is_followed for test in tests)


def test_program_without_branches_has_one_test(tmp_path: Path) -> None:
    tests, _ = searched(program_of(tmp_path, "__VERIFIER_nondet_int();", CoverBranches()), Listed([7], [8]))
    assert [values(test) for test in tests] == [[7]]


def test_program_that_asks_for_nothing_is_run_once(tmp_path: Path) -> None:
    generator = Listed([0], [1], [2])
    searched(program_of(tmp_path, "int x = 3; if (x == 4) return 1;", CoverBranches()), generator)
    assert generator.tried == 1


def test_run_that_asks_for_ever_is_ended_when_it_does_nothing_new(tmp_path: Path) -> None:
    program = program_of(tmp_path, "while (1) if (__VERIFIER_nondet_int() == 5) abort();", CoverBranches())
    tests, _ = searched(program, Listed(*[[1]] * 10, [5]))
    assert [len(test.inputs) // 1000 for test in tests] == [4, 0]
    assert tests[0].ending == "asks for more inputs than a test has"


def test_loop_that_reads_an_array_is_no_loop_without_end(tmp_path: Path) -> None:
    body = "for (int i = 0; i < 2000; i++) __VERIFIER_nondet_int(); if (__VERIFIER_nondet_int() == 0) return 1;"
    program = program_of(tmp_path, body, CoverBranches())
    _, coverage = searched(program, Listed([0], *[[0, number] for number in range(10)]))
    assert coverage.total - coverage.covered == 1


def test_values_of_a_vector_are_all_given_whatever_the_run_does(tmp_path: Path) -> None:
    body = "int i = 0; while (__VERIFIER_nondet_int() == 1) i++; if (i == 1000) return 1;"
    _, coverage = searched(program_of(tmp_path, body, CoverBranches()), Listed([1] * 1000, [0]))
    assert coverage.is_complete


class Slow:
    """A generator that says that it has nothing yet."""

    def inputs(self, coverage: Coverage, /) -> Iterator[TriedInputs | None]:
        yield from (None, None, VectorInputs([7]), None)


def test_no_inputs_yet_are_no_run(tmp_path: Path) -> None:
    context = Context()
    program = program_of(tmp_path, "if (__VERIFIER_nondet_int() == 7) return 1;", CoverBranches())
    tests, _ = searched(program, Slow(), context=context)
    assert [values(test) for test in tests] == [[7]]
    assert context.statistics.to_dict()["runs"] == 1


def test_time_limit_is_looked_at_after_every_run(tmp_path: Path) -> None:
    program = program_of(tmp_path, "if (__VERIFIER_nondet_int() == 123456789) return 1;", CoverBranches())
    clock = iter(range(1000))
    context = Context(limits=SoftLimits(seconds=5), clock=lambda: float(next(clock)))
    with pytest.raises(LimitReached):
        searched(program, Listed(*[[number] for number in range(100)]), context=context)


class Heard:
    """An observer that remembers."""

    def __init__(self) -> None:
        self.phases: list[str] = []

    def progress(self, now: Progress, /) -> None:
        self.phases.append(now.phase)

    def log(self, level: Level, text: str, /) -> None:
        raise AssertionError("nothing to log")


@pytest.mark.parametrize("make", [CoveringInputs, lambda program, task, context: BoundedInputs(program, context)])
def test_progress_is_about_branches_whoever_finds_inputs(
    tmp_path: Path, make: Callable[[Program, Task, Context], InputGenerator]
) -> None:
    program = program_of(tmp_path, "for (int i = 0; i < 100; i++) if (__VERIFIER_nondet_int() == 5) return 1;", CoverBranches())
    heard = Heard()
    context = Context(observer=heard)
    searched(program, make(program, Task(files=("p.c",)), context), context=context)
    assert heard.phases
    assert all(re.fullmatch(r"covering branches, \d of 4", phase) for phase in heard.phases)


# ---------------------------------------------------------------------------------------------------------- generators


class Pooled:
    """300 inputs by chance."""

    def __init__(self, program: Program) -> None:
        self._pool = InputPool(InputVocabulary.of(program), gives_uninitialised=False)

    def inputs(self, coverage: Coverage, /) -> Iterator[TriedInputs]:
        for _ in range(300):
            yield self._pool.next()


def test_search_repeats_exactly(tmp_path: Path) -> None:
    body = "int i = 0; while (__VERIFIER_nondet_int() > 0) i++; if (i > 3) return 1;"
    program = program_of(tmp_path, body, CoverBranches())
    first, second = (searched(program, CoveringInputs(program, Task(files=("p.c",)), Context()))[0] for _ in range(2))
    assert first == second


@pytest.mark.parametrize("make", [CoveringInputs, SymbolicInputs, lambda program, task, context: BoundedInputs(program, context)])
def test_solvers_take_branches_that_chance_does_not(
    tmp_path: Path, make: Callable[[Program, Task, Context], InputGenerator]
) -> None:
    body = """
        int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), n = 0;
        if (x * 7 == 8638 && y == x + 1) n = 1;
        for (int i = 0; i < 5; i++) if (__VERIFIER_nondet_int() == 1000 + i) n++;
        if (n == 6) reach_error();
    """
    program = program_of(tmp_path, body, CoverBranches())
    _, by_chance = searched(program, Pooled(program))
    tests, coverage = searched(program, make(program, Task(files=("p.c",)), Context()))
    assert not by_chance.is_complete
    assert coverage.is_complete
    assert [test.error.called for test in tests if test.error] == ["reach_error"]


@pytest.mark.parametrize("end", ["abort();", "__VERIFIER_assume(0);", "*(volatile int *)0 = 1;"])
def test_branch_after_which_the_run_ends_at_once_is_found(tmp_path: Path, end: str) -> None:
    program = program_of(tmp_path, f"if (__VERIFIER_nondet_int() == 4711) {{ {end} }}", CoverBranches())
    _, coverage = searched(program, BoundedInputs(program, Context()))
    assert coverage.is_complete


def test_symbolic_execution_goes_deep_where_unrolling_takes_long(tmp_path: Path) -> None:
    body = "int i = 0; while (__VERIFIER_nondet_int() == 7 && i < 200) i++; if (i == 200) return 1;"
    program = program_of(tmp_path, body, CoverBranches())
    _, coverage = searched(program, SymbolicInputs(program, Task(files=("p.c",)), Context(limits=SoftLimits(seconds=20))))
    assert coverage.is_complete


def test_symbolic_execution_asks_only_for_what_no_test_took(tmp_path: Path) -> None:
    body = "int x = __VERIFIER_nondet_int(); if (x == 4711) return 1; for (int i = 0; i < 20; i++) if (x == i) return 2;"
    program = program_of(tmp_path, body, CoverBranches())
    _, coverage = searched(program, Listed([1], [4711], [99]))
    assert coverage.is_complete
    found = [each for each in SymbolicInputs(program, Task(files=("p.c",)), Context()).inputs(coverage) if each is not None]
    assert len(found) <= 9  # ends of paths, three for each place


class Endless:
    """In the place of bounded model checking."""

    is_finished = False

    def __init__(self, program: Program, context: Context, engine: EngineChoice) -> None:
        self._context = context

    def inputs(self, coverage: Coverage, /) -> Iterator[TriedInputs]:
        while check_time(self._context):
            yield VectorInputs()


def test_symbolic_execution_has_time_left_where_unrolling_does_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whet.algorithms.bounded_inputs.BoundedInputs", Endless)
    program = program_of(tmp_path, "if (__VERIFIER_nondet_int() == 123456789) return 1;", CoverBranches())
    context = Context(limits=SoftLimits(seconds=2))
    _, coverage = searched(program, CoveringInputs(program, Task(files=("p.c",)), context), context=context)
    assert coverage.is_complete


def test_search_ends_when_every_path_was_explored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whet.algorithms.bounded_inputs.BoundedInputs", Endless)
    program = program_of(tmp_path, "int x = __VERIFIER_nondet_int(); if (x > 5 && x < 3) return 1;", CoverBranches())
    context = Context(limits=SoftLimits(seconds=60))
    _, coverage = searched(program, CoveringInputs(program, Task(files=("p.c",)), context), context=context)
    assert coverage.total - coverage.covered == 1


def test_search_that_was_ended_by_the_time_is_not_finished(tmp_path: Path) -> None:
    program = program_of(tmp_path, "unsigned n = 0; while (__VERIFIER_nondet_int()) n++;", CoverBranches())
    symbolic = SymbolicInputs(program, Task(files=("p.c",)), Context(limits=SoftLimits(seconds=1)))
    with pytest.raises(LimitReached):
        for _ in symbolic.inputs(Coverage(program)):
            pass
    assert not symbolic.is_finished


def test_search_ends_when_everything_was_unrolled(tmp_path: Path) -> None:
    body = "int x = __VERIFIER_nondet_int(); if (x > 5 && x < 3) return 1; for (int i = 0; i < (x & 7); i++) if (i > 6) return 2;"
    program = program_of(tmp_path, body, CoverBranches())
    _, coverage = searched(program, CoveringInputs(program, Task(files=("p.c",)), Context(limits=SoftLimits(seconds=20))))
    assert coverage.total - coverage.covered == 2  # x < 3, and i > 6


def test_chance_is_given_up_when_it_brings_nothing(tmp_path: Path) -> None:
    program = program_of(tmp_path, "if (__VERIFIER_nondet_int() == 123456789) return 1;", CoverBranches())
    context = Context()
    _, coverage = searched(program, CoveringInputs(program, Task(files=("p.c",)), context), context=context)
    assert coverage.is_complete
    assert context.statistics.to_dict()["runs"] < 310


def test_what_no_model_can_know_does_not_end_the_search(tmp_path: Path) -> None:
    program = program_of(tmp_path, "double d = __builtin_inf(); if (d > 1e300) return 1;", CoverBranches())
    generator = BoundedInputs(program, Context())
    searched(program, generator)
    assert not generator.is_finished
