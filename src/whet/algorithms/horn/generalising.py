"""Large constants as numbers of which only the order is known.

Spacer counts to the bound of a loop if the bound is a constant: with 10 elements it finds what holds for all of them, with
100,000 it does not.  If the bound is any positive number, short runs show all there is to see.  So constants that something
is compared with become arguments of every relation, which no clause changes; constants that differ by little have one
argument.  What is found for all such numbers holds for those of the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from whet.solvers.clauses import Applied, Clause, HornSystem, Relation
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import INT
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import Substitution
from whet.task.records import dataclass

_LARGE = 64
_NEAR = 4
"""Constants that differ by so little have something to do with each other."""
_MOST = 4
_SIZES = frozenset(
    size + by for bits in (7, 8, 15, 16, 31, 32, 63, 64) for size in (1 << bits, -(1 << bits)) for by in (-1, 0, 1)
)
"""What belongs to types and not to loops."""


@dataclass(frozen=True, slots=True)
class GeneralSystem:
    system: HornSystem
    origins: Mapping[Relation, Relation]
    constants: Mapping[Term, Term]
    """What the last parameters of every relation are in the program."""


def generalised(terms: Terms, system: HornSystem) -> GeneralSystem | None:
    """None if there is no large constant, or too many."""
    values = sorted({value for clause in system.clauses for value in _compared(clause)})
    found: list[list[int]] = []
    for value in values:
        if found and value - found[-1][-1] <= _NEAR:
            found[-1].append(value)
        else:
            found.append([value])
    groups = found
    return _Generalising(terms, system, groups).result() if 0 < len(groups) <= _MOST else None


def _compared(clause: Clause) -> Iterator[int]:
    for term in reachable((clause.constraint,)):
        if term.op in (Op.INT_LE, Op.INT_LT, Op.EQ):
            for arg in term.args:
                if arg.sort == INT and arg.value is not None and arg.value >= _LARGE and arg.value not in _SIZES:
                    yield arg.value


class _Generalising:
    def __init__(self, terms: Terms, system: HornSystem, groups: list[list[int]]) -> None:
        self._t = terms
        self._system = system
        self._symbols = {terms.symbol(f"bound~{group[0]}", INT): group for group in groups}
        self._put_in = Substitution(
            terms,
            {
                terms.integer(value): terms.int_add(symbol, terms.integer(value - group[0]))
                for symbol, group in self._symbols.items()
                for value in group
            },
        )

    def result(self) -> GeneralSystem:
        made = {each: replace(each, parameters=(*each.parameters, *self._symbols)) for each in self._system.relations}
        clauses = [self._clause(clause, made) for clause in self._system.clauses]
        constants = {symbol: self._t.integer(group[0]) for symbol, group in self._symbols.items()}
        origins = {new: old for old, new in made.items()}
        return GeneralSystem(HornSystem(tuple(made.values()), tuple(clauses)), origins, constants)

    def _clause(self, clause: Clause, made: Mapping[Relation, Relation]) -> Clause:
        def apply(applied: Applied) -> Applied:
            return Applied(made[applied.relation], (*map(self._put_in, applied.arguments), *self._symbols))

        order = () if clause.body else self._order()
        constraint = self._t.and_(self._put_in(clause.constraint), *order)
        head = None if clause.head is None else apply(clause.head)
        return Clause(tuple(map(apply, clause.body)), constraint, head, clause.gap)

    def _order(self) -> Iterator[Term]:
        """The smallest is positive, and the others are larger."""
        t, known = self._t, list(self._symbols)
        yield t.int_lt(t.integer(0), known[0])
        for small, large in pairwise(known):
            last = self._symbols[small][-1] - self._symbols[small][0]
            yield t.int_lt(t.int_add(small, t.integer(last)), large)
