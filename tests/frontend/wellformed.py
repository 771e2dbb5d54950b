"""The promises a program of the front end keeps (``whet.cfa.expressions``, ``whet.cfa.operations``)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.frontend.reading import depth
from whet.cfa.expressions import (
    MAX_DEPTH,
    Binary,
    Cast,
    Const,
    Deref,
    Expr,
    Index,
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    VariableKind,
    subexpressions,
)
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assign, Assume, Call, Operation, Return, Unsupported, expressions_of, flatten
from whet.cfa.show import describe
from whet.cfa.types import ArrayType, CType, FunctionType, IntType, PointerType, StructType, VoidType, is_scalar

_INT_WIDTH = 32


def broken_promises(program: Program) -> list[str]:
    """A line for everything that is not as it should be."""
    found = [f"{name} has the name of another variable" for name in _repeated_names(program)]
    found += [f"address of {variable}" for variable in program.address_taken if variable.kind is VariableKind.TEMPORARY]
    for function in program.defined_functions:
        found += [f"{function.name}: {problem}" for node in function.nodes for problem in _of_node(node, function)]
    for edge in program.edges():
        for operation in flatten(edge.operation):
            found += [f"{operation.origin}: {describe(operation)}: {problem}" for problem in _of_operation(operation, edge)]
    return found


def _repeated_names(program: Program) -> Iterator[str]:
    seen: set[str] = set()
    for variable in program.variables():
        if variable.qualified_name in seen:
            yield variable.qualified_name
        seen.add(variable.qualified_name)


def _of_node(node: Node, function: Function) -> Iterator[str]:
    operations = [flatten(edge.operation) for edge in node.leaving]
    if len(operations) > 1 and not all(isinstance(first, Assume) for first, *_ in operations):
        yield f"{node} branches without assumptions"
    if any(edge not in edge.target.entering for edge in node.leaving):
        yield f"{node} has an edge that does not arrive"
    if not node.leaving and node is not function.exit:
        ends = all(isinstance(flatten(edge.operation)[-1], (Unsupported, Assume)) for edge in node.entering)
        if not ends or not node.entering:
            yield f"{node} is a dead end"


def _of_operation(operation: Operation, edge: Edge) -> Iterator[str]:
    for expr in expressions_of(operation):
        yield from _of_expression(expr)
    match operation:
        case Assign(lvalue=lvalue, value=value):
            if lvalue.type != value.type or isinstance(lvalue.type, (ArrayType, VoidType, FunctionType)):
                yield f"{value.type} stored in {lvalue.type}"
        case Assume(condition=condition):
            if not is_scalar(condition.type):
                yield f"condition of type {condition.type}"
        case Call() as call:
            yield from _of_call(call)
        case Return(value=value) if value is not None:
            variable = edge.source.function.return_variable
            if variable is None or variable.type != value.type:
                yield f"{value.type} returned"


def _of_call(call: Call) -> Iterator[str]:
    callee = call.callee
    ctype: CType = callee.type if isinstance(callee, Function) else _target(callee)
    if not isinstance(ctype, FunctionType):
        yield "call of something that is no function"
        return
    if call.result is not None and call.result.type != ctype.result:
        yield f"result of type {ctype.result} in {call.result.type}"
    for argument in call.arguments:
        if not (is_scalar(argument.type) or isinstance(argument.type, StructType)):
            yield f"argument of type {argument.type}"
    for argument, parameter in zip(call.arguments, ctype.parameters, strict=False):
        # Types of variable length are told apart by number, also in a prototype.
        if argument.type != parameter and str(argument.type) != str(parameter):
            yield f"{argument.type} passed as {parameter}"


def _target(expr: Expr) -> CType:
    return expr.type.target if isinstance(expr.type, PointerType) else expr.type


def _of_expression(whole: Expr) -> Iterator[str]:
    if depth(whole) > MAX_DEPTH:
        yield f"depth {depth(whole)}"
    for expr in subexpressions(whole):
        if not _is_typed(expr):
            yield f"type of {type(expr).__name__}"


def _is_typed(expr: Expr) -> bool:
    """Are the types of an expression and its operands as they should be?"""
    match expr:
        case Const(value=value, type=IntType() as ctype):
            return ctype.min <= value <= ctype.max
        case Binary():
            return _is_typed_binary(expr)
        case Unary(op=op, operand=operand, type=ctype):
            return op is UnaryOp.NOT or operand.type == ctype
        case Cast(operand=operand, type=ctype):
            return is_scalar(operand.type) and is_scalar(ctype)
        case Index(base=base, index=index):
            return isinstance(base.type, ArrayType) and isinstance(index.type, IntType)
        case Member(base=base, field=member):
            return isinstance(base.type, StructType) and any(member is candidate for candidate in base.type.fields)
        case Deref(pointer=pointer, type=ctype):
            return isinstance(pointer.type, PointerType) and not isinstance(ctype, (VoidType, FunctionType))
        case PointerAdd(pointer=pointer, index=index):
            return isinstance(pointer.type, PointerType) and isinstance(index.type, IntType)
        case PointerDiff(left=left, right=right):
            return isinstance(left.type, PointerType) and isinstance(right.type, PointerType)
        case _:
            return True


def _is_typed_binary(expr: Binary) -> bool:
    left, right = expr.left.type, expr.right.type
    if isinstance(left, IntType) and left.width < _INT_WIDTH:
        return False
    if expr.op.is_comparison:
        return left == right and isinstance(expr.type, IntType) and expr.type.width == _INT_WIDTH
    if expr.op.is_shift:
        return left == expr.type and isinstance(right, IntType)
    return left == right == expr.type
