"""Where control can go from an abstract state: edges inside a function, into a callee, back to the caller.

A call of a function with a body goes through it (``Program.call_edges``); one without a body stays an edge with a
``Call`` that the analyses model.  A call through a pointer goes to every function of the program that the analyses cannot
exclude; if there is none, it stays an edge with a ``Call`` of something unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from whet.cfa.callees import Callees
from whet.cfa.expressions import Expr
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Call
from whet.core.interfaces import Ask
from whet.core.queries import CallSiteOf, CallTargets
from whet.task.records import dataclass


@dataclass(slots=True)
class Flow:
    """The edges that leave a state of a program; static answers are kept."""

    program: Program
    callees: Callees
    guessed: dict[Edge, None] = field(default_factory=dict)
    """Calls through pointers of which nothing was known somewhere: they were taken to stay in the program if they can."""
    _fixed: dict[Node, tuple[Edge, ...]] = field(default_factory=dict)
    _resolved: dict[tuple[Edge, Function], Edge] = field(default_factory=dict)

    def leaving(self, node: Node, ask: Ask) -> Sequence[Edge]:
        """The edges that can be taken from a state at ``node``; ``ask`` puts queries to its analyses."""
        fixed = self._fixed.get(node)
        if fixed is not None:
            return fixed
        if node is node.function.exit:
            site = ask(CallSiteOf())
            if site is None:
                return ()
            return (self.program.call_edges(site, node.function)[1],)
        edges = [step for edge in node.leaving for step in self._steps(edge, ask)]
        if not any(isinstance(edge.operation, Call) and not isinstance(edge.operation.callee, Function) for edge in node.leaving):
            self._fixed[node] = tuple(edges)
        return edges

    def _steps(self, edge: Edge, ask: Ask) -> Sequence[Edge]:
        call = edge.operation
        if not isinstance(call, Call):
            return (edge,)
        if isinstance(call.callee, Function):
            return (self._through(edge, call.callee),)
        targets = ask(CallTargets(call.callee))
        functions = self._assumed_targets(edge, call.callee) if targets is None else targets
        if not functions:  # nothing of this program: the call must not vanish with all that is after it
            return (edge,)
        return [self._through(self.direct(edge, function), function) for function in functions]

    def _assumed_targets(self, edge: Edge, pointer: Expr) -> tuple[Function, ...]:
        self.guessed[edge] = None
        return self.callees.of(pointer)

    def _through(self, edge: Edge, function: Function) -> Edge:
        return self.program.call_edges(edge, function)[0] if function.is_defined else edge

    def direct(self, edge: Edge, function: Function) -> Edge:
        """The same call with the pointer resolved."""
        key = (edge, function)
        if key not in self._resolved:
            call = edge.operation
            assert isinstance(call, Call)
            self._resolved[key] = Edge(edge.source, Call(function, call.arguments, call.result, call.origin), edge.target)
        return self._resolved[key]
