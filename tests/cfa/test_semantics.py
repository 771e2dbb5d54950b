"""The semantics by its laws and by examples; that it is the one of gcc is tested elsewhere."""

from __future__ import annotations

import math
import operator
import struct
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whet.cfa import semantics, softfloat
from whet.cfa.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    FloatConst,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Var,
    Variable,
    VariableKind,
)
from whet.cfa.semantics import Undefined, Value
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import BINARY32, ILP32, LP64, VOID, X87, ArrayType, CType, FloatType, IntType, PointerType

INT, UNSIGNED, CHAR, BOOL = LP64.int, LP64.integer("unsigned int"), LP64.integer("char"), LP64.integer("_Bool")
LONG, UNSIGNED_LONG = LP64.integer("long"), LP64.integer("unsigned long")
WIDE, UNSIGNED_WIDE = LP64.integer("__int128"), LP64.integer("unsigned __int128")
FLOAT, DOUBLE, LONG_DOUBLE = LP64.float, LP64.double, LP64.long_double
POINTER, POINTER32 = LP64.pointer(VOID), ILP32.pointer(VOID)

INTEGERS = (
    *(BOOL, CHAR, LP64.integer("unsigned char"), LP64.integer("short"), LP64.integer("unsigned short")),
    *(INT, UNSIGNED, LONG, UNSIGNED_LONG, WIDE, UNSIGNED_WIDE),
)
SCALARS = (*INTEGERS, FLOAT, DOUBLE, LONG_DOUBLE, ILP32.long_double, POINTER, POINTER32)

integer_types = st.sampled_from(INTEGERS)
floats32 = st.floats(width=32)


def integers(type: IntType) -> st.SearchStrategy[int]:
    return st.integers(type.min, type.max) | st.sampled_from([type.min, type.max, 0, 1])


def apply(op: BinaryOp, type: CType, left: Value, right: Value) -> Any:
    return semantics.binary(op, type)(left, right)


def convert(source: CType, target: CType, value: Value) -> Any:
    return semantics.conversion(source, target)(value)


def bits(value: Any, type: FloatType) -> int:
    """The encoding, with all NaNs alike."""
    is_nan = value.is_nan if isinstance(value, SoftFloat) else math.isnan(value)
    return -1 if is_nan else semantics.float_bits(value, type)


# ---------------------------------------------------------------------------------------------------- integers

EXACT = {
    BinaryOp.ADD: operator.add,
    BinaryOp.SUB: operator.sub,
    BinaryOp.MUL: operator.mul,
    BinaryOp.AND: operator.and_,
    BinaryOp.OR: operator.or_,
    BinaryOp.XOR: operator.xor,
}


@given(st.data(), integer_types, st.sampled_from([*EXACT]))
def test_arithmetic_is_exact_modulo_the_width(data: st.DataObject, type: IntType, op: BinaryOp) -> None:
    a, b = data.draw(integers(type)), data.draw(integers(type))
    result = apply(op, type, a, b)
    assert type.min <= result <= type.max
    assert (result - EXACT[op](a, b)) % 2**type.width == 0


@given(st.data(), integer_types)
def test_unary_operators_on_integers(data: st.DataObject, type: IntType) -> None:
    value = data.draw(integers(type))
    assert semantics.unary(UnaryOp.NEG, type)(value) == type.wrap(-value)
    assert semantics.unary(UnaryOp.COMPLEMENT, type)(value) == type.wrap(-value - 1)
    assert semantics.unary(UnaryOp.NOT, type)(value) == int(value == 0)


@given(st.data(), integer_types)
def test_quotient_and_remainder_belong_together(data: st.DataObject, type: IntType) -> None:
    a, b = data.draw(integers(type)), data.draw(integers(type))
    if b == 0 or (a == type.min and b == -1):
        for op in (BinaryOp.DIV, BinaryOp.REM):
            with pytest.raises(Undefined):
                apply(op, type, a, b)
        return
    quotient, remainder = apply(BinaryOp.DIV, type, a, b), apply(BinaryOp.REM, type, a, b)
    assert quotient * b + remainder == a
    assert abs(remainder) < abs(b)
    assert remainder == 0 or (remainder < 0) == (a < 0)


