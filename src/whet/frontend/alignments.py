"""The alignment that declarations ask for: ``_Alignas`` (C11 6.7.5), the attribute ``aligned``, and types with one of their own.

libclang does not give the alignment of a declaration, but prints the specifiers and attributes with macros expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from whet.cfa.source import Span
from whet.cfa.types import MachineModel, StructType
from whet.frontend.clang import Cursor, CursorKind, library, printed_head, spelling
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.sizes import basic_type
from whet.frontend.type_reader import ANONYMOUS, TypeReader
from whet.frontend.unit import TranslationUnit

_WRITTEN = re.compile(r"\b(?:_Alignas|alignas|(?:__)?aligned(?:__)?)\b(?:\s*\((?P<asked>[^()]*(?:\([^()]*\)[^()]*)*)\))?")
_NUMBER = re.compile(r"\(*\s*(\d+)[uUlL]*\s*\)*")
_ALIGNED = re.compile(rb"aligned")
_MOST = 16
"""What ``aligned`` without a number means, and ``max_align_t``."""


def alignment_of(declarations: Iterable[Cursor], machine: MachineModel) -> int:
    """What the declarations of a variable ask for; raises ``ConstructNotSupported`` if that is no number."""
    found, lib = 1, library()
    for cursor in declarations:
        found = max(found, lib.clang_Type_getAlignOf(lib.clang_getCursorType(cursor)))
        if lib.clang_Cursor_hasAttrs(cursor):
            for written in _WRITTEN.finditer(printed_head(cursor)):
                found = max(found, _MOST if written["asked"] is None else _asked(written["asked"], machine))
    return found


def type_alignments(unit: TranslationUnit, types: TypeReader) -> Iterator[tuple[str, Span]]:
    """Let structures have the alignment that the only name of their type asks for; yields those with another name, too."""
    if not unit.pastes and not unit.mentions(_ALIGNED):
        return
    for cursor in unit.declarations():
        if cursor.kind == CursorKind.TYPEDEF_DECL and library().clang_Cursor_hasAttrs(cursor):
            struct, asked = types.of(cursor), library().clang_Type_getAlignOf(library().clang_getCursorType(cursor))
            if isinstance(struct, StructType) and asked > struct.align:
                if not struct.tag.startswith(ANONYMOUS) and unit.mentions(_used(struct.tag)):
                    yield f"type name '{spelling(cursor)}' with a stricter alignment than {struct}", unit.span(cursor)
                struct.align = asked


def _used(tag: str) -> re.Pattern[bytes]:
    """The tag elsewhere than in the definition of the structure."""
    return re.compile(rb"\b(?:struct|union)\s+" + re.escape(tag.encode()) + rb"\b(?!\s*\{)")


def _asked(written: str, machine: MachineModel) -> int:
    if (number := _NUMBER.fullmatch(written)) is not None:
        return max(int(number[1]), 1)
    if written.strip() == "max_align_t":
        return _MOST
    if (basic := basic_type(written.split(), machine)) is not None:
        return basic.align
    raise ConstructNotSupported(f"alignment that is no number ({written.strip()})")
