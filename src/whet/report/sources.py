"""The text of source files, for reports: the line of a place, its column in characters, and a mark that outlives edits elsewhere.

A *mark* tells two findings apart and stays the same when lines are put in or taken out around it.  It is made of the check, the
file, the line above that looks like the head of a function (as ``git diff`` finds it), what the line says and where in it the
finding is, both without white space, and which of several such lines of the function it is.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from urllib.parse import quote

from whet.cfa.source import Place
from whet.task.errors import LARGEST_PROGRAM
from whet.task.file_lines import FileLines

_HEAD = re.compile(rb"[A-Za-z_$]")
"""Of a line that may be the head of a function: it begins at the left margin."""
_LABEL = re.compile(rb"\w+\s*:")


class Sources:
    """Files as they are on the disk, each read once; ``root`` is the folder that paths are told relative to."""

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.realpath(root))
        self._lines = FileLines(most=LARGEST_PROGRAM)

    def relative(self, file: str) -> str | None:
        """The path as a URI relative to the root; None for a file outside of it."""
        path = os.path.relpath(os.path.realpath(file), self.root)
        return None if path == os.pardir or path.startswith(os.pardir + os.sep) else quote(Path(path).as_posix())

    def name(self, file: str) -> str:
        """As a URI, relative to the root if the file is below it."""
        return self.relative(file) or Path(os.path.realpath(file)).as_uri()

    def line(self, place: Place) -> str:
        """What stands there; nothing if nobody can read it."""
        return self._line(place).decode("utf-8", "replace")

    def column(self, place: Place) -> int:
        """In characters, where places count bytes."""
        return len(self._line(place)[: place.column - 1].decode("utf-8", "replace")) + 1

    def mark(self, check: str, place: Place | None, otherwise: str) -> str:
        """``otherwise`` is what is known of a finding without a place."""
        parts = [otherwise.encode()] if place is None else self._around(place)
        return hashlib.sha256(b"\0".join([check.encode(), *parts])).hexdigest()[:20]

    def _around(self, place: Place) -> list[bytes]:
        line = _squeezed(self._line(place))
        before = self._lines.all(place.file)[: place.line - 1]
        head = next((number for number in range(len(before) - 1, -1, -1) if _is_head(before[number])), 0)
        same = sum(_squeezed(each) == line for each in before[head:])
        position = _squeezed(self._line(place)[: place.column - 1]) if line else str(place.line).encode()
        return [self.name(place.file).encode(), _squeezed(before[head]) if before else b"", line, position, str(same).encode()]

    def _line(self, place: Place) -> bytes:
        return self._lines.line(place.file, place.line) or b""


def _is_head(line: bytes) -> bool:
    return _HEAD.match(line) is not None and _LABEL.match(line) is None


def _squeezed(text: bytes) -> bytes:
    return b"".join(text.split())
