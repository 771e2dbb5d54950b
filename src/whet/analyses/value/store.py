"""Reading and writing memory in a program's layout: what both transfer relations call at run time.

A place is an object and an offset.  No object (None) means a pointer of which nothing is known; no offset means somewhere in
the object.  A store to an unknown place makes everything unknown that a pointer may point to; one outside its
object, or into a dead one, does too: C gives it no meaning, so nothing is claimed about what follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from whet.analyses.value.layout import Layout
from whet.analyses.value.memory import AbstractMemory, Contents, contents
from whet.analyses.value.values import SOME_NAN, AbstractValue, Address
from whet.cfa import semantics
from whet.cfa.aliasing import declared_kind, may_access
from whet.cfa.alignment import COMMON, object_alignment
from whet.cfa.expressions import BinaryOp, Lvalue, Member, Use, Variable
from whet.cfa.model import Function
from whet.cfa.types import X87, CType, FloatType, IntType, PointerType
from whet.task.records import dataclass

ValueLoader: TypeAlias = Callable[[AbstractMemory, int | None, int | None], AbstractValue | None]
Saver: TypeAlias = Callable[[AbstractMemory, int | None, int | None, AbstractValue | None], AbstractMemory]

_X87_BYTES = 10
_NEAR = 4096
"""No object lies so near the ends of the address space that a step of this many bytes leads to address 0."""


@dataclass(frozen=True, slots=True)
class StoredBits:
    """The place of a bit-field inside its first byte."""

    shift: int
    width: int


def bits_of_lvalue(lvalue: Lvalue) -> StoredBits | None:
    """None unless it is a bit-field."""
    if isinstance(lvalue, Member) and lvalue.field.bit_width is not None:
        return StoredBits(lvalue.field.bit_offset % 8, lvalue.field.bit_width)
    return None


def split(pointer: AbstractValue | None) -> tuple[int | None, int | None]:
    """The place a pointer points to."""
    return (pointer.object, pointer.offset) if isinstance(pointer, Address) else (None, None)


class Store:
    """The operations on the memory of one program."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._limit = layout.object_bytes

    def loader(self, type: CType, bits: StoredBits | None) -> ValueLoader:
        """The function that reads a scalar of this type."""
        decode = self._decoder(type)
        constants = self.layout.constants
        width = _width(type)

        def load(memory: AbstractMemory, object: int | None, offset: int | None) -> AbstractValue | None:
            if object is None or offset is None:
                return None
            held = memory.objects.get(object) or constants.get(object)
            raw = None if held is None else held.read(offset, width)
            return None if raw is None else decode(raw)

        return load if bits is None else self._bit_loader(type, bits)

    def _bit_loader(self, type: CType, bits: StoredBits) -> ValueLoader:
        assert isinstance(type, IntType)
        constants = self.layout.constants

        def load(memory: AbstractMemory, object: int | None, offset: int | None) -> AbstractValue | None:
            if object is None or offset is None:
                return None
            held = memory.objects.get(object) or constants.get(object)
            raw = None if held is None else held.read_bits(offset, bits.shift, bits.width)
            return None if raw is None else semantics.truncate_bit_field(raw, type, bits.width)

        return load

    def _decoder(self, type: CType) -> Callable[[AbstractValue], AbstractValue | None]:
        """From what ``Contents.read`` gives to a value of the type."""
        holds_address = self.layout.may_hold_address(type)
        match type:
            case IntType(is_bool=True):
                return lambda raw: raw if raw in {0, 1} else None  # C does not say what another byte is
            case IntType(signed=True, width=width):
                sign = 1 << (width - 1)
                return lambda raw: (
                    (raw ^ sign) - sign
                    if isinstance(raw, int) and raw != SOME_NAN
                    else raw
                    if holds_address and isinstance(raw, Address)
                    else None
                )
            case IntType() | PointerType():
                return lambda raw: raw if raw != SOME_NAN and (holds_address or isinstance(raw, int)) else None
            case FloatType():
                return lambda raw: _canonical(raw, type) if isinstance(raw, int) else None
            case _:
                raise TypeError(f"{type} is no scalar type")

    def saver(self, type: CType, bits: StoredBits | None) -> Saver:
        """The function that writes a scalar of this type."""
        width, size, mask = _width(type), type.size, (1 << 8 * _width(type)) - 1

        def save(memory: AbstractMemory, object: int | None, offset: int | None, value: AbstractValue | None) -> AbstractMemory:
            held = self._target(memory, object, offset, size)
            if held is None or object is None or offset is None:
                return self._missed(memory, object, held)
            raw = value & mask if isinstance(value, int) and not (value == SOME_NAN and is_float) else value
            if size != width:
                held = held.forget(offset, size, self._limit)
            return memory.changed(object, held.write(offset, width, raw, self._limit))

        is_float = isinstance(type, FloatType)
        return save if bits is None else self._bit_saver(bits)

    def _bit_saver(self, bits: StoredBits) -> Saver:
        size = (bits.shift + bits.width + 7) // 8

        def save(memory: AbstractMemory, object: int | None, offset: int | None, value: AbstractValue | None) -> AbstractMemory:
            held = self._target(memory, object, offset, size)
            if held is None or object is None or offset is None:
                return self._missed(memory, object, held)
            number = value if isinstance(value, int) else None
            return memory.changed(object, held.write_bits(offset, bits.shift, bits.width, number, self._limit))

        return save

    def _target(self, memory: AbstractMemory, object: int | None, offset: int | None, size: int) -> Contents | None:
        """What is written to if it is an object, and the place is inside it or unknown."""
        held = None if object is None else self.held(memory, object)
        if held is None or offset is None:
            return held
        return held if offset >= 0 and (held.size is None or offset + size <= held.size) else None

    def held(self, memory: AbstractMemory, object: int) -> Contents | None:
        """The contents of a living object that can be written."""
        found = memory.objects.get(object)
        if found is not None:
            return found
        variable = self.layout.entity(object)
        if variable is None or isinstance(variable, Function) or object in self.layout.constants:
            return None
        return contents(self.layout.size_of(variable), zeroed=False, limit=self._limit)

    def _missed(self, memory: AbstractMemory, object: int | None, held: Contents | None) -> AbstractMemory:
        """A store to an unknown place, in a known object if it is one."""
        if object is not None and held is not None:
            return memory.changed(object, held.forgotten())
        return memory if object in self.layout.constants else self.forget_exposed(memory)

    def can_save(self, memory: AbstractMemory, object: int | None, offset: int | None, size: int) -> bool:
        """Is it a place inside an object?"""
        if object is None or offset is None:
            return False
        return self._target(memory, object, offset, size) is not None

    def forget_exposed(self, memory: AbstractMemory) -> AbstractMemory:
        """Everything a pointer may point to becomes unknown."""
        is_exposed = self.layout.is_exposed
        objects = {number: held.forgotten() if is_exposed(number) else held for number, held in memory.objects.items()}
        return AbstractMemory(objects, memory.is_open)

    def forget(self, memory: AbstractMemory, object: int | None, offset: int | None, size: int | None) -> AbstractMemory:
        """So many bytes (None: up to the end) become unknown."""
        if size == 0:
            return memory
        held = self._target(memory, object, offset, size or 0)
        if held is None or object is None or offset is None:
            return self._missed(memory, object, held)
        return memory.changed(object, held.forget(offset, len(held.data) if size is None else size, self._limit))

    def fill(self, memory: AbstractMemory, pointer: AbstractValue | None, byte: int, size: int) -> AbstractMemory:
        object, offset = split(pointer)
        held = self._target(memory, object, offset, size)
        if size == 0:
            return memory
        if held is None or object is None or offset is None:
            return self._missed(memory, object, held)
        if size > self._limit:
            return memory.changed(object, held.forgotten())
        return memory.changed(object, held.put(offset, bytes([byte & 255]) * size, b"\xff" * size, {}, self._limit))

    def copy(
        self,
        memory: AbstractMemory,
        target: tuple[int | None, int | None],
        source: tuple[int | None, int | None],
        size: int,
    ) -> AbstractMemory:
        """Copy bytes with all that is known of them; the places may overlap."""
        object, offset = target
        held = self._target(memory, object, offset, size)
        if size == 0:
            return memory
        if held is None or object is None or offset is None:
            return self._missed(memory, object, held)
        part = self._part(memory, source, size)
        if part is None:
            return memory.changed(object, held.forget(offset, size, self._limit))
        data, known, others = part
        moved = {offset + place: entry for place, entry in others.items()}
        return memory.changed(object, held.put(offset, data, known, moved, self._limit))

    def _part(
        self, memory: AbstractMemory, place: tuple[int | None, int | None], size: int
    ) -> tuple[bytes, bytes, dict[int, tuple[int, AbstractValue]]] | None:
        object, offset = place
        if object is None or offset is None or offset < 0 or size > self._limit:
            return None
        held = memory.objects.get(object) or self.layout.constants.get(object)
        return None if held is None else held.part(offset, size)

    def declare(self, memory: AbstractMemory, object: int, size: int | None, first: bytes | None) -> AbstractMemory:
        """A new object that has these bytes followed by zeros, or an unknown one."""
        held = contents(size, zeroed=first is not None, limit=self._limit)
        return memory.changed(object, held.put(0, first, b"\xff" * len(first), {}, self._limit) if first else held)

    def allocate(self, memory: AbstractMemory, size: int | None, zeroed: bool) -> tuple[AbstractMemory, Address]:
        after, number = memory.allocate(contents(size, zeroed=zeroed, limit=self._limit))
        return after, Address(number, 0)

    def equal(self, memory: AbstractMemory, a: AbstractValue | None, b: AbstractValue | None) -> int | None:
        """Are two pointers (or integers made from pointers) equal?  1, 0, or None if that is open."""
        if a is None or b is None:
            return None
        if isinstance(a, Address):
            return self._equal_places(memory, a, b) if isinstance(b, Address) else self._equals_number(memory, a, b)
        return self._equals_number(memory, b, a) if isinstance(b, Address) else int(a == b)

    def _equals_number(self, memory: AbstractMemory, a: Address, number: int) -> int | None:
        return 0 if number == 0 and self.truth(memory, a) else None

    def _equal_places(self, memory: AbstractMemory, a: Address, b: Address) -> int | None:
        if a.object == b.object:
            return int(a.offset == b.offset)
        literals = (each.object in self.layout.constants and not self.layout.is_table(each.object) for each in (a, b))
        if all(literals):  # a compiler may let literals share their bytes
            return None
        return 0 if self._is_inside(memory, a) and self._is_inside(memory, b) else None

    def _is_inside(self, memory: AbstractMemory, a: Address) -> bool:
        """Does it point to a byte of a living object or to a function?"""
        if isinstance(self.layout.entity(a.object), Function):
            return a.offset == 0
        if a.object < 0 and a.object not in memory.objects:
            return False
        size = self.size_of(memory, a.object)
        return (size is None and a.offset == 0) or (size is not None and 0 <= a.offset < size)

    def size_of(self, memory: AbstractMemory, object: int) -> int | None:
        held = memory.objects.get(object) or self.layout.constants.get(object)
        if held is not None:
            return held.size
        variable = self.layout.entity(object)
        return None if variable is None or isinstance(variable, Function) else self.layout.size_of(variable)

    def valid(self, memory: AbstractMemory, pointer: AbstractValue | None, size: AbstractValue | None, use: Use) -> int | None:
        """Is a pointer good for this use?  Addresses of what is dead are forgotten, so an address leads to a living object."""
        if use is Use.ALIGN and isinstance(size, int):
            place = pointer.offset if isinstance(pointer, Address) else pointer
            if isinstance(pointer, Address) and size > COMMON:
                entity = self.layout.entity(pointer.object)
                if not isinstance(entity, Variable) or object_alignment(entity) % size:
                    return None
            return int(place % size == 0) if isinstance(place, int) else None
        if use is Use.TYPED and isinstance(size, int):
            entity = self.layout.entity(pointer.object) if isinstance(pointer, Address) else None
            declared = declared_kind(entity.type) if isinstance(entity, Variable) else 0
            return None if pointer is None else int(may_access(declared, size))
        if pointer == 0:
            return int(use is Use.FREE or size == 0) if isinstance(size, int) else None
        if not isinstance(pointer, Address) or not isinstance(size, int):
            return None
        variable = self.layout.entity(pointer.object)
        if isinstance(variable, Function):
            return 0
        if use is Use.FREE:
            # Blocks have negative numbers, those of ``alloca`` too
            if pointer.object >= 0 or pointer.offset:
                return 0
            return 1 if pointer.object in memory.objects and not self.layout.has_automatic_blocks else None
        room = self.size_of(memory, pointer.object)
        is_automatic = self.layout.has_automatic_blocks if variable is None else self.may_be_dead(variable)
        is_read_only = pointer.object in self.layout.constants or (variable is not None and variable.is_read_only)
        if room is None or is_automatic or (use is Use.WRITE and is_read_only):
            return None
        return int(pointer.offset >= 0 and pointer.offset + size <= room)

    def may_be_dead(self, variable: Variable) -> bool:
        """May its block have been left without a word?"""
        return bool(variable.blocks) and not self.layout.program.ends_blocks

    def truth(self, memory: AbstractMemory, value: AbstractValue | None) -> int | None:
        """Does a pointer (or an integer) differ from zero?"""
        if not isinstance(value, Address):
            return None if value is None else int(value != 0)
        size = self.size_of(memory, value.object)
        return 1 if -_NEAR <= value.offset <= _NEAR + (size or 0) else None

    def compare(self, memory: AbstractMemory, op: BinaryOp, a: AbstractValue | None, b: AbstractValue | None) -> int | None:
        """A comparison of two pointers."""
        if op is BinaryOp.EQ or op is BinaryOp.NE:
            equal = self.equal(memory, a, b)
            return None if equal is None else int(equal == (op is BinaryOp.EQ))
        if isinstance(a, int) and isinstance(b, int):
            return int(_ORDERS[op](a, b))
        if not isinstance(a, Address) or not isinstance(b, Address) or a.object != b.object:
            return None
        size = self.size_of(memory, a.object)
        if size is None or not 0 <= a.offset <= size or not 0 <= b.offset <= size:
            return None
        return int(_ORDERS[op](a.offset, b.offset))

    def move(self, pointer: AbstractValue | None, index: AbstractValue | None, stride: int) -> AbstractValue | None:
        """A pointer moved by so many elements; offsets and addresses wrap around."""
        if pointer is None or not isinstance(index, int):
            return None
        width = 8 * self.layout.pointer_size
        if isinstance(pointer, Address):
            bias = 1 << (width - 1)
            return Address(pointer.object, ((pointer.offset + index * stride + bias) & ((1 << width) - 1)) - bias)
        return (pointer + index * stride) & ((1 << width) - 1)

    def distance(self, a: AbstractValue | None, b: AbstractValue | None, stride: int, type: IntType) -> int | None:
        """The difference of two pointers into the same object; a great number for others, if that is asked (``is_of_any``)."""
        if (
            type.width > 8 * self.layout.pointer_size
            and isinstance(a, Address)
            and isinstance(b, Address)
            and a.object != b.object
        ):
            return type.max
        if isinstance(a, Address) and isinstance(b, Address) and a.object == b.object:
            a, b = a.offset, b.offset
        if not isinstance(a, int) or not isinstance(b, int):
            return None
        try:
            found = semantics.pointer_diff(stride, type)(a, b)
        except semantics.Undefined:
            return None
        assert isinstance(found, int)
        return found


_ORDERS: dict[BinaryOp, Callable[[int, int], bool]] = {
    BinaryOp.LT: lambda a, b: a < b,
    BinaryOp.LE: lambda a, b: a <= b,
    BinaryOp.GT: lambda a, b: a > b,
    BinaryOp.GE: lambda a, b: a >= b,
}


def _width(type: CType) -> int:
    """The bytes of a scalar that hold its value; a ``long double`` is padded."""
    return _X87_BYTES if isinstance(type, FloatType) and type.format == X87 else type.size


def _canonical(raw: int, type: FloatType) -> int:
    """Encodings of the x87 that are not those of numbers are read as a processor reads them."""
    if type.format != X87 or raw == SOME_NAN:
        return raw
    return semantics.float_bits(semantics.float_from_bits(raw, type), type)
