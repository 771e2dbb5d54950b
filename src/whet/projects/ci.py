"""A CI job: the targets that a change affects, verified with what is known of them already, and judged by the project's policy.

A target goes through three questions, the cheapest first: is there a verdict about exactly this program (``fingerprint``), is the
last proof still one (``algorithms.reproving``), and what does a search find, which begins with the last precision.  All findings
of a target are looked for, because a known one must not hide a new one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path

from whet.algorithms.location_names import LocationNames, layout_of
from whet.algorithms.reproving import EarlierProof
from whet.cfa.types import MACHINE_MODELS
from whet.core.configuration import MemoryOptions
from whet.core.context import ProgressObserver
from whet.core.result import TrueVerdict
from whet.frontend.errors import FrontendError
from whet.frontend.parse import CFile, file_names
from whet.projects.baseline import Baseline
from whet.projects.entry_search import EntrySearch, unsatisfied_requirements
from whet.projects.fingerprint import Fingerprint, fingerprint
from whet.projects.keeping import EarlierRun, keep_verdict, kept_verdict, recall, remember
from whet.projects.project_file import KNOWN, SUPPRESSED, UNUSED, Project, Target
from whet.projects.store import ResultStore
from whet.report.judging import unused, with_baseline, with_suppressions
from whet.report.sources import Sources
from whet.report.summary import Status, Summary
from whet.report.suppressions import Suppression, inline_suppressions
from whet.runtime.isolation import Finished, run_isolated
from whet.runtime.limits import Limits
from whet.session.findings import Findings, summary_of
from whet.session.program import read_program
from whet.session.session import find_all, limits_of, verify
from whet.task.errors import TaskError
from whet.task.records import dataclass
from whet.task.task import Task, program_files


def files_of(target: Target) -> frozenset[str] | None:
    """All that the target is made of, as absolute paths; None if its programs cannot be read."""

    def read_names() -> list[str] | None:
        task = target.task
        units = [CFile(file, task.preprocessing(file)) for file in program_files(task.files)]
        try:
            return file_names(units, machine=MACHINE_MODELS[task.machine])
        except (FrontendError, TaskError):
            return None

    outcome = run_isolated(read_names, limits=limits_of(target.configuration))
    names = outcome.value if isinstance(outcome, Finished) else None
    return None if names is None else frozenset(map(os.path.realpath, (*names, *target.files)))


def is_affected(files: frozenset[str] | None, project: Project, changed: frozenset[str] | None) -> bool:
    """Without a base everything is, and so is what cannot be read, and everything if the project file changed."""
    if changed is None or files is None or os.path.realpath(project.path) in changed:
        return True
    return not files.isdisjoint(changed)


@dataclass(frozen=True, slots=True)
class _Seen:
    """A target that was read."""

    fingerprint: Fingerprint
    layout: LocationNames


@dataclass(frozen=True, slots=True)
class Job:
    """Verifies targets; without a store, or with ``fresh``, it begins from nothing."""

    sources: Sources
    store: ResultStore | None = None
    fresh: bool = False
    observer: ProgressObserver | None = None

    def summary(self, target: Target) -> Summary:
        seen = None if self.store is None else _seen(target)
        if self.store is None or seen is None:
            return self._searched(target, EarlierRun())[0]
        kept = None if self.fresh else kept_verdict(self.store, target, seen.fingerprint, self.sources)
        return kept or self._verified(target, seen, self.store)

    def _verified(self, target: Target, seen: _Seen, store: ResultStore) -> Summary:
        memory = EarlierRun() if self.fresh else recall(store, target)
        summary, found = self._proved_again(target, memory) or self._searched(target, memory)
        keep_verdict(store, target, seen.fingerprint, summary)
        remember(store, target, found.result, seen.layout, memory)
        return summary

    def _proved_again(self, target: Target, memory: EarlierRun) -> tuple[Summary, Findings] | None:
        if memory.evidence is None or memory.layout is None:
            return None
        engine = EarlierProof(memory.evidence, memory.layout)
        result = verify(target.task, target.configuration, engine=engine, observer=self.observer)
        if not isinstance(result.verdict, TrueVerdict) or (target.call is not None and unsatisfied_requirements(target.call)):
            return None
        return replace(self._told(target, Findings(result)), source="the last proof holds"), Findings(result)

    def _searched(self, target: Target, memory: EarlierRun) -> tuple[Summary, Findings]:
        def search(task: Task, limits: Limits) -> Findings:
            task = replace(task, precision=memory.precision)
            return find_all(task, target.configuration, limits=limits, observer=self.observer)

        limits = limits_of(target.configuration)
        found = search(target.task, limits) if target.call is None else EntrySearch(target.call, search, limits).run()[0]
        return self._told(target, found), found

    def _told(self, target: Target, found: Findings) -> Summary:
        return summary_of(target.task, found, self.sources, name=target.name)


def _seen(target: Target) -> _Seen | None:
    """None if it cannot be read; a verification then tells why."""

    def read() -> _Seen | None:
        try:
            program = read_program(target.task, memory=target.configuration.section(MemoryOptions))
        except (FrontendError, TaskError):
            return None
        return _Seen(fingerprint(program, target.task, target.configuration), layout_of(program))

    outcome = run_isolated(read, limits=limits_of(target.configuration))
    return outcome.value if isinstance(outcome, Finished) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CiReport:
    """What a job found, and what it makes of it."""

    summaries: tuple[Summary, ...]
    failures: tuple[tuple[str, str], ...] = ()
    """Why it fails: a word of the policy, and a sentence."""
    gone: tuple[str, ...] = ()
    unused: tuple[Suppression, ...] = ()
    not_affected: tuple[str, ...] = ()
    root: Path = field(default_factory=Path)


def judged(
    fail_on: Sequence[str],
    summaries: Sequence[Summary],
    accepted: Sequence[Suppression],
    baseline: Baseline | None,
    sources: Sources,
) -> CiReport:
    """By a policy; ``accepted`` are the suppressions of comments and of the project file."""
    told = [with_suppressions(summary, accepted, sources) for summary in summaries]
    if baseline is not None:
        told = [with_baseline(summary, baseline.marks(summary.name)) for summary in told]
    idle = tuple(unused(accepted, told))
    reasons = [reason for summary in told for reason in _reasons(summary, baseline)]
    reasons += [(UNUSED, f"{each.place}: a suppression is not used") for each in idle]
    return CiReport(
        summaries=tuple(told),
        failures=tuple((word, text) for word, text in reasons if word in fail_on),
        gone=tuple(dict.fromkeys(each for summary in told for each in (baseline.gone(summary) if baseline is not None else ()))),
        unused=idle,
        root=sources.root,
    )


def _reasons(summary: Summary, baseline: Baseline | None) -> Iterator[tuple[str, str]]:
    """Each with the word of the policy that it belongs to."""
    for finding in summary.findings:
        what = f"{finding.place or summary.name}: {finding.text} [{finding.check}]"
        if finding.suppression is not None:
            yield SUPPRESSED, what
        else:
            yield (KNOWN if finding.is_known else Status.FALSE.value), what
    if summary.status is Status.TRUE or (summary.status is Status.FALSE and summary.is_complete):
        return
    word, why = summary.status, summary.verdict + (f": {summary.detail}" if summary.detail else "")
    if summary.status is Status.FALSE:
        word, why = Status.UNKNOWN, f"{len(summary.undecided)} other places are not decided"
    is_known = baseline is not None and baseline.knows_status(summary)
    yield (KNOWN if is_known else word.value), f"{summary.name}: {why}"


def inline_in(files: frozenset[str], sources: Sources) -> list[Suppression]:
    """The comments of all files of targets that are below the root: those of others are not ours to judge."""
    own = sorted(file for file in files if sources.relative(file) is not None and os.path.isfile(file))
    return inline_suppressions(os.path.relpath(file) for file in own)
