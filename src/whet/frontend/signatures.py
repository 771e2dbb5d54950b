"""What the functions of a C file are given: their parameters, and what the types of these are made of, as deep as wanted.

For whoever writes C that calls them (``whet.harness.entry_harness``).  Types are named as the program names them, so that the
names mean the same behind the text of the program.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from whet.cfa.source import Place
from whet.frontend.clang import (
    Cursor,
    CursorKind,
    StorageClass,
    Type,
    TypeKind,
    canonical_type,
    children,
    fields,
    library,
    spelling,
    type_name,
)
from whet.frontend.context import NO_PROMISE, Promise
from whet.frontend.counted import ContentUse, CountedUses, MemberUse, counted_uses
from whet.frontend.promises import read_promises
from whet.frontend.reach import ReachedLength
from whet.frontend.type_names import is_nameless, record_name, unqualified
from whet.frontend.unit import TranslationUnit
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number."""

    name: str
    """Of its type, without qualifiers: ``unsigned int``, ``float``."""


@dataclass(frozen=True, slots=True)
class Enumerated:
    """A number that is one of few."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pointed:
    """A pointer to an object."""

    type: str
    """Of the object, as C writes it; empty if it has no name."""
    target: TypeShape | None
    """None if it lies deeper than was asked for, or nobody knows its members."""
    is_restrict: bool
    count: int = 1
    """How many objects there are, if the declaration says so."""
    is_nonnull: bool = False
    """Is it a parameter that is declared so?"""
    record: str = ""
    """The structure or union that it points to, by the name that all declarations share; empty for anything else."""
    is_incomplete: bool = False
    """Does the file only declare that structure or union?"""


@dataclass(frozen=True, slots=True)
class CallbackParameter:
    type: str
    shape: TypeShape
    is_writable: bool
    """Is it a pointer to an object that is not constant?"""


@dataclass(frozen=True, slots=True)
class Callback:
    """A pointer to a function."""

    result: str
    parameters: tuple[CallbackParameter, ...]
    returns: TypeShape
    """With what it points to."""
    is_variadic: bool


@dataclass(frozen=True, slots=True)
class StreamShape:
    """A ``FILE *`` of the C library, whose members are nobody's business."""


@dataclass(frozen=True, slots=True)
class MemberShape:
    name: str
    """Empty for a member that is there through its members only."""
    shape: TypeShape
    is_const: bool
    counts: tuple[str, ...] = ()
    """The members that may count its elements, by how functions use both; the most likely first."""
    reach: ReachedLength | None = None
    """How many elements are used of what it points to, in terms of the other members."""
    end: str = ""
    """The member that points past the last element, by how functions step from one to the other."""


@dataclass(frozen=True, slots=True)
class RecordShape:
    members: tuple[MemberShape, ...]
    """Of a union the first alone: it decides about all."""
    may_misread: bool = False
    """Is it a union with a ``_Bool`` in it, which another member may give another byte than 0 and 1?"""
    hidden_pointers: tuple[str, ...] = ()
    """Of a union, the pointers in other members than the first: ``argument.text``."""


@dataclass(frozen=True, slots=True)
class Elements:
    count: int
    element: TypeShape


@dataclass(frozen=True, slots=True)
class Flexible:
    """Elements at the end of a structure, as many as there is room for."""

    element: TypeShape


@dataclass(frozen=True, slots=True)
class Opaque:
    """Nothing that C could say of it is wanted: ``void``, a vector, an array without length."""

    name: str


TypeShape: TypeAlias = Scalar | Enumerated | Pointed | Callback | StreamShape | RecordShape | Elements | Flexible | Opaque


@dataclass(frozen=True, slots=True)
class ParameterShape:
    name: str
    type: str
    shape: TypeShape
    is_nonnull: bool = False
    """Is it a pointer that no caller may give as null?"""
    counts: tuple[str, ...] = ()
    """The parameters that may count its elements, by how functions use both; the most likely first."""
    is_terminated: bool = False
    """Is it followed up to a null character, or to another element that is zero?"""
    is_string: bool = False
    """Is it only read, and so?"""
    is_single: bool = False
    """Is it only read and written as ``*p``?"""
    is_output: bool = False
    """Are its elements written, and not read?"""
    is_moved: bool = False
    """Is it indexed, or added to?"""
    end: str = ""
    """The parameter that points past the last element, by how the function steps from one to the other."""
    reach: ReachedLength | None = None
    """How many elements its indices reach, in terms of the other parameters."""
    objects: int = 1
    """How many there are at least, if all indices are constants."""
    indices_of: tuple[str, ...] = ()
    """The parameters that its elements are indices of, by how the function uses them."""
    enclosing: Pointed | None = None
    """The object that it is the first member of: the function casts it to a pointer to that."""

    @property
    def record(self) -> str:
        """The structure that it points to; empty if it points to anything else."""
        return self.shape.record if isinstance(self.shape, Pointed) else ""

    @property
    def handle(self) -> str:
        """The structure behind the one pointer that it points to: ``struct list **head``."""
        target = self.shape.target if isinstance(self.shape, Pointed) and self.is_single else None
        return target.record if isinstance(target, Pointed) and not self.counts else ""


