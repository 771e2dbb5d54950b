"""Constants of integer variables: an analysis only for tests, so that the contracts have a second domain to be tried on.

Other than ``sign`` it tracks variables whose address is taken, and forgets them where something is stored through a pointer; it
computes with C's operators, and passes arguments into calls.
"""

from __future__ import annotations

from whet.cfa.expressions import Binary, BinaryOp, Const, Expr, Lvalue, Var, Variable, conjunction, promoted, root_variable
from whet.cfa.model import Node
from whet.cfa.operations import Assign, Assume, Call, Declare, Enter, Havoc, Leave
from whet.cfa.semantics import Value, evaluate, is_true
from whet.cfa.types import IntType
from whet.core.edge_analysis import EdgeAnalysis

State = frozenset[tuple[Variable, int]]


class Constants(EdgeAnalysis[State]):
    """A state has the variables whose value is known."""

    name = "constants"
    joins = True

    def initial(self, node: Node) -> State:
        return frozenset()

    def leq(self, *, lhs: State, rhs: State) -> bool:
        return rhs <= lhs

    def join(self, a: State, b: State) -> State:
        return a & b

    def assign(self, state: State, operation: Assign) -> State:
        return self.store(state, operation.lvalue, self.value(state, operation.value))

    def havoc(self, state: State, operation: Havoc) -> State:
        return self.store(state, operation.lvalue, None)

    def declare(self, state: State, operation: Declare) -> State:
        return self.store(state, Var(operation.variable), 0 if operation.zeroed else None)

    def call(self, state: State, operation: Call) -> State:
        """A function without a body may store through the pointers it gets."""
        state = self.without_exposed(state)
        return state if operation.result is None else self.store(state, operation.result, None)

    def enter(self, state: State, operation: Enter) -> State:
        values = [self.value(state, argument) for argument in operation.call.arguments]
        state = self.without_frame(state, operation.function.name)
        for parameter, value in zip(operation.function.parameters, values, strict=False):
            is_same = isinstance(parameter.type, IntType) and isinstance(value, int) and parameter.type.wrap(value) == value
            state = self.store(state, Var(parameter), value if is_same else None)
        return state

    def leave(self, state: State, operation: Leave) -> State:
        state = self.without_frame(state, operation.function.name)
        return state if operation.call.result is None else self.store(state, operation.call.result, None)

    def assume(self, state: State, operation: Assume) -> State | None:
        value = self.value(state, operation.condition)
        if value is not None:
            return state if is_true(value) == operation.truth else None
        match operation.condition:
            case Binary(op=BinaryOp.EQ, left=Var() as left, right=Const(value=number)) if operation.truth:
                return self.store(state, left, number)
            case _:
                return state

    def claim(self, state: State, location: Node) -> Expr | None:
        known = sorted(state, key=lambda pair: pair[0].number)
        here = [pair for pair in known if pair[0].function in (None, location.function.name)]
        return conjunction([self._equality(*pair) for pair in here], self.program.machine.int)

    def _equality(self, variable: Variable, value: int) -> Expr:
        number = promoted(Var(variable), self.program.machine.int)
        assert isinstance(number.type, IntType)
        return Binary(BinaryOp.EQ, number, Const(value, number.type), self.program.machine.int)

    # What mutants change

    def value(self, state: State, expr: Expr) -> Value | None:
        def read(place: Expr) -> Value | None:
            if not isinstance(place, Var):
                return None
            return next((value for variable, value in state if variable is place.variable), None)

        return evaluate(expr, read)

    def store(self, state: State, lvalue: Lvalue, value: Value | None) -> State:
        if root_variable(lvalue) is None:
            return self.without_exposed(state)
        if not isinstance(lvalue, Var):
            return state
        rest = frozenset(pair for pair in state if pair[0] is not lvalue.variable)
        return rest | {(lvalue.variable, value)} if isinstance(value, int) and isinstance(lvalue.type, IntType) else rest

    def without_exposed(self, state: State) -> State:
        """After a store through a pointer."""
        return frozenset(pair for pair in state if pair[0] not in self.program.address_taken)

    def without_frame(self, state: State, function: str) -> State:
        return frozenset(pair for pair in state if pair[0].function != function)
