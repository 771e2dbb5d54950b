"""clang's types as ``whet.cfa.types``.

Structures are made as shells (size and alignment only) where they are pointed to and filled in where an object of the
type is used, so a driver that mentions thousands of kernel structures pays for those it touches.  A structure that several
units declare in the same way is one type.  A unit shares at most one of its structures with each one of the others, so that two
types of a unit never become one.
"""

from __future__ import annotations

from dataclasses import field

from whet.cfa.types import VOID, ArrayType, CType, Field, FloatType, FunctionType, IntType, MachineModel, PointerType, StructType
from whet.frontend.clang import Cursor, CursorKind, Linkage, Type, TypeKind, canonical_type, fields, library, spelling, type_name
from whet.frontend.compatible import Compatibility, Tag, tag_of
from whet.frontend.errors import ConstructNotSupported
from whet.task.dialect import CompilerDialect
from whet.task.records import dataclass

_NAMED_UNSUPPORTED = {
    TypeKind.COMPLEX: "complex number type",
    TypeKind.VECTOR: "vector type",
    TypeKind.EXT_VECTOR: "vector type",
    30: "__float128 type",
    31: "half-precision floating type",
    32: "half-precision floating type",
    39: "half-precision floating type",
    102: "block type",
}

ANONYMOUS = "anonymous"
"""How the tags begin of structures without one."""


@dataclass(slots=True)
class _Shared:
    """A structure, one of its declarations, and who has it already."""

    struct: StructType
    record: Type
    readers: list[TypeReader] = field(default_factory=list)


class Structures:
    """Makes the structures of a program; with ``compatibility`` of one that has several units."""

    def __init__(self, compatibility: Compatibility | None = None) -> None:
        self._compatibility = compatibility
        self._lib = library()
        self._tags: dict[str, int] = {}
        self._shared: dict[Tag, list[_Shared]] = {}

    def of(self, record: Type, declaration: Cursor, reader: TypeReader) -> StructType:
        """The structure that a declaration of one unit means."""
        if self._compatibility is None or self._lib.clang_getCursorLinkage(declaration) != Linkage.EXTERNAL:
            return self._made(record, declaration)
        record = canonical_type(declaration)  # without qualifiers
        known = self._shared.setdefault(tag_of(declaration), [])
        found = self._found(known, self._compatibility, record, reader)
        if found is None:
            found = _Shared(self._made(self._compatibility.defining(record), declaration), record)
            known.append(found)
        found.readers.append(reader)
        return found.struct

    def _found(self, known: list[_Shared], compatibility: Compatibility, record: Type, reader: TypeReader) -> _Shared | None:
        """Of several without a tag, the one that stands at the same place is meant."""
        name = type_name(record)
        for each in sorted(known, key=lambda each: type_name(each.record) != name):
            if reader not in each.readers and compatibility.are(record, each.record):
                return each
        return None

    def _made(self, record: Type, declaration: Cursor) -> StructType:
        made = StructType(self._tag(declaration), declaration.kind == CursorKind.UNION_DECL)
        made.size = max(self._lib.clang_Type_getSizeOf(record), 0)
        made.align = max(self._lib.clang_Type_getAlignOf(record), 1)
        return made

    def _tag(self, declaration: Cursor) -> str:
        """The tag, made unique: C allows the same tag in different scopes and none at all."""
        name = "" if self._lib.clang_Cursor_isAnonymous(declaration) else spelling(declaration)
        name = name if name.isidentifier() else ANONYMOUS
        self._tags[name] = count = self._tags.get(name, 0) + 1
        return name if count == 1 and name != ANONYMOUS else f"{name}__{count}"


