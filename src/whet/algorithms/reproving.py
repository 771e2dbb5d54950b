"""Is an earlier proof still one?  The evidence of a TRUE is carried over to a program that was edited, and checked there.

What is carried over (``location_names.moved``) may be wrong for the new program, or too weak, and nothing of it is believed: the
check of proofs (``proofs``) decides, on the program as it is now, and if it does not accept there is no verdict.
"""

from __future__ import annotations

import time

from whet.algorithms.assumptions import assumptions_in
from whet.algorithms.checked import checked_in
from whet.algorithms.engine import with_premises
from whet.algorithms.location_names import LocationNames, moved
from whet.algorithms.proving import check_limits, checked_apart
from whet.algorithms.summarised import checked_with
from whet.algorithms.targets import targets_of
from whet.cfa.model import Program
from whet.checks.insertion import put_checks
from whet.core.algorithm import Problem
from whet.core.configuration import EngineChoice
from whet.core.context import Context
from whet.core.evidence import Proof, Unrolled
from whet.core.result import ProofAccepted, Reason, Result, TrueVerdict, Unknown
from whet.pointers.regions import Regions
from whet.proofs.check import CheckAccepted, CheckRejected, CheckUndecided
from whet.task.configuration import Configuration
from whet.task.records import dataclass
from whet.task.task import Task

_LEAST = 5.0
_SHARE = 0.3
"""The part of the time that the check may take: if it does not accept, a search needs the rest."""


@dataclass(frozen=True, slots=True)
class EarlierProof:
    """An engine: TRUE if the evidence is still a proof, otherwise UNKNOWN."""

    evidence: Proof | Unrolled
    layout: LocationNames

    def __call__(self, program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
        evidence = moved(self.evidence, self.layout, program) if isinstance(self.evidence, Proof) else self.evidence
        put_checks(program, targets_of(task.property), Regions)
        checked, said = checked_with(Problem(program, task, configuration), evidence)
        limits, began = context.hard_limits, time.monotonic()
        context.progress("checking the earlier proof")
        seconds = 4 * _LEAST if limits.cpu_seconds is None else max(_LEAST, _SHARE * limits.cpu_seconds)
        match checked_apart(checked, said, check_limits(context, seconds), EngineChoice.of(configuration)):
            case CheckAccepted(obligations=obligations):
                accepted = ProofAccepted(obligations=obligations, seconds=time.monotonic() - began)
                result = Result(TrueVerdict(), tuple(assumptions_in(program)), evidence=evidence, proof_check=accepted)
                return with_premises(result.with_checked(checked_in(program, task.property)), program)
            case CheckUndecided(reason=reason) | CheckRejected(what=reason):
                return Result(Unknown(Reason.NOT_PROVED, f"the earlier proof is none any more: {reason}"))
