"""Runs: the program is executed on one input after another, and a run that fails is a counterexample.

    pool := inputs of several styles
    while there is time:
        input := one of the pool with a change, or a new one, or a solution for a branch beside a run of the pool
        run the program on the input
        if the run violates the property: return FALSE with this run
        if the run takes an edge for the first time: add the input to the pool

It proves nothing.  It finds errors after long loops, which other algorithms unroll, and errors that many inputs show.

Without a verdict it reports what all runs together executed: branches, checks, lines, and the largest values of variables that
decide about loops.  Counting lines slows down every run, so they are counted only on request.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from whet.algorithms.input_search import RUNS_BETWEEN, InputSearch, branching_edges, compared_values
from whet.algorithms.testing import check_time
from whet.cfa.expressions import Expr, Var, Variable, VariableKind, without_casts
from whet.cfa.loops import analyse_loops
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assume, flatten
from whet.cfa.semantics import Value
from whet.cfa.source import Place, is_generated
from whet.cfa.types import IntType
from whet.core.algorithm import Problem
from whet.core.configuration import EngineChoice
from whet.core.context import Context
from whet.core.executed import ExecutedCode, ExecutedLines, LargestValue
from whet.core.mailbox import Alone, MessageKind, RunInputs
from whet.core.registry import register_algorithm
from whet.core.result import Reason, Result, Unknown
from whet.interpreter.inputs import Inputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import ErrorReached, Execution, InputsExhausted, StepLimit, UndefinedBehaviour
from whet.interpreter.pool import InputPool, InputVocabulary, StyledInputs
from whet.interpreter.process import RunBounds
from whet.interpreter.units import WatchedValues
from whet.task.messages.unknown import RUNS
from whet.task.options import Choice, Duration, option
from whet.task.records import dataclass

_MOST_WATCHED = 200
_MOST_LISTED = 3
_NONE = -(1 << 200)
"""Less than every value."""
_NEAR = 4
"""Edges between the head of a loop and its condition."""


class RunRecords:
    """Of one program."""

    def __init__(self, program: Program, interpreter: Interpreter, *, wants_lines: bool) -> None:
        self._interpreter = interpreter
        self.edges = branching_edges(program)
        """The branches and their numbers."""
        self._lines = dict(_lines_of(program)) if wants_lines else {}
        others = (edge for edge in self._lines if edge not in self.edges)
        self._counted = {**self.edges, **{edge: number for number, edge in enumerate(others, len(self.edges))}}
        self._seen = 0
        """The marks of all runs, as one number."""
        self._conditions = _loop_conditions(program, self.edges)
        variables = list(dict.fromkeys(each for found in self._conditions.values() for each in found))[:_MOST_WATCHED]
        numbers = {variable: number for number, variable in enumerate(variables)}
        by_edge = {
            edge: tuple((each, numbers[each]) for each in found if each in numbers) for edge, found in self._conditions.items()
        }
        self._watched = WatchedValues(by_edge, [_NONE] * len(variables))
        self._numbers = numbers
        self.is_partial = False
        """Was more executed than is counted here?"""

    def run(self, inputs: Inputs, *, steps: int) -> tuple[Execution, list[int]]:
        """Interpret the program; with the branches that the run took."""
        hits = bytearray(len(self._counted))
        execution = self._interpreter.count(inputs, self._counted, hits, steps=steps, watched=self._watched)
        if self._lines:
            self._seen |= int.from_bytes(hits, "little")
        return execution, [number for number, hit in enumerate(hits[: len(self.edges)]) if hit]

    def executed(self, runs: int, taken: Container[int], count: int) -> ExecutedCode:
        """``taken`` are the branches that some run took, ``count`` of them."""
        checks: dict[Place, bool] = {}
        for edge in self.edges:
            first = flatten(edge.operation)[0]
            if isinstance(first, Assume) and first.danger is not None:
                place, is_reached = first.origin.original_place, any(self.edges[each] in taken for each in edge.source.leaving)
                checks[place] = checks.get(place, False) or is_reached
        return ExecutedCode(
            runs=runs,
            taken=count,
            branches=len(self.edges),
            checks=len(checks),
            unreached=tuple(sorted(place for place, is_reached in checks.items() if not is_reached)),
            largest=tuple(self._largest(taken)),
            lines=self._executed_lines(),
            is_partial=self.is_partial,
        )

    def _largest(self, taken: Container[int]) -> Iterator[LargestValue]:
        """First those of conditions that were only true, or only false."""
        is_open = {
            variable: any(self.edges[each] not in taken for each in edge.source.leaving)
            for edge, found in self._conditions.items()
            for variable in found
        }
        listed = 0
        for variable in sorted(self._numbers, key=lambda each: not is_open[each]):
            value = self._watched.largest[self._numbers[variable]]
            if value != _NONE and listed < _MOST_LISTED and variable.kind is not VariableKind.TEMPORARY:
                listed += 1
                yield LargestValue(variable.name, value)

    def _executed_lines(self) -> tuple[ExecutedLines, ...]:
        executed: dict[str, set[int]] = {}
        others: dict[str, set[int]] = {}
        for edge, lines in self._lines.items():
            is_taken = self._seen >> 8 * self._counted[edge] & 1
            for file, line in lines:
                executed.setdefault(file, set())
                (executed if is_taken else others).setdefault(file, set()).add(line)
        return tuple(
            ExecutedLines(file, tuple(sorted(lines)), tuple(sorted(others.get(file, set()) - lines)))
            for file, lines in sorted(executed.items())
        )


def _lines_of(program: Program) -> Iterator[tuple[Edge, set[tuple[str, int]]]]:
    """The edges of the program's own functions, with the files and lines that they stand for."""
    for function in _own_functions(program):
        for edge in function.edges():
            places = [part.origin.original_place for part in flatten(edge.operation) if not is_generated(part.origin)]
            if places:
                yield edge, {(place.file, place.line) for place in places}


