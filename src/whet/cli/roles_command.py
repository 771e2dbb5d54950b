"""``whet roles``: what the variables of a program are used for, and why."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from whet.cli.exit_codes import ExitCode
from whet.cli.help_pages import add_earlier_name
from whet.cli.reading import add_program_arguments, on_file_in_child, preprocessing_of

if TYPE_CHECKING:
    from whet.cfa.source import Place
    from whet.roles.infer import InferredRole, Roles, VariableRoles

HELP = "print what each variable is used for (counter, array index, input, ...), and why"
_HEADINGS = ("variable", "role", "why", "where")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_program_arguments(parser, starts=False)
    parser.add_argument("--entry", metavar="NAME", help="only what can be called from this function (default: the whole file)")
    parser.add_argument("--json", action="store_true", help="print as JSON")
    parser.add_argument("--report", metavar="FILE.html", help="write a page that shows the program with the roles")
    add_earlier_name(parser, "--html", dest="report")
    parser.add_argument("--all", action="store_true", help="also roles without evidence, which nothing contradicts")
    parser.add_argument("--shifts", action="store_true", help="count operands of << and >> as bitvectors")
    back = "propagate roles from a variable to the variables copied into it, such as arguments"
    parser.add_argument("--backward", action="store_true", help=back)


def run(args: argparse.Namespace) -> ExitCode:
    roles = on_file_in_child(args, lambda: _infer(args))
    shown = roles if args.all else roles.with_evidence()
    if args.report is not None:
        from whet.report.roles_page import roles_page

        source = Path(args.file).read_bytes().decode("utf-8", "replace")
        Path(args.report).write_text(roles_page(shown, source), encoding="utf-8")
    if args.json:
        args.console.result(json.dumps([_as_json(each) for each in shown.variables], indent=1))
    elif args.report is None:
        args.console.result("\n".join(_table(shown)))
    return ExitCode.TRUE


def _infer(args: argparse.Namespace) -> Roles:
    from whet.roles.infer import InferenceOptions, infer_roles

    options = InferenceOptions(shifts_are_bitops=args.shifts, backward_closure=args.backward)
    return infer_roles(args.file, machine=args.machine, preprocessing=preprocessing_of(args), entry=args.entry, options=options)


def _table(roles: Roles) -> Iterator[str]:
    """One row for each role, with the variable in the first of its rows; places without the name of the file itself."""
    rows = [_HEADINGS, *(row for variable in roles.variables for row in _rows(variable, roles.file))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADINGS))]
    for row in rows:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _rows(variable: VariableRoles, file: str) -> Iterator[tuple[str, str, str, str]]:
    for number, held in enumerate(variable.held):
        name = variable.name if number == 0 else ""
        yield name, str(held) if held.must else f"{held}, perhaps", held.why, _where(held.place, file)


def _where(place: Place | None, file: str) -> str:
    if place is None:
        return ""
    return f"{place.line}:{place.column}" if place.file == file else str(place)


def _as_json(variable: VariableRoles) -> dict[str, object]:
    return {
        "variable": variable.name,
        "kind": str(variable.origin),
        "place": None if variable.place is None else str(variable.place),
        "roles": [_held_as_json(held) for held in variable.held],
    }


def _held_as_json(held: InferredRole) -> dict[str, object]:
    return {
        "role": str(held.role),
        "parameter": held.parameter or None,
        "certain": held.must,
        "why": held.why,
        "place": None if held.place is None else str(held.place),
    }
