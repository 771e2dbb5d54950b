"""Constrained Horn clauses: ``R1(x) and ... and Rn(y) and constraint  implies  R(z)``, or implies an error.

Every argument of a relation in a body is a symbol that stands nowhere else in the body as an argument, so a clause says by
its constraint alone how they hang together.  Symbols that are no arguments may have any value.

A *solution* gives each relation a formula over its parameters that makes all clauses valid.  There is one exactly if no error
can be derived.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from whet.cfa.model import Node
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Relation:
    """What holds at a location, in one way of calls; or what a call makes of its arguments."""

    name: str
    parameters: tuple[Term, ...]
    """Symbols by which a solution speaks of its arguments."""
    location: Node
    calls: tuple[int, ...]
    """The calls that lead there, outermost first, by the numbers of their locations."""
    is_head: bool
    """Is it the head of a loop?"""


@dataclass(frozen=True, slots=True, eq=False)
class Applied:
    relation: Relation
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    body: tuple[Applied, ...]
    constraint: Term
    head: Applied | None
    """None: an error."""
    gap: str | None = None
    """If the error is that a run does what is not encoded: what that is."""


@dataclass(frozen=True, slots=True, eq=False)
class HornSystem:
    relations: tuple[Relation, ...]
    clauses: tuple[Clause, ...]


Solution: TypeAlias = Mapping[Relation, Sequence[Term]]
"""The conjuncts of each relation, over its parameters."""


def sliced(system: HornSystem) -> HornSystem:
    """Without clauses that no error is derived with, and without arguments that no clause looks at."""
    clauses = _leading_to_errors(system.clauses)
    needed = _needed(clauses)
    small = {relation: _restricted(relation, needed[relation]) for relation in needed}

    def apply(applied: Applied) -> Applied:
        kept = needed[applied.relation]
        return Applied(small[applied.relation], tuple([arg for n, arg in enumerate(applied.arguments) if n in kept]))

    found = [
        Clause(tuple(map(apply, each.body)), each.constraint, None if each.head is None else apply(each.head), each.gap)
        for each in clauses
    ]
    return HornSystem(tuple([small[each] for each in system.relations if each in small]), tuple(found))


def _leading_to_errors(clauses: Sequence[Clause]) -> list[Clause]:
    useful: set[Relation] = set()
    kept: set[Clause] = set()
    grown = True
    while grown:
        new = [each for each in clauses if each not in kept and (each.head is None or each.head.relation in useful)]
        kept |= {*new}
        useful |= {applied.relation for each in new for applied in each.body}
        grown = bool(new)
    return [each for each in clauses if each in kept]


def _needed(clauses: Sequence[Clause]) -> dict[Relation, set[int]]:
    """The numbers of the arguments that matter, for each relation."""
    needed: dict[Relation, set[int]] = {applied.relation: set() for each in clauses for applied in each.body}
    needed |= {each.head.relation: set() for each in clauses if each.head is not None}
    is_changing = True
    while is_changing:
        is_changing = False
        for clause in clauses:
            looked = _looked_at(clause, needed)
            for applied in clause.body:
                found = {n for n, argument in enumerate(applied.arguments) if symbols(argument) & looked}
                is_changing |= not found <= needed[applied.relation]
                needed[applied.relation] |= found
    return needed


def _looked_at(clause: Clause, needed: Mapping[Relation, set[int]]) -> set[Term]:
    found = set(symbols(clause.constraint))
    if clause.head is not None:
        for number in needed[clause.head.relation]:
            found |= symbols(clause.head.arguments[number])
    return found


def _restricted(relation: Relation, kept: set[int]) -> Relation:
    parameters = tuple([each for number, each in enumerate(relation.parameters) if number in kept])
    return Relation(relation.name, parameters, relation.location, relation.calls, relation.is_head)
