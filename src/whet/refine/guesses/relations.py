"""Polynomial equations that states have in common.

Those of small states are found over the rationals: there nothing wraps around, and what holds for numbers holds modulo ``2**w``.
The states that are not small, and those that solvers bring, restrict the equations modulo ``2**w``, as bit-vectors compute.
``Residues`` are linear equations modulo smaller powers of two, such as that a sum is even.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import prod
from typing import Final, Protocol, TypeAlias

from whet.refine.guesses.elimination import Vector, null_space, rational_null_space, restricted
from whet.solvers.terms.polynomials import Ideal, Monomial, Polynomial, TooLarge, order, valuation

_MOST_EQUATIONS = 24
_MOST_ROWS = 300
_LARGEST_COEFFICIENT = 1 << 20
_MULTIPLIERS: Final = range(1, 32, 2)

State: TypeAlias = Sequence[int | float]
"""Positions that atoms stand for hold integers."""


class Equations(Protocol):
    """Polynomials over the positions of a state that are zero in all states so far."""

    width: int

    def equations(self) -> list[Polynomial]:
        """The simplest first; one of fewer bits than ``width`` holds modulo the smaller power of two."""

    def learn(self, state: State) -> None:
        """Keep what holds in this state, too."""

    def forget(self, polynomial: Polynomial) -> None:
        """One that nobody can decide."""


class Relations:
    """Equations up to a degree."""

    def __init__(self, atoms: Sequence[int], degree: int, width: int, states: Sequence[State]) -> None:
        self.width = width
        self._monomials = _monomials(atoms, degree)
        varied = [atom for atom in atoms if len({state[atom] for state in states}) > 1]
        small = [state for state in states if all(abs(state[atom]) < 1 << (width // 2 - 2) for atom in varied)]
        rows = [_row(self._monomials, state) for state in small[:_MOST_ROWS]]
        self._generators = rational_null_space(rows, len(self._monomials)) if rows else []
        self._equations: list[Polynomial] | None = None
        for state in states:
            self.learn(state)

    def learn(self, state: State) -> None:
        before = self._generators
        self._generators = [
            vector for vector in restricted(before, _row(self._monomials, state), self.width) if any(a & 1 for a in vector)
        ]
        if self._generators != before:
            self._equations = None

    def equations(self) -> list[Polynomial]:
        """Those that do not follow from simpler ones."""
        if self._equations is None:
            found: list[Polynomial] = []
            ideal = Ideal(self.width)
            for polynomial in sorted(self._polynomials(), key=lambda each: (each.degree, len(each.coefficients))):
                if len(found) < _MOST_EQUATIONS and not _follows(polynomial, ideal):
                    found.append(polynomial)
                    ideal = Ideal.of(self.width, found)
            self._equations = found
        return self._equations

    def _polynomials(self) -> Iterator[Polynomial]:
        return (each for each in map(self._polynomial, self._generators) if _is_worth_it(each))

    def _polynomial(self, vector: Vector) -> Polynomial:
        return simplest(Polynomial(self.width, dict(zip(self._monomials, vector, strict=True))))

    def forget(self, polynomial: Polynomial) -> None:
        self._generators = [vector for vector in self._generators if self._polynomial(vector) != polynomial]
        self._equations = None


class Residues:
    """Linear equations modulo powers of two that are smaller than that of the numbers."""

    def __init__(self, atoms: Sequence[int], width: int, states: Iterable[State]) -> None:
        self.width = width
        self._monomials = _monomials(atoms, 1)
        self._generators = null_space((_row(self._monomials, state) for state in states), len(self._monomials), width)

    def learn(self, state: State) -> None:
        self._generators = restricted(self._generators, _row(self._monomials, state), self.width)

    def equations(self) -> list[Polynomial]:
        found = (self._polynomial(vector) for vector in self._generators)
        return [each for each in found if each.width < self.width and not each.is_constant and _is_worth_it(each)]

    def _polynomial(self, vector: Vector) -> Polynomial:
        twos = min(valuation(value) for value in vector if value)
        halved = [value >> twos for value in vector]
        return simplest(Polynomial(self.width - twos, dict(zip(self._monomials, halved, strict=True))))

    def forget(self, polynomial: Polynomial) -> None:
        self._generators = [vector for vector in self._generators if self._polynomial(vector) != polynomial]


def _monomials(atoms: Sequence[int], degree: int) -> list[Monomial]:
    """Small ones come first, so that the large ones are expressed by them."""
    found = [each for d in range(degree + 1) for each in combinations_with_replacement(sorted(atoms), d)]
    return sorted(found, key=order)


def _row(monomials: Sequence[Monomial], state: State) -> list[int]:
    return [prod([int(state[atom]) for atom in monomial]) for monomial in monomials]


def _is_worth_it(polynomial: Polynomial) -> bool:
    """Are the coefficients of its variables small?"""
    return all(abs(value) <= _LARGEST_COEFFICIENT for monomial, value in _coefficients(polynomial) if monomial)


def _coefficients(polynomial: Polynomial) -> Iterator[tuple[Monomial, int]]:
    return ((monomial, signed(value, polynomial.width)) for monomial, value in polynomial.coefficients.items())


def _follows(polynomial: Polynomial, ideal: Ideal) -> bool:
    try:
        return ideal.reduced(polynomial).is_zero
    except TooLarge:
        return True


def simplest(polynomial: Polynomial) -> Polynomial:
    """The multiple by an odd number with the smallest coefficients, and a positive one for the largest monomial."""
    found = polynomial if _size(polynomial) < 1000 else min((polynomial.times(factor) for factor in _MULTIPLIERS), key=_size)
    lead = max(found.coefficients, key=order)
    return found if signed(found.coefficients[lead], found.width) > 0 else found.times(-1)


def _size(polynomial: Polynomial) -> int:
    return sum(abs(value) for _, value in _coefficients(polynomial))


def signed(value: int, width: int) -> int:
    """A number modulo a power of two as the one next to zero."""
    return value - (1 << width) if value >> (width - 1) and width > 1 else value
