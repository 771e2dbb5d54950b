"""The strongest post of symbolic execution (Beyer, Lemberger, section 3), for C with memory.

The store is that of bounded model checking (``whet.encoding.unrolling``): variables and regions of memory as terms, an edge as a
function from terms to terms that folds constants, memory word by word where few places come into question.  So structures,
unions, the heap and library functions mean here what they mean there.  The other way would have been the stores of the value
analysis with terms in their cells.  These know an address as object and offset, and give up where it depends on an input; and
what C does would be told once more.

What becomes of a state:

* An edge that assigns gives each variable it writes a term over the values before it.
* An edge that assumes adds the conjuncts of its condition over symbolic values to the constraints, and leads nowhere if they
  contradict each other.
* What the store does not have gets a new symbolic value when it is read, and keeps it.
* Where the encoding of an edge may leave something out there is a second successor, a gap, unless the constraints exclude that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from types import MappingProxyType

from whet.analyses.symbolic.feasibility import Feasibility
from whet.analyses.symbolic.state import Constraints, SymbolicState
from whet.cfa.model import Edge, Program
from whet.cfa.operations import Unsupported
from whet.core.interfaces import Gap
from whet.core.path import PathStep
from whet.encoding.encode import Encoder
from whet.encoding.memory import OutOfAddresses
from whet.encoding.notes import NoteKind, Remark
from whet.encoding.unrolling.joining import Values
from whet.encoding.unrolling.stepping import Taken
from whet.encoding.unrolling.transformation import Fresh, Transformation, Transformations
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import conjuncts


class SymbolicExecution:
    """Executes the edges of one program."""

    def __init__(self, program: Program, encoder: Encoder, transformations: Transformations, feasibility: Feasibility) -> None:
        self._program = program
        self._encoder = encoder
        self._terms = encoder.terms
        self._transformations = transformations
        self._feasibility = feasibility

    def initial(self) -> SymbolicState:
        start = self._program.start
        return SymbolicState(self._encoder.beginning(), {}, start, self._encoder.unconstrained(start).activations)

    def post(self, step: Edge | PathStep) -> Callable[[SymbolicState], Sequence[SymbolicState]]:
        """All successors of a state; the first is that of the step itself, unless it cannot be taken."""
        edge = step if isinstance(step, Edge) else step.edge
        operations = PathStep(edge).operations if isinstance(step, Edge) else step.operations
        goes_on = not any(isinstance(operation, Unsupported) for operation in operations)

        def run(state: SymbolicState) -> Sequence[SymbolicState]:
            try:
                transformation, activations = self._transformations.of(step, state.activations)
            except OutOfAddresses as error:
                return (_lost(state, Gap("addresses", f"{edge.origin.original_place}: the address space is used up: {error}")),)
            values, fresh = self._read(transformation, state)
            taken = Taken.of(self._terms, transformation, values, fresh)
            found = [self._after(state, edge, taken, values, activations)] if goes_on and self._holds(taken, state) else []
            return [*found, *self._losses(state, taken)]

        return run

    def _holds(self, taken: Taken, state: SymbolicState) -> bool:
        condition = taken.condition
        return condition is self._terms.true or self._feasibility.may_hold(condition, state.constraints)

    def _after(
        self, state: SymbolicState, edge: Edge, taken: Taken, values: Values, activations: Mapping[str, int]
    ) -> SymbolicState:
        after = taken.values_after(values, edge, self._encoder, state.activations)
        constraints = assumed(state.constraints, taken.condition, edge)
        return SymbolicState(after, constraints, edge.target.function, _without_ended_calls(activations))

    def _losses(self, state: SymbolicState, taken: Taken) -> list[SymbolicState]:
        losses = taken.losses(self._terms)
        possible = (remark for remark, condition in losses if self._feasibility.may_hold(condition, state.constraints))
        return [_lost(state, _gap(remark)) for remark in possible]

    def _read(self, transformation: Transformation, state: SymbolicState) -> tuple[Values, Fresh]:
        """The store with all that is read, and what gives new symbolic values."""
        fresh = self._fresh(state)
        missing = [base for base in transformation.read if base not in state.values]
        return {**state.values, **{base: fresh(base) for base in missing}} if missing else state.values, fresh

    def _fresh(self, state: SymbolicState) -> Fresh:
        """The first name of a base that nobody uses; on one edge each base is asked for once."""
        instance = self._encoder.vocabulary.instance

        def fresh(base: Term) -> Term:
            return next(found for number in count() if (found := instance(base, number)) not in state.symbols)

        return fresh


def assumed(constraints: Constraints, condition: Term, edge: Edge) -> Constraints:
    """With the conjuncts of a condition, each once, and with the edges that assumed it."""
    new = {part: constraints.get(part, frozenset()) | {edge} for part in conjuncts(condition)}
    return {**constraints, **new} if new else constraints


def _lost(state: SymbolicState, gap: Gap) -> SymbolicState:
    return SymbolicState(state.values, state.constraints, state.function, state.activations, gap)


def _gap(remark: Remark) -> Gap:
    reason = "unsupported" if remark.kind is NoteKind.UNSUPPORTED else "encoding"
    return Gap(reason, str(remark))


def _without_ended_calls(activations: Mapping[str, int]) -> Mapping[str, int]:
    """So that it makes no difference what was called before."""
    if 0 not in activations.values():
        return activations
    return MappingProxyType({name: active for name, active in activations.items() if active})
