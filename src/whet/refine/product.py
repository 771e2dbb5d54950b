"""Refinement of a product: an ordered list of domains that can be refined, of which one excludes a path (Löwe, 6.3 and 8.5).

Each domain may suggest refinements for a path.  Who is asked, and whose refinement is used, is a policy over the list:

* *the first that can*; the others are asked only about what it cannot exclude;
* the same, *unless it would track a loop counter* and a later one can exclude the path (8.6.1);
* all are asked, and one *selection* ranks what they suggest (9.1); here, too, a loop counter is left to a later domain;
* *all* that can are refined at once (Beyer, Lemberger: Symbolic Execution with CEGAR, ISoLA 2016, section 3).

Where only one domain can exclude a path, that one does.  A single domain is a list of one.  If none can, the path stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import reduce
from typing import Any, Final, TypeAlias

from whet.core.arg import Path
from whet.core.composite import Precisions
from whet.core.context import Statistics
from whet.core.interfaces import Analysis
from whet.core.reached import ReachedSet
from whet.refine.domain_score import DomainTypeScore
from whet.refine.explaining import Explainer
from whet.refine.refinable import Feasible, GrowingPrecision, PathAnswer, Refinable, RefinementCandidate, Spurious, UndecidedPath
from whet.refine.resumption import (
    Continuation,
    ContinueFrom,
    FromPivots,
    FromRoot,
    FromStrengthened,
    NotRefined,
    Refined,
    RefinerAnswer,
    Strengthening,
    pivot,
)
from whet.refine.selection import Selection
from whet.task.precision_file import Entry
from whet.task.records import dataclass

TRACKED_ALREADY: Final = "what excludes it is tracked already"
"""Why a path that can be excluded is not: it came in spite of that."""

Way: TypeAlias = Sequence[tuple[Path, RefinementCandidate]]
"""Refinements that are used together, each for its path."""


class Between(Enum):
    """Which domain excludes a path that several can exclude, by the words of the option."""

    FIRST = "values"
    """The first of the list."""
    COUNTERS = "counters"
    """The first that would not track a loop counter."""
    SELECTION = "selection"
    ALL = "all"
    """All of them exclude it."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How a product is refined."""

    between: Between
    selection: Selection
    score: DomainTypeScore
    go_on: ContinueFrom

    def suffices(self, found: Spurious) -> bool:
        """Need no other domain be asked?"""
        match self.between:
            case Between.FIRST:
                return True
            case Between.COUNTERS:
                return not self.score.has_counter(found.best.tracked)
            case Between.SELECTION | Between.ALL:
                return False

    def prefers(self, earlier: Spurious, later: Spurious) -> bool:
        """By the ranking, the earlier one if that has no preference; but a loop counter is left to a later domain."""
        if self.score.has_counter(earlier.best.tracked):
            return False
        return self.between is not Between.SELECTION or self.selection.likes_as_much(earlier.best, later.best)


@dataclass(frozen=True, slots=True)
class RefinedComponent:
    """A component of the product that can be refined."""

    position: int
    analysis: Analysis[Any, Any]
    refinable: Refinable[Any]


@dataclass(frozen=True, slots=True)
class _Found:
    component: RefinedComponent
    answer: Spurious


