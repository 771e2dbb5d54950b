"""What a check is: a class in a file of its own with words, a property, and the conditions that must hold before operations.

``register_check`` (``task.dangers``) gives it its name.  The hooks say what must hold; ``conditions`` calls them in the order in
which an operation is evaluated, so a condition may rely on those before it.  A hook yields only conditions that can fail.  A
condition must have a value in every state in which the conditions before it hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import ClassVar, Protocol, TypeVar

from whet.cfa.expressions import AddressOf, Expr, Index, Lvalue, PointerAdd, Use, Valid, Variable, VariableKind, disjunction
from whet.cfa.immutable import immutable
from whet.cfa.library import OF_STREAMS, Library
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Call, Operation
from whet.cfa.types import MachineModel
from whet.checks.comparisons import INT
from whet.library.effects import Effect
from whet.task.dangers import Danger

T = TypeVar("T")
END = "the end of the program"
"""The label of the operation at the end of a program; no program has it."""


class PointedRegion(Protocol):
    @property
    def is_open(self) -> bool: ...


class PointsTo(Protocol):
    """Which objects pointers may reach."""

    def of_pointer(self, pointer: Expr, /) -> PointedRegion: ...

    def of_variable(self, variable: Variable, /) -> PointedRegion: ...


@immutable
class CheckCondition:
    """The scalar ``condition`` must not be zero, otherwise the operation after it goes wrong in this way."""

    condition: Expr
    danger: Danger


class CheckScope:
    """What the checks of one machine and one set of dangers share."""

    def __init__(
        self,
        machine: MachineModel,
        dangers: frozenset[Danger],
        program: Program | None = None,
        points_to: Callable[[Program], PointsTo] | None = None,
    ) -> None:
        self.machine = machine
        self.dangers = dangers
        self.program = program
        """Where conditions are inserted; None if only expressions are looked at."""
        self.points_to = points_to
        self._shared: dict[type, object] = {}

    @cached_property
    def library(self) -> Library:
        """Not needed for values, of which front ends ask in every function."""
        return Library()

    def shared(self, kind: Callable[[CheckScope], T]) -> T:
        """One object of this class for all checks."""
        if kind not in self._shared:
            self._shared[kind] = kind(self)  # type: ignore[index]
        return self._shared[kind]  # type: ignore[index,return-value]

    @cached_property
    def _numbers(self) -> Iterator[int]:
        assert self.program is not None
        first = 1 + max((variable.number for variable in self.program.variables()), default=0)
        return iter(range(first, first + (1 << 30)))

    def new_variable(self, name: str, function: str | None = None, type: object = INT) -> Variable:
        """An ``int``, of a name that no variable of C has."""
        number = next(self._numbers)
        return Variable(number=number, name=name, type=type, kind=VariableKind.TEMPORARY, function=function)  # type: ignore[arg-type]

    def library_call(self, operation: Operation) -> tuple[Function, Effect | None] | None:
        """The function and its effect, if a function of the library is called that has no body."""
        if not isinstance(operation, Call) or not isinstance(operation.callee, Function):
            return None
        callee = operation.callee
        if callee.is_defined or callee.name in OF_STREAMS:
            return None
        return callee, self.library.effect(callee, operation.arguments)

    def valid(self, pointer: Expr, size: Expr, use: Use) -> Valid:
        return Valid(pointer, size, use, self.machine.int)


class Bookkeeping:
    """Variables that a program gets so that conditions can speak of its past, and the operations that keep them up to date."""

    order: ClassVar[int] = 10
    """Those with a smaller one change operations first."""
    variables: Iterable[Variable] = ()
    """Global ones."""
    functions: Iterable[Function] = ()
    """Library functions that the operations call."""
    needs_end = False
    """Is there a condition at the end of the program (``END``)?"""

    def beginnings(self) -> Iterator[tuple[Function, Operation]]:
        """Functions, and what stands at their beginning."""
        return iter(())

    def changed(self, operations: Iterable[Operation], edge: Edge) -> Iterable[Operation]:
        """The operations of an edge, with those that keep the variables up to date."""
        return operations


class Check:
    """One check for the program of a scope.  Subclasses are registered by ``@register_check(NAME)``."""

    name: ClassVar[str]
    """Set by the decorator."""
    words: ClassVar[str]
    """What goes wrong.  Never the name of a function in C: in the program it is that of the error function."""
    property_name: ClassVar[str]
    """Of the property that it never happens."""
    formula: ClassVar[str]
    """Of that property, as in a property file."""
    example: ClassVar[str]
    """Statements in which it happens: the body of a function, with <assert.h> and <stdlib.h> before it."""
    rank: ClassVar[int] = 100
    """The place in lists for users."""
    precedence: ClassVar[int] = 0
    """The conditions that several checks have for one operator or operation stand in this order, then in that of ranks."""
    is_at_end: ClassVar[bool] = False
    """Does it show only when a program has ended?"""
    is_default: ClassVar[bool] = True
    """Is it checked where users name no checks?  Not if a program may be meant to do it."""
    is_in_library: ClassVar[bool] = True
    """Are bodies of library functions that come with Whet checked?"""
    has_own_test: ClassVar[bool] = False
    """Does the interpreter test for it independently?  If not, a run in which the condition is false shows the violation."""
    is_seen_natively: ClassVar[bool] = False
    """Do gcc's sanitizers show it, or a crash?"""

    def __init__(self, scope: CheckScope) -> None:
        self.scope = scope

    # Conditions of parts of expressions.  Those of operands come before.

    def of_operator(self, expr: Expr) -> Iterator[Expr]:
        """Before an operator is evaluated: all expressions but lvalues, ``&`` and steps of pointers."""
        return iter(())

    def of_index(self, element: Index, beyond: int) -> Iterator[Expr]:
        """Before an element is named.  Its index may be so much greater than the last one: 1 for an address."""
        return iter(())

    def of_step(self, pointer: AddressOf | PointerAdd) -> Iterator[Expr]:
        """Before a pointer is computed and kept."""
        return iter(())

    def of_access(self, lvalue: Lvalue, use: Use) -> Iterator[Expr]:
        """Before an lvalue is read or written."""
        return iter(())

    # Conditions of operations.

    def first(self, operation: Operation) -> Iterator[Expr]:
        """Before anything of an operation is evaluated.  Only for whole programs."""
        return iter(())

    def of_operation(self, operation: Operation) -> Iterator[Expr]:
        """After the conditions of its expressions."""
        return iter(())

    def last(self, operation: Operation) -> Iterator[Expr]:
        """After all others.  Only for whole programs."""
        return iter(())

    # Whole programs.

    def of_pointer_call(self, named: Call, another: Expr) -> Iterator[Expr]:
        """Before a call through a pointer that may enter this function; ``another`` holds if it enters another one."""
        return (disjunction((another, condition), INT) for condition in self.of_operation(named))

    def bookkeeping(self) -> Iterable[Bookkeeping]:
        """What has to be kept in variables of the program; shared objects count once."""
        return ()
