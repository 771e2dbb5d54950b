"""The usual operators: merge-sep and merge-join, stop-sep and stop by equality, a precision that says nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Generic, TypeVar

from whet.core.interfaces import CoverIndex, Domain
from whet.task.records import dataclass

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class NoPrecision:
    """The precision of an analysis that always tracks all it can."""


NO_PRECISION = NoPrecision()


def merge_sep(*, new: S, old: S, precision: object) -> S:
    """Never combine."""
    return old


@dataclass(frozen=True, slots=True)
class MergeJoin(Generic[S]):
    """Always combine, by the join of the domain."""

    domain: Domain[S]

    def __call__(self, *, new: S, old: S, precision: object) -> S:
        return self.domain.join(new, old)

    def widens(self, precision: object) -> bool:
        """Is what was joined at the head of a loop widened?  If not, the analysis sees to it itself that a loop ends."""
        return True


class EqualityIndex(Generic[S]):
    """Finds an equal state, in constant time."""

    def __init__(self) -> None:
        self._states: Counter[S] = Counter()

    def add(self, state: S) -> None:
        self._states[state] += 1

    def remove(self, state: S) -> None:
        self._states[state] -= 1
        if not self._states[state]:
            del self._states[state]

    def covering(self, state: S) -> S | None:
        return state if state in self._states else None


class LinearIndex(EqualityIndex[S]):
    """Looks for an equal state, then at one reached state after the other."""

    def __init__(self, domain: Domain[S]) -> None:
        super().__init__()
        self._domain = domain

    def covering(self, state: S) -> S | None:
        if state in self._states:
            return state
        leq = self._domain.leq
        return next((reached for reached in self._states if leq(lhs=state, rhs=reached)), None)


@dataclass(frozen=True, slots=True)
class StopSep(Generic[S]):
    """A state is covered if a single reached state covers it."""

    domain: Domain[S]

    def index(self) -> CoverIndex[S]:
        return LinearIndex(self.domain)


class StopEqual(Generic[S]):
    """A state is covered by an equal one only: enough for domains without order between different states."""

    def index(self) -> CoverIndex[S]:
        return EqualityIndex()
