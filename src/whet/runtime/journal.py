"""What a child process wrote down before it ended, however it ended.

A journal is a file without a name, in memory (memfd_create(2)): made before the fork, written by one child, read by the parent
when the child is gone, or by anybody while it writes.  Unlike a ``Channel`` it loses nothing and needs no concurrent reader;
unlike the result of isolated work it is there also if the child was killed.  It holds a number, which may be changed, and
entries, which are only added.

Invariants: neither side waits for the other.  An entry counts when all of it is written, because only then the header says so.
What cannot be written is lost without an error: work does not fail because of its reports.
"""

from __future__ import annotations

import io
import os
import pickle
from contextlib import suppress
from types import TracebackType
from typing import Final

_NUMBER_BYTES: Final = 8
_HEADER_BYTES: Final = 2 * _NUMBER_BYTES
"""The number, and where the entries end."""


class Journal:
    """One writer, and others who read."""

    def __init__(self) -> None:
        self._file = os.memfd_create("whet-journal")
        self._end = _HEADER_BYTES

    def clear(self) -> None:
        """Before the next child writes; one that was forked from a process that wrote nothing begins at the beginning."""
        os.ftruncate(self._file, 0)

    def mark(self, number: int, /) -> None:
        """Put the number; the last one given is read."""
        self._put(number, 0)

    def write(self, entry: object, /) -> None:
        data = pickle.dumps(entry, protocol=pickle.HIGHEST_PROTOCOL)
        with suppress(OSError):
            if os.pwrite(self._file, data, self._end) == len(data):
                self._end += len(data)
                self._put(self._end, _NUMBER_BYTES)

    def _put(self, number: int, position: int) -> None:
        with suppress(OSError):
            os.pwrite(self._file, number.to_bytes(_NUMBER_BYTES, "big"), position)

    @property
    def number(self) -> int:
        """0 if none was put."""
        return self._number_at(0)

    def entries(self) -> list[object]:
        """In their order."""
        return self.entries_from(0)[0]

    def entries_from(self, position: int) -> tuple[list[object], int]:
        """The entries from this position on, and the position after them; the first is at 0."""
        begin = _HEADER_BYTES + position
        length = max(0, self._number_at(_NUMBER_BYTES) - begin)
        data = io.BytesIO(os.pread(self._file, length, begin))
        found = []
        while data.tell() < length:
            found.append(pickle.load(data))
        return found, position + data.tell()

    def _number_at(self, position: int) -> int:
        return int.from_bytes(os.pread(self._file, _NUMBER_BYTES, position), "big")

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._file)
