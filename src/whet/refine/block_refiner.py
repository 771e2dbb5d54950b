"""Refine+ for paths of blocks (Löwe, Algorithm 7 over Algorithm 8): from an infeasible path to the predicates that look best.

The path is sliced into prefixes, one for each reason of its infeasibility; for each prefix several strategies suggest
interpolants; what they say at a cut becomes predicates of its location.  A selection chooses among all of them, so that the
choice is made here and not inside an engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Final, TypeAlias

from whet.cfa.model import Node
from whet.cfa.operations import Assume
from whet.core.configuration import RefinementOptions
from whet.core.path import PathStep
from whet.core.registry import STRATEGY
from whet.encoding.encode import Encoder, PathFormula
from whet.refine.block_prefixes import FeasibleBlocks, Prefixes, Weaken, extract_sliced_block_prefixes, without_effect
from whet.refine.blocks import BlockPath, PathBlock, Strategy
from whet.refine.domain import Tracked
from whet.refine.interpolants.combined import Candidate, Combination
from whet.refine.refinable import RefinementCandidate, Spurious
from whet.refine.refiner import ESTIMATE
from whet.refine.selection import Refinement, Selection
from whet.solvers.port import Failure, InterpolantTerms, Solver, Use
from whet.solvers.routing import Engines
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import size
from whet.task.configuration import Configuration

BlockAnswer: TypeAlias = FeasibleBlocks | Spurious | Failure

_LARGE = 500
"""Nodes of the formulas of a path on which strategies take seconds.  Paths through small loops, where it is worth comparing what
several strategies say, have less than a hundred."""
_CHECK_SECONDS: Final = 20.0
"""Of one query about a whole path."""
MakeStrategies: TypeAlias = Callable[[Sequence[Strategy]], Sequence[Strategy]]
Track: TypeAlias = Callable[[Term, Node], Iterable[Tracked]]
"""From a term over bases at a location to what must be tracked there."""


class BlockRefiner:
    """Refines paths of blocks."""

    def __init__(
        self,
        encoder: Encoder,
        new_solver: Callable[[], Solver],
        strategies: Combination,
        selection: Selection,
        track: Track,
        *,
        prefix_limit: int,
        seconds: float | None = None,
    ) -> None:
        self._encoder = encoder
        self._new_solver = new_solver
        self._strategies = strategies
        self._selection = selection
        self._track = track
        self._limit = prefix_limit
        self._seconds = seconds

    def refine(self, path: BlockPath) -> BlockAnswer:
        weaken = without_assumptions(self._encoder)
        match extract_sliced_block_prefixes(self._new_solver, path.blocks, weaken, seconds=self._seconds):
            case Prefixes(found=prefixes):
                promising = self._promising(path, prefixes)
                suggested = self._preferred([each for prefix in promising for each in self._suggested(path, prefix)])
                if not suggested:
                    return Failure("no strategy found out why it is infeasible")
                ranked = tuple(self._ranked(suggested))
                return Spurious(ranked, ranked)
            case other:
                return other

    def _promising(self, path: BlockPath, prefixes: Iterable[tuple[PathBlock, ...]]) -> Iterable[tuple[PathBlock, ...]]:
        if not self._selection.uses_prefixes:
            return [path.blocks]
        groups = self._selection.promising(prefixes, lambda prefix: _estimated(path.steps[: len(prefix)]), limit=self._limit)
        return islice(chain.from_iterable(groups), self._limit)

    def _suggested(self, path: BlockPath, prefix: tuple[PathBlock, ...]) -> Iterator[RefinementCandidate]:
        """Up to the first that says one thing at each location, or to the first at all if asking is expensive."""
        is_large = size(*(block.formula for block in prefix)) > _LARGE
        for answer in self._strategies.answers(prefix):
            if not isinstance(answer, Candidate):
                continue
            refinement = self._refinement(path, prefix, answer.interpolants)
            if refinement is not None:
                yield RefinementCandidate(answer.strategy, refinement, answer.settles)
                if answer.settles or refinement.variety <= 1 or is_large:
                    return

    def _preferred(self, suggested: list[RefinementCandidate]) -> list[RefinementCandidate]:
        """Those that settle the matter, if there are some."""
        return [each for each in suggested if each.settles] or suggested

    def _ranked(self, suggested: Sequence[RefinementCandidate]) -> Iterator[RefinementCandidate]:
        """The best, then the best of the others, and so on."""
        remaining = list(suggested)
        while remaining:
            best = self._selection.best([each.refinement for each in remaining])
            yield next(each for each in remaining if each.refinement is best)
            remaining = [each for each in remaining if each.refinement is not best]

    def _refinement(self, path: BlockPath, prefix: tuple[PathBlock, ...], interpolants: InterpolantTerms) -> Refinement | None:
        """What must be tracked at each cut; None if an interpolant is not about the state there."""
        increment: dict[Node, frozenset[Tracked]] = {}
        said: dict[Node, set[frozenset[Tracked]]] = {}
        steps: list[PathStep] = []
        wanted: list[bool] = []
        after = self._encoder.terms.false if len(prefix) < len(path.blocks) else None  # no path continues after a target
        for block, taken, term in zip(prefix, path.steps, [*interpolants.terms, after], strict=False):
            tracked = frozenset() if term is None else self._tracked(term, block.location)
            if tracked is None:
                return None
            steps.extend(taken)
            wanted.extend([False] * (len(taken) - 1) + [bool(tracked)])
            if tracked:
                increment[block.location] = increment.get(block.location, frozenset()) | tracked
                said.setdefault(block.location, set()).add(tracked)
            if term is self._encoder.terms.false:
                break
        return Refinement(tuple(steps), increment, tuple(wanted), max(map(len, said.values()), default=0))

    def _tracked(self, term: Term, location: Node) -> frozenset[Tracked] | None:
        if term is self._encoder.terms.true:
            return frozenset()
        try:
            return frozenset(self._track(self._encoder.uninstantiate(term), location))
        except ValueError:
            return None


def _estimated(taken: Iterable[tuple[PathStep, ...]]) -> Refinement:
    """By the use-def chain of the last assumption."""
    steps = [step for each in taken for step in each]
    while steps and steps[-1].pointer is None:
        last = steps.pop()
        assumptions = [position for position, operation in enumerate(last.operations) if isinstance(operation, Assume)]
        if assumptions:
            steps.append(last.up_to(assumptions[-1]))
            break
    return ESTIMATE(tuple(steps)) if steps else Refinement((), {}, ())


def make_block_refiner(
    configuration: Configuration,
    encoder: Encoder,
    engines: Engines,
    selection: Selection,
    track: Track,
    *,
    before: MakeStrategies | None = None,
) -> BlockRefiner:
    """As a configuration describes it, for paths over the terms of an encoder.

    ``before`` makes strategies that are asked before those, with the help of those."""
    options = configuration.section(RefinementOptions)
    named = [STRATEGY.make(name, encoder, engines, options=configuration.options_for(name)) for name in options.strategies]
    strategies = named if before is None else [*before(named), *named]
    return BlockRefiner(
        encoder,
        lambda: engines.main.solver(use=Use.HEAVY),
        Combination(strategies, engines.main.solver(), seconds=options.strategy_time),
        selection,
        track,
        prefix_limit=options.prefixes,
        seconds=_CHECK_SECONDS,
    )


def without_assumptions(encoder: Encoder) -> Weaken:
    """A linear block keeps its assignments; another one is replaced by a block of no-ops (Algorithm 8)."""
    no_op = without_effect(encoder.terms)

    def weaken(block: PathBlock) -> PathBlock:
        steps = None if block.steps is None else tuple(_without_assumptions(step) for step in block.steps)
        kept = None if steps is None else _encoded(encoder, block.before, steps)
        if kept is None or steps is None or kept.ssa != block.after.ssa:
            return no_op(block)
        return replace(block, after=replace(block.after, formula=kept.formula), steps=steps)

    return weaken


def _encoded(encoder: Encoder, before: PathFormula, steps: Iterable[PathStep]) -> PathFormula:
    path = encoder.cleared(before)
    for step in steps:
        path = encoder.extended(path, step)
    return path


def _without_assumptions(step: PathStep) -> PathStep:
    if step.pointer is not None:
        return step.without(0)
    position = 0
    while position < len(step.operations):
        if isinstance(step.operations[position], Assume):
            step = step.without(position)
        else:
            position += 1
    return step
