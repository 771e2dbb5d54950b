"""What the predicate analysis costs while it sleeps:

    python -m tests.algorithms.composite_speed FILE [STEPS] [ILP32 | LP64]

Explores so many states with the value analysis alone, and with a predicate analysis beside it that tracks nothing, in turn;
counts steps per second of processor time (the best of five rounds each).
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from whet.algorithms import engine
from whet.cfa.model import Program
from whet.cfa.types import MACHINE_MODELS
from whet.core.configuration import load_configuration
from whet.core.context import Context, LimitReached, SoftLimits
from whet.frontend.parse import parse_file
from whet.task.configuration import Configuration
from whet.task.task import Machine, Task

ROUNDS = 5
ALONE = load_configuration("value", [])
BESIDE = load_configuration("value-predicate", ["algorithm=cpa", "value.precision=full"])


def rate(program: Program, task: Task, configuration: Configuration, steps: int) -> float:
    """Steps per second."""
    context = Context(limits=SoftLimits(steps=steps))
    gc.collect()
    began = time.process_time()
    with suppress(LimitReached):
        engine.run(program, task, configuration, context)
    explored = context.statistics.to_dict()["explored_states"]
    assert isinstance(explored, int)
    return explored / (time.process_time() - began)


def rates(path: str, steps: int, machine: str) -> tuple[float, float]:
    """Alone, and beside a predicate analysis that sleeps."""
    task = Task(files=(path,), machine=Machine(machine))
    program = parse_file(path, machine=MACHINE_MODELS[machine])
    rounds = [[rate(program, task, configuration, steps) for configuration in (ALONE, BESIDE)] for _ in range(ROUNDS)]
    alone, beside = (max(each) for each in zip(*rounds, strict=True))
    return alone, beside


def main(arguments: Sequence[str]) -> str:
    file, steps, machine = (*arguments, *("", "30000", "ILP32")[len(arguments) :])
    alone, beside = rates(file, int(steps), machine)
    return (
        f"alone {alone:.0f} states/s, beside a predicate analysis that sleeps {beside:.0f} states/s, ratio {beside / alone:.2f}\n"
    )


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1:]))
