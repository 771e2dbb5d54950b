"""An unsound verifier: does the check of proofs and alarms notice?

    python tools/mutants.py run [NAME...] [--results FILE] [--tests] [--twice]
    python tools/mutants.py table FILE

``mutants.toml`` has changes of Whet's own source, each of them wrong, with programs on which it shows.  One after the other is
applied to a copy of the source, and ``whet verify`` of that copy runs on the programs, as it does without the mutant.  The check
of proofs is asked about a TRUE only and changes nothing else, so it is clear what would be said without it; ``--twice`` runs
it with ``--set proofs.check=no``, too.  What happened goes to FILE, a line of JSON each, and the table counts it:

* *wrong without*: mutants that say TRUE of a program that fails, or FALSE of one that does not, if nobody checks proofs;
* *rejected*, *replay*: a proof is rejected, or the run that an alarm tells of cannot be repeated, so there is no verdict;
* *other*: there is no verdict for another reason, such as a gap that somebody else notes;
* *unchecked*: the wrong TRUE is there, and says of itself that nobody has checked it;
* *tests*: the wrong verdict is there, and with ``--tests`` the test that the mutant names was run and failed;
* *survives*: the wrong verdict is there.

A mutant counts once, for the worst of its programs.  One whose old text is not there exactly once is an error, because then
nothing would be shown.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from whet.core.configuration import load_configuration
from whet.session.session import verify
from whet.task.properties import parse_property
from whet.task.task import Task

ROOT: Final = Path(__file__).resolve().parent.parent
LIST: Final = ROOT / "tools" / "mutants.toml"
PROGRAMS: Final = ROOT / "tests" / "programs"
_OPTIONS: Final = ("limits.cpu_time=20s", "proofs.check_time=18s")
"""The check has more time than it needs, so that the load of the machine makes no difference."""
_WALL_SECONDS: Final = 300.0
_TEST_SECONDS: Final = 300.0
_EXPECTED = re.compile(r"^// EXPECT: (TRUE|FALSE)\b", re.MULTILINE)
_PROPERTY = re.compile(r"^// PROPERTY: (.*)$", re.MULTILINE)
_VERDICT = re.compile(r"^Verdict: (.*)$", re.MULTILINE)
_PROOF = re.compile(r"^Proof: (.*)$", re.MULTILINE)
_UNCHECKED = "(unchecked)"


class BadMutant(Exception):
    """The list and the source do not fit together."""


class Outcome(StrEnum):
    """What became of a mutant, the better ones first."""

    NOTHING = "no effect"
    OTHER = "other"
    REPLAY = "replay"
    REJECTED = "rejected"
    UNCHECKED = "unchecked"
    TESTS = "tests"
    SURVIVES = "survives"


_ORDER: Final = list(Outcome)


# --------------------------------------------------------------------------------------------------------- mutants


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A change of the source that makes it unsound."""

    name: str
    kind: str
    file: str
    """Below ``src/whet``."""
    old: str
    new: str
    wrong: str
    """What is wrong with it."""
    config: str
    programs: tuple[str, ...]
    """Below ``tests/programs``, without the ending."""
    set: tuple[str, ...] = ()
    """Options that have another value than in the preset."""
    tests: tuple[str, ...] = ()
    """Those that fail, if the verdict does not tell."""
    outside: bool = False
    """Is it in what the check is built on?"""


def mutants(path: Path = LIST) -> list[Mutant]:
    """Those of a list; raises ``BadMutant``."""
    found = [_mutant(each) for each in tomllib.loads(path.read_text())["mutant"]]
    twice = [name for name, count in Counter(each.name for each in found).items() if count > 1]
    if twice:
        raise BadMutant(f"there is more than one mutant {twice[0]}")
    return found


def _mutant(entry: Mapping[str, Any]) -> Mutant:
    lists = {key: tuple(entry[key]) for key in ("programs", "set", "tests") if key in entry}
    try:
        return Mutant(**{**entry, **lists})
    except TypeError as error:
        raise BadMutant(f"{entry.get('name', 'a mutant')}: {error}") from error


def applied(mutant: Mutant, text: str) -> str:
    """The source with the mutant; raises ``BadMutant`` if it does not apply."""
    count = text.count(mutant.old)
    if count != 1:
        raise BadMutant(f"{mutant.name}: the old text is {count} times in {mutant.file}, not once")
    if mutant.old == mutant.new:
        raise BadMutant(f"{mutant.name} changes nothing")
    return text.replace(mutant.old, mutant.new)


