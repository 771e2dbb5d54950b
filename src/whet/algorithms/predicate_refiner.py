"""Refinement of the predicate analysis inside an exploration: which path, which predicates, and where to go on.

``whet.refine`` knows blocks, strategies and selections; this module knows the composite state, the reached set and the options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from whet.algorithms.cegar import NotRefined, Refined, RefinerAnswer
from whet.algorithms.explaining import Explainer
from whet.algorithms.precisions import TRACKED_ALREADY, GoOn, Part, pivot
from whet.algorithms.predicate_entries import entries_of, read_entries, with_entries
from whet.analyses.predicate.analysis import PredicateAnalysis
from whet.analyses.predicate.blocks import BlockFormula, block_formulas, blocks_along, concrete_path
from whet.analyses.predicate.precision import PredicatePrecision
from whet.analyses.predicate.predicates import Predicate
from whet.cfa.model import Edge, Node
from whet.core.arg import Path
from whet.core.context import Statistics
from whet.core.path import Step, steps_of
from whet.refine.block_prefixes import FeasibleBlocks
from whet.refine.block_refiner import BlockPath, BlockRefiner, SpuriousBlocks, Suggested
from whet.refine.blocks import Block
from whet.refine.domain import Increment
from whet.smt.encoding.memory import OutOfAddresses
from whet.smt.engines.port import Failure
from whet.task.precision_file import Entry

DOMAIN: Final = "predicate"


@dataclass(frozen=True, slots=True)
class Real:
    """The formula of the path has a model, which goes along these edges."""

    edges: tuple[Edge, ...]


Examined: TypeAlias = Real | SpuriousBlocks | Failure


@dataclass(slots=True)
class PredicateRefiner:
    """Refines the predicate component of an exploration."""

    store: Part[PredicatePrecision]
    analysis: PredicateAnalysis
    block_refiner: BlockRefiner
    go_on: GoOn
    statistics: Statistics
    explainer: Explainer
    is_exact: bool = True

    def refine(self, paths: Sequence[Path]) -> RefinerAnswer:
        """The first of the paths; the others come again if they are still there."""
        with self.statistics.time("refinement_seconds"):
            answer = self._refine(paths[0])
        self.statistics.set("tracked_predicates", len(self.store.current))
        self.explainer.concluded(answer)
        return answer

    def rebuild(self) -> None:
        self.store.whole.restart()

    def entries(self) -> tuple[Entry, ...]:
        return tuple(sorted(entries_of(self.store.current, self.analysis.encoder)))

    def begin_with(self, given: Iterable[Entry]) -> tuple[str, ...]:
        """Track what another run found; notes about what is not used.  The exploration must begin again."""
        read = read_entries(given, self.analysis)
        if read.predicates:
            self.store.current = with_entries(self.store.current, read.predicates)
        return read.ignored

    def _refine(self, path: Path) -> RefinerAnswer:
        match self.examine(path):
            case Real(edges=edges):
                return NotRefined(path, edges=edges)
            case Failure(reason=reason):
                return NotRefined(path, reason)
            case SpuriousBlocks(candidates=candidates):
                return self.use(path, candidates)

    def examine(self, path: Path) -> Examined:
        """Is there an execution along the blocks of the path?  If not, which predicates exclude it?"""
        examined = self._examine(path)
        match examined:
            case Real():
                self.explainer.declined(path, DOMAIN, "its formula has a model")
            case Failure(reason=reason):
                self.explainer.declined(path, DOMAIN, reason)
            case SpuriousBlocks(candidates=candidates):
                self.statistics.count("refinement_candidates", len(candidates))
                self.explainer.suggested(path, DOMAIN, candidates)
        return examined

    def _examine(self, path: Path) -> Examined:
        try:
            blocks = self._blocks(path)
        except OutOfAddresses as error:
            return Failure(f"the address space is used up: {error}")
        match self.block_refiner.refine(path_of_blocks(path, blocks)):
            case FeasibleBlocks(model=model):
                return Real(concrete_path(blocks, model))
            case other:
                return other

    def _blocks(self, path: Path) -> tuple[BlockFormula, ...]:
        if self.store.current.is_asleep:
            return blocks_along(self.analysis, path)
        return block_formulas(self.analysis, path.target, self.store.index)

    def use(self, path: Path, candidates: Sequence[Suggested]) -> RefinerAnswer:
        """Track what the first candidate wants that wants something new, and explore again what it changes."""
        self.statistics.count("refinements")
        before = self.store.current
        for candidate in candidates:
            if self.store.add([_predicates(candidate.refinement.increment)]):
                self.statistics.count(f"refinements_by_{candidate.strategy}")
                return self._explore_again(path, candidate, before)
        if before.is_asleep or self._was_found_with_less(path, candidates):
            return self._explore_again(path, candidates[0], before)
        self.explainer.declined(path, DOMAIN, TRACKED_ALREADY)
        return NotRefined(path, TRACKED_ALREADY)

    def _was_found_with_less(self, path: Path, candidates: Sequence[Suggested]) -> bool:
        """Was the path explored before the precision became what it is, from where it matters on?"""
        return any(pivot(path, each.refinement).number <= self.store.whole.grew_at for each in candidates)

    def _explore_again(self, path: Path, chosen: Suggested, before: PredicatePrecision) -> Refined:
        """From the beginning if the precision was asleep: no state knows its trace."""
        self.explainer.used(DOMAIN, [(path, chosen.refinement)], before)
        if self.go_on is GoOn.PIVOT and not before.is_asleep:
            self.store.whole.cut(pivot(path, chosen.refinement))
        else:
            self.store.whole.restart()
        return Refined()


def _predicates(increment: Increment) -> Mapping[Node, frozenset[Predicate]]:
    return {node: frozenset(each for each in wanted if isinstance(each, Predicate)) for node, wanted in increment.items()}


def path_of_blocks(path: Path, formulas: Sequence[BlockFormula]) -> BlockPath:
    """The blocks of a path, and its own steps through each of them."""
    blocks = tuple(Block(each.before, each.after, each.steps, each.location) for each in formulas)
    return BlockPath(blocks, tuple(_steps(path, formulas)))


def _steps(path: Path, formulas: Sequence[BlockFormula]) -> Iterator[tuple[Step, ...]]:
    positions = {node: position for position, node in enumerate(path.nodes)}
    start = 0
    for formula in formulas:
        end = positions[formula.end]
        yield steps_of(path.edges[start:end])
        start = end


__all__ = ["Examined", "PredicateRefiner", "Real", "path_of_blocks"]
