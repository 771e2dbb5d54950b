"""Is a violation witness right?  A concrete run is looked for that passes its waypoints and ends in the violation it speaks of.

First a run is tried with the values that the witness gives (``waypoints.WitnessInputs``).  If that is none, the program is
verified: a proof refutes the witness, and the run of a counterexample confirms it if it passes the waypoints.  A violation on
another way says nothing about the witness.
"""

from __future__ import annotations

from dataclasses import replace

from whet.algorithms.engine import run
from whet.algorithms.targets import targets_of
from whet.algorithms.waypoints import NotFollowed, WaypointMatching, Waypoints, WitnessInputs
from whet.cfa.model import Program
from whet.cfa.source import place_of
from whet.checks.insertion import put_checks
from whet.core.context import Context
from whet.core.result import Assumption, FalseVerdict, Input, Reason, Result, Unknown
from whet.interpreter.inputs import Inputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Aborted, ErrorReached, Execution, UndefinedBehaviour
from whet.interpreter.pool import RecordedInputs
from whet.interpreter.process import RunBounds
from whet.interpreter.steps import source_of
from whet.pointers.regions import Regions
from whet.task.configuration import Configuration
from whet.task.properties import ASSERTION
from whet.task.records import dataclass
from whet.task.task import Task
from whet.witnesses.witness import ViolationSequence

_BOUNDS = RunBounds(steps=300_000)
"""Of a run whose every operation is looked at."""


@dataclass(frozen=True, slots=True)
class ViolationEngine:
    """Looks for a run of a violation witness."""

    witness: ViolationSequence

    def __call__(self, program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
        """FALSE with such a run; TRUE if there is none because the property holds."""
        put_checks(program, targets_of(task.property), Regions)
        try:
            return self._replayed(program, context) or self._searched(program, task, configuration, context)
        except NotFollowed as reason:
            return Result(Unknown(Reason.INCOMPLETE, f"the witness cannot be followed: {reason}"))

    def _replayed(self, program: Program, context: Context) -> Result | None:
        context.progress("following the witness")
        follower = _Run(program, self.witness)
        return follower.result(WitnessInputs(follower.waypoints, follower.matching))

    def _searched(self, program: Program, task: Task, configuration: Configuration, context: Context) -> Result:
        found = run(program, task, configuration, context)
        if not isinstance(found.verdict, FalseVerdict):
            return found
        follower = _Run(program, self.witness)
        matched = follower.result(RecordedInputs(found.verdict.given))
        if matched is not None:
            return replace(found, statistics=matched.statistics)
        why = f"the property is violated, but the run that was found is none of the witness: {follower.why}"
        return replace(found, verdict=Unknown(Reason.NOT_REPLAYED, why), evidence=None, checked=None)


class _Run:
    """One run of a program, and the waypoints that it passes."""

    def __init__(self, program: Program, witness: ViolationSequence) -> None:
        self._program = program
        self.waypoints = Waypoints(program, witness)
        self.matching = WaypointMatching(self.waypoints)
        self.why = ""

    def result(self, inputs: Inputs) -> Result | None:
        targets = self._program.targets
        interpreter = Interpreter(self._program, error_functions=targets.functions, error_labels=targets.labels, limits=_BOUNDS)
        execution = interpreter.follow(self.matching, inputs)
        verdict = self._violation(execution)
        self.why = self._reason(verdict)
        if verdict is None or self.why:
            return None
        taken = tuple(Assumption(item.what, place_of(item.origin)) for item in execution.assumptions)
        return Result(verdict, taken, {"waypoints": len(self.waypoints.segments)})

    def _reason(self, verdict: FalseVerdict | None) -> str:
        """Why it is not a run of the witness; empty if it is."""
        if self.matching.avoided is not None:
            return f"it passes what it should avoid, in line {self.matching.avoided.entry}"
        if not self.matching.is_at_target:
            return f"it does not pass the waypoint of line {self.matching.segment.follow.entry}"
        if verdict is None:
            return "it violates nothing"
        return "" if self._ends_at_target else "it ends elsewhere than at the target"

    def _violation(self, execution: Execution) -> FalseVerdict | None:
        targets, outcome = self._program.targets, execution.told
        self._ends_at_target = not isinstance(outcome, (ErrorReached, UndefinedBehaviour, Aborted)) or (
            self.matching.is_at_target and self.matching.ends_at(outcome.origin)
        )
        match outcome:
            case ErrorReached(name=name, origin=origin):
                property, what, check = targets.part("unreach-call"), f"{name} is reached", ASSERTION
            case UndefinedBehaviour(what=what, origin=origin, danger=danger) if danger in targets.dangers and danger is not None:
                property, check = danger.property_name, danger.check
            case _:
                return None
        inputs = tuple(Input(source_of(read), read.number, place_of(read.asked_at)) for read in execution.inputs)
        return FalseVerdict(property=property, violation=what, check=check, place=place_of(origin), inputs=inputs)
