"""The engine z3: bit-vectors, floats, arrays, functions and integers; Horn clauses (Spacer); quantifier elimination.

What its behaviour demands:

* A solver made for a logic answers *wrongly* about terms of other theories.  So the logic is chosen when the theories of the
  assertions are known, and the solver is made anew when a later term has more.
* A solver for a logic is faster on large formulas, a plain one on tiny checks: see ``Use``.
* Ctrl-C during a check is swallowed by z3, which then says that it does not know.  The signal is raised again here.
* ``qe2`` answers *true* to a goal without a quantifier, so it is never asked one.
* Spacer gives its predicates only if the transformations that remove them are switched off.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final, TypeVar

import z3  # type: ignore[import-untyped]  # the package has no types
from z3 import z3core as core

from whet.core.registry import register_engine
from whet.runtime.deadline import Deadline
from whet.solvers.engines.z3_terms import Ast, FromZ3, ToZ3, Untranslatable
from whet.solvers.interpolation import vocabularies
from whet.solvers.port import (
    Capability,
    Eliminated,
    EngineCall,
    EngineEffort,
    EngineObserver,
    Failure,
    FailureReason,
    InterpolantTerms,
    Model,
    NoAnswer,
    Sat,
    SolverAnswer,
    Unsat,
    Use,
    unobserved,
)
from whet.solvers.stacked import StackedSolver
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array, Theory
from whet.solvers.terms.term import Term
from whet.solvers.terms.values import ArrayValue, FunctionValue, TermValue, array_value
from whet.solvers.terms.walks import ordered, symbols

T = TypeVar("T")
_BITS, _ARRAYS, _FUNCTIONS = Theory.BITVECTORS.value, Theory.ARRAYS.value, Theory.FUNCTIONS.value
_LOGICS: Final[Mapping[int, str]] = MappingProxyType(
    {
        0: "QF_BV",
        _BITS: "QF_BV",
        _BITS | _ARRAYS: "QF_ABV",
        _BITS | _FUNCTIONS: "QF_UFBV",
        _BITS | _ARRAYS | _FUNCTIONS: "QF_AUFBV",
        Theory.INTEGERS.value: "QF_NIA",
        Theory.FLOATS.value: "QF_FPBV",
        Theory.FLOATS.value | _BITS: "QF_FPBV",
    }
)
"""The logic for the bits of some theories; combinations that are missing have a plain solver."""
_LATE = ("timeout", "canceled")
_NO_TIMEOUT: Final = 2**32 - 1
SPACER: Final[Mapping[str, object]] = MappingProxyType(
    {"fp.xform.inline_eager": False, "fp.xform.inline_linear": False, "fp.xform.slice": False}
)
"""Options without which Spacer loses its predicates."""


@register_engine("z3")
class Z3Engine:
    """A context of z3 for the terms of one table, made when it is first needed: it takes 20 milliseconds."""

    name: str
    capabilities = frozenset(Capability) - {Capability.INTERPOLATION}

    def __init__(self, terms: Terms, *, observer: EngineObserver = unobserved) -> None:
        self.terms = terms
        self.version: str = z3.get_version_string()
        self._observer = observer

    @cached_property
    def context(self) -> z3.Context:
        return z3.Context()

    @cached_property
    def to_z3(self) -> ToZ3:
        return ToZ3(self.context)

    def solver(self, *, use: Use = Use.TINY, limit: float | None = None) -> Z3Solver:
        return Z3Solver(self, use=use, limit=limit, observer=self._observer)

    def expression(self, term: Term) -> z3.ExprRef:
        """A term as an object of z3's Python interface."""
        return z3.z3._to_expr_ref(self.to_z3(term), self.context)

    # ---------------------------------------------------------------------------------------------- Horn clauses

    def horn_sequence(
        self, blocks: Sequence[Term], *, cuts: Sequence[Collection[Term]] | None = None, limit: float | None = None
    ) -> InterpolantTerms | Failure:
        return self._observed("horn", lambda: self._horn_sequence(blocks, cuts or vocabularies(blocks), limit))

    def _horn_sequence(
        self, blocks: Sequence[Term], cuts: Sequence[Collection[Term]], limit: float | None
    ) -> InterpolantTerms | Failure:
        if any(block.theories & _FUNCTIONS for block in blocks):
            return Failure("Spacer knows no uninterpreted functions")
        solver = z3.SolverFor("HORN", ctx=self.context)
        solver.set("timeout", _milliseconds(limit))
        for option, value in SPACER.items():
            solver.set(option, value)
        arguments = [[self.expression(symbol) for symbol in ordered(cut)] for cut in cuts]
        predicates = [self._predicate(position, arguments[position]) for position in range(len(cuts))]
        true, false = z3.BoolVal(True, self.context), z3.BoolVal(False, self.context)
        atoms = [true, *[p(*a) if a else p() for p, a in zip(predicates, arguments, strict=True)], false]
        for position, block in enumerate(blocks):
            solver.add(self._clause(atoms[position], block, atoms[position + 1], cuts, position))
        answer = solver.check()
        if answer != z3.sat:
            return Failure("the blocks are satisfiable" if answer == z3.unsat else f"Spacer: {solver.reason_unknown()}")
        return self._solution(solver.model(), predicates, cuts)

    def _predicate(self, position: int, arguments: list[z3.ExprRef]) -> z3.FuncDeclRef:
        domain = [argument.sort() for argument in arguments]
        return z3.Function(f"cut!{position}", *domain, z3.BoolSort(self.context))

    def _clause(
        self, before: z3.ExprRef, block: Term, after: z3.ExprRef, cuts: Sequence[Collection[Term]], position: int
    ) -> z3.ExprRef:
        near = [symbol for cut in cuts[max(position - 1, 0) : position + 1] for symbol in cut]
        bound = [self.expression(symbol) for symbol in ordered(symbols(block) | frozenset(near))]
        body = z3.Implies(z3.And(before, self.expression(block)), after)
        return z3.ForAll(bound, body) if bound else body

    def _solution(
        self, model: z3.ModelRef, predicates: list[z3.FuncDeclRef], cuts: Sequence[Collection[Term]]
    ) -> InterpolantTerms | Failure:
        try:
            found = [self._interpretation(model, p, ordered(cut)) for p, cut in zip(predicates, cuts, strict=True)]
        except Untranslatable as error:
            return Failure(f"Spacer's answer has {error}")
        except z3.Z3Exception as error:  # an interpretation that is no term: it has only the values that were asked for
            return Failure(f"Spacer's answer cannot be read: {error}")
        return InterpolantTerms(tuple(found))

    def _interpretation(self, model: z3.ModelRef, predicate: z3.FuncDeclRef, cut: list[Term]) -> Term:
        value = model[predicate]
        if value is None:
            return self.terms.true
        body = value.else_value() if isinstance(value, z3.FuncInterp) else value
        leaves = {f"(:var {position})": symbol for position, symbol in enumerate(cut)}
        return FromZ3(self.terms, self.context, leaves)(body)

    # ---------------------------------------------------------------------------------------------- quantifiers

    def eliminate(
        self, symbols: Collection[Term], term: Term, *, effort: EngineEffort = EngineEffort.FULL, limit: float | None = None
    ) -> Eliminated | Failure:
        return self._observed("eliminate", lambda: self._eliminate(symbols, term, effort, limit))

    def _eliminate(
        self, unwanted: Collection[Term], term: Term, effort: EngineEffort, limit: float | None
    ) -> Eliminated | Failure:
        bound = ordered(symbols(term) & frozenset(unwanted))
        if not bound:  # z3 must not see a goal without quantifiers
            return Eliminated(term)
        if term.theories & _ARRAYS and effort is EngineEffort.FULL:  # then qe2 may forget more than the symbols
            return Failure("quantifier elimination: not exact with arrays")
        quantified = z3.Exists([self.expression(symbol) for symbol in bound], self.expression(term))
        tactic = z3.Tactic("qe-light" if effort is EngineEffort.LIGHT else "qe2", ctx=self.context)
        if limit is not None:
            tactic = z3.TryFor(tactic, _milliseconds(limit), ctx=self.context)
        try:
            result = tactic(quantified).as_expr()
            return self._without(bound, FromZ3(self.terms, self.context)(result))
        except (z3.Z3Exception, Untranslatable) as error:
            return Failure(f"quantifier elimination: {error}")

    def _without(self, bound: list[Term], term: Term) -> Eliminated | Failure:
        left = symbols(term) & frozenset(bound)
        return Failure(f"{ordered(left)[0].name} could not be eliminated") if left else Eliminated(term)

    def _observed(self, kind: str, work: Callable[[], T]) -> T:
        begin = time.monotonic()
        result = work()
        self._observer(EngineCall(self.name, kind, time.monotonic() - begin, type(result).__name__))
        return result


