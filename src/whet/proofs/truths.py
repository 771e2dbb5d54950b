"""Truth values in memory that loops change.

A ``_Bool`` in memory is a byte, and a union or ``memcpy`` may store any number there; the checker does not encode other values
than 0 and 1. Every byte from which a truth value is loaded is a candidate invariant, 0 or 1, at the heads of the loops that
change it. Refuted candidates are dropped until the others are inductive together (Flanagan, Leino: Houdini, FME 2001). The rest
are obligations like every other invariant, for both solvers.
"""

from __future__ import annotations

from collections.abc import Callable

from whet.proofs.walk import Kept, Plan, Walk, walked
from whet.solvers.port import Engine, Sat, Unsat, Use

_SHARE = 0.25
"""Of the remaining time, for one question."""


def walked_with_truths(plan: Plan, engine: Engine, limit: Callable[[], float]) -> Walk:
    """A walk in which truth values are 0 or 1 wherever that is inductive; the engine only selects."""
    found = walked(plan)
    while plan.bits.doubts and (more := tuple(each for each in plan.bits.loaded if each not in plan.truths)):
        plan.truths += more
        found = walked(plan)
        while wrong := _refuted(plan, found, engine, limit):
            plan.refuted |= wrong
            found = walked(plan)
    return found


def _refuted(plan: Plan, found: Walk, engine: Engine, limit: Callable[[], float]) -> frozenset[Kept]:
    """Candidates that are not inductive, even if all of them are assumed; all if undecided."""
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
