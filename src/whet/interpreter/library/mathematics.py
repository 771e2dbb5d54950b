"""``math.h``, as far as a result is determined exactly: IEEE 754 operations, rounding to integers, taking apart, comparing.

All functions come in three types (``floor``, ``floorf``, ``floorl``); they are written once, on ``SoftFloat`` values of the
type's format.  What C libraries approximate (``sin``, ``exp``, ``pow``, ...) has no model.  Floating-point exceptions and
``errno`` are not modelled; rounding is to nearest.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from whet.cfa.semantics import Undefined, Value
from whet.cfa.softfloat import FloatClass, SoftFloat, rounded
from whet.cfa.types import X87, FloatFormat, FloatType
from whet.interpreter.library.raw import c_string
from whet.interpreter.library.registry import Implementation, Invocation, Models
from whet.interpreter.outcomes import NotInterpreted

models = Models()

_SUFFIXES = {"": "double", "f": "float", "l": "long double"}
_FP_NAN, _FP_INFINITE, _FP_ZERO, _FP_SUBNORMAL, _FP_NORMAL = range(5)
"""What glibc calls the classes of ``fpclassify``."""
_SIGN_BITS = {24: 1 << 3, 53: 1 << 7, 64: 1 << 9}

Numeric: TypeAlias = Callable[..., SoftFloat]


def soften(value: Value) -> SoftFloat:
    """A floating value as a ``SoftFloat`` of binary64 or x87; one of type ``float`` is a binary64 number, too."""
    return value if isinstance(value, SoftFloat) else SoftFloat.from_float(float(value))


def harden(value: SoftFloat, type: FloatType) -> Value:
    """A result, rounded to its type, in the form values of this type have."""
    rounded = value if value.format == type.format else value.convert(type.format)
    return rounded if type.size > 8 else float(rounded)


def numeric(*names: str, arguments: int) -> Callable[[Numeric], Numeric]:
    """Register ``names`` in the three types for a function from floating values to one of the same type.

    It is given values in the very format of the type, so that what it rounds is rounded once."""

    def register(function: Numeric) -> Numeric:
        for name in names:
            for suffix, type_name in _SUFFIXES.items():
                parameters = ", ".join([type_name] * arguments)
                models.add(f"{type_name} {name}{suffix}({parameters})", _numeric_model(function, type_name))
        return function

    return register


def _numeric_model(function: Numeric, type_name: str) -> Implementation:
    def run(call: Invocation, *values: Value) -> Value:
        type = call.floating(type_name)
        return harden(function(*(soften(value).convert(type.format) for value in values)), type)

    return run


Integral: TypeAlias = Callable[[SoftFloat], int]


def integral(result: str, *names: str) -> Callable[[Integral], Integral]:
    """Register ``names`` in the three types for a function from a floating value to an integer."""

    def register(function: Integral) -> Integral:
        for name in names:
            for suffix, type_name in _SUFFIXES.items():
                models.add(f"{result} {name}{suffix}({type_name})", _integral_model(function, type_name, result))
        return function

    return register


def classifying(*names: str) -> Callable[[Integral], Integral]:
    """The same for a function of whose result C tells only whether it is zero."""

    def register(function: Integral) -> Integral:
        for name in names:
            for suffix, type_name in _SUFFIXES.items():
                models.add(f"int {name}{suffix}({type_name})", _classifying_model(function, type_name))
        return function

    return register


def _classifying_model(function: Integral, type_name: str) -> Implementation:
    def run(call: Invocation, value: Value) -> int:
        return _class(call, function(soften(value).convert(call.floating(type_name).format)))

    return run


def _class(call: Invocation, result: int) -> int:
    return call.process.rough_result(result, int(result != 0))


def _integral_model(function: Integral, type_name: str, result: str) -> Implementation:
    def run(call: Invocation, value: Value) -> int:
        computed = function(soften(value).convert(call.floating(type_name).format))
        target = call.integer(result)
        if not target.min <= computed <= target.max:
            raise Undefined(f"{call.name} of a number that does not fit {target}")
        return computed

    return run


# ---------------------------------------------------------------------------------------------------- signs


@numeric("fabs", arguments=1)
def fabs(x: SoftFloat) -> SoftFloat:
    return abs(x)


@numeric("copysign", arguments=2)
def copysign(x: SoftFloat, y: SoftFloat) -> SoftFloat:
    return -x if x.negative != y.negative else x


# ---------------------------------------------------------------------------------------------------- rounding to integers


def _rounded(x: SoftFloat, rounding: Callable[[Fraction], int]) -> SoftFloat:
    """An integral value of the same format; the sign of the number stays with a zero."""
    if not x.is_finite:
        return x
    value = rounding(x.to_fraction())
    return rounded(x.format, x.negative if value == 0 else value < 0, abs(value), 0)


def _half_away(value: Fraction) -> int:
    magnitude = math.floor(abs(value) + Fraction(1, 2))
    return -magnitude if value < 0 else magnitude


@numeric("floor", arguments=1)
def floor(x: SoftFloat) -> SoftFloat:
    return _rounded(x, math.floor)


@numeric("ceil", arguments=1)
def ceil(x: SoftFloat) -> SoftFloat:
    return _rounded(x, math.ceil)


@numeric("trunc", arguments=1)
def trunc(x: SoftFloat) -> SoftFloat:
    return _rounded(x, math.trunc)


@numeric("round", arguments=1)
def round_away(x: SoftFloat) -> SoftFloat:
    return _rounded(x, _half_away)


@numeric("rint", "nearbyint", "roundeven", arguments=1)
def round_even(x: SoftFloat) -> SoftFloat:
    return _rounded(x, round)


def _integer_of(x: SoftFloat, rounding: Callable[[Fraction], int]) -> int:
    if not x.is_finite:
        raise Undefined(f"conversion of {x} to an integer")
    return rounding(x.to_fraction())


@integral("long", "lround")
def lround(x: SoftFloat) -> int:
    return _integer_of(x, _half_away)


@integral("long long", "llround")
def llround(x: SoftFloat) -> int:
    return _integer_of(x, _half_away)


@integral("long", "lrint")
def lrint(x: SoftFloat) -> int:
    return _integer_of(x, round)


@integral("long long", "llrint")
def llrint(x: SoftFloat) -> int:
    return _integer_of(x, round)


# ---------------------------------------------------------------------------------------------------- arithmetic


@numeric("sqrt", arguments=1)
def sqrt(x: SoftFloat) -> SoftFloat:
    return x.sqrt()


def _first_nan(x: SoftFloat, y: SoftFloat) -> SoftFloat:
    return x + y


@numeric("fmod", arguments=2)
def fmod(x: SoftFloat, y: SoftFloat) -> SoftFloat:
    """The remainder of a division whose quotient is cut; exact."""
    return _remainder(x, y, math.trunc)


@numeric("remainder", "drem", arguments=2)
def remainder(x: SoftFloat, y: SoftFloat) -> SoftFloat:
    """The remainder of a division whose quotient is rounded to nearest, ties to even; exact."""
    return _remainder(x, y, round)


def _remainder(x: SoftFloat, y: SoftFloat, rounding: Callable[[Fraction], int]) -> SoftFloat:
    if x.is_nan or y.is_nan:
        return _first_nan(x, y)
    if x.is_infinite or not y:
        return SoftFloat.nan(x.format)
    if y.is_infinite:
        return x
    dividend, divisor = x.to_fraction(), y.to_fraction()
    rest = dividend - rounding(dividend / divisor) * divisor
    result = SoftFloat.from_fraction(x.format, rest)
    return result if rest else SoftFloat.zero(x.format, negative=x.negative)


@numeric("fma", arguments=3)
def fma(x: SoftFloat, y: SoftFloat, z: SoftFloat) -> SoftFloat:
    """``x * y + z``, rounded once."""
    if not (x.is_finite and y.is_finite):
        return x * y + z
    if not z.is_finite:
        return z
    exact = x.to_fraction() * y.to_fraction() + z.to_fraction()
    if exact:
        return SoftFloat.from_fraction(x.format, exact)
    return SoftFloat.zero(x.format, negative=x.negative != y.negative and z.negative)


@numeric("fdim", arguments=2)
def fdim(x: SoftFloat, y: SoftFloat) -> SoftFloat:
    if x.is_nan or y.is_nan:
        return _first_nan(x, y)
    return x - y if x > y else SoftFloat.zero(x.format)


@numeric("fmax", arguments=2)
def fmax(x: SoftFloat, y: SoftFloat) -> SoftFloat:
    return _extreme(x, y, x > y)


@numeric("fmin", arguments=2)
def fmin(x: SoftFloat, y: SoftFloat) -> SoftFloat:
    return _extreme(x, y, x < y)


def _extreme(x: SoftFloat, y: SoftFloat, first: bool) -> SoftFloat:
    if x.is_nan or y.is_nan:
        return y if x.is_nan else x
    if x == y and x.negative != y.negative:
        raise NotInterpreted("fmin or fmax of zeros with different signs")
    return x if first else y


# ---------------------------------------------------------------------------------------------------- scaling, taking apart


def _scaled(x: SoftFloat, exponent: int) -> SoftFloat:
    if not x.is_finite or not x:
        return x
    reach = 1 << (x.format.exponent + 1)
    return rounded(x.format, x.negative, x.significand, x.exponent + min(max(exponent, -reach), reach))


def _scale_model(type_name: str) -> Implementation:
    def run(call: Invocation, x: Value, exponent: int) -> Value:
        type = call.floating(type_name)
        return harden(_scaled(soften(x).convert(type.format), exponent), type)

    return run


def _frexp_model(type_name: str) -> Implementation:
    def run(call: Invocation, x: Value, target: int) -> Value:
        type, value = call.floating(type_name), soften(x)
        exponent = _logarithm(value) + 1 if value.is_finite and value else 0
        call.process.access.storer(call.process.machine.int)(target, exponent)
        return harden(_scaled(value, -exponent), type)

    return run


def _modf_model(type_name: str) -> Implementation:
    def run(call: Invocation, x: Value, target: int) -> Value:
        type, value = call.floating(type_name), soften(x)
        whole = trunc(value)
        call.process.access.storer(type)(target, harden(whole, type))
        fraction = SoftFloat.zero(value.format) if value.is_infinite else value - whole
        return harden(fraction if value.is_nan else copysign(fraction, value), type)

    return run


def _logarithm(x: SoftFloat) -> int:
    """The exponent of the leading bit of a finite number that is not zero."""
    return x.significand.bit_length() - 1 + x.exponent


@numeric("logb", arguments=1)
def logb(x: SoftFloat) -> SoftFloat:
    if x.is_nan:
        return _first_nan(x, x)
    if x.is_infinite:
        return abs(x)
    return SoftFloat.from_integer(x.format, _logarithm(x)) if x else SoftFloat.infinity(x.format, negative=True)


@integral("int", "ilogb")
def ilogb(x: SoftFloat) -> int:
    if x.is_finite and x:
        return _logarithm(x)
    return 0x7FFFFFFF if x.is_infinite else -0x80000000


@numeric("nextafter", arguments=2)
def nextafter(x: SoftFloat, y: SoftFloat) -> SoftFloat:
    """The neighbour of x on the way to y; the magnitudes of one sign are numbered consecutively by their encodings."""
    if x.is_nan or y.is_nan:
        return _first_nan(x, y)
    if x == y:
        return y
    if not x:
        return rounded(x.format, y.negative, 1, x.exponent)
    away_from_zero = (x < y) != x.negative
    if x.is_infinite:
        largest = (1 << x.format.precision) - 1
        return SoftFloat(x.format, FloatClass.FINITE, x.negative, largest, x.format.emax - x.format.precision + 1)
    return _neighbour(x, 1 if away_from_zero else -1)


def _neighbour(x: SoftFloat, direction: int) -> SoftFloat:
    if direction < 0 and x.significand == 1 << (x.format.precision - 1):
        # Below a power of two the numbers lie twice as dense, except at the border to the subnormal ones.
        smaller = rounded(x.format, x.negative, 2 * x.significand - 1, x.exponent - 1)
        return (
            smaller
            if smaller < x or (x.negative and smaller > x)
            else rounded(x.format, x.negative, x.significand - 1, x.exponent)
        )
    return rounded(x.format, x.negative, x.significand + direction, x.exponent)


def _add_others() -> None:
    for suffix, name in _SUFFIXES.items():
        for scale, exponent in {"ldexp": "int", "scalbn": "int", "scalbln": "long"}.items():
            models.add(f"{name} {scale}{suffix}({name}, {exponent})", _scale_model(name))
        models.add(f"{name} frexp{suffix}({name}, int *)", _frexp_model(name))
        models.add(f"{name} modf{suffix}({name}, {name} *)", _modf_model(name))
        for inf in ("__builtin_inf", "__builtin_huge_val"):
            models.add(f"{name} {inf}{suffix}(void)", _constant_model(name, SoftFloat.infinity))
        models.add(f"{name} nan{suffix}(const char *)", _nan_model(name))


def _constant_model(type_name: str, make: Callable[[FloatFormat], SoftFloat]) -> Implementation:
    def run(call: Invocation) -> Value:
        type = call.floating(type_name)
        return harden(make(type.format), type)

    return run


def _nan_model(type_name: str) -> Implementation:
    def run(call: Invocation, payload: int) -> Value:
        if c_string(call.process, payload):
            raise NotInterpreted("a NaN with a payload")
        type = call.floating(type_name)
        return harden(abs(SoftFloat.nan(type.format)), type)

    return run


_add_others()

# ---------------------------------------------------------------------------------------------------- classes


def _is_normal(x: SoftFloat) -> bool:
    return x.is_finite and x.significand >> (x.format.precision - 1) == 1


@classifying("isnan", "__isnan")
def isnan(x: SoftFloat) -> int:
    return (0xFFFF if x.format == X87 else 1) if x.is_nan else 0


@classifying("isinf", "__isinf")
def isinf(x: SoftFloat) -> int:
    return (-1 if x.negative else 1) if x.is_infinite else 0


@classifying("finite", "__finite", "isfinite")
def isfinite(x: SoftFloat) -> int:
    return int(x.is_finite)


@classifying("isnormal")
def isnormal(x: SoftFloat) -> int:
    return int(_is_normal(x))


@classifying("signbit", "__signbit")
def signbit(x: SoftFloat) -> int:
    """What glibc leaves of the register or the status word it looks at."""
    return _SIGN_BITS[x.format.precision] if x.negative else 0


@integral("int", "__fpclassify", "fpclassify")
def fpclassify(x: SoftFloat) -> int:
    if x.is_nan:
        return _FP_NAN
    if x.is_infinite:
        return _FP_INFINITE
    if not x:
        return _FP_ZERO
    return _FP_NORMAL if _is_normal(x) else _FP_SUBNORMAL


_CLASSIFICATIONS: dict[str, Integral] = {
    "isnan": lambda x: int(x.is_nan),
    "isinf": lambda x: int(x.is_infinite),
    "isfinite": isfinite,
    "isnormal": isnormal,
    "signbit": signbit,
}
_COMPARISONS: dict[str, Callable[[SoftFloat, SoftFloat], bool]] = {
    "isgreater": lambda x, y: x > y,
    "isgreaterequal": lambda x, y: x >= y,
    "isless": lambda x, y: x < y,
    "islessequal": lambda x, y: x <= y,
    "islessgreater": lambda x, y: x < y or x > y,
    "isunordered": lambda x, y: x.is_nan or y.is_nan,
}


def _generic(call: Invocation, values: tuple[Value, ...]) -> list[SoftFloat]:
    """The arguments of a builtin for all types, in the widest format among them."""
    formats = [type.format for type in call.rest if isinstance(type, FloatType)]
    if len(formats) != len(call.rest) or not formats:
        raise NotInterpreted(f"{call.name} of something that is not a floating value")
    widest = max(formats, key=lambda format: format.precision)
    return [soften(value).convert(widest) for value in values]


def _add_generic() -> None:
    for name, classify in _CLASSIFICATIONS.items():
        models.add(f"int __builtin_{name}(...)", _classification_model(classify))
    models.add("int __builtin_isinf_sign(...)", lambda call, *values: isinf(*_generic(call, values)))
    for name, holds in _COMPARISONS.items():
        models.add(f"int __builtin_{name}(...)", _comparison_model(holds))


def _classification_model(classify: Integral) -> Implementation:
    return lambda call, *values: _class(call, classify(*_generic(call, values)))


def _comparison_model(holds: Callable[[SoftFloat, SoftFloat], bool]) -> Implementation:
    return lambda call, *values: int(holds(*_generic(call, values)))


_add_generic()


@models.function("int __builtin_fpclassify(int, int, int, int, int, ...)")
def builtin_fpclassify(call: Invocation, nan: int, infinite: int, normal: int, subnormal: int, zero: int, *x: Value) -> int:
    return (nan, infinite, zero, subnormal, normal)[fpclassify(*_generic(call, x))]
