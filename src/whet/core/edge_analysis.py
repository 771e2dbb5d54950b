"""The base of an analysis in one file: override what your domain has to say, keep the identity for the rest.

``EdgeAnalysis`` takes an edge apart and calls the method named for the operation: ``assign``, ``assume``,
``declare``, ``end``, ``havoc``, ``call``, ``enter``, ``leave``, ``returned``.  Each gets a state and returns the state after
it, or None if the operation cannot be executed.  Which method an edge calls is decided once per edge, not once per
state.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from whet.cfa import operations as ops
from whet.cfa.expressions import Expr
from whet.cfa.model import Edge, Node, Program
from whet.core.interfaces import Adjust, Domain, Finding, Merge, Post, Query, Stop, Strengthen, Transfer
from whet.core.operators import NO_PRECISION, MergeJoin, NoPrecision, StopEqual, StopSep, merge_sep

S = TypeVar("S", bound=Hashable)
A = TypeVar("A")
Step = Callable[[S], "S | None"]


class EdgeAnalysis(Generic[S]):
    """An analysis without precision whose transfer is given operation by operation.

    A subclass gives ``initial`` and, unless different states are never ordered, ``leq`` and ``join``."""

    name = "edge analysis"
    joins = False
    """Merge by joining?  Otherwise states of one location are kept apart."""

    def __init__(self, program: Program) -> None:
        self.program = program

    # The lattice: flat unless overridden

    def leq(self, *, lhs: S, rhs: S) -> bool:
        return lhs == rhs

    def join(self, a: S, b: S) -> S:
        if a == b:
            return a
        raise NotImplementedError(f"{self.name} has no join")

    def widen(self, *, old: S, new: S) -> S:
        return self.join(old, new)

    # What an operation does: nothing unless overridden

    def assign(self, state: S, operation: ops.Assign) -> S | None:
        return state

    def assume(self, state: S, operation: ops.Assume) -> S | None:
        return state

    def declare(self, state: S, operation: ops.Declare) -> S | None:
        return state

    def end(self, state: S, operation: ops.End) -> S | None:
        """The life of an object of a block ends."""
        return state

    def havoc(self, state: S, operation: ops.Havoc) -> S | None:
        return state

    def call(self, state: S, operation: ops.Call) -> S | None:
        """A function without a body is called."""
        return state

    def enter(self, state: S, operation: ops.Enter) -> S | None:
        return state

    def leave(self, state: S, operation: ops.Leave) -> S | None:
        return state

    def returned(self, state: S, operation: ops.Return) -> S | None:
        return state

    def skip(self, state: S, operation: ops.Skip) -> S | None:
        return state

    def unsupported(self, state: S, operation: ops.Unsupported) -> S | None:
        return state

    # The operators

    @property
    def wished_order(self) -> str | None:
        """What is joined is explored again, so what follows a loop had better wait until the loop is finished."""
        return "wto" if self.joins else None

    @property
    def domain(self) -> Domain[S]:
        return self

    @property
    def transfer(self) -> Transfer[S, NoPrecision]:
        return self

    @property
    def merge(self) -> Merge[S, NoPrecision]:
        return MergeJoin(self) if self.joins else merge_sep

    @property
    def stop(self) -> Stop[S]:
        return StopEqual() if type(self).leq is EdgeAnalysis.leq else StopSep(self)

    @property
    def adjust(self) -> Adjust[S, NoPrecision] | None:
        return None

    def initial(self, node: Node) -> S:
        raise NotImplementedError(f"{self.name} should have an initial state")

    def initial_precision(self) -> NoPrecision:
        return NO_PRECISION

    def sleeps(self, precision: NoPrecision) -> bool:
        return False

    def partition(self, state: S) -> Hashable:
        return None

    def may_merge(self, state: S) -> bool:
        return self.joins

    def ask(self, state: S, query: Query[A]) -> A | None:
        return None

    def claim(self, state: S, location: Node) -> Expr | None:
        return None

    def finding(self, state: S) -> Finding | None:
        return None

    # Staging

    def post(self, edge: Edge) -> Post[S, NoPrecision] | None:
        steps = [step for operation in ops.flatten(edge.operation) if (step := self._step(operation)) is not None]
        if not steps:
            return None

        def run(state: S, _precision: NoPrecision) -> Sequence[S]:
            for step in steps:
                following = step(state)
                if following is None:
                    return ()
                state = following
            return (state,)

        return run

    def strengthen(self, edge: Edge) -> Strengthen[S] | None:
        return None

    def _step(self, operation: ops.Operation) -> Step[S] | None:
        """The function from state to state of one operation; None if this analysis has nothing to say about it."""
        name = _METHODS[type(operation)]
        if getattr(type(self), name) is getattr(EdgeAnalysis, name):
            return None
        method: Any = getattr(self, name)
        return partial(_apply, method, operation)


def _apply(method: Callable[[S, Any], S | None], operation: ops.Operation, state: S) -> S | None:
    return method(state, operation)


_METHODS: dict[type, str] = {
    ops.Assign: "assign",
    ops.Assume: "assume",
    ops.Declare: "declare",
    ops.End: "end",
    ops.Havoc: "havoc",
    ops.Call: "call",
    ops.Enter: "enter",
    ops.Leave: "leave",
    ops.Return: "returned",
    ops.Skip: "skip",
    ops.Unsupported: "unsupported",
}
assert ops.Block not in _METHODS, "blocks are taken apart"
