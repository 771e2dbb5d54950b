"""The baseline: what a project is known to have, so that a job fails only on what is new.

A JSON file that is committed with the project: for each target how it ended, and its findings by their marks
(``report.sources``), which outlive edits elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from whet.report.summary import Summary
from whet.task.errors import TaskError, read_text
from whet.task.messages import files
from whet.task.records import dataclass

_FORMAT = "whet-baseline 1"


@dataclass(frozen=True, slots=True)
class KnownTarget:
    status: str
    findings: Mapping[str, str] = field(default_factory=dict)
    """By mark, in words."""


@dataclass(frozen=True, slots=True)
class Baseline:
    targets: Mapping[str, KnownTarget]

    def marks(self, name: str) -> frozenset[str]:
        return frozenset(self.targets[name].findings) if name in self.targets else frozenset()

    def knows_status(self, summary: Summary) -> bool:
        return summary.name in self.targets and self.targets[summary.name].status == summary.status

    def gone(self, summary: Summary) -> list[str]:
        """Findings that are not found any more, although everything was looked at."""
        known = self.targets.get(summary.name)
        if known is None or not summary.is_complete:
            return []
        found = {finding.mark for finding in summary.findings}
        return [words for mark, words in known.findings.items() if mark not in found]

    def updated(self, summaries: Sequence[Summary]) -> Baseline:
        """Targets that were not looked at stay as they are."""
        return Baseline({**self.targets, **{summary.name: _known_target(summary) for summary in summaries}})

    def text(self) -> str:
        told = {name: {"status": each.status, "findings": dict(each.findings)} for name, each in sorted(self.targets.items())}
        return json.dumps({"format": _FORMAT, "targets": told}, indent=1) + "\n"


def _known_target(summary: Summary) -> KnownTarget:
    words = {each.mark: f"{each.place}: {each.text} [{each.check}]" for each in summary.findings if each.suppression is None}
    return KnownTarget(summary.status.value, words)


def write_baseline(path: str, known: Baseline | None, summaries: Sequence[Summary]) -> int:
    """Make what was found now the baseline; returns how many findings it has."""
    new = (known or Baseline({})).updated(summaries)
    Path(path).write_text(new.text(), encoding="utf-8")
    return sum(len(each.findings) for each in new.targets.values())


def read_baseline(path: str) -> Baseline:
    """Raises ``TaskError``."""
    try:
        document = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise TaskError(files.BASELINE.format(more=f": {str(error) or 'nested too deeply'}"), place=path) from None
    problem = TaskError(files.BASELINE.format(more=""), place=path)
    known = {}
    match document:
        case {"format": "whet-baseline 1", "targets": dict(targets)}:
            pass
        case _:
            raise problem
    for name, target in targets.items():
        match target:
            case {"status": str(status), "findings": dict(findings)}:
                known[name] = KnownTarget(status, {str(mark): str(words) for mark, words in findings.items()})
            case _:
                raise problem
    return Baseline(known)
