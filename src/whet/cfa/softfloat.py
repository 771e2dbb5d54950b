"""Exact binary floating-point arithmetic in any format of IEEE 754, on Python's unbounded integers.

Python's own ``float`` is binary64 and nothing else.  ``SoftFloat`` is the same thing for every ``FloatFormat``: what the
80-bit ``long double`` of the x87 computes with, and the reference for the other two.  It behaves as ``float`` does:
``==`` and ``<`` are the comparisons of IEEE 754 (a NaN is unordered, the two zeros are equal), ``bool`` asks whether a
value differs from zero, ``int`` truncates.  Only division by zero is gentler: it gives an infinity or a NaN.
To ask whether two values are *the same datum*, compare their ``to_bits()``.

Sections of IEEE 754-2008: 3.3 and 3.4 (sets of data and their encodings), 4.3 (rounding; operators round to nearest, ties
to even, the methods with their names in every mode), 5.4.1 (arithmetic), 5.4.2 (conversion of formats), 5.8 (to integer),
5.11 (comparison), 5.12 (text), 6.1 to 6.3 (infinities, NaNs, signs of zeros), 7.2 to 7.5 with the default results and
without flags.

Invariants:

* every result is computed exactly and then rounded once, by ``rounded``;
* a finite value has one representation only (see ``SoftFloat``), which ``rounded`` and ``from_bits`` establish;
* an operation on a NaN gives its first NaN operand, made quiet; an invalid operation gives ``SoftFloat.nan``.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable
from decimal import Decimal
from enum import Enum, StrEnum
from fractions import Fraction

from whet.cfa.types import BINARY64, X87, FloatFormat
from whet.task.records import dataclass


class Rounding(StrEnum):
    """The rounding modes of IEEE 754."""

    NEAREST_EVEN = "RNE"
    NEAREST_AWAY = "RNA"
    UP = "RTP"
    DOWN = "RTN"
    TO_ZERO = "RTZ"


_EVEN = Rounding.NEAREST_EVEN


class FloatClass(Enum):
    FINITE = "finite"
    INFINITE = "infinite"
    NAN = "not a number"


@dataclass(frozen=True, slots=True, eq=False)
class SoftFloat:
    """A finite value is ``significand * 2^exponent``, negated if ``negative``.

    Its significand has exactly ``precision`` bits; fewer only with the smallest exponent (subnormal numbers and zero).
    A NaN keeps the fraction field of its encoding as ``significand``: never zero, and the top bit marks a quiet NaN.
    """

    format: FloatFormat
    kind: FloatClass
    negative: bool
    significand: int = 0
    exponent: int = 0

    @staticmethod
    def zero(format: FloatFormat, *, negative: bool = False) -> SoftFloat:
        return SoftFloat(format, FloatClass.FINITE, negative, 0, _smallest_exponent(format))

    @staticmethod
    def infinity(format: FloatFormat, *, negative: bool = False) -> SoftFloat:
        return SoftFloat(format, FloatClass.INFINITE, negative)

    @staticmethod
    def nan(format: FloatFormat) -> SoftFloat:
        """The result of an invalid operation: quiet, without payload, and negative because x86 has it so."""
        return SoftFloat(format, FloatClass.NAN, True, _quiet_bit(format))

    @staticmethod
    def from_integer(format: FloatFormat, value: int, mode: Rounding = _EVEN) -> SoftFloat:
        return rounded(format, value < 0, abs(value), 0, mode=mode)

    @staticmethod
    def from_fraction(format: FloatFormat, value: Fraction) -> SoftFloat:
        return _quotient(format, value < 0, abs(value.numerator), value.denominator, 0)

    @staticmethod
    def from_float(value: float) -> SoftFloat:
        """A Python float as the same binary64 datum."""
        return SoftFloat.from_bits(BINARY64, struct.unpack("<Q", struct.pack("<d", value))[0])

    @staticmethod
    def from_bits(format: FloatFormat, bits: int) -> SoftFloat:
        """The datum with this interchange encoding.

        The x87 writes out the leading bit of the significand.  Encodings in which it contradicts the exponent are read
        as the processor reads them: a pseudo-denormal by its value, the others (no valid operands) as a NaN."""
        stored = _stored_bits(format)
        negative = bool(bits >> (stored + format.exponent) & 1)
        biased = bits >> stored & _exponent_mask(format)
        significand = bits & ((1 << stored) - 1)
        if format != X87 and biased:
            significand |= _leading_bit(format)
        if biased and not significand & _leading_bit(format):
            return SoftFloat.nan(format)
        if biased < _exponent_mask(format):
            return SoftFloat(format, FloatClass.FINITE, negative, significand, _smallest_exponent(format) + max(biased - 1, 0))
        fraction = significand ^ _leading_bit(format)
        return SoftFloat(format, FloatClass.NAN if fraction else FloatClass.INFINITE, negative, fraction)

    @property
    def is_nan(self) -> bool:
        return self.kind is FloatClass.NAN

    @property
    def is_infinite(self) -> bool:
        return self.kind is FloatClass.INFINITE

    @property
    def is_finite(self) -> bool:
        return self.kind is FloatClass.FINITE

    def to_bits(self) -> int:
        """The interchange encoding: sign, biased exponent, significand (the x87 with its leading bit, the others without)."""
        return self.negative << (storage_bits(self.format) - 1) | self._magnitude_bits()

    def _magnitude_bits(self) -> int:
        """The encoding without the sign.  Among the values that are not NaNs it is ordered as their magnitudes are."""
        format, significand = self.format, self.significand
        if self.kind is not FloatClass.FINITE:
            biased, significand = _exponent_mask(format), significand | _leading_bit(format)
        elif significand & _leading_bit(format):
            biased = self.exponent - _smallest_exponent(format) + 1
        else:
            biased = 0
        stored = _stored_bits(format)
        return biased << stored | significand & ((1 << stored) - 1)

    def to_fraction(self) -> Fraction:
        """The exact value of a finite number (the sign of a zero is lost)."""
        magnitude = Fraction(self.significand) * Fraction(2) ** self._finite_exponent()
        return -magnitude if self.negative else magnitude

    def __int__(self) -> int:
        """The integral part of a finite number."""
        return self.to_integer(Rounding.TO_ZERO)

    def to_integer(self, mode: Rounding) -> int:
        """A finite number rounded to an integer."""
        magnitude = _shifted(mode, self.negative, self.significand, -self._finite_exponent(), inexact=False)
        return -magnitude if self.negative else magnitude

    def _finite_exponent(self) -> int:
        if self.kind is not FloatClass.FINITE:
            raise ValueError(f"{self} is not a finite number")
        return self.exponent

    def __float__(self) -> float:
        """The nearest binary64 number."""
        value: float = struct.unpack("<d", struct.pack("<Q", self.convert(BINARY64).to_bits()))[0]
        return value

    def __bool__(self) -> bool:
        return self.kind is not FloatClass.FINITE or self.significand != 0

    def __str__(self) -> str:
        return format_hexadecimal(self)

    def _rank(self) -> int:
        return -self._magnitude_bits() if self.negative else self._magnitude_bits()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SoftFloat):
            return NotImplemented
        return self.format == other.format and _ordered(self, other) and self._rank() == other._rank()

    def __lt__(self, other: SoftFloat) -> bool:
        return _ordered(self, other) and self._rank() < other._rank()

    def __le__(self, other: SoftFloat) -> bool:
        return _ordered(self, other) and self._rank() <= other._rank()

    def __gt__(self, other: SoftFloat) -> bool:
        return other < self

    def __ge__(self, other: SoftFloat) -> bool:
        return other <= self

    def __hash__(self) -> int:
        return hash((self.format, self._rank()))

    def convert(self, format: FloatFormat, mode: Rounding = _EVEN) -> SoftFloat:
        """The value in another format; a NaN keeps the leading bits of its payload and becomes quiet."""
        match self.kind:
            case FloatClass.FINITE:
                return rounded(format, self.negative, self.significand, self.exponent, mode=mode)
            case FloatClass.INFINITE:
                return SoftFloat.infinity(format, negative=self.negative)
            case FloatClass.NAN:
                payload = self.significand << format.precision >> self.format.precision
                return SoftFloat(format, FloatClass.NAN, self.negative, payload | _quiet_bit(format))

    def __neg__(self) -> SoftFloat:
        return SoftFloat(self.format, self.kind, not self.negative, self.significand, self.exponent)

    def __abs__(self) -> SoftFloat:
        return -self if self.negative else self

    def __add__(self, other: SoftFloat) -> SoftFloat:
        return self.plus(other)

    def __sub__(self, other: SoftFloat) -> SoftFloat:
        return self.minus(other)

    def __mul__(self, other: SoftFloat) -> SoftFloat:
        return self.times(other)

    def __truediv__(self, other: SoftFloat) -> SoftFloat:
        return self.over(other)

    def plus(self, other: SoftFloat, mode: Rounding = _EVEN) -> SoftFloat:
        match self.kind, other.kind:
            case (FloatClass.NAN, _) | (_, FloatClass.NAN):
                return _first_nan(self, other)
            case FloatClass.INFINITE, FloatClass.INFINITE if self.negative != other.negative:
                return SoftFloat.nan(self.format)
            case FloatClass.INFINITE, _:
                return self
            case _, FloatClass.INFINITE:
                return other
            case _:
                # The sum of two finite numbers; a zero sum has the sign that both have, or that of the direction (IEEE 754, 6.3).
                exponent = min(self.exponent, other.exponent)
                total = _scaled(self, exponent) + _scaled(other, exponent)
                of_zero = self.negative if self.negative == other.negative else mode is Rounding.DOWN
                return rounded(self.format, total < 0 if total else of_zero, abs(total), exponent, mode=mode)

    def minus(self, other: SoftFloat, mode: Rounding = _EVEN) -> SoftFloat:
        # A NaN on the right keeps its sign in a difference.
        return self.plus(other if other.is_nan else -other, mode)

    def times(self, other: SoftFloat, mode: Rounding = _EVEN) -> SoftFloat:
        negative = self.negative != other.negative
        match self.kind, other.kind:
            case (FloatClass.NAN, _) | (_, FloatClass.NAN):
                return _first_nan(self, other)
            case FloatClass.FINITE, FloatClass.FINITE:
                exponent = self.exponent + other.exponent
                return rounded(self.format, negative, self.significand * other.significand, exponent, mode=mode)
            case _:
                infinity = SoftFloat.infinity(self.format, negative=negative)
                return infinity if self and other else SoftFloat.nan(self.format)

    def over(self, other: SoftFloat, mode: Rounding = _EVEN) -> SoftFloat:
        negative = self.negative != other.negative
        match self.kind, other.kind:
            case (FloatClass.NAN, _) | (_, FloatClass.NAN):
                return _first_nan(self, other)
            case FloatClass.FINITE, FloatClass.INFINITE:
                return SoftFloat.zero(self.format, negative=negative)
            case FloatClass.FINITE, FloatClass.FINITE if other:
                exponent = self.exponent - other.exponent
                return _quotient(self.format, negative, self.significand, other.significand, exponent, mode)
            case FloatClass.INFINITE, FloatClass.FINITE:
                return SoftFloat.infinity(self.format, negative=negative)
            case FloatClass.FINITE, _ if self:  # divided by zero
                return SoftFloat.infinity(self.format, negative=negative)
            case _:
                return SoftFloat.nan(self.format)

    def sqrt(self, mode: Rounding = _EVEN) -> SoftFloat:
        if self.is_nan:
            return _first_nan(self, self)
        if not self:
            return self
        if self.negative:
            return SoftFloat.nan(self.format)
        return self if self.is_infinite else _square_root(self, mode)


def storage_bits(format: FloatFormat) -> int:
    """The number of bits of the interchange encoding (80 for the x87, whatever its size in memory)."""
    return 1 + format.exponent + _stored_bits(format)


def _stored_bits(format: FloatFormat) -> int:
    return format.precision if format == X87 else format.precision - 1


def _smallest_exponent(format: FloatFormat) -> int:
    """The exponent of the last bit of subnormal numbers, and of the smallest normal ones."""
    return format.emin - format.precision + 1


def _exponent_mask(format: FloatFormat) -> int:
    return (1 << format.exponent) - 1


def _leading_bit(format: FloatFormat) -> int:
    return 1 << (format.precision - 1)


def _quiet_bit(format: FloatFormat) -> int:
    return 1 << (format.precision - 2)


def rounded(
    format: FloatFormat, negative: bool, significand: int, exponent: int, *, mode: Rounding = _EVEN, inexact: bool = False
) -> SoftFloat:
    """The value of the format for ``significand * 2^exponent``; the only place that rounds to a format.

    With ``inexact`` the number meant is greater than that, but by less than ``2^exponent``.  This is enough to round
    correctly if the significand has a bit more than the precision, so that what lies below it only breaks ties."""
    if significand == 0:
        return SoftFloat.zero(format, negative=negative)
    length = significand.bit_length()
    assert not inexact or length > format.precision
    target = max(exponent + length - format.precision, _smallest_exponent(format))
    kept = _shifted(mode, negative, significand, target - exponent, inexact)
    if kept.bit_length() > format.precision:  # rounded up to the next power of two
        kept, target = kept >> 1, target + 1
    if target > (greatest := format.emax - format.precision + 1):
        if mode is Rounding.TO_ZERO or mode is (Rounding.UP if negative else Rounding.DOWN):
            return SoftFloat(format, FloatClass.FINITE, negative, (1 << format.precision) - 1, greatest)
        return SoftFloat.infinity(format, negative=negative)
    return SoftFloat(format, FloatClass.FINITE, negative, kept, target)


def _shifted(mode: Rounding, negative: bool, significand: int, distance: int, inexact: bool) -> int:
    """``significand / 2^distance``, and a little more if ``inexact``, rounded to an integer."""
    if distance <= 0:
        return significand << -distance
    distance = min(distance, significand.bit_length() + 1)  # farther makes no difference, but could exhaust memory
    kept, lost, half = significand >> distance, significand & ((1 << distance) - 1), 1 << (distance - 1)
    match mode:
        case Rounding.NEAREST_EVEN:
            return kept + (lost > half or (lost == half and (inexact or kept & 1 == 1)))
        case Rounding.NEAREST_AWAY:
            return kept + (lost >= half)
        case Rounding.UP | Rounding.DOWN:
            return kept + (negative == (mode is Rounding.DOWN) and (lost != 0 or inexact))
        case Rounding.TO_ZERO:
            return kept


def _quotient(
    format: FloatFormat, negative: bool, numerator: int, denominator: int, exponent: int, mode: Rounding = _EVEN
) -> SoftFloat:
    """``numerator / denominator * 2^exponent``, rounded."""
    # Scaled so that the integer quotient has more bits than the precision, unless the numerator is zero.
    scale = max(0, format.precision + 1 - numerator.bit_length() + denominator.bit_length())
    quotient, rest = divmod(numerator << scale, denominator)
    return rounded(format, negative, quotient, exponent - scale, mode=mode, inexact=rest != 0)


def _scaled(value: SoftFloat, exponent: int) -> int:
    """``value / 2^exponent`` for an exponent that is not greater than its own."""
    magnitude = value.significand << (value.exponent - exponent)
    return -magnitude if value.negative else magnitude


def _square_root(value: SoftFloat, mode: Rounding) -> SoftFloat:
    """The root of a positive finite number."""
    scale = 2 * value.format.precision + 2
    scale += (value.exponent - scale) & 1  # the exponent that is left must be even
    radicand = value.significand << scale
    root = math.isqrt(radicand)
    exponent, inexact = (value.exponent - scale) // 2, root * root != radicand
    return rounded(value.format, False, root, exponent, mode=mode, inexact=inexact)


def _first_nan(left: SoftFloat, right: SoftFloat) -> SoftFloat:
    nan = left if left.is_nan else right
    return SoftFloat(nan.format, FloatClass.NAN, nan.negative, nan.significand | _quiet_bit(nan.format))


def _ordered(left: SoftFloat, right: SoftFloat) -> bool:
    assert left.format == right.format
    return left.kind is not FloatClass.NAN and right.kind is not FloatClass.NAN


_DECIMAL = re.compile(r"(?P<whole>\d*)(?=[.e])(?:\.(?P<fraction>\d*))?(?:e(?P<exponent>[+-]?\d+))?[fl]?", re.ASCII)
_HEXADECIMAL = re.compile(r"0x(?P<whole>[\da-f]*)(?:\.(?P<fraction>[\da-f]*))?p(?P<exponent>[+-]?\d+)[fl]?", re.ASCII)


def parse(text: str, format: FloatFormat) -> SoftFloat:
    """The value of a floating constant of C (C11 6.4.4.2), correctly rounded; its suffix has no influence."""
    digits, base, exponent = _taken_apart(text)
    if base == 2:
        return rounded(format, False, int(digits, 16), exponent)
    # ``digits * 10^exponent``, rounded.  Numbers far out of range come first: their powers of ten need not fit in memory.
    significant = digits.lstrip("0")
    bound = len(significant) + exponent  # 10^(bound-1) <= value < 10^bound
    if not significant or bound < _smallest_exponent(format):
        return SoftFloat.zero(format)
    if bound > format.emax + 1:
        return SoftFloat.infinity(format)
    return SoftFloat.from_fraction(format, _integer(digits) * Fraction(10) ** exponent)


def _taken_apart(text: str) -> tuple[str, int, int]:
    """The digits of such a constant, as of an integer, and the base and the exponent of what they are multiplied by."""
    hexadecimal = _HEXADECIMAL.fullmatch(text.lower())
    parts = hexadecimal or _DECIMAL.fullmatch(text.lower())
    if parts is None or not (parts["whole"] or parts["fraction"]):
        raise ValueError(f"{text!r} is not a floating constant of C")
    fraction = parts["fraction"] or ""
    digits, exponent = (parts["whole"] or "") + fraction, _integer(parts["exponent"] or "0")
    return (digits, 2, exponent - 4 * len(fraction)) if hexadecimal else (digits, 10, exponent - len(fraction))


def magnitude(text: str, smallest: int) -> Fraction | None:
    """Of such a constant, exactly; None if it is not zero and below the power of 10 with this exponent."""
    digits, base, exponent = _taken_apart(text)
    significant = digits.lstrip("0")
    if not significant:
        return Fraction(0)
    if (4 * len(significant) if base == 2 else len(significant)) + exponent < smallest:
        return None
    whole = int(significant, 16) if base == 2 else _integer(significant)
    return Fraction(whole * base ** max(exponent, 0), base ** max(-exponent, 0))


def _integer(digits: str) -> int:
    """``int(digits)`` for any number of digits; Python bounds their number, but not in ``Decimal``."""
    return int(Decimal(digits))


def format_fixed(value: SoftFloat, precision: int = 6) -> str:
    """As ``printf("%.*f")`` writes it (glibc; the other three likewise)."""
    return _signed(value, lambda magnitude: _fixed(magnitude.to_fraction(), precision))


def format_scientific(value: SoftFloat, precision: int = 6) -> str:
    """As ``printf("%.*e")`` writes it."""
    return _signed(value, lambda magnitude: _scientific(magnitude.to_fraction(), precision))


def format_general(value: SoftFloat, precision: int = 6) -> str:
    """As ``printf("%.*g")`` writes it: the shorter of those two styles, without zeros at the end."""
    return _signed(value, lambda magnitude: _general(magnitude.to_fraction(), max(precision, 1)))


def format_hexadecimal(value: SoftFloat, precision: int | None = None) -> str:
    """As ``printf("%a")`` writes it, or ``printf("%.*a")`` if there is a precision."""
    return _signed(value, lambda magnitude: _hexadecimal(magnitude, precision))


def _signed(value: SoftFloat, write: Callable[[SoftFloat], str]) -> str:
    match value.kind:
        case FloatClass.FINITE:
            text = write(abs(value))
        case FloatClass.INFINITE:
            text = "inf"
        case FloatClass.NAN:
            text = "nan"
    return f"-{text}" if value.negative else text


def _fixed(magnitude: Fraction, precision: int) -> str:
    return _with_point(_digits(round(magnitude * 10**precision)), precision)


def _scientific(magnitude: Fraction, precision: int) -> str:
    digits, exponent = _decimal_digits(magnitude, precision)
    return f"{_with_point(_digits(digits), precision)}e{exponent:+03d}"


def _general(magnitude: Fraction, precision: int) -> str:
    exponent = _decimal_digits(magnitude, precision - 1)[1]
    if -4 <= exponent < precision:
        return _without_zeros(_fixed(magnitude, precision - 1 - exponent))
    mantissa, _, power = _scientific(magnitude, precision - 1).partition("e")
    return f"{_without_zeros(mantissa)}e{power}"


def _decimal_digits(magnitude: Fraction, precision: int) -> tuple[int, int]:
    """``(digits, exponent)`` with one digit more than ``precision``: the magnitude is ``d.ddd * 10^exponent``, rounded."""
    if not magnitude:
        return 0, 0
    exponent = len(_digits(magnitude.numerator)) - len(_digits(magnitude.denominator))
    if magnitude < Fraction(10) ** exponent:
        exponent -= 1
    digits = round(magnitude * Fraction(10) ** (precision - exponent))
    return (digits // 10, exponent + 1) if digits == 10 ** (precision + 1) else (digits, exponent)


def _hexadecimal(magnitude: SoftFloat, precision: int | None) -> str:
    # The x87 has four bits before the point, as glibc writes it; the other formats have one.
    whole_bits = 4 if magnitude.format == X87 else 1
    fraction_bits = magnitude.format.precision - whole_bits
    exponent = magnitude.exponent + fraction_bits if magnitude else 0
    places = -(-fraction_bits // 4)
    digits = magnitude.significand << (4 * places - fraction_bits)
    if precision is not None:
        digits, places = _shifted(_EVEN, False, digits, 4 * (places - precision), inexact=False), precision
    if digits >> 4 * places == 16:
        digits, exponent = digits >> 4, exponent + 4
    mantissa = _with_point(f"{digits:x}", places)
    return f"0x{_without_zeros(mantissa) if precision is None else mantissa}p{exponent:+d}"


def _with_point(digits: str, places: int) -> str:
    """The digits with a point before the last ``places`` of them."""
    padded = digits.zfill(places + 1)
    return f"{padded[:-places]}.{padded[-places:]}" if places else padded


def _without_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _digits(value: int) -> str:
    """``str(value)`` for any number of digits; see ``_integer``."""
    return str(Decimal(value))
