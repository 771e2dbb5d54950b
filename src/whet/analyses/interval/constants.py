"""Numbers that a program's text names: where widening stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from whet.analyses.interval.state import Thresholds
from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, subexpressions
from whet.cfa.model import Program
from whet.cfa.operations import Assign, Assume, Operation, Return, expressions_of, flatten
from whet.cfa.types import IntType

MOST_THRESHOLDS: Final = 120
"""A loop is gone through up to once per threshold and variable."""
_LONGEST_SHIFT: Final = 64


def thresholds_of(program: Program) -> Thresholds:
    """Constants of conditions, of remainders and masks, and those that are assigned; each with its neighbours, where a loop comes
    to its end. If bits are set by shifts, also the number of which that many lowest bits are set."""
    operations = [part for edge in program.edges() for part in flatten(edge.operation)]
    stored = Counter(_stored(operations))
    compared = Counter(_compared(operations)) + Counter(_bounding(operations))
    chosen = [number for number, _ in sorted((compared + stored).items(), key=lambda item: (-item[1], item[0]))]
    ends = {number + step for number in chosen[: MOST_THRESHOLDS // 3] for step in (-1, 0, 1)}
    parts = (part for operation in operations for expr in expressions_of(operation) for part in subexpressions(expr))
    if any(isinstance(part, Binary) and part.op is BinaryOp.SHL and not isinstance(part.right, Const) for part in parts):
        ends |= {(1 << number) - 1 for number in chosen[: MOST_THRESHOLDS // 3] if 0 < number < _LONGEST_SHIFT}
    return Thresholds(tuple(sorted(ends)), frozenset(stored if len(stored) <= MOST_THRESHOLDS else ()))


def _compared(operations: Iterable[Operation]) -> Iterator[int]:
    for operation in operations:
        if isinstance(operation, Assume):
            parts = subexpressions(operation.condition)
            yield from (part.value for part in parts if isinstance(part, Const) and isinstance(part.type, IntType))


def _bounding(operations: Iterable[Operation]) -> Iterator[int]:
    """What the results of remainders and masks stay below, and above if they are negative."""
    for operation in operations:
        for part in (part for expr in expressions_of(operation) for part in subexpressions(expr)):
            if isinstance(part, Binary) and part.op in (BinaryOp.REM, BinaryOp.AND) and (number := constant_of(part.right)):
                yield from (number, -number)


def _stored(operations: Iterable[Operation]) -> Iterator[int]:
    for operation in operations:
        match operation:
            case Assign(value=value) | Return(value=Const() | Cast() as value) if (number := constant_of(value)) is not None:
                yield number
            case _:
                pass


def constant_of(value: Expr) -> int | None:
    """The number that is assigned, seen through conversions that keep it."""
    match value:
        case Const(value=number, type=IntType()):
            return number
        case Cast(operand=operand, type=IntType(min=least, max=greatest)):
            inner = constant_of(operand)
            return inner if inner is not None and least <= inner <= greatest else None
        case _:
            return None
