"""Integer terms as polynomials over their symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import INT
from whet.solvers.terms.term import Op, Term, reachable

Monomial: TypeAlias = tuple[Term, ...]
"""Symbols in the order in which they were made, one as often as it is a factor; none is the constant one."""


class IntegerPolynomial:
    """A sum of monomials with factors other than zero."""

    __slots__ = ("factors",)

    def __init__(self, factors: Mapping[Monomial, int]) -> None:
        self.factors = {monomial: factor for monomial, factor in factors.items() if factor}

    def __hash__(self) -> int:
        return hash(frozenset(self.factors.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IntegerPolynomial) and self.factors == other.factors

    @property
    def constant(self) -> int:
        return self.factors.get((), 0)

    @property
    def is_linear(self) -> bool:
        return all(len(monomial) <= 1 for monomial in self.factors)

    @property
    def linear(self) -> dict[Term, int]:
        """The factors of symbols that stand alone."""
        return {monomial[0]: factor for monomial, factor in self.factors.items() if len(monomial) == 1}

    def plus(self, other: IntegerPolynomial) -> IntegerPolynomial:
        return _total((*self.factors.items(), *other.factors.items()))

    def times(self, factor: int) -> IntegerPolynomial:
        return IntegerPolynomial({monomial: factor * own for monomial, own in self.factors.items()})

    def product(self, other: IntegerPolynomial) -> IntegerPolynomial:
        return _total(
            (multiplied(one, another), a * b) for one, a in self.factors.items() for another, b in other.factors.items()
        )

    def term(self, t: Terms) -> Term:
        total = t.integer(0)
        for monomial, factor in self.factors.items():
            part = t.integer(factor)
            for symbol in monomial:
                part = t.int_mul(symbol, part)
            total = t.int_add(total, part)
        return total


def multiplied(one: Monomial, other: Monomial) -> Monomial:
    return tuple(sorted((*one, *other), key=lambda symbol: symbol.number))


def _total(parts: Iterable[tuple[Monomial, int]]) -> IntegerPolynomial:
    total: dict[Monomial, int] = {}
    for monomial, factor in parts:
        total[monomial] = total.get(monomial, 0) + factor
    return IntegerPolynomial(total)


def polynomial(term: Term) -> IntegerPolynomial | None:
    """None if the term is none."""
    made: dict[Term, IntegerPolynomial | None] = {}
    for sub in reachable((term,)):
        made[sub] = _one(sub, [made[arg] for arg in sub.args])
    return made[term]


def _one(term: Term, args: list[IntegerPolynomial | None]) -> IntegerPolynomial | None:
    if term.sort != INT:
        return None
    if term.value is not None:
        return IntegerPolynomial({(): term.value})
    match term.op, args:
        case Op.SYMBOL, _:
            return IntegerPolynomial({(term,): 1})
        case Op.INT_ADD, [IntegerPolynomial() as a, IntegerPolynomial() as b]:
            return a.plus(b)
        case Op.INT_SUB, [IntegerPolynomial() as a, IntegerPolynomial() as b]:
            return a.plus(b.times(-1))
        case Op.INT_MUL, [IntegerPolynomial() as a, IntegerPolynomial() as b]:
            return a.product(b)
        case _:
            return None
