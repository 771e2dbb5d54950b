"""What the functions of a library keep true of its objects, found by Houdini.

All candidates (``whet.harness.candidates``) are kept at first.  A constructor that does not establish one, or an operation that
is given an object with all that is kept and breaks one, takes it away, until nothing changes.  What is left holds for every
object that only these functions changed.  An operation keeps what it sets no member of; one that is too hard to verify takes away
all that it may change.

A run of an operation counts only if it has a meaning in C: its own failures are reported when the operation itself is judged.  An
object that was freed has no invariant any more.

There is no invariant of objects that other public functions set, that other structures lead to, that an operation returns, or
that a function keeps a pointer to or into: these would not be checked.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import TypeAlias

from whet.cfa.sites import site_name
from whet.core.evidence import Called, Counterexample
from whet.core.result import FalseVerdict, Result, TrueVerdict, Unknown
from whet.frontend.signatures import Pointed, RecordShape
from whet.harness.call_sequence import ALWAYS, MADE, NOT_ZERO, ZERO, CallPlan
from whet.harness.candidates import ObjectCandidate, candidates, is_zero, may_contain, stated, without_implied
from whet.harness.entry_harness import argument_name
from whet.harness.generated_lengths import SIZE
from whet.harness.options import FIRST_BOUND, HarnessOptions, Requirement
from whet.projects.constructed import task_of_sequence
from whet.projects.entries import entry_harness, with_harness
from whet.projects.entry_search import LARGEST, LEAST, holds, is_bounded
from whet.projects.functions import ObjectFunctions, ProjectFunction
from whet.projects.stated_invariants import StatedInvariants
from whet.runtime.limits import Limits
from whet.session.session import verify
from whet.task.configuration import Configuration
from whet.task.properties import Property, UnreachableCall, read_property
from whet.task.records import dataclass
from whet.task.task import Task

_BREAKS, _HAS_ROOM = "__whet_breaks", "__whet_has_room"
_BITS = 60
"""Candidates of one argument of ``_BREAKS``."""
_BUDGET, _RUN_SHARE = 2.0, 0.25
"""The time limit of a function so many times for all runs, and for one run."""
_MOST_GRANTED = 8
"""Failures of an operation that are left out."""
_FILE = "invariant"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectInvariant:
    """Plain data."""

    record: str
    said: tuple[str, ...]
    """In words, such as ``head < size``."""
    conditions: tuple[str, ...] = ()
    """In C, with ``{o}`` for a pointer to the object."""
    lengths: tuple[tuple[str, str], ...] = ()
    """Pointers with the members that tell the number of their elements."""
    functions: tuple[str, ...] = ()
    """That keep it, constructors first."""
    bound: str = ""
    """The sizes up to which they were shown to, in words; empty if for all."""
    broken: tuple[str, ...] = ()
    """What is stated of the structure and not kept, each with the function."""

    def requirements(self, function: ProjectFunction) -> Iterator[Requirement]:
        """For each argument that is such an object, or null."""
        for name in _objects(function, self.record):
            for condition in self.conditions:
                yield Requirement(f"!{name} || {condition.replace('{o}', name)}", _FILE, 1, 1, is_listed=False)

    def promises(self, function: ProjectFunction) -> Iterator[str]:
        """As a harness says the lengths."""
        for name in _objects(function, self.record):
            yield from (f"{name}->{array} has {name}->{length} elements" for array, length in self.lengths)

    @property
    def words(self) -> frozenset[str]:
        """Of the members."""
        return frozenset(word for each in self.said for word in each.split())


@dataclass(frozen=True, slots=True)
class InvariantTerms:
    """How invariants are inferred."""

    task: Task
    configuration: Configuration
    limits: Limits
    options: HarnessOptions
    stated: StatedInvariants = field(default_factory=dict)


Broken: TypeAlias = "tuple[ObjectCandidate, ...] | None"
"""What a function does not establish or keep; None if that is not known."""


def invariant_of(objects: ObjectFunctions, others: Sequence[ObjectFunctions], terms: InvariantTerms) -> ObjectInvariant | None:
    """``others`` has the objects that constructors need."""
    shape, said = _shape(objects), terms.stated.get(objects.record)
    unchecked = _why_unchecked(objects, shape)
    if shape is None or unchecked:
        broken = tuple(f"{each}: it is not checked, since {unchecked}" for each in said or ())
        return ObjectInvariant(record=objects.record, said=(), broken=broken) if broken else None
    first = candidates(shape, objects.compares, objects.relates) if said is None else stated(shape, said)
    return _Houdini(objects, others, terms, first, shape).invariant()


def _why_unchecked(objects: ObjectFunctions, shape: RecordShape | None) -> str:
    if shape is None:
        return "not every function of the structure knows its members"
    if not objects.constructors:
        return "no public function makes one"
    if objects.setters:
        return f"{objects.setters[0]} sets members of it"
    if objects.keepers:
        return f"{objects.keepers[0]} keeps a pointer to it or to a member of it"
    return "" if _is_alone(objects, shape) else "calls may reach such objects that are no argument"


def may_change(operation: ProjectFunction, candidate: ObjectCandidate) -> bool:
    """Not if it sets no member that the candidate is about, nor uses an array that it could free."""
    if candidate.array and candidate.array in operation.members:
        return True
    words = frozenset(re.findall(r"\w+", candidate.said))
    sets = [each.rpartition(".") for each in operation.sets]
    return any(member in words or (member == "*" and operation.pointers_to(record) > 0) for record, _, member in sets)


def _objects(function: ProjectFunction, record: str) -> list[str]:
    return [each.name for each in function.signature.parameters if each.record == record]


def _shape(objects: ObjectFunctions) -> RecordShape | None:
    """None if an operation does not know the members."""
    found = [
        each.shape.target
        for operation in (*objects.operations, *objects.constructors)
        for each in operation.signature.parameters
        if isinstance(each.shape, Pointed) and each.shape.record == objects.record
    ]
    known = [each for each in found if isinstance(each, RecordShape)]
    return known[0] if known and len(known) == len(found) else None


def _is_alone(objects: ObjectFunctions, shape: RecordShape) -> bool:
    """Are all objects of a call among its arguments?"""
    others = (
        each.shape for operation in objects.operations for each in operation.signature.parameters if each.record != objects.record
    )
    returned = any(each.signature.result_record == objects.record for each in objects.operations)
    return not returned and not any(may_contain(each, objects.record) for each in (shape, *others))


@dataclass(slots=True)
class _Houdini:
    objects: ObjectFunctions
    others: Sequence[ObjectFunctions]
    terms: InvariantTerms
    kept: list[ObjectCandidate]
    shape: RecordShape
    used: float = 0.0
    bounds: list[str] = field(default_factory=list)
    lost: dict[ObjectCandidate, str] = field(default_factory=dict)
    """What is not kept, each with the function."""

    @property
    def is_stated(self) -> bool:
        return self.objects.record in self.terms.stated

    def invariant(self) -> ObjectInvariant | None:
        for constructor in self.objects.constructors:
            succeeds = self._success(constructor)
            if not self._holds_after(constructor, partial(self._made, constructor, succeeds)):
                self._lose(constructor, self.kept, "may not establish")
        waiting = sorted(self.objects.operations, key=lambda each: len(each.members))
        shown: list[ProjectFunction] = []
        while self.kept and waiting:
            before, operation = len(self.kept), waiting.pop(0)
            if not self._holds_after(operation, partial(self._called, operation)):
                self._lose(operation, [each for each in self.kept if may_change(operation, each)], "may not keep")
            shown.append(operation)
            if len(self.kept) < before:
                # They relied on what is gone; this one was shown with what is left.
                waiting += shown[:-1]
                shown = [operation]
        return self._found() if self.kept or self.is_stated else None

    def _lose(self, function: ProjectFunction, broken: Sequence[ObjectCandidate], how: str) -> None:
        self.lost |= dict.fromkeys(broken, f"{function.signature.name} {how} it")
        self.kept = [each for each in self.kept if each not in broken]

    def _found(self) -> ObjectInvariant:
        said = self.kept if self.is_stated else without_implied(self.kept)
        return ObjectInvariant(
            record=self.objects.record,
            said=tuple(each.said for each in said),
            conditions=tuple(each.condition for each in said if each.condition),
            lengths=tuple((each.array, each.length) for each in said if each.array),
            functions=tuple(each.signature.name for each in (*self.objects.constructors, *self.objects.operations)),
            bound=self.bounds[-1] if self.bounds else "",
            broken=tuple(f"{each.said}: {why}" for each, why in self.lost.items()) if self.is_stated else (),
        )

    def _holds_after(self, function: ProjectFunction, broken_by: Callable[[Sequence[ObjectCandidate]], Broken]) -> bool:
        """Until the function breaks nothing that is kept."""
        while self.kept:
            broken = broken_by(self.kept)
            if broken is None:
                return False
            if not broken:
                return True
            how = "does not establish" if function in self.objects.constructors else "breaks"
            self._lose(function, broken, how)
        return True

    def _made(self, constructor: ProjectFunction, succeeds: str, kept: Sequence[ObjectCandidate]) -> Broken:
        def task(ending: Sequence[str], before: Sequence[str]) -> Task:
            return self._construction(constructor, succeeds, ending, before)

        return self._broken(task, kept, [MADE])

    def _construction(self, constructor: ProjectFunction, succeeds: str, ending: Sequence[str], before: Sequence[str]) -> Task:
        others = [each for each in self.others if each.record != self.objects.record and each.constructors]
        makers = [maker for each in others for maker in each.constructors]
        plan = CallPlan(
            target=constructor.signature,
            constructors={
                self.objects.record: [constructor.signature],
                **{each.record: [maker.signature for maker in each.constructors] for each in others},
            },
            foreign=[each.signature for each in makers if each.file != constructor.file],
            succeeds=succeeds,
        )
        made = plan.construction(self.objects.record, ending)
        sequence = replace(made, text="\n".join(["", *before, made.text]))
        return task_of_sequence(self.terms.task, sequence, (constructor, *makers), self._options(constructor), self._words())

    def _success(self, constructor: ProjectFunction) -> str:
        """What the result is where an object is made: the other result leaves it zero, and happens."""
        if constructor.signature.result in ("void", "") or constructor.signature.result_record:
            return ALWAYS
        if _is_true(self._untouched(constructor, ZERO)) and not _is_true(self._never(constructor, NOT_ZERO)):
            return NOT_ZERO
        if _is_true(self._untouched(constructor, NOT_ZERO)) and not _is_true(self._never(constructor, ZERO)):
            return ZERO
        return ALWAYS

    def _untouched(self, constructor: ProjectFunction, succeeds: str) -> Result | None:
        return self._never(constructor, succeeds, f"if (!({is_zero(self.shape, MADE)})) ")

    def _never(self, constructor: ProjectFunction, succeeds: str, condition: str = "") -> Result | None:
        before = f"extern void {_BREAKS}();"
        return self._run(_unreached(self._construction(constructor, succeeds, [f"{condition}{_BREAKS}();"], [before])))

    def _called(self, operation: ProjectFunction, kept: Sequence[ObjectCandidate]) -> Broken:
        asked = [each for each in kept if may_change(operation, each)]
        if not asked:
            return ()
        names = _objects(operation, self.objects.record)
        invariant = replace(
            self._found(),
            conditions=tuple(each.condition for each in kept if each.condition),
            lengths=tuple((each.array, each.length) for each in kept if each.array),
        )
        options = self._options(operation)
        requirements = [*invariant.requirements(operation)]
        choices = entry_harness(operation.signature, options, requirements).choices
        promises = {each.promise for each in choices if _is_of_caller(each.promise, names)}
        options = replace(options, promises=frozenset([*promises, *invariant.promises(operation)]))
        pointers = [argument_name(each) for each in operation.signature.parameters if each.name in names]

        def task(ending: Sequence[str], before: Sequence[str]) -> Task:
            harness = entry_harness(operation.signature, options, requirements, ending)
            text = "\n".join(["", *before, harness.text])
            return with_harness(replace(self.terms.task, files=operation.files), operation.file, replace(harness, text=text))

        return self._broken(task, asked, pointers)

    def _options(self, function: ProjectFunction) -> HarnessOptions:
        return replace(
            self.terms.options,
            elements=self.terms.options.elements or FIRST_BOUND,
            largest=LARGEST[self.terms.task.machine],
            members=function.members | self._words(),
        )

    def _words(self) -> frozenset[str]:
        return frozenset(word for each in self.kept for word in each.said.split())

    def _broken(
        self, task: Callable[[Sequence[str], Sequence[str]], Task], kept: Sequence[ObjectCandidate], pointers: Sequence[str]
    ) -> Broken:
        numbers = [each for each in kept if each.condition]
        if numbers:
            found = self._run(_unreached(task(_asked(numbers, pointers), [_declared(numbers)])))
            mask = None if found is None else _mask(found)
            if mask is not None:
                return tuple(each for number, each in enumerate(numbers) if mask >> number & 1)
            if found is None or not self._is_shown(found.verdict):
                return None
        broken: list[ObjectCandidate] = []
        for each in [one for one in kept if one.array]:
            is_kept = self._keeps_length(task, each, pointers)
            if is_kept is None:
                return None
            broken += [] if is_kept else [each]
        return tuple(broken)

    def _keeps_length(
        self, task: Callable[[Sequence[str], Sequence[str]], Task], length: ObjectCandidate, pointers: Sequence[str]
    ) -> bool | None:
        ending = [
            f"if ({each}) {_HAS_ROOM}({each}->{length.array}, ({SIZE}){each}->{length.length} * sizeof *{each}->{length.array});"
            for each in pointers
        ]
        asked = replace(task(ending, [_ROOM]), property=read_property("valid-deref"))
        granted: tuple[str, ...] = ()
        while len(granted) < _MOST_GRANTED:
            found = self._run(replace(asked, granted=granted))
            if found is None:
                return None
            match found.verdict:
                case FalseVerdict(place=place) as verdict if place is not None and place.file == _FILE:
                    return False
                case FalseVerdict() as verdict:
                    # A failure of the function itself, or the end of the object's life.
                    site = site_name(verdict.site or verdict.place, verdict.check)
                    if site in granted:
                        return None
                    granted += (site,)
                case other:
                    return True if self._is_shown(other) else None
        return None

    def _is_shown(self, verdict: object) -> bool:
        if isinstance(verdict, Unknown) and is_bounded(verdict):
            self.bounds.append(verdict.detail)
            return True
        return isinstance(verdict, TrueVerdict)

    def _run(self, task: Task) -> Result | None:
        of_function = self.terms.limits.cpu_seconds
        limit = None if of_function is None else of_function * _BUDGET
        seconds = None if of_function is None or limit is None else max(LEAST, min(of_function * _RUN_SHARE, limit - self.used))
        if limit is not None and limit - self.used < LEAST:
            return None
        limits = self.terms.limits if seconds is None else self.terms.limits.part(seconds)
        began = time.monotonic()
        result = verify(task, self.terms.configuration, limits=limits)
        self.used += float(result.statistics.get("cpu_seconds", time.monotonic() - began))
        return result


_ROOM = f"""\
#line 1 "{_FILE}"
static void {_HAS_ROOM}(const void *array, {SIZE} size) {{ if (array && size) {{ char first = *(const char *)array, \
last = ((const char *)array)[size - 1]; (void)first; (void)last; }} }}"""


def _is_of_caller(promise: str, names: Sequence[str]) -> bool:
    """That objects are not null, and lengths of other parameters."""
    if promise in [f"{name} != 0" for name in names]:
        return True
    return promise.endswith((" elements", " uses")) and not promise.startswith(tuple(f"{name}->" for name in names))


def _declared(numbers: Sequence[ObjectCandidate]) -> str:
    arguments = ", ".join(["unsigned long long"] * (len(numbers) // _BITS + 1))
    return f"extern void {_BREAKS}({arguments});"


def _asked(numbers: Sequence[ObjectCandidate], pointers: Sequence[str]) -> list[str]:
    """Statements that call ``_BREAKS`` with a bit for each condition that does not hold."""
    masks = [numbers[first : first + _BITS] for first in range(0, len(numbers) // _BITS * _BITS + 1, _BITS)]
    lines = [f"unsigned long long mask_{number} = 0;" for number in range(len(masks))]
    for pointer in pointers:
        for number, each in enumerate(masks):
            for bit, candidate in enumerate(each):
                lines.append(f"if ({pointer} && !{candidate.of(pointer)}) mask_{number} |= 1ULL << {bit};")
    names = [f"mask_{number}" for number in range(len(masks))]
    return ["{", *lines, f"if ({' || '.join(names)}) {_BREAKS}({', '.join(names)});", "}"]


def _mask(result: Result) -> int | None:
    run = result.evidence if isinstance(result.verdict, FalseVerdict) else None
    calls = (
        [each for each in run.steps if isinstance(each, Called) and each.callee == _BREAKS]
        if isinstance(run, Counterexample)
        else []
    )
    if not calls:
        return None
    found = 0
    for number, each in enumerate(calls[-1].arguments):
        if not isinstance(each, int):
            return None
        found |= each << (_BITS * number)
    return found or None


def _unreached(task: Task) -> Task:
    return replace(task, property=Property("unreach-call", (UnreachableCall((_BREAKS,)),)))


def _is_true(result: Result | None) -> bool:
    return result is not None and holds(result.verdict)


def invariant_document(found: ObjectInvariant | None) -> dict[str, object]:
    """Empty if none was found."""
    if found is None:
        return {}
    return {
        "record": found.record,
        "said": [*found.said],
        "conditions": [*found.conditions],
        "lengths": [[*each] for each in found.lengths],
        "functions": [*found.functions],
        "bound": found.bound,
        "broken": [*found.broken],
    }


def read_invariant(document: Mapping[str, object]) -> ObjectInvariant | None:
    if not document.get("record"):
        return None
    lengths = _listed(document, "lengths")
    pairs = tuple((str(each[0]), str(each[1])) for each in lengths if isinstance(each, list) and len(each) == 2)
    return ObjectInvariant(
        record=str(document["record"]),
        said=tuple(map(str, _listed(document, "said"))),
        conditions=tuple(map(str, _listed(document, "conditions"))),
        lengths=pairs,
        functions=tuple(map(str, _listed(document, "functions"))),
        bound=str(document.get("bound", "")),
        broken=tuple(map(str, _listed(document, "broken"))),
    )


def _listed(document: Mapping[str, object], name: str) -> list[object]:
    found = document.get(name, [])
    return found if isinstance(found, list) else []


def key_of(objects: ObjectFunctions, digest: str) -> str:
    """Of what a store keeps; ``digest`` is that of the functions."""
    return hashlib.sha256(f"invariant 3 {objects.record} {digest}".encode()).hexdigest()
