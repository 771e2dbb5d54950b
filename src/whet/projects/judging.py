"""What is said of one function: proved, failing, in need of a precondition, or unknown.

*Strict* calls are all that types allow: pointers may be null, two of one type the same, and an array need not have the length
that a parameter tells.  *Permissive* calls are those in which no pointer is null, no two are the same and lengths are right.

- ``PROVED``: no strict call goes wrong.
- ``HOLDS``: no strict call goes wrong whose arrays, strings and chains of pointers have up to some size, and nothing is known of
  larger ones.
- ``FAILING``: a permissive call goes wrong.
- ``PRECONDITION``: no permissive call goes wrong and a strict one does; the promises that it breaks are what callers have to
  keep to.
- ``UNKNOWN``: everything else, with the reason.

A function is judged with small calls first.  If none goes wrong, a harness of all calls is tried, and then larger ones.

A function that fails is judged again as if the failing check held, for failures at other places and for what is known of the
rest.

All runs together use the CPU time of the function: the strict run half of it at most, then each what is left.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from whet.cfa.semantics import Value
from whet.cfa.sites import site_name
from whet.cfa.source import Place
from whet.core.result import Defect, FalseVerdict, InvalidProgram, Reason, Result, TrueVerdict, Unknown
from whet.harness.compiled import harness_of, replay_compiled
from whet.harness.contents import ContentRelation, index_relations, state_relations
from whet.harness.options import FIRST_BOUND, PERMISSIVE, STRICT, Cut, Harness, HarnessOptions, Requirement
from whet.projects.constructed import ConstructedObjects, UsedCalls, task_of_calls
from whet.projects.entries import broken_promises, checks_leaks, entry_harness, frees_generated, with_harness
from whet.projects.entry_search import (
    GROWTH,
    LARGEST,
    LEAST,
    LEAST_FURTHER,
    MOST_FURTHER,
    EntryCall,
    holds,
    is_bounded,
    is_nowhere,
    is_through,
    unsatisfied_requirements,
)
from whet.projects.functions import ObjectFunctions, ProjectFunction
from whet.projects.invariants import InvariantTerms, ObjectInvariant, invariant_of
from whet.projects.stated_invariants import StatedInvariants
from whet.runtime.limits import Limits
from whet.session.program import ProgramEngine
from whet.session.session import verify
from whet.task.configuration import Configuration
from whet.task.dangers import Danger, Fault, FaultKind
from whet.task.messages.assumptions import KEPT
from whet.task.properties import ASSERTION
from whet.task.records import dataclass
from whet.task.task import Task

NO_HARNESS = "no harness"
DEFECT = "internal error"
CONTRADICTION = "contradiction"
BUDGET = "budget"
DEPTH = "depth"
DEEPER = 1
"""So many more pointers are followed where those that were asked for are not enough."""
_MOST_MAKERS = 3
_NOT_ENOUGH = "whether these are enough is unknown"
_BOUND_OF_RUN = -1
"""Stands for the present bound of lengths."""
_NUMERIC = (Danger("memory"), Danger("array"), Danger("overflow"), Danger("division"), Danger("shift"), Danger("conversion"))
_OF_NUMBERS = frozenset([ASSERTION, *(each.check for each in _NUMERIC)])
"""Checks that may fail because a number is not what callers keep."""
_CONTENTS = "contents"
_WORD = re.compile(r"\w+")


class FunctionStatus(StrEnum):
    PROVED = "proved"
    FAILING = "failing"
    PRECONDITION = "needs a precondition"
    HOLDS = "holds up to a bound"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Plain data."""

    status: FunctionStatus
    reason: str = ""
    """Of one that is unknown or holds up to a bound, in a word."""
    detail: str = ""
    violation: str = ""
    check: str = ""
    fault: Fault | None = None
    """Of the run that fails; it is not kept."""
    site: str = ""
    """Of the check that fails (``cfa.sites``); it is not kept."""
    place: Place | None = None
    inputs: tuple[str, ...] = ()
    preconditions: tuple[str, ...] = ()
    """Of callers, with which it is proved."""
    calls: tuple[str, ...] = ()
    """Of public functions, before the one that fails, where they make its objects."""
    invariants: tuple[str, ...] = ()
    """What the library keeps true of the objects that the calls are given."""
    broken: tuple[str, ...] = ()
    """What is stated of structures and not kept (``projects.stated_invariants``)."""
    bound: str = ""
    """The sizes of the calls that it is about, in words; empty if it is about all."""
    assumptions: tuple[str, ...] = ()
    uses_objects: bool = False
    """Does it rest on what the functions of the library do with the objects that it is given?"""
    runs: int = 0
    cpu_seconds: float = 0.0
    harness: str = ""
    """Of the run that fails: its options (``harness.options``)."""
    reproducer: tuple[tuple[str, str], ...] = ()
    """Files that make the compiled program fail, by name.  They are not kept: they have paths in them."""
    replay: str = ""
    """What the compiled program shows, in words; empty if it was not executed."""
    others: tuple[Judgement, ...] = ()
    """Of one that fails: what else fails, each as if the checks before held, and at the end what is known of the rest."""

    @property
    def is_complete(self) -> bool:
        """Is nothing open but the failures?"""
        return self.status is FunctionStatus.PROVED or (bool(self.others) and self.others[-1].status is FunctionStatus.PROVED)

    @property
    def is_decided(self) -> bool:
        return self.status not in (FunctionStatus.UNKNOWN, FunctionStatus.HOLDS)

    @property
    def is_about_calls(self) -> bool:
        """Does it say that calls do not go wrong?"""
        return self.status in (FunctionStatus.PROVED, FunctionStatus.HOLDS, FunctionStatus.PRECONDITION)

    @property
    def is_final(self) -> bool:
        """Would more time or memory change nothing?  They may tell whether preconditions are enough."""
        return self.is_decided and not self.detail


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanTerms:
    """How every function of a scan is judged."""

    task: Task
    configuration: Configuration
    limits: Limits
    elements: int | None = None
    """The most elements of arrays and strings; None for any number."""
    depth: int = 2
    reproduce: str | None = None
    """The folder of reproducers, if there are to be any."""
    executes: bool = False
    """May the compiled program be executed, to see that it fails?"""
    stated: StatedInvariants = field(default_factory=dict)

    def options(self, base: HarnessOptions, promises: frozenset[str] = frozenset()) -> HarnessOptions:
        return replace(base, elements=self.elements, depth=self.depth, promises=promises)

    def invariant_of(self, function: ProjectFunction, objects: ObjectFunctions) -> ObjectInvariant | None:
        terms = InvariantTerms(self.task, self.configuration, self.limits, self.options(STRICT), self.stated)
        return invariant_of(objects, function.objects, terms)


