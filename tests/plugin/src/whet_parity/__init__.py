"""A package that adds to Whet an analysis with an option, an order, a refinement strategy and an algorithm."""

from __future__ import annotations

from dataclasses import dataclass

from whet.cfa.expressions import Binary, BinaryOp, Const, Expr, Lvalue, Var, Variable
from whet.cfa.model import Node, Program
from whet.cfa.operations import Assign, Assume, Call, Declare, Enter, Havoc, Leave
from whet.cfa.types import IntType
from whet.core.arg import ArgNode
from whet.core.composite import Composite
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.registry import register_analysis, register_order
from whet.core.waitlist import BreadthFirst, Waitlist
from whet.task.options import Choice, option

State = frozenset[tuple[Variable, int]]
"""What is known of a variable: 0 if it is even, 1 if it is odd."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParityOptions:
    sums: str = option("yes", Choice(("yes", "no")), "Whether anything is known of a sum.")


@register_analysis("parity", options=ParityOptions)
class ParityAnalysis(EdgeAnalysis[State]):
    """Tracks whether integer variables are even or odd."""

    joins = True

    def __init__(self, program: Program, options: ParityOptions | None = None) -> None:
        super().__init__(program)
        self._sums = (options or ParityOptions()).sums == "yes"

    def initial(self, node: Node) -> State:
        return frozenset()

    def leq(self, *, lhs: State, rhs: State) -> bool:
        return rhs <= lhs

    def join(self, a: State, b: State) -> State:
        return a & b

    def assign(self, state: State, operation: Assign) -> State:
        return self._store(state, operation.lvalue, self._parity(state, operation.value))

    def assume(self, state: State, operation: Assume) -> State | None:
        match operation.condition:
            case Binary(op=BinaryOp.EQ | BinaryOp.NE as op, left=left, right=right):
                parities = (self._parity(state, left), self._parity(state, right))
                differ = None not in parities and parities[0] != parities[1]
                return None if differ and operation.truth == (op is BinaryOp.EQ) else state
            case _:
                return state

    def havoc(self, state: State, operation: Havoc) -> State:
        return self._store(state, operation.lvalue, None)

    def declare(self, state: State, operation: Declare) -> State:
        return self._store(state, Var(operation.variable), 0 if operation.zeroed else None)

    def call(self, state: State, operation: Call) -> State:
        return state if operation.result is None else self._store(state, operation.result, None)

    def enter(self, state: State, operation: Enter) -> State:
        return frozenset(pair for pair in state if pair[0].function != operation.function.name)

    def leave(self, state: State, operation: Leave) -> State:
        return self.call(self.enter(state, Enter(operation.call, operation.function)), operation.call)

    def _parity(self, state: State, value: Expr) -> int | None:
        match value:
            case Const(value=number):
                return number % 2
            case Var(variable=variable):
                return dict(state).get(variable)
            case Binary(op=BinaryOp.ADD | BinaryOp.SUB, left=left, right=right) if self._sums:
                parities = (self._parity(state, left), self._parity(state, right))
                return None if None in parities else int(parities[0] != parities[1])
            case _:
                return None

    def _store(self, state: State, lvalue: Lvalue, parity: int | None) -> State:
        if not isinstance(lvalue, Var) or lvalue.variable in self.program.address_taken:
            return state
        rest = frozenset(pair for pair in state if pair[0] is not lvalue.variable)
        if parity is None or not isinstance(lvalue.type, IntType):
            return rest
        return rest | {(lvalue.variable, parity)}


class Alternating(BreadthFirst):
    """Takes the oldest and the newest in turns."""

    _oldest = False

    def pop(self) -> ArgNode:
        self._oldest = not self._oldest
        return self._nodes.popitem(last=not self._oldest)[0]


@register_order("alternating")
def alternating(analysis: Composite, seed: int) -> Waitlist:
    """The oldest state and the newest in turns."""
    return Alternating()
