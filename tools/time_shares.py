"""Where the CPU time of analyses that ask solvers goes, and what the engines need by themselves.

    python tools/time_shares.py measure BENCH TASK... [--config predicate] [--repeat 3] [--scripts FOLDER]
    python tools/time_shares.py replay FOLDER

Each task is run three times, one run after the other:

* *plain*: its CPU time is the one in the table; with ``--repeat`` the least of several, and the same for the replay, because
  the load of the machine makes CPU time longer, too;
* *metered*: calls between the layers are timed, each second counted for the innermost layer only.  The layers: ``engine`` is
  the time inside the native libraries of the solvers, in checks and in reading models, cores and interpolants; ``transl``
  puts terms to them and reads their answers; ``terms`` builds terms: encoding of steps, joins, instances, substitutions;
  ``explore`` is everything else up to the verdict, ``refine`` everything else in refinement, ``confirm`` the replay of error
  paths; ``start`` is the front end and the import of modules.  Shares are of the time without ``start``;
* *recorded*: what the engines are asked is written to scripts (``tools.recording``), which the engines then run alone, in a
  process of its own.

In all runs the time limits of queries count CPU time instead of wall time (except inside z3), so that the load of the machine
does not change what is found.  What the run got no answer to is not asked again in the replay, nor what it asked Spacer, whose
search is never the same; they count with the time they took.

Ratios of CPU times: ``r`` is the plain run over the checks of the replay, ``r-`` the same without ``start``; ``r/t`` is the run
without ``start`` over the whole replay, where the engines also read what is asserted.  A star marks a task whose runs differ in
verdict or number of refinements: a time limit of a query ended one of them elsewhere.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar
from unittest.mock import patch

from whet.algorithms.engine import run as run_engine
from whet.campaign.records import BenchTask
from whet.campaign.sets import load_set
from whet.cfa.model import Program
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.result import Result
from whet.runtime.limits import Limits
from whet.runtime.processes import reaped_seconds
from whet.session.program import ProgramEngine
from whet.session.session import verify
from whet.task.configuration import Configuration
from whet.task.properties import DEFAULT_PROPERTY, read_property
from whet.task.task import Machine, Task

P = ParamSpec("P")
T = TypeVar("T")
Bitwuzla: TypeAlias = Any  # an object of bitwuzla, whose module has no types

LAYERS: Final = ("engine", "transl", "terms", "explore", "refine", "confirm", "start")
ASKING: Final = ("whet.solvers.routing",)
"""The modules through which analyses and algorithms come to an engine."""
BOUNDARIES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "engine": (
            "z3.z3core:Z3_solver_check_assumptions",
            "z3.z3:Z3_solver_check",
            "z3.z3:Z3_solver_check_assumptions",
            "z3.z3:Z3_solver_get_model",
            "z3.z3:Z3_solver_get_unsat_core",
            "z3.z3:Z3_tactic_apply",
        ),
        "transl": (
            "whet.solvers.stacked:StackedSolver.push",
            "whet.solvers.stacked:StackedSolver.pop",
            "whet.solvers.stacked:StackedSolver.add",
            "whet.solvers.stacked:StackedSolver.check",
            "whet.solvers.engines.bitwuzla_engine:BitwuzlaEngine.solver",
            "whet.solvers.engines.bitwuzla_engine:BitwuzlaEngine.sequence",
            "whet.solvers.engines.bitwuzla_engine:_Reading.symbol",
            "whet.solvers.engines.bitwuzla_engine:_Reading.function",
            "whet.solvers.engines.z3_engine:Z3Engine.solver",
            "whet.solvers.engines.z3_engine:Z3Engine.horn_sequence",
            "whet.solvers.engines.z3_engine:Z3Engine.eliminate",
            "whet.solvers.engines.z3_engine:_value",
            "whet.solvers.engines.z3_engine:_function",
        ),
        "terms": (
            "whet.analyses.predicate.coding:Coder.begun",
            "whet.analyses.predicate.coding:Coder.extended",
            "whet.analyses.predicate.coding:Coder.losing",
            "whet.analyses.predicate.coding:Coder.joined",
            "whet.encoding.encode:Encoder.__init__",
            "whet.encoding.encode:Encoder.initial",
            "whet.encoding.encode:Encoder.instantiate",
            "whet.encoding.encode:Encoder.uninstantiate",
            "whet.solvers.terms.walks:Substitution.__call__",
        ),
        "refine": ("whet.refine.product:ProductRefiner.refine",),
        "confirm": ("whet.algorithms.alarms:Alarms.confirm",),
        "start": tuple(f"{name}:engine_named" for name in ASKING),
    }
)
"""Where a layer begins, from outside; names of modules, and of functions or methods in them."""
BITWUZLA_CALLS: Final = ("check_sat", "get_value", "get_unsat_assumptions", "get_interpolants")


# -------------------------------------------------------------------------------------------------- metering


class Meter:
    """Counts CPU seconds for the innermost of nested layers."""

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self.seconds = dict.fromkeys(LAYERS, 0.0)
        self._clock = clock
        self._layer = "explore"
        self._since = clock()

    def enter(self, layer: str) -> str:
        """Count for this layer from now on; the one before."""
        now = self._clock()
        self.seconds[self._layer] += now - self._since
        before, self._layer, self._since = self._layer, layer, now
        return before

    def wrapped(self, layer: str, function: Callable[P, T]) -> Callable[P, T]:
        def timed(*args: P.args, **kwargs: P.kwargs) -> T:
            before = self.enter(layer)
            try:
                return function(*args, **kwargs)
            finally:
                self.enter(before)

        return timed

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Count while this is open; of one process, and it is patched for that."""
        with ExitStack() as stack:
            stack.enter_context(patch("bitwuzla.Bitwuzla", self._timed_bitwuzla()))
            for layer, names in BOUNDARIES.items():
                for name in names:
                    owner, attribute = _place(name)
                    stack.enter_context(patch.object(owner, attribute, self.wrapped(layer, getattr(owner, attribute))))
            yield
            self.enter("explore")

    def _timed_bitwuzla(self) -> Callable[..., Bitwuzla]:
        native = import_module("bitwuzla").Bitwuzla
        methods = {name: self.wrapped("engine", getattr(native, name)) for name in BITWUZLA_CALLS}
        return self.wrapped("engine", type("Bitwuzla", (native,), methods))


