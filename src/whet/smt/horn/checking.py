"""Which of some candidates are inductive: the check that makes a solution count, bit-precise.

A set of candidates is inductive if every clause that implies a relation implies all candidates of it, given those of the
relations in its body.  The largest such set is found by dropping what a model refutes (Flanagan, Leino: Houdini, FME 2001).
The clauses without a head must then be impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from whet.smt.engines.port import Engine, NoAnswer, Sat, Unsat, Use
from whet.smt.horn.clauses import Applied, Clause, HornSystem, Relation, Solution
from whet.smt.terms.factory import Terms
from whet.smt.terms.rings import has_products, multiplied_out
from whet.smt.terms.term import Term
from whet.smt.terms.walks import Substitution
from whet.task.records import dataclass

Candidates: TypeAlias = Mapping[Relation, Sequence[Term]]
_SHORTEST = 0.05
"""Seconds for a question."""
Seconds: TypeAlias = Callable[[], float]
"""That are left."""


@dataclass(frozen=True, slots=True)
class Proved:
    """No error can be derived; these are the conjuncts that show it."""

    solution: Solution


@dataclass(frozen=True, slots=True)
class NotProved:
    """These are inductive, but an error may still be derived."""

    inductive: Solution
    gap: str | None


class Checking:
    """Of candidates for the clauses of one system over bit-vectors."""

    def __init__(self, engine: Engine, terms: Terms, system: HornSystem) -> None:
        self._engine = engine
        self._t = terms
        self._system = system

    def check(self, candidates: Candidates, seconds: Seconds) -> Proved | NotProved:
        left = {relation: list(dict.fromkeys(candidates.get(relation, ()))) for relation in self._system.relations}
        waiting = [clause for clause in self._system.clauses if clause.head is not None]
        while waiting:
            clause = waiting.pop(0)
            assert clause.head is not None
            relation = clause.head.relation
            if self._drop(clause, clause.head, left, seconds):
                again = [each for each in self._system.clauses if each.head and _uses(each, relation) and each not in waiting]
                waiting = [*waiting, *again]
        errors = [clause for clause in self._system.clauses if clause.head is None]
        for clause in errors:
            if not isinstance(self._asked(self._body(clause, left), seconds), Unsat):
                return NotProved(left, clause.gap)
        return Proved(left)

    def _drop(self, clause: Clause, head: Applied, left: dict[Relation, list[Term]], seconds: Seconds) -> bool:
        """Drop candidates of the head that the clause does not imply; was there one?"""
        dropped = False
        while wanted := left[head.relation]:
            at_head = [self._instance(term, head) for term in wanted]
            question = self._t.and_(self._body(clause, left), self._t.not_(self._t.and_(*at_head)))
            match self._asked(question, seconds):
                case Unsat():
                    return dropped
                case Sat(model=model):
                    kept = [term for term, instance in zip(wanted, at_head, strict=True) if model.holds(instance)]
                    left[head.relation] = kept if len(kept) < len(wanted) else []
                case NoAnswer():
                    left[head.relation] = self._implied_alone(clause, head, left, seconds)
            dropped = True
        return dropped

    def _implied_alone(self, clause: Clause, head: Applied, left: dict[Relation, list[Term]], seconds: Seconds) -> list[Term]:
        """Those that the clause is seen to imply one by one, where all together are too much; some are always dropped."""
        wanted, body = left[head.relation], self._body(clause, left)
        limit = max(_SHORTEST, seconds() / (2 * len(wanted)))
        questions = [(term, self._t.and_(body, self._t.not_(self._instance(term, head)))) for term in wanted]
        kept = [term for term, question in questions if isinstance(self._asked(question, lambda: limit), Unsat)]
        return kept if len(kept) < len(wanted) else []

    def _body(self, clause: Clause, candidates: Candidates) -> Term:
        known = [self._instance(term, applied) for applied in clause.body for term in candidates.get(applied.relation, ())]
        return self._t.and_(clause.constraint, *known)

    def _instance(self, term: Term, applied: Applied) -> Term:
        return Substitution(self._t, dict(zip(applied.relation.parameters, applied.arguments, strict=True)))(term)

    def _asked(self, question: Term, seconds: Seconds) -> Sat | Unsat | NoAnswer:
        if has_products(question) and multiplied_out(self._t, question) is self._t.false:
            return Unsat(())
        if question is self._t.false:
            return Unsat(())
        return self._engine.solver(use=Use.HEAVY).check(question, limit=max(_SHORTEST, seconds()))


def _uses(clause: Clause, relation: Relation) -> bool:
    return any(applied.relation is relation for applied in clause.body)


__all__ = ["Candidates", "Checking", "NotProved", "Proved"]
