"""What tests on hand-built automata need beyond ``tests.cfa.build``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tests.cfa.build import INT, ProgramBuilder, returns
from whet.cfa.expressions import Expr, Variable, VariableKind
from whet.cfa.model import Function, Program
from whet.cfa.operations import Operation
from whet.cfa.semantics import Value
from whet.cfa.types import CType, FunctionType
from whet.cfa.uses import address_taken
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Execution


def declared(program: ProgramBuilder, name: str, result: CType, *parameters: CType, variadic: bool = False) -> Function:
    """A function without a body."""
    function = Function(name, FunctionType(result, parameters, variadic))
    program.functions[name] = function
    return function


def string(program: ProgramBuilder, text: bytes, type: CType) -> Variable:
    variable = program.global_variable("text", type, VariableKind.STRING)
    variable.image = text + b"\0"
    return variable


def finished(program: ProgramBuilder) -> Program:
    """The program, with the variables whose address is taken found out."""
    made = program.done()
    return replace(made, address_taken=address_taken(made.edges()))


def straight(program: ProgramBuilder, *operations: Operation, result: Expr | None = None) -> Program:
    """A program whose ``main`` executes these operations and returns ``result``."""
    main = program.function("main", INT)
    main.path(0, *operations, returns(result))
    main.done()
    program.functions = {"main": program.functions.pop("main"), **program.functions}
    return finished(program)


def run(program: Program, inputs: Iterable[Value] = ()) -> Execution:
    return Interpreter(program).run(ListedInputs(inputs))
