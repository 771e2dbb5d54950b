"""What pointers point to: small sets of bytes in variables.

A *pointee* is a variable and an offset, or several offsets at the same distance from each other: ``low``, ``low + step``, and so
on up to ``high``.  Steps that may leave the variable are cut off at its ends, which is noted.  Pointees are numbered when they
are first met, so that a set of them is a set of integers and a state holds it like any other value.  Number 0 is the null
pointer.  A pointer of which no set is known may point to anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import gcd
from typing import Final

from whet.analyses.interval import ranges
from whet.analyses.interval.ranges import MOST_PIECES, Ranges, single
from whet.cfa.expressions import Variable
from whet.task.records import dataclass

NULL: Final = single(0)
MOST_PLACES: Final = 64
"""That are looked at one by one where a pointee has several offsets."""


@dataclass(frozen=True, slots=True)
class Pointee:
    variable: Variable
    low: int
    high: int
    step: int
    """0 if there is only one offset."""
    is_cut: bool = False
    """May the pointer have left the variable?  C does not define what follows, unless it is an access that a check looks at."""

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    def fits(self, size: int) -> bool:
        """Do so many bytes there lie in the variable?"""
        return self.low >= 0 and self.high + size <= self.variable.type.size

    def accessed(self, size: int) -> Pointee:
        """Where so many bytes lie in the variable, if there are several offsets: C does not define more."""
        beyond = self.high + size - self.variable.type.size
        if self.is_exact or beyond <= 0:
            return self
        high = max(self.low, self.high + -beyond // self.step * self.step)
        return replace(self, high=high, step=self.step if high > self.low else 0)

    def offsets(self) -> range:
        return range(self.low, self.high + 1, self.step or 1)

    def is_hit(self, size: int, begin: int, end: int) -> bool:
        """May so many bytes there, at one of the offsets, share some with those from ``begin`` to ``end``?"""
        first = max(0, -((self.low + size - 1 - begin) // self.step)) if self.step else 0
        offset = self.low + first * self.step
        return offset <= self.high and offset < end and begin < offset + size

    def is_among(self, offset: int, size: int) -> bool:
        """Is it one of the offsets, and do the others lie beside it?"""
        if self.is_exact:
            return offset == self.low
        return self.low <= offset <= self.high and self.step >= size and (offset - self.low) % self.step == 0


class Pointees:
    """The pointees of a program for a machine whose addresses have so many bits."""

    def __init__(self, width: int = 64) -> None:
        self._addresses = 1 << width
        self._table: list[Pointee | None] = [None]
        self._numbers: dict[Pointee | None, int] = {None: 0}
        self._members: dict[Ranges, tuple[Pointee, ...]] = {}
        self._moved: dict[tuple[Ranges, Ranges, int], Ranges | None] = {}

    def to(self, variable: Variable, offset: int = 0) -> Ranges:
        return single(self._number(Pointee(variable, offset, offset, 0)))

    def _number(self, pointee: Pointee | None) -> int:
        if pointee not in self._numbers:
            self._numbers[pointee] = len(self._table)
            self._table.append(pointee)
        return self._numbers[pointee]

    def members(self, some: Ranges) -> tuple[Pointee, ...]:
        """Without the null pointer."""
        if some not in self._members:
            self._members[some] = tuple(each for each in self._all(some) if each is not None)
        return self._members[some]

    def _all(self, some: Ranges) -> Iterable[Pointee | None]:
        return (self._table[number] for low, high in some for number in range(low, high + 1))

    def moved(self, some: Ranges, steps: Ranges, stride: int) -> Ranges | None:
        """By so many times so many bytes; None if that may be anywhere, as where it is beyond the end of a variable."""
        key = (some, steps, stride)
        if key not in self._moved:
            count = ranges.size(steps)
            is_few = count <= MOST_PIECES and count * len(self.members(some)) <= MOST_PIECES
            move = _one_by_one if is_few else self._at_once
            each = move(self.members(some), steps, stride)
            is_inside = all(p.fits(0) for p in each)
            self._moved[key] = self._set([*each, *([None] if ranges.contains(some, 0) else [])]) if is_inside else None
        return self._moved[key]

    def _at_once(self, some: Iterable[Pointee], steps: Ranges, stride: int) -> list[Pointee]:
        """Many steps lead to where they do not leave the variable: C does not define more."""
        first, last = steps[0][0] * stride, steps[-1][1] * stride
        return [
            self._anywhere_in(p, stride) if self._wraps(p, first, last) else _kept_inside(p, first, last, gcd(p.step, stride))
            for p in some
        ]

    def _wraps(self, pointee: Pointee, first: int, last: int) -> bool:
        """May it come back to the variable from the other end of memory?"""
        return pointee.high + last >= self._addresses or pointee.low + first <= pointee.variable.type.size - self._addresses

    def _anywhere_in(self, pointee: Pointee, stride: int) -> Pointee:
        return replace(_everywhere(pointee, gcd(pointee.step, stride, self._addresses)), is_cut=True)

    def union(self, a: Ranges, b: Ranges, most: int = MOST_PIECES) -> Ranges | None:
        """None if it may be anything; more than ``most`` offsets in one variable are told by their ends only."""
        return a if a == b else self._set([*self._all(a), *self._all(b)], most)

    def covers(self, a: Ranges, b: Ranges) -> bool:
        """Is every pointee of ``b`` among those of ``a``?"""
        return all(each in self._all(a) or self._is_inside(each, a) for each in self._all(b))

    def _is_inside(self, pointee: Pointee | None, some: Ranges) -> bool:
        return pointee is not None and any(_holds(each, pointee) for each in self.members(some))

    def widened(self, old: Ranges, new: Ranges) -> Ranges | None:
        """Several offsets in a variable become all of them, at their distance from each other; its end only if it is one."""
        both = self.union(old, new, most=1)
        if both is None or not all(each.is_exact or each.fits(0) for each in self.members(both)):
            return None
        return self._set([each if each is None or each.is_exact else _widened(each) for each in self._all(both)], most=1)

    def _set(self, found: Iterable[Pointee | None], most: int = MOST_PIECES) -> Ranges | None:
        kinds: dict[Variable | None, list[Pointee]] = {}
        for each in dict.fromkeys(found):
            known = kinds.setdefault(None if each is None else each.variable, [])
            if each is not None:
                known.append(each)
        several = len(kinds) + sum(map(len, kinds.values())) > MOST_PIECES
        numbers = [n for each in kinds.values() for n in self._packed(each, 1 if several else most)]
        return ranges.normal((n, n) for n in numbers) if len(numbers) <= MOST_PIECES else None

    def _packed(self, same: list[Pointee], most: int) -> list[int]:
        if not same:
            return [0]
        is_cut = any(each.is_cut for each in same)
        same = list(dict.fromkeys(replace(each, is_cut=is_cut) for each in same))
        if len(same) > 1 and (len(same) > most or not all(each.is_exact for each in same)):
            low, high = min(p.low for p in same), max(p.high for p in same)
            step = gcd(*(p.step for p in same), *(p.low - low for p in same))
            same = [Pointee(same[0].variable, low, high, step, is_cut)]
        return [self._number(each) for each in same]


def _one_by_one(some: Iterable[Pointee], steps: Ranges, stride: int) -> list[Pointee]:
    numbers = [step * stride for low, high in steps for step in range(low, high + 1)]
    return [_moved_once(p, n) for p in some for n in numbers]


def _moved_once(p: Pointee, n: int) -> Pointee:
    return replace(p, low=p.low + n, high=p.low + n) if p.is_exact else _kept_inside(p, n, n, p.step)


def _kept_inside(pointee: Pointee, first: int, last: int, step: int) -> Pointee:
    low, high, room = pointee.low + first, pointee.high + last, pointee.variable.type.size
    is_cut = pointee.is_cut or low < 0 or high > room
    if low < 0:
        low %= step
    high = max(low, high - max(0, -(-(high - room) // step)) * step)
    return Pointee(pointee.variable, low, high, step if high > low else 0, is_cut)


def _holds(a: Pointee, b: Pointee) -> bool:
    """Are all offsets of ``b`` among those of ``a``?"""
    if a.variable is not b.variable or b.low < a.low or b.high > a.high or (b.is_cut and not a.is_cut):
        return False
    if a.is_exact:  # and so is the other one
        return True
    return (b.low - a.low) % a.step == 0 and b.step % a.step == 0


def _everywhere(pointee: Pointee, step: int) -> Pointee:
    """All offsets in the variable at this distance from each other."""
    far = step * (pointee.variable.type.size // step + 1)
    return replace(_kept_inside(pointee, -far, far, step), is_cut=pointee.is_cut)


def _widened(pointee: Pointee) -> Pointee:
    wide, room = _everywhere(pointee, pointee.step), pointee.variable.type.size
    return replace(wide, high=room - pointee.step) if pointee.high < room == wide.high else wide
