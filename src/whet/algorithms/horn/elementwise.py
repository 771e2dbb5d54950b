"""Candidates for loops over arrays: what errors need of elements, for the elements that a loop has come by, and simple bounds."""

from __future__ import annotations

from collections.abc import Iterator

from whet.algorithms.horn.abducing import Abducing
from whet.algorithms.horn.checking import Candidates
from whet.algorithms.horn.guarding import Guarding
from whet.algorithms.horn.scalars import Scalars
from whet.solvers.clauses import HornSystem, Solution
from whet.solvers.terms.factory import Terms


def of_numbers(terms: Terms, system: HornSystem) -> Candidates:
    return Scalars(terms, system).candidates()


def of_elements(terms: Terms, system: HornSystem, known: Solution) -> Iterator[Candidates]:
    """Few, and then many, with what was shown of numbers."""
    guarding, facts = Guarding(terms, system), Abducing(terms, system, known).facts()
    for is_thorough in (False, True):
        yield {
            relation: [
                *known[relation],
                *(each for fact in facts[relation] for each in guarding.guarded(relation, fact, is_thorough=is_thorough)),
            ]
            for relation in system.relations
        }
