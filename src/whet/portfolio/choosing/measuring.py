"""The features of a task, computed in a child process: a file on which that takes too long, or crashes, has none.

Features need clingo (the extra ``roles``).  Without it, the reason is reported, and no features are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from whet.runtime.isolation import CpuTimeOut, Crashed, Failed, Finished, OutOfMemory, WallTimeOut, start_isolated
from whet.runtime.limits import Limits
from whet.task.dangers import Danger
from whet.task.properties import Never, Property
from whet.task.quantities import show_duration
from whet.task.records import dataclass
from whet.task.task import Task, program_file, program_files

if TYPE_CHECKING:
    from whet.roles.features import PropertyKind

FEATURES_VERSION: Final = 2
"""To be counted up when ``roles.features`` gives a program other numbers: a model learnt from the old ones does not fit then."""
_MEMORY = frozenset({Danger("memory"), Danger("free"), Danger("leak"), Danger("cleanup")})


@dataclass(frozen=True, slots=True)
class MeasuredFeatures:
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class NotMeasured:
    why: str


Measurement: TypeAlias = MeasuredFeatures | NotMeasured


def measure(task: Task, *, limits: Limits) -> Measurement:
    """The features of the program of a task, with its property."""
    from whet.roles.engine import EngineMissing, require_engine

    if len(program_files(task.files)) > 1:
        return NotMeasured("features are those of one file, and the program has several")
    if task.appended is not None:
        return NotMeasured("features are those of a file as it stands")
    try:
        require_engine()
    except EngineMissing:
        return NotMeasured("features need clingo: pip install 'whet[roles]'")
    with start_isolated(lambda: _features(task), limits=limits, own_group=False) as child:
        outcome = child.result()
        match outcome:
            case Finished(value=values):
                return MeasuredFeatures(values)
            case CpuTimeOut() | WallTimeOut():
                return NotMeasured(f"features took more than {show_duration(limits.cpu_seconds or limits.wall_seconds or 0)}")
            case OutOfMemory():
                return NotMeasured("features took too much memory")
            case Crashed() as crash:
                return NotMeasured(f"features could not be computed: {crash}")
            case Failed(message=message):
                return NotMeasured(f"features could not be computed: {message}")


def feature_names() -> tuple[str, ...]:
    from whet.roles.features import FEATURES

    return FEATURES


def _features(task: Task) -> Mapping[str, float]:
    from whet.cfa.types import MACHINE_MODELS
    from whet.roles.features import features_of_file

    return features_of_file(
        program_file(task.files),
        machine=MACHINE_MODELS[task.machine],
        entry=task.entry,
        kind=_kind(task.property),
        preprocessing=task.preprocessing(program_file(task.files)),
    )


def _kind(wanted: Property) -> PropertyKind:
    """Overflow and memory are recognised by what must not happen; everything else is a place that must not be reached."""
    from whet.roles.features import PropertyKind

    dangers = {condition.danger for condition in wanted.conditions if isinstance(condition, Never)}
    if dangers & _MEMORY:
        return PropertyKind.MEMORY_SAFETY
    return PropertyKind.OVERFLOW if dangers else PropertyKind.REACHABILITY
