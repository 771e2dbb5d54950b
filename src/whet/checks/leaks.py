"""Counts the living blocks of the heap in a variable of the program, so that leaks become a comparison at its end.

A block that was not freed when the program ends was lost on the way, or is still there; the count does not tell, the interpreter
does (``interpreter.leaks``).  Blocks of ``alloca`` are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.expressions import Binary, BinaryOp, Const, Expr, Var, Variable, VariableKind
from whet.cfa.library import AUTOMATIC, OF_STREAMS, Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Call, Declare, Operation
from whet.cfa.source import Origin
from whet.cfa.targets import ASSERTION_FUNCTIONS
from whet.cfa.types import PointerType
from whet.checks.conditions import INT, Check
from whet.library.effects import Allocates, Arbitrary, Assumes, Copies, Fills, Formats, Frees, Nothing, NotModelled, Stops, Writes
from whet.task.dangers import AT_END, Danger

_ENDING = frozenset({"exit", "_exit", "_Exit", "quick_exit", "__builtin_exit"})
_ABORTING = frozenset({"abort", "__builtin_abort", "__builtin_trap", "__VERIFIER_error", *ASSERTION_FUNCTIONS})
"""What ends a program where it is, with all its pointers: nothing is lost, but nothing is freed any more, either."""
_OTHERS = frozenset(
    [
        "realloc",  # where it is declared as something else and has no body
        "reallocarray",
        "strdup",
        "strndup",
        "asprintf",
        "vasprintf",
        "getline",
        "getdelim",
        "aligned_alloc",
        "memalign",
        "posix_memalign",
        "valloc",
    ]
)
"""Functions that allocate or free, of which the table of the library does not say how."""


def changes_heap_unseen(operation: Operation) -> str | None:
    """The function, if a call may allocate or free and nobody knows what."""
    name = (_called_by(operation) or "").removeprefix("__builtin_")
    return name if name in _OTHERS else None


def _called_by(operation: Operation) -> str | None:
    """The function without a body that is called."""
    if not isinstance(operation, Call) or not isinstance(operation.callee, Function) or operation.callee.is_defined:
        return None
    return operation.callee.name


class LivingBlocks:
    """The count of one program, if one of these dangers asks for it."""

    def __init__(self, program: Program, dangers: frozenset[Danger]) -> None:
        self.dangers = tuple([danger for danger in AT_END if danger in dangers])
        self._library = Library()
        number = 1 + max((variable.number for variable in program.variables()), default=0)
        self.count = Variable(number=number, name="living blocks", type=INT, kind=VariableKind.TEMPORARY, function=None)

    def begin(self, origin: Origin) -> Operation:
        return Declare(self.count, True, None, origin)

    def at_end(self) -> tuple[Check, ...]:
        """What must hold when the program ends."""
        none = Binary(BinaryOp.EQ, Var(self.count), Const(0, INT), INT)
        return tuple([Check(none, danger) for danger in self.dangers])

    def before(self, operation: Operation) -> tuple[Check, ...]:
        """What must hold because the operation ends the program."""
        match _called_by(operation):
            case name if name in _ENDING:
                return self.at_end()
            case name if name in _ABORTING:
                return tuple([check for check in self.at_end() if check.danger is Danger.CLEANUP])
            case _:
                return ()

    def counted(self, operation: Operation) -> Iterator[Operation]:
        """The operation, with what it does to the count."""
        step = self._step(operation) if self.dangers and isinstance(operation, Call) else None
        match step:
            case (BinaryOp.SUB, pointer):
                yield self._changed(BinaryOp.SUB, pointer, operation.origin)
                yield operation
            case (BinaryOp.ADD, pointer):
                yield operation
                yield self._changed(BinaryOp.ADD, pointer, operation.origin)
            case _:
                yield operation

    def _step(self, call: Call) -> tuple[BinaryOp, Expr | None] | None:
        if not isinstance(call.callee, Function) or call.callee.is_defined or call.callee.name in AUTOMATIC | OF_STREAMS:
            return None
        match self._library.effect(call.callee, call.arguments):
            case Frees():
                return BinaryOp.SUB, call.arguments[0]
            case Allocates():
                return BinaryOp.ADD, call.result
            case Arbitrary() | Assumes() | Stops() | Nothing() | Copies() | Fills() | Writes() | Formats() | NotModelled() | None:
                return None

    def _changed(self, op: BinaryOp, pointer: Expr | None, origin: Origin) -> Assign:
        """One more or less, if the pointer is not null."""
        by: Expr = Const(1, INT)
        if pointer is not None and isinstance(pointer.type, PointerType):
            by = Binary(BinaryOp.NE, pointer, Const(0, pointer.type), INT)
        return Assign(Var(self.count), Binary(op, Var(self.count), by, INT), origin)


__all__ = ["LivingBlocks", "changes_heap_unseen"]
