"""Constructors of mathematical integers (SMT-LIB: Ints).

``int_div`` and ``int_mod`` are Euclidean, as in SMT-LIB, and divide only by constants other than zero: SMT-LIB leaves division by
zero open, and no two engines need agree about it.
"""

from __future__ import annotations

from whet.solvers.terms import meaning
from whet.solvers.terms.bitvectors import BitVectorTerms
from whet.solvers.terms.sorts import INT, Sort
from whet.solvers.terms.term import Op, Term


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