class ProductRefiner:
    """Refines the components of an exploration, whichever suits a path."""

    def __init__(
        self,
        components: Sequence[RefinedComponent],
        policy: Policy,
        reached: ReachedSet,
        statistics: Statistics,
        explainer: Explainer,
    ) -> None:
        self.components = tuple(components)
        self._policy = policy
        self._reached = reached
        self._statistics = statistics
        self._explainer = explainer
        self._grew_at = 0
        """Nodes up to this number were made with a precision that was smaller."""

    def refine(self, paths: Sequence[Path], precision: Precisions) -> RefinerAnswer:
        """Several paths are refined together if there is one domain, and it can; otherwise the first of them is: the others
        come again if they are still there."""
        with self._statistics.time("refinement_seconds"):
            answer = self._together(paths, precision) or self._refine(paths[0], precision)
        for each in self.components:
            self._statistics.set(f"tracked_{each.refinable.tracks}", len(answer.precision[each.position]))
        self._explainer.concluded(answer)
        return answer

    def _refine(self, path: Path, precision: Precisions) -> RefinerAnswer:
        waiting: list[_Found] = []
        answers: list[PathAnswer] = []
        for component in self.components:
            precision = self._economised(component, path, precision)
            answer = self._examined(component, path, precision)
            answers.append(answer)
            if isinstance(answer, Spurious):
                waiting.append(_Found(component, answer))
                if self._policy.suffices(answer) and (refined := self._use_best(path, waiting, precision)) is not None:
                    return refined
        use = self._use_all if self._policy.between is Between.ALL else self._use_best
        return use(path, waiting, precision) or _stands(path, answers, precision)

    def _economised(self, component: RefinedComponent, path: Path, precision: Precisions) -> Precisions:
        economy = component.refinable.economy
        if economy is None:
            return precision
        return _with(precision, component, economy.on_error_path(path, precision[component.position]))

    def _examined(self, component: RefinedComponent, path: Path, precision: Precisions) -> PathAnswer:
        domain = component.refinable
        answer = domain.examine(path, precision[component.position])
        match answer:
            case Spurious(candidates=candidates):
                self._explainer.suggested(path, domain.name, candidates)
            case Feasible(why=reason) | UndecidedPath(reason=reason):
                self._explainer.declined(path, domain.name, reason)
        return answer

    def _use_best(self, path: Path, waiting: list[_Found], precision: Precisions) -> Refined | None:
        """The best of those that wait; the others, in their order, if that brings nothing new."""
        while waiting:
            best = reduce(lambda a, b: a if self._policy.prefers(a.answer, b.answer) else b, waiting)
            waiting.remove(best)
            self._statistics.count("refinements")
            answer = self._use_found(path, best, precision)
            if isinstance(answer, Refined):
                return answer
        return None

    def _use_all(self, path: Path, waiting: Iterable[_Found], precision: Precisions) -> Refined | None:
        """Those of all components that bring something new; exploration resumes where the first of them matters."""
        places: list[Continuation] = []
        for found in waiting:
            answer = self._use_found(path, found, precision)
            if isinstance(answer, Refined):
                precision = answer.precision
                places.append(answer.where)
        if not places:
            return None
        self._statistics.count("refinements")
        return Refined(precision, _earliest(path, places))

    def _use_found(self, path: Path, found: _Found, precision: Precisions) -> RefinerAnswer:
        if len(self.components) > 1:
            self._statistics.count(f"refinements_of_{found.component.refinable.name}s")
        return self._use(found.component, [[(path, each)] for each in found.answer.ranked], precision)

    def _together(self, paths: Sequence[Path], precision: Precisions) -> RefinerAnswer | None:
        if len(paths) == 1 or len(self.components) > 1:
            return None
        (component,) = self.components
        match component.refinable.examine_together(paths):
            case None:
                return None
            case Path() as feasible:
                return NotRefined(precision, feasible)
            case way:
                for path, suggested in way:
                    self._explainer.suggested(path, component.refinable.name, [suggested])
                self._statistics.count("refinements")
                return self._use(component, [way], precision)

    def _use(self, component: RefinedComponent, ways: Sequence[Way], precision: Precisions) -> RefinerAnswer:
        """Track what the first way wants that wants something new, and explore again what it changes."""
        before = current = precision[component.position]
        for way in ways:
            is_new = not all(current.includes(suggested.refinement.increment) for _, suggested in way)
            for _, suggested in way:
                current = current.joined(suggested.refinement.increment)
            if is_new:
                self._grew_at = self._reached.arg.made
                component.refinable.used(way[0][1])
                return self._refined(component, way, before, _with(precision, component, current), is_new=True)
        if component.analysis.sleeps(before) or self._was_found_with_less(ways):
            return self._refined(component, ways[0], before, _with(precision, component, current), is_new=False)
        path = ways[0][0][0]
        self._explainer.declined(path, component.refinable.name, TRACKED_ALREADY)
        return NotRefined(precision, path, TRACKED_ALREADY)

    def _was_found_with_less(self, ways: Iterable[Way]) -> bool:
        """Were the paths explored before the precision became what it is, from where it matters on?"""
        pivots = (pivot(path, suggested.refinement) for way in ways for path, suggested in way)
        return not self._reached.is_exact or any(node.number <= self._grew_at for node in pivots)

    def _refined(
        self, component: RefinedComponent, way: Way, before: GrowingPrecision, refined: Precisions, *, is_new: bool
    ) -> Refined:
        self._explainer.used(component.refinable.name, [(path, each.refinement) for path, each in way], before)
        if component.analysis.sleeps(before):  # no state knows anything of it
            return Refined(refined, FromRoot())
        return Refined(refined, self._where(component, way, is_new=is_new))

    def _where(self, component: RefinedComponent, way: Way, *, is_new: bool) -> Continuation:
        match self._policy.go_on:
            case ContinueFrom.ROOT:
                return FromRoot()
            case ContinueFrom.PIVOT:
                return FromPivots(tuple(pivot(path, suggested.refinement) for path, suggested in way))
            case ContinueFrom.STRENGTHENED if is_new:
                return _strengthened(component, way)
            case ContinueFrom.STRENGTHENED:
                return FromRoot()  # states of the old precision would come again and again

    def economised(self, path: Path, precision: Precisions) -> Precisions | None:
        """Without what is not worth tracking, as a path to the frontier shows; None if everything is.

        The last domain keeps its task: no further domain is left."""
        found = precision
        for component in self.components[:-1]:
            economy, current = component.refinable.economy, precision[component.position]
            if economy is not None and (other := economy.on_the_way(path, current)) is not current:
                found = _with(found, component, other)
        return None if found is precision else found

    def entries(self, precision: Precisions) -> tuple[Entry, ...]:
        """The precision found so far, for a file."""
        return tuple(entry for each in self.components for entry in sorted(each.refinable.entries(precision[each.position])))

    def seeded(self, precision: Precisions) -> Precisions:
        """Also track what the seeds of the program suggest; the same precision if that is nothing."""
        for each in self.components:
            part = each.refinable.seeded(precision[each.position])
            if part is not precision[each.position]:
                precision = _with(precision, each, part)
        return precision

    def begin_with(self, given: Sequence[Entry], precision: Precisions) -> tuple[Precisions, tuple[str, ...]]:
        """Also track what another run found (Löwe, section 5.5.2); notes about what is not used."""
        known = {each.refinable.name for each in self.components}
        others = sorted({entry.domain for entry in given} - known)
        notes = [f"what the given precision tracks for {domain} is not used: that is not refined" for domain in others]
        for each in self.components:
            own = [entry for entry in given if entry.domain == each.refinable.name]
            begun = each.refinable.begin_with(own, precision[each.position])
            precision = _with(precision, each, begun.precision)
            notes += begun.notes
        return precision, tuple(notes)


