"""Verifying a function through its harness: a search for failures in small calls, a proof for all of them, then larger calls.

A harness may be *bounded*: arrays, strings and chains of pointers are of some size at most.  A failure that it shows is one, and
a proof for it is ``UNKNOWN(bounded)`` (``Session.verify`` sees to that).  A verdict TRUE needs a harness that makes all calls
(``EntryCall.proof``), and, where callers are required to keep to something, a call that satisfies it: otherwise the proof is
about nothing, and the verdict is ``UNKNOWN(no call)``.

All runs together use the CPU time of the verification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from whet.cfa.sites import site_name
from whet.cfa.source import Place
from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict, Reason, Result, TrueVerdict, Unknown, Verdict
from whet.frontend.signatures import Signature
from whet.harness.appended import REACHED
from whet.harness.contracts import ContractText
from whet.harness.options import FIRST_BOUND, NOWHERE, Cut, Harness, HarnessOptions, Requirement
from whet.projects.entries import checks_leaks, entry_harness, with_harness
from whet.runtime.limits import Limits
from whet.session.findings import Findings
from whet.session.session import verify
from whet.task.dangers import FaultKind
from whet.task.properties import Property, UnreachableCall
from whet.task.records import dataclass
from whet.task.task import Machine, Task

GROWTH = (16, 64, 256, 1024)
"""The bounds of lengths after the first, as long as there is time."""
_SMALLER = 2
"""The bound after a first search that reached a limit."""
LEAST = 0.5
"""Seconds of CPU time with which a run may find something out."""
_FIRST_SHARE, _PROOF_SHARE, _SMALLER_SHARE = 0.25, 0.35, 0.5
"""Of the time that is left: what the first search, the proof, and the search with smaller calls may use."""
LARGEST = {Machine.LP64: (1 << 47) - 1, Machine.ILP32: (1 << 31) - 1}
"""Bytes of an object: on 64 bits what programs have addresses for, on 32 bits what differences of pointers can tell."""
_SATISFYING = Limits(cpu_seconds=10.0, wall_seconds=120.0)
_MANY = 64
"""Elements of the arrays of a call that is to satisfy requirements."""
_AROUND = 1 << 16
"""Bytes: so far may a member be from the address of its structure."""
_OF_HARNESS = (FaultKind.NULL, FaultKind.NO_OBJECT)
"""What may be wrong with a pointer that the harness made no object for."""

Search: TypeAlias = Callable[[Task, Limits], Findings]
Further: TypeAlias = Callable[[Task, tuple[str, ...], Limits], Result]
"""Verifies a task with the checks at some sites granted."""
MOST_FURTHER = 3
_MOST_NAMED = 3
LEAST_FURTHER = 3.0
"""Violations after the first, and the seconds of CPU time for them if the first took less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCall:
    """A function that is to be called with generated arguments."""

    task: Task
    """Without a harness."""
    file: str
    signature: Signature
    options: HarnessOptions
    """With ``elements`` None unless the user bounds them."""
    requirements: tuple[Requirement, ...] = ()
    contract: ContractText | None = None
    """Checks what the function promises."""

    def harness(self, options: HarnessOptions) -> Harness:
        made = replace(options, largest=LARGEST[self.task.machine], keeps_blocks=checks_leaks(self.task.property))
        return entry_harness(self.signature, made, self.requirements, contract=self.contract)

    def task_of(self, harness: Harness) -> Task:
        return with_harness(self.task, self.file, harness)

    def bounded(self, elements: int) -> Harness:
        return self.harness(replace(self.options, elements=elements))

    def first(self) -> Harness:
        return self.bounded(self.options.elements or FIRST_BOUND)

    def proof(self) -> Harness | None:
        """The harness of all calls, if there is one."""
        found = self.harness(replace(self.options, cut=Cut.ANY))
        return None if found.is_bounded else found

    def main_task(self) -> Task:
        """The one that decides, if one does."""
        first = self.first()
        return self.task_of((self.proof() or first) if first.is_bounded else first)


