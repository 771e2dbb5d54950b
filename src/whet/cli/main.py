"""The entry point ``whet``: finds the command, runs it and turns whatever happens into an exit code.

A command ``name`` is a module ``whet.cli.<name>_command`` with

- ``HELP: str``, one line; a literal, because ``whet --help`` reads it without importing the module,
- ``add_arguments(parser)``, which adds its arguments to an ``argparse.ArgumentParser``,
- ``run(args) -> ExitCode``, where ``args.console`` is the ``Console`` to print on, ``args.debug`` the option and
  ``args.command_line`` the words behind ``whet``.

Only the module of the command that was asked for is imported, so it may import whatever it needs at its top.  A command
raises ``CommandError`` for what its user can mend; a ``TaskError`` and a file that cannot be opened count as that too.
Everything else that escapes is a defect of Whet: exit code 70, and the traceback with ``--debug``.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.util
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from importlib.abc import InspectLoader
from pathlib import Path
from typing import NoReturn, Protocol, cast

from whet import __version__
from whet.cli.console import CommandError, Console
from whet.cli.exit_codes import ExitCode
from whet.cli.help_pages import COMMON, HelpAll, first_steps, help_page
from whet.task.errors import TaskError, suggestion
from whet.task.messages import usage
from whet.task.messages.message import ERRORS, with_code
from whet.task.records import dataclass


class Command(Protocol):
    """What a command module offers."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> ExitCode: ...


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands that exist, in the order ``--help`` shows them, as modules of one package."""

    package: str
    names: tuple[str, ...]

    def load(self, name: str) -> Command:
        if name not in self.names:
            raise CommandError(usage.COMMAND.format(name=name, suggested=suggestion(name, self.names)))
        return cast(Command, importlib.import_module(self._module(name)))

    def help(self, name: str) -> str:
        """The ``HELP`` of a command, read from its source without running it."""
        for statement in ast.parse(_source(self._module(name))).body:
            match statement:
                case ast.Assign(targets=[ast.Name(id="HELP")], value=ast.Constant(value=str(text))):
                    return text
                case ast.AnnAssign(target=ast.Name(id="HELP"), value=ast.Constant(value=str(text))):
                    return text
                case _:
                    pass
        raise ValueError(f"the command '{name}' has no HELP that is a literal")

    def _module(self, name: str) -> str:
        return f"{self.package}.{name.replace('-', '_')}_command"


def _source(module: str) -> str:
    spec = importlib.util.find_spec(module)
    if spec is not None and isinstance(spec.loader, InspectLoader):
        return spec.loader.get_source(module) or ""
    if spec is not None and spec.origin is not None:  # pytest has a loader of its own for what is called test_...
        return Path(spec.origin).read_text(encoding="utf-8")
    raise ModuleNotFoundError(f"no source of {module}")


COMMANDS = Commands(
    "whet.cli",
    (
        "verify",
        "ci",
        "validate",
        "annotate",
        "test",
        "scan",
        "harness",
        "checks",
        "doctor",
        "configs",
        "options",
        "explain",
        "cfa",
        "roles",
        "features",
        "run",
        "bench",
        "mcp",
        "lsp",
        "completion",
    ),
)


def main(argv: Sequence[str] | None = None, *, commands: Commands = COMMANDS, console: Console | None = None) -> int:
    """Run ``whet`` with these arguments (those of the process by default) and return its exit code."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    console = console or Console()
    try:
        code = _run(arguments, commands, console)
        console.out.flush()
        return code
    except KeyboardInterrupt:
        console.error("interrupted")
        return 128 + signal.SIGINT
    except BrokenPipeError:
        # Nobody reads stdout any more; Python would complain when it flushes it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except Exception as error:
        return _report(error, console, arguments)


def _run(arguments: list[str], commands: Commands, console: Console) -> int:
    try:
        args, command = _parse(arguments, commands)
    except SystemExit as done:  # argparse printed the help or the version
        return cast(int, done.code)
    args.console = console
    args.command_line = arguments
    return command.run(args)


