"""Error paths as predicate refinement sees them: blocks of a formula, and strategies that find what holds between them.

A path through the abstract reachability graph is cut where its states were abstracted.  Between two cuts lies a *block*: one
step, a sequence of steps, or several sequences that were joined (adjustable-block encoding).  The formulas of all blocks of a
path share one numbering of instances, so their conjunction describes the whole path.

A *strategy* finds, for blocks that contradict each other, one term per cut.  Whatever it finds is a suggestion: ``checked`` asks
a solver whether the laws hold before anybody uses it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from whet.cfa.model import Node
from whet.core.path import Step
from whet.smt.encoding.encode import PathFormula
from whet.smt.engines.interpolation import Broken, Unchecked, Valid, check_sequence
from whet.smt.engines.port import Failure, Interpolants, Solver
from whet.smt.terms.term import Term


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A part of a path between two cuts."""

    before: PathFormula
    """The state at its beginning: only its instances and active calls matter."""
    after: PathFormula
    """Its formula is that of this block alone; in the first block of a path with what holds when the program begins."""
    steps: tuple[Step, ...] | None
    """None if several sequences of steps were joined."""
    location: Node
    """Where it ends."""

    @property
    def formula(self) -> Term:
        return self.after.formula


@dataclass(frozen=True, slots=True)
class BlockPath:
    """A path of blocks, and the steps of a path through each of them."""

    blocks: tuple[Block, ...]
    steps: tuple[tuple[Step, ...], ...]


class Strategy(Protocol):
    """A way to find a sequence of interpolants."""

    name: str

    def sequence(self, blocks: Sequence[Block], *, limit: float | None = None) -> Interpolants | Failure:
        """For blocks that contradict each other: one term, over instances, for each cut between two of them.

        ``limit`` in seconds is a wish: engines look at the clock at safe points only."""
        ...


def checked(
    solver: Solver, blocks: Sequence[Block], found: Interpolants | Failure, *, limit: float | None = None
) -> Interpolants | Failure:
    """The same, if it is a sequence of interpolants; the solver must have no assertions."""
    if isinstance(found, Failure):
        return found
    match check_sequence(solver, [block.formula for block in blocks], found.terms, limit=limit):
        case Valid():
            return found
        case Broken(reason=reason) | Unchecked(reason=reason):
            return Failure(reason)


__all__ = ["Block", "BlockPath", "Strategy", "checked"]
