"""What the objects that a contract is about are made of: shapes to compare them by, and statements that give them any value."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import field

from whet.cfa.types import ArrayType, CType, Field, FloatType, FunctionType, IntType, PointerType, StructType, holds_pointers
from whet.frontend.signatures import Elements, MemberShape, Opaque, Pointed, RecordShape, Scalar, TypeShape
from whet.harness.contracts import BitField
from whet.harness.statements import SUFFIXES
from whet.task.records import dataclass

_MOST_ONE_BY_ONE, _MOST_ELEMENTS = 64, 1 << 16


def shape_of(type: CType, macros: Container[str]) -> TypeShape:
    """``Opaque`` for what is not made of numbers, pointers, structures and arrays, and for a structure with a member whose name
    may be a macro: the member would not be the one that is compared.  A pointer to a function
    counts as a number, because functions do not change."""
    match type:
        case IntType() | FloatType():
            return Scalar(str(type))
        case PointerType(target=FunctionType()):
            return Scalar(str(type))
        case PointerType(target=target):
            known = not isinstance(target, PointerType) and shape_of(target, macros)
            return Pointed(str(target), known if isinstance(known, Scalar | RecordShape | Elements) else None, is_restrict=False)
        case ArrayType(element=element, count=int(count)) if count > 0:
            return Elements(count, shape_of(element, macros))
        case StructType(is_union=False, is_complete=True, fields=fields) if all(
            (each.name or each.bit_width is not None) and each.name not in macros for each in fields
        ):
            members = (
                MemberShape(each.name, _member_shape(each.type, each.bit_width, macros), is_const=False)
                for each in fields
                if each.name
            )
            return RecordShape((*members,))
        case _:
            return Opaque(str(type))


def _member_shape(type: CType, bit_width: int | None, macros: Container[str]) -> TypeShape:
    """Of a member: what a pointer in it points to is left open, so that lists have an end."""
    if bit_width is not None:
        return BitField(str(type))
    if isinstance(type, PointerType) and not isinstance(type.target, FunctionType):
        return Pointed(str(type.target), None, is_restrict=False)
    return shape_of(type, macros)


@dataclass(slots=True)
class AnyParts:
    """The parts of an object that can be given any value, and whether there are others."""

    statements: list[str] = field(default_factory=list)
    has_pointers: bool = False
    has_others: bool = False
    loops: int = 0


def any_parts(place: str, type: CType, macros: Container[str]) -> AnyParts:
    found = AnyParts()
    found.statements += _any_value(place, type, macros, found)
    return found


def _any_value(place: str, type: CType, macros: Container[str], found: AnyParts) -> Iterator[str]:
    match type:
        case IntType() | FloatType() if str(type) in SUFFIXES:
            yield f"{place} = __VERIFIER_nondet_{SUFFIXES[str(type)]}();"
        case PointerType():
            found.has_pointers = True
        case ArrayType(element=element, count=int(count)) if 0 < count <= _MOST_ONE_BY_ONE:
            for index in range(count):
                yield from _any_value(f"{place}[{index}]", element, macros, found)
        case ArrayType(element=element, count=int(count)) if 0 < count <= _MOST_ELEMENTS:
            found.loops += 1
            index_name = f"__whet_index_{found.loops}"
            inner = " ".join(_any_value(f"{place}[{index_name}]", element, macros, found))
            if inner:
                yield f"for (unsigned long {index_name} = 0; {index_name} < {count}; {index_name}++) {{ {inner} }}"
        case StructType(is_complete=True, is_union=True, fields=fields):
            whole = next((each for each in fields if _is_whole(each, type) and each.name not in macros), None)
            if whole is not None:
                yield from _any_value(f"{place}.{whole.name}", whole.type, macros, found)
            found.has_others |= whole is None
            found.has_pointers |= holds_pointers(type)
        case StructType(is_complete=True, fields=fields):
            for each in fields:
                inside = f"{place}.{each.name}" if each.name else place
                if each.name in macros:
                    found.has_others = True
                elif each.name or each.bit_width is None:
                    yield from _any_value(inside, each.type, macros, found)
        case _:
            found.has_others = True


def _is_whole(member: Field, union: StructType) -> bool:
    """Is it a number whose values are those of all bytes of the union?"""
    is_number = isinstance(member.type, IntType) and not member.type.is_bool
    return bool(member.name) and is_number and member.bit_width is None and member.type.size == union.size
