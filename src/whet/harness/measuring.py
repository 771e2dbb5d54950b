"""What tests really do: each is compiled with its program, run with limits, and its branches are those that gcov counts.

A test that takes no branch for the first time and finds no new error is left out.  Tests that find an error are run once
more with sanitizers, which may say more about it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from whet.algorithms.testing import GeneratedTest
from whet.cfa.surroundings import Surroundings
from whet.core.concrete import ReachedError
from whet.harness.replaying import Replay, replay_of
from whet.harness.run_harness import harness_text
from whet.native.gcov import Covered, Gcov, GcovBranch
from whet.native.programs import (
    Build,
    Compiler,
    NativeLimits,
    NativeProgram,
    NativeRun,
    NativeSource,
    NotCompiled,
    RanIntoSignal,
    RanTooLong,
)
from whet.task.records import dataclass

_TITLE = "A test that is being measured."


@dataclass(frozen=True, slots=True)
class MeasuredTest:
    """A test and what was seen when it ran; None where it did not."""

    test: GeneratedTest
    run: NativeRun | None = None
    covered: Covered | None = None
    sanitized: NativeRun | None = None

    @property
    def replay(self) -> Replay | None:
        """Of its error, if it shows one."""
        return None if self.test.error is None else replay_of(self.test.error, self.sanitized or self.run)

    @property
    def achieved(self) -> frozenset[Achievement]:
        """What a suite would lack without tests like this one."""
        errors = frozenset[Achievement]() if self.test.error is None else frozenset([self.test.error])
        if self.covered is None or self.run is None:
            return errors | self.test.branches
        # gcov computes some counts from others, as if every run came to its end: the last branches of others may be missing.
        return (
            errors | self.covered.taken | (self.test.branches if isinstance(self.run.end, RanTooLong | RanIntoSignal) else set())
        )


Achievement: TypeAlias = GcovBranch | ReachedError | int
"""A branch, or an error; a branch has a number if only the interpreter saw it."""
Told: TypeAlias = Callable[[int], None]
"""Told how many tests were measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """How a program is compiled and run."""

    compiler: Compiler
    source: NativeSource
    surroundings: Surroundings
    limits: NativeLimits

    def measured(self, tests: Iterable[GeneratedTest], told: Told) -> Iterator[MeasuredTest]:
        """Raises ``NotCompiled``."""
        with tempfile.TemporaryDirectory(prefix="whet-tests-") as folder:
            program = NativeProgram(self.compiler, self.source, Build.COVERAGE, Path(folder))
            gcov = Gcov(Path(folder))
            for number, test in enumerate(tests, 1):
                told(number)
                gcov.forget()
                run = program.run(program.link(self._harness(test)), self.limits)
                yield MeasuredTest(test, run, gcov.read())

    def replayed(self, tests: Sequence[MeasuredTest]) -> list[MeasuredTest]:
        """With sanitizers, those that find an error."""
        if all(each.test.error is None for each in tests):
            return list(tests)
        with tempfile.TemporaryDirectory(prefix="whet-errors-") as folder:
            try:
                program = NativeProgram(self.compiler, self.source, Build.SANITIZED, Path(folder))
                return [
                    each
                    if each.test.error is None
                    else replace(each, sanitized=program.run(program.link(self._harness(each.test)), self.limits))
                    for each in tests
                ]
            except NotCompiled:  # there may be no sanitizers for this machine
                return list(tests)

    def _harness(self, test: GeneratedTest) -> str:
        return harness_text(test.inputs, self.surroundings, title=_TITLE)


def worth_keeping(tests: Iterable[MeasuredTest]) -> Iterator[MeasuredTest]:
    """Without those that add nothing to the tests before them; at least one."""
    seen: set[Achievement] = set()
    for number, each in enumerate(tests):
        if number == 0 or not each.achieved <= seen:
            seen |= each.achieved
            yield each


def greedy_cover(tests: Sequence[MeasuredTest]) -> list[MeasuredTest]:
    """Few tests that achieve as much as all: always the one that adds most (Chvatal: A greedy heuristic for the set-covering
    problem, 1979).  There may be fewer tests that do, at the most by a factor that is logarithmic in what they achieve."""
    left = set().union(*(each.achieved for each in tests))
    chosen: set[int] = set()
    while left:
        best = max(range(len(tests)), key=lambda number: len(tests[number].achieved & left))
        chosen.add(best)
        left -= tests[best].achieved
    return [tests[number] for number in sorted(chosen)] or list(tests[:1])
