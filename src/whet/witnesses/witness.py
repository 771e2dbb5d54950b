"""What a witness says, as plain data (format 2.0 of verification witnesses; Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl,
Strejček: Software Verification Witnesses 2.0, SPIN 2024).

A *correctness witness* is a set of invariants at places of the source.  A *violation witness* is a sequence of segments: each
has waypoints that a run avoids, and ends with one that it follows; the last one is the target, the violation itself.

Lines and columns count from 1 and are those of the file that was given.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

from whet.task.records import dataclass

FORMAT_VERSION: Final = "2.0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """A place in a source file; without a column the leftmost one of the line that suits."""

    file_name: str
    line: int
    column: int | None = None
    function: str | None = None
    """For people only."""

    def __str__(self) -> str:
        return f"{self.file_name}:{self.line}" + ("" if self.column is None else f":{self.column}")


class InvariantType(StrEnum):
    LOOP = "loop_invariant"
    """Holds whenever the controlling expression of a loop is evaluated."""
    LOCATION = "location_invariant"
    """Holds whenever a statement begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessInvariant:
    type: InvariantType
    location: Location
    value: str
    """A C expression without side effects."""
    entry: int = 0
    """The line of the witness it stands in; 0 for one that was not read."""


class WaypointType(StrEnum):
    ASSUMPTION = "assumption"
    BRANCHING = "branching"
    FUNCTION_ENTER = "function_enter"
    FUNCTION_RETURN = "function_return"
    TARGET = "target"


@dataclass(frozen=True, slots=True, kw_only=True)
class Waypoint:
    type: WaypointType
    location: Location
    value: str | None = None
    """Of the constraint, if there is one: C, ``true``, ``false``, a number, ``default``, or ``\\result == 5``."""
    entry: int = 0


@dataclass(frozen=True, slots=True)
class Segment:
    """No waypoint of ``avoid`` is passed until ``follow`` is."""

    follow: Waypoint
    avoid: tuple[Waypoint, ...] = ()


@dataclass(frozen=True, slots=True)
class Correctness:
    invariants: tuple[WitnessInvariant, ...]


@dataclass(frozen=True, slots=True)
class ViolationSequence:
    segments: tuple[Segment, ...]


Content: TypeAlias = Correctness | ViolationSequence


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskDescription:
    """The task that a witness is for."""

    input_files: tuple[str, ...]
    input_file_hashes: tuple[tuple[str, str], ...]
    specification: str
    data_model: str


@dataclass(frozen=True, slots=True)
class Witness:
    """A witness that was read."""

    content: Content
    task: TaskDescription
    producer: str
    """Name and version."""
