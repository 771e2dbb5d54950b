"""Makes a text that the program is given, in the start function (``whet.cfa.texts``).

It is an array whose length is an input, with bytes that nobody wrote, so that they are any bytes to an analysis, and a zero
behind them.  A zero before the last byte ends the text earlier; as every length is possible, there is always a run in which the
object ends where the text does.
"""

from __future__ import annotations

from whet.cfa.expressions import BinaryOp, Const, Index, Var, Variable, VariableKind
from whet.cfa.operations import Assign, Declare, Havoc
from whet.cfa.source import Origin
from whet.cfa.types import ArrayType, IntType
from whet.frontend import folding
from whet.frontend.context import FunctionContext


def any_length(context: FunctionContext, name: str, origin: Origin) -> Var:
    """How many bytes there are before the zero."""
    size = context.unit.machine.size_t
    length = Var(context.variable(f"length of {name}", size, VariableKind.TEMPORARY))
    context.builder.emit(Havoc(length, origin))
    return length


def make_text(context: FunctionContext, name: str, type: ArrayType, length: Var, origin: Origin) -> Variable:
    """The object; its type is one of its own."""
    size, emit = context.unit.machine.size_t, context.builder.emit
    assert isinstance(type.element, IntType)
    text = context.variable(name, type, VariableKind.LOCAL)
    emit(Declare(text, False, folding.binary(BinaryOp.ADD, length, Const(1, size), size), origin))
    emit(Assign(Index(Var(text), length), Const(0, type.element), origin))
    return text


__all__ = ["any_length", "make_text"]
