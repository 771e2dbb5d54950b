"""Tests for a program: the search, and what it found, also if it was ended."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from whet.core.context import Context, LimitReached, SoftLimits
from whet.core.news import Sender
from whet.core.result import Defect, InvalidProgram, Unknown
from whet.runtime.isolation import CpuTimeOut, Crashed, Finished, Outcome, OutOfMemory, WallTimeOut
from whet.runtime.limits import Limits
from whet.session.outcomes import Watch, result_of
from whet.session.program import HeldProgram
from whet.task.coverage_goals import CoverageGoal
from whet.task.records import dataclass

if TYPE_CHECKING:
    from whet.algorithms.testing import Branch, GeneratedTest
    from whet.cfa.surroundings import Surroundings

_GRACE = 1.1
"""Times the limit, after which a search that does not end by itself is ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestSearch:
    """Which tests are wanted, and what finding them (``algorithms.covering_inputs``) may cost."""

    __test__ = False  # for pytest

    goal: CoverageGoal
    cpu_seconds: float
    memory_bytes: int
    overrides: tuple[str, ...] = ()
    """Options ``key=value`` of symbolic execution and solvers."""

    @property
    def limits(self) -> Limits:
        """With some grace: a search ends by itself."""
        return Limits.of_cpu(self.cpu_seconds * _GRACE + 1, self.memory_bytes)

    def prepare(self, held: HeldProgram, /) -> None:
        held.read(self.limits)

    def answer(self, held: HeldProgram, /) -> SearchEnd | InvalidProgram:
        """What is found is written into the journal at once."""
        from whet.algorithms.covering_inputs import CoveringInputs
        from whet.algorithms.targets import targets_of
        from whet.algorithms.testing import Coverage, generate_tests, is_met
        from whet.cfa.surroundings import surroundings_of
        from whet.checks.insertion import put_checks
        from whet.frontend.errors import FrontendError
        from whet.pointers.regions import Regions

        context = Context(limits=SoftLimits(seconds=self.cpu_seconds - held.cpu_seconds), observer=Sender(held.channel))
        try:
            program = held.unchanged(blocks=False)  # a decision shares no edge with what follows it
        except FrontendError as error:
            return InvalidProgram(error.text, error.place)
        targets = targets_of(self.goal.errors)
        held.journal.write(surroundings_of(program, targets.functions))
        put_checks(program, targets, Regions)
        coverage = Coverage(program)
        held.journal.write(coverage.branches())
        generator = CoveringInputs(program, held.task, context, self.overrides)
        try:
            for test in generate_tests(program, self.goal, generator, coverage, context):
                held.journal.write(test)
        except LimitReached:
            return SearchEnd.TIME
        return SearchEnd.GOAL_MET if is_met(self.goal, coverage) else SearchEnd.NO_MORE


class SearchEnd(StrEnum):
    """Why no more tests were looked for."""

    GOAL_MET = "the goal is met"
    NO_MORE = "there are no inputs left to try"
    TIME = "the time is up"
    MEMORY = "the memory limit was reached"
    CRASH = "the search crashed"


@dataclass(frozen=True, slots=True)
class FoundTests:
    """Also of a search that was ended."""

    tests: tuple[GeneratedTest, ...]
    surroundings: Surroundings
    branches: tuple[Branch, ...]
    """All of the program, in the order of their numbers."""
    end: SearchEnd


def tests_of(
    outcome: Outcome[SearchEnd | InvalidProgram], entries: Sequence[object], limits: Limits, watch: Watch
) -> FoundTests | InvalidProgram | Unknown | Defect:
    """Of a search with this outcome, which wrote these entries."""
    match outcome:
        case Finished(value=SearchEnd() as end):
            return _found(entries, end)
        case Finished(value=value):
            assert isinstance(value, InvalidProgram)
            return value
        case CpuTimeOut() | WallTimeOut() if len(entries) > 1:
            return _found(entries, SearchEnd.TIME)
        case OutOfMemory() if len(entries) > 1:
            return _found(entries, SearchEnd.MEMORY)
        case Crashed() if len(entries) > 1:
            return _found(entries, SearchEnd.CRASH)
        case _:
            verdict = result_of(outcome, limits, watch).verdict
            assert isinstance(verdict, Unknown | Defect)
            return verdict


def _found(entries: Sequence[object], end: SearchEnd) -> FoundTests:
    surroundings, branches, *tests = entries
    return FoundTests(tuple(tests), surroundings, branches, end)  # type: ignore[arg-type]  # as the search wrote them
