"""Results of a scan as summaries, one for each function: for SARIF, JUnit, suppressions and a baseline (``report.summary``)."""

from __future__ import annotations

from collections.abc import Sequence

from whet.core.result import Reason
from whet.projects.callers import Judged
from whet.projects.judging import DEFECT, NO_HARNESS, FunctionStatus, Judgement
from whet.report.sources import Sources
from whet.report.summary import Finding, Status, Summary


def scan_summaries(results: Sequence[Judged], checks: Sequence[str], sources: Sources) -> list[Summary]:
    return [_summary(each, checks, sources) for each in results]


def _summary(each: Judged, checks: Sequence[str], sources: Sources) -> Summary:
    told, function = each.judgement, each.function
    findings = [_finding(failure, sources) for failure in each.failures] if told.status is FunctionStatus.FAILING else []
    return Summary(
        name=function.name,
        files=function.files,
        status=_status(told),
        verdict=_verdict(told),
        detail=_detail(each),
        place=function.signature.place,
        checks=_decided(told, checks),
        findings=tuple(findings),
        has_all=bool(findings) and told.is_complete,
        assumptions=told.assumptions,
        seconds=told.cpu_seconds,
        source="kept" if each.is_reused else "searched",
    )


def _decided(told: Judgement, checks: Sequence[str]) -> tuple[str, ...]:
    """The checks that something is known of; of a function that fails, those that find its failures."""
    if told.status is FunctionStatus.FAILING:
        return tuple(dict.fromkeys(each.check for each in (told, *told.others) if each.status is FunctionStatus.FAILING))
    return tuple(checks) if told.status is FunctionStatus.PROVED else ()


def _finding(each: Judged, sources: Sources) -> Finding:
    told = each.judgement
    mark = sources.mark(told.check, told.place, each.function.name)
    return Finding(check=told.check, text=each.judgement.violation, place=told.place, mark=mark)


def _status(told: Judgement) -> Status:
    match told.status:
        case FunctionStatus.PROVED:
            return Status.TRUE
        case FunctionStatus.FAILING:
            return Status.FALSE
        case FunctionStatus.UNKNOWN if told.reason == DEFECT:
            return Status.INTERNAL
        case FunctionStatus.UNKNOWN if told.reason in (NO_HARNESS, Reason.NOT_SUPPORTED.value):
            return Status.UNSUPPORTED
        case FunctionStatus.UNKNOWN if told.reason in {each.value for each in Reason if each.is_limit}:
            return Status.LIMIT
        case _:
            return Status.UNKNOWN


def _verdict(told: Judgement) -> str:
    match told.status:
        case FunctionStatus.PROVED:
            return "TRUE"
        case FunctionStatus.FAILING:
            return "FALSE(failing)"
        case FunctionStatus.PRECONDITION:
            return "UNKNOWN(precondition)"
        case _:
            return f"UNKNOWN({told.reason})"


def _detail(each: Judged) -> str:
    told = each.judgement
    if told.status is not FunctionStatus.PRECONDITION:
        return told.detail
    needed = f"it needs {', '.join(told.preconditions)}"
    return f"{needed}; otherwise {each.judgement.violation} [{told.check}]{f' ({told.detail})' if told.detail else ''}"
