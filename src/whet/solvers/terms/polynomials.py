"""Polynomials modulo a power of two: what addition and multiplication of bit-vectors compute.

An *atom* is a number that stands for an opaque integer.  A monomial is the sorted tuple of its atoms, with repetition;
the empty one is the constant 1.  A polynomial of width ``w`` maps monomials to coefficients from 1 to ``2**w - 1``: equal
polynomials have equal dictionaries, and zero is the empty one.

``Ideal`` answers whether a polynomial vanishes wherever others do, by rewriting.  It may say no where the answer is yes, and
never yes where it is no.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import prod
from typing import TypeAlias

Monomial: TypeAlias = tuple[int, ...]
Coefficients: TypeAlias = Mapping[Monomial, int]

MOST_MONOMIALS = 150
"""The most monomials of a polynomial; larger ones are given up."""
_MOST_PRODUCTS = 3000
_HIGHEST_DEGREE = 8
_MOST_STEPS = 1000


class TooLarge(Exception):
    """A polynomial has too many monomials, or takes too long to rewrite."""


class Polynomial:
    """Modulo ``2**width``; nothing changes it."""

    __slots__ = ("_hash", "coefficients", "width")

    def __init__(self, width: int, coefficients: Coefficients) -> None:
        mask = (1 << width) - 1
        self.width = width
        self._hash: int | None = None
        self.coefficients = {monomial: kept for monomial, value in coefficients.items() if (kept := value & mask)}
        if len(self.coefficients) > MOST_MONOMIALS:
            raise TooLarge

    @staticmethod
    def constant(width: int, value: int) -> Polynomial:
        return Polynomial(width, {(): value})

    @staticmethod
    def atom(width: int, atom: int) -> Polynomial:
        return Polynomial(width, {(atom,): 1})

    @property
    def is_zero(self) -> bool:
        return not self.coefficients

    @property
    def is_constant(self) -> bool:
        return all(monomial == () for monomial in self.coefficients)

    @property
    def degree(self) -> int:
        return max(map(len, self.coefficients), default=0)

    def atoms(self) -> set[int]:
        return {atom for monomial in self.coefficients for atom in monomial}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and (self.width, self.coefficients) == (other.width, other.coefficients)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.width, frozenset(self.coefficients.items())))
        return self._hash

    def __add__(self, other: Polynomial) -> Polynomial:
        found = dict(self.coefficients)
        for monomial, value in other.coefficients.items():
            found[monomial] = found.get(monomial, 0) + value
        return Polynomial(self.width, found)

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + other.times(-1)

    def __mul__(self, other: Polynomial) -> Polynomial:
        found: dict[Monomial, int] = {}
        if len(self.coefficients) * len(other.coefficients) > _MOST_PRODUCTS or self.degree + other.degree > _HIGHEST_DEGREE:
            raise TooLarge
        for left, a in self.coefficients.items():
            for right, b in other.coefficients.items():
                product = tuple(sorted(left + right))
                found[product] = found.get(product, 0) + a * b
        return Polynomial(self.width, found)

    def times(self, factor: int, monomial: Monomial = ()) -> Polynomial:
        """Multiplied by a number and a monomial."""
        if not monomial:
            return Polynomial(self.width, {each: value * factor for each, value in self.coefficients.items()})
        return Polynomial(
            self.width, {tuple(sorted(each + monomial)): value * factor for each, value in self.coefficients.items()}
        )

    def cut(self, width: int) -> Polynomial:
        """The same modulo a smaller power of two."""
        return Polynomial(width, self.coefficients)

    def value(self, values: Callable[[int], int]) -> int:
        """With these numbers for the atoms."""
        total = sum(value * prod(map(values, monomial)) for monomial, value in self.coefficients.items())
        return total & ((1 << self.width) - 1)

    def __repr__(self) -> str:
        return " + ".join(f"{value}*{monomial}" for monomial, value in self.coefficients.items()) or "0"


def order(monomial: Monomial) -> tuple[int, Monomial]:
    """Which of two monomials is larger: by degree, then by their atoms."""
    return len(monomial), monomial


def quotient(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    """None if it is not divided."""
    rest = list(monomial)
    for atom in divisor:
        if atom not in rest:
            return None
        rest.remove(atom)
    return tuple(rest)


def valuation(value: int) -> int:
    """How often 2 divides a number that is not 0."""
    return (value & -value).bit_length() - 1


class Ideal:
    """Polynomials of one width that are zero together, as rules by which others are rewritten."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._solved: list[tuple[int, Polynomial]] = []
        """Atoms, each with what it equals; the atom is in no later rule."""
        self._rules: list[tuple[Monomial, int, Polynomial]] = []
        """Largest monomials, with their coefficients and the whole polynomials."""
        self.is_contradictory = False

    @staticmethod
    def of(width: int, equations: Iterable[Polynomial]) -> Ideal:
        """Equations that can be solved for an atom are used first; unusable ones are left out."""
        ideal, waiting = Ideal(width), list(equations)
        while solvable := next((each for each in waiting if (_solvable(each)) is not None), None):
            waiting.remove(solvable)
            ideal._solve(solvable)
            waiting = [found for each in waiting if (found := ideal._safely_reduced(each)) is not None]
        for each in sorted(waiting, key=lambda each: (each.degree, len(each.coefficients))):
            ideal._add_rule(each)
        return ideal

    def _solve(self, equation: Polynomial) -> None:
        atom = _solvable(equation)
        assert atom is not None
        coefficient = equation.coefficients[(atom,)]
        rest = Polynomial(self._width, {each: value for each, value in equation.coefficients.items() if each != (atom,)})
        self._solved.append((atom, rest.times(-pow(coefficient, -1, 1 << self._width))))

    def _add_rule(self, equation: Polynomial) -> None:
        rest = self._safely_reduced(equation)
        if rest is None:
            return
        if rest.is_constant:
            self.is_contradictory = True
            return
        lead = max(rest.coefficients, key=order)
        self._rules.append((lead, rest.coefficients[lead], rest))

    def _safely_reduced(self, polynomial: Polynomial) -> Polynomial | None:
        """None if it says nothing, or too much to compute with."""
        try:
            rest = self.reduced(polynomial)
        except TooLarge:
            return None
        return None if rest.is_zero else rest

    def reduced(self, polynomial: Polynomial) -> Polynomial:
        """What is left of it after rewriting: zero if it is zero wherever all equations hold.  Raises ``TooLarge``."""
        for atom, value in self._solved:
            polynomial = substituted(polynomial, atom, value)
        return self._rewritten(polynomial)

    def _rewritten(self, polynomial: Polynomial) -> Polynomial:
        """A step makes the largest monomial that can be rewritten smaller, so there is an end; it may be far."""
        for _ in range(_MOST_STEPS):
            step = self._step(polynomial)
            if step is None:
                return polynomial
            polynomial = step
        raise TooLarge

    def _step(self, polynomial: Polynomial) -> Polynomial | None:
        for monomial in sorted(polynomial.coefficients, key=order, reverse=True):
            value = polynomial.coefficients[monomial]
            for lead, coefficient, rule in self._rules:
                rest = quotient(monomial, lead)
                twos = valuation(coefficient)
                if rest is not None and valuation(value) >= twos:
                    factor = (value >> twos) * pow(coefficient >> twos, -1, 1 << self._width)
                    return polynomial - rule.times(factor, rest)
        return None


def substituted(polynomial: Polynomial, atom: int, value: Polynomial) -> Polynomial:
    """With a polynomial in the place of an atom."""
    if not any(atom in monomial for monomial in polynomial.coefficients):
        return polynomial
    width = polynomial.width
    result = Polynomial(width, {each: c for each, c in polynomial.coefficients.items() if atom not in each})
    for monomial, coefficient in polynomial.coefficients.items():
        if atom in monomial:
            part = Polynomial(width, {tuple(each for each in monomial if each != atom): coefficient})
            for _ in range(monomial.count(atom)):
                part = part * value
            result = result + part
    return result


def _solvable(equation: Polynomial) -> int | None:
    """The newest atom that occurs alone, once, with an odd coefficient."""
    single = [each[0] for each, value in equation.coefficients.items() if len(each) == 1 and value & 1]
    return max((atom for atom in single if sum(atom in each for each in equation.coefficients) == 1), default=None)
