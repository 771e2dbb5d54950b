"""Small programs by hand: a builder for control-flow automata, and short names for expressions.

Nodes are named by small integers of the test's choice; a node comes into being when an edge first mentions it.  Unless
a test says otherwise, node 0 is the entry and the greatest number is the exit.
"""

from __future__ import annotations

from collections.abc import Iterable

from whet.cfa.expressions import AddressOf, Binary, BinaryOp, Const, Expr, Lvalue, Var, Variable, VariableKind
from whet.cfa.model import Edge, Function, Node, Program, connect
from whet.cfa.operations import Assign, Assume, Call, Declare, Havoc, Operation, Return, Skip, Unsupported
from whet.cfa.source import Origin, SourceFile, Span
from whet.cfa.types import LP64, VOID, ArrayType, CType, FunctionType, IntType, MachineModel

INT = LP64.int
SOURCE = SourceFile("test.c", b"int x;\nint main(void) {\n  return x;\n}\n")
SOMEWHERE = Origin(Span(SOURCE, 0, 6), Span(SOURCE, 4, 5))


class FunctionBuilder:
    """One function: its variables, and its edges between numbered nodes."""

    def __init__(self, program: ProgramBuilder, name: str, result: CType) -> None:
        self.program = program
        self.function = Function(name, FunctionType(result, (), False))
        self.by_number: dict[int, Node] = {}
        if result != VOID:
            self.function.return_variable = self.variable("result", result, VariableKind.RETURN)

    def variable(self, name: str, type: CType = INT, kind: VariableKind = VariableKind.LOCAL) -> Variable:
        variable = self.program.make_variable(name, type, kind, self.function.name)
        self.function.variables.append(variable)
        if kind is VariableKind.PARAMETER:
            self.function.parameters += (variable,)
        return variable

    def node(self, number: int) -> Node:
        if number not in self.by_number:
            self.by_number[number] = Node(self.program.count_node(), self.function)
            self.function.nodes.append(self.by_number[number])
        return self.by_number[number]

    def edge(self, source: int, target: int, operation: Operation | None = None) -> Edge:
        return connect(self.node(source), operation or skip(), self.node(target))

    def edges(self, pairs: Iterable[tuple[int, int]]) -> FunctionBuilder:
        """Edges that do nothing, for tests about the shape of the graph alone."""
        for source, target in pairs:
            self.edge(source, target)
        return self

    def path(self, first: int, *operations: Operation) -> int:
        """A chain from ``first`` over the numbers that follow it; gives the last of them."""
        for step, operation in enumerate(operations):
            self.edge(first + step, first + step + 1, operation)
        return first + len(operations)

    def done(self, *, entry: int = 0, exit: int | None = None) -> Function:
        self.function.entry = self.node(entry)
        self.function.exit = self.node(max(self.by_number) if exit is None else exit)
        return self.function


class ProgramBuilder:
    """A program; the first function is where it starts and its ``main`` alike."""

    def __init__(self, machine: MachineModel = LP64) -> None:
        self.machine = machine
        self.functions: dict[str, Function] = {}
        self.globals: list[Variable] = []
        self._variables = 0
        self._nodes = 0

    def count_node(self) -> int:
        self._nodes += 1
        return self._nodes - 1

    def make_variable(self, name: str, type: CType, kind: VariableKind, function: str | None) -> Variable:
        self._variables += 1
        return Variable(number=self._variables - 1, name=name, type=type, kind=kind, function=function)

    def global_variable(self, name: str, type: CType = INT, kind: VariableKind = VariableKind.GLOBAL) -> Variable:
        variable = self.make_variable(name, type, kind, None)
        self.globals.append(variable)
        return variable

    def function(self, name: str = "main", result: CType = INT) -> FunctionBuilder:
        builder = FunctionBuilder(self, name, result)
        self.functions[name] = builder.function
        return builder

    def done(self) -> Program:
        first = next(iter(self.functions.values()))
        return Program(self.machine, SOURCE, first, first, self.functions, self.globals)


def function_of(pairs: Iterable[tuple[int, int]]) -> Function:
    """A function with these edges that do nothing, and with node 0 even if there are none."""
    builder = ProgramBuilder().function()
    builder.node(0)
    return builder.edges(pairs).done()


# -------------------------------------------------------------------------------------------------- expressions


def const(value: int, type: IntType = INT) -> Const:
    return Const(value, type)


def binary(left: Expr, op: BinaryOp, right: Expr) -> Binary:
    """With the type that C gives it, for integer operands."""
    assert isinstance(left.type, IntType)
    return Binary(op, left, right, INT if op.is_comparison else left.type)


def add(left: Expr, right: Expr) -> Binary:
    return binary(left, BinaryOp.ADD, right)


def less(left: Expr, right: Expr) -> Binary:
    return binary(left, BinaryOp.LT, right)


def address_of(lvalue: Lvalue) -> AddressOf:
    return AddressOf(lvalue, LP64.pointer(lvalue.type))


def decay(lvalue: Lvalue) -> AddressOf:
    assert isinstance(lvalue.type, ArrayType)
    return AddressOf(lvalue, LP64.pointer(lvalue.type.element))


# -------------------------------------------------------------------------------------------------- operations


def skip(label: str | None = None) -> Skip:
    return Skip(SOMEWHERE, label)


def assign(target: Variable | Lvalue, value: Expr | int) -> Assign:
    lvalue = Var(target) if isinstance(target, Variable) else target
    return Assign(lvalue, const(value) if isinstance(value, int) else value, SOMEWHERE)


def assume(condition: Expr, truth: bool = True) -> Assume:
    return Assume(condition, truth, SOMEWHERE)


def call(callee: Function | Expr, *arguments: Expr, result: Lvalue | None = None) -> Call:
    return Call(callee, arguments, result, SOMEWHERE)


def returns(value: Expr | None = None) -> Return:
    return Return(value, SOMEWHERE)


def havoc(lvalue: Lvalue) -> Havoc:
    return Havoc(lvalue, SOMEWHERE)


def declares(variable: Variable, length: Expr | None = None, *, zeroed: bool = False) -> Declare:
    return Declare(variable, zeroed, length, SOMEWHERE)


def unsupported(construct: str) -> Unsupported:
    return Unsupported(construct, SOMEWHERE)
