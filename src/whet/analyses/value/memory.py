"""Memory as immutable values: objects by number, and the bytes of each object with what is known of them.

``Contents`` holds the bytes of one object.  A bit of ``known`` says whether the bit of ``data`` at the same place is known;
type punning, unions, bit-fields and ``memcpy`` are exact for that reason.  What is no sequence of known bits (an
address, a NaN of unknown payload) is kept whole in ``others``, by its offset.  Writing makes a new ``Contents`` and a new
``AbstractMemory`` that share everything else with the old ones.

Invariants:

* unknown bits of ``data`` are zero, so that equal knowledge is equal data;
* bytes under an entry of ``others`` are unknown, and the entries do not overlap;
* bytes beyond the end of ``data`` are unknown.  That end is the object's size, unless the size is unknown (then ``data``
  grows as it is written) or beyond the limit (then ``data`` is empty for ever).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeAlias

from whet.analyses.value.values import SOME_NAN, AbstractValue, Address

Others: TypeAlias = dict[int, tuple[int, AbstractValue]]
"""Size and value by offset."""
Shape: TypeAlias = frozenset[tuple[int, "ContentsShape"]]
ContentsShape: TypeAlias = tuple[int | None, bytes, frozenset[tuple[int, int]]]
"""Size, known bits, and the places of the others."""

_ONES = tuple(b"\xff" * size for size in range(65))
_NO_OTHERS: Others = {}
"""Never changed, like all dictionaries here."""


class Contents:
    """The bytes of one object."""

    __slots__ = ("_hash", "_shape", "data", "known", "others", "size")

    def __init__(self, size: int | None, data: bytes, known: bytes, others: Others = _NO_OTHERS) -> None:
        self.size = size
        self.data = data
        self.known = known
        self.others = others
        self._hash: int | None = None
        self._shape: ContentsShape | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.size, self.data, self.known, frozenset(self.others.items()) if self.others else 0))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Contents):
            return NotImplemented
        return self.data == other.data and self.known == other.known and self.others == other.others and self.size == other.size

    def __repr__(self) -> str:
        return f"Contents({self.size}, {self.data!r}, {self.known!r}, {self.others})"

    def read(self, offset: int, size: int) -> AbstractValue | None:
        """The bytes as an unsigned number, little endian, or what is kept whole there."""
        end = offset + size
        if offset < 0 or end > len(self.data):
            return None
        if self.known[offset:end] == _ONES[size]:
            return int.from_bytes(self.data[offset:end], "little")
        if self.others:
            found = self.others.get(offset)
            if found is not None and found[0] == size:
                return found[1]
        return None

    def read_bits(self, offset: int, shift: int, width: int) -> int | None:
        """So many bits, beginning ``shift`` bits into the byte at ``offset``."""
        end = offset + (shift + width + 7) // 8
        if offset < 0 or end > len(self.data):
            return None
        pattern = ((1 << width) - 1) << shift
        if int.from_bytes(self.known[offset:end], "little") & pattern != pattern:
            return None
        return (int.from_bytes(self.data[offset:end], "little") & pattern) >> shift

    def write(self, offset: int, size: int, value: AbstractValue | None, limit: int) -> Contents:
        """With an unsigned number, or something kept whole, at a place inside the object."""
        if isinstance(value, int) and value != SOME_NAN:
            return self.put(offset, value.to_bytes(size, "little"), _ONES[size], _NO_OTHERS, limit)
        others = _NO_OTHERS if value is None else {offset: (size, value)}
        return self.put(offset, bytes(size), bytes(size), others, limit)

    def write_bits(self, offset: int, shift: int, width: int, value: int | None, limit: int) -> Contents:
        """With these low bits of a number (None: unknown bits) in the place of a bit-field."""
        size = (shift + width + 7) // 8
        pattern = ((1 << width) - 1) << shift
        data = int.from_bytes(self.data[offset : offset + size], "little") & ~pattern
        known = int.from_bytes(self.known[offset : offset + size], "little") & ~pattern
        if value is not None:
            data, known = data | value << shift & pattern, known | pattern
        return self.put(offset, data.to_bytes(size, "little"), known.to_bytes(size, "little"), _NO_OTHERS, limit)

    def forget(self, offset: int, size: int, limit: int) -> Contents:
        size = max(0, min(size, len(self.data) - offset))
        return self.put(offset, bytes(size), bytes(size), _NO_OTHERS, limit)

    def put(self, offset: int, data: bytes, known: bytes, others: Others, limit: int) -> Contents:
        """With these bytes from ``offset`` on; ``others`` by their offset in the object."""
        end = offset + len(data)
        if end > len(self.data):
            if self.size is not None or end > limit:
                return self
            more = bytes(end - len(self.data))
            return Contents(self.size, self.data + more, self.known + more, self.others).put(offset, data, known, others, limit)
        kept = self.others
        if kept:
            kept = {place: entry for place, entry in kept.items() if place + entry[0] <= offset or place >= end}
        if others:
            kept = {**kept, **others}
        # Most writes change the data only; what stays the same is shared with the old contents.
        new_data, new_known = _spliced(self.data, offset, data), _spliced(self.known, offset, known)
        if new_data is self.data and new_known is self.known and self.others == kept:
            return self
        return Contents(self.size, new_data, new_known, kept)

    def part(self, offset: int, size: int) -> tuple[bytes, bytes, Others]:
        """Bytes, known bits and others of a range, the offsets counted from its beginning."""
        data, known = self.data[offset : offset + size], self.known[offset : offset + size]
        missing = bytes(size - len(data))
        others = {
            place - offset: entry for place, entry in self.others.items() if place >= offset and place + entry[0] <= offset + size
        }
        return data + missing, known + missing, others

    def scrubbed(self, is_dead: Callable[[int], bool]) -> Contents:
        """Without the addresses of objects that are dead."""
        kept = {place: entry for place, entry in self.others.items() if not _points_to(entry[1], is_dead)}
        return self if len(kept) == len(self.others) else Contents(self.size, self.data, self.known, kept)

    def forgotten(self) -> Contents:
        """An object of the same size of which nothing is known."""
        if self.is_blank:
            return self
        nothing = bytes(len(self.data))
        return Contents(self.size, nothing, nothing)

    def masked(self, parts: Sequence[tuple[int, int | None]]) -> Contents:
        """Knowing only what lies in these ranges of bytes; None stands for the end."""
        mask = bytearray(len(self.known))
        for begin, end in parts:
            stop = len(mask) if end is None else min(end, len(mask))
            mask[begin:stop] = b"\xff" * (stop - begin)
        pattern = int.from_bytes(mask, "little")
        known = int.from_bytes(self.known, "little")
        others = {place: entry for place, entry in self.others.items() if _lies_in(place, place + entry[0], parts)}
        if known & ~pattern == 0 and len(others) == len(self.others):
            return self
        data = int.from_bytes(self.data, "little") & pattern
        length = len(mask)
        return Contents(self.size, data.to_bytes(length, "little"), (known & pattern).to_bytes(length, "little"), others)

    @property
    def is_blank(self) -> bool:
        """Is nothing known of it?"""
        return not self.others and not any(self.known)

    @property
    def shape(self) -> ContentsShape:
        """What is known of it, without the values."""
        if self._shape is None:
            # Bytes after the last known one may be there or not in an object of unknown size.
            known = self.known if self.size is not None else self.known.rstrip(b"\0")
            places = frozenset([(place, entry[0]) for place, entry in self.others.items()])
            self._shape = (self.size, known, places)
        return self._shape

    def restricted(self, shape: ContentsShape) -> tuple[bytes, Others] | None:
        """The values of what the shape knows; None if it knows something that this does not."""
        size, known, places = shape
        if (size is not None and size != self.size) or len(known) > len(self.known):
            return None
        others = {}
        for place, length in places:
            entry = self.others.get(place)
            if entry is None or entry[0] != length:
                return None
            others[place] = entry
        mask = int.from_bytes(known, "little")
        if mask & ~int.from_bytes(self.known, "little"):
            return None
        data = int.from_bytes(self.data, "little") & mask
        return data.to_bytes(len(known), "little"), others

    def covers(self, other: Contents) -> bool:
        """Does the other one know everything this does?"""
        if self is other:
            return True
        values = other.restricted(self.shape)
        return values is not None and values == (self.data[: len(self.shape[1])], self.others)

    def join(self, other: Contents) -> Contents:
        """What both know."""
        if self == other:
            return self
        if self.size != other.size:
            return Contents(None, b"", b"")
        length = min(len(self.data), len(other.data))
        both = zip(self.data[:length], self.known, other.data[:length], other.known, strict=False)
        known = bytes([k & l & ~(a ^ b) & 255 for a, k, b, l in both])
        data = bytes([a & k for a, k in zip(self.data, known, strict=False)])
        others = {place: entry for place, entry in self.others.items() if other.others.get(place) == entry}
        return Contents(self.size, data, known, others)


def _spliced(whole: bytes, offset: int, part: bytes) -> bytes:
    end = offset + len(part)
    return whole if whole[offset:end] == part else whole[:offset] + part + whole[end:]


def _lies_in(begin: int, end: int, parts: Sequence[tuple[int, int | None]]) -> bool:
    return any(first <= begin and (last is None or end <= last) for first, last in parts)


def _points_to(value: AbstractValue, is_dead: Callable[[int], bool]) -> bool:
    return isinstance(value, Address) and is_dead(value.object)


def contents(size: int | None, *, zeroed: bool, limit: int) -> Contents:
    """A new object: all zero, or unknown."""
    if size is None or size > limit:
        return Contents(size, b"", b"")
    return Contents(size, bytes(size), b"\xff" * size if zeroed else bytes(size))


class AbstractMemory:
    """All objects that are not in slots.

    A heap block is there as long as it lives.  ``is_open`` says that there may be more of them than those in the table (after
    a join); otherwise two memories with different blocks describe different things, so that equal programs go on with equal
    numbers for new blocks."""

    __slots__ = ("_hash", "_heap", "_shape", "is_open", "objects")

    def __init__(self, objects: dict[int, Contents], is_open: bool = False) -> None:
        self.objects = objects
        self.is_open = is_open
        self._hash: int | None = None
        self._shape: Shape | None = None
        self._heap: frozenset[int] | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.objects.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, AbstractMemory):
            return NotImplemented
        return hash(self) == hash(other) and self.objects == other.objects and self.is_open == other.is_open

    def __repr__(self) -> str:
        return f"Memory({self.objects})"

    def changed(self, number: int, contents: Contents) -> AbstractMemory:
        """With other contents of one object."""
        if self.objects.get(number) is contents:
            return self
        objects = self.objects.copy()
        objects[number] = contents
        return AbstractMemory(objects, self.is_open)

    def allocate(self, contents: Contents) -> tuple[AbstractMemory, int]:
        """With a new heap block; it gets the first negative number that is free, as nothing points to a dead block."""
        number = next(number for number in count(-1, -1) if number not in self.objects)
        return AbstractMemory({**self.objects, number: contents}, self.is_open), number

    def without(self, is_dead: Callable[[int], bool]) -> AbstractMemory:
        """Without some objects, and without addresses of them."""
        objects = {}
        is_changed = False
        for number, held in self.objects.items():
            if is_dead(number):
                is_changed = True
                continue
            kept = held.scrubbed(is_dead) if held.others else held
            is_changed = is_changed or kept is not held
            objects[number] = kept
        return AbstractMemory(objects, self.is_open) if is_changed else self

    def without_object(self, number: int) -> AbstractMemory:
        """Without an object to which nothing points."""
        if number not in self.objects:
            return self
        return AbstractMemory({other: held for other, held in self.objects.items() if other != number}, self.is_open)

    @property
    def shape(self) -> Shape:
        """What is known, without the values: of variables their known bits, of heap blocks also that they are alive."""
        if self._shape is None:
            self._shape = frozenset(
                [(number, held.shape) for number, held in self.objects.items() if number < 0 or not held.is_blank]
            )
        return self._shape

    @property
    def heap(self) -> frozenset[int]:
        """The heap blocks."""
        if self._heap is None:
            self._heap = frozenset([number for number in self.objects if number < 0])
        return self._heap

    def restricted(self, shape: Shape) -> frozenset[tuple[int, bytes, frozenset[tuple[int, tuple[int, AbstractValue]]]]] | None:
        """The values of what the shape knows; None if it knows something that this does not."""
        values = []
        for number, wanted in shape:
            held = self.objects.get(number)
            found = None if held is None else held.restricted(wanted)
            if found is None:
                return None
            values.append((number, found[0], frozenset(found[1].items())))
        return frozenset(values)

    def covers(self, other: AbstractMemory) -> bool:
        """Does the other one know everything this does?"""
        if self is other:
            return True
        if not self.is_open and self.heap != other.heap:
            return False
        for number, held in self.objects.items():
            theirs = other.objects.get(number)
            if theirs is None:
                if number < 0 or not held.is_blank:
                    return False
            elif not held.covers(theirs) and (number < 0 or not held.is_blank):
                return False
        return True

    def join(self, other: AbstractMemory) -> AbstractMemory:
        """What both know; a variable that only one of them knows stays as an unknown one."""
        objects = {}
        for number, held in self.objects.items():
            theirs = other.objects.get(number)
            if theirs is not None:
                objects[number] = held.join(theirs)
            elif number >= 0:
                objects[number] = held.forgotten()
        for number, held in other.objects.items():
            if number >= 0 and number not in self.objects:
                objects[number] = held.forgotten()
        return AbstractMemory(objects, self.is_open or other.is_open or self.heap != other.heap)
