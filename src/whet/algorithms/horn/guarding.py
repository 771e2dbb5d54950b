"""For which elements a formula about all elements holds at a loop: up to a counter, from it on, or every so many.

The counters are those that the clauses of the loop have elements at.  Several numbers are ordered as nested loops come by: by the
first number first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations

from whet.algorithms.horn.elements import ElementAccess, accesses, matched, numbers, of_clause
from whet.solvers.clauses import Clause, HornSystem, Relation
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.rings import ring_polynomial
from whet.solvers.terms.sorts import Array
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import Substitution, symbols

_MOST_ACCESSES = 16
_MOST_ENDS = 6
_MOST_RESIDUES = 6
_LONGEST_STEP = 64
_FARTHEST = 3
"""Clauses after a relation whose elements are looked at: those of inner loops."""


class Guarding:
    def __init__(self, terms: Terms, system: HornSystem) -> None:
        self._t = terms
        self._system = system
        # Elements over the parameters of each relation, those of clauses after it as well.
        found: dict[Relation, dict[ElementAccess, None]] = {each: {} for each in self._system.relations}
        for clause in self._system.clauses:
            for applied in clause.body:
                own = Substitution(self._t, dict(zip(applied.arguments, applied.relation.parameters, strict=True)))
                for access in of_clause(clause):
                    found[applied.relation][ElementAccess(own(access.array), own(access.address))] = None
        for _ in range(_FARTHEST):
            for clause in self._system.clauses:
                for relation, access in list(self._earlier(clause, found)):
                    if len(found[relation]) < _MOST_ACCESSES:
                        found[relation][access] = None
        self._accesses = {relation: list(each) for relation, each in found.items()}

    def guarded(self, relation: Relation, formula: Term, *, is_thorough: bool) -> Iterator[Term]:
        """``is_thorough``: also from both sides, and every so many."""
        t, bound = self._t, numbers(formula)
        if not bound:
            yield formula
            return
        inside = t.and_(*(t.bv_sle(t.bv(0, each.width), each) for each in bound))
        yield formula
        ends = list(islice(dict.fromkeys(self._ends(relation, formula, bound)), _MOST_ENDS))
        parts = [t.true, *self._parts(bound, ends), *(self._outside(bound, ends) if is_thorough else ())]
        relations = self._system.relations if is_thorough else ()
        everywhere = (rest for each in relations for rest in self._residues(each, formula, bound))
        for residue in (t.true, *islice(dict.fromkeys(everywhere), _MOST_RESIDUES)):
            for part in parts:
                yield t.implies(t.and_(inside, part, residue), formula)

    def _parts(self, bound: Sequence[Term], ends: Sequence[tuple[Term, ...]]) -> Iterator[Term]:
        t = self._t
        for end in ends:
            before, after = self._less(bound, end), self._less(end, bound)
            yield from (before, t.not_(after))
            yield from (after, t.not_(before)) if len(bound) == 1 else ()  # who could show it of addresses with products?

    def _outside(self, bound: Sequence[Term], ends: Sequence[tuple[Term, ...]]) -> Iterator[Term]:
        """Before one end or after another."""
        for one, other in permutations(ends, 2) if len(bound) == 1 else ():
            yield self._t.or_(self._less(bound, one), self._less(other, bound))

    def _less(self, one: Sequence[Term], other: Sequence[Term]) -> Term:
        """In the order of nested loops."""
        t, found = self._t, self._t.false
        for a, b in reversed(list(zip(one, other, strict=True))):
            found = t.or_(t.bv_slt(a, b), t.and_(t.eq(a, b), found))
        return found

    def _residues(self, relation: Relation, formula: Term, bound: Sequence[Term]) -> Iterator[Term]:
        """If an end moves by the same distance in every turn: the elements that it comes by, and those beside them."""
        t = self._t
        for (end,) in dict.fromkeys(self._ends(relation, formula, bound)) if len(bound) == 1 else ():
            for distance, first in self._moves(relation, end):
                if 1 < distance <= _LONGEST_STEP:
                    yield t.eq(t.bv_urem(bound[0], t.bv(distance, end.width)), t.bv(first % distance, end.width))

    def _moves(self, relation: Relation, end: Term) -> Iterator[tuple[int, int]]:
        """How far an end moves in a turn, and where it is when the loop begins, if both are known."""
        into = [each for each in self._system.clauses if each.head is not None and each.head.relation is relation]
        values = {clause: self._after(clause, end) for clause in into}
        turns = [clause for clause in into if any(applied.relation is relation for applied in clause.body)]
        for turn in turns:
            before = Substitution(self._t, dict(zip(relation.parameters, turn.body[0].arguments, strict=True)))(end)
            moved = _constant(self._t.bv_sub(values[turn], before))
            for entry in into:
                first = _constant(values[entry]) if entry not in turns else None
                if moved is not None and first is not None:
                    yield abs(moved), first

    def _after(self, clause: Clause, end: Term) -> Term:
        assert clause.head is not None
        return Substitution(self._t, dict(zip(clause.head.relation.parameters, clause.head.arguments, strict=True)))(end)

    def _ends(self, relation: Relation, formula: Term, bound: Sequence[Term]) -> Iterator[tuple[Term, ...]]:
        """What the numbers are at the elements that are looked at."""
        own = {*relation.parameters}
        for pattern in accesses(formula):
            for access in self._accesses[relation]:
                binding = matched(self._t, pattern.address, access.address, bound)
                if binding is not None and len(binding) == len(bound) and access.array is pattern.array:
                    values = tuple([binding[each] for each in bound])
                    if all(symbols(each) <= own for each in values) and any(map(symbols, values)):
                        yield values

    def _earlier(
        self, clause: Clause, found: Mapping[Relation, Mapping[ElementAccess, None]]
    ) -> Iterator[tuple[Relation, ElementAccess]]:
        """What a relation looks at, said before the clause that leads there from another one."""
        if clause.head is None:
            return
        head = clause.head
        plain = {
            old: new for old, new in zip(head.relation.parameters, head.arguments, strict=True) if not isinstance(old.sort, Array)
        }
        for applied in clause.body:
            if applied.relation is not head.relation:
                own = dict(zip(applied.arguments, applied.relation.parameters, strict=True))
                for access in found[head.relation]:
                    address = Substitution(self._t, own)(Substitution(self._t, plain)(access.address))
                    if symbols(address) and symbols(address) <= {*applied.relation.parameters}:
                        yield applied.relation, ElementAccess(access.array, address)


def _constant(term: Term) -> int | None:
    """A signed number; None if the term is not the same for all values of its symbols."""
    value = ring_polynomial(term)
    if value is None or {*value.factors} - {()}:
        return None
    return value.constant - (1 << term.width) * (value.constant >> (term.width - 1))
