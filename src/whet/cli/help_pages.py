"""What ``whet``, ``whet COMMAND --help`` and ``--help-all`` print: options in groups, common ones first.

An option has the same group in every command, so one table has them all; ``tests/cli/test_help.py`` checks that none is left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final

from whet.task.messages import usage

_CHECK: Final = "what to check"
_PROGRAM: Final = "program"
_LIMITS: Final = "limits"
_OUTPUT: Final = "output"
_ADVANCED: Final = "advanced"

_GROUP_OF: Final = {
    name: title
    for title, names in {
        _CHECK: "--replace --check --spec --property --entry --function --sample --seed --target --base --all --alone --minimise",
        _PROGRAM: "--compile-commands --ignore-option -I -D --32 --64 --input --arguments --elements --depth "
        "--no-null --no-alias --project --root",
        _LIMITS: "--time-limit --memory-limit --test-time-limit --budget --workers",
        _OUTPUT: "--report --output --witness --sarif --sarif-problems --junit --suppressions --format --json --quiet --explain "
        "--annotations --baseline --write-baseline --tasks --reproduce --watch",
    }.items()
    for name in names.split()
}
"""Options that are in no other group are advanced."""
ORDER: Final = (_CHECK, _PROGRAM, _LIMITS, _OUTPUT, _ADVANCED)

COMMON: Final = {
    command: tuple(names.split())
    for command, names in {
        "whet verify": "--check --all --entry --compile-commands -I -D --time-limit --execute --report --output --json",
        "whet scan": "--check --function --compile-commands -I -D --time-limit --budget --workers --output --json",
        "whet run": "--input --check --entry --compile-commands -I -D --time-limit --json",
        "whet test": "--spec --entry -I -D --minimise --time-limit --output --json",
    }.items()
}
"""The options on the first page of commands that have many."""

_EXAMPLES: Final = {
    "whet": (
        ("whet verify prog.c", "find a bug, or prove that there is none"),
        ("whet verify --entry parse --report parse.html parser.c", "one function with all arguments, and a page to read"),
        ("whet scan src", "every function of a project"),
    ),
    "whet verify": (
        ("whet verify prog.c", ""),
        ("whet verify --check memory,leak --report report.html main.c list.c", ""),
        ("whet verify --entry parse -I include parser.c", ""),
    ),
}


def first_steps() -> str:
    """For ``whet`` without a command."""
    lines = [f"  {command:56}{about}" for command, about in _EXAMPLES["whet"]]
    return "\n".join(
        [
            "Whet verifies C programs. To begin:",
            "",
            *lines,
            "",
            "'whet --help' lists all commands. 'whet doctor' prints what is installed and what is missing.",
        ]
    )


def help_page(parser: argparse.ArgumentParser, *, whole: bool) -> str:
    """The options of a command in groups; those that are common unless ``whole``."""
    formatter = argparse.HelpFormatter(parser.prog, max_help_position=28)
    formatter.add_usage(_usage(parser), (), ())
    formatter.add_text(_sentence(parser.description or ""))
    shown = [action for action in parser._actions if action.help != argparse.SUPPRESS]
    common = COMMON.get(parser.prog, ())
    optional = [each for each in shown if each.option_strings]
    if common and not whole:
        optional = [each for each in optional if each.option_strings[0] in common]
    _add_section(formatter, "arguments", [each for each in shown if not each.option_strings])
    for title in ORDER:
        _add_section(formatter, title, [each for each in optional if group_of(each) == title])
    lines = [formatter.format_help()]
    if examples := [f"  {command}" for command, _ in _EXAMPLES.get(parser.prog, ())]:
        lines += ["examples:", *examples, ""]
    if parser.epilog:
        lines += [parser.epilog, ""]
    if common and not whole:
        lines += [f"'{parser.prog} --help-all' shows all options.", ""]
    return "\n".join(lines)


def group_of(action: argparse.Action) -> str:
    return _GROUP_OF.get(action.option_strings[0], _ADVANCED)


def _add_section(formatter: argparse.HelpFormatter, title: str, actions: Iterable[argparse.Action]) -> None:
    formatter.start_section(title)
    formatter.add_arguments(actions)
    formatter.end_section()


def _usage(parser: argparse.ArgumentParser) -> str:
    """With the arguments, and one word for all options."""
    formatter = argparse.HelpFormatter("")
    positional = [action for action in parser._actions if not action.option_strings]
    formatter.add_usage(None, positional, (), prefix="")
    return f"{parser.prog} [OPTION ...] {' '.join(formatter.format_help().split())}".strip()


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def add_earlier_name(parser: argparse.ArgumentParser, name: str, *, dest: str) -> None:
    """Accept the name that an option had in an earlier version; no page lists it."""
    parser.add_argument(name, dest=dest, default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def refuse_removed_name(parser: argparse.ArgumentParser, name: str, *, instead: str) -> None:
    """An option of an earlier version that is gone; the message names what to use instead."""
    hidden = argparse.SUPPRESS
    parser.add_argument(name, action=RemovedOption, nargs="?", default=hidden, help=hidden, instead=instead)


class RemovedOption(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str, *, instead: str, **settings: Any) -> None:  # those of argparse
        super().__init__(option_strings, dest, **settings)
        self.instead = instead

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        parser.error(usage.REMOVED.format(option=self.option_strings[0], instead=self.instead))


class HelpAll(argparse.Action):
    """``--help-all``: the page with every option."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help="show all options")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        sys.stdout.write(help_page(parser, whole=True))
        parser.exit()
