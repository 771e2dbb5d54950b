"""Building one function's automaton.

The builder stands at a current node (or nowhere, after a ``return`` or ``goto``) and appends operations.  A jump to
a known node does not cost an edge where its incoming edges can be redirected: only nodes that nothing else will
jump to later (*sealed*) are dissolved that way.  ``finish`` drops what cannot be reached and numbers the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.cfa.expressions import Expr, Variable
from whet.cfa.model import Edge, Function, Node, connect, reachable
from whet.cfa.operations import Assume, Operation, Skip, Unsupported
from whet.cfa.source import Origin
from whet.frontend.folding import truth
from whet.task.records import dataclass

_MOST_REDIRECTED = 64
"""More edges than these are joined in a node of their own: the end of ``if``s nested n deep would cost n^2 redirections."""


@dataclass(frozen=True, slots=True)
class Resumption:
    """Where building stopped for a while, and the node to which it leads."""

    node: Node | None
    is_sealed: bool
    following: Node


class Builder:
    """Appends operations to a function's automaton."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self._made = 0
        self.entry = self.node()
        self.exit = self.node()
        self.current: Node | None = self.entry
        self._sealed = False
        self._names: dict[str, int] = {}
        self.log: list[Operation] = []
        """All that was appended, in this order: a part of an expression is a part of it."""

    def node(self) -> Node:
        """A new location; numbered in the order of making until ``finish`` renumbers."""
        self._made += 1
        return Node(self._made, self.function)

    def unique_name(self, name: str) -> str:
        """``name``, or ``name__2``, ``name__3``, ... when the function already uses it."""
        self._names[name] = count = self._names.get(name, 0) + 1
        return name if count == 1 else self.unique_name(f"{name}__{count}")

    def add_variable(self, variable: Variable) -> None:
        self.function.variables.append(variable)

    def start(self, node: Node, *, sealed: bool = True) -> None:
        """Continue at ``node``; ``sealed`` promises that no later jump targets it."""
        self.current = node
        self._sealed = sealed

    def set_aside(self) -> Resumption:
        """Continue at a new node, to which ``put_before`` will lead from here."""
        here = Resumption(self.current, self._sealed, self.node())
        self.start(here.following, sealed=False)
        return here

    def put_before(self, place: Resumption, operations: Sequence[Operation], origin: Origin) -> None:
        """Lead from a place that was set aside to what was built since then, by way of some operations."""
        current, sealed = self.current, self._sealed
        self.current, self._sealed = place.node, place.is_sealed
        for operation in operations:
            self.emit(operation)
        self.jump(place.following, origin)
        self.current, self._sealed = current, sealed

    def emit(self, operation: Operation) -> None:
        if self.current is not None:
            target = self.node()
            connect(self.current, operation, target)
            self.log.append(operation)
            self.start(target)

    def emit_to(self, operation: Operation, target: Node) -> None:
        """Append an operation whose edge ends in ``target``; nothing follows."""
        if self.current is not None:
            connect(self.current, operation, target)
            self.log.append(operation)
            self.current = None

    def jump(self, target: Node, origin: Origin) -> Sequence[Edge]:
        """Go to ``target``; nothing follows.  These edges lead there now."""
        node = self.current
        self.current = None
        if node is None or node is target:
            return ()
        if self._sealed and 0 < len(node.entering) <= _MOST_REDIRECTED:
            # Let the edges that end in ``node``, which has no successor, end in ``target``.
            edges, node.entering = node.entering, []
            for edge in edges:
                edge.target = target
                target.entering.append(edge)
            return edges
        return (connect(node, Skip(origin), target),)

    def put_behind(self, edges: Sequence[Edge], operations: Sequence[Operation]) -> None:
        """Let some edges, which end in the same node, lead there by way of some operations."""
        target, node = edges[0].target, self.node()
        for edge in edges:
            target.entering.remove(edge)
            edge.target = node
            node.entering.append(edge)
        for operation in operations[:-1]:
            following = self.node()
            connect(node, operation, following)
            node = following
        connect(node, operations[-1], target)

    def put_in_front(self, edge: Edge, operation: Operation) -> None:
        """Do something before an edge is taken that nothing else leaves its node with."""
        source, node = edge.source, self.node()
        source.leaving.remove(edge)
        edge.source = node
        node.leaving.append(edge)
        connect(source, operation, node)

    def branch(self, condition: Expr, if_true: Node, if_false: Node, origin: Origin) -> None:
        """Go to one of two nodes; a constant condition leaves only one way."""
        value = truth(condition)
        if value is not None:
            self.jump(if_true if value else if_false, origin)
        elif self.current is not None:
            taken = Assume(condition, True, origin)
            connect(self.current, taken, if_true)
            self.log.append(taken)
            connect(self.current, Assume(condition, False, origin), if_false)
            self.current = None

    def give_up(self, construct: str, origin: Origin) -> None:
        """What comes here is not modelled; the path ends."""
        self.emit(Unsupported(construct, origin))
        self.current = None

    def finish(self, first_number: int) -> int:
        """Keep what can be reached, numbered from ``first_number`` in source order; returns the next free number."""
        kept = set(reachable(self.entry))
        nodes = sorted(kept - {self.exit}, key=lambda node: node.number)
        nodes.append(self.exit)
        for node in nodes:
            node.entering = [edge for edge in node.entering if edge.source in kept]
        for number, node in enumerate(nodes, first_number):
            node.number = number
        self.function.nodes = nodes
        self.function.entry, self.function.exit = self.entry, self.exit
        return first_number + len(nodes)
