"""The refinements of a run as text: one block of lines for each.

The first line says which path it was and what excluded it; below, set in, are the candidates with their measures (a star marks
the one that was chosen), the domains that had none, and what entered the precision.  No line begins with ``Verdict:``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from whet.core.explanation import CandidateRecord, Excluded, FunctionSpan, RefinementRecord, Refinements, Stands

_WIDEST: Final = 100
"""Characters of what a candidate tracks; ``result.json`` has all of it."""
_MOST_SPANS: Final = 3
"""Functions that are named; something global may be wanted in all of them."""


def explanation_lines(refinements: Refinements, *, selection: Sequence[str] = ()) -> Iterator[str]:
    """``selection`` are the heuristics by which the run chose, if they are known."""
    if not refinements.records:
        yield "Refinements: none"
    for record in refinements.records:
        yield from map(_one_line, _record_lines(record, ", ".join(selection)))
    if refinements.left_out:
        yield f"Refinements: {refinements.left_out} more, which are left out"


def _record_lines(record: RefinementRecord, selection: str) -> Iterator[str]:
    yield f"Refinement {record.number}: {_path(record)} {_conclusion(record.conclusion)}"
    if record.candidates:
        yield f"    candidates{f', by {selection}' if selection else ''}:"
        yield from (f"      {line}" for line in _table(record.candidates))
    yield from (f"    {_plural(each.domain)}: {each.reason}" for each in record.declined)
    match record.conclusion:
        case Excluded(entered=()):
            yield "    entered: nothing, because what is tracked by now is enough"
        case Excluded(entered=entered):
            yield from (f"    entered: {item.what} at {_where(item.where)}" for item in entered)
        case Stands():
            pass


def _path(record: RefinementRecord) -> str:
    steps = f"path of {record.path_length} step{'' if record.path_length == 1 else 's'}"
    place = "" if record.place is None else str(record.place)
    if place and place not in record.target:
        return f"{steps} to {place} ({record.target})"
    return f"{steps} to {record.target}"


def _conclusion(conclusion: Excluded | Stands) -> str:
    match conclusion:
        case Excluded(domain=domain, source=source):
            return f"is excluded by {_plural(domain)} ({source})"
        case Stands(reason=reason):
            return f"is not excluded: {reason}"


def _plural(domain: str) -> str:
    return f"{domain[:-1]}ies" if domain.endswith("y") else f"{domain}s"


def _table(candidates: Sequence[CandidateRecord]) -> Iterator[str]:
    rows = [
        (
            f"{'*' if each.chosen else ' '} {_plural(each.domain)} {each.source}",
            f"score {_score(each.score)}",
            f"variety {each.variety}",
            f"length {each.length}",
            f"width {each.width}",
            f"depth {each.depth}",
        )
        for each in candidates
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row, candidate in zip(rows, candidates, strict=True):
        cells = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"{cells}  {_tracks(candidate.tracks)}".rstrip()


def _score(score: int) -> str:
    """A product of many factors is told by its size."""
    return str(score) if score < 10**6 else f"{score:.0e}".replace("e+", "e")


def _tracks(tracks: Iterable[str]) -> str:
    text = "; ".join(tracks)
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3]}..."


def _where(spans: Sequence[FunctionSpan]) -> str:
    more = len(spans) - _MOST_SPANS
    texts = [*map(_span, islice(spans, _MOST_SPANS)), *([f"{more} more functions"] if more > 0 else [])]
    return ", ".join(texts)


def _span(span: FunctionSpan) -> str:
    if span.first is None or span.last is None:
        return span.function
    if span.first.line == span.last.line:
        return f"{span.function} line {span.first.line}"
    return f"{span.function} lines {span.first.line}-{span.last.line}"


def _one_line(text: str) -> str:
    """Names of files and texts of programs may contain anything, but no line of their own."""
    return " ".join(text.splitlines())
