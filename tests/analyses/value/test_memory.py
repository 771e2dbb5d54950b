"""The bytes of an object against a plain model: a list of bits, each known or not."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from whet.analyses.value.memory import AbstractMemory, Contents, contents
from whet.analyses.value.values import SOME_NAN, Address

SIZE, LIMIT = 12, 64
POINTER = Address(7, 4)
"""An address of this many bytes is stored whole."""


@dataclass
class Model:
    """Bits of an object (None: unknown) and what is kept whole."""

    bits: list[int | None] = field(default_factory=lambda: [None] * (8 * SIZE))
    whole: dict[int, int] = field(default_factory=dict)

    def drop(self, offset: int, size: int) -> None:
        self.whole = {place: width for place, width in self.whole.items() if place + width <= offset or place >= offset + size}

    def write(self, offset: int, size: int, value: int | Address | None) -> None:
        self.drop(offset, size)
        is_number = isinstance(value, int) and value != SOME_NAN
        for bit in range(8 * size):
            self.bits[8 * offset + bit] = value >> bit & 1 if is_number else None  # type: ignore[operator]
        if isinstance(value, Address):
            self.whole[offset] = size

    def write_bits(self, offset: int, shift: int, width: int, value: int | None) -> None:
        self.drop(offset, (shift + width + 7) // 8)
        for bit in range(width):
            self.bits[8 * offset + shift + bit] = None if value is None else value >> bit & 1

    def read_bits(self, start: int, width: int) -> int | None:
        found = self.bits[start : start + width]
        return None if None in found else sum(bit << place for place, bit in enumerate(found) if bit)


@given(st.data(), st.booleans())
def test_contents_hold_what_was_written(data: st.DataObject, zeroed: bool) -> None:
    held, model = contents(SIZE, zeroed=zeroed, limit=LIMIT), Model()
    if zeroed:
        model.write(0, SIZE, 0)
    for _ in range(data.draw(st.integers(1, 6))):
        size = data.draw(st.sampled_from([1, 2, 4, 8]))
        offset = data.draw(st.integers(0, SIZE - size))
        value = data.draw(st.one_of(st.integers(0, (1 << 8 * size) - 1), st.sampled_from([None, POINTER])))
        if size < 4 and data.draw(st.booleans()):
            shift, width = data.draw(st.integers(0, 7)), data.draw(st.integers(1, 8 * size - 7))
            number = value & ((1 << width) - 1) if isinstance(value, int) else None
            held = held.write_bits(offset, shift, width, number, LIMIT)
            model.write_bits(offset, shift, width, number)
        else:
            held = held.write(offset, size, value, LIMIT)
            model.write(offset, size, value)
    for size in (1, 2, 4, 8):
        for offset in range(SIZE - size + 1):
            expected = POINTER if model.whole.get(offset) == size else model.read_bits(8 * offset, 8 * size)
            assert held.read(offset, size) == expected
            assert held.read_bits(offset, 3, 4) == model.read_bits(8 * offset + 3, 4)


def test_parts_move_with_all_that_is_known() -> None:
    source = contents(8, zeroed=False, limit=LIMIT).write(0, 4, POINTER, LIMIT).write(4, 2, 513, LIMIT)
    data, known, others = source.part(0, 8)
    target = contents(16, zeroed=True, limit=LIMIT).put(
        8, data, known, {8 + place: entry for place, entry in others.items()}, LIMIT
    )
    assert target.read(8, 4) == POINTER
    assert target.read(12, 2) == 513
    assert target.read(14, 2) is None
    assert target.read(0, 8) == 0


def test_an_object_of_unknown_size_grows_up_to_the_limit() -> None:
    held = contents(None, zeroed=False, limit=LIMIT).write(8, 4, 5, LIMIT)
    assert held.read(8, 4) == 5
    assert held.read(0, 4) is None
    assert held.write(LIMIT, 4, 5, LIMIT) is held


def test_writing_the_same_changes_nothing() -> None:
    held = contents(8, zeroed=True, limit=LIMIT)
    assert held.write(4, 4, 0, LIMIT) is held
    memory = AbstractMemory({1: held})
    assert memory.changed(1, held) is memory


def test_a_number_of_a_dead_block_is_used_again() -> None:
    block = contents(4, zeroed=False, limit=LIMIT)
    memory, first = AbstractMemory({}).allocate(block)
    memory, second = memory.allocate(block)
    assert first != second
    memory = memory.without(first.__eq__)
    assert memory.allocate(block)[1] == first


def test_nan_is_kept_whole() -> None:
    held = Contents(8, bytes(8), bytes(8)).write(0, 8, SOME_NAN, LIMIT)
    assert held.read(0, 8) == SOME_NAN
    assert held.read(0, 4) is None
