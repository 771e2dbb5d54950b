"""The refiner of a domain that is refined by interpolation: a base for those that track sets of something."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from whet.core.arg import Path
from whet.core.configuration import RefinementOptions
from whet.core.path import PathStep, steps_of
from whet.refine.domain import PathDomain, V, X
from whet.refine.interpolation import Interpolation, Shortcut
from whet.refine.precision import FULL, T, TrackingPrecision
from whet.refine.refinable import Begun, Examined, Refinable, RefinerContext, Spurious
from whet.refine.refiner import ByInterpolation, PathRefiner, Refine
from whet.refine.selection import Refinement
from whet.task.errors import TaskError
from whet.task.precision_file import Entry

S = TypeVar("S", bound=TrackingPrecision)  # type: ignore[type-arg]  # of T, which a bound cannot say


class InterpolatingRefiner(Refinable[S], Generic[S, T, V, X]):
    """Slices a path into its infeasible prefixes, interpolates each, and lets a selection choose (``refiner``)."""

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
        shortcuts = frozenset(map(Shortcut, options.shortcuts))
        self._context = context
        self._interpolation = Interpolation(paths, shortcuts, lambda: context.statistics.count("interpolation_queries"))
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

    def examine(self, path: Path, precision: S) -> Examined:
        answer = self._path_refiner.refine(self.steps(path), self.allows)
        if isinstance(answer, Spurious):
            self._context.statistics.count("sliced_prefixes", len(answer.candidates))
        return answer

    def entries(self, precision: S) -> Iterator[Entry]:
        return (Entry(self.name, str(each)) for each in precision.tracked)

    def begin_with(self, given: Sequence[Entry], precision: S) -> Begun[S]:
        known: dict[str, list[T]] = {}
        for each in self.all_tracked():
            known.setdefault(str(each), []).append(each)
        unknown = [entry.text for entry in given if entry.text not in known]
        return Begun(
            precision.with_everywhere(each for entry in given for each in known.get(entry.text, ())),
            tuple(f"the given precision tracks {text}, which the program does not have" for text in unknown),
        )
