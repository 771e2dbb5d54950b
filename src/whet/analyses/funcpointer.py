"""Function pointers as an analysis: which function a variable or member certainly points to.

Tracked are pointers that nobody can change behind their name: variables whose address is not taken, and members of
such variables.  A state is the tuple of known (lvalue, function) pairs, ordered by name.
Everything else is unknown, which sends a call to every function whose address is taken somewhere.
"""

from __future__ import annotations

from typing import TypeVar

from whet.cfa.expressions import Expr, FunctionAddress, Index, Lvalue, Member, Var, Variable, root_variable
from whet.cfa.model import Function, Node
from whet.cfa.operations import Assign, Call, Declare, Enter, Havoc, Leave
from whet.cfa.show import to_c
from whet.cfa.types import PointerType, StructType
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.interfaces import Query
from whet.core.queries import CallTargets
from whet.core.registry import register_analysis

A = TypeVar("A")
Known = tuple[tuple[Lvalue, Function], ...]


@register_analysis("funcpointer")
class FunctionPointerAnalysis(EdgeAnalysis[Known]):
    """Tracks which functions pointer variables and members point to.

    The order is flat: only equal knowledge covers, which a product finds by hashing."""

    def withholds(self, state: Known, location: Node) -> bool:
        """Does it know where a pointer leads?  That is not claimed."""
        return bool(state)

    def initial(self, node: Node) -> Known:
        return ()

    def assign(self, state: Known, operation: Assign) -> Known:
        return self._store(state, operation.lvalue, self._target(state, operation.value))

    def havoc(self, state: Known, operation: Havoc) -> Known:
        return self._store(state, operation.lvalue, None)

    def declare(self, state: Known, operation: Declare) -> Known:
        return _without(state, Var(operation.variable))

    def call(self, state: Known, operation: Call) -> Known:
        return state if operation.result is None else self._store(state, operation.result, None)

    def enter(self, state: Known, operation: Enter) -> Known:
        """Parameters get what the arguments point to; variables of an outer call of the same function are
        forgotten."""
        function, arguments = operation.function, operation.call.arguments
        targets = [self._target(state, argument) for argument in arguments]
        state = _forget_frame(state, function)
        for parameter, target in zip(function.parameters, targets, strict=False):
            state = self._store(state, Var(parameter), target)
        return state

    def leave(self, state: Known, operation: Leave) -> Known:
        state = _forget_frame(state, operation.function)
        result = operation.call.result
        return state if result is None else self._store(state, result, None)

    def ask(self, state: Known, query: Query[A]) -> A | None:
        if isinstance(query, CallTargets):
            target = self._target(state, query.pointer)
            return None if target is None else (target,)  # type: ignore[return-value]
        return None

    def _target(self, state: Known, value: Expr) -> Function | None:
        if isinstance(value, FunctionAddress):
            return value.function
        return next((function for lvalue, function in state if lvalue == value), None)

    def _store(self, state: Known, lvalue: Lvalue, target: Function | None) -> Known:
        state = _without(state, lvalue)
        if target is None or not self._is_tracked(lvalue):
            return state
        return tuple(sorted((*state, (lvalue, target)), key=_order))

    def _is_tracked(self, lvalue: Lvalue) -> bool:
        root = root_variable(lvalue)
        is_name = isinstance(lvalue, (Var, Member)) and root is not None and _is_direct(lvalue)
        return is_name and root not in self.program.address_taken and isinstance(lvalue.type, PointerType)


def _order(pair: tuple[Lvalue, Function]) -> tuple[int, str]:
    root = root_variable(pair[0])
    return (-1 if root is None else root.number, to_c(pair[0]))


def _is_direct(lvalue: Lvalue) -> bool:
    """A variable, or a member of a member of ... a variable."""
    while isinstance(lvalue, Member):
        lvalue = lvalue.base
    return isinstance(lvalue, Var)


def _without(state: Known, lvalue: Lvalue) -> Known:
    """What is still known after a store to ``lvalue``; a store through a pointer touches nothing that is tracked."""
    root = root_variable(lvalue)
    if root is None or not state:
        return state
    return tuple(pair for pair in state if _are_disjoint(pair[0], lvalue, root))


def _are_disjoint(known: Lvalue, stored: Lvalue, root: Variable) -> bool:
    """Do two parts of the same variable certainly not overlap?  They part ways at two members of one structure."""
    if root_variable(known) is not root:
        return True
    for one, other in zip(_steps(known), _steps(stored), strict=False):
        if one != other:
            return isinstance(one, Member) and isinstance(other, Member) and not _in_union(one)
    return False


def _steps(lvalue: Lvalue) -> list[Lvalue]:
    """The lvalue and what it is a part of, from the variable on."""
    found: list[Lvalue] = [lvalue]
    while isinstance(found[-1], (Member, Index)):
        found.append(found[-1].base)
    return found[::-1]


def _in_union(member: Member) -> bool:
    return isinstance(member.base.type, StructType) and member.base.type.is_union


def _forget_frame(state: Known, function: Function) -> Known:
    return tuple(pair for pair in state if _frame_of(pair[0]) != function.name)


def _frame_of(lvalue: Lvalue) -> str | None:
    root = root_variable(lvalue)
    return None if root is None else root.function