def _place(name: str) -> tuple[object, str]:
    """What has an attribute, and the attribute's name."""
    module, _, path = name.partition(":")
    owner: object = import_module(module)
    *outer, attribute = path.split(".")
    for each in outer:
        owner = getattr(owner, each)
    return owner, attribute


def metered(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
    """The engine of Whet, which also says where its time went; runs in the child process of ``verify``."""
    import_module("whet.algorithms.engine")
    for engine in ("bitwuzla_engine", "z3_engine"):
        import_module(f"whet.solvers.engines.{engine}")
    before = time.process_time()
    meter = Meter()
    with meter.installed():
        result = run_engine(program, task, configuration, context)
    meter.seconds["start"] += before
    return result.with_statistics({f"layer {name}": seconds for name, seconds in meter.seconds.items()})


def by_cpu_time(engine: ProgramEngine) -> ProgramEngine:
    """The same, with deadlines in CPU time; to be run in a process of its own."""

    def run(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
        with patch("time.monotonic", time.process_time):
            return engine(program, task, configuration, context)

    return run


def recording(folder: Path) -> ProgramEngine:
    """The engine of Whet, which writes what it asks solvers into a folder."""

    def run(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
        with questions_recorded(folder):
            return run_engine(program, task, configuration, context)

    return run


@contextmanager
def questions_recorded(folder: Path) -> Iterator[None]:
    """What solvers are asked is written into a folder while this is open; of one process, and it is patched for that."""
    from tools.recording import recorded
    from whet.solvers.port import engine_named

    with ExitStack() as stack:
        for name in ASKING:
            asking = import_module(name)
            stack.enter_context(
                patch.object(asking, "engine_named", lambda *args, **kwargs: recorded(engine_named(*args, **kwargs), folder))
            )
        yield


# -------------------------------------------------------------------------------------------------- replay


QUESTIONS: Final = ("(check-sat", "(get-interpolants", "(apply")
LIMIT: Final = re.compile(r"\(set-info :limit ([0-9.]+)\)")
SPENT: Final = re.compile(r"; spent ([0-9.]+)")


@dataclass(frozen=True, slots=True)
class Replay:
    """Of the engines alone."""

    checks: float
    """CPU seconds."""
    reading: float
    """The same for terms, assertions, pushes and pops."""
    queries: int
    answers: tuple[str, ...] = ()
    """To each check: ``sat``, ``unsat`` or ``unknown``."""


@dataclass(frozen=True, slots=True)
class Part:
    """Of a script: a question, or what stands before one."""

    text: str
    is_question: bool
    limit: float | None = None
    spent: float | None = None
    """CPU seconds of a question that is not asked again."""


def parts(script: str) -> Iterator[Part]:
    waiting: list[str] = []
    limit: float | None = None
    lines = script.splitlines(keepends=True)
    for line, following in zip(lines, [*lines[1:], ""], strict=False):
        if line.startswith(QUESTIONS):
            yield Part("".join(waiting), is_question=False)
            spent = SPENT.match(following)
            yield Part(line, is_question=True, limit=limit, spent=None if spent is None else float(spent[1]))
            waiting.clear()
        elif (found := LIMIT.match(line)) is not None:
            limit = float(found[1])
        elif not line.startswith(";"):
            waiting.append(line)


def answers(folder: Path) -> list[str]:
    """What the run was told by each check that a replay asks again, in its order; ``?`` where that was not recorded."""
    lines = [line for script in _scripts(folder) for line in script.splitlines()]
    pairs = zip(lines, [*lines[1:], ""], strict=False)
    behind = [following for line, following in pairs if line.startswith("(check-sat") and not SPENT.match(following)]
    return [line[2:] if line in ("; sat", "; unsat") else "?" for line in behind]


def _scripts(folder: Path, engine: str = "*") -> Iterator[str]:
    engines = ("bitwuzla", "z3") if engine == "*" else (engine,)
    return (path.read_text(encoding="utf-8") for name in engines for path in sorted(folder.glob(f"*-{name}.smt2")))


class _Deadline:
    """Called by bitwuzla during a check, which ends when the answer is True."""

    at = math.inf

    def __call__(self) -> bool:
        return time.process_time() >= self.at


def replay(folder: Path) -> Replay:
    """Run the scripts of a folder, in this process and its children; the engines print their answers."""
    each = [_replay_bitwuzla(script) for script in _scripts(folder, "bitwuzla")]
    sys.stdout.flush()
    each += [_replay_z3(script) for script in _scripts(folder, "z3")]
    return Replay(sum(r.checks for r in each), sum(r.reading for r in each), sum(r.queries for r in each))


def _replay_bitwuzla(script: str) -> Replay:
    begin, checks, questions = time.process_time(), 0.0, 0
    parser, deadline = _bitwuzla_parser(script)
    for part in parts(script):
        questions += part.is_question
        if part.spent is not None:
            checks += part.spent
            begin -= part.spent
            continue
        started = time.process_time()
        deadline.at = math.inf if part.limit is None else started + part.limit
        _run_by(parser, part.text)
        if part.is_question:
            checks += time.process_time() - started
    del parser  # that takes time, too
    return Replay(checks, time.process_time() - begin - checks, questions)


def _bitwuzla_parser(script: str) -> tuple[Bitwuzla, _Deadline]:
    """With the options a run needs: models, and which assumptions were needed where there are some."""
    import bitwuzla  # type: ignore[import-not-found]  # the module has no types

    options, deadline = bitwuzla.Options(), _Deadline()
    options.set(bitwuzla.Option.SEED, 1)
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    options.set(bitwuzla.Option.PRODUCE_UNSAT_ASSUMPTIONS, "(check-sat-assuming" in script)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    parser.configure_terminator(deadline)
    return parser, deadline


def _run_by(parser: Bitwuzla, text: str) -> None:
    """The parser forgets between two texts how much was pushed, so that is said to the solver itself."""
    for is_level, lines in groupby(text.splitlines(keepends=True), lambda line: line.startswith(("(push", "(pop"))):
        if not is_level:
            parser.parse("".join(lines), False, False)
            continue
        for line in lines:
            solver = parser.bitwuzla()
            solver.push(1) if line.startswith("(push") else solver.pop(1)


def _replay_z3(script: str) -> Replay:
    """In a process of z3, and once more without the questions; scripts that follow others in one process take longer."""
    asked, silent = io.StringIO(), io.StringIO()
    questions, spent = 0, 0.0
    for part in parts(script):
        questions += part.is_question
        if part.spent is not None:
            spent += part.spent
            continue
        if part.limit is not None:
            asked.write(f"(set-option :timeout {max(1, round(1000 * part.limit))})\n")
        asked.write(part.text)
        silent.write("" if part.is_question else part.text)
    if not questions:
        return Replay(0.0, 0.0, 0)
    everything, reading = (_z3_seconds(text.getvalue()) for text in (asked, silent))
    return Replay(max(everything - reading, 0.0) + spent, min(everything, reading), questions)


def _z3_seconds(text: str) -> float:
    from tools.recording import z3_program

    before = reaped_seconds()
    with tempfile.NamedTemporaryFile("w", suffix=".smt2", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        subprocess.run([z3_program(), file.name], check=False)
    return reaped_seconds() - before


def replayed(folder: Path) -> Replay:
    """Replay in a new process."""
    command = [sys.executable, __file__, "replay", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    said = tuple(line for line in done.stdout.splitlines() if line in ("sat", "unsat", "unknown"))
    return Replay(**json.loads(done.stderr.splitlines()[-1]), answers=said)


# -------------------------------------------------------------------------------------------------- the table


@dataclass(frozen=True, slots=True)
class Measured:
    """The three runs of a task, and the replay."""

    name: str
    plain: Result
    metered: Result
    recorded: Result
    replay: Replay
    contradictions: int
    """Answers of the replay that are not those of the run."""

    @property
    def is_marked(self) -> bool:
        return len({_outcome(result) for result in (self.plain, self.metered, self.recorded)}) > 1

    @property
    def cpu(self) -> float:
        return _number(self.plain, "cpu_seconds")

    def share(self, layer: str) -> float:
        """Of the time without the start."""
        whole = sum(_number(self.metered, f"layer {name}") for name in LAYERS if name != "start")
        return _number(self.metered, f"layer {layer}") / whole if whole else 0.0

    @property
    def start(self) -> float:
        return _number(self.metered, "layer start")


def _outcome(result: Result) -> tuple[str, object]:
    return str(result.verdict), result.statistics.get("refinements", 0)


def _number(result: Result, name: str) -> float:
    found = result.statistics.get(name, 0.0)
    return float(found)


def measure(task: BenchTask, configuration: Configuration, limits: Limits, scripts: Path, *, repeat: int = 1) -> Measured:
    given = _task(task)
    scripts.mkdir(parents=True, exist_ok=True)
    for old in scripts.glob("*.smt2"):
        old.unlink()
    plain, with_meter, recorded_run = (
        verify(given, configuration, limits=limits, engine=by_cpu_time(engine))
        for engine in (run_engine, metered, recording(scripts))
    )
    again = replayed(scripts)
    for _ in range(repeat - 1):
        once_more = verify(given, configuration, limits=limits, engine=by_cpu_time(run_engine))
        plain = min(plain, once_more, key=lambda result: _number(result, "cpu_seconds"))
        again = min(again, replayed(scripts), key=lambda alone: alone.checks + alone.reading)
    return Measured(task.name, plain, with_meter, recorded_run, again, _contradictions(answers(scripts), again.answers))


def _contradictions(run: Sequence[str], again: Sequence[str]) -> int:
    return sum({a, b} == {"sat", "unsat"} for a, b in zip(run, again, strict=False))


def _task(task: BenchTask) -> Task:
    file = task.property_file
    wanted = read_property(file) if file is not None and os.path.isfile(file) else DEFAULT_PROPERTY
    return Task(files=(task.file,), property=wanted, machine=Machine(task.machine))


def header() -> str:
    shares = " ".join(f"{name:>7}" for name in LAYERS[:-1])
    ratios = " ".join(f"{name:>5}" for name in ("r", "r-", "r/t"))
    return f"{'task':40} {'verdict':22} {'ref':>3} {'CPU':>6} {'start':>5} {shares} {'checks':>7} {'read':>6} {ratios}"


def row(found: Measured) -> str:
    alone = found.replay
    shares = " ".join(f"{100 * found.share(name):6.1f}%" for name in LAYERS[:-1])
    ratios = [
        _ratio(found.cpu, alone.checks),
        _ratio(found.cpu - found.start, alone.checks),
        _ratio(found.cpu - found.start, alone.checks + alone.reading),
    ]
    return (
        f"{found.name[-40:]:40} {str(found.plain.verdict)[:21] + '*' * found.is_marked:22} "
        f"{_number(found.plain, 'refinements'):3.0f} {found.cpu:6.2f} {found.start:5.2f} {shares} "
        f"{alone.checks:7.2f} {alone.reading:6.2f} {' '.join(ratios)}"
    )


def _ratio(run: float, alone: float) -> str:
    return f"{run / alone:5.2f}" if alone > 0.005 else "    -"


def main() -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # however this is started
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    run = actions.add_parser("measure")
    run.add_argument("bench", help="the folder of the tasks")
    run.add_argument("tasks", nargs="+", help="names of tasks, or how they end")
    run.add_argument("--config", default="predicate")
    run.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    run.add_argument("--time-limit", type=float, default=40.0)
    run.add_argument("--repeat", type=int, default=1, metavar="TIMES")
    run.add_argument("--scripts", type=Path, help="keep the scripts here")
    again = actions.add_parser("replay")
    again.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    if arguments.action == "replay":
        found = replay(arguments.folder)
        print(json.dumps({"checks": found.checks, "reading": found.reading, "queries": found.queries}), file=sys.stderr)
    else:
        _measure_all(arguments)


def _is_named(task: BenchTask, name: str) -> bool:
    return task.name == name or task.name.endswith(f"/{name}")


def _measure_all(arguments: argparse.Namespace) -> None:
    configuration = load_configuration(arguments.config, arguments.set)
    limits = Limits(cpu_seconds=arguments.time_limit, wall_seconds=20 * arguments.time_limit, memory_bytes=3 << 30)
    chosen = [task for task in load_set(arguments.bench) if any(_is_named(task, name) for name in arguments.tasks)]
    print(header(), flush=True)
    with tempfile.TemporaryDirectory() as temporary:
        for task in chosen:
            scripts = (arguments.scripts or Path(temporary)) / task.name.replace("/", "_")
            found = measure(task, configuration, limits, scripts, repeat=arguments.repeat)
            print(row(found), flush=True)
            if found.contradictions:
                print(f"  {found.contradictions} answers of the replay contradict those of the run", flush=True)


if __name__ == "__main__":
    main()
