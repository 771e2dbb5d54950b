"""Does a symbolic heap describe everything that another one describes?

The regions of the first, the *claim*, are matched with regions of the second, the *heap*: a block with a block, a summary with
the blocks and summaries of which it may consist.  No region of the heap is used twice.  Each pointer of the claim must have a
counterpart that means the same; pointers of the heap that the claim does not have do not matter.  Regions without a counterpart
are blocks that the claim may have lost.  What a list or tree consists of is searched, the longest lists first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import TypeAlias

from whet.cfa.expressions import Variable
from whet.proofs.heap_state import NOWHERE, HeapAddress, ListOf, Owner, SymbolicHeap, TreeOf
from whet.task.records import dataclass

_Pair: TypeAlias = tuple[HeapAddress | None, HeapAddress]
"""An address in the heap and one in the claim that must mean the same."""


@dataclass(frozen=True, slots=True)
class _Image:
    """What a region of the claim is in the heap: its first and its last region; none if it is an empty tree."""

    first: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class _Match:
    pairs: tuple[_Pair, ...] = ()
    images: Mapping[int, _Image] = field(default_factory=dict)
    used: frozenset[int] = frozenset()


def covers(claim: SymbolicHeap, heap: SymbolicHeap, width: int) -> bool:
    """``width``: the bytes of a pointer.  Not asked: the ranges of variables that no pointer leads to, but for those claimed."""
    return _Matching(claim, heap, width).holds()


class _Matching:
    def __init__(self, claim: SymbolicHeap, heap: SymbolicHeap, width: int) -> None:
        self._claim = claim
        self._width = width
        self._heap = heap
        self._left = 20_000
        """Steps of the search."""

    def holds(self) -> bool:
        claim, heap = self._claim, self._heap
        owners = {*claim.written, *heap.written}
        if (heap.lost and not claim.lost) or any(claim.bits(owner) & ~heap.bits(owner) for owner in owners):
            return False
        if not all(self._has_number(cell[0], cell[0], cell[1]) for cell in claim.numbers if isinstance(cell[0], Variable)):
            return False
        roots = ((self._stored(owner, offset), to) for (owner, offset), to in claim.cells.items() if isinstance(owner, Variable))
        return self._search(_Match(tuple(roots)))

    def _has_number(self, have: Owner, want: Owner, offset: int) -> bool:
        """Has an object of the heap a number as one of the claim?"""
        size, low, high = self._claim.numbers[want, offset]
        found = self._heap.number_at(have, offset, size, self._width)
        if found is None and isinstance(have, Variable) and offset == 0 and have.type.size == size:
            found = self._heap.ranges.get(have)
        return found is not None and low <= found[0] and found[1] <= high

    def _stored(self, owner: Owner, offset: int) -> HeapAddress | None:
        return self._heap.cells.get((owner, offset))

    def _search(self, match: _Match) -> bool:
        while match.pairs:
            self._left -= 1
            if self._left < 0:
                return False
            pairs = sorted(match.pairs, key=lambda pair: self._order(pair[1], match))
            (have, want), match = pairs[0], replace(match, pairs=tuple(pairs[1:]))
            if have is None:
                return False
            if not isinstance(want.owner, int) or want.owner in match.images:
                if not self._is_same(have, want, match):
                    return False
                continue
            return any(self._search(each) for each in self._mapped(have, want, want.owner, match))
        return self._is_complete(match)

    def _order(self, want: HeapAddress, match: _Match) -> int:
        if not isinstance(want.owner, int) or want.owner in match.images:
            return 0
        if self._claim.regions[want.owner].shape is None:
            return 1
        return 3 if want.last else 2

    def _is_same(self, have: HeapAddress, want: HeapAddress, match: _Match) -> bool:
        if want.offset is not None and have.offset != want.offset and have.owner is not None:
            return False
        if not isinstance(want.owner, int):
            return have.owner == want.owner
        image = match.images[want.owner]
        end = image.last if want.last else image.first
        return have.owner == end and (end is None or have.last is (want.last and self._is_list(end)))

    def _is_list(self, number: int) -> bool:
        return isinstance(self._heap.regions[number].shape, ListOf)

    def _is_complete(self, match: _Match) -> bool:
        """All regions of the claim are there, and no block of the heap is left."""
        missing = (region for number, region in self._claim.regions.items() if number not in match.images)
        if any(not isinstance(each.shape, TreeOf) or not each.shape.may_be_empty for each in missing):
            return False
        return self._claim.lost or match.used == self._heap.regions.keys()

    # ------------------------------------------------------------------------------------------- counterparts

    def _mapped(self, have: HeapAddress, want: HeapAddress, number: int, match: _Match) -> Iterator[_Match]:
        shape = self._claim.regions[number].shape
        if want.offset is not None and have.offset != want.offset and have.owner is not None:
            return
        if not isinstance(have.owner, int):
            if have == NOWHERE and isinstance(shape, TreeOf) and shape.may_be_empty:
                yield replace(match, images={**match.images, number: _Image(None, None)})
            return
        start = have.owner
        match shape:
            case None:
                if self._fits(start, number, match.used) and self._heap.regions[start].shape is None:
                    yield self._with(match, number, [start], self._common(start, number, ()))
            case ListOf():
                if have.last is (want.last and self._is_list(start)):
                    yield from [*self._lists(start, number, shape, match, forward=not want.last)][::-1]
            case TreeOf():
                for used, hole, pairs in self._trees(((start, shape.may_be_empty),), number, shape, match.used, None):
                    outside: list[_Pair] = []
                    if (leaving := self._claim.cells.get((number, shape.fields[0]))) is not None:
                        outside.append((NOWHERE if hole is None else hole[0], leaving))
                    images = {**match.images, number: _Image(start, start)}
                    yield _Match((*match.pairs, *pairs, *outside), images, used)

    def _with(self, match: _Match, number: int, regions: list[int], pairs: list[_Pair]) -> _Match:
        images = {**match.images, number: _Image(regions[0], regions[-1])}
        return _Match((*match.pairs, *pairs), images, match.used.union(regions))

    def _fits(self, have: int, want: int, used: frozenset[int]) -> bool:
        block, wanted = self._heap.regions[have], self._claim.regions[want]
        is_block = have not in used and block.size == wanted.size and not wanted.written & ~block.written
        return is_block and all(self._has_number(have, want, offset) for offset in self._claim.numbers_of(want))

    def _common(self, have: int, want: int, links: tuple[int, ...]) -> list[_Pair]:
        """What the claim has of each block."""
        cells = ((offset, to) for (owner, offset), to in self._claim.cells.items() if owner == want and offset not in links)
        return [(self._stored(have, offset), to) for offset, to in cells]

    def _lists(self, start: int, number: int, shape: ListOf, match: _Match, *, forward: bool) -> Iterator[_Match]:
        """The beginnings (or ends) of a list in the heap that make a list of the claim."""
        regions: list[int] = []
        pairs: list[_Pair] = []
        present: int | None = start
        while present is not None and self._fits(present, number, match.used.union(regions)):
            if self._heap.regions[present].shape not in (None, shape):
                return
            regions = [*regions, present] if forward else [present, *regions]
            pairs += self._common(present, number, shape.links)
            ends = [(regions[-1], shape.next), *([] if shape.prev is None else [(regions[0], shape.prev)])]
            outside = [
                (self._stored(end, link), to) for end, link in ends if (to := self._claim.cells.get((number, link))) is not None
            ]
            yield self._with(match, number, regions, [*pairs, *outside])
            present = self._after(present, shape) if forward else self._before(present, shape)

    def _after(self, region: int, shape: ListOf) -> int | None:
        """The region that follows in a list."""
        to = self._stored(region, shape.next)
        if to is None or not isinstance(to.owner, int) or to.last or to.offset != shape.head:
            return None
        if shape.prev is not None and self._stored(to.owner, shape.prev) != HeapAddress(
            region, shape.back, self._is_list(region)
        ):
            return None
        return to.owner

    def _before(self, region: int, shape: ListOf) -> int | None:
        to = None if shape.prev is None else self._stored(region, shape.prev)
        if to is None or not isinstance(to.owner, int):
            return None
        return to.owner if self._after(to.owner, shape) == region else None

    def _trees(
        self,
        waiting: tuple[tuple[int, bool] | HeapAddress | None, ...],
        number: int,
        shape: TreeOf,
        used: frozenset[int],
        hole: tuple[HeapAddress | None] | None,
    ) -> Iterator[tuple[frozenset[int], tuple[HeapAddress | None] | None, list[_Pair]]]:
        """The ways in which the waiting subtrees are parts of a tree; a region that waits may be empty if so said.

        Of the values in fields, one may be that of the hole.  If there is none, a null pointer of the tree is."""
        if not waiting:
            yield used, hole, []
            return
        value, rest = waiting[0], waiting[1:]
        if value == NOWHERE:
            yield from self._trees(rest, number, shape, used, hole)
            return
        found: tuple[int, bool] | None = None
        if isinstance(value, tuple):
            found = value
        elif value is not None and isinstance(value.owner, int) and value.offset == shape.head and not value.last:
            found = (value.owner, True)
        below = None if found is None else self._below(*found, number, shape, used)
        if found is not None and below is not None:
            common = self._common(found[0], number, shape.fields)
            for after, other, pairs in self._trees((*below, *rest), number, shape, used | {found[0]}, hole):
                yield after, other, [*common, *pairs]
        if shape.has_hole and hole is None and not isinstance(value, tuple):
            yield from self._trees(rest, number, shape, used, (value,))

    def _below(
        self, region: int, may_be_empty: bool, number: int, shape: TreeOf, used: frozenset[int]
    ) -> tuple[HeapAddress | None, ...] | None:
        """The values in the fields of a region that is a part of the tree, but for those inside of it."""
        if not self._fits(region, number, used):
            return None
        match self._heap.regions[region].shape:
            case None:
                return tuple(self._stored(region, field) for field in shape.fields)
            case TreeOf(fields=fields, head=head) as inner:
                if (fields, head) != (shape.fields, shape.head) or (inner.may_be_empty and not may_be_empty):
                    return None
                return (self._stored(region, fields[0]),) if inner.has_hole else ()
            case ListOf(next=next, head=head, prev=prev):
                others = [self._stored(region, field) for field in shape.fields if field != next]
                is_path = prev is None and next in shape.fields and head == shape.head
                return (self._stored(region, next),) if is_path and all(each == NOWHERE for each in others) else None


__all__ = ["covers"]
