"""Checks that a quick analysis shows to hold are left out before anybody else looks at the program.

The analysis is that of the preset ``interval``.  If checks are left, and the program may allocate any number of blocks, that of
the preset ``heap`` follows.  What that finds counts only if no check is left then, and if it assumes nothing of functions without
a body.  Each explores the whole program, once, as far as so many states lead, and
for a part of the time; a run that violates something ends there.  If it comes to an end without a gap, each check whose error it
never reached holds in all runs that violate nothing before, and that is what a check has to say.  What it found is part of the
proof.
"""

from __future__ import annotations

from dataclasses import replace

from whet.algorithms.checked import Discharged
from whet.algorithms.exploring import Exploration, exploration_of
from whet.algorithms.invariants import proof_of
from whet.cfa.facts import Facts
from whet.cfa.library import AUTOMATIC, Library
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Call, flatten
from whet.cfa.sites import OmittedCheck, hold, put_in, sites_of
from whet.core.algorithm import Problem
from whet.core.configuration import ChecksOptions, load_configuration
from whet.core.context import Context, LimitReached, SoftLimits
from whet.core.evidence import Proof
from whet.library.effects import Allocates

_SHARES = {"interval": 0.25, "heap": 0.1}
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
        checks, proof = _leave_out_of(put, "interval", problem, options, context)
        rest, analyses = list(put_in(problem.program)), "intervals"
        if rest and _allocates_many(problem.program):
            more, other = _leave_out_of(rest, "heap", problem, options, context)
            left_out = proof.left_out + other.left_out
            analyses = "intervals and graphs of the heap" if more else analyses
            invariants = (*proof.invariants, *other.invariants)
            checks, proof = (*checks, *more), replace(other, invariants=invariants, left_out=left_out)
    left = sites_of(problem.program)
    context.statistics.set("checks", len(put))
    context.statistics.set("discharged_checks", len(put) - len(list(put_in(problem.program))))
    return Discharged(tuple(name for name in sites if name not in left), proof, checks, analyses)


def _allocates_many(program: Program) -> bool:
    """Does it allocate blocks of the heap in a loop, or in a function that may be called again?"""
    facts, library = Facts.of(program), Library()
    for edge in program.edges():
        function = edge.source.function
        for part in flatten(edge.operation):
            if isinstance(part, Call) and isinstance(part.callee, Function) and part.callee.name not in AUTOMATIC:
                effect = None if part.callee.is_defined else library.effect(part.callee, part.arguments)
                is_again = function is not program.main or facts.loops(function).depth(edge.source) > 0
                if isinstance(effect, Allocates) and is_again:
                    return True
    return False


def _leave_out_of(
    put: list[Edge], preset: str, problem: Problem, options: ChecksOptions, context: Context
) -> tuple[tuple[OmittedCheck, ...], Proof]:
    """The checks that are left out, and what they follow from."""
    quick = replace(problem, configuration=load_configuration(preset))
    given = context.hard_limits.cpu_seconds
    seconds = None if given is None else given * _SHARES[preset]
    own = Context(limits=SoftLimits(steps=options.discharge_states, seconds=seconds))
    exploration = exploration_of(quick, own)
    exploration.wanted = _EVERY
    try:
        exploration.explore(exploration.analysis.initial_precision())
    except LimitReached:
        return (), Proof(())
    if exploration.reached.gaps:
        return (), Proof(())
    failing = reached_errors(exploration)
    holding = [edge for edge in put if edge not in failing]
    assumed = [each for component in exploration.analysis.components for each in getattr(component, "assumed", list)()]
    if preset == "heap" and (assumed or len(holding) < len(put)):
        return (), Proof(())
    proof = proof_of(exploration.analysis, exploration.reached, explored=own.steps)
    return hold(problem.program, holding), proof


def reached_errors(exploration: Exploration) -> frozenset[Edge]:
    """The calls that entered error functions."""
    entering = (edge for target in exploration.reached.targets for _, edge in target.parents)
    return frozenset(exploration.program.site_of(edge) for edge in entering)
