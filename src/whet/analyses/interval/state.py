"""An abstract state: for some places, by their numbers, the set of values they may have.  What is not there may be anything.

With it goes what keeps it apart from others: what is known of the places that the precision calls important.  Only states that
agree on that are joined, and only they cover each other, so that those to compare with are found by hashing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from whet.analyses.interval import operators
from whet.analyses.interval.operators import AbstractValue
from whet.analyses.interval.places import Places
from whet.task.records import dataclass

Env: TypeAlias = dict[int, AbstractValue]
"""Changed in place while the operations of one edge are executed, and never afterwards.  A negative key is that of a link
(``links``): equal or not there."""
Apart: TypeAlias = tuple[AbstractValue | None, ...]


class IntervalState:
    """Immutable; the hash is computed once."""

    __slots__ = ("_hash", "apart", "values")

    def __init__(self, values: Env, apart: Apart = ()) -> None:
        self.values = values
        self.apart = apart
        self._hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.values.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, IntervalState) and self.values == other.values and self.apart == other.apart

    def __repr__(self) -> str:
        return f"IntervalState({self.values})"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Numbers of a program at which widening stops."""

    ends: Sequence[int]
    """In order: where an interval may end."""
    stored: frozenset[int]
    """Constants that are assigned: sets of such numbers are not widened, of which there are only finitely many."""


@dataclass(frozen=True, slots=True)
class IntervalDomain:
    """The lattice: place by place."""

    places: Places
    thresholds: Thresholds

    def leq(self, *, lhs: IntervalState, rhs: IntervalState) -> bool:
        known = lhs.values
        for number, values in rhs.values.items():
            mine = known.get(number)
            if mine is None or not (mine == values or (number >= 0 and self._covers(number, values, mine))):
                return False
        return True

    def join(self, a: IntervalState, b: IntervalState) -> IntervalState:
        """``b`` itself if it covers ``a``."""
        if a is b:
            return b
        known, anything = a.values, self.places.anything
        found: Env = {}
        for number, theirs in b.values.items():
            mine = known.get(number)
            if mine is None:
                continue
            if mine == theirs:
                found[number] = theirs
            elif number >= 0:
                both = self._union(number, theirs, mine)
                if both is not None and both != anything[number]:
                    found[number] = both
        return b if found == b.values else IntervalState(found, b.apart)

    def widen(self, *, old: IntervalState, new: IntervalState) -> IntervalState:
        if old is new:
            return old
        found: Env = {}
        for number, before in old.values.items():
            after = new.values.get(number)
            if after is None:
                continue
            if before == after:
                found[number] = before
            elif number >= 0:
                wide = self._widened(number, before, after)
                if wide is not None and wide != self.places.anything[number]:
                    found[number] = wide
        return old if found == old.values else IntervalState(found, old.apart)

    def _covers(self, number: int, a: AbstractValue, b: AbstractValue) -> bool:
        if self.places.table[number].is_pointee:
            return self.places.pointees.covers(a, b)  # type: ignore[arg-type]  # sets of pointees
        return operators.covers(a, b)

    def _union(self, number: int, a: AbstractValue, b: AbstractValue) -> AbstractValue | None:
        if self.places.table[number].is_pointee:
            return self.places.pointees.union(a, b)  # type: ignore[arg-type]  # sets of pointees
        return operators.union(a, b)

    def _widened(self, number: int, old: AbstractValue, new: AbstractValue) -> AbstractValue | None:
        if self.places.table[number].is_pointee:
            return self.places.pointees.widened(old, new)  # type: ignore[arg-type]  # sets of pointees
        both = operators.union(old, new)
        if operators.lies_at(both, self.thresholds.stored):
            return both
        return operators.widened(old, both, self.places.table[number].type, self.thresholds.ends)
