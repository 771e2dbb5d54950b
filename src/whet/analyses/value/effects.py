"""Functions without a body: what a call does to memory and what it returns (``whet.cfa.library``).

A function the table does not know may change every object it can reach from its arguments; that it changes nothing else is
an assumption, so such calls are remembered for the report of a run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TypeAlias

from whet.analyses.value.layout import Layout
from whet.analyses.value.memory import AbstractMemory
from whet.analyses.value.store import Store, split
from whet.analyses.value.values import AbstractValue, Address, passing
from whet.cfa.accesses import object_size
from whet.cfa.library import Library
from whet.cfa.model import Function
from whet.cfa.operations import Call
from whet.cfa.source import Origin
from whet.cfa.types import CType, IntType, holds_pointers, is_scalar
from whet.library.effects import (
    Allocates,
    Arbitrary,
    Assumes,
    Copies,
    Effect,
    Fills,
    Formats,
    Frees,
    Measures,
    Nothing,
    NotModelled,
    Question,
    Stops,
    Tells,
    Writes,
)

Values: TypeAlias = Sequence[AbstractValue | None]
EffectModel: TypeAlias = Callable[[AbstractMemory, Values], tuple[AbstractMemory, AbstractValue | None]]
"""From memory and arguments to memory and result."""


class ValueEffects:
    """The models of the functions a program calls but does not define."""

    def __init__(self, layout: Layout, store: Store) -> None:
        self._layout = layout
        self._store = store
        self._library = Library()
        self._assumed: dict[tuple[str, Origin], None] = {}

    def effect(self, call: Call) -> Effect | None:
        assert isinstance(call.callee, Function)
        return self._library.effect(call.callee, call.arguments)

    def assumed(self) -> list[tuple[str, Origin]]:
        """The calls of unknown functions that some state went through, in the order they were met."""
        return list(self._assumed)

    def model(self, call: Call) -> EffectModel:
        """What a call of a function without a body does, unless it stops or restricts the run or frees a block."""
        match self.effect(call):
            case Measures():
                return self._measure
            case Tells(question=question):
                return self._telling(call, question)
            case Arbitrary() | Nothing():
                return lambda memory, values: (memory, None)
            case Allocates(size=size, zeroed=zeroed):
                return self._returning(call, self._allocating(size, zeroed))
            case Copies():
                return self._returning(call, self._copy)
            case Fills():
                return self._returning(call, self._fill)
            case Writes(arguments=written, returns=returned, may_fail=may_fail):
                return self._returning(call, self._writing(call, written, None if may_fail else returned))
            case Stops() | Assumes() | Frees() as other:
                raise AssertionError(f"{other} is not only an effect on memory")
            case Formats() | NotModelled() | None:
                return self._reaching(call)

    def _telling(self, call: Call, question: Question) -> EffectModel:
        """The answer where the object is known, as it fits into the result."""
        type = None if call.result is None else call.result.type
        wrap = type.wrap if isinstance(type, IntType) else lambda value: None

        def tell(memory: AbstractMemory, values: Values) -> tuple[AbstractMemory, AbstractValue | None]:
            found = _answer(self._store, memory, question, values)
            return memory, None if found is None else wrap(found)

        return tell

    def _returning(self, call: Call, model: EffectModel) -> EffectModel:
        """The model's result, a pointer, as a value of the type the call's result has."""
        if call.result is None:
            return model
        assert isinstance(call.callee, Function)
        convert = passing(self._layout.program.machine.pointer(call.callee.type.result), call.result.type)
        may_hold_address = self._layout.may_hold_address(call.result.type)

        def run(memory: AbstractMemory, values: Values) -> tuple[AbstractMemory, AbstractValue | None]:
            after, result = model(memory, values)
            result = convert(result)
            return after, result if may_hold_address or isinstance(result, int) else None

        return run

    def _allocating(self, factors: tuple[int, ...], zeroed: bool) -> EffectModel:
        greatest = self._layout.program.machine.size_t.max

        def allocate(memory: AbstractMemory, values: Values) -> tuple[AbstractMemory, AbstractValue | None]:
            sizes = [value for index in factors if isinstance(value := values[index], int)]
            size = prod(sizes) if len(sizes) == len(factors) else None
            is_possible = size is not None and 0 <= size <= greatest
            return self._store.allocate(memory, size if is_possible else None, zeroed)

        return allocate

    def _measure(self, memory: AbstractMemory, values: Values) -> tuple[AbstractMemory, AbstractValue | None]:
        object, _ = split(values[0])
        held = None if object is None else self._store.held(memory, object)
        return memory, None if held is None else held.size

    def _copy(self, memory: AbstractMemory, values: Values) -> tuple[AbstractMemory, AbstractValue | None]:
        target, source, size = values[:3]
        if isinstance(size, int) and size >= 0:
            return self._store.copy(memory, split(target), split(source), size), target
        return self._store.forget(memory, split(target)[0], None, None), target

    def _fill(self, memory: AbstractMemory, values: Values) -> tuple[AbstractMemory, AbstractValue | None]:
        target, byte, size = values[:3]
        if isinstance(size, int) and size >= 0 and isinstance(byte, int):
            return self._store.fill(memory, target, byte, size), target
        object, offset = split(target)
        is_known = isinstance(size, int) and size >= 0
        return self._store.forget(memory, object, offset if is_known else None, size if is_known else None), target  # type: ignore[arg-type]

    def _writing(self, call: Call, written: tuple[int, ...], returned: int | None) -> EffectModel:
        may_point = [self._layout.may_hold_address(argument.type) for argument in call.arguments]
        indices = [index for index in written if index < len(may_point) and may_point[index]]

        def write(memory: AbstractMemory, values: Values) -> tuple[AbstractMemory, AbstractValue | None]:
            for index in indices:
                if not isinstance(values[index], int):
                    memory = self._store.forget(memory, *split(values[index]), None)
            return memory, None if returned is None else values[returned]

        return write

    def _reaching(self, call: Call) -> EffectModel:
        assert isinstance(call.callee, Function)
        name, origin, types = call.callee.name, call.origin, [argument.type for argument in call.arguments]

        def run(memory: AbstractMemory, values: Values) -> tuple[AbstractMemory, AbstractValue | None]:
            self._assumed[name, origin] = None
            return self._forget_reachable(memory, types, values), None

        return run

    def _forget_reachable(self, memory: AbstractMemory, types: Sequence[CType], values: Values) -> AbstractMemory:
        waiting: list[int] = []
        for type, value in zip(types, values, strict=True):
            if isinstance(value, Address):
                waiting.append(value.object)
            elif value is None and self._may_carry(type):
                return self._store.forget_exposed(memory)
        reached = self._closure(memory, waiting)
        if reached is None:
            return self._store.forget_exposed(memory)
        for object in sorted(reached):
            if self._store.held(memory, object) is not None:
                memory = self._store.forget(memory, object, None, None)
        return memory

    def _may_carry(self, type: CType) -> bool:
        """May an unknown value of the type be, or contain, a pointer?"""
        if is_scalar(type):
            return self._layout.may_hold_address(type)
        return self._layout.addresses_in_integers or holds_pointers(type)

    def _closure(self, memory: AbstractMemory, waiting: list[int]) -> set[int] | None:
        """The objects that can be reached from these; None if that is all of them."""
        reached: set[int] = set()
        while waiting:
            object = waiting.pop()
            if object in reached:
                continue
            reached.add(object)
            if self._may_hide_pointer(memory, object):
                return None
            held = memory.objects.get(object)
            entries = () if held is None else held.others.values()
            waiting.extend(value.object for _, value in entries if isinstance(value, Address))
        return reached

    def _may_hide_pointer(self, memory: AbstractMemory, object: int) -> bool:
        """May there be a pointer in an object of which nothing is known?"""
        entity = self._layout.entity(object)
        if isinstance(entity, Function) or object in self._layout.constants:
            return False
        if entity is not None and not self._may_carry(entity.type):
            return False
        held = memory.objects.get(object)
        if held is None:
            return True
        covered = sum(size for size, _ in held.others.values())
        return held.size is None or len(held.data) < held.size or held.known.count(255) + covered < len(held.data)


def _answer(store: Store, memory: AbstractMemory, question: Question, values: Values) -> int | None:
    """The answer to a question about objects (``Tells``), where the object and the offset are tracked; None for any answer.

    An address points to a live object, because addresses of dead ones are forgotten; but a block may have been freed through an
    unknown pointer.  So of blocks only accesses beyond the end are decided."""
    match question, values:
        case ((Question.READABLE | Question.WRITABLE), (0, _)):
            return 0
        case ((Question.READABLE | Question.WRITABLE), (Address() as pointer, int(size))):
            writes = question is Question.WRITABLE
            entity = store.layout.entity(pointer.object)
            if isinstance(entity, Function):
                return 0
            room = _size(store, memory, pointer)
            if room is not None and (pointer.offset < 0 or pointer.offset + size > room):
                return 0
            if room is None or entity is None:
                return None
            is_read_only = pointer.object in store.layout.constants or entity.is_read_only
            return int(not (writes and is_read_only))
        case Question.SIZE, (Address() as pointer,):
            return _size(store, memory, pointer)
        case Question.OFFSET, (Address() as pointer,):
            return pointer.offset if _is_inside(store, memory, pointer) else None
        case Question.SAME, (Address() as one, Address() as other):
            both = _is_inside(store, memory, one) and _is_inside(store, memory, other)
            return int(one.object == other.object) if both else None
        case _:
            return None


def _size(store: Store, memory: AbstractMemory, pointer: Address) -> int | None:
    """None if it may be another one."""
    entity = store.layout.entity(pointer.object)
    if isinstance(entity, Function) or (entity is not None and object_size(entity) is None):
        return None
    if entity is None and store.layout.has_automatic_blocks:
        return None
    if entity is not None and store.may_be_dead(entity):
        return None
    return store.size_of(memory, pointer.object)


def _is_inside(store: Store, memory: AbstractMemory, pointer: Address) -> bool:
    size = _size(store, memory, pointer)
    return size is not None and 0 <= pointer.offset <= size
