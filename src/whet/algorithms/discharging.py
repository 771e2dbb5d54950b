"""Checks that a quick analysis shows to hold are left out before other analyses begin.

The analysis is that of the preset ``interval``.  If something is left to be shown, and the program may allocate any number of
blocks, that of the preset ``heap`` follows.  It counts only if it assumes nothing of functions without a body, and, if it does
not exclude all errors, for the checks of which the checker of proofs accepts it.

Each analysis explores the whole program once, with a bound on time, and on states, which grows with the number of checks; a run
that violates something ends there.  If it comes to an end without a gap, each check whose error it never reached holds in all
runs that violate nothing before.  What it found is part of the proof.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from time import process_time

from whet.algorithms.allocation import allocates_many
from whet.algorithms.checked import Discharged
from whet.algorithms.exploring import Exploration, exploration_of
from whet.algorithms.invariants import proof_of
from whet.cfa.model import Edge, Program
from whet.cfa.sites import OmittedCheck, hold, put_in, sites_of
from whet.core.algorithm import Problem
from whet.core.configuration import ChecksOptions, load_configuration
from whet.core.context import Context, LimitReached, SoftLimits
from whet.core.evidence import Proof
from whet.task.records import dataclass

_SHARES = {"interval": 0.25, "heap": 0.1}
"""Of the CPU time: what comes afterwards needs some, too."""
_CHECKING_SECONDS = 1.0
"""For the checker of proofs, if the analysis of the heap does not exclude all errors."""
_FEW_CHECKS = 20
"""The bound on states is for so many checks. The analysis of intervals may have more states where there are more checks."""
_EVERY = 1 << 62
"""No exploration meets so many errors."""


def discharge(problem: Problem, context: Context) -> Discharged:
    """Leave out of the program what holds, in place."""
    options = problem.configuration.section(ChecksOptions)
    if options.discharge == "no":
        return Discharged()
    put, sites = list(put_in(problem.program)), sites_of(problem.program)
    if not put and not allocates_many(problem.program):
        return Discharged()
    context.progress("discharging checks", checks=len(put))
    with context.statistics.time("discharging_seconds"):
        intervals = _leave_out_of(put, "interval", problem, options, context) if put else _Explored()
        left, analyses = sites_of(problem.program), "intervals"
        heaps = _Explored()
        if (left or not put) and allocates_many(problem.program):
            heaps = _leave_out_of(list(put_in(problem.program)), "heap", problem, options, context)
            analyses = "intervals and graphs of the heap" if heaps.checks or heaps.excludes_all else analyses
    invariants = (*intervals.proof.invariants, *heaps.proof.invariants)
    proof = replace(heaps.proof, invariants=invariants, left_out=intervals.proof.left_out + heaps.proof.left_out)
    left = sites_of(problem.program)
    if put:
        context.statistics.set("checks", len(put))
        context.statistics.set("discharged_checks", len(put) - len(list(put_in(problem.program))))
    names = tuple(name for name in sites if name not in left or heaps.excludes_all)
    return Discharged(names, proof, (*intervals.checks, *heaps.checks), analyses, heaps.excludes_all)


@dataclass(frozen=True, slots=True)
class _Explored:
    """The checks that are left out, and what they follow from."""

    checks: tuple[OmittedCheck, ...] = ()
    proof: Proof = Proof(())
    excludes_all: bool = False
    """Does no run violate the property?"""


def _leave_out_of(put: list[Edge], preset: str, problem: Problem, options: ChecksOptions, context: Context) -> _Explored:
    quick = replace(problem, configuration=load_configuration(preset))
    given = context.hard_limits.cpu_seconds
    seconds = None if given is None else given * _SHARES[preset]
    checks = max(len(put), _FEW_CHECKS) if preset == "interval" else _FEW_CHECKS
    own = Context(limits=SoftLimits(steps=options.discharge_states * checks // _FEW_CHECKS, seconds=seconds))
    exploration = exploration_of(quick, own)
    exploration.wanted = _EVERY if put else 1
    try:
        exploration.explore(exploration.analysis.initial_precision())
    except LimitReached:
        return _Explored()
    if exploration.reached.gaps or (exploration.reached.targets and not put):
        return _Explored()
    failing = reached_errors(exploration)
    holding = [edge for edge in put if edge not in failing]
    assumed = [each for component in exploration.analysis.components for each in getattr(component, "assumed", list)()]
    if preset == "heap" and assumed:
        return _Explored()
    proof = proof_of(exploration.analysis, exploration.reached, explored=own.steps)
    excludes_all = preset == "heap" and not exploration.reached.targets
    if preset == "heap" and not excludes_all:
        refuted = _refuted_by_heaps(problem.program, proof)
        holding = [edge for edge in holding if edge in refuted]
        proof = proof if holding else Proof(())
    return _Explored(hold(problem.program, holding), proof, excludes_all)


def _refuted_by_heaps(program: Program, proof: Proof) -> Collection[Edge]:
    """The calls of error functions that the checker of proofs excludes: proofs by other analyses are for the rest."""
    from whet.proofs.heap_state import HeapUnclear
    from whet.proofs.heaps import HeapNotCovered, violations

    end = process_time() + _CHECKING_SECONDS
    try:
        met, _ = violations(program, proof.heaps, lambda: end - process_time())
    except (HeapNotCovered, HeapUnclear):
        return ()
    return {*put_in(program)} - met


def reached_errors(exploration: Exploration) -> frozenset[Edge]:
    """The calls that entered error functions."""
    entering = (edge for target in exploration.reached.targets for _, edge in target.parents)
    return frozenset(exploration.program.site_of(edge) for edge in entering)
