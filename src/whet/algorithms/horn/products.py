"""Products of variables as numbers of their own: clauses in which nothing is multiplied but by constants.

Spacer knows linear arithmetic.  So each relation gets one more argument for each product of its arguments that matters, and a
clause says what becomes of it by multiplying out: if ``i`` becomes ``i + 1`` then ``i * i`` becomes ``i * i + 2 * i + 1``,
which is linear in ``i`` and ``i * i``.  Which products matter is what the program multiplies, and what that is multiplied out to.

A product that no argument stands for is any number.  So every solution of these clauses is one of the clauses with products.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import TypeAlias

from whet.solvers.clauses import Applied, Clause, HornSystem, Relation
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.integer_polynomials import IntegerPolynomial, Monomial
from whet.solvers.terms.sorts import BOOL, INT
from whet.solvers.terms.term import Op, Term, reachable
from whet.task.records import dataclass

Places: TypeAlias = tuple[int, ...]
"""A product, by the places of its factors among the parameters of a relation."""
Cases: TypeAlias = list[tuple[Term, IntegerPolynomial]]
"""A value, as polynomials under conditions that exclude each other."""

_MOST_PRODUCTS = 12
"""Of one relation."""
_HIGHEST_DEGREE = 4
_MOST_CASES = 8


@dataclass(frozen=True, slots=True)
class LinearSystem:
    system: HornSystem
    origins: Mapping[Relation, tuple[Relation, tuple[Places, ...]]]
    """The relation that each stands for, and the products that its last parameters are."""


def _roots(clause: Clause) -> Iterator[Term]:
    yield clause.constraint
    if clause.head is not None:
        yield from clause.head.arguments


def _is_product(term: Term) -> bool:
    return term.op is Op.INT_MUL and all(arg.value is None for arg in term.args)


def without_products(terms: Terms, system: HornSystem) -> LinearSystem:
    return _Linearising(terms, system).result()


class _Linearising:
    def __init__(self, terms: Terms, system: HornSystem) -> None:
        self._t = terms
        self._system = system
        self._numbers = count()
        self._tracked: dict[Relation, dict[Places, None]] = {relation: {} for relation in system.relations}
        self._clauses = [_LinearClause(terms, clause, self._numbers) for clause in system.clauses]

    def result(self) -> LinearSystem:
        for clause in self._clauses:
            for relation, places in clause.written_products():
                self._add(relation, places)
        is_growing = True
        while is_growing:
            is_growing = False
            for clause in self._clauses:
                for relation, places in list(clause.products_behind(self._tracked)):
                    is_growing |= self._add(relation, places)
        made = {relation: self._relation(relation) for relation in self._system.relations}
        clauses = [clause.linear(self._tracked, made) for clause in self._clauses]
        origins = {made[relation]: (relation, tuple(self._tracked[relation])) for relation in self._system.relations}
        return LinearSystem(HornSystem(tuple(made.values()), tuple(clauses)), origins)

    def _relation(self, relation: Relation) -> Relation:
        more = [self._t.symbol(f"product~{next(self._numbers)}", INT) for _ in self._tracked[relation]]
        return Relation(relation.name, (*relation.parameters, *more), relation.location, relation.calls, relation.is_head)

    def _add(self, relation: Relation, places: Places) -> bool:
        known = self._tracked[relation]
        if places in known or len(known) >= _MOST_PRODUCTS or len(places) > _HIGHEST_DEGREE:
            return False
        known[places] = None
        return True


class _LinearClause:
    def __init__(self, terms: Terms, clause: Clause, numbers: Iterator[int]) -> None:
        self._t = terms
        self._clause = clause
        self._numbers = numbers
        self._place = {argument: (applied, place) for applied in clause.body for place, argument in enumerate(applied.arguments)}
        self._cases: dict[Term, Cases | None] = {}
        self._linear: dict[Term, Term] = {}
        self._products: dict[Monomial, Term] = {}

    def written_products(self) -> Iterator[tuple[Relation, Places]]:
        for term in reachable(tuple(_roots(self._clause))):
            if _is_product(term):
                yield from self._behind(self._polynomials(term))

    def products_behind(self, tracked: Mapping[Relation, Mapping[Places, None]]) -> Iterator[tuple[Relation, Places]]:
        head = self._clause.head
        for places in () if head is None else tracked[head.relation]:
            assert head is not None
            yield from self._behind(self._product([head.arguments[place] for place in places]))

    def _behind(self, cases: Cases | None) -> Iterator[tuple[Relation, Places]]:
        for _, value in cases or ():
            for monomial in value.factors:
                if len(monomial) > 1 and (found := self._places(monomial)) is not None:
                    yield found[0].relation, found[1]

    def _places(self, monomial: Monomial) -> tuple[Applied, Places] | None:
        """If all factors are arguments of one relation in the body."""
        known = [self._place[factor] for factor in monomial if factor in self._place]
        if len(known) < len(monomial) or any(applied is not known[0][0] for applied, _ in known):
            return None
        return known[0][0], tuple(sorted(place for _, place in known))

    def _polynomials(self, term: Term) -> Cases | None:
        """None if there are too many."""
        if term not in self._cases:
            self._cases[term] = found = self._found(term)
            if found is not None and len(found) > _MOST_CASES:
                self._cases[term] = None
        return self._cases[term]

    def _found(self, term: Term) -> Cases | None:
        t = self._t
        if term.value is not None:
            return [(t.true, IntegerPolynomial({(): term.value}))]
        match term.op, term.args:
            case ((Op.INT_ADD | Op.INT_SUB | Op.INT_MUL), (a, b)):
                return self._combined(term.op, self._polynomials(a), self._polynomials(b))
            case Op.ITE, (condition, a, b):
                yes, no = self._polynomials(a), self._polynomials(b)
                if yes is None or no is None:
                    return None
                holds = [(t.and_(condition, when), value) for when, value in yes]
                return [*holds, *((t.and_(t.not_(condition), when), value) for when, value in no)]
            case _:
                return [(t.true, IntegerPolynomial({(term,): 1}))]

    def _combined(self, op: Op, left: Cases | None, right: Cases | None) -> Cases | None:
        if left is None or right is None or len(left) * len(right) > _MOST_CASES:
            return None
        found: Cases = []
        for when, a in left:
            for also, b in right:
                value = a.product(b) if op is Op.INT_MUL else a.plus(b if op is Op.INT_ADD else b.times(-1))
                found.append((self._t.and_(when, also), value))
        return [(when, value) for when, value in found if when is not self._t.false]

    def _product(self, factors: Sequence[Term]) -> Cases | None:
        found: Cases | None = [(self._t.true, IntegerPolynomial({(): 1}))]
        for factor in factors:
            found = self._combined(Op.INT_MUL, found, self._polynomials(factor))
        return found

    def linear(self, tracked: Mapping[Relation, Mapping[Places, None]], made: Mapping[Relation, Relation]) -> Clause:
        t, clause = self._t, self._clause
        body, facts = [], []
        for applied in clause.body:
            more = {places: self._symbol() for places in tracked[applied.relation]}
            for places, symbol in more.items():
                key = tuple(sorted((applied.arguments[place] for place in places), key=lambda factor: factor.number))
                self._products[key] = symbol
                if len(places) == 2 and places[0] == places[1]:
                    facts.append(t.int_le(t.integer(0), symbol))
            body.append(Applied(made[applied.relation], (*applied.arguments, *more.values())))
        constraint = t.and_(self._rewritten(clause.constraint), *facts)
        head = None
        if clause.head is not None:
            arguments = clause.head.arguments
            wanted = [self._product([arguments[place] for place in places]) for places in tracked[clause.head.relation]]
            products = [self._symbol() if cases is None else self._sum(cases) for cases in wanted]
            head = Applied(made[clause.head.relation], (*map(self._rewritten, arguments), *products))
        return Clause(tuple(body), constraint, head, clause.gap)

    def _symbol(self) -> Term:
        return self._t.symbol(f"product~{next(self._numbers)}", INT)

    def _rewritten(self, term: Term) -> Term:
        for sub in reachable((term,)):
            if sub not in self._linear:
                self._linear[sub] = self._one(sub)
        return self._linear[term]

    def _one(self, term: Term) -> Term:
        if _is_product(term):
            cases = self._polynomials(term)
            return self._symbol() if cases is None else self._sum(cases)
        if not term.args:
            return term
        return self._t.rebuild(term, tuple([self._linear[arg] for arg in term.args]))

    def _sum(self, cases: Cases) -> Term:
        """The value, by its cases."""
        *others, (_, last) = cases
        found = self._linear_term(last)
        for when, value in reversed(others):
            assert when.sort == BOOL
            found = self._t.ite(self._rewritten(when), self._linear_term(value), found)
        return found

    def _linear_term(self, value: IntegerPolynomial) -> Term:
        t, total = self._t, self._t.integer(0)
        for monomial, factor in value.factors.items():
            part = t.integer(1) if not monomial else self._standing(monomial)
            total = t.int_add(total, t.int_mul(part, t.integer(factor)))
        return total

    def _standing(self, monomial: Monomial) -> Term:
        if len(monomial) == 1:
            return self._rewritten(monomial[0]) if monomial[0].args else monomial[0]
        if monomial not in self._products:
            self._products[monomial] = self._symbol()
        return self._products[monomial]
