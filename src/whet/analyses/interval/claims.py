"""What is known of places, as comparisons of the program model."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from whet.analyses.interval.floats import FloatRange, is_tracked
from whet.analyses.interval.operators import AbstractValue, bounds
from whet.analyses.interval.places import ScalarPlace, offset_of
from whet.analyses.interval.ranges import Ranges
from whet.cfa import semantics
from whet.cfa.expressions import Binary, BinaryOp, Const, Expr, FloatConst, Index, Lvalue, Member, Var, promoted
from whet.cfa.types import ArrayType, FloatType, IntType, PointerType, StructType, is_scalar


def lvalue_of(place: ScalarPlace, machine_int: IntType) -> Lvalue | None:
    """The variable, or the part of it, that a place is; None if it has no name of its own."""
    found: Lvalue | None = Var(place.variable)
    begin = 0
    while found is not None and not is_scalar(found.type):
        offset = place.offset - begin
        match found.type:
            case StructType(is_union=False, fields=fields):
                named = [field for field in fields if field.bit_width is None and 0 <= offset - field.offset < field.type.size]
                found = Member(found, named[0]) if len(named) == 1 else None
            case ArrayType(element=element, count=count) if element.size and 0 <= offset // element.size < (count or 0):
                found = Index(found, Const(offset // element.size, machine_int))
            case _:
                found = None
        begin = 0 if found is None else offset_of(found) or 0
    return found if found is not None and found.type == place.type and begin == place.offset else None


def comparisons(lvalue: Lvalue, values: AbstractValue, machine_int: IntType) -> Iterator[Expr]:
    match lvalue.type, values:
        case FloatType() as type, FloatRange():
            yield from _of_float(lvalue, type, values, machine_int)
        case (IntType() | PointerType()) as type, _:
            number = promoted(lvalue, machine_int)
            wide = number.type
            assert isinstance(wide, (IntType, PointerType))
            for op, constant in _facts(values, *bounds(type)):  # type: ignore[arg-type]  # integers
                if isinstance(type, IntType) or constant == 0:
                    yield Binary(op, number, Const(constant, wide), machine_int)
            for before, after in _gaps(values) if isinstance(type, IntType) else ():  # type: ignore[arg-type]  # integers
                below = Binary(BinaryOp.LE, number, Const(before, wide), machine_int)
                yield Binary(BinaryOp.OR, below, Binary(BinaryOp.GE, number, Const(after, wide), machine_int), machine_int)
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


def _gaps(values: Ranges) -> Iterator[tuple[int, int]]:
    """The numbers before and after each gap of several numbers."""
    yield from ((before, after) for (_, before), (after, _) in pairwise(values) if after - before > 2)


def _of_float(lvalue: Lvalue, type: FloatType, values: FloatRange, machine_int: IntType) -> Iterator[Expr]:
    if values.nan or values.low > values.high or not is_tracked(type):
        return
    for op, end in ((BinaryOp.GE, values.low), (BinaryOp.LE, values.high)):
        if not math.isinf(end):
            yield Binary(op, lvalue, FloatConst(semantics.float_bits(end, type), type), machine_int)
