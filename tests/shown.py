"""Facts about texts that were shown once, such as that gcc's run of a program fails.

They do not depend on Whet, so the work is repeated only when one of the texts changes.  A file has a digest on each line.
``pytest --update-shown`` records what the tests show, and ``pytest --show-all`` shows everything again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path


def digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogateescape")).hexdigest()[:16]


class ShownFacts:
    """The digests of one file."""

    def __init__(self, file: Path, *, update: bool, show_all: bool) -> None:
        self._file = file
        self._update = update
        self._known = set() if show_all or not file.exists() else set(file.read_text().split())

    def show(self, texts: tuple[str, ...], work: Callable[[], None]) -> None:
        """Do the work, which fails if the fact does not hold, unless it was done for the same texts."""
        number = digest(*texts)
        if number in self._known:
            return
        work()
        if self._update:
            self._known.add(number)
            with self._file.open("a") as lines:
                lines.write(f"{number}\n")
