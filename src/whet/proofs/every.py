"""Claims about all elements of arrays, without quantifiers.

To show one, it is shown for numbers of which nothing is known.  What was claimed at the head of a loop is used for single
numbers: those of the elements that a condition looks at, and those that are to be shown.  Each such instance follows from the
claim, whatever its numbers are.  A condition that is possible with some instances may be impossible with others: then nobody
knows.

An instance says something of runs that came to the head only.  So there is a truth value for each time that a head is gone
through, which is true of those runs and may be false of all others: what is to be shown when a loop begins must not follow from
what holds in it.

An element exists if it is in the object that its pointer leads to.  A pointer that a loop changes may lead to one object before
the loop and to any in it: for whichever it leads to, the claim is about the elements of that one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from whet.cfa.expressions import Cast, Deref, Expr, PointerAdd, Var, Variable, subexpressions
from whet.cfa.trees import Every
from whet.proofs.state import Activations, Bits, State, width_of
from whet.proofs.step import Step
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
    """What a claim says of some numbers: under a condition, something holds."""

    given: tuple[Term, ...]
    holds: Term


def said_of(bits: Bits, every: Every, state: State, activations: Activations, numbers: Sequence[Term]) -> Said:
    """In a state, whoever comes there; the elements have to exist."""
    inside = state.copy()
    inside.guard = ()
    for variable, value in zip(every.numbers, numbers, strict=True):
        inside.cells[bits.cell(variable, activations)] = value
    step = Step(bits, inside, activations)
    holds = step.truth(every.condition)
    return Said((*inside.guard, *_existing(step, every.condition)), holds)


def _existing(step: Step, condition: Expr) -> Iterator[Term]:
    """That elements behind pointers of which nobody knows where they lead are in the object that it is, if it has a name; where
    that is known, the access itself has said so."""
    for part in subexpressions(condition):
        match part:
            case Deref(pointer=PointerAdd(pointer=Cast(operand=Var() as begin)) as pointer, type=type):
                base = step.value(begin)
                if base.value is None:
                    yield from _in_one_object(step, base, step.value(pointer), type.size)
            case _:
                pass


def _in_one_object(step: Step, base: Term, address: Term, size: int) -> Iterator[Term]:
    t, width = step.bits.terms, step.bits.width
    for begin, length in step.bits.objects():
        first = t.bv(begin, width)
        leads_there = t.bv_ule(t.bv_sub(base, first), t.bv(length, width))
        inside = t.bv_ule(t.bv_sub(address, first), t.bv(length - size, width)) if length >= size else t.false
        yield t.implies(leads_there, inside)


def any_numbers(bits: Bits, numbers: Sequence[Variable]) -> list[Term]:
    return [bits.fresh(width_of(each.type), _ANY_NUMBER) for each in numbers]


class Known:
    """A claim about all numbers that holds of runs that came to the head of a loop."""

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
        """Those that say something of the elements that a condition looks at, if it is about runs that came here."""
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
    """What is true of runs that came to the head of a loop, where something is claimed of all elements."""
    return bits.symbol(BOOL, _SOME_OF_ALL)


def with_instances(bits: Bits, known: Sequence[Known], condition: Term) -> Term:
    """The same condition, of runs for which the claims hold."""
    return bits.terms.and_(condition, *(instance for each in known for instance in each.instances(condition)))
