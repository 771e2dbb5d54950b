"""The run to a violation as visits of lines of the program: what it was given, how it decided, what it called.

Steps at the same line that follow each other are one visit; rounds of a loop in which the same happens, if with other values,
are told once.  Values the program has no name for, such as what a call returns, are told by the call.

Invariant: folding changes no order; of a repetition the last round is told, because that is the one that leads on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from whet.cfa.source import is_in_harness
from whet.cfa.targets import ASSERTION_FUNCTIONS
from whet.core.evidence import Assigned, Branched, Called, Counterexample, EvidenceStep, Omitted, PlainValue, Received, Returned
from whet.core.readable_steps import is_of_library_alone
from whet.task.records import dataclass

_START: Final = "__start"
_TEMPORARY: Final = re.compile(r"__tmp(?:__\d+)?\b")
"""Variables of the front end, for what a call returns."""
_CONVERSION: Final = re.compile(r"\((?:unsigned )?(?:char|short|int|long|long long)\)(?=[\w*(&])")
"""What C does by itself, for the most part."""
_SUFFIX: Final = re.compile(r"(?<=\d)(?:UL|U|L)\b")
_NAME: Final = re.compile(r"[\w.>*\[\]-]+")
_CALL: Final = "call of "
_LONGEST_ROUND: Final = 60
"""Visits."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happens at a line."""

    shape: str
    """The same for whatever differs in values only."""
    note: str
    """For the reader; empty if the line itself says it."""
    truth: bool | None = None
    """Of a condition."""
    values: tuple[tuple[str, PlainValue], ...] = ()


@dataclass(frozen=True, slots=True)
class Visit:
    """The run is at a line of the program."""

    function: str
    file: str
    line: int
    happenings: tuple[Happening, ...]

    @property
    def shape(self) -> tuple[object, ...]:
        return self.file, self.line, tuple((each.shape, each.truth) for each in self.happenings)

    @property
    def note(self) -> str:
        """What a reader of the line does not see in it."""
        decisions = [each for each in self.happenings if each.truth is not None and each.note]
        others = [each.note for each in self.happenings if each.truth is None and each.note]
        return ", ".join([*others, *([_decided(decisions)] if decisions else [])])

    @property
    def ends_with_a_call(self) -> bool:
        return self.happenings[-1].shape.startswith(_CALL)

    @property
    def values(self) -> str:
        """By which conditions were decided."""
        return value_text(pair for each in self.happenings if each.truth is not None for pair in each.values)


@dataclass(frozen=True, slots=True)
class Rounds:
    """The same happens several times; the visits are those of the last one."""

    visits: tuple[Told, ...]
    count: int


@dataclass(frozen=True, slots=True)
class UnknownOperations:
    """So many operations are not known."""

    count: int


Told: TypeAlias = Visit | Rounds | UnknownOperations


def visits_of(run: Counterexample) -> list[Visit | UnknownOperations]:
    """Lines at which nothing happens that is worth a word are left out."""
    found: list[Visit | UnknownOperations] = []
    for step, happening in _Reader().read(run.steps):
        if isinstance(step, Omitted):
            found.append(UnknownOperations(step.count))
        elif step.place is not None and not is_in_harness(step.place):
            _put(found, Visit(step.function, step.place.file, step.place.line, () if happening is None else (happening,)))
    # A call in which nothing is worth a word does not divide the visit.
    visits = [each for each in found if isinstance(each, UnknownOperations) or each.note]
    joined: list[Visit | UnknownOperations] = []
    for each in visits:
        is_back = isinstance(each, Visit) and bool(joined) and isinstance(joined[-1], Visit) and joined[-1].ends_with_a_call
        if is_back and isinstance(each, Visit):
            _put(joined, each)
        else:
            joined.append(each)
    return joined


def _put(found: list[Visit | UnknownOperations], visit: Visit) -> None:
    match found:
        case [*_, Visit(function=function, file=file, line=line, happenings=before)] if (function, file, line) == (
            visit.function,
            visit.file,
            visit.line,
        ):
            found[-1] = Visit(function, file, line, before + visit.happenings)
        case _:
            found.append(visit)


