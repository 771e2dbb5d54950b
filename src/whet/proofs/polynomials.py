"""Polynomials modulo a power of two, for obligations that multiply unknowns.

Bit-vectors of width ``w`` are the integers modulo ``2**w``: the equations of a conjunction are polynomials that are zero, and an
inequation cannot hold if its polynomial is a combination of theirs. This is the checker's own algebra: the search for proofs has
another one (``solvers.terms.polynomials``), which nothing here imports. A polynomial maps monomials to coefficients from 1 to
``2**w - 1``. A monomial is the sorted tuple of its atoms; an atom is the number of a term that is not taken apart, and stands for
its unsigned value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from whet.solvers.terms.term import Op, Term

Monomial: TypeAlias = tuple[int, ...]
Polynomial: TypeAlias = Mapping[Monomial, int]

_MOST_MONOMIALS = 150
_HIGHEST_DEGREE = 8
_MOST_STEPS = 1000
_DEEPEST = 300


class PolynomialTooLarge(Exception):
    """A polynomial has too many monomials, or it takes too many steps to rewrite it."""


class Ring:
    def __init__(self, width: int) -> None:
        self.width = width
        self._modulus = 1 << width
        self._known: dict[int, Polynomial] = {}

    def difference(self, left: Term, right: Term) -> Polynomial:
        """Of the lowest bits of two terms.  Raises ``PolynomialTooLarge``."""
        return self.sum((1, self._of(left, 0)), (-1, self._of(right, 0)))

    def sum(self, *parts: tuple[int, Polynomial]) -> Polynomial:
        """Of polynomials with a factor each."""
        total: dict[Monomial, int] = {}
        for factor, polynomial in parts:
            for monomial, coefficient in polynomial.items():
                total[monomial] = (total.get(monomial, 0) + factor * coefficient) % self._modulus
        return self._checked({monomial: coefficient for monomial, coefficient in total.items() if coefficient})

    def product(self, left: Polynomial, right: Polynomial) -> Polynomial:
        if len(left) * len(right) > _MOST_STEPS:
            raise PolynomialTooLarge
        scaled = ((a * b, {tuple(sorted(m + n)): 1}) for m, a in left.items() for n, b in right.items())
        return self.sum(*scaled)

    def inverse(self, odd: int) -> int:
        return pow(odd, -1, self._modulus)

    @staticmethod
    def _checked(polynomial: Polynomial) -> Polynomial:
        if len(polynomial) > _MOST_MONOMIALS or any(len(monomial) > _HIGHEST_DEGREE for monomial in polynomial):
            raise PolynomialTooLarge
        return polynomial

    def _of(self, term: Term, depth: int) -> Polynomial:
        """The lowest bits of a term that has at least as many."""
        if depth > _DEEPEST:
            raise PolynomialTooLarge
        if term.number not in self._known:
            self._known[term.number] = self._made(term, depth + 1)
        return self._known[term.number]

    def _made(self, term: Term, depth: int) -> Polynomial:
        match term:
            case Term(value=int(value)):
                return self.sum((value, {(): 1}))
            case Term(op=Op.BV_ADD, args=(left, right)):
                return self.sum((1, self._of(left, depth)), (1, self._of(right, depth)))
            case Term(op=Op.BV_SUB, args=(left, right)):
                return self.sum((1, self._of(left, depth)), (-1, self._of(right, depth)))
            case Term(op=Op.BV_MUL, args=(left, right)):
                return self.product(self._of(left, depth), self._of(right, depth))
            case Term(op=Op.BV_NEG, args=(operand,)):
                return self.sum((-1, self._of(operand, depth)))
            case Term(op=Op.BV_NOT, args=(operand,)):
                return self.sum((-1, self._of(operand, depth)), (-1, {(): 1}))
            case Term(op=Op.BV_SHL, args=(shifted, Term(value=int(by)))) if by < term.width:
                return self.sum((1 << by, self._of(shifted, depth)))
            case Term(op=Op.EXTRACT, args=(whole,), indices=(_, 0)):
                return self._of(whole, depth)
            case Term(op=Op.ZERO_EXTEND | Op.SIGN_EXTEND, args=(inner,)) if self.width <= inner.width:
                return self._of(inner, depth)
            case Term(op=Op.ZERO_EXTEND, args=(inner,)):
                return {(inner.number,): 1}
            case _:
                return {(term.number,): 1}


class Combinations:
    """Consequences of equations: polynomials that are zero wherever theirs are. An equation with an atom that occurs once, alone
    and with an odd coefficient defines that atom; all others cancel the largest monomial of a polynomial. Each step adds a
    multiple of an equation, so ``vanishes`` is sound."""

    def __init__(self, ring: Ring, equations: Sequence[Polynomial]) -> None:
        self._ring = ring
        self._definitions: list[tuple[int, Polynomial]] = []
        self._others: list[Polynomial] = []
        self._define(list(equations))
        self.is_contradictory = any(set(equation) == {()} for equation in self._others)

    def vanishes(self, polynomial: Polynomial) -> bool:
        try:
            for atom, value in self._definitions:
                polynomial = self._substituted(polynomial, atom, value)
            return not self._cancelled(polynomial)
        except PolynomialTooLarge:
            return False

    def _define(self, waiting: list[Polynomial]) -> None:
        while waiting:
            equation = next((each for each in waiting if _defined_atom(each) is not None), None)
            if equation is None:
                self._others = sorted(
                    (each for each in waiting if each), key=lambda each: (max(map(len, each), default=0), len(each))
                )
                return
            atom = _defined_atom(equation)
            assert atom is not None
            rest = {monomial: coefficient for monomial, coefficient in equation.items() if monomial != (atom,)}
            value = self._ring.sum((-self._ring.inverse(equation[atom,]), rest))
            self._definitions.append((atom, value))
            waiting = [found for each in waiting if each is not equation for found in self._if_small(each, atom, value)]

    def _if_small(self, equation: Polynomial, atom: int, value: Polynomial) -> list[Polynomial]:
        """Empty if it is too large: with fewer equations less follows."""
        try:
            return [self._substituted(equation, atom, value)]
        except PolynomialTooLarge:
            return []

    def _substituted(self, polynomial: Polynomial, atom: int, value: Polynomial) -> Polynomial:
        parts: list[tuple[int, Polynomial]] = []
        for monomial, coefficient in polynomial.items():
            part: Polynomial = {tuple(each for each in monomial if each != atom): 1}
            for _ in range(monomial.count(atom)):
                part = self._ring.product(part, value)
            parts.append((coefficient, part))
        return self._ring.sum(*parts)

    def _cancelled(self, polynomial: Polynomial) -> Polynomial:
        for _ in range(_MOST_STEPS):
            step = next(filter(None, (self._step(polynomial, equation) for equation in self._others)), None)
            if step is None:
                return polynomial
            polynomial = self._ring.sum((1, polynomial), step)
            if not polynomial:
                return polynomial
        raise PolynomialTooLarge

    def _step(self, polynomial: Polynomial, equation: Polynomial) -> tuple[int, Polynomial] | None:
        """The multiple of an equation that cancels a monomial by smaller ones."""
        lead = max(equation, key=_order)
        twos = equation[lead] & -equation[lead]
        for monomial, coefficient in polynomial.items():
            rest = _quotient(monomial, lead)
            if rest is not None and coefficient % twos == 0:
                factor = (coefficient // twos) * self._ring.inverse(equation[lead] // twos)
                return -factor, self._ring.product({rest: 1}, equation)
        return None


def _defined_atom(equation: Polynomial) -> int | None:
    """An atom that the equation can be solved for: the one of the newest term."""
    linear = [monomial[0] for monomial, coefficient in equation.items() if len(monomial) == 1 and coefficient % 2]
    return max((atom for atom in linear if sum(atom in monomial for monomial in equation) == 1), default=None)


def _order(monomial: Monomial) -> tuple[int, Monomial]:
    return len(monomial), monomial


def _quotient(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    rest = list(monomial)
    for atom in divisor:
        if atom not in rest:
            return None
        rest.remove(atom)
    return tuple(rest)
