"""Evaluates expressions in an abstract state by walking their trees.

This is the plain reference for the compiled transfer (``translate``), and what queries are answered with.
"""

from __future__ import annotations

from typing import TypeAlias, cast

from whet.analyses.value import values
from whet.analyses.value.layout import Layout
from whet.analyses.value.state import ValueState
from whet.analyses.value.store import Store, bits_of_lvalue, split
from whet.analyses.value.values import AbstractValue, Address
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
    Lvalue,
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Use,
    Valid,
    Var,
    Variable,
)
from whet.cfa.types import FloatType, IntType, PointerType
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class ValueSlot:
    """A scalar variable in its slot."""

    variable: Variable


@dataclass(frozen=True, slots=True)
class ValuePart:
    """A place in memory; None where nothing is known (see ``store``)."""

    object: int | None
    offset: int | None


ValueTarget: TypeAlias = ValueSlot | ValuePart


class Evaluator:
    """Knows the layout of a program; has no state of its own."""

    def __init__(self, layout: Layout, store: Store) -> None:
        self._layout = layout
        self._store = store

    def value(self, state: ValueState, expr: Expr) -> AbstractValue | None:
        """The only value a scalar expression can have in this state; None if it may have several."""
        match expr:
            case Const(value=number) | FloatConst(bits=number):
                return number
            case Var() | Deref() | Member() | Index():
                return self._read(state, expr)
            case AddressOf(lvalue=lvalue):
                return self.address(state, lvalue)
            case FunctionAddress(function=function):
                return Address(self._layout.number(function), 0)
            case Unary(op=UnaryOp.NOT, operand=operand):
                truth = self.truth(state, operand)
                return None if truth is None else 1 - truth
            case Unary(op=op, operand=operand):
                return values.unary(op, operand.type)(self.value(state, operand))
            case Binary():
                left, right = self.value(state, expr.left), self.value(state, expr.right)
                if isinstance(expr.left.type, PointerType):
                    return self._store.compare(state.memory, expr.op, left, right)
                if expr.op in _EQUALITIES and not isinstance(expr.left.type, FloatType):
                    return self._store.compare(state.memory, expr.op, left, right)
                return values.binary(expr.op, expr.left.type)(left, right)
            case Cast():
                return self._cast(state, expr)
            case PointerAdd(pointer=pointer, index=index, stride=stride):
                return self._store.move(self.value(state, pointer), self.value(state, index), stride)
            case PointerDiff(left=left, right=right, stride=stride, type=type):
                return self._store.distance(self.value(state, left), self.value(state, right), stride, type)
            case Valid(pointer=AddressOf(lvalue=lvalue), use=Use.DEFINED):  # what has a known value was written
                return None if self.value(state, lvalue) is None else 1
            case Valid(pointer=pointer, size=size, use=use):
                return self._store.valid(state.memory, self.value(state, pointer), self.value(state, size), use)

    def truth(self, state: ValueState, expr: Expr) -> int | None:
        """Does a scalar differ from zero?"""
        value = self.value(state, expr)
        if isinstance(value, int) and isinstance(expr.type, FloatType):
            return int(bool(values.float_of(value, expr.type)))
        return self._store.truth(state.memory, value)

    def _cast(self, state: ValueState, expr: Cast) -> AbstractValue | None:
        if isinstance(expr.type, IntType) and expr.type.is_bool:
            return self.truth(state, expr.operand)
        return values.conversion(expr.operand.type, expr.type)(self.value(state, expr.operand))

    def _read(self, state: ValueState, lvalue: Lvalue) -> AbstractValue | None:
        match self.place(state, lvalue):
            case ValueSlot(variable=variable):
                return self.slot_value(state, variable)
            case ValuePart(object=object, offset=offset):
                return self._store.loader(lvalue.type, bits_of_lvalue(lvalue))(state.memory, object, offset)

    def slot_value(self, state: ValueState, variable: Variable) -> AbstractValue | None:
        if variable.is_static:
            return state.globals[self._layout.global_slots[variable]]
        function = self._layout.program.functions[cast(str, variable.function)]
        return state.frame[self._layout.frame_slots[function][variable]]

    def place(self, state: ValueState, lvalue: Lvalue) -> ValueTarget:
        match lvalue:
            case Var(variable=variable):
                if self._layout.is_slot(variable):
                    return ValueSlot(variable)
                return ValuePart(self._layout.object_of(variable, state.depth), 0)
            case Deref(pointer=pointer):
                return ValuePart(*split(self.value(state, pointer)))
            case Member(base=base, field=field):
                return _moved(self.place(state, base), field.offset)
            case Index(base=base, index=index):
                place, count = self.place(state, base), self.value(state, index)
                return _moved(place, count * lvalue.type.size if isinstance(count, int) else None)

    def address(self, state: ValueState, lvalue: Lvalue) -> AbstractValue | None:
        """The address of an object; of a part of ``*p`` where ``p`` is a number, it is one too."""
        match lvalue:
            case Var(variable=variable):
                return Address(self._layout.object_of(variable, state.depth), 0)
            case Deref(pointer=pointer):
                return self.value(state, pointer)
            case Member(base=base, field=field):
                return self._store.move(self.address(state, base), field.offset, 1)
            case Index(base=base, index=index):
                return self._store.move(self.address(state, base), self.value(state, index), lvalue.type.size)


def _moved(place: ValueTarget, distance: int | None) -> ValuePart:
    assert isinstance(place, ValuePart), "only objects in memory have parts"
    if place.offset is None or distance is None:
        return ValuePart(place.object, None)
    return ValuePart(place.object, place.offset + distance)


_EQUALITIES = frozenset({BinaryOp.EQ, BinaryOp.NE})