Infer: TypeAlias = Callable[[ProjectFunction, ObjectFunctions], ObjectInvariant | None]


def judge(
    function: ProjectFunction, requirements: Sequence[Requirement], terms: ScanTerms, infer: Infer | None = None
) -> Judgement:
    """``infer`` finds what is kept true of objects, ``terms.invariant_of`` or something that remembers it."""
    infer = infer or terms.invariant_of
    found = _judged(function, requirements, terms, infer)
    others: list[Judgement] = []
    granted: tuple[str, ...] = ()
    rest, used, limit = found, found.cpu_seconds, terms.limits.cpu_seconds
    until = used + min(max(used, LEAST_FURTHER), float("inf") if limit is None else (limit - used) / 2)
    while rest.status is FunctionStatus.FAILING and rest.site not in ("", *granted) and len(granted) < MOST_FURTHER:
        if until - used < LEAST:
            break
        granted = (*granted, rest.site)
        limits, task = replace(terms.limits, cpu_seconds=until - used), replace(terms.task, granted=granted)
        rest = _judged(function, requirements, replace(terms, task=task, limits=limits, reproduce=None), infer)
        used += rest.cpu_seconds
        others.append(rest)
    return replace(found, others=tuple(others), runs=found.runs + sum(each.runs for each in others), cpu_seconds=round(used, 3))