@dataclass(slots=True)
class EntrySearch:
    """The runs of one call; used once."""

    call: EntryCall
    search: Search
    limits: Limits
    further: Further | None = None
    """Looks for violations at other places than the first; None if ``search`` does, or if one is enough."""
    used: float = 0.0
    runs: int = 0

    def run(self) -> tuple[Findings, Task]:
        """What was found, and the task that it was found for."""
        found, task = self._found()
        verdict = found.result.verdict
        if holds(verdict):
            unsatisfied = unsatisfied_requirements(self.call)
            found = found if unsatisfied is None else Findings(_undecided(found.result, unsatisfied))
        contract = self.call.contract
        if isinstance(found.result.verdict, TrueVerdict) and contract is not None:
            why = contract.unchecked(self.call.signature.name)
            unknown = Unknown(Reason.ASSUMPTION, why) if why else None
            found = found if unknown is None else Findings(_undecided(found.result, unknown))
        if isinstance(verdict, FalseVerdict) and self.further is not None:
            others = list(self._others(found.result, task, self.further))
            found.violations = [found.result, *others] if others else []
        found.result = found.result.with_statistics({"cpu_seconds": round(self.used, 3), "harnesses": self.runs})
        return found, task

    def _others(self, result: Result, task: Task, further: Further) -> Iterator[Result]:
        """Violations at other places, in about the time that the first one took."""
        until = self.used + min(max(self.used, LEAST_FURTHER), self._left() / 2)
        granted: tuple[str, ...] = ()
        while isinstance(verdict := result.verdict, FalseVerdict) and len(granted) < MOST_FURTHER:
            site = site_name(verdict.site or verdict.place, verdict.check)
            seconds = until - self.used
            if site in granted or seconds < LEAST:
                return
            granted += (site,)
            result = further(task, granted, self.limits.part(seconds))
            self.used += float(result.statistics.get("cpu_seconds", 0.0))
            self.runs += 1
            other = result.verdict
            if isinstance(other, FalseVerdict) and (self.call.options.may_be_null or not is_through(other, *_OF_HARNESS)):
                yield result

    def _found(self) -> tuple[Findings, Task]:
        first = self.call.first()
        if not first.is_bounded:
            return self._confirmed(*self._verified(first), first)
        found = self._verified(first, _FIRST_SHARE)
        if not _is_open(found[0].result.verdict):
            return self._confirmed(*found, first)
        proof = self.call.proof()
        if proof is not None and self._left() >= LEAST:
            proved = self._verified(proof, _PROOF_SHARE)
            if isinstance(proved[0].result.verdict, TrueVerdict):
                return proved
        return self._enlarged(found, first)

    def _enlarged(self, found: tuple[Findings, Task], first: Harness) -> tuple[Findings, Task]:
        """Larger and larger calls; what was not decided for the first is tried again, after smaller calls."""
        for harness, share in self._harnesses(first, is_again=not is_bounded(found[0].result.verdict)):
            if self._left() < LEAST:
                break
            larger = self._verified(harness, share)
            if not _is_open(larger[0].result.verdict):
                return self._confirmed(*larger, harness)
            if share < 1.0:
                continue
            if _needs_more_time(larger[0].result.verdict):
                break
            if is_bounded(larger[0].result.verdict):
                found = larger
        return found

    def _harnesses(self, first: Harness, *, is_again: bool) -> Iterator[tuple[Harness, float]]:
        """With the share of the time that is left."""
        is_free = first.longest is not None and self.call.options.elements is None
        if is_again and is_free:
            yield self.call.bounded(_SMALLER), _SMALLER_SHARE
        if is_again:
            yield first, 1.0
        if is_free:
            yield from ((self.call.bounded(elements), 1.0) for elements in GROWTH)

    def _confirmed(self, found: Findings, task: Task, harness: Harness) -> tuple[Findings, Task]:
        """No function fails by a null pointer that the harness made, if pointers are not null, or because it is called before
        variables are set."""
        verdict = found.result.verdict
        is_initial = bool(self.call.signature.initialised_variables) and not harness.options.sets_variables
        if isinstance(verdict, FalseVerdict) and is_initial:
            made = self.call.harness(replace(self.call.options, elements=harness.longest or FIRST_BOUND, sets_variables=True))
            after = self._verified(made)
            if isinstance(after[0].result.verdict, FalseVerdict):
                return self._confirmed(*after, made)
            unknown = Unknown(Reason.BOUNDED, unset_words(verdict, self.call.signature), verdict.place)
            return Findings(_undecided(found.result, unknown)), task
        made_all = not harness.is_cut and not harness.leaves_out
        if self.call.options.may_be_null or made_all or not isinstance(verdict, FalseVerdict):
            return found, task
        if not is_through(verdict, *_OF_HARNESS):
            return found, task
        elsewhere = self.call.harness(replace(self.call.options, elements=harness.longest or FIRST_BOUND, cut=Cut.NOWHERE))
        other = self._verified(elsewhere)
        if isinstance(other[0].result.verdict, FalseVerdict) and not is_nowhere(other[0].result.verdict):
            return other
        detail = f"{verdict.violation}, which may be one that the harness made no object for"
        unknown = Unknown(Reason.BOUNDED, f"{detail}: pointers are followed {self.call.options.depth} deep", verdict.place)
        return Findings(_undecided(found.result, unknown)), task

    def _verified(self, harness: Harness, share: float = 1.0) -> tuple[Findings, Task]:
        task, limits = self.call.task_of(harness), self.limits
        if limits.cpu_seconds is not None:
            limits = limits.part(max(LEAST, share * self._left()))
        found = self.search(task, limits)
        self.runs += 1
        self.used += float(found.result.statistics.get("cpu_seconds", 0.0))
        return found, task

    def _left(self) -> float:
        return float("inf") if self.limits.cpu_seconds is None else self.limits.cpu_seconds - self.used


