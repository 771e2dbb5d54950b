"""Checks that a quick analysis shows to hold are left out before anybody else looks at the program.

The analysis is that of the preset ``interval``.  It explores the whole program, once, as far as so many states lead, and for a
part of the time; a run that violates something ends there.  If it comes to an end without a gap, each check whose error it never
reached holds in all runs that violate nothing before, and that is what a check has to say.  What it found is part of the proof.
"""

from __future__ import annotations

from dataclasses import replace

from whet.algorithms.checked import Discharged
from whet.algorithms.exploring import Exploration, exploration_of
from whet.algorithms.invariants import proof_of
from whet.cfa.model import Edge
from whet.cfa.sites import OmittedCheck, hold, put_in, sites_of
from whet.core.algorithm import Problem
from whet.core.configuration import ChecksOptions, load_configuration
from whet.core.context import Context, LimitReached, SoftLimits
from whet.core.evidence import Proof

_QUICK = "interval"
_SHARE = 0.25
"""Of the CPU time: what comes afterwards needs some, too."""
_EVERY = 1 << 62
"""No exploration meets so many errors."""


def discharge(problem: Problem, context: Context) -> Discharged:
    """Leave out of the program what holds, in place."""
    options = problem.configuration.section(ChecksOptions)
    if options.discharge == "no":
        return Discharged()
    put, sites = list(put_in(problem.program)), sites_of(problem.program)
    if not put:
        return Discharged()
    context.progress("discharging checks", checks=len(put))
    with context.statistics.time("discharging_seconds"):
        checks, proof = _leave_out_of(put, problem, options, context)
    left = sites_of(problem.program)
    context.statistics.set("checks", len(put))
    context.statistics.set("discharged_checks", len(put) - len(list(put_in(problem.program))))
    return Discharged(tuple(name for name in sites if name not in left), proof, checks)


def _leave_out_of(
    put: list[Edge], problem: Problem, options: ChecksOptions, context: Context
) -> tuple[tuple[OmittedCheck, ...], Proof]:
    """The checks that are left out, and what they follow from."""
    quick = replace(problem, configuration=load_configuration(_QUICK))
    given = context.hard_limits.cpu_seconds
    seconds = None if given is None else given * _SHARE
    own = Context(limits=SoftLimits(steps=options.discharge_states, seconds=seconds))
    exploration = exploration_of(quick, own)
    exploration.wanted = _EVERY
    try:
        exploration.explore(exploration.analysis.initial_precision())
    except LimitReached:
        return (), Proof(())
    if exploration.reached.gaps:
        return (), Proof(())
    failing = _reached_errors(exploration)
    holding = [edge for edge in put if edge not in failing]
    proof = proof_of(exploration.analysis, exploration.reached, explored=own.steps)
    return hold(problem.program, holding), proof


def _reached_errors(exploration: Exploration) -> frozenset[Edge]:
    """The calls that entered error functions."""
    entering = (edge for target in exploration.reached.targets for _, edge in target.parents)
    return frozenset(exploration.program.site_of(edge) for edge in entering)
