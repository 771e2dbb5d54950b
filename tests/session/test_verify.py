"""``verify`` as a function: its limits, its observer and what it adds to a result."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from whet.cfa.model import Program
from whet.core.configuration import load_configuration
from whet.core.context import Context, Level, Progress
from whet.core.evidence import Counterexample, Evidence, Proof, from_json
from whet.core.readable_steps import readable
from whet.core.result import Assumption, Defect, Result, TrueVerdict
from whet.runtime.limits import Limits
from whet.session.session import limits_of, verify
from whet.task.configuration import Configuration
from whet.task.errors import TaskError
from whet.task.options import DEFAULT_MEMORY, default_memory
from whet.task.task import Task


class Recorder:
    def __init__(self) -> None:
        self.heard: list[Progress] = []

    def progress(self, now: Progress, /) -> None:
        self.heard.append(now)

    def log(self, level: Level, text: str, /) -> None:
        pass


def slow(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
    for states in range(6):
        context.progress("exploring", states=states)
        time.sleep(0.1)
    return Result(TrueVerdict(), (Assumption("second"),), {"answer": 42})


def test_observer_hears_the_child(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text("int main(void) { return 0; }\n")
    task = Task(files=(str(tmp_path / "p.c"),), assumptions=("first",))
    recorder = Recorder()
    result = verify(task, load_configuration(), observer=recorder, engine=slow)
    assert result.verdict == TrueVerdict()
    assert [item.what for item in result.assumptions] == ["first", "second"]
    assert result.statistics["answer"] == 42
    last = recorder.heard[-1]
    assert (last.phase, set(last.numbers)) == ("exploring", {"states"})
    assert last.seconds > 0
    assert last.memory_bytes > 0


def noisy(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
    os.write(2, b"ASSERTION VIOLATION")
    return Result(TrueVerdict())


def test_user_does_not_see_what_solvers_print(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.c").write_text("int main(void) { return 0; }\n")
    verify(Task(files=(str(tmp_path / "p.c"),)), load_configuration(), engine=noisy)
    assert capfd.readouterr().err == ""


def mistaken(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
    raise TaskError("cannot be used", place="file:3")


def broken(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
    raise ValueError("impossible")


def test_mistake_that_only_the_child_can_see_is_no_defect(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text("int main(void) { return 0; }\n")
    task = Task(files=(str(tmp_path / "p.c"),))
    with pytest.raises(TaskError, match=r"^file:3: cannot be used$"):
        verify(task, load_configuration(), engine=mistaken)
    assert isinstance(verify(task, load_configuration(), engine=broken).verdict, Defect)


def test_run_that_only_waits_ends_too() -> None:
    assert limits_of(load_configuration("value", ["limits.cpu_time=10s"])) == Limits(
        cpu_seconds=10, wall_seconds=360, memory_bytes=DEFAULT_MEMORY
    )
    assert limits_of(load_configuration("value", ["limits.cpu_time=none", "limits.memory=none"])) == Limits()
    given = load_configuration("value", ["limits.wall_time=5s", "limits.memory=1GB"])
    assert limits_of(given) == Limits(cpu_seconds=900, wall_seconds=5, memory_bytes=10**9)


def test_memory_is_limited_unless_told_otherwise() -> None:
    """To half of the machine, at most 8GB."""
    assert default_memory(4 * 10**9) == 2 * 10**9
    assert default_memory(512 * 10**9) == 8 * 10**9
    assert limits_of(load_configuration()).memory_bytes == DEFAULT_MEMORY > 0


SOURCE = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int k = 1; while (__VERIFIER_nondet_int()) { if (k != %d) reach_error(); } return 0; }
"""


@pytest.mark.parametrize(("number", "kind"), [(1, Proof), (2, Counterexample)])
def test_evidence_comes_from_the_child(number: int, kind: type[Evidence], tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(SOURCE % number)
    result = verify(Task(files=(str(tmp_path / "p.c"),)), load_configuration())
    assert isinstance(result.evidence, kind)
    told = readable(result.evidence) if isinstance(result.evidence, Counterexample) else result.evidence
    assert from_json(json.loads(json.dumps(result.to_json()))["evidence"]) == told


def test_without_a_verdict_there_is_no_evidence(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text("int main(void) {")
    result = verify(Task(files=(str(tmp_path / "p.c"),)), load_configuration())
    assert (result.evidence, result.to_json()["evidence"]) == (None, None)
