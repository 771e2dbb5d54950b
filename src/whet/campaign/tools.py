"""The tools a campaign can run: how each is called, and how its answer is read.

- A run that exceeded a limit has no verdict, whatever it printed.
- ``unknown`` is for a tool that gave up and said so.  A crash, an exit code that contradicts the verdict, and output without
  a verdict are errors.

A tool that can be given a limit on CPU time gets it, and a little more time before it is killed, so that it can print its state
and statistics.  The verdict of a run that used more than the limit does not count, so every tool has the same time.

CPAchecker and CBMC are called and read as in the verification competitions; their executables are looked for on the PATH:

- CPAchecker: the line ``Verification result: ...``, unless the output also reports an exception or an error; and from its
  statistics the lines ``Name:   number (detail)``.
- CBMC: the last line of the competition's archive (``TRUE``, ``FALSE(...)``, ``UNKNOWN``), or the ``VERIFICATION ...`` line of
  the program itself.  Bounded unwinding proves nothing: the latter is ``unknown`` unless unwinding assertions were checked, too,
  and a failed unwinding assertion alone is no violation.
"""

from __future__ import annotations

import json
import math
import os
import re
import shlex
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from whet import __version__
from whet.campaign.adapting import answer_to, error, located, machine_option, printed_by, status_of
from whet.campaign.records import Number, Run, RunLimits, RunResult, RunStatus, Stopped, ToolAnswer, ToolExecution
from whet.campaign.runner import ToolCommand, execute, has_gap
from whet.runtime.limits import reached
from whet.task.errors import TaskError, suggestion
from whet.task.properties import DEFAULT_PROPERTY


class CpaChecker:
    name = "cpachecker"
    grace_seconds = 10.0
    """The virtual machine takes its time to end."""

    def version(self) -> str:
        executable = located("cpachecker", "cpa.sh")
        lines = printed_by(executable, f"{_dashes(executable)}help").splitlines()
        line = next((line for line in lines if line.startswith("CPAchecker")), "")
        return line.removeprefix("CPAchecker").partition("(")[0].strip()

    def command(self, run: Run, /) -> ToolCommand:
        executable = located("cpachecker", "cpa.sh")
        dashes = _dashes(executable)
        spec = [] if run.task.property_file is None else [f"{dashes}spec", run.task.property_file]
        quiet = "--no-output-files" if dashes == "--" else "-noout"  # the table wants none, and they go where it was started
        limit = f"{math.ceil(run.limits.cpu_seconds)}s"
        machine = dashes + machine_option(run).removeprefix("--")
        fixed = [quiet, f"{dashes}stats", f"{dashes}timelimit", limit, *spec, machine]
        return ToolCommand((executable, *run.configuration.options, *fixed, run.task.file))

    def read(self, execution: ToolExecution, run: Run, /) -> ToolAnswer:
        lines = [*execution.stdout.splitlines(), *execution.stderr.splitlines()]
        return answer_to(execution, lambda code: _cpachecker_answer(lines, code), statistics=_numbers(execution.stdout))


def _dashes(executable: str) -> str:
    """Older versions, started by cpa.sh, know only options with one."""
    return "-" if os.path.basename(executable) == "cpa.sh" else "--"


_RESULT = "Verification result: "
_VIOLATION = re.compile(r"Property violation \(([\w-]+)(?::.*)?\)")
_LACK_OF_MEMORY = (
    "java.lang.OutOfMemoryError",
    "std::bad_alloc",
    "Cannot allocate memory",
    "Native memory allocation (malloc) failed to allocate",
    "insufficient memory for the Java Runtime Environment",
)
_FAILURES = {
    "SIGSEGV": "segmentation fault",
    "java.lang.AssertionError": "assertion",
    "Exception:": "exception",
    "Exception in thread": "exception",
    "Could not reserve enough space for object heap": "java heap",
}
_CAUSES = {
    "Parsing failed": "parsing failed",
    "recursion": "recursion",
    "threads": "threads",
    "Interpolation failed": "interpolation failed",
}
_OWN_TIME_OUT = "The CPU-time limit of"


def _cpachecker_answer(lines: list[str], code: int) -> ToolAnswer:
    if any(sign in line for line in lines for sign in _LACK_OF_MEMORY):
        return ToolAnswer(status=RunStatus.OUT_OF_MEMORY, word="OUT OF MEMORY")
    failure = next((what for line in lines for sign, what in _FAILURES.items() if sign in line), None)
    complaint = next((line for line in lines if line.startswith("Error: ")), None)
    if failure is not None or complaint is not None:
        return error(failure or next((what for sign, what in _CAUSES.items() if sign in (complaint or "")), "error"))
    results = [line.removeprefix(_RESULT).strip() for line in lines if line.startswith(_RESULT)]
    if len(set(results)) != 1:
        return error(f"{'no' if not results else 'more than one'} result, exit code {code}")
    return _cpachecker_verdict(results[0], is_late=any(_OWN_TIME_OUT in line for line in lines))


