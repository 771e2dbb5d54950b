"""Access by an address that is no multiple of the alignment (C11 6.3.2.3p7)."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.alignment import Alignment
from whet.cfa.expressions import Const, Expr, Lvalue, Use
from whet.checks.check import Check, CheckScope
from whet.task.dangers import register_check


@register_check("alignment")
class AlignmentCheck(Check):
    words = "misaligned memory access"
    property_name = "aligned-access"
    formula = "G ! misaligned-access"
    example = "char b[8]; int *p = (int *)(b + 1); *p = 1;"
    rank = 13
    precedence = -3
    has_own_test = True
    is_seen_natively = True

    def __init__(self, scope: CheckScope) -> None:
        super().__init__(scope)
        program = scope.program
        self._alignment = None if program is None or program.has_weak_alignment else Alignment(program)

    def of_access(self, lvalue: Lvalue, use: Use) -> Iterator[Expr]:
        if self._alignment is not None and (needed := self._alignment.needed(lvalue)) is not None:
            pointer, alignment = needed
            yield self.scope.valid(pointer, Const(alignment, self.scope.machine.int), Use.ALIGN)
