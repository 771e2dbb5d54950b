"""Symbolic heaps, as the evidence of a proof describes them (``core.evidence.HeapInvariant``), and how summaries are taken apart.

A heap has variables and *regions*: a region is one live block, or a summary of several of equal size, which is a list of one or
more blocks or a tree.  Different regions are different blocks.  ``cells`` are stored pointers; a cell that is missing may hold
anything.

* List: the field ``next`` of each block but the last points ``head`` bytes into the one after it, and if there is a ``prev``,
  that field of each block but the first points ``back`` bytes into the one before it.  The cell at ``next`` is the last block's,
  the cell at ``prev`` is the first one's.  An address points into the first block, or into the last one.
* Tree: each of the ``fields`` of each block is null or points ``head`` bytes into another of the blocks, and no block is pointed
  to twice in this way.  With a hole, one field of one block has another value: the cell at the first of the fields.  An address
  points into the root.  A tree that may be empty stands for no block, too; then the addresses of it are null.
* Every other cell, the numbers, and the written bits are those of each block of the summary.

``numbers`` are bounds of integers in memory: of so many bytes, with the least and the greatest value.

This module and the others of ``proofs.heap_*`` share no code with the analysis that finds such heaps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

from whet.cfa.defined_bits import ALL
from whet.cfa.expressions import Variable
from whet.cfa.trees import BadTree, ExpressionTree
from whet.task.records import dataclass

Owner: TypeAlias = Variable | int
"""A variable, or a region."""
Bounds: TypeAlias = tuple[int, int]
SizedBounds: TypeAlias = tuple[int, int, int]
"""The bytes of an integer, and its bounds."""


class HeapUnclear(Exception):
    """The check of heaps cannot continue; the message says why."""


@dataclass(frozen=True, slots=True)
class HeapAddress:
    """Null without an owner; somewhere in the object without an offset."""

    owner: Owner | None
    offset: int | None = 0
    last: bool = False
    """In the last block of a list?"""

    def moved(self, by: int | None) -> HeapAddress:
        return HeapAddress(self.owner, None if by is None or self.offset is None else self.offset + by, self.last)


NOWHERE = HeapAddress(None)


@dataclass(frozen=True, slots=True)
class ListOf:
    next: int
    head: int
    prev: int | None = None
    back: int = 0

    @property
    def links(self) -> tuple[int, ...]:
        return (self.next,) if self.prev is None else (self.next, self.prev)


@dataclass(frozen=True, slots=True)
class TreeOf:
    fields: tuple[int, ...]
    head: int
    may_be_empty: bool = False
    has_hole: bool = False

    @property
    def links(self) -> tuple[int, ...]:
        return self.fields


@dataclass(frozen=True, slots=True)
class SymbolicRegion:
    size: int | None
    written: int = 0
    shape: ListOf | TreeOf | None = None


class SymbolicHeap:
    """Changed in place while an operation is performed; a copy is made for each case."""

    __slots__ = ("cells", "is_rough", "lost", "numbers", "ranges", "regions", "written")

    def __init__(self) -> None:
        self.cells: dict[tuple[Owner, int], HeapAddress] = {}
        self.numbers: dict[tuple[Owner, int], SizedBounds] = {}
        self.regions: dict[int, SymbolicRegion] = {}
        self.written: dict[Variable, int] = {}
        """Bits of variables; without an entry none, or all of a static variable."""
        self.ranges: dict[Variable, Bounds] = {}
        """Of integer variables that no pointer leads to."""
        self.lost = False
        """May there be live blocks without a region?"""
        self.is_rough = False
        """Was a condition passed that a stronger domain of numbers may decide?"""

    def copy(self) -> SymbolicHeap:
        other = SymbolicHeap()
        other.cells, other.regions, other.written = dict(self.cells), dict(self.regions), dict(self.written)
        other.numbers, other.ranges = dict(self.numbers), dict(self.ranges)
        other.lost, other.is_rough = self.lost, self.is_rough
        return other

    def key(self) -> object:
        parts = (self.cells, self.numbers, self.regions, self.written, self.ranges)
        return *(frozenset(each.items()) for each in parts), self.lost, self.is_rough

    def bits(self, owner: Owner) -> int:
        if isinstance(owner, int):
            return self.regions[owner].written
        return self.written.get(owner, ALL if owner.is_static else 0)

    def set_bits(self, owner: Owner, bits: int) -> None:
        if isinstance(owner, int):
            self.regions[owner] = replace(self.regions[owner], written=bits)
        elif bits == (ALL if owner.is_static else 0):
            self.written.pop(owner, None)
        else:
            self.written[owner] = bits

    def summary(self, owner: Owner | None) -> ListOf | TreeOf | None:
        return self.regions[owner].shape if isinstance(owner, int) else None

    def cells_of(self, owner: Owner) -> list[tuple[int, HeapAddress]]:
        return sorted(((offset, value) for (each, offset), value in self.cells.items() if each == owner), key=lambda e: e[0])

    def numbers_of(self, owner: Owner) -> dict[int, SizedBounds]:
        return {offset: number for (each, offset), number in self.numbers.items() if each == owner}

    def number_at(self, owner: Owner, offset: int, size: int, width: int) -> Bounds | None:
        """The bounds of an integer.  The bytes of a null pointer are zero."""
        number = self.numbers.get((owner, offset))
        if number is not None:
            return number[1:] if number[0] == size else None
        if self.summary(owner) is not None:
            return None
        starts = range(offset + size - width, offset + 1)
        return (0, 0) if any(self.cells.get((owner, each)) == NOWHERE for each in starts) else None

    def readdress(self, change: Callable[[HeapAddress], HeapAddress | None]) -> None:
        changed = ((cell, change(value)) for cell, value in self.cells.items())
        self.cells = {cell: value for cell, value in changed if value is not None}

    def end_life(self, owner: Owner, *, keeps_pointers: bool = False) -> None:
        """An object is no longer; pointers to it are worth nothing."""
        self.cells = {
            cell: value for cell, value in self.cells.items() if cell[0] != owner and (keeps_pointers or value.owner != owner)
        }
        self.numbers = {cell: number for cell, number in self.numbers.items() if cell[0] != owner}
        if isinstance(owner, int):
            del self.regions[owner]
        else:
            self.written.pop(owner, None)
            self.ranges.pop(owner, None)

    def new_region(self, region: SymbolicRegion) -> int:
        number = max(self.regions, default=-1) + 1
        self.regions[number] = region
        return number


# ------------------------------------------------------------------------------------------- cases of a summary


def cases(heap: SymbolicHeap, number: int, *, last: bool) -> list[SymbolicHeap]:
    """The heaps with the accessed block of a summary as a region of its own, or with an empty tree told from another one."""
    region = heap.regions[number]
    match region.shape:
        case ListOf() as shape:
            return [_only_block(heap, number, region), _first_or_last(heap, number, region, shape, last=last)]
        case TreeOf(may_be_empty=True) as shape:
            some = heap.copy()
            some.regions[number] = replace(region, shape=replace(shape, may_be_empty=False))
            return [without_tree(heap, number), some]
        case TreeOf(has_hole=True) as shape:
            ways = [(field, inside) for field in shape.fields for inside in (True, False)]
            return [_root(heap, number, region, shape, field, inside=inside) for field, inside in ways]
        case TreeOf() as shape:
            return [_root(heap, number, region, shape, None, inside=False)]
        case None:
            raise HeapUnclear("a block that is no summary is taken apart")


def without_tree(heap: SymbolicHeap, number: int) -> SymbolicHeap:
    empty = heap.copy()
    empty.cells = {cell: NOWHERE if to.owner == number else to for cell, to in heap.cells.items() if cell[0] != number}
    empty.numbers = {cell: bounds for cell, bounds in heap.numbers.items() if cell[0] != number}
    del empty.regions[number]
    return empty


def _only_block(heap: SymbolicHeap, number: int, region: SymbolicRegion) -> SymbolicHeap:
    only = heap.copy()
    only.regions[number] = replace(region, shape=None)
    only.readdress(lambda to: HeapAddress(number, to.offset) if to.owner == number else to)
    return only


def _first_or_last(heap: SymbolicHeap, number: int, region: SymbolicRegion, shape: ListOf, *, last: bool) -> SymbolicHeap:
    """The region becomes the block at one end; the list of the others is a new one."""
    more = heap.copy()
    rest = more.new_region(region)
    more.regions[number] = replace(region, shape=None)

    def changed(to: HeapAddress) -> HeapAddress:
        if to.owner != number:
            return to
        return HeapAddress(number, to.offset) if to.last is last else HeapAddress(rest, to.offset, to.last)

    more.readdress(changed)
    for offset, value in more.cells_of(number):
        if offset not in shape.links:
            more.cells[rest, offset] = value
    more.numbers |= {(rest, offset): bounds for offset, bounds in heap.numbers_of(number).items()}
    outer = shape.prev if last else shape.next
    if outer is not None and (number, outer) in more.cells:  # of the end that stays in the list
        more.cells[rest, outer] = more.cells.pop((number, outer))
    before, after = (rest, number) if last else (number, rest)
    more.cells[before, shape.next] = HeapAddress(after, shape.head)
    if shape.prev is not None:
        more.cells[after, shape.prev] = HeapAddress(before, shape.back, last)
    return more


def _root(
    heap: SymbolicHeap, number: int, region: SymbolicRegion, shape: TreeOf, field: int | None, *, inside: bool
) -> SymbolicHeap:
    """The root is a block; the hole is one of its fields, or in the tree that the field points to."""
    root = heap.copy()
    hole = root.cells.pop((number, shape.fields[0]), None)
    common = [(offset, value) for offset, value in root.cells_of(number) if offset not in shape.fields]
    root.regions[number] = replace(region, shape=None)
    for each in shape.fields:
        if each == field and not inside:
            if hole is not None:
                root.cells[number, each] = hole
            continue
        below = TreeOf(shape.fields, shape.head, may_be_empty=each != field, has_hole=each == field)
        child = root.new_region(replace(region, shape=below))
        root.cells |= {(child, offset): value for offset, value in common}
        root.numbers |= {(child, offset): bounds for offset, bounds in heap.numbers_of(number).items()}
        if each == field and hole is not None:
            root.cells[child, shape.fields[0]] = hole
        root.cells[number, each] = HeapAddress(child, shape.head)
    return root


# ------------------------------------------------------------------------------------------- one name for equal heaps


def tidied(heap: SymbolicHeap, *, counts: bool) -> list[SymbolicHeap]:
    """Regions that no variable leads to are lost, the others numbered in the order in which variables lead to them.  ``counts``:
    does it matter whether blocks are lost?"""
    order: dict[int, int] = {}
    below: dict[Owner, list[tuple[int, HeapAddress]]] = {}
    for (owner, offset), value in heap.cells.items():
        if isinstance(value.owner, int):
            below.setdefault(owner, []).append((offset, value))
    roots = sorted((each for each in below if isinstance(each, Variable)), key=lambda each: each.number)
    waiting: list[Owner] = [*roots]
    for owner in waiting:
        for _, value in sorted(below.get(owner, ()), key=lambda each: each[0]):
            if isinstance(value.owner, int) and value.owner not in order:
                order[value.owner] = len(order)
                waiting.append(value.owner)
    for number, region in heap.regions.items():
        if number in order or heap.lost or not counts:
            continue
        if isinstance(region.shape, TreeOf) and region.shape.may_be_empty:
            return [each for case in cases(heap, number, last=False) for each in tidied(case, counts=counts)]
    found = SymbolicHeap()
    found.lost = counts and (heap.lost or len(order) < len(heap.regions))
    found.written, found.ranges, found.is_rough = heap.written, heap.ranges, heap.is_rough
    found.regions = {new: heap.regions[old] for old, new in order.items()}
    for (owner, offset), value in heap.cells.items():
        if isinstance(owner, int) and owner not in order:
            continue
        to = HeapAddress(order[value.owner], value.offset, value.last) if isinstance(value.owner, int) else value
        found.cells[order[owner] if isinstance(owner, int) else owner, offset] = to
    for (owner, offset), bounds in heap.numbers.items():
        if not isinstance(owner, int):
            found.numbers[owner, offset] = bounds
        elif owner in order:
            found.numbers[order[owner], offset] = bounds
    return [found]


# ------------------------------------------------------------------------------------------- from evidence


class HeapReader:
    """Heaps of the evidence, with the variables of a program."""

    def __init__(self, variables: Mapping[str, Variable], width: int) -> None:
        self._variables = variables
        self._width = width

    def heap(self, tree: ExpressionTree) -> SymbolicHeap:
        """Raises ``BadTree``."""
        heap = SymbolicHeap()
        match tree:
            case (tuple(cells), tuple(regions), tuple(written), int(lost), *more) if len(more) <= 1:
                heap.lost = bool(lost)
                for number, region in enumerate(regions):
                    self._region(heap, number, region)
                for cell in cells:
                    match cell:
                        case (str(name), int(offset), to) if offset >= 0:
                            heap.cells[self._variable(name), offset] = self._address(to)
                        case _:
                            raise BadTree(f"{cell!r} is no pointer in a variable")
                for entry in written:
                    match entry:
                        case (str(name), int(bits)):
                            heap.written[self._variable(name)] = bits
                        case _:
                            raise BadTree(f"{entry!r} does not say what was written")
                for entry in _listed(more):
                    match entry:
                        case (str(name), *bounds):
                            self._number(heap, self._variable(name), tuple(bounds))
                        case _:
                            raise BadTree(f"{entry!r} is no number in a variable")
            case _:
                raise BadTree("the evidence has a heap that cannot be read")
        self._look(heap)
        return heap

    def _variable(self, name: str) -> Variable:
        if name not in self._variables:
            raise BadTree(f"the program has no variable {name}")
        return self._variables[name]

    def _region(self, heap: SymbolicHeap, number: int, tree: ExpressionTree) -> None:
        match tree:
            case (int() | "any" as size, int(written), shape, tuple(cells), *more) if len(more) <= 1:
                heap.regions[number] = SymbolicRegion(None if size == "any" else size, written, _shape(shape))
                for cell in cells:
                    match cell:
                        case (int(offset), to):
                            heap.cells[number, offset] = self._address(to)
                        case _:
                            raise BadTree(f"{cell!r} is no pointer in a block")
                for entry in _listed(more):
                    self._number(heap, number, entry)
            case _:
                raise BadTree(f"{tree!r} is no block")

    def _number(self, heap: SymbolicHeap, owner: Owner, tree: ExpressionTree) -> None:
        match tree:
            case (int(offset), int(size), int(low), int(high)) if offset >= 0 and size > 0:
                heap.numbers[owner, offset] = (size, low, high)
            case _:
                raise BadTree(f"{tree!r} is no number")

    def _address(self, tree: ExpressionTree) -> HeapAddress:
        match tree:
            case ("null",):
                return NOWHERE
            case (int() | str() as owner, int() | "any" as offset, "first" | "last" as end):
                to = self._variable(owner) if isinstance(owner, str) else owner
                return HeapAddress(to, None if offset == "any" else offset, end == "last")
            case _:
                raise BadTree(f"{tree!r} is no address")

    def _look(self, heap: SymbolicHeap) -> None:
        """Are all regions there, do pointers overlap, and has each shape a meaning?"""
        for value in heap.cells.values():
            if isinstance(value.owner, int) and value.owner not in heap.regions:
                raise BadTree(f"the evidence points to a block {value.owner} that it does not describe")
            if value.last and not isinstance(heap.summary(value.owner), ListOf):
                raise BadTree("the evidence points to the last block of something that is no list")
        for owner in {owner for owner, _ in heap.cells} | set(heap.regions):
            shape = heap.summary(owner)
            links = () if shape is None else shape.links
            offsets = sorted({*links, *(offset for offset, _ in heap.cells_of(owner))})
            if len(set(links)) < len(links) or any(b - a < self._width for a, b in pairwise(offsets)):
                raise BadTree("the evidence has pointers that overlap")
            filled = [] if not isinstance(shape, TreeOf) else [each for each in shape.fields if (owner, each) in heap.cells]
            if filled and not (isinstance(shape, TreeOf) and shape.has_hole and filled == [shape.fields[0]]):
                raise BadTree("the evidence has pointers in the fields of a tree")


def _shape(tree: ExpressionTree) -> ListOf | TreeOf | None:
    match tree:
        case ("block",):
            return None
        case ("list", int(next), int(head)):
            return ListOf(next, head)
        case ("list", int(next), int(head), int(prev), int(back)):
            return ListOf(next, head, prev, back)
        case ("tree", int(head), int(may_be_empty), int(has_hole), *fields) if fields:
            return TreeOf(tuple(_number(each) for each in fields), head, bool(may_be_empty), bool(has_hole))
        case _:
            raise BadTree(f"{tree!r} is no shape of blocks")


def _listed(more: Sequence[ExpressionTree]) -> tuple[ExpressionTree, ...]:
    found = more[0] if more else ()
    if not isinstance(found, tuple):
        raise BadTree(f"{found!r} are no numbers")
    return found


def _number(tree: ExpressionTree) -> int:
    if not isinstance(tree, int):
        raise BadTree(f"{tree!r} is no offset")
    return tree


__all__ = [
    "NOWHERE",
    "Bounds",
    "HeapAddress",
    "HeapReader",
    "HeapUnclear",
    "ListOf",
    "Owner",
    "SizedBounds",
    "SymbolicHeap",
    "SymbolicRegion",
    "TreeOf",
    "cases",
    "tidied",
]
