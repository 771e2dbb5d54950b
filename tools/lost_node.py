"""A campaign on two real Ray nodes, one of which is killed on the way: what is lost, and what a run costs.

    python tools/lost_node.py SET --output DIR --time-limit 10s [--config race]

SET is a folder with a ``manifest.csv``, for example of functions (``whet scan --tasks``).  Both nodes are on this machine and
have one processor each.  The raylet of the second one is killed when half of the runs have ended.  Prints how many runs are
missing or there twice, what the answers are, and the CPU time of a run.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from tests.campaign.ray_nodes import Nodes, two_nodes
from whet.campaign.ledger import Ledger
from whet.campaign.sets import load_set
from whet.task.errors import TaskError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--time-limit", default="10s")
    parser.add_argument("--config", default="race")
    args = parser.parse_args()
    planned = [task.name for task in load_set(str(args.set))]
    begin = time.monotonic()
    with two_nodes() as nodes:
        driver = _started(args, nodes)
        _wait_for(len(planned) // 2, args.output, driver)
        before = _ended(args.output)
        nodes.kill_second_raylet()
        print(f"killed the second node after {len(before)} of {len(planned)} runs", flush=True)
        driver.wait()
    _tell(args.output, planned, elapsed=time.monotonic() - begin)


def _started(args: argparse.Namespace, nodes: Nodes) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "whet", "bench", "run", str(args.set), "--configs", args.config]
    limits = ["--time-limit", args.time_limit, "--output", str(args.output), "--cluster", nodes.address]
    return subprocess.Popen([*command, *limits], env=nodes.environment, stdout=subprocess.DEVNULL)


def _wait_for(count: int, folder: Path, driver: subprocess.Popen[bytes]) -> None:
    while driver.poll() is None and len(_ended(folder)) < count:
        time.sleep(1)


def _ended(folder: Path) -> list[str]:
    try:
        with Ledger.open(folder) as ledger:
            return [row.run.task.name for row in ledger.rows()]
    except TaskError:  # it is being made
        return []


def _tell(folder: Path, planned: list[str], *, elapsed: float) -> None:
    with Ledger.open(folder) as ledger:
        rows = list(ledger.rows())
    counts = Counter(row.run.task.name for row in rows)
    missing, twice = set(planned) - set(counts), [name for name, count in counts.items() if count > 1]
    nodes = Counter(row.result.node for row in rows)
    cpu = sum(row.result.use.cpu_seconds for row in rows)
    print(f"{len(rows)} results, {len(missing)} missing, {len(twice)} twice; by node: {sorted(nodes.values(), reverse=True)}")
    for word, count in Counter(row.result.answer.word for row in rows).most_common():
        print(f"{count:6} {word}")
    print(f"CPU {cpu:.0f} s, {cpu / max(len(rows), 1):.1f} s a run; elapsed {elapsed:.0f} s")


if __name__ == "__main__":
    main()
