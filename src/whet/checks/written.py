"""Which variables may be read before they are written, and a variable of the program beside each that tells whether it was.

C11 6.3.2.1p2: the value of an automatic variable whose address is never taken must not be used before one was stored there.  So
only such scalars are looked at: they change nowhere but where they are named.  A data-flow analysis finds the reads before which
a write is not certain.  A variable with such a read gets a *mark*, another variable that is 0 from the beginning of its life and
1 from a write on; the condition of the read is the mark.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.expressions import Const, Var, Variable, VariableKind
from whet.cfa.model import Function, Node, Program
from whet.cfa.operations import Assign, Declare, Operation, flatten
from whet.cfa.source import Origin
from whet.cfa.types import is_scalar
from whet.cfa.uses import uses_of
from whet.checks.conditions import INT, Check
from whet.task.dangers import Danger


def _is_followed(variable: Variable, program: Program) -> bool:
    """Is it known of a local variable whether it was written?"""
    return variable.kind is VariableKind.LOCAL and is_scalar(variable.type) and variable not in program.address_taken


class WrittenVariables:
    """The marks of one program, made before anything is put into it; ``first`` is the number of the first one."""

    def __init__(self, program: Program, first: int) -> None:
        self._program = program
        self._doubtful: dict[tuple[Operation, Origin], frozenset[Variable]] = {}
        """By operation and place: what it may read unwritten."""
        self.marks: dict[Variable, Variable] = {}
        for function in program.defined_functions:
            self._look_into(function)
        doubtful = {variable for variables in self._doubtful.values() for variable in variables}
        for number, variable in enumerate(sorted(doubtful, key=lambda each: each.number), first):
            self.marks[variable] = _mark(variable, number)

    def of(self, function: Function) -> list[Variable]:
        """The marks that belong to its frame."""
        return [mark for mark in self.marks.values() if mark.function == function.name]

    def checks(self, operation: Operation) -> tuple[Check, ...]:
        """What must hold so that the operation reads only what was written."""
        doubtful = self._doubtful.get((operation, operation.origin), frozenset())
        return tuple(
            Check(Var(self.marks[variable]), Danger.UNINITIALISED) for variable in sorted(doubtful, key=lambda each: each.number)
        )

    def marked(self, operation: Operation) -> Iterator[Operation]:
        """The operation, and what it does to marks."""
        yield operation
        if not self.marks:
            return
        if isinstance(operation, Declare):
            if (mark := self.marks.get(operation.variable)) is not None:
                yield Assign(Var(mark), Const(int(operation.zeroed), INT), operation.origin)
            return
        for variable in sorted(uses_of(operation, None).kills & self.marks.keys(), key=lambda each: each.number):
            yield Assign(Var(self.marks[variable]), Const(1, INT), operation.origin)

    # ------------------------------------------------------------------------------------------ definite assignment

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


def _mark(variable: Variable, number: int) -> Variable:
    """Of a name that no variable of C has."""
    name = f"{variable.name} is written"
    return Variable(number=number, name=name, type=INT, kind=VariableKind.TEMPORARY, function=variable.function)


__all__ = ["WrittenVariables"]
