"""How much of programs the tests of ``whet test`` cover, against inputs by chance.

    python tools/test_generation.py run BENCH RESULTS.jsonl --time-limit 60
    python tools/test_generation.py table BENCH RESULTS.jsonl --time-limit 60

``BENCH`` is an unpacked corpus with ``manifest.csv``.  The sample: tasks of 100 to 2,000 lines that have inputs
(``__VERIFIER_nondet_*``), one of each category after another, beginning with the largest category, in an order that only the
seed and the names decide.  ``--every 4`` takes each fourth of them.

What a column says:

* ``whet``: ``whet test``;
* ``chance``: 1,000 runs of the compiled program, the first with zeros, the others with values drawn while it runs (small, at a
  border of the type, any; 1,000 values at most in a run).  A run may take two seconds, all of them together 60 s of CPU time;
* ``afl``: AFL++ (``afl-clang-fast``; ``afl-gcc`` for 32 bits) for the same CPU time as ``whet``, of all its processes; only if it
  is asked for.  It begins with 64 bytes of zeros.  The bytes of a test are the values that the program asks for, zeros after
  its end (1,000 values).

Each figure is gcov's, of the same compilation of the program.  ``RESULTS.jsonl`` has a line for each run; what is in it is not
run again, so that an interrupted run goes on.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from whet.algorithms.targets import targets_of
from whet.campaign.records import BenchTask
from whet.campaign.sets import TaskSelection, load_set
from whet.cfa.surroundings import AskingFunction, Surroundings, surroundings_of
from whet.harness.run_harness import harness_text
from whet.native.gcov import Gcov
from whet.native.programs import Build, NativeProgram, NativeSource, find_compiler
from whet.runtime.processes import all_processes, read_member, reaped_seconds, seconds
from whet.session.program import read_program
from whet.task.coverage_goals import CoverBranches
from whet.task.task import Machine, Task

COLUMNS = ("whet", "chance", "afl")
CHANCE_RUNS = 1000
CHANCE_SECONDS = 60.0
CHANCE_SECONDS_EACH = 2.0
MOST_LINES_OF_TASK = 2000
LEAST_LINES_OF_TASK = 100
_ASKED = re.compile(r"[=(!,<>&|+-]\s*__VERIFIER_nondet_")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One run; a line of the results."""

    task: str
    column: str
    time_limit: float
    branches: int = 0
    taken: int = 0
    tests: int = 0
    end: str = ""
    seconds: float = 0.0
    errors: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    not_taken: list[str] = field(default_factory=list)
    problem: str = ""
    """Why nothing was measured."""

    @property
    def key(self) -> tuple[str, str, float]:
        return self.task, self.column, self.time_limit


# ----------------------------------------------------------------------------------------------------------------- tasks


def sample(bench: str, *, count: int, seed: int) -> list[BenchTask]:
    selection = TaskSelection(min_lines=LEAST_LINES_OF_TASK, max_lines=MOST_LINES_OF_TASK)
    with_inputs = [task for task in load_set(bench, selection) if _has_inputs(task)]
    return list(islice(_in_turns(with_inputs, seed), count))


def _has_inputs(task: BenchTask) -> bool:
    return _ASKED.search(Path(task.file).read_text(encoding="utf-8", errors="replace")) is not None


def _in_turns(tasks: Iterable[BenchTask], seed: int) -> Iterator[BenchTask]:
    """One of each category, then another one of each."""
    by_category: dict[str, list[BenchTask]] = defaultdict(list)
    for task in sorted(tasks, key=lambda task: hashlib.sha256(f"{seed} {task.name}".encode()).digest()):
        by_category[task.category].append(task)
    queues = sorted(by_category.values(), key=lambda queue: (-len(queue), queue[0].category))
    for turn in range(len(queues[0])):
        yield from (queue[turn] for queue in queues if turn < len(queue))


# ---------------------------------------------------------------------------------------------------------------- running


def measure(task: BenchTask, column: str, time_limit: float) -> Measured:
    started = time.monotonic()
    blank = Measured(task=task.name, column=column, time_limit=time_limit)
    try:
        done = {"whet": by_whet, "chance": by_chance, "afl": by_afl}[column](task, blank)
    except Exception as problem:  # of whatever kind: the others are to be run
        done = replace(blank, problem=f"{type(problem).__name__}: {problem}"[:300])
    return replace(done, seconds=round(time.monotonic() - started, 1))


