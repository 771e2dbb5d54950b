"""For which elements a formula about all elements holds at a loop: up to a counter, from it on, or every so many.

The counters are those that the clauses of the loop have elements at.  Several numbers are ordered as nested loops come by: by the
first number first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from whet.smt.horn.clauses import Clause, HornSystem, Relation
from whet.smt.horn.elements import Access, accesses, matched, numbers, of_clause
from whet.smt.terms.factory import Terms
from whet.smt.terms.rings import ring_polynomial
from whet.smt.terms.sorts import Array
from whet.smt.terms.term import Term
from whet.smt.terms.walks import Substitution, symbols

_MOST_ACCESSES = 16
_MOST_ENDS = 6
_MOST_STEPS = 3
_LONGEST_STEP = 64
_FARTHEST = 3
"""Clauses after a relation whose elements are looked at: those of inner loops."""


class Guarding:
    def __init__(self, terms: Terms, system: HornSystem) -> None:
        self._t = terms
        self._system = system
        self._accesses = self._looked_at()

    def guarded(self, relation: Relation, formula: Term) -> Iterator[Term]:
        t, bound = self._t, numbers(formula)
        if not bound:
            yield formula
            return
        inside = t.and_(*(t.bv_sle(t.bv(0, each.width), each) for each in bound))
        yield formula
        ends = list(islice(dict.fromkeys(self._ends(relation, formula, bound)), _MOST_ENDS))
        parts = [t.true, *self._parts(bound, ends)]
        for residue in (t.true, *islice(dict.fromkeys(self._residues(bound, ends)), _MOST_STEPS * 2)):
            for part in parts:
                yield t.implies(t.and_(inside, part, residue), formula)

    def _parts(self, bound: Sequence[Term], ends: Sequence[tuple[Term, ...]]) -> Iterator[Term]:
        t = self._t
        for end in ends:
            before, after = self._less(bound, end), self._less(end, bound)
            yield from (before, t.not_(after), after, t.not_(before))
        for one in ends:
            for other in ends if len(bound) == 1 else ():
                if one is not other:
                    yield t.or_(self._less(bound, one), self._less(other, bound))

    def _less(self, one: Sequence[Term], other: Sequence[Term]) -> Term:
        """In the order of nested loops."""
        t, found = self._t, self._t.false
        for a, b in reversed(list(zip(one, other, strict=True))):
            found = t.or_(t.bv_slt(a, b), t.and_(t.eq(a, b), found))
        return found

    def _residues(self, bound: Sequence[Term], ends: Sequence[tuple[Term, ...]]) -> Iterator[Term]:
        """If elements are looked at every so many: those with the same rest."""
        t = self._t
        for (end,) in ends if len(bound) == 1 else ():
            value = ring_polynomial(end)
            for monomial, factor in value.factors.items() if value is not None else ():
                if monomial and 1 < factor <= _LONGEST_STEP:
                    step = t.bv(factor, end.width)
                    yield t.eq(t.bv_urem(bound[0], step), t.bv(_first(end, monomial) % factor, end.width))

    # ------------------------------------------------------------------------------------------ ends

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

    def _looked_at(self) -> Mapping[Relation, Sequence[Access]]:
        """Elements over the parameters of each relation, those of clauses after it as well."""
        found: dict[Relation, dict[Access, None]] = {each: {} for each in self._system.relations}
        for clause in self._system.clauses:
            for applied in clause.body:
                own = Substitution(self._t, dict(zip(applied.arguments, applied.relation.parameters, strict=True)))
                for access in of_clause(clause):
                    found[applied.relation][Access(own(access.array), own(access.address))] = None
        for _ in range(_FARTHEST):
            for clause in self._system.clauses:
                for relation, access in list(self._earlier(clause, found)):
                    if len(found[relation]) < _MOST_ACCESSES:
                        found[relation][access] = None
        return {relation: list(each) for relation, each in found.items()}

    def _earlier(self, clause: Clause, found: Mapping[Relation, Mapping[Access, None]]) -> Iterator[tuple[Relation, Access]]:
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
                        yield applied.relation, Access(access.array, address)


def _first(end: Term, monomial: tuple[Term, ...]) -> int:
    """What an end is without a part of it, as a signed number; zero if it has still other parts."""
    value = ring_polynomial(end)
    constant = 0 if value is None or {*value.factors} - {monomial, ()} else value.constant
    return constant - (1 << end.width) * (constant >> (end.width - 1))


__all__ = ["Guarding"]
