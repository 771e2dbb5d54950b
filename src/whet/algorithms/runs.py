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

from collections.abc import Iterator
from contextlib import suppress

from whet.algorithms.testing import check_time
from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Unary, UnaryOp, Valid
from whet.cfa.model import Edge, Program
from whet.cfa.operations import Assume, flatten
from whet.cfa.semantics import Value
from whet.cfa.types import IntType
from whet.core.algorithm import Problem
from whet.core.context import Context
from whet.core.mailbox import Alone
from whet.core.registry import register_algorithm
from whet.core.result import Reason, Result, Unknown
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import ErrorReached, Execution, InputsExhausted, StepLimit, UndefinedBehaviour
from whet.interpreter.pool import InputPool, InputVocabulary, PooledInput, RecordedInputs, StyledInputs
from whet.interpreter.process import RunBounds
from whet.interpreter.view import View
from whet.task.options import Duration, option
from whet.task.records import dataclass

_RUNS_BETWEEN = 40
_WATCHED_EDGES = 100_000
_FIRST_STEPS = 20_000
_GROWTH = 4
_MOST_STEPS = 1_000_000_000
_MOST_PATIENCE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsOptions:
    seconds: float = option(2.0, Duration(), "CPU time after which a search without a new branch ends.")
    eager: float = option(0.5, Duration(), "The same in a portfolio.")


@register_algorithm("runs", options=RunsOptions)
class Runs:
    """Execute the program on inputs that cover more and more of it."""

    def __init__(self, options: RunsOptions | None = None) -> None:
        self._options = options or RunsOptions()

    def run(self, problem: Problem, context: Context, /) -> Result:
        search = _Search(problem.program, context)
        pace = _Pace(context, self._options)
        for number, inputs in enumerate(search.inputs()):
            if (result := search.run(inputs)) is not None:
                return result
            pace.is_new = pace.is_new or search.found_new
            if search.is_complete or ((number % _RUNS_BETWEEN == 0 or search.is_slow) and pace.is_over()):
                break
        detail = f"{search.pool.tried} runs take {len(search.pool.by_edge)} of {len(search.edges)} branches and show no error"
        return Result(Unknown(Reason.INCOMPLETE, detail))


class _Pace:
    """How long to go on without a new branch: as long as it took to find the last one, and for some time at least.  In a
    portfolio that is short, because others can use the time."""

    def __init__(self, context: Context, options: RunsOptions) -> None:
        self._context = context
        self._patience = options.seconds if isinstance(context.mailbox, Alone) else options.eager
        self._begun = self._last = context.seconds
        self.is_new = False
        """Was a new branch taken since the last look?"""

    def is_over(self) -> bool:
        check_time(self._context)
        now = self._context.seconds
        if self.is_new:
            self._last, self.is_new = now, False
        return now - self._last > max(self._patience, self._last - self._begun)


