"""The refiner of symbolic execution (Beyer, Lemberger, Algorithm 3): variables and constraints are refined together.

The path is sliced into its infeasible prefixes, each is interpolated, and a selection chooses (``refine.refiner``); this is where
SymEx+ meets the refinement selection that other domains use, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from whet.analyses.symbolic.paths import LosingStep, RefinedExecution, SymbolicElement, SymbolicPaths
from whet.analyses.symbolic.precision import SymbolicPrecision, TrackedConstraint, TrackedHeap, TrackedPart, TrackedVariable
from whet.analyses.symbolic.state import SymbolicState
from whet.cfa.operations import Assume, flatten
from whet.core.arg import Path
from whet.core.path import PathStep, steps_of
from whet.pointers.regions import is_slot
from whet.refine.refinable import RefinerContext
from whet.refine.refiner import InterpolatingRefiner


class SymbolicRefiner(InterpolatingRefiner[SymbolicPrecision, TrackedPart, SymbolicState, SymbolicElement]):
    """Excludes paths by tracking variables and constraints."""

    name = "symbolic"
    tracks = "variables_and_constraints"
    what = "terms and constraints"

    def __init__(self, analysis: RefinedExecution, context: RefinerContext) -> None:
        super().__init__(SymbolicPaths(analysis), analysis.initial_precision(), context)
        self._analysis = analysis

    def steps(self, path: Path) -> tuple[PathStep, ...]:
        """The steps of a path; that to a gap of this analysis can only be taken where something is left out."""
        steps = steps_of(path.edges)
        state = path.target.state[self._context.position]
        if not steps or state is None or state.gap is None:
            return steps
        return (*steps[:-1], LosingStep(**{field.name: getattr(steps[-1], field.name) for field in fields(PathStep)}))

    def all_tracked(self) -> Iterator[TrackedPart]:
        program = self._analysis.program
        yield from (TrackedVariable(variable) for variable in program.variables() if is_slot(program, variable))
        yield from self._analysis.tracking.regions()
        yield TrackedHeap()
        for edge in program.edges():
            if any(isinstance(operation, Assume) for operation in flatten(edge.operation)):
                yield TrackedConstraint(edge)
