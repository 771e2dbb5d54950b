"""Use of a value that was never written or returned (C11 6.3.2.1p2, 6.7.9p10, 6.9.1p12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whet.cfa.expressions import Expr
from whet.cfa.operations import Operation
from whet.checks.check import Bookkeeping, Check, CheckScope
from whet.task.dangers import register_check


@register_check("uninitialised")
class UninitialisedCheck(Check):
    words = "uninitialised variable is read"
    property_name = "uninitialised-read"
    formula = "G ! uninitialised-read"
    example = "int x; if (x) x = 1;"
    rank = 11
    precedence = -1
    has_own_test = True

    def __init__(self, scope: CheckScope) -> None:
        super().__init__(scope)
        if scope.program is None:
            return
        from whet.checks.uninitialised.definedness import UnwrittenReads  # only whole programs need these
        from whet.checks.uninitialised.returned import ReturnedValues
        from whet.checks.uninitialised.written import WrittenVariables

        self._written = WrittenVariables(scope)
        self._returned = ReturnedValues(scope)
        self._unwritten = UnwrittenReads(scope.program, scope.points_to)

    def first(self, operation: Operation) -> Iterator[Expr]:
        yield from self._written.conditions(operation)
        yield from self._returned.conditions(operation)

    def last(self, operation: Operation) -> Iterator[Expr]:
        return self._unwritten.conditions(operation)

    def bookkeeping(self) -> Iterable[Bookkeeping]:
        return self._returned, self._written
