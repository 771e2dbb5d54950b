"""What takes a new value in every turn of a loop is not worth tracking (Löwe, section 9.1).

The state of a machine takes a new value in every turn as well, but not for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

from whet.analyses.value.paths import ValuePaths
from whet.analyses.value.places import TrackedPlace
from whet.analyses.value.precision import ValuePrecision
from whet.analyses.value.state import ValueState
from whet.cfa.model import Node
from whet.core.arg import Path
from whet.core.context import Statistics
from whet.core.path import steps_of
from whet.refine.interpolation import strongest_posts
from whet.task.records import dataclass


@dataclass(slots=True)
class ManyValues:
    """Drops the places that take too many values on a path, for good."""

    paths: ValuePaths
    position: int
    most: int
    """A place with more values than this on a path is no longer tracked."""
    has_few_values: Callable[[TrackedPlace], bool]
    """Is it known that the values of a place are few: the state of a machine, not a counter?"""
    statistics: Statistics
    dropped: set[TrackedPlace] = field(default_factory=set)

    def on_error_path(self, path: Path, precision: ValuePrecision) -> ValuePrecision:
        steps = steps_of(path.edges)
        states = strongest_posts(self.paths, steps)
        return self._without_many(zip(states, (step.location for step in steps), strict=False), precision)

    def on_the_way(self, path: Path, precision: ValuePrecision) -> ValuePrecision:
        states = (node.state[self.position] for node in path.nodes[1:])
        found = self._without_many(zip(states, (edge.target for edge in path.edges), strict=True), precision)
        if found is not precision:
            self.statistics.count("dropped_places", len(precision) - len(found))
        return found

    def _without_many(self, states: Iterable[tuple[ValueState, Node]], precision: ValuePrecision) -> ValuePrecision:
        values: dict[TrackedPlace, set[object]] = {}
        for state, location in states:
            for place, value in self.paths.values(state, location).items():
                values.setdefault(place, set()).add(value)
        many = {place for place, found in values.items() if len(found) > self.most}
        many = {place for place in many - self.dropped if not self.has_few_values(place)}
        self.dropped |= many
        return precision if precision.tracked.isdisjoint(many) else precision.without(many)
