"""The structures and unions of a program, each once: a structure that several units declare in the same way is one type.

A structure is made as a shell, with size and alignment; whoever reads it first fills in its members (``TypeReader``).  A unit
shares at most one of its structures with each one here, so that two types of a unit never become one.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from whet.cfa.types import StructType
from whet.frontend.clang import Cursor, CursorKind, Linkage, Type, library, spelling, text_of
from whet.frontend.compatible import Compatibility, Tag, tag_of
from whet.task.records import dataclass

if TYPE_CHECKING:
    from whet.frontend.type_reader import TypeReader


@dataclass(slots=True)
class _Shared:
    """A structure, one of its declarations, and who has it already."""

    struct: StructType
    record: Type
    readers: list[TypeReader] = field(default_factory=list)


class Structures:
    """Makes the structures of a program; with ``compatibility`` of one that has several units."""

    def __init__(self, compatibility: Compatibility | None = None) -> None:
        self._compatibility = compatibility
        self._lib = library()
        self._tags: dict[str, int] = {}
        self._shared: dict[Tag, list[_Shared]] = {}

    def of(self, record: Type, declaration: Cursor, reader: TypeReader) -> StructType:
        """The structure that a declaration of one unit means."""
        if self._compatibility is None or self._lib.clang_getCursorLinkage(declaration) != Linkage.EXTERNAL:
            return self._made(record, declaration)
        record = self._lib.clang_getCanonicalType(self._lib.clang_getCursorType(declaration))  # without qualifiers
        known = self._shared.setdefault(tag_of(declaration), [])
        found = self._found(known, self._compatibility, record, reader)
        if found is None:
            found = _Shared(self._made(self._compatibility.defining(record), declaration), record)
            known.append(found)
        found.readers.append(reader)
        return found.struct

    def _found(self, known: list[_Shared], compatibility: Compatibility, record: Type, reader: TypeReader) -> _Shared | None:
        """Of several without a tag, the one that stands at the same place is meant."""
        name = self._name(record)
        for each in sorted(known, key=lambda each: self._name(each.record) != name):
            if reader not in each.readers and compatibility.are(record, each.record):
                return each
        return None

    def _name(self, record: Type) -> str:
        return text_of(self._lib.clang_getTypeSpelling(record))

    def _made(self, record: Type, declaration: Cursor) -> StructType:
        made = StructType(self._tag(declaration), declaration.kind == CursorKind.UNION_DECL)
        made.size = max(self._lib.clang_Type_getSizeOf(record), 0)
        made.align = max(self._lib.clang_Type_getAlignOf(record), 1)
        return made

    def _tag(self, declaration: Cursor) -> str:
        """The tag, made unique: C allows the same tag in different scopes and none at all."""
        name = "" if self._lib.clang_Cursor_isAnonymous(declaration) else spelling(declaration)
        name = name if name.isidentifier() else "anonymous"
        self._tags[name] = count = self._tags.get(name, 0) + 1
        return name if count == 1 and name != "anonymous" else f"{name}__{count}"


__all__ = ["Structures"]
