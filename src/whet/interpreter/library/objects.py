"""CBMC's predicates about objects (``library.effects.Question``). The run ends where the answer is not known: objects whose size
is not known, and those of the C library. A pointer into no living object has no size and no offset."""

from __future__ import annotations

from whet.interpreter.library.registry import Invocation, Models
from whet.interpreter.memory import MemoryObject, ObjectKind
from whet.interpreter.outcomes import NotInterpreted

models = Models()


@models.function("int __CPROVER_r_ok(const void *, size_t)")
def may_be_read(call: Invocation, pointer: int, size: int) -> int:
    return _may_be_used(call, pointer, size, writes=False)


@models.function("int __CPROVER_w_ok(const void *, size_t)", "int __CPROVER_rw_ok(const void *, size_t)")
def may_be_written(call: Invocation, pointer: int, size: int) -> int:
    return _may_be_used(call, pointer, size, writes=True)


@models.function("size_t __CPROVER_OBJECT_SIZE(const void *)")
def size_of_object(call: Invocation, pointer: int) -> int:
    found = _object_at(call, pointer)
    if found.is_open:
        raise NotInterpreted(f"{call.name} of the {found}, whose size is not known")
    return found.size


@models.function("long __CPROVER_POINTER_OFFSET(const void *)")
def offset_in_object(call: Invocation, pointer: int) -> int:
    return pointer - _object_at(call, pointer).base


@models.function("size_t __CPROVER_POINTER_OBJECT(const void *)")
def number_of_object(call: Invocation, pointer: int) -> int:
    return _object_at(call, pointer).base if pointer else 0


@models.function("int __CPROVER_same_object(const void *, const void *)")
def are_of_one_object(call: Invocation, one: int, other: int) -> int:
    return int(number_of_object(call, one) == number_of_object(call, other))


def _may_be_used(call: Invocation, pointer: int, size: int, *, writes: bool) -> int:
    """Zero bytes may be accessed, too, but only in an object."""
    found = _around(call, pointer)
    if found is None:
        return 0
    if found.is_open and pointer - found.base + size > found.size:
        raise NotInterpreted(f"{call.name} of the {found}, whose size is not known")
    if writes and not found.writable and found.size:
        return 0
    return int(pointer - found.base + size <= found.size)


def _object_at(call: Invocation, pointer: int) -> MemoryObject:
    found = _around(call, pointer)
    if found is None:
        raise NotInterpreted(f"{call.name} of a pointer that leads into no living object")
    return found


def _around(call: Invocation, pointer: int) -> MemoryObject | None:
    """The living object that a pointer points into or just past."""
    found = call.process.memory.nearest(pointer)
    if found is None or not found.is_alive or (pointer > found.base + found.size and not found.is_open):
        return None
    if found.kind is ObjectKind.OPAQUE:
        raise NotInterpreted(f"{call.name} of the {found}")
    return found
