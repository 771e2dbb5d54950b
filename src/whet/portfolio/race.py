"""A race: members of a portfolio run beside each other, and the first verdict is the result."""

from __future__ import annotations

import os

from whet.core.algorithm import Problem
from whet.core.configuration import PortfolioOptions
from whet.core.context import Context
from whet.core.registry import register_algorithm
from whet.core.result import Result
from whet.portfolio.contest import ContestRules, run_contest
from whet.task.options import Choice, Duration, Whole, option
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceOptions(PortfolioOptions):
    processors: int = option(
        0,
        Whole(),
        "How many members run at once, if the CPU time is limited; 0 is as many as there are processors. Without a limit all run "
        "at once.",
    )
    exchange: str = option("yes", Choice(("yes", "no")), "Whether members tell each other what they find out.")
    head_start: float | None = option(0.0, Duration(), "CPU time that the first member may use before others begin.")


@register_algorithm("race", options=RaceOptions)
class Race:
    """Run the members of a portfolio beside each other, until one has a verdict."""

    def __init__(self, options: RaceOptions | None = None) -> None:
        self._options = options or RaceOptions()

    def run(self, problem: Problem, context: Context, /) -> Result:
        options = self._options
        is_limited = context.hard_limits.cpu_seconds is not None
        # That this process may use.
        places = (options.processors or len(os.sched_getaffinity(0))) if is_limited else len(problem.configuration.members)
        rules = ContestRules(
            shares=options.shares,
            places=places,
            head_start=options.head_start or 0.0,
            word="racing",
            exchange=options.exchange == "yes",
        )
        return run_contest(problem, context, rules)
