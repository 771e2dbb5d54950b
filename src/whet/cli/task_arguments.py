"""The program and the property that a command is about: shared by ``whet verify`` and ``whet run``.

``task_words`` writes the arguments again, for a command that is about the same task.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from whet.cli.console import CommandError
from whet.cli.entry_arguments import add_entry_arguments, entry_words
from whet.cli.reading import add_reading_arguments, reading_words
from whet.task.checks import ALL, bugs_property, property_name
from whet.task.compile_commands import read_commands
from whet.task.definition import YAML_SUFFIXES, load_task
from whet.task.messages import usage
from whet.task.properties import properties_by_name
from whet.task.task import FileOptions, Machine, Task

CHECK_HELP: Final = f"checks such as memory,overflow, or {ALL}; 'whet checks' lists them (default: what is always a bug)"


def add_task_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="C files, or a task definition FILE.yml")
    add_database_arguments(parser, "read files and compiler options from compile_commands.json")
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--check", action="append", metavar="NAME,NAME", help=CHECK_HELP)
    wanted.add_argument(
        *("--spec", "--property"),
        metavar="FILE.prp",
        help=f"a property instead of checks: a file, or names joined by +: {', '.join(properties_by_name())}",
    )
    add_reading_arguments(parser)
    add_entry_arguments(parser)


def add_database_arguments(parser: argparse.ArgumentParser, help: str) -> None:
    parser.add_argument("--compile-commands", metavar="FILE.json", help=help)
    parser.add_argument(
        "--ignore-option",
        action="append",
        default=[],
        metavar="OPTION",
        help="assume that this option of the compiler makes no difference, as --ignore-option=-fplugin=x.so",
    )


def database_words(database: str | None, ignored: Sequence[str]) -> Iterator[str]:
    """The options of ``add_database_arguments`` again."""
    if database is not None:
        yield from ("--compile-commands", database)
        yield from (f"--ignore-option={option}" for option in ignored)


def require_files(args: argparse.Namespace) -> None:
    if not args.files and args.compile_commands is None:
        raise CommandError(usage.NO_FILE)


def task_of_arguments(args: argparse.Namespace) -> Task:
    """The task as it is named, without a harness for its entry function; raises ``TaskError``."""
    machine = None if args.machine is None else Machine(args.machine.name)
    if args.compile_commands is None:
        return _loaded(args, args.files, machine)
    if any(Path(file).suffix in YAML_SUFFIXES for file in args.files):
        raise CommandError(
            "a task definition says itself which files there are; leave out --compile-commands", place=args.files[0]
        )
    commands = read_commands(args.compile_commands, args.files, machine=machine, ignored=args.ignore_option)
    task = _loaded(args, commands.files, commands.machine, commands.options)
    return replace(task, assumptions=(*task.assumptions, *commands.assumptions))


def _loaded(args: argparse.Namespace, files: Sequence[str], machine: Machine | None, options: Sequence[FileOptions] = ()) -> Task:
    return load_task(
        files,
        spec=args.spec if args.check is None else property_name(",".join(args.check).split(",")),
        otherwise=bugs_property(),
        machine=machine,
        entry=args.entry,
        include_folders=args.include,
        defines=args.define,
        options=options,
    )


def task_words(args: argparse.Namespace) -> Iterator[str]:
    """The options that name the same task for another command; ``file_words`` follow them."""
    yield from database_words(args.compile_commands, args.ignore_option)
    yield from entry_words(args)
    yield from reading_words(args)
    if args.check is not None:
        yield from ("--check", ",".join(args.check))
    if args.spec is not None:
        yield from ("--spec", args.spec)
