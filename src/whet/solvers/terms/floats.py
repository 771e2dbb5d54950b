"""Constructors of floating-point numbers (SMT-LIB: FloatingPoint).

SMT-LIB leaves the conversion to a bit-vector open for a NaN, an infinity and a number that does not fit, and the engines use this
freedom.  ``fp_to_sbv`` and ``fp_to_ubv`` close it: they ask first whether the result fits, and are zero if not.

Keep the state of a program in bit-vectors and convert with ``fp_from_bits``: a float symbol in an interpolant comes back as
an internal symbol of the engine, and there is no operator from floats to their bits in SMT-LIB.
"""

from __future__ import annotations

from whet.cfa.softfloat import Rounding, SoftFloat
from whet.solvers.terms import ieee, meaning
from whet.solvers.terms.bitvectors import IntegerTerms
from whet.solvers.terms.sorts import BitVec, Float
from whet.solvers.terms.term import Op, Term

_NEAREST = Rounding.NEAREST_EVEN


class FloatTerms(IntegerTerms):
    """Floating-point arithmetic, comparison and conversion."""

    def fp(self, bits: int, sort: Float) -> Term:
        """The number with this encoding."""
        return self.make(Op.FP_CONST, sort=self.shared(sort), value=ieee.canonical(sort, bits))

    def _fp(self, value: SoftFloat) -> Term:
        return self.fp(ieee.encode(value), Float(value.format.exponent, value.format.precision))

    def _float_sort(self, *args: Term) -> Float:
        sort = args[0].sort
        if not isinstance(sort, Float) or any(arg.sort is not sort for arg in args):
            raise TypeError(f"{', '.join(map(str, args))} should be floats of one format")
        return sort

    # ---------------------------------------------------------------------------------------------- arithmetic

    def fp_add(self, a: Term, b: Term, rounding: Rounding = _NEAREST) -> Term:
        return self._fp_arithmetic(Op.FP_ADD, a, b, rounding)

    def fp_sub(self, a: Term, b: Term, rounding: Rounding = _NEAREST) -> Term:
        return self._fp_arithmetic(Op.FP_SUB, a, b, rounding)

    def fp_mul(self, a: Term, b: Term, rounding: Rounding = _NEAREST) -> Term:
        return self._fp_arithmetic(Op.FP_MUL, a, b, rounding)

    def fp_div(self, a: Term, b: Term, rounding: Rounding = _NEAREST) -> Term:
        return self._fp_arithmetic(Op.FP_DIV, a, b, rounding)

    def _fp_arithmetic(self, op: Op, a: Term, b: Term, rounding: Rounding) -> Term:
        sort = self._float_sort(a, b)
        if a.value is not None and b.value is not None:
            return self._fp(ieee.ARITHMETIC[op](ieee.decode(sort, a.value), ieee.decode(sort, b.value), rounding))
        return self.make(op, (a, b), sort=sort, name=rounding)

    def fp_sqrt(self, a: Term, rounding: Rounding = _NEAREST) -> Term:
        sort = self._float_sort(a)
        if a.value is not None:
            return self._fp(ieee.decode(sort, a.value).sqrt(rounding))
        return self.make(Op.FP_SQRT, (a,), sort=sort, name=rounding)

    def fp_round(self, a: Term, rounding: Rounding) -> Term:
        """The number rounded to an integer."""
        sort = self._float_sort(a)
        if a.value is not None:
            return self._fp(ieee.to_integral(rounding, ieee.decode(sort, a.value)))
        return self.make(Op.FP_ROUND, (a,), sort=sort, name=rounding)

    def fp_neg(self, a: Term) -> Term:
        sort = self._float_sort(a)
        if a.value is not None:
            return self._fp(-ieee.decode(sort, a.value))
        return a.args[0] if a.op is Op.FP_NEG else self.make_unary(Op.FP_NEG, a, sort)

    def fp_abs(self, a: Term) -> Term:
        sort = self._float_sort(a)
        if a.value is not None:
            return self._fp(abs(ieee.decode(sort, a.value)))
        return a if a.op is Op.FP_ABS else self.make_unary(Op.FP_ABS, a, sort)

    # ---------------------------------------------------------------------------------------------- comparison

    def fp_eq(self, a: Term, b: Term) -> Term:
        """``==`` of C: no NaN equals anything, the zeros are equal."""
        sort = self._float_sort(a, b)
        if a.value is not None and b.value is not None:
            return self.truth(ieee.decode(sort, a.value) == ieee.decode(sort, b.value))
        return self.make_commutative(Op.FP_EQ, a, b, self.bool_sort)

    def fp_lt(self, a: Term, b: Term) -> Term:
        sort = self._float_sort(a, b)
        if a.value is not None and b.value is not None:
            return self.truth(ieee.decode(sort, a.value) < ieee.decode(sort, b.value))
        return self.make_binary(Op.FP_LT, a, b, self.bool_sort)

    def fp_le(self, a: Term, b: Term) -> Term:
        sort = self._float_sort(a, b)
        if a.value is not None and b.value is not None:
            return self.truth(ieee.decode(sort, a.value) <= ieee.decode(sort, b.value))
        return self.make_binary(Op.FP_LE, a, b, self.bool_sort)

    def fp_gt(self, a: Term, b: Term) -> Term:
        return self.fp_lt(b, a)

    def fp_ge(self, a: Term, b: Term) -> Term:
        return self.fp_le(b, a)

    def fp_is_nan(self, a: Term) -> Term:
        sort = self._float_sort(a)
        if a.value is not None:
            return self.truth(ieee.decode(sort, a.value).is_nan)
        return self.make_unary(Op.FP_IS_NAN, a, self.bool_sort)

    def fp_is_inf(self, a: Term) -> Term:
        sort = self._float_sort(a)
        if a.value is not None:
            return self.truth(ieee.decode(sort, a.value).is_infinite)
        return self.make_unary(Op.FP_IS_INF, a, self.bool_sort)

    def fp_is_zero(self, a: Term) -> Term:
        sort = self._float_sort(a)
        if a.value is not None:
            return self.truth(not ieee.decode(sort, a.value))
        return self.make_unary(Op.FP_IS_ZERO, a, self.bool_sort)

    def fp_is_negative(self, a: Term) -> Term:
        """Has it a minus sign?  A NaN has none."""
        sort = self._float_sort(a)
        if a.value is not None:
            return self.truth(ieee.is_negative(ieee.decode(sort, a.value)))
        return self.make_unary(Op.FP_IS_NEGATIVE, a, self.bool_sort)

    # ---------------------------------------------------------------------------------------------- conversion

    def fp_from_bits(self, a: Term, sort: Float) -> Term:
        """The float that a bit-vector encodes."""
        if a.width != sort.width:
            raise TypeError(f"{a} has {a.width} bits, {sort} needs {sort.width}")
        if a.value is not None:
            return self.fp(a.value, sort)
        return self.make(Op.FP_FROM_BITS, (a,), sort=self.shared(sort), indices=(sort.exponent, sort.significand))

    def fp_from_fp(self, a: Term, sort: Float, rounding: Rounding = _NEAREST) -> Term:
        source = self._float_sort(a)
        if source == sort:
            return a
        if a.value is not None:
            return self._fp(ieee.decode(source, a.value).convert(sort.format, rounding))
        return self._to_fp(Op.FP_FROM_FP, a, sort, rounding)

    def fp_from_sbv(self, a: Term, sort: Float, rounding: Rounding = _NEAREST) -> Term:
        """A signed integer as a float."""
        if a.value is not None:
            return self._fp(SoftFloat.from_integer(sort.format, meaning.signed(a.width, a.value), rounding))
        return self._to_fp(Op.FP_FROM_SBV, a, sort, rounding)

    def fp_from_ubv(self, a: Term, sort: Float, rounding: Rounding = _NEAREST) -> Term:
        """An unsigned integer as a float."""
        if a.value is not None:
            return self._fp(SoftFloat.from_integer(sort.format, a.value, rounding))
        return self._to_fp(Op.FP_FROM_UBV, a, sort, rounding)

    def _to_fp(self, op: Op, a: Term, sort: Float, rounding: Rounding) -> Term:
        if op is not Op.FP_FROM_FP and not isinstance(a.sort, BitVec):
            raise TypeError(f"{a} is no bit-vector")
        return self.make(op, (a,), sort=self.shared(sort), name=rounding, indices=(sort.exponent, sort.significand))

    def fp_to_sbv(self, a: Term, width: int, rounding: Rounding = Rounding.TO_ZERO) -> Term:
        """The signed integer a float rounds to (C truncates); zero if it does not fit."""
        fits = self.fp_fits(a, rounding, low=-(1 << (width - 1)), high=1 << (width - 1))
        return self.ite(fits, self.fp_to_bv_unguarded(Op.FP_TO_SBV, a, width, rounding), self.bv(0, width))

    def fp_to_ubv(self, a: Term, width: int, rounding: Rounding = Rounding.TO_ZERO) -> Term:
        """The unsigned integer a float rounds to (C truncates); zero if it does not fit."""
        fits = self.fp_fits(a, rounding, low=0, high=1 << width)
        return self.ite(fits, self.fp_to_bv_unguarded(Op.FP_TO_UBV, a, width, rounding), self.bv(0, width))

    def fp_fits(self, a: Term, rounding: Rounding, *, low: int, high: int) -> Term:
        """Is the float, rounded to an integer, at least ``low`` and below ``high``?"""
        sort = self._float_sort(a)
        # Truncation stays below a bound if the number does; otherwise the rounded number is compared.
        integral = a if rounding is Rounding.TO_ZERO else self.fp_round(a, rounding)
        bound = SoftFloat.from_integer(sort.format, high, Rounding.UP)  # an infinity if that is too large
        below = self.fp_lt(integral, self._fp(bound))
        return self.and_(self._reaches(integral, sort, low, rounding), below, self.not_(self.fp_is_inf(a)))

    def _reaches(self, a: Term, sort: Float, low: int, rounding: Rounding) -> Term:
        """``a >= low``; or, where truncation is still to come, ``a > low - 1``."""
        under = SoftFloat.from_integer(sort.format, low - 1, Rounding.DOWN)
        if rounding is Rounding.TO_ZERO and under.is_finite and under.to_fraction() == low - 1:
            return self.fp_lt(self._fp(under), a)
        return self.fp_le(self._fp(SoftFloat.from_integer(sort.format, low, Rounding.UP)), a)  # nothing lies between the two

    def fp_to_bv_unguarded(self, op: Op, a: Term, width: int, rounding: Rounding) -> Term:
        """The conversion of SMT-LIB itself, which means nothing where the result does not fit.

        It is for readers of terms that were written with their guards."""
        sort = self._float_sort(a)
        if a.value is not None:
            return self.bv(ieee.to_bit_vector(op, width, rounding, ieee.decode(sort, a.value)), width)
        return self.make(op, (a,), sort=self.shared(BitVec(width)), name=rounding, indices=(width,))
