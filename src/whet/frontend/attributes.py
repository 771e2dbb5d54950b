"""Attributes of gcc that make a function run where no call is written, or change what all of a program means.

They are not modelled, and a program that uses them must not be taken for one without.  libclang does not say which
attribute it sees, so the text decides; that of a macro counts as each of them, outside of headers, unless no such word
can come out of the macro (``macros``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from whet.cfa.source import SourceFile, Span
from whet.frontend.clang import Cursor, CursorKind, children
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.unit import HIDDEN_CALLS, TranslationUnit

_WORDS = re.compile(
    rb"(?P<order>scalar_storage_order)"
    rb"|(?P<section>\"\.(?:(?:preinit|init|fini)(?:_|\")|[cd]tors))"
)
_MEANINGS = {
    "order": "scalar_storage_order",
    "section": "section of functions that run outside of main",
}
_NAMES = ("cleanup", "constructor", "destructor")


def reject_hidden_calls(declaration: Cursor, unit: TranslationUnit) -> None:
    """Raise ``ConstructNotSupported`` if a declaration has such an attribute."""
    if not unit.may_hide_calls:
        return
    for child in children(declaration):
        if child.kind == CursorKind.FIRST_ATTRIBUTE:
            if unit.is_own_macro(child):
                if unit.may_be_made(HIDDEN_CALLS, child):
                    raise ConstructNotSupported("attribute made by a macro")
            elif name := next((name for name in _NAMES if name in unit.span(child).text), None):
                raise ConstructNotSupported(f"attribute {name}")


def words_with_a_meaning(file: SourceFile) -> Iterator[tuple[str, Span]]:
    """Where a file has a word that clang passes over and gcc does not: the order of bytes, and functions that are
    called because of the section that a pointer to them stands in."""
    for found in _WORDS.finditer(file.text):
        if found.lastgroup is not None:
            yield _MEANINGS[found.lastgroup], Span(file, found.start(), found.end())


__all__ = ["reject_hidden_calls", "words_with_a_meaning"]
