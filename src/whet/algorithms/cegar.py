"""CEGAR (Löwe, Algorithm 2): explore, look at the error path found, refine, explore again.

A path that the refiner excludes makes the precision finer, and exploration resumes at the pivot state or restarts.  A path that
it cannot exclude is replayed: FALSE if a concrete run follows it, otherwise an alarm that remains.

States after which nothing is modelled (gaps) are treated as error paths, too: under a coarse precision the exploration may
reach a construct that no run reaches.  Before a gap makes the answer UNKNOWN, the path to it is refined like any other.

``make_refiner`` builds the refiner that a configuration describes, ``begin`` the precision with which it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from whet.algorithms.exploring import BeginAgain, EnoughStates, Exploration, Explored, exploration_of
from whet.algorithms.nondeterminism import MeteredComposite, track_everything
from whet.algorithms.seeding import seeds_of
from whet.core.algorithm import Problem
from whet.core.arg import Path, path_to
from whet.core.composite import Precisions
from whet.core.configuration import ExplorationOptions, RefinementOptions
from whet.core.context import Context, Level
from whet.core.registry import register_algorithm
from whet.core.result import Result
from whet.refine.domain_score import DomainTypeScore
from whet.refine.explaining import Explainer
from whet.refine.product import Between, Policy, ProductRefiner, RefinedComponent
from whet.refine.refinable import CanBeRefined, RefinerContext
from whet.refine.resumption import (
    Continuation,
    ContinueFrom,
    FromPivots,
    FromRoot,
    FromStrengthened,
    NotRefined,
    Refined,
    RefinerAnswer,
)
from whet.refine.selection import Selection
from whet.roles.seed import NO_SEEDS, Seeds
from whet.task.configuration import Configuration
from whet.task.errors import TaskError
from whet.task.precision_file import Entry
from whet.task.records import dataclass


def make_refiner(configuration: Configuration, exploration: Exploration, seeds: Seeds = NO_SEEDS) -> ProductRefiner:
    """For those analyses of a product that can be refined, in their order; prepares the exploration for it."""
    options = configuration.section(RefinementOptions)
    statistics = exploration.context.statistics
    score = DomainTypeScore(exploration.program, statistics)
    selection = Selection(options.selection, score=score, seed=configuration.section(ExplorationOptions).seed)
    components = list(_components(configuration, exploration, selection, score, seeds))
    if not components:
        analyses = ", ".join(component.name for component in exploration.analysis.components)
        raise TaskError(f"option algorithm: cegar needs an analysis that can be refined, and none of {analyses} can")
    texts = {each.refinable.name: each.refinable.text for each in components}
    explainer = Explainer(exploration.context.explanation, exploration.analysis.finding, score, texts)
    policy = Policy(Between(options.between), selection, score, ContinueFrom(options.go_on))
    refiner = ProductRefiner(components, policy, exploration.reached, statistics, explainer)
    exploration.wanted = options.targets
    if options.more_states:
        exploration.criteria.append(EnoughStates(options.more_states))
    if any(each.refinable.economy is not None for each in components[:-1]):
        exploration.criteria.append(_Economy(refiner))
    return refiner


@dataclass(frozen=True, slots=True)
class _Economy:
    """Begins again without what is not worth tracking, as a path to the frontier shows."""

    refiner: ProductRefiner

    def objection(self, exploration: Exploration, precision: Precisions, newest: Path | None) -> Explored | None:
        other = None if newest is None else self.refiner.economised(newest, precision)
        return None if other is None else BeginAgain(other)


def _components(
    configuration: Configuration, exploration: Exploration, selection: Selection, score: DomainTypeScore, seeds: Seeds
) -> Iterator[RefinedComponent]:
    for position, analysis in enumerate(exploration.analysis.components):
        if isinstance(analysis, CanBeRefined):
            context = RefinerContext(configuration, position, selection, score, exploration.context.statistics, seeds)
            yield RefinedComponent(position, analysis, analysis.refinable(context))


def begin(
    configuration: Configuration, exploration: Exploration, refiner: ProductRefiner, given: Sequence[Entry] = ()
) -> Precisions:
    """Begin the exploration; the precision for the refiner to begin with.

    With a given precision, or seeds, the exploration begins with that, however deterministic the program may be."""
    options = configuration.section(RefinementOptions)
    initial = exploration.analysis.initial_precision()
    precision = refiner.seeded(initial)
    if given:
        precision, notes = refiner.begin_with(given, precision)
        for note in notes:
            exploration.context.log(Level.WARNING, note)
    if given or precision is not initial:
        exploration.restart(precision)
    elif options.nondeterminism:
        _track_everything_at_first(options, exploration, refiner)
    return precision


def _track_everything_at_first(options: RefinementOptions, exploration: Exploration, refiner: ProductRefiner) -> None:
    """Where a domain can do that: then begin as it does without refinement (Löwe, section 9.1)."""
    everything = {each.position: each.refinable.everything for each in refiner.components}
    if all(precision is None for precision in everything.values()):
        return
    analysis = exploration.analysis
    assert isinstance(analysis, MeteredComposite)
    track_everything(exploration, analysis, options.nondeterminism, options.turns)
    parts = enumerate(analysis.initial_precision())
    exploration.restart(tuple(part if everything.get(i) is None else everything[i] for i, part in parts))


class Refiner(Protocol):
    def refine(self, paths: Sequence[Path], precision: Precisions) -> RefinerAnswer:
        """A precision that excludes all of these paths, which were found with a coarser one."""

    def entries(self, precision: Precisions) -> tuple[Entry, ...]:
        """A precision, for a file."""


@dataclass(frozen=True, slots=True)
class AnnouncingRefiner:
    """A refiner that announces each refinement before it begins."""

    refiner: Refiner
    announce: Callable[[], None]

    def refine(self, paths: Sequence[Path], precision: Precisions) -> RefinerAnswer:
        self.announce()
        return self.refiner.refine(paths, precision)

    def entries(self, precision: Precisions) -> tuple[Entry, ...]:
        return self.refiner.entries(precision)


def cegar(exploration: Exploration, refiner: Refiner, precision: Precisions) -> Precisions:
    """Until an error path is confirmed, or there is none any more; the precision that it took.

    What is explored at first may be another precision than the one given; as the caller decided."""
    begun = precision
    while True:
        explored = exploration.explore(precision)
        if isinstance(explored, BeginAgain):
            precision = explored.precision
            exploration.restart(precision)
        elif explored.targets:
            answer = refiner.refine([path_to(target) for target in explored.targets], precision)
            precision = answer.precision
            if isinstance(answer, Refined):
                _go_on(exploration, answer.where, precision, begun)
            elif _is_confirmed(exploration, answer):
                return precision
        elif not exploration.reached.is_exact:
            exploration.restart(precision)
        else:
            for gap in list(exploration.reached.gaps):
                answer = refiner.refine([path_to(gap)], precision)
                precision = answer.precision
                if isinstance(answer, Refined):
                    _go_on(exploration, answer.where, precision, begun)
                    break
            else:
                return precision


def _is_confirmed(exploration: Exploration, stands: NotRefined) -> bool:
    """Is the path that stands real?  If not, an alarm remains."""
    if stands.reason is None:
        return exploration.replayed(stands.path.target, stands.path.edges if stands.edges is None else stands.edges)
    exploration.give_up_on(stands.path.target, stands.reason)
    return False


def _go_on(exploration: Exploration, where: Continuation, precision: Precisions, begun: Precisions) -> None:
    reached = exploration.reached
    grown = {position: part for position, part in enumerate(precision) if part is not begun[position]}
    match where:
        case FromRoot():
            exploration.restart(precision)
        case FromPivots(pivots=pivots):
            for pivot in pivots:
                reached.cut(pivot, grown)
        case FromStrengthened(paths=paths):
            for each in paths:
                for node, strengthened in zip(each.path.nodes[1:], each.interpolants, strict=False):
                    part = strengthened(node.state[each.position])
                    reached.strengthen(node, (*node.state[: each.position], part, *node.state[each.position + 1 :]))
                reached.prune(each.path.nodes[len(each.interpolants) + 1])


@register_algorithm("cegar")
class RefineAndExplore:
    """Explore with an abstraction that error paths refine."""

    def run(self, problem: Problem, context: Context, /) -> Result:
        exploration = exploration_of(problem, context, MeteredComposite)
        refiner = make_refiner(problem.configuration, exploration, seeds_of(problem, context))
        precision = begin(problem.configuration, exploration, refiner, problem.task.precision)
        with exploration.recorded():
            announcing = AnnouncingRefiner(refiner, lambda: context.progress("refining", states=len(exploration.reached)))
            precision = cegar(exploration, announcing, precision)
        return exploration.result(refiner.entries(precision))
