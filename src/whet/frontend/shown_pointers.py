"""Does a program make text of addresses?  Then a number that is read from text may be one, which no analysis follows from digit
to digit.

It may if a string literal has ``%p`` in it, if something is printed with a format that is no literal, if something may be printed
through a pointer to a function; and, where pointers are made of numbers, if numbers are made of pointers and something is
printed, or if a function of which nothing is known gets a pointer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from whet.cfa.expressions import Cast, Const, Expr, FunctionAddress, Variable, VariableKind, subexpressions
from whet.cfa.library import Library
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Call, expressions_of
from whet.cfa.types import FloatType, IntType, PointerType
from whet.library.effects import Formats
from whet.library.formats import printed_letters


def may_show_pointers(
    functions: Sequence[Function], variables: Iterable[Variable], library: Library, *, readers: Sequence[Function]
) -> bool:
    """``variables`` live as long as the program: its string literals are among them.  ``readers`` only read text."""
    edges = [edge for function in functions for edge in function.edges()]
    calls = [call for edge in edges if isinstance(call := edge.operation, Call) and call.callee not in readers]
    return (
        any(_is_format_with_pointers(variable) for variable in variables)
        or any(_prints_anything(call, library) for call in calls)
        or any(isinstance(part, FunctionAddress) and _is_printing(part.function) for part in _parts(edges))
        or (_converts(edges, IntType, PointerType) and _may_show_numbers(functions, edges, calls, library))
    )


def _may_show_numbers(functions: Sequence[Function], edges: Sequence[Edge], calls: Sequence[Call], library: Library) -> bool:
    """May something that the program does not define make text of an address that it got as a number, or as it is?"""
    if any(_is_given_pointers(call, library) for call in calls):
        return True
    return any(map(_is_printing, functions)) and _converts(edges, PointerType, IntType)


def _is_format_with_pointers(variable: Variable) -> bool:
    return variable.kind is VariableKind.STRING and "p" in printed_letters(variable.image or b"")


def _is_printing(function: Function) -> bool:
    return not function.is_defined and "printf" in function.name


def _prints_anything(call: Call, library: Library) -> bool:
    callee = call.callee
    if not isinstance(callee, Function) or callee.is_defined:
        return False
    return isinstance(library.effect(callee, call.arguments), Formats)


def _is_given_pointers(call: Call, library: Library) -> bool:
    callee = call.callee
    is_known = isinstance(callee, Function) and (callee.is_defined or library.knows(callee.name))
    return not is_known and any(not isinstance(each.type, (IntType, FloatType)) for each in call.arguments)


def _converts(edges: Iterable[Edge], source: type, target: type) -> bool:
    """Is something that is no constant of one kind of type made one of another?"""
    return any(
        isinstance(part, Cast)
        and isinstance(part.type, target)
        and isinstance(part.operand.type, source)
        and not isinstance(part.operand, Const)
        for part in _parts(edges)
    )


def _parts(edges: Iterable[Edge]) -> Iterator[Expr]:
    return (part for edge in edges for expr in expressions_of(edge.operation) for part in subexpressions(expr))