def _judged(function: ProjectFunction, requirements: Sequence[Requirement], terms: ScanTerms, infer: Infer) -> Judgement:
    judging = _Judging(function, requirements, terms, infer)
    told = judging.judgement()
    if told.status is FunctionStatus.FAILING and judging.shown is not None:
        told = judging.reproduced(told, *judging.shown)
    return replace(
        told,
        broken=judging.broken,
        uses_objects=judging.uses_objects,
        runs=judging.runs,
        cpu_seconds=round(judging.used, 3),
    )


def _repeating(given: Sequence[Value]) -> ProgramEngine:
    """Imported late, as ``default_engine`` is."""
    from whet.algorithms.repeating import RepeatingEngine

    return RepeatingEngine(given)


def either(makers: Sequence[str]) -> str:
    """Some by their names; a library may have dozens."""
    others = len(makers) - _MOST_MAKERS
    return " or ".join([*makers[:_MOST_MAKERS], *([f"one of {others} other functions"] if others > 0 else [])])


def reproducer_name(function: ProjectFunction) -> str:
    return f"{Path(function.file).stem}-{function.signature.name}.c"


def used_members(function: ProjectFunction, requirements: Sequence[Requirement]) -> frozenset[str]:
    """Those that the function or what it reaches uses, or a requirement."""
    required = (word for each in requirements for word in _WORD.findall(each.expression))
    return function.members.union(required)


def task_of(function: ProjectFunction, harness: Harness, terms: ScanTerms) -> Task:
    return with_harness(replace(terms.task, files=function.files), function.file, harness)


