"""The conditions that must hold before an operation so that no check finds anything, in the order in which it is evaluated.

The checks say what must hold (``check``); this walks over operations and expressions and asks them.  Inner expressions come
before outer ones, so a condition is computed without going wrong where those before it hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from whet.cfa.callees import Callees
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Deref,
    Expr,
    FunctionAddress,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    Use,
    Var,
    children,
)
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Call, Havoc, Operation, expressions_of
from whet.cfa.types import MachineModel, PointerType
from whet.checks.check import Bookkeeping, Check, CheckCondition, CheckScope, PointsTo
from whet.checks.comparisons import INT
from whet.task.dangers import Danger, check_class, dangers


class Conditions:
    """What must hold on a machine, or in a program, so that none of these dangers comes true."""

    def __init__(
        self,
        machine: MachineModel,
        wanted: frozenset[Danger],
        program: Program | None = None,
        points_to: Callable[[Program], PointsTo] | None = None,
    ) -> None:
        """``points_to`` finds which objects pointers may reach; without it each may reach all."""
        self._program = program
        scope = CheckScope(machine, wanted, program, points_to)
        self._checks: list[Check] = [check_class(each.check)(scope) for each in dangers() if each in wanted]
        by_precedence = [(each, _overridden(type(each))) for each in sorted(self._checks, key=lambda check: check.precedence)]
        self._operators, self._indices, self._steps, self._accesses, self._operations, self._first, self._last = (
            [(getattr(check, hook), Danger(check.name)) for check, hooks in by_precedence if hook in hooks]
            for hook in ("of_operator", "of_index", "of_step", "of_access", "of_operation", "first", "last")
        )

    def of(self, operation: Operation) -> tuple[CheckCondition, ...]:
        """The conditions of what one operation evaluates and does, each once."""
        return tuple(dict.fromkeys(self._of_operation(operation))) if self._checks else ()

    def of_value(self, expr: Expr) -> Iterator[CheckCondition]:
        """The conditions of an expression that is evaluated."""
        match expr:
            case AddressOf(lvalue=lvalue):
                yield from self._of_place(lvalue, beyond=1)
                yield from _asked(self._steps, expr)
            case PointerAdd(pointer=pointer, index=index):
                yield from self.of_value(pointer)
                yield from self.of_value(index)
                yield from _asked(self._steps, expr)
            case Var() | Deref() | Member() | Index():
                yield from self._of_place(expr)
                yield from _asked(self._accesses, expr, Use.READ)
            case _:
                for child in children(expr):
                    yield from self.of_value(child)
                yield from _asked(self._operators, expr)

    def in_program(self, operation: Operation) -> tuple[CheckCondition, ...]:
        """All conditions of an operation of the program."""
        assert self._program is not None
        first, last = _asked(self._first, operation), _asked(self._last, operation)
        return *first, *self.of(operation), *last, *self._through_pointer(operation)

    def bookkeeping(self) -> list[Bookkeeping]:
        """What the conditions need of the program, in the order in which operations are changed."""
        found = dict.fromkeys(each for check in self._checks for each in check.bookkeeping())
        return sorted(found, key=lambda each: each.order)

    def _of_operation(self, operation: Operation) -> Iterator[CheckCondition]:
        # The result of a call is written when it returns, and by then may lie elsewhere.
        written = operation.lvalue if isinstance(operation, Assign | Havoc) else None
        for expr in expressions_of(operation):
            if expr is not written:
                yield from self.of_value(expr)
        if written is not None:
            yield from self._of_place(written)
            yield from _asked(self._accesses, written, Use.WRITE)
        yield from _asked(self._operations, operation)

    def _of_place(self, lvalue: Lvalue, beyond: int = 0) -> Iterator[CheckCondition]:
        """Of an lvalue that is only located: nothing is read or written there.

        The address of an element may be so many elements beyond the last one."""
        match lvalue:
            case Deref(pointer=pointer):
                yield from self._of_dereferenced(pointer)
            case Member(base=base):
                yield from self._of_place(base)
            case Index(base=base, index=index):
                yield from self._of_place(base)
                yield from self.of_value(index)
                yield from _asked(self._indices, lvalue, beyond)
            case Var():
                pass

    def _of_dereferenced(self, pointer: Expr) -> Iterator[CheckCondition]:
        """Of a pointer that is only dereferenced: its steps are checked with the access."""
        match pointer:
            case AddressOf(lvalue=lvalue):
                yield from self._of_place(lvalue, beyond=1)
            case PointerAdd(pointer=base, index=index):
                yield from self._of_dereferenced(base)
                yield from self.of_value(index)
            case Cast(operand=operand) if isinstance(operand.type, PointerType):
                yield from self._of_dereferenced(operand)
            case _:
                yield from self.of_value(pointer)

    def _through_pointer(self, operation: Operation) -> Iterator[CheckCondition]:
        """Conditions that follow from the name of a function, where a pointer may lead to it."""
        if not isinstance(operation, Call) or isinstance(operation.callee, Function):
            return
        assert self._program is not None
        for function in self._callees.of(operation.callee):
            address = FunctionAddress(function, self._program.machine.pointer(function.type))
            another, named = Binary(BinaryOp.NE, operation.callee, address, INT), replace(operation, callee=function)
            for check in self._checks:
                yield from (CheckCondition(each, Danger(check.name)) for each in check.of_pointer_call(named, another))

    @cached_property
    def _callees(self) -> Callees:
        assert self._program is not None
        return Callees(self._program)


def _asked(hooks: list[tuple[Any, Danger]], *given: object) -> Iterator[CheckCondition]:
    """The conditions of these hooks.  ``Any``: each kind of hook is given something else."""
    for hook, danger in hooks:
        for condition in hook(*given):
            yield CheckCondition(condition, danger)


def _overridden(check: type[Check]) -> frozenset[str]:
    """The hooks that a check has; most have one or two."""
    return frozenset(name for parent in check.__mro__[: check.__mro__.index(Check)] for name in vars(parent))
