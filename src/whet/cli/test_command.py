"""``whet test``: tests for a program, and how much of it they cover."""

from __future__ import annotations

import argparse
import json
import resource
import time
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path

from whet import __version__
from whet.cli.configuring import add_override_argument
from whet.cli.console import CommandError
from whet.cli.exit_codes import ExitCode
from whet.cli.help_pages import refuse_removed_name
from whet.cli.output_folder import OutputFolder
from whet.cli.progress import progress_on
from whet.cli.reading import MEMORY_DEFAULT, add_reading_arguments, duration, size
from whet.cli.suite_results import SuiteOutcome, document_of, error_line, summary_lines
from whet.core.context import Progress, ProgressObserver
from whet.core.result import Defect, InvalidProgram, Reason, Unknown
from whet.harness.measuring import Bench, MeasuredTest, greedy_cover, worth_keeping
from whet.harness.suite import Suite, write_suite
from whet.native.programs import NativeLimits, NativeSource, NotCompiled, find_compiler
from whet.report.coverage_page import PageFacts, coverage_page
from whet.session.session import Session
from whet.session.test_search import FoundTests, SearchEnd, TestSearch
from whet.task.coverage_goals import GOAL_NAMES, CoverageGoal, CoverBranches, CoverErrorCall, read_goal
from whet.task.definition import YAML_SUFFIXES, read_definition
from whet.task.errors import check_file
from whet.task.messages import usage
from whet.task.options import DEFAULT_MEMORY
from whet.task.records import dataclass
from whet.task.task import Machine, Task, program_file

HELP = "generate tests: inputs as Test-Comp XML and as C to run, and the coverage that gcc's gcov measures"
_SECONDS = 60.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the C program, or a task definition FILE.yml")
    parser.add_argument(
        *("--spec", "--property"),
        default=GOAL_NAMES[0],
        metavar="FILE.prp",
        help=f"what to cover: a property file, or {' or '.join(GOAL_NAMES)} (default: {GOAL_NAMES[0]})",
    )
    add_override_argument(parser, of="symbolic execution")
    parser.add_argument("--minimise", action="store_true", help="drop tests that cover nothing new, by greedy set cover")
    parser.add_argument("--no-run", action="store_true", help="do not compile and run the program; no coverage is measured")
    refuse_removed_name(parser, "--generator", instead="the generators take turns; leave it out")
    add_reading_arguments(parser)
    limit = "CPU time for finding inputs, such as 60s or 2min (default: 60s); running the tests comes after it"
    parser.add_argument("--time-limit", type=duration, default=_SECONDS, metavar="TIME", help=limit)
    memory = f"memory, such as 500MB or 4GB ({MEMORY_DEFAULT})"
    parser.add_argument("--memory-limit", type=size, default=DEFAULT_MEMORY, metavar="SIZE", help=memory)
    each = "how long a compiled test may run (default: 5s)"
    parser.add_argument("--test-time-limit", type=duration, default=NativeLimits().seconds, metavar="TIME", help=each)
    parser.add_argument("--output", metavar="DIR", help="write the tests there")
    parser.add_argument("--json", action="store_true", help="print the result as JSON instead of lines")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> ExitCode:
    goal, task = read_goal(args.spec), _task(args)
    _check_overrides(args)
    folder = None if args.output is None else OutputFolder(Path(args.output))
    if folder is not None:
        folder.prepare()
    if not args.quiet:
        args.console.note(f"whet {__version__}: tests for {task.files[0]}, {goal.name}, {task.machine}")
    started = time.monotonic()
    with progress_on(args.console, quiet=args.quiet) as observer:
        found = _found(args, task, goal, observer)
        outcome = _measured(args, task, goal, found, observer)
    outcome.seconds = round(time.monotonic() - started, 3)
    if folder is not None:
        outcome.folder = folder.path
        folder.remove_listed()
        suite = Suite(
            source=outcome.source,
            machine=outcome.machine,
            goal=outcome.goal,
            surroundings=outcome.found.surroundings,
            tests=[each.test for each in outcome.tests],
            created=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        )
        outcome.files += write_suite(suite, folder.path)
        if outcome.covered is not None:
            (folder.path / "coverage.html").write_text(_page(outcome), encoding="utf-8")
            outcome.files.append("coverage.html")
        folder.write_result(document_of(outcome))
    args.console.result(json.dumps(document_of(outcome), indent=1) if args.json else "\n".join(summary_lines(outcome)))
    # FALSE if a test shows an error; otherwise TRUE if the command did its work, though perhaps not all is covered.
    match outcome.goal, outcome.found.end:
        case CoverBranches(), _:
            return ExitCode.FALSE if outcome.errors else ExitCode.TRUE
        case CoverErrorCall(), SearchEnd.GOAL_MET:
            return ExitCode.FALSE
        case CoverErrorCall(), SearchEnd.TIME | SearchEnd.MEMORY:
            return ExitCode.LIMIT
        case _:
            return ExitCode.UNKNOWN


