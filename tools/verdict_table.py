"""Verdicts on a task corpus, beside the expected ones.

    python tools/verdict_table.py BENCH --subset smoke --time-limit 30
    python tools/verdict_table.py BENCH --category product-lines --time-limit 30 --csv results.csv

``BENCH`` is an unpacked corpus with ``manifest.csv`` and ``subsets/NAME.txt``.  Each task runs as ``whet verify`` does, in a
child process with limits, two at a time.  Solved means: TRUE or FALSE, as expected.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict, Result, TrueVerdict
from whet.runtime.limits import Limits
from whet.session.session import verify
from whet.task.configuration import Configuration
from whet.task.properties import DEFAULT_PROPERTY, Property, read_property
from whet.task.task import Machine, Task

COLUMNS = ("solved", "correct true", "correct false", "wrong true", "wrong false")


@dataclass(frozen=True, slots=True)
class Row:
    """A task of the manifest."""

    name: str
    category: str
    path: Path
    property_file: Path
    machine: str
    expected: bool

    def task(self) -> Task:
        return Task(files=(str(self.path),), property=self._property(), machine=Machine(self.machine))

    def _property(self) -> Property:
        return read_property(str(self.property_file)) if self.property_file.is_file() else DEFAULT_PROPERTY


@dataclass(frozen=True, slots=True)
class Outcome:
    row: Row
    result: Result

    @property
    def kind(self) -> str:
        """The column of the table this counts in, or the verdict if it is none."""
        match self.result.verdict:
            case TrueVerdict():
                return "correct true" if self.row.expected else "wrong true"
            case FalseVerdict():
                return "wrong false" if self.row.expected else "correct false"
            case other:
                return str(other)

    @property
    def cpu(self) -> float:
        return float(self.result.statistics.get("cpu_seconds", 0))


def rows(bench: Path, *, subset: str | None, category: str | None) -> list[Row]:
    chosen = set((bench / "subsets" / f"{subset}.txt").read_text().split()) if subset else None
    with (bench / "manifest.csv").open(encoding="utf-8") as table:
        return [
            _row(bench, row)
            for row in csv.DictReader(table)
            if (chosen is None or row["id"] in chosen) and (category is None or row["category"] == category)
        ]


def _row(bench: Path, row: dict[str, str]) -> Row:
    return Row(
        row["id"],
        row["category"],
        bench / row["path"],
        bench / row["property_file"],
        row["data_model"],
        row["expected_verdict"] == "true",
    )


def verified(row: Row, configuration: Configuration, limits: Limits) -> Outcome:
    return Outcome(row, verify(row.task(), configuration, limits=limits))


def print_table(outcomes: list[Outcome]) -> None:
    counts: dict[str, Counter[str]] = {}
    for outcome in outcomes:
        counter = counts.setdefault(outcome.row.category, Counter())
        counter["tasks"] += 1
        counter[outcome.kind] += 1
        counter["solved"] += outcome.kind.startswith("correct")
    print(f"{'category':36} {'tasks':>6} " + " ".join(f"{column:>13}" for column in COLUMNS))
    for category, counter in sorted(counts.items()):
        print(_line(category, counter))
    total: Counter[str] = sum(counts.values(), Counter())
    print(_line("all", total))
    others = ", ".join(f"{number} {kind}" for kind, number in total.most_common() if kind.isupper() or "(" in kind)
    print(f"\nnot solved: {others}")
    print(f"CPU {sum(outcome.cpu for outcome in outcomes):.0f} s")
    for outcome in outcomes:
        if outcome.kind.startswith("wrong") or outcome.kind.startswith("ERROR"):
            print(f"{outcome.kind}: {outcome.row.name}: {outcome.result.verdict}")


def _line(name: str, counter: Counter[str]) -> str:
    return f"{name:36} {counter['tasks']:>6} " + " ".join(f"{counter[column]:>13}" for column in COLUMNS)


def write_csv(path: Path, outcomes: list[Outcome]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("id", "category", "expected", "verdict", "kind", "cpu_seconds", "memory_bytes", "states"))
        for outcome in outcomes:
            statistics = outcome.result.statistics
            writer.writerow(
                (
                    outcome.row.name,
                    outcome.row.category,
                    outcome.row.expected,
                    outcome.result.verdict,
                    outcome.kind,
                    outcome.cpu,
                    statistics.get("memory_bytes", ""),
                    statistics.get("reached_states", statistics.get("states", "")),
                )
            )


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare verdicts with the expected ones.")
    parser.add_argument("bench", type=Path)
    parser.add_argument("--subset", help="smoke, core or duel")
    parser.add_argument("--category", help="a category of the manifest")
    parser.add_argument("--config", default="value")
    parser.add_argument("--set", action="append", default=[], dest="overrides", metavar="OPTION=VALUE")
    parser.add_argument("--time-limit", type=float, default=30, metavar="SECONDS", help="CPU time of a task")
    parser.add_argument("--memory-limit", type=float, default=4, metavar="GB")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--csv", type=Path, help="write every result there")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth task")
    args = parser.parse_args()
    configuration = load_configuration(args.config, overrides=args.overrides)
    limits = Limits(
        cpu_seconds=args.time_limit, wall_seconds=3 * args.time_limit + 30, memory_bytes=int(args.memory_limit * 10**9)
    )
    chosen = rows(args.bench, subset=args.subset, category=args.category)[:: args.every]
    with ThreadPoolExecutor(args.workers) as pool:
        outcomes = list(pool.map(lambda row: verified(row, configuration, limits), chosen))
    print_table(outcomes)
    if args.csv:
        write_csv(args.csv, outcomes)
    return 1 if any(outcome.kind.startswith("wrong") for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
