"""Candidates for loops over arrays: what errors need of elements, for the elements that a loop has come by, and simple bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from whet.smt.horn.abducing import Abducing
from whet.smt.horn.clauses import HornSystem, Relation
from whet.smt.horn.guarding import Guarding
from whet.smt.horn.scalars import Scalars
from whet.smt.terms.factory import Terms
from whet.smt.terms.term import Term


def abduced(terms: Terms, system: HornSystem) -> Mapping[Relation, Sequence[Term]]:
    guarding, facts, plain = Guarding(terms, system), Abducing(terms, system).facts(), Scalars(terms, system).candidates()
    return {
        relation: [*plain[relation], *(each for fact in facts[relation] for each in guarding.guarded(relation, fact))]
        for relation in system.relations
    }


__all__ = ["abduced"]
