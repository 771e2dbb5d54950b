"""Predicate abstraction of a block: what its executions imply, as a combination of predicates (Beyer, Keremoglu, Wendler,
II).

*Boolean* abstraction is the strongest Boolean combination of the predicates that follows from the abstraction before the
block and the block: all assignments of truth values to the predicates that have a model are enumerated.  *Cartesian*
abstraction is the strongest conjunction of predicates and their negations.

The facts are taken apart first.  Facts and predicates that share no symbol, not even through others, say nothing about each
other, so each such part is abstracted by itself, and the abstraction is the conjunction of the results.  Two kinds of parts
need no solver: those without facts, and those of which the block says nothing and that are a combination of the predicates
already.

Combinations that no state whatever has are known without saying so.  The result is written down in a fixed way (a decision
diagram over the predicates in their order, under the conjunction of those that are decided), so that equal combinations are
mostly the same term.

Every law here errs to one side: the result follows from the facts, also where a solver could not decide.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import field
from itertools import compress
from typing import Final, TypeAlias

from whet.analyses.predicate.predicates import Predicate, is_connective
from whet.analyses.predicate.questions import Questions
from whet.analyses.predicate.state import Abstraction, Abstractions, started
from whet.analyses.predicate.traces import NOTHING_CHANGED, Trace, Traces
from whet.solvers.port import Sat, Solver, Unsat
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term, is_false
from whet.solvers.terms.walks import conjuncts, symbols
from whet.task.records import dataclass

MOST_PREDICATES: Final = 40
"""Beyond so many in one part an enumeration of their combinations is hopeless (measured)."""
MOST_CUBES: Final = 300
"""Combinations that are enumerated before each predicate is looked at by itself: some seconds' work on larger blocks."""

Cube: TypeAlias = tuple[bool, ...]
"""A truth value for each predicate."""


@dataclass(slots=True)
class RelatedFacts:
    """Facts and predicates that have to do with each other."""

    facts: list[Term] = field(default_factory=list)
    carried: list[Term] = field(default_factory=list)
    """Those parts of the abstraction before the block, over bases, that are among the facts."""
    is_touched: bool = False
    """Does the block say something?"""
    assumes: bool = False
    """Does it assume something?  What it defines it can always be given."""
    predicates: list[Predicate] = field(default_factory=list)
    instances: list[Term] = field(default_factory=list)
    """The predicates at the end of the block."""


