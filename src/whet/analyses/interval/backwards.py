"""Conditions, compiled once into functions that keep of what is known of places only what a condition allows.

A condition is followed backwards: from the set of values that an expression must have to sets for its operands, down to places.
Every function changes an ``Env`` in place and says whether anything is left.  Where it is not known how to go back, nothing is
learnt, which is always right.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, TypeAlias, cast

from whet.analyses.interval import floats, operators, ranges
from whet.analyses.interval.arithmetic import FALSE, TRUE
from whet.analyses.interval.expressions import IntervalEvaluator, Locating, only
from whet.analyses.interval.floats import FloatRange
from whet.analyses.interval.links import Links, Narrowing
from whet.analyses.interval.operators import AbstractValue, bounds
from whet.analyses.interval.ranges import Ranges
from whet.analyses.interval.state import Env
from whet.cfa.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    Unary,
    UnaryOp,
    Var,
    is_bit_field,
)
from whet.cfa.types import CType, FloatType, IntType, PointerType, is_scalar

StateFilter: TypeAlias = Callable[[Env], bool]
Pair: TypeAlias = Callable[[AbstractValue, AbstractValue], tuple[AbstractValue, AbstractValue]]
"""From the values of two operands to those with which a comparison may hold."""

_NEGATED: Final = {
    BinaryOp.EQ: BinaryOp.NE,
    BinaryOp.NE: BinaryOp.EQ,
    BinaryOp.LT: BinaryOp.GE,
    BinaryOp.GE: BinaryOp.LT,
    BinaryOp.GT: BinaryOp.LE,
    BinaryOp.LE: BinaryOp.GT,
}
_MOST_BLOCKS: Final = 4
"""Of numbers that a conversion to a narrower type makes the same."""


class Backwards:
    """Compiles the conditions of a program."""

    def __init__(self, expressions: IntervalEvaluator, links: Links) -> None:
        self._expressions = expressions
        self._places = expressions.places
        self._links = links

    def assumed(self, condition: Expr, truth: bool) -> StateFilter:
        """Go on only where the condition is true, or false."""
        match condition:
            case Unary(op=UnaryOp.NOT, operand=operand):
                return self.assumed(operand, not truth)
            case Binary(op=op, left=left, right=right) if op.is_comparison:
                if isinstance(left.type, FloatType):
                    return self._both(left, right, _float_pair(op, truth))
                return self._both(left, right, _PAIRS[op if truth else _NEGATED[op]])
            case Cast(operand=operand, type=IntType() as type) if _keeps_zero(operand, type):
                return self.assumed(operand, truth)
            case _:
                return self._kept(condition, _nonzero_in) if truth else self._kept(condition, _zero_in)

    def _both(self, left: Expr, right: Expr, pair: Pair) -> StateFilter:
        value_left, value_right = self._expressions.value(left), self._expressions.value(right)
        narrow_left, narrow_right = self.narrowing(left), self.narrowing(right)

        def run(env: Env) -> bool:
            a, b = value_left(env), value_right(env)
            kept_a, kept_b = pair(a, b)
            if operators.is_empty(kept_a) or operators.is_empty(kept_b):
                return False
            if narrow_left is not None and kept_a != a and not narrow_left(env, kept_a):
                return False
            return narrow_right is None or kept_b == b or narrow_right(env, kept_b)

        return run

    def _kept(self, expr: Expr, keep: Callable[[AbstractValue], AbstractValue]) -> StateFilter:
        value, narrow = self._expressions.value(expr), self.narrowing(expr)

        def run(env: Env) -> bool:
            before = value(env)
            kept = keep(before)
            if operators.is_empty(kept):
                return False
            return narrow is None or kept == before or narrow(env, kept)

        return run

    def narrowing(self, expr: Expr) -> Narrowing | None:
        """None if nothing can be learnt of any place."""
        match expr:
            case Var() | Member() | Index() | Deref():
                return None if self._places.doubts(expr.type) else self._read(expr)
            case Cast(operand=operand, type=type):
                return self._cast(operand, type)
            case (
                Unary(op=UnaryOp.NOT)
                | Binary(op=BinaryOp.EQ | BinaryOp.NE | BinaryOp.LT | BinaryOp.LE | BinaryOp.GT | BinaryOp.GE)
            ):
                return self._truth_value(expr)
            case Unary(op=op, operand=operand):
                # For ``-`` and ``~``, which undo themselves.
                inverse = operators.unary(op, operand.type)
                inner = self.narrowing(operand)
                return None if inner is None else lambda env, wanted: inner(env, inverse(wanted))
            case Binary(op=BinaryOp.ADD | BinaryOp.SUB, type=IntType()):
                return self._sum(expr)
            case Binary(op=BinaryOp.SHR | BinaryOp.AND | BinaryOp.DIV | BinaryOp.MUL, type=IntType()):
                return self._monotone(expr)
            case _:
                return None

    def _read(self, lvalue: Lvalue) -> Narrowing | None:
        number = self._places.fixed(lvalue)
        if number is not None:
            return self._place(number)
        where = self._expressions.where(lvalue)
        if where is None or is_bit_field(lvalue) or not is_scalar(lvalue.type):
            return None
        return self._only_place(where, lvalue.type)

    def _only_place(self, where: Locating, type: CType) -> Narrowing:
        """Of a place that is only one in this state."""
        places, known = self._places, dict[int, Narrowing]()

        def run(env: Env, wanted: AbstractValue) -> bool:
            some = where(env)
            numbers = None if some is None else places.at(some, type)
            if numbers is None or len(numbers) != 1:
                return True
            number = numbers[0]
            if number not in known:
                known[number] = self._place(number)
            return known[number](env, wanted)

        return run

    def _place(self, number: int) -> Narrowing:
        anything, links = self._places.anything[number], self._links

        def run(env: Env, wanted: AbstractValue) -> bool:
            before = env.get(number, anything)
            kept = operators.meet(before, wanted)
            if kept == before:
                return True
            env[number] = kept
            return not operators.is_empty(kept) and links.narrowed(env, number, kept)

        return run

    def _truth_value(self, expr: Expr) -> Narrowing:
        if_true, if_false = self.assumed(expr, True), self.assumed(expr, False)

        def run(env: Env, wanted: AbstractValue) -> bool:
            if wanted == TRUE:
                return if_true(env)
            return if_false(env) if wanted == FALSE else True

        return run

    def _cast(self, operand: Expr, target: IntType | FloatType | PointerType) -> Narrowing | None:
        inner, source = self.narrowing(operand), operand.type
        if inner is None or isinstance(source, FloatType) or isinstance(target, FloatType) or self._places.doubts(source):
            return None
        if isinstance(target, IntType) and target.is_bool:
            if_true, if_false = self.assumed(operand, True), self.assumed(operand, False)
            return lambda env, wanted: if_true(env) if wanted == TRUE else if_false(env) if wanted == FALSE else True
        if isinstance(source, PointerType) and target.width > source.width:
            return None
        value, (least, greatest) = self._expressions.value(operand), bounds(target)

        def run(env: Env, wanted: AbstractValue) -> bool:
            before = _integers(value(env))
            found = _before_wrapping(before, _integers(wanted), least, greatest)
            return bool(found) and (found == before or inner(env, found))

        return run

    def _sum(self, expr: Binary) -> Narrowing | None:
        """Modulo 2^width, x + y = z means x = z - y and y = z - x; x - y = z means x = z + y and y = x - z."""
        left, right = self.narrowing(expr.left), self.narrowing(expr.right)
        if left is None and right is None:
            return None
        add, subtract = (operators.binary(op, expr.type) for op in (BinaryOp.ADD, BinaryOp.SUB))
        is_sum = expr.op is BinaryOp.ADD
        back = subtract if is_sum else add
        value_left, value_right = self._expressions.value(expr.left), self._expressions.value(expr.right)

        def run(env: Env, wanted: AbstractValue) -> bool:
            if left is not None and not left(env, back(wanted, value_right(env))):
                return False
            if right is None:
                return True
            mine = value_left(env)
            return right(env, subtract(wanted, mine) if is_sum else subtract(mine, wanted))

        return run

    def _monotone(self, expr: Binary) -> Narrowing | None:
        """Operators whose left operand can be bounded if the right one is one number that is not negative."""
        inner = self.narrowing(expr.left)
        if inner is None:
            return None
        value_left, value_right, bound = self._expressions.value(expr.left), self._expressions.value(expr.right), _BOUNDS[expr.op]
        least, greatest = bounds(expr.type)

        def run(env: Env, wanted: AbstractValue) -> bool:
            number = only(value_right(env))
            if number is None or number < 0:
                return True
            before = _integers(value_left(env))
            found = bound(before, _integers(wanted), number, least, greatest)
            return bool(found) and (found == before or inner(env, found))

        return run


def _integers(values: AbstractValue) -> Ranges:
    return cast(Ranges, values)


def _keeps_zero(operand: Expr, type: IntType) -> bool:
    """Is the conversion of an operand zero only if the operand is?"""
    source = operand.type
    return type.is_bool or (isinstance(source, IntType) and source.width <= type.width)


def _nonzero_in(values: AbstractValue) -> AbstractValue:
    if isinstance(values, FloatRange):
        return floats.NO_FLOAT if values == (0.0, 0.0, False) else values
    return ranges.without(values, 0)


def _zero_in(values: AbstractValue) -> AbstractValue:
    if isinstance(values, FloatRange):
        return floats.meet(values, FloatRange(0.0, 0.0, False))
    return ranges.meet(values, FALSE)


def _before_wrapping(before: Ranges, wanted: Ranges, least: int, greatest: int) -> Ranges:
    """The numbers of a set that are among those wanted after they were wrapped around to the range of a type."""
    period = greatest - least + 1
    first, last = (before[0][0] - least) // period, (before[-1][1] - least) // period
    if last - first >= _MOST_BLOCKS:
        return before
    blocks = range(first, last + 1)
    return ranges.meet(before, ranges.normal((low + k * period, high + k * period) for k in blocks for low, high in wanted))


def _before_shift(before: Ranges, wanted: Ranges, count: int, least: int, greatest: int) -> Ranges:
    return ranges.meet(before, ranges.normal((low << count, ((high + 1) << count) - 1) for low, high in wanted))


def _before_mask(before: Ranges, wanted: Ranges, mask: int, least: int, greatest: int) -> Ranges:
    """x & mask is at most x where x is not negative; and it is x where the mask has all bits that x may have."""
    if before[0][0] < 0:
        return before
    if mask & (mask + 1) == 0 and before[-1][1] <= mask:
        return ranges.meet(before, wanted)
    return ranges.meet(before, ((wanted[0][0], greatest),))


def _before_division(before: Ranges, wanted: Ranges, number: int, least: int, greatest: int) -> Ranges:
    """Quotients of zero come from both sides."""
    if number == 0:
        return before
    low, high = wanted[0][0], wanted[-1][1]
    begin = low * number if low > 0 else low * number - (number - 1)
    end = high * number if high < 0 else high * number + (number - 1)
    return ranges.meet(before, ((begin, end),))


def _before_product(before: Ranges, wanted: Ranges, number: int, least: int, greatest: int) -> Ranges:
    """Only where no product wraps around."""
    if number == 0 or before[0][0] * number < least or before[-1][1] * number > greatest:
        return before
    return ranges.meet(before, ranges.between(-(-wanted[0][0] // number), wanted[-1][1] // number))


_BOUNDS: Final[dict[BinaryOp, Callable[[Ranges, Ranges, int, int, int], Ranges]]] = {
    BinaryOp.SHR: _before_shift,
    BinaryOp.AND: _before_mask,
    BinaryOp.DIV: _before_division,
    BinaryOp.MUL: _before_product,
}


def _equal(a: Ranges, b: Ranges) -> tuple[Ranges, Ranges]:
    both = ranges.meet(a, b)
    return both, both


def _unequal(a: Ranges, b: Ranges) -> tuple[Ranges, Ranges]:
    left, right = only(a), only(b)
    return (a if right is None else ranges.without(a, right)), (b if left is None else ranges.without(b, left))


def _less(a: Ranges, b: Ranges) -> tuple[Ranges, Ranges]:
    return _up_to(a, b[-1][1] - 1), _from(b, a[0][0] + 1)


def _less_or_equal(a: Ranges, b: Ranges) -> tuple[Ranges, Ranges]:
    return _up_to(a, b[-1][1]), _from(b, a[0][0])


def _up_to(a: Ranges, last: int) -> Ranges:
    if a[-1][1] <= last:
        return a
    return tuple((low, min(high, last)) for low, high in a if low <= last)


def _from(a: Ranges, first: int) -> Ranges:
    if a[0][0] >= first:
        return a
    return tuple((max(low, first), high) for low, high in a if high >= first)


def _swapped(pair: Callable[[Ranges, Ranges], tuple[Ranges, Ranges]]) -> Callable[[Ranges, Ranges], tuple[Ranges, Ranges]]:
    def run(a: Ranges, b: Ranges) -> tuple[Ranges, Ranges]:
        right, left = pair(b, a)
        return left, right

    return run


_PAIRS: Final = cast(
    dict[BinaryOp, Pair],
    {
        BinaryOp.EQ: _equal,
        BinaryOp.NE: _unequal,
        BinaryOp.LT: _less,
        BinaryOp.LE: _less_or_equal,
        BinaryOp.GT: _swapped(_less),
        BinaryOp.GE: _swapped(_less_or_equal),
    },
)


def _float_pair(op: BinaryOp, truth: bool) -> Pair:
    """Ends are not moved to the next number for strict comparisons.  What is false may be so because of a NaN."""
    holds = floats.comparison(op)

    def run(left: AbstractValue, right: AbstractValue) -> tuple[AbstractValue, AbstractValue]:
        a, b = cast(FloatRange, left), cast(FloatRange, right)
        answer = holds(a, b)
        if answer == (FALSE if truth else TRUE):
            return floats.NO_FLOAT, floats.NO_FLOAT
        if op is (BinaryOp.NE if truth else BinaryOp.EQ):
            return a, b
        if truth or op is BinaryOp.NE:
            return _ordered(op, a, b)
        return (a, b) if a.nan or b.nan else _ordered(_NEGATED[op], a, b)

    return run


def _ordered(op: BinaryOp, a: FloatRange, b: FloatRange) -> tuple[FloatRange, FloatRange]:
    match op:
        case BinaryOp.LT | BinaryOp.LE:
            return floats.meet(a, FloatRange(-math.inf, b.high, False)), floats.meet(b, FloatRange(a.low, math.inf, False))
        case BinaryOp.GT | BinaryOp.GE:
            return floats.meet(a, FloatRange(b.low, math.inf, False)), floats.meet(b, FloatRange(-math.inf, a.high, False))
        case _:
            both = floats.meet(floats.meet(a, b), FloatRange(-math.inf, math.inf, False))
            return both, both
