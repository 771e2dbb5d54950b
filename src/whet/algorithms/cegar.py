"""CEGAR (Löwe, Algorithm 2): explore, look at the error path found, refine, explore again.

A path that the refiner excludes makes the precision finer, and the exploration goes on from the pivot state or from the
beginning.  A path that it cannot exclude is replayed: FALSE if a concrete run follows it, otherwise an alarm that remains.

States after which nothing is known (gaps) are error paths of a kind, too: under a coarse precision the exploration may
come to a construct that no run reaches.  So before a gap makes the answer UNKNOWN, the path to it is refined like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from whet.algorithms.exploring import BeginAgain, Exploration
from whet.core.arg import Path, path_to
from whet.core.composite import Precisions
from whet.refine.resumption import Continuation, FromPivots, FromRoot, FromStrengthened, NotRefined, Refined, RefinerAnswer
from whet.task.precision_file import Entry
from whet.task.records import dataclass


class Refiner(Protocol):
    def refine(self, paths: Sequence[Path], precision: Precisions) -> RefinerAnswer:
        """A precision that excludes all of these paths, which were found with a coarser one."""

    def entries(self, precision: Precisions) -> tuple[Entry, ...]:
        """A precision, for a file."""


@dataclass(frozen=True, slots=True)
class Told:
    """A refiner that tells before it begins, so that whoever waits knows for what."""

    refiner: Refiner
    tell: Callable[[], None]

    def refine(self, paths: Sequence[Path], precision: Precisions) -> RefinerAnswer:
        self.tell()
        return self.refiner.refine(paths, precision)

    def entries(self, precision: Precisions) -> tuple[Entry, ...]:
        return self.refiner.entries(precision)


def cegar(exploration: Exploration, refiner: Refiner, precision: Precisions) -> Precisions:
    """Until an error path is confirmed, or there is none any more; the precision that it took.

    What is explored at first may be another precision than the one given; whoever began it knows why."""
    begun = precision
    while True:
        explored = exploration.explore(precision)
        if isinstance(explored, BeginAgain):
            precision = explored.precision
            exploration.restart(precision)
        elif explored.targets:
            answer = refiner.refine([path_to(target) for target in explored.targets], precision)
            precision = answer.precision
            if isinstance(answer, Refined):
                _go_on(exploration, answer.where, precision, begun)
            elif _is_confirmed(exploration, answer):
                return precision
        elif not exploration.reached.is_exact:
            exploration.restart(precision)
        else:
            for gap in list(exploration.reached.gaps):
                answer = refiner.refine([path_to(gap)], precision)
                precision = answer.precision
                if isinstance(answer, Refined):
                    _go_on(exploration, answer.where, precision, begun)
                    break
            else:
                return precision


def _is_confirmed(exploration: Exploration, stands: NotRefined) -> bool:
    """Is the path that stands real?  If not, an alarm remains."""
    if stands.reason is None:
        return exploration.replayed(stands.path.target, stands.path.edges if stands.edges is None else stands.edges)
    exploration.give_up_on(stands.path.target, stands.reason)
    return False


def _go_on(exploration: Exploration, where: Continuation, precision: Precisions, begun: Precisions) -> None:
    reached = exploration.reached
    grown = {position: part for position, part in enumerate(precision) if part is not begun[position]}
    match where:
        case FromRoot():
            exploration.restart(precision)
        case FromPivots(pivots=pivots):
            for pivot in pivots:
                reached.cut(pivot, grown)
        case FromStrengthened(paths=paths):
            for each in paths:
                for node, strengthened in zip(each.path.nodes[1:], each.interpolants, strict=False):
                    part = strengthened(node.state[each.position])
                    reached.strengthen(node, (*node.state[: each.position], part, *node.state[each.position + 1 :]))
                reached.prune(each.path.nodes[len(each.interpolants) + 1])
