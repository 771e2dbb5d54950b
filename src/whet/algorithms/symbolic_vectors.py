"""Inputs by symbolic execution: the paths of the program one by one, those to branches that no path took first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from whet.algorithms.symbolic_testing import PathEnd, SymbolicSearch, symbolic_configuration
from whet.algorithms.testing import Coverage, TriedInputs, VectorInputs, check_time
from whet.cfa.model import Edge, Program
from whet.cfa.source import place_of
from whet.core.algorithm import Problem
from whet.core.arg import ArgNode
from whet.core.context import Context, SoftLimits
from whet.task.task import Task

_MOST_ATTEMPTS = 3
"""To take a branch, or to come to an end of the program: not every run takes the path that its inputs were made for."""


class SymbolicInputs:
    """Explores one program; used once.  ``overrides`` are options ``key=value`` of the exploration."""

    def __init__(self, program: Program, task: Task, context: Context, overrides: Sequence[str] = ()) -> None:
        self._program = program
        self._task = task
        self._context = context
        self._overrides = overrides
        self._attempts = Counter[Edge | None]()
        self.is_finished = False
        """Was everything explored, and did runs take every branch they were to take?  Then others need not try."""

    def inputs(self, coverage: Coverage, /) -> Iterator[TriedInputs | None]:
        limits = SoftLimits(seconds=check_time(self._context))
        silent = Context(limits=limits, clock=self._context.clock)  # test generation does not report states
        problem = Problem(self._program, self._task, symbolic_configuration(self._overrides))
        search = SymbolicSearch(problem, silent, is_wanted=lambda end: self._is_wanted(end, coverage))
        for found in search.inputs():
            yield None if found is None else VectorInputs(found.inputs)
        check_time(self._context)  # it ends silently when the time is up
        has_doubts = any(edge is not None and coverage.is_open(edge) for edge in self._attempts)
        self.is_finished = search.is_complete and not has_doubts

    def _is_wanted(self, end: PathEnd, coverage: Coverage) -> bool:
        """Would a run along this path bring anything new?  Who knows the answer need not ask the solver."""
        if end.is_target and end.edge is not None:
            place = str(place_of(end.edge.origin))
            return all(error.place != place for error in coverage.errors)
        if end.edge is not None and coverage.is_open(end.edge):
            return self._is_attempted(end.edge)
        return end.is_last and self._is_attempted(_edge_to(end.node))

    def _is_attempted(self, edge: Edge | None) -> bool:
        self._attempts[edge] += 1
        return self._attempts[edge] <= _MOST_ATTEMPTS


def _edge_to(node: ArgNode) -> Edge | None:
    return node.parents[0][1] if node.parents else None