@contextmanager
def mutated(mutant: Mutant) -> Iterator[Path]:
    """A folder with a copy of the source that has the mutant; compiled files of the rest are copied, too."""
    text = applied(mutant, (ROOT / "src" / "whet" / mutant.file).read_text())
    with tempfile.TemporaryDirectory(prefix="whet-mutant-") as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source)
        path = source / "whet" / mutant.file
        path.write_text(text)
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()
        yield source


# ------------------------------------------------------------------------------------------------------------ runs


@dataclass(frozen=True, slots=True)
class Seen:
    """What was said of one program."""

    program: str
    expected: str
    before: str
    """Without the mutant."""
    without: str
    """With it, and without the check."""
    checked: str
    why: str = ""
    """What the check said of the proof."""

    @property
    def outcome(self) -> Outcome:
        if self.is_wrong(self.checked):
            return Outcome.UNCHECKED if _UNCHECKED in self.checked else Outcome.SURVIVES
        if "proof rejected" in self.checked:
            return Outcome.REJECTED
        if "alarm not confirmed" in self.checked and "alarm not confirmed" not in self.before:
            return Outcome.REPLAY
        return Outcome.OTHER if self.is_wrong(self.without) else Outcome.NOTHING

    def is_wrong(self, verdict: str) -> bool:
        word = verdict.split("(", maxsplit=1)[0].strip()
        return word in ("TRUE", "FALSE") and word != self.expected


@dataclass(frozen=True, slots=True)
class Record:
    """What became of a mutant."""

    name: str
    kind: str
    outside: bool
    seen: tuple[Seen, ...]
    failed: tuple[str, ...] = field(default=())
    """Tests that failed."""

    @property
    def outcome(self) -> Outcome:
        worst = max((each.outcome for each in self.seen), key=_ORDER.index)
        return Outcome.TESTS if worst is Outcome.SURVIVES and self.failed else worst

    @property
    def is_wrong_without(self) -> bool:
        return any(each.is_wrong(each.without) for each in self.seen)


def before(program: str, mutant: Mutant) -> str:
    """The verdict without the mutant."""
    path = PROGRAMS / f"{program}.c"
    wanted = parse_property(specification(path), path=str(path))
    result = verify(Task(files=(str(path),), property=wanted), load_configuration(mutant.config, [*_OPTIONS, *mutant.set]))
    return str(result.verdict)


def said(source: Path, program: str, mutant: Mutant, *more: str) -> tuple[str, str]:
    """The verdict of ``whet verify`` of this source, and what it tells of the proof."""
    path = PROGRAMS / f"{program}.c"
    options = [word for each in (*_OPTIONS, *mutant.set, *more) for word in ("--set", each)]
    with tempfile.TemporaryDirectory() as folder:
        prp = Path(folder) / "property.prp"
        prp.write_text(specification(path))
        command = [sys.executable, "-m", "whet", "verify", "--quiet", "--config", mutant.config, "--spec", str(prp)]
        run = _run([*command, *options, str(path)], source, _WALL_SECONDS)
    found, proof = _VERDICT.findall(run.stdout), _PROOF.findall(run.stdout)
    verdict = found[-1] if found else f"none, exit {run.returncode}: {run.stderr.strip().splitlines()[-1:]}"
    return verdict, proof[-1] if proof else ""


def unchecked(checked: str) -> str:
    """What is said without the check."""
    return "TRUE" if "proof rejected" in checked or _UNCHECKED in checked else checked


def expected_of(text: str) -> str:
    found = _EXPECTED.search(text)
    if found is None:
        raise BadMutant("the program does not say what is expected")
    return found[1]


def specification(path: Path) -> str:
    """The property that the program says it is about."""
    found = _PROPERTY.search(path.read_text())
    return f"CHECK( init(main()), LTL({'G ! call(reach_error())' if found is None else found[1].strip()}) )\n"


def _run(command: Sequence[str], source: Path, seconds: float) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{ROOT}"}
    try:
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -1, "", f"no end after {seconds} s")


