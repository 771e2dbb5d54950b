"""Analyses only for tests that merge by join: without widening the states of one grow for ever, those of the other do not."""

from __future__ import annotations

from math import inf

from tests.contracts.constants import Constants, State
from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Var, Variable, promoted
from whet.cfa.model import Node
from whet.cfa.operations import Assign, Assume
from whet.cfa.types import IntType
from whet.core.edge_analysis import EdgeAnalysis


class Counting(EdgeAnalysis[float]):
    """A state is a number: at most so many assignments were executed."""

    name = "counting"
    joins = True

    def initial(self, node: Node) -> float:
        return 0

    def leq(self, *, lhs: float, rhs: float) -> bool:
        return lhs <= rhs

    def join(self, a: float, b: float) -> float:
        return max(a, b)

    def widen(self, *, old: float, new: float) -> float:
        return old if new <= old else inf

    def assign(self, state: float, operation: Assign) -> float:
        return state + 1


class CountingWithoutEnd(Counting):
    """Its widening is no more than the join."""

    name = "counting without end"

    def widen(self, *, old: float, new: float) -> float:
        return self.join(old, new)


class Parity(Constants):
    """A state has the variables of which it is known whether they are even (0) or odd (1)."""

    name = "parity"

    def value(self, state: State, expr: Expr) -> int | None:
        match expr:
            case Const(value=int() as number):
                return number & 1
            case Var(variable=variable):
                return dict(state).get(variable)
            case Cast(operand=operand, type=IntType(is_bool=False)) if isinstance(operand.type, IntType):
                return self.value(state, operand)
            case Binary(op=BinaryOp.ADD | BinaryOp.SUB, left=left, right=right, type=IntType()):
                bits = self.value(state, left), self.value(state, right)
                return None if None in bits else int(bits[0] != bits[1])
            case _:
                return None

    def assume(self, state: State, operation: Assume) -> State:
        return state

    def _equality(self, variable: Variable, value: int) -> Expr:
        number = promoted(Var(variable), self.program.machine.int)
        assert isinstance(number.type, IntType)
        last_bit = Binary(BinaryOp.AND, number, Const(1, number.type), number.type)
        return Binary(BinaryOp.EQ, last_bit, Const(value, number.type), self.program.machine.int)
