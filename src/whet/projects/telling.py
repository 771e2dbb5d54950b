"""What a scan found, as lines and as one verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from whet.core.result import Reason
from whet.projects.judging import FunctionStatus
from whet.projects.scanning import Judged, counts

_HEADINGS = {
    FunctionStatus.FAILING: "Failing",
    FunctionStatus.PRECONDITION: "Precondition",
    FunctionStatus.HOLDS: "Holds",
    FunctionStatus.UNKNOWN: "Unknown",
}


def scan_lines(results: Sequence[Judged], following: Callable[[Judged], Iterable[str]] | None = None) -> list[str]:
    """What is not proved, line by line, and a table; ``following`` says what to do about a failure."""
    told: list[str] = []
    for status, heading in _HEADINGS.items():
        for each in results:
            if each.judgement.status is status:
                told.append(f"{heading}: {_told(each)}")
                more = following(each) if following is not None and status is FunctionStatus.FAILING else ()
                told += [f"  {line}" for line in more]
    found = counts(results)
    width = max(map(len, found))
    share = {name: f"{100 * count / max(1, len(results)):.0f}%" for name, count in found.items()}
    table = [f"{name:{width}}  {count:6}  {share[name]:>4}" for name, count in found.items()]
    reused = sum(each.is_reused for each in results)
    return [*told, *table, f"{'functions':{width}}  {len(results):6}{f'  ({reused} known before)' if reused else ''}"]


def _told(each: Judged) -> str:
    judgement, signature = each.judgement, each.function.signature
    place = judgement.place if judgement.status is FunctionStatus.FAILING else signature.place
    before = f"{place or each.function.file}: {signature.name}: "
    match judgement.status:
        case FunctionStatus.FAILING:
            return f"{before}{judgement.violation} [{judgement.check}]"
        case FunctionStatus.PRECONDITION:
            enough = f" ({judgement.detail})" if judgement.detail else ""
            return f"{before}{', '.join(judgement.preconditions)}{enough}; otherwise {judgement.violation} [{judgement.check}]"
        case FunctionStatus.HOLDS:
            return f"{before}{judgement.detail}"
        case _:
            return f"{before}{judgement.reason}{f': {judgement.detail}' if judgement.detail else ''}"


def scan_verdict(results: Sequence[Judged]) -> str:
    """Of all functions together, in the words of a verification."""
    found = {each.judgement.status for each in results}
    if FunctionStatus.FAILING in found:
        return "FALSE(failing)"
    if found <= {FunctionStatus.PROVED}:
        return "TRUE"
    reasons = [each.judgement.reason for each in results if each.judgement.status is FunctionStatus.UNKNOWN]
    if not reasons:
        reasons = ["precondition" if FunctionStatus.PRECONDITION in found else Reason.BOUNDED.value]
    return f"UNKNOWN({reasons[0]})"
