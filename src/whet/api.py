"""The functions behind the commands: ``verify``, from a task and a configuration to a result, and ``find_tests``.

The program is read and analysed in a child process.  Whatever happens there - a crash, a hang, an allocation without
end - is a result with its own word, and never TRUE or FALSE.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from whet.cfa.model import Program
from whet.core.concrete import ConcreteRun
from whet.core.configuration import MemoryOptions, SeedOptions
from whet.core.context import Context, LimitReached, Progress, ProgressObserver, Silent, SoftLimits
from whet.core.explanation import Explanation
from whet.core.news import Logged, Sender, graph_in, heard, refinements_in
from whet.core.result import Assumption, Defect, FalseVerdict, InvalidProgram, Number, Reason, Result, TrueVerdict, Unknown
from whet.runtime.channel import Channel
from whet.runtime.isolation import CpuTimeOut, Crashed, Failed, Finished, Outcome, OutOfMemory, WallTimeOut, run_isolated
from whet.runtime.journal import Journal
from whet.runtime.limits import Limits, Usage
from whet.task.configuration import Configuration
from whet.task.coverage_goals import CoverageGoal
from whet.task.errors import TaskError, TaskNotSupported
from whet.task.properties import Property
from whet.task.quantities import show_duration, show_size
from whet.task.records import dataclass
from whet.task.task import Task, program_file, program_files

if TYPE_CHECKING:
    from whet.algorithms.testing import Branch, GeneratedTest
    from whet.cfa.surroundings import Surroundings

_NEWS_INTERVAL = 0.2
"""Seconds between two calls of an observer when there is no news but the time."""


class Engine(Protocol):
    """Analyses a program; runs in the child process.

    It may raise ``LimitReached`` (from ``context.check``), and ``TaskError`` where only the program shows that an option cannot
    be used; any other exception is a defect."""

    def __call__(self, program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result: ...


def run_engine(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
    """The engine of Whet; imported late, because the parent process has no use for it."""
    from whet.algorithms.engine import run

    return run(program, task, configuration, context)


def verify(
    task: Task,
    configuration: Configuration,
    *,
    limits: Limits | None = None,
    observer: ProgressObserver | None = None,
    engine: Engine | None = None,
    blocks: bool = True,
    graph: bool = False,
) -> Result:
    """Does the program satisfy the property?  ``limits`` are those of the configuration unless given; ``blocks`` is for the
    front end; with ``graph``, the result has what was explored.

    Raises ``TaskError`` if the configuration needs a package that is not there, or cannot be used with this program."""
    _check_packages(configuration)
    limits = limits_of(configuration) if limits is None else limits
    chosen = run_engine if engine is None else engine
    try:
        program_files(task.files)
        _check_supported(task.property)
    except TaskNotSupported as problem:
        return Result(Unknown(Reason.NOT_SUPPORTED, str(problem)))
    with Channel() as channel, Journal() as journal:
        watch = _Watch(channel, observer or Silent())
        outside = _Outside(channel, journal, limits, blocks, graph)
        outcome = run_isolated(lambda: _work(task, configuration, outside, chosen), limits=limits, watcher=watch)
        watch.receive()
        refinements, explored = refinements_in(journal), graph_in(journal)
    assumptions = [Assumption(what) for what in task.assumptions]
    found = _bounded(_result(outcome, limits, watch), task)
    result = found.with_assumptions(*assumptions).with_refinements(refinements)
    return result if explored is None else result.with_graph(explored)


def _bounded(result: Result, task: Task) -> Result:
    """A proof about some calls only is no verdict."""
    if task.appended is None or not task.appended.bound or not isinstance(result.verdict, TrueVerdict):
        return result
    return replace(result, verdict=Unknown(Reason.BOUNDED, task.appended.bound), evidence=None, proof_check=None)


def _check_supported(property: Property) -> None:
    if property.not_supported:
        raise TaskNotSupported(f"the property {', '.join(property.not_supported)} cannot be checked")


def _check_packages(configuration: Configuration) -> None:
    """Before the program is read."""
    if any(each.section(SeedOptions).predicates == "roles" for each in (configuration, *configuration.members)):
        from whet.roles.engine import require_engine

        require_engine()


def limits_of(configuration: Configuration) -> Limits:
    """The limits a configuration sets for the whole run."""
    options = configuration.limits
    wall = options.wall_time
    if wall is None and options.cpu_time is not None:
        wall = 2 * options.cpu_time + 60
    return Limits(cpu_seconds=options.cpu_time, wall_seconds=wall, memory_bytes=options.memory)


def read_program(task: Task, *, blocks: bool = True, memory: MemoryOptions | None = None) -> Program:
    """The program of a task; raises ``FrontendError``, and ``TaskNotSupported`` if no file is a C file.  A crash of libclang ends
    the process: see ``verify``."""
    from whet.frontend.reading import read_task

    return read_task(task, blocks=blocks, allocation_may_fail=memory is not None and memory.malloc_may_fail == "yes")


# ------------------------------------------------------------------------------------------------------- in the child


@dataclass(frozen=True, slots=True)
class _Outside:
    """What the child has in common with its parent."""

    channel: Channel
    journal: Journal
    limits: Limits
    blocks: bool = True
    """Are straight-line chains of the program fused?"""
    graph: bool = False
    """Does somebody want to see what was explored?"""

    def context(self, configuration: Configuration) -> Context:
        soft = SoftLimits(steps=configuration.limits.states or None)
        sender, explanation = Sender(self.channel), Explanation(self.journal, wants_graph=self.graph)
        return Context(limits=soft, observer=sender, explanation=explanation, hard_limits=self.limits)


def _work(task: Task, configuration: Configuration, outside: _Outside, engine: Engine) -> Result | TaskError:
    """A mistake of the user is returned, because what is raised here is a defect."""
    _silence_libraries()
    context = outside.context(configuration)
    started = time.monotonic()
    try:
        result = _analyse(task, configuration, context, engine, blocks=outside.blocks)
    except TaskError as mistake:
        return mistake
    return result.with_statistics({**context.statistics.to_dict(), **_usage(time.monotonic() - started)})


def _silence_libraries() -> None:
    """Solvers write to the standard error output when they are surprised; what Whet has to say goes through the channel."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _analyse(task: Task, configuration: Configuration, context: Context, engine: Engine, *, blocks: bool) -> Result:
    from whet.algorithms.entry import with_entry_assumptions
    from whet.frontend.errors import FrontendError

    try:
        context.progress("reading")
        with context.statistics.time("reading_seconds"):
            program = read_program(task, blocks=blocks, memory=configuration.section(MemoryOptions))
        context.progress("preparing")
        surroundings = _surroundings(program, task)
        result = engine(program, task, configuration, context)
        return with_entry_assumptions(_with_surroundings(result, surroundings), program)
    except FrontendError as error:
        return Result(InvalidProgram(error.text, error.place))
    except LimitReached as limit:
        return Result(Unknown(limit.reason, limit.detail))


