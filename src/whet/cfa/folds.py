"""Folds over expressions: a class with one method for each kind of expression.

A fold that lacks a method for a kind fails where it is defined, so a new kind of expression cannot be forgotten anywhere.
``match`` is for looking at a few kinds; where each kind means something, a fold says it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar, get_args

from whet.cfa.expressions import (
    AddressOf,
    Binary,
    Cast,
    Const,
    Deref,
    Expr,
    FloatConst,
    FunctionAddress,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    Valid,
    Var,
)

T = TypeVar("T")
KINDS: dict[str, type] = {re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(): kind for kind in get_args(Expr)}
"""The kinds of expressions by the names of their methods: ``FloatConst`` is folded by ``float_const``."""


class ExpressionFold(Generic[T]):
    """``fold(expr)`` calls the method for the kind of the expression; methods fold operands themselves."""

    _methods: ClassVar[dict[type, Callable[..., Any]]]

    def __init_subclass__(cls) -> None:
        found = {name: getattr(cls, name) for name in KINDS}
        missing = [name for name, method in found.items() if method is vars(ExpressionFold)[name]]
        if missing:
            raise TypeError(f"{cls.__name__} does not say what becomes of {', '.join(missing)}")
        cls._methods = {KINDS[name]: method for name, method in found.items()}

    def fold(self, expr: Expr) -> T:
        folded: T = self._methods[type(expr)](self, expr)
        return folded

    def const(self, expr: Const) -> T:
        raise NotImplementedError

    def float_const(self, expr: FloatConst) -> T:
        raise NotImplementedError

    def var(self, expr: Var) -> T:
        raise NotImplementedError

    def deref(self, expr: Deref) -> T:
        raise NotImplementedError

    def member(self, expr: Member) -> T:
        raise NotImplementedError

    def index(self, expr: Index) -> T:
        raise NotImplementedError

    def address_of(self, expr: AddressOf) -> T:
        raise NotImplementedError

    def function_address(self, expr: FunctionAddress) -> T:
        raise NotImplementedError

    def unary(self, expr: Unary) -> T:
        raise NotImplementedError

    def binary(self, expr: Binary) -> T:
        raise NotImplementedError

    def cast(self, expr: Cast) -> T:
        raise NotImplementedError

    def pointer_add(self, expr: PointerAdd) -> T:
        raise NotImplementedError

    def pointer_diff(self, expr: PointerDiff) -> T:
        raise NotImplementedError

    def valid(self, expr: Valid) -> T:
        raise NotImplementedError


class Rebuilding(ExpressionFold[Expr]):
    """The same expression again; a subclass says what becomes of some kinds.  Lvalues must become lvalues."""

    def lvalue(self, expr: Lvalue) -> Lvalue:
        folded = self.fold(expr)
        assert isinstance(folded, Var | Deref | Member | Index), f"{folded} is no lvalue"
        return folded

    def const(self, expr: Const) -> Expr:
        return expr

    def float_const(self, expr: FloatConst) -> Expr:
        return expr

    def var(self, expr: Var) -> Expr:
        return expr

    def deref(self, expr: Deref) -> Expr:
        return Deref(self.fold(expr.pointer), expr.type)

    def member(self, expr: Member) -> Expr:
        return Member(self.lvalue(expr.base), expr.field)

    def index(self, expr: Index) -> Expr:
        return Index(self.lvalue(expr.base), self.fold(expr.index))

    def address_of(self, expr: AddressOf) -> Expr:
        return AddressOf(self.lvalue(expr.lvalue), expr.type)

    def function_address(self, expr: FunctionAddress) -> Expr:
        return expr

    def unary(self, expr: Unary) -> Expr:
        return Unary(expr.op, self.fold(expr.operand), expr.type)

    def binary(self, expr: Binary) -> Expr:
        return Binary(expr.op, self.fold(expr.left), self.fold(expr.right), expr.type)

    def cast(self, expr: Cast) -> Expr:
        return Cast(self.fold(expr.operand), expr.type)

    def pointer_add(self, expr: PointerAdd) -> Expr:
        return PointerAdd(self.fold(expr.pointer), self.fold(expr.index), expr.stride, expr.type)

    def pointer_diff(self, expr: PointerDiff) -> Expr:
        return PointerDiff(self.fold(expr.left), self.fold(expr.right), expr.stride, expr.type)

    def valid(self, expr: Valid) -> Expr:
        return Valid(self.fold(expr.pointer), self.fold(expr.size), expr.use, expr.type)
