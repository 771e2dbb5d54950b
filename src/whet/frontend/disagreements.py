"""Where clang reads a program otherwise than gcc 12, so that its tree is not that of the program; it is refused by name.

- A decimal constant of 2^63 or more without ``u`` is an ``__int128`` for gcc (for 32 bits, a ``long long`` that wraps around),
  and unsigned for clang.
- An attribute such as ``packed`` on a declaration of a structure before its definition counts for clang, and not for gcc.
  The visibility of its symbols, which ``#pragma GCC visibility`` sets, changes no meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from whet.cfa.source import Span
from whet.frontend.clang import Cursor, CursorKind, children, library, spelling
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.unit import TranslationUnit

_LARGE = re.compile(rb"(?<![\w.])[1-9][0-9]{18,}(?![0-9uU.eE])")
_HIDES_WARNINGS = re.compile(rb"-Weverything|-Wimplicitly-unsigned-literal")
_CONSTANT = "decimal constant of 2^63 or more without u, which is signed for gcc"
_UNSIGNED = "interpreting as unsigned"
_RECORDS = (CursorKind.STRUCT_DECL, CursorKind.UNION_DECL)


def disagreements(unit: TranslationUnit) -> Iterator[tuple[str, Span]]:
    """What clang reads otherwise, outside of the bodies of functions, and constants everywhere."""
    if unit.pastes or unit.mentions(_LARGE):
        for message, span in unit.warnings:
            if _UNSIGNED in message and span.file in unit.own_files:
                yield _CONSTANT, span
    if unit.mentions(_LARGE) and unit.mentions(_HIDES_WARNINGS):
        yield _CONSTANT, Span(unit.source, 0, 0)
    for cursor in _declared_with_attributes(unit.declarations()):
        yield _construct(cursor), unit.span(cursor)


def reject_attributes_before_definition(declaration: Cursor) -> None:
    """Raise ``ConstructNotSupported`` for a declaration in a function that has some."""
    for cursor in _declared_with_attributes([declaration]):
        raise ConstructNotSupported(_construct(cursor))


def _declared_with_attributes(declarations: Iterable[Cursor], defined: set[int] | None = None) -> Iterator[Cursor]:
    """Declarations of structures and unions, also as members, that have attributes and come before the definition.

    A declaration after the definition has its attributes, too.  ``defined`` are the definitions before."""
    lib, defined = library(), set() if defined is None else defined
    for cursor in declarations:
        if cursor.kind in _RECORDS:
            if lib.clang_isCursorDefinition(cursor):
                yield from _declared_with_attributes(children(cursor), defined)
                defined.add(cursor.data0)
            elif (
                lib.clang_Cursor_hasAttrs(cursor)
                and any(each.kind != CursorKind.VISIBILITY_ATTRIBUTE for each in children(cursor))
                and (definition := _definition(cursor)) is not None
                and definition not in defined
            ):
                yield cursor


def _definition(declaration: Cursor) -> int | None:
    found: int | None = library().clang_getCursorDefinition(declaration).data0
    return found


def _construct(declaration: Cursor) -> str:
    return f"attribute of '{spelling(declaration)}' before its definition"
