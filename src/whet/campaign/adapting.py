"""What the adapters of tools have in common: from the end of an execution to an answer, and how executables are found."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace

from whet.campaign.records import Number, Run, RunStatus, Signalled, Stopped, ToolAnswer, ToolExecution, ToolExited
from whet.core.result import Reason
from whet.runtime.limits import Limit
from whet.task.errors import TaskError

_OUT_OF_TIME = f"UNKNOWN({Reason.TIME_OUT})"
_OUT_OF_MEMORY = f"UNKNOWN({Reason.OUT_OF_MEMORY})"
_WORD = re.compile(r"(TRUE|FALSE|UNKNOWN|ERROR)(\(.*\))?")


def status_of(word: str) -> RunStatus | None:
    """What a verdict in the words of Whet means; None if it is not one."""
    match = _WORD.fullmatch(word)
    if match is None:
        return None
    special = {_OUT_OF_TIME: RunStatus.TIME_OUT, _OUT_OF_MEMORY: RunStatus.OUT_OF_MEMORY}
    return special.get(word, RunStatus(match[1].lower()))


def answer_to(
    execution: ToolExecution, read: Callable[[int], ToolAnswer], *, statistics: Mapping[str, Number | str] | None = None
) -> ToolAnswer:
    """The answer of a tool whose exit code and output ``read`` understands."""
    found = statistics or {}
    match execution.ending:
        case Stopped(limit=Limit.MEMORY as limit):
            return ToolAnswer(status=RunStatus.OUT_OF_MEMORY, word=f"{limit} limit reached", statistics=found)
        case Stopped(limit=limit):
            return ToolAnswer(status=RunStatus.TIME_OUT, word=f"{limit} limit reached", statistics=found)
        case Signalled(number=number):
            return replace(error(_signal_name(number)), statistics=found)
        case ToolExited(code=code):
            return replace(read(code), statistics=found)


def error(what: str) -> ToolAnswer:
    return ToolAnswer(status=RunStatus.ERROR, word=f"ERROR({what})")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def located(*names: str) -> str:
    """The first of these executables that there is."""
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        raise TaskError(f"the executable {' or '.join(names)} is not on the PATH")
    return found


def printed_by(*argv: str) -> str:
    """What a tool prints about itself."""
    try:
        return subprocess.run(argv, capture_output=True, text=True, errors="replace", timeout=120, check=False).stdout
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise TaskError(f"'{' '.join(argv)}' does not work: {problem}") from problem


def machine_option(run: Run) -> str:
    return "--32" if run.task.machine == "ILP32" else "--64"
