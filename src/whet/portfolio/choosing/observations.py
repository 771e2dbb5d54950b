"""What is learnt from: tasks with their features, and what came of each configuration on them.

The score is that of SV-COMP, by the label of a run and the verdict that the task deserves.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from whet.portfolio.choosing.machines import Label, Vector
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What came of one configuration on one task; None is what was not measured."""

    label: Label
    cpu_seconds: float | None = None
    memory_bytes: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedTask:
    name: str
    category: str
    holds: bool
    """The verdict it deserves."""
    features: Vector
    runs: Mapping[str, Observation]
    """By configuration."""

    def score(self, configuration: str) -> int:
        """Of a configuration that was not run, as of one that gave up."""
        run = self.runs.get(configuration)
        return 0 if run is None else POINTS[run.label, self.holds]

    @property
    def solvers(self) -> list[str]:
        return [name for name, run in self.runs.items() if run.label is Label.CORRECT]


POINTS: Mapping[tuple[Label, bool], int] = {
    (Label.CORRECT, True): 2,
    (Label.CORRECT, False): 1,
    (Label.UNKNOWN, True): 0,
    (Label.UNKNOWN, False): 0,
    (Label.WRONG, True): -16,
    (Label.WRONG, False): -32,
}
"""By the label of a run, and whether the property holds: who is wrong about one that holds raised a false alarm."""


def configurations_of(tasks: Sequence[ObservedTask]) -> list[str]:
    """All that were run, in the order in which they occur."""
    return list(dict.fromkeys(name for task in tasks for name in task.runs))


def total_score(tasks: Sequence[ObservedTask], configuration: str) -> int:
    return sum(task.score(configuration) for task in tasks)


def best_configuration(tasks: Sequence[ObservedTask], configurations: Sequence[str]) -> str:
    """The one with the most points; of equals the first."""
    return max(configurations, key=lambda name: total_score(tasks, name))


def data_digest(tasks: Sequence[ObservedTask]) -> str:
    """What identifies the data, whatever order they are in."""
    rows = sorted(json.dumps(_as_json(task), sort_keys=True) for task in tasks)
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def _as_json(task: ObservedTask) -> list[object]:
    runs = {name: [int(run.label), run.cpu_seconds, run.memory_bytes] for name, run in task.runs.items()}
    return [task.name, task.category, task.holds, list(task.features), runs]
