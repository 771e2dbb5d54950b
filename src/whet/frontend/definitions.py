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
    TypeKind,
    UnaryKind,
    Visitor,
    canonical_type,
    children,
    library,
    spelling,
)
from whet.frontend.linking import is_external
from whet.frontend.unit import TranslationUnit
from whet.task.records import dataclass

_DEFINING = (CursorKind.FUNCTION_DECL, CursorKind.VAR_DECL)
_SOURCES = (".c", ".i")
_MEMBERS = (CursorKind.MEMBER_REF, CursorKind.MEMBER_REF_EXPR)
"""In an initialiser or ``offsetof``, and in an expression."""
_WRITING = (UnaryKind.POST_INC, UnaryKind.POST_DEC, UnaryKind.PRE_INC, UnaryKind.PRE_DEC, UnaryKind.ADDRESS)
_PARTS = (
    CursorKind.UNEXPOSED_EXPR,
    CursorKind.PAREN_EXPR,
    CursorKind.CSTYLE_CAST_EXPR,
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
            uses, members, writes = _named(cursor)
            name, is_function = spelling(cursor), cursor.kind == CursorKind.FUNCTION_DECL
            in_headers = frozenset(headers.get(name, ()))
            yield FileDefinition(name, is_external(cursor), uses, members, in_headers, is_function, writes)


def _named(definition: Cursor) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """What it uses, the members among that, and what it writes."""
    uses: set[str] = set()
    members: set[str] = set()
    writes: set[str] = set()

    def visit(cursor: Cursor, _parent: Cursor, _data: int) -> int:
        if cursor.kind == CursorKind.DECL_REF_EXPR:
            uses.add(spelling(cursor))
        elif cursor.kind in _MEMBERS:
            members.add(spelling(cursor))
        elif _is_writing(cursor):
            writes.add(_written(children(cursor)[0]))
        return RECURSE

    library().clang_visitChildren(definition, Visitor(visit), None)
    return frozenset(uses), frozenset(members), frozenset(writes - {""})


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
