"""Runs of the compiled program, for the algorithm ``runs``, if the user allows them (``whet verify --execute``).

The inputs are those of ``runs``.  The compiled program executes them, and gcc's instrumentation reports the edges of a run.  The
interpreter runs only the inputs that take a new edge, and those that end in an error: a FALSE rests on its run.

Where the interpreter would take too long, a second compilation decides: with all sanitizers, so that the run ends where C gives
the program no meaning.  An error counts if this program calls an error function of the property, twice on the same inputs, and if
the program has nothing that could deceive (``_is_plain``).  The result says that a compiled run confirmed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from threading import Thread
from typing import Protocol

from whet.cfa.expressions import Cast, Const, Expr
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call, Unsupported, flatten
from whet.cfa.semantics import Value
from whet.cfa.source import Origin, place_of
from whet.cfa.surroundings import asks
from whet.cfa.targets import ASSERTION_FUNCTIONS
from whet.cfa.types import FloatType, IntType, PointerType, ScalarType
from whet.core.algorithm import Problem
from whet.core.concrete import AskedInput, CompiledReplay, ConcreteRun, ReachedError, ReplayOutcome
from whet.core.context import Context, Level
from whet.core.evidence import Counterexample
from whet.core.execution import CompiledProgram, CompiledRun, CompiledTest, Execution, NotExecuted
from whet.core.result import FalseVerdict, Input, Result
from whet.interpreter.inputs import Inputs, NoMoreInputs, fitted
from whet.interpreter.outcomes import Execution as Interpreted
from whet.interpreter.outcomes import StepLimit
from whet.interpreter.pool import InputPool, StyledInputs, expressions_on
from whet.task.records import dataclass

_TAIL = 1024
_TAILS = 64
_STYLES = 420
"""Styles repeat after so many."""
_FIRST_SECONDS = 0.1
_MOST_SECONDS = 200.0
_GROWTH = 4
_STEPS = 20_000
"""Of a run that is interpreted for its edges."""
_CONFIRMING_STEPS = 500_000
"""Of one that ends in an error."""
_MOST_DOUBTED = 20
"""Runs that end in an error which the interpreter does not see."""
_MOST_PATIENCE = 1000
_COMPILED_EDGES = 1 << 24
"""Edges of the compiled program are numbered from here on."""
_TOLD_INPUTS = 1000
"""Of a run that only the compiled program makes; one with more has no harness."""
_SHARE = 4
"""One in so many runs goes to the engine that is less suited."""
_STEPS_OF_PROCESS = 500
"""Steps of the interpreter in the time that it takes to start and end a process."""


class RunSearch(Protocol):
    """The search that inputs come from (``algorithms.runs``)."""

    pool: InputPool
    found_new: bool
    is_complete: bool

    @property
    def mean_steps(self) -> float:
        """Of an interpreted run."""
        ...

    def interpreted(self, inputs: Inputs, *, steps: int) -> tuple[Interpreted, list[int]]:
        """With the branches that the run took."""

    def cut_short(self) -> None:
        """The interpreter did not follow a compiled run to its end."""

    def violation(self, execution: Interpreted, given: Sequence[Value]) -> Result | None:
        """The confirmed violation at the end of a run, if there is one."""


class ReplayedInputs:
    """The values that a compiled run asked for.  Uninitialised values are zero, and ``main`` is given one string."""

    def __init__(self, values: Sequence[Value], first: int) -> None:
        self._values = iter(values)
        self._first = first
        self.given: list[Value] = []
        self.types: list[ScalarType] = []

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        for value in self._values:
            return self._note(value, type)
        raise NoMoreInputs

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value:
        first, self._first = self._first, 0
        return self._note(first, type)

    def _note(self, value: Value, type: ScalarType) -> Value:
        self.given.append(value)
        self.types.append(type)
        return value


@dataclass(slots=True)
class _GivenValues:
    given: list[Value]
    types: list[ScalarType]


@dataclass(slots=True)
class _Cut:
    """Runs that were ended early, since a limit was last raised."""

    late: int = 0
    short: int = 0
    all: int = 0

    def is_enough(self, number: int) -> bool:
        return number >= (3 if self.late + self.short == self.all else 12)


class CompiledRuns:
    """The compiled program of a search; it is compiled while others use the time."""

    def __init__(self, execution: Execution, problem: Problem, context: Context) -> None:
        self._execution = execution
        self._program = program = problem.program
        self._is_whole = not problem.task.granted
        """Is every call of an error function an error?"""
        self._context = context
        self._dangers = sorted(danger.check for danger in program.targets.dangers)
        self._compiled: CompiledProgram | None = None
        self._strict: CompiledProgram | None = None
        self._is_running = False
        self._obstacle: str | None = None
        self._random = Random(1)
        self._limit = _FIRST_SECONDS
        self._cut = _Cut()
        self._doubted = 0
        self._slots: dict[int, int] = {}
        self._tails: dict[tuple[int, int], list[int | float]] = {}
        self._seen: set[int] = set()
        """The functions that some run called."""
        self._types: list[ScalarType] = []
        self._thread: Thread | None = Thread(target=self._compile, daemon=True)
        self._thread.start()

    def _compile(self) -> None:
        try:
            self._compiled = self._execution.compiled(self._dangers, is_strict=False)
        except NotExecuted as problem:
            self._obstacle = str(problem)

    @property
    def is_ready(self) -> bool:
        if self._thread is None or self._thread.is_alive():
            return self._is_running
        self._thread = None
        if self._compiled is not None:
            self._types = [self._type_of(name) for name in self._compiled.functions]
            try:
                self._compiled.start()
                self._is_running = True
            except NotExecuted as problem:
                self._obstacle = str(problem)
        if self._obstacle is not None:
            self._give_up(self._obstacle)
        return self._is_running

    @property
    def is_pending(self) -> bool:
        """Is it still being compiled?"""
        return self._thread is not None

    @property
    def is_of_use(self) -> bool:
        """Is it running, or may it run later?"""
        return self._is_running or self.is_pending

    def takes(self, number: int, search: RunSearch) -> bool:
        """Is the compiled program to be run on this input?  It costs a process, for which the interpreter makes many steps: short
        runs are interpreted, but for some.  The interpreter has a share as well where the program uses strings of ``main``, which
        are not among the inputs here."""
        if search.mean_steps < _STEPS_OF_PROCESS:
            is_taken = number % _SHARE == 0
        else:
            is_taken = number % _SHARE != 0 or not self._program.strings.texts
        return is_taken and self.is_ready

    @property
    def seconds(self) -> float:
        """CPU time of the compiled program."""
        return 0.0 if self._compiled is None else self._compiled.seconds

    @property
    def is_slow(self) -> bool:
        return self._limit > _FIRST_SECONDS

    def close(self) -> None:
        if self._compiled is not None and self._is_running:
            self._compiled.close()
        if self._strict is not None:
            self._strict.close()
        self._is_running, self._strict = False, None

    def _type_of(self, name: str) -> ScalarType:
        result = self._program.functions[name].type.result
        if name in ("rand", "random"):
            return self._program.machine.int
        assert isinstance(result, ScalarType)
        return result

    def _give_up(self, why: str) -> None:
        self._context.log(Level.WARNING, f"the program is not executed: {why}")
        self.close()

    # -------------------------------------------------------------------------------------------------------------- one run

    def run(self, search: RunSearch, inputs: StyledInputs) -> Result | None:
        """Execute the program on the next inputs; what they are called here is up to the functions that ask."""
        assert self._compiled is not None
        values = [value if isinstance(value, int | float) else float(value) for value in inputs.prefix]
        test = CompiledTest(
            values=values, tail=self._tail_of(inputs), offset=self._random.randrange(_TAIL), most=inputs.most, seconds=self._limit
        )
        try:
            run = self._compiled.run(test)
        except NotExecuted as problem:
            self._give_up(str(problem))
            return None
        self._context.statistics.set("compiled_runs", self._compiled.runs)
        search.found_new = False
        self._seen |= set(self._compiled.asked_functions(run.asked))
        self._adapt(search, run)
        if run.is_suspicious or (run.is_error and self._violated(run.text) is not None):
            return self._examined(search, test, run)
        if run.is_new:
            self._keep(search, test, run)
        return None

    def _tail_of(self, inputs: StyledInputs) -> int:
        """Tail 0 is zeros."""
        if inputs.style == 0 and not inputs.prefix:
            return 0
        assert self._compiled is not None
        slot = self._slots.setdefault(inputs.style % _STYLES, 1 + len(self._slots) % (_TAILS - 1))
        for function in self._seen:
            if (slot, function) not in self._tails:
                chosen = [inputs.choose(self._types[function]) for _ in range(_TAIL)]
                values = [value if isinstance(value, int | float) else float(value) for value in chosen]
                self._tails[slot, function] = values
                self._compiled.set_tail(slot, function, values)
        return slot

    def _given(self, test: CompiledTest, count: int) -> list[Value]:
        """What the run was given."""
        assert self._compiled is not None
        functions, values, offset = self._compiled.asked_functions(count), test.values, test.offset
        tails = {each: self._tails.get((test.tail, each), [0] * _TAIL) for each in set(functions)}
        fitted = {each: [_fitted(value, self._types[each]) for value in tail] for each, tail in tails.items()}
        given = [fitted[function][(offset + at) % _TAIL] for at, function in enumerate(functions)]
        for at, (function, value) in enumerate(zip(functions, values, strict=False)):
            if isinstance(self._types[function], FloatType) or isinstance(value, int):
                given[at] = _fitted(value, self._types[function])
        return given

    def _replayed(self, given: Sequence[Value]) -> ReplayedInputs:
        return ReplayedInputs(given, first=1 if self._program.main.parameters else 0)

    def _keep(self, search: RunSearch, test: CompiledTest, run: CompiledRun) -> None:
        assert self._compiled is not None
        edges = [_COMPILED_EDGES + number for number in self._compiled.edges()]
        given = self._given(test, run.asked)
        inputs = self._replayed(given)
        execution, taken = search.interpreted(inputs, steps=_STEPS)
        edges += taken
        if isinstance(execution.outcome, StepLimit):
            search.cut_short()
            functions = self._compiled.asked_functions(run.asked)
            search.found_new |= search.pool.keep(edges, _GivenValues(given, [self._types[number] for number in functions]))
        else:
            search.found_new |= search.pool.keep(edges, inputs)

    def _adapt(self, search: RunSearch, run: CompiledRun) -> None:
        """Raise a limit when several runs reached it: sooner if all did, at once if all runs are the same."""
        cut = self._cut
        cut.all, cut.late, cut.short = cut.all + 1, cut.late + run.is_late, cut.short + run.is_short
        if run.asked == 0:
            search.is_complete = not run.is_late or self._limit >= _MOST_SECONDS
        if run.is_late and (run.asked == 0 or cut.is_enough(cut.late)) and self._limit < _MOST_SECONDS:
            self._limit *= _GROWTH
        elif run.is_short and cut.is_enough(cut.short) and search.pool.patience < _MOST_PATIENCE:
            search.pool.patience *= 2 * _GROWTH
        else:
            return
        self._cut = _Cut()
        search.found_new = True

    # -------------------------------------------------------------------------------------------------------------- errors

    def _examined(self, search: RunSearch, test: CompiledTest, run: CompiledRun) -> Result | None:
        """A run that ended in an error; the interpreter decides if it can."""
        if self._doubted >= _MOST_DOUBTED:
            return None
        given = self._given(test, run.asked)
        inputs = self._replayed(given)
        execution, _ = search.interpreted(inputs, steps=_CONFIRMING_STEPS)
        found = search.violation(execution, inputs.given)
        if found is None and run.is_error and isinstance(execution.outcome, StepLimit):
            found = self._confirmed(given, run.text) if self._is_whole and _is_plain(self._program) else None
        if found is None:
            self._doubted += 1
            self._context.statistics.set("doubted_runs", self._doubted)
        return found

    def _violated(self, text: str) -> str | None:
        """The error function of the property that was called, by what the harness reports."""
        functions = self._program.targets.functions
        name = text.removesuffix("() is called")
        if name in functions:
            return name
        if text == "an assertion fails":
            return next((name for name in ASSERTION_FUNCTIONS if name in functions and name in self._program.functions), None)
        return None

    def _confirmed(self, given: list[Value], text: str) -> Result | None:
        """The error in a run with all sanitizers, twice."""
        assert self._compiled is not None
        functions = [self._compiled.functions[number] for number in self._compiled.asked_functions(len(given))]
        values = [value if isinstance(value, int | float) else float(value) for value in given]
        test = CompiledTest(values=values, tail=0, offset=0, most=len(values) + 1, seconds=_MOST_SECONDS)
        try:
            if self._strict is None:
                strict = self._execution.compiled(self._dangers, is_strict=True)
                strict.start()
                self._strict = strict
            runs = [self._strict.run(test) for _ in range(2)]
        except NotExecuted:
            self._doubted = _MOST_DOUBTED  # it would not be any other time
            return None
        if not all(run.is_error and run.text == text and run.asked == len(given) for run in runs):
            return None
        verdict = self._verdict(
            text, [AskedInput(*each) for each in zip(functions, map(self._type_of, functions), given, strict=True)]
        )
        if verdict is None:
            return None
        detail = f"{text} (a run with sanitizers, {runs[0].seconds:.1f}s; the interpreter would take too long)"
        replay = CompiledReplay(ReplayOutcome.CONFIRMED, detail, not_in_force=self._strict.not_in_force)
        return Result(verdict, evidence=Counterexample(()), compiled_replay=replay)

    def _verdict(self, text: str, asked: Sequence[AskedInput]) -> FalseVerdict | None:
        name = self._violated(text)
        error = None if name is None else self._program.functions[name].error
        if name is None or error is None:
            return None
        # Where an error function is called, if there is one place.
        places = {
            place_of(part.origin)
            for edge in self._program.edges()
            for part in flatten(edge.operation)
            if isinstance(part, Call) and getattr(part.callee, "name", None) == name
        }
        place = places.pop() if len(places) == 1 else None
        reached = ReachedError(error.what, str(place or ""), name, is_call=True)
        return FalseVerdict(
            property=error.property,
            violation=error.what,
            place=place,
            inputs=tuple(Input(f"{each.function}()", _number(each.value)) for each in asked[:_TOLD_INPUTS]),
            run=ConcreteRun(error=reached, inputs=tuple(asked)) if len(asked) <= _TOLD_INPUTS else None,
            given=tuple(each.value for each in asked),
        )


_LONG = IntType("long long", 64, True, 8, 8)


def _fitted(value: int | float, type: ScalarType) -> Value:
    """As ``native/fork_server.c`` and the harness convert it."""
    return fitted(float(_LONG.wrap(value)) if isinstance(type, FloatType) and isinstance(value, int) else value, type)


def _number(value: Value) -> int | float | str:
    return value if isinstance(value, int | float) else str(value)


def _is_plain(program: Program) -> bool:
    """Does it call only functions that the interpreter knows, and has it no pointers made of numbers?  Other programs could reach
    the memory of the harness, or do what no sanitizer sees."""
    parts = [part for edge in program.edges() for part in flatten(edge.operation)]
    expressions = (expr for edge in program.edges() for expr in expressions_on(edge))
    return (
        not any(isinstance(part, Unsupported) for part in parts)
        and all(_is_known(part.callee, program) for part in parts if isinstance(part, Call) and isinstance(part.callee, Function))
        and not any(_makes_pointer(expr) for expr in expressions)
    )


def _is_known(function: Function, program: Program) -> bool:
    from whet.interpreter.library import LIBRARY

    name = function.name
    return function.is_defined or asks(name) or name in program.targets.functions or LIBRARY.find(name) is not None


def _makes_pointer(expr: Expr) -> bool:
    match expr:
        case Cast(type=PointerType(), operand=Const(value=0)):
            return False
        case Cast(type=PointerType(), operand=operand):
            return isinstance(operand.type, IntType)
        case _:
            return False
