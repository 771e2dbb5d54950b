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
from whet.core.result import Verdict
from whet.task.precision_file import Entry


@dataclass(frozen=True, slots=True)
class Refined:
    """The reached set was changed so that the paths are excluded."""


@dataclass(frozen=True, slots=True)
class NotRefined:
    """The path cannot be excluded; why, if that is not because it is feasible."""

    path: Path
    reason: str | None = None
    edges: tuple[Edge, ...] | None = None
    """The way to the same target that seems feasible, if it is known to be another one."""


RefinerAnswer: TypeAlias = Refined | NotRefined


class Refiner(Protocol):
    def refine(self, paths: Sequence[Path]) -> RefinerAnswer:
        """Refine the precision, and prune the reached set, so that all of these paths are excluded."""
        ...

    @property
    def is_exact(self) -> bool:
        """May an exploration without a target be trusted?  If not, ``rebuild`` first."""
        ...

    def rebuild(self) -> None:
        """Begin the exploration anew with the precision found so far."""
        ...

    def entries(self) -> tuple[Entry, ...]:
        """The precision found so far, for a file."""
        ...


@dataclass(frozen=True, slots=True)
class Told:
    """A refiner that tells before it begins, so that whoever waits knows for what."""

    refiner: Refiner
    tell: Callable[[], None]

    @property
    def is_exact(self) -> bool:
        return self.refiner.is_exact

    def refine(self, paths: Sequence[Path]) -> RefinerAnswer:
        self.tell()
        return self.refiner.refine(paths)

    def rebuild(self) -> None:
        self.refiner.rebuild()

    def entries(self) -> tuple[Entry, ...]:
        return self.refiner.entries()


class Problem(Protocol):
    """The exploration, and what becomes of its error paths."""

    def explore(self) -> Sequence[ArgNode]:
        """Target states nobody has looked at, exploring until there are any; none if the frontier is empty.

        A target is given again until it is excluded, replayed or given up on."""
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


def cegar(problem: Problem, refiner: Refiner) -> Verdict:
    while True:
        targets = problem.explore()
        if targets:
            verdict = _examine(problem, refiner, targets)
            if verdict is not None:
                return verdict
        elif not refiner.is_exact:
            refiner.rebuild()
        elif not _excluded_a_gap(problem, refiner):
            return problem.conclusion()


def _examine(problem: Problem, refiner: Refiner, targets: Sequence[ArgNode]) -> Verdict | None:
    """Exclude the error paths, or show that one of them is real."""
    match refiner.refine([path_to(target) for target in targets]):
        case Refined():
            return None
        case NotRefined(path=path, reason=reason, edges=edges):
            if reason is None:
                return problem.replayed(path.target, path.edges if edges is None else edges)
            problem.give_up_on(path.target, reason)
            return None


def _excluded_a_gap(problem: Problem, refiner: Refiner) -> bool:
    return any(isinstance(refiner.refine([path_to(gap)]), Refined) for gap in problem.gaps())
