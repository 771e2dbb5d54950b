"""Refinement of the value analysis inside an exploration: which paths, which precision, and where to go on.

``whet.refine`` knows paths and domains; this module knows the composite state, the reached set and the options.  It offers the
three ways of Löwe's chapter 5: one path after the other, several at once over an interpolant tree (5.6.2), and
Impact-like strengthening of the states themselves (5.6.3), after which the exploration is built anew before anything is
concluded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from whet.algorithms.cegar import NotRefined, Refined, RefinerAnswer
from whet.algorithms.explaining import Explainer
from whet.algorithms.precisions import TRACKED_ALREADY, GoOn, Part, pivot
from whet.analyses.value.paths import Element, ValuePaths
from whet.analyses.value.places import Place
from whet.analyses.value.precision import Tracked, ValuePrecision
from whet.analyses.value.state import ValueState
from whet.cfa.model import Node
from whet.core.arg import Path
from whet.core.context import Statistics
from whet.core.path import steps_of
from whet.core.reached import ReachedSet
from whet.refine.block_refiner import Suggested
from whet.refine.domain import Increment
from whet.refine.interpolation import Interpolation, is_feasible, strongest_posts
from whet.refine.refiner import Answer, Feasible, PathRefiner, Spurious, Undecided
from whet.refine.selection import Refinement
from whet.refine.tree import InterpolantTree
from whet.task.precision_file import Entry

DOMAIN: Final = "value"
INTERPOLATION: Final = "interpolation"


def _places(increment: Increment) -> Mapping[Node, Tracked]:
    return {node: frozenset(place for place in wanted if isinstance(place, Place)) for node, wanted in increment.items()}


@dataclass(slots=True)
class ValueRefiner:
    """Refines the value component of an exploration."""

    store: Part[ValuePrecision]
    reached: ReachedSet
    paths: ValuePaths
    path_refiner: PathRefiner[ValueState, Element]
    interpolation: Interpolation[ValueState, Element]
    go_on: GoOn
    statistics: Statistics
    explainer: Explainer
    method: str = INTERPOLATION
    """How the path refiner comes from a path to a precision."""
    too_many_values: int = 0
    """A place with more values than this on a path is no longer tracked; 0 is no limit."""
    has_few_values: Callable[[Place], bool] = lambda _: False
    """A place of which it is known that its values are few: the state of a machine, not a counter."""
    dropped: set[Place] = field(default_factory=set)
    is_exact: bool = True

    def refine(self, paths: Sequence[Path]) -> RefinerAnswer:
        with self.statistics.time("refinement_seconds"):
            answer = self._refine_one(paths[0]) if len(paths) == 1 else self._refine_together(paths)
        self.statistics.set("tracked_places", len(self.store.current))
        self.explainer.concluded(answer)
        return answer

    def rebuild(self) -> None:
        self.is_exact = True
        self.store.whole.restart()

    def entries(self) -> tuple[Entry, ...]:
        return tuple(sorted(Entry("value", str(place)) for place in self.store.current.places))

    def begin_with(self, given: Iterable[Entry]) -> tuple[str, ...]:
        """Track what another run found; notes about what is not used.  The exploration must begin again."""
        known = {str(place): place for place in self.paths.all_places()}
        wanted = [entry.text for entry in given if entry.domain == "value"]
        self.store.current = self.store.current.with_everywhere(known[name] for name in wanted if name in known)
        return tuple(
            f"the given precision tracks {name}, which the program does not have" for name in wanted if name not in known
        )

    # ------------------------------------------------------------------------------------------ one path

    def _refine_one(self, path: Path) -> RefinerAnswer:
        match self.examine(path):
            case Feasible():
                return NotRefined(path)
            case Undecided(reason=reason):
                return NotRefined(path, reason)
            case Spurious(refinement=refinement):
                return self.use([(path, refinement)])

    def examine(self, path: Path) -> Answer:
        """Can values exclude the path, and how?"""
        steps = steps_of(path.edges)
        if self.too_many_values:
            self._drop_what_has_many_values(
                zip(strongest_posts(self.paths, steps), (step.location for step in steps), strict=False)
            )
        answer = self.path_refiner.refine(steps, lambda refinement: not refinement.tracked & self.dropped)
        self._tell(path, answer)
        return answer

    def _tell(self, path: Path, answer: Answer) -> None:
        match answer:
            case Spurious(candidates=candidates):
                self.statistics.count("sliced_prefixes", len(candidates))
                self.explainer.suggested(path, DOMAIN, [Suggested(self.method, candidate) for candidate in candidates])
            case Feasible():
                self.explainer.declined(path, DOMAIN, "no values contradict each other")
            case Undecided(reason=reason):
                self.explainer.declined(path, DOMAIN, reason)

    def stops_unrolling(self, path: Path) -> bool:
        """Drop what takes too many values in the states of a path; True if there is any, so that exploration begins again."""
        before = self.store.current.places
        states = [node.state[self.store.index] for node in path.nodes[1:]]
        self._drop_what_has_many_values(zip(states, (edge.target for edge in path.edges), strict=True))
        if self.store.current.places == before:
            return False
        self.statistics.count("dropped_places", len(before) - len(self.store.current.places))
        self.store.whole.restart()
        return True

    def _drop_what_has_many_values(self, states: Iterable[tuple[ValueState, Node]]) -> None:
        """Section 9.1: what takes a new value in every turn of a loop is not worth tracking.

        The state of a machine takes a new value in every turn as well, but not for ever."""
        values: dict[Place, set[object]] = {}
        for state, location in states:
            for place, value in self.paths.values(state, location).items():
                values.setdefault(place, set()).add(value)
        many = {place for place, found in values.items() if len(found) > self.too_many_values}
        many = {place for place in many - self.dropped if not self.has_few_values(place)}
        if many:
            self.dropped |= many
            self.store.current = self.store.current.without(many)

    # ------------------------------------------------------------------------------------------ several paths

    def _refine_together(self, paths: Sequence[Path]) -> RefinerAnswer:
        tree = InterpolantTree(self.paths, self.interpolation)
        refined: list[tuple[Path, Refinement]] = []
        for path in paths:
            steps = steps_of(path.edges)
            if tree.excludes(path):
                self.statistics.count("paths_excluded_by_others")
            elif is_feasible(self.paths, steps):
                return NotRefined(path)
            else:
                refined.append((path, tree.refute(path, steps)))
                self.explainer.suggested(path, DOMAIN, [Suggested(INTERPOLATION, refined[-1][1])])
        return self.use(refined)

    # ------------------------------------------------------------------------------------------ going on

    def use(self, refined: Sequence[tuple[Path, Refinement]]) -> RefinerAnswer:
        """Track what these refinements want, and explore again what they change."""
        self.statistics.count("refinements")
        before = self.store.current
        is_new = self.store.add(_places(refinement.increment) for _, refinement in refined)
        if not is_new and self._is_up_to_date(refined):
            self.explainer.declined(refined[0][0], DOMAIN, TRACKED_ALREADY)
            return NotRefined(refined[0][0], TRACKED_ALREADY)
        self.explainer.used(DOMAIN, refined, before)
        match self.go_on:
            case GoOn.ROOT:
                self.store.whole.restart()
            case GoOn.PIVOT:
                for path, refinement in refined:
                    self.store.whole.cut(pivot(path, refinement))
            case GoOn.STRENGTHENED if is_new:
                for path, refinement in refined:
                    self._strengthen(path, refinement)
            case GoOn.STRENGTHENED:
                self.rebuild()  # states of the old precision would come again and again
        return Refined()

    def _is_up_to_date(self, refined: Sequence[tuple[Path, Refinement]]) -> bool:
        """Were the paths found with the precision as it is now, from where it matters on?"""
        if not self.is_exact:
            return False
        return all(pivot(path, refinement).number > self.store.whole.grew_at for path, refinement in refined)

    def _strengthen(self, path: Path, refinement: Refinement) -> None:
        """The states on the path get their interpolants; what is contradicted is removed."""
        self.is_exact = False
        interpolants = self.interpolation.interpolants(refinement.prefix).states
        for node, interpolant in zip(path.nodes[1:], interpolants, strict=False):
            states = list(node.state)
            states[self.store.index] = self.paths.strengthened(states[self.store.index], interpolant)
            self.reached.strengthen(node, tuple(states))
        self.reached.prune(path.nodes[len(interpolants) + 1])
