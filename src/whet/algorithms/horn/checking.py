"""Which of some candidates are inductive: the check that makes a solution count, bit-precise.

A set of candidates is inductive if every clause that implies a relation implies all candidates of it, given those of the
relations in its body.  The largest such set is found by dropping what a model refutes (Flanagan, Leino: Houdini, FME 2001).
The clauses without a head must then be impossible.

A candidate may speak of *every* element of an array (``BitCell``).  To assume it, it is said of the elements that the clause
looks at, and of the one that is to be shown; to show it, it is shown for an element of which nothing else is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from types import MappingProxyType
from typing import TypeAlias

from whet.algorithms.horn.cells import ElementStride
from whet.algorithms.horn.elements import Binding, ElementReading, any_value, instances, numbers, written
from whet.solvers.clauses import Applied, Clause, HornSystem, Relation, Solution
from whet.solvers.deciding import has_products
from whet.solvers.port import Engine, NoAnswer, Sat, Unsat, Use
from whet.solvers.terms.algebra import refuted
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.integer_polynomials import IntegerPolynomial
from whet.solvers.terms.rings import ring_polynomial, ring_term
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import Substitution, symbols
from whet.task.records import dataclass

Candidates: TypeAlias = Mapping[Relation, Sequence[Term]]
_MOST_INSTANCES = 16
"""Of one candidate, in one clause."""
_SHORTEST = 0.05
"""Seconds for a question."""
_FOR_ALL_TOGETHER = 0.4
"""Of the time that is left, for one question about all candidates of a relation; the rest is for those that it leaves open."""
Seconds: TypeAlias = Callable[[], float]
"""That are left."""


@dataclass(frozen=True, slots=True)
class BitCell:
    """A number that stands for all elements of an array: a candidate with this symbol holds for each of its values."""

    number: Term
    place: int
    """Of the array, among the parameters of its relation."""
    step: ElementStride

    def in_memory(self, t: Terms) -> Term:
        """That the number is one of those of which no two have the same address."""
        width = self.number.width
        last = min(((1 << width) - 1 - self.step.first) // self.step.size, (1 << (width - 1)) - 1)
        first = t.bv(-(self.step.first // self.step.size), width)
        return t.and_(t.bv_sle(first, self.number), t.bv_sle(self.number, t.bv(last, width)))

    def address(self, t: Terms, number: Term) -> Term:
        width = number.width
        return t.bv_add(t.bv_mul(number, t.bv(self.step.size, width)), t.bv(self.step.first, width))

    def number_of(self, t: Terms, address: Term) -> Term:
        """The number that an address has, if it has one."""
        width, value = address.width, ring_polynomial(address)
        if value is not None:
            moved = value.plus(IntegerPolynomial({(): -self.step.first})).factors
            signed = {each: (factor + (1 << (width - 1))) % (1 << width) - (1 << (width - 1)) for each, factor in moved.items()}
            if all(factor % self.step.size == 0 for factor in signed.values()):
                return ring_term(t, IntegerPolynomial({each: factor // self.step.size for each, factor in signed.items()}), width)
        return t.bv_udiv(t.bv_sub(address, t.bv(self.step.first, width)), t.bv(self.step.size, width))


Cells: TypeAlias = Mapping[Relation, Sequence[BitCell]]


@dataclass(frozen=True, slots=True)
class Proved:
    """No error can be derived; these are the conjuncts that show it."""

    solution: Solution


@dataclass(frozen=True, slots=True)
class NotProved:
    """These are inductive, but an error may still be derived."""

    inductive: Solution
    gap: str | None
    is_unanswered: bool = False
    """Was there no time for a question that mattered?"""


class CandidateCheck:
    """Of candidates for the clauses of one system over bit-vectors."""

    def __init__(self, engine: Engine, terms: Terms, system: HornSystem) -> None:
        self._engine = engine
        self._t = terms
        self._system = system
        self._cells: Cells = {}
        self._instances: dict[tuple[Term, Applied, Clause], list[Term]] = {}
        """What is assumed of candidates, kept while the cells are the same."""
        self._is_unanswered = False

    def check(self, candidates: Candidates, seconds: Seconds, cells: Cells = MappingProxyType({})) -> Proved | NotProved:
        self._cells = cells
        self._instances.clear()
        self._is_unanswered = False
        left = {relation: list(dict.fromkeys(candidates.get(relation, ()))) for relation in self._system.relations}
        waiting = [clause for clause in self._system.clauses if clause.head is not None]
        while waiting:
            clause = waiting.pop(0)
            assert clause.head is not None
            relation = clause.head.relation
            if self._drop(clause, clause.head, left, seconds):
                again = [each for each in self._system.clauses if each.head and _uses(each, relation) and each not in waiting]
                waiting = [*waiting, *again]
        errors = [clause for clause in self._system.clauses if clause.head is None]
        for clause in errors:
            answer = self._asked(self._body(clause, left), seconds)
            if not isinstance(answer, Unsat):
                return NotProved(left, clause.gap, self._is_unanswered or isinstance(answer, NoAnswer))
        return Proved(left)

    def _drop(self, clause: Clause, head: Applied, left: dict[Relation, list[Term]], seconds: Seconds) -> bool:
        """Drop candidates of the head that the clause does not imply; was there one?"""
        dropped = False
        while wanted := left[head.relation]:
            at_head = [self._shown(term, head) for term in wanted]
            question = self._t.and_(self._body(clause, left), self._t.not_(self._t.and_(*at_head)))
            cases = self._cases(clause, wanted) if has_products(question) else []
            match self._asked_in_cases(question, cases, lambda: seconds() * _FOR_ALL_TOGETHER):
                case Unsat():
                    return dropped
                case Sat(model=model):
                    kept = [term for term, instance in zip(wanted, at_head, strict=True) if model.holds(instance)]
                    left[head.relation] = kept if len(kept) < len(wanted) else []
                case NoAnswer():
                    left[head.relation] = self._implied_alone(clause, head, left, seconds)
            dropped = True
        return dropped

    def _implied_alone(self, clause: Clause, head: Applied, left: dict[Relation, list[Term]], seconds: Seconds) -> list[Term]:
        """Those that the clause is seen to imply one by one, where all together are too much; some are always dropped."""
        wanted, body = left[head.relation], self._body(clause, left)
        limit, cases = max(_SHORTEST, seconds() / (2 * len(wanted))), self._cases(clause, wanted)
        questions = [(term, self._t.and_(body, self._t.not_(self._shown(term, head)))) for term in wanted]
        answers = [(each, self._asked_in_cases(question, cases, lambda: limit)) for each, question in questions]
        kept = [each for each, answer in answers if isinstance(answer, Unsat)]
        self._is_unanswered |= len(kept) == len(wanted) or any(isinstance(answer, NoAnswer) for _, answer in answers)
        return kept if len(kept) < len(wanted) else []

    def _body(self, clause: Clause, candidates: Candidates) -> Term:
        known = [
            instance
            for applied in clause.body
            for term in candidates.get(applied.relation, ())
            for instance in self._kept_instances(term, applied, clause)
        ]
        return self._t.and_(clause.constraint, *known)

    def _kept_instances(self, term: Term, applied: Applied, clause: Clause) -> list[Term]:
        key = (term, applied, clause)
        if key not in self._instances:
            self._instances[key] = list(self._assumed(term, applied, clause))
        return self._instances[key]

    def _instance(self, term: Term, applied: Applied, cells: Mapping[Term, Term] = MappingProxyType({})) -> Term:
        pairs = dict(zip(applied.relation.parameters, applied.arguments, strict=True))
        return Substitution(self._t, {**pairs, **cells})(term)

    def _bound(self, term: Term, relation: Relation) -> list[BitCell]:
        """The cells of which a candidate says something for all numbers."""
        return [cell for cell in self._cells.get(relation, ()) if cell.number in symbols(term)]

    def _shown(self, term: Term, head: Applied) -> Term:
        any_cell = {cell.number: self._any_number(cell) for cell in self._bound(term, head.relation)}
        any_element = {each: any_value(self._t, each) for each in numbers(term)}
        return self._instance(term, head, {**any_cell, **any_element})

    def _any_number(self, cell: BitCell) -> Term:
        return self._t.symbol(f"{cell.number.name}'", cell.number.sort)

    def _assumed(self, term: Term, applied: Applied, clause: Clause) -> Iterator[Term]:
        bound = self._bound(term, applied.relation)
        if numbers(term):
            bindings = instances(self._t, term, applied, clause, _MOST_INSTANCES)
            yield from (self._instance(term, applied, binding) for binding in bindings)
            return
        if not bound:
            yield self._instance(term, applied)
            return
        looked = [list(dict.fromkeys(self._looked_at(cell, applied, clause))) for cell in bound]
        for chosen in islice(product(*looked), _MOST_INSTANCES):
            yield self._instance(term, applied, {cell.number: number for cell, number in zip(bound, chosen, strict=True)})

    def _looked_at(self, cell: BitCell, applied: Applied, clause: Clause) -> Iterator[Term]:
        """The numbers of the elements that a clause looks at, and the one that is to be shown."""
        array = applied.arguments[cell.place]
        head = () if clause.head is None else clause.head.arguments
        for other in () if clause.head is None else self._cells.get(clause.head.relation, ()):
            if other.step == cell.step and other.number.sort == cell.number.sort:
                yield self._any_number(other)
        for term in reachable((clause.constraint, *head)):
            is_access = term.op in (Op.SELECT, Op.STORE) and term.args[1].sort == cell.number.sort
            if is_access and array in symbols(term.args[0]):
                yield cell.number_of(self._t, term.args[1])

    def _cases(self, clause: Clause, wanted: Sequence[Term]) -> list[Binding]:
        """What the element that is to be shown may be: one of those that the clause writes."""
        found = {tuple(case.items()): None for term in wanted for case in written(self._t, clause, term)}
        return [{any_value(self._t, each): value for each, value in case} for case in found]

    def _asked_in_cases(self, question: Term, cases: Sequence[Binding], seconds: Seconds) -> Sat | Unsat | NoAnswer:
        """What is hard is decided case by case: an element that is written is named as the clause names it, so that addresses are
        seen to be the same, and products of its number are multiplied out like any others."""
        if not cases:
            return self._asked(question, seconds)
        t, rest = self._t, question
        for case in cases:
            equal = t.and_(*(t.eq(each, value) for each, value in case.items()))
            answer = self._asked(t.and_(ElementReading(t)(Substitution(t, case)(question)), equal), seconds)
            if not isinstance(answer, Unsat):
                return answer
            rest = t.and_(rest, t.not_(equal))
        return self._asked(rest, seconds)

    def _asked(self, question: Term, seconds: Seconds) -> Sat | Unsat | NoAnswer:
        if question is self._t.false or (has_products(question) and refuted(self._t, question)):
            return Unsat(())
        return self._engine.solver(use=Use.HEAVY).check(question, limit=max(_SHORTEST, seconds()))


def _uses(clause: Clause, relation: Relation) -> bool:
    return any(applied.relation is relation for applied in clause.body)
