"""The precision of the predicate analysis: which predicates are tracked where (Löwe, section 6.2).

A *localised* precision tracks a predicate at those locations for which a refinement asked.  A *scoped* one tracks it in the
functions whose local variables it names, and in the function it was found in; everywhere if it names no local variable.  (The
function it was found in matters: a caller's variable may be named by what must be known at a loop of the callee.)  The predicate
*false*, which only asks whether a state is possible, is tracked in the function it was found in.

Precisions only grow.  Predicates are given in the order in which they were first tracked anywhere, the same at every location, so
that abstractions over them are comparable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from whet.analyses.predicate.predicates import Predicate
from whet.cfa.model import Node
from whet.refine.domain import Sharing

TrackedPredicates: TypeAlias = tuple[Predicate, ...]
Wanted: TypeAlias = Mapping[Node, Iterable[Predicate]]
"""What a refinement wants to be tracked, by location."""


class PredicatePrecision:
    """A precision for a program; never changed."""

    __slots__ = ("_at", "_everywhere", "_functions", "_local", "_order", "is_asleep", "sharing")

    def __init__(
        self,
        sharing: Sharing,
        *,
        local: Mapping[Node, TrackedPredicates] | None = None,
        functions: Mapping[str, TrackedPredicates] | None = None,
        everywhere: TrackedPredicates = (),
        order: Mapping[Predicate, int] | None = None,
        is_asleep: bool = False,
    ) -> None:
        self.sharing = sharing
        self.is_asleep = is_asleep
        """Is nothing tracked, and nobody wants to know what is feasible?  Every precision made from this one is awake."""
        self._local = dict(local or {})
        self._functions = dict(functions or {})
        self._everywhere = everywhere
        self._order = dict(order or {})
        self._at: dict[Node, TrackedPredicates] = {}

    @staticmethod
    def empty(sharing: Sharing, *, is_asleep: bool = False) -> PredicatePrecision:
        return PredicatePrecision(sharing, is_asleep=is_asleep)

    def predicates_at(self, node: Node) -> TrackedPredicates:
        """The predicates tracked at a location."""
        if node not in self._at:
            found = {*self._everywhere, *self._functions.get(node.function.name, ()), *self._local.get(node, ())}
            self._at[node] = tuple(sorted(found, key=self._order.__getitem__))
        return self._at[node]

    @property
    def predicates(self) -> TrackedPredicates:
        """All that are tracked somewhere, in their order."""
        found = {*self._everywhere}
        for tracked in (*self._functions.values(), *self._local.values()):
            found.update(tracked)
        return tuple(sorted(found, key=self._order.__getitem__))

    def __len__(self) -> int:
        return len(self.predicates)

    def joined(self, wanted: Wanted) -> PredicatePrecision:
        """With what a refinement found, by the location it was found at."""
        local, functions = dict(self._local), dict(self._functions)
        everywhere = self._everywhere
        for node, predicates in wanted.items():
            for predicate in _ordered(predicates):
                if self.sharing is Sharing.LOCALISED:
                    local[node] = _with(local.get(node, ()), predicate)
                elif not predicate.scopes and not predicate.is_false:
                    everywhere = _with(everywhere, predicate)
                else:
                    for name in sorted({*predicate.scopes, node.function.name}):
                        functions[name] = _with(functions.get(name, ()), predicate)
        return self._made(local, functions, everywhere, (p for found in wanted.values() for p in _ordered(found)))

    def with_everywhere(self, predicates: Iterable[Predicate]) -> PredicatePrecision:
        """Also tracking these at all locations."""
        given = tuple(predicates)
        everywhere = self._everywhere
        for predicate in given:
            everywhere = _with(everywhere, predicate)
        return self._made(self._local, self._functions, everywhere, given)

    def with_scope(self, predicates: Iterable[Predicate], function: str) -> PredicatePrecision:
        """Also tracking these in a function."""
        given = tuple(predicates)
        tracked = self._functions.get(function, ())
        for predicate in given:
            tracked = _with(tracked, predicate)
        return self._made(self._local, {**self._functions, function: tracked}, self._everywhere, given)

    def _made(
        self,
        local: Mapping[Node, TrackedPredicates],
        functions: Mapping[str, TrackedPredicates],
        everywhere: TrackedPredicates,
        new: Iterable[Predicate],
    ) -> PredicatePrecision:
        order = dict(self._order)
        for predicate in new:
            order.setdefault(predicate, len(order))
        return PredicatePrecision(self.sharing, local=local, functions=functions, everywhere=everywhere, order=order)

    def without(self, predicates: Iterable[Predicate]) -> PredicatePrecision:
        """Not tracking these any more."""
        dropped = frozenset(predicates)

        def kept(tracked: TrackedPredicates) -> TrackedPredicates:
            return tuple(predicate for predicate in tracked if predicate not in dropped)

        local = {node: kept(tracked) for node, tracked in self._local.items()}
        functions = {name: kept(tracked) for name, tracked in self._functions.items()}
        return self._made(local, functions, kept(self._everywhere), ())

    def includes(self, wanted: Wanted) -> bool:
        """Is all of this tracked already?"""
        return all(predicate in self.predicates_at(node) for node, found in wanted.items() for predicate in found)


def _ordered(predicates: Iterable[Predicate]) -> list[Predicate]:
    """The same in every run, also for a set."""
    return sorted(predicates, key=lambda predicate: predicate.term.number)


def _with(tracked: TrackedPredicates, predicate: Predicate) -> TrackedPredicates:
    return tracked if predicate in tracked else (*tracked, predicate)


__all__ = ["PredicatePrecision", "Sharing", "TrackedPredicates", "Wanted"]
