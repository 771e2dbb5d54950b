"""The engine bitwuzla: bit-vectors, floats of the common formats, arrays, functions; interpolation.

What its behaviour demands:

* It holds Python's lock during a check and ignores signals.  But it calls its *terminator* every few milliseconds; there
  the clock is read and other threads get their turn.  A signal handler that raised there would be lost.  So signals are
  only noted during a check, which ends, and are raised again afterwards.
* A model can be read only until the solver changes.  So what is left to read of a model in use is read just before.
* Being ready to report which assumptions were needed makes checks up to ten times as slow.  So a solver is so only from its
  first check with assumptions on.  It is made when the first check comes, and anew if that was one without.
* Its objects must be gone before their term manager.  Python's garbage collector takes apart what is in a cycle in any order,
  but first it calls ``__del__``.  So an owner of such objects releases them there.
* Interpolation forbids much preprocessing, so it has a solver of its own.
"""

from __future__ import annotations

import signal
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TypeAlias

import bitwuzla  # type: ignore[import-not-found]  # the module has no types
from bitwuzla import Kind, Option, Result

from whet.core.registry import register_engine
from whet.runtime.deadline import Deadline
from whet.solvers.engines.bitwuzla_terms import FromBitwuzla, Handle, ToBitwuzla, Untranslatable
from whet.solvers.port import (
    Capability,
    EngineCall,
    EngineObserver,
    Failure,
    FailureReason,
    InterpolantTerms,
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
from whet.solvers.terms.term import Term
from whet.solvers.terms.values import FunctionValue, TermValue
from whet.solvers.terms.walks import functions, symbols

_SEED = 1
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_Handler: TypeAlias = Callable[[int, FrameType | None], object]


@register_engine("bitwuzla")
class BitwuzlaEngine:
    """A term manager of bitwuzla for the terms of one table."""

    name: str
    capabilities = frozenset(
        {
            Capability.FLOATS,
            Capability.ARRAYS,
            Capability.FUNCTIONS,
            Capability.MODELS,
            Capability.CORES,
            Capability.INTERPOLATION,
        }
    )

    def __init__(self, terms: Terms, *, observer: EngineObserver = unobserved) -> None:
        self.terms = terms
        self.version: str = bitwuzla.version()
        self._observer = observer
        self.manager: Handle = bitwuzla.TermManager()
        self.to_bitwuzla = ToBitwuzla(self.manager)

    def solver(self, *, use: Use = Use.TINY, limit: float | None = None) -> BitwuzlaSolver:
        """Bitwuzla has no use for knowing what the solver is for."""
        return BitwuzlaSolver(self, limit=limit, observer=self._observer)

    def sequence(self, blocks: Sequence[Term], *, limit: float | None = None) -> InterpolantTerms | Failure:
        begin = time.monotonic()
        result = self._sequence(blocks, limit)
        self._observer(EngineCall(self.name, "interpolate", time.monotonic() - begin, type(result).__name__))
        return result

    def _sequence(self, blocks: Sequence[Term], limit: float | None) -> InterpolantTerms | Failure:
        options = _options({Option.PRODUCE_INTERPOLANTS: True, Option.INTERPOLANTS_SIMP: True})
        options.set(Option.INTERPOLANTS_ALGO, "pudlak")
        solver, terminator = bitwuzla.Bitwuzla(self.manager, options), _Terminator()
        solver.configure_terminator(terminator)
        try:
            with terminator.watching(limit):
                return self._interpolated(solver, [self.to_bitwuzla(block) for block in blocks])
        except (bitwuzla.BitwuzlaException, UnsupportedTerm) as error:
            return Failure(f"bitwuzla: {str(error).splitlines()[0]}")
        except Untranslatable as error:
            return Failure(f"bitwuzla's interpolants have {error}")

    def _interpolated(self, solver: Handle, blocks: list[Handle]) -> InterpolantTerms | Failure:
        for block in blocks:
            solver.assert_formula(block)
        result = solver.check_sat()
        if result != Result.UNSAT:
            return Failure("the blocks are satisfiable" if result == Result.SAT else "time limit")
        if len(blocks) < 2:
            return InterpolantTerms(())
        found = solver.get_interpolants([[block] for block in blocks[:-1]])
        read = FromBitwuzla(self.terms, self.to_bitwuzla.symbols)
        return InterpolantTerms(tuple(read(interpolant) for interpolant in found))


def _options(switches: dict[Handle, bool]) -> Handle:
    options = bitwuzla.Options()
    options.set(Option.SEED, _SEED)
    for switch, value in switches.items():
        options.set(switch, value)
    return options


class _Terminator:
    """Called by bitwuzla again and again during a check, which ends when the answer is True."""

    def __init__(self) -> None:
        self.stopped = False
        self._deadline = Deadline(None)

    @contextmanager
    def watching(self, limit: float | None) -> Iterator[None]:
        """Stop what is done inside after ``limit`` seconds, or when a signal comes; then let that have its effect."""
        self.stopped = False
        self._deadline = Deadline(limit)
        noted: list[int] = []
        handlers = self._note_signals(noted)
        try:
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            for number in noted:
                signal.raise_signal(number)

    def _note_signals(self, noted: list[int]) -> dict[int, _Handler]:
        """Put off the signals that Python code handles; what handled them until now."""

        def note(number: int, frame: FrameType | None) -> None:
            noted.append(number)
            self.stopped = True

        if threading.current_thread() is not threading.main_thread():  # only there do handlers run
            return {}
        handled: dict[int, _Handler] = {n: handler for n in _SIGNALS if callable(handler := signal.getsignal(n))}
        for number in handled:
            signal.signal(number, note)
        return handled

    @property
    def is_late(self) -> bool:
        return self._deadline.is_over

    def __call__(self) -> bool:
        return self.stopped or self._deadline.is_over


# -------------------------------------------------------------------------------------------------- solving


class BitwuzlaSolver(StackedSolver):
    """An incremental solver with the terms of an engine."""

    def __init__(self, engine: BitwuzlaEngine, *, limit: float | None, observer: EngineObserver) -> None:
        super().__init__(engine.terms, engine=engine.name, limit=limit, observer=observer)
        self._to_bitwuzla = engine.to_bitwuzla
        self._manager = engine.manager
        self._terminator = _Terminator()
        self._tells_needed = False
        """Does it report which assumptions were needed?"""
        self._solver: Handle | None = None
        self._reading: weakref.ref[_Reading] | None = None

    def __del__(self) -> None:
        self._solver = None

    def _new_solver(self) -> Handle:
        """With all that was asserted."""
        switches = {Option.PRODUCE_MODELS: True, Option.PRODUCE_UNSAT_ASSUMPTIONS: self._tells_needed}
        solver = bitwuzla.Bitwuzla(self._manager, _options(switches))
        solver.configure_terminator(self._terminator)
        for level, assertions in enumerate(self._levels):
            if level:
                solver.push(1)
            for term in assertions:
                solver.assert_formula(self._to_bitwuzla(term))
        return solver

    def _push(self) -> None:
        if self._solver is not None:
            self._solver.push(1)

    def _pop(self) -> None:
        if self._solver is not None:
            self._solver.pop(1)

    def _assert(self, term: Term) -> None:
        handle = self._to_bitwuzla(term)
        if self._solver is not None:
            self._solver.assert_formula(handle)

    def _stop(self) -> None:
        self._terminator.stopped = True

    def _settle(self) -> None:
        reading = None if self._reading is None else self._reading()
        if reading is not None:
            reading.finish()
        self._reading = None

    def _decide(self, assumptions: tuple[Term, ...], limit: float | None) -> SolverAnswer:
        handles = [self._to_bitwuzla(term) for term in assumptions]
        solver = self._solver
        if solver is None or (handles and not self._tells_needed):
            self._tells_needed = bool(handles)
            solver = self._solver = self._new_solver()
        with self._terminator.watching(limit):
            result = solver.check_sat(*handles)
        if result == Result.SAT:
            return Sat(self._model(solver, assumptions))
        if result == Result.UNSAT:
            return Unsat(_core(solver, assumptions, handles))
        if self._terminator.stopped:
            return NoAnswer(FailureReason.INTERRUPTED)
        return NoAnswer(FailureReason.TIME_LIMIT) if self._terminator.is_late else NoAnswer(FailureReason.GAVE_UP)

    def _model(self, solver: Handle, assumptions: tuple[Term, ...]) -> Model:
        reading = _Reading(solver, self._to_bitwuzla, self.terms, (*self.assertions, *assumptions))
        self._reading = weakref.ref(reading)
        return Model(reading.symbol, reading.function)


def _core(solver: Handle, assumptions: tuple[Term, ...], handles: list[Handle]) -> tuple[Term, ...]:
    needed = set(solver.get_unsat_assumptions()) if assumptions else set()
    return tuple(term for term, handle in zip(assumptions, handles, strict=True) if handle in needed)


# -------------------------------------------------------------------------------------------------- models


class _Reading:
    """Reads values from a solver as long as it has them, and remembers the others."""

    def __init__(self, solver: Handle, translate: ToBitwuzla, terms: Terms, asserted: tuple[Term, ...]) -> None:
        self._solver: Handle | None = solver
        self._translate = translate
        self._from = FromBitwuzla(terms, {})
        self._asserted = asserted
        self._symbols: dict[Term, TermValue | None] = {}
        self._functions: dict[str, FunctionValue | None] = {}

    def __del__(self) -> None:
        self._solver = None

    def finish(self) -> None:
        """Read all that the assertions speak of; the solver is about to forget it."""
        for term in self._asserted:
            for symbol in symbols(term):
                self.symbol(symbol)
            for name in functions(term):
                self.function(name)
        self._solver = None

    def symbol(self, symbol: Term) -> TermValue | None:
        if symbol not in self._symbols and self._solver is not None:
            value = self._from(self._solver.get_value(self._translate(symbol)))
            self._symbols[symbol] = evaluate(value, {})
        return self._symbols.get(symbol)

    def function(self, name: str) -> FunctionValue | None:
        handle = self._translate.known_function(name)
        if name not in self._functions and self._solver is not None and handle is not None:
            self._functions[name] = self._tabulated(self._solver.get_value(handle))
        return self._functions.get(name)

    def _tabulated(self, function: Handle) -> FunctionValue:
        """Bitwuzla writes a function as nested lambdas around a chain of conditionals over equalities."""
        parameters = []
        while function.kind() == Kind.LAMBDA:
            *variables, function = function.children()
            parameters += variables
        entries = []
        while function.kind() == Kind.ITE:
            condition, value, function = function.children()
            entries.append((self._arguments(condition, parameters), self._closed(value)))
        return FunctionValue(self._closed(function), tuple(entries))

    def _arguments(self, condition: Handle, parameters: list[Handle]) -> tuple[TermValue, ...]:
        values: dict[Handle, TermValue] = {}
        stack = [condition]
        while stack:
            part = stack.pop()
            if part.kind() == Kind.AND:
                stack += part.children()
            else:
                a, b = part.children()
                parameter, value = (a, b) if a.is_variable() else (b, a)
                values[parameter] = self._closed(value)
        return tuple(values[parameter] for parameter in parameters)

    def _closed(self, handle: Handle) -> TermValue:
        return evaluate(self._from(handle), {})