def _with(precision: Precisions, component: RefinedComponent, part: object) -> Precisions:
    return (*precision[: component.position], part, *precision[component.position + 1 :])


def _earliest(path: Path, places: Sequence[Continuation]) -> Continuation:
    """The first pivot, so that states of all refined components are explored again."""
    match places:
        case [place]:
            return place
        case _ if all(isinstance(place, FromPivots) for place in places):
            pivots = {node for place in places if isinstance(place, FromPivots) for node in place.pivots}
            return FromPivots((next(node for node in path.nodes if node in pivots),))
        case _:
            return FromRoot()


def _strengthened(component: RefinedComponent, way: Way) -> Continuation:
    """From the beginning if the domain cannot strengthen its states."""
    paths = []
    for path, suggested in way:
        interpolants = component.refinable.strengthening(suggested.refinement)
        if interpolants is None:
            return FromRoot()
        paths.append(Strengthening(path, component.position, interpolants))
    return FromStrengthened(tuple(paths))


def _stands(path: Path, answers: Sequence[PathAnswer], precision: Precisions) -> NotRefined:
    """A feasible way that is known is the best answer; otherwise the last of those that had a reason gives it."""
    if any(isinstance(answer, Spurious) for answer in answers):
        return NotRefined(precision, path, TRACKED_ALREADY)
    for answer in answers:
        if isinstance(answer, Feasible) and answer.edges is not None:
            return NotRefined(precision, path, edges=answer.edges)
    reasons = [answer.reason for answer in answers if isinstance(answer, UndecidedPath)]
    return NotRefined(precision, path, reasons[-1] if reasons else None)
