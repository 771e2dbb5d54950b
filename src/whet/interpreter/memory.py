"""The memory of a run: objects of bytes at concrete addresses.

An address is an unsigned number of the machine's pointer width, so that casts between pointers and integers, unions and
``memcpy`` need no special treatment.  Objects lie in one flat address space in the order of their creation, with a gap
after each of them; neither address 0 nor its neighbourhood is ever used.  An address is not given out again before the
whole space was used up, so that a dangling pointer is noticed and not taken for one to a younger object.

Each bit of an object is defined or indeterminate (bit-fields share bytes).  ``MemoryObject.mask`` has the bits that are
defined; it is None as soon as all of them are.

Invariants:

* the objects in the table are sorted by address and never overlap, gaps included;
* every object begins at a multiple of 16, so that 16 bytes beginning at such a multiple belong to one object at most;
* a dead object has ``readable == writable == 0``, a string literal has ``writable == 0``: one comparison with the right
  number checks bounds, lifetime and permission at once.
"""

from __future__ import annotations

import mmap
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from enum import Enum
from typing import TypeAlias

from whet.cfa.aliasing import may_access
from whet.cfa.expressions import Use
from whet.cfa.model import Function
from whet.cfa.types import MachineModel
from whet.interpreter.given_texts import GivenBytes
from whet.interpreter.outcomes import NotInterpreted
from whet.task.dangers import Danger, Fault, FaultKind
from whet.task.messages import violations

Buffer: TypeAlias = bytearray | mmap.mmap
Chunk: TypeAlias = tuple[bytes, bytes | None] | tuple[bytes, bytes | None, bytes]
"""Bytes being copied, with the mask of their defined bits (None: all are), and that of bits that come from outside."""

LOW_PAGE = 0x1000
_NEAR = 16
"""Bytes before an object to which a pointer with a small negative offset points."""
_GRAIN = 16
_LARGE = 1 << 20
_MEMO_LIMIT = 1 << 16
_DEAD_LIMIT = 1 << 12
_NOTHING = bytearray()


class ObjectKind(Enum):
    GLOBAL = "global variable"
    EXTERNAL = "external variable"
    LOCAL = "local variable"
    HEAP = "heap block"
    STRING = "string literal"
    AUTOMATIC = "block of alloca"
    OPAQUE = "object of the C library"
    GIVEN = "argument of main"


_LITERAL = "__literal"
_GENERATED = ("__tmp", _LITERAL)
"""Prefixes of names that the front end generates."""
_OF_TEMPORARY = re.compile(r"__tmp(?:__\d+)?(?:->|\.)")
"""Before a member of what a call returned."""
_LONGEST_SHOWN = 20
"""Characters of a string."""
_UNWRITTEN_FIRST = frozenset({ObjectKind.LOCAL, ObjectKind.HEAP, ObjectKind.AUTOMATIC})
"""Kinds of objects that are indeterminate when they are made; bytes of others come from outside."""


_READ, _WRITE, _FREE, _ALIGN, _TYPED = (each.value for each in (Use.READ, Use.WRITE, Use.FREE, Use.ALIGN, Use.TYPED))
"""Evaluated once: generated code asks often."""


class MemoryFault(Exception):
    """An access to memory that C does not allow; the message says why."""

    danger: Danger | None = Danger("memory")

    def __init__(
        self, what: str, target: MemoryObject | None = None, offset: int = 0, size: int = 0, *, fault: Fault | None = None
    ) -> None:
        """``target`` is the object that is meant, with the bytes that were accessed."""
        super().__init__(what)
        self.fault = fault
        self.target = target
        self.offset = offset
        self.size = size


class SizeNotKnown(MemoryFault):
    """An access beyond the known part of an object."""

    danger = None


class NullAccess(MemoryFault):
    """At address 0 or a small distance from it."""


class OutOfBounds(MemoryFault):
    """Not inside the object the address belongs to."""


