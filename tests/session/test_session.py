"""One session reads its program once, and answers after each kind of end."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.algorithms.targets import targets_of
from whet.cfa.blocks import fuse_blocks
from whet.cfa.export import to_json
from whet.cfa.model import Program
from whet.cfa.snapshot import Snapshot
from whet.checks.insertion import put_checks
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.result import Reason, Result, TrueVerdict, Unknown
from whet.frontend.parse import parse_files
from whet.pointers.regions import Regions
from whet.runtime.limits import Limits
from whet.session.program import read_program
from whet.session.session import Session
from whet.session.test_search import FoundTests, TestSearch
from whet.task.checks import bugs_property
from whet.task.configuration import Configuration
from whet.task.coverage_goals import read_goal
from whet.task.task import Task

FAILING_TWICE = """extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), a[4] = {0};
  if (x < 0 || x > 4) return 0;
  a[x] = 1;
  return 10 / x + a[0];
}
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    (tmp_path / "p.c").write_text(FAILING_TWICE)
    return str(tmp_path / "p.c")


@pytest.fixture
def readings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a line for each time that a program was parsed, in whichever process."""
    parsed, log = parse_files, tmp_path / "readings"

    def logged(*args: object, **kwargs: object) -> Program:
        with log.open("a") as file:
            file.write("read\n")
        return parsed(*args, **kwargs)  # type: ignore[arg-type]  # as they come

    monkeypatch.setattr("whet.frontend.reading.parse_files", logged)
    return log


@pytest.mark.parametrize("options", [["--witness", "w.yml", "--report", "r.html", "--output", "o"], ["--all"]])
@pytest.mark.parametrize("preset", ["race", "ki"])
def test_command_reads_the_program_once(
    options: list[str], preset: str, program: str, readings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["verify", "--quiet", "--config", preset, *options, program]) == ExitCode.FALSE
    assert readings.read_text().splitlines() == ["read"]


def test_every_request_is_about_the_program_that_was_read(program: str, readings: Path) -> None:
    task = Task(files=(program,), property=bugs_property())
    with Session(task, load_configuration("ki")) as session:
        found = session.findings()
        again = session.verify()
        witness = session.witness(again)
        search = TestSearch(goal=read_goal("coverage-branches"), cpu_seconds=10.0, memory_bytes=10**9)
        tests = session.tests(search)
    assert len(found.violations) == 2
    assert witness is not None
    assert "violation_sequence" in witness
    assert isinstance(tests, FoundTests)
    assert readings.read_text().splitlines() == ["read"]


def endless(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
    while task.granted:
        pass
    return Result(TrueVerdict())


def test_time_out_does_not_lose_the_program(program: str, readings: Path) -> None:
    with Session(Task(files=(program,)), load_configuration("ki"), engine=endless) as session:
        ended = session.verify(limits=Limits(cpu_seconds=0.3), granted=("everything",))
        assert isinstance(ended.verdict, Unknown)
        assert ended.verdict.reason is Reason.TIME_OUT
        assert session.verify().verdict == TrueVerdict()
    assert readings.read_text().splitlines() == ["read"]


def test_reading_counts_for_the_first_request_only(tmp_path: Path) -> None:
    large = tmp_path / "large.c"
    large.write_text("\n".join(f"int f{n}(int x) {{ return x > {n} ? x - {n} : f{max(n - 1, 0)}(x + 1); }}" for n in range(400)))
    with large.open("a") as file:
        file.write("\nint main(void) { return f399(0); }\n")
    with Session(Task(files=(str(large),)), load_configuration("ki"), engine=endless) as session:
        first, second = session.verify(), session.verify()
    assert first.statistics["reading_seconds"] == second.statistics["reading_seconds"]
    assert float(second.statistics["cpu_seconds"]) < float(first.statistics["cpu_seconds"])


def test_snapshot_restores_what_passes_change(program: str) -> None:
    task = Task(files=(program,), property=bugs_property())
    changed = read_program(task, blocks=False)
    before, snapshot = to_json(changed), Snapshot(changed)
    fuse_blocks(changed)
    put_checks(changed, targets_of(task.property), Regions)
    assert to_json(changed) != before
    assert to_json(snapshot.restore()) == before
