"""Invalid memory access: outside of a living object, also by library functions and by calls (C11 6.5.3.2p4).

Other places where memory would have to be checked and cannot must not be reached."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import cached_property

from whet.cfa.accesses import good_access
from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Lvalue, Use, Valid
from whet.cfa.library import HAS_ROOM, WRITES_BYTES
from whet.cfa.model import Function
from whet.cfa.operations import Call, Declare, Operation
from whet.cfa.types import FunctionType, IntType, PointerType, StructType, VoidType, bit_int
from whet.checks.calling import PointerCalls, fits
from whet.checks.check import Bookkeeping, Check
from whet.checks.comparisons import INT, NEVER, inside
from whet.checks.heap_blocks import UnseenHeap, changes_heap, is_unseen
from whet.checks.restricted import overlaps_by_text
from whet.library.accesses import AccessKind
from whet.library.notation import accesses_of
from whet.task.dangers import register_check

_USES = ((Use.READ, (AccessKind.READ,)), (Use.WRITE, (AccessKind.WRITTEN, AccessKind.REWRITTEN)))


@register_check("memory")
class MemoryCheck(Check):
    words = "invalid memory access"
    property_name = "valid-deref"
    formula = "G valid-deref"
    example = "int x = 1, *p = 0; x = *p;"
    rank = 5
    has_own_test = True
    is_seen_natively = True

    def of_access(self, lvalue: Lvalue, use: Use) -> Iterator[Expr]:
        match good_access(lvalue, use, self.scope.machine):
            case None:
                pass
            case Valid() as valid:
                yield valid
            case index, least, greatest:
                yield from inside(index, least, greatest)

    def of_operation(self, operation: Operation) -> Iterator[Expr]:
        if isinstance(operation, Declare):
            for count in operation.counts:  # greater than zero (C11 6.7.6.2p5)
                assert isinstance(count.type, IntType)
                yield from inside(count, 1, count.type.max)
        if (called := self.scope.library_call(operation)) is None:
            return
        assert isinstance(operation, Call)
        callee, effect = called
        if self.scope.library.describes(callee):
            yield from self._accessed(operation, callee)
        if effect is not None and callee.name in (WRITES_BYTES, HAS_ROOM):
            target, length = operation.arguments
            yield self.scope.valid(target, length, Use.WRITE if callee.name == WRITES_BYTES else Use.READ)

    def last(self, operation: Operation) -> Iterator[Expr]:
        if is_unseen(operation):
            yield NEVER
        if not isinstance(operation, Call):
            return
        if not isinstance(operation.callee, Function):
            yield self._pointer_calls.valid(operation)
            return
        if operation.callee.is_defined and not fits(operation, operation.callee):
            yield NEVER
        if overlaps_by_text(operation):  # no run confirms it: UNKNOWN
            yield NEVER

    def of_pointer_call(self, named: Call, another: Expr) -> Iterator[Expr]:
        if self.name in changes_heap(named, self.scope):
            yield another

    def bookkeeping(self) -> Iterable[Bookkeeping]:
        return (self.scope.shared(UnseenHeap),)

    @cached_property
    def _pointer_calls(self) -> PointerCalls:
        assert self.scope.program is not None
        return PointerCalls(self.scope.program)

    def _accessed(self, call: Call, callee: Function) -> Iterator[Expr]:
        """That the blocks of bytes and the objects are there which a function reads and writes (``whet.library``)."""
        accesses = accesses_of(callee.name, len(call.arguments)) or ()
        for use, kinds in _USES:
            for number, each in enumerate(accesses):
                pointer = call.arguments[number]
                if each.kind not in kinds or each.may_end_early or not isinstance(pointer.type, PointerType):
                    continue
                factors = [call.arguments[count] for count in each.counts]
                unit = size_behind(callee, number) if each.is_of_objects else 1
                if each.count is not None or unit > 1 or not factors:
                    factors.append(Const(unit * (1 if each.count is None else each.count), self.scope.machine.size_t))
                size = yield from self._product(factors)
                valid: Expr = self.scope.valid(pointer, size, use)
                if each.may_be_null and isinstance(pointer, Const) and pointer.value == 0:
                    continue
                is_null = Binary(BinaryOp.EQ, pointer, Const(0, pointer.type), INT)
                yield Binary(BinaryOp.OR, is_null, valid, INT) if each.may_be_null else valid

    def _product(self, factors: Sequence[Expr]) -> Generator[Expr, None, Expr]:
        """As many bytes; no object has more than there are numbers for."""
        if len(factors) == 1:
            return factors[0]
        size = self.scope.machine.size_t
        first, second = (Cast(each, size) if each.type != size else each for each in factors)
        if isinstance(first, Const) and isinstance(second, Const):
            return Const(min(first.value * second.value, size.max), size)
        for one, other in ((first, second), (second, first)):
            if isinstance(one, Const):
                yield from inside(other, 0, size.max // one.value) if one.value else ()
                return other if one.value == 1 else Binary(BinaryOp.MUL, other, one, size)
        wide = bit_int(2 * size.width + 1, signed=True)
        yield from inside(Binary(BinaryOp.MUL, Cast(first, wide), Cast(second, wide), wide), 0, size.max)
        return Binary(BinaryOp.MUL, first, second, size)


def size_behind(callee: Function, number: int) -> int:
    """Of the objects that a parameter points to; 0 if nobody declared them."""
    parameters = callee.type.parameters
    type = parameters[number] if number < len(parameters) else None
    target = type.target if isinstance(type, PointerType) else None
    if target is None or isinstance(target, (VoidType, FunctionType)):
        return 0
    return 0 if isinstance(target, StructType) and not target.is_complete else target.size
