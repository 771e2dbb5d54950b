"""``whet checks``: what can be checked, with statements in which each check finds something."""

from __future__ import annotations

import argparse
import json

from whet.cli.exit_codes import ExitCode
from whet.task.checks import ALL, NamedCheck, default_checks, named_checks

HELP = "list what can be checked, with an example of each"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print as JSON")


def run(args: argparse.Namespace) -> ExitCode:
    if args.json:
        args.console.result(json.dumps([_about(check) for check in named_checks().values()], indent=1))
        return ExitCode.TRUE
    args.console.result("\n".join(_as_text(check) for check in named_checks().values()))
    default = ",".join(default_checks())
    every = f"for all with --check {ALL}"
    args.console.result(f"\nAsk for some with --check NAME,NAME or {every}; the default is {default}.")
    return ExitCode.TRUE


def _about(check: NamedCheck) -> dict[str, object]:
    return {"name": check.name, "finds": check.words, "property": check.property_name, "example": check.example}


def _as_text(check: NamedCheck) -> str:
    return f"{check.name}\n    {check.words} (property {check.property_name})\n    {check.example}"
