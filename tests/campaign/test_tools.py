"""How tools are called, and how their answers are read."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whet import __version__
from whet.campaign.adapting import status_of
from whet.campaign.records import (
    BenchTask,
    Ending,
    Run,
    RunLimits,
    RunStatus,
    Signalled,
    Stopped,
    ToolAnswer,
    ToolConfiguration,
    ToolExecution,
    ToolExited,
)
from whet.campaign.runner import gap_line
from whet.campaign.tools import output_text, perform, tool_named
from whet.core.evidence import Counterexample, Returned
from whet.core.result import FalseVerdict, InvalidProgram, Reason, Result, TrueVerdict, Unknown, Verdict
from whet.runtime.limits import Limit, Usage
from whet.task.errors import TaskError

LIMITS = RunLimits(cpu_seconds=20, wall_seconds=60, memory_bytes=2 << 30)
USE = Usage(cpu_seconds=1.0, wall_seconds=1.0, memory_bytes=1 << 20)
SAFE = "int main(void) { return 0; }\n"
UNSAFE = "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n"
PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"


def make_run(
    tool: str, *options: str, file: str = "a.c", spec: str | None = None, limits: RunLimits = LIMITS, machine: str = "LP64"
) -> Run:
    task = BenchTask(name="t", category="c", file=file, property_file=spec, machine=machine)
    return Run(task=task, configuration=ToolConfiguration(name="k", tool=tool, options=options), limits=limits)


def read(tool: str, stdout: str, *options: str, ending: Ending | None = None, stderr: str = "") -> ToolAnswer:
    execution = ToolExecution(ending=ending or ToolExited(0), use=USE, stdout=stdout, stderr=stderr)
    return tool_named(tool).read(execution, make_run(tool, *options))


def says(answer: ToolAnswer) -> tuple[RunStatus, str]:
    return answer.status, answer.word


# -------------------------------------------------------------------------------------------------------- which tools


@pytest.mark.parametrize("name", ["whet", "cpachecker", "cbmc", "command"])
def test_known_tools(name: str) -> None:
    assert tool_named(name).name == name


def test_unknown_tool() -> None:
    with pytest.raises(TaskError, match=r"there is no tool 'cpacheker' \(did you mean 'cpachecker'\?\)"):
        tool_named("cpacheker")


def test_tool_that_is_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(TaskError, match=r"cpachecker or cpa\.sh is not on the PATH"):
        tool_named("cpachecker").command(make_run("cpachecker"))


# -------------------------------------------------------------------------------------------------------- all of them


@pytest.mark.parametrize("tool", ["whet", "cpachecker", "cbmc", "command"])
@pytest.mark.parametrize(
    ("limit", "status"),
    [(Limit.CPU_TIME, RunStatus.TIME_OUT), (Limit.WALL_TIME, RunStatus.TIME_OUT), (Limit.MEMORY, RunStatus.OUT_OF_MEMORY)],
)
def test_run_over_its_limit_has_no_verdict(tool: str, limit: Limit, status: RunStatus) -> None:
    output = 'Verdict: TRUE\nVerification result: TRUE. No violation.\n{"verdict": "TRUE"}\nTRUE'
    assert says(read(tool, output, ending=Stopped(limit))) == (status, f"{limit} limit reached")


@pytest.mark.parametrize("tool", ["whet", "cpachecker", "cbmc", "command"])
def test_crash_is_an_error(tool: str) -> None:
    assert says(read(tool, "Verdict: TRUE\nTRUE", ending=Signalled(11))) == (RunStatus.ERROR, "ERROR(SIGSEGV)")


@pytest.mark.parametrize("tool", ["whet", "cpachecker", "cbmc", "command"])
@pytest.mark.parametrize("output", ["", "hello\n", "[]", "Verdict: maybe", "Verification result:"])
@pytest.mark.parametrize("code", [0, 1, 4, 10, 127])
def test_output_without_verdict_is_an_error(tool: str, output: str, code: int) -> None:
    assert read(tool, output, ending=ToolExited(code)).status is RunStatus.ERROR


@given(st.sampled_from(list(Reason)))
def test_status_of_every_reason(reason: Reason) -> None:
    special = {Reason.TIME_OUT: RunStatus.TIME_OUT, Reason.OUT_OF_MEMORY: RunStatus.OUT_OF_MEMORY}
    assert status_of(str(Unknown(reason))) is special.get(reason, RunStatus.UNKNOWN)


def test_output_marks_stderr() -> None:
    execution = ToolExecution(ending=ToolExited(0), use=USE, stdout="out", stderr="err\n")
    assert output_text(execution) == "out\n----- stderr -----\nerr\n"


# --------------------------------------------------------------------------------------------------------------- Whet


def test_whet_command() -> None:
    run = make_run("whet", "--config", "value", spec="p.prp", machine="ILP32")
    limits = ("--time-limit", "20s", "--memory-limit", str(run.limits.memory_bytes))
    expected = ("verify", "--json", "--quiet", "--spec", "p.prp", "--32", *limits, "--config", "value", "a.c")
    assert tool_named("whet").command(run).argv == (sys.executable, "-m", "whet", *expected)
    assert "--64" in tool_named("whet").command(make_run("whet")).argv
    assert "unreach-call" in tool_named("whet").command(make_run("whet")).argv, "a task without a property is about errors"


def whet_says(verdict: Verdict, code: int) -> ToolAnswer:
    document = Result(verdict, statistics={"reached_states": 7}).to_json()
    return read("whet", json.dumps(document, indent=1), ending=ToolExited(code))


FALSE = FalseVerdict(property="unreach-call", violation="reach_error() is called")


@pytest.mark.parametrize(
    ("verdict", "code", "status"),
    [
        (TrueVerdict(), 0, RunStatus.TRUE),
        (FALSE, 1, RunStatus.FALSE),
        (Unknown(Reason.NOT_REPLAYED), 4, RunStatus.UNKNOWN),
        (Unknown(Reason.TIME_OUT), 5, RunStatus.TIME_OUT),
        (Unknown(Reason.OUT_OF_MEMORY), 5, RunStatus.OUT_OF_MEMORY),
        (InvalidProgram("no"), 3, RunStatus.ERROR),
    ],
)
def test_whet_answers(verdict: Verdict, code: int, status: RunStatus) -> None:
    assert whet_says(verdict, code) == ToolAnswer(status=status, word=str(verdict), statistics={"reached_states": 7})


@pytest.mark.parametrize(("verdict", "code"), [(TrueVerdict(), 1), (TrueVerdict(), 70), (FALSE, 0), (Unknown(Reason.BOUND), 0)])
def test_whet_with_an_exit_code_that_contradicts(verdict: Verdict, code: int) -> None:
    assert whet_says(verdict, code).status is RunStatus.ERROR


def test_whet_with_evidence_that_was_cut_out() -> None:
    steps = tuple(Returned(function=f'"verdict": "TRUE" {number}', place=None, result=None) for number in range(100))
    verdict = FalseVerdict(property="unreach-call", violation="x")
    result = Result(verdict, statistics={"alarms": 1}, evidence=Counterexample(steps))
    text = json.dumps({**result.to_json(), "task": {}}, indent=1)
    cut = text[:400] + f"\n{gap_line(len(text) - 800)}\n" + text[-400:]
    assert read("whet", cut, ending=ToolExited(1)) == ToolAnswer(
        status=RunStatus.FALSE, word="FALSE(unreach-call)", statistics={"alarms": 1}
    )


def test_whet_that_was_too_late_keeps_its_statistics() -> None:
    text = json.dumps(Result(Unknown(Reason.TIME_OUT), statistics={"alarms": 3}).to_json())
    answer = read("whet", text, ending=Stopped(Limit.CPU_TIME))
    assert (answer.status, answer.statistics) == (RunStatus.TIME_OUT, {"alarms": 3})


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    for name, text in (("safe.c", SAFE), ("unsafe.c", UNSAFE), ("broken.c", "int main( {"), ("unreach-call.prp", PROPERTY)):
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("safe.c", (RunStatus.TRUE, "TRUE")),
        ("unsafe.c", (RunStatus.FALSE, "FALSE(unreach-call)")),
        ("broken.c", (RunStatus.ERROR, "ERROR(parsing failed)")),
        ("missing.c", (RunStatus.ERROR, "ERROR(no verdict, exit code 2)")),
    ],
)
def test_whet_performs(programs: Path, file: str, expected: tuple[RunStatus, str]) -> None:
    run = make_run("whet", file=str(programs / file), spec=str(programs / "unreach-call.prp"))
    result = perform(run, node="here")
    assert says(result.answer) == expected
    assert (result.key, result.node, result.tool_version) == (run.key, "here", __version__)
    assert 0 < result.use.cpu_seconds < 20


def test_whet_says_itself_that_it_timed_out(programs: Path) -> None:
    """And how far it came."""
    (programs / "endless.c").write_text("int main(void) { unsigned x = 0; while (1) x++; return 0; }\n")
    limits = RunLimits(cpu_seconds=1.5, wall_seconds=60, memory_bytes=2 << 30)
    run = make_run("whet", "--config", "value", file=str(programs / "endless.c"), limits=limits)
    result = perform(run, node="here")
    assert result.answer.status is RunStatus.TIME_OUT
    assert result.answer.statistics["phase"]
    assert 1.5 < result.use.cpu_seconds < 20


# -------------------------------------------------------------------------------------------------------- any command


def test_command_is_filled_in() -> None:
    run = make_run("command", "check", "{file}", "--p={property}", "{}", file="{property}", spec="p.prp")
    assert tool_named("command").command(run).argv == ("check", "{property}", "--p=p.prp", "{}")


def test_command_without_options() -> None:
    with pytest.raises(TaskError, match="'k' has no options"):
        tool_named("command").command(make_run("command"))


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("TRUE", RunStatus.TRUE),
        ("FALSE(unreach-call)", RunStatus.FALSE),
        ("UNKNOWN(gave up)", RunStatus.UNKNOWN),
        ("UNKNOWN(time-out)", RunStatus.TIME_OUT),
        ("ERROR(parsing failed)", RunStatus.ERROR),
    ],
)
def test_command_performs(word: str, status: RunStatus) -> None:
    run = make_run("command", "sh", "-c", f"echo 'Verdict: TRUE'; echo 'Verdict: {word}'; echo note >&2; exit 9")
    result = perform(run, node="here", tool_version="1")
    assert says(result.answer) == (status, word)
    assert result.output == f"Verdict: TRUE\nVerdict: {word}\n----- stderr -----\nnote\n"
    assert result.tool_version == "1"


def test_command_over_its_limit() -> None:
    limits = RunLimits(cpu_seconds=9, wall_seconds=0.3, memory_bytes=1 << 30)
    result = perform(make_run("command", "sh", "-c", "echo 'Verdict: TRUE'; exec sleep 60", limits=limits), node="here")
    assert says(result.answer) == (RunStatus.TIME_OUT, "wall time limit reached")


def test_command_that_does_not_exist() -> None:
    result = perform(make_run("command", "whet-no-such-command"), node="here")
    assert says(result.answer) == (RunStatus.ERROR, "ERROR(no verdict, exit code 127)")


# ----------------------------------------------------------------------------------------------- tools of other people


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, script: str) -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return str(path)


CPACHECKER_TRUE = """\
Running CPAchecker with default heap size (1200M). Specify a larger value with --heap if you have more RAM.
CPAchecker 4.0 / svcomp24 (OpenJDK 64-Bit Server VM 17.0.9) started (CPAchecker.run, INFO)

