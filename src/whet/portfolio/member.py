"""One configuration of a portfolio: a child process that runs its algorithm on the program that all members share.

The program was read, and the property put into it, before the fork: a member has it without reading or copying anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import TracebackType

from whet.core.algorithm import Problem
from whet.core.context import Context, LimitReached, Progress, SoftLimits
from whet.core.executed import ExecutedCode, ProvedChecks
from whet.core.explanation import Explanation, Refinements
from whet.core.graph_record import GraphRecord
from whet.core.mailbox import Mailbox
from whet.core.news import Logged, Sender, executed_in, graph_in, heard, proved_in, refinements_in
from whet.core.registry import make_algorithm
from whet.core.result import Defect, FalseVerdict, MemberEnd, MemberReport, Reason, Result, TrueVerdict, Unknown
from whet.portfolio.shares import ShareClaim
from whet.runtime.channel import Channel
from whet.runtime.isolation import Child, CpuTimeOut, Crashed, Failed, Finished, Outcome, OutOfMemory, WallTimeOut, start_isolated
from whet.runtime.journal import Journal
from whet.runtime.limits import NO_LIMITS, Limits, Usage
from whet.task.configuration import Configuration
from whet.task.messages.unknown import ELAPSED, MEMORY, TIME
from whet.task.quantities import show_duration, show_size
from whet.task.records import dataclass

_NOTHING = Usage(wall_seconds=0.0, cpu_seconds=0.0, memory_bytes=0)


@dataclass(frozen=True, slots=True)
class MemberOutcome:
    """How a member ended, and its result if it came to one."""

    how: MemberEnd
    result: Result | None = None


class PortfolioMember:
    """Waits, runs, and has ended, in this order.  Used as a context, no process of it is left at the end."""

    def __init__(self, configuration: Configuration, *, weight: int, mailbox: Mailbox) -> None:
        self.name = configuration.name
        self._configuration = configuration
        self.weight = weight
        self._mailbox = mailbox
        self._channel = Channel()
        self._journal = Journal()
        self._child: Child[Result] | None = None
        self._ended: MemberOutcome | None = None
        self._is_suspended = False
        self._limits = NO_LIMITS
        self.phase = "starting"

    @property
    def is_waiting(self) -> bool:
        return self._child is None and self._ended is None

    @property
    def running(self) -> Child[Result] | None:
        """Its process, while it runs."""
        return self._child if self._ended is None else None

    @property
    def usage(self) -> Usage:
        return _NOTHING if self._child is None else self._child.usage

    @property
    def claim(self) -> ShareClaim:
        return ShareClaim(self.weight, self.usage.cpu_seconds, self._ended is not None)

    @property
    def result(self) -> Result | None:
        return None if self._ended is None else self._ended.result

    @property
    def decided(self) -> Result | None:
        """Its result, if that has a verdict."""
        return self.result if self._ended is not None and self._ended.how is MemberEnd.DECIDED else None

    @property
    def refinements(self) -> Refinements:
        return refinements_in(self._journal)

    @property
    def executed(self) -> ExecutedCode | None:
        return executed_in(self._journal)

    @property
    def proved(self) -> ProvedChecks | None:
        return proved_in(self._journal)

    @property
    def graph(self) -> GraphRecord | None:
        return graph_in(self._journal)

    @property
    def report(self) -> MemberReport:
        ended = self._ended or MemberOutcome(MemberEnd.NOT_STARTED)
        verdict = None if ended.result is None else ended.result.verdict
        usage = self.usage
        return MemberReport(
            name=self.name,
            end=ended.how,
            verdict="" if verdict is None else str(verdict),
            detail=self._out_of_time(usage.cpu_seconds) if ended.how is MemberEnd.SHARE_USED else _detail(verdict),
            cpu_seconds=usage.cpu_seconds,
            wall_seconds=usage.wall_seconds,
        )

    def news(self) -> Iterator[Logged]:
        """What it logged since the last call."""
        for news in heard(self._channel):
            match news:
                case Progress(phase=phase):
                    self.phase = phase
                case Logged():
                    yield news

    def begin(self, problem: Problem, limits: Limits, around: Context, *, wants_graph: bool = False) -> None:
        """``around`` is the context of the portfolio."""

        def work() -> Result:
            explanation = Explanation(self._journal, wants_graph=wants_graph)
            return self._work(replace(problem, configuration=self._configuration), around, explanation)

        self._limits = around.given_limits
        self._child = start_isolated(work, limits=limits, own_group=False)

    def look(self) -> None:
        """Notice if it has ended."""
        if (child := self.running) is not None and (outcome := child.poll()) is not None:
            self._ended = self._ended_by(outcome)

    def suspend(self) -> None:
        if (child := self.running) is not None and not self._is_suspended:
            child.suspend()
            self._is_suspended = True

    def resume(self) -> None:
        if (child := self.running) is not None and self._is_suspended:
            child.resume()
            self._is_suspended = False

    def stop(self, ended: MemberOutcome) -> None:
        """End it, if it runs."""
        if (child := self.running) is not None:
            child.stop()
            self._ended = ended

    def stop_at_share(self) -> None:
        self.stop(_unknown(MemberEnd.SHARE_USED, Reason.TIME_OUT, self._out_of_time()))

    def stop_for_wall_time(self) -> None:
        self.stop(_unknown(MemberEnd.STOPPED, Reason.TIME_OUT, self._late()))

    def stop_for_memory(self) -> None:
        self.stop(_unknown(MemberEnd.OUT_OF_MEMORY, Reason.OUT_OF_MEMORY, self._out_of_memory()))

    def _ended_by(self, outcome: Outcome[Result]) -> MemberOutcome:
        match outcome:
            case Finished(value=result):
                return MemberOutcome(_end_of(result), result)
            case CpuTimeOut():
                return _unknown(MemberEnd.SHARE_USED, Reason.TIME_OUT, self._out_of_time())
            case WallTimeOut():
                return _unknown(MemberEnd.STOPPED, Reason.TIME_OUT, self._late())
            case OutOfMemory():
                return _unknown(MemberEnd.OUT_OF_MEMORY, Reason.OUT_OF_MEMORY, self._out_of_memory())
            case Crashed() as crash:
                return MemberOutcome(MemberEnd.CRASHED, Result(Defect(f"crash: {crash.name}", self._while(str(crash)))))
            case Failed(message=message, traceback=trace):
                return MemberOutcome(MemberEnd.CRASHED, Result(Defect("internal", message, trace)))

    def _out_of_time(self, used: float | None = None) -> str:
        """As a reason of the whole run the limit of that is named; in the report of the member, what it used itself."""
        seconds = self._limits.cpu_seconds if used is None else None
        return TIME.format(time=show_duration(round(seconds or used or self.usage.cpu_seconds, 1)), phase=self.phase)

    def _late(self) -> str:
        return ELAPSED.format(time="the elapsed time", phase=self.phase)

    def _out_of_memory(self) -> str:
        amount = "memory" if self._limits.memory_bytes is None else f"{show_size(self._limits.memory_bytes)} of memory"
        return MEMORY.format(amount=amount, phase=self.phase)

    def _while(self, what: str) -> str:
        return f"{what} while {self.phase}"

    def __enter__(self) -> PortfolioMember:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop(MemberOutcome(MemberEnd.STOPPED))
        with self._channel, self._journal:
            pass

    def _work(self, problem: Problem, around: Context, explanation: Explanation) -> Result:
        context = Context(
            limits=SoftLimits(steps=self._configuration.limits.states or None),
            observer=Sender(self._channel),
            level=around.level,
            explanation=explanation,
            mailbox=self._mailbox,
        )
        context.execution = around.execution
        try:
            result = make_algorithm(self._configuration).run(problem, context)
        except LimitReached as limit:
            result = Result(Unknown(limit.reason, limit.detail))
        return result.with_statistics(context.statistics.to_dict())


def _unknown(how: MemberEnd, reason: Reason, detail: str) -> MemberOutcome:
    return MemberOutcome(how, Result(Unknown(reason, detail)))


def _end_of(result: Result) -> MemberEnd:
    match result.verdict:
        case TrueVerdict() | FalseVerdict():
            return MemberEnd.DECIDED
        case Unknown():
            return MemberEnd.UNKNOWN
        case _:
            return MemberEnd.CRASHED


def _detail(verdict: object) -> str:
    match verdict:
        case Unknown(detail=text) | Defect(message=text):
            return text
        case _:
            return ""
