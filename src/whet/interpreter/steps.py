"""The steps of a concrete execution with their values, as evidence. Of a long run only the first and the last operations are
reported, with the number of those between them. Initialisation of globals is omitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from whet.cfa.expressions import Deref, Expr, Index, Lvalue, Member, Var, VariableKind, root_variable, subexpressions
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assign, Assume, Call, Enter, Havoc, Leave, Operation, Return, flatten
from whet.cfa.semantics import Value as Number
from whet.cfa.show import to_c
from whet.cfa.sites import is_made
from whet.cfa.source import Origin, place_of
from whet.cfa.targets import violation_by
from whet.cfa.types import FloatType, IntType, PointerType, is_scalar
from whet.core.concrete import RunEvent
from whet.core.evidence import Assigned, Branched, Called, EvidenceStep, Omitted, PlainValue, Received, Returned, plain_number
from whet.interpreter.outcomes import InputRead, RunOutcome, UndefinedBehaviour
from whet.interpreter.recorded_calls import CallRecorder
from whet.interpreter.story import Story
from whet.interpreter.view import View

MOST_OPERATIONS = 500
"""Reported from the beginning of a run, and as many from its end."""


class StepsTaken:
    """``is_end``: the path is the end of a longer run; what was read before is no step of it."""

    def __init__(self, program: Program, path: Sequence[Edge], most: int = MOST_OPERATIONS, *, is_end: bool = False) -> None:
        self._start = program.start
        error = violation_by(path[-1].operation) if path else None
        conditions = (edge.operation for edge in reversed(path) if isinstance(edge.operation, Assume))
        self._failed = None if error is None or error.danger is None else next(conditions, None)
        self.operands: Mapping[str, PlainValue] = {}
        """If the path ends with the check of an operation: its operands and their values."""
        functions = ((part, edge.source.function) for edge in path for part in flatten(edge.operation))
        length = sum(isinstance(part, Enter) or self._counts(part, function) for part, function in functions)
        self._silence = range(most, length - most)
        self._number = -1
        self._omitted = 0
        self._inputs: int | None = None if is_end else 0
        """Those before this one are steps already."""
        self._held: tuple[Callable[[], Number | None], Number | None] | None = None
        """Reads the scalar that the operation writes, and its value before."""
        self._has_returned = False
        self._steps: list[EvidenceStep] = []
        self.call = CallRecorder()
        self._story = Story()

    @property
    def steps(self) -> tuple[EvidenceStep, ...]:
        return tuple(self._steps)

    def _counts(self, operation: Operation, function: Function) -> bool:
        """Is it an operation of the user's program? A call counts before it is entered."""
        if _is_check(operation) or is_made(function) or function.is_of_library:
            return False
        return isinstance(operation, Call) or not (isinstance(operation, (Enter, Leave)) or function is self._start)

    def events(self, outcome: RunOutcome) -> tuple[RunEvent, ...]:
        """What led to the end of the run: of the object or pointer that it concerns, or else of the operands."""
        if not isinstance(outcome, UndefinedBehaviour):
            return ()
        return self._story.of(outcome.about) or tuple(self._last_changes())

    def _last_changes(self) -> Iterator[RunEvent]:
        """Where each operand of the failing operation got its value, unless that is an input or the operation itself."""
        known = {step.place for step in self._steps if isinstance(step, Received)}
        known.add(None if self._failed is None else place_of(self._failed.origin))
        function = self._steps[-1].function if self._steps and not isinstance(self._steps[-1], Omitted) else None
        for name, value in self.operands.items():
            changes = (each for each in reversed(self._steps) if isinstance(each, Assigned) and each.target == name)
            last = next((each for each in changes if each.function == function), None)
            if last is not None and last.after == value and last.place is not None and last.place not in known:
                yield RunEvent(f"{name} becomes {value} here", last.place)

    def before(self, operation: Operation, view: View) -> None:
        self._story.before(operation, view)
        if self._inputs is None:
            self._inputs = len(view.statics.process.trace)
        if operation is self._failed:
            self.operands = _numbers_in(self._failed.condition, view)
            self._story.fails(self._failed.condition, view)
        if isinstance(operation, Enter):
            self.call.enter(operation, view)
        counts = self._counts(operation, view.plan.function)
        self._number += counts
        self._held = None
        if self._number in self._silence:
            self._omitted += counts
        elif counts or (isinstance(operation, Leave) and not _is_check(operation)):
            if self._omitted:
                self._steps.append(Omitted(self._omitted))
                self._omitted = 0
            function, place = view.plan.function.name, place_of(operation.origin)
            match operation:
                case Assume(condition=condition, truth=truth):
                    text, values = to_c(condition), tuple(_numbers_in(condition, view).items())
                    self._steps.append(Branched(function=function, place=place, condition=text, truth=truth, values=values))
                case Assign(lvalue=lvalue) | Havoc(lvalue=lvalue):
                    self._hold(lvalue, view)
                case Call() as call:
                    arguments = tuple(_argument(argument, view) for argument in call.arguments)
                    self._steps.append(Called(function=function, place=place, callee=view.callee(call), arguments=arguments))
                    self._hold(call.result, view)
                case Return(value=value):
                    result = None if value is None else _scalar(value, view)
                    self._steps.append(Returned(function=function, place=place, result=result))
                    self._has_returned = True
                case Leave(function=left, call=call):
                    if not self._has_returned:
                        self._steps.append(Returned(function=left.name, place=None, result=None))
                    self._has_returned = False
                    self._hold(call.result, view)
                case _:
                    pass

    def _hold(self, lvalue: Lvalue | None, view: View) -> None:
        if lvalue is not None and is_scalar(lvalue.type):
            held = view.at(lvalue)
            self._held = held, held()

    def after(self, operation: Operation, view: View) -> None:
        self._story.after(view)
        trace = view.statics.process.trace
        if self._number not in self._silence:
            self._steps += (_received(read, view.plan.function.name) for read in trace[self._inputs :])
            self._store(operation, view)
        self._inputs = len(trace)

    def _store(self, operation: Operation, view: View) -> None:
        match operation:
            case Assign(lvalue=lvalue) | Havoc(lvalue=lvalue) | Call(result=lvalue):
                target = lvalue
            case _:
                target = None
        if target is None or self._held is None:
            return
        held, before = self._held
        function, place = view.plan.function.name, place_of(operation.origin)
        values = {"before": _plain(before), "after": _plain(held())}
        self._steps.append(Assigned(function=function, place=place, target=to_c(target), **values))


