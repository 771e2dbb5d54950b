"""The values of variables at one moment of a run, for its observer: static ones and those of one frame. Indeterminate variables
have no value here. A view is valid only while the observer is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from whet.cfa.expressions import AddressOf, Deref, Expr, FunctionAddress, Index, Lvalue, Member, Var, Variable
from whet.cfa.model import Function
from whet.cfa.operations import Call
from whet.cfa.semantics import Value, evaluate
from whet.cfa.show import to_c
from whet.cfa.types import FloatType, IntType, PointerType
from whet.interpreter.frames import FramePlan
from whet.interpreter.memory import MemoryFault, MemoryObject
from whet.interpreter.process import Process
from whet.interpreter.translate import bits_of
from whet.task.records import dataclass

MemoryPlace: TypeAlias = tuple[MemoryObject, int]
"""An object and an offset in it."""


@dataclass(frozen=True, slots=True)
class StaticStore:
    """Where a run keeps what lives as long as the program."""

    slots: Mapping[Variable, int]
    values: list[Value]
    objects: Mapping[Variable, MemoryObject]
    process: Process

    def writer(self, variable: Variable) -> Callable[[Value], None]:
        """Stores a value of a scalar type."""
        if (slot := self.slots.get(variable)) is not None:
            return partial(self.values.__setitem__, slot)
        assert isinstance(variable.type, (IntType, FloatType, PointerType))
        return partial(self.process.access.writer(variable.type), self.objects[variable], 0)

    def reader(self, variable: Variable) -> Callable[[], Value]:
        """Reads a value of a scalar type; the program may have set it."""
        if (slot := self.slots.get(variable)) is not None:
            return partial(self.values.__getitem__, slot)
        assert isinstance(variable.type, (IntType, FloatType, PointerType))
        return partial(self.process.access.reader(variable.type), self.objects[variable], 0)


@dataclass(frozen=True, slots=True)
class View:
    """The variables of the program and of one frame."""

    statics: StaticStore
    plan: FramePlan
    frame: list[Any]

    def value(self, expr: Expr) -> Value | None:
        """The value of a scalar expression; None if it is indeterminate or undefined."""
        return evaluate(expr, self._read)

    def at(self, lvalue: Lvalue) -> Callable[[], Value | None]:
        """A function that reads the place that the lvalue denotes now."""
        if isinstance(lvalue, Var) and not self.is_object(lvalue.variable):
            return partial(self._slot, lvalue.variable)
        return partial(self._peek, self.place_of(lvalue), lvalue)

    def place(self, variable: Variable) -> MemoryPlace | None:
        """The place of a variable in memory; None if it has none now."""
        return self._object(variable) if self.is_object(variable) else None

    def callee(self, call: Call) -> str:
        if isinstance(call.callee, Function):
            return call.callee.name
        try:
            address = self.value(call.callee)
            return to_c(call.callee) if not isinstance(address, int) else self.statics.process.memory.function_at(address).name
        except MemoryFault:
            return to_c(call.callee)

    def _read(self, expr: Lvalue | AddressOf | FunctionAddress) -> Value | None:
        match expr:
            case FunctionAddress(function=function):
                return self.statics.process.memory.address_of(function)
            case AddressOf(lvalue=lvalue):
                place = self.place_of(lvalue)
                mask = (1 << 8 * self.statics.process.machine.pointer_size) - 1
                return None if place is None else (place[0].base + place[1]) & mask
            case Var(variable=variable) if not self.is_object(variable):
                return self._slot(variable)
            case Var() | Deref() | Member() | Index():
                return self._peek(self.place_of(expr), expr)

    def is_object(self, variable: Variable) -> bool:
        return variable in self.plan.objects or variable in self.statics.objects

    def _slot(self, variable: Variable) -> Value | None:
        held: Value | None
        if variable in self.statics.slots:
            held = self.statics.values[self.statics.slots[variable]]
        else:
            held = self.frame[self.plan.slots[variable]]
        return held

    def _peek(self, place: MemoryPlace | None, lvalue: Lvalue) -> Value | None:
        type = lvalue.type
        if place is None or not isinstance(type, (IntType, FloatType, PointerType)):
            return None
        return self.statics.process.access.peek(*place, type, bits_of(lvalue))

    def place_of(self, lvalue: Lvalue) -> MemoryPlace | None:
        """None if there is no such object."""
        match lvalue:
            case Var(variable=variable):
                return self._object(variable)
            case Deref(pointer=pointer, type=type):
                return self._target(self.value(pointer), type.size)
            case Member(base=base, field=field):
                return _moved(self.place_of(base), field.offset)
            case Index(base=base, index=index):
                number = self.value(index)
                return _moved(self.place_of(base), number * lvalue.type.size) if isinstance(number, int) else None

    def _object(self, variable: Variable) -> MemoryPlace | None:
        held = self.statics.objects.get(variable)
        if held is None:
            held = self.frame[self.plan.slots[variable]]
        return (held, 0) if isinstance(held, MemoryObject) else None

    def _target(self, address: Value | None, size: int) -> MemoryPlace | None:
        if not isinstance(address, int):
            return None
        try:
            return self.statics.process.memory.locate(address, size)
        except MemoryFault:
            return None


def _moved(place: MemoryPlace | None, distance: int) -> MemoryPlace | None:
    return None if place is None else (place[0], place[1] + distance)
