"""``string.h``: blocks of bytes and strings, with their fortified variants.

Copies take indeterminate bytes along as such; whatever looks at a byte needs its value.
"""

from __future__ import annotations

from whet.cfa.semantics import Undefined
from whet.trust.library.allocation import allocate
from whet.trust.library.raw import c_string, find_byte, read_bytes, write_bytes
from whet.trust.library.registry import Implementation, Invocation, Models
from whet.trust.memory import put, take

models = Models()

# ---------------------------------------------------------------------------------------------------- blocks of bytes


def _copy(call: Invocation, target: int, source: int, size: int) -> None:
    memory = call.process.memory
    put(memory, target, take(memory, source, size))


def _refuse_overlap(call: Invocation, target: int, source: int, size: int) -> None:
    if size and target != source and abs(target - source) < size:
        raise Undefined(f"{call.name} between blocks that overlap")


@models.function("void *memcpy(void *, const void *, size_t)")
def memcpy(call: Invocation, target: int, source: int, size: int) -> int:
    _refuse_overlap(call, target, source, size)
    _copy(call, target, source, size)
    return target


@models.function("void *mempcpy(void *, const void *, size_t)")
def mempcpy(call: Invocation, target: int, source: int, size: int) -> int:
    memcpy(call, target, source, size)
    return target + size


@models.function("void *memmove(void *, const void *, size_t)")
def memmove(call: Invocation, target: int, source: int, size: int) -> int:
    _copy(call, target, source, size)
    return target


@models.function("void bcopy(const void *, void *, size_t)")
def bcopy(call: Invocation, source: int, target: int, size: int) -> None:
    _copy(call, target, source, size)


@models.function("void *memset(void *, int, size_t)")
def memset(call: Invocation, target: int, byte: int, size: int) -> int:
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
    return _order(call, _compare(read_bytes(call.process, left, size), read_bytes(call.process, right, size)))


@models.function("void *memchr(const void *, int, size_t)")
def memchr(call: Invocation, block: int, byte: int, size: int) -> int:
    distance = find_byte(call.process, block, byte & 0xFF, size)
    return 0 if distance is None else block + distance


@models.function("void *memrchr(const void *, int, size_t)")
def memrchr(call: Invocation, block: int, byte: int, size: int) -> int:
    distance = read_bytes(call.process, block, size).rfind(byte & 0xFF)
    return 0 if distance < 0 else block + distance


@models.function("void *rawmemchr(const void *, int)")
def rawmemchr(call: Invocation, block: int, byte: int) -> int:
    distance = find_byte(call.process, block, byte & 0xFF)
    assert distance is not None
    return block + distance


def _compare(left: bytes, right: bytes) -> int:
    """The difference of the first bytes that differ."""
    return next((one - other for one, other in zip(left, right, strict=False) if one != other), 0)


def _order(call: Invocation, difference: int) -> int:
    """The result of a comparison, of which C tells only the sign."""
    return call.process.rough_result(difference, (difference > 0) - (difference < 0))


# ---------------------------------------------------------------------------------------------------- lengths and copies


@models.function("size_t strlen(const char *)")
def strlen(call: Invocation, string: int) -> int:
    return len(c_string(call.process, string))


@models.function("size_t strnlen(const char *, size_t)")
def strnlen(call: Invocation, string: int, limit: int) -> int:
    return len(c_string(call.process, string, limit))


@models.function("char *strcpy(char *, const char *)")
def strcpy(call: Invocation, target: int, source: int) -> int:
    size = len(c_string(call.process, source)) + 1
    _refuse_overlap(call, target, source, size)
    _copy(call, target, source, size)
    return target


@models.function("char *stpcpy(char *, const char *)")
def stpcpy(call: Invocation, target: int, source: int) -> int:
    strcpy(call, target, source)
    return target + len(c_string(call.process, source))


@models.function("char *strncpy(char *, const char *, size_t)")
def strncpy(call: Invocation, target: int, source: int, size: int) -> int:
    write_bytes(call.process, target, c_string(call.process, source, size).ljust(size, b"\0"))
    return target


@models.function("char *stpncpy(char *, const char *, size_t)")
def stpncpy(call: Invocation, target: int, source: int, size: int) -> int:
    length = len(c_string(call.process, source, size))
    strncpy(call, target, source, size)
    return target + length


@models.function("char *strcat(char *, const char *)")
def strcat(call: Invocation, target: int, source: int) -> int:
    _append(call, target, source, c_string(call.process, source))
    return target


@models.function("char *strncat(char *, const char *, size_t)")
def strncat(call: Invocation, target: int, source: int, size: int) -> int:
    _append(call, target, source, c_string(call.process, source, size))
    return target


def _append(call: Invocation, target: int, source: int, text: bytes) -> None:
    end = target + len(c_string(call.process, target))
    _refuse_overlap(call, end, source, len(text) + 1)
    write_bytes(call.process, end, text + b"\0")


