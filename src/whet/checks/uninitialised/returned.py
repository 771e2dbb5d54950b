"""Whether a call that wants a value got one (C11 6.9.1p12).

The end of a function that should return a value may be reached; what is undefined is to use the value of such a call.  A variable
of the program, the *mark*, is 1 after a function returned a value and 0 after it returned none; the check after a call whose
value is used is the mark.  A function writes the mark where it is left, after all calls of its own, so one mark serves all.
Only functions whose end may be reached write it, and those that are called by pointers at the same places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from whet.cfa.callees import Callees
from whet.cfa.expressions import Const, Expr, Var
from whet.cfa.library import Library
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Assign, Call, Declare, Operation, Return, Skip, flatten
from whet.cfa.source import Origin
from whet.checks.check import Bookkeeping, CheckScope
from whet.checks.comparisons import INT
from whet.library.effects import Stops

_AFTER_CALL = "the value of a call"
"""A label that no program has."""


class ReturnedValues(Bookkeeping):
    """The mark of one program, made before anything is put into it."""

    order = 1

    def __init__(self, scope: CheckScope) -> None:
        assert scope.program is not None
        self._program = program = scope.program
        self._callees = Callees(program)
        self._doubtful = frozenset(filter(_may_end_without_value, program.defined_functions))
        calls = [part for edge in program.edges() for part in flatten(edge.operation) if isinstance(part, Call)]
        self._marking = frozenset(function for call in calls if self._is_doubtful(call) for function in self._called(call))
        if self._marking:
            self._mark = scope.new_variable("a value is returned")
            self.variables = (self._mark,)

    def beginnings(self) -> Iterator[tuple[Function, Operation]]:
        if self._marking:
            yield self._program.start, Declare(self._mark, True, None, next(self._program.edges()).origin)

    def changed(self, operations: Iterable[Operation], edge: Edge) -> Iterable[Operation]:
        if not self._marking:
            return operations
        *others, last = operations
        leaves = edge.target is edge.target.function.exit and edge.target.function in self._marking
        return [*self._around_calls(others), *(self._leaving if leaves else self._around_calls)([last])]

    def conditions(self, operation: Operation) -> Iterator[Expr]:
        if isinstance(operation, Skip) and operation.label == _AFTER_CALL:
            yield Var(self._mark)

    def _around_calls(self, operations: Sequence[Operation]) -> Iterator[Operation]:
        for operation in operations:
            if not isinstance(operation, Call) or not self._is_doubtful(operation):
                yield operation
                continue
            if not isinstance(operation.callee, Function):  # it may be one without a body
                yield self._set(1, operation.origin)
            yield operation
            yield Skip(operation.origin, _AFTER_CALL)

    def _leaving(self, last: Sequence[Operation]) -> Iterator[Operation]:
        """The last operation before the function is left."""
        (operation,) = last
        if isinstance(operation, Return):
            yield self._set(int(operation.value is not None), operation.origin)
            yield operation
        else:
            yield from self._around_calls(last)
            yield self._set(0, operation.origin)

    def _set(self, value: int, origin: Origin) -> Operation:
        return Assign(Var(self._mark), Const(value, INT), origin)

    def _is_doubtful(self, call: Call) -> bool:
        return call.result is not None and not self._doubtful.isdisjoint(self._called(call))

    def _called(self, call: Call) -> tuple[Function, ...]:
        return (call.callee,) if isinstance(call.callee, Function) else self._callees.of(call.callee)


def _may_end_without_value(function: Function) -> bool:
    """Should it return a value, and may its end be reached?"""
    if function.return_variable is None or function.exit is None:
        return False
    return any(_returns_none(flatten(edge.operation)[-1]) for edge in function.exit.entering)


def _returns_none(last: Operation) -> bool:
    match last:
        case Return(value=value):
            return value is None
        case Call(callee=Function() as callee, arguments=arguments):
            return not isinstance(Library().effect(callee, arguments), Stops)
        case _:
            return True
