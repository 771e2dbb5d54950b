"""The precision of the whole product that refinements have found so far, and its way into the reached set.

Each refiner has the part of its own component; a product that is refined in several components has several refiners and one of
these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from whet.cfa.model import Node, Program
from whet.core.arg import ArgNode, Path
from whet.core.composite import Composite
from whet.core.reached import ReachedSet
from whet.refine.selection import Refinement

TRACKED_ALREADY: Final = "what excludes it is tracked already"
"""Why a path that can be excluded is not: it came in spite of that."""


class GoOn(StrEnum):
    """Where the exploration continues after a refinement."""

    ROOT = "root"
    """From the beginning."""
    PIVOT = "pivot"
    """From the first state at which something new is known (lazy abstraction)."""
    STRENGTHENED = "strengthened"
    """Everywhere: the states on the path get the interpolants (Impact)."""


class Growing(Protocol):
    """A precision that refinements make finer; never changed itself."""

    def joined(self, increment: Mapping[Node, frozenset[Any]]) -> Self: ...

    def includes(self, increment: Mapping[Node, frozenset[Any]]) -> bool: ...


P = TypeVar("P", bound=Growing)


class Precisions:
    """The precisions of all components, by their position."""

    def __init__(self, analysis: Composite, reached: ReachedSet, program: Program) -> None:
        self._analysis = analysis
        self.reached = reached
        self._program = program
        self.parts = list(analysis.initial_precision())
        self.grew_at = 0
        """Nodes up to this number were made with a precision that was smaller."""

    def position(self, name: str) -> int:
        """Of the component with this name; ``StopIteration`` if there is none."""
        return next(i for i, component in enumerate(self._analysis.components) if component.name == name)

    @property
    def composite(self) -> tuple[Any, ...]:
        return tuple(self.parts)

    def restart(self) -> None:
        """Explore from the beginning with what was found."""
        assert self._program.start.entry is not None
        self._analysis.arrange(self.composite)
        self.reached.restart(self._analysis.initial(self._program.start.entry), self.composite)

    def cut(self, node: ArgNode) -> None:
        """Explore what is behind the parents of a node with what was found."""
        self.reached.cut(node, self.composite)


class Part(Generic[P]):
    """The precision of one component."""

    def __init__(self, whole: Precisions, name: str) -> None:
        self.whole = whole
        self.index = whole.position(name)

    @property
    def current(self) -> P:
        found: P = self.whole.parts[self.index]
        return found

    @current.setter
    def current(self, precision: P) -> None:
        self.whole.parts[self.index] = precision

    def add(self, increments: Iterable[Mapping[Node, frozenset[Any]]]) -> bool:
        """Track more; False if all of it is tracked already."""
        is_new = False
        for increment in increments:
            is_new = is_new or not self.current.includes(increment)
            self.current = self.current.joined(increment)
        if is_new:
            self.whole.grew_at = self.whole.reached.arg.made
        return is_new


def pivot(path: Path, refinement: Refinement) -> ArgNode:
    """The first state on the path that knows too little."""
    return path.nodes[min(refinement.depth + 1, len(path.nodes) - 1)]


__all__ = ["TRACKED_ALREADY", "GoOn", "Growing", "Part", "Precisions", "pivot"]
