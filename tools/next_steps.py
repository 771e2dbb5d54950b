"""How often each next step decides a task that the default leaves UNKNOWN (experiments/next-steps.md).

    python tools/next_steps.py run RESULTS.jsonl EVERYDAY BENCH --sample 45 --time-limit 15
    python tools/next_steps.py table RESULTS.jsonl

The folders are those of ``proof_acceptance.py``.  Each task is verified by the default; one that is UNKNOWN is verified again
with each step of ``--step``.  What is in ``RESULTS.jsonl`` already is not run again, so a second command can try more steps.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from proof_acceptance import Record, Task, records, tasks, verified

STEPS = ("--time-limit 30s", "--config value-predicate", "--config ki")
WALL = ("--set", "limits.wall_time=20min")
"""Elapsed time depends on what else the machine does."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    runs = actions.add_parser("run")
    runs.add_argument("results", type=Path)
    runs.add_argument("folders", nargs="+")
    runs.add_argument("--subset", default="core")
    runs.add_argument("--sample", type=int, default=45)
    runs.add_argument("--every", type=int, default=3, help="of the modules of a folder with everyday.csv")
    runs.add_argument("--time-limit", type=float, default=15.0)
    runs.add_argument("--step", action="append", help="options in one word; replaces the list in this file")
    actions.add_parser("table").add_argument("results", type=Path)
    args = parser.parse_args()
    if args.action == "run":
        run(args)
    else:
        sys.stdout.writelines(f"{line}\n" for line in table([*records(args.results)]))


def run(args: argparse.Namespace) -> None:
    done = {(record["task"], record["step"]): record for record in records(args.results)}

    def outcome(task: Task, step: str) -> Record:
        if (task.name, step) not in done:
            options = (*task.options, *WALL, *step.split())
            found = verified(Task(task.name, task.file, options, task.expected), "schedule", args.time_limit)
            done[task.name, step] = {"task": task.name, "step": step, **found}
            with args.results.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(done[task.name, step]) + "\n")
        return done[task.name, step]

    for task in chosen(args):
        if outcome(task, "")["verdict"].startswith("UNKNOWN"):
            for step in args.step or STEPS:
                outcome(task, step)


def chosen(args: argparse.Namespace) -> Iterator[Task]:
    for folder in args.folders:
        found = [*tasks(argparse.Namespace(bench=folder, subset=args.subset, sample=args.sample))]
        yield from found[:: args.every] if (Path(folder) / "everyday.csv").exists() else found


def table(found: list[Record]) -> Iterator[str]:
    first = {record["task"]: record for record in found if not record["step"]}
    unknown = {task: record for task, record in first.items() if record["verdict"].startswith("UNKNOWN")}
    yield f"{len(first)} tasks, {len(unknown)} of them UNKNOWN"
    for verdict, count in Counter(record["verdict"] for record in unknown.values()).most_common():
        yield f"  {verdict}: {count}"
    for step in dict.fromkeys(record["step"] for record in found if record["step"]):
        tried = [record for record in found if record["step"] == step and record["task"] in unknown]
        right = [each for each in tried if _truth(each) is not None and _truth(each) == each["expected"]]
        wrong = [each["task"] for each in tried if _truth(each) not in (None, each["expected"])]
        yield f"{step}: decides {len(right)} of {len(tried)}: {', '.join(sorted(each['task'] for each in right))}"
        if wrong:
            yield f"  WRONG {', '.join(wrong)}"


def _truth(record: Record) -> bool | None:
    word = str(record["verdict"]).partition("(")[0]
    return {"TRUE": True, "FALSE": False}.get(word)


if __name__ == "__main__":
    main()
