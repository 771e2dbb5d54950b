"""Signed integer overflow: a result outside of the range of its type (C11 6.5p5, 6.5.5p6, 6.5.7p4, 7.22.6.1)."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Unary, UnaryOp
from whet.cfa.operations import Call, Operation
from whet.cfa.types import IntType, bit_int
from whet.checks.check import Check
from whet.checks.comparisons import INT, equal, inside, value_range
from whet.library.effects import is_absolute
from whet.task.dangers import register_check


@register_check("overflow")
class OverflowCheck(Check):
    words = "signed integer overflow"
    property_name = "no-overflow"
    formula = "G ! overflow"
    example = "int x = 2147483647; x = x + 1;"
    rank = 1
    precedence = 1  # after division and shift, which exclude zero divisors and wrong counts
    has_own_test = True
    is_seen_natively = True

    def of_operator(self, expr: Expr) -> Iterator[Expr]:
        match expr:
            case Binary(op=BinaryOp.DIV | BinaryOp.REM, left=left, right=right, type=IntType(signed=True) as type):
                least, greatest = value_range(right)
                if least <= -1 <= greatest and value_range(left)[0] == type.min:
                    both = Binary(BinaryOp.AND, equal(left, type.min), equal(right, -1), INT)
                    yield Unary(UnaryOp.NOT, both, INT)
            case _ if self.scope.program is not None and self.scope.program.wraps:
                pass
            case Binary(op=BinaryOp.SHL, left=left, right=right, type=IntType(signed=True) as type):
                yield from _shifted_fits(left, right, type)
            case Binary(op=BinaryOp.ADD | BinaryOp.SUB | BinaryOp.MUL, type=IntType(signed=True) as type):
                yield from _fits(expr, type)
            case Unary(op=UnaryOp.NEG, operand=operand, type=IntType(signed=True) as type):
                yield from inside(operand, type.min + 1, type.max)
            case _:
                pass

    def of_operation(self, operation: Operation) -> Iterator[Expr]:
        if self.scope.program is not None and self.scope.program.wraps:
            return
        if (called := self.scope.library_call(operation)) is None or not is_absolute(called[0].name) or called[1] is None:
            return
        assert isinstance(operation, Call)
        match operation.arguments:
            case (number,) if isinstance(number.type, IntType):
                yield from inside(number, number.type.min + 1, number.type.max)
            case _:
                pass


def _fits(expr: Binary, type: IntType) -> Iterator[Expr]:
    """Bounds of one operand if the other is constant; otherwise bounds of the result, computed in a wider type."""
    match expr:
        case (
            Binary(op=BinaryOp.ADD, left=left, right=Const(value=value))
            | Binary(op=BinaryOp.ADD, left=Const(value=value), right=left)
        ):
            return inside(left, type.min - value, type.max - value)
        case Binary(op=BinaryOp.SUB, left=left, right=Const(value=value)):
            return inside(left, type.min + value, type.max + value)
        case Binary(op=BinaryOp.SUB, left=Const(value=value), right=right):
            return inside(right, value - type.max, value - type.min)
        case (
            Binary(op=BinaryOp.MUL, left=left, right=Const(value=value))
            | Binary(op=BinaryOp.MUL, left=Const(value=value), right=left)
        ):
            if value > 0:
                return inside(left, -(-type.min // value), type.max // value)
            return inside(left, -(type.max // -value), type.min // value) if value < 0 else iter(())
        case _:
            wide = bit_int(2 * type.width if expr.op is BinaryOp.MUL else type.width + 1, signed=True)
            return inside(Binary(expr.op, Cast(expr.left, wide), Cast(expr.right, wide), wide), type.min, type.max)


def _shifted_fits(left: Expr, right: Expr, type: IntType) -> Iterator[Expr]:
    """No bit that is set reaches the sign or goes beyond it, and the sign was not set."""
    if isinstance(right, Const):
        yield from inside(left, 0, type.max >> right.value if 0 <= right.value < type.width else type.max)
        return
    yield from inside(left, 0, type.max)
    greatest = Binary(BinaryOp.SHR, Const(type.max, type), right, type)
    yield Binary(BinaryOp.LE, left, greatest, INT)
