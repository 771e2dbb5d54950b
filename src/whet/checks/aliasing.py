"""Access to a declared object by a type that is not compatible with its own (C11 6.5p7)."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.aliasing import Aliasing
from whet.cfa.argument_blocks import kind_of
from whet.cfa.expressions import Const, Deref, Expr, Lvalue, Use
from whet.checks.check import Check, CheckScope
from whet.checks.comparisons import NEVER
from whet.task.dangers import register_check


@register_check("aliasing")
class AliasingCheck(Check):
    words = "access by an incompatible type"
    property_name = "effective-type"
    formula = "G ! incompatible-access"
    example = "int x = 1; float *p = (float *)&x; *p = 2;"
    rank = 14
    precedence = 1
    is_in_library = False  # bodies that come with Whet may use any type
    has_own_test = True
    is_seen_natively = True

    def __init__(self, scope: CheckScope) -> None:
        super().__init__(scope)
        self._aliasing = None if scope.program is None else scope.program.fact(Aliasing)

    def of_access(self, lvalue: Lvalue, use: Use) -> Iterator[Expr]:
        if self._aliasing is None or not self._aliasing.is_doubtful(lvalue):
            return
        assert isinstance(lvalue, Deref)
        fits = self._aliasing.fits(lvalue)
        if fits is None:
            yield self.scope.valid(lvalue.pointer, Const(kind_of(lvalue.type), self.scope.machine.int), Use.TYPED)
        elif not fits:
            yield NEVER
