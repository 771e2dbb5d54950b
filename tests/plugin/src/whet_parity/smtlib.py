"""An SMT engine that writes scripts for the program of a solver."""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass

from whet.core.registry import register_engine
from whet.solvers.port import (
    Capability,
    EngineObserver,
    FailureReason,
    MissingCapability,
    Model,
    NoAnswer,
    Sat,
    SolverAnswer,
    Unsat,
    UnsupportedTerm,
    Use,
    unobserved,
)
from whet.solvers.stacked import StackedSolver
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.smtlib import ScriptNames
from whet.solvers.terms.smtlib_reader import SExpr, TermReader, s_expressions
from whet.solvers.terms.sorts import Theory
from whet.solvers.terms.term import Term
from whet.solvers.terms.values import TermValue
from whet.solvers.terms.walks import ordered, symbols
from whet.task.options import Choice, option

PROGRAMS = {"z3": ("-in",), "cvc5": ("--incremental", "--lang=smt2")}
"""Programs that read SMT-LIB 2, with their arguments."""
_HEAD = (
    "(set-option :print-success false)",
    "(set-option :produce-models true)",
    "(set-option :produce-unsat-assumptions true)",
    "(set-logic ALL)",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SmtlibOptions:
    program: str = option("z3", Choice(tuple(PROGRAMS)), "The program that solves.")


@register_engine("smtlib", options=SmtlibOptions)
class SmtlibEngine:
    """A program that reads SMT-LIB 2; each question is a process of its own."""

    name: str
    capabilities = frozenset(
        {
            Capability.INTEGERS,
            Capability.FLOATS,
            Capability.ALL_FLOATS,
            Capability.ARRAYS,
            Capability.MODELS,
            Capability.CORES,
        }
    )

    def __init__(self, terms: Terms, options: SmtlibOptions | None = None, *, observer: EngineObserver = unobserved) -> None:
        program = (options or SmtlibOptions()).program
        path = shutil.which(program) or shutil.which(program, path=sysconfig.get_path("scripts"))  # pip install z3-solver
        if path is None:
            raise MissingCapability(f"the program {program} is not installed; --set solver.engine chooses another engine")
        self.terms = terms
        self.version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        self._command = [path, *PROGRAMS[program]]
        self._observer = observer

    def solver(self, *, use: Use = Use.TINY, limit: float | None = None) -> SmtlibSolver:
        return SmtlibSolver(self._command, self.terms, engine=self.name, limit=limit, observer=self._observer)


class SmtlibSolver(StackedSolver):
    """Keeps the assertions, and writes all of them for each question."""

    def __init__(
        self, command: Sequence[str], terms: Terms, *, engine: str, limit: float | None, observer: EngineObserver
    ) -> None:
        super().__init__(terms, engine=engine, limit=limit, observer=observer)
        self._command = command
        self._process: subprocess.Popen[str] | None = None

    def _push(self) -> None:
        pass

    def _pop(self) -> None:
        pass

    def _assert(self, term: Term) -> None:
        if term.theories & Theory.FUNCTIONS.value:
            raise UnsupportedTerm(f"{self._engine} has no models of uninterpreted functions, as in {term}")

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()

    def _decide(self, assumptions: tuple[Term, ...], limit: float | None) -> SolverAnswer:
        for term in assumptions:
            self._assert(term)
        known = ordered(frozenset[Term]().union(*map(symbols, (*self.assertions, *assumptions))))
        try:
            printed = self._printed("\n".join(self._script(assumptions, known)), limit)
        except subprocess.TimeoutExpired:
            return NoAnswer(FailureReason.TIME_LIMIT)
        if self._interrupted:
            return NoAnswer(FailureReason.INTERRUPTED)
        match [*s_expressions(printed)]:
            case ["sat", [*values], *_]:
                return Sat(self._model(known, values))
            case ["unsat", *_, [*core]]:
                return Unsat(tuple(term for number, term in enumerate(assumptions) if f"assumed!{number}" in core))
            case other:
                return NoAnswer(FailureReason.GAVE_UP, str(other[:1]))

    def _script(self, assumptions: tuple[Term, ...], known: Sequence[Term]) -> list[str]:
        """After the answer come the values, if there are any, and then the assumptions that were needed, if there are any."""
        names, asserted = ScriptNames(), [*self.assertions]
        lines = [*_HEAD, *names.define(*asserted, *assumptions, *known)]
        lines += [f"(assert {names.name(term)})" for term in asserted]
        guards = [f"assumed!{number}" for number in range(len(assumptions))]
        for guard, term in zip(guards, assumptions, strict=True):
            lines += [f"(declare-const {guard} Bool)", f"(assert (=> {guard} {names.name(term)}))"]
        wanted = " ".join(map(names.name, known)) or "true"
        return [*lines, f"(check-sat-assuming ({' '.join(guards)}))", f"(get-value ({wanted}))", "(get-unsat-assumptions)", ""]

    def _printed(self, script: str, limit: float | None) -> str:
        """What the program prints; ``TimeoutExpired`` is raised when the time is up."""
        with subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            self._process = process
            try:
                return process.communicate(script, timeout=limit)[0]
            finally:
                self._process = None
                process.kill()
                process.wait()

    def _model(self, known: Sequence[Term], values: Sequence[SExpr]) -> Model:
        printed = {symbol: pair[1] for symbol, pair in zip(known, values, strict=False)}

        def value(symbol: Term) -> TermValue | None:
            return evaluate(TermReader(self.terms).read(printed[symbol]), {}) if symbol in printed else None

        return Model(value, lambda name: None)
