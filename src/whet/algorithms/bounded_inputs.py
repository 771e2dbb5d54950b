"""Inputs by bounded model checking: the program is unrolled, and a solver is asked for a way over every branch no test took.

The bound grows as in ``base_case``.  A model of the way to a branch says what the environment must answer.  It is a guess
like any other: what its run covers is seen when it is run.  Questions that take too long are put off until more is unrolled.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.algorithms.base_case import unroll
from whet.algorithms.testing import Coverage, TriedInputs, VectorInputs, check_time
from whet.cfa.model import Edge, Program
from whet.cfa.source import place_of
from whet.core.configuration import EngineChoice
from whet.core.context import Context, SoftLimits
from whet.encoding.encode import Encoder
from whet.encoding.memory import OutOfAddresses
from whet.encoding.unrolling.runs import run_to
from whet.encoding.unrolling.unrolling import Arrival, Unrolling, UnrollingScope
from whet.solvers.port import Sat, SolverAnswer, Unsat, UnsupportedTerm, Use
from whet.solvers.routing import make_engine
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term
from whet.task.records import dataclass

_AT_ONCE = 2000
"""Edges that are unrolled before the first query."""
_UNFOLDED = 64
"""Words that library functions go through one by one."""
_MOST_QUESTIONS = 8
"""About the targets of a bound: few at a time are easier than all at once."""
_PATIENCE = 0.5
"""Seconds for a question of the first bound."""
_GROWTH = 1.4


@dataclass(frozen=True, slots=True, eq=False)
class _Target:
    """A way over a branch, or to an error (then there is the ``place`` of the error)."""

    edge: Edge
    arrival: Arrival
    condition: Term
    place: str | None = None

    def is_open(self, coverage: Coverage) -> bool:
        if self.place is not None:
            return all(error.place != self.place for error in coverage.errors)
        return coverage.is_open(self.edge)


class BoundedInputs:
    """Unrolls one program; used once."""

    def __init__(self, program: Program, context: Context, engine: EngineChoice | None = None) -> None:
        self._context = context
        self._silent = Context(limits=SoftLimits(seconds=check_time(context)), clock=context.clock)
        """Test generation does not report how far a program is unrolled."""
        self._terms = Terms()
        encoder = Encoder(program, self._terms, unfolds=_UNFOLDED)
        self._unrolling = Unrolling(UnrollingScope(program, encoder))
        self._solver = make_engine(engine or EngineChoice(), self._terms).solver(use=Use.HEAVY)
        self._targets: list[_Target] = []
        """Those that were not asked about yet, or put off."""
        self._patience = _PATIENCE
        self._is_unrolled = False
        self._has_doubts = False
        """Did some run not take the way that a model describes?"""

    @property
    def is_finished(self) -> bool:
        """Was everything unrolled and asked, so that others need not try?"""
        return self._is_unrolled and not self._has_doubts

    def inputs(self, coverage: Coverage, /) -> Iterator[TriedInputs | None]:
        try:
            yield from self._unrolled(coverage)
        except (UnsupportedTerm, OutOfAddresses):
            return  # others may continue

    def _unrolled(self, coverage: Coverage) -> Iterator[TriedInputs | None]:
        self._unrolling.watcher = lambda edge, way: self._meet(edge, way, coverage)
        self._unrolling.begin()
        bound = 1
        while not self._is_unrolled:
            self._unrolling.raise_to(bound)
            is_left = True
            while is_left:
                is_left = unroll(self._unrolling, self._silent, bound, self._unrolling.taken + _AT_ONCE)
                yield None
                # Inputs for what is open.
                for error in self._unrolling.errors:
                    place = str(place_of(error.edge.origin))
                    self._targets.append(_Target(error.edge, error.arrival, error.condition, place))
                self._unrolling.errors = []
                waiting, self._targets = self._targets, []
                while waiting := [target for target in waiting if target.is_open(coverage)]:
                    size = -(-len(waiting) // _MOST_QUESTIONS)
                    group, waiting = waiting[:size], waiting[size:]
                    yield from self._of_group(group, coverage)
                    yield None
            self._is_unrolled = not self._goes_on() and not self._targets
            bound += max(1, bound // 2)
            self._patience *= _GROWTH

    def _meet(self, edge: Edge, way: Arrival, coverage: Coverage) -> None:
        if coverage.is_open(edge):
            self._targets.append(_Target(edge, way, self._terms.and_(*way.guard)))

    def _of_group(self, group: list[_Target], coverage: Coverage) -> Iterator[TriedInputs]:
        while group := [target for target in group if target.is_open(coverage)]:
            condition = self._terms.or_(*(target.condition for target in group))
            match self._asked(condition):
                case Sat(model=model):
                    reached = next(target for target in group if model.holds(target.condition))
                    group.remove(reached)
                    yield VectorInputs(run_to(reached.arrival, model).inputs)
                    self._has_doubts |= reached.is_open(coverage)
                case Unsat():
                    return
                case _:
                    self._targets += group
                    return

    def _asked(self, condition: Term) -> SolverAnswer:
        return self._solver.check(condition, limit=min(self._patience, check_time(self._context)))

    def _goes_on(self) -> bool:
        """Can a run continue beyond the bound?"""
        waiting = list(self._unrolling.waiting.values())
        if not waiting:
            return False
        condition = self._terms.or_(*(self._unrolling.guard(point) for point in waiting))
        if not isinstance(self._asked(condition), Unsat):
            return True
        self._unrolling.discard(waiting)
        return False
