"""The precision of the value analysis: which places are tracked where (Löwe, sections 4.4 and 5.3).

Precision adjustment, prec(v, π, R) = v|π, needs to know the location, and on most edges there is little to forget, so it is
staged with the transfer: ``applied`` adds to the transfer of an edge the forgetting of what is not tracked after it.

Invariant: a state holds values only of places that its location tracks under the precision it was made with.  Frames of
callers are left alone; they were adjusted at the location of the call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from whet.analyses.value.layout import Layout
from whet.analyses.value.memory import AbstractMemory, Contents
from whet.analyses.value.places import HEAP, HEAP_CONTENTS, TrackedPlace
from whet.analyses.value.state import ValueState, cleared
from whet.cfa.expressions import Variable
from whet.cfa.model import Edge, Function, Node
from whet.cfa.operations import Leave
from whet.cfa.uses import uses_of_edge
from whet.core.interfaces import Post
from whet.refine.domain import Sharing
from whet.refine.precision import FULL, Full, TrackingPrecision
from whet.task.records import dataclass

TrackedPlaceSet: TypeAlias = frozenset[TrackedPlace]


class ValuePrecision(TrackingPrecision[TrackedPlace]):
    """A precision that remembers what is forgotten after each edge."""

    __slots__ = ("_adjustments",)

    def __init__(
        self, sharing: Sharing, local: Mapping[Node, TrackedPlaceSet], everywhere: TrackedPlaceSet = frozenset()
    ) -> None:
        super().__init__(sharing, local, everywhere)
        self._adjustments: dict[Edge, Adjustment] = {}

    def adjustment(self, edge: Edge, make: Callable[[ValuePrecision, Edge], Adjustment]) -> Adjustment:
        found = self._adjustments.get(edge)
        if found is None:
            found = self._adjustments[edge] = make(self, edge)
        return found


Precision: TypeAlias = ValuePrecision | Full


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What is forgotten after one edge under one precision."""

    globals: tuple[int, ...]
    frame: tuple[int, ...]
    """Slots that may hold something and are not tracked."""
    memory: MemoryAdjustment
    always: bool
    """Look at the memory even if the edge did not change it?"""


@dataclass(frozen=True, slots=True)
class MemoryAdjustment:
    """What is forgotten of memory where these places are tracked."""

    layout: Layout
    parts: Mapping[Variable, tuple[tuple[int, int | None], ...]]
    """The tracked bytes of the objects of a variable; an object that is not here is not tracked."""
    tracks_heap: bool
    tracks_contents: bool

    def applied(self, memory: AbstractMemory) -> AbstractMemory:
        """Without what is not tracked; heap blocks that are not tracked are still there."""
        objects = {}
        is_changed = False
        for number, held in memory.objects.items():
            kept = (held if self.tracks_contents else held.forgotten()) if number < 0 else self._object(number, held)
            is_changed = is_changed or kept is not held
            objects[number] = kept
        return AbstractMemory(objects, memory.is_open) if is_changed else memory

    def _object(self, number: int, held: Contents) -> Contents:
        entity = self.layout.entity(number)
        parts = None if isinstance(entity, Function) or entity is None else self.parts.get(entity)
        if parts is None:
            return held.forgotten()
        if parts == ((0, None),):
            return held
        return held.masked(parts)


class Adjusting:
    """Adds precision adjustment to the transfer of edges."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def applied(self, edge: Edge, post: Post[ValueState, Precision] | None) -> Post[ValueState, Precision] | None:
        """The transfer of an edge, after which only what is tracked is known."""
        make = self._adjustment

        def run(state: ValueState, precision: Precision) -> Sequence[ValueState]:
            successors = (state,) if post is None else post(state, precision)
            if precision is FULL or not successors:
                return successors
            adjustment = precision.adjustment(edge, make)
            return [_adjusted(state, successor, adjustment) for successor in successors]

        return run

    def _adjustment(self, precision: ValuePrecision, edge: Edge) -> Adjustment:
        tracked = precision.at(edge.target)
        variables = {place.variable for place in tracked}
        is_scoped = precision.sharing is Sharing.SCOPED
        globals = {slot for slot, v in self._globals(edge, only_touched=is_scoped) if v not in variables}
        frame = {slot for slot, v in self._frame(edge, only_touched=is_scoped) if v not in variables}
        return Adjustment(tuple(sorted(globals)), tuple(sorted(frame)), self._memory(tracked), not is_scoped)

    def _globals(self, edge: Edge, *, only_touched: bool) -> list[tuple[int, Variable]]:
        slots = self._layout.global_slots
        return [(slots[v], v) for v in (_touched(edge) if only_touched else slots) if v in slots]

    def _frame(self, edge: Edge, *, only_touched: bool) -> list[tuple[int, Variable]]:
        slots = self._layout.frame_slots[edge.target.function]
        return [(slots[v], v) for v in (_touched(edge) if only_touched else slots) if v in slots]

    def _memory(self, tracked: TrackedPlaceSet) -> MemoryAdjustment:
        parts: dict[Variable, list[tuple[int, int | None]]] = {}
        for place in sorted(tracked, key=lambda place: place.begin):
            if place.variable is not None and not self._layout.is_slot(place.variable):
                _extend(parts.setdefault(place.variable, []), place.begin, place.end)
        frozen = {variable: tuple(ranges) for variable, ranges in parts.items()}
        return MemoryAdjustment(self._layout, frozen, HEAP in tracked, HEAP in tracked and HEAP_CONTENTS in tracked)


def _extend(ranges: list[tuple[int, int | None]], begin: int, end: int | None) -> None:
    """Add a range after the others; neighbours become one."""
    if ranges and ranges[-1][1] == begin:
        ranges[-1] = (ranges[-1][0], end)
    else:
        ranges.append((begin, end))


def _touched(edge: Edge) -> frozenset[Variable]:
    """The variables of which the edge may make a value known: it assigns them, or an assumption tells their value."""
    uses = uses_of_edge(edge)
    touched = uses.kills | uses.writes | uses.reads
    if isinstance(edge.operation, Leave) and edge.operation.function.return_variable is not None:
        return touched - {edge.operation.function.return_variable}
    return touched


def _adjusted(before: ValueState, state: ValueState, adjustment: Adjustment) -> ValueState:
    memory = state.memory
    if memory is not before.memory or adjustment.always:
        memory = adjustment.memory.applied(memory)
    globals, frame = cleared(state.globals, adjustment.globals), cleared(state.frame, adjustment.frame)
    if memory is not state.memory or globals is not state.globals or frame is not state.frame:
        state = ValueState(globals, frame, state.callers, memory)
    return state if adjustment.memory.tracks_heap else without_heap(state)


def without_heap(state: ValueState) -> ValueState:
    """Without heap blocks and addresses of them; there may be any number of them."""
    if not any(number < 0 for number in state.memory.objects):
        return state
    scrubbed = state.scrubbed(_is_heap_block)
    memory = AbstractMemory(scrubbed.memory.objects, is_open=True)
    return ValueState(scrubbed.globals, scrubbed.frame, state.callers.scrubbed(_is_heap_block), memory)


def _is_heap_block(number: int) -> bool:
    return number < 0


__all__ = ["FULL", "Adjusting", "Precision", "Sharing", "TrackedPlaceSet", "ValuePrecision", "without_heap"]