def _milliseconds(limit: float | None) -> int:
    return _NO_TIMEOUT if limit is None else max(1, round(limit * 1000))


# -------------------------------------------------------------------------------------------------- solving


class Z3Solver(StackedSolver):
    """An incremental solver in the context of an engine."""

    def __init__(self, engine: Z3Engine, *, use: Use, limit: float | None, observer: EngineObserver) -> None:
        super().__init__(engine.terms, engine=engine.name, limit=limit, observer=observer)
        self._z3 = engine
        self._use = use
        self._theories = 0
        self._timeout = _NO_TIMEOUT

    @cached_property
    def _ref(self) -> z3.ContextObj:
        return self._z3.context.ref()

    @cached_property
    def _solver(self) -> z3.Solver:
        return self._new_solver()

    def _new_solver(self) -> z3.Solver:
        logic = _LOGICS.get(self._theories) if self._use is Use.HEAVY else None
        self._timeout = _NO_TIMEOUT
        return z3.SolverFor(logic, ctx=self._z3.context) if logic else z3.Solver(ctx=self._z3.context)

    def _widen(self, theories: int) -> None:
        """Make sure that the solver's logic has these theories."""
        if self._use is Use.TINY or not theories & ~self._theories:
            return
        old, self._theories = _LOGICS.get(self._theories), self._theories | theories
        if _LOGICS.get(self._theories) != old:
            self._solver = self._new_solver()
            self._replay()

    def _replay(self) -> None:
        for level, assertions in enumerate(self._levels):
            if level:
                self._push()
            for term in assertions:
                core.Z3_solver_assert(self._ref, self._solver.solver, self._z3.to_z3(term))

    def _push(self) -> None:
        core.Z3_solver_push(self._ref, self._solver.solver)

    def _pop(self) -> None:
        core.Z3_solver_pop(self._ref, self._solver.solver, 1)

    def _assert(self, term: Term) -> None:
        self._widen(term.theories)
        core.Z3_solver_assert(self._ref, self._solver.solver, self._z3.to_z3(term))

    def _stop(self) -> None:
        core.Z3_solver_interrupt(self._ref, self._solver.solver)

    def _decide(self, assumptions: tuple[Term, ...], limit: float | None) -> SolverAnswer:
        for term in assumptions:
            self._widen(term.theories)
        asts = [self._z3.to_z3(term) for term in assumptions]
        deadline = Deadline(limit)
        while True:
            if self._timeout != _milliseconds(limit):
                self._timeout = _milliseconds(limit)
                self._solver.set("timeout", self._timeout)
            try:
                result = core.Z3_solver_check_assumptions(self._ref, self._solver.solver, len(asts), self._z3.to_z3.array(asts))
            except z3.Z3Exception as error:
                return self._undecided(str(error))
            if result != z3.Z3_L_UNDEF or limit is None or not self._is_late() or deadline.is_over:
                break
            limit = deadline.left()  # Z3's clock goes on while the process is suspended
        match result:
            case z3.Z3_L_TRUE:
                return Sat(_model(self._z3, self._solver.model()))
            case z3.Z3_L_FALSE:
                return Unsat(self._core(assumptions, asts))
            case _:
                return self._undecided(self._solver.reason_unknown())

    def _core(self, assumptions: tuple[Term, ...], asts: list[Ast]) -> tuple[Term, ...]:
        if not assumptions:
            return ()
        needed = {expression.get_id() for expression in self._solver.unsat_core()}
        numbers = [core.Z3_get_ast_id(self._ref, ast) for ast in asts]
        return tuple(term for term, number in zip(assumptions, numbers, strict=True) if number in needed)

    def _is_late(self) -> bool:
        return not self._interrupted and self._solver.reason_unknown() in _LATE

    def _undecided(self, detail: str) -> NoAnswer:
        if self._interrupted:
            return NoAnswer(FailureReason.INTERRUPTED)
        if "keyboard" in detail:
            signal.raise_signal(signal.SIGINT)
            return NoAnswer(FailureReason.INTERRUPTED, detail)  # if the application's own handler returns
        if detail in _LATE:
            return NoAnswer(FailureReason.TIME_LIMIT)
        return NoAnswer(FailureReason.GAVE_UP, detail)