@given(st.data(), integer_types)
def test_shifts_multiply_and_divide_by_powers_of_two(data: st.DataObject, type: IntType) -> None:
    value, count = data.draw(integers(type)), data.draw(st.integers(0, type.width - 1))
    assert apply(BinaryOp.SHL, type, value, count) == type.wrap(value * 2**count)
    assert apply(BinaryOp.SHR, type, value, count) == math.floor(Fraction(value, 2**count))


@pytest.mark.parametrize(
    ("op", "type", "left", "right", "message"),
    [
        (BinaryOp.DIV, INT, 7, 0, "division by zero: 7 / 0"),
        (BinaryOp.REM, UNSIGNED, 7, 0, "division by zero: 7 % 0"),
        (BinaryOp.DIV, INT, -(2**31), -1, "overflow of int: -2147483648 / -1"),
        (BinaryOp.REM, INT, -(2**31), -1, "overflow of int: -2147483648 % -1"),
        (BinaryOp.SHL, INT, 1, 32, "shift of int (32 bits) by 32"),
        (BinaryOp.SHL, LONG, 1, -1, "shift of long (64 bits) by -1"),
        (BinaryOp.SHR, LONG, 1, 64, "shift of long (64 bits) by 64"),
        (BinaryOp.SHR, INT, 1, 2**63, "shift of int (32 bits) by 9223372036854775808"),
        (BinaryOp.SHR, UNSIGNED, 0, -1, "shift of unsigned int (32 bits) by -1"),
    ],
)
def test_what_is_undefined(op: BinaryOp, type: IntType, left: int, right: int, message: str) -> None:
    with pytest.raises(Undefined) as caught:
        apply(op, type, left, right)
    assert str(caught.value) == message


@given(st.data(), integer_types)
def test_comparisons_give_the_integers_zero_and_one(data: st.DataObject, type: IntType) -> None:
    a, b = data.draw(integers(type)), data.draw(integers(type))
    results = [apply(op, type, a, b) for op in BinaryOp if op.is_comparison]
    assert results == [a == b, a != b, a < b, a <= b, a > b, a >= b]
    assert {result.__class__ for result in results} == {int}


@given(st.data(), integer_types)
def test_a_bit_field_keeps_its_low_bits(data: st.DataObject, type: IntType) -> None:
    value, width = data.draw(integers(type)), data.draw(st.integers(1, type.width))
    kept = semantics.truncate_bit_field(value, type, width)
    assert (kept - value) % 2**width == 0
    assert kept in (range(-(2 ** (width - 1)), 2 ** (width - 1)) if type.signed else range(2**width))


# ---------------------------------------------------------------------------------------------------- floating types


@given(floats32, floats32)
def test_binary32_agrees_with_the_exact_arithmetic(a: float, b: float) -> None:
    left, right = (SoftFloat.from_float(value).convert(BINARY32) for value in (a, b))
    expected = {BinaryOp.ADD: left + right, BinaryOp.SUB: left - right, BinaryOp.MUL: left * right, BinaryOp.DIV: left / right}
    for op, value in expected.items():
        assert bits(apply(op, FLOAT, a, b), FLOAT) == bits(value, FLOAT)


@given(st.floats(), st.floats())
def test_binary64_agrees_with_the_exact_arithmetic(a: float, b: float) -> None:
    left, right = SoftFloat.from_float(a), SoftFloat.from_float(b)
    expected = {BinaryOp.ADD: left + right, BinaryOp.SUB: left - right, BinaryOp.MUL: left * right, BinaryOp.DIV: left / right}
    for op, value in expected.items():
        assert bits(apply(op, DOUBLE, a, b), DOUBLE) == bits(value, DOUBLE)


