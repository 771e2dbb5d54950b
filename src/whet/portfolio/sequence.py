"""A sequence: members of a portfolio run one after the other, and the first verdict is the result."""

from __future__ import annotations

from whet.core.algorithm import Problem
from whet.core.configuration import PortfolioOptions
from whet.core.context import Context
from whet.core.registry import register_algorithm
from whet.core.result import Result
from whet.portfolio.contest import ContestRules, run_contest
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceOptions(PortfolioOptions):
    pass


@register_algorithm("sequence", options=SequenceOptions)
class InSequence:
    """Run the members of a portfolio one after the other, until one has a verdict."""

    def __init__(self, options: SequenceOptions | None = None) -> None:
        self._options = options or SequenceOptions()

    def run(self, problem: Problem, context: Context, /) -> Result:
        return run_contest(problem, context, ContestRules(shares=self._options.shares, places=1))
