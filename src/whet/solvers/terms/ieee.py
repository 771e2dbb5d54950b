"""Floating-point numbers as bits, as SMT-LIB has them; ``whet.cfa.softfloat`` computes with them.

A number is an ``int``: the interchange encoding of its format (sign, biased exponent, fraction; never with the leading one, not
even for the format of the x87).  There is one NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from whet.cfa.softfloat import Rounding, SoftFloat
from whet.cfa.types import X87
from whet.solvers.terms.sorts import Float
from whet.solvers.terms.term import Op


def decode(sort: Float, bits: int) -> SoftFloat:
    if sort.format == X87:
        above, fraction = bits >> 63, bits & ((1 << 63) - 1)
        leading = above & ((1 << sort.exponent) - 1) != 0
        bits = above << 64 | leading << 63 | fraction
    value = SoftFloat.from_bits(sort.format, bits)
    return SoftFloat.nan(sort.format) if value.is_nan else value


def encode(value: SoftFloat) -> int:
    if value.is_nan:
        return nan(Float(value.format.exponent, value.format.precision))
    bits = value.to_bits()
    return bits >> 64 << 63 | bits & ((1 << 63) - 1) if value.format == X87 else bits


def nan(sort: Float) -> int:
    """The NaN: positive and quiet."""
    stored = sort.significand - 1
    return ((1 << sort.exponent) - 1) << stored | 1 << (stored - 1)


def canonical(sort: Float, bits: int) -> int:
    """The bits, or those of the one NaN if they encode another."""
    return encode(decode(sort, bits & ((1 << sort.width) - 1)))


ARITHMETIC: Final[Mapping[Op, Callable[[SoftFloat, SoftFloat, Rounding], SoftFloat]]] = MappingProxyType(
    {Op.FP_ADD: SoftFloat.plus, Op.FP_SUB: SoftFloat.minus, Op.FP_MUL: SoftFloat.times, Op.FP_DIV: SoftFloat.over}
)


def to_integral(mode: Rounding, a: SoftFloat) -> SoftFloat:
    """The number rounded to an integer, as a number of its format with its sign."""
    if not a.is_finite or not a:
        return a
    magnitude = SoftFloat.from_integer(a.format, abs(a.to_integer(mode)))
    return -magnitude if a.negative else magnitude


def to_bit_vector(op: Op, width: int, mode: Rounding, a: SoftFloat) -> int:
    """The number as a signed (``FP_TO_SBV``) or unsigned bit-vector; zero where SMT-LIB gives the result no meaning."""
    low, high = (-(1 << (width - 1)), 1 << (width - 1)) if op is Op.FP_TO_SBV else (0, 1 << width)
    integer = a.to_integer(mode) if a.is_finite else high
    return integer & ((1 << width) - 1) if low <= integer < high else 0


def is_negative(a: SoftFloat) -> bool:
    return a.negative and not a.is_nan
