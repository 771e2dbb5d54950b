"""``free`` of something else than the beginning of a living block (C11 7.22.3.3p2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whet.cfa.expressions import Const, Expr, Use
from whet.cfa.operations import Call, Operation
from whet.checks.check import Bookkeeping, Check
from whet.checks.comparisons import NEVER
from whet.checks.heap_blocks import UnseenHeap, changes_heap, is_unseen
from whet.library.effects import Frees, Measures
from whet.task.dangers import register_check


@register_check("free")
class FreeCheck(Check):
    words = "invalid free"
    property_name = "valid-free"
    formula = "G valid-free"
    example = "int x = 1, *p = &x; free(p);"
    rank = 7
    precedence = 1
    has_own_test = True
    is_seen_natively = True

    def of_operation(self, operation: Operation) -> Iterator[Expr]:
        called = self.scope.library_call(operation)
        if called is not None and isinstance(called[1], Frees | Measures):
            assert isinstance(operation, Call)
            yield self.scope.valid(operation.arguments[0], Const(0, self.scope.machine.int), Use.FREE)

    def last(self, operation: Operation) -> Iterator[Expr]:
        if is_unseen(operation):
            yield NEVER

    def of_pointer_call(self, named: Call, another: Expr) -> Iterator[Expr]:
        if self.name in changes_heap(named, self.scope):
            yield another

    def bookkeeping(self) -> Iterable[Bookkeeping]:
        return (self.scope.shared(UnseenHeap),)
