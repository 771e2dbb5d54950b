"""The refiner of the predicate analysis: the blocks of a path, and the predicates that exclude it.

``refine.block_refiner`` knows blocks, strategies and selections; this module knows how the states of the analysis keep what lies
between two abstractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from whet.analyses.predicate.blocks import BlockFormula, block_formulas, blocks_along, concrete_path
from whet.analyses.predicate.entries import entries_of, read_entries, text_of, with_entries
from whet.analyses.predicate.precision import PredicatePrecision
from whet.analyses.predicate.predicates import Predicate
from whet.analyses.predicate.refined import RefinedPredicates
from whet.cfa.model import Node
from whet.cfa.operations import Assume
from whet.core.arg import Path
from whet.core.path import PathStep, steps_of
from whet.encoding.memory import OutOfAddresses
from whet.refine.block_prefixes import FeasibleBlocks
from whet.refine.blocks import BlockPath, PathBlock, Strategy
from whet.refine.domain import Tracked
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
from whet.roles.seed import Seed, Seeds
from whet.solvers.port import Failure
from whet.solvers.terms.term import Term
from whet.task.precision_file import Entry

if TYPE_CHECKING:
    from whet.refine.block_refiner import BlockRefiner
    from whet.refine.interpolants.templates import TermTemplate


class PredicateRefiner(Refinable[PredicatePrecision]):
    """Excludes paths by tracking predicates."""

    name = "predicate"
    tracks = "predicates"

    def __init__(self, analysis: RefinedPredicates, context: RefinerContext) -> None:
        self._analysis = analysis
        self._context = context
        self._texts: dict[Predicate, str] = {}
        self._precision: PredicatePrecision | None = None
        """With which the path was found that is looked at."""

    @cached_property
    def _block_refiner(self) -> BlockRefiner:
        """With it come all strategies and their engines, which a run without a refinement of predicates does not need."""
        from whet.refine.block_refiner import make_block_refiner

        analysis, context = self._analysis, self._context
        return make_block_refiner(
            context.configuration,
            analysis.encoder,
            analysis.engines,
            context.selection,
            analysis.tracked,
            before=self._with_templates if context.seeds.templates else None,
        )

    def _with_templates(self, others: Sequence[Strategy]) -> Sequence[Strategy]:
        """In the language of what the seeds suggest, first."""
        from whet.refine.interpolants.templates import TemplateAbstraction, TemplateConjunctions, TemplateInterpolants

        analysis, seeds = self._analysis, self._context.seeds
        abstraction = TemplateAbstraction(analysis.encoder, seed_templates(seeds, analysis), self._known)
        conjunctions = TemplateConjunctions(abstraction, analysis.engines.main.solver())
        return [conjunctions, *(TemplateInterpolants(abstraction, analysis.terms, each) for each in others[:1])]

    def _known(self, location: Node) -> list[Term]:
        """The predicates that are tracked where the path is that is looked at."""
        tracked = () if self._precision is None else self._precision.predicates_at(location)
        return [predicate.term for predicate in tracked if not predicate.is_false]

    def examine(self, path: Path, precision: PredicatePrecision) -> PathAnswer:
        """Is there an execution along the blocks of the path?  If not, which predicates exclude it?"""
        self._precision = precision
        try:
            blocks = self._blocks(path, precision)
        except OutOfAddresses as error:
            return UndecidedPath(f"the address space is used up: {error}")
        match self._block_refiner.refine(path_of_blocks(path, blocks)):
            case FeasibleBlocks(model=model):
                return Feasible("its formula has a model", concrete_path(blocks, model))
            case Failure(reason=reason):
                return UndecidedPath(reason)
            case Spurious(candidates=candidates) as spurious:
                self._context.statistics.count("refinement_candidates", len(candidates))
                return spurious

    def _blocks(self, path: Path, precision: PredicatePrecision) -> tuple[BlockFormula, ...]:
        if precision.is_asleep:
            return blocks_along(self._analysis, path)
        return block_formulas(self._analysis, path.target, self._context.position)

    def used(self, suggested: RefinementCandidate) -> None:
        self._context.statistics.count(f"refinements_by_{suggested.strategy}")

    def entries(self, precision: PredicatePrecision) -> Iterator[Entry]:
        return entries_of(precision, self._analysis.encoder)

    def seeded(self, precision: PredicatePrecision) -> PredicatePrecision:
        found = seed_predicates(self._context.seeds.predicates, self._analysis)
        return with_entries(precision, found) if found else precision

    def begin_with(self, given: Sequence[Entry], precision: PredicatePrecision) -> InitialPrecision[PredicatePrecision]:
        read = read_entries(given, self._analysis)
        return InitialPrecision(with_entries(precision, read.predicates) if read.predicates else precision, read.ignored)

    def text(self, tracked: Tracked) -> str:
        assert isinstance(tracked, Predicate)
        if tracked not in self._texts:
            self._texts[tracked] = text_of(tracked, self._analysis.encoder.vocabulary)
        return self._texts[tracked]


def path_of_blocks(path: Path, formulas: Sequence[BlockFormula]) -> BlockPath:
    """The blocks of a path, and its own steps through each of them."""
    blocks = tuple(PathBlock(each.before, each.after, each.steps, each.location, each.taken) for each in formulas)
    return BlockPath(blocks, tuple(_steps(path, formulas)))


def _steps(path: Path, formulas: Sequence[BlockFormula]) -> Iterator[tuple[PathStep, ...]]:
    positions = {node: position for position, node in enumerate(path.nodes)}
    start = 0
    for formula in formulas:
        end = positions[formula.end]
        yield steps_of(path.edges[start:end])
        start = end


def seed_predicates(seeds: tuple[Seed, ...], analysis: RefinedPredicates) -> tuple[Predicate, ...]:
    """The predicates to begin with: seeds of a program, encoded like any condition of it.

    A seed is left out if bits alone do not determine it: it reads memory, or not every execution can evaluate it."""
    start = analysis.program.start.entry
    assert start is not None
    found: dict[Predicate, None] = {}
    for seed in seeds:
        term = _condition(seed, analysis)
        if term is not None:
            found.update(dict.fromkeys(analysis.tracked(term, start)))
    return tuple(each for each in found if not each.is_false)


def seed_templates(seeds: Seeds, analysis: RefinedPredicates) -> tuple[TermTemplate, ...]:
    """Templates as terms over bases; and instances, because the difference of two numbers may overflow, and then does not tell
    which one is the greater."""
    from whet.refine.interpolants.templates import TermTemplate  # only where there are some

    made = [(_number(seed, analysis), seed) for seed in seeds.templates]
    made += [(_condition(seed, analysis), seed) for seed in seeds.instances]
    return tuple(TermTemplate(term, seed.function) for term, seed in made if term is not None)


def _number(seed: Seed, analysis: RefinedPredicates) -> Term | None:
    function = analysis.program.main if seed.function is None else analysis.program.functions[seed.function]
    return analysis.encoder.bits(seed.expression, function, 1)


def _condition(seed: Seed, analysis: RefinedPredicates) -> Term | None:
    start = analysis.program.start.entry
    assert start is not None
    return analysis.encoder.condition(Assume(seed.expression, True, start.leaving[0].origin), function=seed.function)
