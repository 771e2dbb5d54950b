"""Sets of numbers: exact where they promise to be, sound everywhere, and a lattice."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product

import pytest

from tests.analyses.interval.samples import FLOATS, INTEGERS, Sampler, check, holds, is_normal, run
from whet.analyses.interval import arithmetic, operators, ranges
from whet.analyses.interval.floats import FloatRange
from whet.analyses.interval.operators import AbstractValue
from whet.analyses.interval.ranges import Ranges
from whet.cfa import semantics
from whet.cfa.expressions import BinaryOp
from whet.cfa.semantics import Undefined
from whet.cfa.types import LP64, FloatType, IntType

INT, CHAR, BYTE = LP64.int, LP64.integer("signed char"), LP64.integer("unsigned char")
SMALL = (IntType("three bits", 3, True, 1, 1), IntType("three bits", 3, False, 1, 1))


@pytest.mark.parametrize("type", [*INTEGERS, *FLOATS], ids=str)
def test_results_lie_in_the_sets(type: IntType | FloatType) -> None:
    run(type, 3000, seed=7)


def test_a_sum_that_forgets_to_wrap_around_is_caught() -> None:
    values = ((CHAR.max + 1, CHAR.max + 1),)
    with pytest.raises(AssertionError, match="not in"):
        check(semantics.binary(BinaryOp.ADD, CHAR), values, (CHAR.max, 1), "sum")


def members(values: Ranges) -> set[int]:
    return {number for low, high in values for number in range(low, high + 1)}


def intervals(type: IntType) -> list[Ranges]:
    return [((low, high),) for low in range(type.min, type.max + 1) for high in range(low, type.max + 1)]


def results(op: BinaryOp, type: IntType, a: Ranges, b: Ranges) -> set[int]:
    compute, found = semantics.binary(op, type), set()
    for x, y in product(members(a), members(b)):
        try:
            found.add(compute(x, y))
        except Undefined:
            continue
    return found  # type: ignore[return-value]  # of integers


@pytest.mark.parametrize("type", SMALL, ids=["signed", "unsigned"])
@pytest.mark.parametrize("op", list(BinaryOp), ids=lambda op: op.name)
def test_all_intervals_of_a_small_type(op: BinaryOp, type: IntType) -> None:
    """Every operator is sound; sums and differences are exact, and & and | of unsigned numbers have exact ends."""
    compute = arithmetic.binary(op, type)
    for a, b in product(intervals(type), repeat=2):
        exact, found = results(op, type, a, b), compute(a, b)
        assert exact <= members(found)
        if op in (BinaryOp.ADD, BinaryOp.SUB):
            assert exact == members(found)
        if op in (BinaryOp.AND, BinaryOp.OR) and not type.signed:
            assert (min(exact), max(exact)) == (found[0][0], found[-1][1])


@pytest.mark.parametrize(
    ("op", "a", "b", "expected"),
    [
        (BinaryOp.ADD, ((120, 127),), ((5, 5),), ((-128, -124), (125, 127))),
        (BinaryOp.SUB, ((-128, -120),), ((10, 10),), ((118, 126),)),
        (BinaryOp.MUL, ((-3, 4),), ((5, 5),), ((-15, 20),)),
        (BinaryOp.DIV, ((-9, 9),), ((0, 3),), ((-9, 9),)),
        (BinaryOp.REM, ((0, 100),), ((8, 8),), ((0, 7),)),
        (BinaryOp.REM, ((17, 19),), ((8, 8),), ((1, 3),)),
        (BinaryOp.SHL, ((1, 1),), ((0, 3),), ((1, 2), (4, 4), (8, 8))),
        (BinaryOp.SHR, ((-128, -128),), ((3, 3),), ((-16, -16),)),
        (BinaryOp.AND, ((-128, 127),), ((7, 7),), ((0, 7),)),
        (BinaryOp.LT, ((0, 3),), ((4, 9),), ((1, 1),)),
        (BinaryOp.EQ, ((0, 3), (7, 9)), ((4, 6),), ((0, 0),)),
    ],
)
def test_precise_results(op: BinaryOp, a: Ranges, b: Ranges, expected: Ranges) -> None:
    assert arithmetic.binary(op, CHAR)(a, b) == expected


def test_casts_wrap_around() -> None:
    assert operators.conversion(INT, BYTE)(((-2, 1),)) == ((0, 1), (254, 255))
    assert operators.conversion(BYTE, CHAR)(((100, 200),)) == ((-128, -56), (100, 127))


def test_too_many_pieces_are_fused_where_they_are_near() -> None:
    far = tuple((100 * k, 100 * k) for k in range(8))
    assert ranges.normal([*far, (3, 3)]) == ((0, 3), *far[1:])


def test_zero_times_infinity_and_division_by_zero_may_be_nan() -> None:
    multiply, divide = operators.binary(BinaryOp.MUL, LP64.double), operators.binary(BinaryOp.DIV, LP64.double)
    assert multiply(FloatRange(0.0, 1.0, False), FloatRange(1.0, math.inf, False)) == FloatRange(0.0, math.inf, True)
    assert divide(FloatRange(1.0, 1.0, False), FloatRange(-0.0, 1.0, False)).nan  # type: ignore[union-attr]
    assert divide(FloatRange(1.0, 2.0, False), FloatRange(4.0, 8.0, False)) == FloatRange(0.125, 0.5, False)


def test_what_is_divided_by_infinity_is_zero_if_it_is_finite() -> None:
    divide, infinity = operators.binary(BinaryOp.DIV, LP64.double), FloatRange(math.inf, math.inf, False)
    assert divide(FloatRange(-math.inf, math.inf, False), infinity) == FloatRange(0.0, 0.0, True)


# ------------------------------------------------------------------------------------------------------------ lattice


def sets(type: IntType | FloatType, count: int) -> list[AbstractValue]:
    sampler = Sampler(3)
    return [sampler.set(type) for _ in range(count)]


@pytest.mark.parametrize("type", [CHAR, LP64.integer("unsigned long"), LP64.float], ids=str)
def test_lattice_laws(type: IntType | FloatType) -> None:
    union, meet, covers = operators.union, operators.meet, operators.covers
    for a, b in product(sets(type, 40), repeat=2):
        joined, met = union(a, b), meet(a, b)
        assert covers(joined, a)
        assert covers(joined, b)
        assert union(b, a) == joined
        assert is_normal(joined, type)
        assert is_normal(met, type)
        assert covers(a, a)
        assert union(a, a) == a
        assert meet(a, a) == a
        assert not (covers(a, b) and covers(b, a)) or a == b


@pytest.mark.parametrize("type", [CHAR, INT], ids=str)
def test_meet_and_removal_keep_members(type: IntType) -> None:
    sampler = Sampler(5)
    for a, b in product([sampler.ranges(type) for _ in range(40)], repeat=2):
        for _ in range(10):
            number = int(sampler.member(a, type))
            assert holds(ranges.meet(a, b), number) == holds(b, number)
            assert holds(ranges.complement(a, type.min, type.max), number) is False
            other = int(sampler.member(b, type))
            assert holds(ranges.without(a, other), number) or number == other


@pytest.mark.parametrize("step", [1, -1, 7])
def test_widening_ends_soon_and_stops_at_thresholds(step: int) -> None:
    add = operators.binary(BinaryOp.ADD, INT)
    state: AbstractValue = ((0, 0),)
    for _ in range(12):
        state = operators.widened(state, operators.union(state, add(state, ((step, step),))), INT, (-100, 100))
    assert state in (((0, INT.max),), ((INT.min, INT.max),), ((INT.min, 0),))
    assert operators.widened(((0, 0),), ((0, 1),), INT, (-100, 100)) == ((0, 100),)


@pytest.mark.parametrize("grow", [lambda low: low - 1, lambda low: low * 2 - 1])
def test_every_chain_of_widenings_becomes_stationary(grow: Callable[[int], int]) -> None:
    old: Ranges = ((0, 0),)
    for _ in range(5):
        old = ranges.widened(old, ranges.union(old, ranges.between(max(INT.min, grow(old[0][0])), 0)), (-5, 5), INT.min, INT.max)
    assert old == ((INT.min, 0),)
