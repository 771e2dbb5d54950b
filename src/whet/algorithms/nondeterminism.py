"""The level of non-determinism of a program, measured while it is explored (Löwe, sections 5.4.4 and 9.1).

Of the branchings that were met, how many could go both ways?  If few, tracking everything is cheap, because there are few
paths; if many, abstraction pays.  It also pays where a loop is unrolled too often: what is known of each turn is rarely needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from whet.cfa.model import Edge, Node
from whet.cfa.operations import Assume, flatten
from whet.core.arg import ArgNode, Path, path_to
from whet.core.composite import Composite, Precisions, States
from whet.core.reached import ReachedSet

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
    """None when nobody wants to know (any more)."""

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
class Watch:
    """Everything is tracked until the program turns out to be too non-deterministic (9.1), or a loop to have no end in sight."""

    analysis: MeteredComposite
    percentage: int
    turns: int = 0
    """How often a path may pass one location; 0 is no limit."""
    meter: Meter = field(default_factory=Meter)
    _next_look: int = 256

    def begin(self) -> None:
        self.analysis.meter = self.meter

    def end(self) -> None:
        self.analysis.meter = None

    def objection(self, reached: ReachedSet) -> str | None:
        """Why tracking everything does not pay."""
        if self.meter.exceeds(self.percentage):
            return f"{self.meter.percentage:.0f} % of branchings are open"
        if self.turns and len(reached) >= self._next_look:
            self._next_look *= 2  # so that the paths looked at are no longer than the graph
            node = newest(reached)
            if node is not None and most_turns(path_to(node)) > self.turns:
                return f"a loop was unrolled more than {self.turns} times"
        return None


def newest(reached: ReachedSet) -> ArgNode | None:
    """Of the states that wait."""
    return max(reached.waitlist, key=lambda node: node.number, default=None)
