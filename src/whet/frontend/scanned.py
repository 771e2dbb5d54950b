"""What the lowering of ``scanf`` and that of ``sscanf`` have in common.

A call is lowered directive by directive to functions of a file that comes with Whet, and what they return is stored where the
arguments point to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from whet.cfa.expressions import AddressOf, BinaryOp, Cast, Const, Deref, Expr, Index, Lvalue, Member, Var
from whet.cfa.model import Node
from whet.cfa.operations import Assign, Call
from whet.cfa.types import IntType, PointerType, ScalarType
from whet.frontend import folding
from whet.frontend.expressions import ExpressionLowering
from whet.frontend.tree import Tree


class Scanned:
    """What lowers the calls of one function."""

    file: ClassVar[str]
    """Where the functions are."""

    def __init__(self, expressions: ExpressionLowering) -> None:
        self.expressions = expressions
        self.context = expressions.context
        self.builder = expressions.builder

    def kept(self, targets: Sequence[Expr], tree: Tree) -> list[Expr]:
        """What is stored first must not change where the rest is stored."""
        if len(targets) == 1:
            return list(targets)
        return [target if _is_fixed(target) else self.context.saved(target, tree) for target in targets]

    def equals(self, outcome: Expr, value: int) -> Expr:
        return folding.binary(BinaryOp.EQ, outcome, Const(value, self.expressions.int), self.expressions.int)

    def end_with(self, value: int, call: Call, join: Node) -> None:
        if call.result is None:
            self.builder.jump(join, call.origin)
        else:
            constant = folding.convert(Const(value, self.expressions.int), call.result.type)
            self.builder.emit_to(Assign(call.result, constant, call.origin), join)

    def ask(self, name: str, type: ScalarType, call: Call, *arguments: Expr) -> Var:
        result = self.context.temporary(type)
        self.builder.emit(Call(self.context.linker.shipped_function(self.file, name), arguments, result, call.origin))
        return result

    def assign(self, target: Expr, type: ScalarType, value: Expr, call: Call) -> None:
        place = self.place(target, type)
        self.builder.emit(Assign(place, folding.convert(value, place.type), call.origin))

    def place(self, target: Expr, type: ScalarType) -> Lvalue:
        """The object that is stored to: as what it is, if it has the size that the format says."""
        assert isinstance(target.type, PointerType)
        # Do their objects have the same bytes, whatever they are called?
        one = target.type.target
        match one, type:
            case IntType(is_bool=False), IntType():
                is_same = one.size == type.size
            case _:
                is_same = one == type
        pointer = target if is_same else folding.convert(target, self.context.machine.pointer(type))
        place = self.expressions.dereferenced(pointer)
        assert isinstance(place, (Var, Deref, Member, Index))
        return place


def _is_fixed(target: Expr) -> bool:
    """Is it the same address whatever is stored?"""
    match target:
        case AddressOf(lvalue=lvalue):
            return all(_is_constant_step(part) for part in _steps(lvalue))
        case Cast(operand=operand):
            return _is_fixed(operand)
        case _:
            return False


def _steps(lvalue: Lvalue) -> Iterator[Lvalue]:
    yield lvalue
    if isinstance(lvalue, (Member, Index)):
        yield from _steps(lvalue.base)


def _is_constant_step(lvalue: Lvalue) -> bool:
    match lvalue:
        case Var() | Member() | Index(index=Const()):
            return True
        case _:
            return False
