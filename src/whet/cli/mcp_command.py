"""``whet mcp``: a server for agents, by the Model Context Protocol."""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec

from whet.cli.console import CommandError
from whet.cli.exit_codes import ExitCode
from whet.cli.reading import MEMORY_DEFAULT, duration, size
from whet.task.messages import usage
from whet.task.options import DEFAULT_MEMORY

HELP = "serve agents: tools that verify, explain, test and validate, by the Model Context Protocol"
_SECONDS = 300.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    root = "read only files below DIR (may be repeated; default: the roots that the client names)"
    parser.add_argument("--root", action="append", metavar="DIR", help=root)
    limit = f"CPU time of a call, such as 60s or 2min (default: {_SECONDS:g}s)"
    parser.add_argument("--time-limit", type=duration, default=_SECONDS, metavar="TIME", help=limit)
    memory = f"memory of a call ({MEMORY_DEFAULT})"
    parser.add_argument("--memory-limit", type=size, default=DEFAULT_MEMORY, metavar="SIZE", help=memory)
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="calls at a time (default: 2)")


def run(args: argparse.Namespace) -> ExitCode:
    if find_spec("mcp") is None:
        raise CommandError(usage.NOT_INSTALLED.format(what="the server for agents", package="mcp", extra="whet[mcp]"))
    if args.workers < 1:
        raise CommandError("--workers should be at least 1")
    for folder in args.root or ():
        if not os.path.isdir(folder):
            raise CommandError("is no folder", place=folder)
    from whet.server.mcp_server import Serving, serve
    from whet.server.roots import Roots
    from whet.server.tool import Bounds

    bounds = Bounds(seconds=args.time_limit, memory_bytes=args.memory_limit)
    serve(Serving(roots=None if args.root is None else Roots.of(args.root), bounds=bounds, at_once=args.workers))
    return ExitCode.TRUE
