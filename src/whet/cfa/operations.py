"""Operations: what an edge of the CFA does (ARCHITECTURE section 3).

Every operation knows its ``origin`` in the source (not compared: two equal operations at two places are equal).  Objects
whose ``Declare`` was not executed yet (a ``goto`` jumped over it) exist all the same and are indeterminate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from whet.cfa.expressions import Expr, Lvalue, Variable
from whet.cfa.immutable import immutable
from whet.cfa.source import Origin
from whet.task.dangers import Danger

if TYPE_CHECKING:
    from whet.cfa.model import Function


@immutable
class Assume:
    """Continue only if the scalar ``condition`` is different from zero (``truth``), or equal to zero (not ``truth``)."""

    condition: Expr
    truth: bool
    origin: Origin = field(compare=False, repr=False)
    danger: Danger | None = field(default=None, compare=False, repr=False)
    """What the operation after it would do wrong if it did not hold; None if the program has it itself."""


@immutable
class Assign:
    """Store a value of the lvalue's type; structures and unions are copied whole.  A bit-field keeps its low bits."""

    lvalue: Lvalue
    value: Expr
    origin: Origin = field(compare=False, repr=False)


@immutable
class Havoc:
    """Store an arbitrary value.

    ``approximates`` names the construct this stands for if the real program does not store just any value there: a
    proof may rest on such an operation, an alarm may not."""

    lvalue: Lvalue
    origin: Origin = field(compare=False, repr=False)
    approximates: str | None = None
    may_keep: bool = False
    """May the object also keep its value, as it does in a run?"""


@immutable
class Declare:
    """A new object begins to live: the variable's ``contents`` and then zero bytes if ``zeroed``, otherwise indeterminate.

    ``length`` is the number of bytes of an array of variable length; None when the type has the size.  With ``keeps``, an object
    that lives already is not replaced and only its value is made anew: a declaration that is reached again by a jump inside of
    its block (C11 6.2.4p6).  ``counts`` are the lengths that the program computes for it; each must be greater than zero."""

    variable: Variable
    zeroed: bool
    length: Expr | None
    origin: Origin = field(compare=False, repr=False)
    keeps: bool = False
    counts: tuple[Expr, ...] = ()


@immutable
class End:
    """An object of a block dies, because the block is left: pointers to it lead nowhere from here on (C11 6.2.4p2).

    Only where accesses are checked, only for variables whose address is taken, and not where the function returns."""

    variable: Variable
    origin: Origin = field(compare=False, repr=False)


@immutable
class Call:
    """Call a function, or what a pointer to a function points to; the value it returns goes to ``result``.

    ``result`` has the callee's return type.  Arguments are already converted; those after ``...`` are promoted."""

    callee: Function | Expr
    arguments: tuple[Expr, ...]
    result: Lvalue | None
    origin: Origin = field(compare=False, repr=False)


@immutable
class Return:
    """Leave the function: its return variable gets ``value``; the edge ends in the function's exit."""

    value: Expr | None
    origin: Origin = field(compare=False, repr=False)


@immutable
class Enter:
    """The step from a call into a function's entry: its parameters get the arguments."""

    call: Call
    function: Function

    @property
    def origin(self) -> Origin:
        return self.call.origin


@immutable
class Leave:
    """The step from a function's exit back after a call: the call's result gets the return variable."""

    call: Call
    function: Function

    @property
    def origin(self) -> Origin:
        return self.call.origin


@immutable
class Skip:
    """Nothing happens; ``label`` names the C label that stands here.

    ``unsequenced`` names an object that an expression, evaluated up to here, changes and accesses without a sequence point
    between, unless ``apart`` holds: that is undefined (C11 6.5p2), and an error where it is checked."""

    origin: Origin = field(compare=False, repr=False)
    label: str | None = None
    unsequenced: str | None = None
    apart: Expr | None = None


@immutable
class Unsupported:
    """A construct that is not modelled; a run that executes it means nothing from here on."""

    construct: str
    origin: Origin = field(compare=False, repr=False)


@immutable
class Block:
    """A straight-line chain fused into one edge; never nested, never empty."""

    operations: tuple[Operation, ...]

    @property
    def origin(self) -> Origin:
        return self.operations[0].origin


Operation: TypeAlias = Assume | Assign | Havoc | Declare | End | Call | Return | Enter | Leave | Skip | Unsupported | Block


def flatten(operation: Operation) -> tuple[Operation, ...]:
    """The operations of a block, or the operation itself."""
    return operation.operations if isinstance(operation, Block) else (operation,)


def joined(operations: Sequence[Operation]) -> Operation:
    """One operation that does these one after the other."""
    return operations[0] if len(operations) == 1 else Block(tuple(operations))


def expressions_of(operation: Operation) -> Iterator[Expr]:
    """The expressions an operation evaluates: what is read, and the lvalues that are written (outermost only)."""
    match operation:
        case Assume(condition=condition):
            yield condition
        case Assign(lvalue=lvalue, value=value):
            yield lvalue
            yield value
        case Havoc(lvalue=lvalue):
            yield lvalue
        case Declare(length=length, counts=counts):
            if length is not None:
                yield length
            yield from counts
        case Call() as call:
            yield from _expressions_of_call(call)
        case Return(value=read) | Skip(apart=read):
            if read is not None:
                yield read
        case Enter(call=call):
            yield from call.arguments
        case Leave(call=call):
            if call.result is not None:
                yield call.result
        case End() | Unsupported():
            pass
        case Block(operations=operations):
            for part in operations:
                yield from expressions_of(part)


def _expressions_of_call(call: Call) -> Iterator[Expr]:
    if isinstance(call.callee, Expr):
        yield call.callee
    yield from call.arguments
    if call.result is not None:
        yield call.result