@dataclass(slots=True)
class _Judging:
    """The runs of one function; used once."""

    function: ProjectFunction
    requirements: Sequence[Requirement]
    terms: ScanTerms
    infer: Infer
    invariants: Sequence[ObjectInvariant] = ()
    """Of the objects that the function is given, as soon as they are looked for."""
    broken: tuple[str, ...] = ()
    runs: int = 0
    used: float = 0.0
    on_heap: bool = False
    """Do the objects of harnesses come from ``malloc``?"""
    deeper: int = 0
    """So many more pointers are followed."""
    elements: int = FIRST_BOUND
    """The most elements of arrays and strings in runs that may go wrong."""
    uses_objects: bool = False
    """Were the functions looked at that make its objects?"""
    contents: tuple[Requirement, ...] = ()
    """What is assumed of numbers in objects."""
    shown: tuple[Task, FalseVerdict] | None = None
    """The run of the last failure."""

    def judgement(self) -> Judgement:
        told = self._of_all_calls(self._of_small_calls())
        objects = ConstructedObjects(self.function, self.requirements)
        if self.function.is_public and objects.made and self._blames_objects(told, objects):
            self.uses_objects = True
            told = self._about_objects(told, objects)
        told = self._about_contents(told) if told.status is FunctionStatus.FAILING and not told.calls else told
        if told.status is FunctionStatus.FAILING or not told.is_about_calls:
            return told
        # Unless no call satisfies the requirements: then there is nothing to judge.
        function = self.function
        options = replace(self.terms.options(PERMISSIVE), members=self._members())
        task = replace(self.terms.task, files=function.files)
        call = EntryCall(
            task=task, file=function.file, signature=function.signature, options=options, requirements=(*self._required(),)
        )
        unknown = unsatisfied_requirements(call)
        if unknown is None:
            return told
        return Judgement(status=FunctionStatus.UNKNOWN, reason=unknown.reason.value, detail=unknown.detail, place=unknown.place)

    def _of_small_calls(self) -> Judgement:
        """Objects come from ``malloc``, and lie deeper, only if it matters: most functions do not free what they are given."""
        self.elements = self.terms.elements or FIRST_BOUND
        told = self._judgement()
        while self._left() >= LEAST:
            if not self.on_heap and frees_generated(told.fault):
                self.on_heap = True
            elif not self.deeper and told.reason == DEPTH:
                self.deeper = DEEPER
            else:
                break
            told = self._judgement()
        return told

    def _of_all_calls(self, told: Judgement) -> Judgement:
        """A judgement that rests on a bound, without it: by a proof for all calls, or else for larger and larger ones."""
        if not told.bound:
            return told
        proof = self._proof(frozenset(told.preconditions))
        if proof is None and self._harness(STRICT).followed is not None and not self.deeper:
            self.deeper = DEEPER
            proof = self._proof(frozenset(told.preconditions))
        if proof is not None and told.status is FunctionStatus.HOLDS:
            return _proved(proof)
        if proof is not None:
            return replace(told, bound="", detail="", assumptions=_assumptions(proof))
        base = STRICT if told.status is FunctionStatus.HOLDS else PERMISSIVE
        for elements in GROWTH if self.terms.elements is None and self._harness(base).longest is not None else ():
            if self._left() < LEAST:
                break
            self.elements = elements
            result, _ = self._run(base)
            if isinstance(result.verdict, FalseVerdict):
                larger = self._judgement()
                return larger if larger.status in (FunctionStatus.FAILING, FunctionStatus.PRECONDITION) else told
            if not is_bounded(result.verdict):
                break
            told = _with_bound(told, result)
        return told

    def _proof(self, promises: frozenset[str]) -> Result | None:
        """That no strict call goes wrong which keeps to these promises, whatever its size."""
        options = replace(STRICT, cut=Cut.ANY)
        made = self._harness(options, promises, elements=self.terms.elements)
        if made.is_bounded or self._left() < LEAST or not promises <= {each.promise for each in self._harness(STRICT).choices}:
            return None
        share = None if self.terms.limits.cpu_seconds is None else self._left() / 2
        result, _ = self._verified(made, share)
        return result if isinstance(result.verdict, TrueVerdict) else None

    def _about_objects(self, failing: Judgement, objects: ConstructedObjects) -> Judgement:
        """Whatever may be wrong with a generated object, only one that the library's own functions make shows a failure."""
        found = [self.infer(self.function, each) for each in self.function.objects if each.record in objects.records]
        self.invariants = [each for each in found if each is not None and each.said]
        self.broken = tuple(f"{each.record}: {one}" for each in found if each is not None for one in each.broken)
        if self.invariants and self._left() >= LEAST:
            told = self._of_all_calls(self._of_small_calls())
            if told.is_about_calls and not self._blames_objects(told, objects):
                return _with_invariants(told, self.invariants)
        return self._after_calls(failing, objects)

    def _blames_objects(self, told: Judgement, objects: ConstructedObjects) -> bool:
        """Does a call go wrong with what is in an object that the library makes?"""
        inside = tuple(f"({name})->" if name.startswith("*") else f"{name}->" for name in objects.made)
        return told.status is FunctionStatus.FAILING or any(each.startswith(inside) for each in told.preconditions)

    def _after_calls(self, failing: Judgement, objects: ConstructedObjects) -> Judgement:
        if (shown := objects.shown(self._run_calls)) is not None:
            self.shown = task_of_calls(self.terms.task, shown.used, self._options(PERMISSIVE)), shown.verdict
            return replace(_failing(shown.result, shown.verdict), calls=shown.calls)
        made = failing.preconditions or tuple(f"{name} was made by {either(makers)}" for name, makers in objects.made.items())
        undecided = f", {objects.undecided} of them undecided" if objects.undecided else ""
        detail = f"no failure in {objects.tried} sequences of calls{undecided}"
        return replace(failing, status=FunctionStatus.PRECONDITION, preconditions=made, detail=detail)

    def _run_calls(self, calls: UsedCalls) -> Result | None:
        if self._left() < LEAST:
            return None
        task = task_of_calls(self.terms.task, calls, self._options(PERMISSIVE))
        return self._of_task(task, self._left() / 2, _repeating(calls.given) if calls.given else None)

    def _about_contents(self, failing: Judgement) -> Judgement:
        """Numbers behind pointers are any.  What the function's own uses show about them (``harness.contents``) is a precondition
        if there is no failure with it.  No number is an excuse for what is done with a block that was freed."""
        signature = self.function.signature
        relations = [*index_relations(signature), *state_relations(signature, self.function.sets)]
        if not relations or self._left() < LEAST or failing.check not in _OF_NUMBERS or _is_freed(failing.fault):
            return failing
        result, harness = self._related(relations)
        if isinstance(result.verdict, FalseVerdict):
            self.contents = ()
            if is_through(result.verdict, FaultKind.NULL, FaultKind.NO_OBJECT):
                return failing
            self.shown = task_of(self.function, harness, self.terms), result.verdict
            return _failing(result, result.verdict)
        is_enough = holds(result.verdict)
        for each in reversed(relations) if is_enough else ():
            fewer = [one for one in relations if one != each]
            if self._left() > LEAST and holds((other := self._related(fewer)[0]).verdict):
                relations, result = fewer, other
        self.contents = _requirements(relations)
        detail = "" if is_enough else _NOT_ENOUGH
        told = replace(failing, status=FunctionStatus.PRECONDITION, preconditions=_said(relations), detail=detail)
        return _with_bound(told, result)

    def _related(self, relations: Sequence[ContentRelation]) -> tuple[Result, Harness]:
        self.contents = _requirements(relations)
        return self._run(PERMISSIVE)

    def reproduced(self, told: Judgement, task: Task, verdict: FalseVerdict) -> Judgement:
        """With the harness that shows the failure, and if that is asked for the files, and what they show."""
        folder = self.terms.reproduce
        files = {} if folder is None else harness_of(task, verdict, reproducer_name(self.function), folder)
        replay = replay_compiled(task, verdict).brief if self.terms.executes and files else ""
        harness = "" if task.appended is None else task.appended.made_with
        return replace(told, harness=harness, reproducer=tuple(files.items()), replay=replay)

    def _judgement(self) -> Judgement:
        half = None if self.terms.limits.cpu_seconds is None else self.terms.limits.cpu_seconds / 2
        strict, harness = self._run(STRICT, most=half if self._harness(STRICT).choices else None)
        match strict.verdict:
            case verdict if holds(verdict):
                return _proved(strict)
            case FalseVerdict() as verdict if not broken_promises(harness, verdict.inputs):
                return self._failing(strict, verdict, harness)
            case _:
                pass
        if not harness.choices or self._left() < LEAST:
            return _unknown(strict)
        permissive, made = self._run(PERMISSIVE)
        match permissive.verdict, strict.verdict:
            case FalseVerdict() as verdict, _:
                return self._failing(permissive, verdict, made)
            case holding, FalseVerdict() as broken if holds(holding):
                preconditions = self._with_preconditions(strict, harness, broken_promises(harness, broken.inputs))
                return _with_bound(preconditions, permissive)
            case holding, _ if holds(holding):
                return _with_bound(self._with_null_parameters(strict, harness), permissive)
            case _:
                return _unknown(permissive)

    def _failing(self, result: Result, verdict: FalseVerdict, harness: Harness) -> Judgement:
        """Unless a null pointer is what goes wrong, and the harness could make nothing else: then a call in which it leads
        elsewhere has to go wrong, too, before it gets there."""
        variables = self.function.signature.initialised_variables
        if variables and not harness.options.sets_variables and self._left() >= LEAST:
            set_before, made = self._run(replace(PERMISSIVE, sets_variables=True))
            if isinstance(set_before.verdict, FalseVerdict):
                return self._failing(set_before, set_before.verdict, made)
            unset = tuple(f"{each.name} is set, as {each.setters[0]} sets it" for each in variables)
            detail = f"no failure was found where {'they are' if unset[1:] else 'it is'} set"
            return replace(_failing(result, verdict), status=FunctionStatus.PRECONDITION, preconditions=unset, detail=detail)
        through_null = is_through(verdict, FaultKind.NULL) and (harness.is_cut or harness.leaves_out)
        self.shown = task_of(self.function, harness, self.terms), verdict
        if not through_null and not (harness.is_cut and is_through(verdict, FaultKind.NO_OBJECT)):
            return _failing(result, verdict)
        if self._left() >= LEAST:
            other, made = self._run(replace(PERMISSIVE, cut=Cut.NOWHERE))
            if isinstance(other.verdict, FalseVerdict) and not is_nowhere(other.verdict):
                self.shown = task_of(self.function, made, self.terms), other.verdict
                return _failing(other, other.verdict)
        told = _failing(result, verdict)
        detail = f"{verdict.violation}, which may be one that the harness made nothing for; --depth makes more"
        return replace(
            told, status=FunctionStatus.UNKNOWN, reason=DEPTH, detail=detail, violation="", check="", fault=None, inputs=()
        )

    def _with_preconditions(self, strict: Result, harness: Harness, broken: Sequence[str]) -> Judgement:
        """Until those that are there are enough; then without those that are not needed."""
        promises = list(broken)
        proof: Result | None = None
        while proof is None and self._left() > LEAST:
            result, made = self._run(STRICT, frozenset(promises))
            match result.verdict:
                case verdict if holds(verdict):
                    proof = result
                case FalseVerdict(inputs=inputs) if more := broken_promises(made, inputs):
                    promises += more
                case FalseVerdict():
                    return _contradiction()
                case _:
                    break
        needed = self._broken_alone(promises, harness) if proof is None else self._needed(promises)
        assert isinstance(strict.verdict, FalseVerdict)
        told = _failing(strict, strict.verdict)
        detail = "" if proof is not None else _NOT_ENOUGH
        return replace(told, status=FunctionStatus.PRECONDITION, preconditions=tuple(needed), detail=detail)

    def _with_null_parameters(self, strict: Result, harness: Harness) -> Judgement:
        """Permissive calls are proved, and strict ones are too many: what of those that differ in parameters that are null?"""
        others = {choice.promise for choice in harness.choices} - {
            f"{each.name} != 0" for each in self.function.signature.parameters
        }
        broken: list[str] = []
        told: Judgement | None = None
        while self._left() > LEAST:
            result, made = self._run(STRICT, frozenset([*others, *broken]))
            if not isinstance(result.verdict, FalseVerdict):
                break
            if not (more := broken_promises(made, result.verdict.inputs)):
                return _contradiction()
            told = told or _failing(result, result.verdict)
            broken += more
        detail = "proved where no pointer is null or the same, and lengths are right"
        if told is None:
            return replace(_unknown(strict), detail=detail)
        return replace(told, status=FunctionStatus.PRECONDITION, preconditions=tuple(broken), detail=f"{_NOT_ENOUGH}: {detail}")

    def _needed(self, promises: Sequence[str]) -> list[str]:
        needed = list(promises)
        for promise in promises if len(promises) > 1 else ():
            fewer = [each for each in needed if each != promise]
            if self._left() > LEAST and holds(self._run(STRICT, frozenset(fewer))[0].verdict):
                needed = fewer
        return needed

    def _broken_alone(self, promises: Sequence[str], harness: Harness) -> list[str]:
        """Without those that callers may break who keep all others: a run breaks some by chance."""
        every = {each.promise for each in harness.choices}
        needed = list(promises)
        for promise in promises:
            if self._left() > LEAST and holds(self._run(STRICT, frozenset(every - {promise}))[0].verdict):
                needed.remove(promise)
        return needed or list(promises)

    def _run(
        self, options: HarnessOptions, promises: frozenset[str] = frozenset(), *, most: float | None = None
    ) -> tuple[Result, Harness]:
        return self._verified(self._harness(options, promises), most)

    def _verified(self, harness: Harness, most: float | None) -> tuple[Result, Harness]:
        return self._of_task(task_of(self.function, harness, self.terms), most), harness

    def _of_task(self, task: Task, most: float | None, engine: ProgramEngine | None = None) -> Result:
        began = time.monotonic()
        result = verify(task, self.terms.configuration, limits=self._limits(most), engine=engine)
        self.runs += 1
        self.used += float(result.statistics.get("cpu_seconds", time.monotonic() - began))
        return result

    def _harness(
        self, options: HarnessOptions, promises: frozenset[str] = frozenset(), *, elements: int | None = _BOUND_OF_RUN
    ) -> Harness:
        return entry_harness(self.function.signature, self._options(options, promises, elements=elements), self._required())

    def _required(self) -> list[Requirement]:
        kept = (one for each in self.invariants for one in each.requirements(self.function))
        return [*self.requirements, *kept, *self.contents]

    def _members(self) -> frozenset[str]:
        return used_members(self.function, self.requirements).union(*(each.words for each in self.invariants))

    def _options(
        self, options: HarnessOptions, promises: frozenset[str] = frozenset(), *, elements: int | None = _BOUND_OF_RUN
    ) -> HarnessOptions:
        kept = (promise for each in self.invariants for promise in each.promises(self.function))
        wanted = self.terms.options(options, promises.union(kept))
        return replace(
            wanted,
            elements=self.elements if elements == _BOUND_OF_RUN else elements,
            largest=LARGEST[self.terms.task.machine],
            keeps_blocks=checks_leaks(self.terms.task.property),
            on_heap=self.on_heap,
            depth=wanted.depth + self.deeper,
            members=self._members(),
        )

    def _left(self) -> float:
        limit = self.terms.limits.cpu_seconds
        return float("inf") if limit is None else limit - self.used

    def _limits(self, most: float | None) -> Limits:
        limits = self.terms.limits
        if limits.cpu_seconds is None:
            return limits
        seconds = max(LEAST, min(self._left(), most or self._left()))
        return limits.part(seconds)


