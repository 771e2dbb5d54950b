"""Lowering of calls of mathematical functions that are operators of C in disguise: classes of numbers, comparisons,
``fabs``, and infinity and NaN.

Every analysis knows exactly what they do then, as it does not of a function of the library.  That is worth it for those that
ordinary programs use to be on the safe side (``if (isnan(x))``); the rest is left to the library.

A comparison with NaN is false, so ``x != x`` recognises it; ``isinf`` returns the sign, as glibc's does and as ``math.h`` makes
of the macro.  What these return where C only says *not zero* is what gcc and glibc return on x86, which the interpreter's
models of the same functions say, too (``interpreter.library.mathematics``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from whet.cfa.expressions import AddressOf, BinaryOp, Cast, Const, Expr, FloatConst, Lvalue, UnaryOp, Var, VariableKind
from whet.cfa.operations import Assign, Assume, Call
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import X87, FloatType, IntType
from whet.frontend import folding
from whet.frontend.builder import Builder
from whet.frontend.expressions import ExpressionLowering
from whet.frontend.tree import Tree
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The arguments of a call, in the same floating type, and what is made of them."""

    values: tuple[Expr, ...]
    type: FloatType
    int_type: IntType

    def whole(self, operator: BinaryOp, left: Expr, right: Expr) -> Expr:
        """An ``int``: a comparison of numbers, or what is made of two of them."""
        return folding.binary(operator, left, right, self.int_type)

    def is_infinity(self, sign: int) -> Expr:
        return self.whole(BinaryOp.EQ, self.values[0], _infinity(self.type, sign))

    def is_nan(self, number: int = 0) -> Expr:
        return self.whole(BinaryOp.NE, self.values[number], self.values[number])


def _infinity(type: FloatType, sign: int = 1) -> FloatConst:
    return FloatConst(SoftFloat.infinity(type.format, negative=sign < 0).to_bits(), type)


def _nan(type: FloatType) -> FloatConst:
    """The one with the empty text: quiet, positive, without payload."""
    return FloatConst((-SoftFloat.nan(type.format)).to_bits(), type)


_Meaning = Callable[[_Numbers], Expr]


def _comparison(operator: BinaryOp) -> _Meaning:
    return lambda given: given.whole(operator, *given.values)


def _is_nan(given: _Numbers) -> Expr:
    return given.is_nan()


def _is_nan_as_glibc_says(given: _Numbers) -> Expr:
    """For ``long double``, it leaves the bits it looked at."""
    return given.whole(BinaryOp.MUL, given.is_nan(), Const(0xFFFF if given.type.format == X87 else 1, given.int_type))


def _is_infinite(given: _Numbers) -> Expr:
    return given.whole(BinaryOp.OR, given.is_infinity(1), given.is_infinity(-1))


def _infinity_with_sign(given: _Numbers) -> Expr:
    return given.whole(BinaryOp.SUB, given.is_infinity(1), given.is_infinity(-1))


def _is_finite(given: _Numbers) -> Expr:
    above = given.whole(BinaryOp.GT, given.values[0], _infinity(given.type, -1))
    return given.whole(BinaryOp.AND, above, given.whole(BinaryOp.LT, given.values[0], _infinity(given.type, 1)))


def _is_less_or_greater(given: _Numbers) -> Expr:
    less, greater = (given.whole(operator, *given.values) for operator in (BinaryOp.LT, BinaryOp.GT))
    return given.whole(BinaryOp.OR, less, greater)


def _is_unordered(given: _Numbers) -> Expr:
    return given.whole(BinaryOp.OR, given.is_nan(0), given.is_nan(1))


