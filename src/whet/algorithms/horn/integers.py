"""Clauses over bit-vectors said over mathematical integers: for finding a solution, never for believing it.

A bit-vector becomes the number that its bits stand for, signed or unsigned as its variable is; where an operator wants the other
reading, the number is converted.  What has no counterpart (bit operations, floats, division by a variable) is any number of
the right size.  Three kinds of arithmetic differ in what they make of sums that leave the range of their type:

* ``PLAIN``: they are what they are in mathematics;
* ``RANGED``: the same, but no run comes to a relation with a number outside its type;
* ``WRAPPING``: unsigned numbers wrap around.

Whatever is found here is lifted (``lifting``) and checked with bits (``checking``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from whet.cfa.types import IntType
from whet.encoding.vocabulary import Vocabulary
from whet.solvers.clauses import Applied, Clause, HornSystem, Relation
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, INT, Array, BitVec, Sort
from whet.solvers.terms.term import Op, Term, reachable
from whet.task.records import dataclass

WORDS: Final = Array(INT, INT)
_TRUNCATING: Final = 32
"""Conversions to fewer bits than these are exact in every arithmetic: programs mean them."""


class Wrapping(Enum):
    PLAIN = "integers"
    RANGED = "integers within the ranges of their types"
    WRAPPING = "integers that wrap around"


class Reading(Enum):
    """Which number the bits of a term stand for."""

    SIGNED = "signed"
    UNSIGNED = "unsigned"
    EITHER = "the same"


@dataclass(frozen=True, slots=True)
class Number:
    """What stands for a bit-vector of some width."""

    term: Term
    reading: Reading
    width: int


@dataclass(frozen=True, slots=True)
class IntegerSystem:
    system: HornSystem
    origins: Mapping[Relation, Relation]
    """The relation over bit-vectors that each is the counterpart of; parameters correspond one by one."""


class Integers:
    """Says the clauses of a program over integers."""

    def __init__(self, terms: Terms, vocabulary: Vocabulary, wrapping: Wrapping) -> None:
        self.terms = terms
        self.wrapping = wrapping
        self._vocabulary = vocabulary
        self._opaque = 0

    def system(self, system: HornSystem) -> IntegerSystem:
        made = {relation: self._relation(relation) for relation in system.relations}
        clauses = [self._clause(clause, made) for clause in system.clauses]
        origins = {counterpart: relation for relation, counterpart in made.items()}
        return IntegerSystem(HornSystem(tuple(made.values()), tuple(clauses)), origins)

    def _relation(self, relation: Relation) -> Relation:
        parameters = tuple([self.symbol(each) for each in relation.parameters])
        return Relation(relation.name, parameters, relation.location, relation.calls, relation.is_head)

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

    def _clause(self, clause: Clause, made: Mapping[Relation, Relation]) -> Clause:
        wanted = () if clause.head is None else clause.head.arguments
        given = {argument for applied in clause.body for argument in applied.arguments}
        translation = _Translation(self, (clause.constraint, *wanted), given, self._passed_on(clause))
        body = tuple([Applied(made[each.relation], tuple(map(self.symbol, each.arguments))) for each in clause.body])
        constraint = translation.truth(clause.constraint)
        head = None
        if clause.head is not None:
            parameters = clause.head.relation.parameters
            arguments = [translation.as_parameter(arg, like) for arg, like in zip(wanted, parameters, strict=True)]
            head = Applied(made[clause.head.relation], tuple(arguments))
        return Clause(body, self.terms.and_(constraint, *translation.side), head, clause.gap)

    def _passed_on(self, clause: Clause) -> dict[Term, Reading]:
        """Inputs that become arguments are read as these are."""
        pairs = () if clause.head is None else zip(clause.head.arguments, clause.head.relation.parameters, strict=True)
        found = [(arg, self.reading(parameter)) for arg, parameter in pairs if arg.op is Op.SYMBOL and self.reading(arg) is None]
        return {arg: reading for arg, reading in found if reading is not None}


def _sort(sort: Sort) -> Sort:
    return WORDS if isinstance(sort, Array) else BOOL if sort == BOOL else INT


def element_reading(width: int) -> Reading:
    """Of the words of memory, whose types are not known here."""
    return Reading.SIGNED if width >= 32 else Reading.UNSIGNED


class _Translation:
    """The terms of one clause."""

    def __init__(self, integers: Integers, roots: Iterable[Term], given: set[Term], passed_on: Mapping[Term, Reading]) -> None:
        self._integers = integers
        self._t = integers.terms
        self._given = given
        self._truths: dict[Term, Term] = {}
        self._numbers: dict[Term, Number] = {}
        self._arrays: dict[Term, Term] = {}
        self.side: list[Term] = []
        """What is known of values that are not said exactly."""
        order = list(reachable(tuple(roots)))
        self._readings = {**_readings(integers, order), **passed_on}
        for term in order:
            self._translate(term)

    def truth(self, term: Term) -> Term:
        return self._truths[term]

    def as_parameter(self, term: Term, parameter: Term) -> Term:
        """An argument of a relation; a number is read as the parameter is."""
        match parameter.sort:
            case BitVec():
                reading = self._integers.reading(parameter) or element_reading(parameter.width)
                value = self.number(term, reading)
                if self._integers.wrapping is Wrapping.RANGED:
                    self.side.append(in_range(self._t, value, reading, parameter.width))
                return value
            case Array():
                return self._arrays[term]
            case _:
                return self._truths[term] if term in self._truths else self._integers.opaque(_sort(parameter.sort))

    # ------------------------------------------------------------------------------------------ readings

    def number(self, term: Term, reading: Reading) -> Term:
        """The number that the bits stand for, in this reading."""
        known = self._numbers[term]
        return read_as(self._t, known, reading)

    def _kind(self, *operands: Term) -> Reading:
        """In which sums and products of these are computed."""
        found = [self._numbers[each].reading for each in operands if each.value is None]
        return next((reading for reading in found if reading is not Reading.EITHER), Reading.SIGNED)

    # ------------------------------------------------------------------------------------------ terms

    def _translate(self, term: Term) -> None:
        match term.sort:
            case BitVec(width=width):
                self._numbers[term] = self._bits(term) or self._any(width)
            case Array():
                self._arrays[term] = array if (array := self._array(term)) is not None else self._integers.opaque(WORDS)
            case _ if term.sort == BOOL:
                self._truths[term] = found if (found := self._truth(term)) is not None else self._integers.opaque(BOOL)
            case _:
                pass  # floats are not looked at

    def _any(self, width: int) -> Number:
        value = self._integers.opaque(INT)
        self.side.append(in_range(self._t, value, Reading.UNSIGNED, width))
        return Number(value, Reading.UNSIGNED, width)

    def _truth(self, term: Term) -> Term | None:
        t, args = self._t, term.args
        match term.op:
            case Op.TRUE | Op.FALSE:
                return term
            case Op.SYMBOL:
                return self._integers.symbol(term)
            case Op.NOT:
                return t.not_(self._truths[args[0]])
            case Op.AND | Op.OR:
                made = [self._truths[arg] for arg in args]
                return t.and_(*made) if term.op is Op.AND else t.or_(*made)
            case Op.ITE:
                return t.ite(*(self._truths[arg] for arg in args))
            case Op.EQ:
                return self._equal(*args)
            case Op.BV_ULT | Op.BV_ULE | Op.BV_SLT | Op.BV_SLE:
                reading = Reading.SIGNED if term.op in (Op.BV_SLT, Op.BV_SLE) else Reading.UNSIGNED
                a, b = (self.number(arg, reading) for arg in args)
                return t.int_lt(a, b) if term.op in (Op.BV_ULT, Op.BV_SLT) else t.int_le(a, b)
            case _:
                return None

    def _equal(self, a: Term, b: Term) -> Term | None:
        t = self._t
        match a.sort:
            case BitVec():
                reading = self._kind(a, b)
                return t.eq(self.number(a, reading), self.number(b, reading))
            case Array():
                return t.eq(self._arrays[a], self._arrays[b])
            case _:
                return t.eq(self._truths[a], self._truths[b]) if a in self._truths else None

    def _array(self, term: Term) -> Term | None:
        t, args, sort = self._t, term.args, term.sort
        if not isinstance(sort, Array) or not isinstance(sort.index, BitVec) or not isinstance(sort.element, BitVec):
            return None
        reading = element_reading(sort.element.width)
        match term.op:
            case Op.SYMBOL:
                return self._integers.symbol(term)
            case Op.STORE:
                index = self._index(args[1])
                return t.store(self._arrays[args[0]], index, self.number(args[2], reading))
            case Op.CONST_ARRAY:
                return t.const_array(WORDS, self.number(args[0], reading))
            case Op.ITE:
                return t.ite(self._truths[args[0]], self._arrays[args[1]], self._arrays[args[2]])
            case _:
                return None

    def _index(self, term: Term) -> Term:
        """An address.  It is never so large that its readings differ, unless numbers wrap around."""
        if self._integers.wrapping is Wrapping.WRAPPING:
            return self.number(term, Reading.UNSIGNED)
        return self._numbers[term].term

    def _bits(self, term: Term) -> Number | None:
        args, width = term.args, term.width
        match term.op:
            case Op.BV_CONST:
                assert term.value is not None
                return Number(self._t.integer(term.value), Reading.UNSIGNED, width)
            case Op.SYMBOL:
                return self._symbol(term)
            case Op.ITE:
                return self._chosen(*args)
            case Op.SELECT if args[0] in self._arrays:
                index = self._index(args[1])
                return Number(self._t.select(self._arrays[args[0]], index), element_reading(width), width)
            case _ if (rule := _ARITHMETIC.get(term.op)) is not None:
                return rule(self, term)
            case _:
                return None

    def _symbol(self, term: Term) -> Number:
        reading = self._readings.get(term) or self._integers.reading(term) or element_reading(term.width)
        found = self._integers.symbol(term)
        if term not in self._given:
            self.side.append(in_range(self._t, found, reading, term.width))
        return Number(found, reading, term.width)

    def _chosen(self, condition: Term, yes: Term, no: Term) -> Number:
        reading = self._kind(yes, no)
        a, b = self.number(yes, reading), self.number(no, reading)
        is_either = all(each.value is not None and not each.value >> (each.width - 1) for each in (yes, no))
        return Number(self._t.ite(self._truths[condition], a, b), Reading.EITHER if is_either else reading, yes.width)

    # ------------------------------------------------------------------------------------------ operators

    def _sum(self, term: Term) -> Number:
        t, (a, b) = self._t, term.args
        reading = self._kind(a, b)
        left, right = (self._addend(each, reading) for each in (a, b))
        made = {Op.BV_ADD: t.int_add, Op.BV_SUB: t.int_sub, Op.BV_MUL: t.int_mul}[term.op](left, right)
        return self._fitted(made, reading, term.width, is_sum=term.op is not Op.BV_MUL)

    def _addend(self, term: Term, reading: Reading) -> Term:
        """A large constant is a small negative one."""
        return self.number(term, Reading.SIGNED if term.value is not None else reading)

    def _fitted(self, value: Term, reading: Reading, width: int, *, is_sum: bool) -> Number:
        t, full = self._t, 1 << width
        if self._integers.wrapping is Wrapping.WRAPPING and reading is Reading.UNSIGNED:
            if not is_sum:
                value = t.int_mod(value, t.integer(full))
            else:
                less = t.ite(t.int_le(t.integer(full), value), t.int_sub(value, t.integer(full)), value)
                value = t.ite(t.int_lt(value, t.integer(0)), t.int_add(value, t.integer(full)), less)
        return Number(value, reading, width)

    def _negated(self, term: Term) -> Number:
        reading = self._kind(term.args[0])
        minus = self._t.int_neg(self._addend(term.args[0], reading))
        return self._fitted(minus, reading, term.width, is_sum=True)

    def _complement(self, term: Term) -> Number:
        inside = self.number(term.args[0], Reading.SIGNED)
        return Number(self._t.int_sub(self._t.integer(-1), inside), Reading.SIGNED, term.width)

    def _extended(self, term: Term) -> Number:
        is_signed = term.op is Op.SIGN_EXTEND
        value = self.number(term.args[0], Reading.SIGNED if is_signed else Reading.UNSIGNED)
        return Number(value, Reading.SIGNED if is_signed else Reading.EITHER, term.width)

    def _extracted(self, term: Term) -> Number:
        t, (high, low), inner = self._t, term.indices, self._numbers[term.args[0]]
        if low == 0 and term.width >= _TRUNCATING and self._integers.wrapping is not Wrapping.WRAPPING:
            return Number(inner.term, inner.reading, term.width)
        moved = inner.term if low == 0 else t.int_div(read_as(t, inner, Reading.UNSIGNED), t.integer(1 << low))
        if low and high == inner.width - 1:
            return Number(moved, Reading.UNSIGNED, term.width)
        return Number(t.int_mod(moved, t.integer(1 << term.width)), Reading.UNSIGNED, term.width)

    def _concatenated(self, term: Term) -> Number:
        t, (high, low) = self._t, term.args
        above = t.int_mul(self.number(high, Reading.UNSIGNED), t.integer(1 << low.width))
        return Number(t.int_add(above, self.number(low, Reading.UNSIGNED)), Reading.UNSIGNED, term.width)

    def _masked(self, term: Term) -> Number | None:
        t, (a, mask) = self._t, term.args
        if mask.value is None or not mask.value or mask.value & (mask.value + 1):
            return None
        value = t.int_mod(self._numbers[a].term, t.integer(mask.value + 1))
        return Number(value, Reading.EITHER if mask.value >> (term.width - 1) == 0 else Reading.UNSIGNED, term.width)

    def _shifted(self, term: Term) -> Number | None:
        t, (a, by) = self._t, term.args
        if by.value is None or by.value >= term.width:
            return None
        power = t.integer(1 << by.value)
        if term.op is Op.BV_SHL:
            reading = self._kind(a)
            return self._fitted(t.int_mul(self._addend(a, reading), power), reading, term.width, is_sum=False)
        reading = Reading.SIGNED if term.op is Op.BV_ASHR else Reading.UNSIGNED
        return Number(t.int_div(self.number(a, reading), power), reading, term.width)

    def _divided(self, term: Term) -> Number | None:
        t, (a, b) = self._t, term.args
        is_signed = term.op in (Op.BV_SDIV, Op.BV_SREM)
        reading = Reading.SIGNED if is_signed else Reading.UNSIGNED
        divisor = read_as(t, self._numbers[b], reading)
        if not divisor.value:
            return None
        value, positive = self.number(a, reading), t.integer(abs(divisor.value))
        quotient = t.int_div(value, positive)
        if is_signed:  # towards zero
            quotient = t.ite(t.int_lt(value, t.integer(0)), t.int_neg(t.int_div(t.int_neg(value), positive)), quotient)
            quotient = quotient if divisor.value > 0 else t.int_neg(quotient)
        if term.op in (Op.BV_UREM, Op.BV_SREM):
            rest = t.int_mod(value, positive)
            if is_signed:
                rest = t.ite(t.int_lt(value, t.integer(0)), t.int_neg(t.int_mod(t.int_neg(value), positive)), rest)
            return Number(rest, reading, term.width)
        return Number(quotient, reading, term.width)


_ARITHMETIC: Final[Mapping[Op, Callable[[_Translation, Term], Number | None]]] = MappingProxyType(
    {
        **dict.fromkeys((Op.BV_ADD, Op.BV_SUB, Op.BV_MUL), _Translation._sum),
        **dict.fromkeys((Op.BV_SHL, Op.BV_LSHR, Op.BV_ASHR), _Translation._shifted),
        **dict.fromkeys((Op.BV_UDIV, Op.BV_SDIV, Op.BV_UREM, Op.BV_SREM), _Translation._divided),
        Op.BV_NEG: _Translation._negated,
        Op.BV_NOT: _Translation._complement,
        Op.ZERO_EXTEND: _Translation._extended,
        Op.SIGN_EXTEND: _Translation._extended,
        Op.EXTRACT: _Translation._extracted,
        Op.CONCAT: _Translation._concatenated,
        Op.BV_AND: _Translation._masked,
    }
)


def read_as(t: Terms, number: Number, reading: Reading) -> Term:
    """In another reading of the same bits."""
    value, full = number.term, 1 << number.width
    if Reading.EITHER in (number.reading, reading) or number.reading is reading:
        return value
    if value.value is not None:
        wrapped = value.value % full
        return t.integer(wrapped - full if reading is Reading.SIGNED and wrapped >= full // 2 else wrapped)
    if reading is Reading.SIGNED:
        return t.ite(t.int_le(t.integer(full // 2), value), t.int_sub(value, t.integer(full)), value)
    return t.ite(t.int_lt(value, t.integer(0)), t.int_add(value, t.integer(full)), value)


def in_range(t: Terms, value: Term, reading: Reading, width: int) -> Term:
    """That a number has so many bits."""
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if reading is Reading.SIGNED else (0, (1 << width) - 1)
    return t.and_(t.int_le(t.integer(low), value), t.int_le(value, t.integer(high)))


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
    if parent.op in (Op.BV_SLT, Op.BV_SLE, Op.SIGN_EXTEND, Op.BV_SDIV, Op.BV_SREM):
        return Reading.SIGNED
    if parent.op in (Op.BV_ULT, Op.BV_ULE, Op.ZERO_EXTEND, Op.BV_UDIV, Op.BV_UREM):
        return Reading.UNSIGNED
    beside = [arg for arg in parent.args if arg is not symbol and arg.op is Op.SYMBOL and arg.sort == symbol.sort]
    return next((reading for arg in beside if (reading := integers.reading(arg)) is not None), None)


__all__ = ["WORDS", "IntegerSystem", "Integers", "Number", "Reading", "Wrapping", "element_reading", "in_range", "read_as"]
