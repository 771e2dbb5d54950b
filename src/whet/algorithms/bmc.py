"""Bounded model checking (Biere, Cimatti, Clarke, Zhu: Symbolic model checking without BDDs, TACAS 1999), incrementally.

The bound grows until there is an error within it, or until no run goes beyond it.  The second is the normal end for
programs whose loops are bounded: then the bound is the evidence.
"""

from __future__ import annotations

from whet.algorithms.base_case import BaseCase, Decided, SolverUndecided
from whet.core.algorithm import Problem
from whet.core.context import Context
from whet.core.registry import register_algorithm
from whet.core.result import Reason, Result, Unknown
from whet.encoding.memory import OutOfAddresses
from whet.solvers.port import UnsupportedTerm
from whet.task.messages.unknown import UNROLLED
from whet.task.options import Whole, option
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BmcOptions:
    bound: int = option(0, Whole(), "How many turns of a loop are unrolled at most; 0 is no limit.")


@register_algorithm("bmc", options=BmcOptions)
class BoundedModelChecking:
    """Unroll the program, further and further, and ask a solver for errors."""

    def __init__(self, options: BmcOptions | None = None) -> None:
        self._most = (options or BmcOptions()).bound

    def run(self, problem: Problem, context: Context, /) -> Result:
        try:
            return self._searched(BaseCase(problem, context))
        except (SolverUndecided, UnsupportedTerm, OutOfAddresses) as error:
            return Result(Unknown(Reason.INCOMPLETE, str(error)))

    def _searched(self, base: BaseCase) -> Result:
        for bound in base.bounds(self._most):
            answer = base.within(bound)
            if isinstance(answer, Decided):
                return answer.result
        return Result(Unknown(Reason.BOUND, UNROLLED.format(times=self._most)))
