"""Lowering of calls that allocate, where they may fail: both outcomes are control flow, so every analysis sees them.

Whether there is memory is a choice of the environment, an input like any other: 1 if there is, 0 if not.  It is not asked where
no machine has so much: no object is larger than ``PTRDIFF_MAX`` (C11 7.20.3, and what glibc checks).  Where it fails, ``errno``
is ``ENOMEM``.
"""

from __future__ import annotations

from whet.cfa.expressions import BinaryOp, Const, Expr
from whet.cfa.model import Node
from whet.cfa.operations import Assign, Call, Havoc
from whet.cfa.types import IntType, PointerType
from whet.frontend import folding
from whet.frontend.error_number import ERRNO_FILE
from whet.frontend.expressions import Expressions
from whet.frontend.tree import Tree


def call_that_may_fail(expressions: Expressions, call: Call, size: tuple[int, ...], tree: Tree) -> None:
    """Call, or take the null pointer; the product of the arguments named is the size that is wanted."""
    context, builder = expressions.context, expressions.builder
    result = call.result or context.temporary(expressions.types.of(tree.cursor))
    if not isinstance(result.type, (IntType, PointerType)):
        builder.emit(call)
        return
    possible, succeeded, failed, join = builder.node(), builder.node(), builder.node(), builder.node()
    _branch_on_size(expressions, [call.arguments[index] for index in size], possible, failed, call)
    if possible.entering:
        choice = context.temporary(context.machine.integer("_Bool"))
        builder.start(possible)
        builder.emit(Havoc(choice, call.origin))
        builder.branch(choice, succeeded, failed, call.origin)
        builder.start(succeeded)
        builder.emit_to(Call(call.callee, call.arguments, result, call.origin), join)
    builder.start(failed)
    if failed.entering:
        builder.emit(Call(context.linker.shipped_function(ERRNO_FILE, "no_memory"), (), None, call.origin))
        builder.emit_to(Assign(result, Const(0, result.type), call.origin), join)
    builder.start(join)


def _branch_on_size(expressions: Expressions, factors: list[Expr], possible: Node, failed: Node, call: Call) -> None:
    """Is there a machine with so many bytes?"""
    builder, size_t = expressions.builder, expressions.context.machine.size_t
    most: Expr = Const(size_t.max // 2, size_t)
    *others, last = [folding.convert(factor, size_t) for factor in factors]
    for other in others:
        nonzero = builder.node()
        is_zero = folding.binary(BinaryOp.EQ, other, Const(0, size_t), expressions.int)
        builder.branch(is_zero, possible, nonzero, call.origin)
        builder.start(nonzero)
        most = folding.binary(BinaryOp.DIV, most, other, size_t)
    builder.branch(folding.binary(BinaryOp.LE, last, most, expressions.int), possible, failed, call.origin)
