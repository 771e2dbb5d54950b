"""What tests ask of a program the front end made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from whet.cfa.expressions import Expr, children
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Operation, Unsupported, expressions_of, flatten
from whet.cfa.show import describe
from whet.cfa.types import MachineModel


class Write(Protocol):
    def __call__(self, name: str, text: str) -> str: ...


class Lower(Protocol):
    def __call__(self, text: str, machine: MachineModel = ...) -> Program: ...


class Body(Protocol):
    def __call__(self, statements: str, declarations: str = ...) -> list[str]: ...


def operations_in(program: Program, function: str = "main") -> Iterator[tuple[Edge, Operation]]:
    """Edges and operations of a function, in the order of the source."""
    for edge in program.functions[function].edges():
        for operation in flatten(edge.operation):
            yield edge, operation


def operations(program: Program, function: str = "main") -> list[str]:
    """What the operations of a function do; the order is that of the source."""
    return [describe(operation) for _, operation in operations_in(program, function)]


def path(function: Function) -> list[str]:
    """What happens on the way from the entry of a function without branches to its exit."""
    node, shown = function.entry, []
    while node is not None and node.leaving:
        (edge,) = node.leaving
        shown.append(describe(edge.operation))
        node = edge.target
    return shown


def find(program: Program, text: str, function: str = "main") -> Operation:
    """The only operation that is described like this."""
    found = [operation for _, operation in operations_in(program, function) if describe(operation) == text]
    assert len(found) == 1, operations(program, function)
    return found[0]


def listing(program: Program) -> str:
    """All automata, one edge per line; nodes are numbered anew in every function."""
    return "\n".join(line for function in program.defined_functions for line in _lines(function)) + "\n"


def _lines(function: Function) -> Iterator[str]:
    numbers = {node: number for number, node in enumerate(function.nodes)}
    yield f"{function.name}: from {numbers[function.nodes[0]]} to {numbers[function.nodes[-1]]}"
    for edge in function.edges():
        yield f"  {numbers[edge.source]} -> {numbers[edge.target]}: {describe(edge.operation)}"


def unsupported(program: Program) -> list[str]:
    """The constructs that are not supported, with line and column."""
    return [f"{item.place.line}:{item.place.column} {item.construct}" for item in program.unsupported]


def has_unsupported_operation(program: Program, function: str = "main") -> bool:
    return any(isinstance(operation, Unsupported) for _, operation in operations_in(program, function))


def depth(expr: Expr) -> int:
    """Levels of an expression: 1 for one without operands."""
    return 1 + max((depth(child) for child in children(expr)), default=0)


def greatest_depth(program: Program) -> int:
    return max(depth(expr) for edge in program.edges() for expr in expressions_of(edge.operation))
