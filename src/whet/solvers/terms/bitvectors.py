"""Constructors of truth values, equalities, conditionals, bit-vectors (SMT-LIB: FixedSizeBitVectors) and mathematical integers
(Ints).

Like all constructors they simplify what the surface of their arguments shows, without any search: constants, neutral elements,
double negations, repeated and complementary arguments.

Normal forms: a constant argument of a commutative operator or of ``+`` comes second, ``x - c`` is ``x + (-c)``; there is no
``>`` and no ``>=``.

``int_div`` and ``int_mod`` are Euclidean, as in SMT-LIB, and divide only by constants other than zero: SMT-LIB leaves division
by zero open, and engines may differ.
"""

from __future__ import annotations

from collections.abc import Iterable

from whet.solvers.terms import meaning
from whet.solvers.terms.sorts import INT, BitVec, Sort
from whet.solvers.terms.term import Op, Term, TermTable

_LARGEST_FLATTENED = 32
"""Longer conjunctions are kept whole inside others, lest adding conjuncts one by one take quadratic time."""
_NOT, _AND, _OR, _EQ, _ITE, _SYMBOL = Op.NOT, Op.AND, Op.OR, Op.EQ, Op.ITE, Op.SYMBOL
"""See ``terms``: names are looked up faster than members."""


class BooleanTerms(TermTable):
    """Truth values, equality and ``ite``."""

    def not_(self, a: Term) -> Term:
        if a.op is _NOT:
            return a.args[0]
        if a.value is not None:
            return self.truth(not a.value)
        return self.make_unary(_NOT, a, self._truth_sort(a))

    def and_(self, *args: Term) -> Term:
        return self._junction(_AND, args, neutral=self.true, absorbing=self.false)

    def or_(self, *args: Term) -> Term:
        return self._junction(_OR, args, neutral=self.false, absorbing=self.true)

    def implies(self, a: Term, b: Term) -> Term:
        return self.or_(self.not_(a), b)

    def iff(self, a: Term, b: Term) -> Term:
        return self.eq(a, b)

    def xor(self, a: Term, b: Term) -> Term:
        return self.not_(self.eq(a, b))

    def distinct(self, a: Term, b: Term) -> Term:
        return self.not_(self.eq(a, b))

    def _junction(self, op: Op, args: Iterable[Term], *, neutral: Term, absorbing: Term) -> Term:
        bool_sort, negation_of = self.bool_sort, self.existing_negation
        kept: dict[int, Term] = {}
        for given in args:
            for arg in given.args if given.op is op and len(given.args) <= _LARGEST_FLATTENED else (given,):
                if arg is neutral:
                    continue
                complement = arg.args[0] if arg.op is _NOT else negation_of(arg)
                if arg is absorbing or (complement is not None and complement.number in kept):
                    return absorbing
                if arg.sort is not bool_sort:
                    self._truth_sort(arg)
                kept[arg.number] = arg
        if len(kept) > 2:
            return self.make(op, tuple(kept.values()), sort=bool_sort)
        if len(kept) == 2:
            a, b = kept.values()
            return self.make_commutative(op, a, b, bool_sort)
        return next(iter(kept.values()), neutral)

    def _truth_sort(self, a: Term) -> Sort:
        if a.sort is not self.bool_sort:
            raise TypeError(f"{a} of sort {a.sort} is no truth value")
        return a.sort

    # ---------------------------------------------------------------------------------------------- equality

    def eq(self, a: Term, b: Term) -> Term:
        """Are they the same?  For floats this is not ``==``: a NaN equals itself, the two zeros differ."""
        if a is b:
            return self.true
        if a.sort is not b.sort:
            raise TypeError(f"{a} of sort {a.sort} cannot equal {b} of sort {b.sort}")
        if a.value is not None:
            a, b = b, a
        if b.value is not None:
            return self._eq_constant(a, b, b.value)
        return self.make_commutative(_EQ, a, b, self.bool_sort)

    def _eq_constant(self, a: Term, constant: Term, value: int) -> Term:
        """``a = constant``."""
        if a.op is _SYMBOL and a.sort is not self.bool_sort:
            return self.make_commutative(_EQ, a, constant, self.bool_sort)
        match a:
            case Term(value=int()):
                return self.false
            case Term() if a.sort is self.bool_sort:
                return a if value else self.not_(a)
            case Term(op=Op.ITE, args=(condition, yes, no)) if yes.value is not None and no.value is not None:
                chosen = self.and_(condition, self.eq(yes, constant)), self.and_(self.not_(condition), self.eq(no, constant))
                return self.or_(*chosen)
            case Term(op=Op.BV_ADD, args=(x, Term(value=int(offset)))) if x.value is None:
                return self.eq(x, self.bv(value - offset, a.width))
            case Term(op=Op.ZERO_EXTEND | Op.SIGN_EXTEND, args=(x,)):
                # ``extended = value``, where the left side extends ``x``.
                low = value & ((1 << x.width) - 1)
                if a.op is Op.SIGN_EXTEND and low >> (x.width - 1):
                    low_extended = low | ((1 << a.width) - (1 << x.width))
                else:
                    low_extended = low
                return self.eq(x, self.bv(low, x.width)) if low_extended == value else self.false
            case _:
                return self.make_commutative(Op.EQ, a, constant, self.bool_sort)

    # ---------------------------------------------------------------------------------------------- conditionals

    def ite(self, condition: Term, yes: Term, no: Term) -> Term:
        if condition.value is not None:
            return yes if condition.value else no
        if condition.op is _NOT:
            condition, yes, no = condition.args[0], no, yes
        if yes.op is _ITE and yes.args[0] is condition:
            yes = yes.args[1]
        if no.op is _ITE and no.args[0] is condition:
            no = no.args[2]
        if yes is no:
            return yes
        if yes.sort is not no.sort or self._truth_sort(condition) is not self.bool_sort:
            raise TypeError(f"the branches {yes} and {no} have different sorts")
        simpler = self._ite_of_truths(condition, yes, no) if yes.sort is self.bool_sort else None
        return self.make(_ITE, (condition, yes, no), sort=yes.sort) if simpler is None else simpler

    def _ite_of_truths(self, condition: Term, yes: Term, no: Term) -> Term | None:
        """A conditional with a constant truth value in a branch, as a conjunction or disjunction."""
        if yes is self.true:
            return self.or_(condition, no)
        if yes is self.false:
            return self.and_(self.not_(condition), no)
        if no is self.true:
            return self.or_(self.not_(condition), yes)
        if no is self.false:
            return self.and_(condition, yes)
        return None

    def as_bit(self, condition: Term, width: int) -> Term:
        """1 if the condition holds, else 0: a truth value of C."""
        return self.ite(condition, self.bv(1, width), self.bv(0, width))

    def is_nonzero(self, a: Term) -> Term:
        """Does a bit-vector differ from zero?"""
        if not isinstance(a.sort, BitVec):
            raise TypeError(f"{a} is no bit-vector")
        return self.not_(self.eq(a, self.bv(0, a.width)))