def _requirements(relations: Sequence[ContentRelation]) -> tuple[Requirement, ...]:
    return tuple(Requirement(each.expression, _CONTENTS, 1, 1, is_listed=False) for each in relations)


def _said(relations: Sequence[ContentRelation]) -> tuple[str, ...]:
    return tuple(each.said for each in relations)


def _is_freed(fault: Fault | None) -> bool:
    return fault is not None and fault.kind is FaultKind.FREED


def _contradiction() -> Judgement:
    message = "a call goes wrong that is among those that were proved"
    return Judgement(status=FunctionStatus.UNKNOWN, reason=CONTRADICTION, detail=message)


def _proved(result: Result) -> Judgement:
    proved = Judgement(status=FunctionStatus.PROVED, assumptions=_assumptions(result))
    return _with_bound(proved, result) if is_bounded(result.verdict) else proved


def _with_bound(told: Judgement, result: Result) -> Judgement:
    """What rests on a result that holds up to a bound says so."""
    bound = result.verdict.detail if isinstance(result.verdict, Unknown) and is_bounded(result.verdict) else ""
    return told if not bound or told.status is FunctionStatus.UNKNOWN else _up_to(told, bound)


def _up_to(told: Judgement, bound: str) -> Judgement:
    if told.status in (FunctionStatus.PROVED, FunctionStatus.HOLDS):
        return replace(told, status=FunctionStatus.HOLDS, reason=Reason.BOUNDED.value, detail=bound, bound=bound)
    return replace(told, detail=_NOT_ENOUGH if told.detail.startswith(_NOT_ENOUGH) else f"then {bound}", bound=bound)


