"""What intervals and graphs of the heap prove of tasks about lists and trees, and what the checker says of the proofs.

``python -m tests.analyses.heap.tasks DIR`` reads ``DIR/manifest.csv`` and takes the tasks whose category has *list*, *heap* or
*forester* in its name.
"""

from __future__ import annotations

import csv
import multiprocessing
import resource
import sys
from pathlib import Path

from tests.analyses.heap.proving import explored
from tests.analyses.heap.random_programs import CHECKS

_SECONDS = 12
"""Of CPU time for a task; the proof is checked in eight of them at most."""
_ELAPSED = 150


def answer_of(path: Path) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    found = explored(path, checks=CHECKS, states=6000)
    answer = "not proved" if found.alarms != 0 else f"proved, {found.answer(8)}"
    print(path.name, answer, flush=True)


def main() -> None:
    folder = Path(sys.argv[1])
    with (folder / "manifest.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if any(word in row["category"] for word in ("list", "heap", "forester"))]
    for row in sorted(rows, key=lambda row: row["id"]):
        process = multiprocessing.Process(target=answer_of, args=(folder / row["path"],))
        process.start()
        process.join(_ELAPSED)
        process.kill()


if __name__ == "__main__":
    main()