def unset_words(verdict: FalseVerdict, signature: Signature) -> str:
    variables = " and ".join(f"{each.name} (set by {each.setters[0]})" for each in signature.initialised_variables[:_MOST_NAMED])
    return f"{verdict.violation}, which was not found where variables are set: {variables}"


def is_through(verdict: FalseVerdict, *kinds: FaultKind) -> bool:
    """Is it about a pointer of such a kind, as those are that the harness made no object for?"""
    return verdict.fault is not None and verdict.fault.kind in kinds


def _undecided(result: Result, verdict: Unknown) -> Result:
    return replace(result, verdict=verdict, evidence=None, proof_check=None)


def holds(verdict: Verdict) -> bool:
    """For all calls, or for those up to a bound?"""
    return isinstance(verdict, TrueVerdict) or is_bounded(verdict)


def is_bounded(verdict: Verdict) -> bool:
    """Is it a proof for some calls?"""
    return isinstance(verdict, Unknown) and verdict.reason is Reason.BOUNDED


def _is_open(verdict: Verdict) -> bool:
    """May another harness decide it?"""
    return isinstance(verdict, Unknown) and verdict.reason is not Reason.NOT_SUPPORTED


def _needs_more_time(verdict: Verdict) -> bool:
    """Did it reach a limit?  A larger call would, too; an alarm that was not confirmed says nothing about larger calls."""
    return isinstance(verdict, Unknown) and verdict.reason.is_limit


def is_nowhere(verdict: FalseVerdict) -> bool:
    """Is it about an address that only the harness gives, or that may be far from it (an element of a large number)?"""
    fault = verdict.fault
    return fault is not None and (fault.kind is FaultKind.NO_OBJECT or NOWHERE <= fault.address < NOWHERE + _AROUND)


def unsatisfied_requirements(call: EntryCall) -> Unknown | None:
    """Why nothing is known of calls that satisfy the requirements: none was found; None if one was, or nothing is required."""
    if not call.requirements or _is_satisfied(call, call.requirements):
        return None
    alone = [each for each in call.requirements if not _is_satisfied(call, [each])]
    which = alone or call.requirements
    words = " and ".join(map(str, which))
    are_any = "" if call.contract is None or not call.contract.set else f" other than {', '.join(call.contract.set)}"
    initial = f"variables{are_any} have their initial values there"
    detail = f"no call of {call.signature.name} was found that satisfies {words}; {initial}"
    return Unknown(Reason.VACUOUS, detail, Place(which[0].file, which[0].line, which[0].column))


def _is_satisfied(call: EntryCall, requirements: Sequence[Requirement]) -> bool:
    """Does a run come to the call?  Unrolling finds one if there is a short one."""
    options = replace(call.options, elements=call.options.elements or _MANY, stores=0, cut=Cut.ANY, asks_for_call=True)
    harness = replace(call, requirements=tuple(requirements)).harness(options)
    task = replace(call.task_of(harness), property=Property("unreach-call", (UnreachableCall((REACHED,)),)))
    result = verify(task, load_configuration("bmc", []), limits=_SATISFYING)
    return isinstance(result.verdict, FalseVerdict)
