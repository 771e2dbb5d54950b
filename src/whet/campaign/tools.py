"""The tools a campaign can run: how each is called, and how its answer is read.

What all readings have in common:

- A run that exceeded a limit has no verdict, whatever it printed.
- ``unknown`` is for a tool that gave up and said so.  A crash, an exit code that contradicts the verdict, and output without
  a verdict are errors.

A tool that knows the limit on CPU time is told it and gets a little more time before it is killed, so that it can say where it
was and print its statistics.  The verdict of a run that used more than the limit does not count all the same, so every tool
has the same time.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from whet import __version__
from whet.campaign.adapting import answer_to, error, machine_option, status_of
from whet.campaign.other_tools import Cbmc, CpaChecker
from whet.campaign.records import Run, RunLimits, RunResult, RunStatus, Stopped, ToolAnswer, ToolExecution
from whet.campaign.runner import ToolCommand, execute, has_gap
from whet.runtime.limits import reached
from whet.task.errors import TaskError, suggestion
from whet.task.properties import DEFAULT_PROPERTY


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