@models.function("char *strdup(const char *)", "char *__strdup(const char *)")
def strdup(call: Invocation, string: int) -> int:
    return _duplicate(call, c_string(call.process, string))


@models.function("char *strndup(const char *, size_t)", "char *__strndup(const char *, size_t)")
def strndup(call: Invocation, string: int, size: int) -> int:
    return _duplicate(call, c_string(call.process, string, size))


def _duplicate(call: Invocation, text: bytes) -> int:
    made = allocate(call, len(text) + 1)
    write_bytes(call.process, made, text + b"\0")
    return made


# ---------------------------------------------------------------------------------------------------- comparing, searching


def _compare_strings(call: Invocation, left: int, right: int, limit: int | None = None, *, fold: bool = False) -> int:
    """Looks at no byte after the first that differs: the strings may lie in arrays without an end."""
    distance = 0
    while distance != limit:
        one, other = (read_bytes(call.process, string + distance, 1) for string in (left, right))
        difference = one.lower()[0] - other.lower()[0] if fold else one[0] - other[0]
        if difference or not one[0]:
            return _order(call, difference)
        distance += 1
    return 0


@models.function("int strcmp(const char *, const char *)", "int strcoll(const char *, const char *)")
def strcmp(call: Invocation, left: int, right: int) -> int:
    return _compare_strings(call, left, right)


@models.function("int strncmp(const char *, const char *, size_t)")
def strncmp(call: Invocation, left: int, right: int, size: int) -> int:
    return _compare_strings(call, left, right, size)


@models.function("int strcasecmp(const char *, const char *)")
def strcasecmp(call: Invocation, left: int, right: int) -> int:
    return _compare_strings(call, left, right, fold=True)


@models.function("int strncasecmp(const char *, const char *, size_t)")
def strncasecmp(call: Invocation, left: int, right: int, size: int) -> int:
    return _compare_strings(call, left, right, size, fold=True)


def _position(string: int, distance: int) -> int:
    return 0 if distance < 0 else string + distance


@models.function("char *strchr(const char *, int)", "char *index(const char *, int)")
def strchr(call: Invocation, string: int, byte: int) -> int:
    return _position(string, (c_string(call.process, string) + b"\0").find(byte & 0xFF))


@models.function("char *strchrnul(const char *, int)")
def strchrnul(call: Invocation, string: int, byte: int) -> int:
    text = c_string(call.process, string)
    found = text.find(byte & 0xFF)
    return string + (len(text) if found < 0 else found)


@models.function("char *strrchr(const char *, int)", "char *rindex(const char *, int)")
def strrchr(call: Invocation, string: int, byte: int) -> int:
    return _position(string, (c_string(call.process, string) + b"\0").rfind(byte & 0xFF))


@models.function("char *strstr(const char *, const char *)")
def strstr(call: Invocation, string: int, sought: int) -> int:
    return _position(string, c_string(call.process, string).find(c_string(call.process, sought)))


@models.function("size_t strspn(const char *, const char *)")
def strspn(call: Invocation, string: int, accepted: int) -> int:
    text = c_string(call.process, string)
    return len(text) - len(text.lstrip(c_string(call.process, accepted) or b"\0"))


@models.function("size_t strcspn(const char *, const char *)")
def strcspn(call: Invocation, string: int, rejected: int) -> int:
    text, stops = c_string(call.process, string), c_string(call.process, rejected)
    return next((distance for distance, byte in enumerate(text) if byte in stops), len(text))


@models.function("char *strpbrk(const char *, const char *)")
def strpbrk(call: Invocation, string: int, sought: int) -> int:
    text, stops = c_string(call.process, string), c_string(call.process, sought)
    return _position(string, next((distance for distance, byte in enumerate(text) if byte in stops), -1))


# ---------------------------------------------------------------------------------------------------- fortified variants

_FORTIFIED = {
    "void *{}(void *, const void *, size_t, size_t)": {"memcpy": memcpy, "memmove": memmove, "mempcpy": mempcpy},
    "void *{}(void *, int, size_t, size_t)": {"memset": memset},
    "char *{}(char *, const char *, size_t)": {"strcpy": strcpy, "strcat": strcat, "stpcpy": stpcpy},
    "char *{}(char *, const char *, size_t, size_t)": {"strncpy": strncpy, "strncat": strncat, "stpncpy": stpncpy},
}


def _add_fortified() -> None:
    """``__f_chk`` takes the size of the target as one more argument; bounds are checked here anyway."""
    for prototype, functions in _FORTIFIED.items():
        for name, implementation in functions.items():
            models.add(prototype.format(f"__{name}_chk"), _without_room(implementation))


def _without_room(implementation: Implementation) -> Implementation:
    return lambda call, *values: implementation(call, *values[:-1])


_add_fortified()
