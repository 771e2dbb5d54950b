"""``whet scan``: every function of a project is verified as if it were called with whatever arguments its types allow."""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import shlex
import signal
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from whet import __version__
from whet.cli.configuring import add_configuration_arguments, configuration_words
from whet.cli.console import CommandError
from whet.cli.entry_arguments import HEAP, add_argument_limits, add_project_argument, positive
from whet.cli.exchange_files import add_report_arguments, tell_suppressions, write_reports
from whet.cli.exit_codes import ExitCode
from whet.cli.output_folder import OutputFolder
from whet.cli.reading import MEMORY_DEFAULT, add_reading_arguments, duration, file_words, reading_words, size
from whet.cli.scan_progress import scan_observer
from whet.cli.task_arguments import CHECK_HELP, add_database_arguments, database_words
from whet.core.configuration import load_configuration
from whet.harness.options import HarnessOptions, changed_options
from whet.projects.baseline import read_baseline, write_baseline
from whet.projects.callers import Judged
from whet.projects.causes import causes
from whet.projects.ci import inline_in, judged
from whet.projects.contract_file import with_contracts
from whet.projects.entry_points import project_entry_points
from whet.projects.functions import ProjectFunction, ProjectFunctions, project_task, read_project, sample
from whet.projects.judging import DEEPER, ScanTerms, reproducer_name
from whet.projects.preconditions import PROJECT_FILE, Requirements, project_path, project_requirements, read_requirements
from whet.projects.project_file import DEFAULT_POLICY
from whet.projects.scan_summary import scan_summaries
from whet.projects.scanning import Scan, counts, judged_document
from whet.projects.source_contracts import scan_requirements, source_contracts
from whet.projects.stated_invariants import project_invariants, read_invariants
from whet.projects.store import ResultStore, open_store
from whet.projects.telling import scan_lines, scan_verdict
from whet.report.sources import Sources
from whet.report.summary import Finding, Status
from whet.report.suppressions import read_suppressions, root_of
from whet.runtime.limits import Limits
from whet.task.checks import bugs_property, property_name
from whet.task.errors import read_text, suggestion
from whet.task.messages import usage
from whet.task.options import DEFAULT_MEMORY
from whet.task.properties import Property, read_property
from whet.task.task import Machine, Task

