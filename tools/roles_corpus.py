"""How fast variable roles are inferred on a task corpus, and how many variables have one.

    python tools/roles_corpus.py BENCH                  every task
    python tools/roles_corpus.py BENCH --sample 100     some of them, the same ones each time

``BENCH`` is an unpacked corpus with a ``manifest.csv`` (columns id, path, category, data_model, lines).  Every task
is read in a child process with limits, small ones first.  Loading libclang, clingo and the rules, which a process
does once, does not count.  Times are CPU seconds, the smallest of ``--repeat`` measurements: *front end* is
``parse_file``, libclang included; *roles* are facts, rules and reasons of what ``main`` can call, on an open
translation unit; *loops* are the classes of loops.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from statistics import median, quantiles
from typing import TypeVar

from frontend_corpus import KINDS, Task, tasks  # the neighbour in this folder

from whet.cfa.types import MACHINE_MODELS
from whet.frontend.clang import library
from whet.frontend.errors import FrontendError
from whet.frontend.parse import parse_file, with_unit
from whet.frontend.unit import TranslationUnit
from whet.roles.engine import evaluate
from whet.roles.infer import Roles, roles_of_unit
from whet.roles.loop_classes import classify_loops
from whet.roles.names import OF_TYPES, Role
from whet.roles.rule_text import Rules
from whet.runtime.isolation import CpuTimeOut, Crashed, Failed, Finished, OutOfMemory, WallTimeOut, run_isolated
from whet.runtime.limits import Limits

LIMITS = Limits(wall_seconds=600, memory_bytes=3 * 10**9)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reading:
    """What one task gave: ``kind`` is a column of the table."""

    kind: str
    detail: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    variables: int = 0
    with_role: int = 0
    """Variables with a role other than one that their type gives them."""
    certain: int = 0
    """Those among them that have such a role by evidence."""
    roles: Counter[str] = field(default_factory=Counter)


def timed(work: Callable[[], T], repeat: int) -> tuple[T, float]:
    """What some work gives, and the CPU seconds it takes if nothing disturbs it."""
    best = inf
    for _ in range(repeat):
        start = time.process_time()
        value = work()
        best = min(best, time.process_time() - start)
    return value, best


def warm_up() -> None:
    """Load both libraries and the rules, which a process does once."""
    library()
    evaluate(Rules.standard(), "var(1).", ())


def read(task: Task, repeat: int) -> Reading:
    """Measure one task, in this process."""
    machine = MACHINE_MODELS[task.model]
    seconds: dict[str, float] = {}
    try:
        program, seconds["front end"] = timed(lambda: parse_file(task.path, machine=machine), repeat)
    except FrontendError as error:
        return Reading("rejected", str(error))

    def on_unit(unit: TranslationUnit) -> tuple[Roles, float]:
        return timed(lambda: roles_of_unit(unit, entry="main"), repeat)

    roles, seconds["roles"] = with_unit(task.path, on_unit, machine=machine)
    _, seconds["loops"] = timed(lambda: classify_loops(program), repeat)
    return _counted(roles, seconds)


def _counted(roles: Roles, seconds: dict[str, float]) -> Reading:
    evident = {each.name for each in roles.with_evidence().variables if each.roles - OF_TYPES}
    return Reading(
        "cfa",
        "",
        seconds,
        len(roles.variables),
        sum(bool(each.roles - OF_TYPES) for each in roles.variables),
        sum(each.name in evident for each in roles.variables),
        Counter(str(role) for each in roles.variables for role in each.roles),
    )


def read_isolated(task: Task, repeat: int) -> Reading:
    match run_isolated(lambda: read(task, repeat), limits=LIMITS):
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


def print_table(chosen: list[Task], readings: list[Reading]) -> None:
    print(f"{'category':44} {'tasks':>6} {'done':>6} {'variables':>10} {'with role':>10} {'evident':>9}")
    by_category: dict[str, list[Reading]] = {}
    for task, reading in zip(chosen, readings, strict=True):
        by_category.setdefault(task.category, []).append(reading)
    for category, found in sorted(by_category.items()):
        print(_row(category, found))
    print(_row("all", readings))


def _row(name: str, readings: list[Reading]) -> str:
    done = [each for each in readings if each.kind == "cfa"]
    total, with_role, certain = (sum(getattr(each, key) for each in done) for key in ("variables", "with_role", "certain"))
    shares = [f"{100 * part / total:.1f} %" if total else "-" for part in (with_role, certain)]
    return f"{name:44} {len(readings):>6} {len(done):>6} {total:>10} {shares[0]:>10} {shares[1]:>9}"


def print_times(readings: list[Reading]) -> None:
    done = [each for each in readings if each.kind == "cfa"]
    print(f"\n{'CPU seconds':12} {'median':>8} {'95 %':>8} {'largest':>8} {'ratio to front end, median':>28} {'95 %':>7}")
    for name in ("front end", "roles", "loops"):
        values = [each.seconds[name] for each in done]
        ratios = [each.seconds[name] / each.seconds["front end"] for each in done]
        print(
            f"{name:12} {median(values):>8.3f} {_percentile(values):>8.3f} {max(values):>8.2f} "
            f"{median(ratios):>28.2f} {_percentile(ratios):>7.2f}"
        )
    slowest = max(done, key=lambda each: each.seconds["roles"])
    print(f"\nThe slowest has {slowest.variables} variables.")


def _percentile(values: list[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


def print_roles(readings: list[Reading]) -> None:
    counts: Counter[str] = sum((each.roles for each in readings), Counter())
    total = sum(each.variables for each in readings) or 1
    print(f"\n{'role':32} {'variables':>10}")
    for role in Role:
        print(f"{role:32} {counts[str(role)]:>10} {100 * counts[str(role)] / total:>6.1f} %")


def print_rest(chosen: list[Task], readings: list[Reading]) -> None:
    counts = Counter(each.kind for each in readings)
    print("\n" + ", ".join(f"{counts[kind]} {kind}" for kind in KINDS))
    for task, reading in zip(chosen, readings, strict=True):
        if reading.kind != "cfa":
            print(f"{task.name}: {reading.kind}: {reading.detail}")


def _told(number: int, task: Task, reading: Reading) -> Reading:
    """Tell on the standard error what went wrong, and how far it is."""
    if reading.kind != "cfa":
        print(f"{task.name}: {reading.kind}: {reading.detail}", file=sys.stderr)
    if number % 100 == 0:
        print(f"{number} tasks, {task.lines} lines", file=sys.stderr, flush=True)
    return reading


def main() -> int:
    parser = argparse.ArgumentParser(description="Infer the roles of variables on a corpus of C tasks.")
    parser.add_argument("bench", type=Path)
    parser.add_argument("--only", default="", metavar="TEXT", help="only tasks whose id contains TEXT")
    parser.add_argument("--sample", type=int, metavar="N", help="only N tasks, the same ones each time")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="measure N times and take the smallest")
    args = parser.parse_args()
    chosen = [task for task in tasks(args.bench) if args.only in task.name]
    if args.sample:
        chosen = random.Random(0).sample(chosen, args.sample)
    warm_up()
    chosen.sort(key=lambda task: task.lines)
    readings = [_told(number, task, read_isolated(task, args.repeat)) for number, task in enumerate(chosen, 1)]
    print_table(chosen, readings)
    print_times(readings)
    print_roles(readings)
    print_rest(chosen, readings)
    return 0


if __name__ == "__main__":
    sys.exit(main())
