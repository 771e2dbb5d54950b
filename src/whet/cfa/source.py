"""Where an operation stands in the source text.

Positions are byte offsets into the file that was given; line and column, and the position in the original
file of a preprocessed one (its ``# 12 "orig.c"`` line markers), are computed from the offset only when a caller
asks.  Keeping two integers instead of four resolved places is what makes exact positions affordable on programs of
a hundred thousand lines.

Invariants: ``0 <= begin <= end <= len(text)``; ``end`` is exclusive; lines and columns count from 1, columns in bytes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import field
from functools import cached_property

from whet.cfa.immutable import immutable
from whet.task.records import dataclass

_LINE_MARKER = re.compile(rb'^[ \t]*#[ \t]*(?:line[ \t]+)?(\d{1,10})(?!\d)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?[^\n]*$', re.MULTILINE)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A resolved position; prints as ``file:line:column``."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, eq=False)
class SourceFile:
    """One file as it was read, with the tables that resolve its offsets."""

    path: str
    text: bytes = field(repr=False)

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        starts.extend(m.end() for m in re.finditer(rb"\n", self.text))
        return starts

    @cached_property
    def _markers(self) -> list[tuple[int, int, str]]:
        """(physical line after the marker, line it stands for, file it stands for), ascending."""
        found: list[tuple[int, int, str]] = []
        name = self.path
        for match in _LINE_MARKER.finditer(self.text):
            if match[2] is not None:
                name = match[2].decode("utf-8", "replace").replace('\\"', '"').replace("\\\\", "\\")
            found.append((self._line_of(match.start()) + 1, int(match[1]), name))
        return found

    def _line_of(self, offset: int) -> int:
        return bisect_right(self._line_starts, offset)

    def place(self, offset: int) -> Place:
        """The position in the file that was given."""
        line = self._line_of(offset)
        return Place(self.path, line, offset - self._line_starts[line - 1] + 1)

    def original_place(self, offset: int) -> Place:
        """The position in the file this text was preprocessed from; the given file if there are no line markers."""
        if offset not in self._original_places:
            self._original_places[offset] = self._resolved(offset)
        return self._original_places[offset]

    @cached_property
    def _original_places(self) -> dict[int, Place]:
        """Those that were asked for."""
        return {}

    def _resolved(self, offset: int) -> Place:
        physical = self.place(offset)
        index = bisect_right(self._markers, physical.line, key=lambda marker: marker[0]) - 1
        if index < 0:
            return physical
        first, line, name = self._markers[index]
        return Place(name, line + physical.line - first, physical.column)


@immutable
class Span:
    """A half-open range of offsets in one file."""

    file: SourceFile
    begin: int
    end: int

    @property
    def start_place(self) -> Place:
        return self.file.place(self.begin)

    @property
    def end_place(self) -> Place:
        """The place just past the last character."""
        return self.file.place(self.end)

    @property
    def original_start_place(self) -> Place:
        return self.file.original_place(self.begin)

    @property
    def original_end_place(self) -> Place:
        return self.file.original_place(self.end)

    @property
    def text(self) -> str:
        return self.file.text[self.begin : self.end].decode("utf-8", "replace")

    def __str__(self) -> str:
        return str(self.start_place)


@immutable
class Origin:
    """What the source says at an operation.

    ``statement``: the statement or declaration the operation belongs to, from its first character;
    ``expression``: the (sub-)expression that is evaluated: for a branch the controlling expression, for a call the call;
    ``keyword``: offset of ``if``/``while``/``for``/``do``/``switch`` or of the ``?`` that decides a branch, if any.
    """

    statement: Span
    expression: Span
    keyword: int | None = None

    @property
    def closing_parenthesis(self) -> int:
        """Offset of the last character of the expression: the closing parenthesis when it is a call."""
        return max(self.expression.end - 1, self.expression.begin)

    @property
    def place(self) -> Place:
        return self.expression.start_place

    @property
    def original_place(self) -> Place:
        """Where the expression begins in the file the user wrote."""
        return self.expression.original_start_place

    @property
    def width(self) -> int:
        """Of the expression, as far as it is on its first line in the file the user wrote."""
        begin, end = self.expression.original_start_place, self.expression.original_end_place
        is_one_line = (begin.file, begin.line) == (end.file, end.line)
        return max(1, end.column - begin.column) if is_one_line else 1

    def __str__(self) -> str:
        return str(self.place)


HARNESS = "harness of "
"""How the name of a file begins that is none: the text of a harness that is made for a function."""
REQUIREMENTS = "requires_of_"
"""How the name of a function in a harness begins that evaluates what callers promise."""


def is_generated(origin: Origin | None) -> bool:
    """Is it in a harness?  Objects that are made there are arguments, and what is in them comes from callers."""
    return origin is not None and is_in_harness(origin.original_place)


def is_in_harness(place: Place | None) -> bool:
    """Is it in text that the user did not write?"""
    return place is not None and place.file.startswith(HARNESS)


def place_of(origin: Origin | None) -> Place | None:
    """Where something stands in the file that its author wrote, if it stands anywhere."""
    return None if origin is None else origin.original_place
