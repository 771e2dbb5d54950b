"""The refiner of the predicate analysis that a configuration describes: strategies, selection, where to go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from whet.algorithms.explaining import Explainer
from whet.algorithms.precisions import GoOn, Part, Precisions
from whet.algorithms.predicate_refiner import PredicateRefiner
from whet.analyses.predicate.analysis import PredicateAnalysis
from whet.core.context import Statistics
from whet.refine.block_refiner import BlockRefiner
from whet.refine.blocks import Strategy
from whet.refine.interpolants.bitwuzla import ProofInterpolants
from whet.refine.interpolants.combined import SHORT, Combination, Laws, Limits
from whet.refine.interpolants.integers import IntegerInterpolants
from whet.refine.interpolants.newton import Newton, NewtonOptions
from whet.refine.interpolants.newton_elimination import EliminationOptions, SolverElimination
from whet.refine.interpolants.newton_laws import checked_assertions
from whet.refine.interpolants.newton_trace import Level
from whet.refine.interpolants.spacer import Spacer
from whet.refine.interpolants.weakest import WeakestPreconditions
from whet.refine.selection import Selection
from whet.smt.engines.port import HornSolving, Interpolating, MissingCapability, Use
from whet.task import options as task_options
from whet.task.configuration import Configuration

_CHECK_SECONDS: Final = 20.0
"""Of one query about a whole path."""


def make_predicate_refiner(
    configuration: Configuration,
    analysis: PredicateAnalysis,
    precisions: Precisions,
    selection: Selection,
    statistics: Statistics,
    explainer: Explainer,
) -> PredicateRefiner:
    options = configuration.section(task_options.RefinementOptions)
    newton = configuration.section(task_options.NewtonOptions)
    strategies = _strategies(analysis, options.strategies, newton)
    limits = {each.name: _limits(each.name, options.strategy_time) for each in strategies}
    combination = Combination(strategies, analysis.engine("bitwuzla").solver(), limits, laws=_laws(analysis, newton))
    refiner = BlockRefiner(
        analysis.encoder,
        lambda: analysis.engine("bitwuzla").solver(use=Use.HEAVY),
        combination,
        selection,
        analysis.tracked,
        prefix_limit=options.prefixes,
        wants_all=options.ask == "all",
        seconds=_CHECK_SECONDS,
    )
    return PredicateRefiner(Part(precisions, "predicate"), analysis, refiner, GoOn(options.go_on), statistics, explainer)


def _strategies(analysis: PredicateAnalysis, names: Sequence[str], newton: task_options.NewtonOptions) -> tuple[Strategy, ...]:
    """By name; engines are made only for those that are asked for."""
    makers: Mapping[str, Callable[[], Strategy]] = {
        "wp": lambda: WeakestPreconditions(analysis.engine("bitwuzla"), encoder=analysis.encoder),
        "integers": lambda: IntegerInterpolants(analysis.encoder, analysis.engine("z3")),
        "spacer": lambda: _spacer(analysis),
        "bitwuzla": lambda: _proof_interpolants(analysis),
        "newton": lambda: Newton(analysis.encoder, analysis.engine("z3"), options=_newton_options(newton)),
    }
    return tuple(makers[name]() for name in names)


def _limits(name: str, seconds: float | None) -> Limits:
    match name:
        case IntegerInterpolants.name:
            return Limits(seconds, longest=SHORT)
        case ProofInterpolants.name:  # cannot be interrupted once there is a proof
            return Limits(seconds, longest_again=SHORT)
        case _:
            return Limits(seconds)


def _laws(analysis: PredicateAnalysis, newton: task_options.NewtonOptions) -> Mapping[str, Laws]:
    """Without live variables Newton speaks of the state, not only of what is read later."""
    if newton.live == "yes":
        return {}
    return {Newton.name: partial(checked_assertions, vocabulary=analysis.encoder.vocabulary)}


def _spacer(analysis: PredicateAnalysis) -> Strategy:
    engine = analysis.engine("z3")
    if not isinstance(engine, HornSolving):
        raise MissingCapability(f"{engine.name} does not solve Horn clauses")
    return Spacer(analysis.terms, engine)


def _proof_interpolants(analysis: PredicateAnalysis) -> Strategy:
    engine = analysis.engine("bitwuzla")
    if not isinstance(engine, Interpolating):
        raise MissingCapability(f"{engine.name} does not interpolate")
    return ProofInterpolants(engine, engine.solver())


def _newton_options(options: task_options.NewtonOptions) -> NewtonOptions:
    return NewtonOptions(
        level=Level(options.level),
        infeasible_core=options.core == "yes",
        live_variables=options.live == "yes",
        elimination=EliminationOptions(solver=SolverElimination(options.elimination), over_approximation=options.weaken == "yes"),
    )


__all__ = ["make_predicate_refiner"]
