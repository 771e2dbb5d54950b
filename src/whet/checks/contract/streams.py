"""Checks of the streams that library functions are given: none is null, and none is closed (C11 7.21.3p4).

``fopen`` makes a block for each stream (``NEW_STREAM``).  Where the program closes streams, its calls of ``fclose`` end the life
of the block (``CLOSE_STREAM``), and a stream is good as long as its block lives.  Elsewhere a stream is good if it is not null.

``stdin``, ``stdout`` and ``stderr`` are open when the program starts.  One that is only given to library functions by its name
stays so, and nothing is checked; the others become blocks like those of files.  Where one of these may be closed, functions
that use it without being given it (``puts``) are checked as if they were given it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from whet.cfa.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    PointerAdd,
    Use,
    Valid,
    Var,
    Variable,
    children,
)
from whet.cfa.library import (
    CLOSE_STREAM,
    OF_STREAMS,
    STANDARD_STREAM,
    STREAMS,
    implied_stream,
    is_stream,
    leads_to_stream,
)
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Assign, Assume, Call, Declare, Operation, expressions_of, flatten
from whet.cfa.types import VOID, FunctionType, IntType, PointerType
from whet.checks.check import Bookkeeping, CheckScope
from whet.checks.comparisons import INT
from whet.library.notation import closes_stream, is_standard, may_lack_stream

_BYTE = IntType("char", 8, signed=True, size=1, align=1)
_OFFSET = 2
"""Where the stream lies in its block, so that ``free`` of a stream is not one of a block."""
_BLOCK = _OFFSET + 1
"""The bytes of a block."""


class StreamLives(Bookkeeping):
    """Of one program, if it gives streams to library functions."""

    order = 4

    def __init__(self, scope: CheckScope) -> None:
        assert scope.program is not None
        self._program = program = scope.program
        functions = [each for each in program.functions.values() if self._takes_stream(each)]
        self._is_checked = bool(functions)
        self._has_closing = any(closes_stream(each.written_name) for each in functions)
        self._copied = frozenset(self._copied_streams()) if functions else frozenset()
        if self._has_closing:
            self._pointer = program.machine.pointer(_BYTE)
            self._block = scope.new_variable("stream", type=self._pointer)
            """Holds the block of a standard stream while the program starts."""
            self._closed = scope.new_variable("closed streams")
            """Is 1 from the first call of ``fclose`` on.  Before, no analysis has to know more to see that a stream is open."""
            self._open = Function(STANDARD_STREAM, FunctionType(self._pointer, (INT, INT), variadic=False))
            self._close = Function(CLOSE_STREAM, FunctionType(VOID, (self._pointer,), variadic=False))
            self.variables = (self._block, self._closed)
            self.functions = (self._close, self._open)

    def beginnings(self) -> Iterator[tuple[Function, Operation]]:
        if self._has_closing:
            yield self._program.start, Declare(self._closed, True, None, next(self._program.edges()).origin)

    def conditions(self, operation: Operation) -> Iterator[Expr]:
        """What must hold of the streams that an operation gives to a library function."""
        if not self._is_checked or not isinstance(operation, Call) or not isinstance(operation.callee, Function):
            return
        may_be_null = may_lack_stream(operation.callee.name)
        for stream in (*self._given(operation, operation.callee), *self._implied(operation.callee)):
            if not (isinstance(stream, Var) and is_stream(stream.variable) and stream.variable not in self._copied):
                assert isinstance(stream.type, PointerType)
                null = Const(0, stream.type)
                if not may_be_null:
                    yield Binary(BinaryOp.NE, stream, null, INT)
                if self._has_closing:
                    none_closed = Binary(BinaryOp.EQ, Var(self._closed), Const(0, INT), INT)
                    is_open = Binary(BinaryOp.OR, none_closed, Valid(stream, Const(1, INT), Use.READ, INT), INT)
                    is_null = Binary(BinaryOp.EQ, stream, null, INT)
                    yield Binary(BinaryOp.OR, is_null, is_open, INT) if may_be_null else is_open

    def takes_stream(self, function: Function) -> bool:
        """Is a call of this function checked where it is named?"""
        return self._is_checked and (self._takes_stream(function) or any(self._implied(function)))

    def _takes_stream(self, function: Function) -> bool:
        is_known = function.is_of_library or (not function.is_defined and is_standard(function.name))
        return is_known and any(map(leads_to_stream, function.type.parameters))

    def _given(self, call: Call, callee: Function) -> Iterator[Expr]:
        if self._takes_stream(callee):
            pairs = zip(call.arguments, callee.type.parameters, strict=False)
            yield from (argument for argument, type in pairs if leads_to_stream(type) and isinstance(argument.type, PointerType))

    def _implied(self, callee: Function) -> Iterator[Expr]:
        """The standard stream that a function uses by itself, if the program may close it."""
        if self._has_closing and (name := implied_stream(callee)) is not None:
            yield from (Var(each) for each in self._program.globals if each in self._copied and each.name == name)

    def changed(self, operations: Iterable[Operation], edge: Edge) -> Iterator[Operation]:
        for operation in operations:
            match operation:
                case Declare(variable=variable) if self._is_checked and is_stream(variable):
                    yield from self._begun(operation)
                case Call(callee=Function(written_name=name) as callee) if self._is_checked and closes_stream(name):
                    yield operation
                    for stream in self._given(operation, callee):
                        yield Call(self._close, (self._moved(stream, -1),), None, operation.origin)
                        yield Assign(Var(self._closed), Const(1, INT), operation.origin)
                case _:
                    yield operation

    def _begun(self, declare: Declare) -> Iterator[Operation]:
        """A standard stream is open."""
        variable, origin = declare.variable, declare.origin
        assert isinstance(variable.type, PointerType)
        if self._has_closing and variable in self._copied:
            yield replace(declare, zeroed=True)  # no other file says where it leads
            number = Const(STREAMS.index(variable.name), INT)
            yield Call(self._open, (Const(_BLOCK, INT), number), Var(self._block), origin)
            yield Assign(Var(variable), Cast(self._moved(Var(self._block), 1), variable.type), origin)
        else:
            yield declare
            yield Assume(Binary(BinaryOp.NE, Var(variable), Const(0, variable.type), INT), True, origin)

    def _moved(self, pointer: Expr, direction: int) -> Expr:
        """From a block to its stream or back, by a step that is not checked (``is_own_step``): a run has no blocks."""
        anything = self._program.machine.pointer(VOID)
        return Cast(PointerAdd(Cast(pointer, anything), Const(direction, INT), _OFFSET, anything), self._pointer)

    def _copied_streams(self) -> Iterator[Variable]:
        """The standard streams that are used for something else than to be given to a function that does not close them."""
        for edge in self._program.edges():
            for operation in flatten(edge.operation):
                for expr in self._not_given(operation):
                    yield from (variable for variable in _copied_by(expr) if is_stream(variable))

    def _not_given(self, operation: Operation) -> Iterator[Expr]:
        given: list[Expr] = []
        if isinstance(operation, Call) and isinstance(operation.callee, Function) and not closes_stream(operation.callee.name):
            given += [each for each in self._given(operation, operation.callee) if isinstance(each, Var)]
        return (expr for expr in expressions_of(operation) if not any(expr is each for each in given))


def makes_or_ends_stream(operation: Operation) -> bool:
    """Does it only follow the life of a stream?"""
    match operation:
        case Call(callee=Function(name=name)):
            return name in OF_STREAMS
        case Assign(lvalue=Var(variable=variable)):
            return is_stream(variable)
        case _:
            return False


def _copied_by(expr: Expr) -> Iterator[Variable]:
    """The variables whose values an expression may pass on: not those that are only compared."""
    match expr:
        case Binary(op=op, left=left, right=right) if op.is_comparison:
            for side in (left, right):
                if not isinstance(side, Var):
                    yield from _copied_by(side)
        case Var():
            yield expr.variable
        case _:
            for child in children(expr):
                yield from _copied_by(child)
