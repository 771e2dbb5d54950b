"""Comparisons that states have in common: bounds by numbers of the program, differences and sums of two variables, residues,
powers of two, few values.

Each is a condition by itself, true in all states so far.  What a new state contradicts is dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from math import gcd

from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, FloatConst, Var, Variable, disjunction
from whet.cfa.semantics import float_bits, float_from_bits
from whet.cfa.types import FloatType, IntType, MachineModel
from whet.refine.guesses.expressions import compared, converted

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
