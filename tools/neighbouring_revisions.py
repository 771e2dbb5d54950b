"""Regression verification: what the precision of one revision saves on the next (Löwe, section 5.5.2).

    python tools/neighbouring_revisions.py BENCH OUTPUT --pairs 40 --time-limit 15

Neighbouring revisions are made from tasks of the corpus by one small edit each: a local variable is renamed, a statement is
added, or a constant is changed; each result compiles.  A task is taken if its verification needs two refinements or more and some
time (``--least-cpu``), because where nothing was learned nothing can be saved.  Then the edited program is verified twice, from
nothing and with the precision of the original.  OUTPUT gets the edited programs and a table ``pairs.csv``.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from whet.campaign.records import BenchTask
from whet.campaign.sets import TaskSelection, load_set

CATEGORIES = ("ldv-*", "ntdrivers*", "ssh*", "systemc", "product-lines", "locks", "ddv-*", "seq-mthreaded")
LEAST_REFINEMENTS = 2
REFINE_AT_ONCE = "refinement.nondeterminism=0"
"""A program that is explored with everything tracked leaves no precision behind."""


@dataclass(frozen=True, slots=True)
class Outcome:
    verdict: str
    cpu: float
    refinements: int


@dataclass(frozen=True, slots=True)
class Pair:
    task: str
    edit: str
    from_nothing: Outcome
    with_reuse: Outcome


# ------------------------------------------------------------------------------------------------------ edits


def bodies(text: str) -> list[tuple[int, int]]:
    """The top-level blocks of a C file that follow a parenthesis: the bodies of functions."""
    found, depth, start = [], 0, 0
    for match in re.finditer(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|/\*.*?\*/|//[^\n]*|[{}]', text, re.DOTALL):
        if match[0] == "{":
            start = match.end() if depth == 0 else start
            depth += 1
        elif match[0] == "}":
            depth -= 1
            if depth == 0 and text[: start - 1].rstrip().endswith(")"):
                found.append((start, match.start()))
    return found


def renamed_local(text: str, chance: random.Random) -> str | None:
    """A local variable gets another name."""
    begin, end = chance.choice(bodies(text))
    names = re.findall(r"(?m)^\s*(?:unsigned |signed )?(?:int|long|char|short)\s+(\w+)\s*(?:=[^;]*)?;", text[begin:end])
    if not names:
        return None
    name = chance.choice(names)
    body = re.sub(rf"(?<![\w.>]){name}\b", f"{name}_renamed", text[begin:end])
    return text[:begin] + body + text[end:]


def added_statement(text: str, chance: random.Random) -> str | None:
    """Something harmless happens before a return."""
    places = list(re.finditer(r"\breturn\b[^;{}]*;", text))
    if not places:
        return None
    place = chance.choice(places)
    statement = f"{{ int added_here = 3; if (added_here > 5) {{ added_here = 0; }} {place[0]} }}"
    return text[: place.start()] + statement + text[place.end() :]


def changed_constant(text: str, chance: random.Random) -> str | None:
    """A number that is assigned becomes another."""
    places = list(re.finditer(r"(\w+ = )(\d+)(;)", text))
    if not places:
        return None
    place = chance.choice(places)
    return f"{text[: place.start(2)]}{int(place[2]) + 1}{text[place.end(2) :]}"


EDITS = (renamed_local, added_statement, changed_constant)


def compiles(path: Path, machine: str) -> bool:
    flag = "-m32" if machine == "ILP32" else "-m64"
    command = ["gcc", "-fsyntax-only", "-w", "-std=gnu11", flag, "-x", "c", str(path)]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def edited(task: BenchTask, folder: Path, chance: random.Random) -> tuple[str, Path] | None:
    """A revision of the task's program that compiles; None if none was found in a few attempts."""
    text = Path(task.file).read_text(encoding="utf-8", errors="replace")
    for _ in range(6):
        edit = chance.choice(EDITS)
        made = edit(text, chance) if bodies(text) else None
        if made is not None and made != text:
            path = folder / f"{task.name.replace('/', '_')[:120]}.{edit.__name__}{Path(task.file).suffix}"
            path.write_text(made, encoding="utf-8")
            if compiles(path, task.machine):
                return edit.__name__, path
            path.unlink()
    return None


