"""Questions with multiplications: what a solver of bit-vectors does not answer in time, taken apart.

``Decider`` asks whether some of several conditions can hold.  A condition without products of two unknowns is given to the solver
as it is.  For the others there are, one after the other,

* algebra (``terms.algebra``): equations and inequations as polynomials;
* the *linear part*: the literals without products.  If these cannot hold together, the condition cannot;
* theorems about the order of products (``terms.product_order``) in the place of products;
* equalities that the linear part implies (``implied``), such as ``i == n`` from ``i <= n`` and not ``i < n``, and algebra again
  with them;
* the solver with a limit.

Every answer is exact.  An undecided question is reported as such.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import field

from whet.solvers.port import Engine, Model, NoAnswer, Sat, SolverAnswer, Unsat, Use
from whet.solvers.terms.algebra import AlgebraMemory, is_smaller, literals, refuted
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.narrowing import Narrowed, narrowed
from whet.solvers.terms.product_order import with_theorems
from whet.solvers.terms.term import Op, Term, reachable
from whet.task.records import dataclass

_MOST_IMPLIED = 24
_LIMIT_IMPLIED = 0.3
_SMALL = 300
"""Nodes of a condition without products that is worth rewriting."""
_HARD = frozenset({Op.BV_UDIV, Op.BV_SDIV, Op.BV_UREM, Op.BV_SREM})


@dataclass(slots=True)
class Decision:
    """No condition holds, unless there is a model of one, or some are undecided."""

    model: Model | None = None
    undecided: list[Term] = field(default_factory=list)

    @property
    def is_unsat(self) -> bool:
        return self.model is None and not self.undecided


def _never(_found: Decision) -> bool:
    return False


def at_first_doubt(found: Decision) -> bool:
    """For whom only the answer no counts."""
    return bool(found.undecided)


@dataclass(frozen=True, slots=True)
class AnswerBudget:
    """How much may be done for an answer, in seconds."""

    together: float
    """For all conditions that are easy."""
    each: float
    """For one that is hard."""
    worth: Collection[Term] | None = None
    """The hard ones to be asked about; None means all."""
    stop: Callable[[Decision], bool] = _never
    """When the rest stays undecided."""


class Decider:
    """For the terms of one engine; what was refuted once is remembered."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._terms: Terms = engine.terms
        self._refuted: set[Term] = {engine.terms.false}
        self._memory = AlgebraMemory()

    def decide(self, conditions: Sequence[Term], asking: AnswerBudget) -> Decision:
        """Can one of them hold?"""
        hard, found = set(with_products(conditions)), Decision()
        for condition in conditions:
            if (condition in hard or is_smaller(condition, _SMALL)) and not asking.stop(found):
                self._is_refuted(condition)
        left = [condition for condition in conditions if condition not in self._refuted]
        while left and found.model is None:
            parts = {condition: linear_part(self._terms, condition) if condition in hard else condition for condition in left}
            match self._asked(self._terms.or_(*parts.values()), asking.together):
                case Unsat():
                    self._refuted.update(left)
                    left = []
                case Sat(model=model):
                    doubtful = [condition for condition in left if model.holds(parts[condition])] or left
                    left = [condition for condition in left if condition not in doubtful]
                    self._look_at(doubtful, model, asking, found)
                case NoAnswer():
                    self._one_by_one(left, asking, found)
                    left = []
        return found

    def _is_refuted(self, condition: Term) -> bool:
        if condition not in self._refuted and refuted(self._terms, condition, self._memory):
            self._refuted.add(condition)
        return condition in self._refuted

    def _look_at(self, doubtful: Sequence[Term], model: Model, asking: AnswerBudget, found: Decision) -> None:
        """Those whose linear part holds in a model."""
        if any(map(model.holds, doubtful)):
            found.model = model
            return
        chosen = [condition for condition in doubtful if asking.worth is None or condition in asking.worth]
        found.undecided += [condition for condition in doubtful if condition not in chosen]
        self._one_by_one(chosen, asking, found)

    def _one_by_one(self, conditions: Sequence[Term], asking: AnswerBudget, found: Decision) -> None:
        for number, condition in enumerate(conditions):
            if asking.stop(found):
                found.undecided += conditions[number:]
                return
            match self.answer(condition, asking.each):
                case Sat(model=model):
                    found.model = model
                    return
                case NoAnswer():
                    found.undecided.append(condition)
                case Unsat():
                    self._refuted.add(condition)

    def answer(self, condition: Term, limit: float) -> SolverAnswer:
        """About one condition."""
        if not has_products(condition):
            return self._asked(condition, limit)
        part = linear_part(self._terms, condition)
        if self._is_refuted(condition) or isinstance(self._asked(part, limit), Unsat):
            return Unsat(())
        weaker = with_theorems(self._terms, condition)
        if weaker is not None and isinstance(self._asked(weaker, limit), Unsat):
            return Unsat(())
        known = implied(self._terms, condition, self._is_impossible)
        if known and refuted(self._terms, self._terms.and_(condition, *known)):
            return Unsat(())
        return self._asked(self._terms.and_(condition, *known), limit)

    def _is_impossible(self, condition: Term) -> bool:
        return isinstance(self._asked(condition, _LIMIT_IMPLIED), Unsat)

    def _asked(self, condition: Term, limit: float) -> SolverAnswer:
        if condition is self._terms.false:
            return Unsat(())
        small = narrowed(self._terms, condition) if has_products(condition) else None
        if small is not None:
            return check_narrowed(self._engine, small, limit)
        return self._engine.solver(use=Use.HEAVY).check(condition, limit=limit)


