"""How much of a task corpus the front end turns into control-flow automata, and how fast.

    python tools/frontend_corpus.py BENCH                 the table per category
    python tools/frontend_corpus.py BENCH --largest 10    lines per second, and the ratio to libclang's bare parse

``BENCH`` is an unpacked corpus with a ``manifest.csv`` (columns id, path, category, data_model, lines).  Every task is read
in a child process with limits, two at a time; a crash or a limit is a row of the table.
"""

from __future__ import annotations

import argparse
import csv
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from whet.cfa.types import MACHINE_MODELS
from whet.frontend.errors import FrontendError
from whet.frontend.parse import parse_file
from whet.frontend.unit import TranslationUnit
from whet.runtime.isolation import CpuTimeOut, Crashed, Failed, Finished, OutOfMemory, WallTimeOut, run_isolated
from whet.runtime.limits import Limits

LIMITS = Limits(wall_seconds=120, memory_bytes=2 * 10**9)


@dataclass(frozen=True, slots=True)
class Task:
    name: str
    path: str
    category: str
    model: str
    lines: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What one attempt gave: ``kind`` is a column of the table."""

    kind: str
    detail: str = ""
    unsupported: int = 0
    seconds: float = 0.0
    megabytes: float = 0.0


def tasks(bench: Path) -> list[Task]:
    with (bench / "manifest.csv").open(encoding="utf-8") as rows:
        return [
            Task(row["id"], str(bench / row["path"]), row["category"], row["data_model"], int(row["lines"]))
            for row in csv.DictReader(rows)
        ]


def read(task: Task) -> Reading:
    """Read one task, in this process."""
    start = time.process_time()
    try:
        program = parse_file(task.path, machine=MACHINE_MODELS[task.model])
    except FrontendError as error:
        return Reading("rejected", str(error))
    usage = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    return Reading("cfa", "", len(program.unsupported), time.process_time() - start, usage)


def read_isolated(task: Task) -> Reading:
    match run_isolated(lambda: read(task), limits=LIMITS):
        case Finished(value=reading):
            return reading
        case Crashed() as crash:
            return Reading("crash", str(crash))
        case CpuTimeOut() | WallTimeOut():
            return Reading("time-out")
        case OutOfMemory():
            return Reading("memory")
        case Failed(message=message):
            return Reading("crash", message)


KINDS = ("cfa", "rejected", "crash", "time-out", "memory")


def print_table(chosen: list[Task], workers: int) -> None:
    with ThreadPoolExecutor(workers) as pool:
        readings = list(pool.map(read_isolated, chosen))
    counts: dict[str, Counter[str]] = {}
    for task, reading in zip(chosen, readings, strict=True):
        counts.setdefault(task.category, Counter())[reading.kind] += 1
        counts[task.category]["partly"] += reading.unsupported > 0
    print(f"{'category':44} {'tasks':>6} " + " ".join(f"{kind:>9}" for kind in KINDS) + f" {'partly':>7}")
    for category, counter in sorted(counts.items()):
        print(_row(category, counter))
    total = sum(counts.values(), Counter())
    print(_row("all", total))
    _print_summary(chosen, readings)


def _row(name: str, counter: Counter[str]) -> str:
    size = sum(counter[kind] for kind in KINDS)
    return f"{name:44} {size:>6} " + " ".join(f"{counter[kind]:>9}" for kind in KINDS) + f" {counter['partly']:>7}"


def _print_summary(chosen: list[Task], readings: list[Reading]) -> None:
    made = [reading for reading in readings if reading.kind == "cfa"]
    print(f"\n{len(made)} of {len(readings)} tasks ({100 * len(made) / len(readings):.1f} %) became a CFA")
    print(f"CPU {sum(r.seconds for r in made):.0f} s in all, slowest {max(r.seconds for r in made):.1f} s, ", end="")
    print(f"largest {max(r.megabytes for r in made):.0f} MB\n")
    for task, reading in zip(chosen, readings, strict=True):
        if reading.kind != "cfa":
            print(f"{task.name}: {reading.kind}: {reading.detail}")


def measure(task: Task) -> tuple[float, float]:
    """CPU seconds of libclang's parse alone and of the whole front end, one after the other."""
    machine = MACHINE_MODELS[task.model]
    start = time.process_time()
    TranslationUnit(task.path, machine).close()
    parsed = time.process_time()
    parse_file(task.path, machine=machine)
    return parsed - start, time.process_time() - parsed


def print_largest(chosen: list[Task]) -> None:
    print(f"{'task':60} {'lines':>7} {'libclang':>9} {'front end':>10} {'ratio':>6} {'lines/s':>8}")
    sums = [0.0, 0.0, 0]
    for task in chosen:
        match run_isolated(lambda task=task: measure(task)):  # type: ignore[misc]
            case Finished(value=(bare, whole)):
                print(_speed_row(task.name[-60:], task.lines, bare, whole))
                sums = [sums[0] + bare, sums[1] + whole, sums[2] + task.lines]
            case other:
                print(f"{task.name}: {other}")
    print(_speed_row("all", int(sums[2]), sums[0], sums[1]))


def _speed_row(name: str, lines: int, bare: float, whole: float) -> str:
    return f"{name:60} {lines:>7} {bare:>8.2f}s {whole:>9.2f}s {whole / bare:>6.1f} {lines / whole:>8.0f}"


def _selected(args: argparse.Namespace) -> Iterator[Task]:
    for task in tasks(args.bench):
        if args.only in task.name:
            yield task


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the front end on a corpus of C tasks.")
    parser.add_argument("bench", type=Path)
    parser.add_argument("--only", default="", metavar="TEXT", help="only tasks whose id contains TEXT")
    parser.add_argument("--largest", type=int, metavar="N", help="measure speed on the N tasks with the most lines")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    chosen = list(_selected(args))
    if args.largest:
        print_largest(sorted(chosen, key=lambda task: -task.lines)[: args.largest])
    else:
        print_table(chosen, args.workers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
