"""What a function may touch, by the program model: variables, memory behind its parameters, and what nobody can describe.

A contract is a complete description of a call only if nothing else is touched (``Footprint.obstacles``).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
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
from whet.cfa.types import ArrayType, CType, PointerType, StructType
from whet.core.result import InvalidProgram
from whet.frontend.clang import CursorKind, spelling
from whet.frontend.errors import FrontendError
from whet.frontend.reading import read_task
from whet.frontend.signatures import TypeShape
from whet.frontend.unit import TranslationUnit
from whet.harness.contracts import PossibleChanges, checker_name
from whet.harness.replacements import parts_name
from whet.projects.contract_shapes import any_parts, shape_of
from whet.projects.entries import READING, read_unit
from whet.projects.written_places import WITHOUT_EFFECT, ArgumentObject, Target, WrittenPlaces, written_places
from whet.runtime.isolation import Failed, Finished, run_isolated
from whet.task.records import dataclass
from whet.task.task import Appended, Task

_OWN = ("__whet_contract_", "__VERIFIER_nondet_")


@dataclass(frozen=True, slots=True)
class TouchedVariable:
    name: str
    shape: TypeShape
    statements: tuple[str, ...] = ()
    """They give any value to all parts that can have one."""
    is_any: bool = True
    """Can all that is read of it be given any value?"""


@dataclass(frozen=True, slots=True)
class Footprint:
    parameters: tuple[TypeShape, ...]
    result: TypeShape | None
    """None if it returns nothing."""
    variables: tuple[TouchedVariable, ...]
    """Those that the contract can name, behind the file of the function."""
    hidden: tuple[str, ...]
    """Other variables, by name."""
    initial: tuple[str, ...]
    """Those of the hidden ones whose values matter: they can be given no other than their initial values."""
    changes: PossibleChanges
    obstacles: tuple[str, ...]
    """What a contract does not describe, with its place."""
    writes: bool = False
    """May it write through pointers?"""


def footprint(task: Task, file: str, name: str, parts: str, taken: frozenset[str]) -> Footprint | InvalidProgram:
    """Of a function that ``file`` defines, and of its contract: ``parts`` is text that evaluates that (``harness.replacements``).
    Names in ``taken`` mean something else in the contract.  Read in child processes."""
    names = read_unit(file, _names_of_file, task.preprocessing(file), task.machine)
    if isinstance(names, InvalidProgram):
        return names

    def read() -> Footprint | InvalidProgram:
        try:
            program = read_task(replace(task, entry=parts_name(name), appended=Appended(file, parts)), blocks=False)
        except FrontendError as error:
            return InvalidProgram(error.text, error.place)
        return _footprint(program, file, name, replace(names, variables=names.variables - taken))

    match run_isolated(read, limits=READING):
        case Finished(value=found):
            return found
        case Failed(message=message):
            return InvalidProgram(f"it cannot be read: {message}", None)
        case ended:
            return InvalidProgram(f"it cannot be read: {ended}", None)


@dataclass(frozen=True, slots=True)
class _Names:
    variables: frozenset[str]
    """That mean variables at the end of a file."""
    macros: frozenset[str]


def _names_of_file(unit: TranslationUnit) -> _Names:
    """A name that is a macro, too, may mean something else at the end of the file."""
    names = [spelling(each) for each in unit.declarations() if each.kind == CursorKind.VAR_DECL]
    return _Names(frozenset(each for each in names if not unit.has_macro(each)), unit.macros)


def _footprint(program: Program, file: str, name: str, names: _Names) -> Footprint:
    functions = list(_reached(program.main))
    edges = [edge for function in functions for edge in function.edges()]
    touched = {
        variable: None
        for edge in edges
        for operation in flatten(edge.operation)
        for variable in _variables(operation)
        if variable.is_static and variable.kind is not VariableKind.STRING and not variable.is_constant
    }
    named = [each for each in touched if each.name in names.variables and each.is_declared_in(file)]
    hidden = [each for each in touched if each not in named]
    own = [function for function in functions if function.written_name in _parts_of(name)]
    obstacles = dict.fromkeys(
        obstacle for function in functions for edge in function.edges() for obstacle in _obstacles(edge, is_own=function in own)
    )
    volatile = [f"the volatile variable {each.name}" for each in named if each.is_volatile]
    impure = [f"{place_of(edge.origin)}: the contract changes or calls something" for edge in _impure(own, name)]
    padded = [f"padding in {type}" for type in dict.fromkeys(_records(program.main, named)) if _is_padded(type)]
    called = next(each for each in functions if each.written_name == name)
    found = written_places(functions, program.main.parameters, own)
    return Footprint(
        tuple(shape_of(each.type, names.macros) for each in program.main.parameters),
        None if called.return_variable is None else shape_of(called.type.result, names.macros),
        tuple(_touched(each, found, names.macros) for each in named),
        tuple(each.name for each in hidden),
        tuple(each.name for each in hidden if each in found.read and (not each.is_of_block or found.may_change(each))),
        _changes(found, called, program.main, named, hidden),
        (*obstacles, *volatile, *impure, *padded),
        any(_writes_through_pointer(part) for edge in edges for part in flatten(edge.operation)),
    )


def _changes(
    found: WrittenPlaces, called: Function, main: Function, named: Sequence[Variable], hidden: Sequence[Variable]
) -> PossibleChanges:
    arguments = [
        (each.name, ArgumentObject(parameter)) for each, parameter in zip(called.parameters, main.parameters, strict=True)
    ]
    targets: list[tuple[str, Target]] = [*arguments, *((each.name, each) for each in named)]
    return PossibleChanges(
        frozenset(name for name, argument in arguments if found.may_change(argument)),
        frozenset(name for name, target in targets if found.may_change_inside(target)),
        tuple(each.name for each in hidden if found.may_change(each)),
        found.elsewhere,
        found.callback,
    )


def _touched(variable: Variable, found: WrittenPlaces, macros: Container[str]) -> TouchedVariable:
    parts = any_parts(variable.name, variable.type, macros)
    is_any = not (parts.has_others and variable in found.read) and not (parts.has_pointers and variable in found.pointers_read)
    return TouchedVariable(variable.name, shape_of(variable.type, macros), (*parts.statements,), is_any)


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
    """The function, all that it calls by name, and those whose address it takes."""
    waiting = [main]
    for function in waiting:
        yield function
        for edge in function.edges():
            for operation in flatten(edge.operation):
                for named in _functions_in(operation):
                    waiting += [named] if named.is_defined and named not in waiting else []


def _functions_in(operation: Operation) -> Iterator[Function]:
    if isinstance(operation, Call) and isinstance(operation.callee, Function):
        yield operation.callee
    for expression in expressions_of(operation):
        yield from (part.function for part in subexpressions(expression) if isinstance(part, FunctionAddress))


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
            and callee.name not in WITHOUT_EFFECT
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