def _is_check(operation: Operation) -> bool:
    """Does it belong to an inserted check?"""
    match operation:
        case Assume(danger=danger):
            return danger is not None
        case Call(callee=Function() as function) | Enter(function=function) | Leave(function=function):
            return is_made(function)
        case _:
            return False


def _numbers_in(expr: Expr, view: View) -> dict[str, PlainValue]:
    """The scalars that are read there, without pointers and temporaries."""
    found: dict[str, PlainValue] = {}
    for part in subexpressions(expr):
        if isinstance(part, (Var, Deref, Member, Index)) and isinstance(part.type, (IntType, FloatType)):
            variable, value = root_variable(part), view.value(part)
            if value is not None and (variable is None or (variable.kind in _NAMED and variable.name.isidentifier())):
                found.setdefault(to_c(part), plain_number(value))
    return found


_NAMED = (VariableKind.GLOBAL, VariableKind.LOCAL, VariableKind.PARAMETER)


def _received(read: InputRead, function: str) -> Received:
    return Received(function=function, place=place_of(read.asked_at), source=source_of(read), value=plain_number(read.value))


def _scalar(expr: Expr, view: View) -> PlainValue | None:
    return _plain(view.value(expr)) if is_scalar(expr.type) else None


def _argument(expr: Expr, view: View) -> PlainValue | None:
    """Pointers by what they point to."""
    value = _scalar(expr, view)
    if isinstance(expr.type, PointerType) and isinstance(value, int):
        return view.statics.process.memory.pointer_text(value)
    return value


def _plain(value: Number | None) -> PlainValue | None:
    return None if value is None else plain_number(value)


def source_of(read: InputRead) -> str:
    """The program's expression for an input."""
    if read.name:
        return read.name
    text = "" if read.origin is None else _text_at(read.origin)
    if read.within is not None:
        return f"in {read.within.function}: {text.removeprefix(_ASKED)}"
    return text if 0 < len(text) <= 80 else "input"


@lru_cache(maxsize=1000)
def _text_at(origin: Origin) -> str:
    return " ".join(origin.expression.text.split())


_ASKED = "__VERIFIER_nondet_"
"""The prefix of functions that library bodies ask for inputs."""
