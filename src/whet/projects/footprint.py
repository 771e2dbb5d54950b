"""What a function may touch, by the program model: variables, memory behind its parameters, and what nobody can describe.

A contract is a complete description of a call only if nothing else is touched (``Footprint.obstacles``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    FunctionAddress,
    PointerDiff,
    Var,
    Variable,
    VariableKind,
    root_variable,
    subexpressions,
)
from whet.cfa.library import NONDET_PREFIXES
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assign, Call, Havoc, Operation, Unsupported, expressions_of, flatten
from whet.cfa.source import REQUIREMENTS, place_of
from whet.cfa.targets import ASSERTION_FUNCTIONS
from whet.cfa.types import ArrayType, CType, FloatType, IntType, PointerType, StructType
from whet.core.result import InvalidProgram
from whet.frontend.clang import CursorKind, spelling
from whet.frontend.errors import FrontendError
from whet.frontend.reading import read_task
from whet.frontend.signatures import Elements, MemberShape, Opaque, Pointed, RecordShape, Scalar, TypeShape
from whet.frontend.unit import TranslationUnit
from whet.harness.contracts import checker_name
from whet.harness.replacements import parts_name
from whet.projects.entries import READING, read_unit
from whet.runtime.isolation import Failed, Finished, run_isolated
from whet.task.records import dataclass
from whet.task.task import Appended, Task

_OWN = ("__whet_contract_", "__VERIFIER_nondet_")
_WITHOUT_EFFECT = ASSERTION_FUNCTIONS | {"__VERIFIER_assume", "__CPROVER_assume", "abort", "reach_error", "__VERIFIER_error"}
"""Functions without a body that return to no other place and change nothing."""


@dataclass(frozen=True, slots=True)
class TouchedVariable:
    name: str
    shape: TypeShape


@dataclass(frozen=True, slots=True)
class Footprint:
    parameters: tuple[TypeShape, ...]
    result: TypeShape | None
    """None if it returns nothing."""
    variables: tuple[TouchedVariable, ...]
    """Those that the contract can name, behind the file of the function."""
    hidden: tuple[str, ...]
    """Other variables, by name."""
    obstacles: tuple[str, ...]
    """What a contract does not describe, with its place."""
    writes: bool = False
    """May it write through pointers?"""


def footprint(task: Task, file: str, name: str, parts: str, taken: frozenset[str]) -> Footprint | InvalidProgram:
    """Of a function that ``file`` defines, and of its contract: ``parts`` is text that evaluates that (``harness.replacements``).
    Names in ``taken`` mean something else in the contract.  Read in child processes."""
    visible = read_unit(file, _variables_of_file, task.preprocessing(file), task.machine)
    if isinstance(visible, InvalidProgram):
        return visible

    def read() -> Footprint | InvalidProgram:
        try:
            program = read_task(replace(task, entry=parts_name(name), appended=Appended(file, parts)), blocks=False)
        except FrontendError as error:
            return InvalidProgram(error.text, error.place)
        return _footprint(program, file, name, visible - taken)

    match run_isolated(read, limits=READING):
        case Finished(value=found):
            return found
        case Failed(message=message):
            return InvalidProgram(f"it cannot be read: {message}", None)
        case ended:
            return InvalidProgram(f"it cannot be read: {ended}", None)


def _variables_of_file(unit: TranslationUnit) -> frozenset[str]:
    """A name that is a macro, too, may mean something else at the end of the file."""
    names = [spelling(each) for each in unit.declarations() if each.kind == CursorKind.VAR_DECL]
    return frozenset(each for each in names if not unit.has_macro(each))


def _footprint(program: Program, file: str, name: str, visible: frozenset[str]) -> Footprint:
    functions = list(_reached(program.main))
    edges = [edge for function in functions for edge in function.edges()]
    touched = {
        variable: None
        for edge in edges
        for operation in flatten(edge.operation)
        for variable in _variables(operation)
        if variable.is_static and variable.kind is not VariableKind.STRING and not variable.is_constant
    }
    named = [each for each in touched if each.name in visible and (each.declared_in is None or each.declared_in.path == file)]
    own = [function for function in functions if function.written_name in _parts_of(name)]
    obstacles = dict.fromkeys(
        obstacle for function in functions for edge in function.edges() for obstacle in _obstacles(edge, is_own=function in own)
    )
    volatile = [f"the volatile variable {each.name}" for each in named if each.is_volatile]
    impure = [f"{place_of(edge.origin)}: the contract changes or calls something" for edge in _impure(own, name)]
    padded = [f"padding in {type}" for type in dict.fromkeys(_records(program.main, named)) if _is_padded(type)]
    called = next(each for each in functions if each.written_name == name)
    return Footprint(
        tuple(shape_of(each.type) for each in program.main.parameters),
        None if called.return_variable is None else shape_of(called.type.result),
        tuple(TouchedVariable(each.name, shape_of(each.type)) for each in named),
        tuple(each.name for each in touched if each not in named),
        (*obstacles, *volatile, *impure, *padded),
        any(_writes_through_pointer(part) for edge in edges for part in flatten(edge.operation)),
    )


def _parts_of(name: str) -> frozenset[str]:
    return frozenset({parts_name(name), checker_name(name), f"{REQUIREMENTS}{name}"})


def _impure(own: Sequence[Function], name: str) -> Iterator[Edge]:
    """Edges of the functions of a contract that do more than evaluate it."""
    known = {name, *_parts_of(name)}
    for function in own:
        for edge in function.edges():
            for operation in flatten(edge.operation):
                match operation:
                    case Assign(lvalue=lvalue) | Havoc(lvalue=lvalue):
                        root = root_variable(lvalue)
                        yield from [edge] if root is None or root.is_static else []
                    case Call(callee=Function(written_name=called)) if called in known or called.startswith(_OWN):
                        pass
                    case Call():
                        yield edge
                    case _:
                        pass


def _writes_through_pointer(operation: Operation) -> bool:
    match operation:
        case Assign(lvalue=lvalue) | Havoc(lvalue=lvalue) | Call(result=lvalue) if lvalue is not None:
            return root_variable(lvalue) is None
        case _:
            return False


def _records(main: Function, variables: Sequence[Variable]) -> Iterator[StructType]:
    for variable in (*main.parameters, *variables):
        yield from _records_of(variable.type)


def _records_of(type: CType) -> Iterator[StructType]:
    match type:
        case PointerType(target=target) if isinstance(target, StructType | ArrayType):
            yield from _records_of(target)
        case ArrayType(element=element):
            yield from _records_of(element)
        case StructType(fields=fields):
            yield type
            for each in fields:
                if not isinstance(each.type, PointerType):
                    yield from _records_of(each.type)
        case _:
            pass


def _is_padded(type: StructType) -> bool:
    return not type.is_union and sum(each.type.size for each in type.fields) != type.size


def _reached(main: Function) -> Iterator[Function]:
    """The function and all that it calls by name."""
    waiting = [main]
    for function in waiting:
        yield function
        for edge in function.edges():
            for operation in flatten(edge.operation):
                if isinstance(operation, Call) and isinstance(callee := operation.callee, Function) and callee.is_defined:
                    waiting += [callee] if callee not in waiting else []


def _variables(operation: Operation) -> Iterator[Variable]:
    expressions = [*expressions_of(operation)]
    if isinstance(operation, Call) and operation.result is not None:
        expressions.append(operation.result)
    for expression in expressions:
        yield from (part.variable for part in subexpressions(expression) if isinstance(part, Var))


def _obstacles(edge: Edge, *, is_own: bool) -> Iterator[str]:
    """``is_own``: is it an edge of the contract?"""
    for operation in flatten(edge.operation):
        expressions = expressions_of(operation)
        found = [*_of_operation(operation), *(each for expr in expressions for each in _of_expression(expr, is_own=is_own))]
        yield from (f"{place_of(operation.origin)}: {each}" for each in found)


def _of_operation(operation: Operation) -> Iterator[str]:
    if isinstance(operation, Unsupported):
        yield operation.construct
    if isinstance(operation, Call):
        callee = operation.callee
        if not isinstance(callee, Function):
            yield "a call through a pointer"
        elif (
            not callee.is_defined
            and not callee.name.startswith(NONDET_PREFIXES)
            and not callee.name.startswith(_OWN)
            and callee.name not in _WITHOUT_EFFECT
        ):
            yield f"a call of {callee.written_name}, which has no body"


def _of_expression(expr: Expr, *, is_own: bool) -> Iterator[str]:
    """Addresses that are more than places to read and write.  Whether two parameters are the same pointer is no secret of an
    address: in a contract they are null or point to different objects."""
    for part in subexpressions(expr):
        match part:
            case FunctionAddress(function=function):
                yield f"the address of {function.written_name}"
            case PointerDiff():
                yield "a difference of pointers"
            case Binary(op=BinaryOp.EQ | BinaryOp.NE, left=left, right=right) if is_own and _is_parameter(left, right):
                pass
            case Binary(left=left, right=right) if isinstance(left.type, PointerType):
                if not any(isinstance(_bare(each), Const) for each in (left, right)):
                    yield "a comparison of pointers"
            case Cast(operand=operand, type=type) if isinstance(operand.type, PointerType) is not isinstance(type, PointerType):
                if not isinstance(operand, Const):
                    yield "a conversion between a pointer and a number"
            case AddressOf(lvalue=Var(variable=variable)) if variable.is_volatile:
                yield f"the address of the volatile variable {variable.name}"
            case _:
                pass


def _is_parameter(*exprs: Expr) -> bool:
    return all(isinstance(bare := _bare(each), Var) and bare.variable.kind is VariableKind.PARAMETER for each in exprs)


def _bare(expr: Expr) -> Expr:
    return _bare(expr.operand) if isinstance(expr, Cast) else expr


def shape_of(type: CType) -> TypeShape:
    """``Opaque`` for what is not made of numbers, pointers, structures and arrays."""
    match type:
        case IntType() | FloatType():
            return Scalar(str(type))
        case PointerType(target=target):
            known = not isinstance(target, PointerType) and shape_of(target)
            return Pointed(str(target), known if isinstance(known, Scalar | RecordShape | Elements) else None, is_restrict=False)
        case ArrayType(element=element, count=int(count)) if count > 0:
            return Elements(count, shape_of(element))
        case StructType(is_union=False, is_complete=True, fields=fields) if all(
            each.name and each.bit_width is None for each in fields
        ):
            return RecordShape(tuple(MemberShape(each.name, _member_shape(each.type), is_const=False) for each in fields))
        case _:
            return Opaque(str(type))


def _member_shape(type: CType) -> TypeShape:
    """Of a member: what a pointer in it points to is left open, so that lists have an end."""
    return Pointed(str(type.target), None, is_restrict=False) if isinstance(type, PointerType) else shape_of(type)


def is_made_of_numbers(type: TypeShape) -> bool:
    match type:
        case Scalar():
            return True
        case RecordShape(members=members):
            return all(is_made_of_numbers(each.shape) for each in members)
        case Elements(element=element):
            return is_made_of_numbers(element)
        case _:
            return False
