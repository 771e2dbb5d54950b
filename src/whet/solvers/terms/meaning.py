"""What the operators do to constants (SMT-LIB: Core, FixedSizeBitVectors, Ints, FloatingPoint).

Bit-vectors are numbers from 0 to 2^width - 1, truth values are ``bool``, floats are bits in the interchange encoding (see
``ieee``).  Every function is total: division by zero has the result SMT-LIB gives it.  The constructors fold constants with
these functions and ``evaluate`` walks terms with them, so the two cannot disagree; both are tested against the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from whet.solvers.terms.term import Op

BitVecFunction: TypeAlias = Callable[[int, int, int], int]
"""Of the width and two bit-vectors; the result is reduced modulo 2^width by the caller."""
Comparison: TypeAlias = Callable[[int, int, int], bool]


def signed(width: int, a: int) -> int:
    """A bit-vector as a number in two's complement."""
    return a - (1 << width) if a >> (width - 1) else a


def ones(width: int) -> int:
    return (1 << width) - 1


def _udiv(width: int, a: int, b: int) -> int:
    return a // b if b else ones(width)


def _urem(width: int, a: int, b: int) -> int:
    return a % b if b else a


def _sdiv(width: int, a: int, b: int) -> int:
    x, y = signed(width, a), signed(width, b)
    quotient = _udiv(width, abs(x), abs(y))
    return quotient if (x < 0) == (y < 0) else -quotient


def _srem(width: int, a: int, b: int) -> int:
    x, y = signed(width, a), signed(width, b)
    remainder = _urem(width, abs(x), abs(y))
    return -remainder if x < 0 else remainder


def _shl(width: int, a: int, b: int) -> int:
    return a << b if b < width else 0


def _lshr(width: int, a: int, b: int) -> int:
    return a >> b if b < width else 0


def _ashr(width: int, a: int, b: int) -> int:
    return signed(width, a) >> min(b, width)


BIT_VECTOR: Final[Mapping[Op, BitVecFunction]] = MappingProxyType(
    {
        Op.BV_ADD: lambda width, a, b: a + b,
        Op.BV_SUB: lambda width, a, b: a - b,
        Op.BV_MUL: lambda width, a, b: a * b,
        Op.BV_UDIV: _udiv,
        Op.BV_SDIV: _sdiv,
        Op.BV_UREM: _urem,
        Op.BV_SREM: _srem,
        Op.BV_AND: lambda width, a, b: a & b,
        Op.BV_OR: lambda width, a, b: a | b,
        Op.BV_XOR: lambda width, a, b: a ^ b,
        Op.BV_SHL: _shl,
        Op.BV_LSHR: _lshr,
        Op.BV_ASHR: _ashr,
    }
)

COMPARISON: Final[Mapping[Op, Comparison]] = MappingProxyType(
    {
        Op.BV_ULT: lambda width, a, b: a < b,
        Op.BV_ULE: lambda width, a, b: a <= b,
        Op.BV_SLT: lambda width, a, b: signed(width, a) < signed(width, b),
        Op.BV_SLE: lambda width, a, b: signed(width, a) <= signed(width, b),
    }
)


def euclidean_div(a: int, b: int) -> int:
    """The quotient for which the remainder is not negative."""
    return a // b if b > 0 else -(a // -b)


def euclidean_mod(a: int, b: int) -> int:
    return a % abs(b)


INTEGER: Final[Mapping[Op, Callable[[int, int], int]]] = MappingProxyType(
    {
        Op.INT_ADD: lambda a, b: a + b,
        Op.INT_SUB: lambda a, b: a - b,
        Op.INT_MUL: lambda a, b: a * b,
        Op.INT_DIV: euclidean_div,
        Op.INT_MOD: euclidean_mod,
        Op.INT_LE: lambda a, b: a <= b,
        Op.INT_LT: lambda a, b: a < b,
    }
)


def extract(a: int, high: int, low: int) -> int:
    return (a >> low) & ones(high - low + 1)


def sign_extend(width: int, a: int, by: int) -> int:
    return signed(width, a) & ones(width + by)