@dataclass(frozen=True, slots=True)
class Signature:
    """A function that the file defines."""

    name: str
    result: str
    parameters: tuple[ParameterShape, ...]
    is_variadic: bool
    place: Place | None
    result_record: str = ""
    """The structure that the result points to, as ``Pointed.record`` names it."""
    records: tuple[RecordDefinition, ...] = ()
    """Of the structures that its file only declares, and its parameters point to."""
    variables: tuple[SetVariable, ...] = ()
    """Those that it uses and that functions set which it does not call."""
    macros: tuple[str, ...] = ()
    """Members that the parameters lead to and that have the name of a macro."""
    returns_pointers: bool = False
    """Is its result a pointer, or a structure?"""
    contents: tuple[ContentUse, ...] = ()
    """Numbers in the objects that it is given, which it or its callees use as indices or as their bounds."""

    @property
    def initialised_variables(self) -> tuple[SetVariable, ...]:
        """Those of the variables that have an initial value: one that no file defines has none."""
        return tuple(each for each in self.variables if not each.is_external)


ANOTHER_FILE = "another file"


@dataclass(frozen=True, slots=True)
class SetVariable:
    """A variable of the program, and the functions that set it; ``ANOTHER_FILE`` if no file defines it."""

    name: str
    shape: TypeShape
    setters: tuple[str, ...] = ()
    is_defined: bool = True
    """And not only declared?"""

    @property
    def is_external(self) -> bool:
        return self.setters == (ANOTHER_FILE,)


@dataclass(frozen=True, slots=True)
class RecordDefinition:
    """A structure or union, in a file that defines it."""

    record: str
    file: str
    shape: TypeShape
    macros: tuple[str, ...] = ()
    """Members that have the name of a macro."""


def signatures(unit: TranslationUnit, *, depth: int = 2) -> Iterator[Signature]:
    """The functions with a body, those in headers of the system left out, in their order; ``depth`` counts pointers."""
    return (each for each in signatures_and_variables(unit, depth=depth) if isinstance(each, Signature))


def signatures_and_variables(unit: TranslationUnit, *, depth: int) -> Iterator[Signature | SetVariable]:
    """With the variables that are not constant and whose type is complete; their ``setters`` are not known yet."""
    lib, promises, shapes = library(), read_promises(unit), _Shapes(counted_uses(unit))
    for cursor in children(unit.root):
        if unit.is_in_system_header(cursor):
            continue
        type: Type = lib.clang_getCursorType(cursor)
        if cursor.kind == CursorKind.FUNCTION_DECL and lib.clang_isCursorDefinition(cursor):
            yield shapes.signature(unit, cursor, depth, promises.get(spelling(cursor), NO_PROMISE))
        elif cursor.kind == CursorKind.VAR_DECL and not lib.clang_isConstQualifiedType(type):
            is_extern = lib.clang_Cursor_getStorageClass(cursor) == StorageClass.EXTERN
            is_defined = not is_extern or bool(lib.clang_isCursorDefinition(cursor))
            if is_defined or lib.clang_Type_getSizeOf(type) > 0:
                yield SetVariable(spelling(cursor), shapes.shape(type, depth), is_defined=is_defined)


def _has_variable_rows(type: Type) -> bool:
    """Does it point to arrays whose length is a parameter: ``int m[rows][columns]``?"""
    lib = library()
    if type.kind in TypeKind.ARRAYS:
        element: Type = lib.clang_getArrayElementType(type)
    else:
        element = lib.clang_getPointeeType(type)
    return bool(element.kind == TypeKind.VARIABLE_ARRAY)


