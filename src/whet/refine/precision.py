"""Sets of what is tracked, by location: the precision of domains that are refined by interpolation.

A *localised* precision tracks something at those locations for which a refinement asked; a *scoped* one tracks it wherever it
lives.  Precisions only grow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Generic, Self, TypeVar

from whet.cfa.model import Node
from whet.refine.domain import Sharing, Tracked

T = TypeVar("T", bound=Tracked)


class Full(Enum):
    """Everything is tracked everywhere."""

    FULL = "full"


FULL = Full.FULL


class TrackingPrecision(Generic[T]):
    """A precision for a program; never changed."""

    __slots__ = ("_everywhere", "_local", "sharing")

    def __init__(self, sharing: Sharing, local: Mapping[Node, frozenset[T]], everywhere: frozenset[T] = frozenset()) -> None:
        self.sharing = sharing
        self._local = dict(local)
        self._everywhere = everywhere

    @classmethod
    def empty(cls, sharing: Sharing) -> Self:
        return cls(sharing, {})

    def at(self, node: Node) -> frozenset[T]:
        """What is tracked at a location."""
        local = self._local.get(node)
        return self._everywhere if local is None else self._everywhere | local

    @property
    def tracked(self) -> frozenset[T]:
        """All that is tracked somewhere."""
        return self._everywhere.union(*self._local.values())

    def __len__(self) -> int:
        return len(self.tracked)

    def joined(self, increment: Mapping[Node, frozenset[T]]) -> Self:
        """With what a refinement found, by the location it was found at."""
        if self.sharing is Sharing.SCOPED:
            return type(self)(self.sharing, {}, self._everywhere.union(*increment.values()))
        local = {node: self._local.get(node, frozenset()) | found for node, found in increment.items()}
        return type(self)(self.sharing, {**self._local, **local}, self._everywhere)

    def with_everywhere(self, more: Iterable[T]) -> Self:
        """Also tracking these in all of their scopes."""
        return type(self)(self.sharing, self._local, self._everywhere.union(more))

    def without(self, less: Iterable[T]) -> Self:
        """Not tracking these any more."""
        dropped = frozenset(less)
        local = {node: tracked - dropped for node, tracked in self._local.items()}
        return type(self)(self.sharing, local, self._everywhere - dropped)

    def includes(self, increment: Mapping[Node, frozenset[T]]) -> bool:
        """Is all of this tracked already?"""
        return all(found <= self.at(node) for node, found in increment.items())
