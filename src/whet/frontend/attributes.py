"""Attributes of gcc that make a function run where no call is written, or change what all of a program means.

They are not modelled, and a program that uses them must not be taken for one without.  libclang does not name most
attributes, but it prints a declaration with its attributes after preprocessing (``attributes_of``), so macros, pasted
words and continued lines make no difference.  Clang drops two kinds of attributes that gcc obeys: those it does not
know, and those of a declaration after the definition.  The warnings of a second parse list these (``_dropped``); it
is made only for files that may have such attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from whet.cfa.source import SourceFile, Span
from whet.frontend.clang import CONTINUE, RECURSE, Cursor, CursorKind, Visitor, library, printed_head
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.macros import unsplice
from whet.frontend.unit import LONGEST_USE, TranslationUnit

_WORDS = re.compile(
    rb"(?P<order>scalar_storage_order)"
    rb"|(?P<section>\"\.(?:(?:preinit|init|fini)(?:_|\")|[cd]tors))"
)
_MEANINGS = {"order": "scalar_storage_order", "section": "section of functions that run outside of main"}
_NAMES = frozenset({"cleanup", "constructor", "destructor"})
_MENTIONED = re.compile(rb"cleanup|constructor|destructor")
_MAY_RUN = re.compile(rb"cleanup|constructor|destructor|section")
_SECTION = re.compile(r"section\(\"\.(?:(?:preinit|init|fini)(?:_|\")|[cd]tors)")
_PRINTED = re.compile(r"(?:__attribute__\(\(|\[\[gnu::)_*([a-z]\w*?)_*\b")
_UNKNOWN = re.compile(r"unknown attribute '_*(\w+?)_*' ignored")
_UNKNOWN_MEANINGS = {"scalar_storage_order": "scalar_storage_order", "copy": "attribute copy"}
_COPIES = re.compile(rb"\b_*copy_*\s*\(")
_ATTRIBUTE = re.compile(rb"__attribute")
_TOO_LATE = "attribute declaration must precede definition"
_WORD = re.compile(rb"(?:(?:gnu|__gnu__)\s*::\s*)?_*([A-Za-z]\w*?)_*\b")
_NO_WARNINGS = re.compile(rb"-W\s*(?:(?:ignored|unknown)-)?attributes|-Weverything")


def attributes_of(declaration: Cursor) -> list[str]:
    """The names of the attributes that a declaration is written with, without underscores around them."""
    if not library().clang_Cursor_hasAttrs(declaration):
        return []
    return _PRINTED.findall(printed_head(declaration))


def reject_hidden_calls(declaration: Cursor) -> None:
    """Raise ``ConstructNotSupported`` if a declaration has such an attribute."""
    for name in attributes_of(declaration):
        if name in _NAMES:
            raise ConstructNotSupported(f"attribute {name}")


def hidden_calls(unit: TranslationUnit) -> Iterator[tuple[str, Span]]:
    """Attributes anywhere in a file that make functions run without a call."""
    declared = _with_attributes(unit) if unit.pastes or unit.mentions(_MAY_RUN) else []
    for cursor in declared:
        names = _NAMES.intersection(attributes_of(cursor)) if cursor.kind == CursorKind.FUNCTION_DECL else ()
        yield from ((f"attribute {name}", unit.span(cursor)) for name in names)
        if _SECTION.search(printed_head(cursor)):
            yield _MEANINGS["section"], unit.span(cursor)
    may_copy = unit.mentions(_COPIES) and unit.mentions(_ATTRIBUTE)
    if unit.pastes or may_copy or _is_declared_after_definition(declared):
        yield from _dropped(unit)


def _with_attributes(unit: TranslationUnit) -> list[Cursor]:
    """All functions and variables with attributes, also those in bodies of functions; gcc obeys ``constructor`` there."""
    found: list[Cursor] = []
    lib = library()

    def visit(cursor: Cursor, _parent: Cursor, _data: int) -> int:
        if cursor.kind in (CursorKind.FUNCTION_DECL, CursorKind.VAR_DECL) and lib.clang_Cursor_hasAttrs(cursor):
            found.append(cursor)
        return CONTINUE if cursor.kind >= CursorKind.FIRST_ATTRIBUTE else RECURSE

    lib.clang_visitChildren(unit.root, Visitor(visit), None)
    return found


def _is_declared_after_definition(declared: list[Cursor]) -> bool:
    """May one of these declarations of functions stand after the definition?"""
    lib = library()
    return any(
        each.kind == CursorKind.FUNCTION_DECL
        and not lib.clang_isCursorDefinition(each)
        and lib.clang_getCursorDefinition(each).data0
        for each in declared
    )


def _dropped(unit: TranslationUnit) -> Iterator[tuple[str, Span]]:
    """Attributes with a meaning that gcc obeys, and that clang warns of and forgets."""
    hiding = next((each for each in map(_hides_warnings, unit.own_files) if each is not None), None)
    if hiding is not None:
        yield "attributes that clang does not obey, with warnings turned off", hiding
    for message, span in unit.warnings:
        unknown = _UNKNOWN.search(message)
        if unknown is not None and unknown[1] in _UNKNOWN_MEANINGS:
            yield _UNKNOWN_MEANINGS[unknown[1]], span
        elif message == _TOO_LATE:
            yield from ((construct, span) for construct in _late_attribute(span, unit))


def _late_attribute(span: Span, unit: TranslationUnit) -> Iterator[str]:
    """What an attribute after the definition says, which begins a span."""
    use = unsplice(span.file.text[span.begin : span.begin + LONGEST_USE])
    word = _WORD.match(use)
    name = word[1].decode() if word else ""
    if name in _NAMES:
        yield f"attribute {name}"
    elif not name or unit.may_be_made(_MENTIONED, use):
        yield "attribute made by a macro"


def _hides_warnings(file: SourceFile) -> Span | None:
    found = _NO_WARNINGS.search(file.text)
    return None if found is None else Span(file, found.start(), found.end())


def words_with_a_meaning(file: SourceFile) -> Iterator[tuple[str, Span]]:
    """Where a file has a word that clang passes over and gcc does not: the order of bytes, and functions that are
    called because of the section that a pointer to them stands in."""
    for found in _WORDS.finditer(file.text):
        if found.lastgroup is not None:
            yield _MEANINGS[found.lastgroup], Span(file, found.start(), found.end())