class Runs:
    """Runs mutants; what is said without any is found once."""

    def __init__(self, *, tests: bool = False, twice: bool = False) -> None:
        self._tests = tests
        self._twice = twice
        self._before: dict[tuple[str, str, tuple[str, ...]], str] = {}

    def run(self, mutant: Mutant) -> Record:
        with mutated(mutant) as source:
            seen = tuple(self._seen(mutant, program, source) for program in mutant.programs)
            record = Record(mutant.name, mutant.kind, mutant.outside, seen)
            if self._tests and record.outcome is Outcome.SURVIVES:
                failed = tuple(test for test in mutant.tests if _fails(test, source))
                record = Record(mutant.name, mutant.kind, mutant.outside, seen, failed)
        return record

    def _seen(self, mutant: Mutant, program: str, source: Path) -> Seen:
        expected = expected_of((PROGRAMS / f"{program}.c").read_text())
        key = (program, mutant.config, mutant.set)
        if key not in self._before:
            self._before[key] = before(program, mutant)
        checked, why = said(source, program, mutant)
        without = said(source, program, mutant, "proofs.check=no")[0] if self._twice else unchecked(checked)
        return Seen(program, expected, self._before[key], without, checked, why)


def _fails(test: str, source: Path) -> bool:
    """Does pytest run the test with this source, and does it fail?"""
    quietly = ["-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider", "-o", f"pythonpath={source} {ROOT}"]
    return _run([sys.executable, "-m", "pytest", *quietly, test], source, _TEST_SECONDS).returncode == 1


# ----------------------------------------------------------------------------------------------------------- table


def table(records: Iterable[Record]) -> str:
    """How many mutants of each kind came to which end."""
    kinds: dict[str, list[Record]] = {}
    for each in records:
        kinds.setdefault(each.kind, []).append(each)
    columns = [each for each in Outcome if each is not Outcome.NOTHING]
    lines = [_line("kind", "mutants", "wrong without", *columns), "|---|" + "---:|" * (2 + len(columns))]
    lines += [_row(kind, group, columns) for kind, group in kinds.items()]
    lines.append(_row("all", [each for group in kinds.values() for each in group], columns))
    return "\n".join(lines)


def _row(kind: str, records: Sequence[Record], columns: Sequence[Outcome]) -> str:
    counts = Counter(each.outcome for each in records)
    wrong = sum(each.is_wrong_without for each in records)
    return _line(kind, len(records), wrong, *(counts[each] for each in columns))


def _line(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def to_json(record: Record) -> str:
    return json.dumps({**asdict(record), "outcome": record.outcome})


def from_json(line: str) -> Record:
    entry = json.loads(line)
    seen = tuple(Seen(**each) for each in entry["seen"])
    return Record(entry["name"], entry["kind"], entry["outside"], seen, tuple(entry["failed"]))


def read(path: Path) -> list[Record]:
    """The last record of each mutant."""
    return list({each.name: each for each in map(from_json, path.read_text().splitlines())}.values())


def _show(records: Sequence[Record]) -> None:
    inside, outside = [each for each in records if not each.outside], [each for each in records if each.outside]
    print(table(inside))
    if outside:
        print(f"\nIn what the check is built on:\n\n{table(outside)}")
    for each in records:
        if each.outcome in (Outcome.NOTHING, Outcome.UNCHECKED, Outcome.TESTS, Outcome.SURVIVES):
            print(f"{each.outcome}: {each.name}{''.join(f' {test}' for test in each.failed)}")


def _told(record: Record) -> str:
    each = (f" [{seen.program}: {seen.before} > {seen.without} > {seen.checked} {seen.why}]" for seen in record.seen)
    return f"{record.outcome:10} {record.name}{''.join(each)}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    runs = commands.add_parser("run")
    runs.add_argument("names", nargs="*")
    runs.add_argument("--results", type=Path, default=None)
    runs.add_argument("--tests", action="store_true")
    runs.add_argument("--twice", action="store_true")
    commands.add_parser("table").add_argument("results", type=Path)
    given = parser.parse_args(arguments)
    if given.command == "run":
        _run_all(given.names, given.results, Runs(tests=given.tests, twice=given.twice))
    else:
        _show(read(given.results))
    return 0


def _run_all(names: Sequence[str], results: Path | None, runs: Runs) -> None:
    chosen = [each for each in mutants() if not names or each.name in names]
    for each in chosen:  # all of them, before the first takes its time
        applied(each, (ROOT / "src" / "whet" / each.file).read_text())
    records = []
    for each in chosen:
        record = runs.run(each)
        records.append(record)
        print(_told(record), flush=True)
        if results is not None:
            with results.open("a") as file:
                file.write(to_json(record) + "\n")
    _show(records)


if __name__ == "__main__":
    sys.exit(main())
