"""Which files a server reads for its client: those below the roots, and no others.

Invariants: a path is judged by what it resolves to, symbolic links included, and it is the resolved path that is read; the
headers that a program names are judged like the program.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from whet.task.errors import TaskError
from whet.task.records import dataclass

_NO_ROOTS = "no file may be read, because there are no roots; start the server with --root DIR, or name roots in the client"


@dataclass(frozen=True, slots=True)
class Roots:
    """Folders, resolved."""

    folders: tuple[Path, ...]

    @classmethod
    def of(cls, folders: Iterable[str | Path]) -> Roots:
        return cls(tuple(dict.fromkeys(Path(folder).resolve() for folder in folders)))

    @classmethod
    def of_uris(cls, uris: Iterable[str]) -> Roots:
        """Those of ``file:`` URIs; others name nothing that can be read."""
        parts = (urlsplit(uri) for uri in uris)
        return cls.of(unquote(part.path) for part in parts if part.scheme == "file" and part.netloc in ("", "localhost"))

    def resolve(self, path: str) -> str:
        """The file or folder that is meant; a relative path is looked for below each root.  Raises ``TaskError``."""
        if not self.folders:
            raise TaskError(_NO_ROOTS)
        found = [self._resolved(folder, path) for folder in self.folders]
        allowed = [each for each in found if self.has(each)]
        if not allowed:
            raise TaskError(f"is not below the roots of this server ({', '.join(map(str, self.folders))})", place=path)
        return str(next((each for each in allowed if each.exists()), allowed[0]))

    @staticmethod
    def _resolved(folder: Path, path: str) -> Path:
        try:
            return (folder / path).resolve()
        except (OSError, ValueError, RuntimeError) as error:
            raise TaskError(f"is not a file name: {error}", place=repr(path)) from error

    def has(self, path: Path) -> bool:
        return any(path.is_relative_to(folder) for folder in self.folders)

    def check_headers(self, files: Iterable[str], include: Iterable[str]) -> None:
        """Raises ``TaskError`` if a program names a header elsewhere; those that come with Whet are no matter."""
        from whet.cfa.source import SourceFile
        from whet.frontend.includes import named_headers
        from whet.task.errors import LARGEST_PROGRAM, read_bytes

        folders = list(include)
        for file in files:
            for header in named_headers(SourceFile(file, read_bytes(file, most=LARGEST_PROGRAM)), folders):
                if not self.has(Path(os.path.realpath(header))):
                    raise TaskError(f"includes {header}, which is not below the roots of this server", place=file)
