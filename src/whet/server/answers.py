"""Results as agents read them: short, because what an agent reads costs, and with the numbers that it needs for its next step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from whet.core.context import Level, Progress, ProgressObserver
from whet.core.evidence import Counterexample, Proof
from whet.core.result import Defect, FalseVerdict, InvalidProgram, Result, Unknown, Verdict
from whet.report.steps import step_lines
from whet.server.tool import ToolCall

T = TypeVar("T")
_MOST: Final = 50
"""Items of a list."""


def result_document(result: Result) -> dict[str, object]:
    """What ``result.json`` has, as far as it fits."""
    whole = result.to_json()
    kept = ("verdict", "property", "violation", "check", "place", "reason", "detail", "checked", "not_checked", "proof_check")
    return {
        **{key: whole[key] for key in kept if whole.get(key) is not None},
        **_evidence(result),
        "assumptions": few([str(each) for each in result.assumptions]),
        "statistics": {key: result.statistics[key] for key in ("cpu_seconds", "memory_bytes") if key in result.statistics},
    }


def _evidence(result: Result) -> dict[str, object]:
    match result.verdict, result.evidence:
        case FalseVerdict(inputs=inputs, place=place), evidence:
            told = [{"source": each.source, "value": each.value, "place": str(each.place)} for each in inputs]
            steps = step_lines(evidence, place) if isinstance(evidence, Counterexample) else []
            return {"inputs": few(told), "steps": steps}
        case _, Proof(invariants=invariants):
            kept = [{"place": str(each.place), "function": each.function, "condition": each.text} for each in invariants]
            return {"invariants": few(kept)}
        case _:
            return {}


def few(items: Sequence[T]) -> list[T]:
    return list(items[:_MOST])


def summary(result: Result) -> Iterator[str]:
    """The lines that matter, the verdict first."""
    yield result.verdict_words
    yield from _reason(result.verdict)
    if result.checked is not None:
        yield f"Checked: {result.checked}"
    yield from (f"Assumed: {each}" for each in few(result.assumptions))


def _reason(verdict: Verdict) -> Iterator[str]:
    match verdict:
        case FalseVerdict(violation=violation, place=place, inputs=inputs, check=check):
            yield f"{place}: {violation} [{check}]"
            yield from (f"Input: {each}" for each in few(inputs))
        case Unknown(detail=text, place=place) | InvalidProgram(message=text, place=place):
            yield text if place is None else f"{place}: {text}"
        case Defect(message=text):
            yield text
        case _:
            pass


def notes_text(notes: Iterable[str]) -> list[str]:
    return [f"Note: {note}" for note in notes]


def with_notes(document: Mapping[str, object], notes: Iterable[str]) -> dict[str, object]:
    told = list(notes)
    return {**document, "notes": told} if told else dict(document)


class Listening:
    """Passes everything on, and remembers the warnings."""

    def __init__(self, observer: ProgressObserver, call: ToolCall) -> None:
        self._observer = observer
        self.notes = [*call.notes]

    def progress(self, now: Progress, /) -> None:
        self._observer.progress(now)

    def log(self, level: Level, text: str, /) -> None:
        self._observer.log(level, text)
        if level is Level.WARNING:
            self.notes.append(text)
