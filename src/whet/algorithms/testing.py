"""Generation of tests: inputs are tried one after another, and those that take a branch for the first time are kept.

Who finds the inputs is an ``InputGenerator``; this is the loop around it.  The concrete interpreter runs the program on each and
tells the branches that are taken; a generator may look at ``Coverage`` to see what is left.  What is kept is plain data, so that
it can be sent to another process.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from whet.cfa.model import Edge, Program
from whet.cfa.operations import Assume, flatten
from whet.cfa.semantics import Value
from whet.cfa.show import to_c
from whet.cfa.source import Origin
from whet.cfa.surroundings import asking_calls
from whet.cfa.types import PointerType, ScalarType
from whet.core.concrete import AskedInput, ReachedError
from whet.core.context import Context, LimitReached
from whet.core.result import Reason
from whet.interpreter.inputs import Inputs, NoMoreInputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import (
    Aborted,
    AssumptionViolated,
    ErrorReached,
    Exited,
    InputsExhausted,
    RunOutcome,
    StepLimit,
    UndefinedBehaviour,
    UnsupportedReached,
)
from whet.interpreter.process import RunBounds
from whet.interpreter.reached import asked_inputs, error_of
from whet.task.coverage_goals import CoverageGoal, CoverBranches, CoverErrorCall
from whet.task.records import dataclass

_BOUNDS = RunBounds(steps=200_000, depth=20_000, memory=1 << 28, output=1 << 16)
"""Of one test: who tries many inputs cannot follow each of them for long."""
_MOST_NOT_FOLLOWED = 20
_PATIENCE = 4800
_LEAST_PATIENCE = 300
"""Inputs that a run may ask for without taking an edge for the first time; half as many after each run that did nothing else."""


@dataclass(frozen=True, slots=True)
class GeneratedTest:
    """Inputs that are worth to be kept, and what the interpreter saw the program do on them."""

    inputs: tuple[AskedInput, ...]
    branches: frozenset[int]
    """All that were taken, by their numbers in ``Coverage``."""
    ending: str
    error: ReachedError | None = None
    is_followed: bool = True
    """False if the interpreter did not see what the program does in the end."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One way out of a decision; ``line`` is that of the given file."""

    line: int
    condition: str
    truth: bool


class Coverage:
    """The branches of a program, and which of them some test took."""

    def __init__(self, program: Program) -> None:
        self.numbers = {edge: number for number, edge in enumerate(_branching_edges(program))}
        self._covered: set[Edge] = set()
        self.last: frozenset[int] = frozenset()
        """The branches that the last test took, by number."""
        self.errors: set[ReachedError] = set()
        """Those that some test reached."""

    @property
    def total(self) -> int:
        return len(self.numbers)

    @property
    def covered(self) -> int:
        return len(self._covered)

    @property
    def is_complete(self) -> bool:
        return self.covered == self.total

    def is_open(self, edge: Edge) -> bool:
        """Is it a branch that no test took?"""
        return edge in self.numbers and edge not in self._covered

    def add(self, edges: set[Edge], error: ReachedError | None) -> bool:
        """Note what a test did; is any of it new?"""
        self.last = self.numbers_of(edges)
        new = (edges & self.numbers.keys()) - self._covered
        is_new_error = error is not None and error not in self.errors
        self._covered |= new
        if error is not None:
            self.errors.add(error)
        return bool(new) or is_new_error

    def numbers_of(self, edges: Iterable[Edge]) -> frozenset[int]:
        return frozenset(self.numbers[edge] for edge in edges if edge in self.numbers)

    def branches(self) -> tuple[Branch, ...]:
        """In the order of their numbers."""
        return tuple(_branch(edge) for edge in self.numbers)


class TriedInputs(Inputs, Protocol):
    """Inputs for one run."""

    @property
    def is_guessing(self) -> bool:
        """Is what it gives from now on by chance or made up?  A run that asks and asks without anything new is ended then."""


class InputGenerator(Protocol):
    """Gives inputs for one run after another; ``coverage`` is what the runs so far have covered, and changes while they run.

    None is no inputs yet: who looks for them for long gives it now and then, so that others may have their turn."""

    def inputs(self, coverage: Coverage, /) -> Iterator[TriedInputs | None]: ...


class VectorInputs:
    """The values of a list, then zeros.  A pointer is always null: a number would point to no object."""

    def __init__(self, values: Sequence[Value] = (), *, most: int = 10_000) -> None:
        self._values = values
        self._most = most
        self._asked = 0

    @property
    def is_guessing(self) -> bool:
        return self._asked >= len(self._values)

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        if self._asked == self._most:
            raise NoMoreInputs
        value = 0 if self.is_guessing else self._values[self._asked]
        self._asked += 1
        return 0 if isinstance(type, PointerType) else value

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value:
        return 0


