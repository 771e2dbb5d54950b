"""Runs the members of a portfolio on one task until one of them has a verdict.

In a schedule, a rule says which members run now, and the others are suspended.  Otherwise members begin in the order of the
portfolio, as soon as a place is free, and the CPU time is divided by shares (``portfolio.shares``): a member that used its share
is stopped, and what a member leaves is divided between the others.  When memory runs out, the member that uses most of it is
stopped.  The contest ends itself a little before the limits that hold for all of it, so that it can still report the end of each
member.

Invariant: when ``run_contest`` returns or raises, every process of a member has ended.
"""

from __future__ import annotations

import math
import os
import select
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from whet.core.algorithm import Problem
from whet.core.context import Context
from whet.core.mailbox import Alone
from whet.core.result import MemberEnd, Result
from whet.portfolio.concluding import conclude
from whet.portfolio.exchange import Exchange
from whet.portfolio.member import MemberOutcome, PortfolioMember
from whet.portfolio.shares import ShareClaim, allotments
from whet.runtime.limits import Limits, Looks, Usage
from whet.runtime.processes import read_member, reaped_seconds
from whet.task.records import dataclass

_RESERVE = 0.05
"""The part of CPU time and memory that is kept back for what is done after the contest."""
_WALL_RESERVE = 0.2
"""The same of elapsed time: others may use the machine, too."""
_LONGEST_RESERVE = 0.8
"""Seconds."""
_SHORTEST_PAUSE = 0.01
"""Seconds between two looks in a schedule, however little of the slice is left."""


@dataclass(frozen=True, slots=True)
class ActiveMembers:
    """The members that run now, by number, and the seconds of CPU time after which to choose again."""

    members: tuple[int, ...]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestRules:
    shares: Sequence[int]
    """Of the CPU time, by member; empty if all have the same."""
    places: int
    """How many run at once."""
    head_start: float = 0.0
    """Seconds of CPU time that the first may use before others begin."""
    exchange: bool = True
    """Do members tell each other what they find out?"""
    word: str = "running"
    """The word for it in progress lines."""
    choose_active: Callable[[Sequence[ShareClaim]], ActiveMembers] | None = None
    """In a schedule: chooses the members that run now."""


def run_contest(problem: Problem, context: Context, rules: ContestRules) -> Result:
    """The result of the first member with a verdict."""
    configurations = problem.configuration.members
    with ExitStack() as stack:
        exchange = stack.enter_context(Exchange(each.name for each in configurations))
        shares = rules.shares or [1] * len(configurations)
        boxes = [exchange.mailbox(each.name) if rules.exchange else Alone() for each in configurations]
        members = [
            stack.enter_context(PortfolioMember(configuration, weight=share, mailbox=box))
            for configuration, share, box in zip(configurations, shares, boxes, strict=True)
        ]
        contest = _Contest(problem, context, rules, members)
        contest.run()
        return conclude(members, context)


class _Contest:
    def __init__(self, problem: Problem, context: Context, rules: ContestRules, members: Sequence[PortfolioMember]) -> None:
        self._problem = problem
        self._context = context
        self._rules = rules
        self._members = members
        limits = context.hard_limits
        memory = limits.memory_bytes
        self._limits = Limits(
            cpu_seconds=_less(limits.cpu_seconds, _RESERVE),
            wall_seconds=_less(limits.wall_seconds, _WALL_RESERVE),
            memory_bytes=None if memory is None else int(memory * (1 - _RESERVE)),
        )
        self._looks = Looks(self._limits)
        self._reaped_before = reaped_seconds()
        self._seconds_of_turn = math.inf

    def run(self) -> None:
        while not any(member.decided for member in self._members) and not self._time_is_up():
            self._begin_those_that_may()
            if not self._running():
                break
            # Until one of them has something to say, or it is time to look.
            poller = select.poll()
            for child in (member.running for member in self._members):
                if child is not None:
                    poller.register(child, select.POLLIN)
            pause = min(self._looks.pause(self._usage()), max(_SHORTEST_PAUSE, self._seconds_of_turn))
            poller.poll(pause * 1000)
            self._look()
            self._stop_those_that_must()
        for member in self._members:
            if self._time_is_up():
                member.stop_for_wall_time()
            member.stop(MemberOutcome(MemberEnd.STOPPED))

    def _running(self) -> list[PortfolioMember]:
        return [member for member in self._members if member.running is not None]

    def _time_is_up(self) -> bool:
        limit = self._limits.wall_seconds
        return limit is not None and self._context.wall_seconds > limit

    def _begin_those_that_may(self) -> None:
        if self._rules.choose_active is None:
            waiting = [member for member in self._members if member.is_waiting]
            self._begin(waiting[: self._free_places()])
            return
        active = self._rules.choose_active([member.claim for member in self._members])
        self._seconds_of_turn = active.seconds
        for number, member in enumerate(self._members):
            if number not in active.members:
                member.suspend()
            elif member.is_waiting:
                self._begin([member])
            else:
                member.resume()

    def _begin(self, members: Sequence[PortfolioMember]) -> None:
        wants_graph = self._context.explanation.wants_graph
        for member in members:
            member.begin(self._problem, self._limits_of_each(), self._context, wants_graph=wants_graph)

    def _free_places(self) -> int:
        running = len(self._running())
        first = self._members[0]
        if first.is_waiting or (first.running is not None and first.usage.cpu_seconds < self._rules.head_start):
            return 1 - running
        return max(0, self._rules.places - running)

    def _limits_of_each(self) -> Limits:
        """Those that a member enforces itself, in case the contest does not stop it."""
        return Limits(cpu_seconds=self._limits.cpu_seconds, memory_bytes=self._limits.memory_bytes)

    def _look(self) -> None:
        """Ask every member.  Members that are found ended in the same look ended at the same time."""
        for member in self._members:
            member.look()
            for logged in member.news():
                self._context.log(logged.level, f"{member.name}: {logged.text}")
        phases = ", ".join(f"{member.name} {member.phase}" for member in self._running())
        self._context.progress(f"{self._rules.word} ({phases})")

    def _stop_those_that_must(self) -> None:
        if (seconds := self._seconds_for_members()) is not None:
            claims = [member.claim for member in self._members]
            is_over = sum(claim.used for claim in claims) >= seconds
            allotted = (
                allotments(seconds, claims) if self._rules.choose_active is None else [0.0 if is_over else math.inf] * len(claims)
            )
            for member, most in zip(self._members, allotted, strict=True):
                if member.running is not None and member.usage.cpu_seconds >= most:
                    member.stop_at_share()
        limit = self._limits.memory_bytes
        if limit is not None and self._usage().memory_bytes > limit:
            max(self._running(), key=lambda member: member.usage.memory_bytes).stop_for_memory()

    def _seconds_for_members(self) -> float | None:
        """The CPU seconds that all members may use together: the limit without the time of this process and of the children that
        ended before the contest."""
        limit = self._limits.cpu_seconds
        return None if limit is None else max(0.0, limit - time.process_time() - self._reaped_before)

    def _usage(self) -> Usage:
        usages = [member.usage for member in self._members]
        own = read_member(os.getpid())
        memory = sum(member.usage.memory_bytes for member in self._running())
        return Usage(
            wall_seconds=self._context.wall_seconds,
            cpu_seconds=time.process_time() + self._reaped_before + sum(usage.cpu_seconds for usage in usages),
            memory_bytes=memory + (0 if own is None else own.memory_bytes),
        )


def _less(seconds: float | None, part: float) -> float | None:
    return None if seconds is None else seconds - min(part * seconds, _LONGEST_RESERVE)
