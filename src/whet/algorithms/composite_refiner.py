"""Refinement of a product of values and predicates (Löwe, sections 6.3 and 8.5).

*Values first*: a path that the value domain can refute is refuted there; predicates are asked only about the others.  A variable
that is no longer tracked, because it has too many values, is so left to the predicates.

*Chosen per path*: a path is refuted where this is likely to be cheaper for what follows.  Either both domains suggest
refinements, and one selection ranks them all (9.1); or predicates are asked only where each refinement of the values would track
a loop counter (8.6.1), which saves many queries.  Where only one domain can refute a path, that one does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from whet.algorithms.cegar import NotRefined, Refined, RefinerAnswer
from whet.algorithms.explaining import Explainer
from whet.algorithms.predicate_refiner import PredicateRefiner, Real
from whet.algorithms.value_refiner import ValueRefiner
from whet.core.arg import Path
from whet.core.context import Statistics
from whet.refine.block_refiner import SpuriousBlocks
from whet.refine.domain import Tracked
from whet.refine.refiner import Spurious
from whet.refine.selection import Selection
from whet.smt.engines.port import Failure
from whet.task.precision_file import Entry


class Between(Enum):
    """Which domain refutes a path that both can refute."""

    VALUES = "values"
    COUNTERS = "counters"
    """Values, unless they would track a loop counter."""
    SELECTION = "selection"


@dataclass(slots=True)
class CompositeRefiner:
    """Refines values or predicates, whichever suits a path."""

    value: ValueRefiner
    predicate: PredicateRefiner
    statistics: Statistics
    explainer: Explainer
    between: Between
    selection: Selection
    has_counter: Callable[[frozenset[Tracked]], bool]

    @property
    def is_exact(self) -> bool:
        return self.value.is_exact

    def rebuild(self) -> None:
        self.value.rebuild()

    def entries(self) -> tuple[Entry, ...]:
        return (*self.value.entries(), *self.predicate.entries())

    def refine(self, paths: Sequence[Path]) -> RefinerAnswer:
        with self.statistics.time("refinement_seconds"):
            answer = self._refine(paths[0])
        self.statistics.set("tracked_places", len(self.value.store.current))
        self.statistics.set("tracked_predicates", len(self.predicate.store.current))
        self.explainer.concluded(answer)
        return answer

    def _refine(self, path: Path) -> RefinerAnswer:
        by_values = self.value.examine(path)
        if isinstance(by_values, Spurious) and self._need_no_predicates(by_values):
            return self._values_first(path, by_values)
        by_predicates = self.predicate.examine(path)
        match by_values, by_predicates:
            case Spurious(), SpuriousBlocks():
                return self._use_better(path, by_values, by_predicates)
            case _, SpuriousBlocks():
                return self._use_predicates(path, by_predicates)
            case Spurious(), _:
                return self._use_values(path, by_values)
            case _, Real(edges=edges):
                return NotRefined(path, edges=edges)
            case _, Failure(reason=reason):
                return NotRefined(path, reason)

    def _need_no_predicates(self, by_values: Spurious) -> bool:
        match self.between:
            case Between.VALUES:
                return True
            case Between.COUNTERS:
                return not self.has_counter(by_values.refinement.tracked)
            case Between.SELECTION:
                return False

    def _values_first(self, path: Path, by_values: Spurious) -> RefinerAnswer:
        """Predicates are asked only if values bring nothing new."""
        answer = self._use_values(path, by_values)
        if isinstance(answer, Refined):
            return answer
        by_predicates = self.predicate.examine(path)
        return self._use_predicates(path, by_predicates) if isinstance(by_predicates, SpuriousBlocks) else answer

    def _use_better(self, path: Path, by_values: Spurious, by_predicates: SpuriousBlocks) -> RefinerAnswer:
        """The better one; the other if that brings nothing new."""
        if self._prefers_values(by_values, by_predicates):
            answer = self._use_values(path, by_values)
            return answer if isinstance(answer, Refined) else self._use_predicates(path, by_predicates)
        answer = self._use_predicates(path, by_predicates)
        return answer if isinstance(answer, Refined) else self._use_values(path, by_values)

    def _prefers_values(self, by_values: Spurious, by_predicates: SpuriousBlocks) -> bool:
        """By the same ranking, values if it has no preference; but no loop counter is tracked if predicates can help."""
        if self.has_counter(by_values.refinement.tracked):
            return False
        return self.selection.likes_as_much(by_values.refinement, by_predicates.candidates[0].refinement)

    def _use_values(self, path: Path, found: Spurious) -> RefinerAnswer:
        self.statistics.count("refinements_of_values")
        return self.value.use([(path, found.refinement)])

    def _use_predicates(self, path: Path, found: SpuriousBlocks) -> RefinerAnswer:
        self.statistics.count("refinements_of_predicates")
        return self.predicate.use(path, found.candidates)


__all__ = ["Between", "CompositeRefiner"]
