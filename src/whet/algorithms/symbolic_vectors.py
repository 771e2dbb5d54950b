"""Inputs by symbolic execution: the paths of the program one by one, those to branches that no path took first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whet.algorithms.symbolic_testing import symbolic_inputs
from whet.algorithms.testing import Coverage, GivenInputs, check_time
from whet.cfa.model import Program
from whet.core.context import Context, SoftLimits
from whet.task.task import Task
from whet.trust.inputs import Inputs


class SymbolicInputs:
    """Explores one program; used once.  ``overrides`` are options ``key=value`` of the exploration."""

    def __init__(self, program: Program, task: Task, context: Context, overrides: Sequence[str] = ()) -> None:
        self._program = program
        self._task = task
        self._context = context
        self._overrides = overrides

    def inputs(self, coverage: Coverage, /) -> Iterator[Inputs]:
        limits = SoftLimits(seconds=check_time(self._context))
        silent = Context(limits=limits, clock=self._context.clock)  # states are of no interest to somebody who wants tests
        for found in symbolic_inputs(self._program, self._task, silent, self._overrides):
            yield GivenInputs(found.inputs)
        check_time(self._context)  # it ends silently when the time is up


__all__ = ["SymbolicInputs"]
