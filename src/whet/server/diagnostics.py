"""Findings as editors show them: diagnostics, inlay hints and hovers, in the words of the Language Server Protocol.

Places of Whet count lines and bytes from 1; those of the protocol lines from 0 and columns in units that the client chose.
``Ruler`` turns one into the other, by the text of the file as it was verified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from pathlib import Path
from typing import Final

from lsprotocol import types
from pygls import uris

from whet.cfa.source import Place
from whet.core.evidence import Counterexample, Invariant, Proof, Spot
from whet.core.result import Defect, FalseVerdict, InvalidProgram, Result, TrueVerdict, Unknown
from whet.report.steps import told_steps
from whet.session.findings import Findings
from whet.task.file_lines import FileLines
from whet.task.records import dataclass

_SOURCE: Final = "whet"
_MOST: Final = 50
"""Steps that a diagnostic refers to, and lines of a hover."""
_START: Final = types.Position(0, 0)


@dataclass(slots=True)
class Ruler:
    """Positions in files."""

    units: Callable[[str], int]
    """How long a text is for the client."""
    lines: FileLines = field(default_factory=FileLines)

    def position(self, place: Place) -> types.Position:
        line = self._line(place)
        return types.Position(place.line - 1, self._length(line[: place.column - 1]))

    def range(self, place: Place) -> types.Range:
        """From the place to the end of its line."""
        line, start = self._line(place), self.position(place)
        end = max(self._length(line.rstrip()), start.character + 1)
        return types.Range(start, types.Position(start.line, end))

    def _line(self, place: Place) -> bytes:
        return self.lines.line(place.file, place.line) or b""

    def _length(self, text: bytes) -> int:
        return self.units(text.decode("utf-8", "replace"))


@dataclass(frozen=True, slots=True)
class FileDiagnostics:
    """What is known of a file, ready to be shown."""

    diagnostics: dict[str, list[types.Diagnostic]]
    """By the URI of the file they are about; the verified file is always there."""
    hints: tuple[types.InlayHint, ...] = ()
    hovers: dict[int, list[str]] = field(default_factory=dict)
    """Lines of Markdown, by the number of the line in the verified file."""


def shown(file: str, found: Findings, advice: str | None, ruler: Ruler) -> FileDiagnostics:
    """What there is to show of a file that was verified."""
    diagnostics: dict[str, list[types.Diagnostic]] = {uri_of(file): []}
    for result in found.violations or [found.result]:
        place, diagnostic = _diagnostic(result, advice, ruler)
        diagnostics.setdefault(uri_of(file if place is None else place.file), []).append(diagnostic)
    loops = [each for each in _invariants(found.result) if each.spot is Spot.LOOP_HEAD and _is_in(file, each.place)]
    return FileDiagnostics(diagnostics, tuple(_hints(loops, ruler)), _hovers(file, found))


def uri_of(file: str) -> str:
    return uris.from_fs_path(str(Path(file).resolve())) or ""


def problem(message: str) -> types.Diagnostic:
    """Something that kept the file from being verified."""
    return _told(types.Range(_START, _START), types.DiagnosticSeverity.Warning, message)


def _is_in(file: str, place: Place | None) -> bool:
    return place is not None and Path(place.file).resolve() == Path(file).resolve()


def _diagnostic(result: Result, advice: str | None, ruler: Ruler) -> tuple[Place | None, types.Diagnostic]:
    at: Place | None = getattr(result.verdict, "place", None)
    span = types.Range(_START, _START) if at is None else ruler.range(at)
    severity = types.DiagnosticSeverity
    match result.verdict:
        case TrueVerdict():
            return at, _told(span, severity.Hint, "\n".join([result.verdict_words, *_conditions(result)]), code="TRUE")
        case FalseVerdict(violation=violation, check=check, inputs=inputs):
            message = "\n".join([violation, *(f"input {each.source} = {each.value}" for each in inputs[:_MOST])])
            return at, _told(span, severity.Error, message, code=check, related=_related(result, ruler))
        case Unknown(reason=reason, detail=detail):
            told = [f"UNKNOWN ({reason}): {detail}", *([] if advice is None else [f"next: {advice}"])]
            return at, _told(span, severity.Information, "\n".join(told), code="UNKNOWN")
        case InvalidProgram(message=message):
            return at, _told(span, severity.Warning, f"cannot be verified: {message}", code="ERROR")
        case Defect(message=message):
            return at, _told(span, severity.Information, f"internal error of Whet: {message}", code="ERROR")


def _conditions(result: Result) -> Iterator[str]:
    """On which the verdict depends."""
    if result.checked is not None:
        yield f"checked: {result.checked}"
    yield from (f"assumed: {each}" for each in result.assumptions)


def _told(
    span: types.Range,
    severity: types.DiagnosticSeverity,
    message: str,
    *,
    code: str | None = None,
    related: list[types.DiagnosticRelatedInformation] | None = None,
) -> types.Diagnostic:
    return types.Diagnostic(span, message, severity=severity, code=code, source=_SOURCE, related_information=related)


def _related(result: Result, ruler: Ruler) -> list[types.DiagnosticRelatedInformation]:
    """The last steps, because that is where the reason mostly lies."""
    return [
        types.DiagnosticRelatedInformation(types.Location(uri_of(place.file), ruler.range(place)), text)
        for place, text in _steps(result)[-_MOST:]
    ]


def _steps(result: Result) -> list[tuple[Place, str]]:
    """Inputs, calls and branches of the run that fails, those without a place left out."""
    match result.verdict, result.evidence:
        case FalseVerdict(place=violation, inputs=inputs), Counterexample() as run:
            given = [(each.place, f"{each.source} = {each.value}") for each in inputs]
            return [(place, text) for place, text in (*given, *told_steps(run, violation)) if place is not None]
        case _:
            return []


def _invariants(result: Result) -> tuple[Invariant, ...]:
    return result.evidence.invariants if isinstance(result.evidence, Proof) else ()


def _hints(invariants: list[Invariant], ruler: Ruler) -> Iterator[types.InlayHint]:
    """At the ends of lines, one for each text."""
    told = {(each.place.line, each.text): each.place for each in invariants if each.place is not None}
    for (_, text), place in told.items():
        end = ruler.range(place).end
        yield types.InlayHint(end, f"invariant: {text}", tooltip="holds whenever the loop is at its head", padding_left=True)


def _hovers(file: str, found: Findings) -> dict[int, list[str]]:
    hovers: dict[int, list[str]] = {}
    for invariant in _invariants(found.result):
        if invariant.place is not None and _is_in(file, invariant.place):
            text = f"invariant ({invariant.spot} in {invariant.function}): {_code(invariant.text)}"
            hovers.setdefault(invariant.place.line, []).append(text)
    for result in found.violations or [found.result]:
        for place, text in _steps(result):
            if _is_in(file, place):
                hovers.setdefault(place.line, []).append(f"counterexample: {_code(text)}")
    return {line: list(dict.fromkeys(texts))[:_MOST] for line, texts in hovers.items()}


def _code(text: str) -> str:
    """As Markdown shows it, whatever the text has in it; C has no backticks but in texts of its own."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"
