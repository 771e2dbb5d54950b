"""Sets of floating-point numbers: an interval, and whether NaN is one of them.

Rounding is monotone, so the operators of ``cfa.semantics`` applied to the ends of intervals give the ends of the results, already
rounded as C rounds.  Both zeros are the number 0.  The set is empty of numbers if ``low > high``.  ``long double`` is any number.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from whet.analyses.interval.arithmetic import EITHER, FALSE, TRUE, answer, everything
from whet.analyses.interval.ranges import Ranges, between
from whet.cfa import semantics
from whet.cfa.expressions import BinaryOp
from whet.cfa.types import BINARY32, BINARY64, FloatType, IntType


class FloatRange(NamedTuple):
    low: float
    high: float
    nan: bool

    @property
    def is_empty(self) -> bool:
        return self.low > self.high and not self.nan


FloatUnaryFunction: TypeAlias = Callable[[FloatRange], FloatRange]
FloatBinaryFunction: TypeAlias = Callable[[FloatRange, FloatRange], FloatRange]
Comparison: TypeAlias = Callable[[FloatRange, FloatRange], Ranges]

ANY_FLOAT: Final = FloatRange(-math.inf, math.inf, True)
NO_FLOAT: Final = FloatRange(math.inf, -math.inf, False)


def is_tracked(type: FloatType) -> bool:
    return type.format in (BINARY32, BINARY64)


def constant(bits: int, type: FloatType) -> FloatRange:
    number = semantics.float_from_bits(bits, type)
    if not isinstance(number, float):
        return ANY_FLOAT
    return FloatRange(math.inf, -math.inf, True) if math.isnan(number) else FloatRange(number + 0.0, number + 0.0, False)


def union(a: FloatRange, b: FloatRange) -> FloatRange:
    return FloatRange(min(a.low, b.low), max(a.high, b.high), a.nan or b.nan)


def meet(a: FloatRange, b: FloatRange) -> FloatRange:
    low, high, nan = max(a.low, b.low), min(a.high, b.high), a.nan and b.nan
    return FloatRange(low, high, nan) if low <= high else FloatRange(math.inf, -math.inf, nan)


def covers(a: FloatRange, b: FloatRange) -> bool:
    return (a.nan or not b.nan) and (b.low > b.high or (a.low <= b.low and b.high <= a.high))


def widened(old: FloatRange, new: FloatRange) -> FloatRange:
    """Ends that move go to infinity."""
    low = old.low if new.low >= old.low else -math.inf
    high = old.high if new.high <= old.high else math.inf
    return FloatRange(low, high, old.nan or new.nan)


def _of(numbers: list[float], nan: bool) -> FloatRange:
    known = [number + 0.0 for number in numbers if number == number]
    return FloatRange(min(known), max(known), nan) if known else FloatRange(math.inf, -math.inf, nan)


def _has_infinity(a: FloatRange) -> bool:
    return a.low == -math.inf or a.high == math.inf


def _has_zero(a: FloatRange) -> bool:
    return a.low <= 0 <= a.high


def negation(a: FloatRange) -> FloatRange:
    return FloatRange(0.0 - a.high, 0.0 - a.low, a.nan)


def arithmetic(op: BinaryOp, type: FloatType) -> FloatBinaryFunction:
    """Each operator is monotone in each operand, so its results lie between those in the corners; for ``/`` if there is no zero
    in the divisor."""
    if not is_tracked(type):
        return lambda a, b: ANY_FLOAT
    compute = semantics.binary(op, type)
    may_be_nan = _MAY_BE_NAN[op]

    def run(a: FloatRange, b: FloatRange) -> FloatRange:
        nan = a.nan or b.nan
        if a.low > a.high or b.low > b.high:
            return FloatRange(math.inf, -math.inf, nan)
        if op is BinaryOp.DIV and _has_zero(b):
            return ANY_FLOAT
        corners: list[float] = [compute(x, y) for x in a[:2] for y in b[:2]]  # type: ignore[misc]  # of floats
        if op in (BinaryOp.MUL, BinaryOp.DIV):  # beside 0 * inf and inf / inf there may be zeros
            corners = [0.0 if corner != corner else corner for corner in corners]
        return _of(corners, nan or may_be_nan(a, b))

    return run


_MAY_BE_NAN: Final[dict[BinaryOp, Callable[[FloatRange, FloatRange], bool]]] = {
    BinaryOp.ADD: lambda a, b: _has_infinity(a) and _has_infinity(b),
    BinaryOp.SUB: lambda a, b: _has_infinity(a) and _has_infinity(b),
    BinaryOp.MUL: lambda a, b: (_has_zero(a) and _has_infinity(b)) or (_has_infinity(a) and _has_zero(b)),
    BinaryOp.DIV: lambda a, b: _has_infinity(a) and _has_infinity(b),
}


def truth(a: FloatRange) -> Ranges:
    """Is a number different from zero?  A NaN is."""
    if not _has_zero(a):
        return TRUE
    return FALSE if a.low == a.high and not a.nan else EITHER


def comparison(op: BinaryOp) -> Comparison:
    """A NaN is unequal to everything, and neither less nor greater."""
    match op:
        case BinaryOp.GT:
            return lambda a, b: _ordered(BinaryOp.LT, b, a)
        case BinaryOp.GE:
            return lambda a, b: _ordered(BinaryOp.LE, b, a)
        case BinaryOp.NE:
            return lambda a, b: _NEGATED[_ordered(BinaryOp.EQ, a, b)]
        case _:
            return lambda a, b: _ordered(op, a, b)


_NEGATED: Final = {TRUE: FALSE, FALSE: TRUE, EITHER: EITHER}


def _ordered(op: BinaryOp, a: FloatRange, b: FloatRange) -> Ranges:
    if a.low > a.high or b.low > b.high:
        return FALSE
    match op:
        case BinaryOp.EQ:
            always, never = a.low == a.high == b.low == b.high, a.high < b.low or b.high < a.low
        case BinaryOp.LT:
            always, never = a.high < b.low, a.low >= b.high
        case _:
            always, never = a.high <= b.low, a.low > b.high
    return answer(always and not (a.nan or b.nan), never)


def from_integer(source: IntType, target: FloatType) -> Callable[[Ranges], FloatRange]:
    if not is_tracked(target):
        return lambda a: ANY_FLOAT
    convert = semantics.conversion(source, target)
    return lambda a: FloatRange(convert(a[0][0]), convert(a[-1][1]), False)  # type: ignore[arg-type]  # floats


def to_integer(target: IntType) -> Callable[[FloatRange], Ranges]:
    """Truncated; a NaN and what does not fit end a run."""
    whole = everything(target)

    def run(a: FloatRange) -> Ranges:
        if a.low > a.high:
            return whole
        low = target.min if a.low <= target.min else math.trunc(a.low) if a.low < target.max + 1 else target.max + 1
        high = target.max if a.high >= target.max else math.trunc(a.high) if a.high > target.min - 1 else target.min - 1
        return between(low, high) or whole

    return run


def between_floats(source: FloatType, target: FloatType) -> FloatUnaryFunction:
    if not (is_tracked(source) and is_tracked(target)):
        return lambda a: ANY_FLOAT
    convert = semantics.conversion(source, target)
    return lambda a: a if a.low > a.high else FloatRange(convert(a.low), convert(a.high), a.nan)  # type: ignore[arg-type]  # floats
