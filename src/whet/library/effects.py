"""What a call of a library function does, for analyses that have no body of it to look at; derived from its record."""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from typing import TypeAlias

from whet.library.accesses import AccessKind
from whet.library.notation import Record, record_of
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class Arbitrary:
    """Returns any value of its type and changes nothing the program can see."""


@dataclass(frozen=True, slots=True)
class Reads(Arbitrary):
    """The same; what it returns depends on the bytes that its pointers lead to."""


@dataclass(frozen=True, slots=True)
class Finds(Reads):
    """Returns a pointer to a byte of the object that the first argument points to, or a null pointer."""


class Question(Enum):
    """What CBMC's harnesses ask about objects."""

    READABLE = "do so many bytes from here on lie in one living object?"
    WRITABLE = "the same, in one that may be written"
    SIZE = "how many bytes has the object?"
    OFFSET = "how far is it from the beginning of the object?"
    OBJECT = "a number that another object does not have"
    SAME = "do both lead to the same object?"


@dataclass(frozen=True, slots=True)
class Tells(Arbitrary):
    """Returns the answer to a question about the object that its first argument leads to.

    The interpreter knows it.  An analysis that does not may take any value for the answer: it stands in conditions of programs,
    so that "it may be bad" is as wrong as "it is good" where nobody knows."""

    question: Question


@dataclass(frozen=True, slots=True)
class Measures(Arbitrary):
    """Returns how many bytes the block of the heap has that the argument points to the beginning of.  No run goes on if it points
    to anything else."""


@dataclass(frozen=True, slots=True)
class Assumes:
    """Returns only if the first argument is not zero."""


@dataclass(frozen=True, slots=True)
class Stops:
    """Ends the program: does not return."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Has no effect and no value of interest."""


@dataclass(frozen=True, slots=True)
class Allocates:
    """Returns a new heap object whose size is the product of the arguments named; zeros or indeterminate.

    With ``may_fail``, a machine without enough memory returns a null pointer instead.  That it has enough is an assumption of
    the run, unless the program was read with both outcomes in it (``frontend.calls``)."""

    size: tuple[int, ...]
    zeroed: bool
    may_fail: bool = True


@dataclass(frozen=True, slots=True)
class Frees:
    """Ends the life of the heap object the first argument points to."""


@dataclass(frozen=True, slots=True)
class Copies:
    """Copies as many bytes as the third argument says from the second to the first, which it returns."""


@dataclass(frozen=True, slots=True)
class Fills:
    """Fills as many bytes as the third argument says with the second; returns the first."""


@dataclass(frozen=True, slots=True)
class Writes:
    """May change the objects the arguments named point to, from there on; returns argument ``returns`` or any
    value.  With ``may_fail``, it may return a null pointer instead.  With ``makes_text``, it copies no byte that nothing was
    written to: what was written before the call is so after it."""

    arguments: tuple[int, ...]
    returns: int | None = None
    may_fail: bool = False
    makes_text: bool = False


@dataclass(frozen=True, slots=True)
class Formats:
    """May do to pointers what a format says: store through them, make text of them or (``scans``) them of text.  So it may
    change whatever it can reach."""

    scans: bool


@dataclass(frozen=True, slots=True)
class NotModelled:
    """Does something no analysis follows: nothing is known from here on."""

    construct: str


Effect: TypeAlias = (
    Arbitrary
    | Reads
    | Finds
    | Tells
    | Measures
    | Assumes
    | Stops
    | Nothing
    | Allocates
    | Frees
    | Copies
    | Fills
    | Writes
    | Formats
    | NotModelled
)


class FormatFamily(Enum):
    """Of which family a function is that has a format."""

    PRINTED = "printf"
    PRINTED_TO_MEMORY = "sprintf"
    SCANNED = "scanf"


def format_of(record: Record) -> FormatFamily | None:
    if record.position(AccessKind.SCAN_FORMAT) is not None:
        return FormatFamily.SCANNED
    if record.position(AccessKind.FORMAT) is None or record.position(AccessKind.NEW_TEXT) is not None:
        return None
    return FormatFamily.PRINTED if record.position(AccessKind.TEXT) is None else FormatFamily.PRINTED_TO_MEMORY


@cache
def effect_of(record: Record) -> Effect | None:
    """Of a call with a format that does what the record says; None if nothing is known without a body."""
    match record.returns.split():
        case ["unknown", *_]:
            return None
        case ["stops"]:
            return Stops()
        case ["assumes", _]:
            return Assumes()
        case ["measures"]:
            return Measures()
        case ["tells", question]:
            return Tells(Question[question])
        case ["copies"]:
            return Copies()
        case ["fills"]:
            return Fills()
        case ["new", *words]:
            return _allocating(record, words)
        case ["into", *_]:
            return Finds()
        case _:
            return _returning(record)


def _allocating(record: Record, words: list[str]) -> Allocates:
    names = [each.name for each in record.parameters]
    size = tuple(names.index(word) for word in words if word in names)
    return Allocates(size, zeroed="zeroed" in words, may_fail="always" not in words)


def _returning(record: Record) -> Effect:
    if record.position(AccessKind.FREED) is not None:
        return Frees()
    if record.position(AccessKind.NEW_TEXT) is not None:
        return Formats(scans=False)
    accesses = (*record.accesses, *(() if record.rest is None else (record.rest,)))
    written = tuple(number for number, each in enumerate(accesses) if each.writes)
    names = [each.name for each in record.parameters]
    returned = re.fullmatch(r"(?P<name>\w+)(?P<null> or null)?", record.returns)
    if returned is not None and returned["name"] in names:
        return Writes(written, names.index(returned["name"]), may_fail=returned["null"] is not None)
    if written or record.position(AccessKind.SCAN_FORMAT) is not None:
        return Writes(written, makes_text=record.position(AccessKind.TEXT) is not None)
    if record.returns == "nothing":
        return Nothing()
    looks = record.keeps_errno and any(each.reads for each in accesses)
    return Reads() if looks else Arbitrary()


@cache
def is_absolute(name: str) -> bool:
    """Does a function return the absolute value of an integer?"""
    record = record_of(name)
    return record is not None and record.returns.startswith("absolute ")


def question_of(name: str) -> Question | None:
    """What a function asks about an object."""
    record = record_of(name)
    effect = None if record is None else effect_of(record)
    return effect.question if isinstance(effect, Tells) else None
