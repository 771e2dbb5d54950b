"""Forget values nobody will read: a dead variable must not keep two states apart.

Between its last use and its next assignment the value of a variable does not matter, so its slot is emptied when
control arrives where the variable is dead; a caller's frame keeps, while the callee runs, what is live after the
call.  Forgetting is always sound; it makes the states of different paths equal, which is what keeps an exploration
without refinement small.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.analyses.value.layout import Layout
from whet.analyses.value.precision import Precision
from whet.analyses.value.state import Callers, ValueState, cleared
from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Node
from whet.cfa.operations import Enter, Leave
from whet.cfa.uses import uses_of_edge
from whet.core.interfaces import Post


class Forgetting:
    """Adds forgetting to the transfer of edges."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._facts = Facts.of(layout.program)
        self._dead: dict[Node, frozenset[int]] = {}

    def applied(self, edge: Edge, post: Post[ValueState, Precision] | None) -> Post[ValueState, Precision] | None:
        """The transfer of an edge, after which dead slots are empty."""
        match edge.operation:
            case Enter():
                return self._entering(edge, post)
            case Leave():
                return _clearing(tuple(sorted(self.dead_at(edge.target))), post)
            case _:
                # Slots that may hold something and are dead after the edge: those alive before it, or written by it.
                slots = self._layout.frame_slots[edge.source.function]
                uses = uses_of_edge(edge)
                written = {slots[variable] for variable in uses.kills | uses.writes | uses.reads if variable in slots}
                already = self.dead_at(edge.source) - written
                return _clearing(tuple(sorted(self.dead_at(edge.target) - already)), post)

    def dead_at(self, node: Node) -> frozenset[int]:
        """The frame slots of variables that are dead at a location."""
        if node not in self._dead:
            live = self._facts.liveness(node.function).at(node)
            slots = self._layout.frame_slots[node.function]
            self._dead[node] = frozenset(slot for variable, slot in slots.items() if variable not in live)
        return self._dead[node]

    def _entering(self, edge: Edge, post: Post[ValueState, Precision] | None) -> Post[ValueState, Precision] | None:
        assert post is not None
        site = self._layout.program.site_of(edge)
        below = tuple(sorted(self.dead_at(site.target)))
        parameters = tuple(sorted(self.dead_at(edge.target)))

        def enter(state: ValueState, precision: Precision) -> Sequence[ValueState]:
            return [_with_caller(_cleared_state(after, parameters), below) for after in post(state, precision)]

        return enter


def _clearing(dying: tuple[int, ...], post: Post[ValueState, Precision] | None) -> Post[ValueState, Precision] | None:
    if not dying:
        return post
    if post is None:
        return lambda state, _precision: (_cleared_state(state, dying),)

    def run(state: ValueState, precision: Precision) -> Sequence[ValueState]:
        return [_cleared_state(after, dying) for after in post(state, precision)]

    return run


def _cleared_state(state: ValueState, dying: tuple[int, ...]) -> ValueState:
    frame = cleared(state.frame, dying)
    return state if frame is state.frame else ValueState(state.globals, frame, state.callers, state.memory)


def _with_caller(state: ValueState, dying: tuple[int, ...]) -> ValueState:
    callers = state.callers
    frame = cleared(callers.frame, dying)
    if frame is callers.frame:
        return state
    return ValueState(state.globals, state.frame, Callers(frame, callers.below), state.memory)
