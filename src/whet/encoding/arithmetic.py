"""The operators of C on terms: what ``whet.cfa.semantics`` computes with numbers, said as formulas.

Scalars are bit-vectors: integers and pointers of as many bits as their type has (one for ``_Bool``), floats by their bits, 80 of
them for the format of the x87.  The result of an operator on floats is a term of a float sort until its bits are needed
(``bits``); SMT-LIB has no operator for that, so the bits are a fresh symbol of which the formula says what it encodes.

Arithmetic of the x87 is not described: its results are fresh.

Where ``semantics`` raises ``Undefined``, the result is a fresh symbol too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Protocol

from whet.cfa.expressions import BinaryOp, UnaryOp
from whet.cfa.softfloat import Rounding
from whet.cfa.types import BINARY32, BINARY64, CType, FloatType, IntType, PointerType, ScalarType
from whet.solvers.terms import sorts
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Float
from whet.solvers.terms.term import Op, Term

X87_BITS = 80


class Openings(Protocol):
    """Gives symbols for values that are not determined, and takes note of them."""

    def undefined(self, when: Term, width: int, what: str) -> Term:
        """Any value, because the operands have no meaning if the condition holds."""

    def rough(self, width: int, what: str) -> Term:
        """Any value, because what it should be is not described."""

    def encoding(self, number: Term, width: int) -> Term:
        """Bits that encode a float."""


def width_of(type: CType) -> int:
    """The bits of a scalar."""
    match type:
        case IntType(width=width):
            return width
        case PointerType():
            return type.width
        case FloatType():
            return X87_BITS if is_x87(type) else 8 * type.size
        case _:
            raise TypeError(f"{type} is no scalar type")


def is_x87(type: CType) -> bool:
    return isinstance(type, FloatType) and type.format not in (BINARY32, BINARY64)


def float_sort(type: FloatType) -> Float:
    return sorts.BINARY32 if type.format == BINARY32 else sorts.BINARY64


class Arithmetic:
    """Operators on terms.  Operands are values of their C types; those of floating types may be of a float sort."""

    def __init__(self, terms: Terms, openings: Openings) -> None:
        self._terms = terms
        self._openings = openings

    def number(self, value: Term, type: FloatType) -> Term:
        """The float that a value of ``float`` or ``double`` is."""
        return value if isinstance(value.sort, Float) else self._terms.fp_from_bits(value, float_sort(type))

    def bits(self, value: Term) -> Term:
        """A value as a bit-vector."""
        if not isinstance(value.sort, Float):
            return value
        if value.op is Op.FP_FROM_BITS:
            return value.args[0]
        if value.value is not None and self._terms.fp_is_nan(value) is self._terms.false:
            return self._terms.bv(value.value, value.sort.width)
        return self._openings.encoding(value, value.sort.width)

    def truth(self, value: Term, type: CType) -> Term:
        """Does a scalar differ from zero?"""
        t = self._terms
        if is_x87(type):
            return t.is_nonzero(t.extract(value, high=X87_BITS - 2, low=0))
        if isinstance(type, FloatType):
            return t.not_(t.fp_is_zero(self.number(value, type)))
        return t.is_nonzero(value)

    def compare(self, op: BinaryOp, type: CType, a: Term, b: Term) -> Term:
        """A comparison of two values of one type, as a truth value."""
        t = self._terms
        if is_x87(type):
            return t.is_nonzero(self._openings.rough(1, "comparison of long double"))
        if isinstance(type, FloatType):
            return _FLOAT_COMPARISONS[op](t, self.number(a, type), self.number(b, type))
        signed = isinstance(type, IntType) and type.signed
        return (_SIGNED if signed else _UNSIGNED)[op](t, a, b)

    def unary(self, op: UnaryOp, type: CType, a: Term) -> Term:
        t = self._terms
        match op, type:
            case UnaryOp.NEG, FloatType():
                if isinstance(a.sort, Float):
                    return t.fp_neg(a)
                return t.bv_xor(a, t.bv(1 << (a.width - 1), a.width))
            case UnaryOp.NEG, _:
                return t.bv_neg(a)
            case UnaryOp.COMPLEMENT, _:
                return t.bv_not(a)
            case _:
                return t.as_bit(t.not_(self.truth(a, type)), 32)

    def binary(self, op: BinaryOp, type: CType, a: Term, b: Term) -> Term:
        """An operator whose result has the type of its left operand; the count of a shift has any width."""
        if is_x87(type):
            return self._openings.rough(X87_BITS, f"long double {op.value}")
        if isinstance(type, FloatType):
            return _FLOAT[op](self._terms, self.number(a, type), self.number(b, type))
        match op:
            case BinaryOp.DIV | BinaryOp.REM:
                t, width = self._terms, a.width
                signed = isinstance(type, IntType) and type.signed
                undefined = t.eq(b, t.bv(0, width))
                if signed:
                    undefined = t.or_(undefined, t.and_(t.eq(b, t.bv(-1, width)), t.eq(a, t.bv(1 << (width - 1), width))))
                if op is BinaryOp.DIV:
                    result = t.bv_sdiv(a, b) if signed else t.bv_udiv(a, b)
                else:
                    result = t.bv_srem(a, b) if signed else t.bv_urem(a, b)
                return self._unless(undefined, result, f"division ({op.value})")
            case BinaryOp.SHL | BinaryOp.SHR:
                count = b
                t, width = self._terms, a.width
                wide_enough = t.resize(count, max(count.width, width.bit_length() + 1), signed=False)
                undefined = t.not_(t.bv_ult(wide_enough, t.bv(width, wide_enough.width)))
                count = t.resize(wide_enough, width, signed=False)
                if op is BinaryOp.SHL:
                    result = t.bv_shl(a, count)
                else:
                    result = t.bv_ashr(a, count) if isinstance(type, IntType) and type.signed else t.bv_lshr(a, count)
                return self._unless(undefined, result, f"shift ({op.value})")
            case _:
                return _INTEGER[op](self._terms, a, b)

    def _unless(self, undefined: Term, result: Term, what: str) -> Term:
        t = self._terms
        if undefined is t.false:
            return result
        return t.ite(undefined, self._openings.undefined(undefined, result.width, what), result)

    def convert(self, source: CType, target: ScalarType, a: Term) -> Term:
        t = self._terms
        match source, target:
            case _, IntType(width=1):
                return t.as_bit(self.truth(a, source), 1)
            case IntType() | PointerType(), IntType() | PointerType():
                extends_sign = isinstance(source, PointerType) or source.signed
                return t.resize(a, target.width, signed=extends_sign)
            case FloatType(), FloatType() if source.format == target.format:
                return a
            case FloatType(), _ if is_x87(source):
                return self._openings.rough(width_of(target), f"conversion of long double to {target}")
            case _, FloatType() if is_x87(target):
                return self._openings.rough(X87_BITS, "conversion to long double")
            case FloatType(), FloatType():
                return t.fp_from_fp(self.number(a, source), float_sort(target))
            case FloatType(), IntType():
                number = self.number(a, source)
                t = self._terms
                fits = t.fp_fits(number, Rounding.TO_ZERO, low=target.min, high=target.max + 1)
                op = Op.FP_TO_SBV if target.signed else Op.FP_TO_UBV
                result = t.fp_to_bv_unguarded(op, number, target.width, Rounding.TO_ZERO)
                return self._unless(t.not_(fits), result, f"conversion to {target}")
            case IntType(), FloatType():
                make = t.fp_from_sbv if source.signed else t.fp_from_ubv
                return make(t.resize(a, max(a.width, 8), signed=source.signed), float_sort(target))
            case _:
                raise TypeError(f"conversion of {source} to {target}")


_Function = Callable[[Terms, Term, Term], Term]


def _different(t: Terms, a: Term, b: Term) -> Term:
    return t.not_(t.eq(a, b))


_SIGNED: Final[Mapping[BinaryOp, _Function]] = MappingProxyType(
    {
        BinaryOp.EQ: Terms.eq,
        BinaryOp.NE: _different,
        BinaryOp.LT: Terms.bv_slt,
        BinaryOp.LE: Terms.bv_sle,
        BinaryOp.GT: Terms.bv_sgt,
        BinaryOp.GE: Terms.bv_sge,
    }
)
_UNSIGNED: Final[Mapping[BinaryOp, _Function]] = MappingProxyType(
    {
        BinaryOp.EQ: Terms.eq,
        BinaryOp.NE: _different,
        BinaryOp.LT: Terms.bv_ult,
        BinaryOp.LE: Terms.bv_ule,
        BinaryOp.GT: Terms.bv_ugt,
        BinaryOp.GE: Terms.bv_uge,
    }
)
_FLOAT_COMPARISONS: Final[Mapping[BinaryOp, _Function]] = MappingProxyType(
    {
        BinaryOp.EQ: Terms.fp_eq,
        BinaryOp.NE: lambda t, a, b: t.not_(t.fp_eq(a, b)),
        BinaryOp.LT: Terms.fp_lt,
        BinaryOp.LE: Terms.fp_le,
        BinaryOp.GT: Terms.fp_gt,
        BinaryOp.GE: Terms.fp_ge,
    }
)
_INTEGER: Final[Mapping[BinaryOp, _Function]] = MappingProxyType(
    {
        BinaryOp.ADD: Terms.bv_add,
        BinaryOp.SUB: Terms.bv_sub,
        BinaryOp.MUL: Terms.bv_mul,
        BinaryOp.AND: Terms.bv_and,
        BinaryOp.OR: Terms.bv_or,
        BinaryOp.XOR: Terms.bv_xor,
    }
)
_FLOAT: Final[Mapping[BinaryOp, _Function]] = MappingProxyType(
    {BinaryOp.ADD: Terms.fp_add, BinaryOp.SUB: Terms.fp_sub, BinaryOp.MUL: Terms.fp_mul, BinaryOp.DIV: Terms.fp_div}
)
