"""``string.h``: blocks of bytes, lengths, comparisons, messages. Other functions have a body in C. Copies keep indeterminate
bytes indeterminate."""

from __future__ import annotations

import os

from whet.cfa.semantics import Undefined
from whet.interpreter.library.raw import c_string, read_argument, write_bytes
from whet.interpreter.library.registry import Invocation, Models
from whet.interpreter.memory import ObjectKind, put, take

models = Models()


def _copy(call: Invocation, target: int, source: int, size: int) -> None:
    memory = call.process.memory
    put(memory, target, take(memory, source, size))


@models.function("void *memcpy(void *, const void *, size_t)", "void *__memcpy_chk(void *, const void *, size_t, size_t)")
def memcpy(call: Invocation, target: int, source: int, size: int, room: int = 0) -> int:
    """Fortified variants take the size of the target, too; bounds are checked here anyway."""
    if size and target != source and abs(target - source) < size:
        raise Undefined(f"{call.name} between blocks that overlap")
    _copy(call, target, source, size)
    return target


@models.function("void *mempcpy(void *, const void *, size_t)", "void *__mempcpy_chk(void *, const void *, size_t, size_t)")
def mempcpy(call: Invocation, target: int, source: int, size: int, room: int = 0) -> int:
    memcpy(call, target, source, size)
    return target + size


@models.function("void *memmove(void *, const void *, size_t)", "void *__memmove_chk(void *, const void *, size_t, size_t)")
def memmove(call: Invocation, target: int, source: int, size: int, room: int = 0) -> int:
    _copy(call, target, source, size)
    return target


@models.function("void bcopy(const void *, void *, size_t)")
def bcopy(call: Invocation, source: int, target: int, size: int) -> None:
    _copy(call, target, source, size)


@models.function("void *memset(void *, int, size_t)", "void *__memset_chk(void *, int, size_t, size_t)")
def memset(call: Invocation, target: int, byte: int, size: int, room: int = 0) -> int:
    if size:
        found, offset = call.process.memory.locate_writable(target, size)
        found.data[offset : offset + size] = bytes([byte & 0xFF]) * size
        found.define(offset, size)
    return target


@models.function("void bzero(void *, size_t)")
def bzero(call: Invocation, target: int, size: int) -> None:
    memset(call, target, 0, size)


@models.function("int memcmp(const void *, const void *, size_t)", "int bcmp(const void *, const void *, size_t)")
def memcmp(call: Invocation, left: int, right: int, size: int) -> int:
    both = [read_argument(call.process, *block, 0, size) for block in enumerate((left, right))]
    return _order(call, next((one - other for one, other in zip(*both, strict=True) if one != other), 0))


def _order(call: Invocation, difference: int) -> int:
    """The result of a comparison, of which C defines only the sign."""
    return call.process.rough_result(difference, (difference > 0) - (difference < 0))


@models.function("size_t strlen(const char *)")
def strlen(call: Invocation, string: int) -> int:
    return len(c_string(call.process, string))


@models.function("size_t strnlen(const char *, size_t)")
def strnlen(call: Invocation, string: int, limit: int) -> int:
    return len(c_string(call.process, string, limit))


@models.function(
    "int strcmp(const char *, const char *)",
    "int strcoll(const char *, const char *)",
    "int strncmp(const char *, const char *, size_t)",
    "int strcasecmp(const char *, const char *)",
    "int strncasecmp(const char *, const char *, size_t)",
)
def strcmp(call: Invocation, left: int, right: int, limit: int | None = None) -> int:
    """Reads no byte after the first that differs: the arrays may lack a terminating zero."""
    distance, ignores_case = 0, "case" in call.name
    while distance != limit:
        one, other = (read_argument(call.process, *string, distance) for string in enumerate((left, right)))
        difference = one.lower()[0] - other.lower()[0] if ignores_case else one[0] - other[0]
        if difference or not one[0]:
            return _order(call, difference)
        distance += 1
    return 0


_UNKNOWN_ERROR = "Unknown error"


@models.function("char *strerror(int)")
def strerror(call: Invocation, number: int) -> int:
    """The English message of this machine's C library. Unknown numbers share an array, which the next call overwrites."""
    message = os.strerror(number)
    text = message.encode() + b"\0"
    if not message.startswith(_UNKNOWN_ERROR):
        return call.process.once(message, lambda: _constant_text(call, text))
    address = call.process.once(_UNKNOWN_ERROR, lambda: _constant_text(call, bytes(len(f"{_UNKNOWN_ERROR} {-1 << 31}") + 1)))
    array, _ = call.process.memory.locate(address, 1)
    array.data[: len(text)] = text
    return address


def _constant_text(call: Invocation, text: bytes) -> int:
    made = call.process.memory.allocate(len(text), ObjectKind.OPAQUE, call.name, zeroed=True)
    write_bytes(call.process, made.base, text)
    made.writable = 0
    return made.base


@models.function("char *__whet_time_zone(void)")
def time_zone(call: Invocation) -> int:
    """The name of one of the time zones that there are."""
    return call.process.once(call.name, lambda: _constant_text(call, b"UTC\0"))


@models.function("char *setlocale(int, const char *)")
def setlocale(call: Invocation, category: int, locale: int) -> int:
    """Of a machine that has the locale "C" only, which the environment asks for."""
    if locale and c_string(call.process, locale) not in (b"", b"C", b"POSIX"):
        return 0
    return call.process.once(call.name, lambda: _constant_text(call, b"C\0"))
