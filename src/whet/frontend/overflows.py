"""Lowering of the builtins that compute and tell whether the result fits: ``__builtin_add_overflow`` and its kin (gcc 12, 6.56).

They compute as if in a type without end, store what is left of the result in the type that the pointer leads to, and return
whether that is another number.  Here the type has as many bits as the operands can need, so the arithmetic is exact, and every
analysis knows what it knows of other arithmetic.  Whether the result fits is found out before it is stored: it may be stored in
an operand.
"""

from __future__ import annotations

import re

from whet.cfa.expressions import AddressOf, BinaryOp, Deref, Expr, Lvalue, root_variable
from whet.cfa.operations import Assign, Call
from whet.cfa.types import IntType, PointerType
from whet.frontend import folding
from whet.frontend.expressions import ExpressionLowering
from whet.frontend.tree import Tree

_NAME = re.compile(r"__builtin_[su]?(add|sub|mul)l{0,2}_overflow")
_OPERATORS = {"add": BinaryOp.ADD, "sub": BinaryOp.SUB, "mul": BinaryOp.MUL}


def call_overflow(expressions: ExpressionLowering, name: str, call: Call, _: Tree) -> bool:
    """Was it such a call?  Then it is lowered."""
    found = _NAME.fullmatch(name)
    if found is None or len(call.arguments) != 3:
        return False
    left, right, pointer = call.arguments
    target = pointer.type.target if isinstance(pointer.type, PointerType) else None
    if not isinstance(left.type, IntType) or not isinstance(right.type, IntType) or not isinstance(target, IntType):
        return False
    builder, operator = expressions.builder, _OPERATORS[found[1]]
    widths = (left.type.width + 1, right.type.width + 1)
    exact_type = _signed(sum(widths) if operator is BinaryOp.MUL else max(widths) + 1)
    exact = folding.binary(operator, folding.convert(left, exact_type), folding.convert(right, exact_type), exact_type)
    wrapped = folding.convert(exact, target)
    wide = _signed(max(exact_type.width, target.width + 1))  # has room for both
    differs = folding.binary(BinaryOp.NE, folding.convert(wrapped, wide), folding.convert(exact, wide), expressions.int)
    overflows = expressions.context.temporary(expressions.int)
    builder.emit(Assign(overflows, differs, call.origin))
    builder.emit(Assign(_place(pointer, target), wrapped, call.origin))
    if call.result is not None:
        builder.emit(Assign(call.result, folding.convert(overflows, call.result.type), call.origin))
    return True


def _signed(width: int) -> IntType:
    """A signed type that no program has."""
    return IntType(f"{width}-bit integer", width, signed=True, size=-(-width // 8), align=1)


def _place(pointer: Expr, target: IntType) -> Lvalue:
    if isinstance(pointer, AddressOf) and pointer.lvalue.type == target:
        root = root_variable(pointer.lvalue)
        return Deref(pointer, target) if root is not None and root.is_constant else pointer.lvalue
    return Deref(pointer, target)
