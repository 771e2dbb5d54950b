"""Tasks that are made up, with features that tell what solves them."""

from __future__ import annotations

from random import Random

from whet.portfolio.choosing.machines import Label
from whet.portfolio.choosing.observations import Observation, ObservedTask

FEATURES = ("loops", "pointers", "size")


def made_up_tasks(count: int = 60, *, seed: int = 1, timed: bool = True) -> list[ObservedTask]:
    """``unroller`` solves what has few loops, ``prover`` what has few pointers, ``guesser`` is wrong now and then."""
    random = Random(seed)
    return [_task(number, random, timed) for number in range(count)]


def _task(number: int, random: Random, timed: bool) -> ObservedTask:
    loops, pointers, size = random.random(), random.random(), float(random.randint(1, 5000))
    labels = {
        "unroller": Label.CORRECT if loops < 0.5 else Label.UNKNOWN,
        "prover": Label.CORRECT if pointers < 0.4 else Label.UNKNOWN,
        "guesser": Label.WRONG if loops > 0.8 else Label.CORRECT if size < 2500 else Label.UNKNOWN,
    }
    runs = {name: _run(label, random, timed) for name, label in labels.items()}
    category = "loops" if loops > 0.5 else "straight"
    return ObservedTask(
        name=f"task-{number}", category=category, holds=number % 3 > 0, features=(loops, pointers, size), runs=runs
    )


def _run(label: Label, random: Random, timed: bool) -> Observation:
    if not timed:
        return Observation(label=label)
    seconds = random.uniform(0.5, 3.0) if label is Label.CORRECT else 15.0
    return Observation(label=label, cpu_seconds=seconds, memory_bytes=seconds * 10**7)