def _surroundings(program: Program, task: Task) -> Surroundings:
    """What a harness has to define; of the program as it is, before anything is put into it."""
    from whet.algorithms.engine import targets_of
    from whet.cfa.surroundings import surroundings_of

    targets = targets_of(task.property)
    return surroundings_of(program, targets.functions, targets.labels)


def _with_surroundings(result: Result, surroundings: Surroundings) -> Result:
    match result.verdict:
        case FalseVerdict(run=ConcreteRun() as run) as verdict:
            return replace(result, verdict=replace(verdict, run=replace(run, surroundings=surroundings)))
        case _:
            return result


def _usage(wall_seconds: float) -> dict[str, Number]:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = sum((own.ru_utime, own.ru_stime, children.ru_utime, children.ru_stime))
    return {
        "cpu_seconds": round(cpu, 3),
        "wall_seconds": round(wall_seconds, 3),
        "memory_bytes": max(own.ru_maxrss, children.ru_maxrss) * 1024,
    }


# ------------------------------------------------------------------------------------------------------ in the parent


class _Watch:
    """Passes on what the child tells, with what it uses; remembers the last of both for a run that is ended."""

    def __init__(self, channel: Channel, observer: ProgressObserver) -> None:
        self._channel = channel
        self._observer = observer
        self._next_news = 0.0
        self.last = Progress("starting", {})
        self.usage = Usage(wall_seconds=0.0, cpu_seconds=0.0, memory_bytes=0)
        self.peak_bytes = 0

    def __call__(self, usage: Usage) -> None:
        self.usage = usage
        self.peak_bytes = max(self.peak_bytes, usage.memory_bytes)
        self.receive()
        if usage.wall_seconds >= self._next_news:
            self._next_news = usage.wall_seconds + _NEWS_INTERVAL
            self._observer.progress(replace(self.last, seconds=usage.wall_seconds, memory_bytes=usage.memory_bytes))

    def receive(self) -> None:
        for news in heard(self._channel):
            match news:
                case Progress():
                    self.last = news
                case Logged(level=level, text=text):
                    self._observer.log(level, text)

    def statistics(self) -> Mapping[str, Number | str]:
        """What is known of a run that could not tell itself."""
        usage = {"cpu_seconds": self.usage.cpu_seconds, "wall_seconds": round(self.usage.wall_seconds, 3)}
        return {"phase": self.last.phase, **self.last.numbers, **usage, "memory_bytes": self.peak_bytes}


def _result(outcome: Outcome[Result | TaskError], limits: Limits, watch: _Watch) -> Result:
    """Raises the mistake that the child returned."""
    match outcome:
        case Finished(value=value):
            if isinstance(value, TaskError):
                raise value
            return value
        case CpuTimeOut():
            verdict = _ended(Reason.TIME_OUT, f"{show_duration(limits.cpu_seconds or 0)} of CPU time were used", watch)
        case WallTimeOut():
            verdict = _ended(Reason.TIME_OUT, f"{show_duration(limits.wall_seconds or 0)} passed", watch)
        case OutOfMemory():
            amount = "memory" if limits.memory_bytes is None else f"{show_size(limits.memory_bytes)} of memory"
            verdict = _ended(Reason.OUT_OF_MEMORY, f"the limit of {amount} was reached", watch)
        case Crashed() as crash:
            return Result(Defect(f"crash: {crash.name}", f"{crash} while {watch.last.phase}"), (), watch.statistics())
        case Failed(message=message, traceback=trace):
            return Result(Defect("internal", message, trace), (), watch.statistics())
    return Result(verdict, (), watch.statistics())


