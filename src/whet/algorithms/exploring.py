"""Exploring a program with a product of analyses, up to target states or to the end, and what that proves.

TRUE is said when the exploration is complete: empty frontier, no gap, no alarm left over.  FALSE is said when an error path was
replayed by the concrete interpreter (``alarms``).

An exploration may also stop because it does not pay as it is.  That is said by *criteria*, each of which is asked before every
state; some of them judge by the path to the newest state of the frontier, which is looked up so seldom that all looks
together take no longer than exploring does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, runtime_checkable

from whet.algorithms.assumptions import assumptions_of
from whet.algorithms.cpa import cpa
from whet.algorithms.invariants import proof_of
from whet.cfa.model import Edge, Program
from whet.core.algorithm import Problem
from whet.core.arg import ArgNode, Path, path_to
from whet.core.composite import Composite, Precisions
from whet.core.configuration import EngineChoice, ExplorationOptions
from whet.core.context import Context
from whet.core.interfaces import Analysis, Violation
from whet.core.reached import ReachedSet
from whet.core.registry import make_analyses, make_waitlist
from whet.core.result import Assumption, Reason, Result, TrueVerdict, Unknown
from whet.encoding.encode import Encoder
from whet.solvers.terms.factory import Terms
from whet.task.precision_file import Entry
from whet.task.records import dataclass

if TYPE_CHECKING:
    from whet.algorithms.alarms import Alarms, ConfirmedAlarm
    from whet.core.graph_record import GraphRecord
    from whet.interpreter.replay import Guide

_REASONS: Final = {"unsupported": Reason.NOT_SUPPORTED, "recursion": Reason.RECURSION, "bound": Reason.BOUND}
_LOOK: Final = 256
"""States between two news of the run, and between two looks at the frontier at least."""


@dataclass(frozen=True, slots=True)
class FoundTargets:
    """Target states nobody has looked at; none if the frontier is empty.

    A target is given again until it is excluded, replayed or given up on."""

    targets: Sequence[ArgNode]


@dataclass(frozen=True, slots=True)
class BeginAgain:
    """The exploration does not pay as it is, and should begin again with this precision."""

    precision: Precisions


Explored: TypeAlias = FoundTargets | BeginAgain


@runtime_checkable
class CanGuide(Protocol):
    """An analysis that tells inputs for a path."""

    def guide(self, edges: Sequence[Edge]) -> Guide | None: ...


@runtime_checkable
class UsesSolver(Protocol):
    """An analysis that asks a solver."""

    def choose_engine(self, choice: EngineChoice) -> None:
        """Called once, before the exploration begins; without it, the default engine is asked."""


class Criterion(Protocol):
    """Whether to go on with an exploration that has found nothing yet."""

    def objection(self, exploration: Exploration, precision: Precisions, newest: Path | None) -> Explored | None:
        """What to do instead, if anything; asked before each state.

        ``precision`` is what refinements found so far; ``newest`` is the path to the newest state that waits, now and then."""


@dataclass(slots=True)
class EnoughStates:
    """So many states after the first target nobody looks for more of them (Löwe, section 5.6.2)."""

    most: int
    _seen: int = 0

    def objection(self, exploration: Exploration, precision: Precisions, newest: Path | None) -> Explored | None:
        self._seen = self._seen + 1 if exploration.reached.targets else 0
        if self._seen <= self.most:
            return None
        self._seen = 0
        return FoundTargets(list(exploration.reached.targets))


@dataclass(slots=True)
class Exploration:
    """The exploration of one run; alternates between exploring and replaying."""

    program: Program
    analysis: Composite
    reached: ReachedSet
    context: Context
    engine: EngineChoice = EngineChoice()
    """For inputs along a path."""
    wanted: int = 1
    """How many targets are looked for at once."""
    criteria: list[Criterion] = field(default_factory=list)
    confirmed: ConfirmedAlarm | None = None
    unconfirmed: list[str] = field(default_factory=list)
    """Alarms that may be real, each with the reason why that is unknown."""
    _alarms: Alarms | None = None
    _next_look: int = 0

    def explore(self, precision: Precisions) -> Explored:
        """Explore until there are target states; ``precision`` is what refinements found so far."""
        objections: list[Explored] = []

        def stops() -> bool:
            if (objection := self._objection(precision)) is not None:
                objections.append(objection)
            return bool(objections)

        self._tell_progress()
        with self.context.statistics.time("exploration_seconds"):
            while len(self.reached.targets) < self.wanted and cpa(self.analysis, self.reached, stops):
                pass
        return objections[0] if objections else FoundTargets(list(self.reached.targets)[: self.wanted])

    def _objection(self, precision: Precisions) -> Explored | None:
        self.context.check()
        newest = None
        if self.context.steps % _LOOK == 0:
            self._tell_progress()
            newest = self._look_at_the_frontier()
        for criterion in self.criteria:
            if (objection := criterion.objection(self, precision, newest)) is not None:
                return objection
        return None

    def _look_at_the_frontier(self) -> Path | None:
        if not self.criteria or self.context.steps < self._next_look:
            return None
        path = path_to(max(self.reached.waitlist, key=lambda node: node.number))
        self._next_look = self.context.steps + len(path)  # a look takes time for each of its edges
        return path

    def _tell_progress(self) -> None:
        self.context.progress("exploring", states=len(self.reached), waiting=len(self.reached.waitlist))

    def restart(self, precision: Precisions) -> None:
        """Explore from the beginning with this precision."""
        assert self.program.start.entry is not None
        self.analysis.arrange(precision)
        self.reached.restart(self.analysis.initial(self.program.start.entry), precision)

    def replayed(self, target: ArgNode, edges: Sequence[Edge]) -> bool:
        """Does a concrete run follow the edges to the target?  If not, an alarm is left."""
        from whet.algorithms.alarms import ConfirmedAlarm, Unconfirmed, alarms_of

        self._alarms = self._alarms or alarms_of(self.program, lambda: _encoder(self.analysis), self.engine, self.context)
        violation = self._taken_from_list(target)
        match self._alarms.confirm(violation, edges, guide_along(self.analysis, edges)):
            case ConfirmedAlarm() as confirmed:
                self.confirmed = confirmed
                return True
            case Unconfirmed(reason=reason):
                self._leave(violation, reason)
                return False

    def give_up_on(self, target: ArgNode, reason: str) -> None:
        """Leave an alarm without replaying it."""
        self._leave(self._taken_from_list(target), reason)

    def _leave(self, violation: Violation, reason: str) -> None:
        """An alarm does not end the exploration: another path may be real; it only makes the final answer UNKNOWN."""
        self.unconfirmed.append(violation.doubted(reason))

    def _taken_from_list(self, target: ArgNode) -> Violation:
        del self.reached.targets[target]
        violation = self.analysis.finding(target.state)
        assert isinstance(violation, Violation)
        return violation

    def result(self, precision: tuple[Entry, ...] = ()) -> Result:
        """After a target was confirmed, or with an empty frontier."""
        assumed = tuple(_assumptions(self.analysis))
        if self.confirmed is not None:
            found = self.confirmed
            return Result(found.verdict, (*assumed, *found.taken), precision=precision, evidence=found.evidence)
        verdict = self._without_error()
        proof = proof_of(self.analysis, self.reached, explored=self.context.steps) if isinstance(verdict, TrueVerdict) else None
        return Result(verdict, assumed, precision=precision, evidence=proof)

    def _without_error(self) -> TrueVerdict | Unknown:
        if self.unconfirmed:
            return Unknown(Reason.NOT_REPLAYED, self.unconfirmed[0])
        for gap in self.reached.gaps.values():
            return Unknown(_REASONS.get(gap.reason, Reason.INCOMPLETE), gap.detail)
        return TrueVerdict()

    @contextmanager
    def recorded(self) -> Iterator[None]:
        """Whatever happens inside, the statistics record at the end how far it came."""
        try:
            yield
        finally:
            statistics = self.context.statistics
            statistics.set("replay_seconds", 0.0 if self._alarms is None else round(self._alarms.seconds, 3))
            statistics.set("reached_states", len(self.reached))
            statistics.set("explored_states", self.context.steps)
            statistics.set("program_locations", sum(1 for _ in self.program.nodes()))
            for component in self.analysis.components:
                for name, number in getattr(component, "statistics", dict)().items():
                    statistics.set(name, round(number, 3) if isinstance(number, float) else number)
            self.context.explanation.explored(self._graph)

    def _graph(self) -> GraphRecord:
        from whet.algorithms.graphs import graph_of  # few want to see it

        return graph_of(self.analysis, self.reached)


def exploration_of(
    problem: Problem,
    context: Context,
    product: Callable[[Program, Sequence[Analysis[object, object]]], Composite] = Composite,
    more: Sequence[Analysis[object, object]] = (),
) -> Exploration:
    """Ready to begin, with the analyses and the order that a configuration names, and with more analyses if there are any."""
    program, configuration = problem.program, problem.configuration
    wanted = {name: configuration.options_for(name) for name in configuration.analyses}
    analysis, engine = product(program, [*make_analyses(program, wanted), *more]), EngineChoice.of(configuration)
    for component in analysis.components:
        if isinstance(component, UsesSolver):
            component.choose_engine(engine)
    options = configuration.section(ExplorationOptions)
    reached = ReachedSet(analysis, make_waitlist(options.order, analysis, seed=options.seed))
    assert program.start.entry is not None
    reached.start(analysis.initial(program.start.entry), analysis.initial_precision())
    return Exploration(program, analysis, reached, context, engine)


def _encoder(analysis: Composite) -> Encoder:
    """That of an analysis if one has any."""
    found = (getattr(component, "encoder", None) for component in analysis.components)
    return next((each for each in found if isinstance(each, Encoder)), None) or Encoder(analysis.flow.program, Terms())


def guide_along(analysis: Composite, edges: Sequence[Edge]) -> Guide | None:
    """Inputs with which the program takes a path, of an analysis that has some; None if there are none."""
    able: Iterator[CanGuide] = (component for component in analysis.components if isinstance(component, CanGuide))
    return next((guide for component in able if (guide := component.guide(edges)) is not None), None)


def _assumptions(analysis: Composite) -> Iterator[Assumption]:
    """What the components took for granted of functions without a body, and of pointers to functions."""
    assumed = (each for component in analysis.components for each in getattr(component, "assumed", tuple)())
    return assumptions_of(assumed, analysis.flow.guessed)
