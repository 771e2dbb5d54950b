"""Recording: everything a solver is asked, as an SMT-LIB 2 script that an engine can run by itself.

The time an engine needs for the script alone, next to the time of the run, tells what Whet adds.  The script has the pushes,
pops, assertions and checks in their order; every shared subterm is defined once.  What comes with a time limit is recorded
without it: limits are given to ``replay``.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from whet.smt.factory import Terms
from whet.smt.port import Answer, Failure, Solver
from whet.smt.smtlib import ScriptNames
from whet.smt.terms import Term

_HEADER: Final = ("(set-option :global-declarations true)", "(set-logic ALL)")


class RecordingSolver:
    """Passes everything on to a solver, and to ``write`` as lines of a script."""

    def __init__(self, solver: Solver, write: Callable[[str], object]) -> None:
        self._solver = solver
        self._write = write
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

    def check(self, *assumptions: Term, limit: float | None = None) -> Answer:
        """Recorded before it is asked, so that a script shows also the query that killed the run."""
        for term in assumptions:
            self._define(term)
        named = " ".join(self._names.name(term) for term in assumptions)
        self._line(f"(check-sat-assuming ({named}))" if named else "(check-sat)")
        return self._solver.check(*assumptions, limit=limit)

    def interrupt(self) -> None:
        self._solver.interrupt()

    def _define(self, term: Term) -> None:
        for line in self._names.define(term):
            self._line(line)

    def _line(self, text: str) -> None:
        self._write(f"{text}\n")


# -------------------------------------------------------------------------------------------------- replay

_BITWUZLA: Final = """
import bitwuzla, sys
bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options()).parse(sys.argv[1], False, True)
"""
"""Bitwuzla comes without a program that runs scripts."""


def _command(engine: str) -> list[str]:
    """The program of an engine that runs a script and prints the answers."""
    match engine:
        case "z3":  # beside Python; scripts run through the library cannot ask for global declarations
            return [str(Path(sysconfig.get_path("scripts")) / "z3")]
        case "bitwuzla":
            return [sys.executable, "-c", _BITWUZLA]
        case _:
            raise ValueError(f"scripts can be run by z3 and bitwuzla, not by {engine!r}")


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the engine said to each check (``sat``, ``unsat``, ``unknown``), and the time of the process, start included."""

    answers: tuple[str, ...]
    seconds: float


def replay(script: Path, engine: str, *, limit: float) -> Replayed | Failure:
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
    return Replayed(tuple(done.stdout.split()), seconds)
