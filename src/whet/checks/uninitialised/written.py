"""Which variables may be read before they are written, and a variable of the program beside each that tells whether it was.

C11 6.3.2.1p2: the value of an automatic variable whose address is never taken must not be used before one was stored there.  So
only such scalars are looked at: they change nowhere but where they are named.  A data-flow analysis finds the reads before which
a write is not certain.  A variable with such a read gets a *mark*, another variable that is 0 from the beginning of its life and
1 from a write on; the condition of the read is the mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whet.cfa.expressions import Const, Expr, Var, Variable, VariableKind
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assign, Declare, Operation, flatten, joined
from whet.cfa.source import Origin
from whet.cfa.types import is_scalar
from whet.cfa.uses import uses_of
from whet.checks.check import Bookkeeping, CheckScope
from whet.checks.comparisons import INT


def _is_followed(variable: Variable, program: Program) -> bool:
    """Is it known of a local variable whether it was written?"""
    return variable.kind is VariableKind.LOCAL and is_scalar(variable.type) and variable not in program.address_taken


class WrittenVariables(Bookkeeping):
    """The marks of one program, made before anything is put into it."""

    order = 5

    def __init__(self, scope: CheckScope) -> None:
        assert scope.program is not None
        self._program = program = scope.program
        self._doubtful: dict[tuple[Operation, Origin], frozenset[Variable]] = {}
        """By operation and place: what it may read unwritten."""
        self.marks: dict[Variable, Variable] = {}
        for function in program.defined_functions:
            self._look_into(function)
        doubtful = {variable for variables in self._doubtful.values() for variable in variables}
        for variable in sorted(doubtful, key=lambda each: each.number):
            self.marks[variable] = scope.new_variable(f"{variable.name} is written", variable.function)

    def beginnings(self) -> Iterator[tuple[Function, Operation]]:
        """Nothing is written where a function begins; loops do not come back there."""
        for function in self._program.defined_functions:
            if marks := [mark for mark in self.marks.values() if mark.function == function.name]:
                assert function.entry is not None
                origin = function.entry.leaving[0].origin
                function.variables += marks
                yield function, joined([Declare(mark, True, None, origin) for mark in marks])

    def conditions(self, operation: Operation) -> Iterator[Expr]:
        """What must hold so that the operation reads only what was written."""
        doubtful = self._doubtful.get((operation, operation.origin), frozenset())
        return (Var(self.marks[variable]) for variable in sorted(doubtful, key=lambda each: each.number))

    def changed(self, operations: Iterable[Operation], edge: Edge) -> Iterable[Operation]:
        return (each for operation in operations for each in self._marked(operation)) if self.marks else operations

    def _marked(self, operation: Operation) -> Iterator[Operation]:
        """The operation, and what it does to marks."""
        yield operation
        if isinstance(operation, Declare):
            if (mark := self.marks.get(operation.variable)) is not None:
                yield Assign(Var(mark), Const(int(operation.zeroed), INT), operation.origin)
            return
        for variable in sorted(uses_of(operation, None).kills & self.marks.keys(), key=lambda each: each.number):
            yield Assign(Var(self.marks[variable]), Const(1, INT), operation.origin)

    def _look_into(self, function: Function) -> None:
        followed = frozenset(variable for variable in function.variables if _is_followed(variable, self._program))
        if not followed:
            return
        for node, unwritten in _unwritten(function, followed).items():
            for edge in node.leaving:
                before = unwritten
                for operation in flatten(edge.operation):
                    if doubtful := uses_of(operation, None).reads & before:
                        key = operation, operation.origin
                        self._doubtful[key] = self._doubtful.get(key, frozenset()) | doubtful
                    before = _after(operation, before, followed)


def _unwritten(function: Function, followed: frozenset[Variable]) -> dict[Node, frozenset[Variable]]:
    """What may not have been written yet, at each node that can be reached."""
    assert function.entry is not None
    found = {function.entry: followed}
    waiting = [function.entry]
    while waiting:
        node = waiting.pop()
        for edge in node.leaving:
            arriving = found[node]
            for operation in flatten(edge.operation):
                arriving = _after(operation, arriving, followed)
            known = found.get(edge.target)
            if known is None or not arriving <= known:
                found[edge.target] = arriving | (known or frozenset())
                waiting.append(edge.target)
    return found


def _after(operation: Operation, unwritten: frozenset[Variable], followed: frozenset[Variable]) -> frozenset[Variable]:
    if isinstance(operation, Declare):
        declared = frozenset({operation.variable}) & followed
        return unwritten - declared if operation.zeroed else unwritten | declared
    return unwritten - uses_of(operation, None).kills
