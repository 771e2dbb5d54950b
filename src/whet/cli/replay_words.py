"""The command that executes the run to a violation: ``whet run`` with the inputs of a verdict."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Final

from whet.core.result import FalseVerdict, Input, Verdict
from whet.task.dangers import AT_END, STRICT
from whet.task.task import Machine, Task

_LONGEST: Final = 240
"""Characters: a command that nobody would copy is not told; ``--output`` writes a harness."""
_CALL: Final = re.compile(r"\w+\(\)")
_PARAMETER: Final = re.compile(r"[A-Za-z_][\w.]*")
_TEXT: Final = re.compile(r'\w+\[\d+\]|getenv\("\w+"\)')
_NOT_THERE: Final = "NULL"


def run_command(task: Task, verdict: Verdict) -> str | None:
    """None where ``whet run`` cannot be given these inputs, or does not look for such a violation."""
    match verdict:
        case FalseVerdict(check=check, inputs=inputs) if len(task.files) == 1 and not task.options and check not in _UNSEEN:
            values = [_value(each) for each in inputs]
            words = ["whet", "run", *_reading(task)]
            words += ["--input", ",".join(filter(None, values))] if any(values) else []
            text = shlex.join([*words, task.files[0]])
            return text if None not in values and len(text) <= _LONGEST else None
        case _:
            return None


_UNSEEN: Final = tuple(each.check for each in (*AT_END, *STRICT))


def _value(each: Input) -> str | None:
    """None for what a command line cannot say; nothing for what is so if nobody says anything."""
    if _CALL.fullmatch(each.source):
        return str(each.value)
    if _TEXT.fullmatch(each.source) and isinstance(each.value, str):
        told = None if "\\" in each.value else f"{each.source}={each.value}"
        return "" if each.value == _NOT_THERE else told
    return f"{each.source}={each.value}" if _PARAMETER.fullmatch(each.source) else None


def _reading(task: Task) -> Iterator[str]:
    if task.machine is Machine.ILP32:
        yield "--32"
    if task.entry != "main":
        yield from ("--entry", task.entry)
    yield from (f"-I{folder}" for folder in task.include_folders)
    yield from (f"-D{define}" for define in task.defines)


__all__ = ["run_command"]
