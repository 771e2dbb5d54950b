"""What a C file defines at file level, and which names each definition uses: enough to tell which files a function needs.

Uses are those of the syntax tree, so what only a macro or a declaration mentions is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.frontend.clang import (
    RECURSE,
    BinaryKind,
    Cursor,
    CursorKind,
    StorageClass,
    TypeKind,
    UnaryKind,
    Visitor,
    canonical_type,
    children,
    evaluate_integer,
    library,
    spelling,
)
from whet.frontend.linking import is_external
from whet.frontend.type_names import record_name
from whet.frontend.unit import TranslationUnit
from whet.task.records import dataclass

_DEFINING = (CursorKind.FUNCTION_DECL, CursorKind.VAR_DECL)
_SOURCES = (".c", ".i")
_MEMBERS = (CursorKind.MEMBER_REF, CursorKind.MEMBER_REF_EXPR)
"""In an initialiser or ``offsetof``, and in an expression."""
_COMPARISONS = range(BinaryKind.LT, BinaryKind.NE + 1)
_WRITING = (UnaryKind.POST_INC, UnaryKind.POST_DEC, UnaryKind.PRE_INC, UnaryKind.PRE_DEC, UnaryKind.ADDRESS)
_CONVERSIONS = (CursorKind.UNEXPOSED_EXPR, CursorKind.CSTYLE_CAST_EXPR)
"""Implicit conversions, and casts."""
_CASTS = (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR, CursorKind.CSTYLE_CAST_EXPR)
_PARTS = (
    *_CASTS,
    CursorKind.MEMBER_REF_EXPR,
    CursorKind.ARRAY_SUBSCRIPT_EXPR,
)


@dataclass(frozen=True, slots=True)
class FileDefinition:
    name: str
    is_external: bool
    """Do other files mean the same by this name?"""
    uses: frozenset[str]
    """Functions and variables, its own parameters and locals among them."""
    members: frozenset[str] = frozenset()
    """Members of structures and unions."""
    headers: frozenset[str] = frozenset()
    """Files other than C files that declare or define it."""
    is_function: bool = True
    writes: frozenset[str] = frozenset()
    """Variables that it assigns or takes the address of, its own among them."""
    sets: frozenset[str] = frozenset()
    """Members that it assigns or takes the address of, with their structures: ``struct ring.head``.  ``struct ring.*`` if it
    assigns a whole one, or converts a pointer to one to another type."""
    passes: frozenset[tuple[str, str]] = frozenset()
    """Structures that it passes pointers to, with what it calls."""
    compares: frozenset[tuple[str, int]] = frozenset()
    """Members with the constants that they are compared with or assigned."""
    relates: frozenset[tuple[str, str]] = frozenset()
    """Members that it compares with each other."""
    keeps: frozenset[str] = frozenset()
    """Structures that it stores a pointer to in a variable of the program, or a pointer to a member of anywhere in memory."""


def definitions(unit: TranslationUnit) -> Iterator[FileDefinition]:
    """The functions and variables that the file defines, headers of the system left out."""
    own = [each for each in children(unit.root) if each.kind in _DEFINING and not unit.is_in_system_header(each)]
    headers: dict[str, set[str]] = {}
    for cursor in own:
        place = unit.name_place(cursor)
        if place is not None and not place.file.endswith(_SOURCES):
            headers.setdefault(spelling(cursor), set()).add(place.file)
    for cursor in own:
        if library().clang_isCursorDefinition(cursor):
            named = _named(cursor)
            name, is_function = spelling(cursor), cursor.kind == CursorKind.FUNCTION_DECL
            in_headers = frozenset(headers.get(name, ()))
            yield FileDefinition(
                name,
                is_external(cursor),
                frozenset(named.uses),
                frozenset(named.members),
                in_headers,
                is_function,
                frozenset(named.writes - {""}),
                frozenset(named.sets),
                frozenset(named.passes),
                frozenset(named.compares),
                frozenset(named.relates),
                frozenset(named.keeps),
            )


class _Named:
    """What a definition mentions, as ``FileDefinition`` has it."""

    def __init__(self) -> None:
        self.uses: set[str] = set()
        self.members: set[str] = set()
        self.writes: set[str] = set()
        self.sets: set[str] = set()
        self.passes: set[tuple[str, str]] = set()
        self.compares: set[tuple[str, int]] = set()
        self.relates: set[tuple[str, str]] = set()
        self.keeps: set[str] = set()
        self.parts: dict[str, set[str]] = {}
        """Structures by the local variables that point to members of them."""

    def visit(self, cursor: Cursor) -> None:
        if cursor.kind == CursorKind.DECL_REF_EXPR:
            self.uses.add(spelling(cursor))
        elif cursor.kind in _MEMBERS:
            self.members.add(spelling(cursor))
        elif _is_writing(cursor):
            self.writes.add(_written(children(cursor)[0]))
            self.sets.update(_set_members(children(cursor)[0]))
        elif cursor.kind in _CONVERSIONS:
            self.sets.update(_lost(cursor))
        elif cursor.kind == CursorKind.CALL_EXPR:
            self.passes.update((record, spelling(cursor)) for each in children(cursor)[1:] if (record := _pointed(each)))
        if cursor.kind == CursorKind.VAR_DECL and (inner := children(cursor)):
            self.parts.setdefault(spelling(cursor), set()).update(self._part_of(inner[-1]))
        if cursor.kind == CursorKind.BINARY_OPERATOR:
            self._store(cursor)
            self.compares.update(_compared(cursor))
            self.relates.update(_related(cursor))

    def _store(self, operator: Cursor) -> None:
        if library().clang_getCursorBinaryOperatorKind(operator) != BinaryKind.ASSIGN:
            return
        place, value = children(operator)
        name = _written(place)
        is_static = bool(name) and _is_static(place)
        if name and not is_static:
            self.parts.setdefault(name, set()).update(self._part_of(value))
            return
        self.keeps.update(self._part_of(value))
        if is_static and (record := _pointed(_stripped(value))):
            self.keeps.add(record)

    def _part_of(self, value: Cursor) -> set[str]:
        """The structures that a pointer points to a member of."""
        value = _stripped(value)
        if value.kind == CursorKind.DECL_REF_EXPR:
            return self.parts.get(spelling(value), set())
        is_address = (
            value.kind == CursorKind.UNARY_OPERATOR and library().clang_getCursorUnaryOperatorKind(value) == UnaryKind.ADDRESS
        )
        if not is_address and canonical_type(value).kind not in TypeKind.ARRAYS:
            return set()
        place = children(value)[0] if is_address else value
        is_member = place.kind in _PARTS
        return {each.rpartition(".")[0] for each in _set_members(place)} if is_member else set()


def _is_static(place: Cursor) -> bool:
    """Does the variable that a place is a part of live as long as the program?"""
    while place.kind in _PARTS and (inner := children(place)):
        place = inner[0]
    declared: Cursor = library().clang_getCursorReferenced(place)
    is_at_file_level = library().clang_getCursorSemanticParent(declared).kind == CursorKind.TRANSLATION_UNIT
    return bool(is_at_file_level or library().clang_Cursor_getStorageClass(declared) == StorageClass.STATIC)


def _named(definition: Cursor) -> _Named:
    named = _Named()

    def visit(cursor: Cursor, _parent: Cursor, _data: int) -> int:
        named.visit(cursor)
        return RECURSE

    library().clang_visitChildren(definition, Visitor(visit), None)
    return named


def _is_writing(cursor: Cursor) -> bool:
    match cursor.kind:
        case CursorKind.BINARY_OPERATOR:
            return bool(library().clang_getCursorBinaryOperatorKind(cursor) == BinaryKind.ASSIGN)
        case CursorKind.UNARY_OPERATOR:
            return library().clang_getCursorUnaryOperatorKind(cursor) in _WRITING
        case kind:
            return kind == CursorKind.COMPOUND_ASSIGN_OPERATOR


def _written(place: Cursor) -> str:
    """The variable that a place is a part of; empty if it is behind a pointer."""
    is_part = False
    while place.kind in _PARTS and (inner := children(place)):
        is_part |= place.kind in (CursorKind.MEMBER_REF_EXPR, CursorKind.ARRAY_SUBSCRIPT_EXPR)
        place = inner[0]
    if place.kind != CursorKind.DECL_REF_EXPR or (is_part and canonical_type(place).kind == TypeKind.POINTER):
        return ""
    return spelling(place)


def _set_members(place: Cursor) -> Iterator[str]:
    """The members on the way to a place: ``p->at.x`` sets ``at`` and ``x``."""
    if whole := record_name(canonical_type(place)):
        yield f"{whole}.*"
    while place.kind in _PARTS and (inner := children(place)):
        if place.kind == CursorKind.MEMBER_REF_EXPR:
            of = canonical_type(inner[0])
            record = library().clang_getPointeeType(of) if of.kind == TypeKind.POINTER else of
            declared: Cursor = library().clang_getCursorReferenced(place)
            # The members of a union are one place, also where it has no name.
            is_shared = library().clang_getCursorSemanticParent(declared).kind == CursorKind.UNION_DECL
            yield f"{record_name(record)}.{'*' if is_shared else spelling(place)}"
        place = inner[0]


def _pointed(expression: Cursor) -> str:
    """The structure that it is a pointer to."""
    of = canonical_type(expression)
    return record_name(library().clang_getPointeeType(of)) if of.kind == TypeKind.POINTER else ""


def _lost(conversion: Cursor) -> Iterator[str]:
    """A pointer to a structure becomes something else, through which all members may be set."""
    for each in children(conversion)[-1:]:
        if (record := _pointed(each)) and _pointed(conversion) != record:
            yield f"{record}.*"


def _related(operator: Cursor) -> Iterator[tuple[str, str]]:
    if library().clang_getCursorBinaryOperatorKind(operator) in _COMPARISONS:
        sides = [_stripped(each) for each in children(operator)]
        names = [spelling(each) for each in sides if each.kind == CursorKind.MEMBER_REF_EXPR]
        if len(names) == 2 and names[0] != names[1]:
            yield names[0], names[1]


def _compared(operator: Cursor) -> Iterator[tuple[str, int]]:
    kind = library().clang_getCursorBinaryOperatorKind(operator)
    if kind in _COMPARISONS or kind == BinaryKind.ASSIGN:
        sides = children(operator)
        for side, other in zip(map(_stripped, sides), sides[::-1], strict=True):
            if side.kind == CursorKind.MEMBER_REF_EXPR and (constant := evaluate_integer(other)) is not None:
                yield spelling(side), constant


def _stripped(expression: Cursor) -> Cursor:
    while expression.kind in _CASTS and (inner := children(expression)):
        expression = inner[-1]
    return expression
