"""Whether a call that wants a value got one (C11 6.9.1p12).

The end of a function that should return a value may be reached; what is undefined is to use the value of such a call.  A variable
of the program, the *mark*, is 1 after a function returned a value and 0 after it returned none; the check after a call whose
value is used is the mark.  A function writes the mark where it is left, after all calls of its own, so one mark serves all.
Only functions whose end may be reached write it, and those that are called by pointers at the same places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whet.cfa.callees import Callees
from whet.cfa.expressions import Const, Var, Variable, VariableKind
from whet.cfa.library import Library
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assign, Call, Declare, Operation, Return, Skip, flatten
from whet.cfa.source import Origin
from whet.checks.conditions import INT, Check
from whet.library.effects import Stops
from whet.task.dangers import Danger

_AFTER_CALL = "the value of a call"
"""A label that no program has."""


class ReturnedValues:
    """The mark of one program, made before anything is put into it; ``number`` is that of the mark."""

    def __init__(self, program: Program, number: int) -> None:
        self.mark = Variable(number=number, name="a value is returned", type=INT, kind=VariableKind.TEMPORARY, function=None)
        self._callees = Callees(program)
        self._doubtful = frozenset(filter(_may_end_without_value, program.defined_functions))
        calls = [part for edge in program.edges() for part in flatten(edge.operation) if isinstance(part, Call)]
        self._marking = frozenset(function for call in calls if self._is_doubtful(call) for function in self._called(call))

    @property
    def is_needed(self) -> bool:
        return bool(self._marking)

    def begin(self, origin: Origin) -> Operation:
        return Declare(self.mark, True, None, origin)

    def marked(self, edge: Edge) -> Sequence[Operation]:
        """The operations of an edge, and what they do to the mark."""
        operations = flatten(edge.operation)
        leaves = edge.target is edge.target.function.exit and edge.target.function in self._marking
        return [*self._around_calls(operations[:-1]), *(self._leaving if leaves else self._around_calls)(operations[-1:])]

    def checks(self, operation: Operation) -> tuple[Check, ...]:
        is_after = isinstance(operation, Skip) and operation.label == _AFTER_CALL
        return (Check(Var(self.mark), Danger.UNINITIALISED),) if is_after else ()

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
        return Assign(Var(self.mark), Const(value, INT), origin)

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


__all__ = ["ReturnedValues"]
