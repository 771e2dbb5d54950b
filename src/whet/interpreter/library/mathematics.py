"""``math.h``, as far as a result is determined exactly: IEEE 754 operations, rounding to integers, taking apart, comparing.

All functions come in three types (``floor``, ``floorf``, ``floorl``); they are written once, on ``SoftFloat`` values of the
type's format.  What C libraries approximate (``sin``, ``exp``, ``pow``, ...) has no model.  Floating-point exceptions and
``errno`` are not modelled; rounding is to nearest.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from operator import ge, gt, le, lt
from typing import TypeAlias

from whet.cfa.semantics import Undefined, Value
from whet.cfa.softfloat import FloatClass, SoftFloat, rounded
from whet.cfa.types import X87, FloatType
from whet.interpreter.library.raw import c_string
from whet.interpreter.library.registry import Invocation, Models
from whet.interpreter.outcomes import NotInterpreted

models = Models()

_SUFFIXES = {"": "double", "f": "float", "l": "long double"}
_FP_NAN, _FP_INFINITE, _FP_ZERO, _FP_SUBNORMAL, _FP_NORMAL = range(5)
"""glibc's numbers of the classes of ``fpclassify``."""
_SIGN_BITS = {24: 1 << 3, 53: 1 << 7, 64: 1 << 9}

Numeric: TypeAlias = Callable[..., SoftFloat]


def soften(value: Value) -> SoftFloat:
    """A floating value as a ``SoftFloat`` of binary64 or x87; a ``float`` is a binary64 number, too."""
    return value if isinstance(value, SoftFloat) else SoftFloat.from_float(float(value))


def harden(value: SoftFloat, type: FloatType) -> Value:
    """A result rounded to its type, in the representation of that type."""
    rounded = value if value.format == type.format else value.convert(type.format)
    return rounded if type.size > 8 else float(rounded)


def _numeric(function: Numeric, type_name: str, call: Invocation, *values: Value) -> Value:
    """Arguments are converted to the format of the type, so that the result is rounded once."""
    type = call.floating(type_name)
    return harden(function(*(soften(value).convert(type.format) for value in values)), type)


def add_numeric(arguments: int, **functions: Numeric) -> None:
    """Register functions from floating values to one of the same type."""
    for name, function in functions.items():
        for suffix, type_name in _SUFFIXES.items():
            parameters = ", ".join([type_name] * arguments)
            models.add(f"{type_name} {name}{suffix}({parameters})", partial(_numeric, function, type_name))


Integral: TypeAlias = Callable[[SoftFloat], int]


def add_integral(result: str, **functions: Integral) -> None:
    """Register functions from a floating value to an integer."""

    def run(function: Integral, type_name: str, call: Invocation, value: Value) -> int:
        computed, target = function(soften(value).convert(call.floating(type_name).format)), call.integer(result)
        if not target.min <= computed <= target.max:
            raise Undefined(f"{call.name} of a number that does not fit {target}")
        return computed

    for name, function in functions.items():
        for suffix, type_name in _SUFFIXES.items():
            models.add(f"{result} {name}{suffix}({type_name})", partial(run, function, type_name))


def _class(call: Invocation, result: int) -> int:
    """C fixes only whether it is zero."""
    return call.process.rough_result(result, int(result != 0))


def _rounded(rounding: Callable[[Fraction], int], x: SoftFloat) -> SoftFloat:
    """An integral value of the same format; a zero keeps the sign."""
    if not x.is_finite:
        return x
    value = rounding(x.to_fraction())
    return rounded(x.format, x.negative if value == 0 else value < 0, abs(value), 0)


def _half_away(value: Fraction) -> int:
    magnitude = math.floor(abs(value) + Fraction(1, 2))
    return -magnitude if value < 0 else magnitude


def _integer_of(rounding: Callable[[Fraction], int], x: SoftFloat) -> int:
    if not x.is_finite:
        raise Undefined(f"conversion of {x} to an integer")
    return rounding(x.to_fraction())


_truncated, _to_even = partial(_rounded, math.trunc), partial(_rounded, round)
add_numeric(1, floor=partial(_rounded, math.floor), ceil=partial(_rounded, math.ceil), trunc=_truncated)
add_numeric(1, round=partial(_rounded, _half_away), rint=_to_even, nearbyint=_to_even, roundeven=_to_even)
add_integral("long", lround=partial(_integer_of, _half_away), lrint=partial(_integer_of, round))
add_integral("long long", llround=partial(_integer_of, _half_away), llrint=partial(_integer_of, round))


def _with_sign_of(x: SoftFloat, y: SoftFloat) -> SoftFloat:
    return -x if x.negative != y.negative else x


