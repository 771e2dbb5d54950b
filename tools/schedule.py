"""Compute the slices of a schedule from a ledger of single presets.

    python tools/schedule.py run BENCH experiments/ledgers/schedule.csv --tasks 40 --presets runs df ki chc refsel
    python tools/schedule.py slices experiments/ledgers/schedule.csv --time-limit 30

``run`` verifies tasks of ``core``, drawn by a seed, with each preset alone; rows that are in the file are not run again.
``slices`` computes slices by greedy set cover over time (Streeter, Golovin: An Online Algorithm for Maximizing Submodular
Functions, NIPS 2008): again and again the slice that decides the most further points per second.  It also prints what each preset
adds, and what a perfect choice (the virtual best) would solve.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from whet.campaign.records import BenchTask
from whet.campaign.sets import TaskSelection, load_set

START = 0.5
"""Seconds of CPU time for reading the program, which members of a portfolio share."""
COLUMNS = ("task", "expected", "preset", "answer", "cpu_seconds")
POINTS = {"true": 2, "false": 1}


@dataclass(frozen=True, slots=True)
class Row:
    task: str
    expected: str
    preset: str
    answer: str
    cpu_seconds: float

    @property
    def is_correct(self) -> bool:
        return self.answer.lower().startswith(self.expected)

    @property
    def seconds(self) -> float:
        """Without the time that members share."""
        return max(0.05, self.cpu_seconds - START)


def read_rows(file: Path) -> list[Row]:
    if not file.exists():
        return []
    with file.open(newline="") as lines:
        return [Row(*(each[name] for name in COLUMNS[:-1]), float(each["cpu_seconds"])) for each in csv.DictReader(lines)]


# ---------------------------------------------------------------------------------------------------------------- running


def run(args: argparse.Namespace) -> None:
    done = {(row.task, row.preset) for row in read_rows(args.ledger)}
    selection = TaskSelection(subset=args.subset, sample=args.tasks, seed=args.seed)
    tasks = [task for task in load_set(args.bench, selection) if task.expected is not None]
    is_new = not args.ledger.exists()
    with args.ledger.open("a", newline="") as lines:
        writer = csv.writer(lines)
        if is_new:
            writer.writerow(COLUMNS)
        for task in tasks:
            for preset in args.presets:
                if (task.name, preset) not in done:
                    writer.writerow(measured(task, preset, args.time_limit))
                    lines.flush()


def measured(task: BenchTask, preset: str, limit: float) -> tuple[object, ...]:
    machine = "--32" if task.machine == "ILP32" else "--64"
    command = [sys.executable, "-m", "whet", "verify", "--quiet", machine, "--config", preset, "--time-limit", f"{limit:g}s"]
    if task.property_file is not None:
        command += ["--spec", task.property_file]
    with subprocess.Popen([*command, task.file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as child:
        assert child.stdout is not None
        said = [line for line in child.stdout.read().splitlines() if line.startswith("Verdict: ")]
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    answer = said[-1].removeprefix("Verdict: ") if said else f"exit code {child.returncode}"
    return task.name, str(task.expected).lower(), preset, answer, round(usage.ru_utime + usage.ru_stime, 2)


# ---------------------------------------------------------------------------------------------------------------- slices


def slices_of(rows: Sequence[Row], limit: float) -> Iterator[tuple[str, float, list[str]]]:
    """The preset, its seconds, and the tasks that the slice decides."""
    times: dict[str, dict[str, float]] = defaultdict(dict)
    points = {row.task: POINTS[row.expected] for row in rows}
    for row in rows:
        if row.is_correct:
            times[row.preset][row.task] = row.seconds
    used: dict[str, float] = dict.fromkeys(times, 0.0)
    open_tasks, left = set(points), limit
    while left > 0:
        best: tuple[float, str, float] | None = None
        for preset, solved in times.items():
            for end in sorted({solved[task] for task in open_tasks & solved.keys()}):
                seconds = end - used[preset]
                if 0 < seconds <= left:
                    gained = sum(points[task] for task in open_tasks & solved.keys() if solved[task] <= end)
                    best = max(best or (0.0, "", 0.0), (gained / (seconds + 0.1), preset, seconds))
        if best is None:
            return
        _, preset, seconds = best
        used[preset] += seconds
        left -= seconds
        decided = sorted(task for task in open_tasks & times[preset].keys() if times[preset][task] <= used[preset])
        open_tasks -= set(decided)
        yield preset, seconds, decided


def show(args: argparse.Namespace) -> None:
    rows = read_rows(args.ledger)
    solved = {row.task for row in rows if row.is_correct}
    by_preset = {
        preset: {row.task for row in rows if row.preset == preset and row.is_correct} for preset in {r.preset for r in rows}
    }
    print(f"{len({row.task for row in rows})} tasks; the virtual best solves {len(solved)}")
    for preset, tasks in sorted(by_preset.items(), key=lambda pair: -len(pair[1])):
        others = set().union(*(each for name, each in by_preset.items() if name != preset))
        print(f"{preset}: {len(tasks)} solved, {len(tasks - others)} by no other")
    total, found = 0.0, list(slices_of(rows, args.time_limit))
    for preset, seconds, decided in found:
        total += seconds
        print(f"{preset}:{seconds:.1f}s  decides {len(decided)} more, after {total:.1f} s")
    print("slices = [" + ", ".join(f'"{preset}:{seconds:.1f}s"' for preset, seconds, _ in found) + "]")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(required=True)
    running = actions.add_parser("run")
    running.add_argument("bench")
    running.add_argument("ledger", type=Path)
    running.add_argument("--subset", default="core")
    running.add_argument("--tasks", type=int, default=200)
    running.add_argument("--seed", type=int, default=39)
    running.add_argument("--presets", nargs="+", default=["runs", "df", "ki", "chc", "refsel", "guess", "bmc", "symex-plus"])
    running.add_argument("--time-limit", type=float, default=20.0)
    running.set_defaults(action=run)
    showing = actions.add_parser("slices")
    showing.add_argument("ledger", type=Path)
    showing.add_argument("--time-limit", type=float, default=30.0)
    showing.set_defaults(action=show)
    args = parser.parse_args()
    args.action(args)


if __name__ == "__main__":
    main()
