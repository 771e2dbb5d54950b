"""A scan: every function of a project is judged in a child process, some at a time, and what is known already is not asked again.

The store has a judgement under the fingerprint of the strict harness and of how the scan judges.  A decided one is good for
ever; an unknown one as long as no more time or memory is given.  A budget ends a scan early: then what did not begin is unknown
for that reason, and is not kept.

Invariant: what is in the store was judged to its end; when a scan ends or is interrupted, no process of it is left.
"""

from __future__ import annotations

import hashlib
import os
import re
import select
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from whet.harness.options import FIRST_BOUND, PERMISSIVE, STRICT, Requirement
from whet.projects.callers import Judged, is_open, judged_by_callers
from whet.projects.constructed import ConstructedObjects, task_of_calls
from whet.projects.entries import entry_harness
from whet.projects.fingerprint import Fingerprint, fingerprint_of
from whet.projects.functions import ObjectFunctions, ProjectFunction
from whet.projects.invariants import ObjectInvariant, invariant_document, key_of, read_invariant
from whet.projects.judging import (
    BUDGET,
    DEEPER,
    DEFECT,
    FunctionStatus,
    Judgement,
    ScanTerms,
    judge,
    judgement_document,
    judgement_of,
    reproducer_name,
    task_of,
    used_members,
)
from whet.projects.preconditions import Requirements
from whet.projects.store import FolderStore, ResultStore
from whet.report.flow import read_place
from whet.runtime.isolation import Child, Finished, start_isolated
from whet.runtime.limits import Limits
from whet.task.records import dataclass

_PAUSE = 0.2
"""Seconds after which children are looked at again."""
_PLACED = re.compile(r"(.+?:\d+:\d+)(: .*)", re.DOTALL)
"""A text that begins with its place."""
_NUMBERED = re.compile(r"#(\d+)(: .*)", re.DOTALL)