def _remainder(rounding: Callable[[Fraction], int], x: SoftFloat, y: SoftFloat) -> SoftFloat:
    """The exact remainder of a division whose quotient is rounded this way."""
    if x.is_nan or y.is_nan:
        return x + y
    if x.is_infinite or not y:
        return SoftFloat.nan(x.format)
    if y.is_infinite:
        return x
    dividend, divisor = x.to_fraction(), y.to_fraction()
    rest = dividend - rounding(dividend / divisor) * divisor
    return SoftFloat.from_fraction(x.format, rest) if rest else SoftFloat.zero(x.format, negative=x.negative)


def _fma(x: SoftFloat, y: SoftFloat, z: SoftFloat) -> SoftFloat:
    """``x * y + z``, rounded once."""
    if not (x.is_finite and y.is_finite):
        return x * y + z
    if not z.is_finite:
        return z
    exact = x.to_fraction() * y.to_fraction() + z.to_fraction()
    if exact:
        return SoftFloat.from_fraction(x.format, exact)
    return SoftFloat.zero(x.format, negative=x.negative != y.negative and z.negative)


def _fdim(x: SoftFloat, y: SoftFloat) -> SoftFloat:
    if x.is_nan or y.is_nan:
        return x + y
    return x - y if x > y else SoftFloat.zero(x.format)


def _extreme(is_first: Callable[[SoftFloat, SoftFloat], bool], x: SoftFloat, y: SoftFloat) -> SoftFloat:
    if x.is_nan or y.is_nan:
        return y if x.is_nan else x
    if x == y and x.negative != y.negative:
        raise NotInterpreted("fmin or fmax of zeros with different signs")
    return x if is_first(x, y) else y


_ieee_remainder = partial(_remainder, round)
add_numeric(1, fabs=abs, sqrt=SoftFloat.sqrt)
add_numeric(2, copysign=_with_sign_of, fmod=partial(_remainder, math.trunc), remainder=_ieee_remainder, drem=_ieee_remainder)
add_numeric(2, fdim=_fdim, fmax=partial(_extreme, gt), fmin=partial(_extreme, lt))
add_numeric(3, fma=_fma)


def _scaled(x: SoftFloat, exponent: int) -> SoftFloat:
    if not x.is_finite or not x:
        return x
    reach = 1 << (x.format.exponent + 1)
    return rounded(x.format, x.negative, x.significand, x.exponent + min(max(exponent, -reach), reach))


def _logarithm(x: SoftFloat) -> int:
    """The exponent of the leading bit of a finite number that is not zero."""
    return x.significand.bit_length() - 1 + x.exponent


def _scale(type_name: str, call: Invocation, x: Value, exponent: int) -> Value:
    type = call.floating(type_name)
    return harden(_scaled(soften(x).convert(type.format), exponent), type)


def _frexp(type_name: str, call: Invocation, x: Value, target: int) -> Value:
    type, value = call.floating(type_name), soften(x)
    exponent = _logarithm(value) + 1 if value.is_finite and value else 0
    call.process.access.storer(call.process.machine.int)(target, exponent)
    return harden(_scaled(value, -exponent), type)


def _modf(type_name: str, call: Invocation, x: Value, target: int) -> Value:
    type, value = call.floating(type_name), soften(x)
    whole = _truncated(value)
    call.process.access.storer(type)(target, harden(whole, type))
    fraction = SoftFloat.zero(value.format) if value.is_infinite else value - whole
    return harden(fraction if value.is_nan else _with_sign_of(fraction, value), type)


def _infinity(type_name: str, call: Invocation) -> Value:
    type = call.floating(type_name)
    return harden(SoftFloat.infinity(type.format), type)


def _nan(type_name: str, call: Invocation, payload: int) -> Value:
    if c_string(call.process, payload):
        raise NotInterpreted("a NaN with a payload")
    type = call.floating(type_name)
    return harden(abs(SoftFloat.nan(type.format)), type)


for _suffix, _name in _SUFFIXES.items():
    for _scaling, _exponent in {"ldexp": "int", "scalbn": "int", "scalbln": "long"}.items():
        models.add(f"{_name} {_scaling}{_suffix}({_name}, {_exponent})", partial(_scale, _name))
    models.add(f"{_name} frexp{_suffix}({_name}, int *)", partial(_frexp, _name))
    models.add(f"{_name} modf{_suffix}({_name}, {_name} *)", partial(_modf, _name))
    models.add(f"{_name} __builtin_inf{_suffix}(void)", partial(_infinity, _name))
    models.add(f"{_name} __builtin_huge_val{_suffix}(void)", partial(_infinity, _name))
    models.add(f"{_name} nan{_suffix}(const char *)", partial(_nan, _name))


def _logb(x: SoftFloat) -> SoftFloat:
    if x.is_nan:
        return x + x
    if x.is_infinite:
        return abs(x)
    return SoftFloat.from_integer(x.format, _logarithm(x)) if x else SoftFloat.infinity(x.format, negative=True)


def _ilogb(x: SoftFloat) -> int:
    if x.is_finite and x:
        return _logarithm(x)
    return 0x7FFFFFFF if x.is_infinite else -0x80000000


