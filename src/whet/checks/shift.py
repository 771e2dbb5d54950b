"""Shift by a negative number or by at least the width (C11 6.5.7p3)."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.expressions import Binary, BinaryOp, Expr
from whet.cfa.types import IntType
from whet.checks.check import Check
from whet.checks.comparisons import inside
from whet.task.dangers import register_check


@register_check("shift")
class ShiftCheck(Check):
    words = "shift out of range"
    property_name = "shift-range"
    formula = "G ! shift-range"
    example = "int n = 32; n = 1 << n;"
    rank = 3
    has_own_test = True
    is_seen_natively = True

    def of_operator(self, expr: Expr) -> Iterator[Expr]:
        match expr:
            case Binary(op=BinaryOp.SHL | BinaryOp.SHR, right=right, type=IntType(width=width)):
                yield from inside(right, 0, width - 1)
            case _:
                pass