@pytest.mark.parametrize("type", [FLOAT, DOUBLE])
def test_division_by_zero(type: FloatType) -> None:
    assert apply(BinaryOp.DIV, type, 1.0, 0.0) == math.inf == apply(BinaryOp.DIV, type, -1.0, -0.0)
    assert apply(BinaryOp.DIV, type, -1.0, 0.0) == -math.inf == apply(BinaryOp.DIV, type, math.inf, -0.0)
    assert math.isnan(apply(BinaryOp.DIV, type, 0.0, -0.0))
    assert math.isnan(apply(BinaryOp.DIV, type, math.nan, 0.0))


@pytest.mark.parametrize(
    ("value", "rounded"),
    [
        (2.0**128 - 2.0**103, math.inf),
        (math.nextafter(2.0**128 - 2.0**103, 0), 2.0**128 - 2.0**104),
        (-1e39, -math.inf),
        (2.0**-150, 0.0),
        (math.nextafter(2.0**-150, 1), 2.0**-149),
        (1 + 2.0**-24, 1.0),
        (1 + 3 * 2.0**-24, 1 + 2.0**-22),
        (math.inf, math.inf),
    ],
)
def test_rounding_to_binary32(value: float, rounded: float) -> None:
    assert convert(DOUBLE, FLOAT, value) == rounded
    assert convert(LONG_DOUBLE, FLOAT, convert(DOUBLE, LONG_DOUBLE, value)) == rounded


@pytest.mark.parametrize("type", [FLOAT, DOUBLE, LONG_DOUBLE], ids=str)
def test_a_nan_is_unordered_but_true(type: FloatType) -> None:
    nan: Value = SoftFloat.nan(X87) if type is LONG_DOUBLE else math.nan
    assert [apply(op, type, nan, nan) for op in BinaryOp if op.is_comparison] == [0, 1, 0, 0, 0, 0]
    assert semantics.unary(UnaryOp.NOT, type)(nan) == 0
    assert convert(type, BOOL, nan) == 1
    assert semantics.is_true(nan)


@pytest.mark.parametrize("type", [FLOAT, DOUBLE, LONG_DOUBLE], ids=str)
def test_minus_zero_is_false(type: FloatType) -> None:
    zero = semantics.unary(UnaryOp.NEG, type)(semantics.float_from_bits(0, type))
    assert semantics.encode(zero, type).strip(b"\0") == b"\x80"
    assert semantics.unary(UnaryOp.NOT, type)(zero) == 1
    assert convert(type, BOOL, zero) == 0
    assert not semantics.is_true(zero)


# ---------------------------------------------------------------------------------------------------- conversions


@given(st.data(), integer_types, integer_types)
def test_integers_wrap_around(data: st.DataObject, source: IntType, target: IntType) -> None:
    value = data.draw(integers(source))
    assert convert(source, target, value) == (int(value != 0) if target.is_bool else target.wrap(value))


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        *((INT, INT, True), (CHAR, LONG, True), (UNSIGNED, LONG, True), (BOOL, INT, True), (FLOAT, DOUBLE, True)),
        *((POINTER, UNSIGNED_LONG, True), (UNSIGNED, POINTER, True), (POINTER, LP64.pointer(INT), True)),
        *((INT, UNSIGNED, False), (LONG, INT, False), (UNSIGNED, INT, False), (DOUBLE, FLOAT, False), (INT, BOOL, False)),
        *((POINTER, LONG, False), (INT, POINTER, False), (POINTER32, UNSIGNED_LONG, False), (DOUBLE, LONG_DOUBLE, False)),
    ],
)
def test_conversions_that_change_nothing_are_known_as_such(source: CType, target: CType, expected: bool) -> None:
    assert (semantics.conversion(source, target) is semantics.unchanged) == expected


near_ties = st.builds(
    lambda odd, shift, step: (2 * odd + 1 << shift) + step, st.integers(2**24, 2**25), st.integers(1, 100), st.integers(-1, 1)
)


@given(st.data(), st.sampled_from(INTEGERS), st.sampled_from([FLOAT, DOUBLE, LONG_DOUBLE]))
def test_integers_are_rounded_once(data: st.DataObject, source: IntType, target: FloatType) -> None:
    value = data.draw(integers(source) | near_ties.map(source.wrap))
    assert bits(convert(source, target, value), target) == SoftFloat.from_integer(target.format, value).to_bits()


