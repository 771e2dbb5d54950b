"""Error paths that no analysis excludes are replayed, and only a replay makes them a FALSE.

Imported lazily: alarms are rare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from whet.cfa.model import Edge, Program
from whet.cfa.semantics import Value
from whet.cfa.sites import site_place
from whet.cfa.source import place_of
from whet.cfa.targets import violation_by
from whet.cfa.within_library import LibraryCall
from whet.core.configuration import EngineChoice
from whet.core.context import Context
from whet.core.evidence import Counterexample, Omitted, PlainValue
from whet.core.interfaces import Violation
from whet.core.mailbox import MessageKind, RunInputs
from whet.core.result import Assumption, FalseVerdict, Input
from whet.encoding.encode import Encoder
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.object_picture import object_picture
from whet.interpreter.outcomes import ErrorReached, Execution, FaultyAccess, RunOutcome, UndefinedBehaviour
from whet.interpreter.path_inputs import Guess, NoInputs, PathInputs, PathUnsolved
from whet.interpreter.pool import RecordedInputs
from whet.interpreter.process import Convention
from whet.interpreter.reached import concrete_run
from whet.interpreter.replay import Effort, Guide, NotReplayed, Replayed, Replayer, ReplayResult, is_same_danger
from whet.interpreter.steps import StepsTaken, source_of
from whet.task.dangers import Danger, Fault
from whet.task.messages.assumptions import ADDRESSES
from whet.task.messages.unknown import NO_INPUT, NO_TIME_TO_REPLAY
from whet.task.properties import ASSERTION
from whet.task.records import dataclass

_FREE_REPLAY = 3.0
"""Seconds that replaying may take before it is weighed against everything else."""
_TOLD_STEPS = 2000
"""Of a run, from its end; a step is a piece of straight code."""
_BEYOND_CHECK = 400
"""More edges than lie between a check and its operation."""
_FEW_RUNS = Effort(runs=30, seconds=0.3)
"""What guessing inputs may cost before a solver is asked for them."""


@dataclass(frozen=True, slots=True)
class ConfirmedAlarm:
    """A concrete run violates the property."""

    verdict: FalseVerdict
    evidence: Counterexample
    taken: tuple[Assumption, ...]
    """What the run took for granted, such as the values of uninitialised variables."""


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """It is not known whether the path is real."""

    reason: str


@dataclass(slots=True)
class Alarms:
    """The error paths of one run that were believed in."""

    replayer: Replayer
    inputs: PathInputs
    context: Context
    met: int = 0
    seconds: float = 0.0
    """CPU time spent on replay so far."""

    def confirm(self, violation: Violation, edges: Sequence[Edge], guide: Guide | None = None) -> ConfirmedAlarm | Unconfirmed:
        """Does some input drive the program along the edges to the violation?  Inputs found by others are tried first."""
        self.met += 1
        self.context.statistics.set("alarms", self.met)
        match self._replay(edges, guide):
            case Replayed(execution=execution) as replayed:
                taken = self.replayer.steps(edges, replayed)
                verdict = _false(violation, execution, taken, self.replayer.program, edges[-1], replayed.given)
                return ConfirmedAlarm(verdict, Counterexample(taken.steps), self._taken(edges, execution))
            case NotReplayed(reason=reason):
                return Unconfirmed(reason)

    def _taken(self, edges: Sequence[Edge], execution: Execution) -> tuple[Assumption, ...]:
        taken = _assumed(execution)
        if (look := self.inputs.look_at_address(edges)) is not None:
            taken += (Assumption(ADDRESSES, place_of(look)),)
        return taken

    def _replay(self, edges: Sequence[Edge], guide: Guide | None) -> ReplayResult:
        """Replay a path, unless replaying has already taken more time than all else: another path may be easier."""
        if self.seconds > _FREE_REPLAY + (self.context.seconds - self.seconds):
            return NotReplayed(NO_TIME_TO_REPLAY)
        self.context.progress("replaying", alarms=self.met)
        started = self.context.clock()
        result: ReplayResult = NotReplayed("") if guide is None else self.replayer.replay_guided(edges, guide)
        if isinstance(result, NotReplayed):
            result = self.replayer.replay(edges, _FEW_RUNS)
        if isinstance(result, NotReplayed):
            result = self._replay_with_solver(edges)
        self.seconds += self.context.clock() - started
        return result

    def _replay_with_solver(self, edges: Sequence[Edge]) -> ReplayResult:
        self.context.statistics.count("solved_paths")
        self.context.progress("looking for inputs", alarms=self.met)
        match self.inputs.find(edges):
            case Guess(inputs=inputs):
                result = self.replayer.replay_with(edges, inputs)
                if isinstance(result, Replayed):
                    return result
                self.context.mailbox.publish(MessageKind.INPUTS, RunInputs(inputs))  # a run may go another way to an error
                return self.replayer.replay(edges)
            case NoInputs():
                return NotReplayed(NO_INPUT)
            case PathUnsolved():
                return self.replayer.replay(edges)


def confirmed_run(
    program: Program, interpreter: Interpreter, given: Sequence[Value], seen: Execution, context: Context
) -> ConfirmedAlarm | None:
    """The violation at the end of the run on these values, which was seen; None if it violates nothing.  Only the last steps of a
    long run are recorded."""
    if seen.used_convention:
        other = interpreter.run(RecordedInputs(given), convention=Convention.UNIT)
        if type(other.outcome) is not type(seen.outcome):
            return None
    skipped = max(0, seen.steps - _TOLD_STEPS)
    path: list[Edge] = []
    is_told_at_once = isinstance(seen.outcome, ErrorReached) and skipped > 0  # nothing of the path has to be known before
    if is_told_at_once:
        taken = StepsTaken(program, path, is_end=True)
        execution = interpreter.follow(taken, RecordedInputs(given), skipped=skipped, watcher=lambda edge, _: path.append(edge))
    else:
        interpreter.watch(lambda edge, _: path.append(edge), RecordedInputs(given), skipped=skipped)
    found = _violation_at_end(program, seen, path)
    if found is None:
        return None
    violation, path = found
    if not is_told_at_once:
        taken = StepsTaken(program, path, is_end=skipped > 0)
        execution = interpreter.follow(taken, RecordedInputs(given), skipped=skipped)
    verdict = _false(violation, execution, taken, program, path[-1], tuple(given))
    context.statistics.set("steps", execution.steps)
    steps = (Omitted(skipped), *taken.steps) if skipped else taken.steps
    return ConfirmedAlarm(verdict, Counterexample(steps), _assumed(execution))


def _violation_at_end(program: Program, execution: Execution, path: list[Edge]) -> tuple[Violation, list[Edge]] | None:
    """What the run violates, and its path up to the error function that says so."""
    match execution.outcome:
        case ErrorReached(name=name, origin=origin):
            error = program.functions[name].error if name in program.functions else None
            if error is None:
                return None
            return Violation(error.property, error.what, place_of(origin)), path
        case UndefinedBehaviour(danger=Danger() as danger, origin=origin):
            for length in range(len(path), max(0, len(path) - _BEYOND_CHECK), -1):
                error, edge = violation_by(path[length - 1].operation), path[length - 1]
                if error is not None and is_same_danger(danger, error.danger) and origin in (None, edge.origin):
                    return Violation(error.property, error.what, edge.operation.origin.original_place), path[:length]
            return None
        case _:
            return None


def alarms_of(program: Program, encoder: Callable[[], Encoder], engine: EngineChoice, context: Context) -> Alarms:
    """None yet.  The encoder is asked for if inputs have to be solved for."""
    interpreter = Interpreter(program, error_functions=program.targets.functions, error_labels=program.targets.labels)
    return Alarms(Replayer(program, interpreter), PathInputs(encoder, engine=engine), context)


def _assumed(execution: Execution) -> tuple[Assumption, ...]:
    return tuple(Assumption(item.what, place_of(item.origin)) for item in execution.assumptions)


def _false(
    violation: Violation, execution: Execution, taken: StepsTaken, program: Program, last: Edge, given: tuple[Value, ...]
) -> FalseVerdict:
    """``last`` is the edge that enters the error function."""
    what, check, violated = violation.description, ASSERTION, violation.property
    fault: Fault | None = None
    match execution.told:
        case UndefinedBehaviour(what=seen, danger=Danger(check=name, property_name=property), fault=fault):
            what, check, violated = f"{seen}{_with(taken.operands)}", name, property
        case _:
            pass
    verdict = FalseVerdict(
        property=violated,
        violation=what,
        check=check,
        place=violation.place,
        inputs=tuple(_inputs(execution)),
        fault=fault,
        width=last.operation.origin.width,
        events=taken.events(execution.outcome),
        picture=_picture(execution.outcome),
        run=concrete_run(execution, program, taken.call),
        given=given,
    )
    return verdict if execution.within is None else _told_at_call(verdict, execution.within, site_place(program, last))


def _picture(outcome: RunOutcome) -> tuple[str, ...]:
    match outcome:
        case UndefinedBehaviour(about=FaultyAccess() as about) if about.width:
            return object_picture(about)
        case _:
            return ()


def _inputs(execution: Execution) -> Iterator[Input]:
    """Strings of ``main`` come after its other arguments."""
    of_main = [read for read in execution.inputs if read.name is not None]
    for read in of_main:
        yield Input(source_of(read), read.number, place_of(read.asked_at), is_named=True)
    for text in execution.texts:
        if text.is_looked_at:
            yield Input(text.name, text.literal, place_of(text.origin), is_named=True)
    for read in execution.inputs[len(of_main) :]:
        yield Input(source_of(read), read.number, place_of(read.asked_at))


def _told_at_call(verdict: FalseVerdict, within: LibraryCall, site: str) -> FalseVerdict:
    """What goes wrong in a function of the library stands where the program calls it."""
    return replace(verdict, place=place_of(within.origin), width=within.origin.width, site=site)


def _with(operands: Mapping[str, PlainValue]) -> str:
    """Such as `` (x = 2147483647, y = 1)``."""
    return f" ({', '.join(f'{name} = {value}' for name, value in operands.items())})" if operands else ""
