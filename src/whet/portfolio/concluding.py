"""From what the members of a portfolio came to, to one result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from whet.core.context import Context
from whet.core.result import Defect, PortfolioReport, Reason, Result, Unknown, Verdict
from whet.portfolio.member import PortfolioMember
from whet.task.messages.unknown import CONTRADICTION


def conclude(members: Sequence[PortfolioMember], context: Context) -> Result:
    """The result of the first member with a verdict; if none has one, that of the member whose reason tells most.

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
    if (graph := speaker.graph) is not None:
        context.explanation.explored(lambda: graph)
    if decided:
        return replace(result, portfolio=_report(speaker, members))
    return replace(result, verdict=_said_by(speaker, result.verdict), portfolio=_report(None, members))


def _report(winner: PortfolioMember | None, members: Sequence[PortfolioMember]) -> PortfolioReport:
    return PortfolioReport(None if winner is None else winner.name, tuple(member.report for member in members))


def _who_tells_most(members: Sequence[PortfolioMember]) -> PortfolioMember | None:
    """More time or memory may help if a limit ended one of them; a crash is told only if there is nothing else to tell.  Of
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
    """A sentence that begins with its place goes on doing so."""
    match verdict:
        case Unknown(detail=detail):
            return replace(verdict, detail=f"{detail} ({speaker.name})")
        case Defect(message=message):
            return replace(verdict, message=f"{speaker.name}: {message}")
        case _:
            return verdict
