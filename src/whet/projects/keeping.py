"""What a CI job keeps for the next one: verdicts by fingerprint, and for each target its last proof and precision.

A verdict is kept with the numbers of its places in the fingerprint, so that it is told where the lines are now.  One that is not
complete belongs to its limits as well: with more time there may be another.  A proof that is kept is believed by nobody until it
is checked on the program of the day (``algorithms.reproving``).

Invariants: what cannot be read is not there; a place that is not known any more makes a kept finding unusable, never misplaced.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from whet.algorithms.location_names import LocationNames
from whet.cfa.source import Place
from whet.core.evidence import EvidenceError, Proof, Unrolled, from_json, to_json
from whet.core.registry import ANALYSIS
from whet.core.result import ProofAccepted, Result
from whet.projects.fingerprint import Fingerprint
from whet.projects.project_file import Target
from whet.projects.store import Document, ResultStore
from whet.report.flow import read_place
from whet.report.sources import Sources
from whet.report.summary import Finding, Status, Summary
from whet.session.session import limits_of
from whet.task.errors import TaskError
from whet.task.precision_file import Entry, format_precision, parse_precision
from whet.task.records import dataclass

_PLACED = re.compile(r"((?:(?!: ).)+?:\d+:\d+)((?::| \[| in \w+:).*)", re.DOTALL)
"""A text that begins with its place."""


class _Lost(Exception):
    """A place is not known any more."""


def keep_verdict(store: ResultStore, target: Target, found: Fingerprint, summary: Summary) -> None:
    """Unless it is a defect, or a limit that a machine with less to do may not reach; or a place is not in the fingerprint."""
    if summary.status in (Status.INTERNAL, Status.LIMIT):
        return
    try:
        numbered = _placed_anew(summary, lambda place: _numbered(place, found))
    except _Lost:
        return
    store.put(_verdict_key(target, found, is_complete=summary.is_complete), {"summary": numbered.to_json()})


def kept_verdict(store: ResultStore, target: Target, found: Fingerprint, sources: Sources) -> Summary | None:
    for is_complete in (True, False):
        document = store.get(_verdict_key(target, found, is_complete=is_complete))
        match document:
            case {"summary": dict(told)}:
                try:
                    summary = _placed_anew(Summary.from_json(told), lambda place: _back(place, found))
                except (ValueError, _Lost):
                    return None
                # The lines of findings may say something else now, a comment for example.
                marked = [replace(each, mark=sources.mark(each.check, each.place, target.name)) for each in summary.findings]
                return replace(
                    summary, name=target.name, files=target.task.files, findings=tuple(marked), source="kept", seconds=0.0
                )
            case _:
                pass
    return None


def _verdict_key(target: Target, found: Fingerprint, *, is_complete: bool) -> str:
    limits = None if is_complete else repr(limits_of(target.configuration))
    return _digest(["verdict", found.digest, limits])


def _numbered(place: Place, found: Fingerprint) -> Place:
    number = found.number(place)
    if number is None:
        raise _Lost
    return Place("#", number, 0)


def _back(place: Place, found: Fingerprint) -> Place:
    today = found.place(place.line)
    if today is None:
        raise _Lost
    return today


def _placed_anew(summary: Summary, place: Callable[[Place], Place]) -> Summary:
    return replace(
        summary,
        place=None if summary.place is None else _or_none(summary.place, place),
        findings=tuple(_finding_anew(each, place) for each in summary.findings),
        proved=tuple(_text_anew(each, place) for each in summary.proved),
        undecided=tuple(_text_anew(each, place) for each in summary.undecided),
        assumptions=tuple(_text_anew(each, place) for each in summary.assumptions),
    )


def _finding_anew(finding: Finding, place: Callable[[Place], Place]) -> Finding:
    """Steps whose place is lost are left out."""
    moved = [(step, _or_none(step.place, place)) for step in finding.steps]
    steps = tuple(replace(step, place=where) for step, where in moved if where is not None)
    return replace(finding, place=None if finding.place is None else place(finding.place), steps=steps)


def _or_none(given: Place, place: Callable[[Place], Place]) -> Place | None:
    try:
        return place(given)
    except _Lost:
        return None


def _text_anew(text: str, place: Callable[[Place], Place]) -> str:
    """One whose place is lost is told without it."""
    found = _PLACED.fullmatch(text)
    if found is None:
        return text
    where = _or_none(read_place(found[1]), place)
    return found[2].removeprefix(":").strip() if where is None else f"{where}{found[2]}"


@dataclass(frozen=True, slots=True)
class EarlierRun:
    """What an earlier run of a target found out."""

    evidence: Proof | Unrolled | None = None
    layout: LocationNames | None = None
    precision: tuple[Entry, ...] = ()


def remember(store: ResultStore, target: Target, result: Result, layout: LocationNames, before: EarlierRun) -> None:
    """A proof stays when a bug comes in between: it may be one again when that is mended.  One that nobody could check is not
    kept, because nobody could check it again."""
    is_proof = isinstance(result.proof_check, ProofAccepted) and isinstance(result.evidence, Proof | Unrolled)
    evidence = result.evidence if is_proof else before.evidence
    where = layout if is_proof else before.layout
    document: dict[str, object] = {"precision": format_precision(result.precision or before.precision)}
    if evidence is not None and where is not None:
        document |= {"evidence": to_json(evidence), "layout": where.to_json()}
    store.put(_memory_key(target), document)


def recall(store: ResultStore, target: Target) -> EarlierRun:
    """Nothing, if nothing of it can be read."""
    document = store.get(_memory_key(target))
    try:
        return EarlierRun() if document is None else _memory(document)
    except (EvidenceError, ValueError, TaskError):
        return EarlierRun()


def _memory(document: Document) -> EarlierRun:
    text = document.get("precision")
    precision = parse_precision(text, name="cache", domains=ANALYSIS) if isinstance(text, str) else ()
    evidence = from_json(document["evidence"]) if "evidence" in document else None
    layout = LocationNames.from_json(document.get("layout")) if evidence is not None else None
    return EarlierRun(evidence if isinstance(evidence, Proof | Unrolled) else None, layout, precision)


def _memory_key(target: Target) -> str:
    task = target.task
    return _digest(["memory", target.name, task.property.name, task.machine.value, task.entry])


def _digest(parts: list[Any]) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
