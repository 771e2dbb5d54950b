"""The stop operator's index for the flat lattice of assignments (Löwe, 3.4.5).

A state is covered by another exactly if it has the same values at all places the other knows.  Reached states are
therefore grouped by the set of places they know; for every such set that is contained in the new state's own, the state is
projected to it and looked up by hash.  The number of sets, not that of states, decides the cost.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import compress, repeat
from operator import is_not
from typing import NamedTuple, cast

from whet.analyses.value.memory import Memory, Shape
from whet.analyses.value.state import Slots, ValueState


class Known(NamedTuple):
    """The places a state knows: one byte per slot, 1 if it is known."""

    frames: tuple[bytes, ...]
    """Of the globals, the current frame and the callers' frames, from the top down."""
    shape: Shape
    is_open: bool

    @property
    def masks(self) -> tuple[int, ...]:
        return tuple([int.from_bytes(flags, "little") for flags in self.frames])


def known_of(state: ValueState) -> Known:
    """What a state knows; kept in the state."""
    if state._known is None:
        frames = tuple([_flags(slots) for slots in _frames(state)])
        state._known = Known(frames, state.memory.shape, state.memory.is_open)
    return cast(Known, state._known)


def _flags(slots: Slots) -> bytes:
    return bytes(map(is_not, slots, repeat(None)))


def _frames(state: ValueState) -> list[Slots]:
    return [state.globals, state.frame, *state.callers.frames()]


class _Group:
    """The reached states that know the same places."""

    __slots__ = ("flags", "is_open", "masks", "shape", "states")

    def __init__(self, known: Known) -> None:
        self.flags = known.frames
        self.masks = known.masks
        self.shape = known.shape
        self.is_open = known.is_open
        self.states: dict[Hashable, dict[ValueState, None]] = {}
        """By their values; states with the same values may differ in what is no knowledge."""

    def may_cover(self, known: Known, masks: tuple[int, ...]) -> bool:
        if len(masks) != len(self.masks) or any(map(_exceeds, self.masks, masks)):
            return False
        return [*map(len, known.frames)] == [*map(len, self.flags)]

    def key(self, state: ValueState) -> Hashable | None:
        """The values of the state at this group's places; None if it does not know them all."""
        values = _restricted(state.memory, self.shape, self.is_open)
        if values is None:
            return None
        return (values, *[tuple(compress(slots, flags)) for slots, flags in zip(_frames(state), self.flags, strict=True)])


def _exceeds(wanted: int, held: int) -> int:
    return wanted & ~held


def _restricted(memory: Memory, shape: Shape, is_open: bool) -> Hashable | None:
    if not memory.objects and not shape:
        return _NO_VALUES
    values = memory.restricted(shape)
    return None if values is None else (values, _NOTHING if is_open else memory.heap)


_NOTHING: Hashable = frozenset()
_NO_VALUES: Hashable = (_NOTHING, _NOTHING)


class ValueIndex:
    """Reached states of one partition."""

    def __init__(self) -> None:
        self._counts: dict[ValueState, int] = {}
        self._groups: dict[Known, _Group] = {}

    def add(self, state: ValueState) -> None:
        count = self._counts.get(state, 0)
        self._counts[state] = count + 1
        if count == 0:
            known = known_of(state)
            group = self._groups.get(known)
            if group is None:
                group = self._groups[known] = _Group(known)
            group.states.setdefault(group.key(state), {})[state] = None

    def remove(self, state: ValueState) -> None:
        self._counts[state] -= 1
        if self._counts[state] == 0:
            del self._counts[state]
            self._remove_from_group(state)

    def _remove_from_group(self, state: ValueState) -> None:
        known = known_of(state)
        group = self._groups[known]
        key = group.key(state)
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
        known = known_of(state)
        masks = known.masks
        for group in self._groups.values():
            if group.may_cover(known, masks):
                found = group.states.get(group.key(state))
                if found is not None:
                    return next(iter(found))
        return None


class StopCovered:
    """A state is covered if a single reached state knows no more than it does."""

    def index(self) -> ValueIndex:
        return ValueIndex()


__all__ = ["Known", "StopCovered", "ValueIndex", "known_of"]
