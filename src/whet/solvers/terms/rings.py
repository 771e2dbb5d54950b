"""Sums and products of bit-vectors as polynomials over their parts, and back: algebra modulo ``2 ** width``."""

from __future__ import annotations

from collections.abc import Iterator

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.integer_polynomials import IntegerPolynomial, Monomial
from whet.solvers.terms.term import Op, Term

_MOST_MONOMIALS = 60


def ring_polynomial(term: Term) -> IntegerPolynomial | None:
    """Over whatever is no sum and no product; None if it has too many monomials."""
    made: dict[Term, IntegerPolynomial | None] = {}
    for sub in _ring_terms(term):
        made[sub] = found = _one(sub, [made[arg] for arg in sub.args if arg in made])
        if found is not None and len(found.factors) > _MOST_MONOMIALS:
            made[sub] = None
    return made[term]


def _ring_terms(term: Term) -> Iterator[Term]:
    """What has to be known of a term, bottom-up; nothing inside what is no sum and no product."""
    found: dict[int, Term] = {}
    stack = [term]
    while stack:
        sub = stack.pop()
        if sub.number not in found:
            found[sub.number] = sub
            stack += sub.args if sub.op in _RING else ()
    return (found[number] for number in sorted(found))


_RING = frozenset({Op.BV_ADD, Op.BV_SUB, Op.BV_MUL, Op.BV_NEG})


def _one(term: Term, args: list[IntegerPolynomial | None]) -> IntegerPolynomial | None:
    if term.value is not None:
        return IntegerPolynomial({(): term.value})
    match term.op, args:
        case Op.BV_ADD, [IntegerPolynomial() as a, IntegerPolynomial() as b]:
            return _modulo(a.plus(b), term.width)
        case Op.BV_SUB, [IntegerPolynomial() as a, IntegerPolynomial() as b]:
            return _modulo(a.plus(b.times(-1)), term.width)
        case Op.BV_MUL, [IntegerPolynomial() as a, IntegerPolynomial() as b]:
            return _modulo(a.product(b), term.width)
        case Op.BV_NEG, [IntegerPolynomial() as a]:
            return _modulo(a.times(-1), term.width)
        case _:
            return None if term.op in _RING else IntegerPolynomial({(term,): 1})


def _modulo(value: IntegerPolynomial, width: int) -> IntegerPolynomial:
    return IntegerPolynomial({monomial: factor % (1 << width) for monomial, factor in value.factors.items()})


def ring_term(t: Terms, value: IntegerPolynomial, width: int) -> Term:
    """A polynomial over bit-vectors of one width, as one of them."""
    total = t.bv(0, width)
    for monomial, factor in value.factors.items():
        total = t.bv_add(total, _monomial(t, monomial, t.bv(factor, width)))
    return total


def _monomial(t: Terms, monomial: Monomial, factor: Term) -> Term:
    for each in monomial:
        factor = t.bv_mul(each, factor)
    return factor
