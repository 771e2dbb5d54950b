"""Arrays by one cell each: cell morphing (Monniaux, Gonnord: Cell morphing, SAS 2016), on clauses over integers.

A relation over an array ``a`` becomes one over a number ``k`` and a value ``v``: it is to hold for every ``k``, with what ``a``
has there.  So its solution says something of all elements, such as ``for all k: k < i implies v = 0``.  A clause that reads
elements uses what is known of those, so it has the relation in its body once for each; a clause that writes one says what
becomes of any ``k``.

Addresses of elements are counted in the steps that the program takes: ``first + step * k``.

What is found here is a suggestion, like everything over integers; ``checking`` shows it for all ``k``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count, islice, product
from math import gcd

from whet.encoding.integers import WORDS
from whet.solvers.clauses import Applied, Clause, HornSystem, Relation
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.integer_polynomials import IntegerPolynomial, polynomial
from whet.solvers.terms.sorts import INT, Array
from whet.solvers.terms.term import Op, Term, reachable
from whet.task.records import dataclass

_MOST_ARRAYS = 3
_MOST_INSTANCES = 8
"""Of a relation in one body."""


@dataclass(frozen=True, slots=True)
class ElementStride:
    """The addresses that a program has elements of an array at: ``first + size * k``."""

    first: int
    size: int

    def number(self, t: Terms, index: Term) -> Term:
        """The ``k`` of an address."""
        value = polynomial(index)
        if value is not None:
            moved = value.plus(IntegerPolynomial({(): -self.first}))
            if all(factor % self.size == 0 for factor in moved.factors.values()):
                return IntegerPolynomial({each: factor // self.size for each, factor in moved.factors.items()}).term(t)
        return t.int_div(t.int_sub(index, t.integer(self.first)), t.integer(self.size))


@dataclass(frozen=True, slots=True)
class ArrayCell:
    """An array that is spoken of by one cell."""

    place: int
    """Among the parameters of the relation with the array."""
    step: ElementStride


@dataclass(frozen=True, slots=True)
class CellSystem:
    system: HornSystem
    origins: Mapping[Relation, tuple[Relation, tuple[ArrayCell, ...]]]
    """The relation that each stands for.  Its parameters are those that are no arrays, and then ``k`` and ``v`` for each cell."""


def with_cells(terms: Terms, system: HornSystem) -> CellSystem | None:
    """None if there are no arrays, or too many."""
    arrays = [sum(each.sort == WORDS for each in relation.parameters) for relation in system.relations]
    return _Morphing(terms, system).result() if 0 < max(arrays, default=0) <= _MOST_ARRAYS else None


class _Morphing:
    def __init__(self, terms: Terms, system: HornSystem) -> None:
        self._t = terms
        self._system = system
        self._numbers = count()
        self._steps = _steps(system)

    def result(self) -> CellSystem:
        cells = {relation: self._cells(relation) for relation in self._system.relations}
        made = {relation: self._relation(relation, cells[relation]) for relation in self._system.relations}
        clauses = [_MorphedClause(self._t, clause, cells, made, self._numbers).result() for clause in self._system.clauses]
        origins = {made[relation]: (relation, cells[relation]) for relation in self._system.relations}
        return CellSystem(HornSystem(tuple(made.values()), tuple(clauses)), origins)

    def _cells(self, relation: Relation) -> tuple[ArrayCell, ...]:
        arrays = [(place, each) for place, each in enumerate(relation.parameters) if isinstance(each.sort, Array)]
        return tuple([ArrayCell(place, self._steps.get(each, ElementStride(0, 1))) for place, each in arrays])

    def _relation(self, relation: Relation, cells: Sequence[ArrayCell]) -> Relation:
        plain = [each for each in relation.parameters if not isinstance(each.sort, Array)]
        more = [self._t.symbol(f"cell~{next(self._numbers)}", INT) for _ in cells for _ in "kv"]
        return Relation(relation.name, (*plain, *more), relation.location, relation.calls, relation.is_head)


def _steps(system: HornSystem) -> dict[Term, ElementStride]:
    """For each array, by its parameter."""
    indices: dict[Term, list[Term]] = {}
    for clause in system.clauses:
        for parameter, index in _indices(clause):
            indices.setdefault(parameter, []).append(index)
    return {parameter: _step(found) for parameter, found in indices.items()}


def _indices(clause: Clause) -> Iterator[tuple[Term, Term]]:
    """The addresses that a clause has elements at, each with the parameter of its array."""
    known = {arg: like for each in clause.body for arg, like in zip(each.arguments, each.relation.parameters, strict=True)}
    heads = () if clause.head is None else zip(clause.head.arguments, clause.head.relation.parameters, strict=True)
    written = {
        part: like for arg, like in heads if isinstance(arg.sort, Array) for part in reachable((arg,)) if part.sort == WORDS
    }
    roots = [clause.constraint, *(() if clause.head is None else clause.head.arguments)]
    for term in reachable(roots):
        if term.op in (Op.SELECT, Op.STORE):
            below = [part for part in reachable((term.args[0],)) if part in known]
            parameter = known[below[0]] if below else written.get(term.args[0])
            if parameter is not None:
                yield parameter, term.args[1]


def _step(indices: Sequence[Term]) -> ElementStride:
    values = [polynomial(index) for index in indices]
    found = [value for value in values if value is not None]
    if len(found) < len(values):
        return ElementStride(0, 1)
    first = min(value.constant for value in found)
    factors = [factor for value in found for each, factor in value.factors.items() if each]
    size = gcd(*factors, *(value.constant - first for value in found))
    return ElementStride(first, size or 1)


class _MorphedClause:
    def __init__(
        self,
        terms: Terms,
        clause: Clause,
        cells: Mapping[Relation, tuple[ArrayCell, ...]],
        made: Mapping[Relation, Relation],
        numbers: Iterator[int],
    ) -> None:
        self._t = terms
        self._clause = clause
        self._cells = cells
        self._made = made
        self._numbers = numbers
        self._steps = {each.arguments[cell.place]: cell.step for each in clause.body for cell in cells[each.relation]}
        self._read: dict[Term, dict[Term, Term]] = {}
        """What elements are, by their array and number."""
        self._done: dict[Term, Term] = {}

    def result(self) -> Clause:
        clause = self._clause
        head = None if clause.head is None else self._head(clause.head)
        constraint = self._rewritten(clause.constraint)
        body = [atom for applied in clause.body for atom in self._instances(applied)]
        return Clause(tuple(body), self._t.and_(constraint, *self._consistent()), head, clause.gap)

    def _fresh(self) -> Term:
        return self._t.symbol(f"cell~{next(self._numbers)}", INT)

    def _head(self, head: Applied) -> Applied:
        """What becomes of any element."""
        plain = [self._rewritten(each) for each in head.arguments if not isinstance(each.sort, Array)]
        cells: list[Term] = []
        for cell in self._cells[head.relation]:
            number = self._fresh()
            cells += [number, self._element(head.arguments[cell.place], number, cell.step)]
        return Applied(self._made[head.relation], (*plain, *cells))

    def _element(self, array: Term, number: Term, step: ElementStride) -> Term:
        """The element of an array at a number."""
        t = self._t
        match array.op, array.args:
            case Op.STORE, (before, index, value):
                is_written = t.eq(number, step.number(t, self._rewritten(index)))
                return t.ite(is_written, self._rewritten(value), self._element(before, number, step))
            case Op.ITE, (condition, yes, no):
                return t.ite(self._rewritten(condition), self._element(yes, number, step), self._element(no, number, step))
            case Op.CONST_ARRAY, (value,):
                return self._rewritten(value)
            case _:
                known = self._read.setdefault(array, {})
                if number not in known:
                    known[number] = self._fresh()
                return known[number]

    def _rewritten(self, term: Term) -> Term:
        """Without arrays."""
        for sub in reachable((term,)):
            if sub not in self._done and not isinstance(sub.sort, Array):
                self._done[sub] = self._one(sub)
        return self._done[term]

    def _one(self, term: Term) -> Term:
        if term.op is Op.SELECT:
            step = next((self._steps[part] for part in reachable((term.args[0],)) if part in self._steps), ElementStride(0, 1))
            return self._element(term.args[0], step.number(self._t, self._done[term.args[1]]), step)
        if any(isinstance(arg.sort, Array) for arg in term.args):  # the comparison of arrays
            return self._t.symbol(f"cell~{next(self._numbers)}", term.sort)
        return self._t.rebuild(term, tuple([self._done[arg] for arg in term.args])) if term.args else term

    def _instances(self, applied: Applied) -> Iterator[Applied]:
        """What is known of the elements that the clause looks at."""
        plain = [each for each in applied.arguments if not isinstance(each.sort, Array)]
        arrays = [applied.arguments[cell.place] for cell in self._cells[applied.relation]]
        looked = [list(self._read.get(array, {}).items()) or [(self._fresh(), self._fresh())] for array in arrays]
        for chosen in islice(product(*looked), _MOST_INSTANCES):
            yield Applied(self._made[applied.relation], (*plain, *(part for pair in chosen for part in pair)))

    def _consistent(self) -> Iterator[Term]:
        """There is one value at each number."""
        t = self._t
        for known in self._read.values():
            for (one, a), (other, b) in combinations(known.items(), 2):
                yield t.implies(t.eq(one, other), t.eq(a, b))
