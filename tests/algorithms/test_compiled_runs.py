"""Runs of the compiled program find what the interpreter confirms, or a run with sanitizers; never anything else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from whet.algorithms import compiled_runs
from whet.algorithms.engine import Verification
from whet.algorithms.targets import targets_of
from whet.cfa.surroundings import surroundings_of
from whet.core.concrete import ReplayOutcome
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.result import FalseVerdict, Result, Unknown
from whet.harness.execution import AllowedExecution
from whet.session.program import read_program
from whet.session.session import verify
from whet.task.checks import bugs_property
from whet.task.dangers import Danger
from whet.task.properties import DEFAULT_PROPERTY, Never, Property
from whet.task.task import Machine, Task

pytestmark = pytest.mark.gcc
HEAD = """#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void); extern double __VERIFIER_nondet_double(void); extern void reach_error(void);
"""
LOOP = "int s = 0; for (int i = 0; i < 2000000; i++) s ^= i;"
LONG = f"int main(void) {{ int x = __VERIFIER_nondet_int(); {LOOP} if (x == 77) reach_error(); return s; }}"


def result_of(
    folder: Path,
    text: str,
    *,
    dangers: tuple[str, ...] = (),
    machine: Machine = Machine.LP64,
    context: Context | None = None,
) -> Result:
    """In this process, so that limits can be set."""
    (folder / "p.c").write_text(HEAD + text)
    task = Task(files=(str(folder / "p.c"),), property=_property(dangers), machine=machine)
    configuration = load_configuration("runs", ["runs.seconds=0.3s"])
    program, context, engine = read_program(task), context or Context(), Verification()
    targets = targets_of(task.property)
    context.execution = AllowedExecution(task, surroundings_of(program, targets.functions, targets.labels), str(folder))
    engine.prepare(program, task, configuration, context)
    return engine(program, task, configuration, context)


class AtOnce:
    """A thread that ends before its start returns: nothing is interpreted while the program is compiled."""

    def __init__(self, target: Callable[[], None], daemon: bool) -> None:
        self.start = target

    def is_alive(self) -> bool:
        return False


@pytest.fixture(autouse=True)
def _compiled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_runs, "Thread", AtOnce)
    monkeypatch.setattr(compiled_runs, "_STEPS_OF_PROCESS", 0)


def _property(dangers: tuple[str, ...]) -> Property:
    return Property("bugs", tuple(Never(Danger(name)) for name in dangers)) if dangers else DEFAULT_PROPERTY


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreter gives up after few steps."""
    monkeypatch.setattr(compiled_runs, "_CONFIRMING_STEPS", 1000)


@pytest.mark.parametrize("machine", [Machine.LP64, Machine.ILP32], ids=str)
def test_interpreter_confirms_error_of_compiled_run(tmp_path: Path, machine: Machine) -> None:
    result = result_of(
        tmp_path,
        """int main(void) { int x = __VERIFIER_nondet_int(); double y = __VERIFIER_nondet_double(); unsigned s = 0;
            for (unsigned i = 0; i < 5000; i++) s += i; if (x == 77) if (y == 0.5) assert(s == 0); return 0; }""",
        machine=machine,
    )
    assert isinstance(result.verdict, FalseVerdict)
    assert [each.value for each in result.verdict.inputs] == [77, 0.5]
    assert result.compiled_replay is None
    assert result.statistics.get("compiled_runs", 1)


