"""Expressions, compiled once into functions from what is known of places to the set of values the expression may have."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from whet.analyses.interval import operators, ranges
from whet.analyses.interval.floats import constant
from whet.analyses.interval.operators import AbstractValue
from whet.analyses.interval.places import Place, Places, offset_of
from whet.analyses.interval.ranges import Ranges, single
from whet.analyses.interval.state import Env
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
    Var,
    root_variable,
)
from whet.cfa.types import CType, IntType, PointerType, is_scalar

Evaluation: TypeAlias = Callable[[Env], AbstractValue]


class Expressions:
    """Compiles the expressions of a program."""

    def __init__(self, places: Places) -> None:
        self.places = places

    def value(self, expr: Expr) -> Evaluation:
        """The values of a scalar expression."""
        match expr:
            case Const(value=number):
                return _always(single(number))
            case FloatConst(bits=bits, type=type):
                return _always(constant(bits, type))
            case Var() | Deref() | Member() | Index():
                return self._read(expr)
            case AddressOf() | FunctionAddress():
                return _always(_address(expr))
            case Unary(op=op, operand=operand):
                return _applied(operators.unary(op, operand.type), self.value(operand))
            case Cast(operand=operand, type=target):
                return self._converted(operand, target)
            case Binary(op=op, left=left, right=right):
                return _combined(operators.binary(op, left.type), self.value(left), self.value(right))
            case PointerAdd():
                return self._moved(expr)
            case PointerDiff(type=type):
                return _always(operators.everything(type))

    def _converted(self, operand: Expr, target: CType) -> Evaluation:
        inner = self.value(operand)
        if _keeps_all(operand.type, target) and not self.places.doubts(operand.type):
            return inner
        return _applied(operators.conversion(operand.type, target), inner)

    def _read(self, lvalue: Lvalue) -> Evaluation:
        number = self.places.fixed(lvalue)
        if number is not None:
            anything = self.places.anything[number]
            return lambda env: env.get(number, anything)
        return self._element(lvalue) or _always(self.places.everything(lvalue.type))

    def _element(self, lvalue: Lvalue) -> Evaluation | None:
        """An element of a known array, where the index is one number."""
        match lvalue:
            case Index(base=base, index=index) if (
                (variable := self.places.tracked_root(base)) is not None
                and (begin := offset_of(base)) is not None
                and is_scalar(lvalue.type)
            ):
                places, position, type = self.places, self.value(index), lvalue.type
                anything = places.everything(type)

                def read(env: Env) -> AbstractValue:
                    at = only(position(env))
                    return (
                        anything
                        if at is None
                        else env.get(places.number(Place(variable, begin + at * type.size, type)), anything)
                    )

                return read
            case _:
                return None

    def _moved(self, expr: PointerAdd) -> Evaluation:
        pointer, index, stride = self.value(expr.pointer), self.value(expr.index), expr.stride
        greatest = (1 << expr.type.width) - 1

        def move(env: Env) -> AbstractValue:
            steps: Ranges = index(env)  # type: ignore[assignment]  # an integer
            begins: Ranges = pointer(env)  # type: ignore[assignment]  # an address
            moved = [(p + s * stride, q + t * stride) for p, q in begins for s, t in steps]
            return ranges.wrapped(moved, 0, greatest)

        return move


def only(values: AbstractValue) -> int | None:
    """The number if it is the only one."""
    if len(values) == 1 and values[0][0] == values[0][1]:
        return values[0][0]
    return None


def _always(values: AbstractValue) -> Evaluation:
    return lambda env: values


def _applied(function: operators.OfOne, operand: Evaluation) -> Evaluation:
    return lambda env: function(operand(env))


def _combined(function: operators.OfTwo, left: Evaluation, right: Evaluation) -> Evaluation:
    return lambda env: function(left(env), right(env))


def _keeps_all(source: CType, target: CType) -> bool:
    """Does a conversion leave every number as it is?"""
    if not isinstance(source, IntType) or not isinstance(target, IntType) or target.is_bool:
        return source == target and not isinstance(source, PointerType)
    return target.min <= source.min and source.max <= target.max


def _address(expr: AddressOf | FunctionAddress) -> AbstractValue:
    """No object of the program is at the address 0; what a null pointer is moved by may be anything."""
    greatest = (1 << expr.type.width) - 1
    is_object = isinstance(expr, FunctionAddress) or (
        root_variable(expr.lvalue) is not None and offset_of(expr.lvalue) is not None
    )
    return ((1, greatest),) if is_object else ((0, greatest),)