_SIGN = 40
"""Characters that reproducers begin with."""
HELP = "verify every function of a project: which are proved, which fail, which need a precondition"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a folder, a compile_commands.json, or C files")
    add_database_arguments(parser, "read compiler options from compile_commands.json")
    parser.add_argument("--check", action="append", metavar="NAME,NAME", help=CHECK_HELP)
    add_reading_arguments(parser, starts=False)
    add_argument_limits(parser)
    add_project_argument(parser)
    add_configuration_arguments(parser)
    parser.add_argument(
        "--function", action="append", metavar="NAME", help="only this function (also FILE:NAME; may be repeated)"
    )
    parser.add_argument("--sample", type=positive, metavar="N", help="a random sample of N functions")
    parser.add_argument("--seed", type=positive, default=1, metavar="N", help="seed of the sample (default: 1)")
    parser.add_argument("--time-limit", type=duration, default=60.0, metavar="TIME", help="CPU time per function (default: 60s)")
    parser.add_argument("--budget", type=duration, metavar="TIME", help="elapsed time of the whole scan")
    parser.add_argument(
        "--memory-limit", type=size, default=DEFAULT_MEMORY, metavar="SIZE", help=f"memory for each function ({MEMORY_DEFAULT})"
    )
    cores = len(os.sched_getaffinity(0))
    parser.add_argument("--workers", type=positive, default=cores, metavar="N", help=f"functions at a time (default: {cores})")
    parser.add_argument("--output", metavar="DIR", help="write result.json there, and keep results in DIR/cache")
    parser.add_argument("--cache", metavar="DIR|URL", help="keep results there instead, and reuse them in the next scan")
    parser.add_argument(
        "--reproduce", metavar="DIR", help="write a C file for each failing function that compiles, calls it, and fails"
    )
    parser.add_argument(
        "--replay",
        choices=("interpreted", "compiled"),
        default="interpreted",
        help="who confirms what --reproduce writes: 'compiled' lets gcc compile it, and executes it in a sandbox",
    )
    parser.add_argument("--baseline", metavar="FILE.json", help="failures that are known; only others decide the exit code")
    parser.add_argument("--write-baseline", action="store_true", help="make what is found now the baseline")
    add_report_arguments(parser)
    parser.add_argument(
        "--write-contracts",
        action="store_true",
        help=f"add the preconditions and invariants that were inferred to {PROJECT_FILE} (or the file of --project), for review",
    )
    parser.add_argument(
        "--tasks",
        metavar="DIR",
        help="only write DIR/manifest.csv, a task set for whet bench with one task for each function",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON instead of lines")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> ExitCode | int:
    configuration = load_configuration(args.config, args.overrides)
    machine = Machine.LP64 if args.machine is None else Machine(args.machine.name)
    about = Task(files=(), property=_property(args), machine=machine, include_folders=(*args.include,), defines=(*args.define,))
    told = None if args.machine is None else machine
    task = project_task(args.paths, about, machine=told, database=args.compile_commands, ignored=args.ignore_option)
    # A mistake in the project file is reported before the files are read.
    project_requirements(args.project)
    stated = project_invariants(args.project)
    folder = None if args.output is None else OutputFolder(Path(args.output))
    store = _store(args)
    if args.write_baseline and args.baseline is None:
        raise CommandError(usage.NO_BASELINE)
    if folder is not None:
        folder.prepare()
    entry_points = project_entry_points(args.project)
    project = read_project(task, depth=args.depth + DEEPER, entry_points=entry_points)
    for problem in project.unreadable:
        args.console.warning(f"left out: {problem.message}", place=problem.place)
    for pattern in entry_points.unmatched(project.headers):
        known = ", ".join(sorted(project.headers)[:3]) or "there is none"
        args.console.warning(f"no header of the project matches '{pattern}' of [scan] headers in whet.toml (headers: {known})")
    requirements, problems = scan_requirements(args.project, project.task, project.functions)
    for each in problems:
        args.console.warning(f"a contract is not used: {each.message}", place=each.place)
    functions = _chosen(args, project, requirements)
    if args.tasks is not None:
        return _write_tasks(args, functions)
    limits = Limits(cpu_seconds=args.time_limit, memory_bytes=args.memory_limit)
    terms = ScanTerms(
        task=project.task,
        configuration=configuration,
        limits=limits,
        elements=args.elements,
        depth=args.depth,
        reproduce=args.reproduce,
        executes=args.replay == "compiled",
        stated=stated,
    )
    scan = Scan(
        terms=terms, functions=functions, requirements=requirements, store=store, workers=args.workers, budget=args.budget
    )
    return _Reporting(args, project, folder).of(scan)


def _property(args: argparse.Namespace) -> Property:
    if args.check is None:
        return bugs_property()
    return read_property(property_name(",".join(args.check).split(",")))


def _store(args: argparse.Namespace) -> ResultStore | None:
    where = args.cache or (None if args.output is None else os.path.join(args.output, "cache"))
    return None if where is None else open_store(where)


def _is_named(function: ProjectFunction, wanted: str) -> bool:
    """By its name, or with its file before it: ``list.c:push``."""
    return function.signature.name == wanted or f"/{function.name}".endswith(f"/{wanted}")


def _chosen(args: argparse.Namespace, project: ProjectFunctions, requirements: Requirements) -> list[ProjectFunction]:
    """Those that are asked for; a name that no function has is a mistake."""
    names = {each.signature.name for each in project.functions}
    for name in [*(args.function or ()), *requirements]:
        if not any(_is_named(each, name) for each in project.functions) and not project.unreadable:
            place = requirements[name][0].file if requirements.get(name) else None
            raise CommandError(usage.NO_FUNCTION.format(name=name, suggested=suggestion(name, names)), place=place)
    named = args.function
    wanted = [each for each in project.functions if named is None or any(_is_named(each, name) for name in named)]
    wanted = wanted if named is None else [replace(each, is_public=True) for each in wanted]
    if not wanted:
        reason = "none of the files can be read" if project.unreadable else "the files define no function but main"
        raise CommandError(usage.NOTHING.format(reason=reason), place=args.paths[0], code=ExitCode.NOT_SUPPORTED)
    return sample(wanted, args.sample, seed=args.seed)


class _Reporting:
    """From results to lines, a document, files for other tools and an exit code."""

    def __init__(self, args: argparse.Namespace, project: ProjectFunctions, folder: OutputFolder | None) -> None:
        self._args = args
        self._project = project
        self._folder = folder
        self._results: list[Judged] = []
        # Before the work, because a mistake in one of these should not cost it.
        file = args.suppressions or project_path(args.project)
        self._sources = Sources(Path() if file is None else root_of(file))
        inline = inline_in(frozenset(_project_files(project)), self._sources)
        self._accepted = [*inline, *([] if file is None else read_suppressions(file))]
        is_new = args.write_baseline and not Path(args.baseline).exists()
        self._baseline = None if args.baseline is None or is_new else read_baseline(args.baseline)

    def of(self, scan: Scan) -> ExitCode | int:
        if not self._args.quiet:
            what = f"{len(scan.functions)} functions of {len(self._project.task.files)} files, {scan.workers} at a time"
            self._args.console.note(f"whet {__version__}: {what}")
        self._write(is_complete=False)
        try:
            with scan_observer(self._args.console, quiet=self._args.quiet, planned=len(scan.functions)) as observer:
                self._results.extend(scan.run(observer))
        except KeyboardInterrupt:
            self._write(is_complete=False)
            kept = "the same command goes on from here" if scan.store is not None else "with --output DIR it could go on"
            self._args.console.error(f"interrupted after {len(self._results)} of {len(scan.functions)} functions; {kept}")
            return 128 + signal.SIGINT
        order = {each.name: number for number, each in enumerate(scan.functions)}
        self._results.sort(key=lambda each: order[each.function.name])
        self._write(is_complete=True)
        self._write_reproducers()
        return self._judged(tuple(scan.terms.task.property.checks))

    def _judged(self, checks: Sequence[str]) -> ExitCode:
        """With what is accepted already, as in a CI job."""
        args, summaries = self._args, scan_summaries(self._results, checks, self._sources)
        report = judged(DEFAULT_POLICY, summaries, self._accepted, self._baseline, self._sources)
        accepted = {
            (each.name, one.place, one.check): _accepted(one)
            for each in report.summaries
            for one in each.findings
            if one.is_accepted
        }
        lines = scan_lines(self._results, lambda each: _following(args, each), accepted)
        lines += [f"Gone: {words}" for words in report.gone]
        args.console.result(json.dumps(self._document(is_complete=True), indent=1) if args.json else "\n".join(lines))
        tell_suppressions(args.console, (), report.unused)
        write_reports(args, report.summaries, self._sources.root)
        if args.write_baseline:
            count = write_baseline(args.baseline, self._baseline, report.summaries)
            args.console.note(f"{count} failures are known now", place=args.baseline)
        if args.write_contracts:
            self._write_contracts()
        words = {word for word, _ in report.failures}
        return ExitCode.FALSE if Status.FALSE.value in words else ExitCode.UNKNOWN if words else ExitCode.TRUE

    def _write(self, *, is_complete: bool) -> None:
        if self._folder is not None:
            self._folder.write_result(self._document(is_complete=is_complete))

    def _write_contracts(self) -> None:
        path = Path(self._args.project or PROJECT_FILE)
        text = read_text(str(path)) if path.exists() else ""
        known, types = (read_requirements(str(path)), read_invariants(str(path))) if path.exists() else ({}, {})
        paths = tuple(dict.fromkeys(each.file for each in self._project.functions))
        written = with_contracts(text, {*known, *source_contracts(self._project.task, paths)}, types, self._results)
        for why in written.left_out:
            self._args.console.note(f"not written: {why}", place=path)
        if written.sections:
            path.write_text(written.text, encoding="utf-8")
        self._args.console.note(f"{len(written.sections)} sections are written; review them", place=path)

    def _write_reproducers(self) -> None:
        """A file that is there already was written by an earlier scan, or is left alone."""
        for name, text in (file for each in self._results for file in each.judgement.reproducer):
            path = Path(self._args.reproduce, name)
            if path.exists() and not path.read_text(encoding="utf-8", errors="replace").startswith(text[:_SIGN]):
                raise CommandError(usage.NOT_OVERWRITTEN, place=path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def _document(self, *, is_complete: bool) -> dict[str, object]:
        args = self._args
        return {
            "tool": "whet",
            "version": __version__,
            "scan": args.paths,
            "complete": is_complete,
            "verdict": scan_verdict(self._results),
            "configuration": args.config,
            "time_limit": args.time_limit,
            "counts": counts(self._results),
            "reused": sum(each.is_reused for each in self._results),
            "causes": [each.to_json() for each in causes(self._results)],
            "unreadable": [{"message": each.message, "place": str(each.place)} for each in self._project.unreadable],
            "functions": [judged_document(each) for each in self._results],
            "statistics": {
                "runs": sum(each.judgement.runs for each in self._results),
                "cpu_seconds": round(sum(each.judgement.cpu_seconds for each in self._results), 3),
            },
        }


def _project_files(project: ProjectFunctions) -> Iterator[str]:
    """With the headers that functions stand in."""
    yield from project.task.files
    yield from (each.signature.place.file for each in project.functions if each.signature.place is not None)


def _accepted(finding: Finding) -> str:
    """The heading of a failure that is suppressed or known."""
    return "Known" if finding.suppression is None else f"Suppressed ({finding.suppression.reason})"


def _write_tasks(args: argparse.Namespace, functions: Sequence[ProjectFunction]) -> ExitCode:
    """A set of tasks: one for each function, which a campaign spreads over its nodes."""
    folder = Path(args.tasks)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "manifest.csv", "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("id", "path", "category", "expected_verdict", "data_model", "sha256", "function"))
        for each in functions:
            path = os.path.relpath(each.file, folder)
            category = os.path.basename(os.path.dirname(os.path.abspath(each.file)))
            table.writerow((each.name, path, category, "", _model(args), _digest(each), _arguments(args, each)))
    args.console.note(
        f"{len(functions)} functions are written; next: whet bench run {shlex.quote(str(folder))} --output FOLDER", place=folder
    )
    return ExitCode.TRUE


def _model(args: argparse.Namespace) -> str:
    return Machine.LP64.value if args.machine is None else str(args.machine.name)


def _digest(function: ProjectFunction) -> str:
    """Of all files that it needs; headers are as they are, like those of other tasks."""
    contents = [hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in function.files]
    return hashlib.sha256(" ".join(contents).encode()).hexdigest()


def _following(args: argparse.Namespace, failing: Judged) -> Iterator[str]:
    """What to do about a failure; one that a sequence of calls shows names them itself."""
    if not failing.judgement.calls:
        yield f"show it: {_showing(args, failing)}"
    if args.reproduce is None:
        return
    path = Path(args.reproduce, reproducer_name(failing.function))
    if failing.judgement.reproducer or path.exists():
        yield f"reproducer: {path}{f' ({failing.judgement.replay})' if failing.judgement.replay else ''}"
    else:
        yield "no reproducer: the call has memory that no C program can be given"


def _showing(args: argparse.Namespace, failing: Judged) -> str:
    """The command that verifies a function in calls such as those that failed, and shows the run."""
    function, database = failing.function, _database(args)
    made = changed_options(HarnessOptions(depth=args.depth + DEEPER), failing.judgement.harness)
    words = ["--entry", function.signature.name, "--no-null", "--no-alias", "--depth", str(made.depth)]
    words += ["--arguments", HEAP] if made.on_heap else []
    words += [*configuration_words(args)]
    words += [*reading_words(args), *(["--check", ",".join(args.check)] if args.check else [])]
    words += ["--elements", str(args.elements)] if args.elements is not None else []
    words += [] if args.project is None else ["--project", args.project]
    words += [*database_words(database, args.ignore_option)]
    others = [file for file in function.files if file != function.file]
    return shlex.join(["whet", "verify", *words, *file_words([function.file, *others])])


def _database(args: argparse.Namespace) -> str | None:
    named: str | None = args.compile_commands or next((path for path in args.paths if path.endswith(".json")), None)
    return named


def _arguments(args: argparse.Namespace, function: ProjectFunction) -> str:
    """Which function, how its file is read, and which other files there are, as arguments of a shell."""
    database = _database(args)
    others = [os.path.abspath(file) for file in function.files if file != function.file]
    own = [*(f"-I{os.path.abspath(each)}" for each in args.include), *(f"-D{each}" for each in args.define)]
    project = project_path(args.project)
    kept = [] if project is None else ["--project", os.path.abspath(project)]
    read = [*database_words(None if database is None else os.path.abspath(database), args.ignore_option)]
    made = [*([] if args.elements is None else [f"--elements={args.elements}"]), f"--depth={args.depth}"]
    return shlex.join(["--function", os.path.basename(function.name), *made, *own, *kept, *read, *others])
