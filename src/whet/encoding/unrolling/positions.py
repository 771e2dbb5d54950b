"""Where a point of an unrolled program is, and in which order points come.

A position is a list of numbers: at which place of its function's weak topological order, in which turn of each loop around it,
after which calls.  No edge leads back, so points can be gone through in the order of their positions, and all paths to a point
have been seen when its turn comes::

    (loop's place, turn, inner loop's place, turn, place)  +  of the called function: (which call, ...)
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

from whet.cfa.facts import Facts
from whet.cfa.loops import Loop
from whet.cfa.model import Edge, Function, Node, Program
from whet.task.records import dataclass

Position: TypeAlias = tuple[int, ...]


class Exit(IntEnum):
    """What a turn of a loop has seen so far of the ways out of it."""

    NONE = 0
    CLOSED = 1
    """There was one, and constants decided that it is not taken."""
    OPEN = 2
    """There was one that may be taken."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Where a path is in a loop."""

    number: int = 0
    counted: int = 0
    """Turns that constants did not ask for: those that a bound is for."""
    exit: Exit = Exit.NONE

    def next(self) -> Turn:
        return Turn(self.number + 1, self.counted + (self.exit is not Exit.CLOSED))


Turns: TypeAlias = tuple[Turn, ...]
"""Of the loops around a location, the outermost first."""
FIRST = Turn()


class CallFrame:
    """An active call, and those below it."""

    __slots__ = ("below", "depths", "prefix", "site", "turns")

    def __init__(self, site: Edge, callee: Function, below: CallFrame | None, prefix: Position, turns: Turns) -> None:
        self.site = site
        self.below = below
        self.prefix = prefix
        """Of the positions of all points of the called function."""
        self.turns = turns
        """Of the loops around the call."""
        depths = {} if below is None else below.depths
        self.depths: dict[Function, int] = {**depths, callee: depths.get(callee, 0) + 1}
        """How many calls of each function are active."""


class Positions:
    """The order of the points of one program."""

    def __init__(self, program: Program) -> None:
        self._facts = Facts.of(program)
        self._nests: dict[Node, tuple[Loop, ...]] = {}

    def nest(self, node: Node) -> tuple[Loop, ...]:
        """The loops around a location, the outermost first."""
        known = self._nests.get(node)
        if known is None:
            loop = self._facts.loops(node.function).innermost.get(node)
            found: list[Loop] = []
            while loop is not None:
                found.append(loop)
                loop = loop.parent
            known = self._nests[node] = tuple(reversed(found))
        return known

    def loop_at(self, node: Node) -> Loop | None:
        """The loop that a location is the head of."""
        loops = self.nest(node)
        return loops[-1] if loops and loops[-1].head is node else None

    def position(self, frame: CallFrame | None, turns: Turns, node: Node) -> Position:
        """Of a location that can be reached from the entry of its function."""
        place = self._facts.loops(node.function).position[node]
        around = [number for loop, turn in zip(self.nest(node), turns, strict=True) for number in (loop.first, turn.number)]
        return (*(() if frame is None else frame.prefix), *around, place)

    def turns_after(self, turns: Turns, edge: Edge) -> Turns:
        """Inside one function."""
        before, after = self.nest(edge.source), self.nest(edge.target)
        if before is after and edge.target is not (after[-1].head if after else None):
            return turns
        found: list[Turn] = []
        for depth, loop in enumerate(after):
            if depth >= len(before) or before[depth] is not loop:
                found.append(FIRST)
            else:
                found.append(turns[depth].next() if edge.target is loop.head else turns[depth])
        return tuple(found)

    def seen(self, turns: Turns, node: Node, taken: list[Edge], closed: list[Edge]) -> Turns:
        """The turns after a branching: some edges may be taken, others not."""
        if not closed and len(taken) == 1:
            return turns
        loops = self.nest(node)
        return tuple([_seen(turn, loop, taken, closed) for turn, loop in zip(turns, loops, strict=True)])


def _seen(turn: Turn, loop: Loop, taken: list[Edge], closed: list[Edge]) -> Turn:
    if any(edge.target not in loop for edge in taken if edge.target.function is loop.head.function):
        return Turn(turn.number, turn.counted, Exit.OPEN)
    if turn.exit is Exit.NONE and any(edge.target not in loop for edge in closed):
        return Turn(turn.number, turn.counted, Exit.CLOSED)
    return turn


def joined_turns(one: Turns, other: Turns) -> Turns:
    """Of two paths to the same point."""
    if one == other:
        return one
    return tuple([Turn(a.number, max(a.counted, b.counted), max(a.exit, b.exit)) for a, b in zip(one, other, strict=True)])
