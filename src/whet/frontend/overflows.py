"""Lowering of the builtins that compute and tell whether the result fits: ``__builtin_add_overflow`` and its kin (gcc 12, 6.56).

They compute as if in a type without end, store what is left of the result in the type that the pointer leads to, and return
whether that is another number.  Here the type has as many bits as the operands can need, so the arithmetic is exact, and every
analysis knows what it knows of other arithmetic.  Whether the result fits is found out before it is stored: it may be stored in
an operand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from whet.cfa.expressions import AddressOf, BinaryOp, Deref, Expr, Lvalue, root_variable
from whet.cfa.operations import Assign, Call
from whet.cfa.types import IntType, PointerType
from whet.frontend import folding

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions

_NAME = re.compile(r"__builtin_[su]?(add|sub|mul)l{0,2}_overflow")
_OPERATORS = {"add": BinaryOp.ADD, "sub": BinaryOp.SUB, "mul": BinaryOp.MUL}


class Overflows:
    """Lowers the calls of one function."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.builder = expressions.builder

    def call(self, name: str, call: Call) -> bool:
        """Was it such a call?  Then it is lowered."""
        found = _NAME.fullmatch(name)
        if found is None or len(call.arguments) != 3:
            return False
        left, right, pointer = call.arguments
        target = pointer.type.target if isinstance(pointer.type, PointerType) else None
        if not isinstance(left.type, IntType) or not isinstance(right.type, IntType) or not isinstance(target, IntType):
            return False
        exact = _exact(_OPERATORS[found[1]], left, right)
        wrapped = folding.convert(exact, target)
        differs = folding.binary(BinaryOp.NE, folding.convert(wrapped, _wide(exact, target)), _widened(exact, target), self._int)
        told = self.expressions.context.temporary(self._int)
        self.builder.emit(Assign(told, differs, call.origin))
        self.builder.emit(Assign(_place(pointer, target), wrapped, call.origin))
        if call.result is not None:
            self.builder.emit(Assign(call.result, folding.convert(told, call.result.type), call.origin))
        return True

    @property
    def _int(self) -> IntType:
        return self.expressions.int


def _exact(operator: BinaryOp, left: Expr, right: Expr) -> Expr:
    assert isinstance(left.type, IntType) and isinstance(right.type, IntType)
    widths = (left.type.width + 1, right.type.width + 1)
    type = _signed(sum(widths) if operator is BinaryOp.MUL else max(widths) + 1)
    return folding.binary(operator, folding.convert(left, type), folding.convert(right, type), type)


def _wide(exact: Expr, target: IntType) -> IntType:
    """A type that has room for both."""
    assert isinstance(exact.type, IntType)
    return _signed(max(exact.type.width, target.width + 1))


def _widened(exact: Expr, target: IntType) -> Expr:
    return folding.convert(exact, _wide(exact, target))


def _signed(width: int) -> IntType:
    """A signed type that no program has."""
    return IntType(f"{width}-bit integer", width, signed=True, size=-(-width // 8), align=1)


def _place(pointer: Expr, target: IntType) -> Lvalue:
    if isinstance(pointer, AddressOf) and pointer.lvalue.type == target:
        root = root_variable(pointer.lvalue)
        return Deref(pointer, target) if root is not None and root.is_constant else pointer.lvalue
    return Deref(pointer, target)


__all__ = ["Overflows"]
