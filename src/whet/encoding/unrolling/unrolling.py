"""A program unrolled: a graph without cycles whose points are locations in one iteration of each loop, in one call after
another.

Every point has a guard, the condition under which a run reaches it, and the value of every variable as a term over the inputs.
Paths to the same point are joined (``joining``), so the graph grows with the number of iterations, not of paths.  Where
constants decide a branching, only one way is unrolled.

The graph is unrolled up to a *bound*: so many iterations of each loop, not counting those that constants ask for, and so many
nested calls of one function.  What lies beyond waits until the bound is raised.

An edge that violates the property is not followed; it becomes a ``Violating``.  What the encoding of an edge may leave out
becomes a ``Missing``: a proof that no error is reachable must show that this cannot happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import Any

from whet.cfa.expressions import Expr
from whet.cfa.facts import Facts
from whet.cfa.loops import Loop
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Call, Enter, Leave, Operation
from whet.cfa.targets import Error, violation_by
from whet.core.flow import Flow
from whet.core.interfaces import Query
from whet.core.queries import CallSiteOf, CallTargets
from whet.encoding.encode import Encoder
from whet.encoding.notes import Remark
from whet.encoding.unrolling.joining import Guard, Joining, Values, common
from whet.encoding.unrolling.positions import FIRST, CallFrame, Exit, Position, Positions, Turns, joined_turns
from whet.encoding.unrolling.stepping import Taken, constants_of
from whet.encoding.unrolling.transformation import Transformation, Transformations
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import conjuncts, ordered
from whet.task.records import dataclass


class Modified:
    """Of the loops of one program."""

    def __init__(self, flow: Flow, transformations: Transformations) -> None:
        self._flow = flow
        self._transformations = transformations
        self._functions: dict[Function, frozenset[Term]] = {}
        self._loops: dict[tuple[Loop, int], tuple[Term, ...]] = {}

    def by(self, loop: Loop, activations: Mapping[str, int]) -> tuple[Term, ...]:
        """The bases that the body of a loop may write, in the order in which they were made."""
        key = (loop, activations.get(loop.head.function.name) or 1)
        if key not in self._loops:
            edges = [edge for node in loop for edge in node.leaving if edge.target in loop]
            written = {base for edge in edges for base in self._written(edge, activations)}
            inside = {base for function in self._reached(edges) for base in self._by_function(function)}
            self._loops[key] = tuple(ordered(written | inside))
        return self._loops[key]

    def _reached(self, edges: Iterable[Edge]) -> set[Function]:
        """The functions with a body that edges call, and those that these call, and so on."""
        found: set[Function] = set()
        waiting = list(edges)
        while waiting:
            new = {each for each in self._called(waiting.pop().operation) if each.is_defined} - found
            found |= new
            waiting += [edge for function in new for edge in function.edges()]
        return found

    def _called(self, operation: Operation) -> tuple[Function, ...]:
        match operation:
            case Call(callee=Function() as function):
                return (function,)
            case Call():
                return self._flow.callees.all()
            case _:
                return ()

    def _written(self, edge: Edge, activations: Mapping[str, int]) -> Iterator[Term]:
        """By the edge itself, and by the steps into the functions that it calls and back."""
        operation = edge.operation
        if not isinstance(operation, Call) or not isinstance(operation.callee, Function):
            yield from self._by_edge(edge, activations)
        for function in self._called(operation):
            is_named = isinstance(operation, Call) and operation.callee is function
            yield from self._by_call(edge if is_named else self._flow.direct(edge, function), function, activations)

    def _by_edge(self, edge: Edge, activations: Mapping[str, int]) -> tuple[Term, ...]:
        return self._transformations.of(edge, activations)[0].written

    def _by_call(self, edge: Edge, function: Function, activations: Mapping[str, int]) -> Iterator[Term]:
        if not function.is_defined:
            yield from self._by_edge(edge, activations)
            return
        entering, leaving = self._flow.program.call_edges(edge, function)
        into, inside = self._transformations.of(entering, activations)
        yield from into.written
        yield from self._by_edge(leaving, inside)

    def _by_function(self, function: Function) -> frozenset[Term]:
        """By its own edges."""
        if function not in self._functions:
            here = {function.name: 1}
            self._functions[function] = frozenset(base for edge in function.edges() for base in self._written(edge, here))
        return self._functions[function]


_PIECE = 64
"""Conditions; more than what a conjunction takes out of those it is made of."""


class Conjunctions:
    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._pieces: list[tuple[Guard, Term]] = []
        """Of the guard before."""

    def of(self, guard: Guard) -> Term:
        if len(guard) <= 2 * _PIECE:
            return self._terms.and_(*guard)
        whole = len(guard) // _PIECE
        for number in range(whole):
            piece = guard[number * _PIECE : (number + 1) * _PIECE]
            if number >= len(self._pieces) or self._pieces[number][0] != piece:
                self._pieces[number:] = [(piece, self._terms.and_(*piece))]
        return self._terms.and_(*(made for _, made in self._pieces[:whole]), *guard[whole * _PIECE :])


@dataclass(frozen=True, slots=True, eq=False)
class Arrival:
    """A way to a point: an edge from another one, or none where the unrolling begins."""

    before: Point | None
    edge: Edge | None
    transformation: Transformation | None
    given: Sequence[Term]
    """What the transformation was given."""
    guard: Guard
    values: Values


@dataclass(slots=True, eq=False)
class Point:
    """A location in one turn of each loop around it, in one call."""

    position: Position
    location: Node
    frame: CallFrame | None
    turns: Turns
    activations: Mapping[str, int]
    arrivals: list[Arrival] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class Violating:
    """The property is violated after an arrival."""

    arrival: Arrival
    error: Error
    edge: Edge
    condition: Term


@dataclass(frozen=True, slots=True, eq=False)
class Missing:
    """The program may continue otherwise than the unrolling describes."""

    remark: Remark
    condition: Term


class UnrollingScope:
    """What the unrollings of a program have in common: each edge is translated once for all of them."""

    def __init__(self, program: Program, encoder: Encoder) -> None:
        self.program = program
        self.encoder = encoder
        self.flow = Flow(program, Facts.of(program).callees)
        self.transformations = Transformations(encoder)
        self.positions = Positions(program)
        self.modified = Modified(self.flow, self.transformations)


class Unrolling:
    """One program, unrolled bit by bit."""

    def __init__(self, scope: UnrollingScope) -> None:
        self.program = scope.program
        self.encoder = scope.encoder
        self.flow = scope.flow
        self.errors: list[Violating] = []
        self.missing: list[Missing] = []
        self.waiting: dict[Position, Point] = {}
        """Points beyond the bound."""
        self.taken = 0
        """Edges that were taken."""
        self.turned: dict[Loop, int] = {}
        """The greatest number of iterations of each loop."""
        self.undecided: set[Loop] = set()
        """Loops of which some turn was not asked for by constants."""
        self.watcher: Callable[[Edge, Arrival], None] | None = None
        """Told of every edge that is taken, and of the way over it."""
        self._terms = scope.encoder.terms
        self._joining = Joining(scope.encoder.terms)
        self._conjunctions = Conjunctions(scope.encoder.terms)
        self._transformations = scope.transformations
        self._positions = scope.positions
        self._queue: list[Position] = []
        self._points: dict[Position, Point] = {}
        self._numbers: dict[Term, Iterator[int]] = {}
        self._turns: dict[Position, Arrival] = {}
        """What was there when a turn of a loop began, by the position of its head without the number of the turn."""

    def begin(self) -> None:
        """At the beginning of the program."""
        start = self.program.start
        assert start.entry is not None
        turns = (FIRST,) * len(self._positions.nest(start.entry))
        activations = self.encoder.unconstrained(start).activations
        arrival = Arrival(None, None, None, (), (), self.encoder.beginning())
        self._arrive(start.entry, None, turns, activations, arrival, bound=0)

    @property
    def is_finished(self) -> bool:
        """Is everything unrolled, whatever the bound?"""
        return not self._queue and not self.waiting

    def raise_to(self, bound: int) -> None:
        """What waits is within the bound now, or still waits."""
        for point in list(self.waiting.values()):
            if not self._is_beyond(point, bound):
                del self.waiting[point.position]
                self._points[point.position] = point
                heappush(self._queue, point.position)

    def step(self, bound: int) -> bool:
        """Take the edges that leave the next point; False if there is none within the bound."""
        if not self._queue:
            return False
        point = self._points.pop(heappop(self._queue))
        state = self._joined(point)
        if not self._repeats(point, state):
            self._leave(point, state, bound)
        return True

    def _repeats(self, point: Point, state: Arrival) -> bool:
        """Is everything at the head of a loop as it was one turn before?  Then all that follows was unrolled already."""
        if self._positions.loop_at(point.location) is None:
            return False
        *around, _turn, place = point.position
        before = self._turns.get((*around, place))
        self._turns[(*around, place)] = state
        if before is None or point.turns[-1].number == 0:
            return False
        return before.guard == state.guard and before.values == state.values

    def discard(self, impossible: Iterable[Point]) -> None:
        """Points beyond the bound to which no run comes."""
        for point in impossible:
            del self.waiting[point.position]

    def guard(self, point: Point) -> Term:
        """When some run comes to a point that waits."""
        return self._terms.or_(*(self._terms.and_(*arrival.guard) for arrival in point.arrivals))

    def _joined(self, point: Point) -> Arrival:
        """All ways to a point as one; those that parted last are joined first."""
        ways = point.arrivals
        while len(ways) > 1:
            shared = [common(one.guard, other.guard) for one, other in pairwise(ways)]
            at = shared.index(max(shared))
            ways = [*ways[:at], self._either(ways[at], ways[at + 1]), *ways[at + 2 :]]
        return ways[0]

    def _either(self, one: Arrival, other: Arrival) -> Arrival:
        guard, choice = self._joining.guards(one.guard, other.guard)
        values = self._joining.values(choice, one.values, other.values)
        return Arrival(None, None, None, (), guard, values)

    def _leave(self, point: Point, state: Arrival, bound: int) -> None:
        ways = [(edge, self._after(point, state, edge)) for edge in self._leaving(point, state.values)]
        taken = [edge for edge, arrival in ways if arrival is not None]
        closed = [edge for edge, arrival in ways if arrival is None]
        turns = self._positions.seen(point.turns, point.location, taken, closed)
        for edge, arrival in ways:
            if arrival is not None:
                if self.watcher is not None:
                    self.watcher(edge, arrival)
                self._follow(point, turns, edge, arrival, bound)
        self.taken += len(taken)

    def _follow(self, point: Point, turns: Turns, edge: Edge, arrival: Arrival, bound: int) -> None:
        if (error := violation_by(edge.operation)) is not None:
            self._violates(point, arrival, edge, error)
            return
        activations = self._transformations.of(edge, point.activations)[1]
        match edge.operation:
            case Enter(function=function):
                prefix = (*point.position, edge.target.number)
                frame = CallFrame(self.program.site_of(edge), function, point.frame, prefix, turns)
                entry = (FIRST,) * len(self._positions.nest(edge.target))
                self._arrive(edge.target, frame, entry, activations, arrival, bound)
            case Leave():
                assert point.frame is not None
                site = point.frame.site
                after = self._positions.turns_after(point.frame.turns, site)
                self._note_turn(point.frame.turns, site)
                self._arrive(edge.target, point.frame.below, after, activations, arrival, bound)
            case _:
                after = self._positions.turns_after(turns, edge)
                self._note_turn(turns, edge)
                self._arrive(edge.target, point.frame, after, activations, arrival, bound)

    def _note_turn(self, turns: Turns, edge: Edge) -> None:
        loop = self._positions.loop_at(edge.target)
        if loop is not None and edge.source in loop:
            turn = turns[loop.depth - 1]
            self.turned[loop] = max(self.turned.get(loop, 0), turn.number + 1)
            if turn.exit is not Exit.CLOSED:
                self.undecided.add(loop)

    def _violates(self, point: Point, arrival: Arrival, edge: Edge, error: Error) -> None:
        self.errors.append(Violating(arrival, error, edge, self._conjunctions.of(arrival.guard)))

    def _arrive(
        self, node: Node, frame: CallFrame | None, turns: Turns, activations: Mapping[str, int], arrival: Arrival, bound: int
    ) -> None:
        position = self._positions.position(frame, turns, node)
        known = self._points.get(position) or self.waiting.get(position)
        if known is not None:
            known.arrivals.append(arrival)
            known.turns = joined_turns(known.turns, turns)
            return
        point = Point(position, node, frame, turns, activations, [arrival])
        if self._is_beyond(point, bound):
            self.waiting[position] = point
        else:
            self._points[position] = point
            heappush(self._queue, position)

    def _is_beyond(self, point: Point, bound: int) -> bool:
        if self._positions.loop_at(point.location) is not None and point.turns[-1].counted > bound:
            return True
        frame, function = point.frame, point.location.function
        return frame is not None and point.location is function.entry and frame.depths[function] > bound + 1

    def _leaving(self, point: Point, values: Values) -> list[Edge]:
        def ask(query: Query[Any]) -> Any:  # what a query is answered with is said by its type
            match query:
                case CallSiteOf():
                    return None if point.frame is None else point.frame.site
                case CallTargets(pointer=pointer):
                    return self._targets(pointer, point, values)
                case _:
                    return None

        return list(self.flow.leaving(point.location, ask))

    def _after(self, point: Point, state: Arrival, edge: Edge) -> Arrival | None:
        """The way to the target of an edge; None if constants say that it is not taken."""
        transformation, _ = self._transformations.of(edge, point.activations)
        taken = Taken.of(self._terms, transformation, state.values, self._fresh)
        self._note_losses(point, taken, state)
        condition = taken.condition
        if condition is self._terms.false or self._terms.not_(condition) in state.guard:
            return None
        values = taken.values_after(state.values, edge, self.encoder, point.activations)
        guard = (
            state.guard if condition is self._terms.true or condition in state.guard else (*state.guard, *conjuncts(condition))
        )
        return Arrival(point, edge, transformation, taken.given, guard, values)

    def _note_losses(self, point: Point, taken: Taken, state: Arrival) -> None:
        for remark, condition in taken.losses(self._terms):
            self.missing.append(Missing(remark, self._terms.and_(self._conjunctions.of(state.guard), condition)))

    def _fresh(self, base: Term) -> Term:
        number = next(self._numbers.setdefault(base, count()))
        return self.encoder.vocabulary.instance(base, number)

    def _targets(self, pointer: Expr, point: Point, values: Values) -> tuple[Function, ...] | None:
        """The functions a pointer may point to, if constants determine them."""
        reading = self._transformations.reading(pointer, point.location.function, point.activations)
        addresses = None if reading is None else constants_of(reading(values))
        if addresses is None:
            return None
        return tuple([function for function in self.program.functions.values() if self._address(function) in addresses])

    def _address(self, function: Function) -> int:
        return self.encoder.layout.function(function)
