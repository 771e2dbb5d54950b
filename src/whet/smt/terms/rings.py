"""Equations between bit-vectors as equations in a ring: sums and products obey the laws of algebra modulo ``2 ** width``.

Engines take bit-vectors apart into bits, and then ``(i + 1) * (i + 1) = i * i + 2 * i + 1`` takes them for ever.  Multiplying out
decides it at once.  What is simplified here is equivalent to what it was.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.smt.terms.factory import Terms
from whet.smt.terms.polynomials import Monomial, Polynomial
from whet.smt.terms.sorts import BitVec
from whet.smt.terms.term import Op, Term, reachable
from whet.smt.terms.walks import Substitution, conjuncts, symbols

_MOST_MONOMIALS = 60
_MOST_EQUATIONS = 40


def has_products(term: Term) -> bool:
    return any(sub.op is Op.BV_MUL and all(arg.value is None for arg in sub.args) for sub in reachable((term,)))


def multiplied_out(t: Terms, term: Term) -> Term:
    """An equivalent of a conjunction: what its equations define is put in, and equations that are laws of algebra are gone."""
    parts = list(conjuncts(_without_laws(t, term)))
    kept: list[Term] = []
    for _ in range(_MOST_EQUATIONS):
        found = next(((part, solved) for part in parts if (solved := _solved(t, part)) is not None), None)
        if found is None:
            break
        part, (symbol, value) = found
        kept.append(part)
        put_in = Substitution(t, {symbol: value})
        parts = [each for other in parts if other is not part for each in conjuncts(_without_laws(t, put_in(other)))]
    return t.and_(*kept, *parts)


def _solved(t: Terms, part: Term) -> tuple[Term, Term] | None:
    """A symbol and what an equation says that it is."""
    difference = _difference(part)
    if difference is None:
        return None
    width = part.args[0].width
    for monomial, factor in difference.factors.items():
        if len(monomial) == 1 and monomial[0].op is Op.SYMBOL and factor % 2 and _is_alone(monomial[0], difference):
            others = Polynomial({each: own for each, own in difference.factors.items() if each != monomial})
            return monomial[0], ring_term(t, others.times(-pow(factor, -1, 1 << width)), width)
    return None


def _is_alone(symbol: Term, value: Polynomial) -> bool:
    return sum(symbol in symbols(factor) for monomial in value.factors for factor in {*monomial}) == 1


def _without_laws(t: Terms, term: Term) -> Term:
    """With the truth in the place of equations that always hold or never."""
    decided = {sub: truth for sub in reachable((term,)) if (truth := _decided(t, sub)) is not None}
    return Substitution(t, decided)(term) if decided else term


def _decided(t: Terms, term: Term) -> Term | None:
    difference = _difference(term)
    if difference is None or any(difference.factors) or len(difference.factors) > 1:
        return None
    return t.truth(not difference.factors)


def _difference(term: Term) -> Polynomial | None:
    """Of the two sides of an equation between bit-vectors."""
    if term.op is not Op.EQ or not isinstance(term.args[0].sort, BitVec):
        return None
    left, right = (ring_polynomial(arg) for arg in term.args)
    return None if left is None or right is None else _modulo(left.plus(right.times(-1)), term.args[0].width)


def ring_polynomial(term: Term) -> Polynomial | None:
    """Over whatever is no sum and no product; None if it has too many monomials."""
    made: dict[Term, Polynomial | None] = {}
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


def _one(term: Term, args: list[Polynomial | None]) -> Polynomial | None:
    if term.value is not None:
        return Polynomial({(): term.value})
    match term.op, args:
        case Op.BV_ADD, [Polynomial() as a, Polynomial() as b]:
            return _modulo(a.plus(b), term.width)
        case Op.BV_SUB, [Polynomial() as a, Polynomial() as b]:
            return _modulo(a.plus(b.times(-1)), term.width)
        case Op.BV_MUL, [Polynomial() as a, Polynomial() as b]:
            return _modulo(a.product(b), term.width)
        case Op.BV_NEG, [Polynomial() as a]:
            return _modulo(a.times(-1), term.width)
        case _:
            return None if term.op in _RING else Polynomial({(term,): 1})


def _modulo(value: Polynomial, width: int) -> Polynomial:
    return Polynomial({monomial: factor % (1 << width) for monomial, factor in value.factors.items()})


def ring_term(t: Terms, value: Polynomial, width: int) -> Term:
    """A polynomial over bit-vectors of one width, as one of them."""
    total = t.bv(0, width)
    for monomial, factor in value.factors.items():
        total = t.bv_add(total, _monomial(t, monomial, t.bv(factor, width)))
    return total


def _monomial(t: Terms, monomial: Monomial, factor: Term) -> Term:
    for each in monomial:
        factor = t.bv_mul(each, factor)
    return factor


__all__ = ["has_products", "multiplied_out", "ring_polynomial", "ring_term"]
