"""Recording: everything a solver is asked, as an SMT-LIB 2 script that an engine can run by itself.

The time an engine needs for the script alone, next to the time of the run, tells what Whet adds.  The script has the pushes,
pops, assertions and checks in their order; every shared subterm is defined once.  A time limit that comes with a check stands
before it (``set-info :limit``, in seconds) and the answer after it, in a comment; engines ignore both.  Where a replay would not
take the same time, the comment tells how much CPU time was spent: where there was no answer before the limit, and for Horn
clauses, because the search of Spacer depends on the order in which everything was made.

``recorded`` makes an engine record everything: each solver in a script of its own, and each of the other questions, too.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

from whet.solvers.interpolation import vocabularies
from whet.solvers.port import (
    Capability,
    Eliminated,
    Engine,
    EngineEffort,
    Failure,
    HornSolving,
    InterpolantTerms,
    Interpolating,
    NoAnswer,
    QuantifierElimination,
    Solver,
    SolverAnswer,
    Use,
)
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.smtlib import ScriptNames, declarations, quoted, to_smtlib
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import ordered, symbols
from whet.task.records import dataclass

_HEADER: Final = ("(set-option :global-declarations true)", "(set-logic ALL)")


class RecordingSolver:
    """Passes everything on to a solver, and to ``write`` as lines of a script."""

    def __init__(self, solver: Solver, write: Callable[[str], object], *, limit: float | None = None) -> None:
        """``limit`` is the solver's own, which a check without one has."""
        self._solver = solver
        self._write = write
        self._limit = limit
        self._names = ScriptNames()
        for line in _HEADER:
            self._line(line)

    @property
    def terms(self) -> Terms:
        return self._solver.terms

    def push(self) -> None:
        self._solver.push()
        self._line("(push 1)")

    def pop(self) -> None:
        self._solver.pop()
        self._line("(pop 1)")

    def add(self, *terms: Term) -> None:
        self._solver.add(*terms)
        for term in terms:
            self._define(term)
            self._line(f"(assert {self._names.name(term)})")

    def check(self, *assumptions: Term, limit: float | None = None) -> SolverAnswer:
        """Recorded before it is asked, so that a script shows also the query that killed the run."""
        for term in assumptions:
            self._define(term)
        named = " ".join(self._names.name(term) for term in assumptions)
        for line in _limited(self._limit if limit is None else limit):
            self._line(line)
        self._line(f"(check-sat-assuming ({named}))" if named else "(check-sat)")
        began = time.process_time()
        answer = self._solver.check(*assumptions, limit=limit)
        self._line(_spent(began) if isinstance(answer, NoAnswer) else f"; {type(answer).__name__.lower()}")
        return answer

    def interrupt(self) -> None:
        self._solver.interrupt()

    def _define(self, term: Term) -> None:
        for line in self._names.define(term):
            self._line(line)

    def _line(self, text: str) -> None:
        self._write(f"{text}\n")


def _spent(began: float) -> str:
    """The comment after a question that was asked at this CPU time."""
    return f"; spent {time.process_time() - began:.3f}"


def _limited(seconds: float | None) -> Iterator[str]:
    if seconds is not None:
        yield f"(set-info :limit {max(seconds, 0.001):.3f})"


# -------------------------------------------------------------------------------------------------- engines


@runtime_checkable
class _HornEngine(Engine, HornSolving, QuantifierElimination, Protocol):
    """What z3 can do."""


@runtime_checkable
class _InterpolatingEngine(Engine, Interpolating, Protocol):
    """What bitwuzla can do."""


def recorded(engine: Engine, folder: Path) -> Engine:
    """The engine, which writes scripts into a folder: each has a number, and the name of the engine."""
    if isinstance(engine, _HornEngine):
        return _RecordingHorn(engine, folder)
    if isinstance(engine, _InterpolatingEngine):
        return _RecordingInterpolation(engine, folder)
    return _RecordingEngine(engine, folder)


class _RecordingEngine:
    """Records what solvers are asked."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        self._engine = engine
        self._folder = folder
        self._numbers = count()

    @property
    def name(self) -> str:
        return self._engine.name

    @property
    def version(self) -> str:
        return self._engine.version

    @property
    def capabilities(self) -> frozenset[Capability]:
        return self._engine.capabilities

    @property
    def terms(self) -> Terms:
        return self._engine.terms

    def solver(self, *, use: Use = Use.TINY, limit: float | None = None) -> Solver:
        return RecordingSolver(self._engine.solver(use=use, limit=limit), _Appending(self._script()), limit=limit)

    def _script(self) -> Path:
        """A new file; several engines of one name may write to the folder."""
        while (path := self._folder / f"{next(self._numbers):05}-{self.name}.smt2").exists():
            pass
        path.touch()
        return path

    def _write(self, lines: Sequence[str]) -> None:
        self._script().write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


class _Appending:
    """Writes to a file when a check comes: there may be more solvers than files can be open."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: list[str] = []

    def __call__(self, text: str) -> None:
        self._waiting.append(text)
        if text.startswith(("(check-sat", ";")):
            with self._path.open("a", encoding="utf-8") as file:
                file.writelines(self._waiting)
            self._waiting.clear()