def folded(visits: Sequence[Visit | UnknownOperations]) -> list[Told]:
    shapes = [each.shape if isinstance(each, Visit) else (each,) for each in visits]
    told: list[Told] = []
    begin = 0
    while begin < len(visits):
        period, count = _repetition(shapes, begin)
        end = begin + period * count
        last = visits[end - period : end]
        told += [Rounds(tuple(folded(last)), count)] if count > 1 else last
        begin = end
    return told


def _repetition(shapes: Sequence[object], begin: int) -> tuple[int, int]:
    """The period and the number of the rounds from here that cover most; a shorter period where there is a choice."""
    best = 1, 1
    for period in range(1, min(_LONGEST_ROUND, (len(shapes) - begin) // 2) + 1):
        count = 1
        first = shapes[begin : begin + period]
        while shapes[begin + count * period : begin + (count + 1) * period] == first:
            count += 1
        if count > 1 and period * count > best[0] * best[1]:
            best = period, count
    return best


def value_text(values: Iterable[tuple[str, PlainValue]]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in dict(values).items())


def _decided(decisions: Sequence[Happening]) -> str:
    values = value_text(pair for each in decisions for pair in each.values)
    told = [_truth(each, alone=len(decisions) == 1) for each in decisions if each.shape not in dict(each.values)]
    return f"{', '.join(told)} ({values})" if told and values else ", ".join(told) or values


def _truth(decision: Happening, *, alone: bool) -> str:
    """A comparison that stands there alone need not be repeated; of ``!p`` the condition is ``p``."""
    truth = str(decision.truth).lower()
    return truth if alone and not _NAME.fullmatch(decision.shape) else f"{decision.shape} is {truth}"


class _Reader:
    """Follows the steps, and remembers what the variables of the front end stand for."""

    def __init__(self) -> None:
        self._source: tuple[str, PlainValue, bool] | None = None
        """What the next variable of the front end holds: the words for it, its value, and whether it is an input."""
        self._names: dict[tuple[str, str], tuple[str, PlainValue, bool]] = {}

    def read(self, steps: Sequence[EvidenceStep]) -> Iterator[tuple[EvidenceStep, Happening | None]]:
        received = {step.place for step in steps if isinstance(step, Received)}
        for step in steps:
            is_asking = isinstance(step, Called) and step.place in received
            yield step, None if is_asking else self._happening(step)

    def _happening(self, step: EvidenceStep) -> Happening | None:
        match step:
            case Received(source=source, value=value):
                self._source = source, value, True
                return Happening(source, f"input {value}" if source.endswith(")") else f"input {source} = {value}")
            case Returned(function=function, result=result):
                self._source = None if result is None else (f"{function}(...)", result, False)
            case Assigned(function=function, target=target):
                if self._source is not None and _TEMPORARY.fullmatch(target):
                    self._names[function, target] = self._source
                self._source = None
            case Branched():
                held = {name: self._names.get((step.function, name)) for name in _TEMPORARY.findall(step.condition)}
                if any(each is None for each in held.values()):
                    return Happening("the condition", "decides", step.truth, step.values)
                known = {name: each for name, each in held.items() if each is not None}
                condition = _TEMPORARY.sub(lambda match: known[match[0]][0], _SUFFIX.sub("", _CONVERSION.sub("", step.condition)))
                values = tuple((words, value) for words, value, _ in known.values())
                is_said = step.condition in known and known[step.condition][2]
                return Happening(condition, "" if is_said else "decides", step.truth, (*values, *step.values))
            case Called(function=function, callee=callee) if (
                function != _START and callee not in ASSERTION_FUNCTIONS and not is_of_library_alone(callee)
            ):
                return Happening(f"{_CALL}{callee}", f"calls {callee}({', '.join(map(_argument, step.arguments))})")
            case _:
                pass
        return None


def _argument(value: PlainValue | None) -> str:
    """Addresses and structures are nothing to read."""
    return "..." if value is None or (isinstance(value, str) and value.startswith("0x")) else str(value)
