"""The checker of proofs: are the claimed invariants inductive, and does the property follow? ``walk`` collects *obligations*:
conditions that must be unsatisfiable. Two engines must agree (``routing.pair_of``); for products of unknowns see
``products``."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from whet.cfa.facts import Facts
from whet.cfa.model import Node, Program
from whet.cfa.sites import put_in, without
from whet.cfa.source import Place
from whet.cfa.trees import BadTree, Every, Trees
from whet.core.configuration import EngineChoice
from whet.core.evidence import Contract, Proof, Unrolled
from whet.proofs.contracts import NoContract, agreements, earlier_variables
from whet.proofs.every import with_instances
from whet.proofs.heap_state import HeapUnclear
from whet.proofs.heaps import HeapNotCovered, violations
from whet.proofs.products import Products, with_products
from whet.proofs.state import INPUT, LOOP, Bits
from whet.proofs.truths import walked_with_truths
from whet.proofs.walk import LOOP_ENDS, CallContext, Claim, Claims, GivenUp, Obligation, Plan, ProgramTooLarge, Walk, walked
from whet.solvers.port import NoAnswer, Sat, Unsat, UnsupportedTerm
from whet.solvers.routing import make_engine, pair_of
from whet.solvers.terms.factory import Terms
from whet.task.messages.unknown import NO_PROOF_TIME
from whet.task.records import dataclass

_MORE_TURNS = 4
"""Times the turns that were unrolled: constants may ask for fewer of them here than in the encoding of analyses."""
_SLOW = 3.0
"""Seconds of wall time per second of CPU time that is left; more on a loaded machine."""
_FURTHER = 1.0
"""Seconds for finding a wrong obligation after an undecided one."""
_MANY = 8
"""More obligations with products are first asked about together, with a part of the time."""
_GROUPS = 64
"""Questions about obligations without products, if none of them is too hard."""
_SHARE = 0.25
"""Of the remaining time, for a question about several."""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """How far loops with constant bounds are unrolled."""

    turns: int
    points: int
    by_claims: bool = False
    """Not at all if there is a claim about them."""


_ATTEMPTS = (_Attempt(64, 6000), _Attempt(64, 60_000, by_claims=True), _Attempt(3000, 60_000))
"""Tried until one of them is enough."""


@dataclass(frozen=True, slots=True)
class CheckAccepted:
    """Both solvers agree; ``obligations`` counts those that constants do not decide."""

    obligations: int


@dataclass(frozen=True, slots=True)
class CheckUndecided:
    reason: str


@dataclass(frozen=True, slots=True)
class CheckRejected:
    """The proof is wrong, or the checker is."""

    what: str
    place: Place | None


CheckAnswer: TypeAlias = CheckAccepted | CheckUndecided | CheckRejected
_Pair: TypeAlias = tuple[EngineChoice, EngineChoice]


@dataclass(frozen=True, slots=True)
class _Clock:
    """The remaining CPU time, and wall time."""

    seconds: Callable[[], float]
    began: float
    used: float

    def limit(self) -> float:
        """Solvers measure wall time: twice as much per second of CPU time as until now."""
        passed, used = time.monotonic() - self.began, time.process_time() - self.used
        return max(_SLOW, 2 * passed / max(0.5, used)) * max(0.0, self.seconds())


def check_proof(
    program: Program, evidence: Proof | Unrolled, seconds: Callable[[], float], engine: EngineChoice | None = None
) -> CheckAnswer:
    """``seconds`` returns the remaining CPU time; ``engine`` and another one decide what heaps do not."""
    if not isinstance(evidence, Proof) or not evidence.heaps:
        return _checked_by_walk(program, evidence, seconds, engine)
    checks = list(put_in(program))
    try:
        met, reasons = violations(program, evidence.heaps, seconds)
    except HeapNotCovered as error:
        return CheckRejected(str(error), error.place)
    except (HeapUnclear, BadTree) as error:
        answer = _checked_by_walk(program, evidence, seconds, engine)
        return answer if isinstance(answer, CheckAccepted) else CheckUndecided(str(error))
    if not met:
        return CheckAccepted(len(checks))
    # A violation comes first: the walk may take for granted what heaps show, because they end at what the walk shows.
    with without(program, [edge for edge in checks if edge not in met]):
        answer = _checked_by_walk(program, evidence, seconds, engine)
    return CheckUndecided(reasons[0]) if reasons and not isinstance(answer, CheckAccepted) else answer


def _checked_by_walk(
    program: Program, evidence: Proof | Unrolled, seconds: Callable[[], float], engine: EngineChoice | None
) -> CheckAnswer:
    clock = _Clock(seconds, time.monotonic(), time.process_time())
    engines = pair_of(engine or EngineChoice())
    try:
        claims = _claims(program, evidence)
        for attempt in _attempts(claims):
            bits = Bits(program, Terms())
            agreed = agreements(bits, _contracts(evidence))
            plan = Plan(bits, claims, None, 1, seconds, set(), attempt.turns, attempt.points, agreed)
            if attempt.by_claims:
                plan.by_induction |= {node for node, _ in claims} & _heads(program)
            found = _tried(plan, evidence, engines, clock)
            if isinstance(evidence, Unrolled) and isinstance(found, CheckRejected) and found.what == LOOP_ENDS:
                plan = replace(plan, by_induction=set())
                found = _tried(plan, replace(evidence, turns=_MORE_TURNS * evidence.turns), engines, clock)
            if isinstance(found, CheckAccepted) or not (found is None or plan.is_cut or attempt.by_claims):
                break
        return found or CheckUndecided("the program is too large when its loops are unrolled")
    except (GivenUp, NoContract, BadTree, UnsupportedTerm) as error:
        return CheckUndecided(str(error))


def _attempts(claims: Claims) -> Sequence[_Attempt]:
    """Loops with claims about all elements are unrolled last, and not far: their arrays are large."""
    unrolled, by_claims, far = _ATTEMPTS
    if any(isinstance(claim, Every) for claimed in claims.values() for claim in claimed):
        return by_claims, unrolled
    return _ATTEMPTS if claims else (unrolled, far)


def _tried(plan: Plan, evidence: Proof | Unrolled, engines: _Pair, clock: _Clock) -> CheckAnswer | None:
    """None if the program is too large."""
    try:
        obligations = _obligations(plan, evidence, engines[0], clock)
        shown = [each for each in obligations if each.condition is not plan.bits.terms.false]
        for choice in engines if shown else ():
            solver = Products(make_engine(choice, plan.bits.terms), uses_algebra=choice is engines[0])
            doubt = _doubt(plan.bits, shown, evidence, solver, clock)
            if doubt is not None:
                return doubt
        return CheckAccepted(len(shown))
    except ProgramTooLarge:
        return None


def _heads(program: Program) -> set[Node]:
    facts = Facts.of(program)
    return {head for function in program.defined_functions if function.entry is not None for head in facts.loops(function).heads}


def _doubt(
    bits: Bits, shown: Sequence[Obligation], evidence: Proof | Unrolled, solver: Products, clock: _Clock
) -> CheckAnswer | None:
    """The objection of one engine. A wrong obligation counts more than an undecided one."""
    waiting = _groups(shown)
    doubt: CheckAnswer | None = None
    enough = 0.0
    while waiting and not isinstance(doubt, CheckRejected) and not (doubt and clock.seconds() < enough):
        group = waiting.pop(0)
        if clock.seconds() <= 0:
            return doubt or CheckUndecided(NO_PROOF_TIME)
        condition = bits.terms.or_(*(each.condition for each in group))
        condition = bits.terms.and_(condition, *bits.naming(condition))
        match solver.answer(condition, clock.limit() * (1 if len(group) == 1 else _SHARE)):
            case Sat(model=model):
                failing = [each for each in group if model.holds(each.condition)]
                answers = [_failed(each, bits.reasons(each.condition), evidence) for each in failing]
                enough = enough if doubt else clock.seconds() - _FURTHER
                doubt = next((each for each in answers if isinstance(each, CheckRejected)), doubt or answers[0])
            case NoAnswer() if len(group) > 1:
                waiting = [*([each] for each in group), *waiting]
            case NoAnswer() as none:
                return doubt or CheckUndecided(f"{solver.name}: {none}")
            case Unsat():
                pass
    return doubt


def _groups(shown: Sequence[Obligation]) -> list[Sequence[Obligation]]:
    """Obligations that are asked about together: usually each one alone, because solvers simplify single cases better. Of very
    many, consecutive ones; those with products, which are hard, last."""
    products = set(with_products([each.condition for each in shown]))
    hard = [each for each in shown if each.condition in products]
    easy = [each for each in shown if each.condition not in products]
    size = -(-len(easy) // _GROUPS)
    together = [easy[begin : begin + size] for begin in range(0, len(easy), size or 1)]
    return [*together, *([hard] if len(hard) > _MANY else [[each] for each in hard])]


def _failed(obligation: Obligation, reasons: frozenset[str], evidence: Proof | Unrolled) -> CheckAnswer:
    """Rejected, unless the model may depend on something that is not encoded exactly, or not in the proof."""
    rough = sorted(reasons - {INPUT, LOOP})
    if rough:
        return CheckUndecided(f"{obligation.what}? That may depend on {rough[0]}")
    if LOOP in reasons and isinstance(evidence, Proof) and evidence.left_out:
        return CheckUndecided(f"{obligation.what}? The proof does not say all that the analysis knew of loops")
    return CheckRejected(obligation.what, obligation.place)


def _claims(program: Program, evidence: Proof | Unrolled) -> Claims:
    nodes = {node.number: node for node in program.nodes()}
    trees = Trees(program, earlier_variables(program, _contracts(evidence)))
    found: dict[tuple[Node, CallContext | None], list[Claim]] = {}
    for each in evidence.invariants if isinstance(evidence, Proof) else ():
        if each.node not in nodes:
            raise GivenUp(f"the proof speaks of location {each.node}, which the program does not have")
        found.setdefault((nodes[each.node], each.calls), []).append(trees.claim(each.tree))
    return found


def _contracts(evidence: Proof | Unrolled) -> Sequence[Contract]:
    return evidence.contracts if isinstance(evidence, Proof) else ()


def _obligations(plan: Plan, evidence: Proof | Unrolled, engine: EngineChoice, clock: _Clock) -> list[Obligation]:
    """All obligations. Invariants are shown without the assumptions of k-induction."""
    if isinstance(evidence, Unrolled):
        plan.turns, plan.most_turns = evidence.turns, _ATTEMPTS[-1].turns
    found = _alone(plan, engine, clock)
    shown = _invariants(plan, found)
    if isinstance(evidence, Proof) and evidence.k > 1:
        while True:
            known, plan.k = frozenset(plan.by_induction), evidence.k
            found = walked(plan)
            if plan.by_induction == known:
                break
            plan.k = 1  # what is claimed of more loops is used now, and to be shown
            shown = _invariants(plan, _alone(plan, engine, clock))
    doubts = [Obligation("all that happens is described", None, doubt) for doubt in plan.bits.doubts]
    return [*_for_those(plan, found, found.errors), *shown, *_for_those(plan, found, doubts)]


def _alone(plan: Plan, engine: EngineChoice, clock: _Clock) -> Walk:
    return walked_with_truths(plan, make_engine(engine, plan.bits.terms), clock.limit)


def _invariants(plan: Plan, found: Walk) -> list[Obligation]:
    return _for_those(plan, found, [*found.open, *(each for _, each in found.truths)])


def _for_those(plan: Plan, found: Walk, obligations: Sequence[Obligation]) -> list[Obligation]:
    """With instances of the claims about all elements."""
    if not found.known:
        return [*obligations]
    return [replace(each, condition=with_instances(plan.bits, found.known, each.condition)) for each in obligations]
