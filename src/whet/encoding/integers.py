"""Terms over bit-vectors as terms over mathematical integers: for guessing, never for deciding.

Proofs over integers generalise where proofs over bits do not.  So interpolants and solutions of Horn clauses are looked for over
integers, too.  A bit-vector becomes the number that its bits stand for, signed or unsigned as its variable is; where an operator
wants the other reading, the number is converted.  Terms without a counterpart (bit operations, floats, divisions by variables)
are any number of the right size.  Four kinds of arithmetic differ in how they treat sums that leave the range of their type:

* ``LINEAR``: sums are those of mathematics, readings are not converted, and only linear operators have counterparts;
* ``PLAIN``: sums are those of mathematics;
* ``RANGED``: the same, but no run comes to a relation with a number outside its type;
* ``WRAPPING``: unsigned numbers wrap around.

Results are translated back (``lifting``) and checked with bits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeAlias

from whet.cfa.types import IntType
from whet.encoding.vocabulary import Vocabulary
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, INT, Array, BitVec, Sort
from whet.solvers.terms.term import Op, Term, reachable

WORDS: Final = Array(INT, INT)
_TRUNCATING: Final = 32
"""Conversions to fewer bits than these are exact in every arithmetic: programs mean them."""


class Wrapping(Enum):
    LINEAR = "linear integers"
    PLAIN = "integers"
    RANGED = "integers within the ranges of their types"
    WRAPPING = "integers that wrap around"


class Reading(Enum):
    """Which number the bits of a term stand for."""

    SIGNED = "signed"
    UNSIGNED = "unsigned"
    EITHER = "the same"


_SIGNED_OPERATORS: Final = frozenset({Op.BV_SLT, Op.BV_SLE, Op.SIGN_EXTEND, Op.BV_SDIV, Op.BV_SREM})
_UNSIGNED_OPERATORS: Final = frozenset({Op.BV_ULT, Op.BV_ULE, Op.ZERO_EXTEND, Op.BV_UDIV, Op.BV_UREM})
_LINEAR: Final = frozenset(
    {Op.BV_CONST, Op.SYMBOL, Op.ITE, Op.BV_ADD, Op.BV_SUB, Op.BV_MUL, Op.BV_NEG, Op.BV_SHL, Op.ZERO_EXTEND, Op.SIGN_EXTEND}
)

_NO_INPUTS: Final[Mapping[Term, Reading]] = MappingProxyType({})

Number: TypeAlias = tuple[Term, Reading]


class Integers:
    """The counterparts of symbols in one kind of arithmetic."""

    def __init__(self, terms: Terms, vocabulary: Vocabulary, wrapping: Wrapping) -> None:
        self.terms = terms
        self.wrapping = wrapping
        self._vocabulary = vocabulary
        self._opaque = 0

    def symbol(self, symbol: Term) -> Term:
        """The counterpart of a symbol; one of a sort that has none is a number, too."""
        return self.terms.symbol(f"{symbol.name}~", _sort(symbol.sort))

    def reading(self, symbol: Term) -> Reading | None:
        """By the type of its variable; None if it stands for none."""
        known = self._vocabulary.base_of(symbol)
        base = symbol if known is None else known
        variable = self._vocabulary.described(base)
        if variable is None:
            return None if self._vocabulary.is_loose(base) else Reading.UNSIGNED
        signed = isinstance(variable.type, IntType) and variable.type.signed
        return Reading.SIGNED if signed else Reading.UNSIGNED

    def opaque(self, sort: Sort) -> Term:
        """Any value."""
        self._opaque += 1
        return self.terms.symbol(f"opaque~{self._opaque}", sort)


def _sort(sort: Sort) -> Sort:
    return WORDS if isinstance(sort, Array) else BOOL if sort == BOOL else INT


def element_reading(width: int) -> Reading:
    """Of the words of memory, whose types are not known here."""
    return Reading.SIGNED if width >= 32 else Reading.UNSIGNED


def limits(reading: Reading, width: int) -> tuple[int, int]:
    """The least and the greatest number of so many bits."""
    return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if reading is Reading.SIGNED else (0, (1 << width) - 1)


class IntegerTranslation:
    """The terms below some roots, bottom-up."""

    def __init__(
        self, integers: Integers, roots: Iterable[Term], given: Collection[Term] = (), inputs: Mapping[Term, Reading] = _NO_INPUTS
    ) -> None:
        """The ranges of ``given`` symbols are known elsewhere; ``inputs`` have these readings."""
        self._integers = integers
        self._t = integers.terms
        self._is_linear = integers.wrapping is Wrapping.LINEAR
        self._wraps = integers.wrapping is Wrapping.WRAPPING
        self._given = given
        self._made: dict[Term, Term] = {}
        """Truth values and arrays."""
        self._numbers: dict[Term, Number] = {}
        self.side: list[Term] = []
        """Facts about values that have no exact counterpart."""
        order = list(reachable(tuple(roots)))
        self._readings = {**_readings(integers, order), **inputs}
        for term in order:
            match term.sort:
                case BitVec(width=width):
                    is_said = not self._is_linear or term.op in _LINEAR or (term.op is Op.EXTRACT and width >= _TRUNCATING)
                    self._numbers[term] = (self._bits(term) if is_said else None) or self._any(width)
                case Array() if not self._is_linear:
                    self._made[term] = made if (made := self._array(term)) is not None else self._integers.opaque(WORDS)
                case _ if term.sort == BOOL:
                    self._made[term] = made if (made := self._truth(term)) is not None else self._integers.opaque(BOOL)
                case _:
                    pass  # floats are not looked at

    def of(self, term: Term) -> Term:
        """The counterpart of a truth value or an array; any value for a float."""
        return self._made[term] if term in self._made else self._integers.opaque(_sort(term.sort))

    def number(self, term: Term, reading: Reading) -> Term:
        """The number that the bits stand for, in this reading."""
        t, (value, known), full = self._t, self._numbers[term], 1 << term.width
        if Reading.EITHER in (known, reading) or known is reading:
            return value
        if value.value is not None:
            wrapped = value.value % full
            return t.integer(wrapped - full if reading is Reading.SIGNED and wrapped >= full // 2 else wrapped)
        if self._is_linear:
            return self._branched(term, reading) if term.op is Op.ITE else value
        if reading is Reading.SIGNED:
            return t.ite(t.int_le(t.integer(full // 2), value), t.int_sub(value, t.integer(full)), value)
        return t.ite(t.int_lt(value, t.integer(0)), t.int_add(value, t.integer(full)), value)

    def limit(self, value: Term, reading: Reading, width: int) -> None:
        """Add to the side that a number has so many bits."""
        low, high = limits(reading, width)
        self.side += [self._t.int_le(self._t.integer(low), value), self._t.int_le(value, self._t.integer(high))]

    def _kind(self, *operands: Term) -> Reading:
        """In which sums and products of these are computed."""
        found = [self._numbers[each][1] for each in operands if each.value is None]
        return next((reading for reading in found if reading is not Reading.EITHER), Reading.SIGNED)

    def _any(self, width: int) -> Number:
        value = self._integers.opaque(INT)
        if self._is_linear:
            return value, Reading.EITHER
        self.limit(value, Reading.UNSIGNED, width)
        return value, Reading.UNSIGNED

    def _truth(self, term: Term) -> Term | None:
        t, args = self._t, term.args
        match term.op:
            case Op.TRUE | Op.FALSE:
                return term
            case Op.SYMBOL:
                return self._integers.symbol(term)
            case Op.BV_ULT | Op.BV_ULE | Op.BV_SLT | Op.BV_SLE:
                reading = Reading.SIGNED if term.op in _SIGNED_OPERATORS else Reading.UNSIGNED
                a, b = (self.number(arg, reading) for arg in args)
                return t.int_lt(a, b) if term.op in (Op.BV_ULT, Op.BV_SLT) else t.int_le(a, b)
            case Op.EQ if isinstance(args[0].sort, BitVec):
                reading = self._kind(*args)
                return t.eq(*(self.number(arg, reading) for arg in args))
            case Op.NOT | Op.AND | Op.OR | Op.ITE | Op.EQ if all(arg in self._made for arg in args):
                return t.rebuild(term, tuple([self._made[arg] for arg in args]))
            case _:
                return None

    def _array(self, term: Term) -> Term | None:
        t, args, sort = self._t, term.args, term.sort
        if not isinstance(sort, Array) or not isinstance(sort.index, BitVec) or not isinstance(sort.element, BitVec):
            return None
        reading = element_reading(sort.element.width)
        match term.op:
            case Op.SYMBOL:
                return self._integers.symbol(term)
            case Op.STORE:
                return t.store(self._made[args[0]], self._index(args[1]), self.number(args[2], reading))
            case Op.CONST_ARRAY:
                return t.const_array(WORDS, self.number(args[0], reading))
            case Op.ITE:
                return t.ite(*(self._made[arg] for arg in args))
            case _:
                return None

    def _index(self, term: Term) -> Term:
        """An address.  It is never so large that its readings differ, unless numbers wrap around."""
        return self.number(term, Reading.UNSIGNED) if self._wraps else self._numbers[term][0]

    def _bits(self, term: Term) -> Number | None:
        match term.op:
            case Op.BV_CONST:
                assert term.value is not None
                return self._t.integer(term.value), Reading.UNSIGNED
            case Op.SYMBOL:
                known = self._integers.reading(term)
                reading = self._readings.get(term) or known or element_reading(term.width)
                found = self._integers.symbol(term)
                if term not in self._given and (known is not None or not self._is_linear):
                    self.limit(found, reading, term.width)
                return found, reading
            case Op.ITE:
                reading = self._kind(*term.args[1:])
                is_either = all(each.value is not None and not each.value >> (each.width - 1) for each in term.args[1:])
                return self._branched(term, reading), Reading.EITHER if is_either else reading
            case Op.SELECT if term.args[0] in self._made:
                return self._t.select(self._made[term.args[0]], self._index(term.args[1])), element_reading(term.width)
            case Op.BV_ADD | Op.BV_SUB | Op.BV_MUL:
                t, reading = self._t, self._kind(*term.args)
                a, b = (self._addend(arg, reading) for arg in term.args)
                if self._is_linear and term.op is Op.BV_MUL and a.value is None and b.value is None:
                    return None
                made = {Op.BV_ADD: t.int_add, Op.BV_SUB: t.int_sub, Op.BV_MUL: t.int_mul}[term.op](a, b)
                return self._fitted(made, reading, term.width, is_sum=term.op is not Op.BV_MUL)
            case Op.BV_NEG:
                reading = self._kind(*term.args)
                return self._fitted(self._t.int_neg(self._addend(term.args[0], reading)), reading, term.width, is_sum=True)
            case Op.BV_NOT:
                inside = self.number(term.args[0], Reading.SIGNED)
                return self._t.int_sub(self._t.integer(-1), inside), Reading.SIGNED
            case Op.ZERO_EXTEND | Op.SIGN_EXTEND:
                is_signed = term.op is Op.SIGN_EXTEND
                value = self.number(term.args[0], Reading.SIGNED if is_signed else Reading.UNSIGNED)
                return value, Reading.SIGNED if is_signed else Reading.EITHER
            case Op.EXTRACT | Op.CONCAT | Op.BV_AND:
                return self._cut(term)
            case Op.BV_SHL | Op.BV_LSHR | Op.BV_ASHR:
                return self._shifted(term)
            case Op.BV_UDIV | Op.BV_SDIV | Op.BV_UREM | Op.BV_SREM:
                return self._divided(term)
            case _:
                return None

    def _branched(self, term: Term, reading: Reading) -> Term:
        condition, yes, no = term.args
        return self._t.ite(self._made[condition], self.number(yes, reading), self.number(no, reading))

    def _addend(self, term: Term, reading: Reading) -> Term:
        """A large constant is a small negative one."""
        return self.number(term, Reading.SIGNED if term.value is not None else reading)

    def _fitted(self, value: Term, reading: Reading, width: int, *, is_sum: bool) -> Number:
        t, full = self._t, self._t.integer(1 << width)
        if self._wraps and reading is Reading.UNSIGNED:
            less = t.ite(t.int_le(full, value), t.int_sub(value, full), value)
            wrapped = t.ite(t.int_lt(value, t.integer(0)), t.int_add(value, full), less)
            value = wrapped if is_sum else t.int_mod(value, full)
        return value, reading

    def _cut(self, term: Term) -> Number | None:
        """Some of the bits, or those of two."""
        t, width = self._t, term.width
        match term:
            case Term(op=Op.CONCAT, args=(high, low)):
                above = t.int_mul(self.number(high, Reading.UNSIGNED), t.integer(1 << low.width))
                return t.int_add(above, self.number(low, Reading.UNSIGNED)), Reading.UNSIGNED
            case Term(op=Op.BV_AND, args=(a, Term(value=int(mask)))) if mask and not mask & (mask + 1):
                value = t.int_mod(self._numbers[a][0], t.integer(mask + 1))
                return value, Reading.EITHER if mask >> (width - 1) == 0 else Reading.UNSIGNED
            case Term(op=Op.EXTRACT, args=(a,), indices=(_, 0)):
                is_kept = width >= _TRUNCATING and not self._wraps
                return self._numbers[a] if is_kept else (t.int_mod(self._numbers[a][0], t.integer(1 << width)), Reading.UNSIGNED)
            case Term(op=Op.EXTRACT, args=(a,), indices=(high, low)):
                moved = t.int_div(self.number(a, Reading.UNSIGNED), t.integer(1 << low))
                return moved if high == a.width - 1 else t.int_mod(moved, t.integer(1 << width)), Reading.UNSIGNED
            case _:
                return None

    def _shifted(self, term: Term) -> Number | None:
        t, (a, by) = self._t, term.args
        if by.value is None or by.value >= term.width:
            return None
        power = t.integer(1 << by.value)
        if term.op is Op.BV_SHL:
            reading = self._kind(a)
            return self._fitted(t.int_mul(self._addend(a, reading), power), reading, term.width, is_sum=False)
        reading = Reading.SIGNED if term.op is Op.BV_ASHR else Reading.UNSIGNED
        return t.int_div(self.number(a, reading), power), reading

    def _divided(self, term: Term) -> Number | None:
        t, (a, b) = self._t, term.args
        is_signed = term.op in _SIGNED_OPERATORS
        reading = Reading.SIGNED if is_signed else Reading.UNSIGNED
        divisor = self.number(b, reading).value
        if not divisor:
            return None
        is_rest = term.op in (Op.BV_UREM, Op.BV_SREM)
        divide = t.int_mod if is_rest else t.int_div
        value, positive = self.number(a, reading), t.integer(abs(divisor))
        found = divide(value, positive)
        if is_signed:  # towards zero
            found = t.ite(t.int_lt(value, t.integer(0)), t.int_neg(divide(t.int_neg(value), positive)), found)
        return found if is_rest or divisor > 0 else t.int_neg(found), reading


def _readings(integers: Integers, order: Iterable[Term]) -> dict[Term, Reading]:
    """How inputs are to be read, by what stands beside them."""
    found: dict[Term, Reading] = {}
    for term in order:
        for arg in term.args:
            is_input = arg.op is Op.SYMBOL and isinstance(arg.sort, BitVec) and integers.reading(arg) is None
            if is_input and (reading := _suggested(integers, term, arg)) is not None:
                found.setdefault(arg, reading)
    return found


def _suggested(integers: Integers, parent: Term, symbol: Term) -> Reading | None:
    if parent.op in _SIGNED_OPERATORS or parent.op in _UNSIGNED_OPERATORS:
        return Reading.SIGNED if parent.op in _SIGNED_OPERATORS else Reading.UNSIGNED
    beside = [arg for arg in parent.args if arg is not symbol and arg.op is Op.SYMBOL and arg.sort == symbol.sort]
    return next((reading for arg in beside if (reading := integers.reading(arg)) is not None), None)