def generate_tests(
    program: Program, goal: CoverageGoal, generator: InputGenerator, coverage: Coverage, context: Context
) -> Iterator[GeneratedTest]:
    """Those tests that cover something new, until the goal is met or no inputs are left to try."""
    runs = _Runs(program)
    kept = 0
    for inputs in generator.inputs(coverage):
        if inputs is None:
            check_time(context)
            continue
        test, edges = runs.run(inputs, coverage)
        context.statistics.count("runs")
        if coverage.add(edges, test.error) or _may_cover_more(test, kept):
            kept += 1
            yield test
        if is_met(goal, coverage) or not test.inputs:  # who asks for nothing does the same in every run
            return
        context.progress(f"covering branches, {coverage.covered} of {coverage.total}", tests=kept)
        check_time(context)


def _may_cover_more(test: GeneratedTest, kept: int) -> bool:
    """Is it the first, or one of some that the interpreter cannot follow to their end?  A native run will show."""
    return kept == 0 or (not test.is_followed and kept < _MOST_NOT_FOLLOWED)


def check_time(context: Context) -> float:
    """The seconds that are left; raises ``LimitReached`` if there are none.  For steps that may each look at the clock."""
    limit = context.limits.seconds
    left = math.inf if limit is None else limit - context.seconds
    if left <= 0:
        raise LimitReached(Reason.TIME_OUT, f"{limit:g}s of CPU time was used")
    return left


def is_met(goal: CoverageGoal, coverage: Coverage) -> bool:
    match goal:
        case CoverBranches():
            return coverage.is_complete
        case CoverErrorCall(function=function):
            return any(error.called == function for error in coverage.errors)


class _Patient:
    """Inputs for a run that takes the edges ``taken``: it ends when it asks for many without taking another edge.

    Many programs ask for inputs in a loop without end; what they have not done by then they will hardly do."""

    def __init__(self, inputs: TriedInputs, taken: set[Edge], patience: int) -> None:
        self._inputs = inputs
        self._taken = taken
        self._patience = patience
        self._known = 0
        self._idle = 0
        self.uninitialised = inputs.uninitialised

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        if len(self._taken) > self._known or not self._inputs.is_guessing:
            self._known, self._idle = len(self._taken), 0
        self._idle += 1
        if self.is_over:
            raise NoMoreInputs
        return self._inputs.nondet(type, origin)

    @property
    def is_over(self) -> bool:
        return self._idle > self._patience


@dataclass(frozen=True, slots=True)
class TestEnvironment:
    """Arguments and strings of a program that is started without any."""

    __test__ = False  # for pytest

    arguments: Mapping[str, Value]
    texts: Mapping[str, bytes | None]

    @staticmethod
    def of(program: Program) -> TestEnvironment:
        """A program that is started has its name as an argument."""
        arguments = {parameter.name: 1 for parameter in program.main.parameters[:1]}
        return TestEnvironment(arguments, {each.name: None if each.variable else b"" for each in program.strings.texts})


class _Runs:
    """Runs a program on inputs, and notes where they come from."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._interpreter = Interpreter(program, error_functions=program.targets.functions, limits=_BOUNDS)
        self._patience = _PATIENCE
        self._askers = dict(asking_calls(program))
        self._around = TestEnvironment.of(program)

    def run(self, inputs: TriedInputs, coverage: Coverage) -> tuple[GeneratedTest, set[Edge]]:
        taken: set[Edge] = set()
        patient = _Patient(inputs, taken, self._patience)
        around = self._around
        execution = self._interpreter.run(patient, observer=taken.add, arguments=around.arguments, texts=around.texts)
        if patient.is_over:
            self._patience = max(self._patience // 2, _LEAST_PATIENCE)
        ending, error = _ending(execution.told)
        is_followed = not isinstance(execution.outcome, UnsupportedReached)
        return GeneratedTest(asked_inputs(execution, self._askers), coverage.numbers_of(taken), ending, error, is_followed), taken


def _branching_edges(program: Program) -> Iterator[Edge]:
    for node in program.nodes():
        if len(node.leaving) > 1:
            yield from (edge for edge in node.leaving if isinstance(flatten(edge.operation)[0], Assume))


def _branch(edge: Edge) -> Branch:
    decision = flatten(edge.operation)[0]
    assert isinstance(decision, Assume)
    return Branch(decision.origin.place.line, to_c(decision.condition), decision.truth)


def _ending(outcome: RunOutcome) -> tuple[str, ReachedError | None]:
    """In words, and the error if it is one."""
    error = error_of(outcome)
    return (_words(outcome), None) if error is None else (error.what, error)


def _words(outcome: RunOutcome) -> str:
    match outcome:
        case Exited(status=status):
            return f"exits with status {status}"
        case ErrorReached(name=what) | UndefinedBehaviour(what=what):
            return what
        case Aborted(reason=reason):
            return f"stops: {reason}"
        case AssumptionViolated():
            return "stops: an assumption does not hold"
        case UnsupportedReached(construct=what):
            return f"is followed up to {what}"
        case InputsExhausted():
            return "asks for more inputs than a test has"
        case StepLimit(steps=steps):
            return f"does not end within {steps} steps"
