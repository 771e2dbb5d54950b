"""Random samples of the abstract operators: every concrete result, as ``cfa.semantics`` computes it, lies in the abstract one.

``python -m tests.analyses.interval.samples --count 1000000`` draws so many for each width and signedness, and for floats.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

from whet.analyses.interval import operators
from whet.analyses.interval.floats import FloatRange
from whet.analyses.interval.operators import AbstractValue
from whet.analyses.interval.ranges import MOST_PIECES, Ranges, normal
from whet.cfa import semantics
from whet.cfa.expressions import BinaryOp, UnaryOp
from whet.cfa.semantics import Undefined, Value
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import LP64, CType, FloatType, IntType, PointerType

INTEGERS = tuple(
    LP64.integer(name)
    for name in (
        "signed char",
        "unsigned char",
        "short",
        "unsigned short",
        "int",
        "unsigned int",
        "long",
        "unsigned long",
        "__int128",
        "unsigned __int128",
    )
)
TYPES: tuple[IntType | FloatType, ...] = (*INTEGERS, LP64.float, LP64.double)
FLOATS = (LP64.float, LP64.double)
POINTER = LP64.pointer(LP64.int)
TARGETS: tuple[IntType | FloatType | PointerType, ...] = (*INTEGERS, *FLOATS, LP64.integer("_Bool"), LP64.long_double, POINTER)
PER_SET = 12
"""Concrete samples of each pair of sets."""
_SPECIAL = (0.0, -0.0, math.inf, -math.inf, 1.0, -1.0, 5e-324, 1.7e308, 3.4e38, 1e-45, 0.1, 2.0**31, 2.0**63, -(2.0**63), 2.0**64)


class Sampler:
    """Draws sets and numbers in them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def number(self, type: CType) -> int:
        least, greatest = operators.bounds(type)
        match self.random.randrange(4):
            case 0:
                return min(greatest, max(least, self.random.randint(-20, 20)))
            case 1:
                return self.random.choice((least, greatest)) if self.random.random() < 0.5 else least + greatest // 2
            case 2:
                power = 1 << self.random.randrange(greatest.bit_length())
                return min(greatest, max(least, power * self.random.choice((1, -1)) + self.random.randint(-2, 2)))
            case _:
                return self.random.randint(least, greatest)

    def ranges(self, type: CType) -> Ranges:
        numbers = [self.number(type) for _ in range(2 * self.random.choice((1, 1, 1, 2, 3, 6)))]
        if self.random.random() < 0.3:
            numbers[1] = numbers[0]
        return normal((min(pair), max(pair)) for pair in zip(numbers[::2], numbers[1::2], strict=True))

    def float_range(self, type: FloatType) -> FloatRange:
        ends = sorted(self.float_number(type) + 0.0 for _ in range(2))
        if self.random.random() < 0.2:
            ends[1] = ends[0]
        return FloatRange(ends[0], ends[1], self.random.random() < 0.2)

    def float_number(self, type: FloatType) -> float:
        match self.random.randrange(3):
            case 0:
                found = self.random.choice(_SPECIAL)
            case 1:
                found = self.random.uniform(-100, 100)
            case _:
                found = self.random.uniform(-1, 1) * 2.0 ** self.random.randint(-140, 140)
        return semantics.to_binary32(found) if type == LP64.float else found

    def set(self, type: CType) -> AbstractValue:
        return self.float_range(type) if isinstance(type, FloatType) else self.ranges(type)

    def member(self, values: AbstractValue, type: CType) -> int | float:
        if not isinstance(values, FloatRange):
            low, high = self.random.choice(values)
            return self.random.choice((low, high, self.random.randint(low, high), min(high, low + 1), max(low, high - 1)))
        if values.nan and self.random.random() < 0.3:
            return math.nan
        inner = self.float_number(type)  # type: ignore[arg-type]  # of a float type
        found = inner if values.low <= inner <= values.high else self.random.choice((values.low, values.high))
        return -found if found == 0 and self.random.random() < 0.5 else found


def holds(values: AbstractValue, number: Value) -> bool:
    if isinstance(number, SoftFloat):
        return values == operators.everything(LP64.long_double)
    if isinstance(values, FloatRange):
        return values.nan if number != number else values.low <= number <= values.high
    return any(low <= number <= high for low, high in values)


def is_normal(values: AbstractValue, type: CType) -> bool:
    """In order, with gaps, few, and in the range of the type."""
    if isinstance(values, FloatRange):
        return True
    least, greatest = operators.bounds(type)
    apart = all(one[1] + 1 < other[0] for one, other in pairwise(values))
    return apart and len(values) <= MOST_PIECES and all(least <= low <= high <= greatest for low, high in values)


def check(concrete: Callable[..., Value], abstract: AbstractValue, given: tuple[Value, ...], what: object) -> None:
    try:
        result = concrete(*given)
    except Undefined:
        return
    assert holds(abstract, result), f"{what} of {given} is {result}, not in {abstract}"


Case = tuple[Callable[..., Any], Callable[..., Any], tuple[CType, ...], CType, object]
"""Concrete and abstract function, types of operands, type of result, and what it is."""


def cases(type: IntType | FloatType) -> list[Case]:
    return [*_binary_cases(type), *_unary_cases(type), *_conversions(type)]


def _binary_cases(type: IntType | FloatType) -> Iterator[Case]:
    arithmetic = (BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL, BinaryOp.DIV)
    for op in BinaryOp:
        if isinstance(type, IntType) or op.is_comparison or op in arithmetic:
            result = LP64.int if op.is_comparison else type
            yield semantics.binary(op, type), operators.binary(op, type), (type, type), result, (op, type)


def _unary_cases(type: IntType | FloatType) -> Iterator[Case]:
    for op in UnaryOp:
        if isinstance(type, IntType) or op is not UnaryOp.COMPLEMENT:
            result = LP64.int if op is UnaryOp.NOT else type
            yield semantics.unary(op, type), operators.unary(op, type), (type,), result, (op, type)


def _conversions(type: IntType | FloatType) -> Iterator[Case]:
    for target in TARGETS:
        if isinstance(type, IntType) or not isinstance(target, PointerType):
            yield semantics.conversion(type, target), operators.conversion(type, target), (type,), target, (type, target)
    if isinstance(type, IntType):
        yield semantics.conversion(POINTER, type), operators.conversion(POINTER, type), (POINTER,), type, (POINTER, type)


def run(type: IntType | FloatType, count: int, seed: int) -> int:
    """How many concrete results were looked at."""
    sampler, done, every = Sampler(seed), 0, cases(type)
    while done < count:
        concrete, abstract, types, result, what = sampler.random.choice(every)
        given = [sampler.set(each) for each in types]
        if what in ((BinaryOp.SHL, type), (BinaryOp.SHR, type)):
            given[1] = normal([sorted((sampler.random.randrange(140), sampler.random.randrange(70)))])  # type: ignore[list-item]
        values = abstract(*given)
        assert is_normal(values, result), f"{what} of {given}: {values}"
        for _ in range(PER_SET):
            numbers = tuple(sampler.member(each, of) for each, of in zip(given, types, strict=True))
            check(concrete, values, numbers, what)
            done += 1
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000, help="samples of each type")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for type in TYPES:
        sys.stdout.write(f"{type}: {run(type, arguments.count, arguments.seed)} samples, all contained\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
