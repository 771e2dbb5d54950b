"""Abstraction refinement with the refiner that a configuration describes."""

from __future__ import annotations

from whet.algorithms.cegar import Told, cegar
from whet.algorithms.exploring import exploration_of
from whet.algorithms.nondeterminism import MeteredComposite
from whet.algorithms.refinement import begin, make_refiner
from whet.algorithms.seeding import seeds_of
from whet.core.algorithm import Problem
from whet.core.context import Context
from whet.core.registry import register_algorithm
from whet.core.result import Result


@register_algorithm("cegar")
class RefineAndExplore:
    """Explore with an abstraction that error paths refine."""

    def run(self, problem: Problem, context: Context, /) -> Result:
        exploration = exploration_of(problem, context, MeteredComposite)
        refiner = make_refiner(problem.configuration, exploration, seeds_of(problem, context))
        precision = begin(problem.configuration, exploration, refiner, problem.task.precision)
        with exploration.recorded():
            told = Told(refiner, lambda: context.progress("refining", states=len(exploration.reached)))
            precision = cegar(exploration, told, precision)
        return exploration.result(refiner.entries(precision))
