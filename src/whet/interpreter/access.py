"""Typed access to memory: functions that read and write scalars, made once per type.

``reader`` and ``writer`` take an object and an offset, ``loader`` and ``storer`` an address. A ``Codec`` says which bytes and
bits are touched (bit-fields share bytes). Invariants: indeterminate bits are given values by ``choose`` when they are first read,
and keep them; a write changes no bits but its own.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any, TypeAlias

from whet.cfa.semantics import Value, decode, encode, truncate_bit_field
from whet.cfa.types import BINARY64, FloatType, IntType, PointerType, ScalarType
from whet.interpreter.memory import Buffer, Memory, MemoryObject, OutsideArray, fault_inside, outside
from whet.task.records import dataclass

Reader: TypeAlias = Callable[[MemoryObject, int], Value]
Writer: TypeAlias = Callable[[MemoryObject, int, Value], None]
Loader: TypeAlias = Callable[[int], Value]
Storer: TypeAlias = Callable[[int, Value], None]
Choose: TypeAlias = Callable[[ScalarType, MemoryObject, bool], Value]
"""Chooses a value of a type for an indeterminate one in an object, which may have been copied from outside."""
ChoiceObserver: TypeAlias = Callable[[MemoryObject, int, bytes, bytes], None]
"""Called with an object, an offset, the chosen bytes and the mask of those bits that were chosen."""

_X87_BYTES = 10


@dataclass(frozen=True, slots=True)
class BitPlace:
    """The place of a bit-field: so many bits, beginning ``shift`` bits (0 to 7) into the first byte."""

    shift: int
    width: int


@dataclass(frozen=True, slots=True)
class Codec:
    """How values of a type lie in memory."""

    type: ScalarType
    size: int
    """The bytes that must belong to the object."""
    width: int
    """The bytes that hold the value, the first ones of them."""
    pattern: int
    """The bits that hold the value, in these bytes as a little-endian number."""
    unpack: Callable[[Buffer, int], tuple[Any, ...]]
    pack: Callable[[Buffer, int, Any], None]
    is_whole: bool = True


def codec_of(type: ScalarType, bits: BitPlace | None = None) -> Codec:
    if bits is not None:
        assert isinstance(type, IntType)
        shift, low = bits.shift, (1 << bits.width) - 1
        size = (shift + bits.width + 7) // 8

        def unpack(buffer: Buffer, offset: int) -> tuple[int]:
            stored = int.from_bytes(buffer[offset : offset + size], "little")
            return (truncate_bit_field(stored >> shift, type, bits.width),)

        def pack(buffer: Buffer, offset: int, value: int) -> None:
            stored = int.from_bytes(buffer[offset : offset + size], "little") & ~(low << shift)
            buffer[offset : offset + size] = (stored | (value & low) << shift).to_bytes(size, "little")

        return Codec(type, size, size, low << shift, unpack, pack, is_whole=False)
    letter = _struct_letter(type)
    if letter is None:
        return _general_codec(type)
    layout = Struct("<" + letter)
    return Codec(type, type.size, type.size, (1 << 8 * type.size) - 1, layout.unpack_from, layout.pack_into)


def _struct_letter(type: ScalarType) -> str | None:
    """The letter of the type in ``struct``, if that module treats all values alike; it does not keep signalling NaNs of
    binary32."""
    match type:
        case IntType(is_bool=False):
            letter = {1: "b", 2: "h", 4: "i", 8: "q"}.get(type.size)
            return letter.upper() if letter and not type.signed else letter
        case PointerType():
            return {4: "I", 8: "Q"}[type.size]
        case FloatType(format=format):
            return "d" if format == BINARY64 else None
        case _:
            return None


def _general_codec(type: ScalarType) -> Codec:
    width = min(type.size, _X87_BYTES) if isinstance(type, FloatType) else type.size
    padding = bytes(type.size - width)

    def unpack(buffer: Buffer, offset: int) -> tuple[Value]:
        return (decode(bytes(buffer[offset : offset + width]) + padding, type),)

    def pack(buffer: Buffer, offset: int, value: Value) -> None:
        buffer[offset : offset + width] = encode(value, type)[:width]

    return Codec(type, type.size, width, (1 << 8 * width) - 1, unpack, pack)


def index_of(array: str, count: int | None, last: int | None) -> Callable[[int], int]:
    """A function that returns its argument if it is an index of the array, at most ``last``."""

    def inside(index: int) -> int:
        if index < 0 or (last is not None and index > last):
            raise OutsideArray(outside(array, index, count))
        return index

    return inside


class MemoryAccess:
    def __init__(self, memory: Memory, choose: Choose) -> None:
        self._memory = memory
        self._choose = choose
        self.observer: ChoiceObserver | None = None
        self._codecs: dict[tuple[ScalarType, BitPlace | None], Codec] = {}

    def codec(self, type: ScalarType, bits: BitPlace | None = None) -> Codec:
        key = (type, bits)
        if key not in self._codecs:
            self._codecs[key] = codec_of(type, bits)
        return self._codecs[key]

    def reader(self, type: ScalarType, bits: BitPlace | None = None) -> Reader:
        codec = self.codec(type, bits)
        size, width, unpack, ones = codec.size, codec.width, codec.unpack, b"\xff" * codec.width
        settle = self._settle

        def read(source: MemoryObject, offset: int) -> Value:
            if not 0 <= offset <= source.readable - size:
                raise fault_inside(source, offset, size)
            if source.mask is not None and source.mask[offset : offset + width] != ones:
                settle(codec, source, offset)
            value: Value = unpack(source.data, offset)[0]
            return value

        return read

    def loader(self, type: ScalarType, bits: BitPlace | None = None) -> Loader:
        codec = self.codec(type, bits)
        size, width, unpack, ones = codec.size, codec.width, codec.unpack, b"\xff" * codec.width
        settle, locate, hint = self._settle, self._memory.locate, self._memory.memo.get

        def load(address: int) -> Value:
            source = hint(address >> 4)
            if source is None or (offset := address - source.base) + size > source.readable:
                source, offset = locate(address, size)
            if source.mask is not None and source.mask[offset : offset + width] != ones:
                settle(codec, source, offset)
            value: Value = unpack(source.data, offset)[0]
            return value

        return load

    def writer(self, type: ScalarType, bits: BitPlace | None = None) -> Writer:
        codec = self.codec(type, bits)
        size, pack, width, defined = codec.size, codec.pack, codec.width, _ones(codec)

        def write(target: MemoryObject, offset: int, value: Value) -> None:
            if not 0 <= offset <= target.writable - size:
                raise fault_inside(target, offset, size, writing=True)
            pack(target.data, offset, value)
            if (mask := target.mask) is not None and mask[offset : offset + width] != defined:
                _define(codec, target, offset)

        return write

    def storer(self, type: ScalarType, bits: BitPlace | None = None) -> Storer:
        codec = self.codec(type, bits)
        size, pack, locate, hint = codec.size, codec.pack, self._memory.locate_writable, self._memory.memo.get
        width, defined = codec.width, _ones(codec)

        def store(address: int, value: Value) -> None:
            target = hint(address >> 4)
            if target is None or (offset := address - target.base) + size > target.writable:
                target, offset = locate(address, size)
            pack(target.data, offset, value)
            if (mask := target.mask) is not None and mask[offset : offset + width] != defined:
                _define(codec, target, offset)

        return store

    def peek(self, source: MemoryObject, offset: int, type: ScalarType, bits: BitPlace | None = None) -> Value | None:
        """What a reader would return, without choosing: None for a value that is indeterminate or outside the object."""
        codec = self.codec(type, bits)
        if not 0 <= offset <= source.readable - codec.size:
            return None
        if source.mask is not None:
            defined = int.from_bytes(source.mask[offset : offset + codec.width], "little")
            if codec.pattern & ~defined:
                return None
        value: Value = codec.unpack(source.data, offset)[0]
        return value

    def _settle(self, codec: Codec, source: MemoryObject, offset: int) -> None:
        """Define the indeterminate bits of a value by those of a chosen value."""
        assert source.mask is not None
        part = slice(offset, offset + codec.width)
        defined = int.from_bytes(source.mask[part], "little")
        missing = codec.pattern & ~defined
        if not missing:
            return
        chosen = bytearray(codec.width)
        if source.given is None or not source.given.is_end(offset, codec.width):
            outside = 0 if source.outside is None else int.from_bytes(source.outside[part], "little")
            codec.pack(chosen, 0, self._choose(codec.type, source, not missing & ~outside))
            if self.observer is not None:
                self.observer(source, offset, bytes(chosen), missing.to_bytes(codec.width, "little"))
        if source.given is not None:
            source.given.choose(offset, chosen, missing.to_bytes(codec.width, "little"))
        kept = int.from_bytes(source.data[part], "little") & ~missing
        merged = kept | int.from_bytes(chosen, "little") & missing
        source.data[part] = merged.to_bytes(codec.width, "little")
        source.set_mask(offset, (defined | missing).to_bytes(codec.width, "little"))

    def settle_bytes(self, source: MemoryObject, offset: int, size: int, byte: IntType) -> None:
        """The same for each of these bytes, in their order."""
        if source.mask is None or source.mask[offset : offset + size] == b"\xff" * size:
            return
        codec = self.codec(byte)
        for each in range(offset, offset + size):
            if source.mask is not None:  # until the last indeterminate byte of the object is chosen
                self._settle(codec, source, each)


def _ones(codec: Codec) -> bytes:
    return b"\xff" * codec.width


def _define(codec: Codec, target: MemoryObject, offset: int) -> None:
    """Of a target with a mask."""
    if codec.is_whole and codec.width == target.size:
        target.mask = None
    elif codec.is_whole:
        target.define(offset, codec.width)
    elif target.mask is not None:
        defined = int.from_bytes(target.mask[offset : offset + codec.width], "little") | codec.pattern
        target.set_mask(offset, defined.to_bytes(codec.width, "little"))
