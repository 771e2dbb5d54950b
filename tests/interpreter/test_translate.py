"""Expressions written out in Python against the functions of ``cfa.semantics``, on all types and on hard values."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.cfa.build import INT, ProgramBuilder, add, const
from whet.cfa import semantics
from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, FloatConst, PointerAdd, PointerDiff, Unary, UnaryOp, Var
from whet.cfa.semantics import Undefined, Value
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import ILP32, LP64, VOID, CType, FloatType, IntType, MachineModel, PointerType
from whet.interpreter.frames import plan_frame
from whet.interpreter.inputs import fitted
from whet.interpreter.symbols import Reference, fixed_value
from whet.interpreter.translate import CodeTranslator, Statics

NAMES = (
    *("_Bool", "char", "unsigned char", "short", "unsigned short", "int", "unsigned int"),
    *("long", "unsigned long", "long long", "unsigned long long", "__int128", "unsigned __int128"),
)
COMPUTING = [LP64.integer(name) for name in NAMES if LP64.integer(name).size >= 4]
"""The types C computes in, after promotion."""
FLOATING = [LP64.float, LP64.double, LP64.long_double]
POINTER = LP64.pointer(INT)


def evaluate(
    build: Any, types: tuple[CType, ...], values: tuple[Value, ...], machine: MachineModel = LP64, *, wraps: bool = True
) -> Value:
    """The value of the translation of ``build(Var(a), Var(b), ...)`` where the variables have these values."""
    program = ProgramBuilder(machine)
    main = program.function()
    variables = [main.variable(f"v{number}", type) for number, type in enumerate(types)]
    main.edge(0, 1)
    function = main.done()
    names: dict[str, Any] = {}

    def refer(reference: Reference) -> str:
        name = f"name_{len(names)}"
        names[name] = fixed_value(reference)
        return name

    lines: list[str] = []
    statics = Statics({}, frozenset())
    plan = plan_frame(program.done(), function)
    translator = CodeTranslator(plan, statics, refer, lines.append, (1 << 8 * machine.pointer_size) - 1, wraps)
    text = translator.value(build(*map(Var, variables)))
    frame = [None, *values]
    scope = {"f": frame, "pair": lambda a, b: (a, b), **names}
    exec("\n".join([*lines, f"result = {text}"]), scope)
    result: Value = scope["result"]
    return result


def outcome(function: Any, *operands: Any) -> Value | str:
    try:
        result: Value = function(*operands)
    except Undefined as undefined:
        return str(undefined)
    return result


def same(left: Value | str, right: Value | str) -> bool:
    if isinstance(left, SoftFloat) and isinstance(right, SoftFloat):
        return left.to_bits() == right.to_bits() or (left.is_nan and right.is_nan)
    if isinstance(left, float) and isinstance(right, float):
        return (math.isnan(left) and math.isnan(right)) or (left == right and math.copysign(1, left) == math.copysign(1, right))
    return type(left) is type(right) and left == right


def integers(type: IntType) -> st.SearchStrategy[int]:
    edges = {0, 1, type.min, type.min + 1, type.max, type.max - 1, type.max // 2}
    return st.sampled_from(sorted(edges)) | st.integers(type.min, type.max) | st.integers(0, min(type.max, 140))


def values(type: CType) -> st.SearchStrategy[Any]:
    match type:
        case IntType():
            return integers(type)
        case PointerType():
            return st.integers(0, (1 << type.width) - 1)
        case FloatType():
            return st.floats().map(lambda value: fitted(value, type))
        case _:
            raise AssertionError(type)


OPERATIONS = [(op, type) for type in COMPUTING for op in BinaryOp] + [
    (op, type)
    for type in FLOATING
    for op in (BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL, BinaryOp.DIV, *(each for each in BinaryOp if each.is_comparison))
]


@pytest.mark.parametrize(("op", "type"), OPERATIONS, ids=lambda part: str(getattr(part, "value", part)))
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_binary(op: BinaryOp, type: IntType | FloatType, data: st.DataObject) -> None:
    left, right = data.draw(values(type)), data.draw(values(type))
    result = INT if op.is_comparison else type
    expected = outcome(semantics.binary(op, type), left, right)
    found = outcome(evaluate, lambda a, b: Binary(op, a, b, result), (type, type), (left, right))
    assert same(found, expected), (left, right, found, expected)
    if isinstance(type, IntType):
        by_constant = outcome(evaluate, lambda a: Binary(op, a, Const(right, type), result), (type,), (left,))
        assert same(by_constant, expected), (left, right, by_constant, expected)


@pytest.mark.parametrize(
    ("op", "type"),
    [(op, type) for type in COMPUTING for op in UnaryOp] + [(op, type) for type in FLOATING for op in (UnaryOp.NEG, UnaryOp.NOT)],
    ids=lambda part: str(getattr(part, "value", part)),
)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_unary(op: UnaryOp, type: IntType | FloatType, data: st.DataObject) -> None:
    value = data.draw(values(type))
    result = INT if op is UnaryOp.NOT else type
    expected = outcome(semantics.unary(op, type), value)
    assert same(outcome(evaluate, lambda a: Unary(op, a, result), (type,), (value,)), expected)


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from(COMPUTING), st.sampled_from([op for op in BinaryOp if not op.is_comparison] + [UnaryOp.NEG]))
def test_arithmetic_that_must_not_wrap_around(data: st.DataObject, type: IntType, op: BinaryOp | UnaryOp) -> None:
    left, right = data.draw(values(type)), data.draw(values(type))
    if isinstance(op, UnaryOp):
        negation = semantics.unary(op, type, wraps=False)
        found = outcome(partial(evaluate, wraps=False), lambda a: Unary(op, a, type), (type,), (left,))
        assert same(found, outcome(negation, left))
        return
    expected = outcome(semantics.binary(op, type, wraps=False), left, right)
    for build in (lambda a, b: Binary(op, a, b, type), lambda a, _: Binary(op, a, Const(right, type), type)):
        assert same(outcome(partial(evaluate, wraps=False), build, (type, type), (left, right)), expected)


SCALARS: dict[MachineModel, list[CType]] = {
    machine: [
        *(machine.integer(name) for name in NAMES),
        machine.float,
        machine.double,
        machine.long_double,
        machine.pointer(VOID),
    ]
    for machine in (LP64, ILP32)
}
CONVERSIONS = {
    machine: [
        (source, target) for source in types for target in types if {type(source), type(target)} != {FloatType, PointerType}
    ]
    for machine, types in SCALARS.items()
}


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_conversions(machine: MachineModel) -> None:
    for source, target in CONVERSIONS[machine]:
        convert = semantics.conversion(source, target)
        for value in hard_values(source):
            found = outcome(evaluate, lambda a, target=target: Cast(a, target), (source,), (value,), machine)
            assert same(found, outcome(convert, value)), (source, target, value)


def hard_values(type: CType) -> list[Value]:
    match type:
        case IntType():
            return [0, 1, type.min, type.max, type.max // 2 + 1, type.max // 3]
        case PointerType():
            return [0, 1, 1 << (type.width - 1), (1 << type.width) - 1]
        case FloatType():
            numbers = (0.0, -0.0, 1.5, -0.9, 255.5, -2147483649.0, 1e10, 1e30, 1e300, math.inf, math.nan, 2**-149, 16777217.0)
            return [fitted(number, type) for number in numbers]
        case _:
            raise AssertionError(type)


@settings(max_examples=100, deadline=None)
@given(
    st.integers(0, (1 << 64) - 1),
    st.sampled_from([LP64.integer(name) for name in NAMES]).flatmap(lambda type: st.tuples(st.just(type), integers(type))),
    st.sampled_from([1, 2, 3, 4, 8, 24, 4096]),
)
def test_pointer_add(pointer: int, index: tuple[IntType, int], stride: int) -> None:
    type, value = index
    expected = semantics.pointer_add(stride, POINTER)(pointer, value)
    assert evaluate(lambda p, i: PointerAdd(p, i, stride, POINTER), (POINTER, type), (pointer, value)) == expected
    assert evaluate(lambda p: PointerAdd(p, Const(value, type), stride, POINTER), (POINTER,), (pointer,)) == expected


@given(st.integers(0, (1 << 64) - 1), st.integers(-100, 100), st.sampled_from([1, 2, 4, 24]))
@settings(deadline=None)
def test_pointer_diff(left: int, distance: int, stride: int) -> None:
    right = (left + distance * stride) & ((1 << 64) - 1)
    result = evaluate(lambda p, q: PointerDiff(p, q, stride, LP64.ptrdiff_t), (POINTER, POINTER), (right, left))
    assert result == semantics.pointer_diff(stride, LP64.ptrdiff_t)(right, left) == distance


@given(st.floats(), st.sampled_from(FLOATING))
@example(math.nan, LP64.double)
@example(-0.0, LP64.double)
@example(math.inf, LP64.float)
@settings(deadline=None)
def test_floating_constants(number: float, type: FloatType) -> None:
    value = fitted(number, type)
    assert not isinstance(value, int)
    bits = semantics.float_bits(value, type)
    assert same(evaluate(lambda: FloatConst(bits, type), (), ()), value)


def test_deep_nesting_is_spilled() -> None:
    def nested(x: Expr) -> Expr:
        expr = x
        for _ in range(60):
            expr = add(Unary(UnaryOp.NEG, expr, INT), const(3))
        return expr

    assert evaluate(nested, (INT,), (1,)) == 1
