"""Replay of alarms: does some input really drive the program along an abstract error path?

The interpreter runs the program; a small backtracking search chooses the inputs.  An input is tried with the constants the
rest of the path compares with, and their neighbours, in the order they appear.  A run that leaves the path is cut off, and
the last input read before that point gets its next candidate.  What the search finds is a concrete execution that
reaches the error: a proof.  What it does not find proves nothing.

Where a path ends with the check of an operation (``whet.checks.insertion``), the run continues to the operation.  It is an error
only if the interpreter itself finds that this goes wrong, at this place and in this way.  A check for which the interpreter has
no test of its own (``Check.has_own_test``) is shown by a run in which its condition is false.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import Protocol, TypeAlias

from whet.cfa.expressions import Const, FloatConst, subexpressions
from whet.cfa.library import TEXT_IS_WRITTEN
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assume, Call, Enter, expressions_of, flatten
from whet.cfa.semantics import Value, float_from_bits
from whet.cfa.source import Origin
from whet.cfa.targets import violation_by
from whet.cfa.types import FloatType, ScalarType
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import (
    Aborted,
    AssumptionViolated,
    ErrorReached,
    Execution,
    Exited,
    InputsExhausted,
    RunOutcome,
    StepLimit,
    UndefinedBehaviour,
    UnsupportedReached,
)
from whet.interpreter.process import Convention
from whet.interpreter.steps import StepsTaken
from whet.task.dangers import Danger
from whet.task.messages import unknown as messages
from whet.task.records import dataclass

MAX_CANDIDATES = 24
_BEYOND = 100
"""More steps than there are between a check and its operation."""


@dataclass(frozen=True, slots=True)
class Replayed:
    execution: Execution
    given: tuple[Value, ...]
    """All inputs, in order."""


@dataclass(frozen=True, slots=True)
class NotReplayed:
    """No execution was found; why the last attempt ended."""

    reason: str


ReplayResult: TypeAlias = Replayed | NotReplayed


@dataclass(frozen=True, slots=True)
class Effort:
    runs: int = 400
    seconds: float = 2.0


class _LeftPath(Exception):
    """The run took another edge than the path."""


@dataclass(slots=True)
class _Choice:
    candidates: tuple[Value, ...]
    chosen: int = 0

    @property
    def value(self) -> Value:
        return self.candidates[self.chosen]

    def advance(self) -> bool:
        self.chosen += 1
        return self.chosen < len(self.candidates)


class PathRead(Protocol):
    """A read on an edge of a path, and a value for it."""

    @property
    def origin(self) -> Origin: ...

    @property
    def type(self) -> ScalarType: ...

    @property
    def value(self) -> Value: ...


@dataclass(slots=True)
class Guide:
    """Inputs for a path that a solver found."""

    inputs: Sequence[Value]
    """Inputs of the environment, in order."""
    reads: Sequence[Sequence[PathRead]] = ()
    """Reads by edge of the path; an indeterminate value takes the one of its read."""
    _answered: int = 0
    _used: set[int] = field(default_factory=set)

    def answer(self) -> Value | None:
        self._answered += 1
        return self.inputs[self._answered - 1] if self._answered <= len(self.inputs) else None

    def read(self, type: ScalarType, origin: Origin | None, position: int) -> Value | None:
        """The first unused value of this type that is read there."""
        for at in range(max(0, position - 1), min(position + 2, len(self.reads))):
            for each in self.reads[at]:
                if id(each) not in self._used and each.type == type and origin in (None, each.origin):
                    self._used.add(id(each))
                    return each.value
        return None


@dataclass(slots=True)
class _Attempt:
    """One run: gives inputs by the choices made so far and follows the path."""

    path: Sequence[Edge]
    constants: Callable[[int], tuple[Value, ...]]
    choices: list[_Choice]
    guide: Guide | None = None
    position: int = 0
    read: int = 0
    beyond: int = 0
    """Steps after the path, to the operation whose check it ends with."""

    @property
    def danger(self) -> Danger | None:
        """The check that the path ends with, if it does."""
        error = violation_by(self.path[-1].operation) if self.path else None
        return None if error is None else error.danger

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        return self._choose(type, None if self.guide is None else self.guide.answer())

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value:
        return self._choose(type, None if self.guide is None else self.guide.read(type, origin, self.position))

    def _choose(self, type: ScalarType, guided: Value | None) -> Value:
        if self.read == len(self.choices):
            candidates = _of_type(self.constants(self.position), type) if guided is None else (guided,)
            self.choices.append(_Choice(candidates))
        self.read += 1
        return self.choices[self.read - 1].value

    def observe(self, edge: Edge) -> None:
        if _depends_on_text(edge):
            return
        while self.position < len(self.path) and _depends_on_text(self.path[self.position]):
            self.position += 1
        if self.position == len(self.path) and self.danger is not None and self.beyond < _BEYOND:
            self.beyond += 1
            return
        if self.position >= len(self.path) or not _is_same_step(edge, self.path[self.position]):
            raise _LeftPath
        self.position += 1

    def shows_error(self, outcome: RunOutcome) -> bool:
        """Did the run end with the error at the end of the path?"""
        match outcome:
            case ErrorReached():
                return self.danger is None
            case UndefinedBehaviour(danger=danger, origin=origin):
                return danger is not None and is_same_danger(danger, self.danger) and origin in (None, self.path[-1].origin)
            case _:
                return False


@dataclass(slots=True)
class Replayer:
    program: Program
    interpreter: Interpreter
    """Made once, when there is something to replay."""
    effort: Effort = field(default_factory=Effort)

    def replay(self, path: Sequence[Edge], effort: Effort | None = None) -> ReplayResult:
        """Search for inputs that drive the program along ``path`` to an error."""
        effort = effort or self.effort
        deadline = time.process_time() + effort.seconds
        constants = _Constants(path)
        choices: list[_Choice] = []
        reason = "no attempt was made"
        for _ in range(effort.runs):
            if time.process_time() > deadline:
                return NotReplayed(messages.SEARCH_TOO_LONG)
            attempt = _Attempt(path, constants.after, choices)
            result = self._run(attempt)
            if isinstance(result, Replayed):
                return result
            reason = result.reason
            if not _backtrack(choices, attempt.read):
                return NotReplayed(reason)
        return NotReplayed(messages.NO_INPUTS_FOUND)

    def replay_with(self, path: Sequence[Edge], inputs: Sequence[Value]) -> ReplayResult:
        """Run the program along ``path`` with given inputs, and zeros after them."""
        choices = [_Choice((value,)) for value in inputs]
        return self._run(_Attempt(path, lambda _: (0,), choices))

    def replay_guided(self, path: Sequence[Edge], guide: Guide) -> ReplayResult:
        """The same with values for reads."""
        return self._run(_Attempt(path, lambda _: (0,), [], guide))

    def steps(self, path: Sequence[Edge], replayed: Replayed) -> StepsTaken:
        """The steps of the execution along the path, which is run again."""
        taken = StepsTaken(self.program, path)
        self.interpreter.follow(taken, _Attempt(path, lambda _: (0,), [_Choice((value,)) for value in replayed.given]))
        return taken

    def _run(self, attempt: _Attempt) -> ReplayResult:
        """An error must not depend on a library result of which C defines only the sign."""
        result = self._run_by(Convention.GLIBC, attempt)
        if not isinstance(result, Replayed) or not result.execution.used_convention:
            return result
        again = self._run_by(Convention.UNIT, _Attempt(attempt.path, attempt.constants, attempt.choices))
        if isinstance(again, Replayed):
            return result
        return NotReplayed(messages.ONLY_SIGN)

    def _run_by(self, convention: Convention, attempt: _Attempt) -> ReplayResult:
        try:
            execution = self.interpreter.run(attempt, observer=attempt.observe, convention=convention)
        except _LeftPath:
            return NotReplayed(messages.CONDITIONS)
        if attempt.shows_error(execution.outcome):
            return Replayed(execution, tuple(choice.value for choice in attempt.choices[: attempt.read]))
        return NotReplayed(_ending(execution.outcome))


def is_same_danger(found: Danger, wanted: Danger | None) -> bool:
    """Checks at the end of a run do not distinguish lost from remaining blocks."""
    return found is wanted or (wanted is not None and found.is_at_end and wanted.is_at_end)


def _ending(outcome: RunOutcome) -> str:
    """Why a run does not reach the end of its path, for messages."""
    match outcome:
        case Exited(status=status):
            return messages.ENDS_BEFORE.format(status=status)
        case Aborted(reason=reason, origin=origin):
            return messages.ABORTED_BEFORE.format(place=_at(origin), cause=reason)
        case ErrorReached(name=name, origin=origin):
            return messages.OTHER_ERROR.format(other=name, place=_at(origin))
        case AssumptionViolated(origin=origin):
            return messages.ASSUMED_AWAY.format(place=_at(origin))
        case UndefinedBehaviour(what=what, origin=origin):
            return messages.UNDEFINED_BEFORE.format(place=_at(origin), cause=what)
        case UnsupportedReached(construct=construct, origin=origin):
            return messages.NOT_MODELLED.format(construct=construct, place=_at(origin))
        case InputsExhausted(origin=origin):
            return messages.MORE_INPUTS.format(place=_at(origin))
        case StepLimit(steps=steps):
            return messages.TOO_MANY_STEPS.format(steps=steps)


def _at(origin: Origin | None) -> str:
    return "" if origin is None else f" at {origin.original_place}"


def _backtrack(choices: list[_Choice], read: int) -> bool:
    """Give the last input that was read its next candidate; False if there is none."""
    del choices[read:]
    while choices:
        if choices[-1].advance():
            return True
        choices.pop()
    return False


class _Constants:
    """The constants that conditions of a path compare with, from a position on."""

    def __init__(self, path: Sequence[Edge]) -> None:
        self._found = [(number, value) for number, edge in enumerate(path) for value in _constants_of(edge)]
        self._known: dict[int, tuple[Value, ...]] = {}

    def after(self, position: int) -> tuple[Value, ...]:
        if position not in self._known:
            later = dict.fromkeys(value for number, value in self._found if number >= position - 1)
            self._known[position] = tuple(_with_neighbours(later))[:MAX_CANDIDATES]
        return self._known[position]


def _constants_of(edge: Edge) -> Iterator[Value]:
    for operation in flatten(edge.operation):
        if isinstance(operation, Assume):
            for expr in expressions_of(operation):
                for part in subexpressions(expr):
                    if isinstance(part, Const):
                        yield part.value
                    elif isinstance(part, FloatConst):
                        yield float_from_bits(part.bits, part.type)


def _with_neighbours(constants: dict[Value, None]) -> Iterator[Value]:
    yield 0
    yield 1
    for value in constants:
        yield value
    for value in constants:
        if isinstance(value, int):
            yield value - 1
            yield value + 1
    yield -1


def _of_type(values: tuple[Value, ...], type: ScalarType) -> tuple[Value, ...]:
    """The candidates of a type, without duplicates."""
    if isinstance(type, FloatType):
        return tuple(dict.fromkeys(values))
    return tuple(dict.fromkeys(value for value in values if isinstance(value, int)))


def _depends_on_text(edge: Edge) -> bool:
    """Does it look at formatted output? A path guesses that, and decides nothing by it."""
    function = edge.source.function
    return function.is_of_library and function.written_name == TEXT_IS_WRITTEN


def _is_same_step(one: Edge, other: Edge) -> bool:
    """The same edge; calls are the same with the pointer resolved or not, and with the body entered or not."""
    if one is other:
        return True
    if one.source is not other.source:
        return False
    if isinstance(one.operation, (Call, Enter)) and isinstance(other.operation, (Call, Enter)):
        return _callee(one.operation) in (None, _callee(other.operation)) or _callee(other.operation) is None
    return one.target is other.target and type(one.operation) is type(other.operation)


def _callee(operation: Call | Enter) -> Function | None:
    """The function that is called; None for a pointer."""
    match operation:
        case Enter(function=function):
            return function
        case Call(callee=Function() as function):
            return function
        case _:
            return None
