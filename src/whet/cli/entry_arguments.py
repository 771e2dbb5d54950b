"""What a function is called with that is no ``main``: for ``whet harness``, ``whet verify --entry`` and ``whet scan``."""

from __future__ import annotations

import argparse
import shlex

from whet.cli.console import CommandError
from whet.core.result import InvalidProgram
from whet.projects.entries import entry_harness, read_signatures, with_harness
from whet.projects.preconditions import PROJECT_FILE, project_requirements
from whet.report.entry_harness import needs_objects
from whet.report.harness_options import HarnessOptions
from whet.task.task import Task, program_files


def add_argument_limits(parser: argparse.ArgumentParser) -> None:
    """How much is made."""
    parser.add_argument("--elements", type=positive, default=4, metavar="N", help="of an array and of a text (default: 4)")
    parser.add_argument("--depth", type=positive, default=2, metavar="N", help="pointers from an argument on (default: 2)")


def add_argument_kinds(parser: argparse.ArgumentParser) -> None:
    """What callers never do."""
    parser.add_argument("--no-null", dest="may_be_null", action="store_false", help="no pointer is null that leads to an object")
    parser.add_argument("--no-alias", dest="may_alias", action="store_false", help="no two pointers lead to the same object")


def add_project_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--project", metavar="FILE.toml", help=f"what callers of functions keep to (default: {PROJECT_FILE}, if it is there)"
    )


def add_entry_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--arguments",
        choices=("made", "any"),
        default="made",
        help="what --entry is called with: pointers to objects that are made for it, as whet harness does, or any bytes at all",
    )
    add_argument_limits(parser)
    add_argument_kinds(parser)
    add_project_argument(parser)


def harness_options(args: argparse.Namespace) -> HarnessOptions:
    return HarnessOptions(elements=args.elements, may_be_null=args.may_be_null, may_alias=args.may_alias)


def with_made_arguments(args: argparse.Namespace, task: Task) -> Task:
    """The task with a harness for its entry, if that needs one: its parameters lead somewhere, or callers keep to something."""
    if task.entry == "main" or args.entry is None or args.arguments == "any":
        return task
    requirements = project_requirements(args.project).get(task.entry, ())
    for file in program_files(task.files):
        found = read_signatures(file, task.preprocessing(file), task.machine, depth=args.depth)
        if isinstance(found, InvalidProgram):
            return task  # whoever reads the program says what is wrong with it
        for signature in found:
            if signature.name == task.entry and (needs_objects(signature) or requirements):
                return with_harness(task, file, entry_harness(signature, harness_options(args), requirements))
    return task


def harness_command(task: Task) -> str:
    """What writes the harness of a task into a file."""
    if task.appended is None:
        raise CommandError("there is no harness")
    function, file = task.entry.removeprefix("harness_of_"), task.appended.file
    return shlex.join(["whet", "harness", function, file, "--into", f"{function}_harness.c"])


def positive(text: str) -> int:
    if not text.isdecimal() or len(text) > 6 or not int(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 to 999999")
    return int(text)


__all__ = [
    "add_argument_kinds",
    "add_argument_limits",
    "add_entry_arguments",
    "add_project_argument",
    "harness_command",
    "harness_options",
    "positive",
    "with_made_arguments",
]