@pytest.mark.parametrize("sign", [1, -1])
def test_double_rounding_is_avoided(sign: int) -> None:
    just_above_a_tie = 2**62 + 2**38 + 1  # binary64 cannot hold the last bit, without which the tie goes down
    assert convert(LONG, FLOAT, sign * just_above_a_tie) == sign * (2.0**62 + 2.0**39)
    assert convert(LONG, FLOAT, sign * (just_above_a_tie - 1)) == sign * 2.0**62
    assert convert(WIDE, FLOAT, sign * (2**126 + 2**102 + 1)) == sign * (2.0**126 + 2.0**103)


def test_the_greatest_integer_overflows_binary32() -> None:
    assert convert(UNSIGNED_WIDE, FLOAT, 2**128 - 1) == math.inf
    assert convert(UNSIGNED_WIDE, DOUBLE, 2**128 - 1) == 2.0**128


@given(st.data(), st.sampled_from([FLOAT, DOUBLE, LONG_DOUBLE]), st.sampled_from(INTEGERS[1:]))
def test_floats_are_truncated_or_out_of_range(data: st.DataObject, source: FloatType, target: IntType) -> None:
    bounds = st.sampled_from([Fraction(target.min), Fraction(target.max), Fraction(target.max + 1), Fraction(0)])
    steps = st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2), Fraction(3, 4)])
    wanted = data.draw(bounds) + data.draw(steps) * data.draw(st.sampled_from([1, -1]))
    exact = SoftFloat.from_fraction(source.format, wanted)
    value = semantics.float_from_bits(exact.to_bits(), source)
    if exact.is_finite and target.min <= int(exact) <= target.max:
        assert convert(source, target, value) == int(exact)
    else:
        with pytest.raises(Undefined, match=f"conversion of .* to {target}"):
            convert(source, target, value)


@pytest.mark.parametrize("source", [FLOAT, DOUBLE, LONG_DOUBLE], ids=str)
@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_is_not_finite_is_no_integer(source: FloatType, value: float) -> None:
    with pytest.raises(Undefined, match=r"conversion of .* to unsigned long"):
        convert(source, UNSIGNED_LONG, convert(DOUBLE, source, value))


@given(st.floats())
def test_binary64_survives_in_the_x87(value: float) -> None:
    assert bits(convert(LONG_DOUBLE, DOUBLE, convert(DOUBLE, LONG_DOUBLE, value)), DOUBLE) == bits(value, DOUBLE)


@given(st.integers(0, 2**80 - 1))
def test_the_x87_is_rounded_once(encoding: int) -> None:
    value = SoftFloat.from_bits(X87, encoding)
    for target in (FLOAT, DOUBLE):
        assert bits(convert(LONG_DOUBLE, target, value), target) == bits(value.convert(target.format), target)
    just_above_a_tie = softfloat.parse("0x1.0000010000000002p0", X87)  # binary64 cannot hold its last bit
    assert convert(LONG_DOUBLE, FLOAT, just_above_a_tie) == 1 + 2.0**-23


@pytest.mark.parametrize(
    ("source", "target", "value", "expected"),
    [
        (INT, POINTER, -1, 2**64 - 1),
        (UNSIGNED, POINTER, 2**32 - 1, 2**32 - 1),
        (LONG, POINTER32, -1, 2**32 - 1),
        (POINTER, LONG, 2**64 - 1, -1),
        (POINTER, INT, 2**63 + 5, 5),
        (POINTER, BOOL, 2**63, 1),
        (POINTER, WIDE, 2**64 - 8, -8),
        (POINTER32, LONG, 2**31, -(2**31)),
        (POINTER32, UNSIGNED_LONG, 2**31, 2**64 - 2**31),
        (POINTER32, LONG, 2**31 - 1, 2**31 - 1),
    ],
)
def test_pointers_and_integers(source: CType, target: CType, value: int, expected: int) -> None:
    assert convert(source, target, value) == expected


# ---------------------------------------------------------------------------------------------------- pointers


