"""Lines of files as they are on the disk, by the numbers that places have.  Each file is read once.

A file that cannot be read, or has no such line any more, has no line: only the place itself is printed then.
"""

from __future__ import annotations

from whet.task.errors import LARGEST_TEXT, TaskError, read_bytes


class FileLines:
    def __init__(self, *, most: int = LARGEST_TEXT) -> None:
        """``most``: a larger file has no lines."""
        self._most = most
        self._files: dict[str, list[bytes]] = {}

    def all(self, file: str) -> list[bytes]:
        """Without what ends them; only a newline ends a line, as for places."""
        if file not in self._files:
            self._files[file] = self._read(file)
        return self._files[file]

    def line(self, file: str, number: int) -> bytes | None:
        lines = self.all(file)
        return lines[number - 1] if 0 < number <= len(lines) else None

    def _read(self, file: str) -> list[bytes]:
        try:
            return [line.rstrip(b"\r") for line in read_bytes(file, most=self._most).split(b"\n")]
        except TaskError:
            return []
