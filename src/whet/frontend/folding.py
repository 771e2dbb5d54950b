"""Constructors for expressions that keep constants constant.

Only what loses nothing is folded: a signed operation that overflows, a division by zero or a bad shift stays in the
expression, so that an analysis of undefined behaviour can still see it.
"""

from __future__ import annotations

from whet.cfa import semantics
from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, FloatConst, Unary, UnaryOp
from whet.cfa.types import CType, FloatType, IntType, PointerType, StructType
from whet.frontend.errors import ConstructNotSupported


def convert(expr: Expr, target: CType) -> Expr:
    """``expr`` converted to a scalar type; a structure is already what it should be."""
    source = expr.type
    if source == target:
        return expr
    if not isinstance(target, (IntType, FloatType, PointerType)) or isinstance(source, StructType):
        raise ConstructNotSupported(f"conversion from {source} to {target}")
    if isinstance(expr, (Const, FloatConst)):
        try:
            return constant(semantics.conversion(source, target)(constant_value(expr)), target)
        except semantics.Undefined:
            pass
    are_pointers = isinstance(target, PointerType) and isinstance(source, PointerType)
    if are_pointers and isinstance(expr, Cast) and isinstance(expr.operand.type, PointerType):
        return convert(expr.operand, target)
    return Cast(expr, target)


def constant_value(expr: Const | FloatConst) -> semantics.Value:
    return expr.value if isinstance(expr, Const) else semantics.float_from_bits(expr.bits, expr.type)


def constant(value: semantics.Value, target: IntType | FloatType | PointerType) -> Const | FloatConst:
    if isinstance(target, FloatType):
        return FloatConst(semantics.float_bits(value, target), target)
    assert isinstance(value, int)
    return Const(value, target)


def unary(op: UnaryOp, operand: Expr, result: IntType | FloatType) -> Expr:
    if isinstance(operand, (Const, FloatConst)):
        value = semantics.unary(op, operand.type)(constant_value(operand))
        if not _overflows(op, operand):
            return constant(value, result)
    return Unary(op, operand, result)


def _overflows(op: UnaryOp, operand: Const | FloatConst) -> bool:
    """Minus the least value of a signed type."""
    if op is not UnaryOp.NEG or not isinstance(operand, Const) or not isinstance(operand.type, IntType):
        return False
    return operand.type.signed and operand.value == operand.type.min


def binary(op: BinaryOp, left: Expr, right: Expr, result: IntType | FloatType) -> Expr:
    if isinstance(left, Const) and isinstance(right, Const) and isinstance(result, IntType):
        folded = _folded(op, left, right, result)
        if folded is not None:
            return folded
    return Binary(op, left, right, result)


def _folded(op: BinaryOp, left: Const, right: Const, result: IntType) -> Const | None:
    """The value if the operation is defined and does not overflow its signed type."""
    try:
        value = semantics.binary(op, left.type)(left.value, right.value)
    except semantics.Undefined:
        return None
    assert isinstance(value, int)
    return None if result.signed and value != _exact(op, left.value, right.value, value) else Const(value, result)


def _exact(op: BinaryOp, left: int, right: int, value: int) -> int | None:
    """The result without wrap-around; None for a shift of a negative value, which C leaves undefined."""
    match op:
        case BinaryOp.ADD:
            return left + right
        case BinaryOp.SUB:
            return left - right
        case BinaryOp.MUL:
            return left * right
        case BinaryOp.SHL:
            return left << right if left >= 0 else None
        case _:
            return value


def truth(expr: Expr) -> bool | None:
    """Is a constant condition true?  None if it is not constant."""
    if isinstance(expr, (Const, FloatConst)):
        return semantics.is_true(constant_value(expr))
    return None