class DeadAccess(MemoryFault):
    """To an object whose lifetime is over: freed, or local to a function that returned."""


class WildAccess(MemoryFault):
    """At an address that belongs to no object."""


class NotPositive(MemoryFault):
    """The length of an array is not positive."""


class WrongFunction(MemoryFault):
    """A function is called through a pointer of an incompatible type."""


class ReadOnlyWrite(MemoryFault):
    """Into a string literal or a constant."""


class MisalignedAccess(MemoryFault):
    """At an address that is not a multiple of the alignment of the type; only if checked."""

    danger = Danger("alignment")


class WrongType(MemoryFault):
    """A variable is accessed by another type than its own; only if checked."""

    danger = Danger("aliasing")


class OutsideObject(MemoryFault):
    """A pointer is moved out of its object, further than just past it; only if checked."""

    danger = Danger("pointer")


class DifferentObjects(MemoryFault):
    """The order or distance of pointers to different objects is computed."""

    danger = Danger("pointer")


class InvalidFree(MemoryFault):
    """Of something that ``malloc`` did not return, or a second time."""

    danger = Danger("free")


class OutsideArray(MemoryFault):
    """An index is outside its array, if not outside the object; only if checked."""

    danger = Danger("array")


class MemoryObject:
    __slots__ = (
        "_missing",
        "align",
        "base",
        "data",
        "declared",
        "element",
        "given",
        "is_alive",
        "is_open",
        "is_outside",
        "kind",
        "mask",
        "name",
        "outside",
        "readable",
        "size",
        "writable",
    )

    def __init__(self, base: int, size: int, kind: ObjectKind, name: str) -> None:
        self.base = base
        self.size = size
        self.kind = kind
        self.name = name
        self.declared = 0
        """The kind of its declared scalars (``aliasing.declared_kind``)."""
        self.align = _GRAIN
        """What its address is a multiple of, not only in this run."""
        self.element = 0
        """The size of an element, if it is an array."""
        self.data: Buffer = make_buffer(size)
        self.mask: Buffer | None = None
        self._missing = 0
        """The number of bytes that are not completely defined; not used while there is no mask."""
        self.readable = size
        self.writable = size
        self.is_outside = False
        """Do its unwritten bytes come from outside?"""
        self.outside: Buffer | None = None
        """The bits that were copied from such bytes; they are as good as written."""
        self.is_alive = True
        self.is_open = False
        """May it have more bytes than are known, because another file defines it or its last member has no length?"""
        self.given: GivenBytes | None = None
        """Are its bytes inputs, which are chosen when they are read?"""

    def forget(self) -> None:
        self.mask = make_buffer(self.size)
        self._missing = self.size

    def clear(self) -> None:
        self.data = make_buffer(self.size)
        self.mask = None

    def define(self, offset: int, size: int) -> None:
        if (mask := self.mask) is not None:
            part = slice(offset, offset + size)
            self._missing -= size - mask[part].count(b"\xff")
            mask[part] = b"\xff" * size
            if not self._missing:
                self.mask = None

    def set_mask(self, offset: int, bits: bytes) -> None:
        """Set which bits of the bytes from ``offset`` on are defined."""
        if self.mask is None:
            self.mask = make_buffer(self.size)
            self.mask[:] = b"\xff" * self.size
            self._missing = 0
        part = slice(offset, offset + len(bits))
        before = self.mask[part]
        if before != bits:
            self.mask[part] = bits
            self._missing += before.count(b"\xff") - bits.count(b"\xff")
        if not self._missing:
            self.mask = None

    @property
    def must_be_written(self) -> bool:
        """Must the program write it before it is read?"""
        return self.kind in _UNWRITTEN_FIRST and not self.is_outside

    def __str__(self) -> str:
        if self.name.startswith(_GENERATED):
            return "compound literal" if self.name.startswith(_LITERAL) else "structure that is the value of an expression"
        if self.kind is ObjectKind.STRING:
            return f"string literal {self.contents}"
        return f"{self.kind.value} {self.name}" if self.name else self.kind.value

    @property
    def contents(self) -> str:
        """Of a string, as C writes it; the beginning of a long one."""
        text = bytes(self.data[: self.size]).split(b"\0")[0]
        shown = text[:_LONGEST_SHOWN].decode("latin-1").encode("unicode_escape").decode().replace('"', '\\"')
        return f'"{shown}{"..." if len(text) > _LONGEST_SHOWN else ""}"'

    def pointer_to(self, offset: int) -> str:
        """A pointer to a byte of it, as the program might write it; objects without a name are described."""
        if self.kind is ObjectKind.STRING and not offset:
            return self.contents
        moved = f" + {offset}" if offset else ""
        if self.kind in (ObjectKind.HEAP, ObjectKind.AUTOMATIC, ObjectKind.STRING) or self.name.startswith(_GENERATED):
            return f"{'' if self.is_alive else 'freed '}{self}{moved}"
        if not self.name.isidentifier():
            return f"{self.name or self}{moved}"
        if not self.element or offset % self.element:
            return f"(char *)&{self.name}{moved}" if offset else f"&{self.name}"
        return f"&{self.name}[{offset // self.element}]" if offset else self.name