_OF_ONE: Mapping[str, _Meaning] = {
    "__builtin_isnan": _is_nan,
    "__builtin_isinf": _is_infinite,
    "__builtin_isinf_sign": _infinity_with_sign,
    "__builtin_isfinite": _is_finite,
    **{f"{name}{suffix}": _is_nan_as_glibc_says for name in ("isnan", "__isnan") for suffix in ("", "f", "l")},
    **{f"{name}{suffix}": _infinity_with_sign for name in ("isinf", "__isinf") for suffix in ("", "f", "l")},
    **{f"{name}{suffix}": _is_finite for name in ("finite", "__finite") for suffix in ("", "f", "l")},
}
_OF_TWO: Mapping[str, _Meaning] = {
    "__builtin_isgreater": _comparison(BinaryOp.GT),
    "__builtin_isgreaterequal": _comparison(BinaryOp.GE),
    "__builtin_isless": _comparison(BinaryOp.LT),
    "__builtin_islessequal": _comparison(BinaryOp.LE),
    "__builtin_islessgreater": _is_less_or_greater,
    "__builtin_isunordered": _is_unordered,
}
_INFINITIES = frozenset(f"__builtin_{name}{suffix}" for name in ("inf", "huge_val") for suffix in ("", "f", "l"))
_NANS = frozenset(f"__builtin_nan{suffix}" for suffix in ("", "f", "l"))
_MAGNITUDES = frozenset(f"{prefix}fabs{suffix}" for prefix in ("", "__builtin_") for suffix in ("", "f", "l"))


def call_mathematics(expressions: ExpressionLowering, name: str, call: Call, _: Tree) -> bool:
    """Lower a call of a function without a body; False if it is none of these."""
    result = call.result
    if result is None or not isinstance(result.type, (IntType, FloatType)):
        return False
    value = _constant(name, call, result) or _value(expressions, name, call)
    if value is not None:
        expressions.builder.emit(Assign(result, folding.convert(value, result.type), call.origin))
        return True
    given = _numbers(expressions, call) if name in _MAGNITUDES and len(call.arguments) == 1 else None
    if given is None or given.type != result.type:
        return False
    _magnitude(expressions.builder, call, result, given)
    return True


def _constant(name: str, call: Call, result: Lvalue) -> Expr | None:
    if not isinstance(result.type, FloatType):
        return None
    if name in _INFINITIES and not call.arguments:
        return _infinity(result.type)
    return _nan(result.type) if name in _NANS and list(map(_is_empty_text, call.arguments)) == [True] else None


def _value(expressions: ExpressionLowering, name: str, call: Call) -> Expr | None:
    meaning = {1: _OF_ONE, 2: _OF_TWO}.get(len(call.arguments), {}).get(name)
    given = None if meaning is None else _numbers(expressions, call)
    return None if meaning is None or given is None else meaning(given)


def _numbers(expressions: ExpressionLowering, call: Call) -> _Numbers | None:
    """In the widest of their types, as the usual arithmetic conversions say; None if one is no floating value."""
    types = [argument.type for argument in call.arguments if isinstance(argument.type, FloatType)]
    if not types or len(types) != len(call.arguments):
        return None
    widest = max(types, key=lambda type: type.format.precision)
    values = tuple(folding.convert(argument, widest) for argument in call.arguments)
    return _Numbers(values, widest, expressions.int)


def _magnitude(builder: Builder, call: Call, result: Lvalue, given: _Numbers) -> None:
    """Minus zero becomes zero by adding zero; which NaN a NaN becomes is left to the library."""
    value, zero = given.values[0], FloatConst(0, given.type)
    negative, other, number, nan, join = (builder.node() for _ in range(5))
    builder.branch(given.whole(BinaryOp.LT, value, zero), negative, other, call.origin)
    builder.start(negative)
    builder.emit_to(Assign(result, folding.unary(UnaryOp.NEG, value, given.type), call.origin), join)
    builder.start(other)
    builder.branch(given.is_nan(), nan, number, call.origin)
    builder.start(number)
    builder.emit_to(Assign(result, folding.binary(BinaryOp.ADD, value, zero, given.type), call.origin), join)
    builder.start(nan)
    builder.emit(call)
    builder.emit_to(Assume(given.whole(BinaryOp.NE, result, result), True, call.origin), join)
    builder.start(join)


def _is_empty_text(expr: Expr) -> bool:
    match expr:
        case Cast(operand=operand):
            return _is_empty_text(operand)
        case AddressOf(lvalue=Var(variable=text)):
            return text.kind is VariableKind.STRING and text.image == b"\0"
        case _:
            return False
