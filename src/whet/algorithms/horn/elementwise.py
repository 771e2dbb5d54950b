"""Candidates for loops over arrays: what errors need of elements, for the elements that a loop has visited, and simple bounds.

A formula about all elements is *guarded*: it holds up to a counter, from it on, or at every n-th element.  The counters are
those with which the clauses of the loop index elements; several are ordered lexicographically, as nested loops visit elements.

Beside these stand simple candidates about numbers: bounds from comparisons and initial values, and counters that advance
together (``0 <= i``, ``i <= n``, ``i == 3 * j + 1``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations

from whet.algorithms.horn.abducing import Abduction, changing
from whet.algorithms.horn.checking import Candidates
from whet.algorithms.horn.elements import ElementAccess, accesses, matched, numbers, of_clause
from whet.solvers.clauses import Applied, Clause, HornSystem, Relation, Solution
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.rings import ring_polynomial
from whet.solvers.terms.sorts import Array, BitVec
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


_MOST_ACCESSES = 16
_MOST_ENDS = 6
_MOST_RESIDUES = 6
_LONGEST_STEP = 64
_FARTHEST = 3
"""Clauses after a relation whose elements are looked at: those of inner loops."""


class ElementGuards:
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


def of_numbers(terms: Terms, system: HornSystem) -> Candidates:
    return Scalars(terms, system).candidates()


def of_elements(terms: Terms, system: HornSystem, known: Solution) -> Iterator[Candidates]:
    """Few, and then many, with what was shown of numbers."""
    guarding, facts = ElementGuards(terms, system), Abduction(terms, system, known).facts()
    for is_thorough in (False, True):
        yield {
            relation: [
                *known[relation],
                *(each for fact in facts[relation] for each in guarding.guarded(relation, fact, is_thorough=is_thorough)),
            ]
            for relation in system.relations
        }
