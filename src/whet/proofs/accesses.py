"""Addresses of objects, reads and writes.

An access to a known object (named, or at a constant address) chooses among the places in that object: solvers need no array for
it. All others go to the array of memory. A run ends at an access outside a known object; that memory is used in no other way is a
premise of proofs (``checks.premises.ACCESS``), or checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import gcd

from whet.cfa.accesses import access_size, object_size
from whet.cfa.defined_bits import bits_of_lvalue
from whet.cfa.expressions import AddressOf, Cast, Deref, Expr, Index, Lvalue, Member, PointerAdd, Var, Variable
from whet.cfa.types import IntType, PointerType, is_scalar
from whet.proofs.state import (
    INPUT,
    LARGE,
    UNWRITTEN,
    Activations,
    Bits,
    Bytes,
    Cell,
    Marks,
    Object,
    ObjectPlace,
    Space,
    State,
    is_number,
    sort_of,
    width_of,
)
from whet.solvers.terms.sorts import BOOL, Float
from whet.solvers.terms.term import Op, Term

MOST_BYTES = 1024
"""Up to this size memory is copied, filled and havocked byte by byte."""

_MOST_CHOICES = 64
"""Parts of an address that are looked at."""
_NO_TRUTH = "a truth value that is neither 0 nor 1"


class MemoryEncoding:
    def __init__(self, bits: Bits, state: State, activations: Activations) -> None:
        self.bits = bits
        self.state = state
        self._calls = activations
        self._t = bits.terms

    def value(self, expr: Expr) -> Term:
        raise NotImplementedError

    def assume(self, condition: Term) -> None:
        self.state.assume(condition)

    def objects(self) -> Iterator[tuple[Term, Term]]:
        t, width = self._t, self.bits.width
        for (variable, _), place in self.bits.places():
            if (size := object_size(variable)) is not None:
                yield t.bv(place, width), t.bv(place + size, width)
        for place, (length, _) in self.state.blocks.items():
            yield t.bv(place, width), t.bv_add(t.bv(place, width), length)

    def is_alive(self, cell: Cell) -> Term:
        """Does an object with a name live?"""
        variable, activation = cell
        if variable.function is None:
            return self._t.true
        if activation > self._calls.get(variable.function, 0):
            return self._t.false
        if not (self.bits.program.ends_blocks and variable.blocks):
            return self._t.true
        lives = self.state.cells.get((variable, -activation))
        return self._t.is_nonzero(self.bits.fresh(1) if lives is None else lives)

    def place(self, lvalue: Lvalue) -> ObjectPlace:
        bits = self.bits
        match lvalue:
            case Var(variable=variable) if variable in bits.dynamic:
                return ObjectPlace(None, self.state.cells[bits.cell(variable, self._calls)])
            case Var(variable=variable) if bits.is_private(variable):
                return self._whole(bits.cell(variable, self._calls), 0, object_size(variable))
            case Var(variable=variable):
                return self._whole(None, bits.address(variable, self._calls), object_size(variable))
            case Deref(pointer=pointer):
                return self.pointed(pointer)
            case Member(base=base, field=field):
                return self._moved_by(self.place(base), field.offset)
            case Index(base=base, index=index):
                return self._stepped(self.place(base), index, lvalue.type.size)

    def pointed(self, pointer: Expr) -> ObjectPlace:
        """The pointee."""
        match pointer:
            case PointerAdd(pointer=inner, index=index, stride=stride):
                return self._stepped(self.pointed(inner), index, stride)
            case Cast(operand=operand) if isinstance(operand.type, PointerType):
                return self.pointed(operand)
            case AddressOf(lvalue=lvalue):
                return self.place(lvalue)
            case _:
                address = self.value(pointer)
                found = [self._known(each) for each in _leaves(address) if each.value != 0]
                among = tuple(each for each in found if each is not None)
                if not among or len(among) < len(found):
                    return ObjectPlace(None, address)
                return among[0] if address is among[0].address else ObjectPlace(None, address, among=among)

    def _known(self, address: Term) -> ObjectPlace | None:
        """The place of a constant address, or of one that was computed from that of a named object."""
        if not isinstance(address.value, int):
            return self.bits.computed.get(address)
        found = self.bits.object_at(address.value) or self._block_at(address.value)
        return None if found is None else self._moved_by(self._whole(None, *found), address.value - found[0])

    def _block_at(self, address: int) -> tuple[int, int] | None:
        """The block of constant size that an address is in."""
        sizes = ((place, size.value) for place, (size, _) in self.state.blocks.items())
        return next(((place, size) for place, size in sizes if isinstance(size, int) and place <= address <= place + size), None)

    def computed(self, place: ObjectPlace) -> Term:
        """The address of a place as a value; the object is remembered, because a pointer stays in its object."""
        if place.address.value is None and place.space is None and place.inside is not None and place.grain:
            self.bits.computed[place.address] = place
        return place.address

    def _whole(self, space: Space, begin: int, size: int | None) -> ObjectPlace:
        address = self._t.bv(begin, self.bits.width)
        if size is None:
            return ObjectPlace(space, address)
        return ObjectPlace(space, address, Object(begin, size))

    def _moved_by(self, place: ObjectPlace, distance: int) -> ObjectPlace:
        moved = self._t.bv_add(place.address, self._t.bv(distance, self.bits.width))
        among = tuple(self._moved_by(each, distance) for each in place.among)
        return replace(place, address=moved, fixed=place.fixed + distance, among=among)

    def _stepped(self, place: ObjectPlace, index: Expr, stride: int) -> ObjectPlace:
        """Addresses wrap around, so an index as wide as an address moves by multiples of a power of two only."""
        by = self.scaled(index, stride, self.bits.width)
        if isinstance(by.value, int):
            return self._moved_by(place, by.value - (by.value >> (by.width - 1) << by.width))
        may_wrap = width_of(index.type) + stride.bit_length() > self.bits.width
        return self._stepped_by(place, by, stride & -stride if may_wrap else stride)

    def _stepped_by(self, place: ObjectPlace, by: Term, grain: int) -> ObjectPlace:
        among = tuple(self._stepped_by(each, by, grain) for each in place.among)
        return replace(place, address=self._t.bv_add(place.address, by), grain=gcd(place.grain, grain), among=among)

    def scaled(self, index: Expr, stride: int, width: int) -> Term:
        """An index of any integer type, by its value, times a number of bytes."""
        signed = isinstance(index.type, IntType) and index.type.signed
        return self._t.bv_mul(self._t.resize(self.value(index), width, signed=signed), self._t.bv(stride, width))

    def _stay_inside(self, place: ObjectPlace, size: int) -> None:
        """A run ends at an access outside its object."""
        if place.inside is not None:
            t, width, last = self._t, self.bits.width, place.inside.size - size
            offset = t.bv_sub(place.address, t.bv(place.inside.begin, width))
            self.assume(t.bv_ule(offset, t.bv(last, width)) if last >= 0 else t.false)
        elif choices := self._choices(place, size):
            self.assume(self._t.or_(*(self._t.eq(place.address, address) for address in choices)))

    def _choices(self, place: ObjectPlace, size: int) -> list[Term]:
        """The possible addresses of an access, if they are few; none if they are not known."""
        if place.among:
            found = [[each.address] if each.address.value is not None else self._choices(each, size) for each in place.among]
            together = list(dict.fromkeys(address for each in found for address in each))
            return together if all(found) and len(together) * size <= MOST_BYTES else []
        if place.inside is None or not place.grain or place.address.value is not None:
            return []
        first, last = place.inside.begin + place.fixed % place.grain, place.inside.begin + place.inside.size - size
        places = range(first, last + 1, place.grain)
        return [self._t.bv(at, self.bits.width) for at in places] if len(places) * size <= MOST_BYTES else []

    def _bytes(self, space: Space) -> Bytes:
        if space not in self.state.spaces:
            self.state.spaces[space] = self.bits.any_bytes(UNWRITTEN if isinstance(space, Marks) else INPUT)
        return self.state.spaces[space]

    def read(self, space: Space, address: Term, size: int) -> Term:
        t, memory = self._t, self._bytes(space)
        found = self.bits.read(memory, address)
        for at in range(1, size):
            found = t.concat(self.bits.read(memory, t.bv_add(address, t.bv(at, address.width))), found)
        return found

    def write(self, space: Space, address: Term, value: Term) -> None:
        t, memory = self._t, self._bytes(space)
        for at in range(value.width // 8):
            byte = t.extract(value, high=8 * at + 7, low=8 * at)
            memory.write(t, t.bv_add(address, t.bv(at, address.width)), byte)

    def read_anywhere(self, address: Term, size: int) -> Term:
        """Memory that the program did not make, such as its arguments, has any value at each read."""
        outside = self.bits.fresh(8 * size, "memory that the program did not make")
        return self._t.ite(self.bits.is_made_here(address), self.read(None, address, size), outside)

    def _observe(self, place: ObjectPlace) -> None:
        self.bits.accessed.setdefault(place.space, {})[place.address] = None

    def _read_at(self, place: ObjectPlace, size: int) -> Term:
        self._observe(place)
        return self._get(place, size)

    def _get(self, place: ObjectPlace, size: int) -> Term:
        choices = self._choices(place, size)
        if not choices and place.space is None and place.inside is None:
            return self.read_anywhere(place.address, size)
        if not choices:
            return self.read(place.space, place.address, size)
        found = self.read(place.space, choices[-1], size)
        for address in choices[-2::-1]:
            found = self._t.ite(self._t.eq(place.address, address), self.read(place.space, address, size), found)
        return found

    def _write_at(self, place: ObjectPlace, value: Term) -> None:
        self._observe(place)
        self._put(place, value)

    def _put(self, place: ObjectPlace, value: Term) -> None:
        size = value.width // 8
        choices = self._choices(place, size)
        if not choices:
            self.write(place.space, place.address, value)
        for address in choices:
            is_here = self._t.eq(place.address, address)
            self.write(place.space, address, self._t.ite(is_here, value, self.read(place.space, address, size)))

    def marks_at(self, place: ObjectPlace, size: int) -> Term:
        """Which bits of some bytes are initialised; memory that the program did not make is."""
        t = self._t
        found = self._get(replace(place, space=_marks_of(place.space)), size)
        if place.space is None and place.inside is None:
            return t.ite(self.bits.is_made_here(place.address), found, t.bv(-1, 8 * size))
        return found

    def mark(self, place: ObjectPlace, bits: Term) -> None:
        if self.bits.marks:
            self._put(replace(place, space=_marks_of(place.space)), bits)

    def mark_all(self, place: ObjectPlace, size: int | None, *, written: bool) -> None:
        """Mark so many bytes as initialised or not."""
        if not self.bits.marks:
            return
        if size is None or size > MOST_BYTES:
            self.forget_marks(place.space)
        elif size:
            self.mark(place, self._t.bv(-1 if written else 0, 8 * size))

    def forget_marks(self, space: Space) -> None:
        if self.bits.marks:
            self.state.spaces[_marks_of(space)] = self.bits.any_bytes(UNWRITTEN)

    def forget_memory(self, what: str) -> None:
        """A function may have written to it."""
        self._forget(None, what)
        if self.bits.marks:
            self.state.spaces[Marks(None)] = self.bits.more_marks(self._bytes(Marks(None)), UNWRITTEN)

    def _forget(self, space: Space, what: str) -> None:
        memory = self.bits.any_bytes(what) if space is not None else self.bits.any_memory(self.state.spaces[None], what)
        self.state.spaces[space] = memory

    def is_cell(self, variable: Variable) -> bool:
        return is_scalar(variable.type) and self.bits.is_private(variable)

    def load(self, lvalue: Lvalue) -> Term:
        t, type = self._t, lvalue.type
        if isinstance(lvalue, Var) and self.is_cell(lvalue.variable):
            cell = self.bits.cell(lvalue.variable, self._calls)
            if cell not in self.state.cells:
                self.state.cells[cell] = self.bits.any_of(type)
            return self.state.cells[cell]
        place, size = self.place(lvalue), access_size(lvalue)
        self._stay_inside(place, size)
        stored = self._read_at(place, size)
        if isinstance(lvalue, Member) and lvalue.field.bit_width is not None and isinstance(type, IntType):
            low = lvalue.field.bit_offset % 8
            return t.resize(t.extract(stored, high=low + lvalue.field.bit_width - 1, low=low), type.width, signed=type.signed)
        if is_number(type):
            return t.fp_from_bits(stored, sort_of(type))
        if isinstance(type, IntType) and type.is_bool and self._doubt(t.bv_ult(t.bv(1, 8), stored), _NO_TRUTH):
            chosen = self._choices(place, size) or alternatives(place.address)
            self.bits.loaded |= {(place.space, at.value): None for at in chosen if isinstance(at.value, int)}
        return t.extract(stored, high=width_of(type) - 1, low=0)

    def _doubt(self, condition: Term, why: str) -> bool:
        """Something that is not encoded may happen here; then the proof is not accepted. False if constants exclude it."""
        happens = self._t.and_(*self.state.guard, condition, self.bits.symbol(BOOL, why))
        if happens is self._t.false:
            return False
        self.bits.doubts.append(happens)
        return True

    def store(self, lvalue: Lvalue, value: Term, marks: Term | None = None) -> None:
        """``marks``: which bits of it are initialised, if not all."""
        t = self._t
        if isinstance(lvalue, Var) and self.is_cell(lvalue.variable):
            self.state.cells[self.bits.cell(lvalue.variable, self._calls)] = value
            return
        place, size, bits = self.place(lvalue), access_size(lvalue), self._bits_of(value)
        self._stay_inside(place, size)
        if isinstance(lvalue, Member) and lvalue.field.bit_width is not None:
            low, high = lvalue.field.bit_offset % 8, lvalue.field.bit_offset % 8 + lvalue.field.bit_width
            old = self._read_at(place, size)
            bits = t.extract(bits, high=high - low - 1, low=0)
            bits = t.concat(bits, t.extract(old, high=low - 1, low=0)) if low else bits
            bits = bits if high == old.width else t.concat(t.extract(old, high=old.width - 1, low=high), bits)
        if marks is not None:
            self.mark(place, marks)
        elif self.bits.marks and isinstance(lvalue, Member) and lvalue.field.bit_width is not None:
            self.mark(place, t.bv_or(self.marks_at(place, size), t.bv(bits_of_lvalue(lvalue) or 0, 8 * size)))
        else:
            self.mark_all(place, size, written=True)
        self._write_at(place, t.resize(bits, 8 * size, signed=False))

    def _bits_of(self, value: Term) -> Term:
        """The bits of a stored value; for a float any encoding of it."""
        t = self._t
        if not isinstance(value.sort, Float):
            return value
        if value.op is Op.FP_FROM_BITS:
            return value.args[0]
        if isinstance(value.value, int) and t.fp_is_nan(value) is t.false:
            return t.bv(value.value, value.sort.width)
        bits = self.bits.fresh(value.sort.width)
        self.assume(t.eq(t.fp_from_bits(bits, value.sort), value))
        return bits

    def copy(self, target: Lvalue, source: Expr, reader: MemoryEncoding) -> None:
        """Copy a structure; ``reader`` evaluates the source, perhaps in another call."""
        assert isinstance(source, (Var, Deref, Member, Index))
        to, begin, size = self.place(target), reader.place(source), target.type.size
        if 0 < size <= MOST_BYTES:
            if self.bits.marks:
                self.mark(to, reader.marks_at(begin, size))
            self._write_at(to, self._read_at(begin, size))
        elif size:
            self._forget(to.space, "copy of a large structure")
            self.forget_marks(to.space)

    def make_any_object(self, lvalue: Lvalue, why: str = INPUT) -> None:
        if isinstance(lvalue, Var) and self.bits.is_private(lvalue.variable):
            cell = self.bits.cell(lvalue.variable, self._calls)
            self.state.spaces[cell] = self.bits.any_bytes(why)
            if self.bits.marks:
                self.state.spaces[Marks(cell)] = self.bits.ones()
            return
        place = self.place(lvalue)
        size = access_size(lvalue) if not isinstance(lvalue, Var) else object_size(lvalue.variable)
        self.fill(place.space, place.address, size, None, why)
        self.mark_all(place, size, written=True)

    def fill(self, space: Space, address: Term, size: int | None, byte: Term | None, why: str = INPUT) -> None:
        """Fill bytes with a value, or each with any."""
        if size is None or size > MOST_BYTES:
            self._forget(space, LARGE)
            return
        for at in range(size):
            to = self._t.bv_add(address, self._t.bv(at, address.width))
            self._bytes(space).write(self._t, to, self.bits.fresh(8, why) if byte is None else byte)


def _marks_of(space: Space) -> Marks:
    assert not isinstance(space, Marks)
    return Marks(space)


def alternatives(address: Term) -> list[Term]:
    if address.op is not Op.ITE:
        return [address]
    return [each for part in address.args[1:] for each in alternatives(part)]


def _leaves(address: Term) -> list[Term]:
    """What an address may be, each once; itself if it is a choice between many."""
    seen, waiting = {address: None}, [address]
    while waiting:
        chosen = waiting.pop()
        if chosen.op is Op.ITE:
            new = [part for part in chosen.args[1:] if part not in seen]
            seen |= dict.fromkeys(new)
            waiting += new
        if len(seen) > _MOST_CHOICES:
            return [address]
    return [each for each in seen if each.op is not Op.ITE]
