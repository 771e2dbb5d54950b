"""Which accesses through pointers may be misaligned (C11 6.3.2.3p7).

All objects begin at addresses that are aligned for every type.  A pointer to a type is aligned for it, except if it was converted
from a pointer to a type with a weaker alignment, or leads to a member of a packed structure.  A type that such a conversion leads
to is *doubtful*, and every access through a pointer to it is checked.  A program without one needs no check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd

from whet.cfa.accesses import place_in_variable
from whet.cfa.expressions import (
    AddressOf,
    Cast,
    Const,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    Var,
    subexpressions,
)
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call, Operation, expressions_of, flatten
from whet.cfa.types import CType, FunctionType, PointerType, StructType, VoidType

STRONGEST = 16
"""The alignment of every object, whatever its type."""


def alignment_of(type: CType) -> int:
    """What addresses of objects of a type are multiples of, as far as it is checked."""
    return min(type.align, STRONGEST)


class Alignment:
    """Of one program."""

    def __init__(self, program: Program) -> None:
        operations = [operation for edge in program.edges() for operation in flatten(edge.operation)]
        kept = [part for operation in operations for expr in _kept(operation) for part in subexpressions(expr)]
        forgotten = [each.operand for each in kept if isinstance(each, Cast) and _forgets(each)]
        self._of_void = self._least_of(forgotten)
        self._doubtful: set[CType] = set()
        for each in program.expressions():
            if isinstance(each, (AddressOf, Cast, PointerAdd)) and isinstance(each.type, PointerType):
                target = each.type.target
                if _has_objects(target) and self._guaranteed(each) % alignment_of(target):
                    self._doubtful.add(target)

    def _least_of(self, forgotten: Sequence[Expr]) -> int:
        """What every ``void *`` is a multiple of, which may be computed from others."""
        self._of_void = STRONGEST
        while (least := min(map(self._guaranteed, forgotten), default=STRONGEST)) < self._of_void:
            self._of_void = least
        return least

    def needed(self, access: Lvalue) -> tuple[Expr, int] | None:
        """The pointer that an access goes through, and what its address must be a multiple of; None if it always is."""
        root = access
        while isinstance(root, (Member, Index)):
            root = root.base
        if not isinstance(root, Deref) or root.type not in self._doubtful:
            return None
        place, align = place_in_variable(root.pointer), alignment_of(root.type)
        return None if place is not None and not self._guaranteed(root.pointer) % align else (root.pointer, align)

    def _guaranteed(self, pointer: Expr) -> int:
        """A number that the address is a multiple of, by types and constants, if pointers are as their types say."""
        match pointer:
            case AddressOf(lvalue=lvalue):
                return self._of_place(lvalue)
            case PointerAdd(pointer=base, index=index, stride=stride):
                return gcd(self._guaranteed(base), stride * index.value if isinstance(index, Const) else stride)
            case Cast(operand=operand):
                return self._guaranteed(operand)
            case Const(value=value):
                return gcd(STRONGEST, value)
            case _:
                return self._of_type(pointer.type)

    def _of_type(self, type: CType) -> int:
        match type:
            case PointerType(target=VoidType()):
                return self._of_void
            case PointerType(target=target):
                return alignment_of(target) if _has_objects(target) else STRONGEST
            case _:
                return 1

    def _of_place(self, lvalue: Lvalue) -> int:
        match lvalue:
            case Var():
                return STRONGEST
            case Deref(pointer=pointer):
                return self._guaranteed(pointer)
            case Member(base=base, field=field):
                return gcd(self._of_place(base), field.offset)
            case Index(base=base, index=index):
                size = lvalue.type.size
                return gcd(self._of_place(base), size * index.value if isinstance(index, Const) else size)


def _kept(operation: Operation) -> Iterator[Expr]:
    """What an operation evaluates, but not what it gives to a function without a body: that keeps no pointer."""
    if isinstance(operation, Call) and isinstance(operation.callee, Function) and not operation.callee.is_defined:
        return iter(())
    return expressions_of(operation)


def _forgets(cast: Cast) -> bool:
    """Does a pointer lose its type, so that it may become a pointer to another type later?"""
    before, after = cast.operand.type, cast.type
    loses = isinstance(after, PointerType) and isinstance(after.target, VoidType)
    return loses and isinstance(before, PointerType) and not isinstance(before.target, VoidType)


def _has_objects(type: CType) -> bool:
    """Is it a type of objects, whose alignment is known?"""
    return not isinstance(type, (VoidType, FunctionType)) and not (isinstance(type, StructType) and not type.is_complete)


__all__ = ["STRONGEST", "Alignment", "alignment_of"]