def _cpachecker_verdict(result: str, *, is_late: bool) -> ToolAnswer:
    if result.startswith("TRUE"):
        return ToolAnswer(status=RunStatus.TRUE, word="TRUE")
    if result.startswith("FALSE"):
        violated = _VIOLATION.search(result)
        return ToolAnswer(status=RunStatus.FALSE, word="FALSE" if violated is None else f"FALSE({violated[1]})")
    if not result.startswith("UNKNOWN"):
        return error(f"result {result}")
    return ToolAnswer(
        status=RunStatus.TIME_OUT if is_late else RunStatus.UNKNOWN, word="UNKNOWN(time-out)" if is_late else "UNKNOWN"
    )


_STATISTIC = re.compile(r"\s*([A-Z][^:]*?):\s+(-?\d{1,40}(?:\.\d+)?)(?:s|MB|%)?(?:\s*\(.*)?")


def _numbers(text: str) -> Mapping[str, Number]:
    """Of several statistics with one name the first counts."""
    found: dict[str, Number] = {}
    for line in text.splitlines():
        if match := _STATISTIC.fullmatch(line):
            found.setdefault(match[1], float(match[2]) if "." in match[2] else int(match[2]))
    return found


class Cbmc:
    name = "cbmc"
    grace_seconds = 0.0

    def version(self) -> str:
        return printed_by(located("cbmc"), "--version").strip()

    def command(self, run: Run, /) -> ToolCommand:
        property_file = run.task.property_file
        spec = [] if property_file is None else ["--propertyfile", property_file]
        return ToolCommand((located("cbmc"), *run.configuration.options, *spec, machine_option(run), run.task.file))

    def read(self, execution: ToolExecution, run: Run, /) -> ToolAnswer:
        lines = [line.strip() for line in execution.stdout.splitlines() if line.strip()]
        has_assertions = "--unwinding-assertions" in run.configuration.options
        return answer_to(execution, lambda code: _cbmc_answer(lines, code, has_unwinding_assertions=has_assertions))


def _cbmc_answer(lines: list[str], code: int, *, has_unwinding_assertions: bool) -> ToolAnswer:
    last = lines[-1] if lines else ""
    if code == 0 and last == "TRUE":
        return ToolAnswer(status=RunStatus.TRUE, word="TRUE")
    if code == 10 and re.fullmatch(r"FALSE(\([\w-]+\))?", last):
        return ToolAnswer(status=RunStatus.FALSE, word=last)
    if last == "UNKNOWN":
        return ToolAnswer(status=RunStatus.UNKNOWN, word="UNKNOWN")
    if code == 0 and "VERIFICATION SUCCESSFUL" in lines:
        is_complete = has_unwinding_assertions or any("unwinding assertion" in line for line in lines)
        return ToolAnswer(status=RunStatus.TRUE, word="TRUE") if is_complete else _bounded()
    if code == 10 and "VERIFICATION FAILED" in lines:
        return _cbmc_failure([line for line in lines if line.endswith(": FAILURE")])
    if code == 6 and any("ut of memory" in line for line in lines):
        return ToolAnswer(status=RunStatus.OUT_OF_MEMORY, word="OUT OF MEMORY")
    return error(f"no verdict, exit code {code}")


def _cbmc_failure(failures: list[str]) -> ToolAnswer:
    if failures and all("unwinding assertion" in line for line in failures):
        return _bounded()
    return ToolAnswer(status=RunStatus.FALSE, word="FALSE")


def _bounded() -> ToolAnswer:
    return ToolAnswer(status=RunStatus.UNKNOWN, word="UNKNOWN(bound)")


