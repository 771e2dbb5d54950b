"""What must hold of elements so that no error follows: formulas for relations, found by going back from the errors.

An error clause has a condition; its negation must hold where it begins.  What must hold after a clause is what its writes make of
it before (Dijkstra's weakest precondition).  A loop treats one element in a turn, so what a turn needs of the element that it
looks at is asked of all elements: the counters in addresses become *numbers* (``elements``).  This way of making one sentence
about all elements from what the program says of one is that of Fedyukovich, Prabhu, Madhukar and Gupta (Quantified invariants via
syntax-guided synthesis, CAV 2019).

For which elements a formula holds at a loop, up to the counter or from it on, is left to ``guarding``.  All of this is suggested
only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from whet.algorithms.horn.elements import ElementReading, accesses, number, number_name, numbers, of_clause, written
from whet.solvers.clauses import Applied, Clause, HornSystem, Relation, Solution
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.rings import ring_polynomial
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import Substitution, conjuncts, size, symbols
from whet.task.records import dataclass

_MOST_FACTS = 10
"""Of one relation."""
_LARGEST = 150
"""Nodes of a formula."""
_MOST_NUMBERS = 3
_FARTHEST = 40
"""Clauses that are gone back."""


@dataclass(frozen=True, slots=True)
class _Fact:
    relation: Relation
    formula: Term
    """Over the parameters, and numbers."""
    through: frozenset[Clause] = frozenset()
    """The clauses that it was taken back through: each once, or a loop would never end."""


class Abduction:
    def __init__(self, terms: Terms, system: HornSystem, known: Solution) -> None:
        """``known``: what holds of the numbers of each relation."""
        self._t = terms
        self._system = system
        self._known = known
        self._changing = changing(system)
        self._counters = _counters(system)
        self._found: dict[Relation, dict[Term, None]] = {relation: {} for relation in system.relations}

    def facts(self) -> Mapping[Relation, Sequence[Term]]:
        new = [*self._of_errors(), *self._of_writes()]
        for _ in range(_FARTHEST):
            kept = [fact for fact in new if self._keep(fact)]
            new = [before for fact in kept for clause in self._into(fact.relation) for before in self._before(clause, fact)]
        return {relation: list(found) for relation, found in self._found.items()}

    def _of_errors(self) -> Iterator[_Fact]:
        for clause in self._system.clauses:
            if clause.head is None:
                yield from self._needed(clause, self._t.false, frozenset())

    def _of_writes(self) -> Iterator[_Fact]:
        """What a turn of a loop writes, if that depends on no element: for its relation, and for all that have the array."""
        for clause, applied, array, (address, value) in _writes_of_turns(self._system):
            own = Substitution(self._t, dict(zip(applied.arguments, applied.relation.parameters, strict=True)))
            known = [own(part) for part in self._known_in(clause, applied) if not _has_elements(part)]
            is_written = self._t.eq(self._t.select(array, own(address)), own(value))
            formula = self._for_all(applied.relation, self._t.or_(is_written, *map(self._t.not_, known)))
            if formula is not None and not _has_elements(value):
                yield from (_Fact(relation, formula, frozenset(self._system.clauses)) for relation in self._system.relations)

    def _into(self, relation: Relation) -> Iterator[Clause]:
        yield from (each for each in self._system.clauses if each.head is not None and each.head.relation is relation)

    def _keep(self, fact: _Fact) -> bool:
        found, formula = self._found[fact.relation], fact.formula
        if formula in found or formula in (self._t.true, self._t.false) or len(found) >= _MOST_FACTS:
            return False
        if size(formula) > _LARGEST or not _is_said(formula, fact.relation) or len(numbers(formula)) > _MOST_NUMBERS:
            return False
        found[formula] = None
        return True

    def _before(self, clause: Clause, fact: _Fact) -> Iterator[_Fact]:
        """What must hold before a clause so that a formula holds after it."""
        assert clause.head is not None
        after = Substitution(self._t, dict(zip(clause.head.relation.parameters, clause.head.arguments, strict=True)))(
            fact.formula
        )
        if clause in fact.through:
            return
        through = fact.through | {clause}
        if not numbers(after) or all(applied.relation is not fact.relation for applied in clause.body):
            yield from self._needed(clause, after, through)
        for binding in written(self._t, clause, fact.formula):
            yield from self._needed(clause, Substitution(self._t, binding)(after), through)

    def _needed(self, clause: Clause, after: Term, through: frozenset[Clause]) -> Iterator[_Fact]:
        """For the relation in the body: that the condition of the clause implies what is needed after it."""
        for applied in clause.body:
            own = Substitution(self._t, dict(zip(applied.arguments, applied.relation.parameters, strict=True)))
            wanted = own(ElementReading(self._t)(after))
            for parts in self._conditions(clause, applied, after):
                known = [own(ElementReading(self._t)(part)) for part in parts]
                formula = self._t.or_(*map(self._t.not_, known), wanted)
                if (all_ := self._for_all(applied.relation, formula)) is not None:
                    yield _Fact(applied.relation, all_, through)
                if not _has_elements(formula):
                    yield _Fact(applied.relation, formula, through)

    def _conditions(self, clause: Clause, applied: Applied, after: Term) -> Iterator[list[Term]]:
        """What is known where the clause is taken; of elements, where it leaves a loop, without the counter of the loop."""
        known = self._known_in(clause, applied)
        if clause.head is None:
            yield from ([part] for part in known if not _has_elements(part) and not self._counts(applied, part))
        if clause.head is None or clause.head.relation is applied.relation or not numbers(after):
            yield known
        else:
            yield [part for part in known if not _inside(part, clause)]

    def _known_in(self, clause: Clause, applied: Applied) -> list[Term]:
        return [part for part in conjuncts(clause.constraint) if symbols(part) <= {*applied.arguments}]

    def _counts(self, applied: Applied, part: Term) -> bool:
        """Is a condition about what elements are counted with?"""
        own = dict(zip(applied.arguments, applied.relation.parameters, strict=True))
        return any(own.get(each) in self._counters for each in symbols(part))

    def _for_all(self, relation: Relation, formula: Term) -> Term | None:
        """Numbers for the counters in addresses, the one with the largest step first; None if there are none.

        What is known of counters is asked of the numbers, too: no other elements are looked at."""
        steps = self._steps(formula)
        if not steps:
            return formula if numbers(formula) else None
        counters = sorted(steps, key=lambda each: (-steps[each], each.number))
        free = (place for place in range(100) if not any(each.name.startswith(number_name(place)) for each in numbers(formula)))
        put_in = {counter: number(self._t, place, counter.sort) for counter, place in zip(counters, free, strict=False)}
        own = {each for each in relation.parameters if each not in self._changing}
        known = [each for each in self._known[relation] if symbols(each) & {*counters} and symbols(each) <= {*counters, *own}]
        return Substitution(self._t, put_in)(self._t.or_(formula, *map(self._t.not_, _strongest(known))))

    def _steps(self, formula: Term) -> dict[Term, int]:
        """The parameters that addresses are counted with, each with its step; those that no clause changes are none."""
        found: dict[Term, int] = {}
        for access in accesses(formula):
            value = ring_polynomial(access.address)
            for monomial, factor in value.factors.items() if value is not None else ():
                for each in {symbol for atom in monomial for symbol in symbols(atom)}:
                    if isinstance(each.sort, BitVec) and each not in numbers(formula):
                        step = min(factor, (1 << access.address.width) - factor)
                        found[each] = max(found.get(each, 0), step)
        return {each: step for each, step in found.items() if each in self._changing}


def changing(system: HornSystem) -> frozenset[Term]:
    """The parameters that some clause changes."""
    found: set[Term] = set()
    for clause in system.clauses:
        for applied in clause.body if clause.head is not None else ():
            assert clause.head is not None
            own = dict(zip(applied.relation.parameters, applied.arguments, strict=True))
            after = zip(clause.head.relation.parameters, clause.head.arguments, strict=True)
            found |= {each for each, value in after if each in own and own[each] is not value}
    return frozenset(found)


def _counters(system: HornSystem) -> frozenset[Term]:
    """The parameters that addresses of elements are made of."""
    found: set[Term] = set()
    for clause in system.clauses:
        addressed = {symbol for access in of_clause(clause) for symbol in symbols(access.address)}
        for applied in clause.body:
            pairs = zip(applied.arguments, applied.relation.parameters, strict=True)
            found |= {parameter for argument, parameter in pairs if argument in addressed}
    return frozenset(found)


def _writes_of_turns(system: HornSystem) -> Iterator[tuple[Clause, Applied, Term, tuple[Term, Term]]]:
    """The parameters that iterations of loops write, each with an address and a value."""
    for clause in system.clauses:
        for applied in clause.body:
            if clause.head is not None and clause.head.relation is applied.relation:
                for array, after in zip(applied.relation.parameters, clause.head.arguments, strict=True):
                    if after.op is Op.STORE:
                        yield clause, applied, array, (after.args[1], after.args[2])


def _inside(part: Term, clause: Clause) -> bool:
    """Is a condition about what the clause does not hand on unchanged?"""
    assert clause.head is not None
    return not symbols(part) <= {*clause.head.arguments}


def _has_elements(term: Term) -> bool:
    return any(each.op is Op.SELECT for each in reachable((term,)))


def _strongest(known: Sequence[Term]) -> list[Term]:
    """Of signed bounds by constants the closest ones, and whatever else is known."""
    best: dict[object, tuple[int, Term]] = {}
    for term in known:
        key, closeness = _bound(term)
        if key not in best or closeness > best[key][0]:
            best[key] = (closeness, term)
    return [term for _, term in best.values()]


def _bound(term: Term) -> tuple[object, int]:
    """What a signed comparison bounds, on which side, and how closely; anything else is bounded by itself."""
    if term.op in (Op.BV_SLE, Op.BV_SLT):
        low, high = term.args
        strict = term.op is Op.BV_SLT
        if high.value is not None:
            return (low, "above"), strict - _as_signed(high)
        if low.value is not None:
            return (high, "below"), strict + _as_signed(low)
    return term, 0


def _as_signed(constant: Term) -> int:
    assert constant.value is not None
    return constant.value - (1 << constant.width) * (constant.value >> (constant.width - 1))


def _is_said(formula: Term, relation: Relation) -> bool:
    return symbols(formula) <= {*relation.parameters, *numbers(formula)}
