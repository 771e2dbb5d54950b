"""What commands that verify write for others than the user: SARIF and JUnit; and what they say about suppressions."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from whet.cli.console import Console
from whet.report.summary import Summary
from whet.report.suppressions import Suppression, inline_suppressions, read_suppressions, root_of
from whet.session.findings import Findings, summary_of
from whet.task.task import Task


def add_report_arguments(parser: argparse.ArgumentParser) -> None:
    add_file_arguments(parser)
    parser.add_argument(
        "--suppressions", metavar="FILE.toml", help="findings that are accepted, with reasons: the tables [[suppress]] of a file"
    )


def add_file_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sarif", metavar="FILE", help="write what was found as SARIF 2.1.0")
    parser.add_argument(
        "--sarif-problems",
        action="store_true",
        help="leave out of SARIF what nobody has to mend, as GitHub expects it",
    )
    parser.add_argument("--junit", metavar="FILE", help="write what was found as JUnit XML")


def read_accepted(args: argparse.Namespace, task: Task) -> list[Suppression]:
    """Before the work, because a mistake in one should not cost it."""
    entries = [] if args.suppressions is None else read_suppressions(args.suppressions)
    return [*inline_suppressions(file for file in task.files if Path(file).is_file()), *entries]


def report(args: argparse.Namespace, task: Task, findings: Findings, accepted: Sequence[Suppression]) -> None:
    """Of one program."""
    if not accepted and args.sarif is None and args.junit is None:
        return
    from whet.report.judging import unused, with_suppressions
    from whet.report.sources import Sources

    sources = Sources(Path() if args.suppressions is None else root_of(args.suppressions))
    summary = with_suppressions(summary_of(task, findings, sources), accepted, sources)
    tell_suppressions(args.console, [summary], unused(accepted, [summary]))
    write_reports(args, [summary], sources.root)


def tell_suppressions(console: Console, summaries: Sequence[Summary], unused: Iterable[Suppression]) -> None:
    for finding in (each for summary in summaries for each in summary.findings):
        if finding.suppression is not None:
            console.note(f"suppressed [{finding.check}]: {finding.suppression.reason}", place=finding.place)
    for each in unused:
        console.warning(f"nothing was found that this suppresses ({', '.join(each.checks)}); remove it", place=each.place)


def write_reports(args: argparse.Namespace, summaries: Sequence[Summary], root: Path) -> None:
    from whet.report.junit import junit
    from whet.report.sarif import sarif
    from whet.report.sources import Sources

    if args.sarif is not None:
        text = sarif(summaries, Sources(root), problems_only=args.sarif_problems)
        Path(args.sarif).write_text(text, encoding="utf-8")
    if args.junit is not None:
        Path(args.junit).write_text(junit(summaries), encoding="utf-8")


__all__ = ["add_file_arguments", "add_report_arguments", "read_accepted", "report", "tell_suppressions", "write_reports"]
