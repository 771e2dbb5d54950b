"""Global refinement: interpolants for several error paths at once (Löwe, section 5.6.2).

The paths form a tree, and so do their interpolants.  A path is left out if an interpolant of an earlier one already excludes
a state on it; and if an interpolant on the part it shares with an earlier path is strong enough for the rest, interpolation
begins there, which also keeps the precision small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Generic

from whet.core.arg import ArgNode, Path
from whet.core.path import PathStep, steps_of
from whet.refine.domain import PathDomain, V, X
from whet.refine.interpolation import Interpolation
from whet.refine.selection import Refinement
from whet.task.records import dataclass


@dataclass(slots=True)
class InterpolantTree(Generic[V, X]):
    """Grows with each path that is refuted."""

    domain: PathDomain[V, X]
    interpolation: Interpolation[V, X]
    interpolants: dict[ArgNode, V] = field(default_factory=dict)
    excluded: set[ArgNode] = field(default_factory=set)
    """The first states that are contradicted."""

    def excludes(self, path: Path) -> bool:
        return any(node in self.excluded for node in path.nodes)

    def refute(self, path: Path, prefix: tuple[PathStep, ...]) -> Refinement:
        """Interpolate an infeasible (sliced) prefix of the path, from where the tree is strong enough."""
        # The deepest position on the path whose interpolant contradicts what is after it; 0 is the beginning
        known = [position for position in range(1, len(prefix)) if path.nodes[position] in self.interpolants]
        begin = next((position for position in reversed(known) if self._contradicts(path, prefix, position)), 0)
        start = self.interpolants[path.nodes[begin]] if begin else None
        found = self.interpolation.interpolants(prefix[begin:], start)
        for node, state in zip(path.nodes[begin + 1 :], found.states, strict=False):
            self.interpolants[node] = state
        self.excluded.add(path.nodes[begin + len(found.states) + 1])
        wanted = (False,) * begin + tuple(bool(self.domain.elements(state)) for state in found.states)
        return Refinement(prefix, self.interpolation.increment(found), wanted)

    def _contradicts(self, path: Path, prefix: Sequence[PathStep], position: int) -> bool:
        state: V | None = self.interpolants[path.nodes[position]]
        for step in prefix[position:]:
            post = self.domain.post(step)
            state = state if post is None or state is None else post(state)
            if state is None:
                return True
        return False


def whole(path: Path) -> tuple[PathStep, ...]:
    return steps_of(path.edges)
