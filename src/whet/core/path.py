"""Paths as refinement sees them: steps that can lose operations.

A program path is a sequence of (operation, location) (Löwe, section 2.1).  Here a step is an edge, and because an edge may
carry a block, a step also says which of the block's operations it keeps: a *sliced* path (section 7.3) lacks some
assumptions, and a prefix may end inside a block.

A call through a pointer also assumes that the pointer points to the called function; this assumption can be sliced away
like any other, while the call stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.cfa.expressions import Expr
from whet.cfa.model import Edge, Function, Node
from whet.cfa.operations import Block, Call, Enter, Operation, flatten
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class PathStep:
    """An edge, with the operations of it that count; all of them if ``kept`` is None."""

    edge: Edge
    kept: tuple[int, ...] | None = None
    assumes_callee: bool = True
    """Does a call through a pointer assume that the pointer points to the callee?"""

    @property
    def location(self) -> Node:
        """Where the step leads."""
        return self.edge.target

    @property
    def operations(self) -> tuple[Operation, ...]:
        all_operations = flatten(self.edge.operation)
        return all_operations if self.kept is None else tuple([all_operations[i] for i in self.kept])

    def without(self, position: int) -> PathStep:
        """Without the operation at this position among those that are kept; a call only loses what it assumes."""
        if self.pointer is not None:
            return PathStep(self.edge, self.kept, assumes_callee=False)
        kept = self._positions()
        return PathStep(self.edge, (*kept[:position], *kept[position + 1 :]))

    def up_to(self, position: int) -> PathStep:
        """Only up to the operation at this position, which is included."""
        kept = self._positions()
        return self if position == len(kept) - 1 else PathStep(self.edge, kept[: position + 1])

    @property
    def pointer(self) -> Expr | None:
        """What is assumed to point to the called function, if this is a call through a pointer."""
        return _called_through(self.edge) if self.assumes_callee else None

    def _positions(self) -> tuple[int, ...]:
        return tuple(range(len(flatten(self.edge.operation)))) if self.kept is None else self.kept

    @property
    def as_edge(self) -> Edge | None:
        """An edge that does just this; None if nothing is left to do."""
        if self.kept is None:
            return self.edge
        match self.operations:
            case ():
                return None
            case (single,):
                return Edge(self.edge.source, single, self.edge.target)
            case several:
                return Edge(self.edge.source, Block(several), self.edge.target)


def _called_through(edge: Edge) -> Expr | None:
    """The pointer of a call that ``Flow`` has resolved: the program's own edge has it."""
    if not isinstance(edge.operation, Enter | Call):
        return None
    calls = [leaving.operation for leaving in edge.source.leaving if isinstance(leaving.operation, Call)]
    return next((call.callee for call in calls if not isinstance(call.callee, Function)), None)


def steps_of(edges: Sequence[Edge]) -> tuple[PathStep, ...]:
    return tuple(PathStep(edge) for edge in edges)
