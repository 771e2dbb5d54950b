"""One verification and everything asked about it afterwards.

The program is read and analysed in a child process, which holds it until the session is closed.  If the
child crashes, hangs or runs out of memory, the result names this failure.  It is never TRUE or FALSE then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from whet.cfa.model import Program
from whet.core.configuration import ExecutionOptions, SeedOptions
from whet.core.context import ProgressObserver, Silent
from whet.core.evidence import Proof
from whet.core.news import executed_in, graph_in, proved_in, refinements_in
from whet.core.result import Assumption, Defect, FalseVerdict, InvalidProgram, Reason, Result, TrueVerdict, Unknown
from whet.runtime.channel import Channel
from whet.runtime.fork_server import ForkServer, Request
from whet.runtime.isolation import Finished, Outcome
from whet.runtime.journal import Journal
from whet.runtime.limits import Limits
from whet.session.findings import Findings, Search
from whet.session.outcomes import Watch, result_of
from whet.session.program import AnalysisRequest, HeldProgram, OnProgram, ProgramEngine, Sites
from whet.task.configuration import Configuration
from whet.task.errors import TaskError, TaskNotSupported
from whet.task.task import Task, program_file, program_files

if TYPE_CHECKING:
    from whet.session.test_search import FoundTests, TestSearch

T = TypeVar("T")
DEFAULTS = Configuration(name="", description="", paper="", settings={}, schema={})
"""Every option as it is declared, and no algorithm: enough for tests."""


class Session:
    """A task, and the child process that holds its program.  Used as a context, no process of it is left at the end.

    ``limits`` are those of each request unless others are given; by default those of the configuration.  ``engine`` analyses
    the program; by default it is that of the configuration.  With ``blocks``, straight-line edges are merged into one first.
    With ``graph``, the result has the states that were explored.

    ``unsupported`` says why Whet cannot verify this task, if the caller knows it already.  The verdict is UNKNOWN then.

    Raises ``TaskError`` if the configuration needs a package that is not installed."""

    def __init__(
        self,
        task: Task,
        configuration: Configuration = DEFAULTS,
        *,
        limits: Limits | None = None,
        observer: ProgressObserver | None = None,
        engine: ProgramEngine | None = None,
        blocks: bool = True,
        graph: bool = False,
        unsupported: TaskNotSupported | None = None,
    ) -> None:
        # Before the program is read.
        if any(each.section(SeedOptions).predicates == "roles" for each in (configuration, *configuration.members)):
            from whet.roles.engine import require_engine

            require_engine()
        self.task = task
        self.configuration = configuration
        self._unsupported = unsupported
        self._limits = limits_of(configuration) if limits is None else limits
        self._graph = graph
        self._observer = observer or Silent()
        self._opened = ExitStack()
        self._channel, self._journal = self._opened.enter_context(Channel()), self._opened.enter_context(Journal())
        held = HeldProgram(task, configuration, engine, blocks, self._channel, self._journal)
        if configuration.section(ExecutionOptions).allowed == "yes":
            held.workshop = self._opened.enter_context(TemporaryDirectory(prefix="whet-execute-"))
        self._server = self._opened.enter_context(ForkServer(held))

    def close(self) -> None:
        self._opened.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def verify(self, *, limits: Limits | None = None, granted: tuple[str, ...] = ()) -> Result:
        """Does the program satisfy the property?  The checks at the sites ``granted`` are assumed to hold.

        Raises ``TaskError`` if the configuration cannot be used with this program."""
        limits = self._limits if limits is None else limits
        return self._analysed(AnalysisRequest(limits, self._graph, granted), limits)

    def findings(self, *, limits: Limits | None = None) -> Findings:
        """One finding for each site at which something goes wrong, as far as the limits allow."""
        limits = self._limits if limits is None else limits
        first = self._analysed(Sites(limits), limits)
        if first.checked is None:
            return Findings(first)
        return Search(lambda granted, share: self.verify(limits=share, granted=granted), limits, first).run()

    def _analysed(self, request: AnalysisRequest | Sites, limits: Limits) -> Result:
        try:
            if self._unsupported is not None:
                raise self._unsupported
            program_files(self.task.files)
            task = self.task
            if task.property.not_supported:
                raise TaskNotSupported(f"the property {', '.join(task.property.not_supported)} cannot be checked")
        except TaskNotSupported as problem:
            return Result(Unknown(Reason.NOT_SUPPORTED, str(problem)))
        watch = Watch(self._channel, self._observer)
        outcome = self._ask(request, limits, watch)
        refinements, explored, executed = refinements_in(self._journal), graph_in(self._journal), executed_in(self._journal)
        found = _of_function(result_of(outcome, limits, watch), self.task)
        result = found.with_assumptions(*map(Assumption, self.task.assumptions)).with_refinements(refinements)
        proved = proved_in(self._journal) if isinstance(found.verdict, Unknown) else None
        result = replace(result, executed=executed, proved=proved)
        return result if explored is None else result.with_graph(explored)

    def witness(self, result: Result) -> str | None:
        """The witness for a verdict, in format 2.0, or the invariants that were found without one; None if there are none.

        Raises ``TaskError`` if none can be made."""
        from whet.session.witness import witness_content, witness_text

        if not isinstance(result.verdict, TrueVerdict | FalseVerdict) and result.invariants is None:
            return None
        content = self._on_program(partial(witness_content, result))
        winner = None if result.portfolio is None else result.portfolio.winner
        return witness_text(content, self.task, winner or self.configuration.name)

    def annotated_source(self, proof: Proof) -> tuple[bytes, int]:
        """The program with proved invariants as comments; and how many there are.  Raises ``TaskNotSupported`` for a program of
        several files."""
        from whet.session.witness import annotated_source

        program_file(self.task.files)
        return self._on_program(partial(annotated_source, proof))

    def report(self, findings: Findings, document: Mapping[str, Any]) -> str:
        """The page; ``document`` is what ``result.json`` has."""
        from whet.session import report

        material = report.material_of(self.task, findings, document)
        outcome = self._ask(report.ReportRequest(material), report.REPORT_LIMITS, self._silent_watch())
        return report.report_text(self.task, material, outcome)

    def explain(self, result: Result) -> str:
        """Everything that ``whet verify --explain`` prints of a result, and the invariants of a proof."""
        from whet.session.explanation import explanation

        return explanation(result)

    def advice(self, result: Result) -> str | None:
        """What to try if there is no verdict; options are called as on the command line."""
        from whet.report.next_steps import next_step

        return next_step(result.verdict, self.task, self.configuration)

    def tests(self, search: TestSearch) -> FoundTests | InvalidProgram | Unknown | Defect:
        """Inputs that cover the program.  It is interpreted, and not executed natively."""
        from whet.session.test_search import tests_of

        program_file(self.task.files)  # a suite of tests is about one file
        watch = Watch(self._channel, self._observer)
        outcome = self._ask(search, search.limits, watch)
        return tests_of(outcome, self._journal.entries(), search.limits, watch)

    def _on_program(self, work: Callable[[Program], T]) -> T:
        outcome = self._ask(OnProgram(work), self._limits, self._silent_watch())
        if not isinstance(outcome, Finished):
            raise TaskError(f"a question about the program failed: {outcome}", place=program_files(self.task.files)[0])
        return outcome.value

    def _silent_watch(self) -> Watch:
        """For a request whose progress is not shown."""
        return Watch(self._channel, Silent())

    def _ask(self, request: Request[HeldProgram, T], limits: Limits, watch: Watch) -> Outcome[T]:
        self._journal.clear()
        outcome = self._server.ask(request, limits=limits, watcher=watch)
        watch.receive()
        return outcome


def verify(
    task: Task,
    configuration: Configuration,
    *,
    limits: Limits | None = None,
    observer: ProgressObserver | None = None,
    engine: ProgramEngine | None = None,
    blocks: bool = True,
    graph: bool = False,
) -> Result:
    """The verdict alone; see ``Session``."""
    with Session(task, configuration, limits=limits, observer=observer, engine=engine, blocks=blocks, graph=graph) as session:
        return session.verify(granted=task.granted)


def find_all(
    task: Task, configuration: Configuration, *, limits: Limits | None = None, observer: ProgressObserver | None = None
) -> Findings:
    """The findings alone; see ``Session``."""
    with Session(task, configuration, limits=limits, observer=observer) as session:
        return session.findings()


def limits_of(configuration: Configuration) -> Limits:
    """The limits that a configuration sets.  A session applies them to each request."""
    options = configuration.limits
    limits = Limits.of_cpu(options.cpu_time, options.memory)
    return limits if options.wall_time is None else replace(limits, wall_seconds=options.wall_time)


def _of_function(result: Result, task: Task) -> Result:
    """In the words of the function that a harness calls.  If the harness bounds the calls that it makes, a proof is about these
    calls only: TRUE becomes UNKNOWN."""
    if task.appended is None:
        return result
    from whet.harness.wording import in_words_of_function

    result = in_words_of_function(result, dict(task.appended.names), dict(task.appended.clauses))
    if not task.appended.bound or not isinstance(result.verdict, TrueVerdict):
        return result
    return replace(result, verdict=Unknown(Reason.BOUNDED, task.appended.bound), evidence=None, proof_check=None)
