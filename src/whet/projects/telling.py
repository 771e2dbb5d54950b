"""What a scan found, as lines and as one verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from whet.cfa.source import Place
from whet.core.result import Reason
from whet.projects.callers import Judged
from whet.projects.causes import Cause, causes
from whet.projects.judging import FunctionStatus
from whet.projects.scanning import counts

_HEADINGS = {
    FunctionStatus.FAILING: "Failing",
    FunctionStatus.PRECONDITION: "Precondition",
    FunctionStatus.HOLDS: "Holds",
    FunctionStatus.UNKNOWN: "Unknown",
}


Failure: TypeAlias = tuple[str, Place | None, str]
"""The name of a function, the place at which it fails, and the check."""


def scan_lines(
    results: Sequence[Judged],
    following: Callable[[Judged], Iterable[str]] | None = None,
    accepted: Mapping[Failure, str] = MappingProxyType({}),
) -> list[str]:
    """A line for each cause of what is not proved, and a table; ``following`` says what to do about a failure, ``accepted`` which
    failures are known or suppressed, in words."""
    told: list[str] = []
    found_causes = causes(results)
    for status, heading in _HEADINGS.items():
        for cause in found_causes:
            if cause.judgement.status is status:
                known = accepted.get((cause.first.function.name, cause.judgement.place, cause.judgement.check))
                told.append(f"{heading if known is None else known}: {_told(cause)}")
                wants_more = following is not None and status is FunctionStatus.FAILING and known is None
                told += [f"  {line}" for line in (following(cause.first) if wants_more and following is not None else ())]
    kept = {each: None for judged in results for each in judged.judgement.invariants}
    told += [f"Invariant: {each}" for each in kept]
    broken = {each: None for judged in results for each in judged.judgement.broken}
    told += [f"Not kept: {each}" for each in broken]
    found = counts(results)
    width = max(map(len, found))
    share = {name: f"{100 * count / max(1, len(results)):.0f}%" for name, count in found.items()}
    table = [f"{name:{width}}  {count:6}  {share[name]:>4}" for name, count in found.items()]
    reused = sum(each.is_reused for each in results)
    return [*told, *table, f"{'functions':{width}}  {len(results):6}{f'  ({reused} known before)' if reused else ''}"]


def _told(cause: Cause) -> str:
    judgement, function = cause.judgement, cause.first.function
    place = judgement.place if judgement.status is FunctionStatus.FAILING else function.signature.place
    before = f"{place or function.file}: {cause.names}: "
    match judgement.status:
        case FunctionStatus.FAILING:
            after = f" after {', '.join(judgement.calls)}" if judgement.calls else ""
            return f"{before}{cause.first.judgement.violation}{after} [{judgement.check}]"
        case FunctionStatus.PRECONDITION:
            enough, violation = f" ({judgement.detail})" if judgement.detail else "", cause.first.judgement.violation
            return f"{before}{', '.join(judgement.preconditions)}{enough}; otherwise {violation} [{judgement.check}]"
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
