"""How many FALSE verdicts the compiled program shows as well.

    python tools/replay_table.py BENCH --subset smoke --time-limit 15

``BENCH`` is an unpacked corpus with ``manifest.csv`` and ``subsets/NAME.txt``.  The tasks that are expected to be FALSE are
verified one after another, as ``whet verify --replay compiled`` does.  Their programs are executed, in the sandbox.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from verdict_table import rows  # the neighbour in this folder

from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict
from whet.harness.compiled import replay_compiled
from whet.runtime.limits import Limits
from whet.session.session import verify


def main() -> int:
    parser = argparse.ArgumentParser(description="Replay FALSE verdicts with compiled programs.")
    parser.add_argument("bench", type=Path)
    parser.add_argument("--subset", help="smoke, core or duel")
    parser.add_argument("--category", help="a category of the manifest")
    parser.add_argument("--config", default="race")
    parser.add_argument("--time-limit", type=float, default=15, metavar="SECONDS", help="CPU time of a task")
    args = parser.parse_args()
    configuration = load_configuration(args.config, overrides=[])
    limits = Limits(cpu_seconds=args.time_limit, wall_seconds=10 * args.time_limit + 60, memory_bytes=4 * 10**9)
    counts: Counter[str] = Counter()
    for row in rows(args.bench, subset=args.subset, category=args.category):
        if row.expected:
            continue
        counts["tasks"] += 1
        verdict = verify(row.task(), configuration, limits=limits).verdict
        if not isinstance(verdict, FalseVerdict):
            print(f"{row.name}: {verdict}", flush=True)
            continue
        counts["FALSE"] += 1
        replay = replay_compiled(row.task(), verdict)
        counts[replay.outcome.value] += 1
        print(f"{row.name}: {replay.outcome}: {replay.detail}", flush=True)
    print("\n".join(f"{name:16} {number:>6}" for name, number in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
