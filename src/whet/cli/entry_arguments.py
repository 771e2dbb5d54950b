"""What a function is called with that is no ``main``: for ``whet harness``, ``whet verify --entry`` and ``whet scan``."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from dataclasses import replace

from whet.cli.console import CommandError
from whet.cli.reading import file_words, reading_words
from whet.harness.options import FIRST_BOUND, HarnessOptions, changed_options, options_text
from whet.projects.preconditions import PROJECT_FILE
from whet.task.task import Task, program_files

MADE, HEAP, ANY = "made", "heap", "any"
"""What an entry function is called with (``--arguments``)."""
DEPTH = 2


def add_argument_limits(parser: argparse.ArgumentParser) -> None:
    """How large generated arguments are."""
    parser.add_argument(
        "--elements",
        type=positive,
        metavar="N",
        help="at most N elements of an array or characters of a string (default: no bound; whet harness: 4)",
    )
    parser.add_argument(
        "--depth", type=positive, default=DEPTH, metavar="N", help="pointers followed from an argument (default: 2)"
    )


def add_argument_kinds(parser: argparse.ArgumentParser) -> None:
    """Which arguments callers never pass."""
    parser.add_argument("--no-null", dest="may_be_null", action="store_false", help="pointers to generated objects are not null")
    parser.add_argument("--no-alias", dest="may_alias", action="store_false", help="no two pointers point to the same object")


def add_project_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--project", metavar="FILE.toml", help=f"requirements on the callers of functions (default: {PROJECT_FILE}, if it exists)"
    )


def add_entry_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--arguments",
        choices=(MADE, HEAP, ANY),
        default=MADE,
        help="pointers that --entry is called with: to generated objects (made; heap: from malloc), or any address",
    )
    add_argument_limits(parser)
    add_argument_kinds(parser)
    add_project_argument(parser)


def harness_options(args: argparse.Namespace) -> HarnessOptions:
    named = HarnessOptions(
        elements=args.elements,
        may_be_null=args.may_be_null,
        may_alias=args.may_alias,
        depth=args.depth,
        on_heap=getattr(args, "arguments", MADE) == HEAP,
    )
    try:
        return changed_options(named, getattr(args, "harness", ""))
    except (ValueError, KeyError) as problem:
        raise CommandError(f"--harness: {problem}") from None


def add_harness_argument(parser: argparse.ArgumentParser) -> None:
    """For commands that are printed: every option of a harness, also those that have no word of their own."""
    parser.add_argument(
        "--harness", default="", metavar="JSON", help="further options of the harness, in the form that other commands print"
    )


def harness_words(args: argparse.Namespace, task: Task) -> list[str]:
    """The option that makes the harness of a task, where the named options make another one."""
    if task.appended is None:
        return []
    made = changed_options(HarnessOptions(), task.appended.made_with)
    named = harness_options(args)
    # The members that are used follow from the files.
    again = replace(named, elements=named.elements or FIRST_BOUND, largest=made.largest, members=named.members or made.members)
    text = options_text(made, again)
    return ["--harness", text] if text else []


def entry_words(args: argparse.Namespace) -> Iterator[str]:
    """The options that make the same arguments for another command."""
    if args.entry is None:
        return
    yield from ("--entry", args.entry)
    if args.arguments != MADE:
        yield from ("--arguments", args.arguments)
    yield from argument_words(args)
    if args.project is not None:
        yield from ("--project", args.project)


def argument_words(args: argparse.Namespace) -> Iterator[str]:
    """The options of ``add_argument_limits`` and ``add_argument_kinds`` that differ from their defaults."""
    if args.elements is not None:
        yield from ("--elements", str(args.elements))
    if args.depth != DEPTH:
        yield from ("--depth", str(args.depth))
    yield from ["--no-null"] * (not args.may_be_null) + ["--no-alias"] * (not args.may_alias)


def makes_arguments(args: argparse.Namespace, task: Task) -> bool:
    """May the entry of the task need generated arguments?"""
    if args.entry is None:
        return False
    if task.entry != "main" and args.arguments != ANY:
        return True
    from whet.projects.source_contracts import known_contract  # reads the files with libclang

    if known_contract(args.project, task, program_files(task.files), task.entry).promises:
        raise CommandError(f"the contract of {task.entry} is checked with generated arguments only; leave out --arguments any")
    return False


def harness_command(args: argparse.Namespace, task: Task) -> str:
    """What writes the harness of a task into a file."""
    if task.appended is None:
        raise CommandError("there is no harness")
    options = [*reading_words(args), *argument_words(args), "--output", f"{args.entry}_harness.c"]
    return shlex.join(["whet", "harness", args.entry, *file_words([task.appended.file]), *options])


def positive(text: str) -> int:
    if not text.isdecimal() or len(text) > 6 or not int(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 to 999999")
    return int(text)
