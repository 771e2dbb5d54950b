"""The refiner that a configuration describes, and the precision with which it begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whet.algorithms.exploring import BeginAgain, EnoughStates, Exploration, Explored
from whet.algorithms.nondeterminism import MeteredComposite, track_everything
from whet.core.arg import Path
from whet.core.composite import Precisions
from whet.core.configuration import ExplorationOptions, RefinementOptions
from whet.core.context import Level
from whet.refine.domain_score import DomainTypeScore
from whet.refine.explaining import Explainer
from whet.refine.product import Between, Policy, ProductRefiner, RefinedComponent
from whet.refine.refinable import CanBeRefined, RefinerContext
from whet.refine.resumption import ContinueFrom
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
