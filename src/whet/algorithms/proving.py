"""A TRUE does not leave without a check of its proof, by code that does not know how it was found (``proofs``).

A proof that is accepted is marked so.  One that cannot be decided in time is marked as unchecked, or, if that is asked for
(``proofs.check=strict``), there is no verdict.  A proof that is rejected is a defect of the analysis or of the check, so there
is no verdict either; the evidence stays with the result, for inspection.
"""

from __future__ import annotations

import time
from dataclasses import replace

from whet.cfa.model import Program
from whet.core.configuration import EngineChoice, ProofOptions
from whet.core.context import Context
from whet.core.evidence import Proof, Unrolled
from whet.core.result import ProofAccepted, ProofUnchecked, Reason, Result, TrueVerdict, Unknown
from whet.proofs.check import CheckAccepted, CheckAnswer, CheckRejected, CheckUndecided, check_proof
from whet.runtime.isolation import CpuTimeOut, Crashed, Failed, Finished, OutOfMemory, WallTimeOut, run_isolated
from whet.runtime.limits import Limits, elapsed_limit
from whet.runtime.processes import reaped_seconds
from whet.task.configuration import Configuration
from whet.task.messages.unknown import NO_PROOF_MEMORY, NO_PROOF_TIME, PROOF_REJECTED
from whet.task.quantities import show_duration

_LEAST_SECONDS = 5.0
_SHARE = 0.5
"""Of the CPU time that there is for all, as far as the search left it."""
_MOST_SHARE = 60.0
_KEPT_SECONDS = 0.5
"""What is left of the time for telling the result."""
_KEPT_ELAPSED = 4.0
"""Of the time that may pass: a verdict is worth more than its check."""


def with_checked_proof(result: Result, program: Program, configuration: Configuration, context: Context) -> Result:
    """The same if it is not TRUE or the check is switched off."""
    options = configuration.section(ProofOptions)
    if not isinstance(result.verdict, TrueVerdict) or options.check == "no":
        return result
    context.progress("checking the proof")
    before = reaped_seconds()
    # Seconds for the check.
    used = context.seconds + reaped_seconds()
    limit = context.hard_limits.cpu_seconds
    share = min(_MOST_SHARE, _SHARE * (limit or 0.0))
    wanted = max(_LEAST_SECONDS, used, share) if options.check_time is None else options.check_time
    limits = check_limits(context, wanted if limit is None else min(wanted, limit - used - _KEPT_SECONDS))
    found = (
        CheckUndecided("the analysis tells no proof")
        if not isinstance(result.evidence, Proof | Unrolled)
        else checked_apart(program, result.evidence, limits, EngineChoice.of(configuration))
    )
    seconds = reaped_seconds() - before
    context.statistics.set("checking_proof_seconds", round(seconds, 3))
    is_strict = options.check == "strict"
    match found:
        case CheckAccepted(obligations=obligations):
            return replace(result, proof_check=ProofAccepted(obligations=obligations, seconds=seconds))
        case CheckUndecided(reason=reason):
            unchecked = replace(result, proof_check=ProofUnchecked(reason=reason, seconds=seconds))
            return replace(unchecked, verdict=Unknown(Reason.NOT_PROVED, reason)) if is_strict else unchecked
        case CheckRejected(what=what, place=place):
            detail = PROOF_REJECTED.format(what=what)
            return replace(result, verdict=Unknown(Reason.REJECTED, detail, place))


def check_limits(context: Context, seconds: float) -> Limits:
    """For so many seconds of CPU time; no more time may pass than is left."""
    hard = context.hard_limits
    elapsed = elapsed_limit(seconds)
    if hard.wall_seconds is not None:
        elapsed = min(elapsed, hard.wall_seconds - context.wall_seconds - _KEPT_ELAPSED)
    memory = None if hard.memory_bytes is None else hard.memory_bytes // 2
    return Limits(cpu_seconds=seconds, wall_seconds=elapsed, memory_bytes=memory)


def checked_apart(program: Program, evidence: Proof | Unrolled, limits: Limits, engine: EngineChoice) -> CheckAnswer:
    """In a process of its own: what a solver does there to time and memory must not cost the verdict."""
    seconds, before = limits.cpu_seconds or 0.0, reaped_seconds()
    if min(seconds, limits.wall_seconds or seconds) <= 0:
        return _out_of_time(0.0, seconds)
    match run_isolated(lambda: _check_in_child(program, evidence, seconds, engine), limits=limits):
        case Finished(value=found) if found != CheckUndecided(NO_PROOF_TIME):
            return found
        case Finished() | CpuTimeOut() | WallTimeOut():
            return _out_of_time(reaped_seconds() - before, seconds)
        case OutOfMemory():
            return CheckUndecided(NO_PROOF_MEMORY)
        case Crashed() as crash:
            return CheckUndecided(f"the check ended with {crash.name}")
        case Failed(message=message):
            return CheckUndecided(f"the check failed: {message}")


def _out_of_time(used: float, given: float) -> CheckUndecided:
    used, given = max(0.0, used), max(0.0, given)
    return CheckUndecided(NO_PROOF_TIME.format(used=show_duration(round(used, 1)), given=show_duration(round(given, 1))))


def _check_in_child(program: Program, evidence: Proof | Unrolled, seconds: float, engine: EngineChoice) -> CheckAnswer:
    began = time.process_time()
    return check_proof(program, evidence, lambda: seconds - (time.process_time() - began), engine)