def _own_functions(program: Program) -> Iterator[Function]:
    """Those that the user wrote; an error function may have got its body from a check."""
    others = {program.start, *(program.functions.get(name) for name in program.targets.functions)}
    defined = (each for each in program.functions.values() if each.is_defined and each not in others)
    return (each for each in defined if not each.is_of_library)


def _loop_conditions(program: Program, branches: Container[Edge]) -> dict[Edge, list[Variable]]:
    """The branches that decide whether a loop continues, each with the variables that it compares."""
    found: dict[Edge, list[Variable]] = {}
    for function in _own_functions(program):
        for loop in analyse_loops(function).loops:
            for edge in _first_branches(loop.head):
                if edge in branches:
                    found[edge] = [each for operand in compared_values(edge) or () if (each := _variable(operand)) is not None]
    return {edge: variables for edge, variables in found.items() if variables}


def _first_branches(node: Node) -> tuple[Edge, ...]:
    for _ in range(_NEAR):
        if len(node.leaving) == 1:
            node = node.leaving[0].target
    return tuple(node.leaving)


def _variable(expr: Expr) -> Variable | None:
    match without_casts(expr):
        case Var(variable=variable) if isinstance(variable.type, IntType):
            return variable
        case _:
            return None


if TYPE_CHECKING:
    from whet.algorithms.compiled_runs import CompiledRuns

