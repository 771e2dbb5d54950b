"""The error and the inputs of an execution as plain data (``core.concrete``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from whet.cfa.model import Program
from whet.cfa.source import Origin, place_of
from whet.cfa.surroundings import asking_calls
from whet.cfa.targets import ASSERTION_FUNCTIONS
from whet.cfa.types import IntType
from whet.core.concrete import AskedInput, ConcreteRun, ReachedError
from whet.interpreter.outcomes import Aborted, ErrorReached, Execution, InputRead, RunOutcome, UndefinedBehaviour
from whet.interpreter.recorded_calls import CallRecorder
from whet.interpreter.steps import source_of


def error_of(outcome: RunOutcome, labels: frozenset[str] = frozenset()) -> ReachedError | None:
    """The error at the end of a run, if there is one; one of ``labels`` is an error."""
    match outcome:
        case ErrorReached(name=name, origin=origin) if name in labels:
            return _error(f"the label {name} is reached", origin, is_call=True)
        case ErrorReached(name=name, origin=origin) if name in ASSERTION_FUNCTIONS:
            return _error("an assertion fails", origin, is_call=True)
        case ErrorReached(name=name, origin=origin):
            return _error(f"{name}() is called", origin, called=name, is_call=True)
        case UndefinedBehaviour(what=what, origin=origin):
            return _error(what, origin)
        case Aborted(reason=reason, origin=origin) if "assertion" in reason:
            return _error(reason, origin, is_call=True)
        case _:
            return None


def _error(what: str, origin: Origin | None, *, called: str | None = None, is_call: bool = False) -> ReachedError:
    place = str(place_of(origin) or "")
    lines, file = (None, None) if origin is None else (_lines(origin), origin.expression.file.path)
    return ReachedError(what, place, called, is_call, lines, file)


def _lines(origin: Origin) -> tuple[int, int]:
    return origin.expression.start_place.line, origin.expression.end_place.line


def asked_inputs(execution: Execution, askers: Mapping[Origin, str]) -> tuple[AskedInput, ...]:
    """Values of the functions that ask for inputs; a harness cannot give other indeterminate values."""
    return _asked(zip(_askers_of(execution.inputs, askers), execution.inputs, strict=True))


def _askers_of(inputs: Sequence[InputRead], askers: Mapping[Origin, str]) -> list[str | None]:
    return [None if read.origin is None or read.name is not None else askers.get(read.origin) for read in inputs]


def _asked(named: Iterable[tuple[str | None, InputRead]]) -> tuple[AskedInput, ...]:
    return tuple(
        AskedInput(name, read.type, read.value, place_of(read.asked_at), None if read.within is None else read.within.function)
        for name, read in named
        if name is not None
    )


def concrete_run(execution: Execution, program: Program, recorder: CallRecorder) -> ConcreteRun | None:
    """None if there is no error."""
    error = error_of(execution.told, program.targets.labels)
    if error is None:
        return None
    names = _askers_of(execution.inputs, dict(asking_calls(program)))
    named = list(zip(names, execution.inputs, strict=True))
    others = [read for name, read in named if name is None]
    count = next((read.value for read in others if _is_count(read, program)), 1)
    assert isinstance(count, int)
    texts = [(each.variable, each.text) for each in execution.texts if each.text is not None]
    before = sum(name is not None for name in names[: recorder.inputs])
    return ConcreteRun(
        error=error,
        inputs=_asked(named),
        arguments=count,
        strings=tuple(text for variable, text in texts if variable is None),
        environment=tuple((variable, text) for variable, text in texts if variable is not None),
        withheld=tuple(f"{source_of(read)} = {read.number}" for read in others if not _is_count(read, program)),
        chooses=execution.chooses,
        call=recorder.recorded(before),
    )


def _is_count(read: InputRead, program: Program) -> bool:
    """Is it the number of arguments of ``main``?"""
    main = program.main
    first = main.parameters[0].name if main.name == "main" and main.parameters else None
    return read.name is not None and read.name == first and isinstance(read.type, IntType)
