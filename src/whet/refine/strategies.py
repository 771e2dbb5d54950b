"""The refiner of paths of blocks that a configuration describes: strategies, their limits and laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from whet.refine.block_refiner import BlockRefiner, Track
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
from whet.smt.encoding.encode import Encoder
from whet.smt.engines.port import Engine, HornSolving, Interpolating, MissingCapability, Use
from whet.task import options as task_options
from whet.task.configuration import Configuration

_CHECK_SECONDS: Final = 20.0
"""Of one query about a whole path."""


Engines: TypeAlias = Callable[[str], Engine]
"""The engine of a name, for the terms of the encoder."""


def make_block_refiner(
    configuration: Configuration, encoder: Encoder, engines: Engines, selection: Selection, track: Track
) -> BlockRefiner:
    """Refines paths of blocks over the terms of an encoder."""
    options = configuration.section(task_options.RefinementOptions)
    newton = configuration.section(task_options.NewtonOptions)
    strategies = _strategies(encoder, engines, options.strategies, newton)
    limits = {each.name: _limits(each.name, options.strategy_time) for each in strategies}
    combination = Combination(strategies, engines("bitwuzla").solver(), limits, laws=_laws(encoder, newton))
    return BlockRefiner(
        encoder,
        lambda: engines("bitwuzla").solver(use=Use.HEAVY),
        combination,
        selection,
        track,
        prefix_limit=options.prefixes,
        wants_all=options.ask == "all",
        seconds=_CHECK_SECONDS,
    )


def _strategies(
    encoder: Encoder, engines: Engines, names: Sequence[str], newton: task_options.NewtonOptions
) -> tuple[Strategy, ...]:
    """By name; engines are made only for those that are asked for."""
    makers: Mapping[str, Callable[[], Strategy]] = {
        "wp": lambda: WeakestPreconditions(engines("bitwuzla"), encoder=encoder),
        "integers": lambda: IntegerInterpolants(encoder, engines("z3")),
        "spacer": lambda: _spacer(encoder, engines),
        "bitwuzla": lambda: _proof_interpolants(engines),
        "newton": lambda: Newton(encoder, engines("z3"), options=_newton_options(newton)),
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


def _laws(encoder: Encoder, newton: task_options.NewtonOptions) -> Mapping[str, Laws]:
    """Without live variables Newton speaks of the state, not only of what is read later."""
    if newton.live == "yes":
        return {}
    return {Newton.name: partial(checked_assertions, vocabulary=encoder.vocabulary)}


def _spacer(encoder: Encoder, engines: Engines) -> Strategy:
    engine = engines("z3")
    if not isinstance(engine, HornSolving):
        raise MissingCapability(f"{engine.name} does not solve Horn clauses")
    return Spacer(encoder.terms, engine)


def _proof_interpolants(engines: Engines) -> Strategy:
    engine = engines("bitwuzla")
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


__all__ = ["make_block_refiner"]
