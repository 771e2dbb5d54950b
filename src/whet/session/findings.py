"""All findings of a program, and what is proved of the rest: verification again and again, of fewer and fewer sites.

A site is a place where something is checked (``cfa.sites``).  A round verifies a group of sites and takes all others for granted.
What it finds is a finding, and its site leaves the group; a proof is one of all sites of the group; and a group that is neither
is divided, because one site that is hard may hide others that are not.  Rounds share the CPU time: each may use half of what is
left, so that the first is not the last.

That sites of different groups take each other for granted is no circle: see ``cfa.sites``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace

from whet.cfa.sites import site_name
from whet.core.result import FalseVerdict, Reason, Result, TrueVerdict, Unknown
from whet.report.lines import grouped_by_place, reason_lines
from whet.report.sources import Sources
from whet.report.summary import Summary, summarise
from whet.runtime.limits import Limits
from whet.task.records import dataclass
from whet.task.task import Task

_LEAST = 1.0
"""Seconds of CPU time with which a round may find something out."""


@dataclass(slots=True)
class Findings:
    """What is known of each site, by its name."""

    result: Result
    """What is said of the program as a whole."""
    violations: list[Result] = field(default_factory=list)
    """Each with one site at which something goes wrong, in the order in which they were found."""
    proved: list[str] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)

    @property
    def places(self) -> int:
        """Everywhere that something is checked."""
        return len(self.violations) + len(self.proved) + len(self.undecided)

    def to_json(self) -> dict[str, object]:
        told = [result.to_json() for result in self.violations]
        keys = (
            "violation",
            "code",
            "cwe",
            "check",
            "place",
            "property",
            "inputs",
            "arguments",
            "events",
            "evidence",
            "compiled_replay",
        )
        return {
            "findings": [{key: each[key] for key in keys if key in each} for each in told],
            "proved_places": self.proved,
            "undecided_places": self.undecided,
        }

    def lines(self) -> Iterator[str]:
        """Each finding with its inputs; then what is known of all other places."""
        for each in self.violations or [self.result]:
            yield from reason_lines(each)
        yield f"Proved: {len(self.proved)} of {self.places} places"
        yield from (f"Proved: {site}" for site in self.proved)
        if self.undecided:
            yield f"Undecided: {len(self.undecided)} of {self.places} places"
        yield from (f"Undecided: {line}" for line in grouped_by_place(self.undecided))


class Search:
    """The rounds of one task; used once.  ``verify`` verifies the program with some sites granted."""

    def __init__(self, verify: Callable[[tuple[str, ...], Limits], Result], limits: Limits, first: Result) -> None:
        assert first.checked is not None
        self._verify = verify
        self._limits = limits
        self._used = _seconds(first)
        self._sites = first.checked.sites
        self._groups: deque[Sequence[str]] = deque([self._sites])
        self._found = Findings(first, proved=list(first.checked.discharged))
        self._checked = first.checked
        self._unknown: Result | None = None

    def run(self) -> Findings:
        while self._groups and self._left() > _LEAST:
            self._round(self._groups.popleft())
        self._found.undecided += [site for group in self._groups for site in group]
        # FALSE with the first finding, TRUE if everything is proved, otherwise what the last round that failed says.
        if self._found.violations:
            whole = self._found.violations[0]
        elif self._found.undecided and self._unknown is not None:
            whole = self._unknown
        else:
            whole = self._found.result
        self._found.result = replace(whole, checked=self._checked)
        return self._found

    def _left(self) -> float:
        return float("inf") if self._limits.cpu_seconds is None else self._limits.cpu_seconds - self._used

    def _round(self, group: Sequence[str]) -> None:
        others = tuple(site for site in self._sites if site not in group)
        result = self._verify(others, self._share(group))
        self._used += _seconds(result)
        match result.verdict:
            case TrueVerdict():
                self._found.proved += group
                self._found.result = result
            case FalseVerdict(place=place, site=site, check=check):
                self._found.violations.append(result)
                self._without(site_name(site or place, check), group)
            case Unknown(reason=Reason.BOUNDED):
                self._unknown = result
                self._found.undecided += group
            case _ if len(group) > 1:
                self._unknown = result
                self._groups += [group[: len(group) // 2], group[len(group) // 2 :]]
            case _:
                self._unknown = result
                self._found.undecided += group

    def _without(self, failing: str, group: Sequence[str]) -> None:
        """Go on with the others; where the error has no site of its own, it cannot be told apart from them."""
        if failing in group:
            self._groups.appendleft([site for site in group if site != failing])
        else:
            self._found.undecided += group

    def _share(self, group: Sequence[str]) -> Limits:
        """The last site of all may use what is left."""
        limits, left = self._limits, self._left()
        if limits.cpu_seconds is None:
            return limits
        is_last = len(group) <= 1 and not self._groups
        return replace(limits, cpu_seconds=max(left if is_last else left / 2, _LEAST))


def summary_of(task: Task, findings: Findings, sources: Sources, *, name: str | None = None) -> Summary:
    """For reports."""
    return summarise(
        task,
        findings.result,
        sources,
        name=name,
        violations=findings.violations,
        proved=findings.proved,
        undecided=findings.undecided,
    )


def _seconds(result: Result) -> float:
    return float(result.statistics.get("cpu_seconds", 0.0))
