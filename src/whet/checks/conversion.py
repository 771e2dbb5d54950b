"""Conversion of a floating number whose integral part the integer type does not have (C11 6.3.1.4p1)."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.expressions import Binary, BinaryOp, Cast, Expr, FloatConst
from whet.cfa.semantics import conversion, float_bits
from whet.cfa.types import FloatType, IntType, bit_int
from whet.checks.check import Check
from whet.checks.comparisons import INT
from whet.task.dangers import register_check


@register_check("conversion")
class ConversionCheck(Check):
    words = "conversion out of range"
    property_name = "conversion-range"
    formula = "G ! conversion-range"
    example = "float f = 1e10; int x = f;"
    rank = 4
    has_own_test = True
    is_seen_natively = True

    def of_operator(self, expr: Expr) -> Iterator[Expr]:
        """Of a NaN neither comparison is true."""
        if not (isinstance(expr, Cast) and isinstance(expr.type, IntType) and not expr.type.is_bool):
            return
        operand, source, target = expr.operand, expr.operand.type, expr.type
        if not isinstance(source, FloatType):
            return
        if not target.signed or target.width <= source.format.precision:
            yield Binary(BinaryOp.GT, operand, _as_float(target.min - 1, source), INT)
        else:  # between the least number and the one below it there is no floating number
            yield Binary(BinaryOp.GE, operand, _as_float(target.min, source), INT)
        yield Binary(BinaryOp.LT, operand, _as_float(target.max + 1, source), INT)


def _as_float(value: int, type: FloatType) -> FloatConst:
    """A power of two, or a number with few digits; what is greater than any number of the type is an infinity."""
    converted = conversion(bit_int(value.bit_length() + 1, signed=True), type)(value)
    assert not isinstance(converted, int)
    return FloatConst(float_bits(converted, type), type)