def _ended(reason: Reason, what: str, watch: _Watch) -> Unknown:
    return Unknown(reason, f"{what} while {watch.last.phase}")


# -------------------------------------------------------------------------------------------------------------- tests


@dataclass(frozen=True, slots=True, kw_only=True)
class TestSearch:
    """Which tests are wanted, who finds inputs for them (``algorithms.input_generators``), and what it may cost."""

    __test__ = False  # for pytest

    task: Task
    goal: CoverageGoal
    generator: str
    cpu_seconds: float
    memory_bytes: int
    overrides: tuple[str, ...] = ()
    """Options ``key=value`` of symbolic execution."""


class SearchEnd(StrEnum):
    """Why no more tests were looked for."""

    GOAL_MET = "the goal is met"
    NO_MORE = "there are no inputs left to try"
    TIME = "the time is up"
    MEMORY = "the memory limit was reached"
    CRASH = "the search crashed"


@dataclass(frozen=True, slots=True)
class FoundTests:
    """Also of a search that was ended."""

    tests: tuple[GeneratedTest, ...]
    surroundings: Surroundings
    branches: tuple[Branch, ...]
    """All of the program, in the order of their numbers."""
    end: SearchEnd


def find_tests(search: TestSearch, *, observer: ProgressObserver | None = None) -> FoundTests | InvalidProgram | Unknown | Defect:
    """Tests for a program.  It is interpreted, and not executed natively."""
    program_file(search.task.files)  # a suite of tests is about one file
    cpu = search.cpu_seconds * _GRACE + 1
    wall = 10 * cpu + 60  # for what hangs without using the CPU; a machine that is busy is not to end a search
    limits = Limits(cpu_seconds=cpu, wall_seconds=wall, memory_bytes=search.memory_bytes)
    with Channel() as channel, Journal() as journal:
        watch = _Watch(channel, observer or Silent())
        outside = _Outside(channel, journal, limits)
        outcome = run_isolated(lambda: _search(search, outside), limits=limits, watcher=watch)
        entries = journal.entries()
    match outcome:
        case Finished(value=SearchEnd() as end):
            return _found(entries, end)
        case Finished(value=InvalidProgram() as invalid):
            return invalid
        case CpuTimeOut() | WallTimeOut() if len(entries) > 1:
            return _found(entries, SearchEnd.TIME)
        case OutOfMemory() if len(entries) > 1:
            return _found(entries, SearchEnd.MEMORY)
        case Crashed() if len(entries) > 1:
            return _found(entries, SearchEnd.CRASH)
        case _:
            return _of_no_tests(outcome, limits, watch)


_GRACE = 1.1
"""Times the limit, after which a search that does not end by itself is ended."""


def _found(entries: Sequence[object], end: SearchEnd) -> FoundTests:
    surroundings, branches, *tests = entries
    return FoundTests(tuple(tests), surroundings, branches, end)  # type: ignore[arg-type]  # as _search wrote them


def _of_no_tests(outcome: Outcome[SearchEnd | InvalidProgram], limits: Limits, watch: _Watch) -> Unknown | Defect:
    if isinstance(outcome, Finished):
        raise AssertionError("a search that came to its end has tests or none")
    verdict = _result(outcome, limits, watch).verdict
    assert isinstance(verdict, (Unknown, Defect))
    return verdict


def _search(search: TestSearch, outside: _Outside) -> SearchEnd | InvalidProgram:
    """In the child: what is found is written down at once."""
    from whet.algorithms.engine import targets_of
    from whet.algorithms.input_generators import INPUT_GENERATORS
    from whet.algorithms.testing import Coverage, generate_tests, is_met
    from whet.cfa.surroundings import surroundings_of
    from whet.checks.insertion import put_checks
    from whet.frontend.errors import FrontendError
    from whet.pointers.regions import Regions

    _silence_libraries()
    context = Context(limits=SoftLimits(seconds=search.cpu_seconds), observer=Sender(outside.channel))
    try:
        program = read_program(search.task, blocks=False)  # a decision shares no edge with what follows it
    except FrontendError as error:
        return InvalidProgram(error.text, error.place)
    targets = targets_of(search.goal.errors)
    outside.journal.write(surroundings_of(program, targets.functions))
    put_checks(program, targets, Regions)
    coverage = Coverage(program)
    outside.journal.write(coverage.branches())
    generator = INPUT_GENERATORS[search.generator](program, search.task, context, search.overrides)
    try:
        for test in generate_tests(program, search.goal, generator, coverage, context):
            outside.journal.write(test)
    except LimitReached:
        return SearchEnd.TIME
    return SearchEnd.GOAL_MET if is_met(search.goal, coverage) else SearchEnd.NO_MORE
