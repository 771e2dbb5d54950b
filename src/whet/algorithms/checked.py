"""What a verdict is about: those things the property forbids that the program has at all, and what of it was shown beforehand."""

from __future__ import annotations

from dataclasses import replace

from whet.cfa.model import Program
from whet.cfa.operations import Skip, flatten
from whet.cfa.sites import OmittedCheck, sites_of
from whet.cfa.targets import ASSERTION_FUNCTIONS
from whet.core.evidence import Proof
from whet.core.result import Checked, Result
from whet.task.properties import ASSERT, Never, NoAssertionFailure, NotSupported, Property, UnreachableCall, UnreachableLabel
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class Discharged:
    """What was left out, and why."""

    sites: tuple[str, ...] = ()
    """Of which nothing is left to be checked."""
    proof: Proof = Proof(())
    """That these checks hold."""
    checks: tuple[OmittedCheck, ...] = ()
    analyses: str = "intervals"
    """What has shown that they hold."""
    excludes_all: bool = False
    """Was every violation of the property excluded?"""

    def with_result(self, result: Result) -> Result:
        """Of the program without these checks; a proof is one of the program with them."""
        found = result.evidence
        if not isinstance(found, Proof) or found.with_summaries:  # which is one of another program, with all its checks
            return result
        # May a check have been left out because of what functions are called with, of which their contracts say less?
        both = replace(
            found,
            invariants=tuple(dict.fromkeys((*found.invariants, *self.proof.invariants))),
            heaps=(*found.heaps, *self.proof.heaps),
            left_out=found.left_out + self.proof.left_out + bool(found.contracts and (self.checks or self.proof.invariants)),
        )
        return replace(result, evidence=both)


def checked_in(program: Program, wanted: Property, discharged: Discharged | None = None) -> Checked:
    """What the property names and the program has; all that it names, if the program has nothing of it."""
    discharged = discharged or Discharged()
    found: set[str] = set()
    named = {function.written_name for function in program.functions.values()}
    for condition in wanted.conditions:
        match condition:
            case UnreachableCall(functions=functions):
                found.update(name for name in functions if not {name, f"__builtin_{name}"}.isdisjoint(named))
            case UnreachableLabel(label=label) if label in _labels(program):
                found.add(f"label {label}")
            case NoAssertionFailure() if not (ASSERTION_FUNCTIONS & program.targets.functions).isdisjoint(named):
                found.add(ASSERT)
            case Never(danger=danger) if danger.words in program.functions:  # checks are in the program
                found.add(danger.check)
            case UnreachableLabel() | NoAssertionFailure() | Never() | NotSupported():
                pass
    present = frozenset(found)
    words = tuple(word for word in wanted.checked if word in present)
    sites = () if discharged.excludes_all else tuple(sites_of(program))
    return Checked(
        words or wanted.checked,
        occur=bool(words),
        asked=wanted.checks,
        sites=sites,
        discharged=discharged.sites,
        discharged_by=discharged.analyses,
    )


def _labels(program: Program) -> frozenset[str]:
    edges = (edge for function in program.functions.values() for edge in function.edges())
    operations = (part for edge in edges for part in flatten(edge.operation))
    return frozenset(part.label for part in operations if isinstance(part, Skip) and part.label is not None)
