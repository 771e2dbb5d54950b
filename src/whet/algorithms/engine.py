"""From a program and a configuration to a result: explore, replay alarms, conclude.

TRUE is said when the exploration is complete: empty frontier, no gap, no alarm left over.  FALSE is said when an
error path was replayed by the concrete interpreter.  An alarm that cannot be replayed does not end the exploration:
another path may be real; it only makes the final answer UNKNOWN.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from whet.algorithms.cpa import cpa
from whet.algorithms.exploration import make_waitlist
from whet.analyses.specification import ASSERTION_FUNCTIONS
from whet.cfa.model import Edge, Program
from whet.cfa.operations import flatten
from whet.cfa.show import describe
from whet.cfa.source import Origin, Place
from whet.core.arg import ArgNode, Path, path_to
from whet.core.composite import Composite
from whet.core.context import Context
from whet.core.interfaces import Gap, Violation
from whet.core.reached import ReachedSet
from whet.core.registry import make_analysis
from whet.core.result import Assumption, FalseVerdict, Input, Reason, Result, Step, TrueVerdict, Unknown, Verdict
from whet.task.configuration import Configuration
from whet.task.properties import NoAssertionFailure, Property, Unreachable, UnreachableLabel
from whet.task.task import Task
from whet.trust.interpreter import Interpreter
from whet.trust.outcomes import Execution
from whet.trust.replay import NotReplayed, Replayed, Replayer, ReplayResult

_FREE_REPLAY = 3.0
"""Seconds that replaying may take before it is weighed against exploring."""
_REASONS = {"unsupported": Reason.NOT_SUPPORTED, "recursion": Reason.RECURSION, "bound": Reason.BOUND}


@dataclass(frozen=True, slots=True)
class Targets:
    """The property, as what must not be reached."""

    name: str
    functions: tuple[str, ...]
    labels: tuple[str, ...]
    assertions: bool

    @staticmethod
    def of(wanted: Property) -> Targets:
        functions: list[str] = []
        labels: list[str] = []
        assertions = False
        for condition in wanted.conditions:
            match condition:
                case Unreachable(functions=names):
                    functions += names
                case UnreachableLabel(label=label):
                    labels.append(label)
                case NoAssertionFailure():
                    assertions = True
                case _:
                    raise ValueError(f"{condition} should have been refused before")
        return Targets(wanted.name, tuple(functions), tuple(labels), assertions)

    def options(self) -> dict[str, Any]:
        """The options of the specification analysis."""
        return {"violated": self.name, "functions": self.functions, "labels": self.labels, "assertions": self.assertions}

    def interpreter(self, program: Program) -> Interpreter:
        """An interpreter that stops where the property is violated."""
        functions = frozenset(self.functions) | (ASSERTION_FUNCTIONS if self.assertions else frozenset())
        return Interpreter(program, error_functions=functions, error_labels=frozenset(self.labels))


def run(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
    """Verify a program; raises ``LimitReached`` when a soft limit ends the run."""
    targets = Targets.of(task.property)
    analysis = _analysis(program, configuration, targets)
    reached = ReachedSet(analysis, make_waitlist(configuration.exploration, analysis))
    assert program.start.entry is not None
    reached.start(analysis.initial(program.start.entry), analysis.initial_precision())
    exploration = _Exploration(program, analysis, reached, Replayer(program, targets.interpreter(program)), context)
    try:
        verdict = exploration.conclude()
    finally:
        exploration.record_statistics()
    return Result(verdict, (*_assumptions(analysis, targets), *exploration.taken))


def _analysis(program: Program, configuration: Configuration, targets: Targets) -> Composite:
    components = []
    for name in configuration.analyses:
        options = targets.options() if name == "specification" else configuration.options_for(name)
        components.append(make_analysis(name, program, **options))
    return Composite(program, components)


@dataclass(slots=True)
class _Exploration:
    """One run: alternates between exploring and replaying."""

    program: Program
    analysis: Composite
    reached: ReachedSet
    replayer: Replayer
    context: Context
    alarms: list[str] = field(default_factory=list)
    taken: tuple[Assumption, ...] = ()
    """What the confirming execution took for granted, such as the values of uninitialised variables."""
    replaying: float = 0.0
    """CPU seconds spent on replay so far."""

    def conclude(self) -> Verdict:
        while True:
            with self.context.statistics.time("exploration_seconds"):
                targets = cpa(self.analysis, self.reached, self._check)
            if not targets:
                return self._without_target()
            for target in targets:
                confirmed = self._replayed(target)
                if confirmed is not None:
                    return confirmed

    def _check(self) -> None:
        self.context.check()
        if self.context.steps % 256 == 0:
            self.context.progress("exploring", states=len(self.reached), waiting=len(self.reached.waitlist))

    def _without_target(self) -> Verdict:
        """The frontier is empty."""
        if self.alarms:
            return Unknown(Reason.NOT_REPLAYED, self.alarms[0])
        for gap in self.reached.gaps:
            return _unknown(gap)
        return TrueVerdict()

    def _replayed(self, target: ArgNode) -> Verdict | None:
        """FALSE if some input drives the program along the path to this state."""
        path = path_to(target)
        violation = self.analysis.finding(target.state)
        assert isinstance(violation, Violation)
        self.context.statistics.count("alarms")
        match self._replay(path):
            case Replayed(execution=execution):
                self.taken = tuple(Assumption(item.what, _place(item.origin)) for item in execution.assumptions)
                return _false(violation, path, execution)
            case NotReplayed(reason=reason):
                self.alarms.append(f"{violation.place}: {violation.description} on a path, but {reason}")
                return None

    def _replay(self, path: Path) -> ReplayResult:
        """Replay a path, unless replaying has already taken more time than exploring: another path may be easier."""
        if self.replaying > _FREE_REPLAY + (self.context.seconds - self.replaying):
            return NotReplayed("there was no time to replay it")
        self.context.progress("replaying", states=len(self.reached), alarms=len(self.alarms))
        started = self.context.clock()
        result = self.replayer.replay(path.edges)
        self.replaying += self.context.clock() - started
        return result

    def record_statistics(self) -> None:
        statistics = self.context.statistics
        statistics.set("replay_seconds", round(self.replaying, 3))
        statistics.set("reached_states", len(self.reached))
        statistics.set("explored_states", self.context.steps)
        statistics.set("program_locations", sum(1 for _ in self.program.nodes()))


def _unknown(gap: Gap) -> Unknown:
    return Unknown(_REASONS.get(gap.reason, Reason.INCOMPLETE), gap.detail)


def _assumptions(analysis: Composite, targets: Targets) -> list[Assumption]:
    """What the components took for granted of functions without a body, each once."""
    found: dict[str, Assumption] = {}
    for component in analysis.components:
        for name, origin in getattr(component, "assumed", tuple)():
            if name not in targets.functions:
                what = f"{name} has no body: it changes only what its arguments lead to, and returns any value"
                found.setdefault(name, Assumption(what, _place(origin)))
    return list(found.values())


# ------------------------------------------------------------------------------------------------------- alarms


def _false(violation: Violation, path: Path, execution: Execution) -> FalseVerdict:
    return FalseVerdict(
        property=violation.property,
        violation=violation.description,
        place=violation.place,
        inputs=tuple(Input(_source(read.origin), read.number, _place(read.origin)) for read in execution.inputs),
        path=tuple(_steps(path.edges)),
    )


def _steps(edges: tuple[Edge, ...]) -> list[Step]:
    return [Step(describe(part), _place(part.origin)) for edge in edges for part in flatten(edge.operation)]


def _source(origin: Origin | None) -> str:
    """The program's own words for where an input comes from."""
    text = "" if origin is None else " ".join(origin.expression.text.split())
    return text if 0 < len(text) <= 80 else "input"


def _place(origin: Origin | None) -> Place | None:
    return None if origin is None else origin.original_place