def _parse(arguments: list[str], commands: Commands) -> tuple[argparse.Namespace, Command]:
    """Options before the first word are for ``whet``, the word is the command, and the rest is for the command."""
    position = next((i for i, argument in enumerate(arguments) if not argument.startswith("-")), len(arguments))
    general = _Parser(prog="whet", description="Verify C programs.", usage="whet [--help] [--version] [--debug] COMMAND ...")
    general.formatter_class = argparse.RawDescriptionHelpFormatter
    general.add_argument("--version", action="version", version=f"whet {__version__}")
    if {"-h", "--help"} & set(arguments[:position]):
        width = max(map(len, commands.names), default=0)
        listed = [f"  {name:{width}}  {commands.help(name)}" for name in commands.names]
        codes = ", ".join(f"{code.value} {code.name.lower().replace('_', ' ')}" for code in ExitCode)
        general.epilog = "\n".join(["commands:", *listed, "", "'whet COMMAND --help' describes one.", "", f"exit codes: {codes}"])
    args = general.parse(arguments[:position], argparse.Namespace(debug=False))
    if position == len(arguments):
        raise CommandError(f"{usage.NO_COMMAND}\n\n{first_steps()}")
    name = arguments[position]
    command = commands.load(name)
    return _parser(name, command).parse(arguments[position + 1 :], args), command


def parser_of(name: str, commands: Commands = COMMANDS) -> argparse.ArgumentParser:
    """The parser of a command, from which completion and the manual read its options."""
    return _parser(name, commands.load(name))


def _parser(name: str, command: Command) -> _Parser:
    parser = _Parser(prog=f"whet {name}", description=command.HELP)
    if parser.prog in COMMON:
        parser.add_argument("--help-all", action=HelpAll)
    try:
        command.add_arguments(parser)
    except argparse.ArgumentError as error:  # what Whet itself adds is tested
        raise TaskError(f"an installed package adds an option that exists: {error}") from error
    return parser


class _Parser(argparse.ArgumentParser):
    """A parser that takes no abbreviations, knows ``--debug`` and answers mistakes with a ``CommandError``."""

    def __init__(self, *, prog: str, description: str, usage: str | None = None) -> None:
        super().__init__(prog=prog, description=description, usage=usage, allow_abbrev=False)
        self.add_argument("--debug", action="store_true", default=argparse.SUPPRESS, help="show tracebacks")

    def parse(self, arguments: list[str], namespace: argparse.Namespace) -> argparse.Namespace:
        parsed, unknown = self.parse_known_args(arguments, namespace)
        if unknown and unknown[0].endswith((".c", ".i")):
            self.error(usage.ONE_FILE.format(file=unknown[0]))
        if unknown:
            self.error(usage.ARGUMENT.format(word=unknown[0], suggested=suggestion(unknown[0], self._option_string_actions)))
        return parsed

    def format_help(self) -> str:
        return super().format_help() if self.usage else help_page(self, whole=False)

    def error(self, message: str) -> NoReturn:
        raise CommandError(message)


def _report(error: Exception, console: Console, arguments: Sequence[str]) -> ExitCode:
    debug = "--debug" in arguments
    if debug:
        console.details("".join(traceback.format_exception(error)))
    match error:
        case CommandError():
            _explained(error.message, error.place, console, arguments)
            return error.code
        case TaskError():
            _explained(error.message, error.place, console, arguments)
            return ExitCode.USAGE
        case OSError(filename=str(name), strerror=str(reason)):
            _explained(reason, name, console, arguments)
            return ExitCode.USAGE
        case _:
            hint = "" if debug else "; '--debug' shows where"
            console.error(f"internal error: {''.join(traceback.format_exception_only(error)).strip()}{hint}")
            return ExitCode.INTERNAL


def _explained(message: str, place: object, console: Console, arguments: Sequence[str]) -> None:
    """Print an error with its code, and what to do."""
    from whet.cli.corrections import correction_of

    first, line_end, rest = message.partition("\n")
    console.error(with_code(first, ERRORS) + line_end + rest, place=place)
    if not rest and (following := correction_of(first, arguments)) is not None:
        console.next(following)


if __name__ == "__main__":
    sys.exit(main())