def defined_records(unit: TranslationUnit) -> Iterator[tuple[str, str]]:
    """The structures and unions that the file or its headers define, and where; headers of the system are left out."""
    for cursor, name in _records(unit):
        yield name, str(unit.name_place(cursor))


def record_definitions(unit: TranslationUnit, file: str, names: Container[str], *, depth: int) -> Iterator[RecordDefinition]:
    shapes = _Shapes(counted_uses(unit))
    for cursor, name in _records(unit):
        if name in names:
            shape = shapes.shape(library().clang_getCursorType(cursor), depth)
            yield RecordDefinition(name, file, shape, _macros(unit, [shape]))


def _records(unit: TranslationUnit) -> Iterator[tuple[Cursor, str]]:
    for cursor in children(unit.root):
        is_record = cursor.kind in (CursorKind.STRUCT_DECL, CursorKind.UNION_DECL)
        if is_record and library().clang_isCursorDefinition(cursor) and not unit.is_in_system_header(cursor):
            name = record_name(library().clang_getCursorType(cursor))
            yield from [(cursor, name)] if name else []


def _macros(unit: TranslationUnit, shapes: Iterable[TypeShape]) -> tuple[str, ...]:
    return tuple(sorted({name for each in shapes for name in _member_names(each) if unit.has_macro(name)}))


def _member_names(shape: TypeShape | None) -> Iterator[str]:
    match shape:
        case Pointed(target=target):
            yield from _member_names(target)
        case RecordShape(members=members):
            for member in members:
                yield from [member.name] if member.name else []
                yield from _member_names(member.shape)
        case Elements(element=element) | Flexible(element=element):
            yield from _member_names(element)
        case _:
            pass


def incomplete_records(shape: TypeShape) -> Iterator[str]:
    """The structures that it points to and that are only declared."""
    match shape:
        case Pointed(target=None, record=record, is_incomplete=is_incomplete):
            yield from [record] if is_incomplete and record else []
        case Pointed(target=target) if target is not None:
            yield from incomplete_records(target)
        case RecordShape(members=members):
            for member in members:
                yield from incomplete_records(member.shape)
        case Elements(element=element) | Flexible(element=element):
            yield from incomplete_records(element)
        case _:
            pass


