"""The abstract state of the value analysis: a variable assignment (Löwe, section 3.3) in slots and memory objects.

``globals`` and ``frame`` are tuples with one slot per scalar variable (``layout``); None in a slot means that nothing is known.
The frames of the functions below the current one hang in ``callers``, which is not touched while the callee runs.
Invariant: an address in a state belongs to a living object, because leaving a function, declaring a variable anew and freeing
a block remove the addresses of what dies (C calls them indeterminate).  Frames of callers cannot hold addresses of local
objects that are younger than they are, so only ``free`` must search them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeAlias

from whet.analyses.value.memory import AbstractMemory
from whet.analyses.value.values import AbstractValue, Address

Slots: TypeAlias = tuple[AbstractValue | None, ...]


class Callers:
    """The frames below the current one, as a linked list."""

    __slots__ = ("_hash", "below", "depth", "frame")

    def __init__(self, frame: Slots, below: Callers | None) -> None:
        self.frame = frame
        self.below = below
        self.depth: int = 0 if below is None else below.depth + 1
        """How many frames there are below the current one."""
        self._hash: int = hash((frame, 0 if below is None else below._hash))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        """In a loop, because recursion would end at Python's limit."""
        if not isinstance(other, Callers):
            return NotImplemented
        mine: Callers | None = self
        theirs: Callers | None = other
        while mine is not theirs:
            if mine is None or theirs is None or mine._hash != theirs._hash or mine.frame != theirs.frame:
                return False
            mine, theirs = mine.below, theirs.below
        return True

    def frames(self) -> list[Slots]:
        """From the top to the bottom."""
        found = []
        callers = self
        while callers.below is not None:
            found.append(callers.frame)
            callers = callers.below
        return found

    def scrubbed(self, is_dead: Callable[[int], bool]) -> Callers:
        """Without addresses of dead objects."""
        if not any(any(isinstance(value, Address) and is_dead(value.object) for value in frame) for frame in self.frames()):
            return self
        callers = NO_CALLERS
        for frame in reversed(self.frames()):
            callers = Callers(scrub(frame, is_dead), callers)
        return callers

    def __repr__(self) -> str:
        return f"Callers({self.frames()})"


NO_CALLERS = Callers((), None)


class ValueState:
    """An abstract variable assignment; the hash is computed once."""

    __slots__ = ("_hash", "_known", "_values", "callers", "frame", "globals", "memory")

    def __init__(self, globals: Slots, frame: Slots, callers: Callers, memory: AbstractMemory) -> None:
        self.globals = globals
        self.frame = frame
        self.callers = callers
        self.memory = memory
        self._hash = 0
        self._known: object = None
        self._values: Hashable = None
        """Both are kept here for ``cover``."""

    def __hash__(self) -> int:
        found = self._hash
        if not found:
            self._hash = found = hash((self.globals, self.frame, self.callers, self.memory))
        return found

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, ValueState):
            return NotImplemented
        return (
            hash(self) == hash(other)
            and self.frame == other.frame
            and self.globals == other.globals
            and self.callers == other.callers
            and self.memory == other.memory
        )

    def __repr__(self) -> str:
        return f"ValueState({self.globals}, {self.frame}, {self.callers}, {self.memory})"

    @property
    def depth(self) -> int:
        return self.callers.depth

    def with_globals(self, globals: Slots) -> ValueState:
        return self if globals == self.globals else ValueState(globals, self.frame, self.callers, self.memory)

    def with_frame(self, frame: Slots) -> ValueState:
        return self if frame == self.frame else ValueState(self.globals, frame, self.callers, self.memory)

    def with_memory(self, memory: AbstractMemory) -> ValueState:
        return self if memory is self.memory else ValueState(self.globals, self.frame, self.callers, memory)

    def scrubbed(self, is_dead: Callable[[int], bool]) -> ValueState:
        """After the death of some local objects."""
        memory = self.memory.without(is_dead)
        return ValueState(scrub(self.globals, is_dead), scrub(self.frame, is_dead), self.callers, memory)

    def freed(self, block: int) -> ValueState:
        """After the death of a heap block."""
        is_dead = block.__eq__
        state = self.scrubbed(is_dead)
        return ValueState(state.globals, state.frame, state.callers.scrubbed(is_dead), state.memory)


def scrub(slots: Slots, is_dead: Callable[[int], bool]) -> Slots:
    """Without addresses of dead objects."""
    return tuple([None if isinstance(value, Address) and is_dead(value.object) else value for value in slots])


def cleared(slots: Slots, clear: tuple[int, ...]) -> Slots:
    """Nothing known in these slots; the same tuple if nothing was."""
    for slot in clear:
        if slots[slot] is not None:
            break
    else:
        return slots
    changed = list(slots)
    for slot in clear:
        changed[slot] = None
    return tuple(changed)


def changed(slots: Slots, index: int, value: AbstractValue | None) -> Slots:
    return (*slots[:index], value, *slots[index + 1 :])


class ValueDomain:
    """The flat lattice over all places: more knowledge is lower, the top knows nothing (Löwe, 3.4.1)."""

    def leq(self, *, lhs: ValueState, rhs: ValueState) -> bool:
        if lhs is rhs or rhs == TOP:
            return True
        return (
            covers(rhs.frame, lhs.frame)
            and covers(rhs.globals, lhs.globals)
            and _callers_cover(rhs.callers, lhs.callers)
            and rhs.memory.covers(lhs.memory)
        )

    def join(self, a: ValueState, b: ValueState) -> ValueState:
        """What both know; that is nothing for states of different call stacks, which have no places in common."""
        if self.leq(lhs=b, rhs=a):
            return a
        if self.leq(lhs=a, rhs=b):
            return b
        if _lengths(a) != _lengths(b):
            return TOP
        frames = [_join(x, y) for x, y in zip(a.callers.frames(), b.callers.frames(), strict=True)]
        callers = NO_CALLERS
        for frame in reversed(frames):
            callers = Callers(frame, callers)
        return ValueState(_join(a.globals, b.globals), _join(a.frame, b.frame), callers, a.memory.join(b.memory))

    def widen(self, *, old: ValueState, new: ValueState) -> ValueState:
        """The join: a state knows finitely many places and each step forgets some."""
        return self.join(old, new)


TOP = ValueState((), (), Callers((None,), None), AbstractMemory({}))
"""Knows nothing, not even the call stack: no transfer leads there, only the join of states that have nothing in common."""


def _lengths(state: ValueState) -> list[int]:
    return [len(state.globals), len(state.frame), *map(len, state.callers.frames())]


def covers(weaker: Slots, stronger: Slots) -> bool:
    """Is everything the weaker knows the same in the stronger?"""
    if weaker is stronger:
        return True
    pairs = zip(weaker, stronger, strict=False)
    return len(weaker) == len(stronger) and all(value is None or value == held for value, held in pairs)


def _callers_cover(weaker: Callers, stronger: Callers) -> bool:
    if weaker is stronger:
        return True
    if weaker.depth != stronger.depth:
        return False
    return all(covers(a, b) for a, b in zip(weaker.frames(), stronger.frames(), strict=True))


def _join(a: Slots, b: Slots) -> Slots:
    return a if a == b else tuple([x if x == y else None for x, y in zip(a, b, strict=True)])
