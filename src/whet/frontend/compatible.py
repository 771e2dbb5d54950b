"""Which types of different translation units are compatible (C11 6.2.7).

Two structures are when they have the same tag and the same members at the same offsets, with types that are compatible in turn;
a structure that a unit only declares stands for the one that the others define, if they agree on it.  Where two units do not
agree, there are two types of the same tag.  Types that go round in circles are compared as far as needed: what is being compared
already counts as equal, and nothing that rests on this is kept unless the comparison ends well.

Members of a union are compared in the order they are written, which is more than C asks for: units that write them in another
order have different types here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whet.frontend.clang import (
    Cursor,
    CursorKind,
    Linkage,
    Type,
    TypeKind,
    canonical_type,
    children,
    fields,
    library,
    spelling,
    type_name,
)
from whet.frontend.unit import TranslationUnit

_FUNCTIONS = (TypeKind.FUNCTION_PROTO, TypeKind.FUNCTION_NO_PROTO)
_RECORDS = (CursorKind.STRUCT_DECL, CursorKind.UNION_DECL)
_KEPT = frozenset(
    {7, 9, 17, *range(10, 13), *range(18, 21), TypeKind.DOUBLE, TypeKind.LONG_DOUBLE, TypeKind.POINTER, TypeKind.RECORD}
)
"""Kinds of types that the default argument promotions leave as they are (C11 6.5.2.2p6)."""

Tag = tuple[str, int]


def tag_of(declaration: Cursor) -> Tag:
    """What a structure or union is called, and which of both it is; without a name if it has no tag."""
    name = "" if library().clang_Cursor_isAnonymous(declaration) else spelling(declaration)
    return name if name.isidentifier() and not _is_untagged(declaration) else "", declaration.kind


def _is_untagged(declaration: Cursor) -> bool:
    """libclang calls ``typedef struct {} T`` by the name of the type: 'T', and not 'struct T'."""
    return type_name(canonical_type(declaration)) == spelling(declaration)


class Compatibility:
    """Compares types of several units."""

    def __init__(self, units: Sequence[TranslationUnit], *, open_is_any: bool = False) -> None:
        """With ``open_is_any``, a structure without members is compatible with all of its tag, as C has it."""
        self._lib = library()
        self._open_is_any = open_is_any
        self._defined: dict[Tag, list[Type]] = {}
        """The structures at file level that have members, by tag."""
        self._known: dict[tuple[int, int], bool] = {}
        self._assumed: dict[tuple[int, int], None] = {}
        self._agreed: dict[Tag, Type | None] = {}
        for unit in units:
            for declaration in _records(unit.root):
                type = canonical_type(declaration)
                tag = tag_of(declaration)
                known = self._defined.setdefault(tag, [])
                if tag[0] and self._lib.clang_Type_getSizeOf(type) >= 0 and all(each.data0 != type.data0 for each in known):
                    known.append(type)

    def defining(self, record: Type) -> Type:
        """The structure with its members: itself, or the one that all units with members for its tag agree on."""
        declaration = self._lib.clang_getTypeDeclaration(record)
        if self._lib.clang_Type_getSizeOf(record) >= 0 or self._lib.clang_getCursorLinkage(declaration) != Linkage.EXTERNAL:
            return record
        tag = tag_of(declaration)
        if tag not in self._agreed:
            candidates = self._defined.get(tag, [])
            self._agreed[tag] = candidates[0] if candidates else None  # meanwhile, and perhaps for good
            if not all(self.are(candidates[0], other) for other in candidates[1:]):
                self._agreed[tag] = None
        return self._agreed[tag] or record

    def are(self, one: Type, other: Type) -> bool:
        """Are two types compatible?"""
        if self._assumed:
            return self._compare(one, other)
        answer = self._compare(one, other)
        if answer:
            self._known |= dict.fromkeys(self._assumed, True)
        self._assumed.clear()
        return answer

    def _compare(self, one: Type, other: Type) -> bool:
        one, other = self._lib.clang_getCanonicalType(one), self._lib.clang_getCanonicalType(other)
        return self._qualifiers(one) == self._qualifiers(other) and self._unqualified(one, other)

    def _qualifiers(self, type: Type) -> tuple[int, ...]:
        lib = self._lib
        ask = (lib.clang_isConstQualifiedType, lib.clang_isVolatileQualifiedType, lib.clang_isRestrictQualifiedType)
        return tuple(each(type) for each in ask)

    def _unqualified(self, one: Type, other: Type) -> bool:
        lib, kinds = self._lib, {one.kind, other.kind}
        if TypeKind.ENUM in kinds:
            # An enumeration is compatible with its integer type, and with one that has the same constants (C11 6.7.2.2p4).
            if one.kind == other.kind:
                return tag_of_enumeration(one) == tag_of_enumeration(other) and self._constants(one) == self._constants(other)
            return self._integer(one) == self._integer(other)
        if kinds <= {*_FUNCTIONS}:
            return self._functions(one, other)
        if kinds <= TypeKind.ARRAYS:
            is_counted = kinds == {TypeKind.CONSTANT_ARRAY}
            same_count = not is_counted or lib.clang_getArraySize(one) == lib.clang_getArraySize(other)
            return same_count and self._compare(lib.clang_getArrayElementType(one), lib.clang_getArrayElementType(other))
        if one.kind != other.kind:
            return False
        match one.kind:
            case TypeKind.POINTER:
                return self._compare(lib.clang_getPointeeType(one), lib.clang_getPointeeType(other))
            case TypeKind.RECORD:
                return self._structures(one, other)
            case TypeKind.ATOMIC:
                return self._compare(lib.clang_Type_getValueType(one), lib.clang_Type_getValueType(other))
            case kind if kind in TypeKind.INTEGERS or kind in (
                TypeKind.VOID,
                TypeKind.FLOAT,
                TypeKind.DOUBLE,
                TypeKind.LONG_DOUBLE,
            ):
                return True
            case _:
                return type_name(one) == type_name(other)

    def _integer(self, type: Type) -> int:
        if type.kind != TypeKind.ENUM:
            return type.kind
        return int(self._lib.clang_getEnumDeclIntegerType(self._lib.clang_getTypeDeclaration(type)).kind)

    def _constants(self, type: Type) -> frozenset[tuple[str, int]]:
        constants = [
            each for each in children(self._lib.clang_getTypeDeclaration(type)) if each.kind == CursorKind.ENUM_CONSTANT_DECL
        ]
        return frozenset((spelling(each), self._lib.clang_getEnumConstantDeclValue(each)) for each in constants)

    def _functions(self, one: Type, other: Type) -> bool:
        """C11 6.7.6.3p15.  A definition in the old style counts by the types of its parameters."""
        lib = self._lib
        if not self._compare(lib.clang_getResultType(one), lib.clang_getResultType(other)):
            return False
        first, second = self._parameters(one), self._parameters(other)
        if first is None or second is None:
            known = first if second is None else second
            typed = other if first is None else one
            return known is None or not (
                lib.clang_isFunctionTypeVariadic(typed) or any(self._is_promoted(each) for each in known)
            )
        same_form = lib.clang_isFunctionTypeVariadic(one) == lib.clang_isFunctionTypeVariadic(other)
        return same_form and len(first) == len(second) and all(map(self._parameter, first, second))

    def _parameters(self, function: Type) -> list[Type] | None:
        """None if nothing is said about them."""
        if function.kind == TypeKind.FUNCTION_NO_PROTO:
            return None
        count = max(self._lib.clang_getNumArgTypes(function), 0)
        return [self._lib.clang_getArgType(function, number) for number in range(count)]

    def _parameter(self, one: Type, other: Type) -> bool:
        """Qualifiers of a parameter itself are its function's own business."""
        return self._unqualified(self._lib.clang_getCanonicalType(one), self._lib.clang_getCanonicalType(other))

    def _is_promoted(self, parameter: Type) -> bool:
        return self._integer(self._lib.clang_getCanonicalType(parameter)) not in _KEPT

    def _structures(self, one: Type, other: Type) -> bool:
        lib = self._lib
        if tag_of(lib.clang_getTypeDeclaration(one)) != tag_of(lib.clang_getTypeDeclaration(other)):
            return False
        one, other = self.defining(one), self.defining(other)
        key = (_identity(one), _identity(other))
        if key[0] == key[1] or key in self._assumed:
            return True
        if key not in self._known:
            before = len(self._assumed)
            self._assumed[key] = None
            if self._layouts(one, other):
                return True
            for rests_on_it in [*self._assumed][before:]:
                del self._assumed[rests_on_it]
            self._known[key] = False
        return self._known[key]

    def _layouts(self, one: Type, other: Type) -> bool:
        lib = self._lib
        size, other_size = lib.clang_Type_getSizeOf(one), lib.clang_Type_getSizeOf(other)
        if size < 0 or other_size < 0:
            return self._open_is_any or size == other_size  # one side does not know the members, and the tag is the same
        if size != other_size:
            return False
        if lib.clang_Type_getAlignOf(one) != lib.clang_Type_getAlignOf(other):
            return False
        first, second = fields(one), fields(other)
        return len(first) == len(second) and all(map(self._members, first, second))

    def _members(self, one: Cursor, other: Cursor) -> bool:
        lib = self._lib
        same_place = lib.clang_Cursor_getOffsetOfField(one) == lib.clang_Cursor_getOffsetOfField(other)
        same_width = _bit_width(one) == _bit_width(other)
        types = lib.clang_getCursorType(one), lib.clang_getCursorType(other)
        return same_place and same_width and _member_name(one) == _member_name(other) and self._compare(*types)


def tag_of_enumeration(type: Type) -> str:
    declaration = library().clang_getTypeDeclaration(type)
    return "" if "(" in spelling(declaration) or _is_untagged(declaration) else spelling(declaration)


def _bit_width(member: Cursor) -> int | None:
    return int(library().clang_getFieldDeclBitWidth(member)) if library().clang_Cursor_isBitField(member) else None


def _member_name(member: Cursor) -> str:
    name = spelling(member)
    return "" if "(" in name else name


def _identity(record: Type) -> int:
    declaration: Cursor = library().clang_getTypeDeclaration(record)
    return declaration.data0


def _records(cursor: Cursor) -> Iterator[Cursor]:
    """The structures that are declared at file level, in others too."""
    for child in children(cursor):
        if child.kind in _RECORDS:
            yield child
            yield from _records(child)
