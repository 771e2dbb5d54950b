"""The step of k-induction as an unrolling: does an error follow from iterations of loops without one?

A run that is in a loop has taken fewer than ``k`` turns, or at least ``k``.  So a loop is unrolled twice:

* its first ``k`` turns, from the states in which runs come to it;
* ``k`` turns that are *assumed* to be without error, from any state that a run may have at the head, and after them the one
  turn for which it is *shown*.

What a run may have at the head is what it had before the loop, except that everything the loop may change has any value, and that
the invariants given hold.  Runs leave the loop from its first iterations or from the last one.  This continues through all
loops of the program, one after the other and one inside the other.  If no error and nothing missing is left in what is not
assumed, the program has none at all: a run that violates the property first does so in the first iterations of the loops it is
in, or after ``k`` turns without a violation.

Loops that constants unroll to their end need no induction; they are unrolled as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from whet.cfa.expressions import Expr
from whet.cfa.loops import Loop
from whet.cfa.model import Edge, Node
from whet.cfa.operations import Enter, Leave
from whet.cfa.targets import Error
from whet.encoding.unrolling.joining import Values
from whet.encoding.unrolling.positions import CallFrame, Exit, Turn, Turns
from whet.encoding.unrolling.stepping import Taken
from whet.encoding.unrolling.unrolling import Arrival, Point, Unrolling, UnrollingScope
from whet.solvers.terms.term import Term
from whet.task.records import dataclass

Invariants: TypeAlias = Mapping[Node, Sequence[Expr]]
"""What holds whenever a run is at a location."""


class NotUnwound(Exception):
    """A loop was thought to be unrolled to its end by constants, and is not."""

    def __init__(self, loop: Loop) -> None:
        super().__init__(str(loop))
        self.loop = loop


@dataclass(frozen=True, slots=True, eq=False)
class BrokenInvariant:
    """An invariant does not hold at the head of a loop, under a condition."""

    location: Node
    invariant: Expr
    condition: Term
    read: Callable[[Expr], Term | None]
    """What a scalar expression of the function is there; None if values do not determine it."""


class InductionStep(Unrolling):
    """One program, unrolled for one ``k``."""

    def __init__(self, scope: UnrollingScope, k: int, invariants: Invariants, unwound: frozenset[Loop] = frozenset()) -> None:
        super().__init__(scope)
        self._k = k
        self._invariants = invariants
        self._unwound = unwound
        self.broken: list[BrokenInvariant] = []
        """Where invariants may not hold: when a loop begins, and after the turn that is shown."""
        self.heads: set[Node] = set()
        """Of the loops for which induction was needed."""
        self._modified = scope.modified

    def _leave(self, point: Point, state: Arrival, bound: int) -> None:
        loop = self._loop_begun(point)
        if loop is not None:
            self.heads.add(loop.head)
            self._look_at_invariants(point, loop.head, state)
            # The states at the head of a loop before any of its turns.
            values = {**state.values, **{base: self._fresh(base) for base in self._modified.by(loop, point.activations)}}
            known = [holds for _, holds in self._invariants_at(point, loop.head, values)]
            any_turn = Arrival(None, None, None, (), (*state.guard, *known), values)
            if self._k:
                turns = (*point.turns[:-1], Turn(self._k))
                self._arrive(point.location, point.frame, turns, point.activations, any_turn, bound)
            else:
                state = any_turn
        super()._leave(point, state, bound)

    def _loop_begun(self, point: Point) -> Loop | None:
        """The loop that begins here, if it is one for which induction is needed."""
        loop = self._positions.loop_at(point.location)
        return loop if loop is not None and loop not in self._unwound and point.turns[-1].number == 0 else None

    def _invariants_at(self, point: Point, head: Node, values: Values) -> Iterator[tuple[Expr, Term]]:
        """Those of the head of a loop, with what they say of these values; ``point`` is in the same call."""
        for invariant in self._invariants.get(head, ()):
            reading = self._transformations.reading(invariant, head.function, point.activations)
            if reading is not None:
                yield invariant, self._terms.is_nonzero(reading(values))

    def _look_at_invariants(self, point: Point, head: Node, state: Arrival) -> None:
        t = self._terms

        def read(expr: Expr) -> Term | None:
            reading = self._transformations.reading(expr, head.function, point.activations)
            return None if reading is None else reading(state.values)

        for invariant, holds in self._invariants_at(point, head, state.values):
            if holds is not t.true and not self._is_in_assumed_turn(point):
                self.broken.append(BrokenInvariant(head, invariant, t.and_(*state.guard, t.not_(holds)), read))

    def _follow(self, point: Point, turns: Turns, edge: Edge, arrival: Arrival, bound: int) -> None:
        inside, around = edge, turns
        if isinstance(edge.operation, Leave):  # the call may be the last thing in a turn
            assert point.frame is not None
            inside, around = point.frame.site, point.frame.turns
        for loop, turn in zip(self._positions.nest(inside.source), around, strict=True):
            if inside.target is loop.head and turn.number == 2 * self._k:
                self._look_at_invariants(point, loop.head, arrival)
        if isinstance(edge.operation, Enter) or self._goes_where_runs_go(around, inside):
            super()._follow(point, turns, edge, arrival, bound)

    def _goes_where_runs_go(self, turns: Turns, edge: Edge) -> bool:
        """Assumed turns are not left except to the next one; the last of the first turns, and the one shown, have no next."""
        for loop, turn in zip(self._positions.nest(edge.source), turns, strict=True):
            is_back = edge.target is loop.head
            if loop in self._unwound:
                if is_back and turn.exit is not Exit.CLOSED:
                    raise NotUnwound(loop)
            elif (is_back and turn.number in (self._k - 1, 2 * self._k)) or (self._is_assumed(turn) and edge.target not in loop):
                return False
        return True

    def _is_assumed(self, turn: Turn) -> bool:
        return self._k <= turn.number < 2 * self._k

    def _is_beyond(self, point: Point, bound: int) -> bool:
        return False

    def _violates(self, point: Point, arrival: Arrival, edge: Edge, error: Error) -> None:
        if not self._is_in_assumed_turn(point):
            super()._violates(point, arrival, edge, error)

    def _note_losses(self, point: Point, taken: Taken, state: Arrival) -> None:
        if not self._is_in_assumed_turn(point):
            super()._note_losses(point, taken, state)

    def _is_in_assumed_turn(self, point: Point) -> bool:
        if self._has_assumed(point.location, point.turns):
            return True
        frame: CallFrame | None = point.frame
        while frame is not None:
            if self._has_assumed(frame.site.source, frame.turns):
                return True
            frame = frame.below
        return False

    def _has_assumed(self, location: Node, turns: Turns) -> bool:
        loops = zip(self._positions.nest(location), turns, strict=True)
        return any(loop not in self._unwound and self._is_assumed(turn) for loop, turn in loops)
