"""``__builtin_unreachable`` is reached, or the return of a function that is declared not to return (C11 6.7.4p8)."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.expressions import Expr
from whet.cfa.library import NEVER_RETURNS, UNREACHABLE
from whet.cfa.operations import Operation
from whet.checks.check import Check
from whet.checks.comparisons import NEVER
from whet.task.dangers import register_check


@register_check("unreachable")
class UnreachableCheck(Check):
    words = "unreachable code is reached"
    property_name = "unreachable-code"
    formula = "G ! unreachable-code"
    example = "int x = 1; if (x) __builtin_unreachable();"
    rank = 10
    has_own_test = True
    is_seen_natively = True

    def of_operation(self, operation: Operation) -> Iterator[Expr]:
        called = self.scope.library_call(operation)
        if called is not None and called[0].name in (UNREACHABLE, NEVER_RETURNS) and called[1] is not None:
            yield NEVER
