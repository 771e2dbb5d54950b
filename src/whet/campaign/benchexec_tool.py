"""Whet as a tool of BenchExec: ``<benchmark tool="whet.campaign.benchexec_tool">``.

BenchExec is an optional extra, and this is the only module that imports it.  ``python3 -m benchexec.test_tool_info
whet.campaign.benchexec_tool --no-container`` shows what BenchExec sees.

The result is the line ``Verdict: ...``, the last that Whet prints.  What BenchExec shows:

- ``true``; ``false(property)``;
- ``unknown`` if Whet gave up; ``TIMEOUT`` and ``OUT OF MEMORY`` if that was for a limit of its own;
- ``ERROR (...)`` if the program cannot be read, the call was wrong, or Whet failed; also if the exit code contradicts the
  verdict, or there is none.

The values for columns of a table are the other lines, such as ``Reason: ...``, by the word before the colon.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

import benchexec.result  # type: ignore[import-untyped]  # BenchExec has no types
import benchexec.tools.template  # type: ignore[import-untyped]

_VERDICT = re.compile(r"Verdict: (TRUE|FALSE|UNKNOWN|ERROR)(?:\((.*)\))?(?: \(unchecked\))?")
_LIMITS = {"time-out": benchexec.result.RESULT_TIMEOUT, "out of memory": "OUT OF MEMORY"}
_EXIT_CODES = {"TRUE": (0,), "FALSE": (0, 1)}
"""BenchExec's own test of this module gives 0 with every output."""
_USAGE = 2
"""The exit code for a command line that is wrong."""


class ToolLocator(Protocol):
    def find_executable(self, executable_name: str) -> str: ...


class Task(Protocol):
    """The parts of BenchExec's class of that name that matter here."""

    property_file: str | None
    options: object
    input_files_or_identifier: Sequence[str]


class ResourceLimits(Protocol):
    cputime: int | None
    memory: int | None


class ExitCode(Protocol):
    value: int | None
    signal: int | None


class Run(Protocol):
    exit_code: ExitCode
    output: Iterable[str]
    was_timeout: bool


class Tool(benchexec.tools.template.BaseTool2):  # type: ignore[misc]  # a class without types
    """Whet, a verifier for C programs."""

    def name(self) -> str:
        return "Whet"

    def executable(self, tool_locator: ToolLocator) -> str:
        return tool_locator.find_executable("whet")

    def version(self, executable: str) -> str:
        return str(self._version_from_tool(executable, line_prefix="whet"))

    def cmdline(self, executable: str, options: list[str], task: Task, rlimits: ResourceLimits) -> list[str]:
        spec = ["--spec", task.property_file] if task.property_file else []
        added = ["--quiet", *spec, *_machine(task, options), *_limits(rlimits, options)]
        return [executable, "verify", *options, *added, *task.input_files_or_identifier]

    def determine_result(self, run: Run) -> str:
        verdicts = [verdict for line in run.output if (verdict := _VERDICT.fullmatch(line.rstrip()))]
        if verdicts and run.exit_code.value is not None:
            return _result(verdicts[-1][1], verdicts[-1][2] or "", run.exit_code.value)
        if run.was_timeout:
            return str(benchexec.result.RESULT_TIMEOUT)
        usage = " (usage)" if run.exit_code.value == _USAGE else ""
        return f"{benchexec.result.RESULT_ERROR}{usage}"

    def get_value_from_output(self, output: Iterable[str], identifier: str) -> str | None:
        """Of several lines the first counts."""
        start = f"{identifier}:"
        return next((line.removeprefix(start).strip() for line in output if line.startswith(start)), None)


def _limits(rlimits: ResourceLimits, options: list[str]) -> list[str]:
    """Those of the benchmark; one in its options wins."""
    cpu = ["--time-limit", f"{rlimits.cputime}s"] if rlimits.cputime and "--time-limit" not in options else []
    memory = ["--memory-limit", str(rlimits.memory)] if rlimits.memory and "--memory-limit" not in options else []
    return [*cpu, *memory]


def _machine(task: Task, options: list[str]) -> list[str]:
    """The task says which machine model; one in the options of the benchmark wins."""
    match task.options:
        case {"data_model": "ILP32"} if "--64" not in options:
            return ["--32"]
        case {"data_model": "LP64"} if "--32" not in options:
            return ["--64"]
        case {"data_model": "ILP32" | "LP64"}:
            return []
        case {"data_model": model}:
            raise benchexec.tools.template.UnsupportedFeatureException(f"Whet does not know the data model '{model}'")
        case _:
            return []


def _result(word: str, detail: str, code: int) -> str:
    if code not in _EXIT_CODES.get(word, (code,)):
        return f"{benchexec.result.RESULT_ERROR} (verdict {word} with exit code {code})"
    match word:
        case "TRUE":
            return str(benchexec.result.RESULT_TRUE_PROP)
        case "FALSE":
            return f"{benchexec.result.RESULT_FALSE_PROP}({detail})" if detail else str(benchexec.result.RESULT_FALSE_PROP)
        case "UNKNOWN":
            return str(_LIMITS.get(detail, benchexec.result.RESULT_UNKNOWN))
        case _:
            return f"{benchexec.result.RESULT_ERROR} ({detail})"
