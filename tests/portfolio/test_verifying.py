"""``whet verify --config race`` on real programs: what is printed and written, and that no process stays."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.configuration import load_configuration
from whet.core.result import Reason, Unknown
from whet.report.next_steps import next_step
from whet.runtime.limits import Limits
from whet.runtime.processes import all_processes
from whet.session.session import verify
from whet.task.properties import read_property
from whet.task.task import Task

DECLARATIONS = "extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);\n"
TRUE = "int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n > 3 && n < 2) reach_error(); return 0; }"
FALSE = "int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n == 7) reach_error(); return 0; }"
UNSUPPORTED = 'int main(void) { __asm__ volatile ("cpuid"); reach_error(); return 0; }'
HARD = """int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x * x + 1, n = 0;
  while (__VERIFIER_nondet_uint()) { y = y * x + n; x = x * y + 3; n++; }
  if (y * y * y == x * x + 41 * n) reach_error();
  return 0;
}"""
TOGETHER = """int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_uint()) { x++; y++; }
  if (x != y) reach_error();
  return 0;
}"""
INTERRUPTIBLE = """import signal, sys; from whet.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))"""
"""A process that was started in the background would ignore interrupts."""
MEMBERS = ["runs", "ki", "df", "refsel", "chc"]
Capture = pytest.CaptureFixture[str]


def written(text: str, folder: Path) -> str:
    path = folder / "program.c"
    path.write_text(DECLARATIONS + text)
    return str(path)


def verified(text: str, folder: Path, *more: str) -> tuple[int, dict[str, object]]:
    arguments = ["verify", "--quiet", "--config", "race", "--time-limit", "20s", "--output", str(folder / "out"), *more]
    code = main([*arguments, written(text, folder)])
    return code, json.loads((folder / "out" / "result.json").read_text())


@pytest.mark.parametrize(("text", "code"), [(TRUE, ExitCode.TRUE), (FALSE, ExitCode.FALSE)], ids=["true", "false"])
def test_verdict_says_who_found_it(text: str, code: ExitCode, tmp_path: Path, capsys: Capture) -> None:
    found, document = verified(text, tmp_path)
    assert found == code
    portfolio = document["portfolio"]
    assert isinstance(portfolio, dict)
    assert portfolio["winner"] in MEMBERS
    assert [member["name"] for member in portfolio["members"]] == MEMBERS
    assert f"\nBy: {portfolio['winner']} after " in "\n" + capsys.readouterr().out
    winner = document["winner"]
    assert isinstance(winner, dict)
    assert winner["name"] == portfolio["winner"]
    assert winner["settings"]["limits.cpu_time"]["value"] == "20s"
    assert document["evidence"] is not None


def test_no_verdict_says_what_became_of_each(tmp_path: Path, capsys: Capture) -> None:
    code, document = verified(UNSUPPORTED, tmp_path)
    assert code == ExitCode.NOT_SUPPORTED
    assert "winner" not in document
    printed = capsys.readouterr().out
    assert "By: no member decided: runs UNKNOWN(incomplete) after " in printed
    assert re.search(r"^Reason: .*:\d+:\d+: .* \(ki\)( \[W\d+\])?$", printed, re.MULTILINE)


def test_result_of_one_configuration_has_no_portfolio(tmp_path: Path) -> None:
    assert "portfolio" not in verified(TRUE, tmp_path, "--config", "value")[1]


def test_refinements_are_those_of_the_winner(tmp_path: Path) -> None:
    document = verified(TOGETHER, tmp_path, "--set", "portfolio=predicate")[1]
    alone = verified(TOGETHER, tmp_path, "--config", "predicate")[1]
    assert document["refinements"] == alone["refinements"] != []


def test_advice_names_options_that_can_be_set() -> None:
    schedule, task = load_configuration("schedule"), Task(files=("p.c",))
    bound = next_step(Unknown(Reason.BOUND), task, schedule)
    assert bound is not None
    assert bound.startswith("with --config refsel alone, unroll more with --set loopbound.bound=")
    assert "--config value-predicate" in (next_step(Unknown(Reason.TIME_OUT), task, schedule) or "")


# ------------------------------------------------------------------------------------------- nothing stays behind


def processes_with(word: str) -> list[int]:
    """Forks have the command line of the command."""
    return [pid for pid in all_processes() if word in _command(pid)]


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def eventually(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 120
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_nothing_is_left_behind(number: signal.Signals, tmp_path: Path) -> None:
    file = written(HARD, tmp_path)
    arguments = ["verify", "--quiet", "--config", "race", "--time-limit", "60s", file]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTIBLE, *arguments], env=environment, stderr=subprocess.DEVNULL)
    try:
        assert eventually(lambda: len(processes_with(file)) >= 4), "command, contest and two members"
        process.send_signal(number)
        process.wait(20)
        assert eventually(lambda: processes_with(file) == [])
    finally:
        process.kill()


def test_no_engine_is_loaded_before_members_begin(tmp_path: Path) -> None:
    """What every member would pay for, although some need none."""
    script = f"""import sys
import whet.portfolio.contest as contest
from whet.algorithms.engine import run
from whet.session.program import read_program
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.result import Result, TrueVerdict
from whet.task.task import Task
task = Task(files=({written(TRUE, tmp_path)!r},))
contest.run_contest.__globals__["conclude"] = lambda members, context: Result(TrueVerdict())
contest._Contest.run = lambda self: print([name for name in ("z3", "bitwuzla") if name in sys.modules])
run(read_program(task), task, load_configuration("race"), Context())
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_reason_names_the_limit_that_a_caller_gave(tmp_path: Path) -> None:
    """Not the one of the preset, which is another."""
    task = Task(files=(written(HARD, tmp_path),), property=read_property("unreach-call"))
    result = verify(task, load_configuration("schedule", []), limits=Limits(cpu_seconds=5.0, wall_seconds=300.0))
    assert isinstance(result.verdict, Unknown)
    assert result.verdict.detail.startswith("5s of CPU time")
