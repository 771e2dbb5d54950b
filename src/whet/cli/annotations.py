"""Findings as commands of GitHub's runner, which marks the lines of a change with them."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.source import Place
from whet.projects.ci import CiReport
from whet.report.sources import Sources
from whet.report.summary import Status


def annotation_lines(report: CiReport) -> Iterator[str]:
    """An error for what is new, a notice for what is accepted, a warning for what nobody knows."""
    sources = Sources(report.root)
    for summary in report.summaries:
        for finding in summary.findings:
            kind = "notice" if finding.is_accepted else "error"
            yield _line(kind, finding.text, f"whet: {finding.check} in {summary.name}", finding.place, sources)
        if summary.status not in (Status.TRUE, Status.FALSE):
            text = f"{summary.verdict}: {summary.detail}" if summary.detail else summary.verdict
            yield _line("warning", text, f"whet: {summary.name}", summary.place, sources)


def _line(kind: str, text: str, title: str, place: Place | None, sources: Sources) -> str:
    where = (
        {} if place is None else {"file": sources.name(place.file), "line": str(place.line), "col": str(sources.column(place))}
    )
    told = ",".join(f"{name}={_property(value)}" for name, value in {**where, "title": title}.items())
    return f"::{kind} {told}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
