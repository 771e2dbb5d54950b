"""What a condition teaches when it is assumed and cannot be decided: that two expressions are equal (Löwe, 3.3, v_p).

``equation_of`` finds the equation a condition stands for; ``unknown_of`` finds the place whose value follows if the other side is
known, looking through conversions that never map two values to one.
"""

from __future__ import annotations

from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Deref, Expr, Index, Lvalue, Member, Unary, UnaryOp, Var
from whet.cfa.types import CType, IntType, PointerType
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class Equation:
    """Both sides are equal wherever the condition holds."""

    left: Expr
    right: Expr


def equation_of(condition: Expr, truth: bool) -> Equation | None:
    """The equation that follows from a condition that is true, or false."""
    match condition:
        case Unary(op=UnaryOp.NOT, operand=operand):
            return equation_of(operand, not truth)
        case Cast(operand=operand, type=target) if _keeps_truth(operand.type, target):
            return equation_of(operand, truth)
        case Binary(op=BinaryOp.EQ | BinaryOp.NE as op, left=left, right=right):
            are_equal = truth == (op is BinaryOp.EQ)
            for side, other in ((left, right), (right, left)):
                if _is_zero(other) and _is_truth_value(side):  # (a == b) != 0
                    return equation_of(side, not are_equal)
            return Equation(left, right) if are_equal else _opposite(left, right)
        case _:
            match condition.type:
                case IntType(is_bool=True) as type:
                    return Equation(condition, Const(int(truth), type))
                case IntType() | PointerType() as type if not truth:
                    return Equation(condition, Const(0, type))
                case _:
                    return None


def _opposite(left: Expr, right: Expr) -> Equation | None:
    """``b != 0`` makes a ``_Bool`` 1."""
    for side, other in ((left, right), (right, left)):
        expr = side
        while isinstance(expr, Cast) and _is_injective(expr.operand.type, expr.type):
            expr = expr.operand
        inner = expr
        if _is_zero(other) and isinstance(inner.type, IntType) and inner.type.is_bool:
            return Equation(inner, Const(1, inner.type))
    return None


def _is_zero(expr: Expr) -> bool:
    return isinstance(expr, Const) and expr.value == 0


def _is_truth_value(expr: Expr) -> bool:
    """Is it a comparison or a negation, perhaps converted?"""
    match expr:
        case Cast(operand=operand, type=target) if _keeps_truth(operand.type, target):
            return _is_truth_value(operand)
        case Binary(op=op):
            return op.is_comparison
        case Unary(op=op):
            return op is UnaryOp.NOT
        case _:
            return False


def _keeps_truth(source: CType, target: CType) -> bool:
    """Is a value zero after the conversion exactly if it was before?"""
    if isinstance(target, IntType) and target.is_bool:
        return True
    return _is_injective(source, target)


def _is_injective(source: CType, target: CType) -> bool:
    """Do different values stay different?  (Zero is always mapped to zero.)"""
    match source, target:
        case ((IntType() | PointerType()), (IntType() | PointerType())):
            return source.width <= target.width
        case _:
            return False


@dataclass(frozen=True, slots=True)
class UnknownPlace:
    """A place inside conversions, the outermost first."""

    lvalue: Lvalue
    casts: tuple[Cast, ...]


def unknown_of(expr: Expr, *, truth_values_are_sound: bool = True) -> UnknownPlace | None:
    """The place whose value decides the value of the expression, if it is one inside conversions.

    Nothing follows for a ``_Bool`` that may hold another byte than 0 and 1."""
    casts = []
    while isinstance(expr, Cast) and _is_injective(expr.operand.type, expr.type):
        casts.append(expr)
        expr = expr.operand
    if not isinstance(expr, (Var, Deref, Member, Index)) or (_is_bool(expr.type) and not truth_values_are_sound):
        return None
    return UnknownPlace(expr, tuple(casts))


def _is_bool(type: CType) -> bool:
    return isinstance(type, IntType) and type.is_bool
