"""``whet options``: every option with its type, its default and what it does."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Sequence

from whet.cli.console import CommandError
from whet.cli.exit_codes import ExitCode
from whet.core.configuration import schema
from whet.task.errors import suggestion
from whet.task.messages import usage
from whet.task.options import Choice, Names, Option, Schema, Words, all_options

HELP = "list the options of the analyses and algorithms"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sections", nargs="*", metavar="SECTION", help="only those of a section, such as limits or callstack")
    parser.add_argument("--json", action="store_true", help="print them as JSON")


def run(args: argparse.Namespace) -> ExitCode:
    options = list(all_options(_wanted(args.sections)).values())
    if args.json:
        args.console.result(json.dumps([_as_json(option) for option in options], indent=1))
    else:
        args.console.result("\n".join(_as_text(option) for option in options))
        args.console.result("\nSet one with --set NAME=VALUE, or in a file FILE.toml for --config.")
    return ExitCode.TRUE


def _wanted(names: Sequence[str]) -> Schema:
    sections = schema()
    for name in names:
        if name not in sections:
            raise CommandError(usage.OPTION_SECTION.format(name=name, suggested=suggestion(name, sections)))
    return {name: sections[name] for name in names} if names else sections


def _as_json(option: Option) -> dict[str, object]:
    return {
        "name": option.name,
        "type": option.kind.name,
        "default": option.default_text,
        "description": option.description,
        **({"words": words} if (words := _words(option)) else {}),
    }


def _as_text(option: Option) -> str:
    listed = [_filled(f"{word}: {text}", indent=6) for word, text in _words(option).items()]
    return "\n".join(
        [f"{option.name} = {option.default_text}   ({option.kind.name})", _filled(option.description, indent=4), *listed]
    )


def _filled(text: str, *, indent: int) -> str:
    return textwrap.fill(text, 100, initial_indent=" " * indent, subsequent_indent=" " * indent)


def _words(option: Option) -> dict[str, str]:
    """What each word means, where words name something that describes itself."""
    match option.kind:
        case Choice(known=Words() as known) | Names(known=Words() as known):
            return {word: known.describe(word) for word in known}
        case _:
            return {}
