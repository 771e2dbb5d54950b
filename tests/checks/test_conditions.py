"""The conditions of checks are as strong as they must be and no stronger: they hold exactly where the semantics has a value.

Expressions are nested, with variables, constants and conversions as operands, on values at and near the borders of types.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whet.cfa import semantics
from whet.cfa.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    FloatConst,
    Member,
    Unary,
    UnaryOp,
    Var,
    Variable,
    VariableKind,
)
from whet.cfa.semantics import DividesByZero, DoesNotConvert, Overflows, ShiftsTooFar, Undefined, Value
from whet.cfa.softfloat import SoftFloat, storage_bits
from whet.cfa.types import ILP32, LP64, CType, Field, FloatFormat, FloatType, IntType, StructType
from whet.checks.check import CheckCondition
from whet.checks.comparisons import value_range
from whet.checks.conditions import Conditions
from whet.task.dangers import Danger, dangers

INT, UNSIGNED, BOOL = LP64.int, LP64.integer("unsigned int"), LP64.integer("_Bool")
NARROW = tuple(LP64.integer(name) for name in ("char", "unsigned char", "short", "unsigned short"))
PROMOTED = (INT, UNSIGNED, *(LP64.integer(name) for name in ("long", "unsigned long", "__int128", "unsigned __int128")))
INTEGERS = (BOOL, *NARROW, *PROMOTED)
FLOATS = (LP64.float, LP64.double, LP64.long_double, ILP32.long_double)
ALL = frozenset(dangers())
ARITHMETIC = tuple(op for op in BinaryOp if not op.is_comparison)
SHIFTS = (BinaryOp.SHL, BinaryOp.SHR)
Values = Mapping[Variable, Value]


def variable(type: CType, number: int = 0) -> Variable:
    return Variable(number=number, name=f"x{number}", type=type, kind=VariableKind.GLOBAL, function=None)


X = variable(INT)


def near(type: IntType) -> st.SearchStrategy[int]:
    """Numbers of a type, many of them near a border: of the type, of an int, of a root or of the width."""
    borders = [type.min, type.max, 0, type.width, 1 << type.width // 2, -(1 << type.width // 2), INT.max, INT.min]
    steps = st.builds(operator.add, st.sampled_from(borders), st.integers(-3, 3))
    return st.integers(type.min, type.max) | steps.filter(lambda value: type.min <= value <= type.max)


# ------------------------------------------------------------------------------------------------ the two sides


def run(expr: Expr, values: Values) -> Value:
    """The value; raises ``Undefined`` for the first part of an expression that has none, without wrapping around."""
    match expr:
        case Const(value=value):
            return value
        case FloatConst(bits=bits, type=type):
            return semantics.float_from_bits(bits, type)
        case Var(variable=variable):
            return values[variable]
        case Member(base=Var(variable=variable)):
            return values[variable]
        case Unary(op=op, operand=operand):
            return semantics.unary(op, operand.type, wraps=False)(run(operand, values))
        case Binary(op=op, left=left, right=right):
            return semantics.binary(op, left.type, wraps=False)(run(left, values), run(right, values))
        case Cast(operand=operand, type=type):
            return semantics.conversion(operand.type, type)(run(operand, values))
        case _:
            raise TypeError(expr)


def danger_of(expr: Expr, values: Values) -> Danger | None:
    """What goes wrong first where operands are evaluated from left to right: so do the checks."""
    match expr:
        case Binary(left=left, right=right):
            inner = danger_of(left, values) or danger_of(right, values)
        case Unary(operand=operand) | Cast(operand=operand):
            inner = danger_of(operand, values)
        case _:
            inner = None
    if inner is not None:
        return inner
    try:
        run(expr, values)
    except Undefined as fault:
        return fault.danger
    return None


def violated(expr: Expr, values: Values, dangers: frozenset[Danger] = ALL) -> Danger | None:
    """The danger of the first check that does not hold.  A condition has a value where those before it hold."""
    for check in Conditions(LP64, dangers).of_value(expr):
        if not holds(check, values):
            return check.danger
    return None


def holds(check: CheckCondition, values: Values) -> bool:
    """By the semantics that every analysis follows; and a condition never goes wrong itself, not even by an overflow."""

    value = semantics.evaluate(check.condition, lambda lvalue: run(lvalue, values))
    assert value is not None
    assert semantics.is_true(value) == semantics.is_true(run(check.condition, values))
    return semantics.is_true(value)


# ------------------------------------------------------------------------------------------------ expressions


@st.composite
def expressions(draw: st.DrawFn, type: IntType, values: dict[Variable, Value], depth: int) -> Expr:
    """An expression of this type; what its variables are is added to the values."""
    form = draw(st.sampled_from(("variable", "constant") if depth == 0 else FORMS))
    match form:
        case "constant":
            return Const(draw(near(type)), type)
        case "cast":
            return Cast(draw(expressions(draw(st.sampled_from(INTEGERS)), values, depth - 1)), type)
        case "unary" if type in PROMOTED:
            return Unary(
                draw(st.sampled_from((UnaryOp.NEG, UnaryOp.COMPLEMENT))), draw(expressions(type, values, depth - 1)), type
            )
        case "binary" if type in PROMOTED:
            return draw(binaries(type, values, depth))
        case "comparison" if type == INT:
            other = draw(st.sampled_from(PROMOTED))
            op = draw(st.sampled_from([op for op in BinaryOp if op.is_comparison]))
            return Binary(op, draw(expressions(other, values, depth - 1)), draw(expressions(other, values, depth - 1)), INT)
        case "field" if type in (INT, UNSIGNED):
            return bit_field(draw, type, values)
        case _:
            name = variable(type, len(values))
            values[name] = draw(near(type))
            return Var(name)


FORMS = ("variable", "constant", "cast", "cast", "unary", "binary", "binary", "binary", "binary", "comparison", "field")


def bit_field(draw: st.DrawFn, type: IntType, values: dict[Variable, Value]) -> Expr:
    width = draw(st.integers(1, 32))
    field = Field("f", type, 0, width)
    name = variable(StructType("s", False, 4, 4, (field,), True), len(values))
    values[name] = semantics.truncate_bit_field(draw(near(type)), type, width)
    return Member(Var(name), field)


@st.composite
def binaries(draw: st.DrawFn, type: IntType, values: dict[Variable, Value], depth: int) -> Expr:
    op = draw(st.sampled_from(ARITHMETIC))
    count = draw(st.sampled_from(PROMOTED)) if op in SHIFTS else type
    left, right = draw(expressions(type, values, depth - 1)), draw(expressions(count, values, depth - 1))
    return Binary(op, left, right, type)


# ------------------------------------------------------------------------------------------------ every value of small types

TINY = (IntType("tiny", 4, signed=True, size=1, align=1), IntType("unsigned tiny", 4, signed=False, size=1, align=1))
"""What holds for four bits holds for any number of bits; and they can be tried out, all of them."""
TINY_FLOATS = (FloatFormat(3, 4), FloatFormat(4, 4), FloatFormat(5, 4))
"""With less, as much, and more digits than the integers have bits."""


def operands(value: int, type: IntType, number: int, values: dict[Variable, Value]) -> tuple[Expr, Expr]:
    """A value as a variable and as a constant."""
    name = variable(type, number)
    values[name] = value
    return Var(name), Const(value, type)


@pytest.mark.parametrize("op", ARITHMETIC, ids=lambda op: op.name)
@pytest.mark.parametrize("type", TINY, ids=str)
def test_conditions_of_an_operator_are_exact_for_all_values(op: BinaryOp, type: IntType) -> None:
    for a, b in product(range(type.min, type.max + 1), repeat=2):
        values: dict[Variable, Value] = {}
        for left, right in product(operands(a, type, 0, values), operands(b, type, 1, values)):
            expr = Binary(op, left, right, type)
            assert violated(expr, values) is danger_of(expr, values), (a, b, expr)


@pytest.mark.parametrize("source", TINY_FLOATS, ids=str)
@pytest.mark.parametrize("target", TINY, ids=str)
def test_conditions_of_a_conversion_are_exact_for_all_values(source: FloatFormat, target: IntType) -> None:
    type = FloatType("tiny float", source, 2, 1)
    name = variable(type)
    for bits in range(1 << storage_bits(source)):
        values = {name: semantics.float_from_bits(bits, type)}
        expr = Cast(Var(name), target)
        assert violated(expr, values) is danger_of(expr, values), (bits, values[name])


@pytest.mark.parametrize("op", ARITHMETIC, ids=lambda op: op.name)
@pytest.mark.parametrize("type", TINY, ids=str)
def test_value_range_of_an_operator_contains_all_values(op: BinaryOp, type: IntType) -> None:
    name = variable(type)
    parts: list[Expr] = [Var(name), Binary(BinaryOp.AND, Var(name), Const(3, type), type)]
    for left, b in product(parts, range(type.min, type.max + 1)):
        expr = Binary(op, left, Const(b, type), type)
        least, greatest = value_range(expr)
        for a in range(type.min, type.max + 1):
            value = semantics.evaluate(expr, lambda _, a=a: a)  # type: ignore[misc]  # the default binds the loop's value
            assert value is None or (isinstance(value, int) and least <= value <= greatest), (a, b)


# ------------------------------------------------------------------------------------------------ laws


@pytest.mark.parametrize("op", ARITHMETIC, ids=lambda op: op.name)
@given(data=st.data(), type=st.sampled_from(PROMOTED))
@settings(max_examples=20)
def test_conditions_of_an_operator_hold_exactly_where_it_has_a_value(op: BinaryOp, type: IntType, data: st.DataObject) -> None:
    values: dict[Variable, Value] = {}
    count = data.draw(st.sampled_from(PROMOTED)) if op in SHIFTS else type
    leaves = [data.draw(expressions(each, values, 0)) for each in (type, count)]
    expr = Binary(op, leaves[0], leaves[1], type)
    assert violated(expr, values) is danger_of(expr, values)


@given(st.data(), st.sampled_from(PROMOTED))
@settings(max_examples=60)
def test_conditions_of_a_nested_expression_hold_exactly_where_it_has_a_value(data: st.DataObject, type: IntType) -> None:
    values: dict[Variable, Value] = {}
    expr = data.draw(expressions(type, values, 3))
    assert violated(expr, values) is danger_of(expr, values)


@given(st.data(), st.sampled_from(PROMOTED))
@settings(max_examples=60)
def test_value_range_contains_every_value(data: st.DataObject, type: IntType) -> None:
    """Also where arithmetic wraps around, because a check of one danger does not exclude the others."""
    values: dict[Variable, Value] = {}
    expr = data.draw(expressions(type, values, 3))
    value = semantics.evaluate(expr, lambda lvalue: run(lvalue, values))
    least, greatest = value_range(expr)
    assert value is None or (isinstance(value, int) and type.min <= least <= value <= greatest <= type.max)


@given(st.data(), st.sampled_from(PROMOTED), st.sampled_from(sorted(ALL, key=lambda danger: danger.check)))
@settings(max_examples=60)
def test_each_danger_is_checked_where_the_others_are_not(data: st.DataObject, type: IntType, danger: Danger) -> None:
    """Where something else goes wrong the execution has ended; where all that goes wrong is this, the check says so."""
    values: dict[Variable, Value] = {}
    expr = data.draw(expressions(type, values, 2))
    truth = danger_of(expr, values)
    if truth in (None, danger):
        assert violated(expr, values, frozenset({danger})) is truth


# ------------------------------------------------------------------------------------------------ floating types


def exact(value: Value) -> Fraction | None:
    """None for a NaN and the infinities."""
    if isinstance(value, SoftFloat):
        return value.to_fraction() if value.is_finite else None
    return Fraction(value) if float("-inf") < value < float("inf") else None


@st.composite
def floats_near(draw: st.DrawFn, source: FloatType, target: IntType) -> int:
    """The bits of a number: any, or one of the few that lie next to a border of an integer type."""
    border = draw(st.sampled_from([target.min - 1, target.min, -1, 0, target.max, target.max + 1]))
    wide = IntType("wide", 140, signed=True, size=18, align=1)
    number = semantics.float_bits(semantics.conversion(wide, source)(border), source)
    all_bits = 1 << storage_bits(source.format)
    return draw(st.integers(-3, 3).map(lambda step: (number + step) % all_bits) | st.integers(0, all_bits - 1))


@pytest.mark.parametrize("source", FLOATS, ids=lambda type: f"{type}{type.size}")
@given(data=st.data(), target=st.sampled_from(INTEGERS))
@settings(max_examples=40)
def test_conversion_is_allowed_exactly_where_the_integral_part_fits(
    source: FloatType, data: st.DataObject, target: IntType
) -> None:
    name = variable(source)
    values = {name: semantics.float_from_bits(data.draw(floats_near(source, target)), source)}
    expr = Cast(Var(name), target)
    number = exact(values[name])
    fits = target.is_bool or (number is not None and target.min <= int(number) <= target.max)
    assert (violated(expr, values) is None) == fits
    assert danger_of(expr, values) is (None if fits else Danger("conversion"))


# ------------------------------------------------------------------------------------------------ exact semantics

EXACT = {BinaryOp.ADD: operator.add, BinaryOp.SUB: operator.sub, BinaryOp.MUL: operator.mul}


@given(st.data(), st.sampled_from(INTEGERS), st.sampled_from(ARITHMETIC))
@settings(max_examples=60)
def test_what_does_not_wrap_around_is_exact_or_overflows(data: st.DataObject, type: IntType, op: BinaryOp) -> None:
    a, b = data.draw(near(type)), data.draw(near(type))
    if op in EXACT and type.signed:
        agree_with(EXACT[op](a, b), type, op, a, b)
    elif op is BinaryOp.SHL and type.signed and 0 <= b < type.width:
        agree_with(a * 2**b if a >= 0 else None, type, op, a, b)
    else:
        assert outcome(op, type, a, b, wraps=False) == outcome(op, type, a, b, wraps=True)


def agree_with(result: int | None, type: IntType, op: BinaryOp, a: int, b: int) -> None:
    fits = result is not None and type.min <= result <= type.max
    assert outcome(op, type, a, b, wraps=False) == (result if fits else Overflows)


def outcome(op: BinaryOp, of: IntType, a: int, b: int, *, wraps: bool) -> Value | type[Undefined]:
    try:
        return semantics.binary(op, of, wraps=wraps)(a, b)
    except Undefined as fault:
        return type(fault)


@given(st.data(), st.sampled_from(INTEGERS))
def test_negation_that_does_not_wrap_around_is_exact_or_overflows(data: st.DataObject, type: IntType) -> None:
    value = data.draw(near(type))
    negate = semantics.unary(UnaryOp.NEG, type, wraps=False)
    if type.signed and value == type.min:
        with pytest.raises(Overflows):
            negate(value)
    else:
        assert negate(value) == (-value if type.signed else -value % 2**type.width)


@pytest.mark.parametrize(
    ("op", "right", "fault", "danger"),
    [
        (BinaryOp.DIV, 0, DividesByZero, Danger("division")),
        (BinaryOp.DIV, -1, Overflows, Danger("overflow")),
        (BinaryOp.REM, -1, Overflows, Danger("overflow")),
        (BinaryOp.SHL, 32, ShiftsTooFar, Danger("shift")),
        (BinaryOp.SHR, -1, ShiftsTooFar, Danger("shift")),
        (BinaryOp.SHL, 0, Overflows, Danger("overflow")),
    ],
)
def test_each_fault_names_its_danger(op: BinaryOp, right: int, fault: type[Undefined], danger: Danger) -> None:
    with pytest.raises(fault) as caught:
        semantics.binary(op, INT, wraps=False)(INT.min, right)
    assert caught.value.danger is danger


def test_number_that_is_too_large_does_not_convert() -> None:
    with pytest.raises(DoesNotConvert):
        semantics.conversion(LP64.double, INT)(2.0**31)


# ------------------------------------------------------------------------------------------------ nothing for nothing


@pytest.mark.parametrize(
    "expr",
    [
        Binary(BinaryOp.ADD, Cast(Var(variable(NARROW[0])), INT), Const(1, INT), INT),
        Binary(BinaryOp.MUL, Cast(Var(variable(NARROW[2])), INT), Cast(Var(variable(NARROW[2], 1)), INT), INT),
        Binary(BinaryOp.SUB, Var(variable(UNSIGNED)), Var(variable(UNSIGNED, 1)), UNSIGNED),
        Binary(BinaryOp.ADD, Binary(BinaryOp.AND, Var(X), Const(255, INT), INT), Const(INT.max - 255, INT), INT),
        Binary(BinaryOp.SHR, Var(X), Binary(BinaryOp.AND, Var(X), Const(31, INT), INT), INT),
        Binary(BinaryOp.DIV, Var(X), Const(7, INT), INT),
        Binary(BinaryOp.MUL, Var(X), Const(1, INT), INT),
        Binary(BinaryOp.MUL, Var(X), Const(0, INT), INT),
        Unary(UnaryOp.NEG, Cast(Var(variable(NARROW[2])), INT), INT),
        Cast(Var(variable(LP64.double)), BOOL),
    ],
    ids=str,
)
def test_what_cannot_go_wrong_is_not_checked(expr: Expr) -> None:
    assert [*Conditions(LP64, ALL).of_value(expr)] == []
