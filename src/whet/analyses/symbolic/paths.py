"""Symbolic execution as refinement sees it: strongest post along a path, and what a state can do without (Algorithms 2 and 3).

``refine.interpolation`` goes through the elements of a state in the order given here, and drops each without which the rest of
the path is contradicted all the same: first constraints, then variables, at last the counters of the heap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from whet.analyses.symbolic.execution import SymbolicExecution
from whet.analyses.symbolic.forgetting import related, without
from whet.analyses.symbolic.precision import Precision, TrackedConstraint, TrackedHeap, TrackedPart, TrackedParts, Tracking
from whet.analyses.symbolic.state import SymbolicState
from whet.cfa.model import Node, Program
from whet.core.path import PathStep
from whet.encoding.unrolling.joining import Values
from whet.solvers.terms.term import Term
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class Assumed:
    """A constraint of a state."""

    term: Term


@dataclass(frozen=True, slots=True)
class Stored:
    """The value of a variable or of memory."""

    base: Term


@dataclass(frozen=True, slots=True)
class HeapCounters:
    """The counters of the heap, which can be dropped where no stored term mentions an address of the heap."""


SymbolicElement: TypeAlias = Assumed | Stored | HeapCounters
Successor: TypeAlias = Callable[[SymbolicState], SymbolicState | None]


@dataclass(frozen=True, slots=True)
class LosingStep(PathStep):
    """The last step of a path to a gap: only what the encoding may leave out leads on."""


class RefinedExecution(Protocol):
    """Symbolic execution, as its refiner sees it."""

    @property
    def program(self) -> Program: ...

    @property
    def execution(self) -> SymbolicExecution: ...

    @property
    def tracking(self) -> Tracking: ...

    def initial_precision(self) -> Precision: ...

    def forgotten(self, state: SymbolicState, location: Node) -> SymbolicState: ...


class SymbolicPaths:
    """What refinement asks of the symbolic execution of a program."""

    def __init__(self, analysis: RefinedExecution) -> None:
        self._analysis = analysis
        self._tracking = analysis.tracking
        self._successors: dict[PathStep, Successor] = {}

    def initial(self) -> SymbolicState:
        return self._analysis.execution.initial()

    def post(self, step: PathStep) -> Successor:
        """The strongest post of a step, which gives None for a contradiction."""
        if step not in self._successors:
            self._successors[step] = self._successor(step)
        return self._successors[step]

    def _successor(self, step: PathStep) -> Successor:
        post = self._analysis.execution.post(step)
        loses = isinstance(step, LosingStep)

        def successor(state: SymbolicState) -> SymbolicState | None:
            found = (each for each in post(state) if not loses or each.gap is not None)
            first = next(found, None)
            return first if first is None else self._analysis.forgotten(first, step.location)

        return successor

    def elements(self, state: SymbolicState) -> Sequence[SymbolicElement]:
        """What the state knows and need not: constraints, then variables, then the counters of the heap."""
        stored = [Stored(base) for base in state.values if self._tracking.of(base) is not None]
        counters = [HeapCounters()] if self._tracking.counts(state.values) else []
        return [*map(Assumed, state.constraints), *stored, *counters]

    def without(self, state: SymbolicState, element: SymbolicElement) -> SymbolicState:
        match element:
            case Assumed(term=dropped) if dropped in state.constraints:
                rest = {term: edges for term, edges in state.constraints.items() if term is not dropped}
                return state.knowing(state.values, rest)
            case Stored(base=base) if base in state.values:
                values = without(state.values, (base,))
                return state.knowing(values, related(state.constraints, values))
            case HeapCounters() if self._tracking.has_idle_counters(state.values):
                return self._without_counters(state)
            case _:
                return state

    def _without_counters(self, state: SymbolicState) -> SymbolicState:
        values = self._tracking.without_counters(state.values)
        return state.knowing(values, related(state.constraints, values))

    def top(self, state: SymbolicState) -> SymbolicState:
        """The state that knows only what is always known."""
        values: Values = {base: value for base, value in state.values.items() if self._tracking.of(base) is None}
        return state.knowing(self._tracking.without_counters(values) if self._tracking.counts(values) else values, {})

    def renames(self, *, before: SymbolicState, after: SymbolicState) -> bool:
        """Do two states know the same values, if perhaps of other variables?"""
        return before.constraints.keys() == after.constraints.keys() and self._values(before) == self._values(after)

    def _values(self, state: SymbolicState) -> Counter[Term]:
        return Counter(value for base, value in state.values.items() if self._tracking.of(base) is not None)

    def precision(self, state: SymbolicState, location: Node) -> TrackedParts:
        """What must be tracked at a location to know what the state knows there (extractPrecision)."""
        stored = [part for base in state.values if (part := self._tracking.of(base)) is not None]
        assumed: list[TrackedPart] = [TrackedConstraint(edge) for edges in state.constraints.values() for edge in edges]
        counters = [TrackedHeap()] if self._tracking.has_idle_counters(state.values) else []
        return frozenset([*stored, *assumed, *counters])
