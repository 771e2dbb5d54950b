"""Which findings somebody accepts already: by a suppression, or because a baseline has them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from whet.report.sources import Sources
from whet.report.summary import Summary
from whet.report.suppressions import Suppression


def with_suppressions(summary: Summary, suppressions: Sequence[Suppression], sources: Sources) -> Summary:
    """The first one that covers a finding counts."""
    found = []
    for finding in summary.findings:
        covering = (each for each in suppressions if each.covers(finding.check, finding.place, sources))
        found.append(replace(finding, suppression=next(covering, None)))
    return replace(summary, findings=tuple(found))


def with_baseline(summary: Summary, marks: Collection[str]) -> Summary:
    return replace(summary, findings=tuple(replace(each, is_known=each.mark in marks) for each in summary.findings))


def unused(suppressions: Sequence[Suppression], summaries: Sequence[Summary]) -> Iterator[Suppression]:
    """Those that nothing was found for, where everything was looked at: each program that may have the file is decided, and one
    of them asked for one of the checks."""
    used = {each.suppression for summary in summaries for each in summary.findings}
    if not summaries or not all(summary.is_complete for summary in summaries):
        return
    asked = {check for summary in summaries for check in summary.checks}
    yield from (each for each in suppressions if each not in used and asked & set(each.checks))
