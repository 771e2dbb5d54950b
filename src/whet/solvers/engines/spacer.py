"""Horn clauses solved by Spacer (Komuravelli, Gurfinkel, Chaki: SMT-based model checking for recursive programs, CAV 2014), which
is part of z3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import z3  # type: ignore[import-untyped]  # the package has no types

from whet.runtime.isolation import CpuTimeOut, Finished, WallTimeOut, run_isolated
from whet.runtime.limits import Limits
from whet.solvers.clauses import Applied, Clause, HornSystem, Relation
from whet.solvers.engines.z3_engine import SPACER, Z3Engine
from whet.solvers.engines.z3_terms import FromZ3, Untranslatable
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term, TermNode, flatten
from whet.solvers.terms.walks import ordered, symbols
from whet.task.records import dataclass

_SLOW = 10.0
"""How much more time may pass than is used, where others use the machine."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What each relation is, over its parameters."""

    formulas: Mapping[Relation, Term]


@dataclass(frozen=True, slots=True)
class Refuted:
    """An error can be derived."""


@dataclass(frozen=True, slots=True)
class Unsolved:
    reason: str


SpacerAnswer: TypeAlias = Solved | Refuted | Unsolved


def solve(terms: Terms, system: HornSystem, seconds: float, memory: int | None = None, *, guided: bool = False) -> SpacerAnswer:
    """Within so many seconds of CPU time, in a process of its own: Spacer may crash, and does not always look at the clock.

    ``guided``: lemmas are generalised by looking at all of a location (Krishnan et al.: Global guidance for local
    generalization in model checking, CAV 2020), which finds relations between counters where Spacer alone counts."""
    limits = Limits.of_cpu(seconds, memory)
    match run_isolated(lambda: _answer_in_child(terms, system, seconds, guided), limits=limits):
        case Finished(value=dict() as flat):
            return Solved({relation: terms.restore(flat[number])[-1] for number, relation in enumerate(system.relations)})
        case Finished(value=Refuted() | Unsolved() as answer):
            return answer
        case CpuTimeOut() | WallTimeOut():
            return Unsolved("timeout")
        case outcome:
            return Unsolved(str(outcome))


_Flat: TypeAlias = dict[int, tuple[TermNode, ...]]
"""Formulas without their table, which stays in its process, by the numbers of their relations."""


def _answer_in_child(terms: Terms, system: HornSystem, seconds: float, guided: bool) -> _Flat | Refuted | Unsolved:
    answer = _Solving(Z3Engine(terms), system).answer(_SLOW * seconds, guided=guided)
    if not isinstance(answer, Solved):
        return answer
    return {number: flatten((answer.formulas[relation],)) for number, relation in enumerate(system.relations)}


class _Solving:
    def __init__(self, engine: Z3Engine, system: HornSystem) -> None:
        self._engine = engine
        self._system = system
        self._predicates = {each: self._predicate(each, number) for number, each in enumerate(system.relations)}

    def _predicate(self, relation: Relation, number: int) -> z3.FuncDeclRef:
        domain = [self._engine.expression(each).sort() for each in relation.parameters]
        return z3.Function(f"R!{number}", *domain, z3.BoolSort(self._engine.context))

    def answer(self, limit: float, *, guided: bool) -> SpacerAnswer:
        solver = z3.SolverFor("HORN", ctx=self._engine.context)
        solver.set("timeout", max(1, round(1000 * limit)))
        for option, value in {**SPACER, "fp.spacer.global": guided}.items():
            solver.set(option, value)
        for clause in self._system.clauses:
            solver.add(self._rule(clause))
        try:
            answer = solver.check()
            if answer == z3.unsat:
                return Refuted()
            return Solved(self._formulas(solver.model())) if answer == z3.sat else Unsolved(solver.reason_unknown())
        except (z3.Z3Exception, Untranslatable) as error:
            return Unsolved(str(error))

    def _rule(self, clause: Clause) -> z3.ExprRef:
        arguments = [arg for applied in (*clause.body, *_only(clause.head)) for arg in applied.arguments]
        bound = ordered({symbol for term in (clause.constraint, *arguments) for symbol in symbols(term)})
        body = [*map(self._atom, clause.body), self._engine.expression(clause.constraint)]
        head = z3.BoolVal(False, self._engine.context) if clause.head is None else self._atom(clause.head)
        rule = z3.Implies(z3.And(*body), head)
        return z3.ForAll([self._engine.expression(symbol) for symbol in bound], rule) if bound else rule

    def _atom(self, applied: Applied) -> z3.ExprRef:
        return self._predicates[applied.relation](*map(self._engine.expression, applied.arguments))

    def _formulas(self, model: z3.ModelRef) -> dict[Relation, Term]:
        return {relation: self._formula(model, relation) for relation in self._system.relations}

    def _formula(self, model: z3.ModelRef, relation: Relation) -> Term:
        value = model[self._predicates[relation]]
        if value is None:
            return self._engine.terms.true
        body = value.else_value() if isinstance(value, z3.FuncInterp) else value
        leaves = {f"(:var {position})": symbol for position, symbol in enumerate(relation.parameters)}
        return FromZ3(self._engine.terms, self._engine.context, leaves)(z3.simplify(body))


def _only(applied: Applied | None) -> tuple[Applied, ...]:
    return () if applied is None else (applied,)
