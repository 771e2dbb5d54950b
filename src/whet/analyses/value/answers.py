"""What a program asks about objects (``cfa.library.Tells``), where the value analysis knows the object and the offset.

An address leads to an object that lives, because those of what is dead are forgotten: but a block may have been freed through
a pointer of which nothing is known.  So of blocks only what is too far is known.  None means that the answer may be anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.analyses.value.memory import AbstractMemory
from whet.analyses.value.store import Store
from whet.analyses.value.values import AbstractValue, Address
from whet.cfa.accesses import object_size
from whet.cfa.model import Function
from whet.library.effects import Question


def answer(store: Store, memory: AbstractMemory, question: Question, values: Sequence[AbstractValue | None]) -> int | None:
    match question, values:
        case ((Question.READABLE | Question.WRITABLE), (0, _)):
            return 0
        case ((Question.READABLE | Question.WRITABLE), (Address() as pointer, int(size))):
            writes = question is Question.WRITABLE
            entity = store.layout.entity(pointer.object)
            if isinstance(entity, Function):
                return 0
            room = _size(store, memory, pointer)
            if room is not None and (pointer.offset < 0 or pointer.offset + size > room):
                return 0
            if room is None or entity is None:
                return None
            is_read_only = pointer.object in store.layout.strings or entity.is_read_only
            return int(not (writes and is_read_only))
        case Question.SIZE, (Address() as pointer,):
            return _size(store, memory, pointer)
        case Question.OFFSET, (Address() as pointer,):
            return pointer.offset if _is_inside(store, memory, pointer) else None
        case Question.SAME, (Address() as one, Address() as other):
            both = _is_inside(store, memory, one) and _is_inside(store, memory, other)
            return int(one.object == other.object) if both else None
        case _:
            return None


def _size(store: Store, memory: AbstractMemory, pointer: Address) -> int | None:
    """None if it may be another one."""
    entity = store.layout.entity(pointer.object)
    if isinstance(entity, Function) or (entity is not None and object_size(entity) is None):
        return None
    if entity is None and store.layout.has_automatic_blocks:
        return None
    if entity is not None and store.may_be_dead(entity):
        return None
    return store.size_of(memory, pointer.object)


def _is_inside(store: Store, memory: AbstractMemory, pointer: Address) -> bool:
    size = _size(store, memory, pointer)
    return size is not None and 0 <= pointer.offset <= size