class Abstractor:
    """Computes abstractions, each once."""

    def __init__(self, traces: Traces, abstractions: Abstractions, questions: Questions, *, is_boolean: bool) -> None:
        self._terms = traces.terms
        self._traces = traces
        self._abstractions = abstractions
        self._questions = questions
        self._counts = questions.counts
        self._is_boolean = is_boolean
        self._known: dict[tuple[Abstraction, Trace, tuple[Predicate, ...]], Abstraction | None] = {}
        self._parts: dict[tuple[object, ...], tuple[Term, ...] | None] = {}
        self._feasible: dict[tuple[Abstraction, Trace], bool] = {}
        self._possible: dict[Term, bool] = {}

    def is_feasible(self, block: Abstraction, trace: Trace) -> bool:
        """Can a trace be executed after an abstraction?  No is certain."""
        key = (block, trace)
        if key not in self._feasible:
            started_ = time.perf_counter()
            self._feasible[key] = self._questions.may_hold(*started(self._traces, block), trace.path.formula)
            self._counts.abstraction_seconds += time.perf_counter() - started_
        return self._feasible[key]

    def abstracted(self, block: Abstraction, trace: Trace, predicates: Sequence[Predicate]) -> Abstraction | None:
        """What is known of these predicates after a trace; None if it cannot be executed.

        The predicate ``false`` only asks for this check; without any predicate nothing is asked."""
        if not predicates:
            return self._abstractions.true
        key = (block, trace, tuple(predicates))
        if key in self._known:
            self._counts.abstraction_cache_hits += 1
            return self._known[key]
        started_ = time.perf_counter()
        self._counts.abstractions += 1
        found = self._known[key] = self._abstracted(block, trace, [each for each in predicates if not each.is_false])
        self._counts.abstraction_seconds += time.perf_counter() - started_
        return found

    def _abstracted(self, block: Abstraction, trace: Trace, predicates: Sequence[Predicate]) -> Abstraction | None:
        known: list[Term] = []
        idle: list[Term] = []
        for part in self._split(block, trace, predicates):
            if not part.predicates:
                idle += part.facts if part.assumes else ()
                continue
            found = self._part(part)
            if found is None:
                return None
            known += found
        key = self._terms.and_(*idle)
        if key not in self._possible:
            self._possible[key] = not idle or self._questions.may_hold(*idle)
        return self._abstractions.conjunction(known) if self._possible[key] else None

    def _split(self, block: Abstraction, trace: Trace, predicates: Sequence[Predicate]) -> list[RelatedFacts]:
        encoder, coding = self._traces.encoder, trace.coding
        carried = list(zip(block.parts, started(self._traces, block), strict=True))
        defined, assumed = (list(conjuncts(term)) for term in (coding.definitions, coding.assumptions))
        instances = [encoder.instantiate(predicate.term, coding.path.ssa) for predicate in predicates]
        groups = _Groups()
        for term in (*defined, *assumed, *(fact for _, fact in carried), *instances):
            groups.unite(term)
        parts: defaultdict[Term, RelatedFacts] = defaultdict(RelatedFacts)
        for base, fact in carried:
            part = parts[groups.of(fact)]
            part.facts.append(fact)
            part.carried.append(base)
        for fact in (*defined, *assumed):
            part = parts[groups.of(fact)]
            part.facts.append(fact)
            part.is_touched = True
        for fact in assumed:
            parts[groups.of(fact)].assumes = True
        for predicate, instance in zip(predicates, instances, strict=True):
            part = parts[groups.of(instance)]
            part.predicates.append(predicate)
            part.instances.append(instance)
        return list(parts.values())

    def _part(self, part: RelatedFacts) -> tuple[Term, ...] | None:
        """What is known of the predicates of a part; None for a contradiction."""
        if not part.facts:
            return ()
        if not part.is_touched and self._is_kept(part):
            self._counts.abstractions_taken_over += 1
            return tuple(part.carried)
        key = (self._terms.and_(*part.facts), *part.predicates, *part.instances)
        if key not in self._parts:
            enumerates = self._is_boolean and len(part.predicates) <= MOST_PREDICATES
            self._counts.cartesian_fallbacks += self._is_boolean and not enumerates
            self._parts[key] = self._questions.about(part.facts, lambda solver: self._asked(solver, part, enumerates=enumerates))
        return self._parts[key]

    def _is_kept(self, part: RelatedFacts) -> bool:
        """Are the facts a combination of the predicates, which still mean the same?"""
        instantiate = self._traces.encoder.instantiate
        same = {
            predicate.term
            for predicate, instance in zip(part.predicates, part.instances, strict=True)
            if instantiate(predicate.term, NOTHING_CHANGED) is instance
        }
        stack = list(part.carried)
        while stack:
            term = stack.pop()
            if term in same:
                continue
            if not is_connective(term):
                return False
            same.add(term)
            stack.extend(term.args)
        return True

    def _asked(self, solver: Solver, part: RelatedFacts, *, enumerates: bool) -> tuple[Term, ...] | None:
        terms = [predicate.term for predicate in part.predicates]
        if enumerates:
            solver.push()
            cubes, is_complete = _enumerated(solver, part.instances, MOST_CUBES)
            self._counts.all_sat_models += len(cubes)
            if is_complete:
                found = combination(self._terms, terms, cubes)
                return tuple(term for term in found if not self._abstractions.is_valid(term)) if cubes else None
            solver.pop()
            self._counts.cartesian_fallbacks += 1
        else:
            cubes, is_complete = _enumerated(solver, part.instances, 1)
            if is_complete and not cubes:
                return None
        literals = _implied(solver, part.instances, cubes)
        return tuple(_literal(self._terms, terms[number], holds) for number, holds in sorted(literals.items()))


