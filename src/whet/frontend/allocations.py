"""Lowering of calls that allocate, where they may fail: both outcomes are control flow, so every analysis sees them.

Whether there is memory is a choice of the environment, an input like any other: 1 if there is, 0 if not.  It is not asked where
no machine has so much: no object is larger than ``PTRDIFF_MAX`` (C11 7.20.3, and what glibc checks).  Where it fails, ``errno``
is ``ENOMEM``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whet.cfa.expressions import BinaryOp, Const, Expr, Lvalue
from whet.cfa.model import Node
from whet.cfa.operations import Assign, Call, Havoc
from whet.cfa.types import IntType, PointerType
from whet.frontend import folding
from whet.frontend.error_number import ERRNO_FILE
from whet.frontend.tree import Tree

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions


class Allocations:
    """Lowers calls that may fail."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.context = expressions.context
        self.builder = expressions.builder

    def call(self, call: Call, size: tuple[int, ...], tree: Tree) -> None:
        """Call, or take the null pointer; the product of the arguments named is the size that is wanted."""
        result = call.result or self.context.temporary(self.expressions.types.of(tree.cursor))
        if not isinstance(result.type, (IntType, PointerType)):
            self.builder.emit(call)
            return
        builder = self.builder
        possible, succeeded, failed, join = builder.node(), builder.node(), builder.node(), builder.node()
        self._ask_for([call.arguments[index] for index in size], possible, failed, call)
        if possible.entering:
            self._choose(call, possible, succeeded, failed)
            builder.emit_to(Call(call.callee, call.arguments, result, call.origin), join)
        builder.start(failed)
        if failed.entering:
            builder.emit(Call(self.context.linker.shipped_function(ERRNO_FILE, "no_memory"), (), None, call.origin))
            builder.emit_to(Assign(result, Const(0, result.type), call.origin), join)
        builder.start(join)

    def _ask_for(self, factors: list[Expr], possible: Node, failed: Node, call: Call) -> None:
        """Is there a machine with so many bytes?"""
        size_t = self.context.machine.size_t
        most: Expr = Const(size_t.max // 2, size_t)
        *others, last = [folding.convert(factor, size_t) for factor in factors]
        for other in others:
            nonzero = self.builder.node()
            self.builder.branch(self._compared(BinaryOp.EQ, other, Const(0, size_t)), possible, nonzero, call.origin)
            self.builder.start(nonzero)
            most = folding.binary(BinaryOp.DIV, most, other, size_t)
        self.builder.branch(self._compared(BinaryOp.LE, last, most), possible, failed, call.origin)

    def _compared(self, operator: BinaryOp, left: Expr, right: Expr) -> Expr:
        return folding.binary(operator, left, right, self.expressions.int)

    def _choose(self, call: Call, possible: Node, succeeded: Node, failed: Node) -> None:
        choice: Lvalue = self.context.temporary(self.context.machine.integer("_Bool"))
        self.builder.start(possible)
        self.builder.emit(Havoc(choice, call.origin))
        self.builder.branch(choice, succeeded, failed, call.origin)
        self.builder.start(succeeded)


__all__ = ["Allocations"]
