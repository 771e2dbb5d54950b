"""When an access to memory is good, as a condition of the program model.

In a variable with a name that is a matter of its indices, and the condition consists of comparisons.  Through a pointer it is
``Valid``, which every analysis answers as well as it knows the pointer.  The object counts as a whole, not the arrays inside it:
C11 6.5.6p8 leaves room for both, and so do compilers.
"""

from __future__ import annotations

from dataclasses import replace

from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    Use,
    Valid,
    Var,
    Variable,
    VariableKind,
)
from whet.cfa.types import ArrayType, CType, FloatType, IntType, MachineModel, PointerType, StructType, VoidType, is_scalar
from whet.task.records import dataclass

OFFSET = IntType("offset", 144, signed=True, size=18, align=8)
"""A type that no program has, with room for any index times any size."""
Bounds = tuple[Expr, int, int]
"""An integer expression, and what it must be at least and at most."""


def good_access(lvalue: Lvalue, use: Use, machine: MachineModel) -> Bounds | Valid | None:
    """What must hold so that the bytes of an lvalue lie in its object; None if they always do."""
    # The bytes that the object must have: the padding of a ``long double`` belongs to it.
    steps, size = _steps(lvalue), lvalue.type.size if isinstance(lvalue.type, FloatType) else access_size(lvalue)
    if isinstance(steps.root, Var):
        room = object_size(steps.root.variable)
        if room is not None and not (use is Use.WRITE and steps.root.variable.kind is VariableKind.STRING):
            return _within(steps, room - size)
    return Valid(AddressOf(lvalue, machine.pointer(lvalue.type)), Const(size, machine.int), use, machine.int)


def greatest_index(element: Index) -> int | None:
    """Of the array that an index is written after, as its type declares it; None if there is no such number.

    An array at the end of a structure behind a pointer may stand for a longer one (``struct { int n; char data[1]; }``),
    as gcc takes it without ``-fstrict-flex-arrays``; nothing but its object bounds it."""
    array = element.base.type
    if not isinstance(array, ArrayType) or array.count is None or _may_be_longer(element.base):
        return None
    return array.count - 1


def _may_be_longer(array: Lvalue) -> bool:
    part = array
    while isinstance(part, Member):
        record = part.base.type
        assert isinstance(record, StructType)
        if not record.is_union and record.fields[-1] != part.field:
            return False
        part = part.base
    return part is not array and isinstance(_steps(part).root, Deref)


def is_own_step(pointer: Expr) -> bool:
    """Is it one that no program makes: to the next argument for ``...``, or between a stream and its block?

    In C, steps of ``void *`` are by bytes."""
    return isinstance(pointer, PointerAdd) and isinstance(pointer.type.target, VoidType) and abs(pointer.stride) != 1


def good_step(pointer: Expr, machine: MachineModel) -> Bounds | Valid | None:
    """What must hold so that a pointer that is computed leads into its object or just past it; None if it always does."""
    steps = _pointer_steps(pointer)
    if steps is not None and isinstance(steps.root, Var):
        room = object_size(steps.root.variable)
        if room is not None:
            return _within(steps, room)
    is_whole = steps is not None and not steps.indices
    if steps is not None and is_whole and (isinstance(steps.root, Deref) and not _is_moved(steps.root.pointer)):
        return None  # the address of a member
    if steps is not None and is_whole and isinstance(steps.root, Var) and not steps.offset:
        return None
    return Valid(pointer, Const(0, machine.int), Use.POINT, machine.int)


def _pointer_steps(pointer: Expr) -> _Steps | None:
    match pointer:
        case Cast(operand=operand) if isinstance(operand.type, PointerType):
            return _pointer_steps(operand)
        case AddressOf(lvalue=lvalue):
            return _steps(lvalue)
        case PointerAdd(pointer=base, index=index, stride=stride):
            steps = _pointer_steps(base)
            return None if steps is None else _moved(steps, index, stride)
        case _:
            return None


def _is_moved(pointer: Expr) -> bool:
    """Is it computed from another pointer, in the same expression?"""
    match pointer:
        case Cast(operand=operand) if isinstance(operand.type, PointerType):
            return _is_moved(operand)
        case _:
            return isinstance(pointer, PointerAdd)


