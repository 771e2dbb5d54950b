"""Polynomial equations that states have in common.

Those of small states are found over the rationals: there nothing wraps around, and what holds for numbers holds modulo
``2**w``. The states that are not small, and those that solvers bring, restrict the equations modulo ``2**w``, as bit-vectors
compute. ``Residues`` are linear equations modulo smaller powers of two, such as that a sum is even.

Equations are null spaces: the vectors that all rows annihilate.  Over the rationals they are computed modulo a prime, read back
as fractions and compared with all rows in exact numbers.  Modulo a power of two the vectors are a module: it begins with all of
them, and each row restricts it.  Divisors there are odd.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import gcd, isqrt, lcm, prod
from typing import Final, Protocol, TypeAlias

from whet.solvers.terms.polynomials import Ideal, Monomial, Polynomial, TooLarge, order, valuation

Vector: TypeAlias = tuple[int, ...]
Row: TypeAlias = Sequence[int]

PRIME: Final = (1 << 127) - 1


def rational_null_space(rows: Sequence[Row], size: int) -> list[Vector]:
    """A basis in whole numbers without a common divisor; columns that come first are those that others are expressed by."""
    pivots = _echelon(rows, size)
    found: list[Vector] = []
    for free in (column for column in range(size) if column not in pivots):
        residues = [0] * size
        residues[free] = 1
        for column, row in pivots.items():
            residues[column] = -row[free] % PRIME
        vector = _whole(residues)
        if vector is not None and all(dot(vector, row) == 0 for row in rows):
            found.append(vector)
    return found


def dot(vector: Row, row: Row) -> int:
    return sum([a * b for a, b in zip(vector, row, strict=True) if a])


def _echelon(rows: Iterable[Row], size: int) -> dict[int, list[int]]:
    """Reduced rows modulo the prime, by the column of their first number, which is 1 and 0 in all others."""
    pivots: dict[int, list[int]] = {}
    for given in rows:
        row = [value % PRIME for value in given]
        for column, pivot in pivots.items():
            row = _less(row, row[column], pivot)
        first = next((i for i, value in enumerate(row) if value), None)
        if first is None:
            continue
        inverse = pow(row[first], -1, PRIME)
        row = [value * inverse % PRIME for value in row]
        for column, pivot in pivots.items():
            pivots[column] = _less(pivot, pivot[first], row)
        pivots[first] = row
        if len(pivots) == size:
            break
    return pivots


def _less(row: list[int], factor: int, pivot: list[int]) -> list[int]:
    return row if factor == 0 else [(a - factor * b) % PRIME for a, b in zip(row, pivot, strict=True)]


def _whole(residues: Sequence[int]) -> Vector | None:
    """The fractions that these residues are, multiplied by their common denominator; None if there are no small ones."""
    fractions = [_fraction(residue) for residue in residues]
    known = [each for each in fractions if each is not None]
    if len(known) < len(fractions):
        return None
    common = lcm(*(denominator for _, denominator in known))
    values = [numerator * (common // denominator) for numerator, denominator in known]
    divisor = gcd(*values)
    return tuple([value // divisor for value in values])


def _fraction(residue: int) -> tuple[int, int] | None:
    """The one with a small numerator and denominator (Wang, Guy, Davenport: P-adic reconstruction of rational numbers, 1982)."""
    bound = isqrt(PRIME // 2)
    a, b, u, v = PRIME, residue, 0, 1
    while b > bound:
        q = a // b
        a, b, u, v = b, a - q * b, v, u - q * v
    if abs(v) > bound or gcd(b, v) != 1:
        return None
    return (b, v) if v > 0 else (-b, -v)


def restricted(generators: Sequence[Vector], row: Row, width: int) -> list[Vector]:
    """The combinations of the generators that a row annihilates modulo ``2**width``."""
    mask = (1 << width) - 1
    values = [dot(vector, row) & mask for vector in generators]
    pivot = min((i for i, value in enumerate(values) if value), key=lambda i: (valuation(values[i]), i), default=None)
    if pivot is None:
        return list(generators)
    twos, chosen = valuation(values[pivot]), generators[pivot]
    inverse = pow(values[pivot] >> twos, -1, 1 << width)
    found: list[Vector] = []
    for i, vector in enumerate(generators):
        factor = (values[i] >> twos) * inverse
        if i == pivot:
            found.append(tuple([(a << (width - twos)) & mask for a in chosen]))
        elif factor:
            found.append(tuple([(a - factor * b) & mask for a, b in zip(vector, chosen, strict=True)]))
        else:
            found.append(vector)
    return [vector for vector in found if any(vector)]


def null_space(rows: Iterable[Row], size: int, width: int) -> list[Vector]:
    """Generators of the vectors that all rows annihilate modulo ``2**width``."""
    generators = list(_units(size))
    for row in rows:
        generators = restricted(generators, row, width)
        if not generators:
            break
    return generators


def _units(size: int) -> Iterator[Vector]:
    return (tuple([int(i == j) for j in range(size)]) for i in range(size))


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
        """One that cannot be decided."""


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
