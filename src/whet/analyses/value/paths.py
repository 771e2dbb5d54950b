"""The value domain as refinement sees it: strongest post along a path, and what a state can do without (Löwe, 4.5 to 4.7).

An abstract variable assignment is weakened by forgetting one of the *elements* of its definition range: a slot, the bytes of a
place, the contents of the heap, or the heap itself with all pointers into it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol, TypeAlias, TypeVar

from whet.analyses.value.layout import Layout
from whet.analyses.value.memory import AbstractMemory, Contents
from whet.analyses.value.places import HEAP, HEAP_CONTENTS, TrackedPlace, TrackedPlaces
from whet.analyses.value.precision import FULL, Precision, TrackedPlaceSet, without_heap
from whet.analyses.value.state import Callers, Slots, ValueState, changed
from whet.analyses.value.values import AbstractValue
from whet.cfa.expressions import Variable
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Call, Enter
from whet.cfa.types import CType, holds_pointers
from whet.core.interfaces import Post, Query
from whet.core.path import PathStep
from whet.core.queries import CallTargets
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class GlobalSlot:
    slot: int


@dataclass(frozen=True, slots=True)
class FrameSlot:
    """A slot of the frame so many calls below the current one."""

    level: int
    slot: int


@dataclass(frozen=True, slots=True)
class ObjectBytes:
    """A place in a memory object."""

    object: int
    place: TrackedPlace


@dataclass(frozen=True, slots=True)
class Heap:
    """That there are these heap blocks."""


@dataclass(frozen=True, slots=True)
class HeapContents:
    pass


PathElement: TypeAlias = GlobalSlot | FrameSlot | ObjectBytes | Heap | HeapContents
A = TypeVar("A")
Successor: TypeAlias = Callable[[ValueState], ValueState | None]


class RefinedValues(Protocol):
    """The value analysis, as its refiner sees it."""

    @property
    def program(self) -> Program: ...

    @property
    def layout(self) -> Layout: ...

    def initial(self, node: Node) -> ValueState: ...

    def initial_precision(self) -> Precision: ...

    def full_post(self, edge: Edge) -> Post[ValueState, Precision] | None: ...

    def ask(self, state: ValueState, query: Query[A]) -> A | None: ...


class ValuePaths:
    """What refinement asks of the value analysis of a program."""

    def __init__(self, analysis: RefinedValues) -> None:
        self._analysis = analysis
        self._layout = analysis.layout
        self._places = TrackedPlaces(analysis.layout)
        self._successors: dict[PathStep, Successor | None] = {}
        self._names = _SlotNames(analysis.layout)

    def initial(self) -> ValueState:
        entry = self._analysis.program.start.entry
        assert entry is not None
        return self._analysis.initial(entry)

    def post(self, step: PathStep) -> Successor | None:
        """The strongest post of a step, which gives None for a contradiction; no function if nothing happens."""
        if step not in self._successors:
            self._successors[step] = self._successor(step)
        return self._successors[step]

    def _successor(self, step: PathStep) -> Successor | None:
        edge = step.as_edge
        post = None if edge is None else self._analysis.full_post(edge)
        if post is None:
            return self._calling(step, None)

        def successor(state: ValueState) -> ValueState | None:
            found = post(state, FULL)
            return found[0] if found else None

        return self._calling(step, successor)

    def _calling(self, step: PathStep, successor: Successor | None) -> Successor | None:
        """With the contradiction that a pointer leads to another function than the one that is called."""
        call = step.edge.operation
        if step.pointer is None or not isinstance(call, Enter | Call):
            return successor
        query = CallTargets(step.pointer)
        callee = call.function if isinstance(call, Enter) else call.callee

        def guarded(state: ValueState) -> ValueState | None:
            targets = self._analysis.ask(state, query)
            if targets is not None and callee not in targets:
                return None
            return state if successor is None else successor(state)

        return guarded

    def elements(self, state: ValueState) -> list[PathElement]:
        """What the state knows, in a fixed order; pointers come before what they may point to."""
        found: list[PathElement] = [FrameSlot(0, slot) for slot in _known(state.frame)]
        found += [FrameSlot(level, slot) for level, frame in enumerate(state.callers.frames(), 1) for slot in _known(frame)]
        found += [GlobalSlot(slot) for slot in _known(state.globals)]
        return found + list(self._memory_elements(state.memory))

    def _memory_elements(self, memory: AbstractMemory) -> Iterator[PathElement]:
        blocks = [held for number, held in memory.objects.items() if number < 0]
        for number in sorted(number for number in memory.objects if number >= 0):
            held, variable = memory.objects[number], self._variable(number)
            if variable is not None and not held.is_blank:
                yield from (ObjectBytes(number, place) for place in self._places.of(variable) if _knows(held, place))
        if any(not held.is_blank for held in blocks):
            yield HeapContents()
        if blocks:
            yield Heap()

    def _variable(self, number: int) -> Variable | None:
        entity = self._layout.entity(number)
        return None if isinstance(entity, Function) else entity

    def without(self, state: ValueState, element: PathElement) -> ValueState:
        """The state that does not know this; itself if the place is not there (any more)."""
        match element:
            case GlobalSlot(slot=slot):
                return state.with_globals(changed(state.globals, slot, None))
            case FrameSlot(level=0, slot=slot):
                return state.with_frame(changed(state.frame, slot, None))
            case FrameSlot(level=level, slot=slot):
                return ValueState(state.globals, state.frame, _with_less(state.callers, level, slot), state.memory)
            case ObjectBytes(object=number, place=place):
                held = state.memory.objects.get(number)
                return state if held is None else state.with_memory(state.memory.changed(number, _forgotten(held, place)))
            case HeapContents():
                memory = state.memory
                objects = {number: held.forgotten() if number < 0 else held for number, held in memory.objects.items()}
                return state.with_memory(AbstractMemory(objects, memory.is_open))
            case Heap():
                return without_heap(state)

    def top(self, state: ValueState) -> ValueState:
        """The state that knows nothing, with the same call stack."""
        callers = Callers((), None)
        for frame in reversed(state.callers.frames()):
            callers = Callers((None,) * len(frame), callers)
        memory = without_heap(state).memory
        blank = AbstractMemory({number: held.forgotten() for number, held in memory.objects.items()}, memory.is_open)
        return ValueState((None,) * len(state.globals), (None,) * len(state.frame), callers, blank)

    def strengthened(self, state: ValueState, interpolant: ValueState) -> ValueState:
        """What a state and an interpolant of the same location know together, as far as slots and variables go."""
        interpolant = without_heap(interpolant)
        globals, frame = _both(state.globals, interpolant.globals), _both(state.frame, interpolant.frame)
        objects = dict(state.memory.objects)
        for number, held in interpolant.memory.objects.items():
            if number >= 0 and number in objects and objects[number].is_blank:
                objects[number] = held
        return ValueState(globals, frame, state.callers, AbstractMemory(objects, state.memory.is_open))

    def renames(self, *, before: ValueState, after: ValueState) -> bool:
        """Do two states know the same values, if perhaps of other places?"""
        return _values(before) == _values(after)

    def precision(self, state: ValueState, location: Node) -> TrackedPlaceSet:
        """The places that must be tracked at a location to know what the state knows there.

        Frames of callers do not count: they are tracked where the calls are."""
        found: set[TrackedPlace] = set()
        for element in self.elements(state):
            found.update(self._tracked(element, location))
        return frozenset(found)

    def _tracked(self, element: PathElement, location: Node) -> tuple[TrackedPlace, ...]:
        match element:
            case GlobalSlot(slot=slot):
                return self._places.of(self._names.globals[slot])
            case FrameSlot(level=0, slot=slot):
                return self._places.of(self._names.of(location.function)[slot])
            case FrameSlot():
                return ()
            case ObjectBytes(place=place):
                return (place,)
            case HeapContents():
                return (HEAP, HEAP_CONTENTS)
            case Heap():
                return (HEAP,)

    def all_places(self) -> Iterator[TrackedPlace]:
        return self._places.all()

    def places(self, variables: Iterable[Variable], memory: bool) -> TrackedPlaceSet:
        """All places of some variables, and what these need of the heap; its contents if ``memory`` matters that only pointers
        lead to."""
        found = {place for variable in variables for place in self._places.of(variable)}
        if any(place.variable is not None and self._may_point(place.variable.type) for place in found):
            found.add(HEAP)
        return frozenset(found | {HEAP, HEAP_CONTENTS} if memory else found)

    def _may_point(self, type: CType) -> bool:
        """May an object of this type hold an address?"""
        return holds_pointers(type) or self._layout.addresses_in_integers

    def values(self, state: ValueState, location: Node) -> Mapping[TrackedPlace, AbstractValue]:
        """The values of scalars the state knows at a location."""
        globals = {self._places.of(self._names.globals[slot])[0]: value for slot, value in _items(state.globals)}
        names = self._names.of(location.function)
        return globals | {self._places.of(names[slot])[0]: value for slot, value in _items(state.frame)}


class _SlotNames:
    """Which variable a slot belongs to."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.globals = {slot: variable for variable, slot in layout.global_slots.items()}
        self._frames: dict[Function, dict[int, Variable]] = {}

    def of(self, function: Function) -> dict[int, Variable]:
        if function not in self._frames:
            self._frames[function] = {slot: variable for variable, slot in self._layout.frame_slots[function].items()}
        return self._frames[function]


