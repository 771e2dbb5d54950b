"""``whet annotate``: the invariants of a proof, written into a copy of the source."""

from __future__ import annotations

import argparse
from pathlib import Path

from whet.cli.configuring import add_configuration_arguments
from whet.cli.exit_codes import ExitCode
from whet.cli.help_pages import add_earlier_name
from whet.cli.progress import progress_on
from whet.cli.reading import MEMORY_DEFAULT, add_reading_arguments, duration, size
from whet.cli.task_arguments import CHECK_HELP
from whet.cli.verdicts import exit_code
from whet.core.configuration import load_configuration
from whet.core.evidence import Proof
from whet.core.result import TrueVerdict
from whet.report.lines import result_lines
from whet.session.session import Session
from whet.task.checks import bugs_property, property_name
from whet.task.definition import load_task
from whet.task.errors import check_file
from whet.task.task import Machine, Task, program_file

HELP = "prove a program, and write the invariants into a copy of it as comments in ACSL"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the C program")
    parser.add_argument("--output", metavar="FILE", help="write the copy there (default: print it)")
    add_earlier_name(parser, "--into", dest="output")
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--check", action="append", metavar="NAME,NAME", help=CHECK_HELP)
    wanted.add_argument(*("--spec", "--property"), metavar="FILE.prp", help="a property instead of checks: a file or a name")
    add_reading_arguments(parser)
    add_configuration_arguments(parser)
    parser.add_argument("--time-limit", type=duration, metavar="TIME", help="CPU time, such as 60s or 2min (default: 900s)")
    parser.add_argument("--memory-limit", type=size, metavar="SIZE", help=f"memory, such as 500MB or 4GB ({MEMORY_DEFAULT})")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> ExitCode:
    given = {"limits.cpu_time": args.time_limit, "limits.memory": args.memory_limit}
    short = [f"{option}={value}" for option, value in given.items() if value is not None]
    configuration = load_configuration(args.config, [*args.overrides, *short])
    task = _task(args)
    with progress_on(args.console, quiet=args.quiet) as observer, Session(task, configuration, observer=observer) as session:
        result = session.verify()
        proof = result.evidence if isinstance(result.evidence, Proof) else Proof(())
        text, count = session.annotated_source(proof) if isinstance(result.verdict, TrueVerdict) else (b"", 0)
    if not isinstance(result.verdict, TrueVerdict):
        args.console.error("there is no proof, so there is nothing to annotate")
        args.console.result("\n".join(result_lines(result, expected=None)))
        return exit_code(result.verdict)
    args.console.note(f"{count} invariant{'' if count == 1 else 's'} written", place=args.output or args.file)
    if args.output is None:
        args.console.result(text.decode("utf-8", "replace").removesuffix("\n"))
    else:
        Path(args.output).write_bytes(text)
    return ExitCode.TRUE


def _task(args: argparse.Namespace) -> Task:
    check_file(args.file)
    task = load_task(
        [args.file],
        spec=args.spec if args.check is None else property_name(",".join(args.check).split(",")),
        otherwise=bugs_property(),
        machine=None if args.machine is None else Machine(args.machine.name),
        entry=args.entry,
        include_folders=args.include,
        defines=args.define,
    )
    program_file(task.files)  # invariants are written into one file
    return task
