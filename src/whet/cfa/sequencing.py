"""What C leaves unsequenced (C11 5.1.2.3p3): parts of one expression that are evaluated in an order of the compiler's choice.

The front end lowers one order: left to right.  It records here which parts it could have lowered in another order; whether that
makes a difference depends on what the functions do that are called, which is known when all of them are lowered.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING

from whet.cfa.expressions import Expr, Lvalue
from whet.cfa.immutable import immutable
from whet.cfa.operations import Operation
from whet.cfa.source import Origin
from whet.task.messages import assumptions

if TYPE_CHECKING:
    from whet.cfa.model import Function

LONG = 300


@immutable
class Evaluation:
    """One part: the operations it was lowered to, and what is read or written without an operation of its own.

    The operations are a part of all that were lowered for the function: parts of parts would need too much room."""

    log: Sequence[Operation] = ()
    begin: int = 0
    end: int = 0
    reads: tuple[Expr, ...] = ()
    writes: tuple[Lvalue, ...] = ()
    leaves: bool = False
    """May control go from there to outside of the expression (``return`` or ``goto`` in a statement expression)?"""

    @property
    def operations(self) -> Sequence[Operation]:
        return self.log[self.begin : self.end]

    @property
    def is_long(self) -> bool:
        """Does so much happen that it is not worth looking at it?"""
        return self.end - self.begin + len(self.writes) > LONG


class Order(Enum):
    """Which order was taken, as what a verdict rests on."""

    LEFT_TO_RIGHT = str(assumptions.LEFT_TO_RIGHT)
    OBJECT_LAST = str(assumptions.OBJECT_LAST)
    STORE_LAST = str(assumptions.STORE_LAST)


class Hazard(Enum):
    """May two parts be undefined together (C11 6.5p2), because both access an object themselves and one of them changes it?

    What a called function does is not a part: calls are never interleaved with another part, or with each other."""

    NONE = "one part is sequenced before the other, in an order that is left open"
    POSSIBLE = "the accesses decide"
    CHECKED = "an operation that checks it stands there (``Skip.unsequenced``)"


@immutable
class Unsequenced:
    """Two parts of an expression, in the order they were lowered in."""

    first: Evaluation
    second: Evaluation
    order: Order
    function: Function
    origin: Origin
    hazard: Hazard = Hazard.POSSIBLE
