"""What the predicate analysis asks solvers, and counts of it.

``Undecided`` is never hidden: a question that is
answered by yes or no has one answer that is certain and one that is not, and says which.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from whet.core.configuration import EngineChoice
from whet.solvers.port import Engine, EngineCall, Solver, Unsat, Use
from whet.solvers.routing import Engines
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term, is_false
from whet.task.records import dataclass

T = TypeVar("T")
SECONDS: Final = 60.0
"""After this a check is given up; the abstraction is only weaker then.  Long enough that most runs never come to it."""


@dataclass(slots=True)
class QuestionCounts:
    """What happened so far."""

    abstractions: int = 0
    abstraction_cache_hits: int = 0
    abstraction_seconds: float = 0.0
    abstractions_taken_over: int = 0
    """Parts of abstractions that a block could not change."""
    cartesian_fallbacks: int = 0
    all_sat_models: int = 0
    solver_checks: int = 0
    solver_seconds: float = 0.0
    undecided_checks: int = 0
    coverage_checks: int = 0
    """Implications between abstractions that a solver had to decide."""


class Questions:
    """The solvers for the terms of one table."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.counts = QuestionCounts()
        self.engines = Engines(terms, observer=self._observe)

    def choose_engine(self, choice: EngineChoice) -> None:
        self.engines = Engines(self.terms, choice, self._observe)

    def _observe(self, query: EngineCall) -> None:
        self.counts.solver_checks += 1
        self.counts.solver_seconds += query.seconds
        self.counts.undecided_checks += query.answer == "Undecided"

    def about(self, facts: Sequence[Term], ask: Callable[[Solver], T]) -> T:
        """The result of asking a solver to which these facts were told; ``ask`` may be called twice."""
        return self.engines.ask(lambda engine: ask(self._solver(engine, facts)))

    def _solver(self, engine: Engine, facts: Sequence[Term]) -> Solver:
        solver = engine.solver(use=Use.HEAVY, limit=SECONDS)
        solver.add(*facts)
        return solver

    def may_hold(self, *facts: Term) -> bool:
        """Can all of them hold?  No is certain."""
        if any(is_false(fact) for fact in facts):
            return False
        return self.about(facts, lambda solver: not isinstance(solver.check(), Unsat))
