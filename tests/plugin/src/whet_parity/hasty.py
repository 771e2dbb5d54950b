"""An algorithm that explores once, and not for long."""

from __future__ import annotations

from dataclasses import dataclass

from whet.algorithms.exploring import Exploration, Explored, FoundTargets, exploration_of
from whet.core.algorithm import Problem
from whet.core.arg import Path, path_to
from whet.core.composite import Precisions
from whet.core.context import Context
from whet.core.registry import register_algorithm
from whet.core.result import Reason, Result, Unknown
from whet.task.options import Whole, option


@dataclass(frozen=True, slots=True, kw_only=True)
class HastyOptions:
    states: int = option(1000, Whole(), "How many states are explored at most.")


@dataclass(frozen=True, slots=True)
class _OutOfPatience:
    states: int

    def objection(self, exploration: Exploration, precision: Precisions, newest: Path | None) -> Explored | None:
        return FoundTargets([]) if exploration.context.steps > self.states else None


@register_algorithm("hasty", options=HastyOptions)
class Hasty:
    """Explores so many states and no more."""

    def __init__(self, options: HastyOptions | None = None) -> None:
        self._states = (options or HastyOptions()).states

    def run(self, problem: Problem, context: Context, /) -> Result:
        exploration = exploration_of(problem, context)
        exploration.criteria.append(_OutOfPatience(self._states))
        found = exploration.explore(exploration.analysis.initial_precision())
        if isinstance(found, FoundTargets) and found.targets:
            exploration.replayed(found.targets[0], path_to(found.targets[0]).edges)
        elif exploration.reached.waitlist:
            return Result(Unknown(Reason.BOUND, f"more than {self._states} states"))
        return exploration.result()
