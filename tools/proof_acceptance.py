"""How many proofs the check of proofs accepts, and what it costs (experiments/proofs.md).

    python tools/proof_acceptance.py run BENCH RESULTS.jsonl --sample 150 --time-limit 15
    python tools/proof_acceptance.py table RESULTS.jsonl

``BENCH`` is an unpacked corpus with ``manifest.csv``.  Each task of a sample of its subset ``core`` is verified by
``whet verify --json``; what is in ``RESULTS.jsonl`` already is not run again.  The table counts verdicts and what the check
said of the proofs, names every proof that was not accepted, and compares the CPU time of the check with that of all else that
the command did.  A folder with ``everyday.csv`` instead (columns name, file, data_model, expected) is verified with all checks.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whet.campaign.sets import TaskSelection, load_set

Record = dict[str, Any]
MACHINES = {"ILP32": "--32", "LP64": "--64"}


@dataclass(frozen=True, slots=True)
class Task:
    name: str
    file: str
    options: tuple[str, ...]
    expected: bool | None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    runs = actions.add_parser("run")
    runs.add_argument("bench")
    runs.add_argument("results", type=Path)
    runs.add_argument("--subset", default="core")
    runs.add_argument("--sample", type=int, default=150)
    runs.add_argument("--time-limit", type=float, default=15.0)
    runs.add_argument("--config", default="race")
    actions.add_parser("table").add_argument("results", type=Path)
    args = parser.parse_args()
    if args.action == "run":
        run(args)
    else:
        sys.stdout.writelines(f"{line}\n" for line in table([*records(args.results)]))


def run(args: argparse.Namespace) -> None:
    done = {record["task"] for record in records(args.results)}
    for task in tasks(args):
        if task.name not in done:
            with args.results.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps({"task": task.name, **verified(task, args.config, args.time_limit)}) + "\n")


def tasks(args: argparse.Namespace) -> Iterator[Task]:
    modules = Path(args.bench) / "everyday.csv"
    if modules.exists():
        with modules.open(encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream):
                options = ("--check", "all", MACHINES[row["data_model"]])
                yield Task(row["name"], str(modules.parent / row["file"]), options, row["expected"] == "true")
    else:
        for task in load_set(args.bench, TaskSelection(subset=args.subset, sample=args.sample)):
            spec = ("--spec", task.property_file) if task.property_file else ()
            yield Task(task.name, task.file, (*spec, MACHINES[task.machine]), task.expected)


def verified(task: Task, config: str, seconds: float) -> Record:
    command = ["verify", "--json", "--quiet", "--config", config, "--time-limit", f"{seconds}s", *task.options]
    before = cpu_of_children()
    done = subprocess.run(
        [sys.executable, "-m", "whet", *command, task.file],
        capture_output=True,
        text=True,
        timeout=20 * seconds + 1260,
        check=False,
    )
    try:
        result = json.loads(done.stdout)
    except ValueError:
        return {"verdict": f"ERROR(exit code {done.returncode})", "expected": task.expected}
    kept = {key: result[key] for key in ("verdict", "detail", "proof_check") if key in result}
    kept["command_seconds"] = cpu_of_children() - before
    kept["winner"] = result.get("portfolio", {}).get("winner")
    times = {key: result["statistics"].get(key) for key in ("cpu_seconds", "wall_seconds", "checking_proof_seconds")}
    return {**kept, **times, "evidence": (result["evidence"] or {}).get("kind"), "expected": task.expected}


def cpu_of_children() -> float:
    """CPU seconds of all commands that have ended, with all that they started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def records(path: Path) -> Iterator[Record]:
    if path.exists():
        yield from (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())


def table(found: list[Record]) -> Iterator[str]:
    proofs = [record for record in found if record["verdict"] == "TRUE"]
    accepted = [record for record in proofs if record["proof_check"]["check"] == "accepted"]
    rejected = [record for record in found if record["verdict"] == "UNKNOWN(proof rejected)"]
    false = [record for record in found if record["verdict"].startswith("FALSE")]
    wrong = [each for each in proofs if each["expected"] is False] + [each for each in false if each["expected"] is True]
    yield f"tasks {len(found)}, TRUE {len(proofs)}, FALSE {len(false)}, wrong {len(wrong)}"
    yield f"proofs accepted {len(accepted)}, undecided {len(proofs) - len(accepted)}, rejected {len(rejected)}"
    for (winner, kind), count in sorted(Counter((str(each["winner"]), str(each["evidence"])) for each in proofs).items()):
        good = sum(1 for each in accepted if (str(each["winner"]), str(each["evidence"])) == (winner, kind))
        yield f"  by {winner}, {kind}: {good} of {count}"
    ratios = [_ratio(each["proof_check"]["seconds"], each["command_seconds"]) for each in proofs]
    if ratios:
        yield f"CPU time of the check over all other CPU time: median {statistics.median(ratios):.2f}, greatest {max(ratios):.2f}"
    for record in [*rejected, *(each for each in proofs if each not in accepted)]:
        reason = record["detail"] if record in rejected else record["proof_check"]["reason"]
        yield f"  {record['task']}: {reason}"
    for record in wrong:
        yield f"  WRONG {record['task']}: {record['verdict']}"


def _ratio(check: float, everything: float) -> float:
    return check / max(0.01, everything - check)


if __name__ == "__main__":
    main()
