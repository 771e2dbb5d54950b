"""Is a failure of a function shown by calls of public functions alone?

A function that fails with a generated object may rely on an invariant that the library's functions maintain.  So a failure of a
function that is given objects with a constructor counts only if a *sequence* shows it: constructors, at most one operation, the
function (``whet.harness.call_sequence``).  A failure that the calls before the function show by themselves, on the same values
first of all, is not its own, and one after an operation that ended the life of the object is the caller's.

An initialising function may report its success by 0 or by another number.  A failure counts only if it happens for both, unless
one of them never happens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from whet.cfa.semantics import Value
from whet.cfa.sites import site_name
from whet.core.result import FalseVerdict, Result, TrueVerdict
from whet.harness.appended import REACHED
from whet.harness.call_sequence import NOT_ZERO, PREFIX, REACHES, ZERO, CallPlan, CallSequence
from whet.harness.options import HarnessOptions, Requirement
from whet.projects.entries import entry_harness, with_harness
from whet.projects.entry_search import holds
from whet.projects.functions import ObjectFunctions, ProjectFunction
from whet.task.properties import Property, UnreachableCall
from whet.task.records import dataclass
from whet.task.task import Task

_MOST_GRANTED = 3
"""Failures of the calls before that are left out."""


@dataclass(frozen=True, slots=True)
class UsedCalls:
    """A plan of calls, and the functions that it uses."""

    calls: CallPlan
    function: ProjectFunction
    others: tuple[ProjectFunction, ...]
    granted: tuple[str, ...] = ()
    """Sites (``cfa.sites``) at which the calls before go wrong: their checks count as true."""
    given: tuple[Value, ...] = ()
    """The values of a run that goes wrong, which these calls may repeat."""


Runner: TypeAlias = Callable[[UsedCalls], Result | None]
"""Verifies a sequence; None if there is no time."""


def task_of_calls(task: Task, used: UsedCalls, options: HarnessOptions) -> Task:
    """A task that begins with the sequence, whose other arguments are generated."""
    words = {word for each in used.calls.requirements for word in re.findall(r"\w+", each.expression)}
    task = replace(task, granted=(*task.granted, *used.granted))
    begun = task_of_sequence(task, used.calls.sequence(), (used.function, *used.others), options, words)
    is_reached = used.calls.ends == REACHES
    return replace(begun, property=Property("unreach-call", (UnreachableCall((REACHED,)),))) if is_reached else begun


def task_of_sequence(
    task: Task, sequence: CallSequence, functions: Sequence[ProjectFunction], options: HarnessOptions, words: Iterable[str] = ()
) -> Task:
    """A task that begins with these calls; the first function has the file that they stand in."""
    members = frozenset(words).union(*(each.members for each in functions))
    harness = entry_harness(sequence.signature, replace(options, members=members))
    files = tuple(dict.fromkeys(file for each in functions for file in each.files))
    return with_harness(replace(task, files=files), functions[0].file, replace(harness, text=sequence.text + harness.text))


@dataclass(frozen=True, slots=True)
class Shown:
    """A failure that a sequence shows."""

    used: UsedCalls
    result: Result
    verdict: FalseVerdict
    calls: tuple[str, ...]


@dataclass(slots=True)
class ConstructedObjects:
    """The sequences of one function."""

    function: ProjectFunction
    requirements: Sequence[Requirement]
    tried: int = 0
    undecided: int = 0

    @property
    def made(self) -> dict[str, tuple[str, ...]]:
        """Names of constructors by the pointer to what they make: ``p`` or ``*p``."""
        known = {each.record: tuple(maker.signature.name for maker in each.constructors) for each in self._constructible()}
        parameters = self.function.signature.parameters
        pairs = ((each.name, each.record) if each.record else (f"*{each.name}", each.handle) for each in parameters)
        return {name: known[record] for name, record in pairs if record in known}

    @property
    def records(self) -> frozenset[str]:
        """The structures of ``made``."""
        return frozenset(each.record for each in self._constructible())

    def shown(self, run: Runner) -> Shown | None:
        for used in self._plans():
            if (found := self._failure(used, run)) is not None:
                return found
        return None

    def _plans(self) -> Iterator[UsedCalls]:
        """First with the constructor of each structure that reaches the fewest functions: others may be hard to verify."""
        objects = self._constructible()
        if any(len(each.constructors) > 1 for each in objects):
            simple = [replace(each, constructors=(min(each.constructors, key=_cost),)) for each in objects]
            yield self._calls([], simple)
        yield self._calls([], objects)
        yield from (self._calls([operation], objects) for operation in self._operations())

    def all_calls(self) -> UsedCalls:
        """Every function that a sequence may use, in one."""
        return self._calls(self._operations(), self._constructible())

    def _constructible(self) -> list[ObjectFunctions]:
        """A constructor itself is given what no constructor made."""
        key = self.function.key
        return [each for each in self.function.objects if each.constructors and key not in [one.key for one in each.constructors]]

    def _operations(self) -> list[ProjectFunction]:
        needed = [each for each in self._constructible() if each.record in self.function.records]
        return [operation for each in needed for operation in dict.fromkeys((*each.operations, *each.replacing))]

    def _failure(self, used: UsedCalls, run: Runner) -> Shown | None:
        """A constructor that reports success in an unknown way is tried with both ways."""
        conventions = (ZERO, NOT_ZERO) if used.calls.reports_success else (ZERO,)
        self.tried += 1
        found: Shown | None = None
        for succeeds in conventions:
            each = replace(used, calls=replace(used.calls, succeeds=succeeds))
            shown = self._of(each, run)
            if shown is None and (len(conventions) == 1 or not _is_never_reached(each, run)):
                return None
            found = shown or found
        return found

    def _of(self, used: UsedCalls, run: Runner) -> Shown | None:
        """A failure that the calls before show by themselves is left out, and others are looked for."""
        for _ in range(_MOST_GRANTED):
            result = run(used)
            if result is None or not isinstance(verdict := result.verdict, FalseVerdict):
                self.undecided += result is None or not holds(result.verdict)
                return None
            if verdict.place is not None and verdict.place.file == used.calls.sequence().file:
                return None
            before = run(replace(used, calls=replace(used.calls, ends=PREFIX), given=verdict.given))
            if before is None:
                break
            if not isinstance(before.verdict, FalseVerdict) or before.verdict.place != verdict.place:
                makers = [each for known in used.calls.constructors.values() for each in known]
                return Shown(used, result, verdict, (*dict.fromkeys(each.name for each in (*makers, *used.calls.operations)),))
            used = replace(used, granted=(*used.granted, site_name(verdict.site or verdict.place, verdict.check)))
        self.undecided += 1
        return None

    def _calls(self, operations: Sequence[ProjectFunction], objects: Sequence[ObjectFunctions]) -> UsedCalls:
        others = (*(maker for each in objects for maker in each.constructors), *operations)
        calls = CallPlan(
            target=self.function.signature,
            operations=[each.signature for each in operations],
            constructors={each.record: [maker.signature for maker in each.constructors] for each in objects},
            foreign=[each.signature for each in others if each.file != self.function.file],
            requirements=self.requirements,
        )
        return UsedCalls(calls, self.function, others)


def _cost(constructor: ProjectFunction) -> tuple[int, int]:
    return len(constructor.reached), len(constructor.signature.parameters)


def _is_never_reached(used: UsedCalls, run: Runner) -> bool:
    result = run(replace(used, calls=replace(used.calls, ends=REACHES)))
    return result is not None and isinstance(result.verdict, TrueVerdict)
