"""Constructors of truth values, equalities and conditionals.

Like all constructors they simplify what can be seen at the surface of their arguments, and nothing that needs a search:
constants, neutral elements, double negations, repeated and complementary arguments.
"""

from __future__ import annotations

from collections.abc import Iterable

from whet.solvers.terms.sorts import BitVec, Sort
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
                return self._eq_extended(a, x, value)
            case _:
                return self.make_commutative(Op.EQ, a, constant, self.bool_sort)

    def _eq_extended(self, extended: Term, x: Term, value: int) -> Term:
        """``extended = value``, where the left side extends ``x``."""
        low = value & ((1 << x.width) - 1)
        if extended.op is Op.SIGN_EXTEND and low >> (x.width - 1):
            low_extended = low | ((1 << extended.width) - (1 << x.width))
        else:
            low_extended = low
        return self.eq(x, self.bv(low, x.width)) if low_extended == value else self.false

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
