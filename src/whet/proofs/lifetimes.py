"""Objects that no pointer outlives, by the assignments of a program (flow-insensitively).

The checker gives a variable the same address in each of its lifetimes, so a pointer kept from an earlier one would point into the
later one. Validity is known only for variables that live once, and for those whose addresses go only to variables of the same
block or a deeper one, and to parameters of called functions. Everything else is an escape: memory, static variables, results,
calls through pointers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import zip_longest

from whet.cfa.callees import Callees
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    PointerDiff,
    Valid,
    Var,
    Variable,
    children,
)
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Call, Operation, Return, flatten
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class _Flow:
    """A value is assigned to a variable; None is everything else."""

    addresses: frozenset[Variable]
    values: frozenset[Variable]
    target: Variable | None


def steady(program: Program) -> frozenset[Variable]:
    """Variables without pointers from an earlier lifetime."""
    flows = [flow for edge in program.edges() for part in flatten(edge.operation) for flow in _flows(part)]
    onwards: dict[Variable, set[Variable | None]] = {}
    for flow in flows:
        for variable in flow.values:
            onwards.setdefault(variable, set()).add(flow.target)
    once = {program.start.name} if _is_entered_again(program) else {program.start.name, program.main.name}
    return frozenset(x for x in program.address_taken if _lives_once(x, once) or _stays(x, flows, onwards, program))


def _lives_once(variable: Variable, once: Collection[str]) -> bool:
    """``once`` are functions that are entered a single time."""
    return variable.is_static or (variable.function in once and not variable.blocks)


def _is_entered_again(program: Program) -> bool:
    """May the program call its own main function?"""
    edges = (edge for edge in program.edges() if edge.source.function is not program.start)
    calls = (part for edge in edges for part in flatten(edge.operation) if isinstance(part, Call))
    return program.main in Callees(program).all() or any(call.callee is program.main for call in calls)


def _stays(x: Variable, flows: Iterable[_Flow], onwards: Mapping[Variable, set[Variable | None]], program: Program) -> bool:
    waiting = [flow.target for flow in flows if x in flow.addresses]
    seen: set[Variable] = set()
    while waiting:
        holder = waiting.pop()
        if holder is None or not _ends_before(holder, x, program):
            return False
        if holder not in seen:
            seen.add(holder)
            waiting += onwards.get(holder, ())
    return True


def _ends_before(holder: Variable, x: Variable, program: Program) -> bool:
    """Is it dead when ``x`` is? Other functions got it as an argument, and end before."""
    if holder.is_static or holder in program.address_taken:
        return False
    return holder.function != x.function or holder.blocks[: len(x.blocks)] == x.blocks


def _flows(operation: Operation) -> Iterator[_Flow]:
    match operation:
        case Assign(lvalue=lvalue, value=value):
            yield _flow([value], _root(lvalue))
        case Return(value=value) if value is not None:
            yield _flow([value], None)
        case Call(callee=Function(entry=entry) as callee, arguments=arguments) if entry is not None:
            for argument, parameter in zip_longest(arguments, callee.parameters):
                if argument is not None:
                    yield _flow([argument], parameter)
        case Call(callee=Function(), arguments=arguments, result=result):
            if result is not None:  # it keeps nothing, but may return what it was given
                yield _flow(arguments, _root(result))
        case Call(arguments=arguments):
            yield _flow(arguments, None)
        case _:
            pass


def _flow(values: Iterable[Expr], target: Variable | None) -> _Flow:
    carried = [each for value in values for each in _carried(value)]
    addresses = frozenset(variable for variable, is_address in carried if is_address)
    return _Flow(addresses, frozenset(variable for variable, is_address in carried if not is_address), target)


def _root(lvalue: Lvalue) -> Variable | None:
    """The variable of an lvalue; None for the pointee of a pointer."""
    match lvalue:
        case Var(variable=variable):
            return variable
        case Member(base=base) | Index(base=base):
            return _root(base)
        case Deref():
            return None


def _carried(expr: Expr) -> Iterator[tuple[Variable, bool]]:
    """The variables in a value: by address, or by value."""
    match expr:
        case AddressOf(lvalue=lvalue):
            yield from _carried_by_address(lvalue)
        case Var() | Member() | Index() | Deref():
            if (root := _root(expr)) is not None:
                yield root, False
        case Valid() | PointerDiff():
            pass
        case Binary(op=op) if op.is_comparison:
            pass
        case _:
            for child in children(expr):
                yield from _carried(child)


def _carried_by_address(lvalue: Lvalue) -> Iterator[tuple[Variable, bool]]:
    match lvalue:
        case Var(variable=variable):
            yield variable, True
        case Member(base=base) | Index(base=base):
            yield from _carried_by_address(base)
        case Deref(pointer=pointer):
            yield from _carried(pointer)
