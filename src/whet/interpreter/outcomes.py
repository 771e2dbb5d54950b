"""How a concrete run can end, and its results. Inside the interpreter a run ends by an exception (``EndOfRun``,
``NotInterpreted``, ``MemoryFault``, ``Undefined``, ``NoMoreInputs``); ``linking.ProgramRun`` turns exceptions into outcomes."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TypeAlias

from whet.cfa.immutable import immutable
from whet.cfa.semantics import Value
from whet.cfa.source import Origin
from whet.cfa.types import ScalarType
from whet.cfa.within_library import LibraryCall
from whet.interpreter.given_texts import TextRead
from whet.task.dangers import Danger, Fault
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class Exited:
    """``main`` returned or ``exit`` was called. The status is the C ``int``, not reduced to a byte."""

    status: int


@dataclass(frozen=True, slots=True)
class Aborted:
    """The program stopped itself: ``abort()``, a failed ``assert``, a trap."""

    reason: str
    origin: Origin | None


@dataclass(frozen=True, slots=True)
class ErrorReached:
    """An error function was called, or an error label was reached."""

    name: str
    origin: Origin | None


@dataclass(frozen=True, slots=True)
class AssumptionViolated:
    """The run left the behaviours that count: ``__VERIFIER_assume(0)``, or no edge could be taken."""

    origin: Origin | None


@dataclass(frozen=True, slots=True)
class FaultyAccess:
    """The object that an error concerns, by its address and its words, and the bytes of it that are accessed, if any are."""

    base: int
    name: str
    size: int
    offset: int = 0
    width: int = 0


@dataclass(frozen=True, slots=True)
class UndefinedBehaviour:
    what: str
    origin: Origin | None
    danger: Danger | None = None
    """The check that it violates, if there is one."""
    about: FaultyAccess | None = field(default=None, compare=False, repr=False)
    fault: Fault | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class UnsupportedReached:
    """The next operation is not modelled, or beyond a limit of the interpreter."""

    construct: str
    origin: Origin | None


@dataclass(frozen=True, slots=True)
class InputsExhausted:
    origin: Origin | None


@dataclass(frozen=True, slots=True)
class StepLimit:
    steps: int


RunOutcome: TypeAlias = (
    Exited | Aborted | ErrorReached | AssumptionViolated | UndefinedBehaviour | UnsupportedReached | InputsExhausted | StepLimit
)


@immutable
class InputRead:
    """One value the program was given by its environment."""

    type: ScalarType
    value: Value
    origin: Origin | None
    name: str | None = None
    """The parameter of the entry function that it is for, or the part of it."""
    within: LibraryCall | None = None
    """The program's call, if a library body asks."""

    @property
    def asked_at(self) -> Origin | None:
        """Where the program asks."""
        return self.origin if self.within is None else self.within.origin

    @property
    def number(self) -> int | float | str:
        """The value for JSON; a ``long double`` as a string."""
        return self.value if isinstance(self.value, (int, float)) else str(self.value)


@dataclass(frozen=True, slots=True)
class RunAssumption:
    """An assumption of the run where C leaves a choice, such as the value of an uninitialised variable."""

    what: str
    origin: Origin | None

    def __str__(self) -> str:
        return f"{self.origin}: {self.what}" if self.origin is not None else self.what


@dataclass(frozen=True, slots=True)
class Execution:
    outcome: RunOutcome
    output: bytes
    """What was written to the standard output, up to the limit."""
    inputs: tuple[InputRead, ...]
    assumptions: tuple[RunAssumption, ...]
    steps: int
    used_convention: bool = False
    """Did a library function return a value of which C defines only the sign (``process.Convention``)?"""
    chooses: bool = False
    """Was uninitialised memory read, with another value than zero?"""
    within: LibraryCall | None = None
    """The program's call, if the run ended in a library function whose body comes with Whet."""
    texts: tuple[TextRead, ...] = ()
    """The strings that ``main`` was given, if the program reads them."""

    @property
    def told(self) -> RunOutcome:
        """The outcome for reports: errors inside the library are located at the program's call."""
        return self.outcome if self.within is None else _at_call(self.outcome, self.within)


def _at_call(outcome: RunOutcome, call: LibraryCall) -> RunOutcome:
    match outcome:
        case Aborted(reason=what):
            return replace(outcome, reason=f"in {call.function}: {what}", origin=call.origin)
        case UndefinedBehaviour(what=what):
            return replace(outcome, what=f"in {call.function}: {what}", origin=call.origin)
        case UnsupportedReached(construct=what):
            return replace(outcome, construct=f"in {call.function}: {what}", origin=call.origin)
        case ErrorReached() | AssumptionViolated() | InputsExhausted():
            return replace(outcome, origin=call.origin)
        case Exited() | StepLimit():
            return outcome


class EndOfRun(Exception):
    def __init__(self, outcome: RunOutcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class NotInterpreted(Exception):
    """Raised for constructs that are not modelled, and at limits of the interpreter."""

    def __init__(self, construct: str) -> None:
        super().__init__(construct)
        self.construct = construct


def without_definition(variable: str) -> NotInterpreted:
    """A pointer is read that only another file could have set."""
    return NotInterpreted(f"variable {variable} without a definition")
