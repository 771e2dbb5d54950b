"""What a C file defines at file level, and which names each definition uses: enough to tell which files a function needs.

Uses are those of the syntax tree, so what only a macro or a declaration mentions is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.frontend.clang import RECURSE, Cursor, CursorKind, Visitor, children, library, spelling
from whet.frontend.linking import is_external
from whet.frontend.unit import TranslationUnit
from whet.task.records import dataclass

_DEFINING = (CursorKind.FUNCTION_DECL, CursorKind.VAR_DECL)
_SOURCES = (".c", ".i")
_MEMBERS = (CursorKind.MEMBER_REF, CursorKind.MEMBER_REF_EXPR)
"""In an initialiser or ``offsetof``, and in an expression."""


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
            uses, members = _named(cursor)
            name, is_function = spelling(cursor), cursor.kind == CursorKind.FUNCTION_DECL
            yield FileDefinition(name, is_external(cursor), uses, members, frozenset(headers.get(name, ())), is_function)


def _named(definition: Cursor) -> tuple[frozenset[str], frozenset[str]]:
    """What it uses, and the members among that."""
    uses: set[str] = set()
    members: set[str] = set()

    def visit(cursor: Cursor, _parent: Cursor, _data: int) -> int:
        if cursor.kind == CursorKind.DECL_REF_EXPR:
            uses.add(spelling(cursor))
        elif cursor.kind in _MEMBERS:
            members.add(spelling(cursor))
        return RECURSE

    library().clang_visitChildren(definition, Visitor(visit), None)
    return frozenset(uses), frozenset(members)
