"""Simple candidates for relations, about numbers only: bounds from comparisons and first values, and counters in step.

They are what formulas about elements mostly need beside them: ``0 <= i``, ``i <= n``, ``i == 3 * j + 1``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from whet.algorithms.horn.abducing import changing
from whet.solvers.clauses import Applied, Clause, HornSystem, Relation
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.rings import ring_polynomial
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import Substitution, conjuncts, symbols

_MOST = 60
_ROUNDS = 3
_COMPARED = frozenset({Op.BV_SLT, Op.BV_SLE, Op.BV_ULT, Op.BV_ULE})
_MOST_COUNTERS = 5


class Scalars:
    def __init__(self, terms: Terms, system: HornSystem) -> None:
        self._t = terms
        self._system = system
        self._changing = changing(system)
        self._found: dict[Relation, dict[Term, None]] = {relation: {} for relation in system.relations}

    def candidates(self) -> Mapping[Relation, Sequence[Term]]:
        for clause in self._system.clauses:
            for applied in clause.body:
                self._add(applied.relation, self._compared(clause, applied))
            if clause.head is not None:
                self._add(clause.head.relation, self._begun(clause, clause.head))
        for relation in self._system.relations:
            self._add(relation, self._in_step(relation))
            self._add(relation, self._in_order(relation))
        for _ in range(_ROUNDS):
            for clause in self._system.clauses:
                if clause.head is not None:
                    self._add(clause.head.relation, self._handed_on(clause, clause.head))
        return {relation: list(found) for relation, found in self._found.items()}

    def _add(self, relation: Relation, candidates: Iterator[Term]) -> None:
        found, own = self._found[relation], {*relation.parameters}
        for each in candidates:
            if len(found) < _MOST and symbols(each) and symbols(each) <= own and not _has_elements(each):
                found[each] = None

    def _compared(self, clause: Clause, applied: Applied) -> Iterator[Term]:
        """What a clause compares, and the same one further."""
        own = Substitution(self._t, dict(zip(applied.arguments, applied.relation.parameters, strict=True)))
        for term in reachable((clause.constraint,)):
            if term.op in _COMPARED and symbols(term) <= {*applied.arguments}:
                a, b = map(own, term.args)
                signed = term.op in (Op.BV_SLT, Op.BV_SLE)
                t = self._t
                one, less = t.bv(1, a.width), t.bv_sle if signed else t.bv_ule
                yield from (less(a, b), less(b, a), less(a, t.bv_add(b, one)), less(t.bv_sub(b, one), a))

    def _begun(self, clause: Clause, head: Applied) -> Iterator[Term]:
        """First values are lower or upper bounds."""
        t = self._t
        for parameter, value in zip(head.relation.parameters, head.arguments, strict=True):
            if isinstance(parameter.sort, BitVec) and value.value is not None:
                yield from (t.bv_sle(value, parameter), t.bv_sle(parameter, value), t.eq(parameter, value))

    def _in_order(self, relation: Relation) -> Iterator[Term]:
        counters = [each for each in relation.parameters if isinstance(each.sort, BitVec) and each in self._changing]
        for one, other in combinations(counters[:_MOST_COUNTERS], 2):
            if one.sort == other.sort:
                yield from (self._t.bv_sle(one, other), self._t.bv_sle(other, one), self._t.eq(one, other))

    def _in_step(self, relation: Relation) -> Iterator[Term]:
        """Counters that grow by constants in every turn grow in step, from where they began."""
        t = self._t
        for turn in self._turns(relation):
            steps = dict(self._grown(turn, turn.body[0]))
            for first in self._entries(relation):
                begun = dict(zip(relation.parameters, first, strict=True))
                for counter, by in steps.items():
                    if 1 < by < (1 << (counter.width - 1)) and begun[counter].value is not None:
                        rest = t.bv_urem(begun[counter], t.bv(by, counter.width))
                        yield t.eq(t.bv_urem(counter, t.bv(by, counter.width)), rest)
                for one, other in combinations(steps, 2):
                    if one.sort == other.sort:
                        left = t.bv_mul(t.bv_sub(one, begun[one]), t.bv(steps[other], one.width))
                        right = t.bv_mul(t.bv_sub(other, begun[other]), t.bv(steps[one], one.width))
                        yield t.eq(left, right)

    def _into(self, relation: Relation) -> Iterator[Clause]:
        yield from (each for each in self._system.clauses if each.head is not None and each.head.relation is relation)

    def _turns(self, relation: Relation) -> Iterator[Clause]:
        for clause in self._into(relation):
            if [applied.relation for applied in clause.body] == [relation]:
                yield clause

    def _grown(self, turn: Clause, before: Applied) -> Iterator[tuple[Term, int]]:
        assert turn.head is not None
        for parameter, old, new in zip(before.relation.parameters, before.arguments, turn.head.arguments, strict=True):
            if isinstance(parameter.sort, BitVec) and old is not new:
                difference = ring_polynomial(self._t.bv_sub(new, old))
                if difference is not None and set(difference.factors) == {()}:
                    yield parameter, difference.constant

    def _entries(self, relation: Relation) -> Iterator[tuple[Term, ...]]:
        """What the parameters are when the loop begins, as far as it is said over them."""
        for clause in self._system.clauses:
            if (
                clause.head is not None
                and clause.head.relation is relation
                and all(b.relation is not relation for b in clause.body)
            ):
                back = self._back(clause.head)
                yield tuple([Substitution(self._t, back)(value) for value in clause.head.arguments])

    def _handed_on(self, clause: Clause, head: Applied) -> Iterator[Term]:
        """What was known before, and what the clause says, of what it hands on."""
        back = Substitution(self._t, self._back(head))
        for applied in clause.body:
            if applied.relation is not head.relation:
                into = Substitution(self._t, dict(zip(applied.relation.parameters, applied.arguments, strict=True)))
                yield from (back(into(each)) for each in list(self._found[applied.relation]))
        yield from map(back, conjuncts(clause.constraint))
        for term in reachable((clause.constraint,)):
            if term.op in _COMPARED:
                yield back(term)
                yield self._t.not_(back(term))

    def _back(self, head: Applied) -> dict[Term, Term]:
        """The parameters that have arguments of their own."""
        return {
            value: parameter
            for parameter, value in zip(head.relation.parameters, head.arguments, strict=True)
            if value.op is Op.SYMBOL and isinstance(value.sort, BitVec)
        }


def _has_elements(term: Term) -> bool:
    return any(each.op in (Op.SELECT, Op.STORE) for each in reachable((term,)))