_ADD = Op.BV_ADD
"""See ``terms``: names are looked up faster than members."""


class BitVectorTerms(BooleanTerms):
    """Bit-vectors of one width, their comparison, and what makes others of them."""

    def _common_sort(self, a: Term, b: Term) -> Sort:
        sort = a.sort
        if sort is not b.sort or type(sort) is not BitVec:
            raise TypeError(f"{a} and {b} should be bit-vectors of one width, not {a.sort} and {b.sort}")
        return sort

    def _folded(self, op: Op, a: int, b: int, width: int) -> Term:
        return self.bv(meaning.BIT_VECTOR[op](width, a, b), width)

    # ---------------------------------------------------------------------------------------------- commutative operators

    def bv_add(self, a: Term, b: Term) -> Term:
        if a.value is not None:
            a, b = b, a
        if b.value is not None:
            return self._add_constant(a, b, b.value)
        return self.make_commutative(_ADD, a, b, self._common_sort(a, b))

    def _add_constant(self, a: Term, constant: Term, value: int) -> Term:
        sort = self._common_sort(a, constant)
        if value == 0:
            return a
        if a.value is not None:
            return self.bv(a.value + value, a.width)
        if a.op is _ADD and (inner := a.args[1].value) is not None:
            return self.bv_add(a.args[0], self.bv(inner + value, a.width))
        return self.make_binary(_ADD, a, constant, sort)

    def bv_mul(self, a: Term, b: Term) -> Term:
        a, b, folded = self._constant_last(Op.BV_MUL, a, b)
        match b.value:
            case _ if folded is not None:
                return folded
            case 0:
                return b
            case 1:
                return a
            case _:
                return self.make_commutative(Op.BV_MUL, a, b, a.sort)

    def bv_and(self, a: Term, b: Term) -> Term:
        a, b, folded = self._constant_last(Op.BV_AND, a, b)
        if folded is not None:
            return folded
        if b.value == 0 or a is b:
            return b
        if b.value is not None and b.value == meaning.ones(b.width):
            return a
        return self.make_commutative(Op.BV_AND, a, b, a.sort)

    def bv_or(self, a: Term, b: Term) -> Term:
        a, b, folded = self._constant_last(Op.BV_OR, a, b)
        if folded is not None:
            return folded
        if b.value == 0 or a is b:
            return a
        if b.value is not None and b.value == meaning.ones(b.width):
            return b
        return self.make_commutative(Op.BV_OR, a, b, a.sort)

    def bv_xor(self, a: Term, b: Term) -> Term:
        a, b, folded = self._constant_last(Op.BV_XOR, a, b)
        if folded is not None:
            return folded
        if b.value == 0:
            return a
        if a is b:
            return self.bv(0, a.width)
        if b.value is not None and b.value == meaning.ones(b.width):
            return self.bv_not(a)
        return self.make_commutative(Op.BV_XOR, a, b, a.sort)

    def _constant_last(self, op: Op, a: Term, b: Term) -> tuple[Term, Term, Term | None]:
        """The arguments, a constant second; then the result, if both are constants."""
        self._common_sort(a, b)
        if a.value is None:
            return a, b, None
        return b, a, None if b.value is None else self._folded(op, b.value, a.value, a.width)

    # ---------------------------------------------------------------------------------------------- other arithmetic

    def bv_sub(self, a: Term, b: Term) -> Term:
        sort = self._common_sort(a, b)
        if b.value is not None:
            return self.bv_add(a, self.bv(-b.value, b.width))
        if a is b:
            return self.bv(0, a.width)
        if a.value == 0:
            return self.bv_neg(b)
        return self.make_binary(Op.BV_SUB, a, b, sort)

    def bv_neg(self, a: Term) -> Term:
        if a.value is not None:
            return self.bv(-a.value, a.width)
        if a.op is Op.BV_NEG:
            return a.args[0]
        return self.make_unary(Op.BV_NEG, a, self._common_sort(a, a))

    def bv_not(self, a: Term) -> Term:
        if a.value is not None:
            return self.bv(~a.value, a.width)
        if a.op is Op.BV_NOT:
            return a.args[0]
        return self.make_unary(Op.BV_NOT, a, self._common_sort(a, a))

    def bv_udiv(self, a: Term, b: Term) -> Term:
        """All ones if the divisor is zero."""
        return self._quotient(Op.BV_UDIV, a, b)

    def bv_sdiv(self, a: Term, b: Term) -> Term:
        """Truncated toward zero; -1 or 1 if the divisor is zero, by the sign of ``a``."""
        return self._quotient(Op.BV_SDIV, a, b)

    def bv_urem(self, a: Term, b: Term) -> Term:
        """``a`` if the divisor is zero."""
        return self._remainder(Op.BV_UREM, a, b)

    def bv_srem(self, a: Term, b: Term) -> Term:
        """With the sign of ``a``; ``a`` if the divisor is zero."""
        return self._remainder(Op.BV_SREM, a, b)

    def _quotient(self, op: Op, a: Term, b: Term) -> Term:
        if b.value == 1:  # even if that is -1, in bit-vectors of one bit
            return a
        return self._plain(op, a, b)

    def _remainder(self, op: Op, a: Term, b: Term) -> Term:
        if b.value == 0:
            return a
        if b.value == 1:
            return self.bv(0, a.width)
        return self._plain(op, a, b)

    def bv_shl(self, a: Term, b: Term) -> Term:
        return self._shifted(Op.BV_SHL, a, b)

    def bv_lshr(self, a: Term, b: Term) -> Term:
        return self._shifted(Op.BV_LSHR, a, b)

    def bv_ashr(self, a: Term, b: Term) -> Term:
        if b.value is not None and b.value >= b.width:
            b = self.bv(b.width - 1, b.width)
        return self._shifted(Op.BV_ASHR, a, b)

    def _shifted(self, op: Op, a: Term, b: Term) -> Term:
        if b.value is not None and b.value >= b.width:
            return self.bv(0, a.width)
        if b.value == 0:
            return a
        return self._plain(op, a, b)

    def _plain(self, op: Op, a: Term, b: Term) -> Term:
        """Simplified only if both are constants."""
        sort = self._common_sort(a, b)
        if a.value is not None and b.value is not None:
            return self._folded(op, a.value, b.value, a.width)
        return self.make_binary(op, a, b, sort)

    # ---------------------------------------------------------------------------------------------- comparison

    def bv_ult(self, a: Term, b: Term) -> Term:
        self._common_sort(a, b)
        if a is b or b.value == 0 or (a.value is not None and a.value == meaning.ones(a.width)):
            return self.false
        return self._compared(Op.BV_ULT, a, b)

    def bv_ule(self, a: Term, b: Term) -> Term:
        self._common_sort(a, b)
        if a is b or a.value == 0 or (b.value is not None and b.value == meaning.ones(b.width)):
            return self.true
        return self._compared(Op.BV_ULE, a, b)

    def bv_slt(self, a: Term, b: Term) -> Term:
        self._common_sort(a, b)
        return self.false if a is b else self._compared(Op.BV_SLT, a, b)

    def bv_sle(self, a: Term, b: Term) -> Term:
        self._common_sort(a, b)
        return self.true if a is b else self._compared(Op.BV_SLE, a, b)

    def bv_ugt(self, a: Term, b: Term) -> Term:
        return self.bv_ult(b, a)

    def bv_uge(self, a: Term, b: Term) -> Term:
        return self.bv_ule(b, a)

    def bv_sgt(self, a: Term, b: Term) -> Term:
        return self.bv_slt(b, a)

    def bv_sge(self, a: Term, b: Term) -> Term:
        return self.bv_sle(b, a)

    def _compared(self, op: Op, a: Term, b: Term) -> Term:
        if a.value is not None and b.value is not None:
            return self.truth(meaning.COMPARISON[op](a.width, a.value, b.value))
        return self.make_binary(op, a, b, self.bool_sort)

    # ---------------------------------------------------------------------------------------------- other widths

    def concat(self, high: Term, low: Term) -> Term:
        """The bits of both, those of ``high`` above."""
        width = high.width + low.width
        match high, low:
            case Term(value=int(above)), Term(value=int(below)):
                return self.bv(above << low.width | below, width)
            case Term(value=0), _:
                return self.zero_extend(low, high.width)
            case Term(op=Op.EXTRACT), Term(op=Op.EXTRACT) if _adjacent(high, low):
                return self.extract(high.args[0], high=high.indices[0], low=low.indices[1])
            case _:
                return self.make_binary(Op.CONCAT, high, low, self.bv_sort(width))

    def extract(self, a: Term, *, high: int, low: int) -> Term:
        """The bits from ``low`` to ``high``, both included."""
        if not 0 <= low <= high < a.width:
            raise ValueError(f"there are no bits {high} to {low} in {a}, which has {a.width}")
        if a.value is not None:
            return self.bv(meaning.extract(a.value, high, low), high - low + 1)
        if high - low + 1 == a.width:
            return a
        simpler = self._extracted_inside(a, high, low)
        return self._indexed(Op.EXTRACT, a, (high, low), high - low + 1) if simpler is None else simpler

    def _extracted_inside(self, a: Term, high: int, low: int) -> Term | None:
        """The extraction from an argument of ``a``, if the bits come from only one."""
        match a:
            case Term(op=Op.EXTRACT, args=(x,), indices=(_, offset)):
                return self.extract(x, high=high + offset, low=low + offset)
            case Term(op=Op.CONCAT, args=(above, below)):
                if low >= below.width:
                    return self.extract(above, high=high - below.width, low=low - below.width)
                return self.extract(below, high=high, low=low) if high < below.width else None
            case Term(op=Op.ZERO_EXTEND | Op.SIGN_EXTEND, args=(x,)) if high < x.width:
                return self.extract(x, high=high, low=low)
            case Term(op=Op.ZERO_EXTEND, args=(x,)) if low >= x.width:
                return self.bv(0, high - low + 1)
            case _:
                return None

    def zero_extend(self, a: Term, by: int) -> Term:
        if by == 0:
            return a
        if a.value is not None:
            return self.bv(a.value, a.width + by)
        if a.op is Op.ZERO_EXTEND:
            return self.zero_extend(a.args[0], a.indices[0] + by)
        return self._indexed(Op.ZERO_EXTEND, a, (by,), a.width + by)

    def sign_extend(self, a: Term, by: int) -> Term:
        if by == 0:
            return a
        if a.value is not None:
            return self.bv(meaning.sign_extend(a.width, a.value, by), a.width + by)
        if a.op is Op.SIGN_EXTEND:
            return self.sign_extend(a.args[0], a.indices[0] + by)
        if a.op is Op.ZERO_EXTEND:
            return self.zero_extend(a, by)
        return self._indexed(Op.SIGN_EXTEND, a, (by,), a.width + by)

    def resize(self, a: Term, width: int, *, signed: bool) -> Term:
        """The conversion between integers of C: cut off, or extended by zeros or by the sign."""
        if width <= a.width:
            return self.extract(a, high=width - 1, low=0)
        return self.sign_extend(a, width - a.width) if signed else self.zero_extend(a, width - a.width)

    def _indexed(self, op: Op, a: Term, indices: tuple[int, ...], width: int) -> Term:
        return self.make(op, (a,), sort=self.bv_sort(width), indices=indices)


