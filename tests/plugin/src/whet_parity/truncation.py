"""A check for integers that lose bits when they are converted to a narrower type."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.expressions import Cast, Expr
from whet.cfa.types import IntType
from whet.checks.check import Check
from whet.checks.comparisons import inside
from whet.task.dangers import register_check


@register_check("truncation")
class Truncation(Check):
    words = "integer is truncated"
    property_name = "no-truncation"
    formula = "G ! truncation"
    example = "int x = 300; unsigned char c = x;"
    is_default = False
    is_in_library = False

    def of_operator(self, expr: Expr) -> Iterator[Expr]:
        match expr:
            case Cast(operand=operand, type=IntType(is_bool=False) as type) if isinstance(operand.type, IntType):
                if type.width < operand.type.width:
                    yield from inside(operand, type.min, type.max)
            case _:
                pass
