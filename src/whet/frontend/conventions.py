"""Lowering of what harnesses written for other verifiers say: CBMC's ``__CPROVER_assume`` and ``__CPROVER_assert``, and ESBMC's.

Both are called without a declaration, so their argument is a scalar of any type.  An assertion becomes control flow: the function
is called only where its condition is false, and is an error function like ``__assert_fail`` (``cfa.targets``).  Where assertions
are not checked it does nothing, and the run goes on, as it does for these verifiers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whet.cfa.expressions import Expr, UnaryOp
from whet.cfa.library import OTHER_ASSUMPTIONS
from whet.cfa.operations import Call
from whet.cfa.targets import CONDITIONAL_ASSERTIONS
from whet.cfa.types import IntType
from whet.frontend import folding

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions


class Conventions:
    """Lowers the calls of one function."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.builder = expressions.builder

    def call(self, name: str, call: Call) -> bool:
        """Was it such a call?  Then it is lowered."""
        if name in OTHER_ASSUMPTIONS and len(call.arguments) == 1:
            self.builder.emit(Call(call.callee, (self._truth(call.arguments[0]),), None, call.origin))
            return True
        if name in CONDITIONAL_ASSERTIONS and call.arguments:
            self._assert(call)
            return True
        return False

    def _assert(self, call: Call) -> None:
        failed, join = self.builder.node(), self.builder.node()
        self.builder.branch(self._truth(call.arguments[0]), join, failed, call.origin)
        self.builder.start(failed)
        if failed.entering:
            self.builder.emit_to(Call(call.callee, call.arguments, None, call.origin), join)
        self.builder.start(join)

    def _truth(self, condition: Expr) -> Expr:
        """An integer that is zero where the condition is."""
        int_type = self.expressions.int
        if isinstance(condition.type, IntType):
            return condition
        return folding.unary(UnaryOp.NOT, folding.unary(UnaryOp.NOT, condition, int_type), int_type)


__all__ = ["Conventions"]