class _Search:
    """The pool of one program, and the runs so far."""

    def __init__(self, program: Program, context: Context) -> None:
        self._program = program
        self._context = context
        self.edges: dict[Edge, int] = {edge: number for number, edge in enumerate(_branching_edges(program))}
        targets = program.targets
        bounds = RunBounds(depth=20_000, memory=1 << 28, output=1 << 12)
        self._interpreter = Interpreter(program, error_functions=targets.functions, error_labels=targets.labels, limits=bounds)
        self.pool = InputPool(InputVocabulary.of(program))
        self._steps = _FIRST_STEPS
        self._cut = self._asking = self._since = 0
        """Runs that were cut off, because they have many steps or inputs."""
        self._refused = 0
        self._tries: dict[Edge, int] = {}
        self.found_new = False
        self.is_complete = False
        """Would another run do the same as one that came to its end?"""

    def inputs(self) -> Iterator[StyledInputs]:
        """By style and change; now and then some that are to take a branch beside those that were taken."""
        while True:
            for _ in range(_RUNS_BETWEEN):
                yield self.pool.next()
            edge = self._open_branch()
            if edge is not None:
                yield from self._inputs_for(edge)

    def _open_branch(self) -> Edge | None:
        """One that no run took, although runs come to its node; the one that was tried least."""
        taken = self.pool.by_edge
        beside = [edge for edge, at in self.edges.items() if at not in taken and self._beside(edge) is not None]
        return min(beside, key=lambda edge: self._tries.get(edge, 0), default=None)

    def _beside(self, edge: Edge) -> PooledInput | None:
        """An input that comes to the node of an edge."""
        found = [self.pool.by_edge.get(self.edges[other], []) for other in edge.source.leaving if other is not edge]
        entries = [entry for each in found for entry in each]
        return entries[self._tries.get(edge, 0) % len(entries)] if entries else None

    def _inputs_for(self, edge: Edge) -> Iterator[StyledInputs]:
        entry, compared = self._beside(edge), _comparison(edge)
        tries = self._tries[edge] = self._tries.get(edge, 0) + 1
        if entry is None or compared is None:
            return
        seen = self._compared(entry, edge, compared, visits=4 * tries)
        number = self.edges[edge]
        for count, one, other in seen:
            for have, want in ((one, other), (other, one)):
                for near in (want, *((want + 1, want - 1) if isinstance(want, int) else ())):
                    for inputs in self.pool.toward(entry, count, have, near):
                        yield inputs
                        if number in self.pool.by_edge:
                            return

    def _compared(
        self, entry: PooledInput, edge: Edge, operands: tuple[Expr, Expr], visits: int
    ) -> list[tuple[int, Value, Value]]:
        """What the operands of a condition were when a run came to it, and how many inputs had been read: the last visits."""
        recorded = RecordedInputs(entry.values)
        seen: dict[tuple[Value, Value], int] = {}
        left = _WATCHED_EDGES

        def see(taken: Edge, view: View) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                raise _Enough
            if taken.source is edge.source:
                one, other = map(view.value, operands)
                if one is not None and other is not None:
                    seen.pop((one, other), None)
                    seen[one, other] = recorded.count

        with suppress(_Enough):
            self._interpreter.watch(see, recorded)
        return [(count, one, other) for (one, other), count in list(seen.items())[-visits:]][::-1]

    @property
    def is_slow(self) -> bool:
        return self._steps > 10 * _FIRST_STEPS

    def run(self, inputs: StyledInputs) -> Result | None:
        hits = bytearray(len(self.edges))
        execution = self._interpreter.count(inputs, self.edges, hits, steps=self._steps)
        self._context.statistics.set("runs", self.pool.tried)
        self._context.progress("running", runs=self.pool.tried)
        if self._is_violation(execution):
            from whet.algorithms.alarms import confirmed_run  # most runs need no encoder, which this brings

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

    def _adapt(self, execution: Execution, inputs: StyledInputs) -> None:
        """Runs may have more steps or inputs when several were cut off: sooner if all were, at once if all are the same."""
        self._since += 1
        is_cut, is_asking = isinstance(execution.outcome, StepLimit), isinstance(execution.outcome, InputsExhausted)
        self._cut += is_cut
        self._asking += is_asking
        if not inputs.given:
            self.is_complete = not is_cut or self._steps >= _MOST_STEPS
        enough = 1 if not inputs.given else 3 if self._cut + self._asking == self._since else 12
        if max(self._cut, self._asking) < enough:
            return
        if is_cut and self._steps < _MOST_STEPS:
            self._steps *= _GROWTH
        elif is_asking and self.pool.patience < _MOST_PATIENCE:
            self.pool.patience *= 2 * _GROWTH
        else:
            return
        self._cut = self._asking = self._since = 0
        self.found_new = True


class _Enough(Exception):
    """A run was watched for long."""


def _comparison(edge: Edge) -> tuple[Expr, Expr] | None:
    """The operands that the condition of a branch compares."""
    first = flatten(edge.operation)[0]
    expr = first.condition if isinstance(first, Assume) else None
    while expr is not None:
        match expr:
            case Valid():  # no input makes a pointer valid
                return None
            case Cast(operand=operand) | Unary(op=UnaryOp.NOT, operand=operand):
                expr = operand
            case Binary(op=BinaryOp.NE | BinaryOp.EQ, left=Binary() as inner, right=Const(value=0)) if inner.op.is_comparison:
                expr = inner
            case Binary(op=op, left=left, right=right) if op.is_comparison:
                return left, right
            case _ if isinstance(expr.type, IntType):
                return expr, Const(0, expr.type)
            case _:
                return None
    return None


def _branching_edges(program: Program) -> list[Edge]:
    return [edge for node in program.nodes() if len(node.leaving) > 1 for edge in node.leaving]


__all__ = ["Runs", "RunsOptions"]
