"""An abstract state: for some places, by their numbers, the set of values they may have.  What is not there may be anything.

With it goes what keeps it apart from others: what is known of the places that the precision calls important.  Only states that
agree on that are joined, and only they cover each other, so that those to compare with are found by hashing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from whet.analyses.interval import operators
from whet.analyses.interval.operators import AbstractValue
from whet.analyses.interval.places import ScalarPlaces
from whet.task.records import dataclass

Env: TypeAlias = dict[int, AbstractValue]
"""Changed in place while the operations of one edge are executed, and never afterwards.  A negative key is that of a link
(``links``): equal or not there."""
Apart: TypeAlias = tuple[AbstractValue | None, ...]


class IntervalState:
    """Immutable.  The hash looks at how much is known and at what keeps states apart, not at each of thousands of values: states
    that agree on the rest are joined, so hardly two at one place have the same."""

    __slots__ = ("_hash", "apart", "values")

    def __init__(self, values: Env, apart: Apart = ()) -> None:
        self.values = values
        self.apart = apart
        self._hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((len(self.values), self.apart))
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


NO_THRESHOLDS: Final = Thresholds((), frozenset())
"""Widening goes to the ends of the type at once."""


@dataclass(frozen=True, slots=True)
class IntervalDomain:
    """The lattice: place by place."""

    places: ScalarPlaces
    thresholds: Thresholds

    def leq(self, *, lhs: IntervalState, rhs: IntervalState) -> bool:
        known, wanted = lhs.values, rhs.values
        for number in _differing(wanted, known):
            mine, values = known.get(number), wanted[number]
            if mine is None or not (mine == values or (number >= 0 and self._covers(number, values, mine))):
                return False
        return True

    def join(self, a: IntervalState, b: IntervalState) -> IntervalState:
        """``b`` itself if it covers ``a``."""
        return _changed(b, a, self._union)

    def widen(self, *, old: IntervalState, new: IntervalState) -> IntervalState:
        return _changed(old, new, self._widened)

    def _covers(self, number: int, a: AbstractValue, b: AbstractValue) -> bool:
        if self.places.table[number].is_pointee:
            return self.places.pointees.covers(a, b)  # type: ignore[arg-type]  # sets of pointees
        return operators.covers(a, b)

    def _union(self, number: int, a: AbstractValue, b: AbstractValue) -> AbstractValue | None:
        """None if nothing is known of it."""
        both = self.places.pointees.union(a, b) if self.places.table[number].is_pointee else operators.union(a, b)  # type: ignore[arg-type]  # sets of pointees
        return None if both == self.places.anything[number] else both

    def _widened(self, number: int, old: AbstractValue, new: AbstractValue) -> AbstractValue | None:
        wide = self._wide(number, old, new)
        return None if wide == self.places.anything[number] else wide

    def _wide(self, number: int, old: AbstractValue, new: AbstractValue) -> AbstractValue | None:
        if self.places.table[number].is_pointee:
            return self.places.pointees.widened(old, new)  # type: ignore[arg-type]  # sets of pointees
        both = operators.union(old, new)
        if operators.lies_at(both, self.thresholds.stored):
            return both
        return operators.widened(old, both, self.places.table[number].type, self.thresholds.ends)


def _differing(values: Env, others: Env) -> list[int]:
    """Places of which another state may say something else.  States share most of their values with those they came from, and
    the same object is the same value."""
    get = others.get
    return [number for number, value in values.items() if get(number) is not value]


def _changed(
    state: IntervalState, other: IntervalState, both: Callable[[int, AbstractValue, AbstractValue], AbstractValue | None]
) -> IntervalState:
    """With what both states know together where they differ; the state itself if that changes nothing."""
    values, others = state.values, other.values
    found: Env | None = None
    for number in _differing(values, others):
        mine, theirs = values[number], others.get(number)
        if mine == theirs:
            continue
        after = both(number, mine, theirs) if theirs is not None and number >= 0 else None
        if after == mine:
            continue
        found = values.copy() if found is None else found
        if after is None:
            del found[number]
        else:
            found[number] = after
    return state if found is None else IntervalState(found, state.apart)
