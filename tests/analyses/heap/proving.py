"""The heap analysis by itself: which checks of a program it does not prove."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from whet.algorithms.exploring import exploration_of
from whet.algorithms.targets import targets_of
from whet.analyses.heap.analysis import HeapAnalysis
from whet.cfa.model import Program
from whet.checks.insertion import put_checks
from whet.core.algorithm import Problem
from whet.core.configuration import load_configuration
from whet.core.context import Context, SoftLimits
from whet.core.interfaces import Analysis
from whet.frontend.parse import parse_file
from whet.pointers.regions import Regions
from whet.task.checks import property_name
from whet.task.properties import read_property
from whet.task.task import Task

MEMORY = ("memory", "free", "leak", "uninitialised", "pointer")
_EVERY = 1 << 62


def unproved(
    path: Path,
    *,
    analysis: Callable[[Program], Analysis[Any, Any]] = HeapAnalysis,
    checks: tuple[str, ...] = MEMORY,
    states: int = 20_000,
) -> int | None:
    """How many alarms intervals and an analysis of the heap raise; None if the exploration does not come to its end."""
    program = parse_file(str(path), ends_blocks=True, checks_arguments=True)
    property = read_property(property_name(checks))
    put_checks(program, targets_of(property), Regions)
    task = Task(files=(str(path),), property=property)
    context = Context(limits=SoftLimits(steps=states))
    exploration = exploration_of(Problem(program, task, load_configuration("interval")), context, more=[analysis(program)])
    exploration.wanted = _EVERY
    exploration.explore(exploration.analysis.initial_precision())
    return None if exploration.reached.gaps else len(exploration.reached.targets)
