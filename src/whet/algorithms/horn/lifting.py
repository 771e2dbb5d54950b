"""What was found over integers, said over bit-vectors.

A comparison of sums becomes one that holds for exactly the same numbers, computed in as many bits as it takes.  An equation is
also said *modulo* the width of its variables, if that is the same for all: where numbers wrap around, that is what stays true.
All of this are candidates: ``checking`` says which of them hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from whet.algorithms.horn.integers import Reading
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.integer_polynomials import Polynomial, polynomial
from whet.solvers.terms.sorts import BOOL, INT, Array, BitVec
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.walks import conjuncts, symbols
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """The bit-vector (or a product of several) that a symbol over integers stands for; an array has words of a reading."""

    factors: tuple[Term, ...]
    readings: tuple[Reading, ...]


class NotLifted(Exception):
    """A term over integers has no counterpart."""


_LONGEST = 512
"""Bits of a number."""


class Lifting:
    """Of formulas over the parameters of one relation."""

    def __init__(self, terms: Terms, origins: Mapping[Term, Origin]) -> None:
        self._t = terms
        self._origins = origins
        self.lost = 0
        """Conjuncts that nothing over bit-vectors says."""

    def candidates(self, formula: Term) -> Iterator[Term]:
        """The conjuncts, each exactly, and equations modulo their width, too.

        Equations between products are said modulo their width only: in more bits they hold where nothing ever wraps around,
        and nobody could show it."""
        parts = list(conjuncts(formula))
        bounds = {bound: part for part in parts if (bound := _upper_bound(part)) is not None}
        paired = [bound for bound in bounds if bound.times(-1) in bounds]
        for bound in paired:
            yield from self._lifted(self._t.eq(bound.term(self._t), self._t.integer(0)))
        for part in parts:
            if not any(bounds[bound] is part for bound in paired):
                yield from self._lifted(part)

    def _lifted(self, part: Term) -> Iterator[Term]:
        is_product = part.op is Op.EQ and self._has_products(part)
        is_said = False
        for lift in (self._modular,) if is_product else (self._exact, self._modular, self._tight):
            with suppress(NotLifted):
                yield lift(part)
                is_said = True
        self.lost += not is_said

    def _has_products(self, part: Term) -> bool:
        return any(len(self._origins[each].factors) > 1 for each in symbols(part) if each in self._origins)

    # ------------------------------------------------------------------------------------------ truth

    def _exact(self, term: Term) -> Term:
        return self._truth(term, self._compared)

    def _modular(self, term: Term) -> Term:
        if not any(each.op is Op.EQ for each in _atoms(term)):
            raise NotLifted("no equation")
        return self._truth(term, lambda op, a, b: self._congruent(a, b) if op is Op.EQ else self._compared(op, a, b))

    def _tight(self, term: Term) -> Term:
        """Alternatives with equations, modulo their width, in the place of bounds on sums: a bound breaks where numbers wrap
        around, and the bound in the other direction may stand elsewhere, under other conditions."""
        if term.op is not Op.OR:
            raise NotLifted("no alternatives")
        bounds = [0]

        def compare(op: Op, a: Term, b: Term) -> Term:
            if op is Op.EQ or len(symbols(a) | symbols(b)) < 2:
                return self._compared(op, a, b)
            bounds[0] += 1
            return self._congruent(a if op is Op.INT_LE else self._t.int_add(a, self._t.integer(1)), b)

        found = self._truth(term, compare)
        if not bounds[0]:
            raise NotLifted("no bound on a sum")
        return found

    def _truth(self, term: Term, compare: Callable[[Op, Term, Term], Term]) -> Term:
        t = self._t
        match term.op:
            case Op.TRUE | Op.FALSE:
                return term
            case Op.SYMBOL:
                return self._origin(term).factors[0]
            case Op.NOT if term.args[0].op in (Op.INT_LE, Op.INT_LT):
                b, a = term.args[0].args
                return compare(Op.INT_LT if term.args[0].op is Op.INT_LE else Op.INT_LE, a, b)
            case Op.NOT:
                return t.not_(self._truth(term.args[0], compare))
            case Op.AND | Op.OR:
                parts = [self._truth(arg, compare) for arg in term.args]
                return t.and_(*parts) if term.op is Op.AND else t.or_(*parts)
            case Op.ITE | Op.EQ if term.args[-1].sort == BOOL:
                parts = [self._truth(arg, compare) for arg in term.args]
                return t.ite(*parts) if term.op is Op.ITE else t.eq(*parts)
            case Op.EQ | Op.INT_LE | Op.INT_LT if term.args[0].sort == INT:
                return compare(term.op, *term.args)
            case _:
                raise NotLifted(f"{term.op} has no counterpart")

    def _compared(self, op: Op, a: Term, b: Term) -> Term:
        plain = self._plain(op, a, b)
        if plain is not None:
            return plain
        left, right = map(self._number, self._sides(a, b))
        width = max(left.width, right.width)
        return self._compare(op, self._wide(left, width), self._wide(right, width), Reading.SIGNED)

    def _sides(self, a: Term, b: Term) -> tuple[Term, Term]:
        """The same comparison without negative factors, if it is one of polynomials."""
        left, right = polynomial(a), polynomial(b)
        if left is None or right is None:
            return a, b
        above, below = _parted(left.plus(right.times(-1)))
        return above.term(self._t), below.term(self._t)

    def _plain(self, op: Op, a: Term, b: Term) -> Term | None:
        """The comparison of two variables of one type, or of one with a constant, without more bits."""
        difference = None if (left := polynomial(a)) is None or (right := polynomial(b)) is None else left.plus(right.times(-1))
        if difference is None:
            return None
        match sorted(difference.linear.items(), key=lambda item: -item[1]) if difference.is_linear else ():
            case [(x, 1), (y, -1)] if not difference.constant and self._type(x) == self._type(y) is not None:
                return self._compare(op, self._only(x), self._only(y), self._origin(x).readings[0])
            case [(x, 1)] if self._has(x, -difference.constant):
                return self._compare(op, self._only(x), self._constant(x, -difference.constant), self._origin(x).readings[0])
            case [(x, -1)] if self._has(x, difference.constant):
                return self._compare(op, self._constant(x, difference.constant), self._only(x), self._origin(x).readings[0])
            case _:
                return None

    def _compare(self, op: Op, a: Term, b: Term, reading: Reading) -> Term:
        t, signed = self._t, reading is Reading.SIGNED
        match op:
            case Op.EQ:
                return t.eq(a, b)
            case Op.INT_LE:
                return t.bv_sle(a, b) if signed else t.bv_ule(a, b)
            case _:
                return t.bv_slt(a, b) if signed else t.bv_ult(a, b)

    # ------------------------------------------------------------------------------------------ symbols

    def _origin(self, symbol: Term) -> Origin:
        found = self._origins.get(symbol)
        if found is None:
            raise NotLifted(f"{symbol} is no parameter")
        return found

    def _only(self, symbol: Term) -> Term:
        return self._origin(symbol).factors[0]

    def _type(self, symbol: Term) -> tuple[int, Reading] | None:
        origin = self._origins.get(symbol)
        if origin is None or len(origin.factors) > 1 or not isinstance(origin.factors[0].sort, BitVec):
            return None
        return origin.factors[0].width, origin.readings[0]

    def _has(self, symbol: Term, value: int) -> bool:
        """Is a number one of the values that a variable may have?"""
        match self._type(symbol):
            case width, Reading.SIGNED:
                return -(1 << (width - 1)) <= value < 1 << (width - 1)
            case width, _:
                return 0 <= value < 1 << width
            case _:
                return False

    def _constant(self, like: Term, value: int) -> Term:
        return self._t.bv(value, self._only(like).width)

    # ------------------------------------------------------------------------------------------ exact numbers

    def _number(self, term: Term) -> Term:
        """A signed bit-vector of enough bits."""
        found = self._wide_number(term)
        if found.width > _LONGEST:
            raise NotLifted("a number is too long")
        return found

    def _wide_number(self, term: Term) -> Term:
        t = self._t
        match term.op, term.args:
            case Op.INT_CONST, _:
                assert term.value is not None
                return t.bv(term.value, term.value.bit_length() + 1)
            case Op.SYMBOL, _:
                return self._product(self._origin(term))
            case ((Op.INT_ADD | Op.INT_SUB), (a, b)):
                left, right = self._number(a), self._number(b)
                width = 1 + max(left.width, right.width)
                made = t.bv_add if term.op is Op.INT_ADD else t.bv_sub
                return made(self._wide(left, width), self._wide(right, width))
            case Op.INT_MUL, (a, b):
                left, right = self._number(a), self._number(b)
                width = left.width + right.width
                return t.bv_mul(self._wide(left, width), self._wide(right, width))
            case ((Op.INT_MOD | Op.INT_DIV), (a, b)) if b.value is not None and b.value > 0:
                return self._divided(term.op, self._number(a), b.value)
            case Op.ITE, (condition, a, b):
                left, right = self._number(a), self._number(b)
                width = max(left.width, right.width)
                return t.ite(self._exact(condition), self._wide(left, width), self._wide(right, width))
            case Op.SELECT, (array, index):
                return self._word(array, index)
            case _:
                raise NotLifted(f"{term.op} has no counterpart")

    def _product(self, origin: Origin) -> Term:
        t, made = self._t, None
        for factor, reading in zip(origin.factors, origin.readings, strict=True):
            if not isinstance(factor.sort, BitVec):
                raise NotLifted("no number")
            signed = reading is Reading.SIGNED
            wide = factor if signed else t.zero_extend(factor, 1)
            if made is None:
                made = wide
            else:
                width = made.width + wide.width
                made = t.bv_mul(self._wide(made, width), self._wide(wide, width))
        assert made is not None
        return made

    def _word(self, array: Term, index: Term) -> Term:
        origin = self._origin(array)
        sort = origin.factors[0].sort
        assert isinstance(sort, Array)
        assert isinstance(sort.index, BitVec)
        number = self._number(index)
        wide = self._wide(number, max(number.width, sort.index.width))
        word = self._t.select(origin.factors[0], self._t.extract(wide, high=sort.index.width - 1, low=0))
        return word if origin.readings[0] is Reading.SIGNED else self._t.zero_extend(word, 1)

    def _divided(self, op: Op, value: Term, by: int) -> Term:
        """Euclidean: what is left is never negative.  A multiple of the divisor makes the number positive first."""
        t = self._t
        if by & (by - 1) == 0:
            return self._moved(op, value, by.bit_length() - 1)
        width = max(value.width, by.bit_length()) + 2
        more = by << value.width
        width = max(width, more.bit_length() + 2)
        positive, divisor = t.bv_add(self._wide(value, width), t.bv(more, width)), t.bv(by, width)
        if op is Op.INT_MOD:
            return t.bv_urem(positive, divisor)
        return t.bv_sub(t.bv_udiv(positive, divisor), t.bv(more // by, width))

    def _moved(self, op: Op, value: Term, bits: int) -> Term:
        """Divided by a power of two."""
        t = self._t
        wide = self._wide(value, max(value.width, bits + 1))
        if op is Op.INT_MOD:
            return t.zero_extend(t.extract(wide, high=bits - 1, low=0), 1)
        return t.extract(wide, high=wide.width - 1, low=bits)

    def _wide(self, number: Term, width: int) -> Term:
        return self._t.resize(number, width, signed=True)

    # ------------------------------------------------------------------------------------------ modulo

    def _congruent(self, a: Term, b: Term) -> Term:
        """Equal modulo the width that all variables have."""
        left, right = polynomial(a), polynomial(b)
        if left is None or right is None:
            raise NotLifted("no polynomial")
        both = left.plus(right.times(-1))
        widths = {factor.width for monomial in both.factors for each in monomial for factor in self._numbers(each).factors}
        if not widths:
            raise NotLifted("no variable")
        above, below = _parted(both)
        return self._t.eq(self._narrow(above, max(widths)), self._narrow(below, max(widths)))

    def _numbers(self, symbol: Term) -> Origin:
        origin = self._origin(symbol)
        if not all(isinstance(factor.sort, BitVec) for factor in origin.factors):
            raise NotLifted("no number")
        return origin

    def _narrow(self, value: Polynomial, width: int) -> Term:
        t, total = self._t, self._t.bv(0, width)
        for monomial, factor in value.factors.items():
            part = t.bv(factor, width)
            for each in monomial:
                origin = self._numbers(each)
                for number, reading in zip(origin.factors, origin.readings, strict=True):
                    part = t.bv_mul(t.resize(number, width, signed=reading is Reading.SIGNED), part)
            total = t.bv_add(total, part)
        return total


def _parted(value: Polynomial) -> tuple[Polynomial, Polynomial]:
    """The parts with positive and with negative factors, both positive."""
    above = Polynomial({monomial: factor for monomial, factor in value.factors.items() if factor > 0})
    return above, Polynomial({monomial: -factor for monomial, factor in value.factors.items() if factor < 0})


def _upper_bound(term: Term) -> Polynomial | None:
    """``p`` if the term says ``p <= 0``."""
    compared = term.args[0] if term.op is Op.NOT else term
    if compared.op not in (Op.INT_LE, Op.INT_LT):
        return None
    a, b = compared.args if term.op is not Op.NOT else reversed(compared.args)
    left, right = polynomial(a), polynomial(b)
    is_strict = (compared.op is Op.INT_LT) != (term.op is Op.NOT)
    return None if left is None or right is None else left.plus(right.times(-1)).plus(Polynomial({(): int(is_strict)}))


def _atoms(term: Term) -> Iterator[Term]:
    stack = [term]
    while stack:
        part = stack.pop()
        if part.op in (Op.NOT, Op.AND, Op.OR):
            stack += part.args
        else:
            yield part


__all__ = ["Lifting", "NotLifted", "Origin"]
