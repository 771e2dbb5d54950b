"""CEGAR (Löwe, Algorithm 2): explore, look at the error path found, refine, explore again.

A path that the refiner excludes makes the precision finer, and the exploration goes on from the pivot state or from the
beginning.  A path that it cannot exclude is replayed: FALSE if a concrete run follows it, otherwise an alarm that remains.

States behind which nothing is known (gaps) are error paths of a kind, too: under a coarse precision the exploration may
come to a construct that no run reaches.  So before a gap makes the answer UNKNOWN, the path to it is refined like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from whet.cfa.model import Edge
from whet.core.arg import ArgNode, Path, path_to
from whet.core.composite import Precisions
from whet.core.reached import ReachedSet
from whet.core.registry import register_algorithm
from whet.core.result import Verdict
from whet.refine.going_on import FromPivots, FromRoot, NotRefined, Refined, RefinerAnswer, Strengthened, Where
from whet.task.precision_file import Entry


class Refiner(Protocol):
    def refine(self, paths: Sequence[Path], precision: Precisions) -> RefinerAnswer:
        """A precision that excludes all of these paths, which were found with a coarser one."""
        ...

    def entries(self, precision: Precisions) -> tuple[Entry, ...]:
        """A precision, for a file."""
        ...


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


@dataclass(frozen=True, slots=True)
class Found:
    """Target states nobody has looked at; none if the frontier is empty.

    A target is given again until it is excluded, replayed or given up on."""

    targets: Sequence[ArgNode]


@dataclass(frozen=True, slots=True)
class BeginAgain:
    """The exploration does not pay as it is, and should begin again with this precision."""

    precision: Precisions


Explored: TypeAlias = Found | BeginAgain


class Problem(Protocol):
    """The exploration, and what becomes of its error paths."""

    @property
    def reached(self) -> ReachedSet: ...

    def explore(self, precision: Precisions) -> Explored:
        """Explore until there are target states; ``precision`` is what refinements found so far."""
        ...

    def restart(self, precision: Precisions) -> None:
        """Explore from the beginning with this precision."""
        ...

    def gaps(self) -> Sequence[ArgNode]:
        """The states behind which nothing is known."""
        ...

    def replayed(self, target: ArgNode, edges: Sequence[Edge]) -> Verdict | None:
        """FALSE if a concrete run follows the edges to the target; None leaves an alarm."""
        ...

    def give_up_on(self, target: ArgNode, reason: str) -> None:
        """Leave an alarm without replaying it."""
        ...

    def conclusion(self) -> Verdict:
        """The verdict when the frontier is empty."""
        ...


@dataclass(frozen=True, slots=True)
class Concluded:
    """The verdict, and the precision that it took."""

    verdict: Verdict
    precision: Precisions


@register_algorithm("cegar")
def cegar(problem: Problem, refiner: Refiner, precision: Precisions) -> Concluded:
    """Explore with an abstraction that error paths refine.

    What is explored at first may be another precision than the one given; whoever began it knows why."""
    begun = precision
    while True:
        explored = problem.explore(precision)
        if isinstance(explored, BeginAgain):
            precision = explored.precision
            problem.restart(precision)
        elif explored.targets:
            answer = refiner.refine([path_to(target) for target in explored.targets], precision)
            precision = answer.precision
            if isinstance(answer, Refined):
                _go_on(problem, answer.where, precision, begun)
            elif (verdict := _confirmed(problem, answer)) is not None:
                return Concluded(verdict, precision)
        elif not problem.reached.is_exact:
            problem.restart(precision)
        else:
            for gap in problem.gaps():
                answer = refiner.refine([path_to(gap)], precision)
                precision = answer.precision
                if isinstance(answer, Refined):
                    _go_on(problem, answer.where, precision, begun)
                    break
            else:
                return Concluded(problem.conclusion(), precision)


def _confirmed(problem: Problem, stands: NotRefined) -> Verdict | None:
    """FALSE if the path that stands is real; otherwise an alarm remains."""
    if stands.reason is None:
        return problem.replayed(stands.path.target, stands.path.edges if stands.edges is None else stands.edges)
    problem.give_up_on(stands.path.target, stands.reason)
    return None


def _go_on(problem: Problem, where: Where, precision: Precisions, begun: Precisions) -> None:
    reached = problem.reached
    grown = {position: part for position, part in enumerate(precision) if part is not begun[position]}
    match where:
        case FromRoot():
            problem.restart(precision)
        case FromPivots(pivots=pivots):
            for pivot in pivots:
                reached.cut(pivot, grown)
        case Strengthened(paths=paths):
            for each in paths:
                for node, strengthened in zip(each.path.nodes[1:], each.interpolants, strict=False):
                    part = strengthened(node.state[each.position])
                    reached.strengthen(node, (*node.state[: each.position], part, *node.state[each.position + 1 :]))
                reached.prune(each.path.nodes[len(each.interpolants) + 1])


__all__ = ["BeginAgain", "Concluded", "Explored", "Found", "Problem", "Refiner", "Told", "cegar"]