# -------------------------------------------------------------------------------------------------- models


def _model(engine: Z3Engine, model: z3.ModelRef) -> Model:
    def symbol(term: Term) -> TermValue | None:
        decl = engine.expression(term).decl()
        value = model[decl]
        return None if value is None else _value(engine, model, value)

    def function(name: str) -> FunctionValue | None:
        interpretation = next((model[decl] for decl in model.decls() if decl.name() == name), None)
        return None if interpretation is None else _function(engine, model, interpretation)

    return Model(symbol, function)


def _value(engine: Z3Engine, model: z3.ModelRef, value: z3.ExprRef) -> TermValue:
    """The value of a closed expression."""
    if z3.is_app_of(value, z3.Z3_OP_AS_ARRAY):
        return _array(engine, model, model[z3.get_as_array_func(value)], value.sort())
    return evaluate(FromZ3(engine.terms, engine.context)(value), {})


def _function(engine: Z3Engine, model: z3.ModelRef, interpretation: z3.FuncInterp) -> FunctionValue:
    entries = []
    for position in range(interpretation.num_entries()):
        entry = interpretation.entry(position)
        args = tuple(_value(engine, model, entry.arg_value(i)) for i in range(entry.num_args()))
        entries.append((args, _value(engine, model, entry.value())))
    return FunctionValue(_value(engine, model, interpretation.else_value()), tuple(entries))


def _array(engine: Z3Engine, model: z3.ModelRef, interpretation: z3.FuncInterp, sort: z3.SortRef) -> ArrayValue:
    function = _function(engine, model, interpretation)
    array = FromZ3(engine.terms, engine.context).sort(sort.ast)
    assert isinstance(array, Array)
    return array_value(array, function.default, {args[0]: value for args, value in function.entries})
