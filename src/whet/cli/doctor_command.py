"""``whet doctor``: what is installed, what is missing, what each part is for and how to get it.

Each part is tried, not only looked for: a library is loaded, a compiler compiles, the sandbox is entered by a child.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Iterator

from whet import __version__
from whet.cli.exit_codes import ExitCode
from whet.cli.parts import Part, parts
from whet.task.records import dataclass

HELP = "print what is installed and what is missing, and how to get it"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    part: Part
    found: str
    """Empty if the part cannot be used."""
    problem: str = ""

    def document(self) -> dict[str, object]:
        part = self.part
        return {
            "name": part.name,
            "required": part.is_required,
            "usable": bool(self.found),
            "found": self.found or None,
            "problem": self.problem or None,
            "purpose": part.purpose,
            "remedy": None if self.found else part.remedy,
        }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print as JSON")
    parser.epilog = "exit codes: 0 all required parts are usable, 3 one is missing"


def run(args: argparse.Namespace) -> ExitCode:
    found = [*map(diagnosis, parts())]
    if args.json:
        document = {"version": __version__, "machine": platform.machine(), "parts": [each.document() for each in found]}
        args.console.result(json.dumps(document, indent=1))
    else:
        args.console.result("\n".join(_lines(found)))
    return ExitCode.NOT_SUPPORTED if any(each.part.is_required and not each.found for each in found) else ExitCode.TRUE


def diagnosis(part: Part) -> Diagnosis:
    try:
        return Diagnosis(part, part.probe())
    except Exception as problem:  # a library that does not load raises whatever it likes
        return Diagnosis(part, "", str(problem).strip().partition("\n")[0] or type(problem).__name__)


def _lines(found: list[Diagnosis]) -> Iterator[str]:
    yield f"whet {__version__} on {platform.system()} {platform.machine()}"
    for heading, is_required in (("Required", True), ("Optional", False)):
        yield f"\n{heading}:"
        for each in found:
            if each.part.is_required is is_required:
                yield from _part_lines(each)
    lacking = [each.part for each in found if not each.found]
    required, optional = (", ".join(part.name for part in lacking if part.is_required is kind) for kind in (True, False))
    yield f"\nResult: not ready, missing: {required}" if required else "\nResult: ready"
    if optional:
        yield f"Missing, optional: {optional}"


def _part_lines(each: Diagnosis) -> Iterator[str]:
    part = each.part
    if each.found:
        yield f"  ok       {part.name} ({each.found}): {part.purpose}"
        return
    yield f"  missing  {part.name}: {part.purpose}"
    yield f"           why: {each.problem}"
    yield f"           get it: {part.remedy}"
