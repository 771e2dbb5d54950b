"""A run through a harness in the words of the function: objects that the harness made are named by the pointers to them.

A pointer may point into the middle of its array, so an index of the array is not one of the pointer; the words say which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from whet.cfa.source import is_in_harness
from whet.core.evidence import Assigned, Called, Counterexample, PlainValue, Received
from whet.core.result import FalseVerdict, Result
from whet.harness.statements import seen_place
from whet.task.messages.violations import ELEMENT

_TEMPORARY: Final = re.compile(r"__tmp(?:__\d+)?\b")
_ELEMENT: Final = re.compile(r"(.+)\[\d+\]")
_LOCAL: Final = "the local variable "
_ROOT: Final = re.compile(r"\W")
_PART: Final = r"((?:\.\w+|\[\d+\])*)"
_PART_OF_ELEMENT: Final = re.compile(r"\[(\d+)\](.*)")
_OUTSIDE: Final = re.compile(r"(?P<name>\w+)\[(?P<index>-?\d+)\] is outside (?P=name), which has (?P<count>\d+ elements?)")
_NULL: Final = "NULL"
CONTRACT_CHECKED: Final = "contract"
_CALLED: Final = re.compile(r"(\w+)\(\) is called")
_PAGE: Final = 4096
"""No object has a smaller address."""
_MOST: Final = 16
"""Lines."""
_MOST_ELEMENTS: Final = 8


def in_words_of_function(result: Result, names: Mapping[str, str], clauses: Mapping[str, str] | None = None) -> Result:
    """``names`` has the objects of the harness as the function sees them: ``*p``, or ``p`` for what has elements; ``clauses`` the
    violations of contracts, by the functions that are called there."""
    shown = tuple(replace(each, place=None) if is_in_harness(each.place) else each for each in result.assumptions)
    result = replace(result, assumptions=shown)
    verdict = result.verdict
    if clauses and result.checked is not None:
        words = (CONTRACT_CHECKED if each in clauses else each for each in result.checked.words)
        result = replace(result, checked=replace(result.checked, words=tuple(dict.fromkeys(words))))
    if isinstance(verdict, FalseVerdict) and (called := _CALLED.fullmatch(verdict.violation)) and called[1] in (clauses or {}):
        verdict = replace(verdict, violation=(clauses or {})[called[1]])
        result = replace(result, verdict=verdict)
    if not names or not isinstance(verdict, FalseVerdict):
        return result
    run = result.evidence
    events = [each for each in verdict.events if not is_in_harness(each.place)]
    return replace(
        result,
        evidence=_worded_calls(run, names) if isinstance(run, Counterexample) else run,
        verdict=replace(
            verdict,
            violation=worded(verdict.violation, names),
            events=tuple(replace(each, what=worded(each.what, names)) for each in events),
            picture=tuple(worded(line, names) for line in verdict.picture),
            arguments=tuple(argument_lines(run, names)) if isinstance(run, Counterexample) else (),
        ),
    )


def _worded_calls(run: Counterexample, names: Mapping[str, str]) -> Counterexample:
    """With the pointers that the program passes on."""
    return replace(run, steps=tuple(_worded_call(each, names) if isinstance(each, Called) else each for each in run.steps))


def _worded_call(call: Called, names: Mapping[str, str]) -> Called:
    passed = (worded(each, names) if isinstance(each, str) else each for each in call.arguments)
    return call if is_in_harness(call.place) else replace(call, arguments=tuple(passed))


def worded(text: str, names: Mapping[str, str]) -> str:
    """A message with pointers in the place of objects of the harness."""

    def outside(found: re.Match[str]) -> str:
        pointer = names.get(found["name"])
        if pointer is None:
            return found[0]
        return ELEMENT.format(index=found["index"], count=found["count"].split()[0], pointer=pointer)

    def memory(found: re.Match[str]) -> str:
        seen, part = names[found[2]], found[3]
        if found[2] in parameters or seen.startswith("*"):
            is_address = found[1] == "&" and not part and seen.startswith("*")
            return seen[1:] if is_address else f"{found[1].removeprefix(_LOCAL)}{seen_place(seen, part)}"
        element = _PART_OF_ELEMENT.fullmatch(part)
        if element is None:
            return f"the array that {seen} points into{part}"
        member = f"{element[2].removeprefix('.')} of " if element[2] else ""
        return f"{member}element {element[1]} of the array that {seen} points into"

    if not names:
        return text
    parameters = {name for name, seen in names.items() if name == f"arg_{seen}"}
    known = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.sub(rf"({_LOCAL}|&|\b)\b({known})\b{_PART}", memory, _OUTSIDE.sub(outside, text))


def argument_lines(run: Counterexample, names: Mapping[str, str]) -> Iterator[str]:
    """The values that the function was called with: numbers that were chosen, and pointers that were made null."""
    arrays: dict[str, list[str]] = {}
    paths: dict[str, str] = {}
    for place, value in _chosen(run).items():
        array = _ELEMENT.fullmatch(place)
        key = place if array is None else array[1]
        root = _ROOT.split(key, maxsplit=1)[0]
        if root in names:
            paths[key] = seen_place(names[root], key[len(root) :])
            arrays.setdefault(key, []).append(str(value))
    nulls = [paths[key] for key, values in arrays.items() if values == [_NULL]]
    kept = [key for key in arrays if not any(_is_through(paths[key], null, is_array=arrays[key] != [_NULL]) for null in nulls)]
    yield from (f"{worded(key, names)} = {_listed(arrays[key])}" for key in kept[:_MOST])
    if len(kept) > _MOST:
        yield f"{len(kept) - _MOST} more (--json has all)"


def _is_through(path: str, pointer: str, *, is_array: bool) -> bool:
    """Is it in an object that would be reached through this pointer?"""
    if path == pointer:
        return is_array
    return re.search(rf"(?<![\w.>*]){re.escape(pointer)}(?!\w)", path.removeprefix("*")) is not None


def _listed(values: list[str]) -> str:
    return ", ".join([*values[:_MOST_ELEMENTS], *(["..."] if len(values) > _MOST_ELEMENTS else [])])


def _chosen(run: Counterexample) -> dict[str, PlainValue]:
    """Places of the harness with the values that they have at the call."""
    received: PlainValue | None = None
    temporaries: dict[str, str] = {}
    chosen: dict[str, PlainValue] = {}
    for step in run.steps:
        match step:
            case Received(place=place, value=value) if is_in_harness(place):
                received = value
            case Assigned(target=target, after=after, place=place) if is_in_harness(place):
                if _TEMPORARY.fullmatch(target):
                    temporaries[target] = str(after)
                    continue
                target = _TEMPORARY.sub(lambda found: temporaries.get(found[0], found[0]), target)
                if after is not None and (target in chosen or after == received):
                    chosen[target] = after
                elif after == 0 and isinstance(step.before, int) and step.before >= _PAGE:
                    chosen[target] = _NULL
                received = None
            case _:
                pass
    return chosen