def by_whet(task: BenchTask, blank: Measured) -> Measured:
    machine = "--32" if task.machine == "ILP32" else "--64"
    limit = f"{blank.time_limit:g}s"
    command = [sys.executable, "-m", "whet", "test", "--quiet", "--json", machine, "--time-limit", limit]
    run = subprocess.run([*command, task.file], check=False, capture_output=True, text=True)
    if not run.stdout:
        return replace(blank, problem=f"exit code {run.returncode}: {run.stderr.strip()[:300]}")
    document = json.loads(run.stdout)
    covered = document["coverage"] or {"branches": 0, "branches_taken": 0, "not_taken": []}
    return replace(
        blank,
        branches=covered["branches"],
        taken=covered["branches_taken"],
        tests=len(document["tests"]),
        end=document["end"],
        errors=document["errors"],
        notes=document["notes"],
        not_taken=[f"{each['line']}:{each['branch']}" for each in covered["not_taken"]],
        problem="" if document["coverage"] else "; ".join(document["notes"]),
    )


def compilable(task: BenchTask) -> tuple[Machine, Surroundings, NativeSource]:
    known = Task(files=(task.file,), machine=Machine(task.machine))
    surroundings = surroundings_of(read_program(known, blocks=False), targets_of(CoverBranches().errors).functions)
    return known.machine, surroundings, NativeSource(path=Path(task.file), extra_flags=surroundings.flags)


def by_chance(task: BenchTask, blank: Measured) -> Measured:
    machine, surroundings, source = compilable(task)
    with tempfile.TemporaryDirectory(prefix="whet-chance-") as folder:
        program = NativeProgram(find_compiler(machine), source, Build.COVERAGE, Path(folder))
        executable, gcov = program.link(chance_harness(surroundings)), Gcov(Path(folder))
        total = len(gcov.read().branches)
        gcov.forget()
        runs, enough = 0, reaped_seconds() + blank.time_limit
        while runs < CHANCE_RUNS and reaped_seconds() < enough:
            run_by_chance(executable, runs)
            runs += 1
        covered = gcov.read()
    not_taken = [f"{each.line}:{each.number + 1}" for each in sorted(covered.branches.keys() - covered.taken)]
    return replace(blank, branches=total, taken=len(covered.taken), tests=runs, end=f"{runs} runs", not_taken=not_taken)


def by_afl(task: BenchTask, blank: Measured) -> Measured:
    machine, surroundings, source = compilable(task)
    harness = from_bytes_harness(surroundings)
    with tempfile.TemporaryDirectory(prefix="whet-afl-") as name:
        folder, fuzzed = Path(name), Path(name, "fuzzed")
        fuzzed.mkdir()
        compiler = find_compiler(machine, name="afl-gcc" if machine is Machine.ILP32 else "afl-clang-fast")
        fuzzer = NativeProgram(replace(compiler, flags=(*compiler.flags, "-O1")), source, Build.PLAIN, fuzzed)
        fuzz(fuzzer.link(harness), folder, blank.time_limit)
        program = NativeProgram(find_compiler(machine), source, Build.COVERAGE, folder)
        executable, gcov = program.link(harness), Gcov(folder)
        total = len(gcov.read().branches)
        gcov.forget()
        tests = sorted(folder.glob("out/default/[qch][uar][ean]*/id:*"))  # queue, crashes, hangs
        for test in tests:
            run_by_chance(executable, 0, test)
        covered = gcov.read()
    not_taken = [f"{each.line}:{each.number + 1}" for each in sorted(covered.branches.keys() - covered.taken)]
    return replace(blank, branches=total, taken=len(covered.taken), tests=len(tests), end="fuzzed", not_taken=not_taken)