def test_pointer_arithmetic_wraps_around() -> None:
    assert semantics.pointer_add(12, POINTER)(100, -3) == 64
    assert semantics.pointer_add(4, POINTER32)(2**32 - 4, 1) == 0
    assert semantics.pointer_add(8, POINTER)(0, -1) == 2**64 - 8
    assert semantics.pointer_diff(12, LONG)(64, 100) == -3
    assert semantics.pointer_diff(4, ILP32.ptrdiff_t)(0, 2**32 - 4) == 1
    assert [semantics.pointer_diff(4, LONG)(left, right) for left, right in ((7, 0), (0, 7))] == [1, -1]


def test_pointers_to_nothing_have_no_difference() -> None:
    with pytest.raises(Undefined, match="without a size"):
        semantics.pointer_diff(0, LONG)(8, 8)


def test_pointers_compare_unsigned() -> None:
    assert apply(BinaryOp.LT, POINTER, 1, 2**63) == 1
    assert apply(BinaryOp.GE, POINTER, 2**64 - 1, 0) == 1
    assert semantics.unary(UnaryOp.NOT, POINTER)(0) == 1


# ---------------------------------------------------------------------------------------------------- what C does not have


@pytest.mark.parametrize(
    ("op", "type"),
    [
        (BinaryOp.REM, DOUBLE),
        (BinaryOp.SHL, FLOAT),
        (BinaryOp.AND, LONG_DOUBLE),
        (BinaryOp.ADD, POINTER),
        (BinaryOp.EQ, VOID),
        (UnaryOp.COMPLEMENT, DOUBLE),
        (UnaryOp.NEG, POINTER),
        (UnaryOp.NOT, ArrayType(INT, 3)),
    ],
)
def test_operators_a_type_does_not_have(op: UnaryOp | BinaryOp, type: CType) -> None:
    with pytest.raises(TypeError):
        semantics.binary(op, type) if isinstance(op, BinaryOp) else semantics.unary(op, type)


@pytest.mark.parametrize(("source", "target"), [(DOUBLE, POINTER), (POINTER, FLOAT), (INT, VOID), (ArrayType(INT, 3), BOOL)])
def test_conversions_there_are_not(source: CType, target: CType) -> None:
    with pytest.raises(TypeError):
        semantics.conversion(source, target)


# ---------------------------------------------------------------------------------------------------- representation


@given(st.data(), st.sampled_from(SCALARS))
def test_what_is_stored_can_be_read_back(data: st.DataObject, type: IntType | FloatType | PointerType) -> None:
    representations = st.sampled_from([b"\0", b"\1"]) if type is BOOL else st.binary(min_size=type.size, max_size=type.size)
    value = semantics.decode(data.draw(representations), type)
    stored = semantics.encode(value, type)
    assert len(stored) == type.size
    assert semantics.encode(semantics.decode(stored, type), type) == stored


@given(st.data(), st.sampled_from([type for type in SCALARS if not (type is BOOL or type.size in (12, 16))]))
def test_bytes_without_padding_are_kept(data: st.DataObject, type: IntType | FloatType | PointerType) -> None:
    stored = data.draw(st.binary(min_size=type.size, max_size=type.size))
    assert semantics.encode(semantics.decode(stored, type), type) == stored


@pytest.mark.parametrize(
    ("value", "type", "stored"),
    [
        (-2, INT, b"\xfe\xff\xff\xff"),
        (2**64 - 2, POINTER, b"\xfe" + b"\xff" * 7),
        (1, BOOL, b"\x01"),
        (1.5, FLOAT, b"\x00\x00\xc0\x3f"),
        (-2.0, DOUBLE, b"\x00" * 7 + b"\xc0"),
        (SoftFloat.from_integer(X87, 1), LONG_DOUBLE, b"\x00" * 7 + b"\x80\xff\x3f" + b"\x00" * 6),
        (SoftFloat.from_integer(X87, -1), ILP32.long_double, b"\x00" * 7 + b"\x80\xff\xbf" + b"\x00" * 2),
    ],
)
def test_memory_is_little_endian(value: Value, type: CType, stored: bytes) -> None:
    assert semantics.encode(value, type) == stored
    assert semantics.decode(stored, type) == value


