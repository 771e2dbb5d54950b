"""Whet for Python: what ``import whet`` offers, functions of files and keyword arguments (docs/python.md).

Each function makes a task and a configuration of its arguments, as the commands do, and asks a ``Session``.  A mistake of the
caller raises ``TaskError``; what becomes of a program, also one that cannot be read, is a value.

Invariants: nothing is printed and nothing is written; a keyword that is not known is an error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias, TypedDict, TypeVar, Unpack

from whet.cfa.types import MACHINE_MODELS
from whet.core.configuration import load_configuration
from whet.core.context import Level, Progress, ProgressObserver, Silent
from whet.core.evidence import Counterexample, Proof, Unrolled
from whet.core.result import Defect, FalseVerdict, InvalidProgram, Reason, Result, TrueVerdict, Unknown
from whet.runtime.isolation import CpuTimeOut, Crashed, Failed, Finished, OutOfMemory, WallTimeOut, run_isolated
from whet.runtime.limits import Limits
from whet.session.explanation import explanation
from whet.session.findings import Findings
from whet.session.session import Session
from whet.session.test_search import FoundTests, SearchEnd, TestSearch
from whet.session.validation import Confirmed, Rejected, Undecided, Validation, ValidationRequest
from whet.session.validation import validate as validate_witness
from whet.session.witness import hash_of
from whet.task.checks import bugs_property, property_name
from whet.task.compile_commands import read_commands
from whet.task.configuration import DEFAULT_CONFIGURATION, Configuration
from whet.task.coverage_goals import GOAL_NAMES, read_goal
from whet.task.definition import load_task
from whet.task.errors import TaskError, TaskNotSupported, check_file, suggestion
from whet.task.messages import usage
from whet.task.options import DEFAULT_MEMORY
from whet.task.properties import DEFAULT_PROPERTY, Property, parse_property, read_property
from whet.task.quantities import parse_duration, parse_size
from whet.task.task import Machine, Task, program_file

if TYPE_CHECKING:
    from whet.roles.infer import Roles

Path: TypeAlias = str | os.PathLike[str]
Names: TypeAlias = str | Sequence[str]
"""One name, several with commas between them, or a list."""
Time: TypeAlias = float | str
"""Seconds, or a text such as ``2min``."""
Size: TypeAlias = int | str
"""Bytes, or a text such as ``500MB``."""
T = TypeVar("T")


def _shown(result: Result) -> str:
    from whet.report.notebook import result_html  # few results are shown so

    return result_html(result)


Result._repr_html_ = _shown  # type: ignore[attr-defined]  # notebooks ask the type for it; core knows nothing of HTML


class ReadingOptions(TypedDict, total=False):
    """How a program is read, and what that may cost."""

    machine: str
    """``LP64`` (the default) or ``ILP32``."""
    entry: str
    """The function that the program starts with; ``main`` unless given."""
    include: Sequence[Path]
    """Folders that are searched for headers."""
    define: Sequence[str]
    """Macros, as ``NAME`` or ``NAME=VALUE``."""
    time_limit: Time
    """CPU time."""
    memory_limit: Size
    observer: ProgressObserver
    """Hears of the run while it goes on."""


class VerifyOptions(ReadingOptions, total=False):
    """What to verify, and how."""

    check: Names
    """What to look for; ``whet checks`` lists the names."""
    spec: Path
    """A property file, or the name of a property, instead of ``check``."""
    config: Path
    """A preset (``whet configs`` lists them) or a file FILE.toml."""
    settings: Mapping[str, object]
    """Options of the configuration by their names, such as ``{"limits.states": 1000}``; ``whet options`` lists them."""
    strict: bool
    """Say TRUE only if the check of the proof accepts it."""
    compile_commands: Path
    """A file compile_commands.json, which says what files there are and how they are read."""
    ignore_options: Sequence[str]
    """Options of the compiler in that file that are assumed to make no difference."""
    invariants_from: Path
    """A correctness witness whose invariants are worth trying."""


class ValidateOptions(VerifyOptions, total=False):
    """What a witness is for, and what it must do."""

    alone: bool
    """Must the invariants of the witness be a proof without any help?"""


class SearchOptions(ReadingOptions, total=False):
    """Which tests are wanted."""

    goal: Path
    """What to cover: a property file, ``coverage-branches`` (the default) or ``coverage-error-call``."""


class RoleOptions(ReadingOptions, total=False):
    """Which roles are told."""

    all: bool
    """Also roles that nothing but the lack of contrary evidence speaks for."""


def verify(*files: Path, **options: Unpack[VerifyOptions]) -> Result:
    """Does the program that these C files (or one task definition) make do what it must not?"""
    with prepare(files, options) as session:
        return session.verify()


def find_all(*files: Path, **options: Unpack[VerifyOptions]) -> Findings:
    """One finding for each place that fails, and which places are proved."""
    with prepare(files, options) as session:
        return session.findings()


def explain(result: Result) -> str:
    """Everything that ``whet verify --explain`` prints of a result, and the invariants of a proof."""
    return explanation(result)


def witness(result: Result, *files: Path, **options: Unpack[VerifyOptions]) -> str | None:
    """The witness for the verdict of ``verify`` with the same arguments, in format 2.0; None if there is no verdict."""
    with prepare(files, options) as session:
        return session.witness(result)


def validate(file: Path, witness: Path, **options: Unpack[ValidateOptions]) -> Validation:
    """Is the witness for the program right?  Property and machine are those of the witness, unless others are given."""
    from whet.witnesses.reading import read_witness

    check_known("validate", options, ValidateOptions)
    name, path = os.fspath(file), os.fspath(witness)
    check_file(name)
    read = read_witness(path)
    observer = options.get("observer", Silent())
    if hash_of(name) not in {value for _, value in read.task.input_file_hashes}:
        observer.log(Level.WARNING, f"{name}: the witness was written for a file with other contents")
    given = _spec(options)
    task = _loaded(
        [name],
        options,
        spec=given,
        machine=options.get("machine", read.task.data_model),
        otherwise=DEFAULT_PROPERTY if given is not None else parse_property(read.task.specification, path=path),
    )
    request = ValidationRequest(task=task, witness=read, path=path, alone=options.get("alone", False))
    return validate_witness(request, _configuration(options), observer=observer)


def generate_tests(file: Path, **options: Unpack[SearchOptions]) -> FoundTests | InvalidProgram | Unknown | Defect:
    """Inputs that cover the program.  It is interpreted and not executed, so nothing is measured."""
    check_known("generate_tests", options, SearchOptions)
    if options.get("entry", "main") != "main":
        raise TaskError(usage.TESTS_NEED_MAIN.format(entry=options["entry"]))
    task = _loaded([os.fspath(file)], options, spec=None, machine=options.get("machine"), otherwise=DEFAULT_PROPERTY)
    check_file(program_file(task.files))
    search = TestSearch(
        goal=read_goal(os.fspath(options.get("goal", GOAL_NAMES[0]))),
        cpu_seconds=_seconds(options.get("time_limit", 60.0)),
        memory_bytes=_bytes(options.get("memory_limit", DEFAULT_MEMORY)),
    )
    with Session(task, observer=options.get("observer")) as session:
        return session.tests(search)


def variable_roles(file: Path, **options: Unpack[RoleOptions]) -> Roles | InvalidProgram | Unknown | Defect:
    """What each variable of a C file is used for, and why; needs ``whet[roles]``."""
    check_known("variable_roles", options, RoleOptions)
    name = os.fspath(file)
    check_file(name)
    return _isolated(lambda: _roles(name, options), options)


def prepare(files: Sequence[Path], options: VerifyOptions) -> Session:
    """The session of a verification.  Raises ``TaskError``, and ``TypeError`` for a keyword that is not known."""
    check_known("verify", options, VerifyOptions)
    names = [os.fspath(file) for file in files]
    if not names and "compile_commands" not in options:
        raise TaskError(usage.NO_FILE)
    configuration, observer = _configuration(options), options.get("observer", Silent())
    try:
        task = _task(names, options)
    except TaskNotSupported as problem:
        return Session(Task(files=tuple(names)), configuration, observer=observer, unsupported=problem)
    for file in task.files:
        check_file(file)
    return Session(task, configuration, observer=observer)


def scan_terms(options: VerifyOptions) -> tuple[Task, Configuration]:
    """A task without files, and the configuration; a function has 60 s unless the options say otherwise."""
    name = _spec(options)
    task = Task(
        files=(),
        property=bugs_property() if name is None else read_property(name),
        machine=_machine(options.get("machine")) or Machine.LP64,
        include_folders=tuple(_folders(options)),
        defines=tuple(options.get("define", ())),
    )
    return task, _configuration({"time_limit": 60.0, **options})


def _task(names: Sequence[str], options: VerifyOptions) -> Task:
    spec, otherwise, machine = _spec(options), bugs_property(), options.get("machine")
    commands = options.get("compile_commands")
    if commands is None:
        task = _loaded(names, options, spec=spec, machine=machine, otherwise=otherwise)
    else:
        ignored = options.get("ignore_options", ())
        read = read_commands(os.fspath(commands), names, machine=_machine(machine), ignored=ignored)
        task = _loaded(read.files, options, spec=spec, machine=read.machine, otherwise=otherwise)
        task = replace(task, options=tuple(read.options), assumptions=(*task.assumptions, *read.assumptions))
    return replace(task, suggestions=_suggestions(options))


def _suggestions(options: VerifyOptions) -> str | None:
    """The file, if it is one that can be read."""
    if "invariants_from" not in options:
        return None
    from whet.witnesses.suggesting import read_suggestions

    path = os.fspath(options["invariants_from"])
    read_suggestions(path)
    return path


def _spec(options: VerifyOptions) -> str | None:
    if "check" in options and "spec" in options:
        raise TaskError("both check and spec are given; one of them says what to verify")
    if "check" in options:
        check = options["check"]
        return property_name(check.split(",") if isinstance(check, str) else check)
    return os.fspath(options["spec"]) if "spec" in options else None


def _loaded(files: Sequence[str], options: ReadingOptions, *, spec: str | None, machine: str | None, otherwise: Property) -> Task:
    return load_task(
        files,
        spec=spec,
        otherwise=otherwise,
        machine=_machine(machine),
        entry=options.get("entry"),
        include_folders=_folders(options),
        defines=list(options.get("define", ())),
    )


def _folders(options: ReadingOptions) -> list[str]:
    return [os.fspath(folder) for folder in options.get("include", ())]


def _machine(name: str | None) -> Machine | None:
    if name is not None and name not in list(Machine):
        raise TaskError(f"there is no machine '{name}'{suggestion(name, Machine)}; known are {', '.join(Machine)}")
    return None if name is None else Machine(name)


def _configuration(options: VerifyOptions) -> Configuration:
    settings = dict(options.get("settings", {}))
    if "time_limit" in options:
        settings["limits.cpu_time"] = _seconds(options["time_limit"])
    if "memory_limit" in options:
        settings["limits.memory"] = _bytes(options["memory_limit"])
    if options.get("strict", False):
        settings["proofs.check"] = "strict"
    overrides = [f"{name}={_setting_text(value)}" for name, value in settings.items()]
    return load_configuration(os.fspath(options.get("config", DEFAULT_CONFIGURATION)), overrides)


def _setting_text(value: object) -> str:
    match value:
        case float():
            return f"{value:.6f}"
        case list() | tuple():
            return ",".join(map(str, value))
        case _:
            return str(value)


def _seconds(limit: Time) -> float:
    return _quantity(parse_duration, limit) if isinstance(limit, str) else float(limit)


def _bytes(limit: Size) -> int:
    return _quantity(parse_size, limit) if isinstance(limit, str) else int(limit)


def _quantity(parse: Callable[[str], T], text: str) -> T:
    try:
        return parse(text)
    except ValueError as error:
        raise TaskError(str(error)) from None


def check_known(function: str, options: Mapping[str, object], kind: type) -> None:
    """Python does not, for keywords that a TypedDict lists."""
    known = [name for base in reversed(kind.__mro__) for name in getattr(base, "__annotations__", {})]
    for name in options:
        if name not in known:
            raise TypeError(f"{function}() has no option '{name}'{suggestion(name, known)}; it has {', '.join(known)}")


def _roles(name: str, options: RoleOptions) -> Roles:
    from whet.roles.infer import infer_roles
    from whet.task.preprocessing import Preprocessing

    machine = _machine(options.get("machine")) or Machine.LP64
    reading = Preprocessing(tuple(_folders(options)), tuple(options.get("define", ())))
    roles = infer_roles(name, machine=MACHINE_MODELS[machine], preprocessing=reading, entry=options.get("entry"))
    return roles if options.get("all", False) else roles.with_evidence()


def _isolated(work: Callable[[], T], options: ReadingOptions) -> T | InvalidProgram | Unknown | Defect:
    seconds = _seconds(options.get("time_limit", 900.0))
    memory = _bytes(options.get("memory_limit", DEFAULT_MEMORY))
    limits = Limits.of_cpu(seconds, memory)
    match run_isolated(lambda: _read(work), limits=limits):
        case Finished(value=TaskError() as mistake):
            raise mistake
        case Finished(value=value):
            return value  # type: ignore[return-value]  # the mistake was just taken out
        case CpuTimeOut() | WallTimeOut():
            return Unknown(Reason.TIME_OUT, "the time limit was reached")
        case OutOfMemory():
            return Unknown(Reason.OUT_OF_MEMORY, "the memory limit was reached")
        case Crashed() as crash:
            return Defect(f"crash: {crash.name}", f"the front end crashed ({crash})")
        case Failed(message=message, traceback=trace):
            return Defect("internal", message, trace)


def _read(work: Callable[[], T]) -> T | InvalidProgram | TaskError:
    from whet.frontend.errors import FrontendError

    try:
        return work()
    except FrontendError as error:
        return InvalidProgram(error.text, error.place)
    except TaskError as mistake:
        return mistake


__all__ = [
    "Confirmed",
    "Counterexample",
    "Defect",
    "FalseVerdict",
    "Findings",
    "FoundTests",
    "InvalidProgram",
    "Level",
    "Progress",
    "Proof",
    "Reason",
    "Rejected",
    "Result",
    "SearchEnd",
    "TaskError",
    "TrueVerdict",
    "Undecided",
    "Unknown",
    "Unrolled",
    "Validation",
    "explain",
    "find_all",
    "generate_tests",
    "prepare",
    "validate",
    "variable_roles",
    "verify",
    "witness",
]
