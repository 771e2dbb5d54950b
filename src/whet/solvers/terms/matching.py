"""Which number an address is that of: ``k`` is ``i`` where ``base + 4 * k`` is ``base + 4 * i``.

Whatever is answered, what holds for all numbers holds for it; so nothing depends on the answer being right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.integer_polynomials import IntegerPolynomial
from whet.solvers.terms.rings import ring_polynomial, ring_term
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.walks import symbols


def matched(t: Terms, pattern: Term, address: Term, bound: Sequence[Term]) -> dict[Term, Term] | None:
    """What the numbers of a pattern are where it is an address; None if that is not seen, or their widths differ."""
    if pattern.sort != address.sort:
        return None
    like, value = ring_polynomial(pattern), ring_polynomial(address)
    if like is None or value is None:
        return None
    places = {each: place for each in bound if (place := _place(like, each)) is not None}
    atoms = {(atom,) for atom, _ in places.values()}
    others = {monomial: factor for monomial, factor in like.factors.items() if monomial not in atoms}
    if not places or any(symbols(atom) & {*bound} for monomial in others for atom in monomial):
        return None
    rest = value.plus(IntegerPolynomial(others).times(-1))
    return _solved(t, places, _signed(rest, pattern.width), pattern.width)


_Place: TypeAlias = tuple[Term, int]
"""The atom of a polynomial that a number is in, and its factor."""


def _place(like: IntegerPolynomial, each: Term) -> _Place | None:
    """A number is found if it stands once, alone or widened or narrowed."""
    found = [monomial for monomial in like.factors if any(each in symbols(atom) for atom in monomial)]
    if len(found) != 1 or len(found[0]) != 1 or _inner(found[0][0]) is not each:
        return None
    return found[0][0], like.factors[found[0]]


def _inner(atom: Term) -> Term:
    while atom.op in (Op.SIGN_EXTEND, Op.ZERO_EXTEND) or (atom.op is Op.EXTRACT and atom.indices[1] == 0):
        atom = atom.args[0]
    return atom


def _signed(value: IntegerPolynomial, width: int) -> IntegerPolynomial:
    half, size = 1 << (width - 1), 1 << width
    return IntegerPolynomial({each: (factor + half) % size - half for each, factor in value.factors.items()})


def _solved(t: Terms, places: Mapping[Term, _Place], rest: IntegerPolynomial, width: int) -> dict[Term, Term] | None:
    """The largest factor takes what it divides, then the next: what is left must be nothing."""
    signed = {each: _signed(IntegerPolynomial({(): factor}), width).constant for each, (_, factor) in places.items()}
    found: dict[Term, Term] = {}
    for each in sorted(places, key=lambda one: -abs(signed[one])):
        factor = signed[each]
        if factor == 0:
            return None
        taken = {monomial: own // factor for monomial, own in rest.factors.items() if own % factor == 0}
        found[each] = _as(t, ring_term(t, IntegerPolynomial(taken), width), each)
        rest = IntegerPolynomial({monomial: own for monomial, own in rest.factors.items() if monomial not in taken})
    return None if rest.factors else found


def _as(t: Terms, value: Term, each: Term) -> Term:
    """A value in the type of a number."""
    inner = value
    while inner.sort != each.sort and inner.op in (Op.SIGN_EXTEND, Op.ZERO_EXTEND, Op.EXTRACT):
        inner = inner.args[0]
    return inner if inner.sort == each.sort else t.resize(value, each.width, signed=True)
