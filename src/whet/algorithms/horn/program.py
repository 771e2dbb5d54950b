"""A program as Horn clauses, bit-precise: one relation for each loop head, and large blocks between them.

It is an unrolling in which every loop is gone through once, from any values that its relation allows: what runs bring to the
head implies the relation, and so does what a turn makes of it.  Ways that come from different relations meet in a relation of
their own; ways from the same one are joined into one block.  Calls are followed, so a loop of a function that is called
in several places has several relations; functions that call themselves have two relations instead (``summaries``), and their
bodies are gone through once.  Loops that constants unroll to an early end are unrolled.

An error, and something the encoding leaves out, becomes a clause without a head: both must be impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from whet.algorithms.horn.summaries import CallSummary, Summaries
from whet.cfa.expressions import Expr
from whet.cfa.loops import Loop
from whet.cfa.model import Edge, Node
from whet.cfa.operations import Enter, Leave
from whet.cfa.targets import Error
from whet.encoding.unrolling.induction import NotUnwound
from whet.encoding.unrolling.joining import Guard, Values
from whet.encoding.unrolling.positions import FIRST, CallFrame, Exit, Position, Turns
from whet.encoding.unrolling.stepping import Taken
from whet.encoding.unrolling.unrolling import Arrival, Point, Unrolling, UnrollingScope
from whet.solvers.clauses import Applied, Clause, HornSystem, Relation
from whet.solvers.terms.sorts import BOOL
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import ordered, symbols


class ProgramClauses(Unrolling):
    """The clauses of a program, made edge by edge."""

    def __init__(self, scope: UnrollingScope, summaries: Summaries, unwound: frozenset[Loop] = frozenset()) -> None:
        super().__init__(scope)
        self._summaries = summaries
        self._unwound = unwound
        self._modified = scope.modified
        self._atoms: dict[Term, Applied] = {}
        """What stands in guards for relations."""
        self._heads: dict[Position, Relation] = {}
        self._begun: dict[tuple[Node, tuple[int, ...]], Point] = {}
        self._relations: list[Relation] = []
        self._clauses: list[Clause] = []

    def begin(self) -> None:
        super().begin()
        for summary in self._summaries.values():
            # With anything that the function may be called with; what that was stays known.
            entry, fresh = summary.entering.location, [self._fresh(base) for base in summary.entering.parameters]
            self._relations += [summary.entering, summary.leaving]
            guard = (self._atom(summary.entering, fresh),)
            values = dict(zip((*summary.entering.parameters, *summary.before), (*fresh, *fresh), strict=True))
            turns = (FIRST,) * len(self._positions.nest(entry))
            frame = _Body(summary, len(self._relations))
            self._arrive(entry, frame, turns, {summary.function.name: 1}, Arrival(None, None, None, (), guard, values), bound=0)

    @property
    def system(self) -> HornSystem:
        return HornSystem(tuple(self._relations), tuple(self._clauses))

    def said(self, relation: Relation, expr: Expr) -> Term | None:
        """What a condition of the program says of the parameters of a relation; None if it says something else, too."""
        point = self._begun[relation.location, relation.calls]
        reading = self._transformations.reading(expr, relation.location.function, point.activations)
        if reading is None:
            return None
        values = {**point.arrivals[0].values, **{parameter: parameter for parameter in relation.parameters}}
        found = self._terms.is_nonzero(reading(values))
        return found if symbols(found) <= {*relation.parameters} else None

    def _joined(self, point: Point) -> Arrival:
        origins = {self._atoms_of(arrival.guard) for arrival in point.arrivals}
        if len(origins) > 1 or self._begins_loop(point):
            # All that is known after it is what the relation of the point says.
            is_head = self._begins_loop(point)
            changed = self._modified.by(self._loop(point), point.activations) if is_head else ()
            bases = ordered({*changed, *_varying([arrival.values for arrival in point.arrivals])})
            name = f"{point.location.function.name}!{len(self._relations)}"
            relation = Relation(name, tuple(bases), point.location, _calls(point.frame), is_head)
            self._relations.append(relation)
            self._heads[point.position] = relation
            self._begun[relation.location, relation.calls] = point
            for arrival in point.arrivals:
                self._imply(relation, arrival)
            fresh = [self._fresh(base) for base in bases]
            values = {**point.arrivals[0].values, **dict(zip(bases, fresh, strict=True))}
            return Arrival(None, None, None, (), (self._atom(relation, fresh),), values)
        return super()._joined(point)

    def _begins_loop(self, point: Point) -> bool:
        loop = self._positions.loop_at(point.location)
        return loop is not None and loop not in self._unwound and point.turns[-1].number == 0

    def _atoms_of(self, guard: Guard) -> tuple[Term, ...]:
        return tuple([part for part in guard if part in self._atoms])

    def _atom(self, relation: Relation, arguments: Sequence[Term]) -> Term:
        """What stands in a guard for that a relation holds."""
        atom = self._terms.symbol(f"horn!{len(self._atoms)}", BOOL)
        self._atoms[atom] = Applied(relation, tuple(arguments))
        return atom

    def _loop(self, point: Point) -> Loop:
        loop = self._positions.loop_at(point.location)
        assert loop is not None
        return loop

    def _imply(self, relation: Relation | None, arrival: Arrival, *conditions: Term, gap: str | None = None) -> None:
        values = arrival.values
        head = None if relation is None else Applied(relation, tuple([values.get(base, base) for base in relation.parameters]))
        self._conclude(head, arrival, *conditions, gap=gap)

    def _conclude(self, head: Applied | None, arrival: Arrival, *conditions: Term, gap: str | None = None) -> None:
        atoms = self._atoms_of(arrival.guard)
        constraint = self._terms.and_(*(part for part in arrival.guard if part not in self._atoms), *conditions)
        if constraint is self._terms.false:
            return
        self._clauses.append(Clause(tuple([self._atoms[atom] for atom in atoms]), constraint, head, gap))

    def _arrive(
        self, node: Node, frame: CallFrame | None, turns: Turns, activations: Mapping[str, int], arrival: Arrival, bound: int
    ) -> None:
        if isinstance(frame, _Body) and node is frame.summary.leaving.location:
            self._imply(frame.summary.leaving, arrival)
        else:
            super()._arrive(node, frame, turns, activations, arrival, bound)

    def _summarise(self, point: Point, turns: Turns, edge: Edge, summary: CallSummary, arrival: Arrival, bound: int) -> None:
        """A call, of which nothing is known after it but what the summary says."""
        t, vocabulary, exit_ = self._terms, self.encoder.vocabulary, summary.leaving.location
        activations = self._transformations.of(edge, point.activations)[1]
        activation = activations[summary.function.name]
        given = [
            arrival.values[base] if base in arrival.values else self._fresh(base)
            for base in summary.given(vocabulary, activation)
        ]
        self._conclude(Applied(summary.entering, tuple(given)), arrival)
        before = [self._fresh(base) for base in summary.before]
        after = {base: self._fresh(base) for base in summary.after(vocabulary, activation)}
        atom = self._atom(summary.leaving, (*before, *after.values()))
        guard = (*arrival.guard, atom, *(t.eq(symbol, value) for symbol, value in zip(before, given, strict=True)))
        prefix = (*point.position, edge.target.number)
        frame = CallFrame(self.program.site_of(edge), summary.function, point.frame, prefix, turns)
        end = Point(prefix, exit_, frame, (FIRST,) * len(self._positions.nest(exit_)), activations)
        self._leave(end, Arrival(None, None, None, (), guard, {**arrival.values, **after}), bound)

    def _follow(self, point: Point, turns: Turns, edge: Edge, arrival: Arrival, bound: int) -> None:
        if isinstance(edge.operation, Enter) and edge.operation.function in self._summaries:
            self._summarise(point, turns, edge, self._summaries[edge.operation.function], arrival, bound)
            return
        inside, around, frame = edge, turns, point.frame
        if isinstance(edge.operation, Leave):  # the call may be the last thing in a turn
            assert frame is not None
            inside, around, frame = frame.site, frame.turns, frame.below
        if isinstance(edge.operation, Enter) or not self._goes_back(inside, around, frame, arrival):
            super()._follow(point, turns, edge, arrival, bound)

    def _goes_back(self, edge: Edge, turns: Turns, frame: CallFrame | None, arrival: Arrival) -> bool:
        """Does a turn end here, of which its relation speaks?"""
        for depth, loop in enumerate(self._positions.nest(edge.source)):
            if edge.target is not loop.head:
                continue
            if loop not in self._unwound:
                head = self._positions.position(frame, (*turns[:depth], FIRST), loop.head)
                self._imply(self._heads[head], arrival)
                return True
            if turns[depth].exit is not Exit.CLOSED:
                raise NotUnwound(loop)
        return False

    def _is_beyond(self, point: Point, bound: int) -> bool:
        return False

    def _violates(self, point: Point, arrival: Arrival, edge: Edge, error: Error) -> None:
        self._imply(None, arrival)

    def _note_losses(self, point: Point, taken: Taken, state: Arrival) -> None:
        for remark, condition in taken.losses(self._terms):
            what = str(remark)
            self._imply(None, state, condition, gap=what)


class _Body(CallFrame):
    """The call of which the body of a function with a summary is gone through: it stands for all of them."""

    __slots__ = ("summary",)

    def __init__(self, summary: CallSummary, number: int) -> None:
        entry = summary.entering.location
        super().__init__(entry.leaving[0], summary.function, None, (-1, number), ())
        self.summary = summary


def _varying(values: Sequence[Values]) -> Iterable[Term]:
    """Bases that are no constants, or not the same one on all ways."""
    first, *others = values
    for base in {base: None for each in values for base in each}:
        value = first.get(base, base)
        if not _is_constant(value) or any(other.get(base, base) is not value for other in others):
            yield base


def _is_constant(value: Term) -> bool:
    return not symbols(value)


def _calls(frame: CallFrame | None) -> tuple[int, ...]:
    """Those that are followed."""
    return () if frame is None or isinstance(frame, _Body) else (*_calls(frame.below), frame.site.source.number)
