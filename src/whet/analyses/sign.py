"""Signs of integer variables: the smallest complete analysis; docs/first-domain.md explains it line by line.

A state is the set of (variable, possible signs) pairs that are known; a variable that is not there may have any sign.
"""

from __future__ import annotations

from whet.cfa.expressions import Binary, BinaryOp, Const, Expr, Lvalue, Var, Variable, conjunction, promoted
from whet.cfa.model import Node
from whet.cfa.operations import Assign, Assume, Call, Declare, Enter, Havoc, Leave
from whet.cfa.types import IntType
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.registry import register_analysis

Signs = frozenset[int]
State = frozenset[tuple[Variable, Signs]]
ANY: Signs = frozenset({-1, 0, 1})
SATISFYING = {"<": {-1}, "<=": {-1, 0}, "==": {0}, "!=": {-1, 1}, ">=": {0, 1}, ">": {1}}


@register_analysis("sign")
class SignAnalysis(EdgeAnalysis[State]):
    """Tracks whether integer variables are negative, zero or positive."""

    joins = True

    def initial(self, node: Node) -> State:
        return frozenset()

    def leq(self, *, lhs: State, rhs: State) -> bool:
        known = dict(lhs)
        return all(known.get(variable, ANY) <= signs for variable, signs in rhs)

    def join(self, a: State, b: State) -> State:
        other = dict(b)
        joined = ((variable, signs | other[variable]) for variable, signs in a if variable in other)
        return frozenset(pair for pair in joined if pair[1] != ANY)

    def assign(self, state: State, operation: Assign) -> State:
        return self._store(state, operation.lvalue, self._signs(state, operation.value))

    def assume(self, state: State, operation: Assume) -> State | None:
        match operation.condition:
            case Binary(op=op, left=Var(variable=variable), right=Const(value=0)) if op.value in SATISFYING:
                allowed = SATISFYING[op.value] if operation.truth else ANY - SATISFYING[op.value]
                signs = dict(state).get(variable, ANY) & allowed
                return self._store(state, Var(variable), signs) if signs else None
            case _:
                return state

    def havoc(self, state: State, operation: Havoc) -> State:
        return self._store(state, operation.lvalue, ANY)

    def declare(self, state: State, operation: Declare) -> State:
        is_zero = operation.zeroed and operation.variable.contents is None
        return self._store(state, Var(operation.variable), frozenset({0}) if is_zero else ANY)

    def call(self, state: State, operation: Call) -> State:
        return state if operation.result is None else self._store(state, operation.result, ANY)

    def enter(self, state: State, operation: Enter) -> State:
        return frozenset(pair for pair in state if pair[0].function != operation.function.name)

    def leave(self, state: State, operation: Leave) -> State:
        return self.call(self.enter(state, Enter(operation.call, operation.function)), operation.call)

    def claim(self, state: State, location: Node) -> Expr | None:
        known = sorted(state, key=lambda pair: pair[0].number)
        here = [pair for pair in known if pair[0].function in (None, location.function.name)]
        return conjunction([self._comparison(*pair) for pair in here], self.program.machine.int)

    def _comparison(self, variable: Variable, signs: Signs) -> Expr:
        op = next(BinaryOp(text) for text, allowed in SATISFYING.items() if signs == allowed)
        number = promoted(Var(variable), self.program.machine.int)
        assert isinstance(number.type, IntType)
        return Binary(op, number, Const(0, number.type), self.program.machine.int)

    def _signs(self, state: State, value: Expr) -> Signs:
        match value:
            case Const(value=number):
                return frozenset({(number > 0) - (number < 0)})
            case Var(variable=variable):
                return dict(state).get(variable, ANY)
            case _:  # a sum may wrap around: its sign is anybody's guess
                return ANY

    def _store(self, state: State, lvalue: Lvalue, signs: Signs) -> State:
        if not isinstance(lvalue, Var) or lvalue.variable in self.program.address_taken:
            return state
        rest = frozenset(pair for pair in state if pair[0] is not lvalue.variable)
        is_known = signs != ANY and isinstance(lvalue.type, IntType)
        return rest | {(lvalue.variable, signs)} if is_known else rest
