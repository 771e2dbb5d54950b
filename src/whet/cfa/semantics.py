"""What every operator of C does to values: the reference for all that computes in Whet.

The concrete interpreter calls these functions; the value analysis and the SMT encoding are tested against them; they are
tested against gcc.  An operator is *staged*: given the operator and the types it yields a plain function of the operands,
in which nothing is left to decide about types.  Callers make it once and keep it.

=================  ==========================================
type               values
=================  ==========================================
integers           ``int`` within the range of the type
pointers           ``int``: the address, unsigned
float, double      ``float``; in a float only binary32 numbers
long double (x87)  ``SoftFloat``
=================  ==========================================

The meaning is that of C11, with the choices gcc makes for x86 (``-fwrapv``, SSE2):

* 6.2.6.2 signed integers are in two's complement: results and conversions wrap around modulo 2^width, unless the caller wants
  to know that a result does not fit (6.5p5; for ``<<`` also that a negative number is shifted, 6.5.7p4);
* 6.3.1.2 conversion to ``_Bool`` asks whether the value differs from zero (a NaN does);
* 6.3.1.4 conversion from floating to integer truncates, and is undefined if the integral part does not fit;
* 6.3.1.4 and 6.3.1.5: conversion to a floating type rounds once, to nearest, ties to even; what is too large becomes
  an infinity;
* 6.3.2.3 integers extend to pointers by their own sign, pointers extend to wider integers as if they were signed;
* 6.5.5 ``/`` truncates toward zero; undefined are a divisor of zero and a quotient that does not fit;
* 6.5.7 shifts are undefined unless 0 <= count < width; ``>>`` copies the sign; ``<<`` drops bits, signed or not;
* 6.5.8 pointers compare as unsigned addresses;
* Annex F: floating arithmetic is that of IEEE 754 in the type of the operands (``FLT_EVAL_METHOD`` is 0), where a
  division by zero gives an infinity or a NaN.

Operands narrower than ``int`` do not occur in the program model, which writes out the promotions; the functions are
defined for them all the same, modulo 2^width.

The sign and the payload of a NaN that an operation or a conversion gives are left open, here as in IEEE 754 (6.2.3).
A NaN that is only copied (``decode``, ``encode``) keeps its bits, and unary ``-`` flips the sign of whatever it gets.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast

from whet.cfa import softfloat
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    FloatConst,
    FunctionAddress,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Valid,
    Var,
)
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import BINARY32, BINARY64, CType, FloatFormat, FloatType, IntType, PointerType
from whet.task.dangers import Danger, Fault, FaultKind
from whet.task.messages import violations

Value: TypeAlias = int | float | SoftFloat
UnaryFunction: TypeAlias = Callable[[Value], Value]
BinaryFunction: TypeAlias = Callable[[Value, Value], Value]
Read: TypeAlias = Callable[[Lvalue | AddressOf | FunctionAddress], Value | None]


class Undefined(Exception):
    """C gives the operation no meaning for these operands; the message says why."""

    danger: Danger | None = None
    """None if no property speaks of it."""
    fault: Fault | None = None
    """Of the pointer that is given, if that is what is wrong."""


class DividesByZero(Undefined):
    danger = Danger("division")


class Overflows(Undefined):
    """The result of a signed operation does not fit; only where arithmetic does not wrap around, and in divisions."""

    danger = Danger("overflow")


class ShiftsTooFar(Undefined):
    danger = Danger("shift")


class DoesNotConvert(Undefined):
    danger = Danger("conversion")


class Unreachable(Undefined):
    """The program says itself that it never comes there."""

    danger = Danger("unreachable")


class NotSequenced(Undefined):
    """An expression changes a variable and accesses it again, without a sequence point between; only where that is checked."""

    danger = Danger("sequence")


class NotWritten(Undefined):
    """An automatic variable is read that nothing was stored in; only where that is checked, otherwise it holds any value."""

    danger = Danger("uninitialised")


class BreaksContract(Undefined):
    """A library function is given what C does not allow; only where that is checked."""

    danger = Danger("contract")


class NullArgument(BreaksContract):
    fault = Fault(FaultKind.NULL)


#
# The functions further down are precise about what they take: int, float or SoftFloat.  Which of them an expression has
# follows from its type, an invariant of the program model that is not checked again: hence the casts in this part.


def unary(op: UnaryOp, operand: CType, *, wraps: bool = True) -> UnaryFunction:
    """The function of a unary operator on this type; ``!`` gives an ``int``, the others a value of the same type.

    Unless it ``wraps``, it raises ``Overflows`` where a signed result does not fit."""
    match op, operand:
        case UnaryOp.NOT, IntType() | FloatType() | PointerType():
            return _falsity
        case UnaryOp.NEG, FloatType():
            return cast(UnaryFunction, operator.neg)
        case UnaryOp.NEG, IntType():
            return cast(UnaryFunction, _negation(operand) if wraps or not operand.signed else _exact_negation(operand))
        case UnaryOp.COMPLEMENT, IntType():
            bias, mask = _bias_and_mask(operand)
            return cast(UnaryFunction, lambda a: ((~a + bias) & mask) - bias)
        case _:
            raise TypeError(f"unary {op.value} on {operand}")


def binary(op: BinaryOp, operand: CType, *, wraps: bool = True) -> BinaryFunction:
    """The function of a binary operator whose left operand has this type.

    Both operands have it; the count of a shift is any integer.  A comparison gives an ``int`` (0 or 1), everything else a
    value of the same type.  Unless it ``wraps``, it raises ``Overflows`` where a signed result does not fit."""
    match operand:
        case IntType(signed=True) if not wraps and op in _EXACT:
            return cast(BinaryFunction, _exact_shift(operand) if op is BinaryOp.SHL else _exact(op.value, operand, _EXACT[op]))
        case IntType():
            return cast(BinaryFunction, _integer_binary(op, operand))
        case FloatType():
            return cast(BinaryFunction, _float_binary(op, operand))
        case _:
            return _comparison(op, operand)


def conversion(source: CType, target: CType) -> UnaryFunction:
    """The function that converts between scalar types; it is ``unchanged`` itself where every value stays what it is."""
    match source, target:
        case IntType() | FloatType() | PointerType(), IntType(width=1):
            return _truth
        case IntType() | PointerType(), IntType() | PointerType():
            return cast(UnaryFunction, _between_integers(source, target))
        case IntType(), FloatType():
            return cast(UnaryFunction, _from_integer(target.format))
        case FloatType(), IntType():
            return cast(UnaryFunction, _to_integer(source.format, target))
        case FloatType(), FloatType():
            return cast(UnaryFunction, _between_floats(source.format, target.format))
        case _:
            raise TypeError(f"conversion of {source} to {target}")


def is_true(value: Value) -> bool:
    """Does a scalar differ from zero, as ``if`` asks?  A NaN does, minus zero does not."""
    return bool(value)


def unchanged(value: Value) -> Value:
    return value


def _truth(value: Value) -> int:
    return 1 if value else 0


def _falsity(value: Value) -> int:
    return 0 if value else 1


def _comparison(op: BinaryOp, operand: CType) -> Callable[[Any, Any], int]:
    if op.is_comparison and isinstance(operand, IntType | FloatType | PointerType):
        return _COMPARISONS[op]
    raise TypeError(f"binary {op.value} on {operand}")


_COMPARISONS: Final[Mapping[BinaryOp, Callable[[Any, Any], int]]] = MappingProxyType(
    {
        BinaryOp.EQ: lambda a, b: 1 if a == b else 0,
        BinaryOp.NE: lambda a, b: 1 if a != b else 0,
        BinaryOp.LT: lambda a, b: 1 if a < b else 0,
        BinaryOp.LE: lambda a, b: 1 if a <= b else 0,
        BinaryOp.GT: lambda a, b: 1 if a > b else 0,
        BinaryOp.GE: lambda a, b: 1 if a >= b else 0,
    }
)
"""For every kind of value: Python compares integers and floats as C does, and ``SoftFloat`` follows suit."""


#
# ``((x + bias) & mask) - bias`` is the number congruent to x in the range of a type, which begins at -bias.  The formula is
# written out in each function rather than called: these are the innermost loops of the verifier.


def _bias_and_mask(type: IntType | PointerType) -> tuple[int, int]:
    return (-type.min if isinstance(type, IntType) else 0), (1 << type.width) - 1


def _negation(type: IntType) -> Callable[[int], int]:
    bias, mask = _bias_and_mask(type)
    return lambda a: ((bias - a) & mask) - bias


def _integer_binary(op: BinaryOp, type: IntType) -> Callable[[int, int], int]:
    bias, mask = _bias_and_mask(type)
    match op:
        case BinaryOp.ADD:
            return lambda a, b: ((a + b + bias) & mask) - bias
        case BinaryOp.SUB:
            return lambda a, b: ((a - b + bias) & mask) - bias
        case BinaryOp.MUL:
            return lambda a, b: ((a * b + bias) & mask) - bias
        case BinaryOp.DIV:
            return _division(type)
        case BinaryOp.REM:
            return _remainder(type)
        case BinaryOp.SHL:
            return _left_shift(type)
        case BinaryOp.SHR:
            return _right_shift(type)
        case BinaryOp.AND:
            return operator.and_
        case BinaryOp.OR:
            return operator.or_
        case BinaryOp.XOR:
            return operator.xor
        case _:
            return _comparison(op, type)


def _division(type: IntType) -> Callable[[int, int], int]:
    greatest = type.max

    def divide(a: int, b: int) -> int:
        if b == 0:
            raise DividesByZero(violations.DIVISION.format(left=a))
        quotient = _divide_toward_zero(a, b)
        if quotient > greatest:
            raise Overflows(violations.OVERFLOW.format(type=type, expression=f"{a} / {b}"))
        return quotient

    return divide


def _remainder(type: IntType) -> Callable[[int, int], int]:
    greatest = type.max

    def remainder(a: int, b: int) -> int:
        if b == 0:
            raise DividesByZero(violations.REMAINDER.format(left=a))
        quotient = _divide_toward_zero(a, b)
        if quotient > greatest:  # then % has no meaning either, although its result would fit (C11 6.5.5p6)
            raise Overflows(violations.OVERFLOW.format(type=type, expression=f"{a} % {b}"))
        return a - quotient * b

    return remainder


def _divide_toward_zero(a: int, b: int) -> int:
    return a // b if (a < 0) == (b < 0) else -(-a // b)


def _left_shift(type: IntType) -> Callable[[int, int], int]:
    width, (bias, mask) = type.width, _bias_and_mask(type)

    def shift_left(a: int, count: int) -> int:
        if 0 <= count < width:
            return (((a << count) + bias) & mask) - bias
        raise ShiftsTooFar(violations.SHIFT.format(type=type, width=width, count=count))

    return shift_left


def _right_shift(type: IntType) -> Callable[[int, int], int]:
    width = type.width

    def shift_right(a: int, count: int) -> int:
        if 0 <= count < width:
            return a >> count
        raise ShiftsTooFar(violations.SHIFT.format(type=type, width=width, count=count))

    return shift_right


_EXACT: Final[Mapping[BinaryOp, Callable[[int, int], int]]] = MappingProxyType(
    {BinaryOp.ADD: operator.add, BinaryOp.SUB: operator.sub, BinaryOp.MUL: operator.mul, BinaryOp.SHL: operator.lshift}
)
"""Operators of signed integers whose result may not fit."""


def _exact(sign: str, type: IntType, compute: Callable[[int, int], int]) -> Callable[[int, int], int]:
    least, greatest = type.min, type.max

    def computed(a: int, b: int) -> int:
        result = compute(a, b)
        if least <= result <= greatest:
            return result
        raise Overflows(violations.OVERFLOW.format(type=type, expression=f"{a} {sign} {b}"))

    return computed


def _exact_negation(type: IntType) -> Callable[[int], int]:
    greatest = type.max

    def negated(a: int) -> int:
        if -a <= greatest:
            return -a
        raise Overflows(violations.OVERFLOW.format(type=type, expression=f"-({a})"))

    return negated


def _exact_shift(type: IntType) -> Callable[[int, int], int]:
    shift, greatest = _left_shift(type), type.max

    def shifted(a: int, count: int) -> int:
        result = shift(a, count)
        if a >= 0 and a << count <= greatest:
            return result
        raise Overflows(violations.OVERFLOW.format(type=type, expression=f"{a} << {count}"))

    return shifted


def truncate_bit_field(value: int, type: IntType, bit_width: int) -> int:
    """What is read back after ``value`` was stored in a bit-field of this declared type and width (C11 6.7.2.1)."""
    low = value & ((1 << bit_width) - 1)
    return low - (1 << bit_width) if type.signed and low >> (bit_width - 1) else low


def pointer_add(stride: int, type: PointerType) -> BinaryFunction:
    """The function of ``pointer + index`` for elements of ``stride`` bytes (C11 6.5.6); addresses wrap around."""
    mask = (1 << type.width) - 1

    def add(pointer: int, index: int) -> int:
        return (pointer + index * stride) & mask

    return cast(BinaryFunction, add)


def pointer_diff(stride: int, type: IntType) -> BinaryFunction:
    """The function of ``left - right`` in elements of ``stride`` bytes; ``type`` is ``ptrdiff_t``, as wide as a pointer.

    The difference in bytes wraps around.  Where it is no multiple of the stride, C gives it no meaning and the fraction
    is dropped."""
    bias, mask = _bias_and_mask(type)

    def difference(left: int, right: int) -> int:
        if stride == 0:
            raise Undefined("difference of pointers to objects without a size")
        return _divide_toward_zero(((left - right + bias) & mask) - bias, stride)

    return cast(BinaryFunction, difference)


def _between_integers(source: IntType | PointerType, target: IntType | PointerType) -> Callable[[int], int]:
    bias, mask = _bias_and_mask(target)
    source_bias, source_mask = _bias_and_mask(source)
    if isinstance(source, PointerType) and target.width > source.width:
        sign = 1 << (source.width - 1)  # (a ^ sign) - sign reads the address as a signed number
        return lambda a: (((a ^ sign) - sign + bias) & mask) - bias
    if source_bias <= bias and source_mask - source_bias <= mask - bias:
        return cast(Callable[[int], int], unchanged)
    return lambda a: ((a + bias) & mask) - bias


def _is_native(format: FloatFormat) -> bool:
    """Are the values of the format Python floats?"""
    return format in (BINARY32, BINARY64)


def _float_binary(op: BinaryOp, type: FloatType) -> Callable[[Any, Any], Any]:
    compute: Callable[[Any, Any], Any]
    match op:
        case BinaryOp.ADD:
            compute = operator.add
        case BinaryOp.SUB:
            compute = operator.sub
        case BinaryOp.MUL:
            compute = operator.mul
        case BinaryOp.DIV:
            compute = _divide if _is_native(type.format) else operator.truediv
        case _:
            return _comparison(op, type)
    # Rounding to 53 bits and then to 24 is as good as rounding to 24 at once, for these operators: 53 >= 2 * 24 + 2.
    return (lambda a, b: to_binary32(compute(a, b))) if type.format == BINARY32 else compute


def _divide(a: float, b: float) -> float:
    try:
        return a / b
    except ZeroDivisionError:
        if a == 0 or math.isnan(a):
            return -math.nan  # negative as x86 has it
        return math.copysign(math.inf, a) * math.copysign(1, b)


def to_binary32(value: float) -> float:
    """The nearest binary32 number, ties to even."""
    try:
        rounded: float = _BINARY32.unpack(_BINARY32.pack(value))[0]
        return rounded
    except OverflowError:  # it rounds to an infinity
        return math.copysign(math.inf, value)


def _from_integer(format: FloatFormat) -> Callable[[int], float | SoftFloat]:
    if format == BINARY32:
        return _integer_to_binary32
    return float if format == BINARY64 else lambda value: SoftFloat.from_integer(format, value)


def _integer_to_binary32(value: int) -> float:
    # Rounding to 53 bits first might make a tie that was none.  So bits beyond those are not rounded but dropped, leaving
    # a mark in the last bit kept: too far down to matter except where, without it, there were a tie.
    excess = value.bit_length() - 53
    if excess > 0:
        kept = value >> excess
        value = (kept if kept << excess == value else kept | 1) << excess
    return to_binary32(float(value))


def _to_integer(source: FloatFormat, target: IntType) -> Callable[[Any], int]:
    below, above = target.min - 1, target.max + 1

    def truncate(value: float) -> int:
        if below < value < above:  # Python compares exactly; false for a NaN
            return int(value)
        raise DoesNotConvert(violations.CONVERSION.format(value=value, type=target))

    def truncate_soft(value: SoftFloat) -> int:
        if value.is_finite and below < (integral := int(value)) < above:
            return integral
        raise DoesNotConvert(violations.CONVERSION.format(value=value, type=target))

    return truncate if _is_native(source) else truncate_soft


def _between_floats(source: FloatFormat, target: FloatFormat) -> Callable[[Any], Any]:
    if source == target or (source == BINARY32 and target == BINARY64):
        return unchanged
    if not _is_native(source):
        return (lambda value: float(value.convert(target))) if _is_native(target) else lambda value: value.convert(target)
    return to_binary32 if target == BINARY32 else lambda value: SoftFloat.from_float(value).convert(target)


_BINARY32: Final = struct.Struct("<f")
_BINARY64: Final = struct.Struct("<d")


def encode(value: Value, type: CType) -> bytes:
    """The bytes of a scalar in memory, little endian (C11 6.2.6.1); those that pad a ``long double`` are zero."""
    match type, value:
        case IntType(size=size, signed=signed), int():
            return value.to_bytes(size, "little", signed=signed)
        case PointerType(size=size), int():
            return value.to_bytes(size, "little")
        case FloatType(size=size), float() | SoftFloat():
            return float_bits(value, type).to_bytes(size, "little")
        case _:
            raise TypeError(f"{value!r} is no value of type {type}")


def decode(data: bytes, type: CType) -> Value:
    """The scalar that these bytes, as many as its type has, mean.  Padding has no influence.

    Bytes other than 0 and 1 are trap representations of ``_Bool`` (C11 6.2.6.1p5), and programs compiled by gcc disagree with
    themselves about them."""
    match type:
        case IntType(width=1):
            if data[0] > 1:
                raise Undefined(f"a _Bool is read that holds the byte {data[0]}")
            return data[0]
        case IntType(signed=signed):
            return int.from_bytes(data, "little", signed=signed)
        case PointerType():
            return int.from_bytes(data, "little")
        case FloatType(format=format):
            return float_from_bits(int.from_bytes(data, "little") & ((1 << softfloat.storage_bits(format)) - 1), type)
        case _:
            raise TypeError(f"{type} is no scalar type")


def float_bits(value: float | SoftFloat, type: FloatType) -> int:
    """The interchange encoding of a value of this type, which ``FloatConst`` holds; 80 bits for the x87."""
    if isinstance(value, SoftFloat):
        return value.to_bits()
    return _binary32_bits(value) if type.format == BINARY32 else int.from_bytes(_BINARY64.pack(value), "little")


def float_from_bits(bits: int, type: FloatType) -> float | SoftFloat:
    """The value with this interchange encoding."""
    if not _is_native(type.format):
        return SoftFloat.from_bits(type.format, bits)
    return _binary32_from_bits(bits) if type.format == BINARY32 else _binary64_from_bits(bits)


def _binary32_bits(value: float) -> int:
    if math.isnan(value):  # converted by hand, because the processor would make a signalling NaN quiet
        wide = int.from_bytes(_BINARY64.pack(value), "little")
        return wide >> 32 & 0x80000000 | 0x7F800000 | wide >> 29 & 0x007FFFFF
    return int.from_bytes(_BINARY32.pack(value), "little")


def _binary32_from_bits(bits: int) -> float:
    value: float = _BINARY32.unpack(bits.to_bytes(4, "little"))[0]
    if math.isnan(value):  # likewise
        return _binary64_from_bits((bits & 0x80000000) << 32 | 0x7FF << 52 | (bits & 0x007FFFFF) << 29)
    return value


def _binary64_from_bits(bits: int) -> float:
    value: float = _BINARY64.unpack(bits.to_bytes(8, "little"))[0]
    return value


def parse_float_literal(text: str, type: FloatType) -> int:
    """The interchange encoding of a floating constant (C11 6.4.4.2), rounded once to the type; its suffix is ignored."""
    return softfloat.parse(text, type.format).to_bits()


def evaluate(expr: Expr, read: Read) -> Value | None:
    """The value of a scalar expression; None if it is undefined, or ``read`` has no answer for a part of it.

    ``read`` is asked for what is stored in an lvalue, and for addresses of objects and functions."""
    match expr:
        case Const(value=value):
            return value
        case FloatConst(bits=bits, type=type):
            return float_from_bits(bits, type)
        case Unary(op=op, operand=operand):
            return _apply(unary(op, operand.type), read, operand)
        case Binary(op=op, left=left, right=right):
            return _apply(binary(op, left.type), read, left, right)
        case Cast(operand=operand, type=type):
            return _apply(conversion(operand.type, type), read, operand)
        case PointerAdd(pointer=left, index=right, stride=stride, type=type):
            return _apply(pointer_add(stride, type), read, left, right)
        case PointerDiff(left=left, right=right, stride=stride, type=type):
            return _apply(pointer_diff(stride, type), read, left, right)
        case Var() | Deref() | Member() | Index() | AddressOf() | FunctionAddress():
            return read(expr)
        case Valid():  # what is alive is not known here
            return None


def _apply(function: Callable[..., Value], read: Read, *operands: Expr) -> Value | None:
    values = [evaluate(operand, read) for operand in operands]
    if any(value is None for value in values):
        return None
    try:
        return function(*values)
    except Undefined:
        return None
