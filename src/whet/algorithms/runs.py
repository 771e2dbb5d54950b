"""Runs: the program is executed on one input after another, and a run that fails is a counterexample.

    pool := inputs of several styles
    while there is time:
        input := one of the pool with a change, or a new one
        run the program on the input
        if the run violates the property: return FALSE with this run
        if the run takes an edge for the first time: add the input to the pool

It proves nothing.  It finds errors behind long loops, which other algorithms unroll, and errors that many inputs show.
"""

from __future__ import annotations

from whet.algorithms.alarms import confirmed_run
from whet.cfa.model import Edge, Program
from whet.core.algorithm import Problem
from whet.core.context import Context, LimitReached
from whet.core.registry import register_algorithm
from whet.core.result import Reason, Result, Unknown
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import ErrorReached, Execution, StepLimit, UndefinedBehaviour
from whet.interpreter.pool import ChosenInputs, InputPool, Vocabulary
from whet.interpreter.process import RunBounds
from whet.task.options import Duration, option
from whet.task.records import dataclass

_FIRST_STEPS = 20_000
_GROWTH = 4
_MOST_STEPS = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsOptions:
    seconds: float = option(3.0, Duration(), "CPU time after which a search without a new branch ends.")


@register_algorithm("runs", options=RunsOptions)
class Runs:
    """Execute the program on inputs that cover more and more of it."""

    def __init__(self, options: RunsOptions | None = None) -> None:
        self._options = options or RunsOptions()

    def run(self, problem: Problem, context: Context, /) -> Result:
        search = _Search(problem.program, context)
        last = context.seconds
        while context.seconds - last < self._options.seconds and not search.is_complete:
            _check_time(context)
            if (result := search.once()) is not None:
                return result
            if search.found_new:
                last = context.seconds
        detail = f"{search.pool.tried} runs take {len(search.pool.by_edge)} of {len(search.edges)} branches and show no error"
        return Result(Unknown(Reason.INCOMPLETE, detail))


class _Search:
    """The pool of one program, and the runs so far."""

    def __init__(self, program: Program, context: Context) -> None:
        self._program = program
        self._context = context
        self.edges: dict[Edge, int] = {edge: number for number, edge in enumerate(_branching_edges(program))}
        targets = program.targets
        bounds = RunBounds(depth=20_000, memory=1 << 28, output=1 << 12)
        self._interpreter = Interpreter(program, error_functions=targets.functions, error_labels=targets.labels, limits=bounds)
        self.pool = InputPool(Vocabulary.of(program))
        self._steps = _FIRST_STEPS
        self._cut = 0
        self._refused = 0
        self.found_new = False
        self.is_complete = False
        """Would another run do the same as one that came to its end?"""

    def once(self) -> Result | None:
        inputs = self.pool.next()
        hits = bytearray(len(self.edges))
        execution = self._interpreter.count(inputs, self.edges, hits, steps=self._steps)
        self._context.statistics.set("runs", self.pool.tried)
        self._context.progress("running", runs=self.pool.tried)
        if self._is_violation(execution):
            found = confirmed_run(self._program, self._interpreter, inputs.given, self._context)
            if found is not None:
                return Result(found.verdict, found.taken, evidence=found.evidence)
            self._refused += 1
        self.found_new = self.pool.keep((at for at, hit in enumerate(hits) if hit), inputs)
        self._adapt(execution, inputs)
        return None

    def _is_violation(self, execution: Execution) -> bool:
        match execution.outcome:
            case ErrorReached():
                return True
            case UndefinedBehaviour(danger=danger):
                return danger in self._program.targets.dangers and self._refused < 20
            case _:
                return False

    def _adapt(self, execution: Execution, inputs: ChosenInputs) -> None:
        """Runs that are cut off get more steps: at once if all runs are the same, otherwise when several were cut."""
        is_cut = isinstance(execution.outcome, StepLimit)
        self._cut += is_cut
        if not inputs.given:
            self.is_complete = not is_cut or self._steps >= _MOST_STEPS
        if is_cut and (not inputs.given or self._cut >= 8) and self._steps < _MOST_STEPS:
            self._steps, self._cut, self.found_new = self._steps * _GROWTH, 0, True


def _branching_edges(program: Program) -> list[Edge]:
    return [edge for node in program.nodes() if len(node.leaving) > 1 for edge in node.leaving]


def _check_time(context: Context) -> None:
    limit = context.limits.seconds
    if limit is not None and context.seconds > limit:
        raise LimitReached(Reason.TIME_OUT, f"{limit:g}s of CPU time were used")


__all__ = ["Runs", "RunsOptions"]