_FIRST_STEPS = 20_000
_GROWTH = 8
_MANY_CUT = 12
_MOST_STEPS = 1_000_000_000
_MOST_DUE_STEPS = 20_000_000
"""How long a search continues without a new branch: ten seconds."""
_STEPS_BESIDE_COMPILED = 200_000
"""Where the program is compiled, too, which is for the long runs."""
_MOST_PATIENCE = 1000
_RUNS_BETWEEN_NEWS = 100
_MOST_PUBLISHED = 1000
"""Values of an input that others are given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsOptions:
    seconds: float = option(4.0, Duration(), "CPU time after which a search without a new branch ends.")
    eager: float = option(2.0, Duration(), "The same in a portfolio.")
    solve: str = option(
        "yes", Choice(("yes", "no")), "Whether a solver is asked for inputs that take branches beside those taken."
    )


@register_algorithm("runs", options=RunsOptions)
class Runs:
    """Execute the program on inputs that cover more and more of it."""

    def __init__(self, options: RunsOptions | None = None) -> None:
        self._options = options or RunsOptions()

    def run(self, problem: Problem, context: Context, /) -> Result:
        search = _Runs(problem.program, context)
        engine = EngineChoice.of(problem.configuration) if self._options.solve == "yes" else None
        inputs = InputSearch(problem.program, search.interpreter.watch, search.edges, search.pool, engine)
        found = _with_received(inputs, search, context)
        with _compiled(problem, context) as compiled:
            result = self._searched(search, found, compiled, context)
        if result is not None:
            return result
        search.tell_executed(is_last=True)
        return Result(Unknown(Reason.INCOMPLETE, RUNS))

    def _searched(
        self, search: _Runs, found: Iterator[StyledInputs | None], compiled: CompiledRuns | None, context: Context
    ) -> Result | None:
        pace = _Pace(context, self._options, compiled)
        for number, inputs in enumerate(found):
            search.most_steps = _STEPS_BESIDE_COMPILED if compiled is not None and compiled.is_of_use else _MOST_STEPS
            if inputs is not None:
                is_compiled = compiled is not None and compiled.takes(number, search)
                result = compiled.run(search, inputs) if compiled is not None and is_compiled else search.run(inputs)
                if result is not None:
                    return result
                pace.is_new = pace.is_new or search.found_new
                if number % _RUNS_BETWEEN_NEWS == 0:
                    search.tell_executed()
            is_slow = search.is_slow or (compiled is not None and compiled.is_slow)
            is_look = number % RUNS_BETWEEN == 0 or is_slow or inputs is None
            is_growing = search.is_growing and compiled is None  # long runs are compiled ones, if the user allows them
            if search.is_complete or (is_look and pace.is_over() and not is_growing):
                break
        return None


def _with_received(search: InputSearch, runs: _Runs, context: Context) -> Iterator[StyledInputs | None]:
    """The inputs of a search, and between them those that others publish."""
    for number, inputs in enumerate(search.inputs()):
        yield inputs
        if number % RUNS_BETWEEN == 0:
            for message in context.mailbox.read(MessageKind.INPUTS):
                if isinstance(message.data, RunInputs):
                    yield runs.pool.beginning(message.data.values)


@contextmanager
def _compiled(problem: Problem, context: Context) -> Iterator[CompiledRuns | None]:
    """The compiled program, if the user allows that it is executed."""
    if context.execution is None:
        yield None
        return
    from whet.algorithms.compiled_runs import CompiledRuns  # most runs are interpreted

    compiled = CompiledRuns(context.execution, problem, context)
    try:
        yield compiled
    finally:
        compiled.close()


class _Pace:
    """How long to continue without a new branch: as long as it took to find the last one, and for some time at least.  In a
    portfolio that is short, because others can use the time."""

    def __init__(self, context: Context, options: RunsOptions, compiled: CompiledRuns | None) -> None:
        self._context = context
        self._compiled = compiled
        is_patient = isinstance(context.mailbox, Alone) or compiled is not None
        self._patience = options.seconds if is_patient else options.eager
        self._begun = self._last = context.seconds
        self.is_new = False
        """Was a new branch taken since the last look?"""

    def is_over(self) -> bool:
        check_time(self._context)
        now = self._context.seconds + (0.0 if self._compiled is None else self._compiled.seconds)
        if self._compiled is not None and self._compiled.is_pending:
            self._begun = self._last = now
        if self.is_new:
            self._last, self.is_new = now, False
        return now - self._last > max(self._patience, self._last - self._begun)


class _Runs:
    """The pool of one program, and the runs so far."""

    def __init__(self, program: Program, context: Context) -> None:
        self._program = program
        self._context = context
        targets = program.targets
        bounds = RunBounds(depth=20_000, memory=1 << 28, output=1 << 12)
        self.interpreter = Interpreter(program, error_functions=targets.functions, error_labels=targets.labels, limits=bounds)
        self._records = RunRecords(program, self.interpreter, wants_lines=context.explanation.wants_graph)
        self.edges = self._records.edges
        self.pool = InputPool(InputVocabulary.of(program))
        self._steps = _FIRST_STEPS
        self.most_steps = _MOST_STEPS
        """Of an interpreted run."""
        self._cut = self._asking = 0
        """Runs that were cut off, because they have many steps or inputs."""
        self._has_ended = False
        """Did a run come to its end?"""
        self._is_due = False
        """Was no run executed yet with the steps that are allowed now?"""
        self._do_short_find = True
        """Did the last short run take a new branch?"""
        self._in_long_runs = self._in_short_runs = 0
        """Steps."""
        self._interpreted = 0
        """Runs."""
        self._refused = 0
        self._told = 0
        """Branches that were taken at the last report to observers."""
        self.found_new = False
        self.is_complete = False
        """Would another run do the same as one that came to its end?"""

    @property
    def is_slow(self) -> bool:
        return self._steps > 10 * _FIRST_STEPS

    @property
    def is_growing(self) -> bool:
        """Did no run come to its end, and was the next longer one not executed yet?"""
        return self._is_due and not self._has_ended and self._steps <= _MOST_DUE_STEPS

    @property
    def mean_steps(self) -> float:
        """Of an interpreted run."""
        return (self._in_long_runs + self._in_short_runs) / max(1, self._interpreted)

    def run(self, inputs: StyledInputs) -> Result | None:
        most = self._most_steps()
        execution, taken = self.interpreted(inputs, steps=most)
        self._context.statistics.set("runs", self.pool.tried)
        self._context.progress("running", runs=self.pool.tried)
        if (result := self.violation(execution, inputs.given)) is not None:
            return result
        self.found_new = self.pool.keep(taken, inputs)
        if self.found_new and len(inputs.given) <= _MOST_PUBLISHED:
            self._context.mailbox.publish(MessageKind.INPUTS, RunInputs(tuple(inputs.given)))
        self._adapt(execution, inputs, is_long=most == self._steps)
        return None

    def tell_executed(self, *, is_last: bool = False) -> None:
        """Between runs only if there is more of it."""
        taken = self.pool.by_edge
        if len(taken) == self._told and not is_last:
            return
        self._told = len(taken)
        count = sum(1 for number in taken if number < len(self.edges))
        self._context.explanation.executed(self._records.executed(self.pool.tried, taken, count))

    def interpreted(self, inputs: Inputs, *, steps: int) -> tuple[Execution, list[int]]:
        """With the branches that the run took."""
        return self._records.run(inputs, steps=steps)

    def cut_short(self) -> None:
        """The interpreter did not follow a compiled run to its end."""
        self._records.is_partial = True

    def violation(self, execution: Execution, given: Sequence[Value]) -> Result | None:
        """The confirmed violation at the end of a run, if there is one."""
        if not self._is_violation(execution):
            return None
        from whet.algorithms.alarms import confirmed_run  # most runs need no encoder, which this brings

        found = confirmed_run(self._program, self.interpreter, given, execution, self._context)
        if found is not None:
            return Result(found.verdict, found.taken, evidence=found.evidence)
        self._refused += 1
        return None

    def _is_violation(self, execution: Execution) -> bool:
        match execution.outcome:
            case ErrorReached():
                return True
            case UndefinedBehaviour(danger=danger):
                return danger in self._program.targets.dangers and self._refused < 20
            case _:
                return False

    def _most_steps(self) -> int:
        """Where no run comes to its end, half of all steps are for short runs: the program may have no end.  A longer run comes
        at once if they take no new branch."""
        is_next = self.is_growing and not self._do_short_find
        return self._steps if self._has_ended or is_next or self._in_long_runs <= self._in_short_runs else _FIRST_STEPS

    def _adapt(self, execution: Execution, inputs: StyledInputs, *, is_long: bool) -> None:
        """Runs may have more steps or inputs when several were cut off; at once if none came to its end, or all are the same."""
        is_cut, is_asking = isinstance(execution.outcome, StepLimit), isinstance(execution.outcome, InputsExhausted)
        self._interpreted += 1
        if is_long:
            self._is_due &= is_asking
        else:
            self._do_short_find = self.found_new
        self._in_long_runs += execution.steps if is_long else 0
        self._in_short_runs += 0 if is_long else execution.steps
        self._has_ended = self._has_ended or not (is_cut or is_asking)
        if not inputs.given:
            self.is_complete = not is_cut or self._steps >= _MOST_STEPS
        self._cut += is_cut and is_long
        self._asking += is_asking
        if max(self._cut, self._asking) < (_MANY_CUT if self._has_ended else 1):
            return
        if is_cut and is_long and self._steps < self.most_steps:
            self._steps = min(self._steps * _GROWTH, self.most_steps)
            self._is_due = True
        elif is_asking and self.pool.patience < _MOST_PATIENCE:
            self.pool.patience *= _GROWTH
        else:
            return
        self._cut = self._asking = 0
        self.found_new = True
