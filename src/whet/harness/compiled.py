"""The violation of a FALSE in the compiled program: its harness, and what the program does when it is run with it.

The interpreter has replayed the violation before this is asked, so the verdict does not depend on it.  A compiled program may do
something else where C leaves a choice, or where it has no meaning and no sanitizer looks; that is told, and the verdict stays.
A program is executed only by ``replay_compiled``, and confined (``whet.native.sandbox``).
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from whet.cfa.surroundings import Surroundings
from whet.core.concrete import CompiledReplay, ConcreteRun, ReplayOutcome
from whet.core.result import FalseVerdict
from whet.harness.replaying import CompiledFailure, CompiledWithoutFailure, NotRun, Replay, replay_of
from whet.harness.reproducer import call_text, reproducer_text
from whet.harness.run_harness import commented, harness_text
from whet.native.programs import (
    COMPILED,
    LINKED,
    Build,
    HarnessStatus,
    NativeLimits,
    NativeProgram,
    NativeRun,
    NativeSource,
    NotCompiled,
    RanTooLong,
    find_compiler,
    machine_flags,
)
from whet.native.sandbox import MEASURES
from whet.task.dangers import Danger
from whet.task.properties import ASSERTION
from whet.task.task import Task, program_files

HARNESS_FILE = "harness.c"
_MOST_ARGUMENTS = 1000
_FOLDER_FLAG = re.compile(r"(-I|-iquote)(/.*)")


def harness_of(task: Task, verdict: FalseVerdict, name: str = HARNESS_FILE, folder: str | None = None) -> dict[str, str]:
    """The C files that make the program violate the property, by name; none if no compiled program can be made to do this.

    ``name`` is that of the first one.  Paths in it are relative to ``folder``, or absolute."""
    run = verdict.run
    if run is None or run.surroundings is None or _obstacle(task, run) is not None:
        return {}
    surroundings = run.surroundings
    where = "" if verdict.place is None else f"{verdict.place}: "
    inputs = name.replace(".c", ".inputs.c")
    files = [name, inputs] if run.call is not None and _needs_inputs(run, surroundings) else [name]
    arguments = "'' " * (run.arguments - 1)
    finds_leaks = verdict.check == "leak"
    environment = "" if run.call is None or finds_leaks else "ASAN_OPTIONS=detect_leaks=0 "
    lines = [
        "With this file the compiled program shows what whet found in it:",
        "",
        f"    {where}{verdict.violation}",
        "",
        "Compile and run it, in the folder of this file:",
        "",
        *(f"    {command}" for command in _commands(task, run, surroundings, files, folder)),
        f"    {environment}./{Path(name).stem if run.call else 'replay'} {arguments}</dev/null; echo $?",
        "",
        *_told(run, surroundings, verdict.check),
    ]
    title = "\n * ".join(" ".join(line.splitlines()) if line.strip() else "" for line in lines).replace(" * \n", " *\n") + "\n"
    if run.call is None:
        return {name: harness_text(run.inputs, run.surroundings, run.strings, run.environment, title=title)}
    assert task.appended is not None
    text = reproducer_text(
        run.call,
        Path(task.appended.file).read_bytes(),
        task.appended.text,
        include=_relative(task.appended.file, folder),
        title=commented(title),
        keeps=finds_leaks,
    )
    return {name: text, **({inputs: _inputs_text(run, surroundings)} if len(files) > 1 else {})}


def _relative(path: str, folder: str | None) -> str:
    return str(Path(path).resolve()) if folder is None else os.path.relpath(path, folder)


def _needs_inputs(run: ConcreteRun, surroundings: Surroundings) -> bool:
    """Is it given something after the call, or does it declare a variable or an error function that no file defines?"""
    is_asked = run.call is not None and len(run.inputs) > run.call.inputs
    return is_asked or bool(surroundings.variables or surroundings.reading or run.error.called)


def _inputs_text(run: ConcreteRun, surroundings: Surroundings) -> str:
    """What the program is given after the call of the function."""
    first = 0 if run.call is None else run.call.inputs
    title = "What the program is given when it runs."
    return harness_text(run.inputs[first:], surroundings, run.strings, run.environment, title=title)


def replay_compiled(task: Task, verdict: FalseVerdict, *, seconds: float = 10.0) -> CompiledReplay:
    """Compile the program, run it on the inputs of the verdict, and say whether it shows the violation."""
    run = verdict.run
    if run is None or run.surroundings is None:
        return CompiledReplay(ReplayOutcome.NOT_RUN, "nobody wrote down the run")
    if (obstacle := _obstacle(task, run)) is not None:
        return CompiledReplay(ReplayOutcome.NOT_RUN, obstacle)
    limits = NativeLimits(seconds=seconds, arguments=run.arguments, finds_leaks=verdict.check == "leak")
    try:
        native = _ran(task, run, run.surroundings, limits)
    except NotCompiled as problem:
        return CompiledReplay(ReplayOutcome.NOT_COMPILED, str(problem))
    outcome, detail = _judged(replay_of(run.error, native), native, verdict, run)
    missing = tuple(measure for measure in MEASURES if measure not in native.confinement)
    return CompiledReplay(outcome, detail, native.confinement, missing)


def _obstacle(task: Task, run: ConcreteRun) -> str | None:
    """Why a compiled program cannot be started in this way."""
    if task.appended is not None and task.appended.clauses:
        return "a compiled program does not check the contract"
    if task.appended is not None and task.appended.others:
        return "a structure of the arguments is only declared in the file of the function"
    if run.call is not None and task.appended is not None:
        return None
    if task.entry != "main":
        return f"a compiled program starts with main, and not with {task.entry}"
    if not 1 <= run.arguments <= _MOST_ARGUMENTS:
        return f"no program is started with {run.arguments} arguments"
    if run.surroundings is not None and run.surroundings.untold:
        return f"only the interpreter can tell what {', '.join(run.surroundings.untold)} tells, no compiled program"
    return None


def _ran(task: Task, run: ConcreteRun, surroundings: Surroundings, limits: NativeLimits) -> NativeRun:
    with tempfile.TemporaryDirectory(prefix="whet-replay-") as folder:
        first, *others = _with_call(task, run, sources_of(task, surroundings), limits)
        program = NativeProgram(find_compiler(task.machine), first, _build(run), Path(folder), others)
        return program.run(program.link(_inputs_text(run, surroundings)), limits)


def _with_call(task: Task, run: ConcreteRun, sources: Sequence[NativeSource], limits: NativeLimits) -> list[NativeSource]:
    """The file that defines the function first, with a ``main`` that calls it."""
    if run.call is None or task.appended is None:
        return list(sources)
    text = call_text(run.call, task.appended.text, keeps=limits.finds_leaks)
    is_own = [str(each.path) == task.appended.file for each in sources]
    own = [replace(each, appended=text) for each, own in zip(sources, is_own, strict=True) if own]
    return [*own, *(each for each, own in zip(sources, is_own, strict=True) if not own)]


def sources_of(task: Task, surroundings: Surroundings) -> list[NativeSource]:
    """The files of the program, each with its options."""
    return [
        NativeSource(
            path=Path(file),
            include_folders=reading.include_folders,
            defines=reading.defines,
            own_flags=reading.own,
            standard=reading.standard,
            dialect=reading.dialect.native_flags(),
            extra_flags=surroundings.flags,
            labels=surroundings.labels,
        )
        for file in program_files(task.files)
        for reading in [task.preprocessing(file)]
    ]


def _build(run: ConcreteRun) -> Build:
    """What the program calls an error it shows by itself."""
    return Build.PLAIN if run.error.is_call else Build.SANITIZED


def _judged(replay: Replay, native: NativeRun, verdict: FalseVerdict, run: ConcreteRun) -> tuple[ReplayOutcome, str]:
    match replay:
        case CompiledFailure(by=by, others=others):
            shown = run.error.what if run.error.is_call else by
            return ReplayOutcome.CONFIRMED, "; ".join([shown, *(f"also reported: {each}" for each in others)])
        case CompiledWithoutFailure() if isinstance(native.end, RanTooLong):
            return ReplayOutcome.TIME_OUT, str(native.end)
        case CompiledWithoutFailure(end=end) if verdict.check != ASSERTION and not Danger(verdict.check).is_seen_natively:
            return ReplayOutcome.NOT_SHOWN, f"nobody looks for it ({verdict.check}) in a compiled program, which {end}"
        case CompiledWithoutFailure(end=end, others=others):
            reported = [f"reported: {each}" for each in others]
            excuses = [f"it was not given {', '.join(run.withheld)}"] if run.withheld else []
            stays = "the verdict is that of the interpreter"
            return ReplayOutcome.DIFFERENT, "; ".join([f"it {end}", *reported, *excuses, stays])
        case NotRun():
            raise AssertionError("it was run")


def _commands(task: Task, run: ConcreteRun, surroundings: Surroundings, files: Sequence[str], folder: str | None) -> list[str]:
    """One if the program has one file; otherwise one for each file, because options differ, and one that links them.

    A reproducer includes the file of its function, and takes its place."""
    sources, made = sources_of(task, surroundings), "replay"
    build = _build(run).flags if run.call is None else [*Build.SANITIZED.flags, "-fno-sanitize-recover=all"]
    base = [*machine_flags(task.machine), *COMPILED, *build]
    named = [(each, _relative(str(each.path), folder)) for each in sources]
    if run.call is not None and task.appended is not None:
        made, own = Path(files[0]).stem, task.appended.file
        named = sorted(
            ((each, files[0] if str(each.path) == own else path) for each, path in named), key=lambda pair: pair[1] != files[0]
        )
        files = files[1:]
    flags = [[_shortened(flag, folder) for flag in each.flags()] for each, _ in named]
    if len(named) == 1:
        return [shlex.join(["gcc", *base, *flags[0], named[0][1], *files, "-o", made, *LINKED])]
    objects = [f"{made}-{number}.o" for number in range(1, len(named) + 1)]
    compiling = [
        shlex.join(["gcc", *base, *options, "-c", path, "-o", target])
        for options, (_, path), target in zip(flags, named, objects, strict=True)
    ]
    return [*compiling, shlex.join(["gcc", *base, *objects, *files, "-o", made, *LINKED])]


def _shortened(flag: str, folder: str | None) -> str:
    """A folder among the options, relative to the one of the file."""
    found = _FOLDER_FLAG.fullmatch(flag)
    return flag if found is None or folder is None else f"{found[1]}{os.path.relpath(found[2], folder)}"


def _told(run: ConcreteRun, surroundings: Surroundings, check: str) -> Iterator[str]:
    """What is to be seen, and what else has to be done for it."""
    for label in surroundings.labels:
        yield f"In a copy of the program, write whet_label(); behind the label {label}, because a label leaves no trace."
    if run.call is not None and check != ASSERTION and not Danger(check).is_seen_natively:
        yield f"No sanitizer looks for this ({check}), so the program may end without a report."
    elif run.error.is_call:
        yield f"It ends with status {HarnessStatus.ERROR.value} when the error is reached."
    else:
        yield "A sanitizer reports the violation."
    if run.withheld and run.call is None:
        yield f"What it cannot be given: {', '.join(run.withheld)}."
    if run.call is not None and run.call.is_partial:
        yield "The run reads something of the arguments after it was copied, or of a very large object: it may be missing here."
