"""Where a verdict rests on there being enough memory: the calls of ``malloc`` whose failure the program could notice.

A call that fails returns a null pointer.  That makes a difference only where the program compares a pointer that may be the
result, or uses it as a truth value or a number: an access through it is not defined.  A size that is not a small constant may be
one that no machine has, and then the run with it does not go on as it does here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import prod

from whet.cfa.expressions import Binary, Cast, Const, Expr, Unary, UnaryOp, subexpressions
from whet.cfa.facts import Facts
from whet.cfa.immutable import immutable
from whet.cfa.library import AUTOMATIC, Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assume, Call, Operation, expressions_of, flatten
from whet.cfa.types import IntType, PointerType
from whet.library.effects import Allocates
from whet.pointers.regions import Region, Regions

SMALL = 1 << 24
"""Bytes that every machine has."""


@immutable
class GrantedBlock:
    """A call that is taken to return a block."""

    function: str
    call: Call


def allocates_many(program: Program) -> bool:
    """Does it allocate blocks of the heap in a loop, or in a function that may be called again?"""
    facts, library = Facts.of(program), Library()
    for edge in program.edges():
        function = edge.source.function
        for part in flatten(edge.operation):
            if isinstance(part, Call) and isinstance(part.callee, Function) and part.callee.name not in AUTOMATIC:
                effect = None if part.callee.is_defined else library.effect(part.callee, part.arguments)
                is_again = function is not program.main or facts.loops(function).depth(edge.source) > 0
                if isinstance(effect, Allocates) and is_again:
                    return True
    return False


def granted(program: Program) -> list[GrantedBlock]:
    """The calls that are taken to succeed and whose failure could be noticed, in the order of the program."""
    calls = list(_allocations(program))
    tests = _Tests(program)
    return [GrantedBlock(name, call) for name, call, effect in calls if not _is_small(call, effect) or tests.look_at(call)]


def _allocations(program: Program) -> Iterator[tuple[str, Call, Allocates]]:
    library, facts = Library(), Facts.of(program)
    for operation in _operations(program):
        if isinstance(operation, Call):
            for callee in _callees(operation, program, facts):
                effect = None if callee.is_defined else library.effect(callee, operation.arguments)
                if isinstance(effect, Allocates) and effect.may_fail:
                    yield callee.name, operation, effect


def _callees(call: Call, program: Program, facts: Facts) -> tuple[Function, ...]:
    """Calls by name have both outcomes in the program itself if allocation may fail."""
    if not isinstance(call.callee, Function):
        return facts.callees.of(call.callee)
    return () if program.allocation_may_fail else (call.callee,)


def _operations(program: Program) -> Iterator[Operation]:
    return (operation for edge in program.edges() for operation in flatten(edge.operation))


def _is_small(call: Call, effect: Allocates) -> bool:
    factors = [call.arguments[index] for index in effect.size]
    return prod(factor.value if isinstance(factor, Const) else SMALL + 1 for factor in factors) in range(SMALL + 1)


class _Tests:
    """What a program compares, as far as it is a pointer."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def look_at(self, call: Call) -> bool:
        """Is a pointer compared that may be the result of a call that allocates?"""
        if not self._pointers or call.result is None:
            return False
        return self._leads_anywhere or self._regions.of_site(call) in self._tested

    @cached_property
    def _pointers(self) -> list[Expr]:
        return [pointer for operation in _operations(self._program) for pointer in _tested_by(operation)]

    @cached_property
    def _regions(self) -> Regions:
        return self._program.fact(Regions)

    @cached_property
    def _leads_anywhere(self) -> bool:
        return any(region.is_open for region in self._regions.all())

    @cached_property
    def _tested(self) -> set[Region]:
        return {self._regions.of_pointer(pointer) for pointer in self._pointers}


def _tested_by(operation: Operation) -> Iterator[Expr]:
    """The pointers whose number an operation uses."""
    if isinstance(operation, Assume) and isinstance(operation.condition.type, PointerType):
        yield operation.condition
    for expr in expressions_of(operation):
        for part in subexpressions(expr):
            match part:
                case Binary(op=op, left=left, right=right) if op.is_comparison:
                    yield from (operand for operand in (left, right) if _is_address(operand))
                case Unary(op=UnaryOp.NOT, operand=operand) | Cast(operand=operand, type=IntType()):
                    yield from (operand,) if _is_address(operand) else ()
                case _:
                    pass


def _is_address(expr: Expr) -> bool:
    return isinstance(expr.type, PointerType) and not isinstance(expr, Const)
