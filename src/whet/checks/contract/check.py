"""A library function is given what C does not allow (C11 7.1.4p1; ``library.contracts`` has what C asks for)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whet.cfa.accesses import OFFSET, place_in_variable
from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, PointerDiff, Variable, VariableKind
from whet.cfa.formats import printed_format
from whet.cfa.library import APART
from whet.cfa.model import Function
from whet.cfa.operations import Call, Operation
from whet.cfa.types import IntType, PointerType
from whet.checks.check import Bookkeeping, Check
from whet.checks.comparisons import INT, NEVER, equal, inside, value_range
from whet.checks.contract.streams import StreamLives
from whet.library.accesses import AccessKind
from whet.library.contracts import EOF, UCHAR_MAX, contract_of
from whet.library.notation import accesses_of
from whet.task.dangers import register_check


@register_check("contract")
class ContractCheck(Check):
    words = "contract of a library function is broken"
    property_name = "library-contract"
    formula = "G ! library-contract"
    example = "int isdigit(int); isdigit(1000);"
    rank = 12
    precedence = -2
    has_own_test = True

    def of_operation(self, operation: Operation) -> Iterator[Expr]:
        if not isinstance(operation, Call) or not isinstance(operation.callee, Function):
            return
        callee = operation.callee
        if not callee.is_defined or callee.is_of_library:
            yield from _asked(operation, callee.name)
        if (called := self.scope.library_call(operation)) is None:
            return
        if self.scope.library.describes(callee) and self._has_unfit_format(operation, callee):
            yield NEVER
        if callee.name == APART and called[1] is not None:
            yield _is_apart(*operation.arguments)

    def last(self, operation: Operation) -> Iterator[Expr]:
        return self.scope.shared(StreamLives).conditions(operation)

    def of_pointer_call(self, named: Call, another: Expr) -> Iterator[Expr]:
        callee = named.callee
        assert isinstance(callee, Function)
        is_library = not callee.is_defined or callee.is_of_library
        has_contract = is_library and contract_of(callee.name, len(named.arguments)) is not None
        if has_contract or self.scope.shared(StreamLives).takes_stream(callee):
            yield another

    def bookkeeping(self) -> Iterable[Bookkeeping]:
        return (self.scope.shared(StreamLives),)

    def _has_unfit_format(self, call: Call, callee: Function) -> bool:
        """Is something printed by a literal that asks for other arguments?"""
        accesses = accesses_of(callee.name, len(call.arguments)) or ()
        if not accesses or accesses[-1].kind is not AccessKind.FORMAT:
            return False
        number = len(accesses) - 1
        format = printed_format(call.arguments[number], call.arguments[number + 1 :], self.scope.machine)
        return format is not None and not format.fits


def _asked(call: Call, name: str) -> Iterator[Expr]:
    """What C asks of the arguments of a library function (``contracts``)."""
    contract = contract_of(name, len(call.arguments))
    if contract is None:
        return
    for pointer in (call.arguments[number] for number in contract.not_null):
        if isinstance(pointer.type, PointerType) and place_in_variable(pointer) is None:
            yield Binary(BinaryOp.NE, pointer, Const(0, pointer.type), INT)
    if contract.character is not None and isinstance(call.arguments[contract.character].type, IntType):
        yield from inside(call.arguments[contract.character], EOF, UCHAR_MAX)
    if contract.not_zero is not None and isinstance((number := call.arguments[contract.not_zero]).type, IntType):
        least, greatest = value_range(number)
        if least <= 0 <= greatest:
            yield number
    if contract.is_same:
        yield Binary(BinaryOp.EQ, call.arguments[0], call.arguments[1], INT)
    if contract.is_apart:
        yield from _apart(*call.arguments[:3])


def _apart(target: Expr, source: Expr, size: Expr) -> Iterator[Expr]:
    """Blocks begin at the same place, or one after the end of the other: by their places in a variable, or by addresses."""
    into, out_of = place_in_variable(target), place_in_variable(source)
    if not isinstance(size.type, IntType) or (isinstance(size, Const) and size.value in (0, 1)):
        return
    if into is not None and out_of is not None:
        if into[0] is not out_of[0]:
            return
        after, before = (Binary(BinaryOp.SUB, one, other, OFFSET) for one, other in ((into[1], out_of[1]), (out_of[1], into[1])))
        room = Cast(size, OFFSET)
        if any(value_range(distance)[0] >= value_range(room)[1] for distance in (after, before)):
            return
        first, second = (Binary(BinaryOp.GE, distance, room, INT) for distance in (after, before))
        yield Binary(BinaryOp.OR, equal(after, 0), Binary(BinaryOp.OR, first, second, INT), INT)
    elif all(isinstance(each.type, PointerType) for each in (target, source)) and not _is_literal(out_of):
        is_same = equal(PointerDiff(target, source, 1, OFFSET), 0)
        yield Binary(BinaryOp.OR, is_same, _is_apart(target, size, source, size), INT)


def _is_apart(target: Expr, written: Expr, source: Expr, read: Expr) -> Expr:
    """One of two blocks begins after the end of the other."""
    after = Binary(BinaryOp.GE, PointerDiff(target, source, 1, OFFSET), Cast(read, OFFSET), INT)
    before = Binary(BinaryOp.GE, PointerDiff(source, target, 1, OFFSET), Cast(written, OFFSET), INT)
    return Binary(BinaryOp.OR, after, before, INT)


def _is_literal(place: tuple[Variable, Expr] | None) -> bool:
    """Is it in a string literal?  Nothing is written there."""
    return place is not None and place[0].kind is VariableKind.STRING
