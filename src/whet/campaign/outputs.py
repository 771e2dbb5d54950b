"""What the tools printed: append-only segment files, ``FOLDER/000001.gz`` and so on.

Each text is a gzip member of its own, so ``zcat`` of a segment prints all of its texts, and one text is found by the offset
and length of its member.  A campaign of a million runs leaves some dozens of files.

Invariants: a segment is written by one store only, in the order of the calls, and never changed.  A store starts a segment of
its own, so what a killed one left unfinished is at the end of a file that gets no further appends.  When ``append`` returns,
the operating system has the whole member: the death of the process does not lose it, a power failure may.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from types import TracebackType

from whet.task.errors import TaskError
from whet.task.records import dataclass

SEGMENT_BYTES = 64 << 20
"""A segment that has grown beyond this is followed by another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputReference:
    """Where a text is; prints as ``segment:offset:length``."""

    segment: int
    offset: int
    length: int

    def __str__(self) -> str:
        return f"{self.segment}:{self.offset}:{self.length}"

    @classmethod
    def parse(cls, text: str) -> OutputReference:
        segment, offset, length = (int(part) for part in text.split(":"))
        return cls(segment=segment, offset=offset, length=length)


class OutputStore:
    """The outputs below a folder, which need not exist before something is appended."""

    def __init__(self, folder: Path, *, segment_bytes: int = SEGMENT_BYTES) -> None:
        self._folder = folder
        self._segment_bytes = segment_bytes
        self._open: tuple[int, FileIO] | None = None

    def append(self, text: str) -> OutputReference:
        member = gzip.compress(text.encode("utf-8", "surrogatepass"), mtime=0)
        with self._appending() as (segment, file):
            offset = file.tell()
            rest = memoryview(member)
            while rest:
                rest = rest[file.write(rest) :]
        return OutputReference(segment=segment, offset=offset, length=len(member))

    def read(self, reference: OutputReference) -> str:
        path = self.path_of(reference.segment)
        try:
            with path.open("rb") as file:
                file.seek(reference.offset)
                member = file.read(reference.length)
            if len(member) < reference.length:
                raise EOFError("the file ends before it")
            return gzip.decompress(member).decode("utf-8", "surrogatepass")
        except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
            raise TaskError(f"the output at {reference} cannot be read: {error}", place=str(path)) from error

    def path_of(self, segment: int) -> Path:
        return self._folder / f"{segment:06}.gz"

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None

    def __enter__(self) -> OutputStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @contextmanager
    def _appending(self) -> Iterator[tuple[int, FileIO]]:
        """The segment to append to; it is left for good when that fails, since half a member may be in it."""
        if self._open is None or self._open[1].tell() >= self._segment_bytes:
            self.close()
            self._open = self._new_segment()
        try:
            yield self._open
        except BaseException:
            self.close()
            raise

    def _new_segment(self) -> tuple[int, FileIO]:
        self._folder.mkdir(parents=True, exist_ok=True)
        number = max((int(path.stem) for path in self._folder.glob("*.gz") if path.stem.isdecimal()), default=0)
        while True:
            number += 1
            try:
                return number, FileIO(self.path_of(number), "xb")
            except FileExistsError:  # another store was faster
                continue
