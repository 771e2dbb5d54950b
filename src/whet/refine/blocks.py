"""Error paths as predicate refinement sees them: blocks of a formula, and strategies that find what holds between them.

A path through the abstract reachability graph is cut where its states were abstracted.  Between two cuts lies a *block*: one
step, a sequence of steps, or several sequences that were joined (adjustable-block encoding).  The formulas of all blocks of a
path share one numbering of instances, so their conjunction describes the whole path.

A *strategy* finds, for blocks that contradict each other, one term per cut.  Whatever it finds is a suggestion: a solver is asked
whether the laws hold before anybody uses it.  A configuration names strategies (``whet.refine.strategies``); each is made with an
encoder, with what gives an engine by its name and, if it has some, with its options.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from whet.cfa.model import Node
from whet.core.path import PathStep
from whet.encoding.encode import PathFormula
from whet.solvers.interpolation import Broken, Unchecked, Valid, check_sequence
from whet.solvers.port import Failure, InterpolantTerms, Model, Solver
from whet.solvers.terms.term import Term
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class PathBlock:
    """A part of a path between two cuts."""

    before: PathFormula
    """The state at its beginning: only its instances and active calls matter."""
    after: PathFormula
    """Its formula is that of this block alone; in the first block of a path with what holds when the program begins."""
    steps: tuple[PathStep, ...] | None
    """None if several sequences of steps were joined."""
    location: Node
    """Where it ends."""
    taken: Callable[[Model], tuple[PathStep, ...]] | None = None
    """The sequence of steps that a model of its formula takes, if several were joined."""

    @property
    def formula(self) -> Term:
        return self.after.formula


@dataclass(frozen=True, slots=True)
class BlockPath:
    """A path of blocks, and the steps of a path through each of them."""

    blocks: tuple[PathBlock, ...]
    steps: tuple[tuple[PathStep, ...], ...]


class Laws(Protocol):
    """Checks a sequence with a solver that has no assertions."""

    def __call__(
        self, solver: Solver, blocks: Sequence[PathBlock], found: InterpolantTerms | Failure, *, limit: float | None = None
    ) -> InterpolantTerms | Failure: ...


class Strategy(ABC):
    """A way to find a sequence of interpolants."""

    name: str
    longest: int | None = None
    """The greatest number of blocks it is asked about, if one of them was joined."""
    longest_again: int | None = None
    """The greatest number of blocks, if another strategy has found a sequence already."""
    settles = False
    """Is what it finds used, whatever others might find?"""
    laws: Laws | None = None
    """That its sequences obey, if they are others than those of interpolants."""

    def allows(self, blocks: Sequence[PathBlock], *, again: bool) -> bool:
        """May it be asked about these blocks, perhaps after another one that found a sequence?"""
        if again and self.longest_again is not None and len(blocks) > self.longest_again:
            return False
        return self.longest is None or len(blocks) <= self.longest or all(block.steps is not None for block in blocks)

    def views(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> Iterator[Sequence[PathBlock]]:
        """The forms of a path in which it is asked about it, until it finds a sequence that is lawful for that form; none if it
        wants to be asked about a path once only."""
        yield blocks

    @abstractmethod
    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        """For blocks that contradict each other: one term, over instances, for each cut between two of them.

        ``limit`` in seconds is a wish: engines look at the clock at safe points only."""


def checked(
    solver: Solver, blocks: Sequence[PathBlock], found: InterpolantTerms | Failure, *, limit: float | None = None
) -> InterpolantTerms | Failure:
    """The same, if it is a sequence of interpolants; the solver must have no assertions."""
    if isinstance(found, Failure):
        return found
    match check_sequence(solver, [block.formula for block in blocks], found.terms, limit=limit):
        case Valid():
            return found
        case Broken(reason=reason) | Unchecked(reason=reason):
            return Failure(reason)
