"""Live variables: whose value may still be read before it is overwritten.

The classic backward data-flow analysis (Kildall, "A unified approach to global program optimization", POPL 1973), one
function at a time.  What the frame does not own alone is always live: variables that live as long as the program and
variables whose address is taken, for a pointer or another function may read them.  The return variable is live at the exit.

Sets are solved and kept only at *anchors*: junctions of the control flow, and on a long straight line every
``STRIDE``-th node.  They are bit sets over the variables that are live at some anchor at all; a temporary that comes and
goes between two anchors has no bit.  A question about a node between two anchors looks ahead to the next one, at most
``STRIDE`` steps.  So memory stays small on functions with a hundred thousand nodes and tens of thousands of temporaries;
and where blocks are fused nearly every node is an anchor, and an answer is one test of a bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from heapq import heappop, heappush

from whet.cfa.expressions import Variable
from whet.cfa.loops import reverse_post_order
from whet.cfa.model import Edge, Function, Node
from whet.cfa.uses import uses_of_edge, uses_of_sequence
from whet.task.records import dataclass

STRIDE = 64
"""The longest way from a node to the next anchor, in edges."""


@dataclass(frozen=True, eq=False)
class Liveness:
    """The live variables of one function at each of its nodes."""

    function: Function
    shared: frozenset[Variable] = field(repr=False)
    """The variables of the frame that are live everywhere because a pointer may reach them."""
    _numbers: Mapping[Variable, int] = field(repr=False)
    _variables: tuple[Variable, ...] = field(repr=False)
    _frame: frozenset[Variable] = field(repr=False)
    _live: Mapping[Node, int] = field(repr=False)

    def is_live(self, variable: Variable, node: Node) -> bool:
        """May the value ``variable`` has at ``node`` be read?  Of a variable outside the frame always true."""
        if variable in self.shared or variable not in self._frame:
            return True
        while (live := self._live.get(node)) is None:
            uses = uses_of_edge(node.leaving[0])
            if variable in uses.reads or variable in uses.kills:
                return variable in uses.reads
            node = node.leaving[0].target
        number = self._numbers.get(variable)
        return number is not None and live >> number & 1 == 1

    def at(self, node: Node) -> frozenset[Variable]:
        """The live variables among those of the function's frame."""
        ahead: list[Edge] = []
        while (live := self._live.get(node)) is None:
            ahead.append(node.leaving[0])
            node = ahead[-1].target
        found = {self._variables[number] for number in _bits(live)} | self.shared
        for edge in reversed(ahead):
            uses = uses_of_edge(edge)
            found = (found - uses.kills) | (uses.reads & self._frame) | self.shared
        return frozenset(found)


def live_variables(function: Function, address_taken: frozenset[Variable]) -> Liveness:
    """The live variables of a function that has a body; ``address_taken`` is that of the whole program."""
    if function.entry is None:
        raise ValueError(f"{function.name} has no body")
    frame = frozenset(function.variables)
    shared = frozenset(variable for variable in function.variables if variable in address_taken or variable.is_static)
    graph = _anchored(function, frame - shared)
    at_exit = [variable for variable in frame - shared if variable is function.return_variable]
    variables = _readable(graph, at_exit)
    numbers = {variable: number for number, variable in enumerate(variables)}
    boundary = {function.exit: sum(1 << numbers[variable] for variable in at_exit)}
    live = _solve(_ordered(function.entry, graph), graph, numbers, boundary)
    return Liveness(function, shared, numbers, variables, frame, live)


@dataclass(frozen=True, slots=True, eq=False)
class _Segment:
    """The way from one anchor to the next."""

    reads: tuple[Variable, ...]
    kills: tuple[Variable, ...]
    target: Node