def _task(args: argparse.Namespace) -> Task:
    if args.entry not in (None, "main"):
        raise CommandError(usage.TESTS_NEED_MAIN.format(entry=args.entry))
    definition = read_definition(args.file) if Path(args.file).suffix in YAML_SUFFIXES else None
    files = (args.file,) if definition is None else definition.input_files
    known = None if definition is None else definition.machine
    machine = known or Machine.LP64 if args.machine is None else Machine(args.machine.name)
    task = Task(files=(program_file(files),), machine=machine, include_folders=tuple(args.include), defines=tuple(args.define))
    check_file(task.files[0])
    return task


def _check_overrides(args: argparse.Namespace) -> None:
    """Before the work begins: a misspelt option is reported at once."""
    if args.overrides:
        from whet.algorithms.symbolic_testing import symbolic_configuration

        symbolic_configuration(args.overrides)


def _found(args: argparse.Namespace, task: Task, goal: CoverageGoal, observer: ProgressObserver) -> FoundTests:
    search = TestSearch(
        goal=goal,
        cpu_seconds=args.time_limit,
        memory_bytes=args.memory_limit,
        overrides=tuple(args.overrides),
    )
    with Session(task, observer=observer) as session:
        answer = session.tests(search)
    match answer:
        case FoundTests() as found:
            return found
        case InvalidProgram() as invalid:
            raise CommandError(invalid.message, place=invalid.place, code=ExitCode.NOT_SUPPORTED)
        case Unknown(reason=Reason.TIME_OUT | Reason.OUT_OF_MEMORY, detail=detail):
            raise CommandError(detail, place=task.files[0], code=ExitCode.LIMIT)
        case Unknown(detail=detail):
            raise CommandError(detail, place=task.files[0], code=ExitCode.UNKNOWN)
        case Defect() as defect:
            if args.debug:
                args.console.details(defect.traceback)
            raise CommandError(f"internal error: {defect.message}", place=task.files[0], code=ExitCode.INTERNAL)


def _measured(
    args: argparse.Namespace, task: Task, goal: CoverageGoal, found: FoundTests, observer: ProgressObserver
) -> SuiteOutcome:
    source = NativeSource(
        path=Path(task.files[0]),
        include_folders=task.include_folders,
        defines=task.defines,
        extra_flags=found.surroundings.flags,
    )
    outcome = SuiteOutcome(source=source, machine=task.machine, goal=goal, found=found)
    outcome.notes += _limits_of_inputs(found)
    tests = [MeasuredTest(test) for test in found.tests]
    try:
        if args.no_run:
            raise NotCompiled("--no-run was given")
        bench = Bench(
            compiler=find_compiler(task.machine),
            source=source,
            surroundings=found.surroundings,
            limits=NativeLimits(seconds=args.test_time_limit),
        )
        told = _Told(observer, len(tests))
        tests = list(worth_keeping(bench.measured(found.tests, told)))
        tests = bench.replayed(greedy_cover(tests) if args.minimise else tests)
    except NotCompiled as problem:
        outcome.notes.append(f"coverage was not measured: {problem}")
        tests = greedy_cover(tests) if args.minimise else list(worth_keeping(tests))
    outcome.tests = tests
    return outcome


@dataclass(slots=True)
class _Told:
    """Passes on how many tests were measured."""

    observer: ProgressObserver
    total: int
    started: float = field(default_factory=time.monotonic)

    def __call__(self, number: int) -> None:
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        seconds = time.monotonic() - self.started
        self.observer.progress(Progress(f"running test {number} of {self.total}", {}, seconds, memory))


def _limits_of_inputs(found: FoundTests) -> list[str]:
    around = found.surroundings
    pointers = [each.name for each in around.asking if each.is_pointer]
    told = [f"{name}() asks for a pointer; tests give it only null pointers" for name in pointers]
    told += [f"no inputs are generated for {each}" for each in around.refused]
    return told + [
        f"a compiled test ends where it calls {name}(), which only the interpreter can answer" for name in around.untold
    ]


def _page(outcome: SuiteOutcome) -> str:
    assert outcome.covered is not None
    taken = frozenset[int]().union(*(each.test.branches for each in outcome.tests))
    return coverage_page(
        PageFacts(
            title=f"Coverage of {outcome.source.path.name}",
            source=outcome.source.path.read_text(encoding="utf-8", errors="replace"),
            covered=outcome.covered,
            summary={
                "tests": str(len(outcome.tests)),
                "branches taken (gcov)": outcome.branches_text,
                "lines run": outcome.lines_text,
                "errors": str(len(outcome.errors)),
            },
            errors=[error_line(number, each) for number, each in outcome.errors],
            open=[branch for number, branch in enumerate(outcome.found.branches) if number not in taken],
        )
    )
