"""The largest set of candidates that is inductive (Flanagan, Leino: Houdini, an annotation assistant for ESC/Java, FME 2001).

All candidates are assumed at the heads of loops, and one asks whether one of them fails: when a loop begins, or after a turn.
A model of the failure has a state at the head, and is learnt from: candidates that do not hold in it are dropped or weakened
(implication counterexamples: Garg, Löding, Madhusudan, Neider: ICE, CAV 2014).  What is not decided in time is dropped, too.
When none fails, what is left holds in all runs, bit by bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from whet.cfa.expressions import Binary, BinaryOp, Const, Expr, Var, Variable, subexpressions
from whet.cfa.model import Node
from whet.cfa.semantics import Value
from whet.cfa.types import FloatType, IntType
from whet.encoding.encode import c_value
from whet.encoding.unrolling.induction import BrokenInvariant, InductionStep, Invariants
from whet.solvers.deciding import AnswerBudget, Decider
from whet.solvers.port import Model


class Candidates(Protocol):
    """What may hold whenever a turn of one loop begins."""

    @property
    def head(self) -> Node: ...

    @property
    def variables(self) -> Sequence[Variable]:
        """Those that a state has."""

    def claims(self) -> list[Expr]:
        """The candidates that are left."""

    def learn(self, state: Mapping[Variable, int | float]) -> None:
        """Keep only what holds in this state."""

    def forget(self, claim: Expr) -> None: ...


class Houdini:
    """``unrolled`` gives the induction step with claims assumed at heads; ``is_late`` ends the search without a result."""

    def __init__(
        self,
        unrolled: Callable[[Invariants], InductionStep],
        decider: Decider,
        patience: AnswerBudget,
        is_late: Callable[[], bool],
    ) -> None:
        self._unrolled = unrolled
        self._decider = decider
        self._patience = patience
        self._is_late = is_late

    def inductive(self, candidates: Sequence[Candidates]) -> Invariants:
        """The claims that are left when none fails, of loops for which induction is needed."""
        by_head = {each.head: each for each in candidates}
        while not self._is_late():
            claims = {head: each.claims() for head, each in by_head.items()}
            if not any(claims.values()):
                break
            step = self._unrolled(claims)
            if not self._learn_from([each for each in step.broken if each.invariant in claims.get(each.location, ())], by_head):
                return {head: claims[head] for head in claims if head in step.heads}
        return {}

    def _learn_from(self, left: list[BrokenInvariant], by_head: Mapping[Node, Candidates]) -> bool:
        """Does something fail?  Then it is learnt from, as long as something fails of what is left."""
        has_failed = False
        while left:
            if self._is_late():
                return True
            conditions = [each.condition for each in left]
            worth = {each.condition for each in left if _multiplies(each.invariant)}
            asking = AnswerBudget(self._patience.together, self._patience.each, worth, lambda _: self._is_late())
            decision = self._decider.decide(conditions, asking)
            if decision.is_unsat:
                break
            has_failed = True
            undecided = set(decision.undecided)
            for each in left:
                if each.condition in undecided:
                    by_head[each.location].forget(each.invariant)
                elif decision.model is not None and decision.model.holds(each.condition):
                    _learn(by_head[each.location], each, decision.model)
            claims = {head: set(each.claims()) for head, each in by_head.items()}
            left = [each for each in left if each.invariant in claims[each.location]]
        return has_failed


def _multiplies(claim: Expr) -> bool:
    """Is it about products?  Other claims that need products to be shown are given up."""
    products = (part for part in subexpressions(claim) if isinstance(part, Binary) and part.op is BinaryOp.MUL)
    return any(not isinstance(each.left, Const) and not isinstance(each.right, Const) for each in products)


def _learn(candidates: Candidates, broken: BrokenInvariant, model: Model) -> None:
    """The state in which the claim fails; the claim is dropped in any case."""
    terms = {variable: broken.read(Var(variable)) for variable in candidates.variables}
    found = {variable: _number(model.bits(term), variable) for variable, term in terms.items() if term is not None}
    values = {variable: value for variable, value in found.items() if isinstance(value, (int, float))}
    if len(values) == len(terms):
        candidates.learn(values)
    if broken.invariant in candidates.claims():
        candidates.forget(broken.invariant)


def _number(bits: int, variable: Variable) -> Value | None:
    return c_value(bits, variable.type) if isinstance(variable.type, (IntType, FloatType)) else None


class CandidateConditions:
    """Candidates that stand by themselves."""

    def __init__(self, head: Node, conditions: Iterable[Expr]) -> None:
        self.head = head
        self.variables: Sequence[Variable] = ()
        self._conditions = dict.fromkeys(conditions)

    def claims(self) -> list[Expr]:
        return list(self._conditions)

    def learn(self, state: Mapping[Variable, int | float]) -> None:
        """Nothing: which of them failed is known already."""

    def forget(self, claim: Expr) -> None:
        self._conditions.pop(claim, None)
