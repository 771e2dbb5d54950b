"""Steps of a run in the names of the program: what a call returned in place of the variable that the front end keeps it in.

Every output of steps reads them through this."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from whet.cfa.source import Place
from whet.core.evidence import Assigned, Branched, Called, Counterexample, EvidenceStep, Omitted, PlainValue, Received, Returned
from whet.library.notation import BODIES

TEMPORARY: Final = re.compile(r"__tmp(?:__\d+)?\b")
"""A variable of the front end."""
CONDITION: Final = "the condition"
"""In place of one that nothing in the program is called like."""
_OWN: Final = re.compile(rf"__whet_|\w+@(?P<file>{'|'.join(sorted(file.stem for file in BODIES.glob('*.c')))})\.c$")
"""Functions that only bodies of the library call."""
_HARNESS: Final = re.compile(r"^harness_of_")
_Meaning = tuple[str, PlainValue | None]


def readable(run: Counterexample) -> Counterexample:
    return Counterexample(tuple(_steps(run.steps)))


def _steps(steps: Sequence[EvidenceStep]) -> Iterator[EvidenceStep]:
    words: str | None = None
    """What the next variable of the front end holds."""
    called: tuple[str, Place | None] | None = None
    meanings: dict[tuple[str, str], _Meaning | None] = {}
    for step in steps:
        match step:
            case Called(function=function, callee=callee, place=place):
                words, called = f"{callee}(...)", (function, place)
            case Received(source=source):
                words, called = source, None
            case Returned(function=function, result=result):
                words, called = None if result is None else f"{function}(...)", None
            case Assigned(function=function, target=target, after=after, place=place):
                # A function without a body does not return: its result is assigned where it is called.
                is_result = words is not None and called in (None, (function, place)) and not is_of_library_alone(words[:-5])
                if is_result and words is not None and TEMPORARY.fullmatch(target):
                    meanings[function, target] = words, after
                elif TEMPORARY.fullmatch(target):
                    meanings[function, target] = None
                words = called = None
            case _:
                pass
        if not _is_internal(step):
            yield _renamed(step, meanings)


def is_of_library_alone(function: str) -> bool:
    """Does no program call it by name?"""
    return _OWN.match(function) is not None


def _is_internal(step: EvidenceStep) -> bool:
    match step:
        case Assigned(target=target):
            return TEMPORARY.fullmatch(target) is not None
        case Called(callee=function) | Returned(function=function):
            return is_of_library_alone(function)
        case _:
            return False


def _renamed(step: EvidenceStep, meanings: dict[tuple[str, str], _Meaning | None]) -> EvidenceStep:
    match step:
        case Branched(function=function, condition=condition, values=values) if TEMPORARY.search(condition):
            held = [meanings.get((function, name)) for name in TEMPORARY.findall(condition)]
            known = [each for each in held if each is not None]
            words = iter([name for name, _ in known])
            added = tuple((name, value) for name, value in known if value is not None)
            is_known = len(known) == len(held)
            shown = TEMPORARY.sub(lambda _: next(words), condition) if is_known else CONDITION
            values = (*(added if is_known else ()), *((name, value) for name, value in values if not TEMPORARY.search(name)))
            return replace(step, function=_named(function), condition=shown, values=values)
        case Assigned(function=function, target=target):
            return replace(step, function=_named(function), target=TEMPORARY.sub("(...)", target))
        case Called(function=function, callee=callee):
            return replace(step, function=_named(function), callee=_named(callee))
        case Branched(function=function) | Received(function=function) | Returned(function=function):
            return replace(step, function=_named(function))
        case Omitted():
            return step


def _named(function: str) -> str:
    own = _OWN.match(function)
    return own["file"] if own is not None and own["file"] else _HARNESS.sub("harness of ", function)