def _adjacent(high: Term, low: Term) -> bool:
    """Are these two extractions next to each other in the same term?"""
    return high.args[0] is low.args[0] and high.indices[1] == low.indices[0] + 1


class IntegerTerms(BitVectorTerms):
    """Sums, products and comparison of integers."""

    def _integer_sort(self, a: Term, b: Term) -> Sort:
        if a.sort != INT or b.sort != INT:
            raise TypeError(f"{a} and {b} should be integers, not {a.sort} and {b.sort}")
        return a.sort

    def int_add(self, a: Term, b: Term) -> Term:
        sort = self._integer_sort(a, b)
        if a.value is not None:
            a, b = b, a
        match a, b:
            case Term(value=int(x)), Term(value=int(y)):
                return self.integer(x + y)
            case _, Term(value=0):
                return a
            case Term(op=Op.INT_ADD, args=(inner, Term(value=int(x)))), Term(value=int(y)):
                return self.int_add(inner, self.integer(x + y))
            case _:
                return self.make_commutative(Op.INT_ADD, a, b, sort)

    def int_sub(self, a: Term, b: Term) -> Term:
        sort = self._integer_sort(a, b)
        if b.value is not None:
            return self.int_add(a, self.integer(-b.value))
        if a is b:
            return self.integer(0)
        return self.make_binary(Op.INT_SUB, a, b, sort)

    def int_neg(self, a: Term) -> Term:
        return self.int_sub(self.integer(0), a)

    def int_mul(self, a: Term, b: Term) -> Term:
        sort = self._integer_sort(a, b)
        if a.value is not None:
            a, b = b, a
        match a.value, b.value:
            case int(x), int(y):
                return self.integer(x * y)
            case _, 0:
                return b
            case _, 1:
                return a
            case _:
                return self.make_commutative(Op.INT_MUL, a, b, sort)

    def int_div(self, a: Term, b: Term) -> Term:
        return a if b.value == 1 else self._divided(Op.INT_DIV, a, b)

    def int_mod(self, a: Term, b: Term) -> Term:
        return self.integer(0) if b.value in (1, -1) else self._divided(Op.INT_MOD, a, b)

    def _divided(self, op: Op, a: Term, b: Term) -> Term:
        sort = self._integer_sort(a, b)
        if not b.value:
            raise ValueError(f"integers are divided by constants other than zero only, not by {b}")
        if a.value is not None:
            return self.integer(meaning.INTEGER[op](a.value, b.value))
        return self.make_binary(op, a, b, sort)

    def int_le(self, a: Term, b: Term) -> Term:
        return self.true if a is b else self._integers_compared(Op.INT_LE, a, b)

    def int_lt(self, a: Term, b: Term) -> Term:
        return self.false if a is b else self._integers_compared(Op.INT_LT, a, b)

    def int_ge(self, a: Term, b: Term) -> Term:
        return self.int_le(b, a)

    def int_gt(self, a: Term, b: Term) -> Term:
        return self.int_lt(b, a)

    def _integers_compared(self, op: Op, a: Term, b: Term) -> Term:
        self._integer_sort(a, b)
        if a.value is not None and b.value is not None:
            return self.truth(bool(meaning.INTEGER[op](a.value, b.value)))
        return self.make_binary(op, a, b, self.bool_sort)
