"""Formatted output that is the same in every run: ``snprintf(b, 8, "%d-%s", 12, "ab")``.

The call stays, for the checks of its arguments and for ``errno``.  After it the result is assigned, and the bytes of the text are
stored again one by one if they go to a variable that has room for them: so every analysis tracks both exactly.
"""

from __future__ import annotations

from typing import Final

from whet.cfa.accesses import object_size, place_in_variable
from whet.cfa.expressions import AddressOf, Cast, Const, Deref, Expr, Index, Lvalue, PointerAdd, VariableKind
from whet.cfa.formats import printed_format
from whet.cfa.model import Function
from whet.cfa.operations import Assign, Call
from whet.cfa.types import ArrayType, IntType, PointerType
from whet.frontend import folding
from whet.frontend.expressions import ExpressionLowering
from whet.library.accesses import AccessKind
from whet.library.notation import Record, record_of
from whet.task.records import dataclass

_MOST_BYTES: Final = 128
"""Of a text that is stored byte by byte."""


@dataclass(frozen=True, slots=True)
class ConstantText:
    """The output of a call."""

    bytes: bytes | None
    """What is stored, with the null character; None if it is not known how much, or where."""
    result: int


class ConstantOutput:
    """Finds such calls in one function, and stores what they write after them."""

    def __init__(self, expressions: ExpressionLowering) -> None:
        self._context = expressions.context
        self._builder = expressions.builder
        self._machine = expressions.context.machine

    def of(self, callee: Function, call: Call) -> ConstantText | None:
        """The output of a call of a library function without a body; None if it depends on the run."""
        record = record_of(callee.name)
        is_meant = record is not None and record.fits(len(call.arguments)) and self._context.linker.without_body.describes(callee)
        if record is None or not is_meant or record.position(AccessKind.TEXT) != 0 or record.rest is None:
            return None
        place = record.position(AccessKind.FORMAT)
        assert place is not None
        format = printed_format(call.arguments[place], call.arguments[len(record.parameters) :], self._machine)
        text = None if format is None else format.constant_text(self._machine)
        return None if text is None else ConstantText(self._stored(record, call, text + b"\0"), len(text))

    def _stored(self, record: Record, call: Call, text: bytes) -> bytes | None:
        """As much of it as a limit leaves."""
        counts = record.accesses[0].counts
        limit = call.arguments[counts[0]] if counts else Const(len(text), self._machine.size_t)
        if not isinstance(limit, Const):
            return None
        written = text if limit.value >= len(text) else text[: limit.value - 1] + b"\0" if limit.value > 0 else b""
        return written if len(written) <= _MOST_BYTES and (not written or _has_room(call.arguments[0], len(written))) else None

    def store(self, text: ConstantText, call: Call) -> None:
        for number, byte in enumerate(text.bytes or b""):
            place = self._element(call.arguments[0], number)
            assert isinstance(place.type, IntType)
            self._builder.emit(Assign(place, Const(place.type.wrap(byte), place.type), call.origin))
        if call.result is not None:
            result = folding.convert(Const(text.result, self._machine.int), call.result.type)
            self._builder.emit(Assign(call.result, result, call.origin))

    def _element(self, target: Expr, number: int) -> Lvalue:
        """The byte of a variable at this offset."""
        match target:
            case Cast(operand=operand) if _leads_to_bytes(operand):
                return self._element(operand, number)
            case AddressOf(lvalue=Index(base=base, index=Const(value=first))) if _is_bytes(base.type):
                return Index(base, Const(first + number, self._machine.int))
            case AddressOf(lvalue=lvalue) if _is_bytes(lvalue.type) and _leads_to_bytes(target):
                return Index(lvalue, Const(number, self._machine.int))
            case _:
                pointer = folding.convert(target, self._machine.pointer(self._machine.integer("char")))
                assert isinstance(pointer.type, PointerType)
                moved = PointerAdd(pointer, Const(number, self._machine.ptrdiff_t), 1, pointer.type) if number else pointer
                return Deref(moved, pointer.type.target)


def _has_room(target: Expr, bytes: int) -> bool:
    """Is it a place in a variable, the same in every run, followed by so many bytes?"""
    place = place_in_variable(target)
    if place is None or place[0].kind is VariableKind.STRING or not isinstance(place[1], Const):
        return False
    size = object_size(place[0])
    return size is not None and 0 <= place[1].value <= size - bytes


def _leads_to_bytes(pointer: Expr) -> bool:
    return isinstance(pointer.type, PointerType) and _is_byte(pointer.type.target)


def _is_bytes(type: object) -> bool:
    return isinstance(type, ArrayType) and _is_byte(type.element)


def _is_byte(type: object) -> bool:
    return isinstance(type, IntType) and type.size == 1 and not type.is_bool
