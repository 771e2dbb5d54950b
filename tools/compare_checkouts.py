"""CPU time of one checkout of Whet over that of another, on the same tasks.

    python tools/compare_checkouts.py BEFORE AFTER BENCH [--subset smoke] [--config refsel] [--tasks 40]

BEFORE and AFTER are folders with ``src/whet``; both are compiled first, as an installed package is.  Each task that both solve
is run twice with each, in turns, so that the load of the machine is the same for both; the lesser time counts.  Tasks for which
BEFORE needs more than six seconds are left out: they say little about the cost of starting.
"""

from __future__ import annotations

import argparse
import compileall
import math
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from whet.campaign.records import BenchTask
from whet.campaign.sets import TaskSelection, load_set
from whet.runtime.processes import reaped_seconds

_LONGEST = 6.0


@dataclass(frozen=True, slots=True)
class Timed:
    seconds: float
    verdict: str

    @property
    def is_solved(self) -> bool:
        return self.verdict in ("TRUE", "FALSE")


def run(checkout: Path, task: BenchTask, config: str) -> Timed:
    machine = "--32" if task.machine == "ILP32" else "--64"
    command = [
        sys.executable,
        "-m",
        "whet",
        "verify",
        "--quiet",
        "--config",
        config,
        "--time-limit",
        "15s",
        "--spec",
        "unreach-call",
    ]
    environment = os.environ | {"PYTHONPATH": str(checkout / "src"), "PYTHONHASHSEED": "0"}
    before = reaped_seconds()
    done = subprocess.run([*command, machine, task.file], capture_output=True, text=True, env=environment, check=False)
    verdict = re.search(r"^Verdict: (\w+)", done.stdout, re.MULTILINE)
    return Timed(reaped_seconds() - before, verdict[1] if verdict else "none")


def compare(task: BenchTask, before: Path, after: Path, config: str) -> tuple[float, float] | None:
    """The times of both; None if there is nothing to compare."""
    first = run(before, task, config)
    if not first.is_solved or first.seconds > _LONGEST:
        return None
    others = [run(after, task, config), run(after, task, config)]
    second = run(before, task, config)
    if any(other.verdict != first.verdict for other in others):
        print(f"{task.name}: {first.verdict} before, {', '.join(other.verdict for other in others)} after")
        return None
    return min(first.seconds, second.seconds), min(other.seconds for other in others)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("bench")
    parser.add_argument("--subset", default="smoke")
    parser.add_argument("--config", default="refsel")
    parser.add_argument("--tasks", type=int, default=40)
    given = parser.parse_args()
    for checkout in (given.before, given.after):
        compileall.compile_dir(checkout / "src", quiet=2)
    times: list[tuple[float, float]] = []
    for task in load_set(given.bench, TaskSelection(subset=given.subset)):
        if len(times) == given.tasks:
            break
        pair = compare(task, given.before, given.after, given.config)
        if pair is not None:
            times.append(pair)
            print(f"{task.name}  {pair[0]:.2f} s  {pair[1]:.2f} s  {pair[1] / pair[0]:.2f}x", flush=True)
    total = sum(after for _, after in times) / sum(before for before, _ in times)
    mean = math.exp(sum(math.log(after / before) for before, after in times) / len(times))
    print(f"{len(times)} tasks: {total:.2f}x in all, {mean:.2f}x as a geometric mean")


if __name__ == "__main__":
    main()
