"""What is known of a variable, as comparisons of the program model."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from whet.analyses.interval.floats import FloatRange, is_tracked
from whet.analyses.interval.operators import AbstractValue, bounds
from whet.analyses.interval.ranges import Ranges
from whet.cfa import semantics
from whet.cfa.expressions import Binary, BinaryOp, Const, Expr, FloatConst, Var, Variable, promoted
from whet.cfa.types import FloatType, IntType, PointerType


def comparisons(variable: Variable, values: AbstractValue, machine_int: IntType) -> Iterator[Expr]:
    match variable.type, values:
        case FloatType() as type, FloatRange():
            yield from _of_float(variable, type, values, machine_int)
        case (IntType() | PointerType()) as type, _:
            number = promoted(Var(variable), machine_int)
            wide = number.type
            assert isinstance(wide, (IntType, PointerType))
            for op, constant in _facts(values, *bounds(type)):  # type: ignore[arg-type]  # integers
                if isinstance(type, IntType) or constant == 0:
                    yield Binary(op, number, Const(constant, wide), machine_int)
        case _:
            pass


def _facts(values: Ranges, least: int, greatest: int) -> Iterator[tuple[BinaryOp, int]]:
    """The ends, unless they are those of the type, and gaps of one number."""
    low, high = values[0][0], values[-1][1]
    if low == high:
        yield BinaryOp.EQ, low
        return
    if low == least + 1:
        yield BinaryOp.NE, least
    elif low > least:
        yield BinaryOp.GE, low
    if high < greatest:
        yield BinaryOp.LE, high
    for (_, before), (after, _) in pairwise(values):
        if after - before == 2:
            yield BinaryOp.NE, before + 1


def _of_float(variable: Variable, type: FloatType, values: FloatRange, machine_int: IntType) -> Iterator[Expr]:
    if values.nan or values.low > values.high or not is_tracked(type):
        return
    for op, end in ((BinaryOp.GE, values.low), (BinaryOp.LE, values.high)):
        if not math.isinf(end):
            yield Binary(op, Var(variable), FloatConst(semantics.float_bits(end, type), type), machine_int)