def _nextafter(x: SoftFloat, y: SoftFloat) -> SoftFloat:
    """The neighbour of x on the way to y; the magnitudes of one sign are numbered consecutively by their encodings."""
    if x.is_nan or y.is_nan:
        return x + y
    if x == y:
        return y
    if not x:
        return rounded(x.format, y.negative, 1, x.exponent)
    if x.is_infinite:
        largest = (1 << x.format.precision) - 1
        return SoftFloat(x.format, FloatClass.FINITE, x.negative, largest, x.format.emax - x.format.precision + 1)
    if (x < y) != x.negative:
        return rounded(x.format, x.negative, x.significand + 1, x.exponent)
    if x.significand == 1 << (x.format.precision - 1):
        # Below a power of two the numbers lie twice as dense, except at the border to the subnormal ones.
        smaller = rounded(x.format, x.negative, 2 * x.significand - 1, x.exponent - 1)
        if smaller < x or (x.negative and smaller > x):
            return smaller
    return rounded(x.format, x.negative, x.significand - 1, x.exponent)


add_numeric(1, logb=_logb)
add_numeric(2, nextafter=_nextafter)
add_integral("int", ilogb=_ilogb)


def _is_normal(x: SoftFloat) -> bool:
    return x.is_finite and x.significand >> (x.format.precision - 1) == 1


def _isnan(x: SoftFloat) -> int:
    return (0xFFFF if x.format == X87 else 1) if x.is_nan else 0


def _isinf(x: SoftFloat) -> int:
    return (-1 if x.negative else 1) if x.is_infinite else 0


def _isfinite(x: SoftFloat) -> int:
    return int(x.is_finite)


def _isnormal(x: SoftFloat) -> int:
    return int(_is_normal(x))


def _signbit(x: SoftFloat) -> int:
    """The bits that glibc returns."""
    return _SIGN_BITS[x.format.precision] if x.negative else 0


def _fpclassify(x: SoftFloat) -> int:
    if x.is_nan:
        return _FP_NAN
    if x.is_infinite:
        return _FP_INFINITE
    if not x:
        return _FP_ZERO
    return _FP_NORMAL if _is_normal(x) else _FP_SUBNORMAL


def _classify(function: Integral, type_name: str, call: Invocation, value: Value) -> int:
    return _class(call, function(soften(value).convert(call.floating(type_name).format)))


for _function, _names in {
    _isnan: ("isnan", "__isnan"),
    _isinf: ("isinf", "__isinf"),
    _isfinite: ("finite", "__finite", "isfinite"),
    _isnormal: ("isnormal",),
    _signbit: ("signbit", "__signbit"),
}.items():
    for _name, (_suffix, _type) in product(_names, _SUFFIXES.items()):
        models.add(f"int {_name}{_suffix}({_type})", partial(_classify, _function, _type))
add_integral("int", __fpclassify=_fpclassify, fpclassify=_fpclassify)


def _generic(call: Invocation, values: tuple[Value, ...]) -> list[SoftFloat]:
    """The arguments of a builtin for all types, in the widest format among them."""
    formats = [type.format for type in call.rest if isinstance(type, FloatType)]
    if len(formats) != len(call.rest) or not formats:
        raise NotInterpreted(f"{call.name} of something that is not a floating value")
    widest = max(formats, key=lambda format: format.precision)
    return [soften(value).convert(widest) for value in values]


def _classify_any(classify: Integral, call: Invocation, *values: Value) -> int:
    return _class(call, classify(*_generic(call, values)))


def _compare_any(holds: Callable[[SoftFloat, SoftFloat], bool], call: Invocation, *values: Value) -> int:
    return int(holds(*_generic(call, values)))


_ANY_CLASSES: dict[str, Integral] = {
    "isnan": lambda x: int(x.is_nan),
    "isinf": lambda x: int(x.is_infinite),
    "isfinite": _isfinite,
    "isnormal": _isnormal,
    "signbit": _signbit,
}
_COMPARISONS: dict[str, Callable[[SoftFloat, SoftFloat], bool]] = {
    "isgreater": gt,
    "isgreaterequal": ge,
    "isless": lt,
    "islessequal": le,
    "islessgreater": lambda x, y: x < y or x > y,
    "isunordered": lambda x, y: x.is_nan or y.is_nan,
}
for _name, _class_of in _ANY_CLASSES.items():
    models.add(f"int __builtin_{_name}(...)", partial(_classify_any, _class_of))
for _name, _holds in _COMPARISONS.items():
    models.add(f"int __builtin_{_name}(...)", partial(_compare_any, _holds))
models.add("int __builtin_isinf_sign(...)", lambda call, *values: _isinf(*_generic(call, values)))


@models.function("int __builtin_fpclassify(int, int, int, int, int, ...)")
def builtin_fpclassify(call: Invocation, nan: int, infinite: int, normal: int, subnormal: int, zero: int, *x: Value) -> int:
    return (nan, infinite, zero, subnormal, normal)[_fpclassify(*_generic(call, x))]
