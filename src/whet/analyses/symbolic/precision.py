"""The precision of symbolic execution: which variables and which constraints are tracked where (Beyer, Lemberger, section 3).

A variable is tracked by its name, a region of memory as a whole.  A constraint is tracked by the edge that assumes it: what the
term says depends on the path, and on the names its symbolic values got there; the edge is the same in every exploration.

The next free slot of the heap, the sizes of its blocks, and which functions are active are always known: they tell apart what
memory is, not what is in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from whet.analyses.symbolic.forgetting import related
from whet.analyses.symbolic.state import SymbolicState
from whet.cfa.expressions import Variable
from whet.cfa.model import Edge, Program
from whet.cfa.operations import flatten
from whet.cfa.show import describe
from whet.cfa.uses import uses_of_edge
from whet.encoding.vocabulary import Vocabulary
from whet.pointers.regions import Region, Regions
from whet.refine.precision import FULL, Full, TrackingPrecision
from whet.solvers.terms.term import Term
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class TrackedVariable:
    variable: Variable

    @property
    def variables(self) -> frozenset[Variable]:
        return frozenset((self.variable,))

    def __str__(self) -> str:
        return self.variable.qualified_name


@dataclass(frozen=True, slots=True)
class TrackedRegion:
    """What is in memory."""

    region: Region

    @property
    def variables(self) -> frozenset[Variable] | None:
        return frozenset(self.region.variables) or None

    def __str__(self) -> str:
        """By what lies in it, so that it outlives an edit."""
        return f"*{', '.join(sorted(each.qualified_name for each in self.region.variables)) or f'heap {self.region.number}'}*"


@dataclass(frozen=True, slots=True, eq=False)
class TrackedConstraint:
    """What an edge assumes."""

    edge: Edge

    @property
    def variables(self) -> frozenset[Variable]:
        return uses_of_edge(self.edge).reads

    def __hash__(self) -> int:
        return hash((self.edge.source.number, self.edge.target.number))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TrackedConstraint) and self.edge is other.edge

    def __str__(self) -> str:
        text = "; ".join(describe(operation) for operation in flatten(self.edge.operation))
        return f"{text} in {self.edge.source.function.name}"


TrackedPart: TypeAlias = TrackedVariable | TrackedRegion | TrackedConstraint
TrackedParts: TypeAlias = frozenset[TrackedPart]


class SymbolicPrecision(TrackingPrecision[TrackedPart]):
    """A precision for a program; never changed."""

    __slots__ = ()


Precision: TypeAlias = SymbolicPrecision | Full


class Tracking:
    """What of a state can be tracked or not."""

    def __init__(self, program: Program, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._regions = {vocabulary.region(region): TrackedRegion(region) for region in program.fact(Regions).all()}
        self._variables: dict[Term, TrackedVariable | None] = {}

    def of(self, base: Term) -> TrackedVariable | TrackedRegion | None:
        """What tracks a part of the store; None if it is always known."""
        if base in self._regions:
            return self._regions[base]
        if base not in self._variables:
            variable = self._vocabulary.described(base)
            self._variables[base] = None if variable is None else TrackedVariable(variable)
        return self._variables[base]

    def restricted(self, state: SymbolicState, tracked: TrackedParts) -> SymbolicState:
        """The state with what is tracked, and with what is always known."""
        values = {base: value for base, value in state.values.items() if (part := self.of(base)) is None or part in tracked}
        edges = {part.edge for part in tracked if isinstance(part, TrackedConstraint)}
        constraints = {term: by for term, by in state.constraints.items() if not by.isdisjoint(edges)}
        return state.knowing(values, related(constraints, values))

    def regions(self) -> Iterable[TrackedRegion]:
        return self._regions.values()


__all__ = [
    "FULL",
    "Precision",
    "SymbolicPrecision",
    "TrackedConstraint",
    "TrackedPart",
    "TrackedParts",
    "TrackedRegion",
    "TrackedVariable",
    "Tracking",
]
