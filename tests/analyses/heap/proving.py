"""The heap analysis by itself: which checks of a program it does not prove, and what the checker says of its proof."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whet.algorithms.exploring import exploration_of
from whet.algorithms.invariants import proof_of
from whet.algorithms.targets import targets_of
from whet.analyses.heap.analysis import HeapAnalysis
from whet.cfa.model import Program
from whet.checks.insertion import put_checks
from whet.core.algorithm import Problem
from whet.core.configuration import load_configuration
from whet.core.context import Context, SoftLimits
from whet.core.evidence import Proof
from whet.core.interfaces import Analysis
from whet.frontend.parse import parse_file
from whet.pointers.regions import Regions
from whet.proofs.check import CheckAnswer, check_proof
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
    return explored(path, analysis=analysis, checks=checks, states=states).alarms


@dataclass(frozen=True, slots=True)
class ExploredProgram:
    program: Program
    alarms: int | None
    proof: Proof

    def answer(self, seconds: float = 20.0) -> CheckAnswer:
        """What the independent checker says of the proof."""
        began = time.process_time()
        return check_proof(self.program, self.proof, lambda: seconds - (time.process_time() - began))


def explored(
    path: Path,
    *,
    analysis: Callable[[Program], Analysis[Any, Any]] = HeapAnalysis,
    checks: tuple[str, ...] = MEMORY,
    states: int = 20_000,
) -> ExploredProgram:
    program = parse_file(str(path), ends_blocks=True, checks_arguments=True)
    property = read_property(property_name(checks))
    put_checks(program, targets_of(property), Regions)
    task = Task(files=(str(path),), property=property)
    context = Context(limits=SoftLimits(steps=states))
    exploration = exploration_of(Problem(program, task, load_configuration("interval")), context, more=[analysis(program)])
    exploration.wanted = _EVERY
    exploration.explore(exploration.analysis.initial_precision())
    alarms = None if exploration.reached.gaps else len(exploration.reached.targets)
    return ExploredProgram(program, alarms, proof_of(exploration.analysis, exploration.reached, explored=context.steps))
