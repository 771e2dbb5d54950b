"""The base case of bounded model checking and k-induction: is there an error within so many iterations of every loop?

The program is unrolled, and one solver is asked, about ever more of it: can a run come to an error that was not asked
about yet?  Can a run continue beyond the bound?  If it cannot, everything was unrolled, and the answers are a proof.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from whet.algorithms.assumptions import assumptions_of
from whet.core.algorithm import Problem
from whet.core.configuration import EngineChoice
from whet.core.context import Context
from whet.core.evidence import Unrolled
from whet.core.interfaces import Violation
from whet.core.result import Assumption, Reason, Result, TrueVerdict, Unknown
from whet.encoding.encode import Encoder
from whet.encoding.unrolling.runs import UnrolledRun, run_to, with_many_strings, with_open_strings, without_meaning
from whet.encoding.unrolling.unrolling import Missing, Point, Unrolling, UnrollingScope, Violating
from whet.solvers.deciding import check_narrowed
from whet.solvers.port import FailureReason, Model, NoAnswer, Sat, SolverAnswer, Unsat, Use
from whet.solvers.routing import make_engine
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.narrowing import narrowed
from whet.solvers.terms.term import Term
from whet.task.records import dataclass

if TYPE_CHECKING:
    from whet.algorithms.alarms import Alarms, ConfirmedAlarm

_LOOK = 64
"""Points between two news of the run."""
_FIRST_LOOK = 5000
"""Edges after which errors are asked about for the first time, even if the bound is not reached."""
_MOST_DOUBTS = 20
"""Error paths that cannot be confirmed, after which the errors of a bound are given up."""
_MOST_QUESTIONS = 8
"""About the errors of a bound."""
_MANY_STRINGS = 8
"""Of ``main``: a run with fewer is preferred."""
_MOST_EXCLUDED = 60
"""Runs that take steps without a meaning, after which others are not looked for."""
_UNFOLDED = 64
"""Words that library functions go through one by one."""
_MOST_LOOKS = 8
"""Questions about which of the points beyond the bound can be reached."""
_PATIENCE = 0.5
"""Seconds for the errors of the first bound, before it grows."""
_GROWTH = 1.4
_MORE_FOR_ENDS = 10
"""Times the patience, for whether a run continues: without that answer further unrolling may be useless."""
_FIRST_TRY = 0.3
"""Seconds for the solver that remembers, before a new one is asked with fewer bits."""
_SHORTEST = 0.1
"""Seconds for a question in any case."""


@dataclass(frozen=True, slots=True)
class Open:
    """No error was found within the bound; runs may continue beyond it."""


@dataclass(frozen=True, slots=True)
class Decided:
    """There is a result."""

    result: Result


Answer: TypeAlias = Open | Decided


class BaseCase:
    """One program, unrolled further with every bound."""

    def __init__(self, problem: Problem, context: Context, *, unfolds_known: int = 0) -> None:
        self._context = context
        self.program = problem.program
        self.terms = Terms()
        self.encoder = Encoder(problem.program, self.terms, unfolds=_UNFOLDED, unfolds_known=unfolds_known)
        self.scope = UnrollingScope(problem.program, self.encoder)
        self.unrolling = Unrolling(self.scope)
        self.choice = EngineChoice.of(problem.configuration)
        self.engine = make_engine(self.choice, self.terms)
        self._solver = self.engine.solver(use=Use.HEAVY)
        self._excluding: list[Term] = []
        """What the solver knows."""
        self._alarms: Alarms | None = None
        self._errors: list[Violating] = []
        """Those that are not decided yet."""
        self._patience = _PATIENCE
        self._unconfirmed: list[str] = []
        self._excluded = 0
        self._open: list[Term] = []
        """Conditions under which strings of ``main`` are at unknown places."""
        self.unrolling.begin()

    def bounds(self, most: int = 0) -> Iterator[int]:
        """1, 2, 3, 4, 6, 9, 13, ...: one by one where errors are shallow, and faster where every bound costs more.

        Faster still while questions are put off.  The last one is ``most``, unless that is 0."""
        bound = 1
        while not 0 < most <= bound:
            yield bound
            bound += bound if self._errors else max(1, bound // 2)
        yield most

    def look(self) -> Answer:
        """Whether there is an error in what is unrolled at first."""
        self.unrolling.raise_to(1)
        self._unroll(1)
        return self._error(self._after(self._patience)) or Open()

    def begin(self) -> None:
        """Unroll what is unrolled at first, or some of it, without a question: which loops do constants end?"""
        self.unrolling.raise_to(1)
        self._unroll(1)

    def within(self, bound: int, seconds: float | None = None, *, ends_by_constants: bool = False) -> Answer:
        """Whether there is an error within the bound, or none at all.

        A question may be easier when more is unrolled: the one that takes too long is put off.  After so many ``seconds`` no
        more is unrolled, until the next call.  With ``ends_by_constants`` no query asks whether a run continues beyond it."""
        self.unrolling.raise_to(bound)
        self._patience *= _GROWTH
        until, begin = self._after(self._patience), self._context.seconds
        is_left = True
        while is_left:
            is_left = self._unroll(bound)
            if (decided := self._error(until)) is not None:
                return decided
            if is_left and seconds is not None and self._context.seconds > begin + seconds:
                return Open()
        if (ends_by_constants and self.unrolling.waiting) or self._goes_on(self._after(_MORE_FOR_ENDS * self._patience)):
            return Open()
        return self._error() or Decided(self._without_error(bound))

    def _after(self, seconds: float) -> float:
        """When so much CPU time will have been used, if as many others use the machine as until now."""
        context = self._context
        return context.wall_seconds + seconds * max(1.0, context.wall_seconds / max(context.seconds, 0.01))

    def _unroll(self, bound: int) -> bool:
        """Continue for some time; False if nothing within the bound is left."""
        context, enough = self._context, max(_FIRST_LOOK, 2 * self.unrolling.taken)
        with context.statistics.time("unrolling_seconds"):
            is_left = unroll(self.unrolling, context, bound, enough)
        context.statistics.set("bound", bound)
        context.statistics.set("unrolled_edges", self.unrolling.taken)
        return is_left

    def _error(self, until: float | None = None) -> Decided | None:
        """A run to one of the errors that are not decided yet; those that were put off come last."""
        self._errors = [*self.unrolling.errors, *self._errors]
        self.unrolling.errors = []
        try:
            confirmed = self._confirmed(until)
        except PutOff:
            return None
        if confirmed is None:
            return None
        return Decided(Result(confirmed.verdict, (*self.assumptions(), *confirmed.taken), evidence=confirmed.evidence))

    def _confirmed(self, until: float | None) -> ConfirmedAlarm | None:
        """Few are asked about at a time, because that is easier than all at once."""
        size = -(-len(self._errors) // _MOST_QUESTIONS)
        while self._errors and len(self._unconfirmed) < _MOST_DOUBTS:
            conditions = [error.condition for error in self._errors[:size]]
            model = self._model(conditions, "errors", until)
            if model is None:
                self._exclude(conditions)
                del self._errors[:size]
                continue
            error = next(error for error in self._errors if model.holds(error.condition))
            model, run = self._easier(error, model, until)
            if (confirmed := self._replayed(error, run)) is not None:
                return confirmed
            if not self._excluded_run(run, model):
                self._errors.remove(error)
        return None

    def _easier(self, error: Violating, model: Model, until: float | None) -> tuple[Model, UnrolledRun]:
        """A run to an error, if there is one without strings of ``main`` that nobody made: such a run may not be possible.
        Otherwise one with few strings, if there is one."""
        first, run = model, run_to(error.arrival, model)
        found = run
        while unknown := list(with_open_strings(found, self.encoder)):
            self._open += unknown
            others = self._model([self.terms.and_(error.condition, *map(self.terms.not_, self._open))], "errors", until)
            if others is None:
                many = with_many_strings(run, self.encoder, _MANY_STRINGS)
                others = self._model([self.terms.and_(error.condition, *map(self.terms.not_, many))], "errors", until)
                return (first, run) if others is None else (others, run_to(error.arrival, others))
            model, found = others, run_to(error.arrival, others)
        return model, found

    def _excluded_run(self, run: UnrolledRun, model: Model) -> bool:
        """After the run to an error was not confirmed: if it takes steps without a meaning, there may be another run to it."""
        impossible = list(without_meaning(run, self.encoder, model))
        if not impossible or self._excluded >= _MOST_EXCLUDED:
            return False
        self._excluded += 1
        self._unconfirmed.pop()
        self._exclude(impossible)
        return True

    def _exclude(self, conditions: Sequence[Term]) -> None:
        """Ask only about runs for which none of them holds."""
        excluding = [self.terms.not_(condition) for condition in conditions]
        self._excluding += excluding
        self._solver.add(*excluding)

    def _replayed(self, error: Violating, run: UnrolledRun) -> ConfirmedAlarm | None:
        from whet.algorithms.alarms import ConfirmedAlarm, alarms_of
        from whet.interpreter.replay import Guide

        encoder = self.encoder
        self._alarms = self._alarms or alarms_of(self.program, lambda: encoder, self.choice, self._context)
        operation = error.edge.operation
        violation = Violation(error.error.property, error.error.what, operation.origin.original_place)
        found = self._alarms.confirm(violation, run.edges, Guide(run.inputs, run.reads))
        if isinstance(found, ConfirmedAlarm):
            return found
        self._unconfirmed.append(violation.doubted(found.reason))
        return None

    def _goes_on(self, until: float) -> bool:
        """Can a run go on beyond the bound?  Points to which none comes are discarded."""
        try:
            doubtful: Sequence[Point] = list(self.unrolling.waiting.values())
            for _ in range(_MOST_LOOKS):
                if not doubtful:
                    break
                guards = {point: self.unrolling.guard(point) for point in doubtful}
                model = self._model(list(guards.values()), "ends", until)
                if model is None:
                    self.unrolling.discard(doubtful)
                    break
                doubtful = [point for point, guard in guards.items() if not model.holds(guard)]
        except PutOff:
            return True
        return bool(self.unrolling.waiting)

    def _without_error(self, bound: int) -> Result:
        """Everything was unrolled."""
        if self._unconfirmed:
            return Result(Unknown(Reason.NOT_REPLAYED, self._unconfirmed[0]), self.assumptions())
        missing = self._missing()
        if missing is not None:
            return Result(_unknown(missing), self.assumptions())
        return Result(TrueVerdict(), self.assumptions(), evidence=Unrolled(bound, self.unrolling.taken))

    def _missing(self) -> Missing | None:
        """Something a run can do that was not unrolled."""
        missing = self.unrolling.missing
        model = self._model([each.condition for each in missing], "gaps") if missing else None
        return None if model is None else next(each for each in missing if model.holds(each.condition))

    def _model(self, conditions: Sequence[Term], what: str, until: float | None = None) -> Model | None:
        """Of one of the conditions; ``SolverUndecided`` is raised if the solver does not know, ``PutOff`` if there is no time."""
        condition = self.terms.or_(*conditions)
        if condition is self.terms.false:
            return None
        self._context.progress("solving", edges=self.unrolling.taken)
        with self._context.statistics.time(f"solving_{what}_seconds"):
            limit = math.inf if until is None else max(_SHORTEST, until - self._context.wall_seconds)
            answer = self._solver.check(condition, limit=min(limit, _FIRST_TRY))
            if isinstance(answer, NoAnswer) and answer.reason is FailureReason.TIME_LIMIT and limit > _FIRST_TRY:
                answer = self._answer_in_time(condition, None if until is None else limit - _FIRST_TRY)
        match answer:
            case Sat(model=model):
                return model
            case Unsat():
                return None
            case NoAnswer(reason=FailureReason.TIME_LIMIT) if until is not None:
                raise PutOff
            case NoAnswer() as none:
                raise SolverUndecided(str(none))

    def _answer_in_time(self, condition: Term, limit: float | None) -> SolverAnswer:
        """By a new solver with fewer bits, if the condition bounds its values."""
        small = narrowed(self.terms, self.terms.and_(*self._excluding, condition))
        return self._solver.check(condition, limit=limit) if small is None else check_narrowed(self.engine, small, limit)

    def assumptions(self) -> tuple[Assumption, ...]:
        return tuple(assumptions_of(self.encoder.assumed(), self.unrolling.flow.guessed))


def unroll(unrolling: Unrolling, context: Context, bound: int, enough: int | None = None) -> bool:
    """Up to so many edges; False if nothing within the bound is left."""
    while enough is None or unrolling.taken < enough:
        if not unrolling.step(bound):
            return False
        context.check()
        if context.steps % _LOOK == 0:
            context.progress("unrolling", bound=bound, edges=unrolling.taken)
    return True


class PutOff(Exception):
    """A question takes too long at present."""


class SolverUndecided(Exception):
    """A solver did not know."""


def _unknown(missing: Missing) -> Unknown:
    remark = missing.remark
    return Unknown(Reason.NOT_SUPPORTED if remark.kind.name == "UNSUPPORTED" else Reason.INCOMPLETE, str(remark))
