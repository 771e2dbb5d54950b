"""Which functions a call may enter (C11 6.5.2.2p6 and p9, 6.3.2.3p8).

C asks for compatible types.  A call *fits* a function if the arguments and the result are passed as the function expects them on
the machine: as many, each of the same size and kind.  Types that fit and are not the same, such as ``int *`` in place of
``void *``, are an assumption of a proof (``premises.CALLED``); all others are an invalid call.
"""

from __future__ import annotations

from functools import cached_property

from whet.cfa.callees import Callees
from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, FunctionAddress, disjunction
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call
from whet.cfa.types import CType, FloatType, FunctionType, IntType, PointerType, VoidType, is_scalar


class PointerCalls:
    """The calls through pointers of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._callees = Callees(program)

    def valid(self, call: Call) -> Expr:
        """The condition that the pointer of a call is the address of one of the functions that it may enter."""
        assert not isinstance(call.callee, Function)
        machine = self._program.machine
        addresses = [FunctionAddress(function, machine.pointer(function.type)) for function in self._entered(call)]
        return disjunction([Binary(BinaryOp.EQ, call.callee, address, machine.int) for address in addresses], machine.int)

    def relies_on_likeness(self, call: Call) -> bool:
        """May it enter functions of types that are only passed alike?"""
        type = _called_type(call)
        return any(function.error is None and not _may_be_same(function.type, type) for function in self._entered(call))

    def _entered(self, call: Call) -> list[Function]:
        assert not isinstance(call.callee, Function)
        type = _called_type(call)
        found = [function for function in self._callees.of(call.callee) if fits(call, function)]
        return found if type in self._made_by_casts else [each for each in found if each.error or _may_be_same(each.type, type)]

    @cached_property
    def _made_by_casts(self) -> frozenset[CType]:
        """The types of functions that pointers of other types are converted to."""
        return frozenset(
            part.type.target
            for part in self._program.expressions()
            if isinstance(part, Cast) and isinstance(part.type, PointerType) and not isinstance(part.operand, Const)
        )


def _may_be_same(one: FunctionType, other: FunctionType | None) -> bool:
    """A type without a prototype, or that names one, is compatible with others."""
    return one == other or other is None or not all(each.parameters or not each.variadic for each in (one, other))


def fits(call: Call, function: Function) -> bool:
    """Are the arguments and the result of the call passed as the function expects them?"""
    named, type = _called_type(call), function.type
    if named is None or function.error is not None:
        return True
    is_aggregate = any(not is_scalar(each) and not isinstance(each, VoidType) for each in (named.result, type.result))
    passes_result = named.result == type.result or _is_passed_as(type.result, named.result)
    if not passes_result and (call.result is not None or is_aggregate):  # structures are returned through memory of the caller
        return False
    if type.variadic and not type.parameters and not function.is_defined:  # neither a prototype nor a definition is seen
        return True
    given = [argument.type for argument in call.arguments]
    if type.variadic and type.parameters:  # a list of further arguments needs a prototype that has one, too
        counts = named.variadic and len(given) >= len(type.parameters)
    else:
        counts = len(given) == len(type.parameters)
    return counts and all(map(_is_passed_as, given, type.parameters))


def _called_type(call: Call) -> FunctionType | None:
    """The type of what a call names: a function, or a pointer to one."""
    if isinstance(call.callee, Function):
        return call.callee.type
    if not isinstance(call.callee.type, PointerType):
        return None
    target = call.callee.type.target
    return target if isinstance(target, FunctionType) else None


def _is_passed_as(given: CType, wanted: CType) -> bool:
    match given, wanted:
        case IntType() | PointerType(), IntType() | PointerType():
            return given.size == wanted.size
        case FloatType(), FloatType():
            return given.format == wanted.format
        case _:
            return not is_scalar(given) and not is_scalar(wanted) and given.size == wanted.size
