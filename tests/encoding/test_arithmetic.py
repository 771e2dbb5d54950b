"""The operators of C on terms, against ``semantics``: results, undefined operands, conversions, floats and their bits."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest

from whet.cfa import semantics
from whet.cfa.expressions import BinaryOp, UnaryOp
from whet.cfa.semantics import Undefined, Value, float_bits
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import LP64, FloatType, IntType, PointerType, ScalarType
from whet.encoding.arithmetic import Arithmetic, width_of
from whet.encoding.encode import c_value
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.ieee import nan
from whet.solvers.terms.sorts import BitVec, Float
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols

INTEGERS = [LP64.integer(name) for name in LP64._integers()]
FLOATS = [LP64.float, LP64.double]
POINTER = LP64.pointer(LP64.int)
ARITHMETIC = [BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL, BinaryOp.DIV]
COMPARISONS = [op for op in BinaryOp if op.is_comparison]
INTERESTING = [
    0,
    1,
    -1,
    2,
    3,
    7,
    8,
    31,
    32,
    33,
    63,
    64,
    127,
    128,
    255,
    -128,
    0x7FFFFFFF,
    -(1 << 31),
    (1 << 63) - 1,
    -(1 << 63),
    1 << 127,
]


@dataclass
class Recorded:
    """Openings that remember under which condition a value is open."""

    terms: Terms
    undefined_when: list[Term] = field(default_factory=list)
    made: int = 0
    encoded: dict[Term, Term] = field(default_factory=dict)

    def undefined(self, when: Term, width: int, what: str) -> Term:
        self.undefined_when.append(when)
        return self._fresh(width)

    def rough(self, width: int, what: str) -> Term:
        return self._fresh(width)

    def encoding(self, number: Term, width: int) -> Term:
        bits = self._fresh(width)
        self.encoded[bits] = number
        return bits

    def _fresh(self, width: int) -> Term:
        self.made += 1
        return self.terms.symbol(f"fresh{self.made}.{width}", BitVec(width))


def samples(type: ScalarType, random: Random) -> Iterator[int]:
    """Bits of values of a type."""
    width = width_of(type)
    mask = (1 << width) - 1
    if isinstance(type, FloatType):
        for number in (
            0.0,
            -0.0,
            1.0,
            -1.5,
            0.1,
            1e10,
            2147483648.0,
            -2147483649.0,
            4294967295.5,
            1e19,
            1e-40,
            math.inf,
            -math.inf,
            math.nan,
        ):
            yield float_bits(semantics.to_binary32(number) if type.size == 4 else number, type)
    else:
        yield from (value & mask for value in INTERESTING)
    for _ in range(12):
        yield random.getrandbits(width)


def agree(term: Term, values: dict[Term, int], recorded: Recorded, expected: Value | None, type: ScalarType) -> None:
    """A term has the expected value; None is that of undefined operands, for which the term must be open."""
    open_symbols = {symbol: 0 for symbol in symbols(term) if symbol not in values}
    is_undefined = any(evaluate(when, {**values, **open_symbols}) for when in recorded.undefined_when)
    assert is_undefined == (expected is None)
    if expected is None:
        ones = {symbol: (1 << symbol.width) - 1 for symbol in open_symbols}
        assert evaluate(term, {**values, **open_symbols}) != evaluate(term, {**values, **ones})
        return
    found = evaluate(term, {**values, **open_symbols})
    assert isinstance(found, int)
    if isinstance(term.sort, Float):
        assert isinstance(type, FloatType)
        assert isinstance(expected, (int, float, SoftFloat))
        wanted = float(expected)
        assert found == (nan(term.sort) if math.isnan(wanted) else float_bits(wanted, type))
    elif isinstance(type, IntType) and not isinstance(expected, float):
        assert c_value(found, type) == expected
    else:
        assert c_value(found, type) == expected or (expected != expected)


def outcome(function: semantics.BinaryFunction | semantics.UnaryFunction, *operands: Value) -> Value | None:
    try:
        return function(*operands)
    except Undefined:
        return None


@pytest.mark.parametrize("type", [*INTEGERS, *FLOATS], ids=str)
def test_binary_operators_are_those_of_semantics(type: IntType | FloatType) -> None:
    terms, random, width = Terms(), Random(str(type)), width_of(type)
    a, b = terms.symbol("a", BitVec(width)), terms.symbol("b", BitVec(width))
    operators = ARITHMETIC if isinstance(type, FloatType) else [op for op in BinaryOp if not op.is_comparison]
    for op in operators:
        recorded = Recorded(terms)
        term = Arithmetic(terms, recorded).binary(op, type, a, b)
        function = semantics.binary(op, type)
        for x in samples(type, random):
            for y in random.sample(list(samples(type, random)), 12):
                agree(term, {a: x, b: y}, recorded, outcome(function, c_value(x, type), c_value(y, type)), type)


@pytest.mark.parametrize("type", [*INTEGERS, *FLOATS, POINTER], ids=str)
def test_comparisons_and_truth_are_those_of_semantics(type: ScalarType) -> None:
    terms, random, width = Terms(), Random(str(type)), width_of(type)
    a, b = terms.symbol("a", BitVec(width)), terms.symbol("b", BitVec(width))
    arithmetic = Arithmetic(terms, Recorded(terms))
    for op in COMPARISONS:
        term, function = arithmetic.compare(op, type, a, b), semantics.binary(op, type)
        for x in samples(type, random):
            for y in (x, *random.sample(list(samples(type, random)), 10)):
                assert evaluate(term, {a: x, b: y}) == bool(function(c_value(x, type), c_value(y, type)))
    for x in samples(type, random):
        assert evaluate(arithmetic.truth(a, type), {a: x}) == semantics.is_true(c_value(x, type))


@pytest.mark.parametrize("type", [*INTEGERS, *FLOATS, LP64.long_double], ids=str)
def test_unary_operators_are_those_of_semantics(type: IntType | FloatType) -> None:
    terms, random, width = Terms(), Random(str(type)), width_of(type)
    a, recorded = terms.symbol("a", BitVec(width)), Recorded(Terms())
    for op in [UnaryOp.NEG, *([UnaryOp.COMPLEMENT] if isinstance(type, IntType) else [])]:
        term = Arithmetic(terms, recorded).unary(op, type, a)
        for x in samples(type, random) if width != 80 else [random.getrandbits(79) | 1 << 63 for _ in range(9)]:
            found = evaluate(term, {a: x})
            assert isinstance(found, int)
            expected = semantics.unary(op, type)(c_value(x, type))
            if isinstance(type, FloatType):
                assert found == x ^ 1 << (width - 1)
            else:
                assert c_value(found, type) == expected


@pytest.mark.parametrize("source", [*INTEGERS, *FLOATS, POINTER], ids=str)
def test_conversions_are_those_of_semantics(source: ScalarType) -> None:
    terms, random = Terms(), Random(str(source))
    a = terms.symbol("a", BitVec(width_of(source)))
    targets: list[ScalarType] = [*INTEGERS, *FLOATS, POINTER]
    for target in targets:
        if isinstance(source, PointerType) != isinstance(target, PointerType) and FloatType in (type(source), type(target)):
            continue
        recorded = Recorded(terms)
        term = Arithmetic(terms, recorded).convert(source, target, a)
        function = semantics.conversion(source, target)
        for x in samples(source, random):
            agree(term, {a: x}, recorded, outcome(function, c_value(x, source)), target)


def test_long_double_is_open() -> None:
    terms = Terms()
    recorded = Recorded(terms)
    a = terms.symbol("a", BitVec(80))
    arithmetic = Arithmetic(terms, recorded)
    assert a not in symbols(arithmetic.binary(BinaryOp.ADD, LP64.long_double, a, a))
    assert a not in symbols(arithmetic.convert(LP64.long_double, LP64.int, a))
    assert arithmetic.convert(LP64.long_double, LP64.long_double, a) is a


def test_a_nan_keeps_its_bits_when_copied_and_no_other_time() -> None:
    terms = Terms()
    recorded = Recorded(terms)
    arithmetic = Arithmetic(terms, recorded)
    signalling = terms.bv(0x7F800001, 32)
    assert arithmetic.bits(signalling) is signalling
    made = arithmetic.bits(arithmetic.binary(BinaryOp.ADD, LP64.float, signalling, signalling))
    assert made in recorded.encoded  # not the one NaN that terms have
