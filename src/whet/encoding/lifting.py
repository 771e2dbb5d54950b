"""Formulas over integers as formulas over bit-vectors: the way back from ``integers``.

A comparison becomes one that holds for exactly the same numbers, computed in as many bits as its sides need.  An equation also
has a form *modulo* the width of its variables: where numbers wrap around, that one stays true.  Both are checked with bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from math import prod

from whet.encoding.integers import Integers, Reading, element_reading, limits
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.integer_polynomials import IntegerPolynomial, polynomial
from whet.solvers.terms.sorts import BOOL, INT, Array, BitVec
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.walks import conjuncts, symbols
from whet.task.records import dataclass

_LONGEST = 512
"""Bits of a number."""


@dataclass(frozen=True, slots=True)
class SymbolOrigin:
    """The bit-vector (or a product of several) that a symbol over integers stands for; an array has words of a reading."""

    factors: tuple[Term, ...]
    readings: tuple[Reading, ...]


def origin_of(integers: Integers, symbol: Term) -> SymbolOrigin:
    """What the counterpart of a symbol stands for."""
    match symbol.sort:
        case Array(element=BitVec(width=width)):
            return SymbolOrigin((symbol,), (element_reading(width),))
        case BitVec(width=width):
            return SymbolOrigin((symbol,), (integers.reading(symbol) or element_reading(width),))
        case _:
            return SymbolOrigin((symbol,), (Reading.EITHER,))


class NotLifted(Exception):
    """A term over integers has no counterpart."""


class Lifting:
    """Of formulas over symbols whose origins are known."""

    def __init__(self, terms: Terms, origins: Mapping[Term, SymbolOrigin]) -> None:
        self._t = terms
        self._origins = origins
        self.lost = 0
        """Conjuncts that nothing over bit-vectors says."""

    def candidates(self, formula: Term) -> Iterator[Term]:
        """The conjuncts, each exactly, and equations modulo their width, too.

        Equations between products are said modulo their width only: in more bits they hold where nothing ever wraps around,
        and no solver could show it."""
        parts = list(conjuncts(formula))
        bounds = {bound: part for part in parts if (bound := _upper_bound(part)) is not None}
        paired = [bound for bound in bounds if bound.times(-1) in bounds]
        for bound in paired:
            yield from self._lifted(self._t.eq(bound.term(self._t), self._t.integer(0)))
        for part in parts:
            if not any(bounds[bound] is part for bound in paired):
                yield from self._lifted(part)

    def _lifted(self, part: Term) -> Iterator[Term]:
        origins = (self._origins[each] for each in symbols(part) if each in self._origins)
        is_product = part.op is Op.EQ and any(len(origin.factors) > 1 for origin in origins)
        is_said = False
        for lift in (self.modular,) if is_product else (self.exact, self.modular, self._tight):
            with suppress(NotLifted):
                yield lift(part)
                is_said = True
        self.lost += not is_said

    def exact(self, term: Term) -> Term:
        """The formula that holds for the same numbers; raises ``NotLifted``."""
        return self._truth(term, self._compared)

    def modular(self, term: Term) -> Term:
        """The same with equations modulo their width; raises ``NotLifted`` if there is none."""
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

    def _truth(self, formula: Term, compare: Callable[[Op, Term, Term], Term]) -> Term:
        known: dict[Term, Term] = {}

        def lifted(term: Term) -> Term:
            if term not in known:
                known[term] = made(term)
            return known[term]

        def made(term: Term) -> Term:
            match term.op:
                case Op.TRUE | Op.FALSE:
                    return term
                case Op.SYMBOL:
                    return self._origin(term).factors[0]
                case Op.NOT if term.args[0].op in (Op.INT_LE, Op.INT_LT):
                    b, a = term.args[0].args
                    return compare(Op.INT_LT if term.args[0].op is Op.INT_LE else Op.INT_LE, a, b)
                case Op.EQ | Op.INT_LE | Op.INT_LT if term.args[0].sort == INT:
                    return compare(term.op, *term.args)
                case Op.NOT | Op.AND | Op.OR | Op.ITE | Op.EQ if term.args[-1].sort == BOOL:
                    return self._t.rebuild(term, tuple([lifted(arg) for arg in term.args]))
                case _:
                    raise NotLifted(f"{term.op} has no counterpart")

        return lifted(formula)

    def _compared(self, op: Op, a: Term, b: Term) -> Term:
        """In as few bits as both sides fit into."""
        t, (left, right) = self._t, self._sides(a, b)
        width, signed = _room(*self._bounds(left), *self._bounds(right))
        x, y = self._bits(left, width), self._bits(right, width)
        match op:
            case Op.EQ:
                return t.eq(x, y)
            case Op.INT_LE:
                return t.bv_sle(x, y) if signed else t.bv_ule(x, y)
            case _:
                return t.bv_slt(x, y) if signed else t.bv_ult(x, y)

    def _congruent(self, a: Term, b: Term) -> Term:
        """Equal modulo the width of the widest variable."""
        if (both := _difference(a, b)) is None:
            raise NotLifted("no polynomial")
        numbers = [factor for monomial in both.factors for each in monomial for factor in self._origin(each).factors]
        if not numbers or not all(isinstance(each.sort, BitVec) for each in numbers):
            raise NotLifted("no variable")
        width = max(each.width for each in numbers)
        left, right = (self._bits(side, width) for side in self._sides(a, b))
        return self._t.eq(left, right)

    def _sides(self, a: Term, b: Term) -> tuple[Term, Term]:
        """The same comparison without negative factors, if it is one of polynomials; a constant stands alone if it can."""
        if (both := _difference(a, b)) is None:
            return a, b
        constant = both.constant
        above = {monomial: factor for monomial, factor in both.factors.items() if factor > 0 and monomial}
        below = {monomial: -factor for monomial, factor in both.factors.items() if factor < 0 and monomial}
        is_left = not above or (bool(below) and constant > 0)
        (above if is_left else below)[()] = constant if is_left else -constant
        return IntegerPolynomial(above).term(self._t), IntegerPolynomial(below).term(self._t)

    def _origin(self, symbol: Term) -> SymbolOrigin:
        found = self._origins.get(symbol)
        if found is None:
            raise NotLifted(f"{symbol} is unknown")
        return found

    def _bounds(self, term: Term) -> tuple[int, int]:
        """The least and the greatest value that a number may have."""
        match term.op, term.args:
            case Op.INT_CONST, _:
                assert term.value is not None
                return term.value, term.value
            case Op.SYMBOL, _:
                origin = self._origin(term)
                if not all(isinstance(factor.sort, BitVec) for factor in origin.factors):
                    raise NotLifted("no number")
                low, high = 1, 1
                for factor, reading in zip(origin.factors, origin.readings, strict=True):
                    low, high = _combined(Op.INT_MUL, low, high, *limits(reading, factor.width))
                return low, high
            case Op.SELECT, (array, _):
                return limits(self._origin(array).readings[0], self._word(array, self._t.integer(0)).width)
            case ((Op.INT_MOD | Op.INT_DIV), (a, Term(value=int(by)))) if by > 0:
                low, high = self._bounds(a)
                return (0, by - 1) if term.op is Op.INT_MOD else (low // by, high // by)
            case ((Op.INT_ADD | Op.INT_SUB | Op.INT_MUL | Op.ITE), (*_, a, b)):
                (low, high), (least, most) = self._bounds(a), self._bounds(b)
                return _combined(term.op, low, high, least, most)
            case _:
                raise NotLifted(f"{term.op} has no counterpart")

    def _bits(self, term: Term, width: int) -> Term:
        """A number modulo 2^width."""
        t = self._t
        match term.op, term.args:
            case Op.INT_CONST, _:
                assert term.value is not None
                return t.bv(term.value, width)
            case Op.SYMBOL, _:
                origin, product = self._origin(term), t.bv(1, width)
                for factor, reading in zip(origin.factors, origin.readings, strict=True):
                    product = t.bv_mul(t.resize(factor, width, signed=reading is Reading.SIGNED), product)
                return product
            case Op.SELECT, (array, index):
                return t.resize(self._word(array, index), width, signed=self._origin(array).readings[0] is Reading.SIGNED)
            case ((Op.INT_MOD | Op.INT_DIV), (a, Term(value=int(by)))):
                return self._divided(term.op, a, by, width)
            case Op.ITE, (condition, a, b):
                return t.ite(self.exact(condition), self._bits(a, width), self._bits(b, width))
            case _, (a, b):
                made = {Op.INT_ADD: t.bv_add, Op.INT_SUB: t.bv_sub, Op.INT_MUL: t.bv_mul}[term.op]
                return made(self._bits(a, width), self._bits(b, width))
            case _:
                raise NotLifted(f"{term.op} has no counterpart")

    def _word(self, array: Term, index: Term) -> Term:
        words = self._origin(array).factors[0]
        assert isinstance(words.array.index, BitVec)
        return self._t.select(words, self._bits(index, words.array.index.width))

    def _divided(self, op: Op, value: Term, by: int, width: int) -> Term:
        """Euclidean: the remainder is never negative.  A multiple of the divisor makes the number positive first."""
        t, (low, high), shift = self._t, self._bounds(value), by.bit_length() - 1
        if by == 1 << shift:
            if op is Op.INT_MOD:
                return t.resize(self._bits(value, shift), width, signed=False)
            inside, signed = _room(low, high, by)
            return t.resize(t.extract(self._bits(value, inside), high=inside - 1, low=shift), width, signed=signed)
        more = max(0, -(low // by))
        inside, _ = _room(high + more * by, by)
        positive, divisor = t.bv_add(self._bits(value, inside), t.bv(more * by, inside)), t.bv(by, inside)
        if op is Op.INT_MOD:
            return t.resize(t.bv_urem(positive, divisor), width, signed=False)
        return t.bv_sub(t.resize(t.bv_udiv(positive, divisor), width, signed=False), t.bv(more, width))


def _combined(op: Op, low: int, high: int, least: int, most: int) -> tuple[int, int]:
    """The bounds of what an operator makes of numbers within bounds."""
    match op:
        case Op.INT_ADD:
            return low + least, high + most
        case Op.INT_SUB:
            return low - most, high - least
        case Op.INT_MUL:
            ends = [prod(each) for each in ((low, least), (low, most), (high, least), (high, most))]
            return min(ends), max(ends)
        case _:
            return min(low, least), max(high, most)


def _room(*numbers: int) -> tuple[int, bool]:
    """The bits that some numbers fit into, and whether one of them is the sign."""
    signed = min(numbers) < 0
    width = max(1, *((~number if number < 0 else number).bit_length() for number in numbers)) + signed
    if width > _LONGEST:
        raise NotLifted("a number is too long")
    return width, signed


def _difference(a: Term, b: Term) -> IntegerPolynomial | None:
    left, right = polynomial(a), polynomial(b)
    return None if left is None or right is None else left.plus(right.times(-1))


def _upper_bound(term: Term) -> IntegerPolynomial | None:
    """``p`` if the term says ``p <= 0``."""
    compared = term.args[0] if term.op is Op.NOT else term
    if compared.op not in (Op.INT_LE, Op.INT_LT):
        return None
    a, b = compared.args if term.op is not Op.NOT else reversed(compared.args)
    is_strict = (compared.op is Op.INT_LT) != (term.op is Op.NOT)
    return None if (both := _difference(a, b)) is None else both.plus(IntegerPolynomial({(): int(is_strict)}))


def _atoms(term: Term) -> Iterator[Term]:
    stack = [term]
    seen: set[Term] = set()
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        if part.op in (Op.NOT, Op.AND, Op.OR):
            stack += part.args
        else:
            yield part
