"""A concrete run as plain data: what it takes to have an error again, outside of Whet, and what came of that.

Values have the types with which the program asked for them.  No part of a program hangs on it, so it crosses processes.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import TypeAlias

from whet.cfa.immutable import immutable
from whet.cfa.semantics import Value
from whet.cfa.source import Place
from whet.cfa.surroundings import Surroundings
from whet.cfa.types import FloatType, IntType, ScalarType
from whet.task.records import dataclass


@immutable
class AskedInput:
    """A value that a run was given, the function that returned it, and where it was called."""

    function: str
    type: ScalarType
    value: Value
    place: Place | None = field(default=None, compare=False)
    within: str | None = field(default=None, compare=False)
    """The function of the library that asks for the program, if it was not the program itself."""


@dataclass(frozen=True, slots=True)
class RunEvent:
    """Something earlier in a run that its error follows from, such as ``freed here``."""

    what: str
    place: Place
    width: int = field(default=1, compare=False, repr=False)
    """Of the expression there."""

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


@dataclass(frozen=True, slots=True)
class ReachedError:
    """What goes wrong in a run, and where: ``file:line:column``."""

    what: str
    place: str
    called: str | None = None
    """The error function, if one is called."""
    is_call: bool = False
    """Is it a call of an error function, an assertion that fails or a label, and not something without meaning in C?"""
    lines: tuple[int, int] | None = None
    """The first and the last line of what fails, in the given file."""
    file: str | None = None
    """The file that was given, if somebody wrote it down."""


@dataclass(frozen=True, slots=True)
class RecordedPointer:
    """So many bytes after the beginning of an object; ``is_content`` for the object itself, passed by value."""

    target: int
    """The number of the object."""
    offset: int = 0
    is_content: bool = False


@dataclass(frozen=True, slots=True)
class RecordedName:
    """The address of a function or variable, as C writes it."""

    text: str


RecordedValue: TypeAlias = Value | RecordedPointer | RecordedName


@dataclass(frozen=True, slots=True)
class RecordedPart:
    """A scalar that is not zero."""

    path: str
    """After the name of an array: ``[0].next``."""
    value: RecordedValue
    type: IntType | FloatType | None = None
    """None for a pointer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedObject:
    """A block of memory that an argument points to, directly or not."""

    name: str
    """Of the variable of the harness; empty for a block of the heap."""
    size: int
    element: int
    """Bytes of an element; 0 if the object is one of raw bytes."""
    count: int | None
    """None for one element with room for more after it, as a structure with a flexible member has."""
    type: str
    """Of an element, if it is a number: in C."""
    reached: tuple[int | None, str]
    """The first pointer to it: the object that has the pointer and the path there, or None and the name of a parameter."""
    parts: tuple[RecordedPart, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedCall:
    """The call that a harness makes, with the memory that its arguments point to."""

    function: str
    arguments: tuple[tuple[str, RecordedPart], ...]
    """By parameter."""
    objects: tuple[RecordedObject, ...]
    inputs: int = 0
    """How many inputs of the run were given before the call."""
    is_partial: bool = False
    """Was something read that is not in these objects, though the harness left it open?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcreteRun:
    """A run from the start of the program to an error."""

    error: ReachedError
    inputs: tuple[AskedInput, ...] = ()
    arguments: int = 1
    """How many strings ``main`` is given, the program's name among them."""
    strings: tuple[bytes, ...] = ()
    """The first ones of them; all others are empty."""
    environment: tuple[tuple[str, bytes], ...] = ()
    """The variables that the program asks for and that are there."""
    withheld: tuple[str, ...] = ()
    """What the run was given that nobody can give a compiled program."""
    chooses: bool = False
    """Does it depend on the value of something that is read without having been written, and that is not zero?"""
    surroundings: Surroundings | None = None
    """What the program needs to be compiled; None if nobody looked."""
    call: RecordedCall | None = None
    """Of a function with generated arguments."""


class ReplayOutcome(StrEnum):
    """What a compiled program says to a violation."""

    CONFIRMED = "confirmed"
    DIFFERENT = "different"
    """It ran, and did something else."""
    NOT_SHOWN = "not shown"
    """It ran, and nobody looks for this kind of violation when it runs."""
    TIME_OUT = "time-out"
    NOT_COMPILED = "not compiled"
    NOT_RUN = "not run"
    """It cannot be started in the way in which the violation happens."""


@dataclass(frozen=True, slots=True)
class CompiledReplay:
    """The program was compiled and run on the inputs of a FALSE, or why it was not."""

    outcome: ReplayOutcome
    detail: str
    confinement: tuple[str, ...] = ()
    """What the program could not do while it ran; empty if it did not run."""
    not_in_force: tuple[str, ...] = ()
    """The measures that the machine does not allow, so that the program could have done it."""

    def __str__(self) -> str:
        return f"{self.brief}{self._confined}"

    @property
    def brief(self) -> str:
        """Without how it was confined."""
        return f"{_WORDS[self.outcome]}: {self.detail}"

    @property
    def _confined(self) -> str:
        told = [f"{words}: {'; '.join(each)}" for words, each in self._measures if each]
        return f" ({'. '.join(told)})" if told else ""

    @property
    def _measures(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return ("confined", self.confinement), ("NOT in force on this machine", self.not_in_force)

    def to_json(self) -> dict[str, object]:
        return {
            "outcome": self.outcome.value,
            "detail": self.detail,
            "confinement": list(self.confinement),
            "not_in_force": list(self.not_in_force),
        }


_WORDS = {
    ReplayOutcome.CONFIRMED: "the compiled program shows the violation",
    ReplayOutcome.DIFFERENT: "the compiled program does NOT show the violation",
    ReplayOutcome.NOT_SHOWN: "the compiled program cannot show the violation",
    ReplayOutcome.TIME_OUT: "the compiled program did not come to the violation in time",
    ReplayOutcome.NOT_COMPILED: "not compiled",
    ReplayOutcome.NOT_RUN: "not run",
}
