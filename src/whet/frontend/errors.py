"""What can go wrong between a C file and its CFA; every error names the place, the cause and, where there is one, the
next step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from whet.cfa.source import Place

if TYPE_CHECKING:
    from whet.frontend.tree import Tree


@dataclass
class FrontendError(Exception):
    """The program cannot be read."""

    message: str
    place: Place | None = None
    hint: str | None = None
    also: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.message}" + (f" ({self.hint})" if self.hint else "")


class ConstructNotSupported(Exception):
    """Raised inside lowering; becomes an ``Unsupported`` operation at the statement it happens in."""

    def __init__(self, construct: str) -> None:
        super().__init__(construct)
        self.construct = construct
        self.tree: Tree | None = None
        """The innermost expression that cannot be lowered, once known."""
