"""Inputs by chance: what other generators are compared with, and what goes on where they do not know further.

A value is small, at a border of its type, or any.  The seed is fixed, so that a run repeats exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from whet.algorithms.testing import Coverage, GivenInputs, TriedInputs
from whet.cfa.semantics import Value
from whet.cfa.source import Origin
from whet.cfa.types import FloatType, IntType, PointerType, ScalarType
from whet.interpreter.inputs import NoMoreInputs

_SEED = 20_260_101
_MOST = 1000
"""Values of one run: a loop that asks for ever is to come to an end."""
_FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, 1e30, -1e30, 1e-30, float("inf"), float("-inf"), float("nan"))


class RandomInputs:
    """One run with zeros, then runs by chance without end, or so many in all."""

    def __init__(self, *, seed: int = _SEED, runs: int | None = None) -> None:
        self._random = Random(seed)
        self._runs = runs

    def inputs(self, coverage: Coverage, /) -> Iterator[TriedInputs]:
        yield GivenInputs()
        count = 1
        while self._runs is None or count < self._runs:
            count += 1
            yield _ByChance(self._random)


class _ByChance:
    """The values of one run."""

    is_guessing = True

    def __init__(self, random: Random) -> None:
        self._random = random
        self._left = _MOST

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        if self._left == 0:
            raise NoMoreInputs
        self._left -= 1
        match type:
            case IntType():
                return self._integer(type)
            case FloatType():
                return self._random.choice((*_FLOATS, self._random.uniform(-1000, 1000)))
            case PointerType():
                return 0

    def _integer(self, type: IntType) -> int:
        random = self._random
        match random.randrange(3):
            case 0:
                return random.randint(-16, 16)
            case 1:
                return random.choice((type.min, type.max)) + random.randint(-1, 1)
            case _:
                return random.randint(type.min, type.max)

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value:
        return 0
