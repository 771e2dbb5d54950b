"""The refiner of the value analysis (Löwe, chapter 5): one path after the other, several at once over an interpolant tree
(5.6.2), and the interpolants for Impact-like strengthening of the states themselves (5.6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import partial

from whet.analyses.value.paths import PathElement, RefinedValues, ValuePaths
from whet.analyses.value.places import TrackedPlace
from whet.analyses.value.precision import ValuePrecision
from whet.analyses.value.state import ValueState
from whet.cfa.model import Node
from whet.core.arg import Path
from whet.core.configuration import RefinementOptions
from whet.core.context import Statistics
from whet.core.path import steps_of
from whet.refine.interpolation import InterpolantTree, is_feasible, strongest_posts
from whet.refine.refinable import RefinementCandidate, RefinerContext
from whet.refine.refiner import ByUseDef, InterpolatingRefiner
from whet.refine.selection import Refinement
from whet.task.records import dataclass


@dataclass(slots=True)
class ManyValues:
    """Drops the places that take too many values on a path, for good (Löwe, section 9.1).

    A place with a new value in every iteration of a loop is not worth tracking.  The state of a machine takes a new value in
    every iteration as well, but not for ever."""

    paths: ValuePaths
    position: int
    most: int
    """A place with more values than this on a path is no longer tracked."""
    has_few_values: Callable[[TrackedPlace], bool]
    """Is it known that the values of a place are few: the state of a machine, not a counter?"""
    statistics: Statistics
    dropped: set[TrackedPlace] = field(default_factory=set)

    def on_error_path(self, path: Path, precision: ValuePrecision) -> ValuePrecision:
        steps = steps_of(path.edges)
        states = strongest_posts(self.paths, steps)
        return self._without_many(zip(states, (step.location for step in steps), strict=False), precision)

    def on_the_way(self, path: Path, precision: ValuePrecision) -> ValuePrecision:
        states = (node.state[self.position] for node in path.nodes[1:])
        found = self._without_many(zip(states, (edge.target for edge in path.edges), strict=True), precision)
        if found is not precision:
            self.statistics.count("dropped_places", len(precision) - len(found))
        return found

    def _without_many(self, states: Iterable[tuple[ValueState, Node]], precision: ValuePrecision) -> ValuePrecision:
        values: dict[TrackedPlace, set[object]] = {}
        for state, location in states:
            for place, value in self.paths.values(state, location).items():
                values.setdefault(place, set()).add(value)
        many = {place for place, found in values.items() if len(found) > self.most}
        many = {place for place in many - self.dropped if not self.has_few_values(place)}
        self.dropped |= many
        return precision if precision.tracked.isdisjoint(many) else precision.without(many)


class ValueRefiner(InterpolatingRefiner[ValuePrecision, TrackedPlace, ValueState, PathElement]):
    """Excludes paths by tracking places."""

    name = "value"
    tracks = "places"
    what = "values"

    def __init__(self, analysis: RefinedValues, context: RefinerContext) -> None:
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

    def examine_together(self, paths: Sequence[Path]) -> Path | Sequence[tuple[Path, RefinementCandidate]]:
        tree = InterpolantTree(self._paths, self._interpolation)
        refined: list[tuple[Path, RefinementCandidate]] = []
        for path in paths:
            steps = steps_of(path.edges)
            if tree.excludes(path):
                self._context.statistics.count("paths_excluded_by_others")
            elif is_feasible(self._paths, steps):
                return path
            else:
                refined.append((path, RefinementCandidate("interpolation", tree.refute(path, steps))))
        return refined

    def strengthening(self, refinement: Refinement) -> Sequence[Callable[[ValueState], ValueState]]:
        interpolants = self._interpolation.interpolants(refinement.prefix).states
        return [partial(self._strengthened, interpolant) for interpolant in interpolants]

    def _strengthened(self, interpolant: ValueState, state: ValueState) -> ValueState:
        return self._paths.strengthened(state, interpolant)
