"""Records a run step by step: where it is, and what its variables and its blocks of memory hold there.

The run is made again by the interpreter, on the values that it was given when the violation was confirmed.  A step is told before
it is done, as a debugger shows it: the place is what happens next, and the values are those it happens with.  What a
step tells is what is different from the step before, so that long runs stay small.

Operations that the program itself does not have (checks, temporaries, the start of the program) are not told.  Of a long run the
first and the last steps are told, and how many there are between them.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from whet.cfa.expressions import Const, Expr, Variable, VariableKind
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Assume, Call, Declare, End, Enter, Havoc, Leave, Operation, Return
from whet.cfa.semantics import Value
from whet.cfa.show import describe, to_c
from whet.cfa.sites import is_made
from whet.cfa.source import Origin
from whet.cfa.types import PointerType
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import ErrorReached, Execution, RunOutcome, UndefinedBehaviour
from whet.interpreter.pool import RecordedInputs
from whet.interpreter.view import View
from whet.report.verification.model import Box, Row, Step
from whet.report.verification.positions import PagePositions
from whet.report.verification.rows import Rows
from whet.task.records import dataclass

FIRST_STEPS: Final = 300
LAST_STEPS: Final = 1200
_SECONDS: Final = 15.0
"""CPU time for a run."""
_MOST_STEPS: Final = 300_000
"""Of a run that is looked at operation by operation."""
_LOOK: Final = 1024


class TooLong(Exception):
    """To look at the whole run would take too long."""


@dataclass(frozen=True, slots=True)
class RecordedPath:
    outcome: RunOutcome
    steps: tuple[Step, ...]
    boxes: tuple[Box, ...]
    rows: tuple[Row, ...]

    @property
    def fails(self) -> bool:
        return isinstance(self.outcome, (ErrorReached, UndefinedBehaviour))


def record(program: Program, given: Sequence[Value], positions: PagePositions) -> RecordedPath:
    """The run of a program, into which the property was put, on these values.  Raises ``TooLong``."""
    targets = program.targets
    interpreter = Interpreter(program, error_functions=targets.functions, error_labels=targets.labels)
    if interpreter.run(RecordedInputs(given)).steps > _MOST_STEPS:
        raise TooLong
    counter = _Counter(program)
    interpreter.follow(counter, RecordedInputs(given))
    recorder = _Recorder(program, positions, range(FIRST_STEPS, counter.number - LAST_STEPS))
    execution = interpreter.follow(recorder, RecordedInputs(given))
    return recorder.recorded(execution)


class _Counter:
    """How many steps there are to tell."""

    def __init__(self, program: Program) -> None:
        self._start = program.start
        self._deadline = time.process_time() + _SECONDS
        self.number = 0

    def before(self, operation: Operation, view: View) -> None:
        self.number += self._is_told(operation, view.plan.function)
        if self.number % _LOOK == 0 and time.process_time() > self._deadline:
            raise TooLong

    def after(self, operation: Operation, view: View) -> None:
        pass

    def _is_shown(self, function: Function) -> bool:
        """Is it one that somebody wrote for this program?"""
        return function is not self._start and not is_made(function) and not function.is_of_library

    def _is_told(self, operation: Operation, function: Function) -> bool:
        if not self._is_shown(function):
            return False
        match operation:
            case Assume(danger=danger):
                return danger is None
            case Assign(lvalue=lvalue) | Havoc(lvalue=lvalue):
                variable = getattr(lvalue, "variable", None)
                return not isinstance(variable, Variable) or variable.kind is not VariableKind.TEMPORARY
            case Call(callee=Function() as callee):
                return not is_made(callee)
            case Call() | Return():
                return True
            case _:
                return False


class _Frame:
    """A call that has not returned."""

    def __init__(self, box: int, view: View) -> None:
        self.box = box
        self.view = view
        self.declared: dict[Variable, None] = dict.fromkeys(view.plan.function.parameters)


class _Recorder(_Counter):
    def __init__(self, program: Program, positions: PagePositions, silence: range) -> None:
        super().__init__(program)
        self._program = program
        self._positions = positions
        self._silence = silence
        self._frames: list[_Frame] = []
        self._rows = Rows(program)
        self._steps: list[Step] = []
        self._skipped = 0
        self._view: View | None = None
        self._call: Operation | None = None
        """The operation of the last step, until another one begins."""

    def before(self, operation: Operation, view: View) -> None:
        function = view.plan.function
        is_shown = self._is_shown(function)
        self._view, self._call = view, None
        if is_shown and not isinstance(operation, (Enter, Leave)):
            self._arrive(view)
        number = self.number
        super().before(operation, view)
        if self.number > number:
            self._tell(operation, view, number)
        match operation:
            case Declare(variable=variable) if is_shown and self._frames:
                self._frames[-1].declared[variable] = None
            case End(variable=variable) if is_shown and self._frames:
                self._frames[-1].declared.pop(variable, None)
            case Leave(function=left) if self._frames and self._frames[-1].view.plan.function is left:
                self._frames.pop()
            case _:
                pass

    def _arrive(self, view: View) -> None:
        """The frame of the operation is the last one."""
        if not self._frames or self._frames[-1].view.frame is not view.frame:
            function = view.plan.function
            box = self._rows.box("frame", f"{function.written_name}()", "")
            self._frames.append(_Frame(box, view))

    def _tell(self, operation: Operation, view: View, number: int) -> None:
        if number in self._silence:
            self._skipped += 1
            return
        self._steps.append(self._step(_kind(operation), _text(operation, view), operation.origin, view))
        self._skipped = 0
        self._call = operation

    def _step(self, kind: str, text: str, origin: Origin | None, view: View) -> Step:
        changes, freed = self._rows.changes(view, [(frame.box, frame.view, frame.declared) for frame in self._frames])
        return Step(
            spot=None if origin is None else self._positions.spot(origin),
            kind=kind,
            text=text,
            frames=tuple(frame.box for frame in self._frames),
            changes=tuple(changes),
            freed=tuple(freed),
            skipped=self._skipped,
        )

    def after(self, operation: Operation, view: View) -> None:
        """What a library function returned belongs to the step of its call."""
        if operation is self._call and isinstance(operation, Call) and operation.result is not None and self._steps:
            value = view.at(operation.result)()
            if isinstance(value, (int, float)) and not isinstance(operation.result.type, PointerType):
                self._steps[-1] = replace(self._steps[-1], text=f"{self._steps[-1].text} → {value}")
        self._call = None

    def recorded(self, execution: Execution) -> RecordedPath:
        """With the violation as the last step; it is one step with the operation that it happens in."""
        match execution.told:
            case ErrorReached(origin=origin) | UndefinedBehaviour(origin=origin) if self._view is not None:
                words = "" if origin is None else " ".join(origin.expression.text.split())
                last = self._step("violation", _short(words), origin, self._view)
                if self._steps and self._steps[-1].spot == last.spot and not last.changes:
                    before = self._steps.pop()
                    last = replace(before, kind="violation")
                self._steps.append(last)
            case _:
                pass
        return RecordedPath(execution.outcome, tuple(self._steps), tuple(self._rows.boxes), tuple(self._rows.rows))


def _kind(operation: Operation) -> str:
    match operation:
        case Assume():
            return "branch"
        case Call():
            return "call"
        case Return():
            return "return"
        case _:
            return "assign"


def _text(operation: Operation, view: View) -> str:
    words = " ".join(operation.origin.expression.text.split())
    match operation:
        case Assume(truth=truth):
            return f"{_short(words)} is {'true' if truth else 'false'}"
        case Call() as call:
            return f"call {view.callee(call)}: {_short(words)}" if view.callee(call) not in words else _short(words)
        case Return(value=value):
            said = _short(" ".join(operation.origin.statement.text.split())) or "return"
            number = None if value is None else view.value(value)
            is_news = isinstance(number, (int, float)) and isinstance(value, Expr) and not isinstance(value.type, PointerType)
            return f"{said.rstrip('; ')} → {number}" if is_news and not isinstance(value, Const) else said
        case Assign(lvalue=lvalue) if not _ASSIGNS.search(words):
            return _short(f"{to_c(lvalue)} = {words}")
        case _:
            return _short(words) or describe(operation)


_ASSIGNS = re.compile(r"[^=<>!]=[^=]|<<=|>>=|\+\+|--")
"""In an expression that is itself the assignment; otherwise it is only what is assigned."""


def _short(text: str) -> str:
    return text if len(text) <= 120 else text[:119] + "…"
