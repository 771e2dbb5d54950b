"""Is a witness right?  The program is analysed with the claims of the witness, in a session of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from whet.core.context import ProgressObserver
from whet.core.result import FalseVerdict, InvalidProgram, Reason, Result, TrueVerdict, Unknown
from whet.session.program import ProgramEngine
from whet.session.session import verify
from whet.task.configuration import Configuration
from whet.task.records import dataclass
from whet.task.task import Task, program_file
from whet.witnesses.witness import Correctness, InvariantType, Witness, WitnessInvariant


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The witness is right; ``how`` that was found out."""

    how: str
    result: Result


@dataclass(frozen=True, slots=True)
class Rejected:
    """The witness is wrong, and ``why``."""

    why: str
    result: Result


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nobody knows; the verdict of the result is UNKNOWN or an error."""

    why: str
    result: Result


Validation: TypeAlias = Confirmed | Rejected | Undecided


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationRequest:
    """A task, and a witness for it."""

    task: Task
    witness: Witness
    path: str
    """Of the witness."""
    alone: bool = False
    """Must the invariants be a proof by themselves?"""


def validate(request: ValidationRequest, configuration: Configuration, *, observer: ProgressObserver | None = None) -> Validation:
    """Raises ``TaskError`` for a witness that is none of this program."""
    from whet.algorithms.validating import CorrectnessEngine
    from whet.algorithms.violating import ViolationEngine

    program_file(request.task.files)  # of one file
    content = request.witness.content
    if isinstance(content, Correctness):
        engine: ProgramEngine = CorrectnessEngine(content, request.path, request.alone)
        task = replace(request.task, suggestions=request.path)
        result = verify(task, configuration, observer=observer, engine=engine, blocks=False)
        from whet.algorithms.validating import broken_invariant

        match result.verdict:
            case TrueVerdict():
                return Confirmed("every invariant was shown, and the property with them", result)
            case FalseVerdict(violation=what) if (number := broken_invariant(what)) is not None:
                return Rejected(f"{_told(content.invariants[number])} does not hold", result)
            case FalseVerdict(violation=what, place=place):
                return Rejected(f"the property is violated: {place}: {what}", result)
            case Unknown(reason=Reason.REJECTED, detail=detail, place=place):
                return Rejected(detail if place is None else f"{place}: {detail}", result)
            case other:
                undecided = _undecided(other, result)
                return replace(undecided, why=_in_words(undecided.why, content))
    engine = ViolationEngine(content)
    return _of_violation(verify(request.task, configuration, observer=observer, engine=engine, blocks=False))


def _in_words(text: str, content: Correctness) -> str:
    """With the invariants themselves for the names of their error functions."""
    from whet.algorithms.validating import error_function

    for number in reversed(range(len(content.invariants))):
        text = text.replace(f"{error_function(number)}() is called", f"{_told(content.invariants[number])} is broken")
    return text


def _told(invariant: WitnessInvariant) -> str:
    kind = "loop invariant" if invariant.type is InvariantType.LOOP else "location invariant"
    return f"the {kind} '{invariant.value}' at {invariant.location} (line {invariant.entry} of the witness)"


def _of_violation(result: Result) -> Validation:
    match result.verdict:
        case FalseVerdict(violation=what, place=place):
            return Confirmed(f"a run passes all waypoints and ends in the violation: {place}: {what}", result)
        case TrueVerdict():
            return Rejected("the property holds, so there is no run of the witness", result)
        case other:
            return _undecided(other, result)


def _undecided(verdict: object, result: Result) -> Undecided:
    match verdict:
        case Unknown(detail=detail) if detail:
            return Undecided(detail, result)
        case InvalidProgram(message=message, place=place):
            return Undecided(f"{place}: {message}", result)
        case _:
            return Undecided(str(verdict), result)
