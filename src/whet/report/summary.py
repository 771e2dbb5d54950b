"""What one verification leaves for reports (SARIF, JUnit, a baseline), as plain data that can be kept and read again.

Invariant: a check counts as passed only if a proof says so (``Summary.word_for``); where nothing was decided, nothing passed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from typing import Any

from whet.cfa.source import Place
from whet.core.result import Defect, FalseVerdict, InvalidProgram, Reason, Result, TrueVerdict, Unknown, Verdict
from whet.report.flow import FlowStep, flow_steps, read_place
from whet.report.sources import Sources
from whet.report.suppressions import Suppression
from whet.task.records import dataclass
from whet.task.task import Task


class Status(StrEnum):
    """How a verification ended; the words of a policy."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"
    LIMIT = "limit"
    """Of time or memory."""
    UNSUPPORTED = "unsupported"
    """The program is not valid C, or has something that is not supported."""
    INTERNAL = "internal"
    """A defect of Whet."""


class Word(StrEnum):
    """What is known of one check of one program."""

    FAILED = "failed"
    PASSED = "passed"
    OPEN = "open"


def status_of(verdict: Verdict) -> Status:
    match verdict:
        case TrueVerdict():
            return Status.TRUE
        case FalseVerdict():
            return Status.FALSE
        case Unknown(reason=Reason.NOT_SUPPORTED) | InvalidProgram():
            return Status.UNSUPPORTED
        case Unknown(reason=reason):
            return Status.LIMIT if reason.is_limit else Status.UNKNOWN
        case Defect():
            return Status.INTERNAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One place at which something goes wrong."""

    check: str
    text: str
    place: Place | None
    mark: str
    """The same as long as the finding is the same (``report.sources``)."""
    steps: tuple[FlowStep, ...] = ()
    events: tuple[tuple[str, str], ...] = ()
    """What it follows from, each with its place: ``("freed here", "a.c:3:5")``."""
    suppression: Suppression | None = None
    is_known: bool | None = None
    """Is it in the baseline?  None if there is none."""

    @property
    def is_accepted(self) -> bool:
        """Does nobody have to act, because it is suppressed or known?"""
        return self.suppression is not None or self.is_known is True


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """One program, and what is known of it."""

    name: str
    files: tuple[str, ...]
    """Those that were named; the first stands for the program."""
    status: Status
    verdict: str
    """The word behind ``Verdict:``."""
    detail: str = ""
    place: Place | None = None
    """Of the detail."""
    checks: tuple[str, ...] = ()
    """That were asked for."""
    findings: tuple[Finding, ...] = ()
    proved: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    """Places with their checks, ``a.c:3:5 [memory]``, where all findings were asked for."""
    has_all: bool = False
    """Were all findings asked for, so that ``undecided`` is what else there may be?"""
    assumptions: tuple[str, ...] = ()
    seconds: float = 0.0
    source: str = "searched"
    """Where the verdict comes from, in a word for the user."""

    def word_for(self, check: str) -> Word:
        """With all findings, a check that is decided at all its places passed, as long as the findings are mended."""
        if any(finding.check == check for finding in self.findings):
            return Word.FAILED
        is_open = any(site.endswith(f"[{check}]") for site in self.undecided)
        is_decided = self.status is Status.TRUE or (self.has_all and not is_open)
        return Word.PASSED if is_decided else Word.OPEN

    @property
    def is_complete(self) -> bool:
        """Is there no other finding?"""
        return self.status is Status.TRUE or (self.has_all and not self.undecided)

    def to_json(self) -> dict[str, object]:
        """Without what others make of it: suppressions and what is known."""
        told = {each.name: getattr(self, each.name) for each in fields(self)}
        told["place"] = None if self.place is None else str(self.place)
        told["findings"] = [_finding_json(each) for each in self.findings]
        return told

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> Summary:
        """Raises ``ValueError`` for what ``to_json`` did not write."""
        try:
            return _read(document)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"this is no summary: {error!r}") from error


def summarise(
    task: Task,
    result: Result,
    sources: Sources,
    *,
    name: str | None = None,
    violations: Sequence[Result] = (),
    proved: Sequence[str] = (),
    undecided: Sequence[str] = (),
) -> Summary:
    """``violations`` are all findings, if they were asked for; otherwise the result says what there is."""
    found = violations or ([result] if isinstance(result.verdict, FalseVerdict) else [])
    called = name or task.files[0]
    detail, place = _detail(result.verdict)
    return Summary(
        name=called,
        files=task.files,
        status=status_of(result.verdict),
        verdict=result.verdict_words,
        detail=detail,
        place=place,
        checks=result.checked.asked if result.checked is not None else tuple(task.property.checks),
        findings=tuple(_finding(each, sources, called) for each in found),
        proved=tuple(proved),
        undecided=tuple(undecided),
        has_all=bool(violations or proved or undecided),
        assumptions=tuple(map(str, result.assumptions)),
        seconds=float(result.statistics.get("cpu_seconds", 0.0)),
    )


def _detail(verdict: Verdict) -> tuple[str, Place | None]:
    match verdict:
        case TrueVerdict() | FalseVerdict():
            return "", None
        case Unknown(detail=detail, place=place):
            return detail, place
        case InvalidProgram(message=message, place=place):
            return message, place
        case Defect(message=message):
            return message, None


def _finding(result: Result, sources: Sources, name: str) -> Finding:
    verdict = result.verdict
    assert isinstance(verdict, FalseVerdict)
    return Finding(
        check=verdict.check,
        text=verdict.violation,
        place=verdict.place,
        mark=sources.mark(verdict.check, verdict.place, name),
        steps=flow_steps(result.evidence),
        events=tuple((each.what, str(each.place)) for each in verdict.events),
    )


def _finding_json(finding: Finding) -> dict[str, object]:
    place = None if finding.place is None else str(finding.place)
    steps = [step.to_json() for step in finding.steps]
    return {
        "check": finding.check,
        "text": finding.text,
        "place": place,
        "mark": finding.mark,
        "steps": steps,
        "events": [*map(list, finding.events)],
    }


def _read(document: Mapping[str, Any]) -> Summary:
    return Summary(
        name=document["name"],
        files=tuple(document["files"]),
        status=Status(document["status"]),
        verdict=document["verdict"],
        detail=document["detail"],
        place=None if document["place"] is None else read_place(document["place"]),
        checks=tuple(document["checks"]),
        findings=tuple(_read_finding(each) for each in document["findings"]),
        proved=tuple(document["proved"]),
        undecided=tuple(document["undecided"]),
        has_all=document["has_all"],
        assumptions=tuple(document["assumptions"]),
        seconds=document["seconds"],
        source=document["source"],
    )


def _read_finding(document: Mapping[str, Any]) -> Finding:
    return Finding(
        check=document["check"],
        text=document["text"],
        place=None if document["place"] is None else read_place(document["place"]),
        mark=document["mark"],
        steps=tuple(FlowStep.from_json(each) for each in document["steps"]),
        events=tuple((what, place) for what, place in document.get("events", ())),
    )
