"""Products in order: ``a < c`` implies ``a * b + b <= c * b``, unless ``c * b`` overflows.

That an element ``i * m + j`` lies in an array of ``n * m`` elements follows from ``i < n`` and ``j < m`` over integers.  A solver
of bit-vectors multiplies bits and does not find it.  So a condition is made weaker: every product of two unknowns becomes any
value of which some theorems about products are true.  Each theorem has as a premise, in bits, that its product does not overflow:
one factor has at most so many bits, and the other the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import substitute

_MOST_PRODUCTS = 12


def with_theorems(terms: Terms, condition: Term) -> Term | None:
    """A weaker condition without products of unknowns: if it cannot hold, the condition cannot.

    None if there are no products that can be compared, or too many."""
    products = [part for part in reachable((condition,)) if part.op is Op.BV_MUL and part.args[1].value is None]
    if not 2 <= len(products) <= _MOST_PRODUCTS:
        return None
    values = {product: terms.symbol(f"product#{product.number}", product.sort) for product in products}
    theorems = [theorem for pair in permutations(products, 2) for theorem in _ordered(terms, *pair, values)]
    if not theorems:
        return None
    theorems += [_is_not_negative(terms, product, values) for product in products]
    # Factors may have products in them, too.
    return substitute(terms, terms.and_(condition, *theorems), values)


def _ordered(terms: Terms, less: Term, more: Term, values: Mapping[Term, Term]) -> Iterator[Term]:
    if less.width != more.width:
        return
    for factor in set(less.args) & set(more.args):
        a, c = _other(less, factor), _other(more, factor)
        premise = terms.and_(terms.bv_ult(a, c), _fit(terms, c, factor, more.width))
        room = terms.bv_sub(values[more], factor)
        follows = terms.and_(terms.bv_ule(factor, values[more]), terms.bv_ule(values[less], room))
        yield terms.or_(terms.not_(premise), follows)
        yield terms.or_(terms.not_(terms.eq(a, c)), terms.eq(values[less], values[more]))


def _is_not_negative(terms: Terms, product: Term, values: Mapping[Term, Term]) -> Term:
    """Nor is it zero, if no factor is."""
    a, b = product.args
    width, value = product.width, values[product]
    small = _fit(terms, a, b, width - 1)
    positive = terms.and_(_fit(terms, a, b, width), terms.is_nonzero(a), terms.is_nonzero(b))
    at_least = terms.and_(terms.bv_ule(a, value), terms.bv_ule(b, value))
    top = terms.eq(terms.extract(value, high=width - 1, low=width - 1), terms.bv(0, 1))
    return terms.and_(terms.or_(terms.not_(small), top), terms.or_(terms.not_(positive), at_least))


def _other(product: Term, factor: Term) -> Term:
    return product.args[1] if product.args[0] is factor else product.args[0]


def _fit(terms: Terms, a: Term, b: Term, bits: int) -> Term:
    """Do the factors have so few bits that their product has not more than these?"""
    return terms.or_(*(terms.and_(_has(terms, a, some), _has(terms, b, bits - some)) for some in range(bits + 1)))


def _has(terms: Terms, factor: Term, bits: int) -> Term:
    """Does a number need no more bits than these?"""
    if bits >= factor.width:
        return terms.true
    above = terms.extract(factor, high=factor.width - 1, low=bits)
    return terms.eq(above, terms.bv(0, above.width))


__all__ = ["with_theorems"]
