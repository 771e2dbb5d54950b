"""The check of proofs: is what an analysis claims inductive, and does the property follow from it?

``walk`` collects *obligations*: conditions that no values may satisfy.  Two solvers look at them, and both must agree; of
products of unknowns see ``products``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from whet.cfa.expressions import Expr
from whet.cfa.model import Node, Program
from whet.cfa.source import Place
from whet.cfa.trees import BadTree, Trees
from whet.core.evidence import Contract, Proof, Unrolled
from whet.smt.engines.deciding import with_products
from whet.smt.engines.port import NoAnswer, Sat, Unsat, UnsupportedTerm, engine_named
from whet.smt.terms.factory import Terms
from whet.task.records import dataclass
from whet.trust.proofs.contracts import NoContract, agreements, earlier_variables
from whet.trust.proofs.products import Products
from whet.trust.proofs.state import INPUT, LOOP, Bits
from whet.trust.proofs.walk import Claims, Context, GivenUp, Obligation, Plan, walked

ENGINES = ("bitwuzla", "z3")
_SLOW = 3.0
"""Seconds that may pass for each that is left: solvers look at the clock on the wall."""
_MANY = 8
"""Obligations with products that are first asked about together, with a part of the time."""
_SHARE = 0.25
_TURNS = (64, 3000)
"""Of loops that constants end: the first try, and the last."""


# --------------------------------------------------------------------------------------------------------- answers


@dataclass(frozen=True, slots=True)
class Accepted:
    """Both solvers agree; ``obligations`` is what was to be shown, without what constants decide."""

    obligations: int


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nobody knows."""

    reason: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """The proof is wrong, or the checker is."""

    what: str
    place: Place | None


Checked: TypeAlias = Accepted | Undecided | Rejected


def check_proof(program: Program, evidence: Proof | Unrolled, seconds: Callable[[], float]) -> Checked:
    """``seconds`` tells how much CPU time is left."""
    try:
        claims = _claims(program, evidence)
        for turns in _TURNS:
            bits = Bits(program, Terms())
            plan = Plan(bits, claims, None, 1, seconds, set(), turns, agreements(bits, _contracts(evidence)))
            found = _decided(plan.bits, _obligations(plan, evidence), evidence, seconds)
            if isinstance(found, Accepted) or not plan.is_cut:
                break
        return found
    except (GivenUp, NoContract, BadTree, UnsupportedTerm) as error:
        return Undecided(str(error))


def _decided(bits: Bits, obligations: Sequence[Obligation], evidence: Proof | Unrolled, seconds: Callable[[], float]) -> Checked:
    """By one engine after the other."""
    shown = [each for each in obligations if each.condition is not bits.terms.false]
    for name in ENGINES if shown else ():
        doubt = _doubt(bits, shown, evidence, name, seconds)
        if doubt is not None:
            return doubt
    return Accepted(len(shown))


def _doubt(
    bits: Bits, shown: Sequence[Obligation], evidence: Proof | Unrolled, name: str, seconds: Callable[[], float]
) -> Checked | None:
    """What one engine objects to.  Obligations with products are asked about one by one, the others together."""
    engine = Products(engine_named(name, bits.terms))
    products = set(with_products([each.condition for each in shown]))
    hard = [each for each in shown if each.condition in products]
    singles = [[each] for each in hard]
    waiting = [[each for each in shown if each.condition not in products], *([hard] if len(hard) > _MANY else singles)]
    while waiting:
        group = waiting.pop(0)
        if seconds() <= 0:
            return Undecided("there was no time left for it")
        condition = bits.terms.or_(*(each.condition for each in group))
        condition = bits.terms.and_(condition, *bits.naming(condition))
        match engine.answer(condition, _SLOW * seconds() * (_SHARE if group is hard else 1)):
            case Sat(model=model):
                failing = [each for each in group if model.holds(each.condition)]
                answers = [_failed(each, bits.reasons(each.condition), evidence) for each in failing]
                return next((each for each in answers if isinstance(each, Rejected)), answers[0])
            case NoAnswer() if group is hard:
                waiting += singles
            case NoAnswer() as none:
                return Undecided(f"{name}: {none}")
            case Unsat():
                pass
    return None


def _failed(obligation: Obligation, reasons: frozenset[str], evidence: Proof | Unrolled) -> Checked:
    """Rejected, unless the values may be there only because something is not described exactly, or not told."""
    rough = sorted(reasons - {INPUT, LOOP})
    if rough:
        return Undecided(f"{obligation.what}? That may depend on {rough[0]}")
    if LOOP in reasons and isinstance(evidence, Proof) and evidence.left_out:
        return Undecided(f"{obligation.what}? The proof does not say all that the analysis knew of loops")
    return Rejected(obligation.what, obligation.place)


# ---------------------------------------------------------------------------------------------------------- claims


def _claims(program: Program, evidence: Proof | Unrolled) -> Claims:
    nodes, trees = (
        {node.number: node for node in program.nodes()},
        Trees(program, earlier_variables(program, _contracts(evidence))),
    )
    found: dict[tuple[Node, Context | None], list[Expr]] = {}
    for each in evidence.invariants if isinstance(evidence, Proof) else ():
        if each.node not in nodes:
            raise GivenUp(f"the proof speaks of location {each.node}, which the program does not have")
        found.setdefault((nodes[each.node], each.calls), []).append(trees.expression(each.tree))
    return found


def _contracts(evidence: Proof | Unrolled) -> Sequence[Contract]:
    return evidence.contracts if isinstance(evidence, Proof) else ()


def _obligations(plan: Plan, evidence: Proof | Unrolled) -> list[Obligation]:
    """Everything that is to be shown.  Invariants are shown by themselves, without what k-induction assumes."""
    if isinstance(evidence, Unrolled):
        plan.turns, plan.most_turns = evidence.turns, _TURNS[-1]
    found = walked(plan)
    shown = found.open
    if isinstance(evidence, Proof) and evidence.k > 1:
        plan.k = evidence.k
        found = walked(plan)
    doubts = [Obligation("all that happens is described", None, doubt) for doubt in plan.bits.doubts]
    return [*found.errors, *shown, *doubts]


__all__ = ["Accepted", "Checked", "Rejected", "Undecided", "check_proof"]
