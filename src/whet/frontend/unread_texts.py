"""Formatted output that is never read, and so needs no model.

Behind a call that writes formatted output all of the text is stored again, byte by byte (``argument_checks``).  Where the output
goes to a variable of which no operation of the program reads anything, and whose address goes nowhere else, that is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from whet.cfa.accesses import place_in_variable
from whet.cfa.expressions import Expr, Index, Member, Var, Variable, root_variable, variables_of
from whet.cfa.library import TEXT_IS_WRITTEN, WRITES_BYTES, Library
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Assign, Call, Declare, End, Operation, Skip, expressions_of
from whet.library.effects import Writes


def leave_unread_texts(edges: Sequence[Edge], library: Library) -> None:
    """Drop the calls that store such texts again; in place."""
    calls = [edge for edge in edges if _stores_text(edge.operation)]
    if not calls:
        return
    kept = {variable for edge in calls for variable in _temporary(edge.operation)}
    used = {variable for edge in edges for expr in _looked_at(edge.operation, kept, library) for variable in variables_of(expr)}
    places: dict[Variable, set[Variable | None]] = {}
    for edge in edges:
        match edge.operation:
            case Assign(lvalue=Var(variable=variable), value=value) if variable in kept:
                places.setdefault(variable, set()).add(_place(value))
            case _:
                pass
    for edge in calls:
        targets = {target for each in _temporary(edge.operation) for target in places.get(each, {None})}
        if all(target is not None and target not in used for target in targets or {_target(edge.operation)}):
            edge.operation = Skip(edge.operation.origin)


def _stores_text(operation: Operation) -> bool:
    return isinstance(operation, Call) and _is_named(operation, TEXT_IS_WRITTEN)


def _is_named(call: Call, name: str) -> bool:
    return isinstance(call.callee, Function) and call.callee.written_name == name


def _temporary(operation: Operation) -> Iterator[Variable]:
    """The variable that has the address, if it is not said by its text."""
    match operation:
        case Call(arguments=(Var(variable=variable), *_)):
            yield variable
        case _:
            pass


def _target(operation: Operation) -> Variable | None:
    return _place(operation.arguments[0]) if isinstance(operation, Call) else None


def _place(pointer: Expr) -> Variable | None:
    found = place_in_variable(pointer)
    return None if found is None else found[0]


def _looked_at(operation: Operation, kept: set[Variable], library: Library) -> Iterable[Expr]:
    """What is read, or may be read by others."""
    match operation:
        case Declare() | End():
            return ()
        case Call(callee=Function() as callee, arguments=(_, *others), result=result):
            effect = None if callee.is_defined else library.effect(callee, operation.arguments)
            is_writer = isinstance(effect, Writes) and effect.makes_text
            if is_writer or _is_named(operation, WRITES_BYTES) or _stores_text(operation):
                return (*others, *(() if result is None else (result,)))
            return expressions_of(operation)
        case Assign(lvalue=Var(variable=variable), value=value) if variable in kept and _place(value) is not None:
            return ()
        case Assign(lvalue=lvalue, value=value) if root_variable(lvalue) is not None:
            return (value, *_indices(lvalue))
        case _:
            return expressions_of(operation)


def _indices(lvalue: Expr) -> Iterator[Expr]:
    while isinstance(lvalue, (Member, Index)):
        if isinstance(lvalue, Index):
            yield lvalue.index
        lvalue = lvalue.base
