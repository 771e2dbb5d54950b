"""Positions for the page: files by number, ranges by lines and columns of characters.

What a result says of places is about the file that its author wrote.  The page shows the files that were given; where one of
them was preprocessed from another one, its line markers lead back.
"""

from __future__ import annotations

from collections.abc import Iterable

from whet.cfa.source import Origin, Place, SourceFile
from whet.report.verification.model import PageSpot as SpotTold
from whet.report.verification.model import SourceText


class PagePositions:
    """The files of a page, numbered as they are met."""

    def __init__(self, sources: Iterable[SourceFile]) -> None:
        self._numbers: dict[SourceFile, int] = {}
        self._lines: dict[SourceFile, list[bytes]] = {}
        self._written: dict[tuple[str, int], tuple[SourceFile, int]] = {}
        """By file and line that somebody wrote: where that is given."""
        for source in sources:
            self.number(source)

    def number(self, source: SourceFile) -> int:
        if source not in self._numbers:
            self._numbers[source] = len(self._numbers)
            self._lines[source] = source.text.split(b"\n")
            offset = 0
            for line, text in enumerate(self._lines[source], 1):
                written = source.original_place(offset)
                self._written.setdefault((written.file, written.line), (source, line))
                offset += len(text) + 1
        return self._numbers[source]

    def files(self) -> tuple[SourceText, ...]:
        return tuple(SourceText(source.path, source.text.decode("utf-8", "replace")) for source in self._numbers)

    def spot(self, origin: Origin) -> SpotTold:
        span = origin.expression
        file, begin, end = self.number(span.file), span.start_place, span.end_place
        first, last = (self._column(span.file, place.line, place.column) for place in (begin, end))
        return SpotTold(file, begin.line, first, end.line, last)

    def _column(self, source: SourceFile, line: int, column: int) -> int:
        """Counted in characters."""
        lines = self._lines[source]
        text = lines[line - 1] if 0 < line <= len(lines) else b""
        return len(text[: column - 1].decode("utf-8", "replace")) + 1

    def line(self, place: Place | None) -> tuple[int, int] | None:
        """The file and the line of the page, for a place that a result names; None if it is in none of the files."""
        if place is None:
            return None
        found = self._written.get((place.file, place.line))
        return None if found is None else (self._numbers[found[0]], found[1])