class Tool(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def grace_seconds(self) -> float:
        """CPU time above the limit before the tool is killed; 0 for one that does not know its limit."""

    def version(self) -> str:
        """Asks the tool, so ask once; raises ``TaskError`` if there is no such tool on this machine."""

    def command(self, run: Run, /) -> ToolCommand: ...
    def read(self, execution: ToolExecution, run: Run, /) -> ToolAnswer:
        """``execution`` is ``Stopped`` if the run exceeded one of its limits."""


def tool_named(name: str) -> Tool:
    tools: tuple[Tool, ...] = (Whet(), CpaChecker(), Cbmc(), AnyCommand())
    known = {tool.name: tool for tool in tools}
    if name not in known:
        raise TaskError(f"there is no tool '{name}'{suggestion(name, known)}; there are {', '.join(known)}")
    return known[name]


def perform(run: Run, *, node: str, tool_version: str | None = None) -> RunResult:
    """Do a run; the tool is asked for its version if none is given."""
    tool = tool_named(run.configuration.tool)
    version = tool.version() if tool_version is None else tool_version
    started = time.time()
    limits = replace(run.limits, cpu_seconds=run.limits.cpu_seconds + tool.grace_seconds)
    execution = _judged(execute(tool.command(run), limits), run.limits)
    return RunResult(
        key=run.key,
        answer=tool.read(execution, run),
        use=execution.use,
        tool_version=version,
        node=node,
        started=started,
        output=output_text(execution),
    )


def _judged(execution: ToolExecution, limits: RunLimits) -> ToolExecution:
    """By the limits of the run: those it was killed at are looser."""
    limit = reached(execution.use, limits)
    if limit is None or isinstance(execution.ending, Stopped):
        return execution
    return replace(execution, ending=Stopped(limit))


def output_text(execution: ToolExecution) -> str:
    """Both outputs in one text."""
    if not execution.stderr:
        return execution.stdout
    separator = "" if execution.stdout.endswith("\n") or not execution.stdout else "\n"
    return f"{execution.stdout}{separator}----- stderr -----\n{execution.stderr}"


class Whet:
    """This installation of Whet.

    Its own limit on CPU time is that of the run and counts the analysis alone; the start of the command and the end of
    a run that timed out come on top."""

    name = "whet"
    grace_seconds = 2.0

    def version(self) -> str:
        return __version__

    def command(self, run: Run, /) -> ToolCommand:
        task, limit = run.task, f"{round(run.limits.cpu_seconds, 3)}s"
        if task.function:
            return self._scan(run, limit)
        spec = ["--spec", task.property_file or DEFAULT_PROPERTY.name]
        limits = ["--time-limit", limit, "--memory-limit", str(run.limits.memory_bytes)]
        fixed = ["--json", "--quiet", *spec, machine_option(run), *limits]
        return ToolCommand((sys.executable, "-m", "whet", "verify", *fixed, *run.configuration.options, task.file))

    def _scan(self, run: Run, limit: str) -> ToolCommand:
        limits = ["--workers", "1", "--time-limit", limit, "--memory-limit", str(run.limits.memory_bytes)]
        fixed = ["--json", "--quiet", machine_option(run), *limits, *run.configuration.options]
        return ToolCommand((sys.executable, "-m", "whet", "scan", *fixed, *shlex.split(run.task.function), run.task.file))

    def read(self, execution: ToolExecution, run: Run, /) -> ToolAnswer:
        document = _document(execution.stdout)
        statistics = document.get("statistics")
        found = statistics if isinstance(statistics, dict) else {}
        return answer_to(execution, lambda code: _whet_answer(document.get("verdict"), code), statistics=found)


def _whet_answer(word: object, code: int) -> ToolAnswer:
    status = status_of(word) if isinstance(word, str) else None
    if not isinstance(word, str) or status is None:
        return error(f"no verdict, exit code {code}")
    decided = status if status in (RunStatus.TRUE, RunStatus.FALSE) else None
    if decided is not {0: RunStatus.TRUE, 1: RunStatus.FALSE}.get(code):
        return error(f"verdict {word} with exit code {code}")
    return ToolAnswer(status=status, word=word)


_VERDICT = re.compile(r'^ "verdict": ("(?:[^"\\]|\\.)*")', re.MULTILINE)
_STATISTICS = re.compile(r'^ "statistics": (\{.*?^ \})', re.MULTILINE | re.DOTALL)


def _document(text: str) -> Mapping[str, object]:
    """The result as JSON; what is left of it, if a long error path was cut out of the middle."""
    try:
        if not has_gap(text):
            document = json.loads(text)
            return document if isinstance(document, dict) else {}
        parts = {"verdict": _VERDICT.search(text), "statistics": _STATISTICS.search(text)}
        return {key: json.loads(part[1]) for key, part in parts.items() if part is not None}
    except (ValueError, RecursionError):
        return {}


class AnyCommand:
    """Whatever the options of the configuration say, with ``{file}`` and ``{property}`` filled in.

    The verdict is the last line that begins with ``Verdict:``; the exit code means nothing."""

    name = "command"
    grace_seconds = 0.0

    def version(self) -> str:
        return ""

    def command(self, run: Run, /) -> ToolCommand:
        if not run.configuration.options:
            raise TaskError(f"the configuration '{run.configuration.name}' has no options: they are the command to run")
        values = {"{file}": run.task.file, "{property}": run.task.property_file or ""}
        pattern = re.compile("|".join(map(re.escape, values)))
        return ToolCommand(tuple(pattern.sub(lambda hit: values[hit[0]], option) for option in run.configuration.options))

    def read(self, execution: ToolExecution, run: Run, /) -> ToolAnswer:
        return answer_to(execution, lambda code: _last_verdict(execution.stdout, code))


def _last_verdict(text: str, code: int) -> ToolAnswer:
    words = [line.removeprefix("Verdict:").strip() for line in text.splitlines() if line.startswith("Verdict:")]
    status = status_of(words[-1]) if words else None
    return error(f"no verdict, exit code {code}") if status is None else ToolAnswer(status=status, word=words[-1])
