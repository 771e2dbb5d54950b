"""Support vector machines that were trained elsewhere, evaluated in plain Python as LIBSVM does it.

The kernel is ``exp(-gamma * |a - b|^2)``.  All machines of a model share their vectors, so the squared distances from a program
to all vectors are computed once, and a machine is given them.

A classifier of k classes consists of one machine for each pair of classes.  Each votes for one of its two; of classes with equal
votes the first wins.  Probabilities are coupled from those of the pairs (Wu, Lin, Weng: Probability Estimates for Multi-class
Classification by Pairwise Coupling, JMLR 2004, second method), by the iteration of LIBSVM, with its bounds and its tolerance: it
is also used for two classes, where another way would give slightly different numbers.

Invariant: the probabilities of the three labels are not negative, and their sum is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import accumulate, combinations, pairwise
from math import exp
from typing import TypeAlias

from whet.task.records import dataclass

Vector: TypeAlias = tuple[float, ...]

_LEAST = 1e-7
"""No probability of a pair is nearer to 0 or to 1."""
_TOLERANCE = 0.005
_MOST_ROUNDS = 100


class Label(IntEnum):
    """What came of a configuration on a task, with the numbers of the thesis."""

    CORRECT = 1
    UNKNOWN = 2
    WRONG = 3


def squared_distances(point: Sequence[float], vectors: Sequence[Vector]) -> list[float]:
    return [sum((a - b) * (a - b) for a, b in zip(point, vector, strict=True)) for vector in vectors]


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """Says the same of every program: all of the training set had one label."""

    label: Label
    probability: float

    def predicted(self, distances: Sequence[float], /) -> Label:
        return self.label

    def probabilities(self, distances: Sequence[float], /) -> Mapping[Label, float]:
        others = (1 - self.probability) / (len(Label) - 1)
        return {label: self.probability if label is self.label else others for label in Label}


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """The vectors that a machine is made of, and how near two of them are."""

    gamma: float
    vectors: tuple[int, ...]
    """Their numbers among those of the model."""

    def kernel(self, distances: Sequence[float]) -> list[float]:
        return [exp(-self.gamma * distances[number]) for number in self.vectors]


@dataclass(frozen=True, slots=True, kw_only=True)
class Classifier:
    """One machine for each pair of classes, all in one table of coefficients (LIBSVM's ``sv_coef``)."""

    support: Support
    """Those of the first class come first."""
    classes: tuple[Label, ...]
    counts: tuple[int, ...]
    """How many vectors support each class."""
    coefficients: tuple[Vector, ...]
    """One row less than there are classes: a vector of class i counts against class j with row j, or j - 1 if j is after i."""
    intercepts: Vector
    """Of the pairs, in the order (0, 1), (0, 2), (1, 2)."""
    slopes: Vector
    """And how the decision of a pair becomes a probability: ``1 / (1 + exp(slope * decision + offset))``."""
    offsets: Vector

    def decisions(self, distances: Sequence[float]) -> list[float]:
        """Of the pairs: above zero for the first of the two."""
        kernel = self.support.kernel(distances)
        starts = [0, *accumulate(self.counts)]
        parts = [slice(start, end) for start, end in pairwise(starts)]
        return [
            _product(self.coefficients[j - 1][parts[i]], kernel[parts[i]])
            + _product(self.coefficients[i][parts[j]], kernel[parts[j]])
            + intercept
            for (i, j), intercept in zip(self._pairs(), self.intercepts, strict=True)
        ]

    def predicted(self, distances: Sequence[float], /) -> Label:
        votes = [0] * len(self.classes)
        for (i, j), decision in zip(self._pairs(), self.decisions(distances), strict=True):
            votes[i if decision > 0 else j] += 1
        return self.classes[votes.index(max(votes))]

    def probabilities(self, distances: Sequence[float], /) -> Mapping[Label, float]:
        size = len(self.classes)
        duels = [[0.0] * size for _ in range(size)]
        bends = zip(self.decisions(distances), self.slopes, self.offsets, strict=True)
        for (i, j), (decision, slope, offset) in zip(self._pairs(), bends, strict=True):
            likely = min(max(_sigmoid(decision * slope + offset), _LEAST), 1 - _LEAST)
            duels[i][j], duels[j][i] = likely, 1 - likely
        found = dict(zip(self.classes, coupled(duels), strict=True))
        return {label: found.get(label, 0.0) for label in Label}

    def _pairs(self) -> Iterator[tuple[int, int]]:
        return combinations(range(len(self.classes)), 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Regressor:
    """Predicts a number."""

    support: Support
    coefficients: Vector
    intercept: float

    def predicted(self, distances: Sequence[float], /) -> float:
        return _product(self.coefficients, self.support.kernel(distances)) + self.intercept


AnyClassifier: TypeAlias = Constant | Classifier


def _product(left: Sequence[float], right: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def _sigmoid(number: float) -> float:
    """``1 / (1 + exp(number))``, without overflow."""
    if number >= 0:
        small = exp(-number)
        return small / (1 + small)
    return 1 / (1 + exp(number))


def coupled(duels: Sequence[Sequence[float]]) -> list[float]:
    """Probabilities of the classes, from those of one class against another."""
    size = len(duels)
    indices = range(size)
    table = [[-duels[j][i] * duels[i][j] for j in indices] for i in indices]
    for i in indices:
        table[i][i] = sum(duels[j][i] ** 2 for j in indices if j != i)
    chances = [1 / size] * size
    for _ in range(max(_MOST_ROUNDS, size)):
        products = [_product(row, chances) for row in table]
        whole = _product(chances, products)
        if max(abs(product - whole) for product in products) < _TOLERANCE / size:
            break
        _improve(chances, products, whole, table)
    return chances


def _improve(chances: list[float], products: list[float], whole: float, table: Sequence[Sequence[float]]) -> None:
    """One round: each class once."""
    for i, row in enumerate(table):
        step = (whole - products[i]) / row[i]
        scale = 1 + step
        chances[i] += step
        whole = (whole + step * (step * row[i] + 2 * products[i])) / (scale * scale)
        for j, entry in enumerate(row):
            products[j] = (products[j] + step * entry) / scale
            chances[j] /= scale
