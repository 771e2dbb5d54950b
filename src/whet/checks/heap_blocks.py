"""The blocks of the heap: a count of those that live, for leaks, and calls that no check can follow.

The count is a variable of the program, so leaks become a comparison at its end.  A block that was not freed when the program
ends was lost on the way, or is still there; the count does not tell, the interpreter does (``interpreter.leaks``).  Blocks of
``alloca`` are not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Var, Variable, VariableKind
from whet.cfa.library import AUTOMATIC
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assign, Call, Declare, Operation, Skip, Unsupported, flatten
from whet.cfa.source import Origin
from whet.cfa.targets import ASSERTION_FUNCTIONS
from whet.cfa.types import PointerType
from whet.checks.check import END, Bookkeeping, Check, CheckScope
from whet.checks.comparisons import INT, NEVER
from whet.library.accesses import AccessKind
from whet.library.effects import Allocates, Frees, Measures
from whet.library.notation import accesses_of

_COUNT = "living blocks"
_NOT_CHECKED = "check of memory with "
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
        "posix_memalign",  # where it is declared as something else and has no body
        "valloc",
    ]
)
"""Functions that allocate or free, of which the table of the library does not say how."""


def changes_heap_unseen(operation: Operation) -> str | None:
    """The function, if a call may allocate or free and no record says what."""
    name = (_called_by(operation) or "").removeprefix("__builtin_")
    return name if name in _OTHERS else None


def _called_by(operation: Operation) -> str | None:
    """The function without a body that is called."""
    if not isinstance(operation, Call) or not isinstance(operation.callee, Function) or operation.callee.is_defined:
        return None
    return operation.callee.name


class UnseenHeap(Bookkeeping):
    """Calls that change the heap in a way that nothing models are not supported while it is checked."""

    order = 2

    def __init__(self, scope: CheckScope) -> None:
        pass

    def changed(self, operations: Iterable[Operation], edge: Edge) -> Iterator[Operation]:
        for operation in operations:
            if (name := changes_heap_unseen(operation)) is not None:
                yield Unsupported(f"{_NOT_CHECKED}{name}", operation.origin)
            yield operation


def is_unseen(operation: Operation) -> bool:
    """Was it inserted because the call after it cannot be checked?"""
    return isinstance(operation, Unsupported) and operation.construct.startswith(_NOT_CHECKED)


def changes_heap(call: Call, scope: CheckScope) -> frozenset[str]:
    """The checks of memory that look at a call of this function by its name."""
    assert isinstance(call.callee, Function)
    if changes_heap_unseen(call) is not None:
        return frozenset({"memory", "free", "leak", "cleanup"})
    effect = None if call.callee.is_defined else scope.library.effect(call.callee, call.arguments)
    if isinstance(effect, Frees):
        return frozenset({"free", "leak", "cleanup"})
    if isinstance(effect, Measures):
        return frozenset({"free"})
    without = (AccessKind.NUMBER, AccessKind.HANDLE, AccessKind.STREAM, AccessKind.CHARACTER)
    accesses = accesses_of(call.callee.name, len(call.arguments)) or ()
    if not call.callee.is_defined and any(each.kind not in without for each in accesses):
        return frozenset({"memory"})
    name = _called_by(call)
    if isinstance(effect, Allocates) or name in _ENDING:
        return frozenset({"leak", "cleanup"})
    return frozenset({"cleanup"} if name in _ABORTING else ())


def counter_of(program: Program) -> Variable | None:
    """The variable that counts the live blocks of the heap; None if no check asks for it."""
    declared = (part.variable for edge in program.start.edges() for part in flatten(edge.operation) if isinstance(part, Declare))
    return next((each for each in declared if each.kind is VariableKind.TEMPORARY and each.name == _COUNT), None)


class LivingBlocks(Bookkeeping):
    """The count of living blocks."""

    order = 3
    needs_end = True

    def __init__(self, scope: CheckScope) -> None:
        assert scope.program is not None
        self._scope = scope
        self._type = scope.machine.size_t
        """Unsigned: the count is no number of the program, so that its overflow is none."""
        self._count = scope.new_variable(_COUNT, type=self._type)
        self.variables = (self._count,)
        self.is_none = Binary(BinaryOp.EQ, Var(self._count), Const(0, self._type), INT)

    def beginnings(self) -> Iterator[tuple[Function, Operation]]:
        program = self._scope.program
        assert program is not None
        yield program.start, Declare(self._count, True, None, next(program.main.edges()).origin)

    def changed(self, operations: Iterable[Operation], edge: Edge) -> Iterator[Operation]:
        for operation in operations:
            effect = None
            if (called := self._scope.library_call(operation)) is not None and called[0].name not in AUTOMATIC:
                effect = called[1]
            if isinstance(operation, Call) and isinstance(effect, Frees):
                yield self._changed(BinaryOp.SUB, operation.arguments[0], operation.origin)
            yield operation
            if isinstance(operation, Call) and isinstance(effect, Allocates):
                yield self._changed(BinaryOp.ADD, operation.result, operation.origin)

    def _changed(self, op: BinaryOp, pointer: Expr | None, origin: Origin) -> Assign:
        """One more or less, if the pointer is not null."""
        by: Expr = Const(1, self._type)
        if pointer is not None and isinstance(pointer.type, PointerType):
            by = Cast(Binary(BinaryOp.NE, pointer, Const(0, pointer.type), INT), self._type)
        return Assign(Var(self._count), Binary(op, Var(self._count), by, self._type), origin)


class CheckAtEnd(Check):
    """No block lives where the program ends."""

    precedence = 2
    is_at_end = True
    is_default = False  # a program may leave its memory to the system
    has_own_test = True
    ends_by_abort: ClassVar[bool] = False

    def last(self, operation: Operation) -> Iterator[Expr]:
        if is_unseen(operation):
            yield NEVER
        name = _called_by(operation)
        is_end = isinstance(operation, Skip) and operation.label == END
        if is_end or name in _ENDING or (self.ends_by_abort and name in _ABORTING):
            yield self.scope.shared(LivingBlocks).is_none

    def of_pointer_call(self, named: Call, another: Expr) -> Iterator[Expr]:
        if self.name in changes_heap(named, self.scope):
            yield another

    def bookkeeping(self) -> Iterable[Bookkeeping]:
        return self.scope.shared(UnseenHeap), self.scope.shared(LivingBlocks)
