"""Which bytes of memory may be seen both as a pointer and as something else.

``regions`` follows pointers where they are stored and read as pointers.  A program may also take a pointer apart: read its bytes
through a ``char *``, read it as the other member of a union, copy it as two integers.  Then an integer has a part of an address
in it, which no analysis of types would see, and such integers may be put together to a pointer again.

A confusion of this kind needs a union or a conversion of pointers.  So each region keeps the types it is *given* as (what a
pointer pointed to before a conversion) and *taken* as (what it points to afterwards).  An access is in doubt if the program
stores a pointer to a part of one of those types where the access has none, or the other way round (``PointerStores``).

Types are laid over each other where they can agree: one that occurs inside another one is taken to be that part of it, others
begin at the same byte.  Only ``char`` is everywhere.  A program that overlays structures in a way that fits neither is not
understood; C does not define what it does (C11 6.5p7).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import field

from whet.cfa.expressions import Const, Index, Lvalue, Member
from whet.cfa.types import ArrayType, CType, FunctionType, IntType, PointerType, StructType, VoidType, is_scalar
from whet.task.records import dataclass


@dataclass(slots=True)
class PointerStores:
    """Which bytes of types a program stores pointers in, and in which it stores something else."""

    _ranges: dict[tuple[object, bool], dict[tuple[int, int], None]] = field(default_factory=dict)

    def add(self, lvalue: Lvalue) -> None:
        """It is stored to."""
        self._add(lvalue, _enclosing(lvalue))

    def expose(self, lvalue: Lvalue) -> None:
        """A pointer is made to it: it may be stored to by one who knows only its type, not what it is a part of."""
        self._add(lvalue, list(_enclosing(lvalue))[1:])

    def _add(self, lvalue: Lvalue, parts: Iterable[_Part]) -> None:
        for part in parts:
            for pointers in (True, False):
                if overlaps(lvalue.type, 0, _extent(lvalue.type), pointers=pointers):
                    known = self._ranges.setdefault((_key(part.type), pointers), {})
                    known[part.low, part.low + max(lvalue.type.size, 1)] = None

    def hits(self, type: CType, low: int, high: int, *, pointers: bool) -> bool:
        """Is there a pointer (or a scalar that is none) in some bytes of a type, and is it stored to?"""
        known = self._ranges.get((_key(type), pointers))
        if known is None or not overlaps(type, low, high, pointers=pointers):
            return False
        return any(low < end and start < high for start, end in known)


@dataclass(slots=True)
class Views:
    """As what the bytes of a region are seen."""

    given: dict[CType, None] = field(default_factory=dict)
    taken: dict[CType, None] = field(default_factory=dict)

    def convert(self, source: CType, target: CType) -> None:
        """A pointer to one type becomes a pointer to another."""
        if _element(source) != _element(target):
            self.give(source)
            self.take(target)

    def give(self, type: CType) -> None:
        if _is_seen(element := _element(type)):
            self.given[element] = None

    def take(self, type: CType) -> None:
        if _is_seen(element := _element(type)):
            self.taken[element] = None

    def add(self, other: Views) -> None:
        self.given |= other.given
        self.taken |= other.taken

    def receive(self, other: Views) -> bool:
        """Bytes are copied from there to here; is this news?"""
        before = len(self.taken)
        self.taken |= other.given | other.taken
        return len(self.taken) > before

    def doubts(self, lvalue: Lvalue, stores: PointerStores) -> bool:
        """May the bytes of a scalar lvalue hold a pointer although it is none, or something else although it is one?"""
        size, wanted = _size(lvalue), not isinstance(lvalue.type, PointerType)
        parts = list(_enclosing(lvalue))
        if any(_is_union(part.type) and stores.hits(part.type, part.low, part.low + size, pointers=wanted) for part in parts):
            return True
        if not self.taken:
            return False
        own = [part.type for part in parts]
        seen = self.given | self.taken
        if not any(occurs(one, other) for one in own for other in seen):
            return False
        others = seen if any(_is_among(one, self.taken) for one in own) else self.taken
        return any(self._clash(parts, other, stores, pointers=wanted) for other in others)

    def _clash(self, parts: list[_Part], other: CType, stores: PointerStores, *, pointers: bool) -> bool:
        """Is something else than an lvalue stored where that is, as a part of another type?"""
        own = [part.type for part in parts]
        if other in own or not stores.hits(other, 0, _extent(other), pointers=pointers):
            return False
        root, seen = parts[-1], self.given | self.taken
        if _is_byte(other) or (_is_byte(root.type) and _is_among(root.type, seen)):
            return True
        if any(occurs(one, other) or occurs(other, one) for one in own[1:] or own):
            return False
        if is_scalar(root.type) or is_scalar(other) or root.type not in seen:
            return True
        return stores.hits(other, root.low, root.low + own[0].size, pointers=pointers)


@dataclass(frozen=True, slots=True)
class _Part:
    """An object that an lvalue is a part of, no array, and how far from its beginning; the lvalue itself comes first."""

    type: CType
    low: int


def _enclosing(lvalue: Lvalue) -> Iterator[_Part]:
    low, here = 0, lvalue
    yield _Part(_element(here.type), 0)
    while isinstance(here, (Member, Index)):
        if isinstance(here, Member):
            low += here.field.offset
        elif isinstance(here.index, Const):
            low += here.index.value * here.type.size
        here = here.base
        element = _element(here.type)
        yield _Part(element, low % element.size if element is not here.type and element.size else low)


def overlaps(type: CType, low: int, high: int, *, pointers: bool) -> bool:
    """Is there a pointer (or a scalar that is none) in some bytes of an object?"""
    match type:
        case PointerType():
            return pointers and low < type.size and high > 0
        case ArrayType(element=element) if element.size:
            return _in_elements(element, max(low, 0), min(high, _extent(type)), pointers=pointers)
        case StructType(fields=fields):
            return any(overlaps(each.type, low - each.offset, high - each.offset, pointers=pointers)
                       for each in fields if low < each.offset + _extent(each.type) and high > each.offset)  # fmt: skip
        case _:
            return not pointers and low < type.size and high > 0


def _in_elements(element: CType, low: int, high: int, *, pointers: bool) -> bool:
    if high <= low:
        return False
    if high - low >= element.size:
        return overlaps(element, 0, element.size, pointers=pointers)
    first, last = low % element.size, (high - 1) % element.size + 1
    if first < last:
        return overlaps(element, first, last, pointers=pointers)
    return overlaps(element, first, element.size, pointers=pointers) or overlaps(element, 0, last, pointers=pointers)


def _extent(type: CType) -> int:
    """A flexible array may have any number of elements."""
    return 1 << 62 if isinstance(type, ArrayType) and type.count is None else type.size


def occurs(inner: CType, outer: CType) -> bool:
    """Is there a part of this type in a structure?"""
    match _element(outer):
        case StructType(fields=fields):
            return any(_same(inner, _element(each.type)) or occurs(inner, each.type) for each in fields)
        case other:
            return _same(inner, other)


def _same(one: CType, other: CType) -> bool:
    if isinstance(one, PointerType) and isinstance(other, PointerType):
        return True
    if isinstance(one, IntType) and isinstance(other, IntType):
        return one.size == other.size
    return one == other


def _element(type: CType) -> CType:
    while isinstance(type, ArrayType):
        type = type.element
    return type


def _key(type: CType) -> object:
    """All pointers are stored to alike."""
    return PointerType if isinstance(type, PointerType) else _element(type)


def _is_seen(type: CType) -> bool:
    if isinstance(type, (VoidType, FunctionType)):
        return False
    return not isinstance(type, StructType) or type.is_complete


def _is_union(type: CType) -> bool:
    return isinstance(type, StructType) and type.is_union


def _is_among(type: CType, types: Collection[CType]) -> bool:
    return type in types or (_is_byte(type) and any(map(_is_byte, types)))


def _is_byte(type: CType) -> bool:
    return isinstance(type, IntType) and type.size == 1


def _size(lvalue: Lvalue) -> int:
    if isinstance(lvalue, Member) and lvalue.field.bit_width is not None:
        return (lvalue.field.bit_offset % 8 + lvalue.field.bit_width + 7) // 8
    return lvalue.type.size
