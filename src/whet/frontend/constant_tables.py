"""Long initialisers of constants, as the bytes that an object begins with.

A table with thousands of elements would be as many assignments, each an object in every part of Whet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from whet.cfa.expressions import Const, Expr, FloatConst, Index, Lvalue, Member, Variable
from whet.cfa.immutable import immutable
from whet.cfa.semantics import encode
from whet.cfa.types import ArrayType, CType, IntType, PointerType, StructType
from whet.frontend.clang import BinaryKind, CursorKind, library
from whet.frontend.folding import constant_value
from whet.frontend.tree import Tree

if TYPE_CHECKING:
    from whet.frontend.expressions import ExpressionLowering

Constants: TypeAlias = dict[Lvalue, Const | FloatConst]

FEWEST_CONSTANTS = 64
"""A shorter initialiser is a sequence of assignments."""
_MOST_BYTES = 64
"""Of the object for each constant; one with fewer constants is mostly zeros."""
_LITERALS = frozenset({CursorKind.INTEGER_LITERAL, CursorKind.FLOATING_LITERAL, CursorKind.CHARACTER_LITERAL})
_OF_LITERALS = frozenset(
    {CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR, CursorKind.CSTYLE_CAST_EXPR, CursorKind.UNARY_OPERATOR}
)


@immutable
class LoweredValue:
    """A value that is already lowered."""

    source: Expr
    place: Tree


PlannedValue: TypeAlias = Tree | Const | LoweredValue


def constants_among(expressions: ExpressionLowering, stores: Mapping[Lvalue, PlannedValue]) -> Constants:
    """The stores of constants, if they are many, and if nothing that is evaluated between them can see them."""
    if len(stores) < FEWEST_CONSTANTS:
        return {}
    found: Constants = {}
    for target, planned in stores.items():
        if not isinstance(planned, Tree):
            value = planned if isinstance(planned, Const) else planned.source
        elif _is_literal(planned):
            value = expressions.converted(planned, target.type)
        elif planned.has_effects:
            return {}
        else:
            continue
        is_address = isinstance(target.type, PointerType) and isinstance(value, Const) and value.value != 0
        if isinstance(value, (Const, FloatConst)) and not is_address and not _is_in_mixed_union(target):
            found[target] = value
    return found


def _is_in_mixed_union(part: Lvalue) -> bool:
    """Does another member of a union around it give its bytes a pointer or a truth value?  Then the store itself matters."""
    while isinstance(part, (Member, Index)):
        part = part.base
        if isinstance(part.type, StructType) and part.type.is_union and _is_mixed(part.type):
            return True
    return False


def _is_mixed(type: CType) -> bool:
    match type:
        case IntType(is_bool=is_bool):
            return is_bool
        case ArrayType(element=element):
            return _is_mixed(element)
        case StructType(fields=fields):
            return any(_is_mixed(field.type) for field in fields)
        case _:
            return isinstance(type, PointerType)


def _is_literal(tree: Tree) -> bool:
    """Is a value written by literals and names of enumerators only?"""
    if tree.kind in _LITERALS:
        return True
    if tree.kind == CursorKind.DECL_REF_EXPR:
        return bool(library().clang_getCursorReferenced(tree.cursor).kind == CursorKind.ENUM_CONSTANT_DECL)
    is_operation = tree.kind == CursorKind.BINARY_OPERATOR and BinaryKind.MUL <= tree.operator <= BinaryKind.OR
    if not (is_operation or tree.kind in _OF_LITERALS) or tree.has_effects or not tree.children:
        return False
    return all(map(_is_literal, tree.children))


def image_of(constants: Constants, variable: Variable) -> bytes | None:
    """The bytes up to the last one that is not zero, if they are worth it."""
    if len(constants) < FEWEST_CONSTANTS:
        return None
    image = bytearray()
    for target, value in constants.items():
        if not value.bits if isinstance(value, FloatConst) else not value.value:
            continue
        first, width = _bit_place(target)
        end = (first + width + 7) // 8
        if end > _MOST_BYTES * len(constants):
            return None
        image += bytes(max(0, end - len(image)))
        if first % 8 or width % 8:
            _put_bits(image, first, width, constant_value(value))
        else:
            data = encode(constant_value(value), value.type)
            image[first // 8 : end] = data
    return bytes(image) if len(image) <= variable.type.size else None


def _put_bits(image: bytearray, first: int, width: int, value: object) -> None:
    assert isinstance(value, int)
    begin, end = first // 8, (first + width + 7) // 8
    mask = ((1 << width) - 1) << first % 8
    old = int.from_bytes(image[begin:end], "little")
    image[begin:end] = (old & ~mask | value << first % 8 & mask).to_bytes(end - begin, "little")


def _bit_place(part: Lvalue) -> tuple[int, int]:
    """The first bit of a part in its object, and how many bits it has."""
    if isinstance(part, Member) and part.field.bit_width is not None:
        return 8 * offset_of(part.base) + part.field.bit_offset, part.field.bit_width
    return 8 * offset_of(part), 8 * part.type.size


def offset_of(part: Lvalue) -> int:
    """Bytes between the start of the object and the part."""
    match part:
        case Member(base=base, field=member):
            return offset_of(base) + member.offset
        case Index(base=base, index=Const(value=number)):
            return offset_of(base) + number * part.type.size
        case _:
            return 0


__all__ = ["FEWEST_CONSTANTS", "LoweredValue", "PlannedValue", "constants_among", "image_of", "offset_of"]
