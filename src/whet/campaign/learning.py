"""From ledgers to what a choice of configurations is learnt from: the features of each task, and what came of each run.

Features are computed once for each program and kept in a CSV file, with the reason where there are none.  A row is used as long
as the program, the property, the machine and the version of the features are the same.

A run teaches something if the right verdict of its task is known.  A configuration that is a preset without other options is
called by the name of the preset, because that is what is chosen later.  Where ledgers have the same run, the last one counts.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import field
from pathlib import Path

from whet.campaign.ledger import Ledger
from whet.campaign.ledger_rows import LedgerRow
from whet.campaign.records import Assessment, BenchTask, ToolConfiguration
from whet.portfolio.choosing.machines import Label
from whet.portfolio.choosing.measuring import FEATURES_VERSION, MeasuredFeatures, Measurement, NotMeasured, feature_names, measure
from whet.portfolio.choosing.observations import Observation, ObservedTask
from whet.runtime.limits import Limits
from whet.task.definition import load_task
from whet.task.errors import TaskError, read_text
from whet.task.records import dataclass
from whet.task.task import Machine, Task

_ABOUT = ("task", "digest", "machine", "version", "problem")
FEATURE_LIMITS = Limits(cpu_seconds=60.0, wall_seconds=300.0, memory_bytes=2 * 10**9)
"""For one program."""


@dataclass(slots=True)
class FeatureFile:
    """Features by task, as far as they are known."""

    path: Path
    rows: dict[tuple[str, str], Measurement] = field(default_factory=dict)
    """By digest and machine."""
    names: dict[tuple[str, str], str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> FeatureFile:
        """Empty if there is no such file; raises ``TaskError`` if it is something else."""
        found = cls(path)
        if path.exists():
            rows = csv.DictReader(io.StringIO(read_text(str(path)), newline=""))
            try:
                found._add(rows)
            except csv.Error as error:
                raise TaskError(f"is not a table: {error}", place=f"{path}:{rows.line_num + 1}") from error
        return found

    def _add(self, rows: csv.DictReader[str]) -> None:
        if tuple(rows.fieldnames or ())[: len(_ABOUT)] != _ABOUT:
            raise TaskError("is not a file of features; name another one, and it will be written", place=str(self.path))
        for row in rows:
            if row["version"] == str(FEATURES_VERSION):
                key = row["digest"], row["machine"]
                self.names[key] = row["task"]
                self.rows[key] = _measurement(row, place=f"{self.path}:{rows.line_num}")

    def of(self, task: BenchTask) -> Measurement | None:
        """None if they were never computed."""
        return self.rows.get((task.digest, task.machine))

    def complete(self, tasks: Iterable[BenchTask], *, workers: int = 1) -> int:
        """Compute what is missing; return how many that were.  What is there is written down every now and then."""
        missing = list({(task.digest, task.machine): task for task in tasks if self.of(task) is None}.values())
        if not missing:
            return 0
        with ProcessPoolExecutor(max_workers=workers, initializer=feature_names) as pool:  # loads what its children need
            for number, (task, found) in enumerate(zip(missing, pool.map(measure_task, missing), strict=True), 1):
                self.rows[task.digest, task.machine] = found
                self.names[task.digest, task.machine] = task.name
                if number % 100 == 0:
                    self.write()
        self.write()
        return len(missing)

    def write(self) -> None:
        """The file appears when it is complete."""
        unfinished = self.path.with_name(f"{self.path.name}.new")
        with unfinished.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow([*_ABOUT, *feature_names()])
            for key, found in self.rows.items():
                problem = found.why if isinstance(found, NotMeasured) else ""
                values = [found.values[name] for name in feature_names()] if isinstance(found, MeasuredFeatures) else []
                writer.writerow([self.names[key], *key, FEATURES_VERSION, problem, *values])
        unfinished.replace(self.path)


def _measurement(row: Mapping[str, str], *, place: str) -> Measurement:
    if row["problem"]:
        return NotMeasured(row["problem"])
    try:
        return MeasuredFeatures({name: float(row[name]) for name in feature_names()})
    except (KeyError, TypeError, ValueError) as error:
        raise TaskError(f"a feature is missing or is no number: {error}", place=place) from error


def measure_task(task: BenchTask) -> Measurement:
    try:
        return measure(task_of(task), limits=FEATURE_LIMITS)
    except TaskError as error:
        return NotMeasured(str(error))


def task_of(task: BenchTask) -> Task:
    return load_task([task.file], spec=task.property_file, machine=Machine(task.machine))


def taught_rows(folders: Iterable[Path]) -> Iterator[LedgerRow]:
    """The runs of campaigns from which something can be learnt."""
    for folder in folders:
        with Ledger.open(folder) as ledger:
            yield from (
                row for row in ledger.rows() if row.assessment is not Assessment.UNCONFIRMED and row.run.task.expected is not None
            )


def observed_tasks(rows: Sequence[LedgerRow], features: FeatureFile) -> list[ObservedTask]:
    """Those with features."""
    runs: dict[tuple[str, str], dict[str, Observation]] = {}
    tasks: dict[tuple[str, str], BenchTask] = {}
    for row in rows:
        task = row.run.task
        key = task.name, task.digest
        tasks[key] = task
        label = Label.CORRECT if row.assessment.is_correct else Label.WRONG if row.assessment.is_wrong else Label.UNKNOWN
        use = row.result.use
        observed = Observation(label=label, cpu_seconds=use.cpu_seconds, memory_bytes=float(use.memory_bytes))
        runs.setdefault(key, {})[name_of(row.run.configuration)] = observed
    return [
        ObservedTask(
            name=task.name,
            category=task.svcomp_set or task.category,
            holds=bool(task.expected),
            features=tuple(found.values[name] for name in feature_names()),
            runs=runs[key],
        )
        for key, task in tasks.items()
        if isinstance(found := features.of(task), MeasuredFeatures)
    ]


def name_of(configuration: ToolConfiguration) -> str:
    match configuration.options:
        case ("--config", preset) if configuration.tool == "whet":
            return preset
        case _:
            return configuration.name
