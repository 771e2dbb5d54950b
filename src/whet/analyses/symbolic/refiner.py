"""The refiner of symbolic execution (Beyer, Lemberger, Algorithm 3): variables and constraints are refined together.

The path is sliced into its infeasible prefixes, each is interpolated, and a selection chooses (``refine.refiner``); this is where
SymEx+ meets the refinement selection that other domains use, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from whet.analyses.symbolic.analysis import SymbolicAnalysis
from whet.analyses.symbolic.paths import LosingStep, SymbolicElement, SymbolicPaths
from whet.analyses.symbolic.precision import FULL, SymbolicPrecision, TrackedConstraint, TrackedPart, TrackedVariable
from whet.analyses.symbolic.state import SymbolicState
from whet.cfa.operations import Assume, flatten
from whet.core.arg import Path
from whet.core.configuration import RefinementOptions
from whet.core.context import Statistics
from whet.core.path import PathStep, steps_of
from whet.pointers.regions import is_slot
from whet.refine.interpolation import Interpolation, Shortcut
from whet.refine.refinable import Begun, Examined, Refinable, RefinerContext, Spurious
from whet.refine.refiner import ByInterpolation, PathRefiner
from whet.task.errors import TaskError
from whet.task.precision_file import Entry


class SymbolicRefiner(Refinable[SymbolicPrecision]):
    """Excludes paths by tracking variables and constraints."""

    name = SymbolicAnalysis.name
    tracks = "variables_and_constraints"
    everything = FULL

    def __init__(
        self,
        analysis: SymbolicAnalysis,
        refiner: PathRefiner[SymbolicState, SymbolicElement],
        position: int,
        statistics: Statistics,
    ) -> None:
        self._analysis = analysis
        self._refiner = refiner
        self._position = position
        self._statistics = statistics

    def examine(self, path: Path, precision: SymbolicPrecision) -> Examined:
        answer = self._refiner.refine(self._steps(path))
        if isinstance(answer, Spurious):
            self._statistics.count("sliced_prefixes", len(answer.candidates))
        return answer

    def _steps(self, path: Path) -> tuple[PathStep, ...]:
        """The steps of a path; that to a gap of this analysis can only be taken where something is left out."""
        steps = steps_of(path.edges)
        state = path.target.state[self._position]
        if not steps or state is None or state.gap is None:
            return steps
        return (*steps[:-1], LosingStep(**{field.name: getattr(steps[-1], field.name) for field in fields(PathStep)}))

    # ------------------------------------------------------------------------------------------ files

    def entries(self, precision: SymbolicPrecision) -> Iterator[Entry]:
        return (Entry(self.name, str(part)) for part in precision.parts)

    def begin_with(self, given: Sequence[Entry], precision: SymbolicPrecision) -> Begun[SymbolicPrecision]:
        known: dict[str, list[TrackedPart]] = {}
        for part in self._all_parts():
            known.setdefault(str(part), []).append(part)
        unknown = [entry.text for entry in given if entry.text not in known]
        return Begun(
            precision.with_everywhere(part for entry in given for part in known.get(entry.text, ())),
            tuple(f"the given precision tracks {text}, which the program does not have" for text in unknown),
        )

    def _all_parts(self) -> Iterator[TrackedPart]:
        program = self._analysis.program
        yield from (TrackedVariable(variable) for variable in program.variables() if is_slot(program, variable))
        yield from self._analysis.tracking.regions()
        for edge in program.edges():
            if any(isinstance(operation, Assume) for operation in flatten(edge.operation)):
                yield TrackedConstraint(edge)


def make_symbolic_refiner(analysis: SymbolicAnalysis, context: RefinerContext) -> SymbolicRefiner:
    """As a configuration describes it."""
    if analysis.initial_precision() is FULL:
        raise TaskError("option symbolic.precision: cegar has nothing to refine if everything is tracked; set it to scoped")
    options = context.configuration.section(RefinementOptions)
    paths = SymbolicPaths(analysis)
    shortcuts = frozenset(map(Shortcut, options.shortcuts))
    interpolation = Interpolation(paths, shortcuts, lambda: context.statistics.count("interpolation_queries"))
    refiner = PathRefiner(
        paths,
        ByInterpolation(interpolation, paths),
        context.selection,
        prefix_limit=options.prefixes,
        method="interpolation",
        what="terms and constraints",
    )
    return SymbolicRefiner(analysis, refiner, context.position, context.statistics)


__all__ = ["SymbolicRefiner", "make_symbolic_refiner"]
