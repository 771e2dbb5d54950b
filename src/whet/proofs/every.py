"""Claims about all elements of arrays, without quantifiers.

A claim is shown for fresh indices. A claim at the head of a loop is used at single indices: those of the elements in a condition,
and those to be shown. Each instance follows from the claim. A condition that is satisfiable with some instances may be
unsatisfiable with others: then the check is undecided. Instances concern only runs that reach the head: each visit of a head has
a truth value that is true of those runs and may be false of others, so that initiation cannot follow from consecution. An element
exists if it is in the object that its pointer points to; a claim is about the elements of whichever object that is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from whet.cfa.expressions import Cast, Deref, Expr, PointerAdd, Var, Variable, subexpressions
from whet.cfa.trees import Every
from whet.proofs.state import Activations, Bits, State, width_of
from whet.proofs.step import OperationEncoding
from whet.solvers.terms.matching import matched
from whet.solvers.terms.sorts import BOOL
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols
from whet.task.records import dataclass

_MOST = 12
"""Instances of one claim for one condition."""
_ANY_NUMBER = "which element it is"
_SOME_OF_ALL = "elements of which nothing was said, although something is claimed of all"


@dataclass(frozen=True, slots=True)
class Said:
    """A claim at some indices: under a condition, something holds."""

    given: tuple[Term, ...]
    holds: Term


def said_of(bits: Bits, every: Every, state: State, activations: Activations, numbers: Sequence[Term]) -> Said:
    """In a state, without its guard; the elements have to exist."""
    inside = state.copy()
    inside.guard = ()
    for variable, value in zip(every.numbers, numbers, strict=True):
        inside.cells[bits.cell(variable, activations)] = value
    step = OperationEncoding(bits, inside, activations)
    holds = step.truth(every.condition)
    return Said((*inside.guard, *_existing(step, every.condition)), holds)


def _existing(step: OperationEncoding, condition: Expr) -> Iterator[Term]:
    """Elements of unknown pointers are in the object pointed to, if it is named; for known pointers the access itself says so."""
    for part in subexpressions(condition):
        match part:
            case Deref(pointer=PointerAdd(pointer=Cast(operand=Var() as begin)) as pointer, type=type):
                base = step.value(begin)
                if base.value is None:
                    yield from _in_one_object(step, base, step.value(pointer), type.size)
            case _:
                pass


def _in_one_object(step: OperationEncoding, base: Term, address: Term, size: int) -> Iterator[Term]:
    t, width = step.bits.terms, step.bits.width
    for begin, length in step.bits.objects():
        first = t.bv(begin, width)
        leads_there = t.bv_ule(t.bv_sub(base, first), t.bv(length, width))
        inside = t.bv_ule(t.bv_sub(address, first), t.bv(length - size, width)) if length >= size else t.false
        yield t.implies(leads_there, inside)


def any_numbers(bits: Bits, numbers: Sequence[Variable]) -> list[Term]:
    return [bits.fresh(width_of(each.type), _ANY_NUMBER) for each in numbers]


class KnownClaim:
    """A claim about all indices that holds for runs that reached the head of a loop."""

    def __init__(self, bits: Bits, every: Every, here: Term, state: State, activations: Activations) -> None:
        self._bits = bits
        self._every = every
        self._here = here
        self._state = state.copy()
        self._activations = activations
        self._instances: dict[tuple[Term, ...], Term] = {}
        self._numbers = any_numbers(bits, every.numbers)
        with bits.unobserved() as looked_at:
            self._instance(self._numbers)
        self._patterns = {space: list(addresses) for space, addresses in looked_at.items()}

    def _instance(self, numbers: Sequence[Term]) -> Term:
        t, said = self._bits.terms, said_of(self._bits, self._every, self._state, self._activations, numbers)
        return t.implies(t.and_(self._here, *said.given), said.holds)

    def instances(self, condition: Term) -> Iterator[Term]:
        """Instances for the elements in a condition, if it is about runs that reached the head."""
        own = symbols(condition)
        if self._here in own:
            for numbers in islice(dict.fromkeys(self._matching(own)), _MOST):
                if numbers not in self._instances:
                    with self._bits.unobserved():
                        self._instances[numbers] = self._instance(numbers)
                yield self._instances[numbers]

    def _matching(self, own: frozenset[Term]) -> Iterator[tuple[Term, ...]]:
        """Unknown elements first, those at constant addresses last."""
        for space, patterns in self._patterns.items():
            for address in sorted(self._bits.accessed.get(space, ()), key=self._bits.rank):
                if symbols(address) <= own:
                    for pattern in patterns:
                        binding = matched(self._bits.terms, pattern, address, self._numbers)
                        if binding is not None and len(binding) == len(self._numbers):
                            yield tuple([binding[each] for each in self._numbers])


def came_here(bits: Bits) -> Term:
    """A symbol that is true of runs that reached the head of a loop."""
    return bits.symbol(BOOL, _SOME_OF_ALL)


def with_instances(bits: Bits, known: Sequence[KnownClaim], condition: Term) -> Term:
    """The condition with instances of the claims."""
    return bits.terms.and_(condition, *(instance for each in known for instance in each.instances(condition)))
