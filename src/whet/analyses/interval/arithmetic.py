"""What the integer operators of C do to sets of integers (``ranges``): every result that ``cfa.semantics`` gives is in the set.

Each function is staged like those of ``cfa.semantics``: given the type it yields a function of the operands.  Operands that C
gives no meaning (a divisor of zero, a shift by too much) end a run, so they have no result; where no operand has one, the
result is anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Final, TypeAlias

from whet.analyses.interval.ranges import Piece, Ranges, contains, hull, meet, wrapped
from whet.cfa.expressions import BinaryOp
from whet.cfa.types import IntType

Unary: TypeAlias = Callable[[Ranges], Ranges]
Binary: TypeAlias = Callable[[Ranges, Ranges], Ranges]
OnPieces: TypeAlias = Callable[[Piece, Piece], Iterator[Piece]]

FALSE: Final[Ranges] = ((0, 0),)
TRUE: Final[Ranges] = ((1, 1),)
EITHER: Final[Ranges] = ((0, 1),)
_MOST_PAIRS: Final = 24
"""Of pieces that are combined one by one; beyond that the hulls are combined."""
_MOST_COUNTS: Final = 8
"""Different counts of a shift that are looked at one by one."""


def everything(type: IntType) -> Ranges:
    return ((type.min, type.max),)


def binary(op: BinaryOp, type: IntType) -> Binary:
    """The function of an arithmetic operator or a comparison whose left operand has this type."""
    if op.is_comparison:
        return COMPARISONS[op]
    if op in _ON_PIECES:
        return _piecewise(_ON_PIECES[op], type)
    match op:
        case BinaryOp.SHL | BinaryOp.SHR:
            return _shift(op, type)
        case _:
            return _bitwise(_BOUNDS[op], type)


def _pairs(a: Ranges, b: Ranges) -> Iterator[tuple[Piece, Piece]]:
    return product(a, b) if len(a) * len(b) <= _MOST_PAIRS else product(hull(a), hull(b))


def _piecewise(combine: OnPieces, type: IntType) -> Binary:
    """The mathematical results of all pairs of pieces, wrapped around."""
    least, greatest, whole = type.min, type.max, everything(type)

    def run(a: Ranges, b: Ranges) -> Ranges:
        found = [piece for one, other in _pairs(a, b) for piece in combine(one, other)]
        return wrapped(found, least, greatest) or whole

    return run


def _sum(a: Piece, b: Piece) -> Iterator[Piece]:
    yield a[0] + b[0], a[1] + b[1]


def _difference(a: Piece, b: Piece) -> Iterator[Piece]:
    yield a[0] - b[1], a[1] - b[0]


def _product(a: Piece, b: Piece) -> Iterator[Piece]:
    corners = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    yield min(corners), max(corners)


def _signed_parts(piece: Piece) -> Iterator[Piece]:
    """The positive and the negative numbers."""
    low, high = piece
    if high > 0:
        yield max(low, 1), high
    if low < 0:
        yield low, min(high, -1)


def _quotient(a: Piece, b: Piece) -> Iterator[Piece]:
    """For divisors of one sign the quotient is monotone in each operand, so that it is least and greatest in corners.

    The one quotient that does not fit a type has no meaning; wrapped around it only makes the set larger."""
    for divisor in _signed_parts(b):
        corners = [x // y if (x < 0) == (y < 0) else -(-x // y) for x in a for y in divisor]
        yield min(corners), max(corners)


def _remainder(a: Piece, b: Piece) -> Iterator[Piece]:
    """The remainder has the sign of the dividend, and the sign of the divisor does not matter."""
    sizes = [(min(abs(low), abs(high)), max(abs(low), abs(high))) for low, high in _signed_parts(b)]
    for least, greatest in sizes:
        if a[1] >= 0:
            yield _positive_remainder(max(a[0], 0), a[1], least, greatest)
        if a[0] < 0:
            low, high = _positive_remainder(max(-a[1], 0), -a[0], least, greatest)
            yield -high, -low


def _positive_remainder(low: int, high: int, least: int, greatest: int) -> Piece:
    if high < least:
        return low, high
    if least == greatest and low // least == high // least:
        return low % least, high % least
    return 0, min(high, greatest - 1)


_ON_PIECES: Final[dict[BinaryOp, OnPieces]] = {
    BinaryOp.ADD: _sum,
    BinaryOp.SUB: _difference,
    BinaryOp.MUL: _product,
    BinaryOp.DIV: _quotient,
    BinaryOp.REM: _remainder,
}


def _shift(op: BinaryOp, type: IntType) -> Binary:
    least, greatest, whole, allowed = type.min, type.max, everything(type), ((0, type.width - 1),)
    shifted = _shifted_left if op is BinaryOp.SHL else _shifted_right

    def run(a: Ranges, counts: Ranges) -> Ranges:
        found = [shifted(piece, count) for count in _counts(meet(counts, allowed)) for piece in a]
        return wrapped(found, least, greatest) or whole

    return run


def _counts(counts: Ranges) -> Iterator[Piece]:
    """One by one, if they are few."""
    for low, high in counts:
        if high - low < _MOST_COUNTS:
            yield from ((count, count) for count in range(low, high + 1))
        else:
            yield low, high


def _shifted_left(a: Piece, count: Piece) -> Piece:
    return min(a[0] << count[0], a[0] << count[1]), max(a[1] << count[0], a[1] << count[1])


def _shifted_right(a: Piece, count: Piece) -> Piece:
    return min(a[0] >> count[0], a[0] >> count[1]), max(a[1] >> count[0], a[1] >> count[1])


#
# Bounds of bit operations on unsigned intervals (Warren, Hacker's Delight, 4-3).  Signed numbers are taken as unsigned ones with
# the same bits: pieces are split where the sign changes, and then the order stays the same.

Bounds: TypeAlias = Callable[[int, int, int, int, int], Piece]


def _bitwise(bounds: Bounds, type: IntType) -> Binary:
    least, greatest, mask, top = type.min, type.max, (1 << type.width) - 1, 1 << (type.width - 1)

    def run(a: Ranges, b: Ranges) -> Ranges:
        pairs = _pairs(_unsigned(a, mask), _unsigned(b, mask))
        return wrapped([bounds(*one, *other, top) for one, other in pairs], least, greatest)

    return run


def _unsigned(a: Ranges, mask: int) -> Ranges:
    if a[0][0] >= 0:
        return a
    parts = [(low, high) for low, high in a if low >= 0]
    parts += [(low & mask, min(high, -1) & mask) for low, high in a if low < 0]
    return tuple(parts + [(0, high) for low, high in a if low < 0 <= high])


def _and(a: int, b: int, c: int, d: int, top: int) -> Piece:
    """All x & y with a <= x <= b and c <= y <= d; by De Morgan from those of ``|``."""
    if a == b and c == d:
        return a & c, a & c
    mask = 2 * top - 1
    low, high = _or(mask ^ b, mask ^ a, mask ^ d, mask ^ c, top)
    return mask ^ high, mask ^ low


def _or(a: int, b: int, c: int, d: int, top: int) -> Piece:
    if a == b and c == d:
        return a | c, a | c
    return _least_or(a, b, c, d, top), _greatest_or(a, b, c, d, top)


def _least_or(a: int, b: int, c: int, d: int, bit: int) -> int:
    while bit:
        if ~a & c & bit:
            raised = (a | bit) & -bit
            if raised <= b:
                return raised | c
        elif a & ~c & bit:
            raised = (c | bit) & -bit
            if raised <= d:
                return a | raised
        bit >>= 1
    return a | c


def _greatest_or(a: int, b: int, c: int, d: int, bit: int) -> int:
    while bit:
        if b & d & bit:
            lowered = (b - bit) | (bit - 1)
            if lowered >= a:
                return lowered | d
            lowered = (d - bit) | (bit - 1)
            if lowered >= c:
                return b | lowered
        bit >>= 1
    return b | d


def _xor(a: int, b: int, c: int, d: int, top: int) -> Piece:
    """Above the highest bit in which an operand varies the result is fixed, below it is anything."""
    varying = (1 << max((a ^ b).bit_length(), (c ^ d).bit_length())) - 1
    fixed = (a ^ c) & ~varying
    return fixed, fixed | varying


_BOUNDS: Final[dict[BinaryOp, Bounds]] = {BinaryOp.AND: _and, BinaryOp.OR: _or, BinaryOp.XOR: _xor}


def negation(type: IntType) -> Unary:
    least, greatest = type.min, type.max
    return lambda a: wrapped([(-high, -low) for low, high in a], least, greatest)


def complementing(type: IntType) -> Unary:
    least, greatest = type.min, type.max
    return lambda a: wrapped([(~high, ~low) for low, high in a], least, greatest)


def truth(a: Ranges) -> Ranges:
    """Is a number different from zero?"""
    if not contains(a, 0):
        return TRUE
    return FALSE if a == FALSE else EITHER


def falsity(a: Ranges) -> Ranges:
    if not contains(a, 0):
        return FALSE
    return TRUE if a == FALSE else EITHER


def answer(always: bool, never: bool) -> Ranges:
    return TRUE if always else FALSE if never else EITHER


def _equal(a: Ranges, b: Ranges) -> Ranges:
    if not meet(a, b):
        return FALSE
    return TRUE if a == b and len(a) == 1 and a[0][0] == a[0][1] else EITHER


def _unequal(a: Ranges, b: Ranges) -> Ranges:
    return falsity(_equal(a, b))


def _less(a: Ranges, b: Ranges) -> Ranges:
    return answer(a[-1][1] < b[0][0], a[0][0] >= b[-1][1])


def _less_or_equal(a: Ranges, b: Ranges) -> Ranges:
    return answer(a[-1][1] <= b[0][0], a[0][0] > b[-1][1])


COMPARISONS: Final[dict[BinaryOp, Binary]] = {
    BinaryOp.EQ: _equal,
    BinaryOp.NE: _unequal,
    BinaryOp.LT: _less,
    BinaryOp.LE: _less_or_equal,
    BinaryOp.GT: lambda a, b: _less(b, a),
    BinaryOp.GE: lambda a, b: _less_or_equal(b, a),
}
