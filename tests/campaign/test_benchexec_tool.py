"""What BenchExec's own test says about the description of Whet as a tool."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException  # type: ignore[import-untyped]  # no types
from benchexec.util import ProcessExitCode  # type: ignore[import-untyped]

from whet import __version__
from whet.campaign.benchexec_tool import Tool


def tool_info(*arguments: str) -> str:
    """What ``benchexec.test_tool_info`` prints."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, "-m", "benchexec.test_tool_info", "whet.campaign.benchexec_tool", "--no-container", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stderr


@pytest.fixture(scope="module")
def description() -> str:
    return tool_info()


def test_description_is_accepted(description: str) -> None:
    assert "Name of tool: “Whet”" in description
    assert f"Version: “{__version__}”" in description
    warnings = [line for line in description.splitlines() if "WARNING" in line]
    assert [line for line in warnings if "Path to executable is absolute" not in line] == []


def command_line(description: str, title: str) -> str:
    return description.partition(f"{title}:\n")[2].partition("\n")[0].partition("bin/whet', ")[2]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Minimal command line", "'verify', '--quiet', 'INPUT.FILE']”"),
        ("Command line with parameter", "'verify', '-SOME_OPTION', '--quiet', 'INPUT.FILE']”"),
        ("Command line with property file", "'verify', '--quiet', '--spec', 'PROPERTY.PRP', 'INPUT.FILE']”"),
        ("Command line CPU-time limit", "'verify', '--quiet', '--time-limit', '123s', 'INPUT.FILE']”"),
        (
            "Command line SV-Benchmarks task",
            "'verify', '--quiet', '--spec', 'PROPERTY.PRP', '--32', '--time-limit', '900s', 'INPUT.FILE']”",
        ),
    ],
)
def test_command_line(description: str, title: str, expected: str) -> None:
    assert command_line(description, title) == expected


OUTPUTS = {
    "Verdict: TRUE": "true",
    "Violation: a.c:3:1: reach_error() is called\nVerdict: FALSE(unreach-call)": "false(unreach-call)",
    "Verdict: FALSE(no-overflow)": "false(no-overflow)",
    "Reason: recursion\nVerdict: UNKNOWN(recursion)": "unknown",
    "Verdict: UNKNOWN(alarm not confirmed)": "unknown",
    "Verdict: UNKNOWN(time-out)": "TIMEOUT",
    "Verdict: UNKNOWN(out of memory)": "OUT OF MEMORY",
    "Verdict: ERROR(parsing failed)": "ERROR (parsing failed)",
    "Verdict: ERROR(crash: SIGSEGV)": "ERROR (crash: SIGSEGV)",
    "Verdict: TRUE\nVerdict: UNKNOWN(bound)": "unknown",
    "Verdict: PERHAPS": "ERROR",
    "whet: error: internal error": "ERROR",
    "": "ERROR",
}


def test_results(tmp_path: Path) -> None:
    files = {str(tmp_path / f"{number}.txt"): text for number, text in enumerate(OUTPUTS)}
    for file, text in files.items():
        Path(file).write_text(f"{text}\n")
    printed = tool_info("--tool-output", *files)
    results = {text: printed.partition(f"output in “{file}”:\n\t“")[2].partition("”")[0] for file, text in files.items()}
    assert results == OUTPUTS


def result(text: str, *, code: int = 0, signal: int | None = None, reason: str | None = None) -> str:
    exit_code = ProcessExitCode.create(signal=signal) if signal else ProcessExitCode.create(value=code)
    output = BaseTool2.RunOutput(text.splitlines(keepends=True))
    return Tool().determine_result(BaseTool2.Run((), exit_code, output, reason))


def test_exit_code_that_agrees() -> None:
    assert result("Verdict: FALSE(unreach-call)", code=1) == "false(unreach-call)"
    assert result("Verdict: UNKNOWN(bound)", code=4) == "unknown"


def test_exit_code_that_contradicts_the_verdict() -> None:
    assert result("Verdict: TRUE", code=1) == "ERROR (verdict TRUE with exit code 1)"
    assert result("Verdict: FALSE(unreach-call)", code=70) == "ERROR (verdict FALSE with exit code 70)"


def test_no_verdict_of_a_run_that_was_killed() -> None:
    assert result("Verdict: TRUE", signal=9) == "ERROR"
    assert result("", signal=9, reason="cputime") == "TIMEOUT"


def test_wrong_call() -> None:
    assert result("whet: error: unknown argument", code=2) == "ERROR (usage)"


def command(*options: str, data_model: str) -> list[str]:
    task = SimpleNamespace(property_file=None, options={"data_model": data_model}, input_files_or_identifier=("a.c",))
    return Tool().cmdline("whet", list(options), task, SimpleNamespace(cputime=60, memory=10**9))


def test_options_of_the_benchmark_win() -> None:
    given = ["--time-limit", "5s", "--memory-limit", "1GB"]
    assert command(*given, data_model="LP64") == ["whet", "verify", *given, "--quiet", "--64", "a.c"]
    limits = ["--time-limit", "60s", "--memory-limit", "1000000000"]
    assert command("--32", data_model="LP64") == ["whet", "verify", "--32", "--quiet", *limits, "a.c"]


def test_unknown_data_model() -> None:
    with pytest.raises(UnsupportedFeatureException, match="LLP64"):
        command(data_model="LLP64")


def test_values_for_columns() -> None:
    output = BaseTool2.RunOutput(["Reason: no time: none\n", "Reason: second\n", "Verdict: UNKNOWN(time-out)\n"])
    assert Tool().get_value_from_output(output, "Reason") == "no time: none"
    assert Tool().get_value_from_output(output, "Input") is None
