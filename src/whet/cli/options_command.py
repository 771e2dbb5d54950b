"""``whet options``: every option with its type, its default and what it does."""

from __future__ import annotations

import argparse
import json
import textwrap

from whet.cli.exit_codes import ExitCode
from whet.task.options import SCHEMA, Option, all_options

HELP = "list the options of the analyses and algorithms"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print them as JSON")


def run(args: argparse.Namespace) -> ExitCode:
    options = list(all_options(SCHEMA).values())
    if args.json:
        args.console.result(json.dumps([_as_json(option) for option in options], indent=1))
    else:
        args.console.result("\n".join(_as_text(option) for option in options))
        args.console.result("\nSet one with --set NAME=VALUE, or in a file FILE.toml for --config.")
    return ExitCode.TRUE


def _as_json(option: Option) -> dict[str, object]:
    return {
        "name": option.name,
        "type": option.kind.name,
        "default": option.default_text,
        "description": option.description,
    }


def _as_text(option: Option) -> str:
    described = textwrap.fill(option.description, 100, initial_indent="    ", subsequent_indent="    ")
    return f"{option.name} = {option.default_text}   ({option.kind.name})\n{described}"
