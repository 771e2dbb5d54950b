"""The steps of a counterexample for reports that show a way through the source: a place, a sentence, and what is known there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from whet.cfa.source import Place
from whet.core.evidence import Assigned, Branched, Called, Counterexample, Evidence, EvidenceStep, Omitted, Received, Returned
from whet.core.readable_steps import readable
from whet.task.records import dataclass

_START = "__start"
"""The function of the front end that calls main."""


@dataclass(frozen=True, slots=True)
class FlowStep:
    place: Place
    text: str
    depth: int = 0
    """How many calls are open."""
    state: tuple[tuple[str, str], ...] = ()
    """Values that are known there, by what the program calls them."""
    is_minor: bool = False
    """May be left out where there is little room."""

    def to_json(self) -> list[object]:
        return [str(self.place), self.text, self.depth, [list(each) for each in self.state], self.is_minor]

    @staticmethod
    def from_json(document: object) -> FlowStep:
        """Raises ``ValueError``."""
        match document:
            case [str(place), str(text), int(depth), list(state), bool(is_minor)]:
                return FlowStep(read_place(place), text, depth, tuple((str(name), str(value)) for name, value in state), is_minor)
            case _:
                raise ValueError(f"{document!r} is no step")


def read_place(text: str) -> Place:
    """From ``file:line:column``; raises ``ValueError``."""
    file, line, column = text.rsplit(":", 2)
    return Place(file, int(line), int(column))


def flow_steps(evidence: Evidence | None) -> tuple[FlowStep, ...]:
    """Of the run that shows a violation; those that stand nowhere are left out."""
    return tuple(_steps(readable(evidence).steps)) if isinstance(evidence, Counterexample) else ()


def _steps(steps: Sequence[EvidenceStep]) -> Iterator[FlowStep]:
    given = {step.place for step in steps if isinstance(step, Received)}
    calls = _Calls()
    for step in steps:
        if isinstance(step, Omitted):
            continue
        calls.before(step.function)
        is_told = not (isinstance(step, Called) and (step.function == _START or step.place in given))
        if is_told and step.place is not None and (text := _text(step)) is not None:
            yield FlowStep(step.place, text, calls.depth, tuple(_state(step).items()), isinstance(step, Assigned | Returned))
        calls.after(step)


class _Calls:
    """How deep a run is in calls.  A function without a body is called, but nobody tells that it returned."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._called: str | None = None

    @property
    def depth(self) -> int:
        return max(len(self._open) - 1, 0)

    def before(self, function: str) -> None:
        if self._called is not None and self._called == function:
            self._open.append(function)
        self._called = None

    def after(self, step: EvidenceStep) -> None:
        match step:
            case Called(callee=callee):
                self._called = callee
            case Returned() if self._open:
                self._open.pop()
            case _:
                pass


def _text(step: Received | Branched | Assigned | Called | Returned) -> str | None:
    match step:
        case Received(source=source, value=value):
            return f"{source} = {value}"
        case Branched(condition=condition, truth=truth):
            return f"{condition} is {str(truth).lower()}"
        case Assigned(target=target, after=after):
            return f"{target} = {'indeterminate' if after is None else after}"
        case Called(callee=callee, arguments=arguments):
            return f"{callee}({', '.join('...' if each is None else str(each) for each in arguments)})"
        case Returned(function=function, result=result):
            return f"{function} returns{'' if result is None else f' {result}'}"


def _state(step: EvidenceStep) -> Mapping[str, str]:
    match step:
        case Branched(values=values):
            return {name: str(value) for name, value in values}
        case Assigned(target=target, after=after) if after is not None:
            return {target: str(after)}
        case _:
            return {}
