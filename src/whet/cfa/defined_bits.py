"""Which bits of an object hold its value, as numbers with one bit per bit of memory.

A set of bits is a Python integer: bit ``n`` is bit ``n % 8`` of byte ``n // 8``.  ``ALL`` has every bit, whatever the size: it
says of an object that all of it is written, padding included.
"""

from __future__ import annotations

from whet.cfa.accesses import access_size, greatest_index, scalar_size
from whet.cfa.expressions import Const, Deref, Index, Lvalue, Member, Var
from whet.cfa.types import ArrayType, CType, FloatType, IntType, PointerType, StructType
from whet.task.records import dataclass

ALL = -1
LARGEST = 1024
"""Bytes of an object that are distinguished; of a larger one only the whole counts."""
FARTHEST = 1 << 16
"""Bytes from the beginning of an object, or from where a pointer leads, beyond which no set has bits."""


def ones(size: int, offset: int = 0) -> int:
    """So many bytes, from a byte on; the caller bounds both numbers."""
    return ((1 << 8 * size) - 1) << 8 * offset


def near_ones(size: int, offset: int = 0) -> int:
    """Those of so many bytes, from a byte on, that are distinguished: the sizes and offsets of a program are not bounded."""
    first, end = max(offset, 0), min(offset + size, FARTHEST)
    return ones(end - first, first) if first < end else 0


def shifted(bits: int, distance: int) -> int | None:
    """A set counted from so many bytes before; None if it has bits that are not distinguished there."""
    if distance <= 0:
        return bits if distance == 0 or bits == 0 else None
    return bits << 8 * distance if 8 * distance + bits.bit_length() <= 8 * FARTHEST else None


def has_bits(known: int, bits: int | None, distance: int = 0) -> bool:
    """Does a set have other bits, counted from so many bytes on?  A negative set has all bits from some bit on."""
    if known == ALL:
        return True
    if known < 0 <= distance and bits is not None and bits != ALL and 8 * distance >= known.bit_length():
        return True
    moved = None if bits is None or bits == ALL else shifted(bits, distance)
    return moved is not None and not moved & ~known


def value_bits(type: CType) -> int | None:
    """The bits of an object that are no padding, or may be elements of an array; None if its size is not known, or too large."""
    if isinstance(type, (ArrayType, StructType)) and not 0 < type.size <= LARGEST:
        return None
    match type:
        case IntType() | PointerType() | FloatType():
            return ones(scalar_size(type))
        case ArrayType(element=element, count=int(count)):
            return _of_array(element, count)
        case StructType(is_complete=True, fields=fields):
            found = 0
            for field in fields:
                if field.bit_width is not None:
                    found |= ((1 << field.bit_width) - 1) << field.bit_offset
                    continue
                if (bits := value_bits(field.type)) is None:
                    return None
                found |= bits << field.bit_offset
            return found | _behind_array(type)
        case _:
            return None


def _of_array(element: CType, count: int) -> int | None:
    bits = value_bits(element)
    if bits is None:
        return None
    found = 0
    for number in range(count):
        found |= bits << 8 * element.size * number
    return found


def _behind_array(record: StructType) -> int:
    """The padding after an array at the end: that may stand for a longer one (``accesses.greatest_index``)."""
    found = 0
    for field in record.fields if record.is_union else record.fields[-1:]:
        if _ends_in_array(field.type):
            end = field.offset + field.type.size
            found |= ones(record.size - end, end)
    return found


def _ends_in_array(type: CType) -> bool:
    if not isinstance(type, StructType):
        return isinstance(type, ArrayType)
    return any(_ends_in_array(field.type) for field in (type.fields if type.is_union else type.fields[-1:]))


def covers(known: int, type: CType) -> bool:
    """Does a set have all bits of a type but its padding?"""
    if known == ALL:
        return True
    bits = value_bits(type)
    return bits is not None and not bits & ~known


@dataclass(frozen=True, slots=True)
class BitsOfObject:
    """Where the value of an lvalue lies, from the beginning of its object or from where a pointer leads."""

    root: Var | Deref
    bits: int | None
    """None if an index decides it."""
    around: int | None
    """What certainly contains it, if an index decides it: the bits of the array with the index; None if that is not known."""


def bits_of_lvalue(lvalue: Lvalue) -> int | None:
    """Relative to the lvalue's first byte."""
    if isinstance(lvalue, Member) and lvalue.field.bit_width is not None:
        return ((1 << lvalue.field.bit_width) - 1) << lvalue.field.bit_offset % 8
    size = access_size(lvalue)
    return ones(size) if size <= LARGEST else None


def bit_place(lvalue: Lvalue) -> BitsOfObject:
    bits = bits_of_lvalue(lvalue)
    around: int | None = None
    is_fixed = True
    while True:
        match lvalue:
            case Var() | Deref():
                return BitsOfObject(lvalue, bits if is_fixed else None, None if is_fixed else around)
            case Member(base=base, field=field):
                bits = _moved(bits, field.offset)
                around = _moved(around, field.offset)
            case Index(base=base, index=Const(value=index)):
                bits = _moved(bits, index * lvalue.type.size)
                around = _moved(around, index * lvalue.type.size)
            case Index(base=base):
                is_fixed, around = False, None if greatest_index(lvalue) is None else value_bits(base.type)
        lvalue = base


def _moved(bits: int | None, distance: int) -> int | None:
    """None for what lies so far inside that nothing is tracked of it."""
    return None if bits is None or not 0 <= distance <= LARGEST else bits << 8 * distance
