"""Null spaces: the vectors that all rows annihilate.

Over the rationals they are computed modulo a prime, read back as fractions and compared with all rows in exact numbers, so what
is told is exact.  Modulo a power of two the vectors are a module: it begins with all of them, and each row restricts it.
Nothing is divided there but by odd numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import gcd, isqrt, lcm
from typing import Final, TypeAlias

from whet.solvers.terms.polynomials import valuation

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
