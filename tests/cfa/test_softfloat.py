"""``SoftFloat`` against Python's floats (binary64) and against exact fractions (every format)."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from whet.cfa import softfloat
from whet.cfa.softfloat import Rounding, SoftFloat, parse, storage_bits
from whet.cfa.types import BINARY32, BINARY64, X87, FloatFormat

FORMATS = (BINARY32, BINARY64, X87, FloatFormat(11, 5), FloatFormat(3, 3))
TINY = FloatFormat(3, 3)
"""Six bits: small enough to try everything."""

ARITHMETIC: tuple[Callable[[Any, Any], Any], ...] = (operator.add, operator.sub, operator.mul, operator.truediv)
COMPARISONS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)

doubles = st.one_of(st.floats(), st.floats(-100, 100), st.sampled_from([0.0, -0.0, 1.0, math.inf, math.nan, 5e-324, 2.0**-1022]))
formats = st.sampled_from(FORMATS)


def soft(value: float) -> SoftFloat:
    return SoftFloat.from_float(value)


def same(left: SoftFloat, right: SoftFloat) -> bool:
    """The same datum; NaNs are not told apart."""
    return left.to_bits() == right.to_bits() or (left.is_nan and right.is_nan)


@st.composite
def numbers(draw: st.DrawFn, format: FloatFormat) -> SoftFloat:
    """Finite numbers: over the whole range, or around one, where sums and differences have to be rounded."""
    if draw(st.booleans()):
        value = SoftFloat.from_bits(format, draw(st.integers(0, (1 << storage_bits(format)) - 1)))
    else:
        significand, exponent = draw(st.integers(0, 4 << format.precision)), draw(st.integers(-2 * format.precision, 2))
        value = softfloat.rounded(format, draw(st.booleans()), significand, exponent)
    assume(value.is_finite)
    return value


def everything(format: FloatFormat) -> list[SoftFloat]:
    return [SoftFloat.from_bits(format, bits) for bits in range(1 << storage_bits(format))]


# ---------------------------------------------------------------------------------------------------- against Python


@given(doubles, doubles)
def test_binary64_computes_as_python_does(a: float, b: float) -> None:
    assert same(soft(a) + soft(b), soft(a + b))
    assert same(soft(a) - soft(b), soft(a - b))
    assert same(soft(a) * soft(b), soft(a * b))
    if b:
        assert same(soft(a) / soft(b), soft(a / b))


@given(doubles, doubles)
def test_binary64_compares_as_python_does(a: float, b: float) -> None:
    for compare in COMPARISONS:
        assert compare(soft(a), soft(b)) == compare(a, b)
        assert compare(soft(a), soft(a)) == compare(a, a)


@given(doubles)
def test_binary64_in_one_operand(a: float) -> None:
    assert same(-soft(a), soft(-a))
    assert same(abs(soft(a)), soft(abs(a)))
    assert bool(soft(a)) == bool(a)
    assert same(soft(a).sqrt(), soft(math.sqrt(a) if a >= 0 else math.nan if a else a))
    assert same(soft(float(soft(a))), soft(a))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_finite_binary64_is_the_same_number(a: float) -> None:
    assert soft(a).to_fraction() == Fraction(a)
    assert int(soft(a)) == int(a)


@given(st.integers(-(2**130), 2**130), st.integers(1, 2**130))
def test_binary64_from_exact_numbers(numerator: int, denominator: int) -> None:
    assert SoftFloat.from_integer(BINARY64, numerator) == soft(float(numerator))
    assert SoftFloat.from_fraction(BINARY64, Fraction(numerator, denominator)) == soft(numerator / denominator)


# ---------------------------------------------------------------------------------------------------- rounding


def is_nearest(value: SoftFloat, exact: Fraction) -> bool:
    """Is no other number of the format nearer, and none as near that is even?"""
    distance = abs(extended(value) - exact)
    others = [abs(extended(other) - exact) for other in neighbours(value)]
    return all(distance < other or (distance == other and value.to_bits() % 2 == 0) for other in others)


def neighbours(value: SoftFloat) -> list[SoftFloat]:
    """The next numbers towards and away from zero, which share its sign; the infinity counts as a number."""
    format, leading = value.format, 1 << (value.format.precision - 1)
    if value.is_infinite:
        return [softfloat.rounded(format, value.negative, 2 * leading - 1, format.emax - format.precision + 1)]
    outer = softfloat.rounded(format, value.negative, value.significand + 1, value.exponent)
    if not value:
        return [outer]
    normal = value.significand == leading and value.exponent > SoftFloat.zero(format).exponent
    scale = 1 if normal else 0  # below a power of two the numbers lie twice as close
    inner = softfloat.rounded(format, value.negative, (value.significand << scale) - 1, value.exponent - scale)
    return [inner, outer]


def extended(value: SoftFloat) -> Fraction:
    """The value; for the infinity the number that would come next if the format had one more exponent."""
    if value.is_finite:
        return value.to_fraction()
    return Fraction(2) ** (value.format.emax + 1) * (-1 if value.negative else 1)


@given(st.data(), formats)
def test_arithmetic_gives_the_nearest_number(data: st.DataObject, format: FloatFormat) -> None:
    a, b = data.draw(numbers(format)), data.draw(numbers(format))
    for compute in ARITHMETIC:
        if compute is operator.truediv and not b:
            continue
        exact = compute(a.to_fraction(), b.to_fraction())
        assume(abs(exact) < Fraction(2) ** (format.emax + 1))
        result = compute(a, b)
        assert is_nearest(result, exact)
        assert not exact or result.negative == (exact < 0)


@given(st.data(), formats)
def test_directed_rounding_gives_the_neighbours_of_the_exact_result(data: st.DataObject, format: FloatFormat) -> None:
    a, b = data.draw(numbers(format)), data.draw(numbers(format))
    for exact, compute in ((a.to_fraction() + b.to_fraction(), a.plus), (a.to_fraction() * b.to_fraction(), a.times)):
        assume(abs(exact) < Fraction(2) ** format.emax)
        below, above, inside = (compute(b, mode) for mode in (Rounding.DOWN, Rounding.UP, Rounding.TO_ZERO))
        assert below.to_fraction() <= exact <= above.to_fraction()
        assert below == above or any(each == above for each in neighbours(below))
        assert inside == (above if exact < 0 else below)


@given(st.data(), formats)
def test_square_roots_are_the_nearest_number(data: st.DataObject, format: FloatFormat) -> None:
    value = abs(data.draw(numbers(format)))
    root = value.sqrt()
    for other in neighbours(root):  # the exact root does not lie beyond the midpoint
        midpoint = (root.to_fraction() + other.to_fraction()) / 2
        assert (value.to_fraction() <= midpoint**2) == (root.to_fraction() < midpoint)


@given(st.data(), formats, formats)
def test_conversion_gives_the_nearest_number(data: st.DataObject, source: FloatFormat, target: FloatFormat) -> None:
    value = data.draw(numbers(source))
    converted = value.convert(target)
    assert converted.negative == value.negative
    if abs(value.to_fraction()) < Fraction(2) ** (target.emax + 1):
        assert is_nearest(converted, value.to_fraction())
    else:
        assert converted.is_infinite


def test_every_sum_and_product_of_a_tiny_format() -> None:
    for a in everything(TINY):
        for b in everything(TINY):
            for compute in ARITHMETIC:
                # binary64 holds the results exactly, or (quotients) with bits enough to round once more.
                native = compute(soft(float(a)), soft(float(b))).convert(TINY)
                assert same(compute(a, b), native), (compute, str(a), str(b))


@pytest.mark.parametrize(
    ("numerator", "expected"),
    [
        (16777216, 16777216),
        (16777217, 16777216),
        (16777218, 16777218),
        (16777219, 16777220),
        (2**128 - 2**103 - 1, 2**128 - 2**104),
    ],
)
def test_ties_go_to_even(numerator: int, expected: int) -> None:
    assert int(SoftFloat.from_integer(BINARY32, numerator)) == expected


def test_overflow_begins_halfway_behind_the_greatest_number() -> None:
    assert SoftFloat.from_integer(BINARY32, 2**128 - 2**103).is_infinite
    assert SoftFloat.from_integer(BINARY32, -(2**128) + 2**103) == SoftFloat.infinity(BINARY32, negative=True)


# ---------------------------------------------------------------------------------------------------- special values


@pytest.mark.parametrize("format", FORMATS, ids=str)
def test_invalid_operations_give_a_nan(format: FloatFormat) -> None:
    zero, one, infinity = SoftFloat.zero(format), SoftFloat.from_integer(format, 1), SoftFloat.infinity(format)
    invalid = (infinity - infinity, infinity + -infinity, zero * infinity, infinity * zero, zero / zero, infinity / infinity)
    assert all(result.is_nan for result in (*invalid, (-one).sqrt(), (-infinity).sqrt()))


@pytest.mark.parametrize("format", FORMATS, ids=str)
def test_division_by_zero_gives_an_infinity(format: FloatFormat) -> None:
    zero, one = SoftFloat.zero(format), SoftFloat.from_integer(format, 1)
    assert one / zero == SoftFloat.infinity(format) == -one / -zero
    assert -one / zero == SoftFloat.infinity(format, negative=True) == one / -zero


@pytest.mark.parametrize("format", FORMATS, ids=str)
def test_signs_of_zeros(format: FloatFormat) -> None:
    zero, one, infinity = SoftFloat.zero(format), SoftFloat.from_integer(format, 1), SoftFloat.infinity(format)
    assert zero == -zero
    assert hash(zero) == hash(-zero)
    positive = (zero + -zero, -zero + zero, one - one, zero - zero, -zero * -one, -zero / -one, one / infinity)
    negative = (-zero + -zero, -zero - zero, zero * -one, -zero / one, one / -infinity, (-zero).sqrt())
    assert not any(value or value.negative for value in positive)
    assert all(value.negative and not value for value in negative)


def test_a_nan_passes_through_and_becomes_quiet() -> None:
    signalling = SoftFloat.from_bits(BINARY64, 0x7FF0_0000_0000_1234)
    for compute in ARITHMETIC:
        assert compute(signalling, soft(1.0)).to_bits() == 0x7FF8_0000_0000_1234
        assert compute(soft(math.inf), signalling).to_bits() == 0x7FF8_0000_0000_1234
    assert signalling.sqrt().to_bits() == 0x7FF8_0000_0000_1234
    assert (-signalling).to_bits() == 0xFFF0_0000_0000_1234


def test_a_nan_keeps_the_front_of_its_payload_in_other_formats() -> None:
    assert SoftFloat.from_bits(BINARY32, 0x7FA0_0001).convert(BINARY64).to_bits() == 0x7FFC_0000_2000_0000
    assert SoftFloat.from_bits(BINARY64, 0xFFF8_0000_2000_0001).convert(BINARY32).to_bits() == 0xFFC0_0001
    assert SoftFloat.from_bits(BINARY32, 0x7FC0_0000).convert(X87).to_bits() == 0x7FFF_C000_0000_0000_0000


@pytest.mark.parametrize("value", [SoftFloat.nan(X87), SoftFloat.infinity(X87)], ids=str)
def test_no_integer_and_no_fraction_is_infinite(value: SoftFloat) -> None:
    with pytest.raises(ValueError, match="not a finite number"):
        int(value)
    with pytest.raises(ValueError, match="not a finite number"):
        value.to_fraction()


def test_values_of_different_formats_are_different() -> None:
    assert SoftFloat.zero(BINARY32) != SoftFloat.zero(BINARY64)
    assert SoftFloat.zero(BINARY32) != 0


# ---------------------------------------------------------------------------------------------------- encodings


@given(st.data(), formats)
def test_encodings_can_be_read_back(data: st.DataObject, format: FloatFormat) -> None:
    value = SoftFloat.from_bits(format, data.draw(st.integers(0, (1 << storage_bits(format)) - 1)))
    again = SoftFloat.from_bits(format, value.to_bits())
    assert (value.kind, value.negative) == (again.kind, again.negative)
    assert (value.significand, value.exponent) == (again.significand, again.exponent)


@given(st.integers(0, 2**32 - 1))
def test_every_encoding_but_that_of_the_x87_is_canonical(bits: int) -> None:
    assert SoftFloat.from_bits(BINARY32, bits).to_bits() == bits


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("0.0", 0x0000_0000000000000000),
        ("1.0", 0x3FFF_8000000000000000),
        ("1.5", 0x3FFF_C000000000000000),
        ("0.1", 0x3FFB_CCCCCCCCCCCCCCCD),
        ("0x1p-16445", 0x0000_0000000000000001),
        ("0x1p-16382", 0x0001_8000000000000000),
        ("1.189731495357231765e4932", 0x7FFE_FFFFFFFFFFFFFFFF),
        ("1e5000", 0x7FFF_8000000000000000),
    ],
)
def test_encodings_of_the_x87(text: str, bits: int) -> None:
    assert parse(text, X87).to_bits() == bits
    assert (-parse(text, X87)).to_bits() == 1 << 79 | bits


def test_odd_encodings_of_the_x87() -> None:
    pseudo_denormal, unnormal = 0x0000_8000000000000000, 0x3FFF_4000000000000000
    assert SoftFloat.from_bits(X87, pseudo_denormal) == parse("0x1p-16382", X87)
    pseudo_infinity, pseudo_nan = 0x7FFF_0000000000000000, 0x7FFF_4000000000000000
    assert all(SoftFloat.from_bits(X87, bits).is_nan for bits in (unnormal, pseudo_infinity, pseudo_nan))


# ---------------------------------------------------------------------------------------------------- text

digits = st.text("0123456789", max_size=25)


@given(digits, digits, st.integers(-345, 320))
def test_decimal_text(whole: str, fraction: str, exponent: int) -> None:
    assume(whole or fraction)
    text = f"{whole}.{fraction}e{exponent}"
    assert same(parse(text, BINARY64), soft(float(text)))


@given(st.floats(min_value=0, allow_nan=False, allow_infinity=False))
def test_text_that_is_short_or_hexadecimal_reads_back(value: float) -> None:
    assert same(parse(f"{value!r}{'' if '.' in repr(value) or 'e' in repr(value) else '.'}", BINARY64), soft(value))
    assert same(parse(value.hex(), BINARY64), soft(value))


@given(st.integers(0, 2**80), st.integers(-1200, 1000))
def test_hexadecimal_text(significand: int, exponent: int) -> None:
    text = f"0x{significand:x}p{exponent}"
    assert same(parse(text, BINARY64), SoftFloat.from_fraction(BINARY64, significand * Fraction(2) ** exponent))


@pytest.mark.parametrize("suffix", ["", "f", "F", "l", "L"])
def test_suffixes_do_not_matter(suffix: str) -> None:
    assert parse("0x1.8p1" + suffix, X87) == parse("3.0" + suffix, X87) == SoftFloat.from_integer(X87, 3)


@pytest.mark.parametrize(
    "text", ["", ".", "e5", ".e5", "1", "1f", "1e", "1.5x", "-1.0", "1.0ff", "0x1.8", "0x.p1", "nan", "1_0.0", "\u0661.0"]
)
def test_what_is_not_a_floating_constant(text: str) -> None:
    with pytest.raises(ValueError, match="is not a floating constant"):
        parse(text, BINARY64)


@pytest.mark.parametrize("format", FORMATS, ids=str)
def test_exponents_without_bound(format: FloatFormat) -> None:
    assert parse("1e999999999999999999999999", format).is_infinite
    assert parse("0x1p999999999999999999999999", format).is_infinite
    for text in ("1e-999999999999999999999999", "0x1p-999999999999999999999999", "0e999999999999999999999999"):
        assert parse(text, format).to_bits() == 0
    assert parse("0." + "0" * 6000 + "1e6001", format) == SoftFloat.from_integer(format, 1)
    assert parse("1" + "0" * 6000 + ".e-6000", format) == SoftFloat.from_integer(format, 1)


@given(st.one_of(doubles, st.floats(1e-6, 1e7)), st.integers(0, 25))
def test_formatting_is_that_of_python(value: float, precision: int) -> None:
    assume(not math.isnan(value))  # Python does not write its sign
    assert softfloat.format_fixed(soft(value), precision) == f"{value:.{precision}f}"
    assert softfloat.format_scientific(soft(value), precision) == f"{value:.{precision}e}"
    assert softfloat.format_general(soft(value), precision) == f"{value:.{precision}g}"


@given(st.data(), formats, st.booleans())
def test_hexadecimal_formatting_reads_back(data: st.DataObject, format: FloatFormat, padded: bool) -> None:
    value = abs(data.draw(numbers(format)))
    assert parse(softfloat.format_hexadecimal(value, 16 if padded else None), format).to_bits() == value.to_bits()


def test_hexadecimal_formatting_as_glibc_has_it() -> None:
    assert str(soft(1.5)) == "0x1.8p+0"
    assert str(soft(-5e-324)) == "-0x0.0000000000001p-1022"
    assert str(parse("12.5", X87)) == "0xc.8p+0"
    assert str(parse("3.6e-4951", X87)) == "0x0.000000000000001p-16385"
    assert softfloat.format_hexadecimal(parse("1.97", X87), 0) == "0x1p+1"
    assert [str(-SoftFloat.infinity(X87)), str(SoftFloat.nan(X87))] == ["-inf", "-nan"]


def test_formatting_beyond_the_digits_python_converts() -> None:
    greatest = SoftFloat.from_bits(X87, 0x7FFE_FFFFFFFFFFFFFFFF)
    text = softfloat.format_fixed(greatest, 2)
    assert text.startswith("118973149535723176502126385303097020516906332229462420044032373389173700552297072261641029033652888")
    assert len(text) == 4933 + 3
