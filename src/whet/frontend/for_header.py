"""Which parts of a ``for`` statement are present.

libclang lists the children of a ``for`` without telling which of the three optional parts they are, so the header is looked up
where it was written, in the definition of a macro if it comes from one.  libclang does not say in which, so all count that may
be meant, and they have to agree.  A part of which something is written there is one of the children; if these are not as many,
a macro expands to nothing, and what it was given is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from whet.frontend.clang import CursorKind
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.tree import Tree
from whet.frontend.unit import TranslationUnit
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class ForParts:
    first: Tree | None
    condition: Tree | None
    step: Tree | None
    body: Tree


_SEMICOLONS = 2
_WORD = re.compile(rb"\bfor\b")
_BEGIN = re.compile(rb"for(?:\s|\\\r?\n)*\(")
_PASTED = re.compile(rb"##|%:%:|\?\?=")
_SKIPPED = re.compile(
    rb"""//(?:(?:\\|\?\?/)[ \t]*\r?\n|[^\n])*|/\*.*?\*/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|^[ \t]*#[ \t]*(?:line\b|\d)[^\n]*""",
    re.DOTALL | re.MULTILINE,
)
"""Comments, what is quoted, and marks of lines."""
_DIRECTIVE = re.compile(rb"^[ \t]*(?:#|%:|\?\?=)", re.MULTILINE)
"""Of the preprocessor, which may leave text out."""


def split_for(tree: Tree, unit: TranslationUnit) -> ForParts:
    """Assign the children of a ``for`` statement to its parts."""
    *header, body = tree.children
    slots: list[Tree | None] = [None, None, None]
    if len(header) == len(slots):
        slots = [*header]
    elif header:
        for slot, part in zip(_slots(header, tree, unit), header, strict=True):
            slots[slot] = part
    return ForParts(slots[0], slots[1], slots[2], body)


def _slots(header: Sequence[Tree], tree: Tree, unit: TranslationUnit) -> list[int]:
    span = unit.span(tree.cursor)
    semicolons = [span.begin + each for each in _semicolons(_header(span.file.text[span.begin : span.end]))]
    if len(semicolons) == _SEMICOLONS:
        return [_slot(part, unit, semicolons) for part in header]
    return _slots_in_macro(len(header), unit.macro_texts(tree.cursor))


def _slot(part: Tree, unit: TranslationUnit, semicolons: Sequence[int]) -> int:
    if part.kind == CursorKind.DECL_STMT:
        return 0
    begin = unit.span(part.cursor).begin
    return sum(begin > semicolon for semicolon in semicolons)


def _slots_in_macro(count: int, texts: Sequence[bytes]) -> list[int]:
    """All headers in what a macro may make something of have to agree, and to have as many parts as there are.  There are no
    others if each has its parenthesis beside it, and nothing is pasted together, which may be the name of another macro."""
    headers = [_header(text[begin.start() :]) for text in texts for begin in _WORD.finditer(text)]
    found = {tuple(_written(header)) for header in headers}
    if len(found) != 1 or len(slots := found.pop()) != count or any(map(_PASTED.search, texts)):
        raise ConstructNotSupported("for statement made by a macro")
    return [*slots]


def _written(header: bytes) -> Iterator[int]:
    """The parts of which something is written."""
    semicolons = _semicolons(header)
    if len(semicolons) != _SEMICOLONS:
        return
    first, second = semicolons
    parts = (header[header.index(b"(") + 1 : first], header[first + 1 : second], header[second + 1 :])
    yield from (number for number, part in enumerate(parts) if part.strip())


def _semicolons(header: bytes) -> list[int]:
    return [place for place, depth in _depths(header) if depth == 1 and header[place] == ord(";")]


def _header(text: bytes) -> bytes:
    """The header that a text begins with, up to its last parenthesis, plainly; nothing if there is none, or a directive in it."""
    # Comments are blank, and what is quoted is the quotation mark, so often.
    plain = _SKIPPED.sub(lambda match: (match[0][:1] if match[0][:1] in b"'\"" else b" ") * len(match[0]), text)
    header = plain[: max((place for place, _ in _depths(plain)), default=-1) + 1]
    return header if _BEGIN.match(header) is not None and _DIRECTIVE.search(header) is None else b""


def _depths(text: bytes) -> Iterator[tuple[int, int]]:
    """The places between the parentheses of a header, with the number of parentheses that are open there."""
    depth = 0
    for place, character in enumerate(text):
        depth += (character in b"([{") - (character in b")]}")
        if depth == 0 and character in b")]}":
            return
        if depth > 0:
            yield place, depth