class TypeReader:
    """Translates types of one translation unit, each once."""

    def __init__(self, machine: MachineModel, structures: Structures | None = None) -> None:
        self.machine = machine
        self._all_structures = structures or Structures()
        self._lib = library()
        self._known: dict[int, CType] = {}
        self._structs: dict[int, StructType] = {}
        self._records: dict[StructType, Type] = {}
        self._members: dict[int, Field] = {}
        self._variable_lengths: dict[int, int] = {}
        self.refused_floats: str | None = None
        """Why floating-point numbers cannot be modelled, if that is so."""
        self.dialect = CompilerDialect()

    def of(self, cursor: Cursor) -> CType:
        """The type of an expression or declaration; its structure, if it is one, is complete."""
        return self.read(self._lib.clang_getCursorType(cursor))

    def read(self, clang_type: Type) -> CType:
        known = self._known.get(clang_type.data0)
        if known is None:
            known = self._translate(clang_type)
            self._known[clang_type.data0] = known
        if type(known) is StructType and not known.is_complete:
            self.complete(known)
        return known

    def _shell(self, clang_type: Type) -> CType:
        """Like ``read``, but a structure may stay a shell."""
        known = self._known.get(clang_type.data0)
        if known is None:
            known = self._translate(clang_type)
            self._known[clang_type.data0] = known
        return known

    def _translate(self, clang_type: Type) -> CType:
        canonical: Type = self._lib.clang_getCanonicalType(clang_type)
        kind = canonical.kind
        if kind in TypeKind.INTEGERS:
            return self.machine.integer(TypeKind.INTEGERS[kind])
        match kind:
            case TypeKind.VOID:
                return VOID
            case TypeKind.POINTER:
                return self.machine.pointer(self._shell(self._lib.clang_getPointeeType(canonical)))
            case TypeKind.RECORD:
                declaration: Cursor = self._lib.clang_getTypeDeclaration(canonical)
                known = self._structs.get(declaration.data0)
                if known is None:
                    known = self._all_structures.of(canonical, declaration, self)
                    self._bind(canonical, known)
                return known
            case TypeKind.ENUM:
                underlying = self._lib.clang_getEnumDeclIntegerType(self._lib.clang_getTypeDeclaration(canonical))
                if underlying.kind == TypeKind.INVALID:
                    return self.machine.integer("unsigned int")
                return self.read(underlying)
            case TypeKind.CONSTANT_ARRAY | TypeKind.INCOMPLETE_ARRAY | TypeKind.VARIABLE_ARRAY:
                return self._array(canonical)
            case TypeKind.FUNCTION_PROTO | TypeKind.FUNCTION_NO_PROTO:
                return self._function(canonical)
            case TypeKind.ATOMIC:
                return self._shell(self._lib.clang_Type_getValueType(canonical))
            case _:
                return self._floating(canonical)

    def _floating(self, canonical: Type) -> FloatType:
        if self.refused_floats is not None:
            raise ConstructNotSupported(self.refused_floats)
        match canonical.kind:
            case TypeKind.FLOAT:
                return self.machine.float
            case TypeKind.DOUBLE:
                return self.machine.double
            case TypeKind.LONG_DOUBLE:
                if (option := self.dialect.other_long_double) is not None:
                    raise ConstructNotSupported(f"long double with {option}")
                return self.machine.long_double
            case kind:
                name = type_name(canonical)
                raise ConstructNotSupported(_NAMED_UNSUPPORTED.get(kind, f"type '{name}'"))

    def _array(self, canonical: Type) -> ArrayType:
        element = self.read(self._lib.clang_getArrayElementType(canonical))
        match canonical.kind:
            case TypeKind.CONSTANT_ARRAY:
                return ArrayType(element, self._lib.clang_getArraySize(canonical))
            case TypeKind.VARIABLE_ARRAY:
                known = self._variable_lengths
                return ArrayType(element, None, known.setdefault(canonical.data0, len(known) + 1))
            case _:
                return ArrayType(element, None)

    def _function(self, canonical: Type) -> FunctionType:
        lib = self._lib
        count = max(lib.clang_getNumArgTypes(canonical), 0)
        parameters = tuple(self._adjusted(lib.clang_getArgType(canonical, number)) for number in range(count))
        unprototyped = canonical.kind == TypeKind.FUNCTION_NO_PROTO
        variadic = unprototyped or bool(lib.clang_isFunctionTypeVariadic(canonical))
        return FunctionType(self._shell(lib.clang_getResultType(canonical)), parameters, variadic)

    def is_volatile(self, cursor: Cursor) -> bool:
        """Is a variable volatile, or an array of volatile elements?"""
        canonical = canonical_type(cursor)
        return bool(self._lib.clang_isVolatileQualifiedType(canonical))

    def is_const(self, cursor: Cursor) -> bool:
        """Is a variable constant, or an array of constant elements?"""
        canonical = canonical_type(cursor)
        return bool(self._lib.clang_isConstQualifiedType(canonical))

    def is_restrict(self, cursor: Cursor) -> bool:
        """Is a parameter a pointer to an object that nothing else points to, if it is written through it (C11 6.7.3.1)?"""
        canonical = canonical_type(cursor)
        return bool(self._lib.clang_isRestrictQualifiedType(canonical))

    def of_value(self, cursor: Cursor) -> CType:
        """The type of a parameter, or of the value of an expression that may be one."""
        adjusted = self._adjusted(self._lib.clang_getCursorType(cursor))
        if isinstance(adjusted, StructType) and not adjusted.is_complete:
            self.complete(adjusted)
        return adjusted

    def _adjusted(self, clang_type: Type) -> CType:
        """A parameter's type: libclang shows the array or function it was written as (C11 6.7.6.3)."""
        written = self._shell(clang_type)
        match written:
            case ArrayType(element=element):
                return self.machine.pointer(element)
            case FunctionType():
                return self.machine.pointer(written)
            case _:
                return written

    def _bind(self, canonical: Type, struct: StructType) -> None:
        declaration: Cursor = self._lib.clang_getTypeDeclaration(canonical)
        self._structs[declaration.data0] = struct
        self._records[struct] = canonical

    def complete(self, struct: StructType) -> None:
        """Fill in the members of a structure, unless C leaves it incomplete."""
        record = self._records[struct]
        if self._lib.clang_Type_getSizeOf(record) < 0:
            return
        members = tuple(self._member(cursor) for cursor in fields(record))
        struct.complete(size=struct.size, align=struct.align, fields=members)

    def adopt(self, own: StructType, other: StructType) -> None:
        """Let a structure of this unit be that of another one, if both have the same members."""
        if not own.is_complete:
            self.complete(own)
        if other.is_complete and (own.is_union, own.size, own.fields) == (other.is_union, other.size, other.fields):
            record = self._records[own]
            self._bind(record, other)
            self._learn(record, other)
            self._known.clear()

    def _member(self, cursor: Cursor) -> Field:
        is_bit_field = bool(self._lib.clang_Cursor_isBitField(cursor))
        name = spelling(cursor)
        member = Field(
            name=spelling(cursor) if not (not name or "(" in name) else "",
            type=self.of(cursor),
            bit_offset=self._lib.clang_Cursor_getOffsetOfField(cursor),
            bit_width=self._lib.clang_getFieldDeclBitWidth(cursor) if is_bit_field else None,
            is_const=self.is_const(cursor),
        )
        if is_bit_field and self.dialect.has_unsigned_bit_fields and isinstance(member.type, IntType) and member.type.signed:
            raise ConstructNotSupported(f"bit-field {name} with -funsigned-bitfields")
        self._members[cursor.data0] = member
        return member

    def _learn(self, record: Type, struct: StructType) -> None:
        """The members of a structure that another unit made: the same ones, in the same order."""
        for cursor, member in zip(fields(record), struct.fields, strict=False):
            self._members[cursor.data0] = member
            inner, inner_type = member.type, canonical_type(cursor)
            while isinstance(inner, ArrayType):
                inner, inner_type = inner.element, self._lib.clang_getArrayElementType(inner_type)
            if isinstance(inner, StructType):
                inner_type = self._lib.clang_getCanonicalType(inner_type)
                self._bind(inner_type, inner)
                self._learn(inner_type, inner)

    def member_path(self, struct: StructType, declaration: Cursor) -> tuple[Field, ...]:
        """The members to go through to reach a declared member: more than one inside unnamed structures."""
        if declaration.data0 not in self._members and struct.is_complete and struct in self._records:
            self._learn(self._records[struct], struct)
        member = self._members.get(declaration.data0)
        path = self._path_to(struct, member) if member is not None else None
        if path is None:
            raise ConstructNotSupported(f"member '{spelling(declaration)}' of {struct}")
        return path

    def _path_to(self, struct: StructType, member: Field) -> tuple[Field, ...] | None:
        for candidate in struct.fields:
            if candidate is member:
                return (member,)
            if candidate.name == "" and isinstance(candidate.type, StructType):
                below = self._path_to(candidate.type, member)
                if below is not None:
                    return (candidate, *below)
        return None


def require_size(ctype: CType) -> int:
    """The size of an object of this type, which must be known at compile time."""
    match ctype:
        case ArrayType(count=None):
            raise ConstructNotSupported("arithmetic on a pointer to an array of unknown length")
        case ArrayType(element=element, count=int(count)):
            return require_size(element) * count
        case StructType(is_complete=False) if ctype.size == 0:
            raise ConstructNotSupported(f"arithmetic on a pointer to the incomplete type {ctype}")
        case _:
            return ctype.size


def array_types(ctype: CType) -> list[ArrayType]:
    """The array types a type consists of or points to, outermost first."""
    found = []
    while isinstance(ctype, (ArrayType, PointerType)):
        if isinstance(ctype, ArrayType):
            found.append(ctype)
        ctype = ctype.element if isinstance(ctype, ArrayType) else ctype.target
    return found
