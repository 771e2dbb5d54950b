"""``whet ci``: what a change does to the programs of a project, for a CI job."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from whet import __version__
from whet.cli.annotations import annotation_lines
from whet.cli.exchange_files import add_file_arguments, tell_suppressions, write_reports
from whet.cli.exit_codes import ExitCode
from whet.cli.progress import progress_on
from whet.projects.baseline import Baseline, read_baseline, write_baseline
from whet.projects.changes import changed_files
from whet.projects.ci import CiReport, Job, files_of, inline_in, is_affected, judged
from whet.projects.project_file import PROJECT_FILE, Project, Target, read_project
from whet.projects.store import open_store
from whet.report.sources import Sources
from whet.report.summary import Finding, Status, Summary
from whet.task.messages import usage

HELP = "verify the programs of whet.toml that a change affects, and fail on what is new"
_CODES = {
    Status.FALSE: ExitCode.FALSE,
    Status.INTERNAL: ExitCode.INTERNAL,
    Status.UNSUPPORTED: ExitCode.NOT_SUPPORTED,
    Status.UNKNOWN: ExitCode.UNKNOWN,
    Status.LIMIT: ExitCode.LIMIT,
}
"""The first of them that a job fails on is its exit code."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--project", default=PROJECT_FILE, metavar="FILE.toml", help=f"the project (default: {PROJECT_FILE})")
    parser.add_argument("--target", action="append", metavar="NAME", help="only this target (may be repeated)")
    parser.add_argument("--base", metavar="REVISION", help="only targets with files that git reports as changed since REVISION")
    parser.add_argument("--baseline", metavar="FILE.json", help="known findings; others are new")
    parser.add_argument("--write-baseline", action="store_true", help="write the findings of this run as the baseline")
    parser.add_argument("--cache", metavar="DIR", help="keep verdicts and proofs there for the next job")
    parser.add_argument("--fresh", action="store_true", help="ignore the cache")
    parser.add_argument("--annotations", choices=("github",), help="print findings as workflow commands that annotate lines")
    add_file_arguments(parser)
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> ExitCode:
    project = _project(args)
    sources = Sources(Path(project.root))
    baseline = _baseline(args, project)
    changed = None if project.base is None else changed_files(project.base, project.root)
    seen = {target.name: files_of(target) for target in project.targets}
    affected = [target for target in project.targets if is_affected(seen[target.name], project, changed)]
    files = frozenset(file for target in affected for file in seen[target.name] or target.files)
    accepted = [*inline_in(files, sources), *project.suppressions]
    summaries = [_summary(args, project, target, sources) for target in affected]
    report = judged(project.fail_on, summaries, accepted, baseline, sources)
    others = tuple(target.name for target in project.targets if target not in affected)
    _tell(args, replace(report, not_affected=others))
    write_reports(args, report.summaries, sources.root)
    if args.write_baseline:
        if project.baseline is None:
            from whet.cli.console import CommandError

            raise CommandError(usage.NO_BASELINE, place=project.path)
        count = write_baseline(project.baseline, baseline, report.summaries)
        args.console.note(f"{count} findings are known now", place=project.baseline)
        return ExitCode.TRUE
    words = {word for word, _ in report.failures}
    for status, code in _CODES.items():
        if status.value in words:
            return code
    return ExitCode.FALSE if words else ExitCode.TRUE


def _project(args: argparse.Namespace) -> Project:
    """With what the command line says instead."""
    project = read_project(args.project)
    given = {"base": args.base, "baseline": args.baseline, "cache": args.cache}
    project = replace(project, **{name: value for name, value in given.items() if value is not None})
    if args.target is None:
        return project
    known = [target.name for target in project.targets]
    for name in args.target:
        if name not in known:
            from whet.cli.console import CommandError
            from whet.task.errors import suggestion

            raise CommandError(usage.TARGET.format(name=name, suggested=suggestion(name, known), known=", ".join(known)))
    return replace(project, targets=tuple(target for target in project.targets if target.name in args.target))


def _baseline(args: argparse.Namespace, project: Project) -> Baseline | None:
    if project.baseline is None or not (os.path.exists(project.baseline) or args.baseline):
        return None
    if args.write_baseline and not os.path.exists(project.baseline):
        return None
    return read_baseline(project.baseline)


def _summary(args: argparse.Namespace, project: Project, target: Target, sources: Sources) -> Summary:
    if not args.quiet:
        args.console.note(f"whet {__version__}: {target.name} ({', '.join(target.task.files)})")
    store = None if project.cache is None else open_store(project.cache)
    with progress_on(args.console, quiet=args.quiet) as observer:
        return Job(sources, store, args.fresh, observer).summary(target)


def _tell(args: argparse.Namespace, report: CiReport) -> None:
    for summary in report.summaries:
        args.console.result("\n".join(_lines(summary)))
    for words in report.gone:
        args.console.result(f"Gone: {words}")
    if report.not_affected:
        args.console.result(f"Not affected: {', '.join(report.not_affected)}")
    tell_suppressions(args.console, (), report.unused)
    if args.annotations is not None:
        args.console.result("\n".join(annotation_lines(report)))
    for _, why in report.failures:
        args.console.result(f"Fails: {' '.join(why.split())}")
    args.console.result(f"Result: {'failed' if report.failures else 'passed'}")


def _lines(summary: Summary) -> Iterator[str]:
    yield f"Target: {summary.name}: {summary.verdict} ({summary.source}, {summary.seconds:.1f}s)"
    if summary.detail:
        yield f"Reason: {' '.join(summary.detail.split())}"
    for assumption in summary.assumptions:
        yield f"Assumed: {' '.join(assumption.split())}"
    for finding in summary.findings:
        what = " ".join(finding.text.split())
        yield f"{_word(finding)}: {finding.place or summary.name}: {what} [{finding.check}]{_reason(finding)}"
    for site in summary.undecided:
        yield f"Undecided: {site}"


def _word(finding: Finding) -> str:
    if finding.suppression is not None:
        return "Suppressed"
    return "Known" if finding.is_known else "New" if finding.is_known is not None else "Found"


def _reason(finding: Finding) -> str:
    return f" ({finding.suppression.reason})" if finding.suppression is not None else ""
