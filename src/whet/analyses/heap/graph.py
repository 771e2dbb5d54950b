"""Abstract heaps: a graph of objects whose fields hold null, a pointer to an object, or anything.

One graph describes a set of concrete states.  Each node stands for different live objects: a variable for itself, a *block*
for one block of the heap, and a block with a *chain* for one or more blocks of equal size that form a list (a segment "1+" of
Dudka, Peringer, Vojnar: Byte-precise verification of low-level list manipulation, SAS 2013)::

        front <-prev- [first] <=prev/next=> ... <=prev/next=> [last] -next-> rest

* The field ``next`` of each block but the last points ``head`` bytes into the following one.  If the list is doubly linked, the
  field ``prev`` of each block but the first points ``back`` bytes into the one before.
* The cell (node, ``next``) is that field of the last block, (node, ``prev``) that of the first one.  Every other cell of the node
  is true of each of the blocks, and so are the bits that were written.
* A pointer to the node points into the first block, or into the last one (``Pointer.last``).

A block with a *tree* stands for one or more blocks of equal size, or none (``may_be_empty``: then a pointer to it is null).

* Each of its ``fields``, in each of the blocks, is null or points ``head`` bytes into another one of them; into each but the
  root from exactly one field.  If it ``has_hole``, one field of one of the blocks holds something else instead: the cell
  (node, the first of the fields).
* Every other cell of the node, and the bits that were written, are true of each of the blocks.
* A pointer to the node points into the root.

``numbers`` has the bounds of integers in cells, also of variables.  Of a list or tree, they are those of each of the blocks.

A cell that is not in the graph may hold anything, also a pointer to one of its nodes.  Every live block of the heap is described
by a node, unless ``others`` says that there may be more.  The graph ``is_top`` describes every state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from whet.cfa.defined_bits import ALL, LARGEST, ones
from whet.cfa.expressions import Variable
from whet.task.records import dataclass

Base: TypeAlias = Variable | int
"""An object: a variable, or a node for blocks of the heap."""
Cell: TypeAlias = tuple[Base, int]
"""Where a pointer may be stored: an object, and an offset in bytes."""

_MOST_ZEROS = 512
"""Bytes that are known to hold null pointers."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """The address of a byte of an object; the null pointer if there is none."""

    base: Base | None
    offset: int | None = 0
    """None: anywhere in the object, or just past it."""
    last: bool = False
    """Into the last block of a chain, not into the first one?"""

    def moved(self, by: int | None) -> Pointer:
        offset = None if by is None or self.offset is None else self.offset + by
        return Pointer(self.base, offset, self.last)


NULL = Pointer(None)


@dataclass(frozen=True, slots=True)
class Number:
    """An integer in memory: its bytes, and the bounds of its value."""

    size: int
    low: int
    high: int

    def join(self, other: Number | None) -> Number | None:
        if other is None or other.size != self.size:
            return None
        return Number(self.size, min(self.low, other.low), max(self.high, other.high))


@dataclass(frozen=True, slots=True)
class Chain:
    """How blocks form a list: offsets of the fields, and of what in the other block they point to."""

    next: int
    head: int
    prev: int | None = None
    back: int = 0


@dataclass(frozen=True, slots=True)
class HeapTree:
    """How blocks form a tree: offsets of the fields, and of what in the other block they point to."""

    fields: tuple[int, ...]
    head: int
    may_be_empty: bool = False
    has_hole: bool = False


@dataclass(frozen=True, slots=True)
class HeapBlock:
    """One live block of the heap, or the blocks of a chain or tree."""

    size: int | None
    written: int = 0
    """The bits that were certainly written (``cfa.defined_bits``)."""
    chain: Chain | HeapTree | None = None


class HeapGraph:
    """A state of the analysis.  It is changed only while it is made."""

    __slots__ = ("_hash", "blocks", "cells", "is_top", "numbers", "others", "width", "written")

    def __init__(self, width: int, *, is_top: bool = False) -> None:
        self.width = width
        """The bytes of a pointer."""
        self.is_top = is_top
        self.cells: dict[Cell, Pointer] = {}
        self.numbers: dict[Cell, Number] = {}
        self.blocks: dict[int, HeapBlock] = {}
        self.written: dict[Variable, int] = {}
        """The written bits of variables; without an entry all of a static variable, and none of another one."""
        self.others = False
        self._hash: int | None = None

    def copy(self) -> HeapGraph:
        copied = HeapGraph(self.width, is_top=self.is_top)
        copied.cells, copied.blocks, copied.written = dict(self.cells), dict(self.blocks), dict(self.written)
        copied.numbers, copied.others = dict(self.numbers), self.others
        return copied

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, HeapGraph) and self._key() == other._key())

    def _key(self) -> tuple[object, ...]:
        return self.is_top, self.others, self.cells, self.numbers, self.blocks, self.written

    def __hash__(self) -> int:
        if self._hash is None:
            parts = (self.cells, self.numbers, self.blocks, self.written)
            self._hash = hash((self.is_top, self.others, *(frozenset(each.items()) for each in parts)))
        return self._hash

    def leq(self, other: HeapGraph) -> bool:
        """Does the other graph, with the same names of nodes, describe everything that this one does?"""
        if other.is_top or self.is_top:
            return other.is_top
        return (
            self.others <= other.others
            and other.cells.items() <= self.cells.items()
            and all(_contains(number, self.numbers.get(cell)) for cell, number in other.numbers.items())
            and self.blocks.keys() == other.blocks.keys()
            and all(_covers(block, self.blocks[number]) for number, block in other.blocks.items())
            and all(not bits & ~self.bits_of(variable) for variable, bits in other.written.items())
            and all(variable in other.written or not variable.is_static for variable in self.written)
        )

    def put(self, at: Pointer, size: int, value: Pointer | None) -> None:
        """Something of a size is stored, a known pointer perhaps."""
        assert at.base is not None
        if at.offset is None:
            self.forget_cells(at.base)
            return
        self.erase(at.base, at.offset, size)
        if value is not None:
            self.cells[at.base, at.offset] = value

    def erase(self, base: Base, offset: int, size: int) -> None:
        """Nothing is known any more of pointers that overlap some bytes."""
        for found in [each for each in self.cells if each[0] == base and offset - self.width < each[1] < offset + size]:
            del self.cells[found]
        for cell, number in list(self.numbers.items()):
            if cell[0] == base and offset - number.size < cell[1] < offset + size:
                del self.numbers[cell]

    def forget_cells(self, base: Base) -> None:
        self.cells = {cell: value for cell, value in self.cells.items() if cell[0] != base}
        self.numbers = {cell: number for cell, number in self.numbers.items() if cell[0] != base}

    def cells_of(self, base: Base) -> Iterator[tuple[int, Pointer]]:
        """By their offsets."""
        return iter(
            sorted(((offset, value) for (owner, offset), value in self.cells.items() if owner == base), key=lambda e: e[0])
        )

    def numbers_of(self, base: Base) -> dict[int, Number]:
        return {offset: number for (owner, offset), number in self.numbers.items() if owner == base}

    def redirect(self, change: Callable[[Pointer], Pointer | None]) -> None:
        """Every pointer becomes another one, or unknown."""
        changed = {cell: change(value) for cell, value in self.cells.items()}
        self.cells = {cell: value for cell, value in changed.items() if value is not None}

    def remove(self, base: Base) -> None:
        """The life of an object ends: what is known of it, and pointers to it, are forgotten."""
        self.forget_cells(base)
        if any(pointer.base == base for pointer in self.cells.values()):
            self.redirect(lambda pointer: None if pointer.base == base else pointer)
        if isinstance(base, Variable):
            self.written.pop(base, None)
        else:
            del self.blocks[base]

    def fresh(self) -> int:
        return max(self.blocks, default=-1) + 1

    def bits_of(self, base: Base) -> int:
        if isinstance(base, Variable):
            return self.written.get(base, ALL if base.is_static else 0)
        return self.blocks[base].written

    def set_bits(self, base: Base, bits: int) -> None:
        if isinstance(base, Variable):
            self.written[base] = bits
            if bits == (ALL if base.is_static else 0):
                del self.written[base]
        else:
            block = self.blocks[base]
            self.blocks[base] = HeapBlock(block.size, bits, block.chain)

    def mark(self, at: Pointer, bits: int | None, *, written: bool) -> None:
        """Bits from an address on are written, or perhaps not; None for bits that nobody counts."""
        assert at.base is not None
        old = self.bits_of(at.base)
        if at.offset is None or bits is None or not 0 <= at.offset <= LARGEST or bits.bit_length() > 8 * LARGEST:
            if not written:
                self.set_bits(at.base, 0)
        elif written:
            self.set_bits(at.base, old | bits << 8 * at.offset)
        else:
            self.set_bits(at.base, old & ~(bits << 8 * at.offset))

    def zero(self, at: Pointer, size: int) -> None:
        """Bytes become zero: each pointer among them is null."""
        assert at.base is not None
        self.put(at, size, None)
        if at.offset is not None and size <= _MOST_ZEROS:
            first = -(-at.offset // self.width) * self.width
            for offset in range(first, at.offset + size - self.width + 1, self.width):
                self.cells[at.base, offset] = NULL
        self.mark(at, ones(size) if size <= LARGEST else None, written=True)

    def collect(self) -> None:
        """Nodes that no variable leads to are dropped, and the others numbered in the order in which variables lead to them."""
        roots = sorted((cell for cell in self.cells if isinstance(cell[0], Variable)), key=_by_number)
        order: dict[int, int] = {}
        waiting = [self.cells[cell].base for cell in roots]
        for base in waiting:
            if isinstance(base, int) and base not in order:
                order[base] = len(order)
                waiting.extend(value.base for _, value in self.cells_of(base))
        if len(order) < len(self.blocks):
            self.others = True
        elif all(old == new for old, new in order.items()):
            return
        named = {cell: value for cell, value in self.cells.items() if isinstance(cell[0], Variable) or cell[0] in order}
        self.cells = {_renamed_cell(cell, order): _renamed(value, order) for cell, value in named.items()}
        numbers = {cell: number for cell, number in self.numbers.items() if isinstance(cell[0], Variable) or cell[0] in order}
        self.numbers = {_renamed_cell(cell, order): number for cell, number in numbers.items()}
        self.blocks = {new: self.blocks[old] for old, new in order.items()}


def _contains(weaker: Number, number: Number | None) -> bool:
    return number is not None and weaker.join(number) == weaker


def _covers(weaker: HeapBlock, block: HeapBlock) -> bool:
    return weaker.size == block.size and weaker.chain == block.chain and not weaker.written & ~block.written


def _by_number(cell: Cell) -> tuple[int, int]:
    assert isinstance(cell[0], Variable)
    return cell[0].number, cell[1]


def _renamed_cell(cell: Cell, order: dict[int, int]) -> Cell:
    return (order[cell[0]] if isinstance(cell[0], int) else cell[0]), cell[1]


def _renamed(value: Pointer, order: dict[int, int]) -> Pointer:
    return Pointer(order[value.base], value.offset, value.last) if isinstance(value.base, int) else value


__all__ = ["NULL", "Base", "Cell", "Chain", "HeapBlock", "HeapGraph", "HeapTree", "Number", "Pointer"]
