"""``whet harness``: a C file that calls a function with all arguments it may be given, to be verified and changed."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path

from whet.cli.console import CommandError
from whet.cli.entry_arguments import add_argument_kinds, add_argument_limits, harness_options
from whet.cli.exit_codes import ExitCode
from whet.cli.help_pages import add_earlier_name
from whet.cli.reading import add_program_arguments, file_words, on_file_in_child, preprocessing_of, reading_words
from whet.frontend.signatures import Signature, signatures
from whet.harness.file import harness_source
from whet.task.errors import suggestion
from whet.task.messages import usage

HELP = "write a C file that calls a function with any arguments, to be verified and changed"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("function", metavar="FUNCTION", help="the function to call")
    add_program_arguments(parser, starts=False)
    parser.add_argument("--output", metavar="FILE.c", help="write the harness there (default: print it)")
    add_earlier_name(parser, "--into", dest="output")
    add_argument_limits(parser)
    add_argument_kinds(parser)


def run(args: argparse.Namespace) -> ExitCode:
    found = on_file_in_child(args, lambda: _read(args))
    chosen = next((each for each in found if each.name == args.function), None)
    if args.function == "main":
        raise CommandError(f"main needs no harness; run: {_verifying(args, args.file)}")
    if chosen is None:
        names = [each.name for each in found]
        known = f"; it defines {', '.join(names[:10])}{', ...' if names[10:] else ''}" if names else "; it defines no function"
        raise CommandError(
            usage.NOT_DEFINED.format(file=args.file, name=args.function, suggested=suggestion(args.function, names), more=known)
        )
    defines_main = any(each.name == "main" for each in found)
    # As seen from the harness.
    file = args.file
    if '"' in file or "\n" in file:
        raise CommandError("a file with such a name cannot be included; rename it", place=file)
    folder = os.path.dirname(args.output) if args.output else "."
    text = harness_source(chosen, os.path.relpath(file, folder or "."), defines_main=defines_main, options=harness_options(args))
    if args.output is None:
        args.console.result(text.removesuffix("\n"))
    else:
        Path(args.output).write_text(text, encoding="utf-8")
        args.console.note(f"written; next: {_verifying(args, args.output)}", place=args.output)
    return ExitCode.TRUE


def _verifying(args: argparse.Namespace, file: str) -> str:
    """The command that verifies a file as this command reads it."""
    return shlex.join(["whet", "verify", *reading_words(args), *file_words([file])])


def _read(args: argparse.Namespace) -> list[Signature]:
    from whet.frontend.parse import with_unit

    preprocessing = preprocessing_of(args)
    return with_unit(
        args.file, lambda unit: [*signatures(unit, depth=args.depth)], machine=args.machine, preprocessing=preprocessing
    )