def _with_invariants(told: Judgement, invariants: Sequence[ObjectInvariant]) -> Judgement:
    """A judgement about objects of which these hold."""
    said = tuple(f"{each.record}: {', '.join(each.said)}" for each in invariants)
    kept = (KEPT.format(record=each.record, invariant=", ".join(each.said)) for each in invariants)
    told = replace(told, invariants=said, assumptions=(*told.assumptions, *kept))
    bound = next((each.bound for each in invariants if each.bound), "")
    return told if told.bound or not bound else _up_to(told, bound)


def _failing(result: Result, verdict: FalseVerdict) -> Judgement:
    return Judgement(
        status=FunctionStatus.FAILING,
        violation=verdict.violation,
        check=verdict.check,
        fault=verdict.fault,
        site=site_name(verdict.site or verdict.place, verdict.check),
        place=verdict.place,
        inputs=tuple(map(str, verdict.inputs)),
        assumptions=_assumptions(result),
    )


def _assumptions(result: Result) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.what for each in result.assumptions))


def _unknown(result: Result) -> Judgement:
    match result.verdict:
        case Unknown(reason=reason, detail=detail, place=place):
            return Judgement(status=FunctionStatus.UNKNOWN, reason=str(reason), detail=detail, place=place)
        case InvalidProgram(message=message, place=place):
            return Judgement(status=FunctionStatus.UNKNOWN, reason=NO_HARNESS, detail=message, place=place)
        case Defect(kind=kind, message=message):
            return Judgement(status=FunctionStatus.UNKNOWN, reason=DEFECT, detail=f"{kind}: {message}")
        case FalseVerdict() | TrueVerdict():
            return Judgement(
                status=FunctionStatus.UNKNOWN, reason=str(Reason.TIME_OUT), detail="no time was left for other calls"
            )


