"""Memory byte by byte, as library functions go through it: up to a number of bytes, each under a condition.

How many bytes a function can go through is known if the objects it is given are: C gives no meaning to an access beyond the end
of the longest one.  Otherwise a bound is set, and what lies beyond it has to be described otherwise (``ByteSpan.ends``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from whet.cfa.expressions import AddressOf, Cast, Expr, VariableKind
from whet.cfa.facts import Facts
from whet.cfa.types import PointerType
from whet.encoding import memory
from whet.encoding.memory import WIDE
from whet.encoding.notes import Outside
from whet.encoding.parts import TermPart
from whet.encoding.translation import Translation
from whet.pointers.regions import Region
from whet.solvers.terms.term import Term
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class ByteSpan:
    """The bytes from a place on."""

    part: TermPart
    most: int
    """So many are described."""
    ends: bool
    """Has an access beyond them no meaning?"""


@dataclass(frozen=True, slots=True)
class ByteChange:
    """What a byte becomes under a condition."""

    condition: Term
    byte: Term


class Bytewise:
    """Reads and writes the memory of a translation."""

    def __init__(self, translation: Translation) -> None:
        self._to = translation
        self._scope = translation.scope
        self._terms = translation.terms

    def span(self, pointer: Expr, *, looks: bool) -> ByteSpan | None:
        """What a pointer leads to; None if its bytes cannot be told apart, or are not to be looked at and somebody does."""
        if not isinstance(pointer.type, PointerType) or (looks and self._scope.regions.may_hold_addresses(pointer)):
            return None
        part = self._part(pointer)
        region = part.region
        # Words of more than one byte begin where pointers lead, unless somebody else made the pointer.
        if region.is_open or region.is_foreign or (region.is_lent and region.granule > 1):
            return None
        room, bound = self._room(part), self._scope.unfolds * region.granule
        if room is not None:
            bound = max(bound, self._scope.unfolds_known)
        return ByteSpan(part, bound, ends=False) if room is None or room > bound else ByteSpan(part, room, ends=True)

    def all_words(self, span: ByteSpan) -> list[tuple[Term, ByteSpan]] | None:
        """The words of all objects that a pointer may lead to, with their distances from it; None if they are not known, or many.
        At constant addresses, whatever is known of the pointer."""
        region, layout, t = span.part.region, self._scope.layout, self._terms
        longest, recursive = self._longest(region), {function.name for function in Facts.of(self._scope.program).recursive}
        if longest is None or any(not each.is_static and each.function in recursive for each in region.variables):
            return None
        places = [
            layout.address(variable, 1) + at
            for variable in region.variables
            for at in range(0, layout.size(variable) or 0, region.granule)
        ]
        if len(places) * region.granule > self._scope.unfolds_known:
            return None
        parts = [self._to.at(t.bv(place, layout.width), region, is_certain=True) for place in places]
        return [(t.bv_sub(part.address, span.part.address), ByteSpan(part, region.granule, ends=True)) for part in parts]

    def moved(self, span: ByteSpan, distance: Term) -> ByteSpan:
        """The bytes from a place further on."""
        t, part = self._terms, span.part
        address = t.bv_add(part.address, distance)
        wide = t.bv_add(part.wide, t.resize(distance, WIDE, signed=False))
        return replace(span, part=replace(part, address=address, wide=wide))

    def _part(self, pointer: Expr) -> TermPart:
        match pointer:
            case Cast(operand=operand, type=PointerType()) if isinstance(operand.type, PointerType):
                return self._part(operand)
            case AddressOf(lvalue=lvalue):
                return self._to.part(lvalue)
            case _:
                return self._to.at(self._to.bits(pointer), self._scope.regions.of_pointer(pointer))

    def _room(self, part: TermPart) -> int | None:
        """The bytes of the longest object it may be in; None where nobody knows."""
        if part.root is not None:
            return self._scope.layout.size(part.root)
        return self._longest(part.region)

    def _longest(self, region: Region) -> int | None:
        if region.sites or region.is_lent or any(each in self._scope.layout.dynamic for each in region.variables):
            return None
        sizes = [self._scope.layout.size(variable) for variable in region.variables]
        known = [size for size in sizes if size is not None]
        return max(known) if known and len(known) == len(sizes) else None

    def accessed(self, span: ByteSpan, count: Term, *, writes: bool) -> None:
        """So many bytes are accessed: take note unless they are certain to be in one object."""
        t, part = self._terms, span.part
        many = t.resize(count, WIDE, signed=False)
        room = None if part.root is None else self._scope.layout.size(part.root)
        if part.root is None or room is None:
            last = t.bv_sub(t.bv_add(part.wide, many), t.bv(1, WIDE))
            for address in (part.wide, last):
                blocks = self._to.blocks_at(part.region, address)
                self._to.remark_access(Outside(part.region, address, 1, writes, blocks), happens=bool(count.value))
        elif writes and part.root.kind is VariableKind.STRING:
            self._to.assume(t.eq(many, t.bv(0, WIDE)))
        else:
            end = t.bv(room, WIDE)
            self._to.assume(t.and_(t.bv_ule(part.wide, end), t.bv_ule(many, t.bv_sub(end, part.wide))))

    def read(self, span: ByteSpan, count: int) -> list[Term]:
        granule = span.part.region.granule
        words = self._to.words(span.part, -(-count // granule) * granule)
        return [byte for word in words for byte in memory.split(self._terms, word, 1)][:count]

    def read_written(self, span: ByteSpan, count: int) -> list[Term] | None:
        """Which bits of bytes were written; None where nobody asks."""
        granule = span.part.region.granule
        words = self._to.written(span.part, -(-count // granule) * granule)
        return None if words is None else [byte for word in words for byte in memory.split(self._terms, word, 1)][:count]

    def write(self, span: ByteSpan, changes: Sequence[ByteChange], written: Sequence[Term] | None = None) -> None:
        """Change some of the bytes, the first one first; ``written``: which bits of them were, if not all."""
        t, granule = self._terms, span.part.region.granule
        for at in range(0, len(changes), granule):
            place = self.moved(span, t.bv(at, self._scope.layout.width)).part
            (old,) = self._to.words(place, granule)
            some = changes[at : at + granule]
            marks = self._to.written(place, granule)
            if marks is not None:
                bits = [t.bv(-1, 8)] * len(some) if written is None else written[at : at + granule]
                set = [ByteChange(each.condition, byte) for each, byte in zip(some, bits, strict=False)]
                marks = [self._changed(marks[0], set)]
            self._to.write_words(place, [self._changed(old, some)], marks)

    def _changed(self, word: Term, changes: Sequence[ByteChange]) -> Term:
        """A word of which some bytes change; most often all of them or none."""
        t, bytes = self._terms, memory.split(self._terms, word, 1)
        mixed = [t.ite(each.condition, each.byte, byte) for each, byte in zip(changes, bytes, strict=False)]
        some = memory.joined(t, [*mixed, *bytes[len(changes) :]])
        if len(bytes) == 1:
            return some
        none = t.not_(t.or_(*(each.condition for each in changes)))
        if len(changes) < len(bytes):
            return t.ite(none, word, some)
        whole = t.and_(*(each.condition for each in changes))
        return t.ite(whole, memory.joined(t, [each.byte for each in changes]), t.ite(none, word, some))

    def overwrite(self, span: ByteSpan, when: Term) -> None:
        """Anything may have been written to the memory of a region."""
        if when is not self._terms.false:
            base = self._scope.vocabulary.region(span.part.region)
            before = self._to.current(base)
            self._to.forget_region(span.part.region)
            self._to.assign(base, self._terms.ite(when, self._to.current(base), before))
            self._to.forget_written(span.part.region)
