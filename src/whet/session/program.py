"""The program of a session, in the child process that holds it, and the requests that need it.

The program is read once.  The checks are put into it, and those that can be seen to hold are discharged, before the first
analysis; each analysis then runs in a fork.  A request about the program as it was read restores it in its own fork.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable
from dataclasses import field, replace
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from whet.cfa.model import Program
from whet.core.concrete import ConcreteRun
from whet.core.configuration import MemoryOptions
from whet.core.context import Context, LimitReached, SoftLimits
from whet.core.explanation import Explanation
from whet.core.news import Sender
from whet.core.result import FalseVerdict, InvalidProgram, Number, Reason, Result, Unknown
from whet.runtime.channel import Channel
from whet.runtime.journal import Journal
from whet.runtime.limits import NO_LIMITS, Limits
from whet.runtime.processes import reaped_seconds
from whet.task.configuration import Configuration
from whet.task.errors import TaskError
from whet.task.records import dataclass
from whet.task.task import Task

if TYPE_CHECKING:
    from whet.cfa.snapshot import Snapshot
    from whet.cfa.surroundings import Surroundings
    from whet.core.execution import Execution

T = TypeVar("T")


class ProgramEngine(Protocol):
    """Analyses a program, in a fork of the process that holds it.

    It may raise ``LimitReached`` (from ``context.check``), and ``TaskError`` where only the program shows that an option cannot
    be used; any other exception is a defect.  An engine with a method ``prepare`` of the same arguments changes the program
    there, once for all analyses."""

    def __call__(self, program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result: ...


def default_engine() -> ProgramEngine:
    """The engine of Whet; imported late, because the parent process has no use for it."""
    from whet.algorithms.engine import Verification

    return Verification()


def read_program(task: Task, *, blocks: bool = True, memory: MemoryOptions | None = None) -> Program:
    """The program of a task; raises ``FrontendError``, and ``TaskNotSupported`` if no file is a C file.  A crash of libclang ends
    the process: see ``Session``."""
    from whet.frontend.reading import read_task

    return read_task(task, blocks=blocks, allocation_may_fail=memory is not None and memory.malloc_may_fail == "yes")


@dataclass(slots=True)
class HeldProgram:
    """The state of the child process.  ``read`` and ``prepare`` run there, everything else in its forks."""

    task: Task
    configuration: Configuration
    engine: ProgramEngine | None
    blocks: bool
    """Are straight-line chains fused for the engine?"""
    channel: Channel
    journal: Journal
    cpu_seconds: float = 0.0
    """What the present request has used before the fork."""
    began: float = 0.0
    """When the present request began."""
    statistics: dict[str, Number] = field(default_factory=dict)
    surroundings: Surroundings | None = None
    workshop: str | None = None
    """The folder for compiled programs, if the user allows that the program is executed."""
    _program: Program | None = None
    _unchanged: Snapshot | None = None
    _problem: Exception | None = None
    """Why there is no program."""
    _used: float = 0.0
    """CPU time that earlier requests used here."""

    def read(self, limits: Limits) -> None:
        self._account(lambda: self._read(self.context(limits)))

    def prepare(self, limits: Limits) -> None:
        """For the engine."""
        self._account(lambda: self._prepare(self.context(limits)))

    def program(self) -> Program:
        """For the engine; raises the problem if it could not be read."""
        if self._problem is not None:
            raise self._problem
        assert self._program is not None
        return self._program

    def unchanged(self, *, blocks: bool) -> Program:
        """As it was read; without ``blocks``, its locations have the same numbers as in the program of the engine."""
        from whet.cfa.blocks import fuse_blocks

        program = self.program() if self._unchanged is None else self._unchanged.restore()
        if blocks:
            fuse_blocks(program)
        return program

    def context(self, limits: Limits, *, given: Limits | None = None, graph: bool = False) -> Context:
        context = Context(
            limits=SoftLimits(steps=self.configuration.limits.states or None),
            observer=Sender(self.channel),
            explanation=Explanation(self.journal, wants_graph=graph),
            hard_limits=limits,
        )
        context.given_limits = given or limits
        context.execution = self._execution()
        return context

    def _execution(self) -> Execution | None:
        if self.workshop is None or self.surroundings is None:
            return None
        from whet.harness.execution import AllowedExecution

        return AllowedExecution(self.task, self.surroundings, self.workshop)

    def _account(self, work: Callable[[], None]) -> None:
        self.began = time.monotonic()
        work()
        now = time.process_time() + reaped_seconds()
        self.cpu_seconds, self._used = now - self._used, now

    def _read(self, context: Context) -> None:
        from whet.frontend.errors import FrontendError

        if self._program is not None or self._problem is not None:
            return
        # Solvers write to the standard error output when they are surprised; what Whet has to say goes through the channel.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        memory = self.configuration.section(MemoryOptions)
        context.progress("reading")
        try:
            with context.statistics.time("reading_seconds"):
                self._program = read_program(self.task, blocks=False, memory=memory)
        except (FrontendError, TaskError) as problem:
            self._problem = problem.with_traceback(None)
        self.statistics |= context.statistics.to_dict()

    def _prepare(self, context: Context) -> None:
        from whet.algorithms.targets import targets_of
        from whet.cfa.blocks import fuse_blocks
        from whet.cfa.snapshot import Snapshot
        from whet.cfa.surroundings import surroundings_of

        self._read(context)
        if self._unchanged is not None or self._program is None:
            return
        context.progress("preparing")
        targets, self._unchanged = targets_of(self.task.property), Snapshot(self._program)
        self.surroundings = surroundings_of(self._program, targets.functions, targets.labels)
        if self.blocks:
            fuse_blocks(self._program)
        self.engine = self.engine or default_engine()
        if (prepare := getattr(self.engine, "prepare", None)) is not None:
            prepare(self._program, self.task, self.configuration, context)
        self.statistics |= context.statistics.to_dict()


@dataclass(frozen=True, slots=True)
class OnProgram(Generic[T]):
    """Some work on the program as it was read; ``work`` is a function of a module, or a partial one."""

    work: Callable[[Program], T]
    blocks: bool = False

    def prepare(self, held: HeldProgram, /) -> None:
        held.read(NO_LIMITS)

    def answer(self, held: HeldProgram, /) -> T:
        return self.work(held.unchanged(blocks=self.blocks))


@dataclass(frozen=True, slots=True)
class Sites:
    """Where is something checked?  No verdict."""

    limits: Limits

    def prepare(self, held: HeldProgram, /) -> None:
        held.prepare(self.limits)

    def answer(self, held: HeldProgram, /) -> Result | TaskError:
        return _answered(held, held.context(self.limits), lambda: self._sites(held))

    def _sites(self, held: HeldProgram) -> Result:
        from whet.algorithms.engine import Verification

        program, engine = held.program(), held.engine
        assert isinstance(engine, Verification)
        return Result(Unknown(Reason.INCOMPLETE, "nothing was explored"), checked=engine.checked(program, held.task))


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """Does the program satisfy the property?"""

    limits: Limits
    graph: bool
    """Is what was explored part of the result?"""
    granted: tuple[str, ...]
    """Sites whose checks are assumed to hold."""

    def prepare(self, held: HeldProgram, /) -> None:
        held.prepare(self.limits)

    def answer(self, held: HeldProgram, /) -> Result | TaskError:
        context = held.context(_remaining(self.limits, held.cpu_seconds), given=self.limits, graph=self.graph)
        return _answered(held, context, lambda: self._analyse(held, context))

    def _analyse(self, held: HeldProgram, context: Context) -> Result:
        from whet.algorithms.entry import with_entry_assumptions

        program, task = held.program(), replace(held.task, granted=self.granted)
        assert held.engine is not None
        result = held.engine(program, task, held.configuration, context)
        return with_entry_assumptions(_with_surroundings(result, held.surroundings), program)


def _answered(held: HeldProgram, context: Context, work: Callable[[], Result]) -> Result | TaskError:
    """A mistake of the user is returned, because what is raised here is a defect."""
    from whet.frontend.errors import FrontendError

    try:
        result = work()
    except FrontendError as error:
        result = Result(InvalidProgram(error.text, error.place))
    except LimitReached as limit:
        result = Result(Unknown(limit.reason, limit.detail))
    except TaskError as mistake:
        return mistake
    return result.with_statistics({**held.statistics, **context.statistics.to_dict(), **_usage(held)})


def _remaining(limits: Limits, used: float) -> Limits:
    return limits if limits.cpu_seconds is None else replace(limits, cpu_seconds=max(0.0, limits.cpu_seconds - used))


def _with_surroundings(result: Result, surroundings: Surroundings | None) -> Result:
    match result.verdict:
        case FalseVerdict(run=ConcreteRun() as run) as verdict:
            return replace(result, verdict=replace(verdict, run=replace(run, surroundings=surroundings)))
        case _:
            return result


def _usage(held: HeldProgram) -> dict[str, Number]:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = sum((own.ru_utime, own.ru_stime, children.ru_utime, children.ru_stime), held.cpu_seconds)
    return {
        "cpu_seconds": round(cpu, 3),
        "wall_seconds": round(time.monotonic() - held.began, 3),
        "memory_bytes": max(own.ru_maxrss, children.ru_maxrss) * 1024,
    }
