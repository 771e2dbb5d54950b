"""The violation of a FALSE in the compiled program: its harness, and what the program does when it is run with it.

The interpreter has replayed the violation before this is asked, so the verdict does not depend on it.  A compiled program may do
something else where C leaves a choice, or where it has no meaning and no sanitizer looks; that is told, and the verdict stays.
A program is executed only by ``replay_compiled``, and confined (``whet.native.sandbox``).
"""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from whet.cfa.surroundings import Surroundings
from whet.core.concrete import CompiledReplay, ConcreteRun, ReplayOutcome
from whet.core.result import FalseVerdict
from whet.harness.replaying import CompiledFailure, CompiledWithoutFailure, NotRun, Replay, replay_of
from whet.harness.run_harness import harness_text
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


def harness_of(task: Task, verdict: FalseVerdict) -> str | None:
    """The C file that makes the program violate the property; None if no compiled program can be made to do this."""
    run = verdict.run
    if run is None or run.surroundings is None or _obstacle(task, run) is not None:
        return None
    surroundings = run.surroundings
    where = "" if verdict.place is None else f"{verdict.place}: "
    arguments = "'' " * (run.arguments - 1)
    lines = [
        "With this file the compiled program shows what whet found in it:",
        "",
        f"    {where}{verdict.violation}",
        "",
        "Compile and run it, in the folder of this file:",
        "",
        *(f"    {command}" for command in _commands(task, run, surroundings)),
        f"    ./replay {arguments}</dev/null; echo $?",
        "",
        *_told(run, surroundings),
    ]
    title = "\n * ".join(" ".join(line.splitlines()) if line.strip() else "" for line in lines).replace(" * \n", " *\n") + "\n"
    return harness_text(run.inputs, run.surroundings, run.strings, run.environment, title=title)


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
    if task.entry != "main":
        return f"a compiled program starts with main, and not with {task.entry}"
    if not 1 <= run.arguments <= _MOST_ARGUMENTS:
        return f"no program is started with {run.arguments} arguments"
    if run.surroundings is not None and run.surroundings.untold:
        return f"only the interpreter can tell what {', '.join(run.surroundings.untold)} tells, no compiled program"
    return None


def _ran(task: Task, run: ConcreteRun, surroundings: Surroundings, limits: NativeLimits) -> NativeRun:
    with tempfile.TemporaryDirectory(prefix="whet-replay-") as folder:
        first, *others = sources_of(task, surroundings)
        program = NativeProgram(find_compiler(task.machine), first, _build(run), Path(folder), others)
        harness = harness_text(run.inputs, surroundings, run.strings, run.environment, title="A replay.")
        return program.run(program.link(harness), limits)


def sources_of(task: Task, surroundings: Surroundings) -> list[NativeSource]:
    """The files of the program, each with its options."""
    return [
        NativeSource(
            path=Path(file),
            include_folders=reading.include_folders,
            defines=reading.defines,
            own_flags=reading.own,
            standard=reading.standard,
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


def _commands(task: Task, run: ConcreteRun, surroundings: Surroundings) -> list[str]:
    """One if the program has one file; otherwise one for each file, because options differ, and one that links them."""
    sources = sources_of(task, surroundings)
    base = [*machine_flags(task.machine), *COMPILED, *_build(run).value]
    if len(sources) == 1:
        (source,) = sources
        return [shlex.join(["gcc", *base, *source.flags(), str(source.path.resolve()), HARNESS_FILE, "-o", "replay", *LINKED])]
    objects = [f"replay-{number}.o" for number in range(1, len(sources) + 1)]
    compiling = [
        shlex.join(["gcc", *base, *source.flags(), "-c", str(source.path.resolve()), "-o", made])
        for source, made in zip(sources, objects, strict=True)
    ]
    return [*compiling, shlex.join(["gcc", *base, *objects, HARNESS_FILE, "-o", "replay", *LINKED])]


def _told(run: ConcreteRun, surroundings: Surroundings) -> Iterator[str]:
    """What is to be seen, and what else has to be done for it."""
    for label in surroundings.labels:
        yield f"In a copy of the program, write whet_label(); behind the label {label}, because a label leaves no trace."
    if run.error.is_call:
        yield f"It ends with status {HarnessStatus.ERROR.value} when the error is reached."
    else:
        yield "A sanitizer reports the violation."
    if run.withheld:
        yield f"What it cannot be given: {', '.join(run.withheld)}."