def make_buffer(size: int) -> Buffer:
    """Zero bytes; large ones take real memory only where they are touched."""
    return mmap.mmap(-1, size) if size >= _LARGE else bytearray(size)


class Memory:
    def __init__(self, machine: MachineModel, limit: int) -> None:
        self._limit = limit
        self._live_bytes = 0
        self._start, self._end = (1 << 28, 0xF000_0000) if machine.pointer_size == 4 else (0x5555_0000_0000, 1 << 47)
        self._next = self._start
        self._bases: list[int] = []
        self._objects: list[MemoryObject] = []
        self._dead = 0
        self.memo: dict[int, MemoryObject] = {}
        """The object in which a grain of 16 bytes was last found: a hint that is checked at each use."""
        self._functions: dict[int, Function] = {}
        self._function_addresses: dict[str, int] = {}
        self._next_function = LOW_PAGE * _GRAIN
        self.changed: Callable[[MemoryObject], None] | None = None
        """Called with each object that is made and each whose life ends."""
        self.is_outside: Callable[[], bool] = lambda: False
        """Is what is allocated now filled from outside the program?"""

    def restart(self) -> None:
        """Forget all objects; functions keep their addresses."""
        self._live_bytes = self._dead = 0
        self._next = self._start
        self._bases, self._objects = [], []
        self.memo.clear()

    def put_back(self, made: MemoryObject, earlier: MemoryObject) -> MemoryObject:
        """Let an object of an earlier run, to which code refers, replace the one that was just made at its address."""
        for slot in MemoryObject.__slots__:
            setattr(earlier, slot, getattr(made, slot))
        self._objects[bisect_left(self._bases, made.base)] = earlier
        self._remember(made.base, earlier)
        return earlier

    def allocate(self, size: int, kind: ObjectKind, name: str, *, zeroed: bool, align: int = _GRAIN) -> MemoryObject:
        """A new object with zero or indeterminate contents."""
        if self._live_bytes + size > self._limit:
            raise NotInterpreted(f"more than {self._limit} bytes of memory")
        footprint = _footprint(size + align - _GRAIN)
        index = self._make_room(footprint)
        base = self._next if align == _GRAIN else -(-self._next // align) * align
        made = MemoryObject(base, size, kind, name)
        made.align = align
        if not zeroed and size:
            made.forget()
            made.is_outside = self.is_outside()
        self._bases.insert(index, base)
        self._objects.insert(index, made)
        self._remember(base, made)
        self._next += footprint
        self._live_bytes += size
        if self.changed is not None:
            self.changed(made)
        return made

    def _make_room(self, footprint: int) -> int:
        """Move ``_next`` to so many free bytes (first fit); returns the index in the table of an object that begins there."""
        if not self._bases or self._next > self._bases[-1]:
            if self._next + footprint <= self._end:
                return len(self._bases)
            self._purge()
            self._next = self._start
        for start in (self._next, self._start):
            self._next = start
            for index in range(bisect_left(self._bases, start), len(self._bases) + 1):
                end = self._bases[index] if index < len(self._bases) else self._end
                if self._next + footprint <= end:
                    return index
                if index < len(self._bases):
                    self._next = end + _footprint(self._objects[index].size)
        raise NotInterpreted("exhausted address space")

    def release(self, dead: MemoryObject) -> None:
        """The lifetime of an object is over."""
        self._live_bytes -= dead.size
        dead.is_alive = False
        dead.readable = dead.writable = 0
        dead.data, dead.mask = _NOTHING, None
        if self.changed is not None:
            self.changed(dead)
        self._dead += 1
        if self._dead > _DEAD_LIMIT and 2 * self._dead > len(self._objects):
            self._purge()

    def _purge(self) -> None:
        """Forget dead objects; an access to one of them is then one to no object."""
        self._objects = [each for each in self._objects if each.is_alive]
        self._bases = [each.base for each in self._objects]
        self._dead = 0

    def free(self, address: int) -> None:
        """``free`` of a pointer that is not null."""
        found = self.nearest(address)
        if found is None or address > found.base + found.size:
            what = violations.FREE_NOTHING.format(address=f"{address:#x}")
            raise InvalidFree(what, fault=Fault(FaultKind.NOT_ALLOCATED, address))
        if found.kind is not ObjectKind.HEAP:
            raise InvalidFree(violations.FREE_OTHER.format(object=found), found, fault=Fault(FaultKind.NOT_ALLOCATED))
        if found.base != address:
            raise InvalidFree(violations.FREE_INSIDE.format(object=found, offset=address - found.base), found)
        if not found.is_alive:
            raise InvalidFree(violations.FREED_TWICE.format(object=found), found)
        self.release(found)

    def block_at(self, address: int) -> MemoryObject | None:
        found = self.nearest(address)
        is_block = found is not None and found.base == address and found.kind is ObjectKind.HEAP and found.is_alive
        return found if is_block else None

    def pointer_text(self, address: int) -> str:
        """A pointer for messages, by the object that it points to."""
        if address == 0:
            return "NULL"
        if (function := self._functions.get(address)) is not None:
            return function.name
        found = self.nearest(address)
        return f"{address:#x}" if found is None or address > found.base + found.size else found.pointer_to(address - found.base)

    def living(self) -> Iterator[MemoryObject]:
        return (each for each in self._objects if each.is_alive)

    def is_good_for(self, address: int, size: int, use: str) -> bool:
        if use == _READ and size > 0:  # the most frequent one
            found = self.memo.get(address >> 4)
            if found is not None and address + size <= found.base + found.readable and address >= found.base:
                return True
        if use == _ALIGN:
            return self._is_aligned(address, size)
        if use == _TYPED:
            return self._has_kind(address, size)
        if use == _FREE:
            return address == 0 or self.block_at(address) is not None
        size &= (1 << 64) - 1
        try:
            return size == 0 or (self.locate_writable if use == _WRITE else self.locate)(address, size) is not None
        except MemoryFault:
            return False

    def is_defined(self, address: int, size: int, pattern: int) -> bool:
        """Were these bits of so many bytes written? True where no object is."""
        try:
            found, offset = self.locate(address, size)
        except MemoryFault:
            return True
        if found.mask is None or not found.must_be_written:
            return True
        defined = int.from_bytes(found.mask[offset : offset + size], "little")
        if found.outside is not None:
            defined |= int.from_bytes(found.outside[offset : offset + size], "little")
        return not pattern & ~defined

    def nearest(self, address: int) -> MemoryObject | None:
        """The last object that begins at or before an address."""
        index = bisect_right(self._bases, address) - 1
        return self._objects[index] if index >= 0 else None

    def locate(self, address: int, size: int) -> tuple[MemoryObject, int]:
        """The object and offset of so many readable bytes."""
        found = self.memo.get(address >> 4)
        if found is None or address - found.base + size > found.readable:
            found = self._search(address, size)
        return found, address - found.base

    def locate_writable(self, address: int, size: int) -> tuple[MemoryObject, int]:
        found, offset = self.locate(address, size)
        if offset + size > found.writable:
            raise read_only_write(found)
        return found, offset

    def _search(self, address: int, size: int) -> MemoryObject:
        found = self.nearest(address)
        if found is None or address - found.base + size > found.readable:
            raise self._fault(found, address, size)
        self._remember(address, found)
        return found

    def _remember(self, address: int, found: MemoryObject) -> None:
        if len(self.memo) >= _MEMO_LIMIT:
            self.memo.clear()
        self.memo[address >> 4] = found

    def _fault(self, nearest: MemoryObject | None, address: int, size: int) -> MemoryFault:
        if 0 <= address < LOW_PAGE:
            what = violations.NULL_MOVED.format(offset=address) if address else violations.NULL
            return NullAccess(what, fault=Fault(FaultKind.NULL))
        if address in self._functions:
            return WildAccess(violations.CODE_ACCESSED.format(function=self._functions[address].name))
        meant = self._just_before(address, nearest)
        if meant is None or (address >= meant.base + _footprint(meant.size) and not meant.is_open):
            return WildAccess(violations.NO_OBJECT.format(address=f"{address:#x}"), fault=Fault(FaultKind.NO_OBJECT, address))
        return fault_inside(meant, address - meant.base, size)

    def _just_before(self, address: int, nearest: MemoryObject | None) -> MemoryObject | None:
        """The object that begins shortly after an address, if the one before it ends farther away."""
        index = bisect_right(self._bases, address)
        if index == len(self._bases):
            return nearest
        following = self._objects[index]
        distance = following.base - address
        is_near = distance <= _NEAR and (nearest is None or address - (nearest.base + nearest.size) >= distance)
        return following if is_near else nearest

    def address_of(self, function: Function) -> int:
        """The address of a function, the same for as long as the run lasts."""
        known = self._function_addresses.get(function.name)
        if known is not None:
            return known
        address = self._next_function
        self._next_function += _GRAIN
        self._functions[address] = function
        self._function_addresses[function.name] = address
        return address

    def _is_aligned(self, address: int, align: int) -> bool:
        """Where an object asks for no more than all have, its address may be a multiple of more in this run only."""
        found = self.nearest(address) if align > _GRAIN and address else None
        return address % align == 0 and (found is None or found.align % align == 0)

    def aligned(self, address: int, align: int) -> int:
        """An address that is a multiple of this in every run."""
        return address if self._is_aligned(address, align) else self.misaligned(address, align)

    def misaligned(self, address: int, align: int) -> int:
        """Raises the fault of an access that is not aligned."""
        found = self.nearest(address)
        where = f"address {address:#x}" if found is None else f"offset {address - found.base} of the {found}"
        raise MisalignedAccess(violations.MISALIGNED.format(where=where, align=align), found)

    def typed(self, address: int, kind: int) -> int:
        """An address that may be accessed by a type of this kind."""
        if not self._has_kind(address, kind):
            found = self.nearest(address)
            raise WrongType(violations.WRONG_TYPE.format(object=found), found)
        return address

    def _has_kind(self, address: int, kind: int) -> bool:
        found = self.nearest(address)
        is_inside = found is not None and found.is_alive and address < found.base + found.size
        return found is None or not is_inside or may_access(found.declared, kind)

    def function_at(self, address: int) -> Function:
        function = self._functions.get(address)
        if function is None:
            if address < LOW_PAGE:
                raise WildAccess(violations.CALL_NULL, fault=Fault(FaultKind.NULL))
            what = violations.CALL_NOWHERE.format(address=f"{address:#x}")
            raise WildAccess(what, fault=Fault(FaultKind.CODE, address))
        return function


def outside(array: str, index: int, count: int | None) -> str:
    """The fault of an index of an array with so many elements, if that number is known."""
    array = _OF_TEMPORARY.sub("", array)
    template = {None: violations.INDEX_OPEN, 1: violations.INDEX_OF_ONE}.get(count, violations.INDEX)
    return template.format(array=array, index=index - (1 << 64) if index >= 1 << 63 else index, count=count)


def read_only_write(target: MemoryObject) -> ReadOnlyWrite:
    is_string = target.kind is ObjectKind.STRING
    what = violations.STRING.format(object=target) if is_string else violations.CONSTANT.format(name=target.name)
    return ReadOnlyWrite(what, target)


def fault_inside(target: MemoryObject, offset: int, size: int, *, writing: bool = False) -> MemoryFault:
    """The fault of an access to some bytes of this object."""
    if not target.is_alive:
        is_block = target.kind is ObjectKind.HEAP
        what = (violations.FREED if is_block else violations.ENDED).format(object=target)
        return DeadAccess(what, target, offset, size, fault=Fault(FaultKind.FREED) if is_block else None)
    if writing and 0 <= offset <= target.size - size:
        return read_only_write(target)
    if target.is_open and offset >= 0:
        return SizeNotKnown(violations.BEYOND_KNOWN.format(size=size, offset=offset, object=target), target, offset, size)
    if size == target.element and offset % size == 0:
        what = outside(target.name, offset // target.element, target.size // target.element)
    else:
        room = "" if target.kind is ObjectKind.HEAP else f", which has {_bytes(target.size)}"
        what = violations.BEYOND.format(bytes=_bytes(size), offset=offset, object=target, room=room)
    return OutOfBounds(what, target, offset, size)


def _bytes(count: int) -> str:
    return f"{count} byte{'' if count == 1 else 's'}"


def _footprint(size: int) -> int:
    """The address space of an object: itself and a gap of the same size, within limits."""
    gap = 32 if size < 32 else min(size, 4096)
    return (size + gap + _GRAIN - 1) & -_GRAIN


def take(memory: Memory, address: int, size: int) -> Chunk:
    """The bytes at an address, indeterminate ones as such."""
    source, offset = memory.locate(address, size) if size else (None, 0)
    return take_inside(source, offset, size) if source is not None else (b"", None)


def take_inside(source: MemoryObject, offset: int, size: int) -> Chunk:
    if not 0 <= offset <= source.readable - size:
        raise fault_inside(source, offset, size)
    if source.given is not None:
        source.given.settle(offset, size)
    data = bytes(source.data[offset : offset + size])
    if source.mask is None:
        return data, None
    mask = bytes(source.mask[offset : offset + size])
    if mask == b"\xff" * size:
        return data, None
    if not source.must_be_written:
        return data, mask, b"\xff" * size
    return (data, mask) if source.outside is None else (data, mask, bytes(source.outside[offset : offset + size]))


def put(memory: Memory, address: int, chunk: Chunk) -> None:
    """Store bytes at an address, indeterminate ones as such."""
    if chunk[0]:
        target, offset = memory.locate_writable(address, len(chunk[0]))
        put_inside(target, offset, chunk)


def put_inside(target: MemoryObject, offset: int, chunk: Chunk) -> None:
    data, mask, *outside = chunk
    size = len(data)
    if not 0 <= offset <= target.writable - size:
        raise fault_inside(target, offset, size, writing=True)
    target.data[offset : offset + size] = data
    if mask is None:
        target.define(offset, size)
    else:
        target.set_mask(offset, mask)
        if outside or target.outside is not None:
            if target.outside is None:
                target.outside = make_buffer(target.size)
            target.outside[offset : offset + size] = outside[0] if outside else bytes(size)
