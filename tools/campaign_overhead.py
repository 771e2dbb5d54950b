"""What a campaign costs beside the runs themselves.

    python tools/campaign_overhead.py smoke BENCH --runs 200 --time-limit 5
    python tools/campaign_overhead.py trivial --counts 100,1000,10000

``smoke``: the same commands through ``whet bench`` and through a bare loop of two shell workers (``xargs -P 2``), one after the
other; CPU time is that of the whole tree of processes, Ray's daemons included.  ``trivial``: how the cost of a run grows
with their number, for runs that do nothing (``echo``).
"""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
import time
from pathlib import Path

from whet.campaign.cluster import connected
from whet.campaign.driver import drive
from whet.campaign.ledger import Ledger
from whet.campaign.records import Assessment, BenchTask, Run, RunLimits, RunResult, ToolConfiguration
from whet.campaign.runner import ToolCommand, execute
from whet.campaign.sets import TaskSelection, load_set
from whet.campaign.tools import tool_named
from whet.runtime.limits import Usage

LIMITS_OF_ALL = RunLimits(cpu_seconds=1e6, wall_seconds=1e6, memory_bytes=1 << 36)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    smoke = actions.add_parser("smoke")
    smoke.add_argument("bench")
    smoke.add_argument("--runs", type=int, default=200)
    smoke.add_argument("--time-limit", type=float, default=5.0)
    trivial = actions.add_parser("trivial")
    trivial.add_argument("--counts", default="100,1000,10000")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if args.action == "smoke":
            compare(Path(folder), args.bench, args.runs, args.time_limit)
        else:
            grow(Path(folder), [int(count) for count in args.counts.split(",")])


# ------------------------------------------------------------------------------------------------------ against a bare loop


def compare(folder: Path, bench: str, count: int, seconds: float) -> None:
    runs = smoke_runs(bench, count, seconds)
    with Ledger.create(folder / "campaign") as ledger:
        ledger.plan(runs)
    bare = measured("bare loop", ["sh", "-c", f"xargs -P 2 -I{{}} sh -c '{{}}' < {write_commands(folder, runs)}"])
    campaign = measured(
        "campaign", [sys.executable, "-m", "whet", "bench", "resume", str(folder / "campaign"), "--workers", "2", "--quiet"]
    )
    print(f"ratio: CPU {campaign.cpu_seconds / bare.cpu_seconds:.3f}, elapsed {campaign.wall_seconds / bare.wall_seconds:.3f}")


def smoke_runs(bench: str, count: int, seconds: float) -> list[Run]:
    """Smoke tasks again and again, under configurations that differ in the seed only."""
    tasks = load_set(bench, TaskSelection(subset="smoke"))
    limits = RunLimits(cpu_seconds=seconds, wall_seconds=2 * seconds + 60, memory_bytes=2 << 30)
    rounds = range(-(-count // len(tasks)))
    made = [Run(task=task, configuration=seeded(seed), limits=limits) for seed in rounds for task in tasks]
    return made[:count]


def seeded(seed: int) -> ToolConfiguration:
    return ToolConfiguration(name=f"seed {seed}", options=("--set", f"exploration.seed={seed}"))


def write_commands(folder: Path, runs: list[Run]) -> Path:
    """One line for each run: the very command the campaign executes."""
    tool = tool_named("whet")
    path = folder / "commands"
    lines = [f"{shlex.join(tool.command(run).argv)} >/dev/null 2>&1 || true" for run in runs]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def measured(name: str, argv: list[str]) -> Usage:
    use = execute(ToolCommand(tuple(argv)), LIMITS_OF_ALL).use
    print(f"{name}: CPU {use.cpu_seconds:.1f} s, elapsed {use.wall_seconds:.1f} s", flush=True)
    return use


# ------------------------------------------------------------------------------------------------------ as runs grow


class Nobody:
    def ended(self, run: Run, result: RunResult, assessment: Assessment, /) -> None:
        pass

    def lost(self, run: Run, reason: str, /) -> None:
        print(f"lost: {run.task.name}: {reason}")


def grow(folder: Path, counts: list[int]) -> None:
    with connected(cpus=2) as cluster:
        warm_up = trivial_campaign(folder, 20)
        drive(warm_up, cluster, Nobody())
        for count in counts:
            campaign = trivial_campaign(folder, count)
            started, own = time.monotonic(), time.process_time()
            drive(campaign, cluster, Nobody())
            seconds, own = time.monotonic() - started, time.process_time() - own
            size = (campaign / "ledger.sqlite").stat().st_size
            cost = f"{1000 * seconds / count:.2f} ms a run, of which the driver uses {1000 * own / count:.2f} ms of CPU"
            print(f"{count} runs: {seconds:.1f} s, {cost}; {size / count:.0f} bytes of ledger a run", flush=True)


def trivial_campaign(folder: Path, count: int) -> Path:
    path = folder / f"trivial{count}"
    limits = RunLimits(cpu_seconds=10, wall_seconds=20, memory_bytes=100 << 20)
    configuration = ToolConfiguration(name="echo", tool="command", options=("echo", "Verdict: TRUE"))
    tasks = (BenchTask(name=f"task {number}", category="trivial", file="none.c") for number in range(count))
    with Ledger.create(path) as ledger:
        ledger.plan(Run(task=task, configuration=configuration, limits=limits) for task in tasks)
    return path


if __name__ == "__main__":
    main()
