"""Abstract values, and what C's operators do to them.

==================  =========================================================================================
value               meaning
==================  =========================================================================================
``int``             an integer of the type at hand, or a pointer given by a number (0 is the null pointer)
``int``             a floating value by its interchange encoding, so that 0.0, -0.0 and the NaNs stay apart
``SOME_NAN``        a floating value that is a NaN, of which sign and payload are left open (semantics)
``Address``         a pointer to a place in an object or to a function; also after a cast to an integer as wide
``None``            any value: nothing is known
==================  =========================================================================================

Invariants: every function here gives None where C leaves the result open (``Undefined``) and where an operand is None;
what is not None is the only value the result can have.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from whet.cfa import semantics
from whet.cfa.expressions import BinaryOp, UnaryOp
from whet.cfa.semantics import Undefined
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import BINARY32, BINARY64, CType, FloatType, IntType, PointerType

SOME_NAN = -1
"""No encoding is negative."""


class _Place(NamedTuple):
    object: int
    offset: int


class Address(_Place):
    """A byte of an object (by the object's number, see ``layout``); the offset may be any signed number.

    The operators of tuples are switched off (Python raises TypeError), so that nothing takes it for a number by mistake."""

    __slots__ = ()
    __add__ = None  # type: ignore[assignment]  # see above
    __mul__ = None  # type: ignore[assignment]
    __rmul__ = None  # type: ignore[assignment]
    __lt__ = None  # type: ignore[assignment]
    __le__ = None  # type: ignore[assignment]
    __gt__ = None  # type: ignore[assignment]
    __ge__ = None  # type: ignore[assignment]


AbstractValue: TypeAlias = int | Address
Function1: TypeAlias = Callable[[AbstractValue | None], AbstractValue | None]
Function2: TypeAlias = Callable[[AbstractValue | None, AbstractValue | None], AbstractValue | None]


def float_of(bits: int, type: FloatType) -> float | SoftFloat:
    """The number an encoding means."""
    if bits != SOME_NAN:
        return semantics.float_from_bits(bits, type)
    return math.nan if type.format in (BINARY32, BINARY64) else SoftFloat.nan(type.format)


def bits_of(number: float | SoftFloat, type: FloatType) -> int:
    """The encoding of the result of an operation."""
    return SOME_NAN if number != number else semantics.float_bits(number, type)


def _decode(value: int, type: CType) -> Any:
    return float_of(value, type) if isinstance(type, FloatType) else value


def _encode(value: Any, type: CType) -> int:
    if isinstance(type, FloatType):
        return bits_of(value, type)
    assert isinstance(value, int)
    return value


def unary(op: UnaryOp, operand: CType) -> Function1:
    """The operator on this type; ``!`` gives an ``int``."""
    function = semantics.unary(op, operand)
    result: CType = _INT if op is UnaryOp.NOT else operand
    flips_sign = op is UnaryOp.NEG and isinstance(operand, FloatType)

    def apply(value: AbstractValue | None) -> AbstractValue | None:
        if not isinstance(value, int):
            return None
        if flips_sign and value != SOME_NAN:  # of a NaN as well, whose other bits stay
            return semantics.float_bits(function(_decode(value, operand)), operand)  # type: ignore[arg-type]
        return _encode(function(_decode(value, operand)), result)

    return apply


def binary(op: BinaryOp, operand: CType) -> Function2:
    """The operator on numbers of this type (not on addresses); comparisons give an ``int``."""
    function = semantics.binary(op, operand)
    result: CType = _INT if op.is_comparison else operand
    count: CType = _INT if op.is_shift else operand

    def apply(left: AbstractValue | None, right: AbstractValue | None) -> AbstractValue | None:
        if not isinstance(left, int) or not isinstance(right, int):
            return None
        try:
            return _encode(function(_decode(left, operand), _decode(right, count)), result)
        except Undefined:
            return None

    return apply


def conversion(source: CType, target: CType) -> Function1:
    """Conversion between scalar types; an address passes to types as wide as a pointer."""
    function = semantics.conversion(source, target)
    keeps_bits = isinstance(source, FloatType) and source == target
    keeps_address = is_as_wide(source, target)

    def apply(value: AbstractValue | None) -> AbstractValue | None:
        if value is None or keeps_bits:
            return value
        if isinstance(value, Address):
            return value if keeps_address else None
        try:
            return _encode(function(_decode(value, source)), target)
        except Undefined:
            return None

    return apply


def is_as_wide(source: CType, target: CType) -> bool:
    """Are both integers or pointers of the same width?"""
    is_plain = isinstance(source, (IntType, PointerType)) and isinstance(target, (IntType, PointerType))
    return is_plain and source.width == target.width  # type: ignore[union-attr]  # is_plain says so


_INT = IntType("int", 32, True, 4, 4)
"""Of a comparison's result only the kind matters here."""


def passing(source: CType, target: CType) -> Function1:
    """From an argument to a parameter, or from a returned value to a result, where the types may disagree.

    They do if a function is called without a prototype or through a cast pointer; then a value is found on the other side
    only if it has the same size and kind (an old-style definition narrows a promoted one)."""
    match source, target:
        case ((IntType() | PointerType()), (IntType() | PointerType())) if (
            source.size == target.size or target.size < source.size == 4
        ):
            return conversion(source, target)
        case FloatType(), FloatType() if target.format in (source.format, BINARY32):
            return conversion(source, target)
        case _:
            return lambda value: None


def _fits(given: int, wanted: int) -> bool:
    return given == wanted or wanted < given == 4
