"""What the solvers of all engines share: the stack of assertions, limits, time-keeping and observation.

A subclass implements the four basic operations of its engine (``_push``, ``_pop``, ``_assert``, ``_decide``) and what stops a
check.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import chain

from whet.solvers.port import EngineCall, EngineObserver, SolverAnswer
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term


class StackedSolver(ABC):
    """Keeps the assertions by level, so that an engine's solver can be made anew."""

    def __init__(self, terms: Terms, *, engine: str, limit: float | None, observer: EngineObserver) -> None:
        self.terms = terms
        self._engine = engine
        self._limit = limit
        self._observer = observer
        self._levels: list[list[Term]] = [[]]
        self._checking = False
        self._interrupted = False

    @property
    def assertions(self) -> Iterator[Term]:
        return chain.from_iterable(self._levels)

    def push(self) -> None:
        self._settle()
        self._push()
        self._levels.append([])

    def pop(self) -> None:
        if len(self._levels) == 1:
            raise IndexError("there is no push to take back")
        self._settle()
        self._pop()
        self._levels.pop()

    def add(self, *terms: Term) -> None:
        self._settle()
        for term in terms:
            self._check_table(term)
            self._assert(term)
            self._levels[-1].append(term)

    def check(self, *assumptions: Term, limit: float | None = None) -> SolverAnswer:
        for term in assumptions:
            self._check_table(term)
        self._settle()
        self._interrupted, self._checking = False, True
        begin = time.monotonic()
        try:
            answer = self._decide(assumptions, self._limit if limit is None else limit)
        finally:
            self._checking = False
        self._observer(EngineCall(self._engine, "check", time.monotonic() - begin, type(answer).__name__))
        return answer

    def interrupt(self) -> None:
        if self._checking:
            self._interrupted = True
            self._stop()

    def _check_table(self, term: Term) -> None:
        if term.table is not self.terms:
            raise ValueError(f"{term} belongs to other terms than this solver; adopt it first")

    def _settle(self) -> None:  # noqa: B027 - most solvers have nothing to do here
        """The solver is about to change: what still depends on its state must be read now."""

    @abstractmethod
    def _stop(self) -> None:
        """Stop the check that is under way."""

    @abstractmethod
    def _push(self) -> None: ...

    @abstractmethod
    def _pop(self) -> None: ...

    @abstractmethod
    def _assert(self, term: Term) -> None: ...

    @abstractmethod
    def _decide(self, assumptions: tuple[Term, ...], limit: float | None) -> SolverAnswer: ...