def test_padding_is_not_read() -> None:
    assert semantics.decode(b"\x00" * 7 + b"\x80\xff\x3f" + b"\xaa" * 6, LONG_DOUBLE) == SoftFloat.from_integer(X87, 1)


def test_a_bool_holds_0_or_1() -> None:
    assert [semantics.decode(bytes([byte]), BOOL) for byte in (0, 1)] == [0, 1]
    for byte in (2, 3, 255):
        with pytest.raises(Undefined, match=f"holds the byte {byte}"):
            semantics.decode(bytes([byte]), BOOL)


@pytest.mark.parametrize("encoding", [0x7FA00001, 0xFF800001, 0x7FC00000, 0xFFFFFFFF])
def test_the_bits_of_a_nan_are_kept(encoding: int) -> None:
    assert semantics.float_bits(semantics.float_from_bits(encoding, FLOAT), FLOAT) == encoding
    wide = encoding << 32
    assert semantics.float_bits(semantics.float_from_bits(wide, DOUBLE), DOUBLE) == wide


def test_only_scalars_have_a_representation() -> None:
    with pytest.raises(TypeError, match="no scalar type"):
        semantics.decode(b"", VOID)
    with pytest.raises(TypeError, match="no value of type"):
        semantics.encode(1.0, INT)


# ---------------------------------------------------------------------------------------------------- constants


@given(st.floats(min_value=0, allow_nan=False))
def test_literals_of_type_double(value: float) -> None:
    text = f"{value:.20e}" if value < math.inf else "1e400"
    assert semantics.parse_float_literal(text, DOUBLE) == struct.unpack("<Q", struct.pack("<d", value))[0]


def test_literals_of_the_other_types() -> None:
    assert semantics.parse_float_literal("0.1f", FLOAT) == 0x3DCCCCCD
    assert semantics.parse_float_literal("0.1L", LONG_DOUBLE) == 0x3FFB_CCCCCCCCCCCCCCCD
    # Rounded to binary64 first, it would be a tie.
    assert semantics.parse_float_literal("1.0000000596046447753906251", FLOAT) == 0x3F800001


def half(type: FloatType) -> FloatConst:
    return FloatConst(softfloat.parse("0.5", type.format).to_bits(), type)


X = Var(Variable(number=0, name="x", type=INT, kind=VariableKind.GLOBAL, function=None))
SEVEN, ZERO = Const(7, INT), Const(0, INT)


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (SEVEN, 7),
        (Unary(UnaryOp.NEG, SEVEN, INT), -7),
        (Unary(UnaryOp.NOT, half(DOUBLE), INT), 0),
        (Binary(BinaryOp.SHL, SEVEN, Const(2, LONG), INT), 28),
        (Binary(BinaryOp.LT, half(FLOAT), half(FLOAT), INT), 0),
        (Binary(BinaryOp.ADD, half(LONG_DOUBLE), half(LONG_DOUBLE), LONG_DOUBLE), SoftFloat.from_integer(X87, 1)),
        (Cast(Unary(UnaryOp.NEG, SEVEN, INT), UNSIGNED), 2**32 - 7),
        (Cast(half(FLOAT), BOOL), 1),
        (PointerAdd(Const(0, POINTER), SEVEN, 4, POINTER), 28),
        (PointerDiff(Const(32, POINTER), Const(0, POINTER), 4, LONG), 8),
        (Binary(BinaryOp.DIV, SEVEN, ZERO, INT), None),
        (Unary(UnaryOp.NEG, Binary(BinaryOp.DIV, SEVEN, ZERO, INT), INT), None),
        (X, None),
        (Binary(BinaryOp.MUL, ZERO, X, INT), None),
    ],
)
def test_constant_expressions(expr: Expr, expected: Value | None) -> None:
    assert semantics.evaluate(expr, lambda _: None) == expected


def test_constants_keep_the_sign_of_zero() -> None:
    folded = semantics.evaluate(Unary(UnaryOp.NEG, FloatConst(0, DOUBLE), DOUBLE), lambda _: None)
    assert isinstance(folded, float)
    assert math.copysign(1, folded) == -1
