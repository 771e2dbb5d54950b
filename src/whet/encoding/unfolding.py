"""Functions of ``string.h`` and ``ctype.h``, byte by byte: exact up to a number of bytes (``TranslationScope.unfolds``).

Beyond that number, the result, or what the function writes to, is any value, and a note records it; at an access outside the
given object the execution ends (``notes``).  If C fixes only the sign of a result, or whether it is zero, the result is any
such value, which is noted, too.  How many bytes a function can reach is known if the objects it is given are.

The semantics is that of the interpreter.  Functions that read bytes are not unfolded if these may be bytes of an address, whose
number is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeAlias

from whet.cfa.characters import CLASSES
from whet.cfa.expressions import AddressOf, Cast, Const, Expr, VariableKind
from whet.cfa.facts import Facts
from whet.cfa.operations import Call
from whet.cfa.types import VOID, IntType, PointerType, argument_byte
from whet.encoding import memory
from whet.encoding.memory import WIDE
from whet.encoding.notes import NoteKind, Outside
from whet.encoding.parts import InputKind, InputSymbol, TermPart
from whet.encoding.translation import Translation
from whet.library.effects import is_absolute
from whet.library.notation import names_under, record_of
from whet.library.summaries import ANY_BYTES, BEFORE_NULL
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
        """The pointee; None if its bytes cannot be distinguished, or are read although they must not be."""
        if not isinstance(pointer.type, PointerType) or (looks and self._scope.regions.may_hold_addresses(pointer)):
            return None
        part = self._part(pointer)
        region = part.region
        # Words of more than one byte begin where pointers point, unless the pointer comes from elsewhere.
        if region.is_open or region.is_foreign or (region.is_lent and region.granule > 1):
            return None
        room, bound = self._room(part), self._scope.unfolds * region.granule
        if room is not None:
            bound = max(bound, self._scope.unfolds_known)
        return ByteSpan(part, bound, ends=False) if room is None or room > bound else ByteSpan(part, room, ends=True)

    def all_words(self, span: ByteSpan) -> list[tuple[Term, ByteSpan]] | None:
        """The words of all objects that a pointer may point to, with their distances from it; None if they are not known, or
        many. At constant addresses, whatever is known of the pointer."""
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
        """The bytes of the longest object it may be in; None where that is unknown."""
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
        """Which bits of bytes were written; None where that is not tracked."""
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


@dataclass(frozen=True, slots=True)
class ReturnedValue:
    """What a function returns, as a value of the type that the C library declares."""

    value: Term
    type: IntType | PointerType


Arguments: TypeAlias = Sequence[Expr]


class Unfolding:
    """Performs calls on a translation."""

    def __init__(self, translation: Translation) -> None:
        self._to = translation
        self._bytewise = Bytewise(translation)
        self._terms = translation.terms
        self._machine = translation.scope.program.machine
        self._width = translation.scope.layout.width

    def perform(self, call: Call, name: str) -> ReturnedValue | None:
        """Do what a function does; None, and nothing is done, if it is not one of those that are described here."""
        plain = _plain(name)
        function = _FUNCTIONS.get(plain)
        if not self._to.scope.unfolds or function is None or not all(map(_is_number, call.arguments)):
            return None
        return function(self, plain, call.arguments)

    def copy(self, name: str, arguments: Arguments) -> ReturnedValue | None:
        target, source = (self._bytewise.span(each, looks=False) for each in arguments[:2])
        if target is None or source is None or isinstance(arguments[2], Const):  # whole words are copied at once
            return None
        t, size = self._terms, self._size(arguments[2])
        most, ends = _shorter(target, source)
        beyond = self._beyond(t.bv_ult(t.bv(most, self._width), size), ends, name)
        if name == "memcpy":
            self._note_overlap(target, source, size)
        self._bytewise.accessed(source, size, writes=False)
        bytes = self._bytewise.read(source, most)
        written = self._bytewise.read_written(source, most)
        self._change(target, [ByteChange(self._less(at, size), byte) for at, byte in enumerate(bytes)], size, beyond, written)
        return self._pointer(target.part.address)

    def fill(self, name: str, arguments: Arguments) -> ReturnedValue | None:
        target = self._bytewise.span(arguments[0], looks=False)
        if target is None or isinstance(arguments[2], Const):
            return None
        t, size = self._terms, self._size(arguments[2])
        byte = t.extract(self._number(arguments[1], self._machine.int), high=7, low=0)
        beyond = self._beyond(t.bv_ult(t.bv(target.most, self._width), size), target.ends, name)
        self._change(target, [ByteChange(self._less(at, size), byte) for at in range(target.most)], size, beyond)
        return self._pointer(target.part.address)

    def _change(
        self, target: ByteSpan, changes: Sequence[ByteChange], count: Term, beyond: Term, written: Sequence[Term] | None = None
    ) -> None:
        self._bytewise.accessed(target, count, writes=True)
        self._bytewise.write(target, changes, written)
        self._bytewise.overwrite(target, beyond)

    def any_bytes(self, name: str, arguments: Arguments) -> ReturnedValue | None:
        """So many bytes are written, each with any value."""
        target = self._bytewise.span(arguments[0], looks=False)
        if target is None:
            return None
        t, size, words = self._terms, self._size(arguments[1]), self._bytewise.all_words(target)
        if words is None:
            beyond = self._beyond(t.bv_ult(t.bv(target.most, self._width), size), target.ends, name)
            changes = [ByteChange(self._less(at, size), self._to.fresh_bits(8)) for at in range(target.most)]
            self._change(target, changes, size, beyond)
        else:
            self._bytewise.accessed(target, size, writes=True)
            for distance, word in words:
                written = [t.bv_ult(self._further(distance, at), size) for at in range(word.most)]
                self._bytewise.write(word, [ByteChange(each, self._to.fresh_bits(8)) for each in written])
        return self._pointer(target.part.address)

    def before_null(self, name: str, arguments: Arguments) -> ReturnedValue | None:
        """Any number of bytes before which there is no null character, as far as bytes are looked at."""
        string = self._bytewise.span(arguments[0], looks=True)
        if string is None:
            return None
        # A run that goes beyond the end of the object has violated something before.
        t, digits = self._terms, string.most.bit_length() if string.ends else self._width
        count = t.resize(self._to.fresh_bits(digits), self._width, signed=False)
        words = self._bytewise.all_words(string) or [(t.bv(0, self._width), string)]
        bytes = [
            (self._further(distance, at), byte)
            for distance, word in words
            for at, byte in enumerate(self._bytewise.read(word, word.most))
        ]
        self._to.assume(t.and_(*(t.or_(t.bv_ule(count, distance), t.is_nonzero(byte)) for distance, byte in bytes)))
        return ReturnedValue(count, self._machine.size_t)

    def _further(self, distance: Term, by: int) -> Term:
        return self._terms.bv_add(distance, self._terms.bv(by, self._width))

    def length(self, name: str, arguments: Arguments) -> ReturnedValue | None:
        string = self._bytewise.span(arguments[0], looks=True)
        if string is None:
            return None
        limit = self._size(arguments[1]) if len(arguments) > 1 else None
        length, beyond = self._length(0, string, limit, name)
        # Any number that is not less, under a condition.
        least = string.most
        t = self._terms
        number = self._to.fresh_bits(self._width)
        self._to.assume(t.or_(t.not_(beyond), t.bv_ule(t.bv(least, self._width), number)))
        longer = number
        return ReturnedValue(self._terms.ite(beyond, longer, length), self._machine.size_t)

    def _length(self, argument: int, string: ByteSpan, limit: Term | None, name: str) -> tuple[Term, Term]:
        """The distance to the end of a string or to a limit, and whether that is further away than what is described."""
        t = self._terms
        bytes = self._looked_at(argument, string, string.most)
        stops = self._limited([t.eq(byte, t.bv(0, 8)) for byte in bytes], limit)
        beyond = self._beyond(t.not_(t.or_(*stops)), string.ends, name)
        length = self._first(stops)
        self._bytewise.accessed(string, self._read(length, limit), writes=False)
        return length, beyond

    def _limited(self, stops: Sequence[Term], limit: Term | None) -> list[Term]:
        """When each byte is the last one that is looked at, if there is also a limit."""
        if limit is None:
            return list(stops)
        t = self._terms
        return [t.or_(self._is(at, limit), stop) for at, stop in enumerate((*stops, t.false))]

    def _first(self, stops: Sequence[Term]) -> Term:
        """The number of the first condition that holds."""
        t = self._terms
        number = t.bv(len(stops), self._width)
        for at, stop in reversed(list(enumerate(stops))):
            number = t.ite(stop, t.bv(at, self._width), number)
        return number

    def _read(self, last: Term, limit: Term | None) -> Term:
        """How many bytes are read up to the last one that is looked at."""
        t = self._terms
        read = t.bv_add(last, t.bv(1, self._width))
        return read if limit is None else t.ite(t.bv_ult(limit, read), limit, read)

    def append(self, name: str, arguments: Arguments) -> ReturnedValue | None:
        """``strcpy``, ``strcat``, ``strncat``: the bytes of a string, or the first ones of them, and a zero."""
        target, source = (self._bytewise.span(each, looks=True) for each in arguments[:2])
        if target is None or source is None:
            return None
        t, given, limit = self._terms, target.part.address, self._size(arguments[2]) if name == "strncat" else None
        is_lost = t.false
        if name != "strcpy":
            distance, is_lost = self._length(0, target, None, name)
            target = self._bytewise.moved(target, distance)
        length, is_long = self._length(1, source, limit, name)
        count = t.bv_add(length, t.bv(1, self._width))
        is_short = self._beyond(t.bv_ult(t.bv(target.most, self._width), count), target.ends, name)
        self._note_overlap(target, source, count)
        most = min(target.most, source.most + 1)
        changes = self._until(length, [ByteChange(self._less(at, count), byte) for at, byte in self._padded(source, most)])
        self._change(target, changes, count, t.or_(is_lost, is_long, is_short), self._any_written(source, len(changes)))
        return self._pointer(given)

    def pad(self, name: str, arguments: Arguments) -> ReturnedValue | None:
        """``strncpy``: the bytes of a string, and zeros until there are enough."""
        target, source = (self._bytewise.span(each, looks=True) for each in arguments[:2])
        if target is None or source is None:
            return None
        t, size = self._terms, self._size(arguments[2])
        length, is_long = self._length(1, source, size, name)
        is_short = self._beyond(t.bv_ult(t.bv(target.most, self._width), size), target.ends, name)
        bytes = self._padded(source, target.most)
        changes = self._until(length, [ByteChange(self._less(at, size), byte) for at, byte in bytes])
        self._change(target, changes, size, t.or_(is_long, is_short), self._any_written(source, len(changes)))
        return self._pointer(target.part.address)

    def _any_written(self, source: ByteSpan, count: int) -> list[Term] | None:
        """That the bytes of a string were written is not looked at."""
        follows = self._to.scope.shadows.follows(source.part.region)
        return [self._to.fresh_bits(8) for _ in range(count)] if follows else None

    def _padded(self, source: ByteSpan, most: int) -> Iterator[tuple[int, Term]]:
        """So many bytes; those that are not described are zero, and never read."""
        bytes = self._bytewise.read(source, min(source.most, most))
        yield from enumerate(bytes)
        yield from ((at, self._terms.bv(0, 8)) for at in range(len(bytes), most))

    def _until(self, length: Term, changes: Sequence[ByteChange]) -> list[ByteChange]:
        """The same, with zeros from some byte on."""
        t, zero = self._terms, self._terms.bv(0, 8)
        return [ByteChange(each.condition, t.ite(self._less(at, length), each.byte, zero)) for at, each in enumerate(changes)]

    def compare(self, name: str, arguments: Arguments) -> ReturnedValue | None:
        left, right = (self._bytewise.span(each, looks=True) for each in arguments[:2])
        if left is None or right is None:
            return None
        t, limit = self._terms, self._size(arguments[2]) if len(arguments) > 2 else None
        most, ends = _shorter(left, right)
        pairs = list(zip(*(self._looked_at(number, each, most) for number, each in enumerate((left, right))), strict=True))
        if name.endswith("casecmp"):
            pairs = [(self._lower(one), self._lower(other)) for one, other in pairs]
        differ = [t.distinct(one, other) for one, other in pairs]
        zeros = [t.false if name == "memcmp" else t.eq(one, t.bv(0, 8)) for one, _ in pairs]
        stops = self._limited([t.or_(*both) for both in zip(differ, zeros, strict=True)], limit)
        beyond = self._beyond(t.not_(t.or_(*stops)), ends, name)
        read = self._read(self._first(stops), limit) if name != "memcmp" or limit is None else limit
        for span in (left, right):
            self._bytewise.accessed(span, read, writes=False)
        is_less, is_other = t.false, t.false
        for at, (one, other) in reversed(list(enumerate(pairs))):
            is_here = differ[at] if limit is None else t.and_(differ[at], t.not_(self._is(at, limit)))
            is_less = t.ite(stops[at], t.and_(is_here, t.bv_ult(one, other)), is_less)
            is_other = t.ite(stops[at], is_here, is_other)
        return self._order(is_less, is_other, beyond, name)

    def _order(self, is_less: Term, is_other: Term, beyond: Term, name: str) -> ReturnedValue:
        """Less than zero, zero, or greater."""
        t, type = self._terms, self._machine.int
        self._to.remark(NoteKind.LIBRARY, f"the result of {name}, of which C fixes the sign", is_other)
        number, zero = self._to.fresh_bits(type.width), t.bv(0, type.width)
        less = t.bv_or(number, t.bv(type.min, type.width))
        greater = self._unless_zero(t.bv_and(number, t.bv(type.max, type.width)))
        order = t.ite(is_other, t.ite(is_less, less, greater), zero)
        return ReturnedValue(t.ite(beyond, number, order), type)

    def _unless_zero(self, number: Term) -> Term:
        t = self._terms
        return t.ite(t.is_nonzero(number), number, t.bv(1, number.width))

    def find(self, name: str, arguments: Arguments) -> ReturnedValue | None:
        string = self._bytewise.span(arguments[0], looks=True)
        if string is None:
            return None
        t, limit = self._terms, self._size(arguments[2]) if name == "memchr" else None
        sought = t.extract(self._number(arguments[1], self._machine.int), high=7, low=0)
        bytes = self._bytewise.read(string, string.most)
        hits = [t.eq(byte, sought) for byte in bytes]
        ends = [t.false if name == "memchr" else t.eq(byte, t.bv(0, 8)) for byte in bytes]
        looks_further = name == "strrchr"
        stops = self._limited([end if looks_further else t.or_(hit, end) for hit, end in zip(hits, ends, strict=True)], limit)
        beyond = self._beyond(t.not_(t.or_(*stops)), string.ends, name)
        self._bytewise.accessed(string, self._read(self._first(stops), limit), writes=False)
        place = null = t.bv(0, self._width)
        for at, hit in reversed(list(enumerate(hits))):
            here = t.ite(hit, t.bv_add(string.part.address, t.bv(at, self._width)), null)
            is_here = t.or_(stops[at], t.eq(place, null)) if looks_further else stops[at]
            place = t.ite(is_here, here, place)
            if limit is not None:
                place = t.ite(self._is(at, limit), null, place)
        return self._pointer(t.ite(beyond, self._to.fresh_bits(self._width), place))

    def classify(self, name: str, arguments: Arguments) -> ReturnedValue | None:
        t, type = self._terms, self._machine.int
        character = self._number(arguments[0], type)
        is_none = t.not_(self._is_between(character, -128, 255))
        number = self._to.undefined(is_none, type.width, f"{name} of what is no character")
        is_member = t.or_(*(self._is_between(character, low, high) for low, high in _ranges(CLASSES[name])))
        self._to.remark(NoteKind.LIBRARY, f"the result of {name}, of which C fixes whether it is zero", is_member)
        result = t.ite(is_member, self._unless_zero(number), t.bv(0, type.width))
        return ReturnedValue(t.ite(is_none, number, result), type)

    def change_case(self, name: str, arguments: Arguments) -> ReturnedValue | None:
        t, type = self._terms, self._machine.int
        character = self._number(arguments[0], type)
        first, distance = (ord("a"), -32) if name == "toupper" else (ord("A"), 32)
        changed, unsigned = (t.bv_add(character, t.bv(by, type.width)) for by in (distance, 256))
        other = t.ite(self._is_between(character, -128, -2), unsigned, character)
        return ReturnedValue(t.ite(self._is_between(character, first, first + 25), changed, other), type)

    def absolute(self, name: str, arguments: Arguments) -> ReturnedValue | None:
        """That of the least number is itself."""
        record = record_of(name)
        assert record is not None
        t, type = self._terms, self._machine.integer(record.result)
        number = self._number(arguments[0], type)
        return ReturnedValue(t.ite(t.bv_slt(number, t.bv(0, type.width)), t.bv_neg(number), number), type)

    def _is_between(self, number: Term, low: int, high: int) -> Term:
        t, width = self._terms, number.width
        return t.bv_ule(t.bv_sub(number, t.bv(low, width)), t.bv(high - low, width))

    def _lower(self, byte: Term) -> Term:
        t = self._terms
        return t.ite(self._is_between(byte, ord("A"), ord("Z")), t.bv_add(byte, t.bv(32, 8)), byte)

    def _looked_at(self, argument: int, string: ByteSpan, count: int) -> list[Term]:
        """The bytes from an argument on.  Those of strings that the program is given are inputs, for which a run asks."""
        bytes = self._bytewise.read(string, count)
        given = self._to.scope.program.strings.objects
        if string.part.root is None and any(each in given for each in string.part.region.variables):
            self._to.loads += [
                InputSymbol(InputKind.UNINITIALISED, byte, argument_byte(argument, distance), self._to.origin)
                for distance, byte in enumerate(bytes)
            ]
        return bytes

    def _number(self, expr: Expr, type: IntType) -> Term:
        return self._to.arithmetic.convert(expr.type, type, self._to.bits(expr))

    def _size(self, expr: Expr) -> Term:
        return self._number(expr, self._machine.size_t)

    def _pointer(self, address: Term) -> ReturnedValue:
        return ReturnedValue(address, self._machine.pointer(VOID))

    def _is(self, number: int, value: Term) -> Term:
        return self._terms.eq(value, self._terms.bv(number, value.width))

    def _less(self, number: int, value: Term) -> Term:
        return self._terms.bv_ult(self._terms.bv(number, value.width), value)

    def _beyond(self, condition: Term, ends: bool, name: str) -> Term:
        """When a function goes beyond what is described: never if that has no meaning."""
        if ends:
            self._to.assume(self._terms.not_(condition))
            return self._terms.false
        self._to.remark(NoteKind.ROUGH, f"many bytes ({name})", condition)
        return condition

    def _note_overlap(self, target: ByteSpan, source: ByteSpan, count: Term) -> None:
        """C gives no meaning to a copy between blocks that overlap; that of a block to itself changes nothing."""
        if target.part.region is not source.part.region:
            return
        t = self._terms
        distance = t.bv_sub(target.part.address, source.part.address)
        near = t.or_(t.bv_ult(distance, count), t.bv_ult(t.bv_neg(distance), count))
        self._to.remark(NoteKind.UNDEFINED, "a copy between blocks that overlap", t.and_(t.is_nonzero(distance), near))


def _shorter(one: ByteSpan, other: ByteSpan) -> tuple[int, bool]:
    """How many bytes of both are described, and whether it has no meaning to go further."""
    most = min(one.most, other.most)
    return most, any(each.ends and each.most == most for each in (one, other))


def _ranges(members: bytes) -> Iterator[tuple[int, int]]:
    """The first and last of neighbours."""
    found = sorted(members)
    starts = [each for each in found if each - 1 not in members]
    ends = [each for each in found if each + 1 not in members]
    return zip(starts, ends, strict=True)


def _is_number(expr: Expr) -> bool:
    return isinstance(expr.type, (IntType, PointerType))


def _plain(name: str) -> str:
    """The function that a builtin function, or one that also gets the size of the target, is a variant of."""
    name = name.removeprefix("__builtin_")
    return name.removeprefix("__").removesuffix("_chk") if name.endswith("_chk") else name


_FUNCTIONS: Final[Mapping[str, Callable[[Unfolding, str, Arguments], ReturnedValue | None]]] = MappingProxyType(
    {
        **dict.fromkeys(("memcpy", "memmove"), Unfolding.copy),
        "memset": Unfolding.fill,
        ANY_BYTES: Unfolding.any_bytes,
        BEFORE_NULL: Unfolding.before_null,
        **dict.fromkeys(("strlen", "strnlen"), Unfolding.length),
        **dict.fromkeys(("strcpy", "strcat", "strncat"), Unfolding.append),
        "strncpy": Unfolding.pad,
        **dict.fromkeys(("strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp"), Unfolding.compare),
        **dict.fromkeys(("strchr", "strrchr", "memchr"), Unfolding.find),
        **dict.fromkeys(CLASSES.keys() - {"isascii"}, Unfolding.classify),
        **dict.fromkeys(("toupper", "tolower"), Unfolding.change_case),
        **dict.fromkeys(filter(is_absolute, names_under("stdlib.h")), Unfolding.absolute),
    }
)