def _known(slots: Slots) -> list[int]:
    return [slot for slot, value in enumerate(slots) if value is not None]


def _items(slots: Slots) -> Iterator[tuple[int, AbstractValue]]:
    return ((slot, value) for slot, value in enumerate(slots) if value is not None)


def _both(slots: Slots, others: Slots) -> Slots:
    return tuple([other if value is None else value for value, other in zip(slots, others, strict=True)])


def _knows(held: Contents, place: TrackedPlace) -> bool:
    end = len(held.known) if place.end is None else place.end
    overlaps = (place.begin < offset + size and offset < end for offset, (size, _) in held.others.items())
    return any(held.known[place.begin : end]) or any(overlaps)


def _forgotten(held: Contents, place: TrackedPlace) -> Contents:
    if place.end is None:
        return held.forgotten() if place.begin == 0 else held.masked([(0, place.begin)])
    return held.masked([(0, place.begin), (place.end, None)])


def _with_less(callers: Callers, level: int, slot: int) -> Callers:
    frames = callers.frames()
    if level > len(frames):
        return callers
    frames[level - 1] = changed(frames[level - 1], slot, None)
    below = Callers((), None)
    for frame in reversed(frames):
        below = Callers(frame, below)
    return below


def _values(state: ValueState) -> Counter[object]:
    slots: list[object] = [value for frame in (state.globals, state.frame, *state.callers.frames()) for value in frame]
    slots += [(held.data, held.known) for held in state.memory.objects.values() if not held.is_blank]
    counted = Counter(slots)
    del counted[None]
    return counted
