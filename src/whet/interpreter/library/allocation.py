"""The heap: ``malloc`` and its relatives.  Allocation never fails; sizes beyond the limit of a run are not modelled."""

from __future__ import annotations

from whet.cfa.library import APART, BLOCK_SIZE, HAS_ROOM, WRITES_BYTES
from whet.cfa.semantics import BreaksContract
from whet.interpreter.library.registry import Invocation, Models
from whet.interpreter.memory import InvalidFree, ObjectKind
from whet.task.dangers import Fault, FaultKind

models = Models()


def allocate(call: Invocation, size: int, *, zeroed: bool = False, align: int = 16) -> int:
    return call.process.memory.allocate(size, ObjectKind.HEAP, f"of {size} bytes", zeroed=zeroed, align=align).base


@models.function("void *malloc(size_t)", "void *valloc(size_t)")
def malloc(call: Invocation, size: int) -> int:
    return allocate(call, size)


@models.function("void *calloc(size_t, size_t)")
def calloc(call: Invocation, count: int, size: int) -> int:
    return allocate(call, count * size, zeroed=True)


@models.function("void free(void *)", "void cfree(void *)")
def free(call: Invocation, pointer: int) -> None:
    if pointer:
        call.process.memory.free(pointer)


@models.function(f"void {APART}(const void *, size_t, const void *, size_t)")
def apart(call: Invocation, written: int, size: int, read: int, length: int) -> None:
    if call.process.checks_contracts and read < written + size and written < read + length:
        raise BreaksContract("a string is copied to a place that overlaps with it")


@models.function(f"void {WRITES_BYTES}(void *, size_t)")
def writes_bytes(call: Invocation, pointer: int, size: int) -> None:
    """The function that is called next checks this by itself."""


@models.function(f"void {HAS_ROOM}(const void *, size_t)")
def has_room(call: Invocation, pointer: int, size: int) -> None:
    """Raises what an access to all of these bytes would raise, whether or not they are initialised."""
    if size:
        call.process.memory.locate(pointer, size)


@models.function(f"size_t {BLOCK_SIZE}(const void *)")
def block_size(call: Invocation, pointer: int) -> int:
    block = call.process.memory.block_at(pointer)
    if block is None:
        what = f"realloc of {pointer:#x}, which malloc did not return"
        raise InvalidFree(what, fault=Fault(FaultKind.NOT_ALLOCATED, pointer))
    return block.size


@models.function("void *aligned_alloc(size_t, size_t)", "void *memalign(size_t, size_t)")
def aligned_alloc(call: Invocation, align: int, size: int) -> int:
    return allocate(call, size, align=_alignment(align))


def _alignment(align: int) -> int:
    return max(16, 1 << (align - 1).bit_length()) if align else 16


@models.function("size_t malloc_usable_size(void *)")
def malloc_usable_size(call: Invocation, pointer: int) -> int:
    block = call.process.memory.block_at(pointer)
    return 0 if block is None else block.size
