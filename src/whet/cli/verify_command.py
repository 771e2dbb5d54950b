"""``whet verify``: does a program satisfy a property?"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from whet import __version__
from whet.cli.configuring import add_configuration_arguments, settings_document
from whet.cli.console import CommandError
from whet.cli.entry_arguments import HEAP, MADE, harness_command, harness_words, makes_arguments
from whet.cli.excerpts import shown_path
from whet.cli.exchange_files import add_report_arguments, read_accepted, report
from whet.cli.exit_codes import ExitCode
from whet.cli.output_folder import OutputFolder
from whet.cli.progress import progress_on
from whet.cli.reading import MEMORY_DEFAULT, duration, size
from whet.cli.replay_words import run_command
from whet.cli.screen import ScreenContext, screen_lines
from whet.cli.task_arguments import add_task_arguments, require_files, task_of_arguments, task_words
from whet.cli.verdicts import exit_code
from whet.cli.watching import files_of, stamps_of, wait_for_change
from whet.core.configuration import MemoryOptions, RefinementOptions, load_configuration
from whet.core.registry import ANALYSIS
from whet.core.result import Defect, FalseVerdict, Result
from whet.report.explaining import explanation_lines
from whet.report.lines import comparison, reason_lines, result_lines, violation_lines
from whet.report.next_steps import advice, commands, next_step
from whet.runtime.limits import Limits
from whet.session.findings import Findings
from whet.session.session import Session, limits_of
from whet.task.configuration import Configuration
from whet.task.errors import TaskError, TaskNotSupported, check_file, read_text
from whet.task.messages import files, usage
from whet.task.precision_file import Entry, format_precision, parse_precision
from whet.task.task import Task

HELP = "verify a program: TRUE, FALSE with inputs that show it, or UNKNOWN with the reason"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_task_arguments(parser)
    add_configuration_arguments(parser)
    parser.add_argument("--time-limit", type=duration, metavar="TIME", help="CPU time, such as 60s or 2min (default: 900s)")
    parser.add_argument("--memory-limit", type=size, metavar="SIZE", help=f"memory, such as 500MB or 4GB ({MEMORY_DEFAULT})")
    output = "write result.json, and harness.c for a FALSE, there"
    parser.add_argument("--output", metavar="DIR", help=output)
    parser.add_argument(
        "--replay",
        choices=("interpreted", "compiled"),
        default="interpreted",
        help="how a FALSE is confirmed: by the interpreter, or then also by the compiled program in a sandbox",
    )
    parser.add_argument(
        "--execute",
        action="store_true",
        help="compile the program with gcc, and run it in a sandbox to find errors",
    )
    parser.add_argument("--precision-in", metavar="FILE", help="begin with the precision that an earlier run wrote")
    parser.add_argument("--precision-out", metavar="FILE", help="write the final precision, for the next revision of the program")
    parser.add_argument("--witness", metavar="FILE.yml", help="write a witness of the verdict, or of invariants, in format 2.0")
    parser.add_argument("--invariants-from", metavar="FILE.yml", help="try the invariants of a correctness witness of any tool")
    add_report_arguments(parser)
    parser.add_argument(
        "--seed-predicates",
        choices=("none", "roles", "guesses"),
        help="begin with predicates from roles of variables or from runs (short for --set seeds.predicates=NAME)",
    )
    parser.add_argument("--watch", action="store_true", help="verify again when a file or header is saved, until Ctrl-C")
    parser.add_argument("--report", metavar="FILE.html", help="write a page: error path, invariants, graphs")
    parser.add_argument("--strict", action="store_true", help="answer TRUE only if the independent checker accepts the proof")
    parser.add_argument("--all", action="store_true", help="report every place that fails, not only one")
    parser.add_argument(
        "--replace",
        action="append",
        default=[],
        metavar="FUNCTION",
        help="replace calls by the contract of the function in whet.toml, and prove that too (may be repeated)",
    )
    parser.add_argument("--explain", action="store_true", help="print each refinement: path, candidates, choice, new precision")
    parser.add_argument(
        "--format",
        choices=("screen", "lines", "json"),
        help="print the result for people (default on a terminal), for scripts (default elsewhere), or as JSON",
    )
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="short for --format json")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> ExitCode:
    require_files(args)
    if args.watch:
        return _watch(args)
    return exit_code(_once(args, None).verdict)


def _watch(args: argparse.Namespace) -> ExitCode:
    """Verify again and again, each time with what was tracked before; the code is that of the last time."""
    code, known = ExitCode.UNKNOWN, None
    try:
        while True:
            seen = stamps_of([*args.files, *filter(None, [args.compile_commands])])
            try:
                task, _ = _task(args)
                seen = stamps_of(files_of(task)) | seen
                result = _once(args, known)
                code, known = exit_code(result.verdict), result.precision or known
            except TaskError as error:
                args.console.error(error.message, place=error.place)
                code = ExitCode.USAGE
            files = "1 file is" if len(seen) == 1 else f"{len(seen)} files are"
            args.console.note(f"{files} watched; Ctrl-C ends it")
            changed = wait_for_change(seen)
            args.console.note(f"saved: {', '.join(map(shown_path, changed))}")
    except KeyboardInterrupt:
        return code


def _once(args: argparse.Namespace, known: tuple[Entry, ...] | None) -> Result:
    """``known`` is what an earlier time tracked."""
    configuration = _configuration(args)
    task, problem = _task(args)
    accepted = read_accepted(args, task)
    if known is not None:
        task = replace(task, precision=known)
    folder = None if args.output is None else OutputFolder(Path(args.output))
    if folder is not None:
        folder.prepare()
    if args.report is not None:
        # Before the work, so that no result is lost: a page is written to where there is none, or one of Whet's.
        path = Path(args.report)
        if path.is_dir() or not path.parent.is_dir():
            raise CommandError(files.NOT_WRITTEN, place=path)
        if path.is_file() and path.stat().st_size and b"<!DOCTYPE html>" not in path.read_bytes()[:100]:
            raise CommandError(files.NOT_A_PAGE, place=path)
    with ExitStack() as opened:
        findings, session = _verify(args, task, configuration, opened, problem)
        if args.arguments == MADE and session.task.appended is not None and _frees_generated(findings):
            args = argparse.Namespace(**{**vars(args), "arguments": HEAP})
            findings, session = _verify(args, _task(args)[0], _configuration(args, findings.result), opened)
        task = session.task
        if args.replay == "compiled":
            findings = _replayed(findings, task)
        document = _document(task, configuration, findings)
        if folder is not None:
            _write(folder, document, {**_harnesses(task, findings), **_bundle(task, findings, document)})
        if args.precision_out is not None:
            Path(args.precision_out).write_text(format_precision(findings.result.precision), encoding="utf-8")
        if args.witness is not None:
            _write_witness(args, session, findings.result)
        if args.report is not None and problem is None:
            _write_report(args, session, findings, document)
    _print(args, task, configuration, findings, document)
    report(args, task, findings, accepted)
    return findings.result


def _write_witness(args: argparse.Namespace, session: Session, result: Result) -> None:
    if session.task.appended is not None:
        command = "whet harness" if args.compile_commands is not None else harness_command(args, session.task)
        raise CommandError(usage.WITNESS_OF_HARNESS.format(command=command))
    text = session.witness(result)
    if text is None:
        args.console.note("there is no verdict, so no witness is written", place=args.witness)
        return
    if result.invariants is not None:
        args.console.note("there is no verdict; the witness has the invariants that were found", place=args.witness)
    Path(args.witness).write_text(text, encoding="utf-8")


def _frees_generated(findings: Findings) -> bool:
    from whet.projects.entries import frees_generated

    verdicts = [each.verdict for each in [findings.result, *findings.violations]]
    return any(isinstance(each, FalseVerdict) and frees_generated(each.fault) for each in verdicts)


def _configuration(args: argparse.Namespace, before: Result | None = None) -> Configuration:
    """What the arguments say; after another run for the same verdict, with the CPU time that is left."""
    settings = [*args.overrides, *_short_forms(args)]
    found = load_configuration(args.config, settings)
    if before is None or found.limits.cpu_time is None:
        return found
    left = max(1.0, found.limits.cpu_time - float(before.statistics.get("cpu_seconds", 0.0)))
    return load_configuration(args.config, [*settings, f"limits.cpu_time={left:.3f}s"])


def _short_forms(args: argparse.Namespace) -> list[str]:
    options = {
        "limits.cpu_time": args.time_limit,
        "limits.memory": args.memory_limit,
        "seeds.predicates": args.seed_predicates,
        "proofs.check": "strict" if args.strict else None,
        "execution.allowed": "yes" if args.execute else None,
    }
    return [f"{option}={value}" for option, value in options.items() if value is not None]


def _task(args: argparse.Namespace) -> tuple[Task, TaskNotSupported | None]:
    """The task, and what it asks for that is not supported."""
    try:
        task = replace(task_of_arguments(args), precision=_precision(args), suggestions=_suggestions(args))
    except TaskNotSupported as problem:
        return Task(files=tuple(args.files or [args.compile_commands])), problem
    for file in task.files:
        check_file(file)  # a name that is wrong is the user's mistake, not a result
    return task, None


def _precision(args: argparse.Namespace) -> tuple[Entry, ...]:
    if args.precision_in is None:
        return ()
    return parse_precision(read_text(args.precision_in), name=args.precision_in, domains=ANALYSIS)


def _suggestions(args: argparse.Namespace) -> str | None:
    """The file, if it is one that can be read."""
    if args.invariants_from is not None:
        from whet.witnesses.suggesting import read_suggestions

        read_suggestions(args.invariants_from)
    path: str | None = args.invariants_from
    return path


def _write_report(args: argparse.Namespace, session: Session, findings: Findings, document: Mapping[str, object]) -> None:
    """Whatever goes wrong with it, the verdict stands."""
    try:
        Path(args.report).write_text(session.report(findings, document), encoding="utf-8")
    except Exception as problem:
        args.console.note(f"the report was not written: {type(problem).__name__}: {problem}", place=args.report)


def _verify(
    args: argparse.Namespace, task: Task, configuration: Configuration, opened: ExitStack, problem: TaskNotSupported | None = None
) -> tuple[Findings, Session]:
    """What was found, and the session of the program that it was found in; ``opened`` has at most one session."""
    if not args.quiet and problem is None:
        about = f"checking {', '.join(task.property.checks)}; {task.machine}, configuration {configuration.name}"
        args.console.note(f"whet {__version__}: {', '.join(task.files)}, {about}")
    with progress_on(args.console, quiet=args.quiet) as observer:

        def session_of(each: Task) -> Session:
            opened.close()
            graph = args.report is not None
            return opened.enter_context(Session(each, configuration, observer=observer, graph=graph, unsupported=problem))

        session = session_of(task)

        def search(each: Task, limits: Limits) -> Findings:
            nonlocal session
            session = session if session.task == each else session_of(each)
            return session.findings(limits=limits) if args.all else Findings(session.verify(limits=limits))

        if problem is not None:
            return search(task, limits_of(configuration)), session
        decides: Callable[[Task, Limits], Findings] = search
        if args.replace:
            from whet.cli.entry_calls import replacing_search

            decides = replacing_search(args, task, search)

        def searched() -> tuple[Findings, Session]:
            found = decides(task, limits_of(configuration))
            return found, session if args.replace == [] or session.task == task else session_of(task)

        if not makes_arguments(args, task):
            return searched()
        from whet.cli.entry_calls import EntrySearch, entry_call  # takes a tenth of the time of a small program

        call = entry_call(args, task)
        if call is None:
            return searched()

        def further(each: Task, granted: tuple[str, ...], limits: Limits) -> Result:
            nonlocal session
            session = session if session.task == each else session_of(each)
            return session.verify(limits=limits, granted=granted)

        found, task = EntrySearch(call, decides, limits_of(configuration), None if args.all else further).run()
        return found, session if session.task == task else session_of(task)


def _replayed(findings: Findings, task: Task) -> Findings:
    """With what the compiled program shows of each violation."""
    from whet.harness.compiled import replay_compiled

    def replayed(result: Result) -> Result:
        if not isinstance(result.verdict, FalseVerdict):
            return result
        return replace(result, compiled_replay=replay_compiled(task, result.verdict))

    violations = [replayed(each) for each in findings.violations]
    known = {id(each.verdict): each.compiled_replay for each in violations}
    whole, key = findings.result, id(findings.result.verdict)
    return replace(
        findings,
        result=replace(whole, compiled_replay=known[key]) if key in known else replayed(whole),
        violations=violations,
    )


def _harnesses(task: Task, findings: Findings) -> dict[str, bytes]:
    """By name of file: of the verdict, and with ``--all`` of each finding after the first."""
    from whet.harness.compiled import HARNESS_FILE, harness_of

    found: dict[str, bytes] = {}
    for number, each in enumerate(findings.violations or [findings.result], 1):
        name = HARNESS_FILE if number == 1 else HARNESS_FILE.replace(".", f"-{number}.")
        files = harness_of(task, each.verdict, name) if isinstance(each.verdict, FalseVerdict) else {}
        found |= {file: text.encode() for file, text in files.items()}
    return found


def _bundle(task: Task, findings: Findings, document: Mapping[str, object]) -> dict[str, bytes]:
    from whet.report.bundle import BUNDLE_FILE, bundle, is_worth_reporting

    if not is_worth_reporting(findings.result.verdict):
        return {}
    return {BUNDLE_FILE: bundle(task, document, shlex.join(["whet", *sys.argv[1:]]))}


def _write(folder: OutputFolder, document: Mapping[str, object], files: Mapping[str, bytes]) -> None:
    folder.remove_listed()
    for name, content in files.items():
        (folder.path / name).write_bytes(content)
    folder.write_result({**document, "files": list(files)} if files else document)


def _document(task: Task, configuration: Configuration, findings: Findings) -> Mapping[str, object]:
    result = findings.result
    document = {**result.to_json(), **findings.to_json()}
    # The function that the user named.
    document["task"] = {
        "files": list(task.files),
        "property": task.property.name,
        "machine": task.machine.value,
        "entry": task.entry if task.appended is None else task.entry.removeprefix("harness_of_"),
        "expected": task.expected,
    }
    if task.options:
        document["options"] = {each.file: task.preprocessing(each.file).said() for each in task.options}
    advice = next_step(result.verdict, task, configuration)
    if advice is not None:
        document["next"] = advice
    if task.expected is not None:
        document["comparison"] = comparison(result.verdict, expected=task.expected)
    document["configuration"] = settings_document(configuration)
    for member in configuration.members:
        if result.portfolio is not None and member.name == result.portfolio.winner:
            document["winner"] = settings_document(member)
    return document


def _print(
    args: argparse.Namespace, task: Task, configuration: Configuration, findings: Findings, document: Mapping[str, object]
) -> None:
    result = findings.result
    match result.verdict:
        case Defect(traceback=trace) if args.debug and trace:
            args.console.details(trace)
        case Defect(traceback=trace) if trace:
            args.console.error("internal error; '--debug' shows where")
        case _:
            pass
    if args.format == "json":
        args.console.result(json.dumps(document, indent=1))
        return
    if args.explain:
        selection = configuration.section(RefinementOptions).selection
        args.console.result("\n".join(explanation_lines(result.refinements, selection=selection)))
    every = findings if args.all else None
    others = [] if args.all else [f"Also: {each}" for each in violation_lines(findings.violations[1:])]
    if args.format == "screen" or (args.format is None and args.console.is_read_by_a_person):
        args.console.styled(screen_lines(result, _surroundings(args, task, configuration, result, every)))
        if others:
            args.console.result("\n".join(others))
    else:
        advised = next_step(result.verdict, task, configuration)
        told = [*reason_lines(result), *others] if every is None else every.lines()
        args.console.result("\n".join(result_lines(result, expected=task.expected, advice=advised, told=told)))


def _surroundings(
    args: argparse.Namespace, task: Task, configuration: Configuration, result: Result, findings: Findings | None
) -> ScreenContext:
    advised = advice(result.verdict, task, configuration)
    return ScreenContext(
        expected=task.expected,
        advice=advised,
        commands=() if advised is None else commands(args.command_line, advised),
        again=_again(args, task, configuration, result) if findings is None or len(findings.violations) == 1 else None,
        findings=findings,
    )


def _again(args: argparse.Namespace, task: Task, configuration: Configuration, result: Result) -> str | None:
    """The command that executes the run to a violation; a run in which ``malloc`` fails cannot be asked for."""
    if configuration.section(MemoryOptions).malloc_may_fail == "yes":
        return None
    return run_command([*task_words(args), *harness_words(args, task)], args.files, result.verdict)
