"""The refiner of the value analysis (Löwe, chapter 5): one path after the other, several at once over an interpolant tree
(5.6.2), and the interpolants for Impact-like strengthening of the states themselves (5.6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from whet.analyses.value.analysis import ValueAnalysis
from whet.analyses.value.many_values import ManyValues
from whet.analyses.value.paths import PathElement, ValuePaths
from whet.analyses.value.places import TrackedPlace
from whet.analyses.value.precision import ValuePrecision
from whet.analyses.value.state import ValueState
from whet.core.arg import Path
from whet.core.configuration import RefinementOptions
from whet.core.path import steps_of
from whet.refine.interpolating import InterpolatingRefiner
from whet.refine.interpolation import is_feasible
from whet.refine.refinable import RefinerContext, Suggested
from whet.refine.refiner import ByUseDef
from whet.refine.selection import Refinement
from whet.refine.tree import InterpolantTree


class ValueRefiner(InterpolatingRefiner[ValuePrecision, TrackedPlace, ValueState, PathElement]):
    """Excludes paths by tracking places."""

    name = ValueAnalysis.name
    tracks = "places"
    what = "values"

    def __init__(self, analysis: ValueAnalysis, context: RefinerContext) -> None:
        options = context.configuration.section(RefinementOptions)
        self._paths = paths = ValuePaths(analysis)
        static = options.method == "static"
        last_only, exposed = context.selection.uses_prefixes, analysis.program.address_taken
        method = ByUseDef(paths.places, last_only=last_only, exposed=exposed) if static else None
        super().__init__(paths, analysis.initial_precision(), context, method)
        few = context.score.has_few_values
        self.economy = self._many = (
            ManyValues(paths, context.position, options.values, few, context.statistics) if options.values else None
        )

    def all_tracked(self) -> Iterable[TrackedPlace]:
        return self._paths.all_places()

    def allows(self, refinement: Refinement) -> bool:
        return self._many is None or not refinement.tracked & self._many.dropped

    def examine_together(self, paths: Sequence[Path]) -> Path | Sequence[tuple[Path, Suggested]]:
        tree = InterpolantTree(self._paths, self._interpolation)
        refined: list[tuple[Path, Suggested]] = []
        for path in paths:
            steps = steps_of(path.edges)
            if tree.excludes(path):
                self._context.statistics.count("paths_excluded_by_others")
            elif is_feasible(self._paths, steps):
                return path
            else:
                refined.append((path, Suggested("interpolation", tree.refute(path, steps))))
        return refined

    def strengthening(self, refinement: Refinement) -> Sequence[Callable[[ValueState], ValueState]]:
        interpolants = self._interpolation.interpolants(refinement.prefix).states
        return [partial(self._strengthened, interpolant) for interpolant in interpolants]

    def _strengthened(self, interpolant: ValueState, state: ValueState) -> ValueState:
        return self._paths.strengthened(state, interpolant)
