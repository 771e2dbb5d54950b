"""How much a run counts in training: ``Potential * Criticality * Performance * Speed``.

Wrong answers are rare, and tasks that everybody solves teach nothing; so a run counts the more points the task can win or lose,
the fewer configurations solve it, and the better and the faster the configuration is in the category of the task.

Verdicts and categories are used here, and only here: a program that is to be verified has neither.

What the formulas leave open: a task that no configuration solves has no weight, because no choice helps there, unless one is
wrong about it: then giving up is the better choice, and the task counts as if one solved it.  Where no time was measured, or a
category has one configuration only, all have the same speed.  Less than a hundredth of a second counts as that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import log

from whet.portfolio.choosing.machines import Label
from whet.portfolio.choosing.observations import POINTS, ObservedTask, configurations_of, total_score
from whet.task.records import dataclass

_LEAST_SECONDS = 0.01


class Potential(StrEnum):
    """What a task can win or lose."""

    LITERAL = "literal"
    """As in the example of the text: a property that holds is worth a correct TRUE and a wrong TRUE."""
    TABLE = "table"
    """By the rules: about a property that holds one can only be wrong with a FALSE."""


def potential(holds: bool, kind: Potential = Potential.LITERAL) -> int:
    lost_with = holds if kind is Potential.TABLE else not holds
    return POINTS[Label.CORRECT, holds] - POINTS[Label.WRONG, lost_with]


def criticality(task: ObservedTask) -> float:
    """One part of the task for everybody who solves it; all of it, if there is only something wrong to be said."""
    solvers = len(task.solvers)
    if solvers == 0:
        return float(any(run.label is Label.WRONG for run in task.runs.values()))
    return 1 / solvers


@dataclass(frozen=True, slots=True)
class Standing:
    """How good and how fast each configuration is in one category; both are 1 for the best and not below 0."""

    performance: Mapping[str, float]
    speed: Mapping[str, float]

    @classmethod
    def in_category(cls, tasks: Sequence[ObservedTask]) -> Standing:
        names = configurations_of(tasks)
        least = sum(POINTS[Label.WRONG, task.holds] for task in tasks)
        above = {name: total_score(tasks, name) - least for name in names}
        best = max(above.values(), default=0)
        return cls({name: points / best if best > 0 else 0.0 for name, points in above.items()}, _speed(tasks, names))


def weights(tasks: Sequence[ObservedTask], kind: Potential = Potential.LITERAL) -> list[Mapping[str, float]]:
    """For each task, the weight of each configuration's run."""
    categories: dict[str, list[ObservedTask]] = {}
    for task in tasks:
        categories.setdefault(task.category, []).append(task)
    standings = {name: Standing.in_category(found) for name, found in categories.items()}
    return [_of_task(task, standings[task.category], kind) for task in tasks]


def _of_task(task: ObservedTask, standing: Standing, kind: Potential) -> Mapping[str, float]:
    of_all = potential(task.holds, kind) * criticality(task)
    return {name: of_all * standing.performance[name] * standing.speed[name] for name in task.runs}


def _speed(tasks: Sequence[ObservedTask], names: Sequence[str]) -> dict[str, float]:
    totals = {name: _seconds(tasks, name) for name in names}
    known = {name: max(seconds, _LEAST_SECONDS) for name, seconds in totals.items() if seconds is not None}
    if len(known) < 2 or len(known) < len(names):
        return dict.fromkeys(names, 1.0)
    shares = {name: log(seconds / sum(known.values())) for name, seconds in known.items()}
    fastest = min(shares.values())
    return {name: share / fastest for name, share in shares.items()}


def _seconds(tasks: Sequence[ObservedTask], name: str) -> float | None:
    """In all; None if one of them is not known."""
    times = [task.runs[name].cpu_seconds for task in tasks if name in task.runs]
    known = [seconds for seconds in times if seconds is not None]
    return sum(known) if len(known) == len(times) else None