Observer: TypeAlias = Callable[[Judged], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    terms: ScanTerms
    functions: Sequence[ProjectFunction]
    requirements: Requirements
    store: ResultStore | None = None
    workers: int = 2
    budget: float | None = None
    """Seconds that may pass in all."""

    def run(self, observer: Observer) -> Iterator[Judged]:
        """In the order in which they end; internal functions that fail come last, judged by their callers."""
        with ExitStack() as stack:
            # The functions of a structure share what is inferred of it.
            shared = self.store or FolderStore(Path(stack.enter_context(TemporaryDirectory())))
            yield from _Running(self, stack, observer, shared).results()


@dataclass(slots=True)
class _Running:
    scan: Scan
    stack: ExitStack
    observer: Observer
    shared: ResultStore
    began: float = field(default_factory=time.monotonic)
    done: list[Judged] = field(default_factory=list)

    def results(self) -> Iterator[Judged]:
        waiting = deque(self.scan.functions)
        running: dict[Child[Judged], ProjectFunction] = {}
        while waiting or running:
            while waiting and len(running) < self.scan.workers and not self._is_over():
                function = waiting.popleft()
                running[self._start(function)] = function
            for judged in [*self._ended(running), *(self._left_out(waiting) if self._is_over() else ())]:
                self.done.append(judged)
                if not is_open(judged):
                    self.observer(judged)
                    yield judged
        for judged in filter(is_open, self.done):
            found = judged_by_callers(judged, self.done)
            self.observer(found)
            yield found

    def _is_over(self) -> bool:
        return self.scan.budget is not None and time.monotonic() - self.began > self.scan.budget

    def _left_out(self, waiting: deque[ProjectFunction]) -> Iterator[Judged]:
        while waiting:
            detail = "the time for the whole scan was over before it began"
            yield Judged(waiting.popleft(), Judgement(status=FunctionStatus.UNKNOWN, reason=BUDGET, detail=detail))

    def _start(self, function: ProjectFunction) -> Child[Judged]:
        requirements = self.scan.requirements.get(function.signature.name, ())
        work = start_isolated(lambda: judged(function, requirements, self.scan.terms, self.scan.store, self.shared))
        return self.stack.enter_context(work)

    def _ended(self, running: dict[Child[Judged], ProjectFunction]) -> Iterator[Judged]:
        if running:
            select.select([*running], [], [], _PAUSE)
        for child in [*running]:
            match child.poll():
                case None:
                    pass
                case Finished(value=found):
                    del running[child]
                    yield found
                case failed:
                    function = running.pop(child)
                    yield Judged(function, Judgement(status=FunctionStatus.UNKNOWN, reason=DEFECT, detail=str(failed)))


def judged(
    function: ProjectFunction,
    requirements: Sequence[Requirement],
    terms: ScanTerms,
    store: ResultStore | None,
    shared: ResultStore | None = None,
) -> Judged:
    """What is known of the function, or what is found out now.  ``shared`` has what was inferred of structures."""
    began = time.monotonic()
    prints = None if store is None else _prints(function, requirements, terms)
    told = None if store is None or prints is None else prints.known(store)
    if told is not None and not _wants_reproducer(function, told, terms):
        return Judged(function, told, is_reused=True, seconds=round(time.monotonic() - began, 3))

    def infer(function: ProjectFunction, objects: ObjectFunctions) -> ObjectInvariant | None:
        return terms.invariant_of(function, objects) if shared is None else _inferred(function, objects, terms, shared)

    found = judge(function, requirements, terms, infer)
    if store is not None and prints is not None and found.reason != DEFECT:
        prints.keep(store, found)
    return Judged(function, found, seconds=round(time.monotonic() - began, 3))


def _inferred(
    function: ProjectFunction, objects: ObjectFunctions, terms: ScanTerms, store: ResultStore
) -> ObjectInvariant | None:
    """Found once for all functions of a structure."""
    if not objects.operations:
        return None
    digest = _fingerprint_of_calls(replace(objects.operations[0], objects=function.objects), (), terms)
    key = (
        None
        if digest is None
        else key_of(objects, f"{digest} {terms.limits.cpu_seconds} {terms.elements} {terms.depth} {_stated(objects, terms)}")
    )
    if key is not None and (document := store.get(key)) is not None:
        return read_invariant(document)
    found = terms.invariant_of(function, objects)
    if key is not None:
        store.put(key, invariant_document(found))
    return found


def _stated(objects: ObjectFunctions, terms: ScanTerms) -> str:
    return f"{terms.stated.get(objects.record)}"


def _wants_reproducer(function: ProjectFunction, told: Judgement, terms: ScanTerms) -> bool:
    """Is a file to be written that is not there yet?  Only a run makes one."""
    if terms.reproduce is None or told.status is not FunctionStatus.FAILING:
        return False
    return terms.executes or not os.path.exists(os.path.join(terms.reproduce, reproducer_name(function)))


@dataclass(frozen=True)
class _Prints:
    """A function is judged by itself, and only if an object may be to blame by what the library does with such objects."""

    function: ProjectFunction
    requirements: Sequence[Requirement]
    terms: ScanTerms
    own: Fingerprint
    """Of the strict harness, as deep as it may be made: everything else follows from it and from how a scan judges."""

    @cached_property
    def with_objects(self) -> Fingerprint | None:
        """Also of the functions that make its objects and change them, and of what is stated of these."""
        calls = _fingerprint_of_calls(self.function, self.requirements, self.terms)
        stated = [_stated(each, self.terms) for each in self.function.objects]
        return None if calls is None else _digested(self.own, f"{calls} {stated} {self.own.digest}")

    def known(self, store: ResultStore) -> Judgement | None:
        if (told := known(store, self.own, self.terms)) is not None:
            return told
        return None if self.with_objects is None else known(store, self.with_objects, self.terms)

    def keep(self, store: ResultStore, found: Judgement) -> None:
        print_of = self.with_objects if found.uses_objects else self.own
        if print_of is not None:
            keep(store, print_of, found, self.terms)


def _prints(function: ProjectFunction, requirements: Sequence[Requirement], terms: ScanTerms) -> _Prints | None:
    members = used_members(function, requirements)
    options = replace(terms.options(STRICT), elements=terms.elements or FIRST_BOUND, depth=terms.depth + DEEPER, members=members)
    harness = entry_harness(function.signature, options, requirements)
    found = fingerprint_of(task_of(function, harness, terms), terms.configuration, limits=_reading(terms))
    visible = "public" if function.is_public else "internal"
    words = None if found is None else f"scan 10 {terms.elements} {visible} {found.digest}"
    return None if found is None or words is None else _Prints(function, requirements, terms, _digested(found, words))


def _digested(print_of: Fingerprint, words: str) -> Fingerprint:
    return replace(print_of, digest=hashlib.sha256(words.encode()).hexdigest())


def _fingerprint_of_calls(function: ProjectFunction, requirements: Sequence[Requirement], terms: ScanTerms) -> str | None:
    """Of all functions that make its objects; empty if it has none."""
    objects = ConstructedObjects(function, requirements)
    if not function.is_public or not objects.made:
        return ""
    task = task_of_calls(terms.task, objects.all_calls(), terms.options(PERMISSIVE))
    found = fingerprint_of(task, terms.configuration, limits=_reading(terms))
    return None if found is None else found.digest


def _reading(terms: ScanTerms) -> Limits:
    return Limits.of_cpu(60.0, terms.limits.memory_bytes)


def keep(store: ResultStore, print_of: Fingerprint, found: Judgement, terms: ScanTerms) -> None:
    limits = {"time_limit": terms.limits.cpu_seconds, "memory_limit": terms.limits.memory_bytes}
    store.put(print_of.digest, {**_kept(print_of, found), **limits})


def _kept(print_of: Fingerprint, found: Judgement) -> dict[str, object]:
    """With numbers of places in the text."""
    document = judgement_document(replace(found, inputs=tuple(_numbered(each, print_of) for each in found.inputs)))
    others = [_kept(print_of, each) for each in found.others]
    return {**document, "place": None, "place_number": print_of.number(found.place), "others": others}


def known(store: ResultStore, print_of: Fingerprint, terms: ScanTerms) -> Judgement | None:
    """What was kept under this fingerprint, if it holds for these terms, with places of the present text."""
    document = store.get(print_of.digest)
    if document is None:
        return None
    found = _read(print_of, document)
    return found if found is not None and (found.is_final or not _has_more(document, terms)) else None


def _read(print_of: Fingerprint, document: Mapping[str, object]) -> Judgement | None:
    number, listed = document.get("place_number"), document.get("others", [])
    found = judgement_of(document, print_of.place(number if isinstance(number, int) else None))
    others = [_read(print_of, each) for each in listed if isinstance(each, dict)] if isinstance(listed, list) else [None]
    if found is None or None in others:
        return None
    known_others = tuple(each for each in others if each is not None)
    return replace(found, inputs=tuple(_placed(each, print_of) for each in found.inputs), others=known_others)


def _has_more(document: Mapping[str, object], terms: ScanTerms) -> bool:
    """Is there more time or memory than there was?"""
    pairs = (("time_limit", terms.limits.cpu_seconds), ("memory_limit", terms.limits.memory_bytes))
    return any(_is_more(limit, document.get(name)) for name, limit in pairs)


def _is_more(limit: float | None, given: object) -> bool:
    return isinstance(given, (int, float)) and (limit is None or limit > given)


def _numbered(text: str, print_of: Fingerprint) -> str:
    """A text that begins with a place, with the number of that place; one that is in the harness stays where it is."""
    found = _PLACED.fullmatch(text)
    number = None if found is None else print_of.number(read_place(found[1]))
    return text if found is None or number is None else f"#{number}{found[2]}"


def _placed(text: str, print_of: Fingerprint) -> str:
    found = _NUMBERED.fullmatch(text)
    place = None if found is None else print_of.place(int(found[1]))
    return text if found is None or place is None else f"{place}{found[2]}"


def counts(results: Iterable[Judged]) -> dict[str, int]:
    """By status; those that are unknown also by reason."""
    found: dict[str, int] = dict.fromkeys(FunctionStatus, 0)
    for each in results:
        found[each.judgement.status] += 1
        if each.judgement.status is FunctionStatus.UNKNOWN:
            reason = f"{FunctionStatus.UNKNOWN}: {each.judgement.reason}"
            found[reason] = found.get(reason, 0) + 1
    return found


def judged_document(each: Judged) -> dict[str, object]:
    place = each.function.signature.place
    return {
        "function": each.function.signature.name,
        "file": each.function.file,
        "declared": None if place is None else str(place),
        **judgement_document(each.judgement),
        **({"replay": each.judgement.replay} if each.judgement.replay else {}),
        "reused": each.is_reused,
        "seconds": each.seconds,
    }
