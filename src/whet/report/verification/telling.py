"""The steps of a run as evidence has them, for a run that cannot be made again: words, without the values of all variables."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.source import Place
from whet.core.evidence import Assigned, Branched, Called, Counterexample, EvidenceStep, Omitted, PlainValue, Received, Returned
from whet.report.verification.model import PageSpot, Step
from whet.report.verification.positions import PagePositions


def told_run(evidence: Counterexample, positions: PagePositions) -> tuple[Step, ...]:
    return tuple(_steps(evidence, positions))


def _steps(evidence: Counterexample, positions: PagePositions) -> Iterator[Step]:
    skipped = 0
    for step in evidence.steps:
        if isinstance(step, Omitted):
            skipped = step.count
            continue
        yield Step(spot=_spot(step.place, positions), kind=_kind(step), text=_words(step), frames=(), skipped=skipped)
        skipped = 0


def _spot(place: Place | None, positions: PagePositions) -> PageSpot | None:
    found = positions.line(place)
    if found is None or place is None:
        return None
    file, line = found
    return PageSpot(file, line, place.column, line, place.column)


def _kind(step: EvidenceStep) -> str:
    return {Branched: "branch", Called: "call", Returned: "return"}.get(type(step), "assign")


def _words(step: EvidenceStep) -> str:
    match step:
        case Received(source=source, value=value):
            return f"{source} is {value}"
        case Branched(condition=condition, truth=truth, values=values):
            known = ", ".join(f"{name} = {value}" for name, value in values)
            return f"{condition} is {'true' if truth else 'false'}{f' ({known})' if known else ''}"
        case Assigned(target=target, before=before, after=after):
            return f"{target} = {_value(after)} (was {_value(before)})"
        case Called(callee=callee, arguments=arguments):
            return f"{callee}({', '.join(map(_value, arguments))})"
        case Returned(function=function, result=result):
            return f"{function} returns{'' if result is None else f' {result}'}"
        case Omitted(count=count):
            return f"{count} operations"


def _value(value: PlainValue | None) -> str:
    return "?" if value is None else str(value)
