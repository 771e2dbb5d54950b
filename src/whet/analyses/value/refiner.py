"""The refiner of the value analysis (Löwe, chapter 5): one path after the other, several at once over an interpolant tree
(5.6.2), and the interpolants for Impact-like strengthening of the states themselves (5.6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from whet.analyses.value.analysis import ValueAnalysis
from whet.analyses.value.many_values import ManyValues
from whet.analyses.value.paths import PathElement, ValuePaths
from whet.analyses.value.precision import FULL, ValuePrecision
from whet.analyses.value.state import ValueState
from whet.core.arg import Path
from whet.core.configuration import RefinementOptions
from whet.core.context import Statistics
from whet.core.path import steps_of
from whet.refine.interpolation import Interpolation, Shortcut, is_feasible
from whet.refine.refinable import Begun, Examined, Refinable, RefinerContext, Spurious, Suggested
from whet.refine.refiner import ByInterpolation, ByUseDef, PathRefiner, Refine
from whet.refine.selection import Refinement
from whet.refine.tree import InterpolantTree
from whet.task.errors import TaskError
from whet.task.precision_file import Entry

INTERPOLATION: Final = "interpolation"


class ValueRefiner(Refinable[ValuePrecision]):
    """Excludes paths by tracking places."""

    name = ValueAnalysis.name
    tracks = "places"
    everything = FULL

    def __init__(
        self,
        paths: ValuePaths,
        path_refiner: PathRefiner[ValueState, PathElement],
        interpolation: Interpolation[ValueState, PathElement],
        economy: ManyValues | None,
        statistics: Statistics,
    ) -> None:
        self.economy = economy
        self._paths = paths
        self._path_refiner = path_refiner
        self._interpolation = interpolation
        self._dropped = set() if economy is None else economy.dropped
        self._statistics = statistics

    def examine(self, path: Path, precision: ValuePrecision) -> Examined:
        answer = self._path_refiner.refine(steps_of(path.edges), lambda refinement: not refinement.tracked & self._dropped)
        if isinstance(answer, Spurious):
            self._statistics.count("sliced_prefixes", len(answer.candidates))
        return answer

    def examine_together(self, paths: Sequence[Path]) -> Path | Sequence[tuple[Path, Suggested]]:
        tree = InterpolantTree(self._paths, self._interpolation)
        refined: list[tuple[Path, Suggested]] = []
        for path in paths:
            steps = steps_of(path.edges)
            if tree.excludes(path):
                self._statistics.count("paths_excluded_by_others")
            elif is_feasible(self._paths, steps):
                return path
            else:
                refined.append((path, Suggested(INTERPOLATION, tree.refute(path, steps))))
        return refined

    def strengthening(self, refinement: Refinement) -> Sequence[Callable[[ValueState], ValueState]]:
        interpolants = self._interpolation.interpolants(refinement.prefix).states
        return [partial(self._strengthened, interpolant) for interpolant in interpolants]

    def _strengthened(self, interpolant: ValueState, state: ValueState) -> ValueState:
        return self._paths.strengthened(state, interpolant)

    # ------------------------------------------------------------------------------------------ files

    def entries(self, precision: ValuePrecision) -> Iterator[Entry]:
        return (Entry(self.name, str(place)) for place in precision.places)

    def begin_with(self, given: Sequence[Entry], precision: ValuePrecision) -> Begun[ValuePrecision]:
        known = {str(place): place for place in self._paths.all_places()}
        unknown = [entry.text for entry in given if entry.text not in known]
        return Begun(
            precision.with_everywhere(known[entry.text] for entry in given if entry.text in known),
            tuple(f"the given precision tracks {name}, which the program does not have" for name in unknown),
        )


def make_value_refiner(analysis: ValueAnalysis, context: RefinerContext) -> ValueRefiner:
    """As a configuration describes it."""
    if analysis.initial_precision() is FULL:
        raise TaskError("option value.precision: cegar has nothing to refine if everything is tracked; set it to scoped")
    options = context.configuration.section(RefinementOptions)
    paths = ValuePaths(analysis)
    shortcuts = frozenset(map(Shortcut, options.shortcuts))
    interpolation = Interpolation(paths, shortcuts, lambda: context.statistics.count("interpolation_queries"))
    limit, name = options.prefixes, options.method
    if name == "static":
        last_only = context.selection.uses_prefixes
        method: Refine = ByUseDef(paths.places, last_only=last_only, exposed=analysis.program.address_taken)
    else:
        method = ByInterpolation(interpolation, paths)
    refiner = PathRefiner(paths, method, context.selection, prefix_limit=limit, method=name, what="values")
    return ValueRefiner(paths, refiner, interpolation, _economy(options, paths, context), context.statistics)


def _economy(options: RefinementOptions, paths: ValuePaths, context: RefinerContext) -> ManyValues | None:
    if not options.values:
        return None
    return ManyValues(paths, context.position, options.values, context.score.has_few_values, context.statistics)


__all__ = ["ValueRefiner", "make_value_refiner"]
