"""One exploration with a fixed precision."""

from __future__ import annotations

from whet.algorithms.exploring import Exploration, FoundTargets, exploration_of
from whet.core.algorithm import Problem
from whet.core.arg import path_to
from whet.core.context import Context, Level
from whet.core.registry import register_algorithm
from whet.core.result import Result


@register_algorithm("cpa")
class ExploreOnce:
    """Explore once, with a fixed precision."""

    def run(self, problem: Problem, context: Context, /) -> Result:
        if problem.task.precision:
            context.log(Level.WARNING, "the given precision is not used: this configuration has no refinement")
        exploration = exploration_of(problem, context)
        with exploration.recorded():
            explore_once(exploration)
        return exploration.result()


def explore_once(exploration: Exploration) -> None:
    """Until an error path is confirmed, or the frontier is empty."""
    while True:
        explored = exploration.explore(exploration.analysis.initial_precision())
        assert isinstance(explored, FoundTargets), "nobody objects"
        if not explored.targets:
            return
        target = explored.targets[0]
        if exploration.replayed(target, path_to(target).edges):
            return