def check_narrowed(engine: Engine, small: Narrowed, limit: float | None) -> SolverAnswer:
    """Ask a new solver with fewer bits; the answer is about the condition with all of them."""
    match engine.solver(use=Use.HEAVY).check(small.condition, limit=limit):
        case Sat(model=model):
            return Sat(model.with_symbols(small.symbols))
        case Unsat():
            return Unsat(())
        case NoAnswer() as none:
            return none


# --------------------------------------------------------------------------------------------------- parts of conditions


def with_products(conditions: Sequence[Term]) -> list[Term]:
    """Those in which something is multiplied or divided by something that is not a constant."""
    found: set[int] = set()
    for part in reachable(conditions):
        if _is_product(part) or any(arg.number in found for arg in part.args):
            found.add(part.number)
    return [condition for condition in conditions if condition.number in found]


def has_products(term: Term) -> bool:
    return any(_is_product(part) for part in reachable((term,)))


def _is_product(term: Term) -> bool:
    if term.op is Op.BV_MUL:
        return term.args[1].value is None
    return term.op in _HARD and term.args[1].value is None


def linear_part(terms: Terms, condition: Term) -> Term:
    """Weaker: without the literals that have products."""
    if not has_products(condition):
        return condition
    parts = list(literals(terms, condition))
    hard = set(with_products(parts))
    return terms.and_(*(literal for literal in parts if literal not in hard))


def implied(terms: Terms, condition: Term, is_impossible: Callable[[Term], bool]) -> list[Term]:
    """Equalities that the linear part of a condition implies."""
    part = linear_part(terms, condition)
    candidates = list(dict.fromkeys((*_halves(terms, condition), *_neighbours(terms, part))))[:_MOST_IMPLIED]
    return [each for each in candidates if each is not terms.true and is_impossible(terms.and_(part, terms.not_(each)))]


def _neighbours(terms: Terms, part: Term) -> Iterator[Term]:
    """What is compared may be equal, or next to each other."""
    for literal in literals(terms, part):
        compared = literal.args[0] if literal.op is Op.NOT else literal
        if compared.op in (Op.BV_ULT, Op.BV_ULE, Op.BV_SLT, Op.BV_SLE):
            left, right = compared.args
            one = terms.bv(1, left.width)
            yield terms.eq(left, right)
            yield terms.eq(left, terms.bv_add(right, one))
            yield terms.eq(terms.bv_add(left, one), right)


def _halves(terms: Terms, condition: Term) -> Iterator[Term]:
    """A division by a constant may leave no rest."""
    for part in reachable((condition,)):
        if part.op in (Op.BV_UDIV, Op.BV_SDIV) and part.args[1].value is not None:
            yield terms.eq(part.args[0], terms.bv_mul(part, part.args[1]))
        elif part.op in (Op.BV_LSHR, Op.BV_ASHR) and (by := part.args[1].value) is not None:
            yield terms.eq(part.args[0], terms.bv_mul(part, terms.bv(1 << by, part.width)))
