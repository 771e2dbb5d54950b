"""A result as notebooks show it: verdict, failing line, inputs and steps of a counterexample or invariants of a proof, as HTML.

Invariants: whatever comes from a program or a file name is escaped; nothing is loaded from elsewhere; a file that cannot be read
any more leaves only the text of its line out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from whet.cfa.source import Place
from whet.core.evidence import Counterexample, Proof
from whet.core.result import Defect, FalseVerdict, InvalidProgram, Result, TrueVerdict, Unknown, Verdict
from whet.report.steps import step_lines
from whet.task.file_lines import FileLines

_MOST = 30
"""Rows of a table."""
_LARGEST = 1 << 22
"""Bytes of a file of which a line is shown."""


def result_html(result: Result) -> str:
    return f'<div class="whet-result">{"".join(_parts(result))}</div>'


def _parts(result: Result) -> Iterator[str]:
    verdict = result.verdict
    yield f'<p><strong style="color:{_colour(verdict)}">{escape(result.verdict_words)}</strong> {_reason(verdict)}</p>'
    if (place := getattr(verdict, "place", None)) is not None:
        yield _source_line(place)
    if isinstance(verdict, FalseVerdict):
        yield _table(("input", "value", "where"), ((each.source, each.value, each.place) for each in verdict.inputs))
    match result.evidence:
        case Counterexample() as run:
            yield _list("Steps", step_lines(run, place))
        case Proof(invariants=invariants):
            rows = ((each.text, f"{each.spot} in {each.function}", each.place) for each in invariants)
            yield _table(("invariant", "at", "where"), rows)
        case _:
            pass
    if result.checked is not None:
        yield f"<p>Checked: {escape(str(result.checked))}</p>"
    yield _list("Assumed", map(str, result.assumptions))


def _colour(verdict: Verdict) -> str:
    match verdict:
        case TrueVerdict():
            return "#1a7f37"
        case FalseVerdict():
            return "#cf222e"
        case _:
            return "#9a6700"


def _reason(verdict: Verdict) -> str:
    match verdict:
        case TrueVerdict():
            return ""
        case FalseVerdict(violation=violation, check=check):
            return f"{escape(violation)} [{escape(check)}]"
        case Unknown(detail=text) | InvalidProgram(message=text) | Defect(message=text):
            return escape(text)


def _source_line(place: Place) -> str:
    text = _text_of(place)
    shown = "" if text is None else f"<pre>{place.line}: {escape(text)}</pre>"
    return f"<p><code>{escape(str(place))}</code></p>{shown}"


def _text_of(place: Place) -> str | None:
    """As it stands in the file now."""
    line = FileLines(most=_LARGEST).line(place.file, place.line)
    return None if line is None else line.decode("utf-8", "replace")


def _table(headings: Iterable[str], rows: Iterable[tuple[object, ...]]) -> str:
    told = ["".join(f"<td><code>{escape(_cell(cell))}</code></td>" for cell in row) for row in rows]
    if not told:
        return ""
    head = "".join(f"<th>{escape(each)}</th>" for each in headings)
    more = f"<p>{len(told) - _MOST} more</p>" if len(told) > _MOST else ""
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in told[:_MOST])}</table>{more}"


def _cell(cell: object) -> str:
    return "" if cell is None else str(cell)


def _list(title: str, items: Iterable[str]) -> str:
    told = "".join(f"<li><code>{escape(item)}</code></li>" for item in items)
    return f"<p>{title}:</p><ul>{told}</ul>" if told else ""
