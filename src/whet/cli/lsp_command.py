"""``whet lsp``: a server for editors, by the Language Server Protocol."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from whet.cli.console import CommandError
from whet.cli.exit_codes import ExitCode
from whet.cli.reading import MEMORY_DEFAULT, add_reading_arguments, duration, size
from whet.cli.task_arguments import CHECK_HELP
from whet.task.configuration import DEFAULT_CONFIGURATION
from whet.task.messages import usage

HELP = "serve editors: verdicts as diagnostics, invariants and inputs where they belong, by the Language Server Protocol"
_SECONDS = 20.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", metavar="NAME,NAME", help=CHECK_HELP)
    parser.add_argument("--config", metavar="NAME", help=f"a preset, or a file FILE.toml (default: {DEFAULT_CONFIGURATION})")
    add_reading_arguments(parser)
    limit = f"CPU time for each verification, such as 60s or 2min (default: {_SECONDS:g}s)"
    parser.add_argument("--time-limit", type=duration, default=_SECONDS, metavar="TIME", help=limit)
    parser.add_argument("--memory-limit", type=size, metavar="SIZE", help=f"memory, such as 500MB or 4GB ({MEMORY_DEFAULT})")
    parser.add_argument("--all", action="store_true", help="report every place that fails; takes longer")
    parser.add_argument("--stdio", action="store_true", help="use stdin and stdout (always so)")


def run(args: argparse.Namespace) -> ExitCode:
    if find_spec("pygls") is None:
        raise CommandError(usage.NOT_INSTALLED.format(what="the server for editors", package="pygls", extra="whet[lsp]"))
    from whet.server.language_server import serve

    given = {
        "check": args.check,
        "config": args.config,
        "machine": None if args.machine is None else args.machine.name,
        "entry": args.entry,
        "include": args.include or None,
        "define": args.define or None,
        "time_limit": args.time_limit,
        "memory_limit": args.memory_limit,
        "all": args.all or None,
    }
    serve({name: value for name, value in given.items() if value is not None})
    return ExitCode.TRUE
