"""Conditions that two objects of one expression, both of which it changes, are different ones (C11 6.5p2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whet.cfa.expressions import (
    AddressOf,
    BinaryOp,
    Const,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    Var,
    children,
    is_bit_field,
)
from whet.cfa.operations import Assign, Call, Havoc, Operation
from whet.cfa.types import MachineModel, is_scalar
from whet.frontend import folding
from whet.frontend.clang import BinaryKind, CursorKind
from whet.frontend.tree import Tree

_BRANCHING = frozenset({CursorKind.CONDITIONAL_OPERATOR, CursorKind.STMT_EXPR})


def comparison(one: Lvalue, other: Lvalue, machine: MachineModel) -> Expr | None:
    """For two scalars of one size that pointers lead to, or two elements of an array; None if they cannot be compared so."""
    if one == other and is_scalar(one.type):
        return Const(0, machine.int)
    if not (is_scalar(one.type) and one.type.size == other.type.size) or is_bit_field(one) or is_bit_field(other):
        return None
    match one, other:
        case Index(base=Var() as array, index=first), Index(base=Var() as same, index=second) if array == same:
            return folding.binary(BinaryOp.NE, _wide(first, machine), _wide(second, machine), machine.int)
        case _ if _is_behind_pointer(one) and _is_behind_pointer(other):
            type = machine.pointer(one.type)
            addresses = AddressOf(one, type), folding.convert(AddressOf(other, machine.pointer(other.type)), type)
            return folding.binary(BinaryOp.NE, *addresses, machine.int)
        case _:
            return None


def is_steady(lvalue: Lvalue, since: Sequence[Operation]) -> bool:
    """Does an lvalue name the same object before and after some operations, for certain?"""
    variables = list(_places_read(lvalue))
    if not all(isinstance(each, Var) for each in variables):
        return False
    for operation in since:
        match operation:
            case Call():
                return False
            case Assign(lvalue=changed) | Havoc(lvalue=changed) if changed in variables:
                return False
            case _:
                pass
    return True


def may_branch(tree: Tree) -> bool:
    """Is there a part of an expression that is not always evaluated?"""
    if tree.kind in _BRANCHING or (tree.kind == CursorKind.UNEXPOSED_EXPR and len(tree.children) > 1):
        return True
    if tree.kind == CursorKind.BINARY_OPERATOR and tree.operator in (BinaryKind.LAND, BinaryKind.LOR):
        return True
    return any(map(may_branch, tree.children))


def _wide(index: Expr, machine: MachineModel) -> Expr:
    return folding.convert(index, machine.ptrdiff_t)


def _is_behind_pointer(lvalue: Lvalue) -> bool:
    while isinstance(lvalue, (Member, Index)):
        lvalue = lvalue.base
    return isinstance(lvalue, Deref)


def _places_read(lvalue: Lvalue) -> Iterator[Lvalue]:
    """What is read to find an object, outermost only."""
    match lvalue:
        case Deref(pointer=pointer):
            yield from _read(pointer)
        case Member(base=base):
            yield from _places_read(base)
        case Index(base=base, index=index):
            yield from _places_read(base)
            yield from _read(index)
        case Var():
            pass


def _read(expr: Expr) -> Iterator[Lvalue]:
    match expr:
        case Var() | Deref() | Member() | Index():
            yield expr
        case AddressOf(lvalue=lvalue):
            yield from _places_read(lvalue)
        case _:
            for child in children(expr):
                yield from _read(child)


__all__ = ["comparison", "is_steady", "may_branch"]
