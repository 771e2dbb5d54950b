"""Operations that copy bytes of memory without looking at them: these need not have been written (C11 6.2.6.1p5)."""

from __future__ import annotations

from collections.abc import Callable

from whet.cfa.expressions import Deref, Index, Lvalue, Member, Var
from whet.cfa.model import Program
from whet.cfa.operations import Assign, Operation
from whet.cfa.types import IntType, is_scalar


def is_byte_copy(operation: Operation, in_memory: Callable[[Lvalue], bool]) -> bool:
    """Is a byte of memory assigned to another one?  Such an operation copies what is there, written or not."""
    match operation:
        case Assign(lvalue=target, value=(Var() | Deref() | Member() | Index()) as source):
            return all(_is_byte(each) and in_memory(each) for each in (target, source))
        case _:
            return False


def is_byte_taken(operation: Operation, in_memory: Callable[[Lvalue], bool]) -> bool:
    """Is an ``unsigned char`` of memory stored in a variable?  What the variable is used for afterwards is not followed."""
    match operation:
        case Assign(lvalue=Var() as target, value=(Var() | Deref() | Member() | Index()) as source):
            is_plain = isinstance(target.type, IntType) and not target.type.signed and target.type == source.type
            return is_plain and _is_byte(source) and in_memory(source) and not in_memory(target)
        case _:
            return False


def _is_byte(lvalue: Lvalue) -> bool:
    is_field = isinstance(lvalue, Member) and lvalue.field.bit_width is not None
    return isinstance(lvalue.type, IntType) and lvalue.type.width == 8 and not is_field


def is_in_memory(program: Program, lvalue: Lvalue) -> bool:
    """Is it no scalar variable whose address is never taken?"""
    return not isinstance(lvalue, Var) or not is_scalar(lvalue.type) or lvalue.variable in program.address_taken
