"""One run's exploration, and what becomes of its error paths: replay, alarms, conclusion.

TRUE is said when the exploration is complete: empty frontier, no gap, no alarm left over.  FALSE is said when an
error path was replayed by the concrete interpreter.  An alarm that cannot be replayed does not end the exploration:
another path may be real; it only makes the final answer UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from whet.algorithms.cegar import BeginAgain, Explored, Found
from whet.algorithms.cpa import cpa
from whet.algorithms.invariants import proof_of
from whet.algorithms.nondeterminism import Watch, newest
from whet.cfa.model import Edge, Program
from whet.core.arg import ArgNode, Path, path_to
from whet.core.composite import Composite, Precisions
from whet.core.context import Context, Level
from whet.core.evidence import Counterexample, Evidence
from whet.core.interfaces import Gap, Violation
from whet.core.reached import ReachedSet
from whet.core.result import Assumption, FalseVerdict, Input, Reason, TrueVerdict, Unknown, Verdict
from whet.trust.outcomes import Execution
from whet.trust.path_inputs import Guess, NoInputs, PathInputs, Unsolved
from whet.trust.replay import Effort, NotReplayed, Replayed, Replayer, ReplayResult
from whet.trust.steps import place_of, source_of

_FREE_REPLAY = 3.0
"""Seconds that replaying may take before it is weighed against exploring."""
_FEW_RUNS = Effort(runs=30, seconds=0.3)
"""What guessing inputs may cost before a solver is asked for them."""
_REASONS = {"unsupported": Reason.NOT_SUPPORTED, "recursion": Reason.RECURSION, "bound": Reason.BOUND}


@dataclass(frozen=True, slots=True)
class Batch:
    """When to stop exploring for error paths: so many, or so many states after the first (Löwe, section 5.6.2)."""

    targets: int = 1
    more_states: int = 0
    """0 is no limit."""


class _EnoughStates(Exception):
    """Raised between two states, so nothing is lost."""


class _Objection(Exception):
    """Likewise; the exploration should begin again with another precision."""

    def __init__(self, precision: Precisions) -> None:
        super().__init__()
        self.precision = precision


@dataclass(slots=True)
class Exploration:
    """One run: alternates between exploring and replaying."""

    program: Program
    analysis: Composite
    reached: ReachedSet
    replayer: Replayer
    inputs: PathInputs
    context: Context
    alarms: list[str] = field(default_factory=list)
    taken: tuple[Assumption, ...] = ()
    """What the confirming execution took for granted, such as the values of uninitialised variables."""
    evidence: Evidence | None = None
    """Why the verdict can be believed."""
    batch: Batch = field(default_factory=Batch)
    watch: Watch | None = None
    economised: Callable[[Path, Precisions], Precisions | None] | None = None
    """Looks at a path to the frontier now and then; another precision makes the exploration begin again."""
    replaying: float = 0.0
    """CPU seconds spent on replay so far."""
    _since_target: int = 0
    _next_look: int = 0

    def explore(self, precision: Precisions) -> Explored:
        self._since_target = 0
        self._tell_progress()
        try:
            with self.context.statistics.time("exploration_seconds"):
                while len(self.reached.targets) < self.batch.targets and self._explore_on(precision):
                    pass
        except _Objection as objection:
            return BeginAgain(objection.precision)
        return Found(list(self.reached.targets)[: self.batch.targets])

    def _explore_on(self, precision: Precisions) -> bool:
        """Explore up to the next target; False if there is none, or enough was done to find one."""
        try:
            return cpa(self.analysis, self.reached, lambda: self._check(precision))
        except _EnoughStates:
            return False

    def restart(self, precision: Precisions) -> None:
        assert self.program.start.entry is not None
        self.analysis.arrange(precision)
        self.reached.restart(self.analysis.initial(self.program.start.entry), precision)

    def _abstract(self, watch: Watch, reason: str) -> None:
        self.context.statistics.set("nondeterminism_percent", round(watch.meter.percentage, 1))
        self.context.log(Level.ALGORITHM, f"{reason}: abstraction begins")
        watch.end()
        self.watch = None

    def gaps(self) -> list[ArgNode]:
        return list(self.reached.gaps)

    def _check(self, precision: Precisions) -> None:
        self.context.check()
        if self.context.steps % 256 == 0:
            self._tell_progress()
            self._look_at_the_frontier(precision)
        if self.watch is not None and (reason := self.watch.objection(self.reached)) is not None:
            self._abstract(self.watch, reason)
            raise _Objection(precision)
        if self.batch.more_states and self.reached.targets:
            self._since_target += 1
            if self._since_target > self.batch.more_states:
                raise _EnoughStates

    def _tell_progress(self) -> None:
        self.context.progress("exploring", states=len(self.reached), waiting=len(self.reached.waitlist))

    def _look_at_the_frontier(self, precision: Precisions) -> None:
        if self.economised is None or self.watch is not None or self.context.steps < self._next_look:
            return
        node = newest(self.reached)
        if node is not None:
            path = path_to(node)
            self._next_look = self.context.steps + len(path.edges)  # a look takes time for each of them
            if (other := self.economised(path, precision)) is not None:
                raise _Objection(other)

    def conclusion(self) -> Verdict:
        """The frontier is empty."""
        if self.alarms:
            return Unknown(Reason.NOT_REPLAYED, self.alarms[0])
        for gap in self.reached.gaps.values():
            return _unknown(gap)
        self.evidence = proof_of(self.analysis, self.reached, explored=self.context.steps)
        return TrueVerdict()

    def give_up_on(self, target: ArgNode, reason: str) -> None:
        del self.reached.targets[target]
        self._alarm(target, reason)

    def _alarm(self, target: ArgNode, reason: str) -> None:
        violation = self.analysis.finding(target.state)
        assert isinstance(violation, Violation)
        self.alarms.append(f"{violation.place}: {violation.description} on a path, but {reason}")

    def replayed(self, target: ArgNode, edges: Sequence[Edge]) -> Verdict | None:
        """FALSE if some input drives the program along the edges to this state."""
        del self.reached.targets[target]
        violation = self.analysis.finding(target.state)
        assert isinstance(violation, Violation)
        self.context.statistics.count("alarms")
        match self._replay(edges):
            case Replayed(execution=execution) as replayed:
                self.taken = tuple(Assumption(item.what, place_of(item.origin)) for item in execution.assumptions)
                if (look := self.inputs.look_at_address(edges)) is not None:
                    self.taken += (Assumption("the number of an address is as in the replay", place_of(look)),)
                self.evidence = Counterexample(self.replayer.steps(edges, replayed))
                return _false(violation, execution)
            case NotReplayed(reason=reason):
                self._alarm(target, reason)
                return None

    def _replay(self, edges: Sequence[Edge]) -> ReplayResult:
        """Replay a path, unless replaying has already taken more time than exploring: another path may be easier."""
        if self.replaying > _FREE_REPLAY + (self.context.seconds - self.replaying):
            return NotReplayed("there was no time to replay it")
        self.context.progress("replaying", states=len(self.reached), alarms=len(self.alarms))
        started = self.context.clock()
        result = self.replayer.replay(edges, _FEW_RUNS)
        if isinstance(result, NotReplayed):
            result = self._replay_with_solver(edges)
        self.replaying += self.context.clock() - started
        return result

    def _replay_with_solver(self, edges: Sequence[Edge]) -> ReplayResult:
        self.context.statistics.count("solved_paths")
        self.context.progress("looking for inputs", states=len(self.reached), alarms=len(self.alarms))
        match self.inputs.find(edges):
            case Guess(inputs=inputs):
                result = self.replayer.replay_with(edges, inputs)
                return result if isinstance(result, Replayed) else self.replayer.replay(edges)
            case NoInputs():
                return NotReplayed("no input leads along it")
            case Unsolved():
                return self.replayer.replay(edges)

    def record_statistics(self) -> None:
        statistics = self.context.statistics
        statistics.set("replay_seconds", round(self.replaying, 3))
        statistics.set("reached_states", len(self.reached))
        statistics.set("explored_states", self.context.steps)
        statistics.set("program_locations", sum(1 for _ in self.program.nodes()))


def _unknown(gap: Gap) -> Unknown:
    return Unknown(_REASONS.get(gap.reason, Reason.INCOMPLETE), gap.detail)


# ------------------------------------------------------------------------------------------------------- alarms


def _false(violation: Violation, execution: Execution) -> FalseVerdict:
    return FalseVerdict(
        property=violation.property,
        violation=violation.description,
        place=violation.place,
        inputs=tuple(Input(source_of(read), read.number, place_of(read.origin)) for read in execution.inputs),
    )
