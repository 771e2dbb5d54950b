"""Files that commands write for other tools, in the formats of ``whet.report.formats``; and messages about suppressions."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from whet.cli.console import Console
from whet.report.format import FORMAT
from whet.report.summary import Summary
from whet.report.suppressions import Suppression, inline_suppressions, read_suppressions, root_of
from whet.session.findings import Findings, summary_of
from whet.task.options import options_of
from whet.task.registry import Registration
from whet.task.task import Task


def add_report_arguments(parser: argparse.ArgumentParser) -> None:
    add_file_arguments(parser)
    parser.add_argument("--suppressions", metavar="FILE.toml", help="accepted findings, each with a reason: tables [[suppress]]")


def add_file_arguments(parser: argparse.ArgumentParser) -> None:
    """``--sarif FILE`` and ``--sarif-problems`` for the format ``sarif`` and its option ``problems``."""
    for name, format in FORMAT.all().items():
        parser.add_argument(f"--{name}", metavar="FILE", help=f"write findings as {format.description.removesuffix('.')}")
        for each in () if format.options is None else options_of(name, format.options):
            about = each.description[0].lower() + each.description[1:].removesuffix(".")
            flag = f"--{each.name.replace('.', '-').replace('_', '-')}"
            if each.default is False:
                parser.add_argument(flag, action="store_true", help=about)
            else:
                parser.add_argument(flag, type=each.kind.value, default=each.default, metavar=each.kind.name, help=about)


def _wanted(args: argparse.Namespace) -> Iterator[tuple[Registration, str]]:
    """The formats that the command line names, each with its file."""
    for name, format in FORMAT.all().items():
        if (file := getattr(args, name.replace("-", "_"))) is not None:
            yield format, file


def read_accepted(args: argparse.Namespace, task: Task) -> list[Suppression]:
    """Before the work, because a mistake in one should not cost it."""
    entries = [] if args.suppressions is None else read_suppressions(args.suppressions)
    return [*inline_suppressions(file for file in task.files if Path(file).is_file()), *entries]


def report(args: argparse.Namespace, task: Task, findings: Findings, accepted: Sequence[Suppression]) -> None:
    """Of one program."""
    if not accepted and not any(_wanted(args)):
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
    from whet.report.sources import Sources

    for format, file in _wanted(args):
        options = None
        if format.options is not None:
            prefix = f"{format.name.replace('-', '_')}_"
            options = format.options(**{field: getattr(args, prefix + field) for field in format.options.__dataclass_fields__})
        Path(file).write_text(FORMAT.make(format.name, summaries, Sources(root), options=options), encoding="utf-8")
