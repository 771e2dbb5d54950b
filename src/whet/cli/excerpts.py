"""Lines of the user's files, to stand beside what is said about them; where there is none, the place alone is told."""

from __future__ import annotations

import os
from collections.abc import Iterator

from whet.cfa.source import Place
from whet.cli.styled import BAD, FRAME, Line, printable
from whet.task.file_lines import FileLines


class Excerpts(FileLines):
    """Lines as they can be printed."""

    def text(self, file: str, number: int) -> str:
        """As it can be printed; empty if there is no such line."""
        return _decoded(self.line(file, number) or b"").rstrip()

    def pointed(self, place: Place, label: str, margin: int, width: int = 1) -> Iterator[Line]:
        """The line of a place, with an expression underlined and a label; nothing if there is no such line."""
        source = self.line(place.file, place.line)
        if source is None:
            return
        before = _decoded(source[: place.column - 1])
        indentation = "".join(each if each == "\t" else " " for each in before)
        yield bar(margin)
        yield (f"{place.line:>{margin}} | ", FRAME), (_decoded(source).rstrip(), "")
        yield (
            *bar(margin),
            (f" {indentation}", ""),
            (f"{'^' * max(1, min(width, len(source) + 1 - place.column))} {label}".rstrip(), BAD),
        )


def bar(margin: int) -> Line:
    return ((f"{'':{margin}} |", FRAME),)


def shown_path(file: str) -> str:
    """From where the user stands, if the file is below."""
    relative = os.path.relpath(file) if os.path.isabs(file) else file
    return printable(file if relative.startswith(os.pardir) else relative)


def shown_place(place: Place) -> str:
    return f"{shown_path(place.file)}:{place.line}:{place.column}"


def _decoded(source: bytes) -> str:
    return printable(source.decode("utf-8", "replace"))
