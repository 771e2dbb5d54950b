"""Inputs for a path from a model of its formula, in the order in which the interpreter asks: what the backtracking search of
``replay`` cannot guess. Only the interpreter's run with these inputs is a proof. A path without a model is infeasible unless the
formula leaves something out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

from whet.cfa.expressions import Cast, subexpressions
from whet.cfa.model import Edge
from whet.cfa.operations import expressions_of, flatten
from whet.cfa.semantics import Value
from whet.cfa.source import Origin
from whet.cfa.types import IntType, PointerType
from whet.core.configuration import EngineChoice
from whet.encoding.encode import Encoder, c_value
from whet.encoding.memory import OutOfAddresses
from whet.solvers.port import NoAnswer, Sat, Unsat, UnsupportedTerm, Use
from whet.solvers.routing import make_engine
from whet.task.records import dataclass

_LONGEST = 200_000
"""The longest path that is solved."""


@dataclass(frozen=True, slots=True)
class Guess:
    """Inputs that may drive the program along the path."""

    inputs: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class NoInputs:
    """The formula of the path has no model."""


@dataclass(frozen=True, slots=True)
class PathUnsolved:
    reason: str


PathSolution: TypeAlias = Guess | NoInputs | PathUnsolved


class PathInputs:
    """Solves paths of one program; the encoder is built for the first one."""

    def __init__(self, make: Callable[[], Encoder], *, engine: EngineChoice | None = None, seconds: float = 10.0) -> None:
        self._make = make
        self._engine = engine or EngineChoice()
        self._seconds = seconds

    @cached_property
    def _encoder(self) -> Encoder:
        return self._make()

    def find(self, path: Sequence[Edge]) -> PathSolution:
        if len(path) > _LONGEST:
            return PathUnsolved(f"it has {len(path)} steps")
        try:
            formula = self._encoder.initial()
            for edge in path:
                formula = self._encoder.extended(formula, edge)
            solver = make_engine(self._engine, self._encoder.terms).solver(use=Use.HEAVY, limit=self._seconds)
            solver.add(formula.formula)
            match solver.check():
                case Sat(model=model):
                    return Guess(tuple(c_value(model.bits(read.symbol), read.type) for read in formula.inputs))
                case Unsat():
                    return NoInputs()
                case NoAnswer() as undecided:
                    return PathUnsolved(str(undecided))
        except (OutOfAddresses, UnsupportedTerm) as error:
            return PathUnsolved(str(error))

    def look_at_address(self, path: Sequence[Edge]) -> Origin | None:
        """Where the path depends on the number of an address, which may differ in another run."""
        for operation in (part for edge in path for part in flatten(edge.operation)):
            for expr in expressions_of(operation):
                casts = (part for part in subexpressions(expr) if isinstance(part, Cast) and _is_number_of_pointer(part))
                if any(map(self._encoder.regions.is_looked_at, casts)):
                    return operation.origin
        return None


def _is_number_of_pointer(cast: Cast) -> bool:
    return isinstance(cast.operand.type, PointerType) and isinstance(cast.type, IntType) and cast.type.width > 1
