"""A report as plain data: what the page is given, typed, and testable without a browser.

A report is written as JSON with the names of its fields.  What there may be many of is written as lists (``Packed``), whose
order is that of the fields.  Positions are those of the files that were given, as lines and columns from 1; columns count
characters here, because that is what a browser has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Final, TypeAlias

from whet.task.records import dataclass

FORMAT: Final = 3
"""Of the model; the script of the page reads this one."""

Json: TypeAlias = object


class Packed:
    """A record that is written as a list."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SourceText:
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class PageSpot:
    """A range in a file."""

    file: int
    line: int
    column: int
    end_line: int
    end_column: int
    """Just past the last character."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that is told beside a line."""

    kind: str
    """``invariant``, ``violation``, ``unknown``, ``assumption``, ``input``, ``undecided``."""
    file: int
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class LinesTold:
    """The lines of a file that runs executed, and the others that have code."""

    file: int
    executed: tuple[int, ...]
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Box(Packed):
    """A frame of the call stack, the global variables, or a block of the heap."""

    kind: str
    """``globals``, ``frame`` or ``heap``."""
    title: str
    detail: str


@dataclass(frozen=True, slots=True)
class Row(Packed):
    """A variable, or a part of a block."""

    box: int
    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Change(Packed):
    """From this step on a row has this value; None: it is not there."""

    row: int
    value: str | None
    targets: tuple[tuple[int, int], ...] = ()
    """What its pointers point to: a box, and a row of all or -1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What is done next, and what is different from the step before."""

    spot: PageSpot | None
    kind: str
    """``start``, ``assign``, ``branch``, ``call``, ``return``, ``violation`` or ``told``."""
    text: str
    frames: tuple[int, ...]
    """The boxes of the call stack, the outermost first."""
    changes: tuple[Change, ...] = ()
    freed: tuple[int, ...] = ()
    """Boxes of the heap that are freed from here on."""
    skipped: int = 0
    """Steps before this one that are not told."""


@dataclass(frozen=True, slots=True)
class GivenValue:
    source: str
    value: str
    place: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunTold:
    """A run that violates the property."""

    title: str
    place: str | None
    check: str
    inputs: tuple[GivenValue, ...]
    boxes: tuple[Box, ...]
    rows: tuple[Row, ...]
    steps: tuple[Step, ...]
    note: str = ""
    """What is to be said about how it is told."""


@dataclass(frozen=True, slots=True)
class Dot(Packed):
    """A node of a graph."""

    number: int
    label: str
    kind: str
    function: str
    line: int | None
    text: str
    covered_by: int | None = None


@dataclass(frozen=True, slots=True)
class Arrow(Packed):
    source: int
    target: int
    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Graph:
    nodes: tuple[Dot, ...]
    edges: tuple[Arrow, ...]
    note: str = ""
    """What is left out, or why there is nothing."""


@dataclass(frozen=True, slots=True)
class FunctionGraph:
    name: str
    file: int | None
    graph: Graph


@dataclass(frozen=True, slots=True)
class Claim:
    """What a search found to hold at a location."""

    place: str | None
    where: str
    text: str


@dataclass(frozen=True, slots=True)
class OtherSearch:
    """What there is of a search without abstract states."""

    name: str
    """Of the tab."""
    text: str
    facts: tuple[tuple[str, str], ...]
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The verdict, as it stands at the top of the page."""

    kind: str
    """``true``, ``false``, ``unknown`` or ``error``."""
    word: str
    summary: str
    place: str | None = None
    reason: str | None = None
    advice: str | None = None
    comparison: str | None = None
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    whet: str
    title: str
    outcome: Outcome
    files: tuple[SourceText, ...]
    marks: tuple[Mark, ...]
    lines: tuple[LinesTold, ...]
    """Of a result without a verdict: what runs executed."""
    lines_by: str
    """The runs that this is about: ``run`` or ``interpreted run``."""
    runs: tuple[RunTold, ...]
    functions: tuple[FunctionGraph, ...]
    graph: Graph | None
    """None if no abstract states were explored, or none were told."""
    instead: OtherSearch | None
    """Of a search without a graph."""
    refinements: tuple[Mapping[str, Json], ...]
    """As in ``result.json``."""
    refinements_left_out: int
    statistics: Mapping[str, Json]
    portfolio: Mapping[str, Json] | None
    configuration: Mapping[str, Json]
    task: Mapping[str, Json]
    assumptions: tuple[Mapping[str, Json], ...]
    checked: Mapping[str, Json]
    notes: tuple[str, ...] = ()
    """What could not be made for this report, and why."""
    format: int = FORMAT


def plain(value: object) -> Json:
    """For ``json.dumps``."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        return list(parts.values()) if isinstance(value, Packed) else parts
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    return value
