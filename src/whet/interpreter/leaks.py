"""Heap blocks at the end of a run: unreachable ones (valid-memtrack of SV-COMP) and remaining ones (valid-memcleanup)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whet.cfa.semantics import Undefined, Value
from whet.interpreter.memory import Memory, MemoryObject, ObjectKind
from whet.task.dangers import Danger
from whet.task.messages.violations import LOST, NOT_FREED


class LeftBlock(Undefined):
    """A block that is there when the program ends."""

    def __init__(self, what: str, block: MemoryObject) -> None:
        super().__init__(what)
        self.block = block


class Leaks(LeftBlock):
    danger = Danger("leak")


class NotFreed(LeftBlock):
    danger = Danger("cleanup")


_LASTING = frozenset({ObjectKind.GLOBAL, ObjectKind.EXTERNAL, ObjectKind.OPAQUE})


def check_lost(memory: Memory, slots: Iterable[Value | None], pointer_size: int) -> None:
    """Raises ``Leaks`` for a block that is not reachable when ``main`` has returned."""
    waiting = [*_found(memory, (value for value in slots if isinstance(value, int)))]
    for each in memory.living():
        if each.kind in _LASTING:
            waiting += _found(memory, _words(each, pointer_size))
    reached: set[int] = set()
    while waiting:
        block = waiting.pop()
        if block.base not in reached:
            reached.add(block.base)
            waiting += _found(memory, _words(block, pointer_size))
    for block in _blocks(memory):
        if block.base not in reached:
            raise Leaks(LOST.format(size=block.size), block)


def check_freed(memory: Memory) -> None:
    for block in _blocks(memory):
        raise NotFreed(NOT_FREED.format(size=block.size), block)


def _blocks(memory: Memory) -> Iterator[MemoryObject]:
    return (each for each in memory.living() if each.kind is ObjectKind.HEAP)


def _found(memory: Memory, addresses: Iterable[int]) -> Iterator[MemoryObject]:
    """The blocks that addresses point into, or just past."""
    for address in addresses:
        nearest = memory.nearest(address)
        if (
            nearest is not None
            and nearest.kind is ObjectKind.HEAP
            and nearest.is_alive
            and address <= nearest.base + nearest.size
        ):
            yield nearest


def _words(each: MemoryObject, pointer_size: int) -> Iterator[int]:
    """All words of an object that may be pointers, at any offset: structures may be packed."""
    data = bytes(each.data[: each.size])
    for offset in range(len(data) - pointer_size + 1):
        yield int.from_bytes(data[offset : offset + pointer_size], "little")