def access_size(lvalue: Lvalue) -> int:
    """The bytes that are touched when an lvalue is read or written."""
    if isinstance(lvalue, Member) and lvalue.field.bit_width is not None:
        return (lvalue.field.bit_offset % 8 + lvalue.field.bit_width + 7) // 8
    return scalar_size(lvalue.type) if is_scalar(lvalue.type) else lvalue.type.size


def scalar_size(type: CType) -> int:
    """The bytes that hold the value of a scalar: ten of a ``long double``."""
    return min(type.size, 10) if isinstance(type, FloatType) else type.size


def object_size(variable: Variable) -> int | None:
    """The bytes of a variable; None if its type does not fix them."""
    type = variable.type
    if isinstance(type, ArrayType) and not _is_fixed(type):
        return None if variable.image is None else len(variable.image)
    if variable.extent is not None:
        return variable.extent
    if isinstance(type, StructType) and (not type.is_complete or _ends_open(type)):
        return None
    return max(type.size, len(variable.image or b""))


def _is_fixed(type: CType) -> bool:
    """Is the length of an array, and of its elements, a constant?"""
    return not isinstance(type, ArrayType) or (type.count is not None and _is_fixed(type.element))


def _ends_open(struct: StructType) -> bool:
    """May an object have more bytes than its type, because the last member is an array without a length?"""
    return bool(struct.fields) and isinstance(struct.fields[-1].type, ArrayType) and not struct.fields[-1].type.count


def place_in_variable(pointer: Expr) -> tuple[Variable, Expr] | None:
    """The variable that a pointer leads into by its text, and the distance from its beginning in bytes; None for others."""
    match pointer:
        case Cast(operand=operand) if isinstance(operand.type, PointerType):
            return place_in_variable(operand)
        case AddressOf(lvalue=lvalue):
            steps = _steps(lvalue)
            return (steps.root.variable, _sum(steps)) if isinstance(steps.root, Var) else None
        case PointerAdd(pointer=base, index=index, stride=stride):
            found = place_in_variable(base)
            scaled = Binary(BinaryOp.MUL, Cast(index, OFFSET), Const(stride, OFFSET), OFFSET)
            return None if found is None else (found[0], Binary(BinaryOp.ADD, found[1], scaled, OFFSET))
        case _:
            return None


@dataclass(frozen=True, slots=True)
class _Steps:
    """From the beginning of an object to a part of it, in bytes."""

    root: Var | Deref
    offset: int = 0
    indices: tuple[tuple[Expr, int], ...] = ()
    """Indices that are no constants, with the size of an element."""


def _steps(lvalue: Lvalue) -> _Steps:
    match lvalue:
        case Var() | Deref():
            return _Steps(lvalue)
        case Member(base=base, field=field):
            steps = _steps(base)
            return replace(steps, offset=steps.offset + field.offset)
        case Index(base=base, index=index):
            return _moved(_steps(base), index, lvalue.type.size)


def _moved(steps: _Steps, index: Expr, stride: int) -> _Steps:
    if isinstance(index, Const):
        return replace(steps, offset=steps.offset + index.value * stride)
    return replace(steps, indices=(*steps.indices, (index, stride)))


def _within(steps: _Steps, last: int) -> Bounds | None:
    """The offset is at least 0 and at most ``last``."""
    match steps.indices:
        case ():
            return None if 0 <= steps.offset <= last else (Const(steps.offset, OFFSET), 0, last)
        case ((index, stride),) if stride:
            return index, -(steps.offset // stride), (last - steps.offset) // stride
        case _:
            return _sum(steps), 0, last


def _sum(steps: _Steps) -> Expr:
    total: Expr = Const(steps.offset, OFFSET)
    for index, stride in steps.indices:
        scaled = Binary(BinaryOp.MUL, Cast(index, OFFSET), Const(stride, OFFSET), OFFSET)
        total = Binary(BinaryOp.ADD, total, scaled, OFFSET)
    return total
