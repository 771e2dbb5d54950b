"""The refiner that a configuration describes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from whet.algorithms.cegar import Refiner
from whet.algorithms.composite_refiner import Between, CompositeRefiner
from whet.algorithms.domain_score import DomainTypeScore
from whet.algorithms.explaining import Explainer, tracked_texts
from whet.algorithms.nondeterminism import Meter, MeteredComposite
from whet.algorithms.precisions import GoOn, Part, Precisions
from whet.algorithms.predicate_refinement import make_predicate_refiner
from whet.algorithms.predicate_refiner import PredicateRefiner
from whet.algorithms.problem import Batch, Exploration, Watch
from whet.algorithms.value_refiner import ValueRefiner
from whet.analyses.predicate.analysis import PredicateAnalysis
from whet.analyses.value.analysis import ValueAnalysis
from whet.analyses.value.paths import Element, ValuePaths
from whet.analyses.value.precision import FULL, ValuePrecision
from whet.analyses.value.state import ValueState
from whet.core.context import Level
from whet.refine.interpolation import Interpolation, Shortcut
from whet.refine.refiner import ByInterpolation, ByUseDef, PathRefiner, Refine
from whet.refine.selection import NONE, Selection
from whet.task.configuration import Configuration
from whet.task.errors import TaskError
from whet.task.options import RefinementOptions
from whet.task.precision_file import Entry

A = TypeVar("A")


def make_refiner(configuration: Configuration, exploration: Exploration, given: Sequence[Entry] = ()) -> Refiner:
    """For those analyses of a product that can be refined; prepares the exploration for it.

    With a given precision the exploration begins with that, however deterministic the program may be."""
    options = configuration.section(RefinementOptions)
    exploration.batch = Batch(options.targets, options.more_states)
    precisions = Precisions(exploration.analysis, exploration.reached, exploration.program)
    score = DomainTypeScore(exploration.program, exploration.context.statistics)
    selection = Selection(options.selection, score=score, seed=configuration.exploration.seed)
    value, predicate = _component(exploration, ValueAnalysis), _component(exploration, PredicateAnalysis)
    statistics = exploration.context.statistics
    text = tracked_texts(None if predicate is None else predicate.encoder.vocabulary)
    explainer = Explainer(exploration.context.explanation, exploration.analysis.finding, score, text)
    values = None if value is None else _value_refiner(options, exploration, value, precisions, selection, explainer, score)
    predicates = (
        None
        if predicate is None
        else make_predicate_refiner(configuration, predicate, precisions, selection, statistics, explainer)
    )
    if given:
        _begin_with(given, exploration, precisions, values, predicates)
    elif options.nondeterminism and values is not None:
        _track_everything_at_first(options, exploration, values.store)
    match values, predicates:
        case ValueRefiner(), PredicateRefiner():
            exploration.unroll = values.stops_unrolling if options.values else None
            between = Between(options.between)
            return CompositeRefiner(values, predicates, statistics, explainer, between, selection, score.has_counter)
        case None, None:
            raise TaskError("option algorithm: cegar refines values or predicates, and neither is among the analyses")
        case _:
            found = values or predicates
            assert found is not None
            return found


def _value_refiner(
    options: RefinementOptions,
    exploration: Exploration,
    analysis: ValueAnalysis,
    precisions: Precisions,
    selection: Selection,
    explainer: Explainer,
    score: DomainTypeScore,
) -> ValueRefiner:
    paths = ValuePaths(analysis)
    statistics = exploration.context.statistics
    shortcuts = frozenset(map(Shortcut, options.shortcuts))
    interpolation = Interpolation(paths, shortcuts, lambda: statistics.count("interpolation_queries"))
    _refuse_full_precision(analysis)
    return ValueRefiner(
        Part(precisions, "value"),
        exploration.reached,
        paths,
        PathRefiner(paths, _method(options, interpolation, analysis, paths), selection, prefix_limit=options.prefixes),
        interpolation,
        GoOn(options.go_on),
        statistics,
        explainer,
        options.method,
        options.values,
        score.has_few_values,
    )


def _method(
    options: RefinementOptions, interpolation: Interpolation[ValueState, Element], analysis: ValueAnalysis, paths: ValuePaths
) -> Refine:
    if options.method == "static":
        return ByUseDef(paths.places, last_only=NONE not in options.selection, exposed=analysis.program.address_taken)
    return ByInterpolation(interpolation, paths)


def _component(exploration: Exploration, kind: type[A]) -> A | None:
    return next((component for component in exploration.analysis.components if isinstance(component, kind)), None)


def _refuse_full_precision(analysis: ValueAnalysis) -> None:
    if analysis.initial_precision() is FULL:
        raise TaskError("option value.precision: cegar has nothing to refine if everything is tracked; set it to scoped")


def _begin_with(
    given: Sequence[Entry],
    exploration: Exploration,
    precisions: Precisions,
    values: ValueRefiner | None,
    predicates: PredicateRefiner | None,
) -> None:
    """Reuse a precision (Löwe, section 5.5.2)."""
    notes = [*(values.begin_with(given) if values else ()), *(predicates.begin_with(given) if predicates else ())]
    for note in notes:
        exploration.context.log(Level.WARNING, note)
    precisions.restart()


def _track_everything_at_first(options: RefinementOptions, exploration: Exploration, store: Part[ValuePrecision]) -> None:
    """Begin as the plain value analysis does (Löwe, section 9.1)."""
    analysis = exploration.analysis
    assert isinstance(analysis, MeteredComposite) and exploration.program.start.entry is not None
    meter = analysis.meter = Meter()

    def abstract() -> None:
        analysis.meter = None
        store.whole.restart()

    precisions = list(analysis.initial_precision())
    precisions[store.index] = FULL
    exploration.reached.restart(analysis.initial(exploration.program.start.entry), tuple(precisions))
    exploration.watch = Watch(meter, options.nondeterminism, abstract, options.turns)
