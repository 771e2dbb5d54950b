"""The commands with their options as plain data, read from their parsers: what completion, the manual and the documentation show.

Nothing about an option is said twice: a new command or option is in all of them by being in its parser.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Final

from whet.cli.main import COMMANDS, Commands, parser_of
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class OptionEntry:
    """One option or argument of a command."""

    names: tuple[str, ...]
    """Such as ``-h`` and ``--help``; empty for an argument that is known by its position."""
    metavar: str
    """What stands for its value; empty if it takes none."""
    help: str
    words: tuple[str, ...] = ()
    """The values there are, if they can be listed."""
    is_path: bool = False
    """Is its value the name of a file or a folder?"""


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command, or an action of one such as ``bench run``."""

    name: str
    help: str
    usage: str
    entries: tuple[OptionEntry, ...]

    @property
    def options(self) -> tuple[OptionEntry, ...]:
        return tuple(each for each in self.entries if each.names)

    @property
    def arguments(self) -> tuple[OptionEntry, ...]:
        return tuple(each for each in self.entries if not each.names)


def command_table(commands: Commands = COMMANDS) -> list[CommandEntry]:
    """In the order of ``whet --help``, actions behind their command."""
    return [entry for name in commands.names for entry in _entries(name, commands.help(name), parser_of(name, commands))]


def _entries(name: str, text: str, parser: argparse.ArgumentParser) -> Iterator[CommandEntry]:
    shown = [action for action in parser._actions if action.help != argparse.SUPPRESS]
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    yield CommandEntry(name, text, usage, tuple(map(_entry, shown)))
    for action in shown:
        if isinstance(action, argparse._SubParsersAction):
            for choice, inner in action.choices.items():
                yield from _entries(f"{name} {choice}", inner.description or "", inner)


def _entry(action: argparse.Action) -> OptionEntry:
    takes_value = action.nargs != 0
    metavar = _metavar(action) if takes_value else ""
    words = _words(action) if takes_value else ()
    is_path = takes_value and not words and any(part in metavar for part in _PATHS)
    return OptionEntry(tuple(action.option_strings), metavar, (action.help or "").replace("%%", "%"), words, is_path)


_PATHS: Final = ("FILE", "DIR", "FOLDER", "PATH", "SET")


def _metavar(action: argparse.Action) -> str:
    if action.metavar is None and action.choices is not None:
        return "|".join(map(str, action.choices))
    named = action.metavar or action.dest.upper()
    return named if isinstance(named, str) else " ".join(named)


def _words(action: argparse.Action) -> tuple[str, ...]:
    if action.choices is not None:
        return tuple(map(str, action.choices))
    for option in action.option_strings:
        if option in _KNOWN:
            return _KNOWN[option]()
    return ()


def _presets() -> tuple[str, ...]:
    from whet.task.configuration import preset_names

    return tuple(preset_names())


def _checks() -> tuple[str, ...]:
    from whet.task.checks import ALL, named_checks

    return (*named_checks(), ALL)


def _settings() -> tuple[str, ...]:
    from whet.core.configuration import schema
    from whet.task.options import all_options

    return tuple(f"{option.name}=" for option in all_options(schema()).values())


_KNOWN: Final[dict[str, Callable[[], tuple[str, ...]]]] = {
    "--config": _presets,
    "--configs": _presets,
    "--check": _checks,
    "--set": _settings,
}
"""Where the values of options come from that take more than these."""
