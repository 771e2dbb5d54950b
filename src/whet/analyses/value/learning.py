"""The value of a place, followed back from the value of an expression that depends on it alone (``cfa.equations``)."""

from __future__ import annotations

from enum import Enum

from whet.analyses.value.values import SOME_NAN, AbstractValue, Address, is_as_wide
from whet.cfa import semantics
from whet.cfa.equations import UnknownPlace
from whet.cfa.expressions import Member
from whet.cfa.types import CType, FloatType, IntType, PointerType


class NoSolution(Enum):
    """What following a value back to a place can give instead of a value."""

    OPEN = "nothing follows"
    CONTRADICTION = "no value of the place satisfies the equation"


def solve(unknown: UnknownPlace, value: AbstractValue) -> AbstractValue | NoSolution:
    """The value of the place if the expression has this value."""
    if isinstance(value, Address):
        return value if all(is_as_wide(cast.operand.type, cast.type) for cast in unknown.casts) else NoSolution.OPEN
    for cast in unknown.casts:
        before = _wrapped(value, cast.operand.type)
        if semantics.conversion(cast.operand.type, cast.type)(before) != value:
            return NoSolution.CONTRADICTION
        value = before
    lvalue = unknown.lvalue
    match lvalue:
        case Member(field=field) if field.bit_width is not None:
            assert isinstance(field.type, IntType)
            fits = semantics.truncate_bit_field(value, field.type, field.bit_width) == value
            return value if fits else NoSolution.CONTRADICTION
    type = lvalue.type
    if isinstance(type, FloatType) and not _is_told_by_equality(value, type):
        return NoSolution.OPEN
    return value


def _wrapped(value: int, type: CType) -> int:
    if isinstance(type, IntType):
        return type.wrap(value)
    assert isinstance(type, PointerType)
    return value & ((1 << type.width) - 1)


def _is_told_by_equality(bits: int, type: FloatType) -> bool:
    """Is it the only value that is equal to itself?  Zero has two signs, a NaN is equal to nothing."""
    number = None if bits == SOME_NAN else semantics.float_from_bits(bits, type)
    return number is not None and number == number and bool(number)
