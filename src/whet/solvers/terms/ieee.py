"""Floating-point numbers as bits, in every rounding mode of IEEE 754.

A number is an ``int``: the interchange encoding of its format (sign, biased exponent, fraction; never with the leading one, not
even for the format of the x87).  There is one NaN.  ``whet.cfa.softfloat``, which rounds to nearest only, does the work
on infinities and NaNs; finite results are computed exactly here and then rounded once, by ``rounded``.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from whet.cfa.softfloat import FloatClass, SoftFloat
from whet.cfa.types import FloatFormat
from whet.solvers.terms.sorts import Float
from whet.solvers.terms.term import Op, Rounding

# -------------------------------------------------------------------------------------------------- encoding


def decode(sort: Float, bits: int) -> SoftFloat:
    stored = sort.significand - 1
    negative = bool(bits >> (sort.width - 1) & 1)
    biased = bits >> stored & ((1 << sort.exponent) - 1)
    fraction = bits & ((1 << stored) - 1)
    if biased == (1 << sort.exponent) - 1:
        return SoftFloat.nan(sort.format) if fraction else SoftFloat.infinity(sort.format, negative=negative)
    significand = fraction | 1 << stored if biased else fraction
    return SoftFloat(sort.format, FloatClass.FINITE, negative, significand, _smallest_exponent(sort.format) + max(biased - 1, 0))


def encode(value: SoftFloat) -> int:
    stored, exponent_bits = value.format.precision - 1, value.format.exponent
    sign = value.negative << (stored + exponent_bits)
    match value.kind:
        case FloatClass.NAN:
            return nan(Float(exponent_bits, stored + 1))
        case FloatClass.INFINITE:
            return sign | ((1 << exponent_bits) - 1) << stored
        case FloatClass.FINITE:
            normal = value.significand >> stored
            biased = value.exponent - _smallest_exponent(value.format) + 1 if normal else 0
            return sign | biased << stored | value.significand & ((1 << stored) - 1)


def nan(sort: Float) -> int:
    """The NaN: positive and quiet."""
    stored = sort.significand - 1
    return ((1 << sort.exponent) - 1) << stored | 1 << (stored - 1)


def canonical(sort: Float, bits: int) -> int:
    """The bits, or those of the one NaN if they encode another."""
    return encode(decode(sort, bits & ((1 << sort.width) - 1)))


def _smallest_exponent(format: FloatFormat) -> int:
    return format.emin - format.precision + 1


# -------------------------------------------------------------------------------------------------- rounding


def _shifted(mode: Rounding, *, negative: bool, significand: int, distance: int, inexact: bool) -> int:
    """``significand / 2^distance``, and a little more if ``inexact``, rounded to an integer."""
    if distance <= 0:
        kept, lost, half = significand << -distance, 0, 1
    else:
        distance = min(distance, significand.bit_length() + 1)  # farther makes no difference
        kept, lost, half = significand >> distance, significand & ((1 << distance) - 1), 1 << (distance - 1)
    return kept + _rounds_up(mode, negative, kept=kept, inexact=bool(lost or inexact), above=_above_half(lost, half, inexact))


def _above_half(lost: int, half: int, inexact: bool) -> int:
    """Negative, zero or positive: does what is lost lie below, at or above the middle?"""
    return lost - half or int(inexact)


def _rounds_up(mode: Rounding, negative: bool, *, kept: int, inexact: bool, above: int) -> bool:
    match mode:
        case Rounding.NEAREST_EVEN:
            return above > 0 or (above == 0 and kept & 1 == 1)
        case Rounding.NEAREST_AWAY:
            return above >= 0
        case Rounding.UP:
            return inexact and not negative
        case Rounding.DOWN:
            return inexact and negative
        case Rounding.TO_ZERO:
            return False


def rounded(
    format: FloatFormat, mode: Rounding, *, negative: bool, significand: int, exponent: int, inexact: bool = False
) -> SoftFloat:
    """The value of the format for ``significand * 2^exponent``.

    With ``inexact`` the number meant is greater, by less than ``2^exponent``; then the significand must have two bits more
    than the precision."""
    if significand == 0:
        return SoftFloat.zero(format, negative=negative)
    target = max(exponent + significand.bit_length() - format.precision, _smallest_exponent(format))
    kept = _shifted(mode, negative=negative, significand=significand, distance=target - exponent, inexact=inexact)
    if kept.bit_length() > format.precision:
        kept, target = kept >> 1, target + 1
    if target > format.emax - format.precision + 1:
        return _overflow(format, mode, negative)
    return SoftFloat(format, FloatClass.FINITE, negative, kept, target)


def _overflow(format: FloatFormat, mode: Rounding, negative: bool) -> SoftFloat:
    if mode is Rounding.TO_ZERO or mode is (Rounding.UP if negative else Rounding.DOWN):
        greatest = (1 << format.precision) - 1
        return SoftFloat(format, FloatClass.FINITE, negative, greatest, format.emax - format.precision + 1)
    return SoftFloat.infinity(format, negative=negative)


# -------------------------------------------------------------------------------------------------- arithmetic


def arithmetic(op: Op, mode: Rounding, a: SoftFloat, b: SoftFloat) -> SoftFloat:
    """The sum, difference, product or quotient."""
    compute, exact = _ARITHMETIC[op]
    if a.is_finite and b.is_finite and (op is not Op.FP_DIV or b):
        return exact(mode, a, b)
    return compute(a, b)


def _sum(mode: Rounding, a: SoftFloat, b: SoftFloat) -> SoftFloat:
    exponent = min(a.exponent, b.exponent)
    total = _scaled(a, exponent) + _scaled(b, exponent)
    if total == 0:
        negative = a.negative if a.negative == b.negative else mode is Rounding.DOWN
        return SoftFloat.zero(a.format, negative=negative)
    return rounded(a.format, mode, negative=total < 0, significand=abs(total), exponent=exponent)


def _scaled(value: SoftFloat, exponent: int) -> int:
    magnitude = value.significand << (value.exponent - exponent)
    return -magnitude if value.negative else magnitude


def _difference(mode: Rounding, a: SoftFloat, b: SoftFloat) -> SoftFloat:
    return _sum(mode, a, -b)


def _product(mode: Rounding, a: SoftFloat, b: SoftFloat) -> SoftFloat:
    negative, significand = a.negative != b.negative, a.significand * b.significand
    return rounded(a.format, mode, negative=negative, significand=significand, exponent=a.exponent + b.exponent)


def _quotient(mode: Rounding, a: SoftFloat, b: SoftFloat) -> SoftFloat:
    scale = 2 * a.format.precision + 2
    quotient, rest = divmod(a.significand << scale, b.significand)
    exponent, negative = a.exponent - b.exponent - scale, a.negative != b.negative
    return rounded(a.format, mode, negative=negative, significand=quotient, exponent=exponent, inexact=rest != 0)


_ARITHMETIC: Final[
    Mapping[Op, tuple[Callable[[SoftFloat, SoftFloat], SoftFloat], Callable[[Rounding, SoftFloat, SoftFloat], SoftFloat]]]
] = MappingProxyType(
    {
        Op.FP_ADD: (operator.add, _sum),
        Op.FP_SUB: (operator.sub, _difference),
        Op.FP_MUL: (operator.mul, _product),
        Op.FP_DIV: (operator.truediv, _quotient),
    }
)


def square_root(mode: Rounding, a: SoftFloat) -> SoftFloat:
    if not a.is_finite or not a or a.negative:
        return a.sqrt()
    scale = 2 * a.format.precision + 4
    scale += (a.exponent - scale) & 1  # the exponent that is left must be even
    radicand = a.significand << scale
    root = math.isqrt(radicand)
    exponent, inexact = (a.exponent - scale) // 2, root * root != radicand
    return rounded(a.format, mode, negative=False, significand=root, exponent=exponent, inexact=inexact)


# -------------------------------------------------------------------------------------------------- conversion


def to_integer(mode: Rounding, a: SoftFloat) -> int | None:
    """The number rounded to an integer; None if it is not finite."""
    if not a.is_finite:
        return None
    magnitude = _shifted(mode, negative=a.negative, significand=a.significand, distance=-a.exponent, inexact=False)
    return -magnitude if a.negative else magnitude


def to_integral(mode: Rounding, a: SoftFloat) -> SoftFloat:
    """The number rounded to an integer, as a number of its format with its sign."""
    integer = to_integer(mode, a)
    if integer is None:
        return a
    return rounded(a.format, Rounding.TO_ZERO, negative=a.negative, significand=abs(integer), exponent=0)


def from_integer(sort: Float, mode: Rounding, value: int) -> SoftFloat:
    return rounded(sort.format, mode, negative=value < 0, significand=abs(value), exponent=0)


def convert(sort: Float, mode: Rounding, a: SoftFloat) -> SoftFloat:
    """The number in another format."""
    if not a.is_finite:
        return a.convert(sort.format)
    return rounded(sort.format, mode, negative=a.negative, significand=a.significand, exponent=a.exponent)


def to_bit_vector(op: Op, width: int, mode: Rounding, a: SoftFloat) -> int:
    """The number as a signed (``FP_TO_SBV``) or unsigned bit-vector; zero where SMT-LIB gives the result no meaning."""
    integer = to_integer(mode, a)
    low, high = (-(1 << (width - 1)), 1 << (width - 1)) if op is Op.FP_TO_SBV else (0, 1 << width)
    return integer & ((1 << width) - 1) if integer is not None and low <= integer < high else 0


def is_negative(a: SoftFloat) -> bool:
    return a.negative and not a.is_nan