@dataclass(frozen=True, slots=True)
class _Shapes:
    """Of the types of a file, with what its functions show about them."""

    uses: CountedUses
    is_of_callback: bool = False
    """Are they types of what a callback is called with, or returns?  Other callbacks in them are not looked at."""

    def signature(self, unit: TranslationUnit, cursor: Cursor, depth: int, promise: Promise) -> Signature:
        lib = library()
        declared: Type = lib.clang_getCursorType(cursor)
        result: Type = lib.clang_getResultType(declared)
        parameters = [each for each in children(cursor) if each.kind == CursorKind.PARM_DECL]
        shapes = [self._parameter(number, each, depth) for number, each in enumerate(parameters, 1)]
        used = [self._with_uses(spelling(cursor), each, depth) for each in shapes]
        return Signature(
            spelling(cursor),
            type_name(result),
            tuple(_nonnull(each) if number in promise.not_null else each for number, each in enumerate(used)),
            bool(lib.clang_isFunctionTypeVariadic(declared)),
            unit.name_place(cursor),
            record_name(lib.clang_getPointeeType(lib.clang_getCanonicalType(result))),
            macros=_macros(unit, (shape for each in used for shape in (each.shape, each.enclosing) if shape is not None)),
            returns_pointers=lib.clang_getCanonicalType(result).kind in (TypeKind.POINTER, TypeKind.RECORD),
            contents=self.uses.contents.get(spelling(cursor), ()),
        )

    def _with_uses(self, function: str, parameter: ParameterShape, depth: int) -> ParameterShape:
        use = self.uses.parameters.get(function, {}).get(parameter.name)
        if use is None:
            return parameter
        is_string = use.is_terminated and parameter.type.startswith("const ")
        counts = () if is_string else use.counts
        found = replace(
            parameter,
            counts=counts,
            is_terminated=use.is_terminated,
            is_string=is_string,
            is_single=use.is_single,
            is_output=use.is_output,
            is_moved=use.is_moved,
            end=use.end,
            reach=use.reach,
            indices_of=use.indices_of,
        )
        shape = parameter.shape
        if not isinstance(shape, Pointed) or shape.count > 1:
            return found
        if use.objects == _ALL_BYTES or (not use.is_terminated and shape.type != "char"):
            found = replace(found, objects=use.objects, counts=() if use.objects > 1 else counts)
        for type in use.casts:
            if _begins_with(type, shape.type) or (shape.type == "void" and not counts):
                return replace(found, enclosing=self._pointed(type, depth, is_restrict=False))
        return found

    def _parameter(self, number: int, cursor: Cursor, depth: int) -> ParameterShape:
        """Arrays and functions have become pointers."""
        lib = library()
        name = spelling(cursor) or f"unnamed{number}"
        declared: Type = lib.clang_getCursorType(cursor)
        canonical: Type = lib.clang_getCanonicalType(declared)
        if _ARGUMENT_LIST in type_name(canonical):
            return ParameterShape(name, "__builtin_va_list", Opaque("va_list"))
        if _has_variable_rows(canonical):
            return ParameterShape(name, "void *", Pointed("", None, is_restrict=False))
        if canonical.kind not in TypeKind.ARRAYS:
            return ParameterShape(name, unqualified(type_name(declared)), self.shape(declared, depth))
        element: Type = lib.clang_getArrayElementType(canonical)
        count = lib.clang_getArraySize(canonical) if canonical.kind == TypeKind.CONSTANT_ARRAY else 1
        shape = replace(self._pointed(element, depth, is_restrict=False), count=max(1, count))
        return ParameterShape(name, f"__typeof__({type_name(element)}) *", shape)

    def shape(self, type: Type, depth: int) -> TypeShape:
        lib = library()
        canonical: Type = lib.clang_getCanonicalType(type)
        match canonical.kind:
            case kind if kind in TypeKind.INTEGERS:
                return Scalar(TypeKind.INTEGERS[kind])
            case TypeKind.FLOAT | TypeKind.DOUBLE | TypeKind.LONG_DOUBLE:
                return Scalar(unqualified(type_name(canonical)))
            case TypeKind.ENUM:
                return _enumerated(canonical)
            case TypeKind.POINTER:
                return self._pointer(type, canonical, depth)
            case TypeKind.RECORD:
                may_misread = _is_union(canonical) and _has_truth_value(canonical)
                return RecordShape(tuple(self._members(canonical, depth)), may_misread, tuple(_hidden_pointers(canonical)))
            case TypeKind.CONSTANT_ARRAY:
                element = self.shape(lib.clang_getArrayElementType(canonical), depth)
                return Elements(lib.clang_getArraySize(canonical), element)
            case _:
                return Opaque(type_name(canonical))

    def _pointer(self, type: Type, canonical: Type, depth: int) -> TypeShape:
        lib = library()
        target: Type = lib.clang_getPointeeType(canonical)
        if target.kind in (TypeKind.FUNCTION_PROTO, TypeKind.FUNCTION_NO_PROTO):
            count = max(0, lib.clang_getNumArgTypes(target))
            parameters = tuple(self._called_with(lib.clang_getArgType(target, number)) for number in range(count))
            result: Type = lib.clang_getResultType(target)
            returned = replace(self, is_of_callback=True).shape(result, 0 if self.is_of_callback else 1)
            return Callback(type_name(result), parameters, returned, bool(lib.clang_isFunctionTypeVariadic(target)))
        if unqualified(type_name(lib.clang_getCanonicalType(target))) == _STREAM:
            return StreamShape()
        return self._pointed(target, depth, is_restrict="restrict" in type_name(type))

    def _called_with(self, type: Type) -> CallbackParameter:
        canonical: Type = library().clang_getCanonicalType(type)
        target: Type = library().clang_getPointeeType(canonical)
        is_pointer = canonical.kind == TypeKind.POINTER
        is_writable = is_pointer and not library().clang_isConstQualifiedType(library().clang_getCanonicalType(target))
        is_function = is_pointer and target.kind in (TypeKind.FUNCTION_PROTO, TypeKind.FUNCTION_NO_PROTO)
        if is_function or self.is_of_callback:
            return CallbackParameter(type_name(type), Opaque(type_name(type)), is_writable=False)
        return CallbackParameter(type_name(type), replace(self, is_of_callback=True).shape(type, 1), bool(is_writable))

    def _pointed(self, target: Type, depth: int, *, is_restrict: bool) -> Pointed:
        name = unqualified(type_name(target))
        known = depth > 0 and not _is_incomplete(target) and name != _ARGUMENT_LIST
        shape = self.shape(target, depth - 1) if known else None
        return Pointed(
            "" if is_nameless(name) else name,
            shape,
            is_restrict,
            record=record_name(target),
            is_incomplete=_is_incomplete(target),
        )

    def _members(self, record: Type, depth: int) -> Iterator[MemberShape]:
        lib = library()
        is_union = _is_union(record)
        uses = self.uses.members.get(lib.clang_getTypeDeclaration(record).data0, {})
        for cursor in fields(record):
            type: Type = lib.clang_getCursorType(cursor)
            name = spelling(cursor)
            is_padding = lib.clang_getFieldDeclBitWidth(cursor) >= 0 and not name
            if not is_padding:
                shape = self._flexible(type, depth) or self.shape(type, depth)
                is_const = bool(lib.clang_isConstQualifiedType(type))
                use = uses.get(name, MemberUse())
                yield MemberShape("" if is_nameless(name) else name, shape, is_const, use.counts, use.reach, use.end)
                if is_union:
                    return

    def _flexible(self, type: Type, depth: int) -> Flexible | None:
        """Of a member ``data[]``, or ``data[0]`` as it was written before C99."""
        lib = library()
        canonical: Type = lib.clang_getCanonicalType(type)
        is_empty = canonical.kind == TypeKind.CONSTANT_ARRAY and lib.clang_getArraySize(canonical) == 0
        if canonical.kind != TypeKind.INCOMPLETE_ARRAY and not is_empty:
            return None
        return Flexible(self.shape(lib.clang_getArrayElementType(canonical), depth))


