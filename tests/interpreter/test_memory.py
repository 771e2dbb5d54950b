"""The memory of a run: addresses, bounds, lifetimes, and which bits are defined."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whet.cfa.model import Function
from whet.cfa.semantics import Value
from whet.cfa.types import ILP32, LP64, VOID, FunctionType, MachineModel, ScalarType
from whet.interpreter.access import BitPlace, MemoryAccess
from whet.interpreter.inputs import fitted
from whet.interpreter.memory import (
    LOW_PAGE,
    DeadAccess,
    InvalidFree,
    Memory,
    MemoryObject,
    NullAccess,
    ObjectKind,
    OutOfBounds,
    ReadOnlyWrite,
    WildAccess,
    put,
    take,
)
from whet.interpreter.outcomes import NotInterpreted

INT, CHAR, UNSIGNED = LP64.int, LP64.integer("char"), LP64.integer("unsigned int")
LIMIT = 1 << 30


def memory_of(machine: MachineModel = LP64) -> Memory:
    return Memory(machine, LIMIT)


def heap(memory: Memory, size: int, *, zeroed: bool = True) -> MemoryObject:
    return memory.allocate(size, ObjectKind.HEAP, "block", zeroed=zeroed)


class Chooser:
    """Answers requests for indeterminate values, and counts them."""

    def __init__(self, value: int = 0) -> None:
        self.value = value
        self.asked: list[str] = []

    def __call__(self, type: ScalarType, source: MemoryObject, _is_outside: bool) -> Value:
        self.asked.append(f"a part of the {source}")
        return fitted(self.value, type)


# -------------------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_addresses_are_aligned_apart_and_not_small(machine: MachineModel) -> None:
    memory = memory_of(machine)
    made = [heap(memory, size) for size in (1, 4, 0, 100, 5000, 1)]
    assert all(each.base % 16 == 0 and each.base > LOW_PAGE for each in made)
    assert all(one.base + one.size + 16 <= other.base for one, other in itertools.pairwise(made))


def test_addresses_repeat_exactly() -> None:
    first, second = memory_of(), memory_of()
    sizes = (7, 100, 0, 3)
    assert [heap(first, size).base for size in sizes] == [heap(second, size).base for size in sizes]


def test_alignment_can_be_asked_for() -> None:
    memory = memory_of()
    heap(memory, 5)
    made = memory.allocate(10, ObjectKind.HEAP, "", zeroed=True, align=4096)
    assert made.base % 4096 == 0
    assert heap(memory, 1).base > made.base + 10


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 300)), max_size=60))
def test_living_objects_never_overlap(script: list[tuple[int, int]]) -> None:
    """Random allocation and freeing in an address space so small that addresses are used again."""
    memory = memory_of(ILP32)
    memory._end = memory._start + 6000
    alive: list[MemoryObject] = []
    for choice, size in script:
        if choice == 0 and alive:
            memory.free(alive.pop(size % len(alive)).base)
            continue
        try:
            alive.append(heap(memory, size))
        except NotInterpreted:
            continue
    ordered = sorted(alive, key=lambda each: each.base)
    assert all(one.base + one.size < other.base for one, other in itertools.pairwise(ordered))
    for each in alive:
        if each.size:
            assert memory.locate(each.base + each.size - 1, 1) == (each, each.size - 1)


def test_addresses_are_used_again_only_when_all_are_used_up() -> None:
    memory = memory_of(ILP32)
    first = heap(memory, 1 << 29)
    memory.free(first.base)
    seen = {first.base}
    for _ in range(5):
        made = heap(memory, 1 << 29)
        assert made.base not in seen
        seen.add(made.base)
        memory.free(made.base)
    for _ in range(4):
        again = heap(memory, 1 << 29)
        memory.free(again.base)
    assert again.base in seen


def test_functions_have_addresses() -> None:
    memory = memory_of()
    f, g = (Function(name, FunctionType(VOID, (), False)) for name in "fg")
    assert memory.address_of(f) == memory.address_of(f) != memory.address_of(g)
    assert memory.function_at(memory.address_of(g)) is g
    with pytest.raises(WildAccess, match="code of f"):
        memory.locate(memory.address_of(f), 1)
    with pytest.raises(WildAccess, match="null pointer"):
        memory.function_at(0)
    with pytest.raises(WildAccess, match="no function"):
        memory.function_at(memory.address_of(g) + 1)


# -------------------------------------------------------------------------------------------------- faults


def test_faults_of_access() -> None:
    memory = memory_of()
    block = heap(memory, 10)
    assert memory.locate(block.base + 6, 4) == (block, 6)
    with pytest.raises(OutOfBounds, match=r"4 bytes at offset 7 of the heap block"):
        memory.locate(block.base + 7, 4)
    with pytest.raises(OutOfBounds):
        memory.locate(block.base + 10, 1)
    for address in (0, 8, LOW_PAGE - 1):
        with pytest.raises(NullAccess):
            memory.locate(address, 1)
    for address in (LOW_PAGE + 5, block.base + 10_000_000, -8, 1 << 64):
        with pytest.raises(WildAccess):
            memory.locate(address, 1)


def test_access_after_free() -> None:
    memory = memory_of()
    block, other = heap(memory, 10), heap(memory, 10)
    memory.locate(block.base, 1)
    memory.free(block.base)
    with pytest.raises(DeadAccess, match="after it was freed"):
        memory.locate(block.base, 1)
    assert memory.locate(other.base, 1) == (other, 0)


def test_many_dead_objects_are_forgotten_but_never_accessible() -> None:
    memory = memory_of()
    kept = heap(memory, 4)
    dead = [heap(memory, 4).base for _ in range(20_000)]
    for address in dead:
        memory.free(address)
    assert len(memory._objects) < 10_000
    for address in (dead[0], dead[-1]):
        with pytest.raises((DeadAccess, WildAccess, OutOfBounds)):
            memory.locate(address, 1)
    assert memory.locate(kept.base, 4) == (kept, 0)


def test_invalid_frees() -> None:
    memory = memory_of()
    block, local = heap(memory, 10), memory.allocate(4, ObjectKind.LOCAL, "x", zeroed=True)
    for address, why in (
        (block.base + 1, "into the middle of"),
        (local.base, "malloc did not return"),
        (12345, "malloc did not return"),
    ):
        with pytest.raises(InvalidFree, match=why):
            memory.free(address)
    memory.free(block.base)
    with pytest.raises(InvalidFree, match="second free"):
        memory.free(block.base)
    empty = heap(memory, 0)
    memory.free(empty.base)
    with pytest.raises(InvalidFree, match="second free"):
        memory.free(empty.base)


def test_string_literals_cannot_be_written() -> None:
    memory = memory_of()
    text = memory.allocate(4, ObjectKind.STRING, "text", zeroed=True)
    text.writable = 0
    access = MemoryAccess(memory, Chooser())
    assert access.loader(CHAR)(text.base) == 0
    with pytest.raises(ReadOnlyWrite):
        access.storer(CHAR)(text.base, 1)
    with pytest.raises(ReadOnlyWrite):
        access.writer(CHAR)(text, 0, 1)


def test_limit_counts_what_is_alive() -> None:
    memory = Memory(LP64, 1000)
    block = heap(memory, 900)
    with pytest.raises(NotInterpreted, match="more than 1000 bytes"):
        heap(memory, 101)
    memory.free(block.base)
    heap(memory, 1000)


def test_large_objects_take_memory_only_where_they_are_touched() -> None:
    memory = memory_of()
    big = heap(memory, 900 << 20, zeroed=False)
    access = MemoryAccess(memory, Chooser(7))
    access.storer(INT)(big.base + (500 << 20), 5)
    assert access.loader(INT)(big.base + (500 << 20)) == 5
    assert access.loader(INT)(big.base) == 7


# -------------------------------------------------------------------------------------------------- typed access

SCALARS: list[ScalarType] = [
    *(LP64.integer(name) for name in ("_Bool", "char", "unsigned char", "short", "unsigned short", "int", "unsigned int")),
    *(LP64.integer(name) for name in ("long", "unsigned long", "__int128", "unsigned __int128")),
    LP64.float,
    LP64.double,
    LP64.long_double,
    ILP32.long_double,
    LP64.pointer(VOID),
    ILP32.pointer(VOID),
]


@pytest.mark.parametrize("type", SCALARS, ids=str)
@pytest.mark.parametrize("number", [0, 1, -1, 77])
def test_what_is_stored_is_loaded(type: ScalarType, number: int) -> None:
    memory = memory_of()
    block, chooser = heap(memory, 64, zeroed=False), Chooser()
    access, value = MemoryAccess(memory, chooser), fitted(number, type)
    access.storer(type)(block.base + 16, value)
    assert access.loader(type)(block.base + 16) == access.reader(type)(block, 16) == value
    access.writer(type)(block, 16, fitted(1, type))
    assert access.loader(type)(block.base + 16) == fitted(1, type)
    assert chooser.asked == []


def test_reading_indeterminate_bytes_asks_once() -> None:
    memory, chooser = memory_of(), Chooser(0x01020304)
    block = heap(memory, 8, zeroed=False)
    access = MemoryAccess(memory, chooser)
    assert access.loader(INT)(block.base) == 0x01020304
    assert access.loader(CHAR)(block.base + 3) == 1
    assert access.loader(INT)(block.base) == 0x01020304
    assert chooser.asked == ["a part of the heap block block"]


def test_defined_bytes_stay_when_the_others_are_chosen() -> None:
    memory = memory_of()
    block = heap(memory, 4, zeroed=False)
    access = MemoryAccess(memory, Chooser(0x01020304))
    access.storer(CHAR)(block.base + 1, 0x7F)
    assert access.loader(INT)(block.base) == 0x01027F04


def test_an_object_that_is_filled_needs_no_mask() -> None:
    memory = memory_of()
    block = heap(memory, 8, zeroed=False)
    store = MemoryAccess(memory, Chooser()).storer(INT)
    store(block.base, 1)
    assert block.mask is not None
    store(block.base + 4, 1)
    assert block.mask is None


# -------------------------------------------------------------------------------------------------- bit-fields


@settings(deadline=None)
@given(st.integers(0, 7), st.integers(1, 32), st.integers(-(1 << 31), (1 << 31) - 1), st.binary(min_size=8, max_size=8))
def test_bit_fields_change_only_their_bits(shift: int, width: int, value: int, before: bytes) -> None:
    memory = memory_of()
    block = heap(memory, 8)
    block.data[:] = before
    access, bits = MemoryAccess(memory, Chooser()), BitPlace(shift, width)
    access.writer(INT, bits)(block, 1, value)
    low = value & ((1 << width) - 1)
    assert access.reader(UNSIGNED, bits)(block, 1) == low
    assert access.reader(INT, bits)(block, 1) == (low - (1 << width) if low >> (width - 1) else low)
    changed = int.from_bytes(before, "little") ^ int.from_bytes(block.data, "little")
    assert changed & ~(((1 << width) - 1) << (8 + shift)) == 0


def test_bits_beside_a_bit_field_stay_indeterminate() -> None:
    memory, chooser = memory_of(), Chooser(0xFF)
    block = heap(memory, 1, zeroed=False)
    access = MemoryAccess(memory, chooser)
    access.writer(UNSIGNED, BitPlace(2, 3))(block, 0, 0)
    assert access.reader(UNSIGNED, BitPlace(2, 3))(block, 0) == 0
    assert chooser.asked == []
    assert access.reader(UNSIGNED, BitPlace(0, 2))(block, 0) == 3
    assert access.reader(LP64.integer("unsigned char"))(block, 0) == 0b11100011
    assert len(chooser.asked) == 2


# -------------------------------------------------------------------------------------------------- copies


def test_copies_take_indeterminate_bytes_along() -> None:
    memory, chooser = memory_of(), Chooser(9)
    source, target = heap(memory, 4, zeroed=False), heap(memory, 8)
    access = MemoryAccess(memory, chooser)
    access.storer(CHAR)(source.base + 2, 5)
    put(memory, target.base + 2, take(memory, source.base, 4))
    load: Callable[[int], Value] = access.loader(CHAR)
    assert [load(target.base + offset) for offset in (0, 4, 6)] == [0, 5, 0]
    assert chooser.asked == []
    assert load(target.base + 2) == 9
    assert len(chooser.asked) == 1
