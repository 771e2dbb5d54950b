"""Division by zero (C11 6.5.5p5)."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.expressions import Binary, BinaryOp, Expr
from whet.cfa.types import IntType
from whet.checks.check import Check
from whet.checks.comparisons import value_range
from whet.task.dangers import register_check


@register_check("division")
class DivisionCheck(Check):
    words = "division by zero"
    property_name = "division-by-zero"
    formula = "G ! division-by-zero"
    example = "int x = 0; x = 1 / x;"
    rank = 2
    has_own_test = True
    is_seen_natively = True

    def of_operator(self, expr: Expr) -> Iterator[Expr]:
        match expr:
            case Binary(op=BinaryOp.DIV | BinaryOp.REM, right=right, type=IntType()):
                least, greatest = value_range(right)
                if least <= 0 <= greatest:
                    yield right
            case _:
                pass
