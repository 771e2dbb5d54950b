"""Which variables an operation reads and writes, and whose addresses are taken.

There are three grades of "write", because each client needs another one:

* ``kills``: the whole object certainly gets a new value, so that what it held before no longer matters;
* ``writes``: the object, or a part of it, is written by name (a superset of ``kills``);
* ``may_write``: could it change at all, counting stores through pointers and what a callee does.

A *read* is a use of the value held before the operation.  Of a block (or any sequence) only the reads that no earlier
kill in the sequence hides are counted: the upward-exposed uses of data-flow analysis.  Computing the address of an
object (``&a[i]``, or the ``a[i]`` that is assigned to) reads ``i`` but not ``a``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whet.cfa import operations as ops
from whet.cfa.expressions import (
    AddressOf,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    Var,
    Variable,
    address_operands,
    children,
    root_variable,
    subexpressions,
)
from whet.cfa.immutable import immutable
from whet.cfa.model import Edge, Function


@immutable
class Uses:
    """What an operation, or a sequence of them, does to variables; see the module for the terms."""

    reads: frozenset[Variable]
    kills: frozenset[Variable]
    writes: frozenset[Variable]
    loads: bool
    """Is something read through a pointer?"""
    stores: bool
    """Is something written through a pointer?"""
    calls: bool
    """Does a function run, which can reach everything that is not private to this frame?"""


def uses_of(operation: ops.Operation, return_variable: Variable | None) -> Uses:
    """What one operation does; ``return_variable`` is what a ``Return`` in it writes."""
    return uses_of_sequence((operation,), return_variable)


def uses_of_edge(edge: Edge) -> Uses:
    return uses_of(edge.operation, edge.source.function.return_variable)


def uses_of_sequence(operations: Iterable[ops.Operation], return_variable: Variable | None) -> Uses:
    """What several operations do, one after the other."""
    collector = _Collector(return_variable)
    for operation in operations:
        collector.perform(operation)
    return collector.result()


class _Collector:
    """Goes through operations in the order of execution; every operation reads before it writes."""

    __slots__ = ("calls", "kills", "loads", "reads", "return_variable", "stores", "writes")

    def __init__(self, return_variable: Variable | None) -> None:
        self.return_variable = return_variable
        self.reads: set[Variable] = set()
        self.kills: set[Variable] = set()
        self.writes: set[Variable] = set()
        self.loads = self.stores = self.calls = False

    def result(self) -> Uses:
        return Uses(frozenset(self.reads), frozenset(self.kills), frozenset(self.writes), self.loads, self.stores, self.calls)

    def perform(self, operation: ops.Operation) -> None:
        match operation:
            case ops.Assume(condition=condition):
                self.read(condition)
            case ops.Assign(lvalue=lvalue, value=value):
                self.read(value)
                self.write(lvalue)
            case ops.Havoc(lvalue=lvalue):
                self.write(lvalue)
            case ops.Declare(variable=variable, length=length, counts=counts):
                self.read_all(counts if length is None else (length, *counts))
                self.kill(variable)
            case ops.Return(value=returned):
                self.perform_return(returned)
            case ops.Call() as call:
                if not isinstance(call.callee, Function):
                    self.read(call.callee)
                self.read_all(call.arguments)
                self.calls = True
                if call.result is not None:
                    self.write(call.result)
            case ops.Enter(call=call, function=function):
                self.perform_enter(call, function)
            case ops.Leave(call=call, function=function):
                self.perform_leave(call, function)
            case ops.End(variable=variable):
                self.kill(variable)
            case ops.Skip() | ops.Unsupported():
                pass
            case ops.Block(operations=operations):
                for part in operations:
                    self.perform(part)

    def perform_return(self, value: Expr | None) -> None:
        if value is not None:
            self.read(value)
            if self.return_variable is not None:
                self.kill(self.return_variable)

    def perform_enter(self, call: ops.Call, function: Function) -> None:
        if not isinstance(call.callee, Function):
            self.read(call.callee)
        self.read_all(call.arguments)
        for parameter in function.parameters:
            self.kill(parameter)

    def perform_leave(self, call: ops.Call, function: Function) -> None:
        if call.result is not None:
            if function.return_variable is not None:
                self.read_variable(function.return_variable)
            self.write(call.result)

    def read_all(self, exprs: Iterable[Expr]) -> None:
        for expr in exprs:
            self.read(expr)

    def read(self, expr: Expr) -> None:
        """The value of an expression is used."""
        match expr:
            case Var(variable=variable):
                self.read_variable(variable)
            case AddressOf(lvalue=lvalue):
                self.read_all(address_operands(lvalue))
            case Deref() | Member() | Index():
                root = root_variable(expr)
                if root is None:
                    self.loads = True
                else:
                    self.read_variable(root)
                self.read_all(address_operands(expr))
            case _:
                self.read_all(children(expr))

    def read_variable(self, variable: Variable) -> None:
        if variable not in self.kills:
            self.reads.add(variable)

    def write(self, lvalue: Lvalue) -> None:
        self.read_all(address_operands(lvalue))
        root = root_variable(lvalue)
        if root is None:
            self.stores = True
        elif isinstance(lvalue, Var):
            self.kill(root)
        else:
            self.writes.add(root)

    def kill(self, variable: Variable) -> None:
        self.kills.add(variable)
        self.writes.add(variable)


def addresses_in(operation: ops.Operation) -> Iterator[Variable]:
    """The variables whose address, or the address of a part of which, the operation takes (with repetitions)."""
    for expr in ops.expressions_of(operation):
        for part in subexpressions(expr):
            if isinstance(part, AddressOf):
                root = root_variable(part.lvalue)
                if root is not None:
                    yield root


def address_taken(edges: Iterable[Edge]) -> frozenset[Variable]:
    """The variables some pointer may point to: an explicit ``&``, or an array that decays.

    ``a[i]`` on an array object is an ``Index`` and takes no address.
    """
    return frozenset(variable for edge in edges for variable in addresses_in(edge.operation))
