"""Refine+ (Löwe, Algorithm 7): from an infeasible path to the refinement that looks best.

The path is sliced into prefixes, one for each reason of its infeasibility; each gives a refinement; a selection chooses.  How a
refinement comes from a prefix is a parameter: by interpolation (Algorithm 4) or from use-def chains (Algorithm 5).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, Generic, TypeAlias, TypeVar

from whet.cfa.expressions import Variable
from whet.cfa.model import Node
from whet.core.arg import Path
from whet.core.configuration import RefinementOptions
from whet.core.path import PathStep, steps_of
from whet.refine.domain import PathDomain, Tracked, V, X
from whet.refine.interpolation import Interpolation, Shortcut, is_feasible
from whet.refine.precision import FULL, T, TrackingPrecision
from whet.refine.prefixes import extract_sliced_prefixes
from whet.refine.refinable import (
    Feasible,
    InitialPrecision,
    PathAnswer,
    Refinable,
    RefinementCandidate,
    RefinerContext,
    Spurious,
    UndecidedPath,
)
from whet.refine.selection import Refinement, Selection
from whet.refine.use_def import in_use_after_steps
from whet.task.errors import TaskError
from whet.task.precision_file import Entry
from whet.task.records import dataclass

Refine: TypeAlias = Callable[[tuple[PathStep, ...]], Refinement]
Allow: TypeAlias = Callable[[Refinement], bool]


class PathRefiner(Generic[V, X]):
    """Refines paths of one domain; ``method`` and ``what`` are for reports: how a prefix is refined, and what is tracked."""

    def __init__(
        self, domain: PathDomain[V, X], refine: Refine, selection: Selection, *, prefix_limit: int, method: str, what: str
    ) -> None:
        self._domain = domain
        self._refine = refine
        self._selection = selection
        self._limit = prefix_limit
        self._method = method
        self._what = what

    def refine(self, path: Sequence[PathStep], allow: Allow = lambda _: True) -> PathAnswer:
        """Choose among the refinements that ``allow`` accepts."""
        answer: PathAnswer = Feasible(f"no {self._what} contradict each other")
        for prefixes in self._selection.promising(self._prefixes(path), ESTIMATE, limit=self._limit):
            candidates = tuple(islice(filter(allow, map(self._refine, prefixes)), self._limit))
            if candidates:
                best = self._selection.best(candidates)
                suggested = tuple(RefinementCandidate(self._method, candidate) for candidate in candidates)
                return Spurious(tuple(each for each in suggested if each.refinement is best), suggested)
            answer = UndecidedPath("every refinement would track something that has too many values")
        return answer

    def _prefixes(self, path: Sequence[PathStep]) -> Iterable[tuple[PathStep, ...]]:
        if self._selection.uses_prefixes:
            return extract_sliced_prefixes(self._domain, path)
        return [] if is_feasible(self._domain, path) else [tuple(path)]


class ByInterpolation(Generic[V, X]):
    """Refine of Algorithm 4."""

    def __init__(self, interpolation: Interpolation[V, X], domain: PathDomain[V, X]) -> None:
        self._interpolation = interpolation
        self._domain = domain

    def __call__(self, prefix: tuple[PathStep, ...]) -> Refinement:
        interpolants = self._interpolation.interpolants(prefix)
        wanted = tuple(bool(self._domain.elements(state)) for state in interpolants.states)
        return Refinement(prefix, self._interpolation.increment(interpolants), wanted)


class ByUseDef:
    """Static refinement (section 5.6.1): track what the contradicting assumption depends on, or all assumptions of a path.

    ``track`` gives what must be tracked for variables, and for memory that is accessed through pointers only.  ``exposed`` are
    the variables of which the domain knows nothing after a store through an unknown pointer."""

    def __init__(
        self, track: Callable[[frozenset[Variable], bool], frozenset[Tracked]], *, last_only: bool, exposed: frozenset[Variable]
    ) -> None:
        self._track = track
        self._last_only = last_only
        self._exposed = exposed

    def __call__(self, prefix: tuple[PathStep, ...]) -> Refinement:
        in_use = in_use_after_steps(prefix, last_only=self._last_only, exposed=self._exposed)
        tracked = [self._track(*each) for each in in_use]
        increment: dict[Node, frozenset[Tracked]] = {}
        for step, places in zip(prefix, tracked, strict=True):
            if places:
                increment[step.location] = increment.get(step.location, frozenset()) | places
        return Refinement(prefix, increment, tuple(map(bool, tracked)))


@dataclass(frozen=True, slots=True)
class _Used:
    """Variables that the last assumption of a prefix depends on; None is memory."""

    variables: frozenset[Variable] | None


def _used(variables: frozenset[Variable], memory: bool) -> frozenset[Tracked]:
    found: list[Tracked] = [_Used(frozenset((variable,))) for variable in variables]
    return frozenset([*found, _Used(None)] if memory else found)


ESTIMATE: Final = ByUseDef(_used, last_only=True, exposed=frozenset())
"""What a refinement of a prefix may look like, for ranking: no domain is asked."""


S = TypeVar("S", bound=TrackingPrecision)  # type: ignore[type-arg]  # of T, which a bound cannot say


class InterpolatingRefiner(Refinable[S], Generic[S, T, V, X]):
    """Base of the refiners of domains that track sets of something and are refined by interpolation."""

    what: str
    """What the states know, in the plural."""
    everything = FULL

    def __init__(self, paths: PathDomain[V, X], start: object, context: RefinerContext, static: Refine | None = None) -> None:
        """``start`` is the precision to begin with; ``static`` takes the place of interpolation."""
        if start is FULL:
            raise TaskError(
                f"option {self.name}.precision: cegar has nothing to refine if everything is tracked; set it to scoped"
            )
        options = context.configuration.section(RefinementOptions)
        shortcuts, count = frozenset(map(Shortcut, options.shortcuts)), context.statistics.count
        self._context = context
        self._interpolation = Interpolation(
            paths, shortcuts, lambda: count("interpolation_queries"), sliced=context.selection.uses_prefixes
        )
        self._path_refiner = PathRefiner(
            paths,
            ByInterpolation(self._interpolation, paths) if static is None else static,
            context.selection,
            prefix_limit=options.prefixes,
            method="interpolation" if static is None else "static",
            what=self.what,
        )

    @abstractmethod
    def all_tracked(self) -> Iterable[T]:
        """Everything that may be tracked."""

    def steps(self, path: Path) -> tuple[PathStep, ...]:
        return steps_of(path.edges)

    def allows(self, refinement: Refinement) -> bool:
        """May it be used?"""
        return True

    def examine(self, path: Path, precision: S) -> PathAnswer:
        answer = self._path_refiner.refine(self.steps(path), self.allows)
        if isinstance(answer, Spurious):
            self._context.statistics.count("sliced_prefixes", len(answer.candidates))
        return answer

    def entries(self, precision: S) -> Iterator[Entry]:
        return (Entry(self.name, str(each)) for each in precision.tracked)

    def begin_with(self, given: Sequence[Entry], precision: S) -> InitialPrecision[S]:
        known: dict[str, list[T]] = {}
        for each in self.all_tracked():
            known.setdefault(str(each), []).append(each)
        unknown = [entry.text for entry in given if entry.text not in known]
        return InitialPrecision(
            precision.with_everywhere(each for entry in given for each in known.get(entry.text, ())),
            tuple(f"the given precision tracks {text}, which the program does not have" for text in unknown),
        )