def _anchored(function: Function, tracked: frozenset[Variable]) -> dict[Node, list[_Segment]]:
    """Every anchor with the ways that leave it."""
    graph: dict[Node, list[_Segment]] = {}
    inside: set[Node] = set()
    junctions = [node for node in function.nodes if _is_junction(node)]
    for start in (*junctions, *function.nodes):
        # The second part matters only for unreachable cycles without any junction.
        pending = [] if start in graph or start in inside else [start]
        while pending:
            anchor = pending.pop()
            graph[anchor] = []
            for edge in anchor.leaving:
                way = _way(edge)
                inside.update(passed.target for passed in way[:-1])
                graph[anchor].append(_segment(function, way, tracked))
                end = way[-1].target
                if end not in graph and not _is_junction(end):
                    pending.append(end)
    return graph


def _is_junction(node: Node) -> bool:
    """Is it more than a point on a straight line?"""
    if len(node.entering) != 1 or len(node.leaving) != 1:
        return True
    return node is node.function.entry or node is node.function.exit


def _way(edge: Edge) -> list[Edge]:
    way = [edge]
    while len(way) < STRIDE and not _is_junction(way[-1].target):
        way.append(way[-1].target.leaving[0])
    return way


def _segment(function: Function, way: list[Edge], tracked: frozenset[Variable]) -> _Segment:
    uses = uses_of_sequence((edge.operation for edge in way), function.return_variable)
    return _Segment(tuple(uses.reads & tracked), tuple(uses.kills & tracked), way[-1].target)


def _readable(graph: Mapping[Node, list[_Segment]], always: Iterable[Variable]) -> tuple[Variable, ...]:
    """The variables that are live at some anchor, in order of their numbers."""
    found = set(always)
    for segments in graph.values():
        for segment in segments:
            found.update(segment.reads)
    return tuple(sorted(found, key=lambda variable: variable.number))


def _ordered(entry: Node, graph: Mapping[Node, list[_Segment]]) -> list[Node]:
    """The anchors in post-order, then the unreachable ones."""
    reached = reverse_post_order(entry)
    seen = set(reached)
    return [node for node in reversed(reached) if node in graph] + [node for node in graph if node not in seen]


def _solve(
    order: list[Node], graph: Mapping[Node, list[_Segment]], numbers: Mapping[Variable, int], boundary: Mapping[Node | None, int]
) -> dict[Node, int]:
    """The least solution; the first waiting anchor in ``order`` goes first, so that inner loops settle before outer ones."""
    rank = {node: index for index, node in enumerate(order)}
    transfers = [_transfers(graph[node], numbers, rank) for node in order]
    users = _users(transfers)
    live = [boundary.get(node, 0) for node in order]
    heap = list(range(len(order)))
    waiting = bytearray(b"\1") * len(order)
    while heap:
        index = heappop(heap)
        waiting[index] = 0
        found = _before(transfers[index], live, live[index])
        if found != live[index]:
            live[index] = found
            for user in users[index]:
                if not waiting[user]:
                    waiting[user] = 1
                    heappush(heap, user)
    return dict(zip(order, live, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Transfer:
    """A segment by numbers.  Masks are made when needed: kept, they would be as large as the solution."""

    reads: tuple[int, ...]
    kills: tuple[int, ...]
    target: int


def _transfers(segments: list[_Segment], numbers: Mapping[Variable, int], rank: Mapping[Node, int]) -> list[_Transfer]:
    return [
        _Transfer(
            tuple(numbers[variable] for variable in segment.reads),
            tuple(numbers[variable] for variable in segment.kills if variable in numbers),
            rank[segment.target],
        )
        for segment in segments
    ]


def _users(transfers: list[list[_Transfer]]) -> list[list[int]]:
    users: list[list[int]] = [[] for _ in transfers]
    for index, leaving in enumerate(transfers):
        for transfer in leaving:
            users[transfer.target].append(index)
    return users


def _before(transfers: list[_Transfer], live: list[int], found: int) -> int:
    """``found`` and what is live before one of the segments."""
    for transfer in transfers:
        bits = live[transfer.target]
        for number in transfer.kills:
            bits &= ~(1 << number)
        for number in transfer.reads:
            bits |= 1 << number
        found |= bits
    return found


def _bits(bits: int) -> Iterator[int]:
    """The positions of the ones, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