CPAchecker general statistics
-----------------------------
Number of program locations:                      29
Time for CFA construction:                    0.513s
Size of reached set:             1234 (max: 9)
Total time for CPAchecker:       2.046s
Used heap memory:                   24MB (    23 MiB) max;     18MB (    17 MiB) avg

Verification result: TRUE. No property violation found by chosen configuration.
"""
CPACHECKER_FALSE = (
    "Verification result: FALSE. Property violation (unreach-call: main called in line 3) found by chosen configuration."
)
CPACHECKER_UNKNOWN = "Verification result: UNKNOWN, incomplete analysis."
CPACHECKER_LATE = "Shutdown requested (The CPU-time limit of 20s has elapsed.), waiting for termination."


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (CPACHECKER_TRUE, (RunStatus.TRUE, "TRUE")),
        (CPACHECKER_FALSE, (RunStatus.FALSE, "FALSE(unreach-call)")),
        ("Verification result: FALSE. Property violation found.", (RunStatus.FALSE, "FALSE")),
        (CPACHECKER_UNKNOWN, (RunStatus.UNKNOWN, "UNKNOWN")),
        (f"{CPACHECKER_LATE}\n{CPACHECKER_UNKNOWN}", (RunStatus.TIME_OUT, "UNKNOWN(time-out)")),
        (f"java.lang.OutOfMemoryError: Java heap space\n{CPACHECKER_UNKNOWN}", (RunStatus.OUT_OF_MEMORY, "OUT OF MEMORY")),
        (f"Exception in thread main\n{CPACHECKER_TRUE}", (RunStatus.ERROR, "ERROR(exception)")),
        (f"Error: Parsing failed (line 2)\n{CPACHECKER_UNKNOWN}", (RunStatus.ERROR, "ERROR(parsing failed)")),
        (f"Error: Unsupported C feature (recursion) in line 2\n{CPACHECKER_UNKNOWN}", (RunStatus.ERROR, "ERROR(recursion)")),
        (f"{CPACHECKER_TRUE}{CPACHECKER_FALSE}", (RunStatus.ERROR, "ERROR(more than one result, exit code 0)")),
    ],
)
def test_cpachecker_answers(output: str, expected: tuple[RunStatus, str]) -> None:
    assert says(read("cpachecker", output)) == expected


def test_cpachecker_failure_on_stderr_counts() -> None:
    assert read("cpachecker", CPACHECKER_TRUE, stderr="java.lang.AssertionError").status is RunStatus.ERROR


def test_cpachecker_statistics() -> None:
    assert read("cpachecker", CPACHECKER_TRUE).statistics == {
        "Number of program locations": 29,
        "Time for CFA construction": 0.513,
        "Size of reached set": 1234,
        "Total time for CPAchecker": 2.046,
        "Used heap memory": 24,
    }


def test_statistic_of_five_thousand_digits_is_none() -> None:
    assert "Size" not in read("cpachecker", f"{CPACHECKER_TRUE}\nSize: {'9' * 5000}\n").statistics


def test_cpachecker_performs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = f"echo \"args: $*\"; cat <<'END'\n{CPACHECKER_TRUE}\nEND\n"
    script = f"case $1 in --help) echo 'CPAchecker 4.0 (OpenJDK 17)';; *) {run};; esac"
    install(tmp_path, monkeypatch, "cpachecker", script)
    result = perform(make_run("cpachecker", "--predicateAnalysis", spec="p.prp", machine="ILP32"), node="here")
    assert says(result.answer) == (RunStatus.TRUE, "TRUE")
    assert result.tool_version == "4.0"
    fixed = "--no-output-files --stats --timelimit 20s --spec p.prp --32 a.c"
    assert result.output.startswith(f"args: --predicateAnalysis {fixed}\n")


def test_old_cpachecker_has_options_with_one_dash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = install(tmp_path, monkeypatch, "cpa.sh", "")
    expected = (path, "-noout", "-stats", "-timelimit", "20s", "-64", "a.c")
    assert tool_named("cpachecker").command(make_run("cpachecker")).argv == expected


CBMC_UNWOUND = "[main.unwind.0] line 3 unwinding assertion loop 0: FAILURE"
CBMC_VIOLATED = "[main.assertion.1] line 4 assertion x: FAILURE"


@pytest.mark.parametrize(
    ("output", "code", "options", "expected"),
    [
        ("Unwind: 2\nTRUE\n", 0, (), (RunStatus.TRUE, "TRUE")),
        ("TRUE\n", 10, (), (RunStatus.ERROR, "ERROR(no verdict, exit code 10)")),
        ("FALSE(valid-deref)\n", 10, (), (RunStatus.FALSE, "FALSE(valid-deref)")),
        ("FALSE\n", 10, (), (RunStatus.FALSE, "FALSE")),
        ("FALSE\n", 0, (), (RunStatus.ERROR, "ERROR(no verdict, exit code 0)")),
        ("UNKNOWN\n", 42, (), (RunStatus.UNKNOWN, "UNKNOWN")),
        ("VERIFICATION SUCCESSFUL\n", 0, (), (RunStatus.UNKNOWN, "UNKNOWN(bound)")),
        ("VERIFICATION SUCCESSFUL\n", 0, ("--unwinding-assertions",), (RunStatus.TRUE, "TRUE")),
        (f"{CBMC_VIOLATED}\nVERIFICATION FAILED\n", 10, (), (RunStatus.FALSE, "FALSE")),
        (f"{CBMC_UNWOUND}\n{CBMC_VIOLATED}\nVERIFICATION FAILED\n", 10, (), (RunStatus.FALSE, "FALSE")),
        (f"{CBMC_UNWOUND}\nVERIFICATION FAILED\n", 10, (), (RunStatus.UNKNOWN, "UNKNOWN(bound)")),
        ("SAT checker ran out of memory\n", 6, (), (RunStatus.OUT_OF_MEMORY, "OUT OF MEMORY")),
        ("Usage error!\n", 64, (), (RunStatus.ERROR, "ERROR(no verdict, exit code 64)")),
    ],
)
def test_cbmc_answers(output: str, code: int, options: tuple[str, ...], expected: tuple[RunStatus, str]) -> None:
    assert says(read("cbmc", output, *options, ending=ToolExited(code))) == expected


def test_cbmc_performs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = "case $1 in --version) echo '6.4.1 (cbmc-6.4.1)';; *) echo \"args: $*\"; echo 'FALSE(no-overflow)'; exit 10;; esac"
    install(tmp_path, monkeypatch, "cbmc", script)
    result = perform(make_run("cbmc", "--graphml-witness", "w", spec="p.prp"), node="here")
    assert says(result.answer) == (RunStatus.FALSE, "FALSE(no-overflow)")
    assert result.tool_version == "6.4.1 (cbmc-6.4.1)"
    assert result.output == "args: --graphml-witness w --propertyfile p.prp --64 a.c\nFALSE(no-overflow)\n"


@pytest.mark.parametrize("output", ["[" * 100_000, f'{{"verdict": {"9" * 5000}}}'], ids=["nesting", "digits"])
def test_output_that_json_does_not_read_is_an_error(output: str) -> None:
    assert read("whet", output).status is RunStatus.ERROR
