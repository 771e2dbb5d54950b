"""Is an earlier proof still one?  The evidence of a TRUE is carried over to a program that was edited, and checked there.

Evidence speaks of locations by their numbers, which edits change.  A *layout* names locations by what edits leave alone: the
second loop of a function, the first call of ``f`` in a function.  What has no such name any more is left out.  So the evidence
may be wrong for the new program, or too weak, and nothing of it is believed: the check of proofs (``proofs``) decides, on
the program as it is now, and if it does not accept there is no verdict.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from whet.algorithms.assumptions import assumptions_in
from whet.algorithms.checked import checked_in
from whet.algorithms.engine import targets_of, with_premises
from whet.algorithms.proving import check_limits, checked_apart
from whet.cfa.facts import Facts
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call
from whet.cfa.trees import BadTree, Trees
from whet.checks.insertion import put_checks
from whet.core.algorithm import Problem
from whet.core.configuration import EngineChoice
from whet.core.context import Context
from whet.core.evidence import Invariant, Proof, Unrolled
from whet.core.result import ProofAccepted, Reason, Result, TrueVerdict, Unknown
from whet.pointers.regions import Regions
from whet.proofs.check import CheckAccepted, CheckRejected, CheckUndecided
from whet.task.configuration import Configuration
from whet.task.records import dataclass
from whet.task.task import Task

_LEAST = 5.0
_SHARE = 0.3
"""The part of the time that the check may take: if it does not accept, a search needs the rest."""


@dataclass(frozen=True, slots=True)
class LocationNames:
    """Names of locations, by their numbers; those of a program as it was read, before a property is put into it."""

    spots: Mapping[int, str]
    """Entries of functions and heads of loops."""
    calls: Mapping[int, str]

    def to_json(self) -> dict[str, object]:
        return {"spots": [list(each) for each in self.spots.items()], "calls": [list(each) for each in self.calls.items()]}

    @staticmethod
    def from_json(document: object) -> LocationNames:
        """Raises ``ValueError``."""
        match document:
            case {"spots": list(spots), "calls": list(calls)}:
                return LocationNames(dict(map(_pair, spots)), dict(map(_pair, calls)))
            case _:
                raise ValueError("this is no layout")


def _pair(document: object) -> tuple[int, str]:
    match document:
        case [int(number), str(name)]:
            return number, name
        case _:
            raise ValueError(f"{document!r} is no location")


def layout_of(program: Program) -> LocationNames:
    spots: dict[int, str] = {}
    calls: dict[int, str] = {}
    for function in program.defined_functions:
        spots |= dict(_spots(program, function))
        calls |= dict(_calls(function))
    return LocationNames(spots, calls)


def _spots(program: Program, function: Function) -> Iterator[tuple[int, str]]:
    if function.entry is not None:
        yield function.entry.number, f"{function.name}: entry"
    for number, head in enumerate(sorted(Facts.of(program).loops(function).heads)):
        yield head.number, f"{function.name}: loop {number}"


def _calls(function: Function) -> Iterator[tuple[int, str]]:
    met: Counter[str] = Counter()
    for edge in function.edges():
        if isinstance(edge.operation, Call):
            callee = edge.operation.callee
            name = callee.name if isinstance(callee, Function) else "a pointer"
            yield edge.source.number, f"{function.name}: call {met[name]} of {name}"
            met[name] += 1


def moved(proof: Proof, old: LocationNames, program: Program) -> Proof:
    """A proof of an earlier program, said of this one."""
    new = layout_of(program)
    spots = {name: number for number, name in new.spots.items()}
    calls = {name: number for number, name in new.calls.items()}
    trees, kept = Trees(program), list[Invariant]()
    for each in proof.invariants:
        node = spots.get(old.spots.get(each.node, ""))
        way = [old.calls.get(number, "") for number in each.calls or ()]
        if node is not None and all(name in calls for name in way) and _can_be_read(each, trees):
            there = None if each.calls is None else tuple(calls[name] for name in way)
            kept.append(replace(each, node=node, place=None, calls=there))
    return replace(proof, invariants=tuple(kept), left_out=proof.left_out + len(proof.invariants) - len(kept))


def _can_be_read(invariant: Invariant, trees: Trees) -> bool:
    try:
        trees.claim(invariant.tree)
    except BadTree:
        return False
    return True


@dataclass(frozen=True, slots=True)
class EarlierProof:
    """An engine: TRUE if the evidence is still a proof, otherwise UNKNOWN."""

    evidence: Proof | Unrolled
    layout: LocationNames

    def __call__(self, program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
        from whet.algorithms.summarised import checked_with  # which moves evidence, too

        evidence = moved(self.evidence, self.layout, program) if isinstance(self.evidence, Proof) else self.evidence
        put_checks(program, targets_of(task.property), Regions)
        checked, said = checked_with(Problem(program, task, configuration), evidence)
        limits, began = context.hard_limits, time.monotonic()
        context.progress("checking the earlier proof")
        seconds = 4 * _LEAST if limits.cpu_seconds is None else max(_LEAST, _SHARE * limits.cpu_seconds)
        match checked_apart(checked, said, check_limits(context, seconds), EngineChoice.of(configuration)):
            case CheckAccepted(obligations=obligations):
                accepted = ProofAccepted(obligations=obligations, seconds=time.monotonic() - began)
                result = Result(TrueVerdict(), tuple(assumptions_in(program)), evidence=evidence, proof_check=accepted)
                return with_premises(result.with_checked(checked_in(program, task.property)), program)
            case CheckUndecided(reason=reason) | CheckRejected(what=reason):
                return Result(Unknown(Reason.NOT_PROVED, f"the earlier proof is none any more: {reason}"))
