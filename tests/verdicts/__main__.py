"""Run programs with known verdicts and tell what the answers are worth.

    python -m tests.verdicts                                    # tests/programs with every preset
    python -m tests.verdicts --presets value,refsel --group heap --seconds 10 --jobs 2
    python -m tests.verdicts FOLDER --results results.csv       # another collection; a second call goes on
    python -m tests.verdicts FOLDER --properties all            # also rows of its table that are not about reachability
    python -m tests.verdicts --update-decided                   # write tests/programs/decided.csv anew

The exit code is 1 if an answer is wrong or a run crashed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.verdicts.measuring import SECONDS, Measured, in_turn, measure, table, write_decided
from tests.verdicts.programs import FOLDER, REACHABILITY, Judgement, KnownProgram, known_programs
from tests.verdicts.running import preset_names


def main() -> int:
    options = _parser().parse_args()
    properties = options.properties.split(",")
    programs = [program for folder in options.folders or [FOLDER] for program in known_programs(folder, properties)]
    chosen = [program for program in programs if _is_chosen(program, options.group, options.name)]
    presets = options.presets.split(",") if options.presets else preset_names()
    wanted = in_turn(chosen) if options.in_turn else [(program, preset) for program in chosen for preset in presets]
    found = measure(wanted, seconds=options.seconds, jobs=options.jobs, results=options.results)
    measured = [_shown(item, verbose=options.verbose) for item in found]
    sys.stdout.write(table(measured))
    if options.update_decided:
        write_decided(measured, {program.name for program in known_programs()})
    return int(any(item.judgement in (Judgement.WRONG, Judgement.CRASHED) for item in measured))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.verdicts", description="Run programs with known verdicts.")
    parser.add_argument("folders", nargs="*", type=Path, help="folders with programs or with a table of them")
    parser.add_argument("--presets", default="", help="separated by commas; all of them unless given")
    parser.add_argument(
        "--in-turn", action="store_true", help="the default preset, and for every second program another in turn, as the tests do"
    )
    known = "names such as no-overflow, separated by commas, or all"
    parser.add_argument("--properties", default=REACHABILITY, help=f"rows of tables about these: {known} (default: %(default)s)")
    parser.add_argument("--group", default="", help="only this group")
    parser.add_argument("--name", default="", help="only programs with this in their name")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU time for each run")
    parser.add_argument("--jobs", type=int, default=1, help="how many runs at a time")
    parser.add_argument("--results", type=Path, help="a file to go on from and to add to")
    parser.add_argument("--verbose", action="store_true", help="show every answer")
    parser.add_argument("--update-decided", action="store_true", help="write the list of what is decided anew")
    return parser


def _is_chosen(program: KnownProgram, group: str, name: str) -> bool:
    return group in ("", program.group) and name in program.name


def _shown(item: Measured, *, verbose: bool) -> Measured:
    if verbose:
        sys.stdout.write(f"{item.judgement:<12}{item.seconds:6.2f} {item.program} with {item.preset}: {item.answer}\n")
        sys.stdout.flush()
    return item


if __name__ == "__main__":
    sys.exit(main())
