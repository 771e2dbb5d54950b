"""Truth values in memory that loops change.

A ``_Bool`` in memory is a byte, and a union or ``memcpy`` may put any number there; the check says nothing of what a program
does with another one than 0 or 1.  What evidence tells of loops does not speak of that.  So every byte that a truth value was
loaded from is a candidate for being 0 or 1 at the heads of the loops that change it.  Candidates that a model refutes are
dropped, until the others are inductive together (Flanagan, Leino: Houdini, FME 2001).  What is left is not yet believed: it is
to be shown like every other invariant, by both solvers.
"""

from __future__ import annotations

from collections.abc import Callable

from whet.proofs.walk import Kept, Plan, Walk, walked
from whet.solvers.port import Engine, Sat, Unsat, Use

_SHARE = 0.25
"""Of the time that may pass, for one question."""


def walked_with_truths(plan: Plan, engine: Engine, limit: Callable[[], float]) -> Walk:
    """A walk in which truth values are 0 or 1 wherever that is inductive; the engine only chooses."""
    found = walked(plan)
    while plan.bits.doubts and (more := tuple(each for each in plan.bits.loaded if each not in plan.truths)):
        plan.truths += more
        found = walked(plan)
        while wrong := _refuted(plan, found, engine, limit):
            plan.refuted |= wrong
            found = walked(plan)
    return found


def _refuted(plan: Plan, found: Walk, engine: Engine, limit: Callable[[], float]) -> frozenset[Kept]:
    """Candidates that are not inductive, even if all of them are assumed; all if nobody knows."""
    t, wrong = plan.bits.terms, frozenset[Kept]()
    while left := [(kept, each.condition) for kept, each in found.truths if kept not in wrong]:
        condition = t.or_(*(condition for _, condition in left))
        question = t.and_(condition, *plan.bits.naming(condition))
        match engine.solver(use=Use.HEAVY).check(question, limit=_SHARE * limit()):
            case Unsat():
                break
            case Sat(model=model) if more := frozenset(kept for kept, condition in left if model.holds(condition)):
                wrong |= more
            case _:
                return frozenset(kept for kept, _ in found.truths)
    return wrong