class _RecordingInterpolation(_RecordingEngine):
    """Interpolation as bitwuzla's scripts ask for it."""

    def __init__(self, engine: _InterpolatingEngine, folder: Path) -> None:
        super().__init__(engine, folder)
        self._interpolating = engine

    def sequence(self, blocks: Sequence[Term], *, limit: float | None = None) -> InterpolantTerms | Failure:
        names = ScriptNames()
        lines = ["(set-option :produce-interpolants true)", "(set-logic ALL)"]
        for number, block in enumerate(blocks):
            lines += names.define(block)
            lines.append(f"(assert (! {names.name(block)} :named block.{number}))")
        lines += [*_limited(limit), "(check-sat)"]
        began = time.process_time()
        found = self._interpolating.sequence(blocks, limit=limit)
        if isinstance(found, InterpolantTerms):
            cuts = " ".join(f"(block.{number})" for number in range(len(blocks) - 1))
            lines += ["; unsat", *([f"(get-interpolants {cuts})"] if cuts else [])]
        else:
            lines.append(_spent(began))
        self._write(lines)
        return found


class _RecordingHorn(_RecordingEngine):
    """Horn clauses and the elimination of quantifiers as z3's scripts ask for them."""

    def __init__(self, engine: _HornEngine, folder: Path) -> None:
        super().__init__(engine, folder)
        self._horn = engine

    def horn_sequence(
        self, blocks: Sequence[Term], *, cuts: Sequence[Collection[Term]] | None = None, limit: float | None = None
    ) -> InterpolantTerms | Failure:
        lines = _horn_script(blocks, [ordered(cut) for cut in cuts or vocabularies(blocks)], limit)
        began = time.process_time()
        found = self._horn.horn_sequence(blocks, cuts=cuts, limit=limit)
        self._write([*lines, _spent(began)])
        return found

    def eliminate(
        self, symbols: Collection[Term], term: Term, *, effort: EngineEffort = EngineEffort.FULL, limit: float | None = None
    ) -> Eliminated | Failure:
        lines = _elimination_script(symbols, term, effort, limit)
        began = time.process_time()
        found = self._horn.eliminate(symbols, term, effort=effort, limit=limit)
        self._write([*lines, *([_spent(began)] if isinstance(found, Failure) else [])])
        return found


def _horn_script(blocks: Sequence[Term], cuts: Sequence[Sequence[Term]], limit: float | None) -> list[str]:
    from whet.solvers.engines.z3_engine import SPACER

    lines = [f"(set-option :{option} {str(value).lower()})" for option, value in SPACER.items()]
    lines.append("(set-logic HORN)")
    for number, cut in enumerate(cuts):
        lines.append(f"(declare-fun cut!{number} ({' '.join(str(symbol.sort) for symbol in cut)}) Bool)")
    atoms = ["true", *(_applied(f"cut!{number}", cut) for number, cut in enumerate(cuts)), "false"]
    for number, block in enumerate(blocks):
        near = [symbol for cut in cuts[max(number - 1, 0) : number + 1] for symbol in cut]
        body = f"(=> (and {atoms[number]} {to_smtlib(block)}) {atoms[number + 1]})"
        lines.append(f"(assert {_quantified('forall', {*symbols(block), *near}, body)})")
    return [*lines, *_limited(limit), "(check-sat)"]


def _elimination_script(unwanted: Collection[Term], term: Term, effort: EngineEffort, limit: float | None) -> list[str]:
    tactic = "qe-light" if effort is EngineEffort.LIGHT else "qe2"
    timed = tactic if limit is None else f"(try-for {tactic} {max(1, round(limit * 1000))})"
    bound = symbols(term) & {*unwanted}
    quantified = _quantified("exists", bound, to_smtlib(term))
    return ["(set-logic ALL)", *declarations(term), f"(assert {quantified})", *([f"(apply {timed})"] if bound else [])]


def _applied(name: str, args: Sequence[Term]) -> str:
    return f"({name} {' '.join(quoted(arg.name) for arg in args)})" if args else name


def _quantified(quantifier: str, bound: Collection[Term], body: str) -> str:
    named = " ".join(f"({quoted(symbol.name)} {symbol.sort})" for symbol in ordered(bound))
    return f"({quantifier} ({named}) {body})" if named else body


# -------------------------------------------------------------------------------------------------- replay

_BITWUZLA: Final = """
import bitwuzla, sys
bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options()).parse(sys.argv[1], False, True)
"""
"""Bitwuzla comes without a program that runs scripts."""


def z3_program() -> str:
    """The program that comes with z3's package."""
    return str(Path(sysconfig.get_path("scripts")) / "z3")


def _command(engine: str) -> list[str]:
    """The program of an engine that runs a script and prints the answers."""
    match engine:
        case "z3":  # beside Python; scripts run through the library cannot ask for global declarations
            return [z3_program()]
        case "bitwuzla":
            return [sys.executable, "-c", _BITWUZLA]
        case _:
            raise ValueError(f"scripts can be run by z3 and bitwuzla, not by {engine!r}")


@dataclass(frozen=True, slots=True)
class ScriptAnswers:
    """What the engine said to each check (``sat``, ``unsat``, ``unknown``), and the time of the process, start included."""

    answers: tuple[str, ...]
    seconds: float


def replay(script: Path, engine: str, *, limit: float) -> ScriptAnswers | Failure:
    """Run a recording in an engine, in a process of its own."""
    command = [*_command(engine), str(script)]
    begin = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return Failure(f"time limit of {limit} s")
    seconds = time.monotonic() - begin
    if done.returncode or "error" in done.stdout:
        return Failure(f"{engine} could not run {script}: {(done.stdout + done.stderr).strip()[-300:]}")
    return ScriptAnswers(tuple(done.stdout.split()), seconds)
