"""The precision of symbolic execution: which variables and which constraints are tracked where (Beyer, Lemberger, section 3).

A variable is tracked by its name, a region of memory as a whole.  A constraint is tracked by the edge that assumes it: what the
term says depends on the path, and on the names its symbolic values got there; the edge is the same in every exploration.

Which functions are active is always known.  The *counters of the heap*, which are its next free slot and the sizes of its blocks,
are known as long as a stored term mentions an address of the heap.  Without one they are forgotten, so that a loop with a
``malloc`` has the same state after each iteration; a refinement may ask to track them all the same.

Forgetting them is sound: what the store does not have may have any value.  An allocation reads any counter within the heap
(``encoding.effects.allocate``), an access or a ``free`` any sizes, so each execution from the state before is one from the state
after.  To begin again with an empty heap would not be sound: an untracked pointer may still point to a block.
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
from whet.encoding.encode import Encoder
from whet.encoding.unrolling.joining import Values
from whet.pointers.regions import Region, Regions
from whet.refine.domain import TrackedAssumption
from whet.refine.precision import FULL, Full, TrackingPrecision
from whet.solvers.terms.term import Op, Term, reachable
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
class TrackedConstraint(TrackedAssumption):
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


@dataclass(frozen=True, slots=True)
class TrackedHeap:
    """The counters of the heap, also where no stored term mentions an address of the heap."""

    @property
    def variables(self) -> frozenset[Variable] | None:
        return None

    def __str__(self) -> str:
        return "heap counters"


TrackedPart: TypeAlias = TrackedVariable | TrackedRegion | TrackedConstraint | TrackedHeap
TrackedParts: TypeAlias = frozenset[TrackedPart]


class SymbolicPrecision(TrackingPrecision[TrackedPart]):
    """A precision for a program; never changed."""

    __slots__ = ()


Precision: TypeAlias = SymbolicPrecision | Full


class Tracking:
    """What of a state can be tracked or not."""

    def __init__(self, program: Program, encoder: Encoder) -> None:
        self._vocabulary = vocabulary = encoder.vocabulary
        self._layout = encoder.layout
        regions = program.fact(Regions).all()
        self._regions = {vocabulary.region(region): TrackedRegion(region) for region in regions}
        self._heap = vocabulary.heap()
        self._counters = frozenset((self._heap, *map(vocabulary.blocks, regions)))
        self._first = encoder.beginning()[self._heap]
        self._variables: dict[Term, TrackedVariable | None] = {}
        self._mentions: dict[Term, bool] = {}

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
        values: Values = {
            base: value for base, value in state.values.items() if (part := self.of(base)) is None or part in tracked
        }
        if TrackedHeap() not in tracked and self.has_idle_counters(values):
            values = self.without_counters(values)
        edges = {part.edge for part in tracked if isinstance(part, TrackedConstraint)}
        constraints = {term: by for term, by in state.constraints.items() if not by.isdisjoint(edges)}
        return state.knowing(values, related(constraints, values))

    def counts(self, values: Values) -> bool:
        """Are the counters of the heap known, after something was allocated?"""
        return values.get(self._heap, self._first) is not self._first

    def has_idle_counters(self, values: Values) -> bool:
        """Are they known, although no stored term mentions an address of the heap?"""
        return self.counts(values) and not any(self._mentions_heap(values[base]) for base in values.keys() - self._counters)

    def without_counters(self, values: Values) -> Values:
        return {base: value for base, value in values.items() if base not in self._counters}

    def _mentions_heap(self, term: Term) -> bool:
        if term not in self._mentions:
            self._mentions[term] = any(map(self._is_of_heap, reachable((term,))))
        return self._mentions[term]

    def _is_of_heap(self, part: Term) -> bool:
        """An address of a slot, or the counter where it is a symbolic value."""
        if part.op is Op.SYMBOL:
            return self._vocabulary.base_of(part) is self._heap
        return (
            isinstance(part.value, int)
            and self._layout.first_slot <= part.value >> self._layout.slot_bits < self._layout.slot_limit
        )

    def regions(self) -> Iterable[TrackedRegion]:
        return self._regions.values()


__all__ = [
    "FULL",
    "Precision",
    "SymbolicPrecision",
    "TrackedConstraint",
    "TrackedHeap",
    "TrackedPart",
    "TrackedParts",
    "TrackedRegion",
    "TrackedVariable",
    "Tracking",
]
