"""The result of a refinement: the new precision, and where the exploration resumes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, TypeAlias

from whet.cfa.model import Edge
from whet.core.arg import ArgNode, Path
from whet.core.composite import Precisions
from whet.refine.selection import Refinement
from whet.task.records import dataclass


class ContinueFrom(StrEnum):
    """Where the exploration is to continue after a refinement, as an option."""

    ROOT = "root"
    """From the beginning."""
    PIVOT = "pivot"
    """From the first state at which something new is known (lazy abstraction)."""
    STRENGTHENED = "strengthened"
    """Everywhere: the states on the path get the interpolants (Impact)."""


@dataclass(frozen=True, slots=True)
class FromRoot:
    """Nothing of the graph is kept."""


@dataclass(frozen=True, slots=True)
class FromPivots:
    """What is after these states is explored again."""

    pivots: tuple[ArgNode, ...]


@dataclass(frozen=True, slots=True)
class Strengthening:
    """The states after the first steps of a path learn their interpolants; what is after the next step is contradicted."""

    path: Path
    position: int
    """Of the component whose states these are."""
    interpolants: Sequence[Callable[[Any], Any]]


@dataclass(frozen=True, slots=True)
class FromStrengthened:
    """The states on the paths are replaced, one path after the other.  What they cover may be covered wrongly then."""

    paths: tuple[Strengthening, ...]


Continuation: TypeAlias = FromRoot | FromPivots | FromStrengthened


@dataclass(frozen=True, slots=True)
class Refined:
    """The paths do not come again if the exploration resumes like this."""

    precision: Precisions
    where: Continuation


@dataclass(frozen=True, slots=True)
class NotRefined:
    """The path cannot be excluded; why, if that is not because it is feasible."""

    precision: Precisions
    path: Path
    reason: str | None = None
    edges: tuple[Edge, ...] | None = None
    """The way to the same target that seems feasible, if it is known to be another one."""


RefinerAnswer: TypeAlias = Refined | NotRefined


def pivot(path: Path, refinement: Refinement) -> ArgNode:
    """The first state on the path that knows too little."""
    return path.nodes[min(refinement.depth + 1, len(path.nodes) - 1)]
