"""The level of non-determinism of a program, measured while it is explored (Löwe, sections 5.4.4 and 9.1).

Of the branchings that were met, how many could go both ways?  If few, tracking everything is cheap, because there are few
paths; if many, abstraction pays.  It also pays where a loop is unrolled too often: what is known of each turn is rarely needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field

from whet.algorithms.exploring import BeginAgain, Criterion, Exploration, Explored
from whet.cfa.model import Edge, Node
from whet.cfa.operations import Assume, flatten
from whet.core.arg import Path
from whet.core.composite import Composite, Precisions, States
from whet.core.context import Level
from whet.task.records import dataclass

_FEWEST = 200
"""Branchings before the level means anything."""


@dataclass(slots=True)
class Meter:
    branchings: int = 0
    both_ways: int = 0

    @property
    def percentage(self) -> float:
        return 100 * self.both_ways / self.branchings if self.branchings else 0.0

    def exceeds(self, percentage: int) -> bool:
        return self.branchings >= _FEWEST and self.percentage > percentage


class MeteredComposite(Composite):
    """A product that counts its branchings."""

    meter: Meter | None = None
    """None when it is not metered (any more)."""

    def successors(self, state: States, precision: Precisions) -> Iterator[tuple[Edge, States]]:
        if self.meter is None or not _branches(state[self._location]):
            yield from super().successors(state, precision)
            return
        taken: dict[Edge, None] = {}
        for edge, successor in super().successors(state, precision):
            taken[edge] = None
            yield edge, successor
        self.meter.branchings += 1
        self.meter.both_ways += len(taken) > 1


def _branches(node: Node) -> bool:
    return len(node.leaving) > 1 and isinstance(flatten(node.leaving[0].operation)[0], Assume)


def most_turns(path: Path) -> int:
    """How often the path passes the location that it passes most."""
    return max(Counter(edge.source for edge in path.edges).values(), default=0)


@dataclass(slots=True)
class NondeterminismWatch:
    """Everything is tracked until the program turns out to be too non-deterministic (9.1), or a loop to have no end in sight.

    Until then no other criterion counts."""

    analysis: MeteredComposite
    percentage: int
    turns: int
    """How often a path may pass one location; 0 is no limit."""
    afterwards: list[Criterion]
    meter: Meter = field(default_factory=Meter)

    def objection(self, exploration: Exploration, precision: Precisions, newest: Path | None) -> Explored | None:
        reason = self._reason(newest)
        if reason is None:
            return None
        exploration.context.statistics.set("nondeterminism_percent", round(self.meter.percentage, 1))
        exploration.context.log(Level.ALGORITHM, f"{reason}: abstraction begins")
        self.analysis.meter = None
        exploration.criteria = self.afterwards
        return BeginAgain(precision)

    def _reason(self, newest: Path | None) -> str | None:
        """Why tracking everything does not pay."""
        if self.meter.exceeds(self.percentage):
            return f"{self.meter.percentage:.0f} % of branchings are open"
        if self.turns and newest is not None and most_turns(newest) > self.turns:
            return f"a loop was unrolled more than {self.turns} times"
        return None


def track_everything(exploration: Exploration, analysis: MeteredComposite, percentage: int, turns: int) -> None:
    """Watch an exploration that begins with a precision that tracks everything."""
    watch = NondeterminismWatch(analysis, percentage, turns, exploration.criteria)
    analysis.meter = watch.meter
    exploration.criteria = [watch]
