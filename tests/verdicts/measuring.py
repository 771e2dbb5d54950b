"""Many programs with many presets: a table of what the answers are worth, and the list of what is decided."""

from __future__ import annotations

import csv
import multiprocessing
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tests.verdicts.programs import FOLDER, Judgement, KnownProgram
from tests.verdicts.running import DEFAULT_CONFIGURATION, preset_names, verdict_of, verdict_of_command

DECIDED = FOLDER / "decided.csv"
SECONDS = 3.0
"""CPU time for one program."""
QUICK = SECONDS / 4
"""What took longer is not listed as decided: on a slower machine it would not be."""
STEADY = "refsel"
LATER = ("symex", "symex-plus", "auto", "chc", "guess", "runs", "heap")
"""They have programs of their own, so that the others keep theirs."""
Combination: TypeAlias = tuple[KnownProgram, str]
"""A program and the name of a preset."""
_COLUMNS = ("program", "preset", "judgement", "seconds", "answer")


@dataclass(frozen=True, slots=True)
class Measured:
    """One program with one preset."""

    program: str
    preset: str
    judgement: Judgement
    seconds: float
    answer: str

    @property
    def decided(self) -> bool:
        return self.judgement is Judgement.RIGHT

    def row(self) -> list[str]:
        return [self.program, self.preset, self.judgement, f"{self.seconds:.2f}", self.answer]


@dataclass(frozen=True, slots=True)
class _Job:
    program: KnownProgram
    preset: str
    seconds: float


def measure_one(program: KnownProgram, preset: str, seconds: float = SECONDS) -> Measured:
    if missing := program.specification.not_supported:
        return Measured(program.name, preset, Judgement.NOT_SUPPORTED, 0.0, f"not run: {', '.join(missing)} cannot be checked")
    if program.options is not None:
        answer = verdict_of_command(program.path, program.machine, preset, seconds, options=program.options)
    else:
        answer = verdict_of(program.path, program.machine, preset, seconds, property=program.specification)
    text = " ".join(str(answer).split())
    return Measured(program.name, preset, program.expectation.judge(answer), answer.seconds, text)


def in_turn(programs: Iterable[KnownProgram]) -> list[Combination]:
    """Each program with one preset; its name decides which.  A third of them have the one that takes part in the default and is
    the same in each run; few have the default itself, which runs several others at a time."""
    others = [preset for preset in preset_names() if preset not in (DEFAULT_CONFIGURATION, STEADY, *LATER)]
    return [(program, _preset(program, others)) for program in programs]


def _preset(program: KnownProgram, others: Sequence[str]) -> str:
    if program.turn(512) >= 320:  # another bit than those that choose among the others
        return others[program.turn(len(others))]
    if program.turn(512) >= 288:
        return LATER[program.turn(len(LATER))]
    if program.turn(1024) < 64:
        return DEFAULT_CONFIGURATION
    return others[program.turn(len(others))] if program.turn(1024) < 256 else STEADY


def measure(
    wanted: Sequence[Combination], *, seconds: float = SECONDS, jobs: int = 1, results: Path | None = None
) -> Iterator[Measured]:
    """Those that stand in the file of results are taken from there, the others are run and added to it."""
    old = {(item.program, item.preset): item for item in _read(results)}
    new = [_Job(program, preset, seconds) for program, preset in wanted if (program.name, preset) not in old]
    yield from (old[program.name, preset] for program, preset in wanted if (program.name, preset) in old)
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        for measured in pool.imap_unordered(_measure_job, new):
            _append(results, measured)
            yield measured


def _measure_job(job: _Job) -> Measured:
    return measure_one(job.program, job.preset, job.seconds)


def _read(results: Path | None) -> Iterator[Measured]:
    if results is None or not results.exists():
        return
    with results.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            judgement = Judgement(row["judgement"])
            yield Measured(row["program"], row["preset"], judgement, float(row["seconds"]), row["answer"])


def _append(results: Path | None, measured: Measured) -> None:
    if results is None:
        return
    begins = not results.exists()
    with results.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        if begins:
            writer.writerow(_COLUMNS)
        writer.writerow(measured.row())


# ------------------------------------------------------------------------------------------------------------ reports


def table(measured: Sequence[Measured]) -> str:
    """One line for each preset, then one for each wrong answer about a program."""
    counts: dict[str, Counter[Judgement]] = defaultdict(Counter)
    for item in measured:
        counts[item.preset][item.judgement] += 1
    lines = [f"{'preset':<16}" + "".join(f"{judgement:>12}" for judgement in Judgement)]
    lines += [f"{preset:<16}" + "".join(f"{counts[preset][word]:>12}" for word in Judgement) for preset in sorted(counts)]
    return "\n".join(lines) + "\n" + "".join(_bad_lines(measured))


def _bad_lines(measured: Sequence[Measured]) -> Iterator[str]:
    """Presets with the same answer share a line."""
    presets: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for item in measured:
        if item.judgement in (Judgement.WRONG, Judgement.CRASHED):
            presets[item.judgement, item.program, item.answer].append(item.preset)
    for (judgement, program, answer), names in sorted(presets.items()):
        yield f"{judgement:<8}{program}: {answer} [{', '.join(sorted(names))}]\n"


def read_decided(path: Path = DECIDED) -> dict[str, frozenset[str]]:
    """By program the presets that decide it."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {row["program"]: frozenset(row["decided_by"].split()) for row in csv.DictReader(file)}


def write_decided(measured: Iterable[Measured], known: Container[str], path: Path = DECIDED) -> None:
    """Right answers only, and only those that came quickly; what was not measured stays if there is such a program."""
    decided = {program: set(presets) for program, presets in read_decided(path).items() if program in known}
    for item in measured:
        presets = decided.setdefault(item.program, set())
        (presets.add if item.decided and item.seconds <= QUICK else presets.discard)(item.preset)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("program", "decided_by"))
        writer.writerows((program, " ".join(sorted(presets))) for program, presets in sorted(decided.items()) if presets)
