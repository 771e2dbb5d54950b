"""``whet features``: a program as the numbers from which a portfolio chooses."""

from __future__ import annotations

import argparse
import json

from whet.cli.exit_codes import ExitCode
from whet.cli.reading import add_program_arguments, on_file_in_child, preprocessing_of

HELP = "print 39 numbers about a program: roles of variables, loops, control flow"
_KINDS = ("reachability", "memory-safety", "overflow", "termination")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_program_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print as JSON")
    asked = "kind of property (default: reachability)"
    parser.add_argument("--property", choices=_KINDS, default="reachability", help=asked)


def run(args: argparse.Namespace) -> ExitCode:
    found = on_file_in_child(args, lambda: _features(args))
    if args.json:
        args.console.result(json.dumps(found, indent=1))
        return ExitCode.TRUE
    width = max(map(len, found))
    args.console.result("\n".join(f"{name:{width}}  {value:.4g}" for name, value in found.items()))
    return ExitCode.TRUE


def _features(args: argparse.Namespace) -> dict[str, float]:
    from whet.roles.features import PropertyKind, features_of_file

    return features_of_file(
        args.file,
        machine=args.machine,
        entry=args.entry,
        kind=PropertyKind[args.property.replace("-", "_").upper()],
        preprocessing=preprocessing_of(args),
    )
