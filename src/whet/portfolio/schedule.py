"""A schedule: members of a portfolio run in time slices of a given order (Kadioglu et al.: Algorithm Selection and Scheduling, CP
2011).  Who is not in its slice is suspended, and resumes where it was.

The slices are short at first, because most answers come early.  After them, members share what is left by their weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from whet.core.algorithm import Problem
from whet.core.configuration import PortfolioOptions
from whet.core.context import Context
from whet.core.registry import register_algorithm
from whet.core.result import Result
from whet.portfolio.contest import ActiveMembers, ContestRules, run_contest
from whet.portfolio.shares import ShareClaim
from whet.task.errors import TaskError, suggestion
from whet.task.options import Whole, option
from whet.task.properties import ASSERTION
from whet.task.quantities import parse_duration, show_duration
from whet.task.records import dataclass

_TAIL_SLICE = 2.0
"""Seconds for a weight of one, after the slices."""


@dataclass(frozen=True, slots=True)
class Slice:
    """CPU time for a member."""

    member: str
    seconds: float

    def __str__(self) -> str:
        return f"{self.member}:{show_duration(self.seconds)}"


@dataclass(frozen=True, slots=True)
class Slices:
    """A list such as ``ki:2s``; on a command line with commas between them."""

    name: ClassVar[str] = "list of member:duration"

    def value(self, raw: object) -> tuple[Slice, ...]:
        listed = raw if not isinstance(raw, str) else raw.split(",") if raw else []
        if not isinstance(listed, list):
            raise ValueError(f"{raw!r} is not a list of slices such as ki:2s")
        return tuple(map(_slice, listed))

    def text(self, value: object) -> str:
        return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _slice(raw: object) -> Slice:
    member, colon, time = str(raw).strip().partition(":")
    if not colon:
        raise ValueError(f"'{raw}' is not a slice such as ki:2s")
    return Slice(member, parse_duration(time))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleOptions(PortfolioOptions):
    slices: tuple[Slice, ...] = option(
        (), Slices(), "Which member runs for how much CPU time, in this order; members then share the rest by their shares."
    )
    checking_slices: tuple[Slice, ...] = option(
        (), Slices(), "The same where more is checked than assertions and calls of error functions; without it, slices."
    )
    processors: int = option(1, Whole(1), "How many members run at once.")
    execution_factor: int = option(
        8,
        Whole(1),
        "How many times as long slices of runs are, and its share, if the program may be executed: gcc needs some of the time.",
    )


@register_algorithm("schedule", options=ScheduleOptions)
class Schedule:
    """Run the members of a portfolio in time slices, until one has a verdict."""

    def __init__(self, options: ScheduleOptions | None = None) -> None:
        self._options = options or ScheduleOptions()

    def run(self, problem: Problem, context: Context, /) -> Result:
        options = self._options
        names = [member.name for member in problem.configuration.members]
        is_only_assertion = problem.task.property.checks == (ASSERTION,)
        slices = options.slices if is_only_assertion else options.checking_slices or options.slices
        for each in (*options.slices, *options.checking_slices):
            if each.member not in names:
                raise TaskError(f"schedule.slices: '{each.member}' is no member of the portfolio{suggestion(each.member, names)}")
        factors = self._factors(problem, context)
        numbered = [(at, each.seconds * factors[at]) for each in slices for at in [names.index(each.member)]]
        rules = ContestRules(
            shares=[share * factor for share, factor in zip(options.shares or [1] * len(names), factors, strict=True)],
            places=options.processors,
            word="running",
            choose_active=lambda claims: turn(numbered, claims, places=options.processors),
        )
        return run_contest(problem, context, rules)

    def _factors(self, problem: Problem, context: Context) -> list[int]:
        """By member: of the time of its slices, and of its share."""
        most = 1 if context.execution is None else self._options.execution_factor
        return [most if member.algorithm == "runs" else 1 for member in problem.configuration.members]


def turn(slices: Sequence[tuple[int, float]], claims: Sequence[ShareClaim], *, places: int) -> ActiveMembers:
    """The members that run now, by number: those of the first slices that are not used up, then those that have used the least
    for their weight."""
    chosen: dict[int, float] = {}
    until = [0.0] * len(claims)
    for member, seconds in slices:
        until[member] += seconds
        left = until[member] - claims[member].used
        if left > 0 and not claims[member].has_ended and member not in chosen and len(chosen) < places:
            chosen[member] = left
    waiting = [number for number, claim in enumerate(claims) if not claim.has_ended and number not in chosen]
    slice_of = [_TAIL_SLICE * claim.weight for claim in claims]
    rounds = [max(0.0, claim.used - end) // size for claim, end, size in zip(claims, until, slice_of, strict=True)]
    for member in sorted(waiting, key=lambda number: rounds[number])[: places - len(chosen)]:
        chosen[member] = until[member] + (rounds[member] + 1) * slice_of[member] - claims[member].used
    return ActiveMembers(tuple(chosen), min(chosen.values(), default=0.0))
