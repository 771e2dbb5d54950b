"""Index outside the array that it is written after, even if it stays in the object (C11 6.5.6p8)."""

from __future__ import annotations

from collections.abc import Container, Iterator

from whet.cfa.accesses import greatest_index
from whet.cfa.expressions import Expr, Index, Var
from whet.cfa.types import ArrayType
from whet.checks.check import Check
from whet.checks.comparisons import inside
from whet.task.dangers import Danger, register_check


@register_check("array")
class ArrayCheck(Check):
    words = "index outside its array"
    property_name = "array-index"
    formula = "G ! array-index"
    example = "struct { int a[2], b; } s; int i = 2; s.a[i] = 1;"
    rank = 15
    has_own_test = True
    is_seen_natively = True

    def of_index(self, element: Index, beyond: int) -> Iterator[Expr]:
        if has_own_index_check(element, beyond, self.scope.dangers):
            last = greatest_index(element)
            yield from inside(element.index, 0, None if last is None else last + beyond)


def has_own_index_check(element: Index, beyond: int, dangers: Container[Danger]) -> bool:
    """Is an index compared with its array?  Where memory is checked, an access to a variable that is an array itself is not:
    what leads out of that array leads out of the object."""
    is_object = isinstance(element.base, Var) and not beyond
    return isinstance(element.base.type, ArrayType) and not (is_object and Danger("memory") in dangers)
