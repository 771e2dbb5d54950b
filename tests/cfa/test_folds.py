"""Folds over expressions."""

from __future__ import annotations

from typing import get_args

import pytest

from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    FloatConst,
    FunctionAddress,
    Index,
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Use,
    Valid,
    Var,
    Variable,
    VariableKind,
    subexpressions,
)
from whet.cfa.folds import KINDS, ExpressionFold, Rebuilding
from whet.cfa.model import Function
from whet.cfa.types import LP64, VOID, ArrayType, CType, Field, FunctionType

INT = LP64.int
POINTER = LP64.pointer(INT)


def variable(name: str, type: CType) -> Variable:
    return Variable(number=1, name=name, type=type, kind=VariableKind.GLOBAL, function=None)


X, P, A = Var(variable("x", INT)), Var(variable("p", POINTER)), Var(variable("a", ArrayType(INT, 3)))
FUNCTION = Function("f", FunctionType(VOID, (), variadic=False))
EVERY: tuple[Expr, ...] = (
    Const(1, INT),
    FloatConst(0, LP64.float),
    X,
    Deref(P, INT),
    Member(Deref(P, INT), Field("m", INT, 0)),
    Index(A, X),
    AddressOf(X, POINTER),
    FunctionAddress(FUNCTION, LP64.pointer(FUNCTION.type)),
    Unary(UnaryOp.NEG, X, INT),
    Binary(BinaryOp.ADD, X, X, INT),
    Cast(X, LP64.integer("long")),
    PointerAdd(P, X, 4, POINTER),
    PointerDiff(P, P, 4, LP64.ptrdiff_t),
    Valid(P, Const(4, INT), Use.READ, INT),
)


def test_there_is_a_method_for_each_kind() -> None:
    assert {*map(type, EVERY)} == {*get_args(Expr)} == {*KINDS.values()}


def test_fold_that_forgets_a_kind_fails_where_it_is_defined() -> None:
    with pytest.raises(TypeError, match=r"Forgetful does not say what becomes of float_const, var, .*, valid$"):

        class Forgetful(ExpressionFold[int]):
            def const(self, expr: Const) -> int:
                return expr.value


@pytest.mark.parametrize("expr", EVERY)
def test_rebuilding_changes_nothing_by_itself(expr: Expr) -> None:
    assert Rebuilding().fold(expr) == expr


class _Other(Rebuilding):
    """With another variable wherever one of the same type is named."""

    def __init__(self) -> None:
        self._others = {each.variable: variable("other", each.type) for each in (X, P, A)}

    def var(self, expr: Var) -> Expr:
        return Var(self._others[expr.variable])


@pytest.mark.parametrize("expr", EVERY)
def test_every_part_is_rebuilt(expr: Expr) -> None:
    rebuilt = _Other().fold(expr)
    assert [*map(type, subexpressions(rebuilt))] == [*map(type, subexpressions(expr))]
    assert {part.variable.name for part in subexpressions(rebuilt) if isinstance(part, Var)} <= {"other"}
