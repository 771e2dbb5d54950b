"""The operators of C on abstract values: sets of integers for integers and addresses, sets of floats for floats.

Which of the two an expression has follows from its type, as in ``cfa.semantics``; hence the casts in this file.  Addresses are
unsigned integers: that of an object is not zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, cast

from whet.analyses.interval import arithmetic, floats, ranges
from whet.analyses.interval.floats import ANY_FLOAT, FloatRange
from whet.analyses.interval.ranges import Ranges
from whet.cfa.expressions import BinaryOp, UnaryOp
from whet.cfa.types import CType, FloatType, IntType, PointerType

AbstractValue: TypeAlias = Ranges | FloatRange
OfOne: TypeAlias = Callable[[AbstractValue], AbstractValue]
OfTwo: TypeAlias = Callable[[AbstractValue, AbstractValue], AbstractValue]

ANY_TRUTH_BYTE: Final[Ranges] = ((0, 255),)
"""Of a ``_Bool`` that may hold another byte than 0 and 1."""
ZERO: Final[Ranges] = ((0, 0),)
ZERO_FLOAT: Final = FloatRange(0.0, 0.0, False)


def everything(type: CType) -> AbstractValue:
    """All values of a scalar type."""
    match type:
        case IntType():
            return arithmetic.everything(type)
        case PointerType(width=width):
            return ((0, (1 << width) - 1),)
        case _:
            return ANY_FLOAT


def zero(type: CType) -> AbstractValue:
    return ZERO_FLOAT if isinstance(type, FloatType) else ZERO


def bounds(type: CType) -> tuple[int, int]:
    """The least and the greatest number of an integer or pointer type."""
    match type:
        case IntType():
            return type.min, type.max
        case PointerType(width=width):
            return 0, (1 << width) - 1
        case _:
            raise TypeError(f"{type} has no integers")


def unary(op: UnaryOp, type: CType) -> OfOne:
    match op, type:
        case UnaryOp.NOT, FloatType():
            return cast(OfOne, lambda a: arithmetic.falsity(floats.truth(a)))
        case UnaryOp.NOT, _:
            return cast(OfOne, arithmetic.falsity)
        case UnaryOp.NEG, FloatType():
            return cast(OfOne, floats.negation if floats.is_tracked(type) else lambda a: ANY_FLOAT)
        case UnaryOp.NEG, IntType():
            return cast(OfOne, arithmetic.negation(type))
        case UnaryOp.COMPLEMENT, IntType():
            return cast(OfOne, arithmetic.complementing(type))
        case _:
            raise TypeError(f"unary {op.value} on {type}")


def binary(op: BinaryOp, type: CType) -> OfTwo:
    """The function of a binary operator whose left operand has this type."""
    match type:
        case FloatType():
            return cast(OfTwo, floats.comparison(op) if op.is_comparison else floats.arithmetic(op, type))
        case IntType():
            return cast(OfTwo, arithmetic.binary(op, type))
        case _:
            return cast(OfTwo, arithmetic.COMPARISONS[op])


def conversion(source: CType, target: CType) -> OfOne:
    match source, target:
        case FloatType(), IntType(width=1):
            return cast(OfOne, floats.truth)
        case _, IntType(width=1):
            return cast(OfOne, arithmetic.truth)
        case FloatType(), FloatType():
            return cast(OfOne, floats.between_floats(source, target))
        case IntType(), FloatType():
            return cast(OfOne, floats.from_integer(source, target))
        case FloatType(), IntType():
            return cast(OfOne, floats.to_integer(target))
        case PointerType(), _:
            return cast(OfOne, _from_pointer(source, target))
        case _:
            least, greatest = bounds(target)
            return cast(OfOne, lambda a: ranges.wrapped(a, least, greatest))


def _from_pointer(source: PointerType, target: CType) -> Callable[[Ranges], Ranges]:
    """Addresses extend to wider integers as if they were signed."""
    (least, greatest), half = bounds(target), 1 << (source.width - 1)
    if greatest - least < 2 * half:
        return lambda a: ranges.wrapped(a, least, greatest)
    return lambda a: ranges.wrapped(ranges.wrapped(a, -half, half - 1), least, greatest)


def truth(value: AbstractValue) -> Ranges:
    """Is a scalar different from zero?"""
    return floats.truth(value) if isinstance(value, FloatRange) else arithmetic.truth(value)


def is_empty(value: AbstractValue) -> bool:
    return value.is_empty if isinstance(value, FloatRange) else not value


def union(a: AbstractValue, b: AbstractValue) -> AbstractValue:
    if isinstance(a, FloatRange):
        return floats.union(a, cast(FloatRange, b))
    return ranges.union(a, cast(Ranges, b))


def meet(a: AbstractValue, b: AbstractValue) -> AbstractValue:
    if isinstance(a, FloatRange):
        return floats.meet(a, cast(FloatRange, b))
    return ranges.meet(a, cast(Ranges, b))


def covers(a: AbstractValue, b: AbstractValue) -> bool:
    """Does ``a`` hold every value of ``b``?"""
    if isinstance(a, FloatRange):
        return floats.covers(a, cast(FloatRange, b))
    return ranges.covers(a, cast(Ranges, b))


def widened(old: AbstractValue, new: AbstractValue, type: CType, thresholds: Sequence[int]) -> AbstractValue:
    if isinstance(old, FloatRange):
        return floats.widened(old, cast(FloatRange, new))
    return ranges.widened(old, cast(Ranges, new), thresholds, *bounds(type))


def lies_at(value: AbstractValue, numbers: frozenset[int]) -> bool:
    """Do all pieces begin and end at these numbers?"""
    return not isinstance(value, FloatRange) and all(low in numbers and high in numbers for low, high in value)
