"""Bit-vectors and integers as sums: a constant, and terms times factors.

Sums of bit-vectors are modulo 2^width, so every odd factor can be divided by.  Products are multiplied out.  Normal forms of
equations let terms meet that mean the same: ``x + 1 = y + 1`` is ``x = y``, and ``(i + 1) * i = i * i + i`` is true.
"""

from __future__ import annotations

from collections.abc import Mapping

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.integer_polynomials import IntegerPolynomial, Monomial
from whet.solvers.terms.meaning import signed
from whet.solvers.terms.sorts import BitVec, Int
from whet.solvers.terms.term import Op, Term
from whet.task.records import dataclass

_LONGEST = 100
"""Of a sum that is taken apart: products of sums grow fast."""


@dataclass(frozen=True, slots=True)
class Sum:
    """``factors`` has no zeros; those of bit-vectors, like the constant, are between -2^(width-1) and 2^(width-1)."""

    factors: Mapping[Term, int]
    constant: int
    width: int | None
    """None for mathematical integers."""

    def solved(self, atom: Term) -> Sum | None:
        """What ``atom`` is if the sum is zero; None if its factor cannot be divided by."""
        factor = self.factors[atom]
        inverse = _inverse(factor, self.width)
        if inverse is None:
            return None
        rest = {other: -inverse * own for other, own in self.factors.items() if other is not atom}
        return reduced(rest, -inverse * self.constant, self.width)

    def times(self, factor: int) -> Sum:
        return reduced({atom: factor * own for atom, own in self.factors.items()}, factor * self.constant, self.width)

    def term(self, terms: Terms) -> Term:
        """The sum as a term; what is subtracted comes last."""
        positive = [(atom, factor) for atom, factor in self.factors.items() if factor > 0]
        negative = [(atom, -factor) for atom, factor in self.factors.items() if factor < 0]
        total = self._added(terms, positive)
        if negative:
            b = self._added(terms, negative)
            total = terms.bv_sub(total, b) if isinstance(total.sort, BitVec) else terms.int_sub(total, b)
        return _add(terms, total, self._number(terms, self.constant))

    def _added(self, terms: Terms, items: list[tuple[Term, int]]) -> Term:
        total = self._number(terms, 0)
        for atom, factor in items:
            total = _add(terms, total, _multiply(terms, atom, self._number(terms, factor)))
        return total

    def _number(self, terms: Terms, value: int) -> Term:
        return terms.integer(value) if self.width is None else terms.bv(value, self.width)

    def is_zero(self, terms: Terms) -> Term:
        """The equation between what is added and what is subtracted; the constant stands alone or on the right."""
        # Divided by the first odd factor, if that makes the numbers smaller.
        inverses = (_inverse(factor, self.width) for factor in self.factors.values())
        inverse = next((found for found in inverses if found is not None), 1)
        divided = self.times(inverse)
        whole = divided if divided._weight < self._weight else self
        positive = {atom: factor for atom, factor in whole.factors.items() if factor > 0}
        negative = {atom: -factor for atom, factor in whole.factors.items() if factor < 0}
        constant = -whole.constant
        if not positive:
            positive, negative, constant = negative, positive, -constant
        return terms.eq(Sum(positive, 0, self.width).term(terms), Sum(negative, constant, self.width).term(terms))

    @property
    def _weight(self) -> int:
        return sum(map(abs, self.factors.values()))


def _inverse(factor: int, width: int | None) -> int | None:
    if width is None:
        return factor if factor in (1, -1) else None
    return pow(factor, -1, 1 << width) if factor % 2 else None


def reduced(factors: Mapping[Term, int], constant: int, width: int | None) -> Sum:
    """The sum modulo 2^width."""
    if width is None:
        return Sum({atom: factor for atom, factor in factors.items() if factor}, constant, None)
    mask = (1 << width) - 1
    kept = {atom: signed(width, factor & mask) for atom, factor in factors.items() if factor & mask}
    return Sum(kept, signed(width, constant & mask), width)


def difference(terms: Terms, left: Term, right: Term) -> Sum | None:
    """``left - right`` as a sum, products multiplied out; None unless they are bit-vectors or integers."""
    if not isinstance(left.sort, BitVec | Int):
        return None
    made: dict[Term, IntegerPolynomial] = {}
    _expand(left, made)
    _expand(right, made)
    total = made[left].plus(made[right].times(-1))
    factors = {_product(terms, monomial): factor for monomial, factor in total.factors.items() if monomial}
    return reduced(factors, total.constant, left.sort.width if isinstance(left.sort, BitVec) else None)


def _expand(root: Term, made: dict[Term, IntegerPolynomial]) -> None:
    """Bottom-up, without recursion."""
    stack = [root]
    while stack:
        term = stack[-1]
        missing = [arg for arg in _summands(term) if arg not in made]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            found = _polynomial(term, made)
            made[term] = found if len(found.factors) <= _LONGEST else IntegerPolynomial({(term,): 1})


def _summands(term: Term) -> tuple[Term, ...]:
    """The arguments that are taken apart, too."""
    match term:
        case Term(op=Op.BV_SHL, args=(a, Term(value=int()))):
            return (a,)
        case Term() if term.op in _ARITHMETIC:
            return term.args
        case _:
            return ()


def _polynomial(term: Term, made: dict[Term, IntegerPolynomial]) -> IntegerPolynomial:
    match term:
        case Term(value=int(value)):
            return IntegerPolynomial({(): value})
        case Term(op=Op.BV_ADD | Op.INT_ADD, args=(a, b)):
            return made[a].plus(made[b])
        case Term(op=Op.BV_SUB | Op.INT_SUB, args=(a, b)):
            return made[a].plus(made[b].times(-1))
        case Term(op=Op.BV_NEG, args=(a,)):
            return made[a].times(-1)
        case Term(op=Op.BV_NOT, args=(a,)):
            return made[a].times(-1).plus(IntegerPolynomial({(): -1}))
        case Term(op=Op.BV_SHL, args=(a, Term(value=int(bits)))):
            return made[a].times(1 << bits)
        case Term(op=Op.BV_MUL | Op.INT_MUL, args=(a, b)) if len(made[a].factors) * len(made[b].factors) <= _LONGEST:
            return made[a].product(made[b])
        case _:
            return IntegerPolynomial({(term,): 1})


def _product(terms: Terms, monomial: Monomial) -> Term:
    product = monomial[0]
    for factor in monomial[1:]:
        product = _multiply(terms, product, factor)
    return product


_ARITHMETIC = frozenset({Op.BV_ADD, Op.BV_SUB, Op.BV_MUL, Op.BV_NEG, Op.BV_NOT, Op.INT_ADD, Op.INT_SUB, Op.INT_MUL})


def _add(terms: Terms, a: Term, b: Term) -> Term:
    if a.value == 0:
        return b
    return terms.bv_add(a, b) if isinstance(a.sort, BitVec) else terms.int_add(a, b)


def _multiply(terms: Terms, a: Term, b: Term) -> Term:
    return terms.bv_mul(a, b) if isinstance(a.sort, BitVec) else terms.int_mul(a, b)
