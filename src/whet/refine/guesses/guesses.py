"""The guesses of one loop: conditions on its variables that held in all states, and which of them a further state leaves.

Beside polynomial equations these are comparisons: bounds by numbers of the program, differences and sums of two variables,
residues, powers of two, few values.  Each is a condition by itself; a state that contradicts it removes it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, islice
from math import gcd

from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, FloatConst, Var, Variable, disjunction
from whet.cfa.model import Node
from whet.cfa.semantics import evaluate, float_bits, float_from_bits
from whet.cfa.types import FloatType, IntType, MachineModel
from whet.refine.guesses.expressions import compared, converted, equation, implication, negated
from whet.refine.guesses.relations import Equations, Relations, Residues
from whet.refine.guesses.states import LoopStates, State, conditions_of, wishes_of
from whet.solvers.terms.polynomials import Polynomial

_FEW = 3
_MOST_DIFFERENCE = 4
_LARGEST = 1 << 30
"""Bound of a floating number."""
_MOST_PAIRED = 8
"""Variables that are compared with each other."""


def comparisons(
    variables: Sequence[Variable],
    states: Sequence[Sequence[int | float]],
    constants: Collection[int | float],
    machine: MachineModel,
) -> Iterator[Expr]:
    """Conditions that hold in all states."""
    numbers = sorted({0, 1, -1, *(c + d for c in constants if isinstance(c, int) for d in (-1, 0, 1))})
    whole = [i for i, variable in enumerate(variables) if isinstance(variable.type, IntType)]
    rows = [[int(state[i]) for i in whole] for state in states]
    named = [variables[i] for i in whole]
    for i, variable in enumerate(named):
        column = [row[i] for row in rows]
        yield from _bounds(variable, column, numbers, machine)
        yield from _residues(variable, column, machine)
    for i, variable in enumerate(variables):
        if isinstance(variable.type, FloatType):
            known = {*numbers, *constants}
            yield from _float_bounds(variable, variable.type, [float(state[i]) for state in states], known, machine)
    for i, j in combinations(range(min(len(named), _MOST_PAIRED)), 2):
        yield from _ordered(named[i], named[j], [(row[i], row[j]) for row in rows], numbers, machine)


def _float_bounds(
    variable: Variable, type: FloatType, column: Sequence[float], known: Collection[int | float], machine: MachineModel
) -> Iterator[Expr]:
    """By numbers that the type has; a NaN is within no bounds."""
    exact = sorted({float(c) for c in known if abs(c) < _LARGEST and float_from_bits(float_bits(float(c), type), type) == c})
    below, above = [c for c in exact if all(c <= v for v in column)], [c for c in exact if all(v <= c for v in column)]
    for op, bound in (*((BinaryOp.GE, c) for c in below[-1:]), *((BinaryOp.LE, c) for c in above[:1])):
        yield compared(op, Var(variable), FloatConst(float_bits(bound, type), type), machine)


def _type(variable: Variable) -> IntType:
    assert isinstance(variable.type, IntType)
    return variable.type


def _promoted(variable: Variable, machine: MachineModel) -> tuple[Expr, IntType]:
    """As C computes with it."""
    type = _type(variable)
    return (Cast(Var(variable), machine.int), machine.int) if type.width < machine.int.width else (Var(variable), type)


def _bounds(variable: Variable, column: Sequence[int], known: Sequence[int], machine: MachineModel) -> Iterator[Expr]:
    expr, type = _promoted(variable, machine)
    low, high, values = min(column), max(column), set(column)
    inside = [c for c in known if type.min <= c <= type.max]
    below, above = [c for c in inside if c <= low], [c for c in inside if c >= high]
    if len(values) == 1:
        return  # an equation says it
    if below and below[-1] > _type(variable).min:
        yield compared(BinaryOp.GE, expr, Const(below[-1], type), machine)
    if above and above[0] < _type(variable).max:
        yield compared(BinaryOp.LE, expr, Const(above[0], type), machine)
    if len(values) <= _FEW and len(column) > 2 * _FEW:
        yield disjunction([compared(BinaryOp.EQ, expr, Const(v, type), machine) for v in sorted(values)], machine.int)
    if 0 not in values and low < 0 < high:
        yield compared(BinaryOp.NE, expr, Const(0, type), machine)


def _residues(variable: Variable, column: Sequence[int], machine: MachineModel) -> Iterator[Expr]:
    expr, type = _promoted(variable, machine)
    values = set(column)
    if len(values) < _FEW:
        return
    step = gcd(*(value - column[0] for value in values))
    divisors = {d for d in (step, step & -step) if 1 < d <= _LARGEST}
    for divisor in sorted(divisors) if min(values) >= 0 or column[0] % step == 0 else ():
        remainder = Binary(BinaryOp.REM, expr, Const(divisor, type), type)
        yield compared(BinaryOp.EQ, remainder, Const(column[0] % divisor, type), machine)
    if all(value & (value - 1) == 0 for value in values):
        lower = Binary(BinaryOp.AND, expr, Binary(BinaryOp.SUB, expr, Const(1, type), type), type)
        yield compared(BinaryOp.EQ, lower, Const(0, type), machine)


def _ordered(
    one: Variable, other: Variable, pairs: Sequence[tuple[int, int]], known: Sequence[int], machine: MachineModel
) -> Iterator[Expr]:
    """In numbers wide enough for the difference and the sum."""
    differences = {a - b for a, b in pairs}
    low, high = min(differences), max(differences)
    if low == high:
        return  # an equation says it
    left, right = Var(one), Var(other)
    is_plain = _type(one) == _type(other) and _type(one).width >= machine.int.width
    if is_plain:
        if high <= 0:
            yield compared(BinaryOp.LE, left, right, machine)
        if low >= 0:
            yield compared(BinaryOp.GE, left, right, machine)
    if max(_type(one).width, _type(other).width) > machine.int.width:
        if 0 not in differences:
            yield from _distinct(one, other, machine)
        return
    wide = machine.integer("long long")
    difference = Binary(BinaryOp.SUB, converted(left, wide), converted(right, wide), wide)
    total = Binary(BinaryOp.ADD, converted(left, wide), converted(right, wide), wide)
    for expr, values in ((difference, differences), (total, {a + b for a, b in pairs})):
        bounds = sorted({*known, *(-c for c in known)})
        below, above = [c for c in bounds if c <= min(values)][-1:], [c for c in bounds if c >= max(values)][:1]
        for op, bound in (*((BinaryOp.GE, c) for c in below), *((BinaryOp.LE, c) for c in above)):
            if (expr is total and bound != 0) or (expr is difference and is_plain < abs(bound) + 1 <= _MOST_DIFFERENCE + 1):
                yield compared(op, expr, Const(bound, wide), machine)


def _distinct(one: Variable, other: Variable, machine: MachineModel) -> Iterator[Expr]:
    if _type(one) == _type(other):
        yield compared(BinaryOp.NE, Var(one), Var(other), machine)


_MOST_LINEAR = 16
_MOST_QUADRATIC = 10
_MOST_CUBIC = 4
"""Variables up to which products of two, and of three, are looked at."""
_MOST_CONDITIONS = 4
_MOST_COMPARISONS = 90
_MOST_WISHES = 6


class LoopGuesses:
    """They become fewer or weaker with every state that is learnt."""

    def __init__(self, observed: LoopStates, constants: Collection[int | float], machine: MachineModel) -> None:
        self.head: Node = observed.head
        self.variables = observed.variables
        self._machine = machine
        states = list(observed.states)
        # Of the variables that fit into an ``int``, and of all if there are others; products of few variables only.
        variables = self.variables
        found: list[Equations] = []
        for atoms, width in _widths(variables, machine):
            chosen = atoms[:_MOST_LINEAR]
            found.append(Relations(chosen, 1, width, states))
            if len(chosen) <= _MOST_CUBIC:
                found[-1] = Relations(chosen, 3, width, states)
            else:
                found.append(Relations(chosen[:_MOST_QUADRATIC], 2, width, states))
            found.append(Residues(chosen, width, states))
        self._equations = found
        conditions = conditions_of(observed.loop, self.variables)[:_MOST_CONDITIONS]
        sides = [side for condition in conditions for side in (condition, negated(condition, machine))]
        self._comparisons = dict.fromkeys(self._compared(observed, sides, constants))
        self._split = [
            (side, group)
            for side in sides
            for group in _linear(self.variables, [state for state in states if self._holds(side, state)], machine)
        ]
        self._told: dict[Expr, tuple[Equations, Polynomial]] = {}

    def _compared(self, observed: LoopStates, sides: Sequence[Expr], constants: Collection[int | float]) -> Iterator[Expr]:
        """By numbers, and those of the program itself: if not in all states, then perhaps on one side of a branch."""
        states, found = list(observed.states), comparisons(self.variables, list(observed.states), constants, self._machine)
        yield from (each for each in islice(found, _MOST_COMPARISONS) if self._is_true_in(each, states))
        for wish in wishes_of(observed.loop, self.variables)[:_MOST_WISHES]:
            sided = [implication(side, wish, self._machine) for side in sides if wish not in sides]
            yield from [wish] if self._is_true_in(wish, states) else [each for each in sided if self._is_true_in(each, states)]

    def claims(self) -> list[Expr]:
        """The guesses that are left."""
        self._told = {}
        for group in self._equations:
            for each in group.equations():
                self._told[equation(each, self.variables, self._machine, group.width)] = (group, each)
        plain = set(self._told)
        for condition, group in self._split:
            for each in group.equations():
                said = equation(each, self.variables, self._machine, group.width)
                if said not in plain:
                    self._told[implication(condition, said, self._machine)] = (group, each)
        return [*self._told, *self._comparisons]

    def learn(self, state: Mapping[Variable, int | float]) -> None:
        """Keep what holds in this state."""
        values = [state[variable] for variable in self.variables]
        for group in self._equations:
            group.learn(values)
        for condition, group in self._split:
            if self._holds(condition, values):
                group.learn(values)
        self._comparisons = {each: None for each in self._comparisons if self._holds(each, values)}

    def forget(self, claim: Expr) -> None:
        """One of the claims that were published last."""
        self._comparisons.pop(claim, None)
        if claim in self._told:
            group, polynomial = self._told[claim]
            group.forget(polynomial)

    def _is_true_in(self, claim: Expr, states: Sequence[State]) -> bool:
        return all(self._holds(claim, state) for state in states)

    def _holds(self, claim: Expr, values: Sequence[int | float]) -> bool:
        state = dict(zip(self.variables, values, strict=True))
        return bool(evaluate(claim, lambda expr: state[expr.variable] if isinstance(expr, Var) else None))


def _linear(variables: Sequence[Variable], states: Sequence[State], machine: MachineModel) -> list[Relations]:
    """One side of a condition; nothing if too few states are on it."""
    if len(states) < len(variables) + 2:
        return []
    return [Relations(atoms[:_MOST_LINEAR], 1, width, states) for atoms, width in _widths(variables, machine)]


def _widths(variables: Sequence[Variable], machine: MachineModel) -> list[tuple[list[int], int]]:
    def atoms(is_meant: Callable[[int], bool]) -> list[int]:
        types = [variable.type for variable in variables]
        return [i for i, type in enumerate(types) if isinstance(type, IntType) and is_meant(type.width)]

    small, all_ = atoms(lambda width: width <= machine.int.width), atoms(lambda width: width <= 64)
    groups = [(small, machine.int.width), (all_ if len(all_) > len(small) else [], 64)]
    return [(found, width) for found, width in groups if found]
