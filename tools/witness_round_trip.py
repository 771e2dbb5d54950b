"""Are Whet's witnesses confirmed by Whet, and spoiled ones not (experiments/witnesses.md)?

    python tools/witness_round_trip.py run BENCH RESULTS.jsonl --subset smoke --time-limit 15
    python tools/witness_round_trip.py table RESULTS.jsonl

Each task is verified with ``--witness``, and what was written is given to ``whet validate``, as it is and spoiled:

- *weakened*: every invariant of a correctness witness says ``1``, and is validated with ``--alone``.  A program whose proof
  needs an invariant must not be confirmed then; one without loops, or that is proved by unrolling, needs none.
- *negated*: the first invariant that says something is negated; ``0``, which says that no run comes there, does not count.
- *misled*: the first branch that a violation witness takes is the other one, or else the first value is another one.

What is in ``RESULTS.jsonl`` already is not run again.
"""

from __future__ import annotations

import argparse
import copy
import json
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from whet.campaign.records import BenchTask
from whet.campaign.sets import TaskSelection, load_set

Record = dict[str, Any]
Witness = list[dict[str, Any]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    runs = actions.add_parser("run")
    runs.add_argument("bench")
    runs.add_argument("results", type=Path)
    runs.add_argument("--subset", default="smoke")
    runs.add_argument("--time-limit", type=float, default=15.0)
    actions.add_parser("table").add_argument("results", type=Path)
    args = parser.parse_args()
    if args.action == "run":
        run(args)
    else:
        sys.stdout.writelines(f"{line}\n" for line in table([*records(args.results)]))


def run(args: argparse.Namespace) -> None:
    done = {record["task"] for record in records(args.results)}
    for task in load_set(args.bench, TaskSelection(subset=args.subset)):
        if task.name not in done:
            with tempfile.TemporaryDirectory() as folder, args.results.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps({"task": task.name, **tried(task, Path(folder), args.time_limit)}) + "\n")


def tried(task: BenchTask, folder: Path, seconds: float) -> Record:
    spec = ["--spec", task.property_file] if task.property_file else []
    machine = "--32" if task.machine == "ILP32" else "--64"
    path = folder / "witness.yml"
    limit = ["--time-limit", f"{seconds}s", "--quiet"]
    verdict = last_line(["verify", *limit, *spec, machine, task.file, "--witness", str(path)]).removeprefix("Verdict: ")
    if not path.exists():
        return {"verdict": verdict, "answers": {}}
    answers = {}
    for name, witness, options in versions(yaml.safe_load(path.read_text(encoding="utf-8"))):
        path.write_text(yaml.safe_dump(witness, sort_keys=False), encoding="utf-8")
        answers[name] = last_line(["validate", *limit, *options, task.file, str(path)]).removeprefix("Witness: ")
    return {"verdict": verdict, "answers": answers}


def last_line(command: list[str]) -> str:
    done = subprocess.run([sys.executable, "-m", "whet", *command], capture_output=True, text=True, timeout=600, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith(("Verdict: ", "Witness: "))]
    return lines[-1] if lines else f"exit code {done.returncode}: {done.stderr.strip()[:200]}"


def versions(witness: Witness) -> Iterator[tuple[str, Witness, list[str]]]:
    """Names, witnesses and the options to validate them with."""
    yield "as written", witness, []
    told = [(number, each) for number, each in enumerate(invariants(witness)) if each["value"] != "1"]
    if told:
        yield "weakened", replaced(witness, {number: "1" for number, _ in told}), ["--alone"]
    reached = [(number, each) for number, each in told if each["value"] != "0"]
    if reached:
        number, first = reached[0]
        yield "negated", replaced(witness, {number: f"!({first['value']})"}), []
    misled = other_way(witness)
    if misled is not None:
        yield "misled", misled, []


def invariants(witness: Witness) -> list[dict[str, Any]]:
    return [each["invariant"] for entry in witness for each in entry["content"] if "invariant" in each]


def replaced(witness: Witness, values: dict[int, str]) -> Witness:
    changed = copy.deepcopy(witness)
    for number, value in values.items():
        invariants(changed)[number]["value"] = value
    return changed


def other_way(witness: Witness) -> Witness | None:
    """The witness with its first branch turned around, or its first value changed where it has no branch."""
    changed = copy.deepcopy(witness)
    segments = [each["segment"] for entry in changed for each in entry["content"] if "segment" in each]
    points = [part["waypoint"] for segment in segments for part in segment]
    for kind in ("branching", "function_return"):
        for point in points:
            if point["type"] == kind:
                value = point["constraint"]["value"]
                turned = {"true": "false", "false": "true"}.get(str(value).lower())
                point["constraint"]["value"] = f"!({value})" if kind == "function_return" else turned
                return changed
    return None


def records(path: Path) -> Iterator[Record]:
    if path.exists():
        yield from (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def table(found: list[Record]) -> Iterator[str]:
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for record in found:
        verdict = record["verdict"].partition("(")[0].strip()
        for name, answer in record["answers"].items():
            counts[verdict, name][answer.partition(" ")[0].partition("(")[0]] += 1
    yield f"tasks {len(found)}, with a witness {sum(1 for record in found if record['answers'])}"
    for (verdict, name), answers in sorted(counts.items()):
        yield f"{verdict:<6} {name:<11} {', '.join(f'{answer} {count}' for answer, count in sorted(answers.items()))}"
    for record in found:
        for name, answer in record["answers"].items():
            if answer.startswith("CONFIRMED") != (name == "as written"):
                yield f"  {record['task']}, {name}: {answer}"


if __name__ == "__main__":
    main()
