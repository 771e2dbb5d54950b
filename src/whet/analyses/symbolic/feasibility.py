"""Can some constraints be met?  Asked at every branching, so what saves a question to the solver saves most of the time.

The constraints of a state can be met; one more is assumed.  Before a solver is asked, this is tried (each is a *shortcut* that
can be switched off, to see what it is worth):

* ``slice``: only the constraints count that share symbolic values with the new one, directly or through others; the rest can be
  met by itself.  (Cadar, Dunbar, Engler: KLEE, OSDI 2008, call that constraint independence.)
* ``known``: the same question was asked before.
* ``subset``: the constraints are among those of a question that was answered by yes.
* ``superset``: some of them were the reason of an answer by no.
* ``model``: numbers that met other constraints not long ago meet these as well.

One incremental solver gets what is left, with the constraints as assumptions, so that an answer by no tells which of them it
needs.  What it does not answer in time counts as a yes: no state is lost by that.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Final, TypeAlias

from whet.core.configuration import EngineChoice
from whet.solvers.port import (
    Engine,
    EngineCall,
    FailureReason,
    Model,
    NoAnswer,
    Sat,
    Solver,
    SolverAnswer,
    Unsat,
    UnsupportedTerm,
)
from whet.solvers.routing import Engines
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import conjuncts, ordered, symbols
from whet.task.records import dataclass

TermSet: TypeAlias = frozenset[Term]

_RECENT: Final = 24
"""Models that are tried."""
_MOST_SETS: Final = 64
"""Answers that are looked through for one constraint."""
_MOST_TERMS: Final = 2_000_000
"""In all questions that are remembered; then they are forgotten, because memory is needed elsewhere, too."""
_MOST_CHECKS: Final = 4000
"""Of one solver; then a new one begins without what the old one has learnt and will not need."""


class FeasibilityShortcut(StrEnum):
    """What may answer before a solver."""

    SLICE = "slice"
    KNOWN = "known"
    SUBSET = "subset"
    SUPERSET = "superset"
    MODEL = "model"


@dataclass(slots=True)
class FeasibilityCounts:
    """How many questions there were, by who answered them."""

    answered_by_folding: int = 0
    answered_as_known: int = 0
    answered_by_subset: int = 0
    answered_by_superset: int = 0
    answered_by_model: int = 0
    answered_by_solver: int = 0
    unanswered: int = 0
    solver_seconds: float = 0.0


class Answers:
    """What was answered before."""

    def __init__(self, most_terms: int = _MOST_TERMS) -> None:
        self._most_terms = most_terms
        self._terms = 0
        self._known: dict[TermSet, bool] = {}
        self._met: dict[Term, deque[TermSet]] = {}
        """Sets of constraints that can be met together, by each of their terms."""
        self._contradicting: dict[Term, deque[TermSet]] = {}
        """Sets of constraints that cannot, by the newest of their terms."""

    def known(self, question: TermSet) -> bool | None:
        return self._known.get(question)

    def is_part_of_met(self, question: TermSet) -> bool:
        """Is it a subset of a set that can be met?"""
        sets = min((self._met.get(term, ()) for term in question), key=len)
        return any(question <= each for each in sets)

    def has_contradiction(self, question: TermSet) -> bool:
        """Is it a superset of a set that cannot?"""
        return any(each <= question for term in question for each in self._contradicting.get(term, ()))

    def is_met(self, question: TermSet) -> None:
        self._remember(question, answer=True)
        for term in question:
            _keep(self._met, term, question)

    def contradicts(self, question: TermSet, core: TermSet) -> None:
        self._remember(question, answer=False)
        if core:
            _keep(self._contradicting, max(core, key=lambda term: term.number), core)

    def _remember(self, question: TermSet, *, answer: bool) -> None:
        self._terms += len(question)
        if self._terms > self._most_terms:
            self._terms = len(question)
            self._known, self._met, self._contradicting = {}, {}, {}
        self._known[question] = answer


def _keep(sets: dict[Term, deque[TermSet]], term: Term, found: TermSet) -> None:
    sets.setdefault(term, deque(maxlen=_MOST_SETS)).appendleft(found)


@dataclass(slots=True, eq=False)
class _Numbers:
    """A model, and what is known of constraints under it."""

    model: Model
    met: set[Term]
    missed: set[Term] = field(default_factory=set)

    def meet(self, question: TermSet) -> bool:
        """Each constraint is evaluated once; of new ones first the newest, which is most likely not to hold."""
        if not self.missed.isdisjoint(question):
            return False
        for term in reversed(ordered(question - self.met)):
            if not self.model.holds(term):
                self.missed.add(term)
                return False
            self.met.add(term)
        return True


class Solving:
    """One solver of each engine for many questions."""

    def __init__(self, engines: Engines, limit: float | None) -> None:
        self._limit = limit
        self._engines = engines
        self._solvers: dict[str, Solver] = {}
        self._checks = 0

    def check(self, constraints: Sequence[Term]) -> SolverAnswer:
        self._checks += 1
        if self._checks % _MOST_CHECKS == 0:
            self._solvers.clear()
        try:
            return self._engines.ask(lambda engine: self._solver(engine).check(*constraints, limit=self._limit))
        except UnsupportedTerm as error:
            return NoAnswer(FailureReason.GAVE_UP, str(error))

    def _solver(self, engine: Engine) -> Solver:
        if engine.name not in self._solvers:
            self._solvers[engine.name] = engine.solver()
        return self._solvers[engine.name]


class Feasibility:
    """Answers whether constraints can be met; counts who answers."""

    def __init__(self, terms: Terms, shortcuts: Iterable[FeasibilityShortcut], limit: float | None) -> None:
        self._terms = terms
        self._uses = frozenset(shortcuts)
        self._answers = Answers()
        self._models: deque[_Numbers] = deque(maxlen=_RECENT)
        self.counts = FeasibilityCounts()
        self._limit = limit
        self._solving = Solving(Engines(terms, observer=self._observe), limit)

    def choose_engine(self, choice: EngineChoice) -> None:
        self._solving = Solving(Engines(self._terms, choice, self._observe), self._limit)

    def _observe(self, call: EngineCall) -> None:
        self.counts.solver_seconds += call.seconds

    def may_hold(self, condition: Term, constraints: Iterable[Term]) -> bool:
        """May a condition hold in addition to constraints that can be met?  No is certain."""
        known = frozenset(constraints)
        new = [part for part in conjuncts(condition) if part not in known]
        if not new or any(part is self._terms.false or self._terms.not_(part) in known for part in new):
            self.counts.answered_by_folding += 1
            return not new
        if FeasibilityShortcut.SLICE in self._uses:
            return self._asked(frozenset(sliced(new, known)))
        return self._asked(known.union(new))

    def model(self, constraints: Sequence[Term]) -> Model | None:
        """Numbers that meet all constraints, by the solver alone; None if there are none or nobody knows."""
        answer = self._solving.check(constraints)
        return answer.model if isinstance(answer, Sat) else None

    def _asked(self, question: TermSet) -> bool:
        answer = self._without_solver(question)
        return self._by_solver(question) if answer is None else answer

    def _without_solver(self, question: TermSet) -> bool | None:
        uses, counts, answers = self._uses, self.counts, self._answers
        if FeasibilityShortcut.KNOWN in uses and (known := answers.known(question)) is not None:
            counts.answered_as_known += 1
            return known
        if FeasibilityShortcut.SUPERSET in uses and answers.has_contradiction(question):
            counts.answered_by_superset += 1
            return False
        if FeasibilityShortcut.SUBSET in uses and answers.is_part_of_met(question):
            counts.answered_by_subset += 1
            return True
        if FeasibilityShortcut.MODEL in uses and self._is_met_by_recent(question):
            counts.answered_by_model += 1
            answers.is_met(question)
            return True
        return None

    def _is_met_by_recent(self, question: TermSet) -> bool:
        """The model that helps is the most recent one from now on."""
        found = next((numbers for numbers in self._models if numbers.meet(question)), None)
        if found is not None and found is not self._models[0]:
            self._models.remove(found)
            self._models.appendleft(found)
        return found is not None

    def _by_solver(self, question: TermSet) -> bool:
        match self._solving.check(ordered(question)):
            case Sat(model=model):
                self.counts.answered_by_solver += 1
                self._answers.is_met(question)
                self._models.appendleft(_Numbers(model, set(question)))
                return True
            case Unsat(core=core):
                self.counts.answered_by_solver += 1
                self._answers.contradicts(question, frozenset(core))
                return False
            case NoAnswer():
                self.counts.unanswered += 1
                return True


def sliced(new: Sequence[Term], constraints: Iterable[Term]) -> list[Term]:
    """New constraints with those that share symbolic values with them, directly or through others."""
    return [*new, *connected(frozenset().union(*map(symbols, new)), constraints)]


def connected(symbolic: TermSet, constraints: Iterable[Term]) -> list[Term]:
    """The constraints on some symbolic values, and on those that share constraints with these; in the order they were given."""
    reached, rest = set(symbolic), [(each, symbols(each)) for each in constraints]
    given = rest
    while True:
        apart = [(each, named) for each, named in rest if reached.isdisjoint(named)]
        if len(apart) == len(rest):
            return [each for each, named in given if not reached.isdisjoint(named)]
        for _, named in rest:
            if not reached.isdisjoint(named):
                reached |= named
        rest = apart
