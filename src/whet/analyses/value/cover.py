"""The stop operator's index for the flat lattice of assignments (Löwe, 3.4.5).

A state is covered by another exactly if it has the same values at all places the other knows.  Reached states are
therefore grouped by the set of places they know; for every such set that is contained in the new state's own, the state is
projected to it and looked up by hash.  The number of sets, not that of states, decides the cost.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain, compress, repeat
from operator import is_not
from typing import NamedTuple, cast

from whet.analyses.value.memory import AbstractMemory, Shape
from whet.analyses.value.state import Slots, ValueState


class KnownPlaces(NamedTuple):
    """The places a state knows."""

    lengths: tuple[int, ...]
    """Of the globals, the current frame and the callers' frames, from the top down."""
    flags: bytes
    """One byte for each of their slots: 1 if it is known."""
    shape: Shape
    is_open: bool


def known_of(state: ValueState) -> KnownPlaces:
    """What a state knows; kept in the state."""
    if state._known is None:
        frames = _frames(state)
        flags = bytes(map(is_not, chain(*frames), repeat(None)))
        state._known = KnownPlaces(tuple(map(len, frames)), flags, state.memory.shape, state.memory.is_open)
    return cast(KnownPlaces, state._known)


def _frames(state: ValueState) -> list[Slots]:
    return [state.globals, state.frame, *state.callers.frames()]


class _Group:
    """The reached states that know the same places."""

    __slots__ = ("heap", "known", "mask", "states")

    def __init__(self, known: KnownPlaces) -> None:
        self.known = known
        self.mask = int.from_bytes(known.flags, "little")
        self.heap = None if known.is_open else frozenset(number for number, _ in known.shape if number < 0)
        """The heap blocks that a covered state must have, and no others; None if any will do."""
        self.states: dict[Hashable, dict[ValueState, None]] = {}
        """By their values; states with the same values may differ in what is no knowledge."""

    def key(self, state: ValueState, slots: Slots) -> Hashable | None:
        """The values of the state at this group's places; None if it does not know them all."""
        if known_of(state).lengths != self.known.lengths:
            return None
        values = _restricted(state.memory, self.known)
        return None if values is None else (values, tuple(compress(slots, self.known.flags)))

    def own_key(self, state: ValueState) -> Hashable:
        """The same for a state that knows just the places of this group; kept in the state."""
        if state._values is None:
            state._values = self.key(state, tuple(chain(*_frames(state))))
        return state._values


def _restricted(memory: AbstractMemory, known: KnownPlaces) -> Hashable | None:
    if not memory.objects and not known.shape:
        return _NO_VALUES
    values = memory.restricted(known.shape)
    return None if values is None else (values, _NOTHING if known.is_open else memory.heap)


_NOTHING: Hashable = frozenset()
_NO_VALUES: Hashable = (_NOTHING, _NOTHING)


class ValueIndex:
    """Reached states of one partition."""

    def __init__(self) -> None:
        self._counts: dict[ValueState, int] = {}
        self._groups: dict[KnownPlaces, _Group] = {}

    def add(self, state: ValueState) -> None:
        count = self._counts.get(state, 0)
        self._counts[state] = count + 1
        if count == 0:
            known = known_of(state)
            group = self._groups.get(known)
            if group is None:
                group = self._groups[known] = _Group(known)
            group.states.setdefault(group.own_key(state), {})[state] = None

    def remove(self, state: ValueState) -> None:
        self._counts[state] -= 1
        if self._counts[state] == 0:
            del self._counts[state]
            known = known_of(state)
            group = self._groups[known]
            key = group.own_key(state)
            del group.states[key][state]
            if not group.states[key]:
                del group.states[key]
            if not group.states:
                del self._groups[known]

    def covering(self, state: ValueState) -> ValueState | None:
        if state in self._counts:
            return state
        if not self._groups:
            return None
        own = self._groups.get(known_of(state))
        found = None if own is None else own.states.get(own.own_key(state))
        return next(iter(found)) if found else self._covering_with_less(state, own)

    def _covering_with_less(self, state: ValueState, own: _Group | None) -> ValueState | None:
        """A state that knows fewer places."""
        slots = tuple(chain(*_frames(state)))
        unknown = ~int.from_bytes(known_of(state).flags, "little")
        heap = state.memory.heap
        for group in self._groups.values():
            if group.mask & unknown or group is own or (group.heap is not None and group.heap != heap):
                continue
            found = group.states.get(group.key(state, slots))
            if found:
                return next(iter(found))
        return None


class StopCovered:
    """A state is covered if a single reached state knows no more than it does."""

    def index(self) -> ValueIndex:
        return ValueIndex()
