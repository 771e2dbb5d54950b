"""Which reads of memory may find bytes that nothing was written to.

C11 6.7.9p10: an object that is not initialised is indeterminate, and so is a block of ``malloc`` (7.22.3.4p2).  This analysis
finds the reads of arrays, structures, blocks and variables whose address is taken before which a write is not certain.  Each of
them gets a check (``Use.DEFINED``), which the other analyses answer.

It is a data-flow analysis over all functions at once (``pointee_facts`` has its state).  A byte that was written stays written,
so what is known where a pointer is stored holds wherever it is loaded again: for each region there is one set of bits that all
pointers have that are in memory (*published*).  Parameters have what all callers know of their arguments, callers what holds at
every return.

*Copies* are no reads: structures, ``memcpy``, and bytes that are assigned to bytes take along which of their bits are written.
A copy of bits that may be unwritten is the only operation that makes written bits unwritten.  The region that it goes to is
*poisoned*: nothing is known of its bytes.  So is one with a variable that is declared again by a jump while pointers to it are
left.

The analysis begins with everything being known and takes away what does not hold, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from whet.cfa.accesses import access_size
from whet.cfa.expressions import AddressOf, Const, Expr, Lvalue, Use, Valid
from whet.cfa.model import Program
from whet.cfa.operations import Call, Declare, Operation, flatten
from whet.cfa.source import Origin
from whet.checks.check import PointsTo
from whet.checks.comparisons import INT
from whet.checks.uninitialised.assumed_facts import AssumedFacts
from whet.checks.uninitialised.definedness_flow import FunctionFlow

_MOST_ROUNDS = 24
"""Analyses of each function, on average; then nothing is known any more."""


class UnwrittenReads:
    """The reads of one program that may find what was never written, found before anything is put into it."""

    def __init__(self, program: Program, points_to: Callable[[Program], PointsTo] | None = None) -> None:
        self._doubtful: dict[tuple[Operation, Origin], dict[Lvalue, None]] = {}
        self._machine = program.machine
        if any(map(_leaves_unwritten, (part for edge in program.edges() for part in flatten(edge.operation)))):
            assumed = AssumedFacts(program, points_to)
            left = _MOST_ROUNDS * max(len(assumed.program.defined_functions), 4)
            while (function := assumed.next()) is not None:
                if not left:
                    assumed.give_up()
                    break
                left -= 1
                FunctionFlow(assumed, function).run()
            for function in assumed.reached:
                for operation, lvalue in FunctionFlow(assumed, function).doubtful():
                    self._doubtful.setdefault((operation, operation.origin), {})[lvalue] = None

    def conditions(self, operation: Operation) -> Iterator[Expr]:
        """What must hold so that the operation reads only what was written."""
        for lvalue in self._doubtful.get((operation, operation.origin), {}):
            pointer = AddressOf(lvalue, self._machine.pointer(lvalue.type))
            yield Valid(pointer, Const(access_size(lvalue), self._machine.int), Use.DEFINED, INT)


def _leaves_unwritten(operation: Operation) -> bool:
    """May it make something in memory that is not written?"""
    match operation:
        case Declare(variable=variable, zeroed=False):
            return not variable.is_static
        case Call():
            return True
        case _:
            return False