@pytest.mark.usefixtures("impatient")
def test_run_with_sanitizers_confirms_error_that_is_far(tmp_path: Path) -> None:
    result = result_of(tmp_path, LONG)
    assert isinstance(result.verdict, FalseVerdict)
    assert result.compiled_replay is not None
    assert result.compiled_replay.outcome is ReplayOutcome.CONFIRMED
    assert "the interpreter would take too long" in str(result.compiled_replay)
    assert [(each.source, each.value) for each in result.verdict.inputs] == [("__VERIFIER_nondet_int()", 77)]
    place, column = result.verdict.place, LONG.index("reach_error") + 1
    assert place is not None
    assert (place.line, place.column) == (4, column)
    assert result.verdict.run is not None
    assert result.verdict.run.error.called == "reach_error"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "text",
    [
        f"int main(void) {{ int a[4]; int x = __VERIFIER_nondet_int(); {LOOP} a[4 + (x & 1)] = 1; reach_error(); return s; }}",
        f"int main(void) {{ int x = __VERIFIER_nondet_int(); {LOOP} x = 1 / (x & 0); reach_error(); return s + x; }}",
        f"int main(void) {{ int *p = malloc(4); {LOOP} free(p); *p = 1; reach_error(); return s; }}",
        f"int main(void) {{ {LOOP} if (__VERIFIER_nondet_int() == 3) exit(99); return s; }}",
        f"int main(void) {{ {LOOP} long n = __VERIFIER_nondet_int(); if (n > 5) return *(char *)n; reach_error(); return s; }}",
        f"extern int dup(int); int main(void) {{ {LOOP} if (__VERIFIER_nondet_int() == 3) dup(1); reach_error(); return s; }}",
        f"__attribute__((constructor)) static void f(void) {{ }} int main(void) {{ {LOOP} reach_error(); return s; }}",
    ],
    ids=["bounds", "division", "freed", "status", "pointers made of numbers", "unknown function", "constructor"],
)
def test_no_error_is_believed_that_could_be_another(tmp_path: Path, text: str) -> None:
    """C gives these programs no meaning before the error, they only look like it, or they could deceive."""
    assert isinstance(result_of(tmp_path, text).verdict, Unknown)


def test_call_that_is_no_error_of_the_property_is_none(tmp_path: Path) -> None:
    text = """int main(void) { int x = __VERIFIER_nondet_int(), y = x * 7 + 3; if (x == 77) reach_error();
        return y == 7 * x + 3 ? 1 : 1 / (x & 0); }"""
    assert isinstance(result_of(tmp_path, text, dangers=("division",)).verdict, Unknown)


@pytest.mark.parametrize(
    ("danger", "text"),
    [
        ("division", "int main(void) { return 7 / (__VERIFIER_nondet_int() - 12345); }"),
        ("overflow", "int main(void) { int x = __VERIFIER_nondet_int(); return x > 70000 ? x * x : 0; }"),
        ("memory", "int main(void) { char a[8] = {0}; int x = __VERIFIER_nondet_int(); return x > 5 && x < 9 ? a[x] : 0; }"),
    ],
)
def test_sanitizers_show_dangers(tmp_path: Path, danger: str, text: str) -> None:
    result = result_of(tmp_path, text, dangers=(danger,))
    assert isinstance(result.verdict, FalseVerdict)
    assert result.verdict.check == danger


def test_short_runs_are_interpreted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process for each run would cost more."""
    monkeypatch.setattr(compiled_runs, "_STEPS_OF_PROCESS", 500)
    context = Context()
    result_of(tmp_path, "int main(void) { int x = __VERIFIER_nondet_int(); assert((x ^ 1) != x); return 0; }", context=context)
    numbers = context.statistics.to_dict()
    assert 0 < numbers["compiled_runs"] < numbers["runs"] / 2


def test_program_is_executed_only_if_that_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(HEAD + LONG.replace("x == 77", "x > 6 && x < 9 && x != 7 && x != 8"))
    task = Task(files=(str(tmp_path / "p.c"),), property=bugs_property())  # with the address sanitizer
    executed = verify(task, load_configuration("runs", ["execution.allowed=yes", "runs.seconds=0.3s"]))
    interpreted = verify(task, load_configuration("runs", ["runs.seconds=0.3s"]))
    assert executed.statistics.get("compiled_runs", 0)
    assert "compiled_runs" not in interpreted.statistics


def test_schedule_finds_what_compiled_runs_find(tmp_path: Path) -> None:
    """``runs`` is suspended several times meanwhile."""
    loop = LOOP.replace("2000000", "50000000")
    (tmp_path / "p.c").write_text(f"{HEAD} int main(void) {{ {loop} if (s != 1) reach_error(); return s; }}")
    slices = ",".join(["runs:0.1s", "df:0.2s"] * 20)
    options = ["execution.allowed=yes", "limits.cpu_time=60s", "schedule.execution_factor=2", f"schedule.slices={slices}"]
    result = verify(Task(files=(str(tmp_path / "p.c"),)), load_configuration("schedule", options))
    assert isinstance(result.verdict, FalseVerdict)
    assert result.compiled_replay is not None
