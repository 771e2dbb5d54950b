"""Runs the members of a portfolio on one task until one of them has a verdict.

In a schedule, a rule chooses which members run now, and the others are suspended.  Otherwise members begin in the order of the
portfolio, as soon as a place is free, and the CPU time is divided by shares (``portfolio.shares``): a member that used its
share is stopped, and what it leaves is divided between the others.  When memory runs out, the member that uses most of it is
stopped. The contest ends a little before the limits that hold for all of it, so that it can still report the end of each
member.

Each member writes messages to a journal of its own that all others can read: a file in memory, made before the first of them
begins.  A late member finds the earlier ones, and they outlive their sender.

Invariant: when ``run_contest`` returns or raises, every process of a member has ended.
"""

from __future__ import annotations

import math
import os
import select
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pickle import UnpicklingError
from types import TracebackType

from whet.core.algorithm import Problem
from whet.core.context import Context
from whet.core.mailbox import Alone, Message, MessageKind, Published
from whet.core.result import Defect, MemberEnd, PortfolioReport, Reason, Result, Unknown, Verdict
from whet.portfolio.member import MemberOutcome, PortfolioMember
from whet.portfolio.shares import ShareClaim, allotments
from whet.runtime.journal import Journal
from whet.runtime.limits import Limits, Looks, Usage
from whet.runtime.processes import read_member, reaped_seconds
from whet.task.messages.unknown import CONTRADICTION
from whet.task.records import dataclass


def conclude(members: Sequence[PortfolioMember], context: Context) -> Result:
    """The result of the first member with a verdict; if none has one, that of the member with the most informative reason.

    Verdicts that exclude each other are no verdict."""
    decided = [member for member in members if member.decided is not None]
    if len({type(result.verdict) for member in decided if (result := member.decided) is not None}) > 1:
        said = " and ".join(f"{member.name} says {member.report.verdict}" for member in decided)
        return Result(Unknown(Reason.CONTRADICTION, CONTRADICTION.format(members=said)), portfolio=_report(None, members))
    speaker = decided[0] if decided else _who_tells_most(members)
    if speaker is None or (result := speaker.result) is None:
        return Result(Unknown(Reason.TIME_OUT, "no member of the portfolio could start"), portfolio=_report(None, members))
    context.explanation.adopt(speaker.refinements)
    for code in (member.executed for member in members):
        if code is not None:
            context.explanation.executed(code)
    for checks in (member.proved for member in members):
        if checks is not None:
            context.explanation.proved(checks)
    if (graph := speaker.graph) is not None:
        context.explanation.explored(lambda: graph)
    if decided:
        return replace(result, portfolio=_report(speaker, members))
    return replace(result, verdict=_said_by(speaker, result.verdict), portfolio=_report(None, members))


def _report(winner: PortfolioMember | None, members: Sequence[PortfolioMember]) -> PortfolioReport:
    return PortfolioReport(None if winner is None else winner.name, tuple(member.report for member in members))


def _who_tells_most(members: Sequence[PortfolioMember]) -> PortfolioMember | None:
    """More time or memory may help if a limit ended one of them; a crash is reported only if there is no other reason.  Of
    several the one with the largest share speaks."""
    ended = [member for member in members if member.result is not None]
    return min(ended, key=lambda member: (_rank(member.result), -member.weight), default=None)


def _rank(result: Result | None) -> int:
    match result:
        case Result(verdict=Unknown(reason=reason)):
            return 0 if reason.is_limit else 1
        case _:
            return 2


def _said_by(speaker: PortfolioMember, verdict: Verdict) -> Verdict:
    """A sentence that begins with its place keeps it there."""
    match verdict:
        case Unknown(detail=detail):
            return replace(verdict, detail=f"{detail} ({speaker.name})")
        case Defect(message=message):
            return replace(verdict, message=f"{speaker.name}: {message}")
        case _:
            return verdict


class SharedMailbox:
    """The mailbox of one member."""

    def __init__(self, name: str, journals: Mapping[str, Journal]) -> None:
        self._name = name
        self._own = journals[name]
        self._others = {other: journal for other, journal in journals.items() if other != name}
        self._positions = dict.fromkeys(self._others, 0)
        self._unread: list[Message] = []

    def publish(self, kind: MessageKind, data: Published, /) -> None:
        self._own.write(Message(self._name, kind, data))

    def read(self, *kinds: MessageKind) -> list[Message]:
        messages = [*self._unread, *(message for name in self._others for message in self._from(name))]
        self._unread = [message for message in messages if kinds and message.kind not in kinds]
        return [message for message in messages if not kinds or message.kind in kinds]

    def _from(self, name: str) -> list[Message]:
        try:
            entries, self._positions[name] = self._others[name].entries_from(self._positions[name])
        except (UnpicklingError, EOFError, ValueError):  # its end was read while it was being written: next time
            return []
        return [entry for entry in entries if isinstance(entry, Message)]


class Exchange:
    """The journals of all members, until the end of the ``with`` block."""

    def __init__(self, names: Iterable[str]) -> None:
        self._journals = {name: Journal() for name in names}

    def mailbox(self, name: str) -> SharedMailbox:
        return SharedMailbox(name, self._journals)

    def __enter__(self) -> Exchange:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with ExitStack() as stack:
            for journal in self._journals.values():
                stack.enter_context(journal)


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
    """Do members exchange what they find out?"""
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
