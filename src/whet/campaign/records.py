"""The vocabulary of a campaign: what is run, what came of it, and what that is worth.

A *run* is one task under one configuration of one tool within limits.  Everything that decides its outcome goes into its
*key*, so a run that is in the ledger need not be done again, and one whose program was edited is a different run.

All of this is plain data: it crosses processes and machines, and goes into the ledger as it is.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import field, fields
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from whet.runtime.limits import Limit, Limits, Usage
from whet.task.properties import DEFAULT_PROPERTY
from whet.task.records import dataclass

Number: TypeAlias = int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchTask:
    """A program, a property and the verdict it is known to deserve."""

    name: str
    """Unique in its set, such as ``sv2019/loops/array-1``."""
    category: str
    file: str
    property_file: str | None = None
    machine: str = "LP64"
    expected: bool | None = None
    """None if it is unknown."""
    lines: int = 0
    digest: str = ""
    """Of the contents of the program and the property file, not of their places."""
    svcomp_set: str = ""
    """The set of SV-COMP its category belongs to, which published tables count by; empty if there is none."""
    violated: str = ""
    """The part of the property that a FALSE must name, such as ``valid-free``; empty if any will do."""
    function: str = ""
    """The function of a project that is to be judged, as arguments of ``whet scan``; empty if the task is a program."""

    @property
    def property(self) -> str:
        """The name of the property, as in SV-COMP."""
        return DEFAULT_PROPERTY.name if self.property_file is None else Path(self.property_file).stem


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolConfiguration:
    """A column of a table: a tool with options."""

    name: str
    tool: str = "whet"
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLimits(Limits):
    """What a run may use; a run of a campaign has all of these limits."""

    cpu_seconds: float
    wall_seconds: float
    memory_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    task: BenchTask
    configuration: ToolConfiguration
    limits: RunLimits

    @property
    def key(self) -> str:
        """What identifies the run: the same program, property, machine, tool, options and limits."""
        task = self.task
        what = (task.name, task.digest, task.machine, task.expected)
        part = (task.violated,) if task.violated else ()  # so that runs without it keep their keys
        scanned = (("function", task.function),) if task.function else ()
        return digest([what + part + scanned, _shallow(self.configuration), _shallow(self.limits)])


def _shallow(record: ToolConfiguration | RunLimits) -> dict[str, object]:
    """As ``asdict``, without copies: a campaign asks for the keys of ten thousand runs."""
    return {one.name: getattr(record, one.name) for one in fields(record)}


def digest(value: object) -> str:
    """A short name for plain data."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class ToolExited:
    code: int


@dataclass(frozen=True, slots=True)
class Signalled:
    """Ended by a signal that did not come from the runner."""

    number: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """Ended by the runner, because a limit was reached."""

    limit: Limit


Ending: TypeAlias = ToolExited | Signalled | Stopped


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolExecution:
    """What running a command came to."""

    ending: Ending
    use: Usage
    stdout: str
    stderr: str


class RunStatus(StrEnum):
    """What a tool answered."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"
    TIME_OUT = "time-out"
    OUT_OF_MEMORY = "out of memory"
    ERROR = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolAnswer:
    status: RunStatus
    word: str
    """The tool's own word, such as ``UNKNOWN(alarm not confirmed)``."""
    statistics: Mapping[str, Number | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """A row of the ledger."""

    key: str
    answer: ToolAnswer
    use: Usage
    tool_version: str
    node: str
    """The machine it ran on."""
    started: float
    """Seconds since the epoch."""
    output: str = ""
    """What the tool printed."""


class Assessment(StrEnum):
    """An answer compared with the expected verdict."""

    CORRECT_TRUE = "correct true"
    CORRECT_FALSE = "correct false"
    WRONG_TRUE = "wrong true"
    WRONG_FALSE = "wrong false"
    WRONG_PART = "wrong part"
    """FALSE is right, and it names a part of the property that is not the one violated."""
    UNCONFIRMED = "unconfirmed"
    """TRUE or FALSE, and the right verdict is unknown."""
    UNSOLVED = "unsolved"

    @property
    def is_correct(self) -> bool:
        return self in (Assessment.CORRECT_TRUE, Assessment.CORRECT_FALSE)

    @property
    def is_wrong(self) -> bool:
        return self in (Assessment.WRONG_TRUE, Assessment.WRONG_FALSE, Assessment.WRONG_PART)

    @property
    def score(self) -> int:
        """The points of SV-COMP."""
        return _POINTS.get(self, 0)


_POINTS = {
    Assessment.CORRECT_TRUE: 2,
    Assessment.CORRECT_FALSE: 1,
    Assessment.WRONG_TRUE: -32,
    Assessment.WRONG_FALSE: -16,
    Assessment.WRONG_PART: -16,
}
_PART = re.compile(r"FALSE\((.*)\)")


def assess(answer: ToolAnswer, task: BenchTask) -> Assessment:
    match answer.status, task.expected:
        case ((RunStatus.TRUE | RunStatus.FALSE), None):
            return Assessment.UNCONFIRMED
        case RunStatus.TRUE, expected:
            return Assessment.CORRECT_TRUE if expected else Assessment.WRONG_TRUE
        case RunStatus.FALSE, True:
            return Assessment.WRONG_FALSE
        case RunStatus.FALSE, _:
            return Assessment.CORRECT_FALSE if task.violated in ("", _part(answer, task)) else Assessment.WRONG_PART
        case _:
            return Assessment.UNSOLVED


def _part(answer: ToolAnswer, task: BenchTask) -> str:
    """What a FALSE says is violated: the property as a whole, if it names no part."""
    named = _PART.fullmatch(answer.word)
    return task.property if named is None else named[1]