def fuzz(executable: Path, folder: Path, limit: float) -> None:
    (folder / "in").mkdir()
    (folder / "in" / "zeros").write_bytes(bytes(64))
    switches = ("NO_UI", "SKIP_CPUFREQ", "I_DONT_CARE_ABOUT_MISSING_CRASHES", "NO_AFFINITY", "SKIP_BIN_CHECK")
    process = subprocess.Popen(
        ["afl-fuzz", "-m", "none", "-t", "1000+", "-i", "in", "-o", "out", "--", str(executable)],
        cwd=folder,
        env={**os.environ, **{f"AFL_{each}": "1" for each in switches}},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while process.poll() is None and used_by(process.pid) < limit:
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    process.wait(60)


def used_by(pid: int) -> float:
    """The CPU time of a process and its children, and of what these reaped."""
    found = [each for each in map(read_member, all_processes()) if each is not None and pid in (each.pid, each.parent)]
    return seconds(sum(each.own_ticks + each.reaped_ticks for each in found))


def run_by_chance(executable: Path, seed: int, test: Path = Path(os.devnull)) -> None:
    with tempfile.TemporaryDirectory(prefix="whet-run-") as folder, test.open("rb") as given:
        process = subprocess.Popen(
            [""],
            executable=executable,
            cwd=folder,
            env={"PATH": os.defpath, "WHET_SEED": str(seed)},
            stdin=given,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            process.wait(CHANCE_SECONDS_EACH)
        except subprocess.TimeoutExpired:
            process.terminate()  # the harness writes down what was covered
            try:
                process.wait(1)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def from_bytes_harness(surroundings: Surroundings) -> str:
    """The same with functions that take values from the standard input."""
    rest = harness_text((), replace(surroundings, asking=()), title="Values from bytes.")
    asking = (
        f"WEAK {_result(each)} {each.name}(void) {{ {_result(each)} value = 0; {_read(each)} }}" for each in surroundings.asking
    )
    return "\n".join([rest, _READING, *asking])


def _result(function: AskingFunction) -> str:
    return {"rand": "int", "random": "long"}.get(function.name, function.type)


def _read(function: AskingFunction) -> str:
    if function.type == "_Bool":
        return "char byte = 0; whet_read(&byte, 1); return byte & 1;"
    kept = "0" if function.type == "void *" else "value & 0x7fffffff" if function.name in ("rand", "random") else "value"
    return f"whet_read(&value, sizeof value); return {kept};"


_READING = """
#include <stdio.h>

static void whet_read(void *value, unsigned long size)
{
    static int zeros;
    if (fread(value, 1, size, stdin) < size && zeros++ == 1000)
        whet_end("there are no more inputs", 96);
}
"""


def chance_harness(surroundings: Surroundings) -> str:
    """That of a test without inputs, with functions that draw values; with the seed 0 all are zero."""
    rest = harness_text((), replace(surroundings, asking=()), title="Runs by chance.")
    return "\n".join([rest, _DRAWING, *map(_drawing, surroundings.asking)])


def _drawing(function: AskingFunction) -> str:
    match function:
        case AskingFunction(name="rand" | "random"):
            result = "long" if function.name == "random" else "int"
            return f"WEAK {result} {function.name}(void) {{ return whet_integer(1ull << 31) & 0x7fffffff; }}"
        case AskingFunction(type="void *"):
            value = "0"
        case AskingFunction(type="float" | "double" | "long double"):
            value = "whet_float()"
        case AskingFunction(type=type):
            value = f"whet_integer({f'1ull << (8 * sizeof({type}) - 1)' if type.startswith('signed') else '0'})"
    return f"WEAK {function.type} {function.name}(void) {{ return ({function.type}){value}; }}"


_DRAWING = """
#include <math.h>

static unsigned long long whet_draw(void)
{
    static unsigned long long state;
    if (state == 0)
        state = strtoull(getenv("WHET_SEED"), 0, 10) << 32;
    unsigned long long x = state += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

static int whet_is_zero(void)
{
    static int count;
    if (count++ == 1000)
        whet_end("there are no more inputs", 96);
    return getenv("WHET_SEED")[0] == '0';
}

static unsigned long long whet_integer(unsigned long long least)
{
    if (whet_is_zero())
        return 0;
    switch (whet_draw() % 3) {
    case 0: return whet_draw() % 33 - 16;
    case 1: return least - (whet_draw() & 1) + whet_draw() % 3 - 1;
    default: return whet_draw();
    }
}

static double whet_float(void)
{
    static const double known[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1e30, -1e30, 1e-30, INFINITY, -INFINITY, NAN};
    if (whet_is_zero())
        return 0;
    unsigned chosen = whet_draw() % 12;
    return chosen < 11 ? known[chosen] : (double)(long long)whet_draw() / 9223372036854775808.0 * 1000;
}
"""


# ---------------------------------------------------------------------------------------------------------------- results


def read_results(path: Path) -> dict[tuple[str, str, float], Measured]:
    """The last of each; a line that was cut off by the end of a run does not count."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    found = [Measured(**json.loads(line)) for line in lines if line.endswith("}\n")]
    return {each.key: each for each in found}


def limit_of(column: str, time_limit: float) -> float:
    return CHANCE_SECONDS if column == "chance" else time_limit


def run(args: argparse.Namespace, tasks: Sequence[BenchTask]) -> None:
    known = read_results(args.results)
    for number, task in enumerate(tasks, 1):
        for column in args.columns:
            time_limit = limit_of(column, args.time_limit)
            if (task.name, column, time_limit) not in known:
                done = measure(task, column, time_limit)
                with args.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(done)) + "\n")
                told = (
                    done.problem or f"{done.taken} of {done.branches}, {done.tests} tests, {done.end}, {len(done.errors)} errors"
                )
                print(f"{column} {number}/{len(tasks)} {task.name}: {told} ({done.seconds:g} s)", flush=True)


def table(args: argparse.Namespace, tasks: Sequence[BenchTask]) -> None:
    known = read_results(args.results)
    limits = [(column, limit_of(column, args.time_limit)) for column in args.columns]
    found = [(task, [known.get((task.name, *column)) for column in limits]) for task in tasks]
    rows = [(task, cells) for task, cells in found if None not in cells]  # sums of different tasks say nothing
    print(f"{len(rows)} of {len(tasks)} tasks were run with all columns\n")
    print("| task | lines | branches | " + " | ".join(args.columns) + " |")
    print("|---|---|---|" + "---|" * len(args.columns))
    for task, cells in rows:
        print(f"| {task.name} | {task.lines} | {_branches(cells)} | " + " | ".join(map(_cell, cells)) + " |")
    whole = sum(_branches(cells) for _, cells in rows)
    sums = [sum(cell.taken for cell in column if cell) for column in zip(*(cells for _, cells in rows), strict=True)]
    print(f"| sum | | {whole} | " + " | ".join(f"{part} ({100 * part / max(whole, 1):.1f} %)" for part in sums) + " |")
    means = [_mean_share(column) for column in zip(*(cells for _, cells in rows), strict=True)]
    print("| mean of the shares | | | " + " | ".join(f"{100 * mean:.1f} %" for mean in means) + " |")
    for number, column in enumerate(args.columns[1:], 1):
        _compare(args.columns[0], column, [(cells[0], cells[number]) for _, cells in rows])
    errors(args.columns, rows)


def _branches(cells: Sequence[Measured | None]) -> int:
    found = {cell.branches for cell in cells if cell is not None and not cell.problem and cell.tests}
    assert len(found) <= 1, "gcov counts branches of one compilation"
    return next(iter(found), 0)


def _cell(cell: Measured | None) -> str:
    return "" if cell is None else "-" if cell.problem else str(cell.taken)


def _mean_share(cells: Sequence[Measured | None]) -> float:
    shares = [cell.taken / max(cell.branches, 1) for cell in cells if cell is not None]
    return sum(shares) / max(len(shares), 1)


def _compare(first: str, other: str, pairs: Sequence[tuple[Measured | None, Measured | None]]) -> None:
    both = [(one.taken, two.taken) for one, two in pairs if one is not None and two is not None]
    more, less = sum(one > two for one, two in both), sum(one < two for one, two in both)
    print(f"{first} takes more branches than {other} in {more} tasks, fewer in {less}, as many in {len(both) - more - less}")


def errors(columns: Sequence[str], rows: Sequence[tuple[BenchTask, Sequence[Measured | None]]]) -> None:
    for number, column in enumerate(columns):
        found = [error for _, cells in rows for error in _errors(cells[number])]
        calls = sum("is called" in error["what"] or "assertion" in error["what"] for error in found)
        replayed = [error for error in found if error["replayed"]]
        others = sum(bool(error["other_reports"]) for error in found)
        print(f"errors found by {column}: {len(found)} ({calls} calls of error functions and assertions that fail)", end="; ")
        print(f"replayed: {len(replayed)}; with other reports of sanitizers: {others}")
        for task, error in ((task, error) for task, cells in rows for error in _errors(cells[number]) if not error["replayed"]):
            print(f"  not replayed: {task.name}: {error['place'].rpartition('/')[2]}: {error['what']} ({error['compiled']})")


def _errors(cell: Measured | None) -> list[dict[str, Any]]:
    return [] if cell is None else cell.errors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("run", "table", "tasks"))
    parser.add_argument("bench")
    parser.add_argument("results", type=Path)
    parser.add_argument("--columns", nargs="+", choices=COLUMNS, default=COLUMNS[:2])
    parser.add_argument("--tasks", type=int, default=40)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="", help="tasks of the sample with this in their name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time-limit", type=float, default=60.0)
    args = parser.parse_args()
    chosen = sample(args.bench, count=args.tasks, seed=args.seed)[:: args.every]
    tasks = [task for task in chosen if args.only in task.name]
    match args.action:
        case "run":
            run(args, tasks)
        case "table":
            table(args, tasks)
        case _:
            for task in tasks:
                print(task.name, task.lines)


if __name__ == "__main__":
    main()
