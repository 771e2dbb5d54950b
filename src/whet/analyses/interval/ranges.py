"""Sets of integers as unions of a few intervals.

A set is a tuple of pieces ``(low, high)``, both ends included, in order, with a gap between any two; the empty tuple is the
empty set.  There are at most ``MOST_PIECES``: beyond that the narrowest gaps are filled.  Sets are immutable, hash fast and
share their pieces.  Numbers of a C type never leave the range of the type; ``wrapped`` brings them back, modulo 2^width.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

Piece: TypeAlias = tuple[int, int]
Ranges: TypeAlias = tuple[Piece, ...]

MOST_PIECES: Final = 8
NOTHING: Final[Ranges] = ()


def single(number: int) -> Ranges:
    return ((number, number),)


def between(low: int, high: int) -> Ranges:
    """All numbers from ``low`` to ``high``; none if there are none."""
    return ((low, high),) if low <= high else NOTHING


def normal(pieces: Iterable[Piece]) -> Ranges:
    """The union of pieces that may overlap, touch and stand in any order."""
    ordered = sorted(pieces)
    if len(ordered) < 2:
        return tuple(ordered)
    found: list[Piece] = []
    low, high = ordered[0]
    for begin, end in ordered[1:]:
        if begin <= high + 1:
            high = max(high, end)
        else:
            found.append((low, high))
            low, high = begin, end
    found.append((low, high))
    return tuple(found) if len(found) <= MOST_PIECES else _fused(found)


def _fused(pieces: Sequence[Piece]) -> Ranges:
    """With the narrowest gaps filled, so that few pieces are left."""
    gaps = sorted(range(1, len(pieces)), key=lambda i: (pieces[i][0] - pieces[i - 1][1], i))
    kept = sorted(gaps[len(pieces) - MOST_PIECES :])
    begins = [0, *kept]
    ends = [*kept, len(pieces)]
    return tuple((pieces[begin][0], pieces[end - 1][1]) for begin, end in zip(begins, ends, strict=True))


def union(a: Ranges, b: Ranges) -> Ranges:
    if a == b or not b:
        return a
    return normal(a + b) if a else b


def meet(a: Ranges, b: Ranges) -> Ranges:
    """What lies in both."""
    if len(a) == 1 and len(b) == 1:  # the usual case
        low, high = max(a[0][0], b[0][0]), min(a[0][1], b[0][1])
        return ((low, high),) if low <= high else NOTHING
    found = [(max(p, r), min(q, s)) for p, q in a for r, s in b]
    return normal(piece for piece in found if piece[0] <= piece[1])


def covers(a: Ranges, b: Ranges) -> bool:
    """Does ``a`` hold every number of ``b``?  Pieces of a set do not touch, so one of ``a`` must hold each of ``b``."""
    return a == b or all(any(low <= begin and end <= high for low, high in a) for begin, end in b)


def contains(a: Ranges, number: int) -> bool:
    return any(low <= number <= high for low, high in a)


def hull(a: Ranges) -> Ranges:
    """The smallest interval around a set."""
    return a if len(a) < 2 else ((a[0][0], a[-1][1]),)


def ends(a: Ranges) -> Piece:
    """The least and the greatest number of a set that is not empty."""
    return a[0][0], a[-1][1]


def size(a: Ranges) -> int:
    return sum(high - low + 1 for low, high in a)


def wrapped(pieces: Iterable[Piece], least: int, greatest: int) -> Ranges:
    """Modulo the length of a type's range, as numbers of that range; the pieces may be of any size and overlap."""
    period = greatest - least + 1
    found: list[Piece] = []
    for low, high in pieces:
        if least <= low and high <= greatest:
            found.append((low, high))
        elif high - low + 1 >= period:
            return ((least, greatest),)
        else:
            begin = (low - least) % period + least
            end = begin + (high - low)
            found += [(begin, end)] if end <= greatest else [(begin, greatest), (least, end - period)]
    return normal(found)


def without(a: Ranges, number: int) -> Ranges:
    """Without one number, if what is left has few enough pieces to be told."""
    if not contains(a, number):
        return a
    found = [part for low, high in a for part in ((low, min(high, number - 1)), (max(low, number + 1), high))]
    return normal(part for part in found if part[0] <= part[1])


def complement(a: Ranges, least: int, greatest: int) -> Ranges:
    """The numbers from ``least`` to ``greatest`` that are not in a set."""
    begins = [least, *(high + 1 for _, high in a)]
    ends = [*(low - 1 for low, _ in a), greatest]
    return normal((begin, end) for begin, end in zip(begins, ends, strict=True) if begin <= end)


def widened(old: Ranges, new: Ranges, thresholds: Sequence[int], least: int, greatest: int) -> Ranges:
    """One interval around both, whose ends that are not those of ``old`` lie at thresholds or at the ends of the type.

    Each end moves at most once per threshold, so every chain becomes stationary."""
    if covers(old, new):
        return old
    both = union(old, new)
    low, high = both[0][0], both[-1][1]
    if not old or low < old[0][0]:
        place = bisect_right(thresholds, low)
        low = max(least, thresholds[place - 1]) if place else least
    if not old or high > old[-1][1]:
        place = bisect_left(thresholds, high)
        high = min(greatest, thresholds[place]) if place < len(thresholds) else greatest
    return ((low, high),)
