"""Functions of the program that the library may call: as an argument, in a structure, or in a variable of the library.

Examples are the last argument of ``scandir``, ``struct sigevent`` of ``timer_create``, ``struct argp`` of ``argp_parse``, and
``error_print_progname``.  The best known functions are refused by name, or have a body (``cfa.library``, ``shipped``); here it is
the types, so that every header of the system counts.  A program that takes no address of a function has none of these.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from whet.cfa.expressions import Cast, Const, Expr, FunctionAddress, Lvalue, Variable, root_variable, subexpressions
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Assign, Call, Unsupported, expressions_of
from whet.cfa.types import ArrayType, CType, FunctionType, PointerType, StructType
from whet.frontend.library_variables import pointed_to
from whet.library.notation import record_of

_ALTERNATIVE_DIRECTORIES: Final = 1 << 9
"""``GLOB_ALTDIRFUNC``; without it ``glob`` does not look at the functions."""
_GLOB: Final = frozenset({"glob", "glob64"})
_DEPTH: Final = 4


def refuse_callbacks(edges: Iterable[Edge], elsewhere: Collection[Variable]) -> None:
    """Replace calls after which the library may call functions of the program, and stores that give it one; ``elsewhere`` are the
    variables that the program does not define."""
    edges = list(edges)
    if not any(function.is_defined for function in pointed_to(edges)):
        return
    for edge in edges:
        construct = next(_constructs(edge, elsewhere), None)
        if construct is not None:
            edge.operation = Unsupported(construct, edge.origin)


def _constructs(edge: Edge, elsewhere: Collection[Variable]) -> Iterator[str]:
    match edge.operation:
        case Call(callee=Function() as callee, arguments=arguments) if _may_call_back(callee, arguments):
            yield f"functions that are called back (call of {callee.name})"
        case Assign(lvalue=lvalue, value=value) if _gives_function(lvalue, value, elsewhere):
            variable = root_variable(lvalue)
            yield f"function in the variable '{variable.name if variable else ''}', which is defined elsewhere"
        case _:
            pass
    for expr in expressions_of(edge.operation):
        for part in subexpressions(expr):
            if isinstance(part, FunctionAddress) and _may_call_back(part.function, None):
                yield f"address of {part.function.name}, which calls functions back"


def _may_call_back(function: Function, arguments: Iterable[Expr] | None) -> bool:
    """May a function of the system find functions in what it is given; with any arguments if they are not known?"""
    record = record_of(function.name)
    if function.is_defined or not function.is_of_system or (record is not None and record.calls_nothing):
        return False
    if arguments is None:
        return any(_is_function(type) or _leads_to_function(type, _DEPTH) for type in function.type.parameters)
    given = tuple(arguments)
    if function.name in _GLOB:
        return not (len(given) > 1 and isinstance(given[1], Const) and not given[1].value & _ALTERNATIVE_DIRECTORIES)
    return any(
        (_is_function(type) or _leads_to_function(type, _DEPTH)) and not _is_none_of_ours(argument)
        for type, argument in zip(function.type.parameters, given, strict=False)
    )


def _is_function(type: CType) -> bool:
    return isinstance(type, PointerType) and isinstance(type.target, FunctionType)


def _leads_to_function(type: CType, depth: int) -> bool:
    """Is there a pointer to a function in the structures that a pointer points to?"""
    match type:
        case PointerType(target=StructType() as target) if depth:
            return any(_has_function(each.type, depth - 1) for each in target.fields or ())
        case PointerType(target=PointerType() as target) if depth:
            return _leads_to_function(target, depth - 1)
        case _:
            return False


def _has_function(type: CType, depth: int) -> bool:
    match type:
        case PointerType():
            return _is_function(type) or _leads_to_function(type, depth)
        case ArrayType(element=element):
            return _has_function(element, depth)
        case StructType() if depth:
            return any(_has_function(each.type, depth - 1) for each in type.fields or ())
        case _:
            return False


def _gives_function(lvalue: Lvalue, value: Expr, elsewhere: Collection[Variable]) -> bool:
    return root_variable(lvalue) in elsewhere and _has_function(lvalue.type, _DEPTH) and not _is_none_of_ours(value)


def _is_none_of_ours(expr: Expr) -> bool:
    """Is it a constant, such as null, or a function of the library?"""
    while isinstance(expr, Cast):
        expr = expr.operand
    return isinstance(expr, Const) or (isinstance(expr, FunctionAddress) and not expr.function.is_defined)
