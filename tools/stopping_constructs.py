"""What stops an analysis of ordinary C: constructs that are not supported, and functions that nobody describes.

    python tools/stopping_constructs.py FOLDER... [-I DIR] [--top 20]

Every function of every C file below the folders is an entry of its own, and all that it can call is looked at.  A function is
*stopped* by an operation that is not supported, and has a *gap* where it calls a function that has no body and no description:
what that does is assumed.  Files that need headers of elsewhere are counted as not read, with the first reason.  Headers are
looked for in the folder of a file, in those above it up to the one that was named, and in their ``include``, ``lib`` and ``src``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from whet.cfa.library import Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call, flatten
from whet.frontend.errors import FrontendError
from whet.frontend.parse import with_unit
from whet.frontend.program import ProgramLowering
from whet.frontend.signatures import signatures
from whet.frontend.unit import TranslationUnit
from whet.task.isolation import Failed, Finished, run_isolated
from whet.task.limits import Limits
from whet.task.preprocessing import Preprocessing

LIMITS = Limits(cpu_seconds=120, memory_bytes=3 * 10**9)


@dataclass(slots=True)
class Tally:
    files: int = 0
    not_read: Counter[str] = field(default_factory=Counter)
    functions: int = 0
    stopped: int = 0
    with_gaps: int = 0
    constructs: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Seen:
    """What one function meets."""

    constructs: frozenset[str]
    unknown: frozenset[str]


@dataclass(frozen=True, slots=True)
class NotRead:
    reason: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("--top", type=int, default=20)
    args = parser.parse_args()
    tally = Tally()
    for folder in args.folders:
        for file in sorted(folder.rglob("*.c")):
            add(tally, file, Preprocessing(include_folders=(*args.include, *map(str, above(file, folder)))))
    sys.stdout.writelines(f"{line}\n" for line in lines(tally, args.top))


def above(file: Path, folder: Path) -> Iterator[Path]:
    """Where the headers of a file may be."""
    for each in (each for each in file.parents if each.is_relative_to(folder)):
        yield each
        yield from (inner for name in ("include", "lib", "src") if (inner := each / name).is_dir())


def add(tally: Tally, file: Path, preprocessing: Preprocessing) -> None:
    tally.files += 1
    match run_isolated(lambda: seen_in(str(file), preprocessing), limits=LIMITS):
        case Finished(value=NotRead(reason=reason)):
            tally.not_read[reason] += 1
        case Finished(value=[*found]):
            for seen in found:
                tally.functions += 1
                tally.stopped += bool(seen.constructs)
                tally.with_gaps += bool(seen.unknown)
                tally.constructs.update(seen.constructs)
                tally.unknown.update(seen.unknown)
        case Failed(message=message):
            tally.not_read[f"CRASH: {message}"] += 1
        case ended:
            tally.not_read[f"CRASH: {ended}"] += 1


def seen_in(file: str, preprocessing: Preprocessing) -> NotRead | list[Seen]:
    try:
        return with_unit(file, lambda unit: list(map(seen_by, programs_in(unit))), preprocessing=preprocessing)
    except FrontendError as error:
        return NotRead(error.message)


def programs_in(unit: TranslationUnit) -> Iterator[Program]:
    """One for each function that it defines, which is parsed once for all."""
    for each in signatures(unit):
        with closing(ProgramLowering([unit])) as lowering:
            yield lowering.lower(each.name)


def seen_by(program: Program) -> Seen:
    return Seen(frozenset(each.construct for each in program.unsupported), frozenset(gaps(program)))


def gaps(program: Program) -> Iterator[str]:
    library = Library()
    for edge in program.edges():
        for part in flatten(edge.operation):
            match part:
                case Call(callee=Function(is_defined=False) as callee, arguments=given) if library.effect(callee, given) is None:
                    yield callee.name
                case _:
                    pass


def lines(tally: Tally, top: int) -> Iterator[str]:
    yield f"files {tally.files}, not read {tally.not_read.total()}"
    yield f"functions {tally.functions}, stopped {tally.stopped}, with gaps {tally.with_gaps}"
    for title, counts in (
        ("functions stopped by", tally.constructs),
        ("functions with a gap at", tally.unknown),
        ("files not read because of", tally.not_read),
    ):
        yield f"{title}:"
        yield from (f"  {count:6} {what}" for what, count in counts.most_common(top))


if __name__ == "__main__":
    main()