class _Groups:
    """Symbols that occur together, by union-find."""

    def __init__(self) -> None:
        self._parent: dict[Term, Term] = {}

    def unite(self, term: Term) -> None:
        first, *others = symbols(term) or (term,)
        root = self._root(first)
        for other in others:
            self._parent[self._root(other)] = root

    def _root(self, symbol: Term) -> Term:
        parent = self._parent
        parent.setdefault(symbol, symbol)
        while parent[symbol] is not symbol:
            parent[symbol] = symbol = parent[parent[symbol]]
        return symbol

    def of(self, term: Term) -> Term:
        """What stands for the symbols of a term, and all they occur with; a term without symbols is by itself."""
        return self._root(next(iter(symbols(term)), term))


def _enumerated(solver: Solver, instances: Sequence[Term], most: int) -> tuple[list[Cube], bool]:
    """Combinations of truth values that have a model, at most so many; and whether these are all.

    What was found is excluded by assertions, except for the last one."""
    cubes: list[Cube] = []
    while True:
        cube = _cube(solver, instances)
        if cube is None:
            return cubes, True
        if not cube and instances:
            return cubes, False
        cubes.append(cube)
        if len(cubes) == most:
            return cubes, False
        solver.add(_excluding(solver.terms, instances, cube))


def _cube(solver: Solver, instances: Sequence[Term]) -> Cube | None:
    """The combination of one model; None if there is none, empty if that is not decided.

    The model is gone when this returns: a solver has to save a model that somebody holds before it changes."""
    match solver.check():
        case Sat(model=model):
            return tuple([model.holds(instance) for instance in instances])
        case Unsat():
            return None
        case _:
            return ()


def _excluding(terms: Terms, instances: Sequence[Term], cube: Cube) -> Term:
    return terms.or_(*(_literal(terms, instance, not holds) for instance, holds in zip(instances, cube, strict=True)))


def _literal(terms: Terms, term: Term, holds: bool) -> Term:
    return term if holds else terms.not_(term)


def _implied(solver: Solver, instances: Sequence[Term], cubes: Sequence[Cube]) -> dict[int, bool]:
    """The predicates that are decided, given some models; none if there is no model to begin with."""
    if not cubes:
        return {}
    open_ = {n: holds for n, holds in enumerate(cubes[0]) if all(cube[n] is holds for cube in cubes)}
    implied: dict[int, bool] = {}
    while open_:
        number, holds = next(iter(open_.items()))
        del open_[number]
        found = _still_open(solver, _literal(solver.terms, instances[number], not holds), instances, open_)
        if found is None:
            implied[number] = holds
        else:
            open_ = found
    return implied


def _still_open(solver: Solver, opposite: Term, instances: Sequence[Term], open_: dict[int, bool]) -> dict[int, bool] | None:
    """What a model in which a literal does not hold leaves open; None if there is no such model."""
    match solver.check(opposite):
        case Sat(model=model):
            return {number: holds for number, holds in open_.items() if model.holds(instances[number]) is holds}
        case Unsat():
            return None
        case _:
            return open_


def combination(terms: Terms, predicates: Sequence[Term], cubes: Sequence[Cube]) -> list[Term]:
    """The disjunction of some cubes, as parts of a conjunction."""
    if not cubes:
        return [terms.false]
    decided = [all(cube[n] is cubes[0][n] for cube in cubes) for n in range(len(predicates))]
    parts = [_literal(terms, predicate, cubes[0][n]) for n, predicate in enumerate(predicates) if decided[n]]
    open_ = [not each for each in decided]
    rest = _diagram(terms, list(compress(predicates, open_)), {tuple(compress(cube, open_)) for cube in cubes})
    return [*parts, *conjuncts(rest)]


def _diagram(terms: Terms, predicates: Sequence[Term], cubes: set[Cube]) -> Term:
    """An ordered decision diagram: equal functions give equal terms."""
    if not predicates or not cubes:
        return terms.truth(bool(cubes))
    if len(cubes) == 1 << len(predicates):
        return terms.true
    first, *others = predicates
    yes, no = ({cube[1:] for cube in cubes if cube[0] is holds} for holds in (True, False))
    return terms.ite(first, _diagram(terms, others, yes), _diagram(terms, others, no))


def is_contradiction(trace: Trace) -> bool:
    """Is it plain that nothing is executed along a trace?"""
    return is_false(trace.path.formula)