# ------------------------------------------------------------------------------------------------------ runs


def verify(task: BenchTask, file: str, seconds: float, config: str, *more: str) -> Outcome:
    machine = "--32" if task.machine == "ILP32" else "--64"
    spec = ("--spec", task.property_file) if task.property_file else ()
    command = [sys.executable, "-m", "whet", "verify", "--quiet", "--json", machine, "--config", config, "--set", REFINE_AT_ONCE]
    run = subprocess.run(
        [*command, "--time-limit", f"{seconds}s", *spec, *more, file], check=False, capture_output=True, text=True
    )
    document = json.loads(run.stdout)
    numbers = document["statistics"]
    return Outcome(document["verdict"], float(numbers.get("cpu_seconds", seconds)), int(numbers.get("refinements", 0)))


def pair(task: BenchTask, folder: Path, seed: int, args: argparse.Namespace) -> Pair | None:
    """None if the task is too hard, too easy, or no edit of it compiles."""
    chance = random.Random(f"{seed} {task.name}")
    precision = folder / f"{task.name.replace('/', '_')[:120]}.precision"
    original = verify(task, task.file, args.time_limit, args.config, "--precision-out", str(precision))
    is_solved = original.verdict.startswith(("TRUE", "FALSE"))
    if not is_solved or original.refinements < LEAST_REFINEMENTS or original.cpu < args.least_cpu:
        return None
    revision = edited(task, folder, chance)
    if revision is None:
        return None
    name, path = revision
    from_nothing = verify(task, str(path), args.time_limit, args.config)
    with_reuse = verify(task, str(path), args.time_limit, args.config, "--precision-in", str(precision))
    return Pair(task.name, name, from_nothing, with_reuse)


def pairs(args: argparse.Namespace) -> Iterator[Pair]:
    tasks = load_set(args.bench, TaskSelection(categories=tuple(args.category) or CATEGORIES, max_lines=args.max_lines))
    random.Random(args.seed).shuffle(tasks)
    folder = Path(args.output)
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(args.workers) as pool:
        for begin in range(0, len(tasks), args.workers):
            batch = tasks[begin : begin + args.workers]
            yield from filter(None, pool.map(lambda task: pair(task, folder, args.seed, args), batch))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench")
    parser.add_argument("output")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time-limit", type=float, default=15.0)
    parser.add_argument("--least-cpu", type=float, default=2.0, help="seconds the original takes at least")
    parser.add_argument("--category", action="append", default=[], help="such as 'ssh*'; may be repeated")
    parser.add_argument("--max-lines", type=int)
    parser.add_argument("--config", default="value-cegar")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    found = list(islice(pairs(args), args.pairs))
    write(Path(args.output) / "pairs.csv", found)
    report(found)


def write(path: Path, found: list[Pair]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["task", "edit", "verdict", "verdict with reuse", "cpu", "cpu with reuse", "refinements", "with reuse"])
        for p in found:
            a, b = p.from_nothing, p.with_reuse
            table.writerow([p.task, p.edit, a.verdict, b.verdict, a.cpu, b.cpu, a.refinements, b.refinements])


def report(found: list[Pair]) -> None:
    before, after = sum(p.from_nothing.cpu for p in found), sum(p.with_reuse.cpu for p in found)
    steps = sum(p.from_nothing.refinements for p in found), sum(p.with_reuse.refinements for p in found)
    different = [p.task for p in found if p.from_nothing.verdict != p.with_reuse.verdict]
    print(f"{len(found)} pairs: {before:.1f} s from nothing, {after:.1f} s with reuse ({after / max(before, 0.001):.2f})")
    print(f"refinements: {steps[0]} from nothing, {steps[1]} with reuse")
    print(f"different verdicts: {', '.join(different) or 'none'}")


if __name__ == "__main__":
    main()
