"""Which parts of a ``for`` statement are present.

libclang lists the children of a ``for`` without telling which of the three optional parts they are, so the semicolons
of the header are looked up in the source text.
"""

from __future__ import annotations

import re

from whet.cfa.source import Span
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


_SKIPPED = re.compile(rb'//[^\n]*|/\*.*?\*/|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|^[ \t]*#[^\n]*', re.DOTALL | re.MULTILINE)


def split_for(tree: Tree, unit: TranslationUnit) -> ForParts:
    """Assign the children of a ``for`` statement to its parts."""
    *header, body = tree.children
    if len(header) == 3:
        return ForParts(header[0], header[1], header[2], body)
    if not header:
        return ForParts(None, None, None, body)
    semicolons = _semicolons(unit.span(tree.cursor))
    slots: list[Tree | None] = [None, None, None]
    for part in header:
        slots[_slot(part, unit, semicolons)] = part
    return ForParts(slots[0], slots[1], slots[2], body)


def _slot(part: Tree, unit: TranslationUnit, semicolons: tuple[int, int]) -> int:
    if part.kind == CursorKind.DECL_STMT:
        return 0
    begin = unit.span(part.cursor).begin
    return sum(begin > semicolon for semicolon in semicolons)


def _semicolons(span: Span) -> tuple[int, int]:
    """Offsets of the two semicolons of the header."""
    text = _SKIPPED.sub(lambda match: b" " * len(match[0]), span.file.text[span.begin : span.end])
    depth, found = 0, []
    for position, character in enumerate(text):
        if character in b"([{":
            depth += 1
        elif character in b")]}":
            depth -= 1
            if depth == 0:
                break
        elif character == ord(";") and depth == 1:
            found.append(span.begin + position)
    if len(found) != 2 or not text.startswith(b"for"):
        raise ConstructNotSupported("for statement made by a macro")
    return found[0], found[1]
