"""What can go wrong between a C file and its CFA; every error names the place, the cause and, where there is one, the
next step."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from whet.cfa.source import Place
from whet.task.records import dataclass

if TYPE_CHECKING:
    from whet.frontend.tree import Tree


@dataclass
class FrontendError(Exception):
    """The program cannot be read."""

    message: str
    place: Place | None = None
    hint: str | None = None
    also: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The first error, what may help, and how many more there are."""
        more = f"{len(self.also)} more error{'' if len(self.also) == 1 else 's'}"
        notes = [note for note in (self.hint, more if self.also else None) if note]
        return f"{self.message} ({'; '.join(notes)})" if notes else self.message

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


class ConstructNotSupported(Exception):
    """Raised inside lowering; becomes an ``Unsupported`` operation at the statement it happens in."""

    def __init__(self, construct: str) -> None:
        super().__init__(construct)
        self.construct = construct
        self.tree: Tree | None = None
        """The innermost expression that cannot be lowered, once known."""
