"""The compiled transfer of the value analysis against the interpreted one, on the same exploration.

    python tools/transfer_speed.py FILE.c [FILE.c ...] [--32] [--steps 20000]

Explores the program once with each, compares the reached states, and then takes the very same steps (abstract state,
edge) again with each transfer alone.  An operation is one assignment, assumption, call, ... on an edge that was
taken.
"""

from __future__ import annotations

import argparse
import gc
import resource
import sys
import time
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whet.algorithms.cpa import cpa
from whet.algorithms.exploration import make_waitlist
from whet.cfa.model import Edge, Program
from whet.cfa.operations import flatten
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.core.composite import Composite
from whet.core.reached import ReachedSet
from whet.core.registry import make_analysis
from whet.frontend.parse import parse_file
from whet.task.options import Exploration

FLOW = ("location", "callstack", "funcpointer", "specification")


class _Enough(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Explored:
    steps: list[tuple[Any, Edge]]
    states: set[Hashable]
    operations: int
    seconds: float
    bytes_per_state: float
    transfer_seconds: float


def explore(program: Program, transfer: str, limit: int) -> Explored:
    value = make_analysis("value", program, transfer=transfer)
    product = Composite(program, [*(make_analysis(name, program) for name in FLOW), value])
    reached = ReachedSet(product, make_waitlist(Exploration(), product))
    assert program.start.entry is not None
    reached.start(product.initial(program.start.entry), product.initial_precision())
    before, start = _memory(), time.process_time()
    _run(product, reached, limit)
    seconds = time.process_time() - start
    memory = (_memory() - before) / max(len(reached), 1)
    steps = [(node.state[-1], edge) for node in reached.arg.nodes() for edge, _ in node.children]
    operations = sum(len(flatten(edge.operation)) for _, edge in steps)
    states = {node.state[-1] for node in reached}
    return Explored(steps, states, operations, seconds, memory, _again(value, steps))


def _run(product: Composite, reached: ReachedSet, limit: int) -> None:
    left = [limit]

    def check() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise _Enough

    try:
        while cpa(product, reached, check):
            pass
    except _Enough:
        pass


def _again(value: Any, steps: list[tuple[Any, Edge]]) -> float:
    """CPU seconds to take all steps with the transfer alone; every edge was staged before."""
    staged = [(post, state) for state, edge in steps if (post := value.post(edge)) is not None]
    precision = value.initial_precision()
    start = time.process_time()
    for post, state in staged:
        post(state, precision)
    return time.process_time() - start


def _memory() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def measure(path: str, machine: MachineModel, limit: int) -> None:
    program = parse_file(path, machine=machine)
    runs = {transfer: explore(program, transfer, limit) for transfer in ("compiled", "interpreted")}
    print(f"{Path(path).name}, {machine}")
    print(f"{'':12} {'operations':>11} {'states':>8} {'op/s':>10} {'states/s':>9} {'bytes/state':>12} {'transfer op/s':>14}")
    for transfer, run in runs.items():
        print(
            f"{transfer:12} {run.operations:>11} {len(run.states):>8} {run.operations / run.seconds:>10.0f} "
            f"{len(run.states) / run.seconds:>9.0f} {run.bytes_per_state:>12.0f} {run.operations / run.transfer_seconds:>14.0f}"
        )
    compiled, interpreted = runs["compiled"], runs["interpreted"]
    same = "the same states" if compiled.states == interpreted.states else "DIFFERENT STATES"
    print(f"{same}; transfer {interpreted.transfer_seconds / compiled.transfer_seconds:.1f}x, ", end="")
    print(f"whole exploration {interpreted.seconds / compiled.seconds:.1f}x\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the compiled with the interpreted transfer.")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--32", dest="machine", action="store_const", const=ILP32, default=LP64)
    parser.add_argument("--steps", type=int, default=20000, help="states taken from the frontier")
    args = parser.parse_args()
    for path in args.files:
        measure(path, args.machine, args.steps)
    return 0


if __name__ == "__main__":
    sys.exit(main())
