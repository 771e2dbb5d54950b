"""The directory a user names for files: the only place where a command writes.

Files of others are never overwritten: a directory is used if it is new, empty, or holds the result of an earlier run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from whet.cli.console import CommandError
from whet.task.errors import TaskError, read_text
from whet.task.messages import files
from whet.task.records import dataclass

RESULT_FILE = "result.json"


@dataclass(frozen=True, slots=True)
class OutputFolder:
    path: Path

    def prepare(self) -> None:
        """Make the directory, or make sure it may be used; before the work, so that no result is lost."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise CommandError(files.OUTPUT_FOLDER, place=self.path) from None
        if any(self.path.iterdir()) and not self._has_result():
            message = f"the directory is not empty and holds no {RESULT_FILE} of an earlier run; name another"
            raise CommandError(message, place=self.path)

    def _has_result(self) -> bool:
        return self._earlier_result() is not None

    def _earlier_result(self) -> Mapping[str, object] | None:
        try:
            document = json.loads(read_text(str(self.path / RESULT_FILE)))
        except (TaskError, ValueError, RecursionError):
            return None
        return document if isinstance(document, dict) and document.get("tool") == "whet" else None

    def remove_listed(self) -> None:
        """Remove the files that an earlier run says it wrote here."""
        listed = (self._earlier_result() or {}).get("files")
        for name in listed if isinstance(listed, list) else ():
            if isinstance(name, str) and Path(name).name == name:
                (self.path / name).unlink(missing_ok=True)

    def write_result(self, document: Mapping[str, object]) -> None:
        """At once or not at all: a reader never sees half a result."""
        temporary = self.path / f".{RESULT_FILE}.{os.getpid()}"
        temporary.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        temporary.replace(self.path / RESULT_FILE)
