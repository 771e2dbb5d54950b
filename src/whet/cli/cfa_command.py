"""``whet cfa``: show a program's control-flow automata."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from whet.cfa.export import GraphvizError, to_dot, to_json, to_svg
from whet.cfa.model import Program
from whet.cli.console import CommandError
from whet.cli.exit_codes import ExitCode
from whet.cli.reading import add_program_arguments, in_child
from whet.task.messages import usage

HELP = "draw or export the control-flow automata of a program"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_program_arguments(parser)
    parser.add_argument("--format", choices=("svg", "dot", "json"), default="dot", help="dot is the default")
    parser.add_argument("--output", metavar="FILE", help="write there instead of to the standard output")
    parser.add_argument("--function", action="append", metavar="NAME", help="show only this function (may be repeated)")
    parser.add_argument("--no-blocks", dest="blocks", action="store_false", help="one operation per edge")


def run(args: argparse.Namespace) -> ExitCode:
    if args.format == "json" and args.function:
        raise CommandError("--function does not go with --format json, which always holds the whole program")
    text, unsupported = in_child(args, lambda program: _export(program, args), blocks=args.blocks)
    for line in unsupported:
        place, _, construct = line.partition(": ")
        args.console.warning(construct, place=place)
    if args.output is None:
        args.console.result(text)
    else:
        Path(args.output).write_text(text + "\n", encoding="utf-8")
    return ExitCode.TRUE


def _export(program: Program, args: argparse.Namespace) -> tuple[str, list[str]]:
    """The text to show, and a line for each construct that is not supported."""
    wanted = args.function
    for name in wanted or ():
        if name not in program.functions or not program.functions[name].is_defined:
            raise CommandError(usage.REACHABLE.format(name=name))
    names = wanted
    unsupported = [str(item) for item in program.unsupported]
    match args.format:
        case "json":
            return json.dumps(to_json(program), indent=1), unsupported
        case "dot":
            return to_dot(program, names).rstrip(), unsupported
        case _:
            return _svg(program, names), unsupported


def _svg(program: Program, names: list[str] | None) -> str:
    try:
        return to_svg(program, names).rstrip()
    except GraphvizError as error:
        raise CommandError(str(error)) from error
