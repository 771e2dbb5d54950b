"""Comparisons that conditions are made of, and the range of an expression by types and constants alone.

A condition is computed without going wrong: sums, differences and products in a type that has room for them."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Member, Unary, UnaryOp
from whet.cfa.types import Field, IntType, bit_int

INT = IntType("int", 32, signed=True, size=4, align=4)
"""The type of a comparison, the same on all machines."""
NEVER = Const(0, INT)
"""A condition that never holds."""


def inside(expr: Expr, least: int, greatest: int | None) -> Iterator[Expr]:
    """The comparisons that keep an integer within bounds; none where it cannot leave them."""
    low, high = value_range(expr)
    type = expr.type
    assert isinstance(type, IntType)
    if low < least:
        yield _compared(BinaryOp.GE, expr, least, type)
    if greatest is not None and high > greatest:
        yield _compared(BinaryOp.LE, expr, greatest, type)


def _compared(op: BinaryOp, expr: Expr, bound: int, type: IntType) -> Expr:
    """A bound that the type does not have can be met by no value, or by all."""
    if type.min <= bound <= type.max:
        return Binary(op, expr, Const(bound, type), INT)
    wide = bit_int(max(bound.bit_length(), type.width) + 1, signed=True)
    return Binary(op, Cast(expr, wide), Const(bound, wide), INT)


def equal(expr: Expr, value: int) -> Expr:
    assert isinstance(expr.type, IntType)
    return Binary(BinaryOp.EQ, expr, Const(value, expr.type), INT)


def value_range(expr: Expr) -> tuple[int, int]:
    """What an integer expression can be, by types and constants alone, whatever the variables are."""
    type = expr.type
    assert isinstance(type, IntType), f"{type} is no integer type"
    least, greatest = _range_of_operator(expr) or (type.min, type.max)
    return (least, greatest) if type.min <= least and greatest <= type.max else (type.min, type.max)


def _range_of_operator(expr: Expr) -> tuple[int, int] | None:
    match expr:
        case Const(value=value):
            return value, value
        case Cast(operand=operand, type=type) if isinstance(operand.type, IntType):
            return (0, 1) if isinstance(type, IntType) and type.is_bool else value_range(operand)
        case Member(field=Field(bit_width=int(width)), type=IntType(signed=signed)):
            return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
        case Unary(op=UnaryOp.NOT):
            return 0, 1
        case Unary(op=UnaryOp.NEG, operand=operand):
            low, high = value_range(operand)
            return -high, -low
        case Binary(op=op) if op.is_comparison:
            return 0, 1
        case Binary(left=left, right=right):
            return _range_of_binary(expr.op, value_range(left), value_range(right))
        case _:
            return None


def _range_of_binary(op: BinaryOp, left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int] | None:
    """None if nothing is known; a result that may leave the type says nothing, either."""
    match op:
        case BinaryOp.ADD:
            return left[0] + right[0], left[1] + right[1]
        case BinaryOp.SUB:
            return left[0] - right[1], left[1] - right[0]
        case BinaryOp.MUL:
            corners = [a * b for a in left for b in right]
            return min(corners), max(corners)
        case BinaryOp.AND if left[0] >= 0 or right[0] >= 0:
            return 0, min(most for least, most in (left, right) if least >= 0)
        case BinaryOp.REM if right[0] > 0:
            return (0 if left[0] >= 0 else 1 - right[1]), right[1] - 1
        case BinaryOp.DIV if right[0] > 0:
            return min(left[0], 0), max(left[1], 0)
        case BinaryOp.SHR if left[0] >= 0:
            return 0, left[1] >> min(max(right[0], 0), 1 << 10)
        case _:
            return None