def judgement_document(judgement: Judgement) -> dict[str, object]:
    """What is not there is left out."""
    place = judgement.place
    values = {
        "status": judgement.status.value,
        "reason": judgement.reason,
        "detail": judgement.detail,
        "violation": judgement.violation,
        "check": judgement.check,
        "place": None if place is None else str(place),
        "inputs": list(judgement.inputs),
        "preconditions": list(judgement.preconditions),
        "calls": list(judgement.calls),
        "invariants": list(judgement.invariants),
        "broken_invariants": list(judgement.broken),
        "bound": judgement.bound,
        "harness": judgement.harness,
        "others": [judgement_document(each) for each in judgement.others],
        "assumptions": list(judgement.assumptions),
        "runs": judgement.runs,
        "cpu_seconds": judgement.cpu_seconds,
    }
    return {name: value for name, value in values.items() if value not in (None, "", [])}


def judgement_of(document: Mapping[str, object], place: Place | None) -> Judgement | None:
    """What ``judgement_document`` made, with a place of its own; None if it made none of it."""
    words = {name: document.get(name, "") for name in ("reason", "detail", "violation", "check", "bound", "harness")}
    lists = {
        name: document.get(name, [])
        for name in ("inputs", "preconditions", "calls", "invariants", "broken_invariants", "assumptions")
    }
    runs, seconds, status = document.get("runs", 0), document.get("cpu_seconds", 0.0), document.get("status")
    if not all(isinstance(each, str) for each in words.values()) or not all(isinstance(each, list) for each in lists.values()):
        return None
    if not isinstance(runs, int) or not isinstance(seconds, (int, float)) or status not in list(FunctionStatus):
        return None
    return Judgement(
        status=FunctionStatus(str(status)),
        reason=str(words["reason"]),
        detail=str(words["detail"]),
        violation=str(words["violation"]),
        check=str(words["check"]),
        bound=str(words["bound"]),
        harness=str(words["harness"]),
        place=place,
        inputs=_texts(lists["inputs"]),
        preconditions=_texts(lists["preconditions"]),
        calls=_texts(lists["calls"]),
        invariants=_texts(lists["invariants"]),
        broken=_texts(lists["broken_invariants"]),
        assumptions=_texts(lists["assumptions"]),
        runs=runs,
        cpu_seconds=float(seconds),
    )


def _texts(values: object) -> tuple[str, ...]:
    return tuple(map(str, values)) if isinstance(values, list) else ()