def _nonnull(parameter: ParameterShape) -> ParameterShape:
    shape = parameter.shape
    return replace(parameter, is_nonnull=True, shape=replace(shape, is_nonnull=True) if isinstance(shape, Pointed) else shape)


def _enumerated(canonical: Type) -> TypeShape:
    lib = library()
    declaration: Cursor = lib.clang_getTypeDeclaration(canonical)
    constants = [each for each in children(declaration) if each.kind == CursorKind.ENUM_CONSTANT_DECL]
    values = tuple(dict.fromkeys(int(lib.clang_getEnumConstantDeclValue(each)) for each in constants))
    underlying: Type = lib.clang_getEnumDeclIntegerType(declaration)
    name = TypeKind.INTEGERS.get(lib.clang_getCanonicalType(underlying).kind, "unsigned int")
    return Enumerated(name, values) if values else Scalar(name)


def _begins_with(record: Type, name: str) -> bool:
    """Is the first member of a structure of the type with this name, or does that begin with one?"""
    members = fields(record) if not _is_union(record) else []
    if not members:
        return False
    declared: Type = library().clang_getCursorType(members[0])
    canonical: Type = library().clang_getCanonicalType(declared)
    if canonical.kind != TypeKind.RECORD:
        return False
    return name in (unqualified(type_name(declared)), unqualified(type_name(canonical))) or _begins_with(canonical, name)


def _is_incomplete(type: Type) -> bool:
    canonical: Type = library().clang_getCanonicalType(type)
    return canonical.kind == TypeKind.RECORD and library().clang_Type_getSizeOf(canonical) < 0


def _hidden_pointers(record: Type) -> Iterator[str]:
    for each in fields(record)[1:] if _is_union(record) else []:
        yield from _pointers_in(each)


def _pointers_in(member: Cursor) -> Iterator[str]:
    name, type = spelling(member), canonical_type(member)
    if type.kind == TypeKind.POINTER:
        yield name
    elif type.kind == TypeKind.RECORD:
        before = "" if not name or is_nameless(name) else f"{name}."
        yield from (f"{before}{inner}" for each in fields(type) for inner in _pointers_in(each))


def _is_union(record: Type) -> bool:
    return bool(library().clang_getTypeDeclaration(record).kind == CursorKind.UNION_DECL)


def _has_truth_value(type: Type) -> bool:
    canonical: Type = library().clang_getCanonicalType(type)
    if canonical.kind == TypeKind.RECORD:
        return any(_has_truth_value(library().clang_getCursorType(cursor)) for cursor in fields(canonical))
    if canonical.kind in TypeKind.ARRAYS:
        return _has_truth_value(library().clang_getArrayElementType(canonical))
    return TypeKind.INTEGERS.get(canonical.kind) == "_Bool"


_ALL_BYTES = 256
"""Elements of a table that a byte is an index of."""
_STREAM = "struct _IO_FILE"
_ARGUMENT_LIST = "struct __va_list_tag"
"""What the compiler calls a list of arguments; the program has no name for it."""
