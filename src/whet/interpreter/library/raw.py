"""Reading and writing bytes and strings of memory, for models of library functions. Indeterminate bytes that are read get values
first."""

from __future__ import annotations

from whet.cfa.types import IntType, argument_byte
from whet.interpreter.memory import OutOfBounds
from whet.interpreter.process import Process
from whet.task.messages import violations

_BYTE = IntType("unsigned char", 8, False, 1, 1)


def read_bytes(process: Process, address: int, size: int) -> bytes:
    if not size:
        return b""
    source, offset = process.memory.locate(address, size)
    process.access.settle_bytes(source, offset, size, _BYTE)
    return bytes(source.data[offset : offset + size])


def read_argument(process: Process, argument: int, address: int, distance: int, size: int = 1) -> bytes:
    """Bytes at a distance from an argument; the source of inputs is given the number of the argument."""
    if not size:
        return b""
    source, offset = process.memory.locate(address + distance, size)
    if source.mask is not None:
        for at in range(size):
            process.access.settle_bytes(source, offset + at, 1, argument_byte(argument, distance + at))
    return bytes(source.data[offset : offset + size])


def write_bytes(process: Process, address: int, data: bytes) -> None:
    if data:
        target, offset = process.memory.locate_writable(address, len(data))
        target.data[offset : offset + len(data)] = data
        target.define(offset, len(data))


def find_byte(process: Process, address: int, byte: int, limit: int | None = None) -> int | None:
    """The distance to the first byte of this value in the object and within ``limit``; None if the limit comes first. A search
    beyond the end of the object is an error. Indeterminate bytes are taken for bytes of the first argument."""
    if limit == 0:
        return None
    source, offset = process.memory.locate(address, 1)
    end = source.size if limit is None else min(source.size, offset + limit)
    if source.mask is None:
        found = source.data.find(bytes([byte]), offset, end)
    else:
        found = _find_settling(process, address, byte, end - offset)
        found = found if found < 0 else found + offset
    if found >= 0:
        return found - offset
    if limit is not None and end == offset + limit:
        return None
    what = violations.SEARCH.format(byte=byte, object=source, size=source.size)
    raise OutOfBounds(what, source, source.size, 1)


def _find_settling(process: Process, address: int, byte: int, size: int) -> int:
    """The same in an object with indeterminate bytes."""
    for distance in range(size):
        if read_argument(process, 0, address, distance)[0] == byte:
            return distance
    return -1


def c_string(process: Process, address: int, limit: int | None = None) -> bytes:
    """The string at an address, without the terminating zero; at most ``limit`` bytes."""
    length = find_byte(process, address, 0, limit)
    if length is None:
        assert limit is not None
        length = limit
    return read_bytes(process, address, length)
