"""One walk through a program, calls followed and ways joined where they meet: what is to be shown of a proof.

Loops are gone through in one of two ways:

* turn by turn, where constants end them or the proof says that so many turns are all;
* by induction: the invariant holds when the loop begins (*initiation*); from any values of what the loop changes, if the
  invariant holds before a turn then after it (*consecution*); and no error is met on the way (*safety*).  For k-induction
  (``k`` above 1) the first ``k - 1`` turns are gone through as they are, and then, from any values, ``k - 1`` turns that are
  assumed to be without error, and one for which it is shown.

Calls of functions with a contract are not followed (``contracts``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from heapq import heappop, heappush
from typing import TypeAlias

from whet.cfa.expressions import Expr, Var, variables_of
from whet.cfa.facts import Facts
from whet.cfa.loops import Loop
from whet.cfa.model import Edge, Function, Node
from whet.cfa.operations import Assume, Call, Operation, Return, Unsupported, flatten
from whet.cfa.source import Place, place_of
from whet.cfa.trees import Every
from whet.cfa.types import is_scalar
from whet.library.effects import NotModelled
from whet.proofs.contracts import Agreement
from whet.proofs.every import KnownClaim, any_numbers, came_here, said_of
from whet.proofs.modified import LoopChanges
from whet.proofs.state import Activations, Bits, Byte, Marks, State, Values
from whet.proofs.step import OperationEncoding
from whet.solvers.terms.sorts import BOOL
from whet.solvers.terms.term import Term
from whet.task.messages.unknown import NO_PROOF_TIME
from whet.task.records import dataclass

_OPEN_TURNS = 12
"""Of a loop that may end after each iteration, if the proof gives no number."""
_DEEPEST = 1000
"""Active calls of one function, if only constants decide them."""
_OPEN_DEPTH = 40
"""Otherwise."""

LOOP_ENDS = "the loop ends"
CallContext: TypeAlias = tuple[int, ...]
"""The calls that lead to a location: the numbers of their locations, the outermost first."""
Claim: TypeAlias = Expr | Every
Claims: TypeAlias = Mapping[tuple[Node, CallContext | None], Sequence[Claim]]
Kept: TypeAlias = tuple[Node, CallContext, Byte]
"""A byte that is 0 or 1 at the head of a loop."""


class GivenUp(Exception):
    """The check cannot continue; the message says why."""


class ProgramTooLarge(GivenUp):
    """There are too many points."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """A condition that must be unsatisfiable."""

    what: str
    place: Place | None
    condition: Term


class LoopNotUnrolled(Exception):
    def __init__(self, head: Node) -> None:
        super().__init__(f"loop at {head}")
        self.head = head


@dataclass(slots=True)
class Plan:
    """How to go through a program."""

    bits: Bits
    claims: Claims
    turns: int | None
    """Iterations of loops that nothing else ends; None for induction."""
    k: int
    seconds: Callable[[], float]
    by_induction: set[Node]
    """Heads of loops without constant bounds."""
    most_turns: int
    """Of a loop with constant bounds."""
    most_points: int
    """Locations, each in one call and one iteration of each loop."""
    contracts: Mapping[Function, Agreement] = field(default_factory=dict)
    is_cut: bool = False
    """Is one of them treated by induction because it has more?"""
    truths: tuple[Byte, ...] = ()
    """Bytes that are to be 0 or 1 at the heads of loops that change them (``truths``)."""
    refuted: frozenset[Kept] = frozenset()
    """Where they are not."""


def walked(plan: Plan) -> Walk:
    while True:
        walk = Walk(plan)
        try:
            walk.run()
        except LoopNotUnrolled as found:
            if found.head in plan.by_induction:
                raise GivenUp("a loop has no end") from found
            plan.by_induction.add(found.head)
            continue
        return walk


Position: TypeAlias = tuple[int, ...]
Turns: TypeAlias = tuple[int, ...]
"""Iterations of the loops around a location, the outermost first."""


@dataclass(frozen=True, slots=True, eq=False)
class WalkFrame:
    site: Edge | None
    below: WalkFrame | None
    turns: Turns
    prefix: Position
    activations: Mapping[str, int]
    calls: CallContext


@dataclass(slots=True)
class WalkPoint:
    frame: WalkFrame
    node: Node
    turns: Turns
    states: list[State]


class Walk:
    """Walks through a program once, every point after its predecessors."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._bits = plan.bits
        self._t = plan.bits.terms
        self._program = plan.bits.program
        self._facts = Facts.of(self._program)
        self._modified = LoopChanges(plan.bits, {function: each.changes for function, each in plan.contracts.items()})
        self._bodies: dict[WalkFrame, Agreement] = {}
        """Frames in which the body of a function with a contract is checked."""
        self._bits.doubts.clear()
        self._nests: dict[Node, list[Loop]] = {}
        self._numbers = {name: number for number, name in enumerate(self._program.functions)}
        self._waiting: list[Position] = []
        self._points: dict[Position, WalkPoint] = {}
        self._frames: dict[tuple[WalkFrame, Edge, Turns, str], WalkFrame] = {}
        self._exits: dict[tuple[WalkFrame, Node, Turns], dict[int, bool]] = {}
        """Iterations with an exit, and whether it is feasible."""
        self._heads: dict[tuple[WalkFrame, Node, Turns], Values] = {}
        """The values at the beginning of the present iteration."""
        self._kept: dict[tuple[WalkFrame, Node, Turns], list[Kept]] = {}
        self.errors: list[Obligation] = []
        self.open: list[Obligation] = []
        """Initiation and consecution; the bound of iterations; what is not supported."""
        self.truths: list[tuple[Kept, Obligation]] = []
        """Initiation and consecution for truth values."""
        self.known: list[KnownClaim] = []
        """Claims about all elements at the heads of loops."""

    def run(self) -> None:
        start = self._program.start
        assert start.entry is not None
        self._arrive(WalkFrame(None, None, (), (), {start.name: 1}, ()), start.entry, (), self._bits.begin())
        for number, agreement in enumerate(self._plan.contracts.values()):
            frame = WalkFrame(None, None, (), (-1, number), {agreement.function.name: 1}, ())
            entry = agreement.function.entry
            assert entry is not None
            self._bodies[frame] = agreement
            self._arrive(frame, entry, (0,) * len(self._nest(entry)), agreement.begun(self._bits))
        count = 0
        while self._waiting:
            count += 1
            if count > self._plan.most_points:
                raise ProgramTooLarge("the program is too large when its loops are unrolled")
            if count % 64 == 0 and self._plan.seconds() <= 0:
                raise GivenUp(NO_PROOF_TIME)
            point = self._points.pop(heappop(self._waiting))
            self._enter(point, self._bits.joined(point.states))

    def _nest(self, node: Node) -> list[Loop]:
        if node not in self._nests:
            loop, found = self._facts.loops(node.function).innermost.get(node), []
            while loop is not None:
                found.append(loop)
                loop = loop.parent
            self._nests[node] = found[::-1]
        return self._nests[node]

    def _position(self, frame: WalkFrame, node: Node, turns: Turns) -> Position:
        """The topological order of points: no edge leads back."""
        around = [number for loop, turn in zip(self._nest(node), turns, strict=True) for number in (loop.first, turn)]
        return (*frame.prefix, *around, self._facts.loops(node.function).position[node])

    def _arrive(self, frame: WalkFrame, node: Node, turns: Turns, state: State) -> None:
        if state.is_impossible:
            return
        position = self._position(frame, node, turns)
        if position not in self._points:
            self._points[position] = WalkPoint(frame, node, turns, [])
            heappush(self._waiting, position)
        self._points[position].states.append(state)

    def _follow(self, edge: Edge, turns: Turns, frame: WalkFrame, state: State) -> None:
        """To the end of an edge inside one function."""
        before, after = self._nest(edge.source), self._nest(edge.target)
        for depth, loop in enumerate(before):
            if edge.target is loop.head:
                if not self._goes_round(frame, loop, turns[: depth + 1], state):
                    return
            elif edge.target not in loop and loop.head in self._plan.by_induction and self._is_assumed(turns[depth]):
                return
        shared = [depth for depth, loop in enumerate(after) if depth < len(before) and before[depth] is loop]
        found = [turns[depth] + (edge.target is after[depth].head) if depth in shared else 0 for depth in range(len(after))]
        self._arrive(frame, edge.target, tuple(found), state)

    def _goes_round(self, frame: WalkFrame, loop: Loop, turns: Turns, state: State) -> bool:
        """At the end of an iteration: is there another one?"""
        if state.is_impossible:
            return False
        turn, key, k = turns[-1], (frame, loop.head, turns[:-1]), self._plan.k - 1
        if loop.head in self._plan.by_induction:
            if turn == 2 * k:
                self._claim(frame, loop.head, state, "the invariant holds after each turn of the loop")
                for kept in self._kept.get(key, ()):
                    self._keep(kept, state)
            return turn not in (k - 1, 2 * k)
        if self._heads.get(key) == state.values():
            return False
        counted = turn + 1 - list(self._exits.get(key, {}).values()).count(False)
        limit = _OPEN_TURNS if self._plan.turns is None else self._plan.turns + 1
        if counted <= limit and turn < self._plan.most_turns:
            return True
        if self._plan.turns is None:
            self._plan.is_cut |= counted <= limit
            raise LoopNotUnrolled(loop.head)
        self._oblige(self.open, LOOP_ENDS, loop.head, state.guard)
        return False

    def _is_assumed(self, turn: int) -> bool:
        return self._plan.k - 1 <= turn < 2 * (self._plan.k - 1)

    def _assumes(self, frame: WalkFrame | None, node: Node, turns: Turns) -> bool:
        """Is a point in an iteration that is assumed to be safe?"""
        while frame is not None:
            loops = zip(self._nest(node), turns, strict=True)
            if any(loop.head in self._plan.by_induction and self._is_assumed(turn) for loop, turn in loops):
                return True
            if frame.site is None:
                return False
            node, turns, frame = frame.site.source, frame.turns, frame.below
        return False

    def _enter(self, point: WalkPoint, state: State) -> None:
        nest = self._nest(point.node)
        if nest and nest[-1].head is point.node:
            key = (point.frame, point.node, point.turns[:-1])
            if point.node not in self._plan.by_induction:
                self._heads[key] = state.values()
                self._claim(point.frame, point.node, state, "the invariant holds", self._anywhere(point.frame, point.node))
            elif point.turns[-1] == 0:
                self._begin_induction(point, nest[-1], state)
                if self._plan.k == 1:
                    return
        self._leave(point, state)

    def _begin_induction(self, point: WalkPoint, loop: Loop, state: State) -> None:
        if not loop.is_reducible:
            raise GivenUp("a loop is entered in the middle")
        self._claim(point.frame, loop.head, state, "the invariant holds when the loop begins")
        any_turn = self._modified.forgotten(state.copy(), loop, point.frame.activations)
        # Truth values that the loop changes are 0 or 1 before it and in any iteration, except refuted ones.
        for byte in self._plan.truths:
            kept, value = (point.node, point.frame.calls, byte), self._bits.byte(any_turn, byte)
            if value is not None and value is not self._bits.byte(state, byte) and kept not in self._plan.refuted:
                self._keep(kept, state)
                any_turn.assume(self._t.bv_ule(value, self._t.bv(1, 8)))
                self._kept.setdefault((point.frame, point.node, point.turns[:-1]), []).append(kept)
        claims = self._claimed(point.frame, loop.head)
        for claim in claims:
            if not isinstance(claim, Every):
                step = OperationEncoding(self._bits, any_turn, point.frame.activations)
                step.assume(step.truth(claim))
        if every := [claim for claim in claims if isinstance(claim, Every)]:
            here = came_here(self._bits)
            any_turn.assume(here)
            self.known += [KnownClaim(self._bits, each, here, any_turn, point.frame.activations) for each in every]
        turns = (*point.turns[:-1], self._plan.k - 1)
        if self._plan.k == 1:
            self._leave(point, any_turn)
        else:
            self._arrive(point.frame, loop.head, turns, any_turn)

    def _keep(self, kept: Kept, state: State) -> None:
        node, _, byte = kept
        value, shown = self._bits.byte(state, byte), list[Obligation]()
        other = self._t.true if value is None else self._t.bv_ult(self._t.bv(1, 8), value)
        self._oblige(shown, "a truth value stays 0 or 1", node, (*state.guard, other))
        self.truths += [(kept, each) for each in shown]

    def _claimed(self, frame: WalkFrame, node: Node) -> Sequence[Claim]:
        return [*self._of_active_calls(frame, self._plan.claims.get((node, frame.calls), ())), *self._anywhere(frame, node)]

    def _anywhere(self, frame: WalkFrame, node: Node) -> Sequence[Claim]:
        """Claims for any calls."""
        return self._of_active_calls(frame, self._plan.claims.get((node, None), ()))

    def _of_active_calls(self, frame: WalkFrame, claims: Sequence[Claim]) -> Sequence[Claim]:
        """Variables of finished calls have no value, so claims about them are dropped."""
        return [claim for claim in claims if _functions_of(claim) <= frame.activations.keys()]

    def _claim(self, frame: WalkFrame, node: Node, state: State, what: str, claims: Sequence[Claim] | None = None) -> None:
        """An invariant holds, and has a meaning."""
        for claim in self._claimed(frame, node) if claims is None else claims:
            before = len(self._bits.doubts)
            wrong = self._wrong(claim, state, frame.activations)
            self._bits.doubts[before:] = [self._t.and_(*state.guard, doubt) for doubt in self._bits.doubts[before:]]
            self._oblige(self.open, what, node, (*state.guard, wrong))

    def _wrong(self, claim: Claim, state: State, activations: Activations) -> Term:
        """It does not hold, or not at some indices."""
        if isinstance(claim, Every):
            said = said_of(self._bits, claim, state, activations, any_numbers(self._bits, claim.numbers))
            return self._t.and_(*said.given, self._t.not_(said.holds))
        inside = state.copy()
        inside.guard = ()
        step = OperationEncoding(self._bits, inside, activations)
        step.assume(step.truth(claim))
        return self._t.not_(self._t.and_(*inside.guard))

    def _oblige(self, where: list[Obligation], what: str, node: Node, guard: Sequence[Term]) -> None:
        condition = self._t.and_(*guard)
        if condition is not self._t.false:
            place = place_of(node.leaving[0].origin) if node.leaving else None
            where.append(Obligation(what, place, condition))

    def _leave(self, point: WalkPoint, state: State) -> None:
        if point.node is point.node.function.exit:
            self._return(point, state)
            return
        possible = [edge for edge in point.node.leaving if self._is_possible(point, edge, state)]
        goes = []
        for edge in possible:
            after = state if edge is possible[-1] else state.copy()
            self._take(point, edge, after)
            goes.append((edge, after))
        for depth, loop in enumerate(self._nest(point.node)):
            taken = {edge for edge, after in goes if not after.is_impossible}
            leaving = [edge in taken for edge in point.node.leaving if edge.target not in loop]
            seen = self._exits.setdefault((point.frame, loop.head, point.turns[:depth]), {})
            if leaving:
                seen[point.turns[depth]] = seen.get(point.turns[depth], False) or any(leaving)
        for edge, after in goes:
            if not isinstance(edge.operation, Call) or not self._runs_a_body(edge.operation):
                self._follow(edge, point.turns, point.frame, after)

    def _is_possible(self, point: WalkPoint, edge: Edge, state: State) -> bool:
        """Do constants not exclude the edge? Checked first to save the copy of a state."""
        match flatten(edge.operation)[0]:
            case Assume(condition=condition, truth=truth):
                holds = OperationEncoding(self._bits, state, point.frame.activations).truth(condition)
                return holds is not (self._t.false if truth else self._t.true)
            case _:
                return True

    def _runs_a_body(self, call: Call) -> bool:
        return not isinstance(call.callee, Function) or call.callee.is_defined

    def _take(self, point: WalkPoint, edge: Edge, state: State) -> None:
        """The effect of an edge on a state; calls of bodies continue elsewhere."""
        step, operation = OperationEncoding(self._bits, state, point.frame.activations), edge.operation
        for part in flatten(operation):
            match part:
                case _ if (construct := self._not_modelled(part)) is not None:
                    self._oblige(self._where(point), f"no run comes to {construct}", point.node, state.guard)
                    step.assume(self._t.false)
                case Return(value=value):
                    result = point.node.function.return_variable
                    if value is not None and result is not None:
                        step.assign(Var(result), value)
                case Call(callee=Function() as callee) if callee.is_defined:
                    self._call(point, edge, part, callee, state)
                case Call(callee=callee) if not isinstance(callee, Function):
                    self._call_through(point, edge, part, step)
                case _:
                    step.perform(part)

    def _not_modelled(self, operation: Operation) -> str | None:
        """A construct that is not modelled."""
        match operation:
            case Unsupported(construct=construct):
                return construct
            case Call(callee=Function(is_defined=False) as callee, arguments=arguments):
                effect = self._bits.library.effect(callee, arguments)
                return effect.construct if isinstance(effect, NotModelled) else None
            case _:
                return None

    def _where(self, point: WalkPoint) -> list[Obligation]:
        return [] if self._assumes(point.frame, point.node, point.turns) else self.open

    def _call_through(self, point: WalkPoint, edge: Edge, call: Call, step: OperationEncoding) -> None:
        """To every function that the pointer may point to; premise: it points to one, of this program if that has any of the
        type."""
        assert not isinstance(call.callee, Function)
        pointer, functions = step.value(call.callee), self._facts.callees.all()
        is_one = [self._t.eq(pointer, self._bits.function(function)) for function in functions]
        for function, is_this in zip(functions, is_one, strict=True):
            state = step.state.copy()
            state.assume(is_this)
            if not state.is_impossible:
                self._call_resolved(point, edge, Call(function, call.arguments, call.result, call.origin), function, state)
        if not self._facts.callees.of(call.callee):
            state = step.state.copy()
            state.assume(self._t.not_(self._t.or_(*is_one)))
            OperationEncoding(self._bits, state, point.frame.activations).unknown_call(call)
            self._follow(edge, point.turns, point.frame, state)

    def _call_resolved(self, point: WalkPoint, edge: Edge, call: Call, function: Function, state: State) -> None:
        if function.is_defined:
            self._call(point, edge, call, function, state)
        elif (construct := self._not_modelled(call)) is not None:
            self._oblige(self._where(point), f"no run comes to {construct}", point.node, state.guard)
        else:
            OperationEncoding(self._bits, state, point.frame.activations).perform(call)
            self._follow(edge, point.turns, point.frame, state)

    def _call(self, point: WalkPoint, edge: Edge, call: Call, callee: Function, state: State) -> None:
        if state.is_impossible:
            return
        if callee.error is not None:
            if not self._assumes(point.frame, point.node, point.turns):
                self._oblige(self.errors, f"{callee.error.what} does not happen", point.node, state.guard)
            return
        if state.guard and point.frame.activations.get(callee.name, 0) >= _OPEN_DEPTH:
            unknown = self._bits.symbol(BOOL, "what calls do that are nested deeper than they are followed")
            self._oblige(
                self._where(point), f"calls of {callee.name} are not nested so deeply", point.node, (*state.guard, unknown)
            )
            return
        key = (point.frame, edge, point.turns, callee.name)
        if key not in self._frames:
            below, activations = point.frame, dict(point.frame.activations)
            activations[callee.name] = activations.get(callee.name, 0) + 1
            if activations[callee.name] > _DEEPEST:
                raise GivenUp("calls are nested too deeply")
            prefix = (*self._position(below, edge.source, point.turns), self._numbers[callee.name])
            resolved = edge if edge.operation is call else Edge(edge.source, call, edge.target)
            calls = (*below.calls, edge.source.number)
            self._frames[key] = WalkFrame(resolved, below, point.turns, prefix, activations, calls)
        frame = self._frames[key]
        step, inside = (
            OperationEncoding(self._bits, state, point.frame.activations),
            OperationEncoding(self._bits, state, frame.activations),
        )
        given = list(zip(callee.parameters, call.arguments, strict=False))
        values = [
            step.passed(step.value(argument), argument.type, parameter.type) if is_scalar(parameter.type) else None
            for parameter, argument in given
        ]
        for (parameter, argument), value in zip(given, values, strict=True):
            if value is not None:
                inside.store(Var(parameter), value)
            else:
                inside.copy(Var(parameter), argument, step)
        for variable in callee.variables if self._bits.marks else ():
            if variable not in callee.parameters and not inside.is_cell(variable) and variable not in self._bits.dynamic:
                inside.mark_variable(variable, written=False)
        assert callee.entry is not None
        if not self._assumes(point.frame, point.node, point.turns):
            self._claim(frame, callee.entry, state, f"what is claimed of calls of {callee.name} holds")
        agreement = self._plan.contracts.get(callee)
        if agreement is None:
            self._arrive(frame, callee.entry, (0,) * len(self._nest(callee.entry)), state)
        else:
            self._call_by_contract(point, frame, agreement, state)

    def _call_by_contract(self, point: WalkPoint, frame: WalkFrame, agreement: Agreement, state: State) -> None:
        function = agreement.function
        assert function.entry is not None
        assert function.exit is not None
        if not self._assumes(point.frame, point.node, point.turns):
            self._claim(frame, function.entry, state, f"{function.name} is called as its contract requires", [agreement.requires])
        agreement.happen(OperationEncoding(self._bits, state, frame.activations))
        self._return(WalkPoint(frame, function.exit, (), []), state)

    def _return(self, point: WalkPoint, state: State) -> None:
        frame, function = point.frame, point.node.function
        if frame in self._bodies:
            what = f"{function.name} returns what its contract ensures"
            self._claim(frame, point.node, state, what, [self._bodies[frame].ensures])
        if frame.site is None or frame.below is None:
            return
        call = frame.site.operation
        assert isinstance(call, Call)
        below = frame.below
        if call.result is not None and function.return_variable is not None:
            inside, outside = (
                OperationEncoding(self._bits, state, frame.activations),
                OperationEncoding(self._bits, state, below.activations),
            )
            result = function.return_variable
            if is_scalar(result.type):
                outside.store(call.result, outside.passed(inside.load(Var(result)), result.type, call.result.type))
            else:
                outside.copy(call.result, Var(result), inside)
        activation = frame.activations[function.name]
        for variable in function.variables:
            state.cells.pop((variable, activation), None)
            state.spaces.pop((variable, activation), None)
            state.spaces.pop(Marks((variable, activation)), None)
        self._follow(frame.site, frame.turns, below, state)


def _functions_of(claim: Claim) -> set[str]:
    """The functions whose variables it uses."""
    variables = variables_of(claim.condition if isinstance(claim, Every) else claim)
    return {each.function for each in variables if each.function is not None}
