"""Quantifier elimination by best effort, as Newton refinement needs it (Gerlach 2018, section 4.2).

To remove symbols from a formula, these are tried in turn, each on what the one before left:

1. *destructive equality resolution*: an equation says what a symbol is, so it is replaced (``resolution``, ``ArrayResolution``);
2. *unconnected parameter drop*: parts that only unwanted symbols connect, and that have a model, are left out;
3. *cases*: the quantifier is pushed into a disjunction, a conditional or a read of a written array, within a budget;
4. the solver's elimination, light or full, within a time limit;
5. *over-approximation*: parts of the conjunction with symbols that are left are dropped.

Steps 1 to 4 keep the meaning; step 5 weakens it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from itertools import combinations
from typing import TypeAlias

from whet.refine.interpolants.resolution import disjuncts_of, resolved
from whet.runtime.deadline import Deadline
from whet.solvers.port import Eliminated, Engine, EngineEffort, NoAnswer, QuantifierElimination, Sat, Unsat
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, Array
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import Substitution, conjuncts, ordered, symbols
from whet.task.records import dataclass


class SolverElimination(Enum):
    """What is asked of the solver; engines that eliminate no quantifiers are asked nothing."""

    NONE = "none"
    LIGHT = "light"
    FULL = "full"

    @property
    def effort(self) -> EngineEffort:
        return EngineEffort.FULL if self is SolverElimination.FULL else EngineEffort.LIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class EliminationOptions:
    solver: SolverElimination
    over_approximation: bool
    equality_resolution: bool = True
    parameter_drop: bool = True
    cases: int = 16
    """Into how many cases a formula may be split; 1 is not at all."""
    query_seconds: float = 2.0
    """The limit of each query."""


@dataclass(frozen=True, slots=True)
class Projected:
    """A formula from which symbols were to be removed."""

    formula: Term
    left: frozenset[Term]
    """Those that could not be removed, and perhaps others that came in on the way: all are quantified."""


class Eliminator:
    """Removes symbols from formulas."""

    def __init__(self, engine: Engine, options: EliminationOptions) -> None:
        self._engine = engine
        self._terms = engine.terms
        self._options = options
        self._solver = engine.solver()
        self._words = 0
        self._arrays = ArrayResolution(self._terms, self._word)

    def resolved(self, formula: Term, unwanted: Iterable[Term]) -> Projected:
        """With nothing but equality resolution, which is cheap."""
        here = _Goal(formula, frozenset(unwanted))
        return self._resolved(here).projected

    def projected(self, formula: Term, unwanted: Iterable[Term], deadline: Deadline) -> Projected:
        """With everything the options allow."""
        goal = self._exact(_Goal(formula, frozenset(unwanted)), self._options.cases, deadline)
        if goal.left and self._options.over_approximation:
            return Projected(self._terms.and_(*(part for part in goal.parts if not symbols(part) & goal.left)), frozenset())
        return goal.projected

    def is_satisfiable(self, formulas: Iterable[Term], deadline: Deadline, *, most: float | None = None) -> bool | None:
        """None if the solver cannot decide within ``most`` seconds."""
        self._solver.push()
        self._solver.add(*formulas)
        answer = self._solver.check(limit=deadline.left(most))
        self._solver.pop()
        match answer:
            case Sat():
                return True
            case Unsat():
                return False
            case NoAnswer():
                return None

    def _exact(self, goal: _Goal, cases: int, deadline: Deadline) -> _Goal:
        goal = self._resolved(goal)
        if goal.left and self._options.parameter_drop:
            goal = self._dropped(goal, deadline)
        if not goal.left or deadline.is_over:
            return goal
        groups = [self._group_without(group, goal.left, cases, deadline) for group in goal.groups()]
        return _Goal(self._terms.and_(*goal.free(), *(each.formula for each in groups)), _united(each.left for each in groups))

    def _resolved(self, goal: _Goal) -> _Goal:
        if not self._options.equality_resolution or not goal.left:
            return goal
        while True:
            goal = _Goal(*resolved(self._terms, goal.formula, goal.left))
            found = self._unwrapped(goal) or self._arrays.replaced(goal.parts, goal.left)
            if found is None:
                return goal
            goal = _Goal(found.formula, (goal.left - {found.symbol}) | frozenset(found.words))

    def _unwrapped(self, goal: _Goal) -> Replaced | None:
        """Where a symbol occurs in one term only that can have any value, like ``s + t``, the term can be a symbol itself."""
        around: dict[Term, list[Term]] = {symbol: [] for symbol in ordered(goal.left)}
        for term in reachable(goal.parts):
            for arg in {*term.args} & around.keys():
                around[arg].append(term)
        for symbol, terms in around.items():
            if len(terms) == 1 and _has_any_value(terms[0], symbol):
                word = self._word(terms[0])
                substitution = Substitution(self._terms, {terms[0]: word})
                return Replaced(self._terms.and_(*map(substitution, goal.parts)), symbol, (word,))
        return None

    def _word(self, like: Term) -> Term:
        """A new symbol of the same sort."""
        self._words += 1
        return self._terms.symbol(f"word#{like.sort}.{self._words}", like.sort)

    def _dropped(self, goal: _Goal, deadline: Deadline) -> _Goal:
        kept = list(goal.free())
        for group in goal.groups():
            satisfiable = self._has_model(group, goal, deadline)
            if satisfiable is False:
                return _Goal(self._terms.false, frozenset())
            if satisfiable is None:
                kept.extend(group)
        return _Goal(self._terms.and_(*kept), goal.left)

    def _has_model(self, group: Sequence[Term], goal: _Goal, deadline: Deadline) -> bool | None:
        """None also if there are other symbols."""
        if not _united(map(symbols, group)) <= goal.left:
            return None
        return self.is_satisfiable(group, deadline, most=self._options.query_seconds)

    def _group_without(self, group: Sequence[Term], unwanted: frozenset[Term], cases: int, deadline: Deadline) -> Projected:
        goal = _Goal(self._terms.and_(*group), unwanted)
        split = self._by_cases(group, goal, cases, deadline)
        return self._by_solver(goal, deadline) if split is None else Projected(split, frozenset())

    def _by_cases(self, group: Sequence[Term], goal: _Goal, cases: int, deadline: Deadline) -> Term | None:
        """The disjunction of the cases, if the symbols go from each."""
        alternatives = self._alternatives(group, goal.left)
        if not alternatives or len(alternatives) > cases:
            return None
        made: list[Term] = []
        for case in alternatives:
            each = self._exact(_Goal(case, goal.left), cases // len(alternatives), deadline)
            if each.left:
                return None
            made.append(each.formula)
        return self._terms.or_(*made)

    def _alternatives(self, group: Sequence[Term], unwanted: frozenset[Term]) -> list[Term]:
        """The conjunction as several that exclude nothing; none if there is nothing to choose."""
        for part in group:
            if (cases := disjuncts_of(self._terms, part)) is not None:
                return [self._terms.and_(*(case if other is part else other for other in group)) for case in cases]
        for term in reachable(group):
            if (choice := self._choice(term, unwanted)) is not None:
                condition, yes, no = choice
                return [self._chosen(group, {term: yes}, condition), self._chosen(group, {term: no}, self._terms.not_(condition))]
        return []

    def _choice(self, term: Term, unwanted: frozenset[Term]) -> tuple[Term, Term, Term] | None:
        """A condition, and what a term is if it holds or not; only where that may help."""
        t = self._terms
        match term:
            case Term(op=Op.ITE, args=(condition, yes, no)) if symbols(term) & unwanted:
                return condition, yes, no
            case Term(op=Op.SELECT, args=(Term(op=Op.STORE, args=(array, place, word)), index)) if symbols(word) & unwanted:
                return t.eq(place, index), word, t.select(array, index)
            case Term(op=Op.EQ, args=(a, b)) if a.sort == BOOL and symbols(term) & unwanted:
                return a, b, t.not_(b)
            case _:
                return None

    def _chosen(self, group: Sequence[Term], values: Mapping[Term, Term], condition: Term) -> Term:
        return self._terms.and_(condition, *map(Substitution(self._terms, values), group))

    def _by_solver(self, goal: _Goal, deadline: Deadline) -> Projected:
        engine, wanted = self._engine, self._options.solver
        # A formula without the symbols must not get there: z3 takes it for true.
        if wanted is SolverElimination.NONE or not isinstance(engine, QuantifierElimination) or not goal.left:
            return goal.projected
        limit = deadline.left(self._options.query_seconds)
        match engine.eliminate(ordered(goal.left), goal.formula, effort=wanted.effort, limit=limit):
            case Eliminated(term=term):
                return Projected(term, frozenset())
            case _:
                return goal.projected


class _Goal:
    """A formula and those of the unwanted symbols that occur in it."""

    __slots__ = ("formula", "left", "parts")

    def __init__(self, formula: Term, unwanted: frozenset[Term]) -> None:
        self.formula = formula
        self.parts = tuple(conjuncts(formula))
        self.left = unwanted & _united(map(symbols, self.parts))

    @property
    def projected(self) -> Projected:
        return Projected(self.formula, self.left)

    def free(self) -> list[Term]:
        """The parts without unwanted symbols."""
        return [part for part in self.parts if not symbols(part) & self.left]

    def groups(self) -> list[list[Term]]:
        """The other parts; those that have an unwanted symbol in common are in one group."""
        groups: list[tuple[frozenset[Term], list[Term]]] = []
        for part in self.parts:
            names = symbols(part) & self.left
            if names:
                joined = [group for group in groups if group[0] & names]
                groups = [group for group in groups if not group[0] & names]
                groups.append((_united([names, *(each for each, _ in joined)]), [*(p for _, ps in joined for p in ps), part]))
        return [parts for _, parts in groups]


def _has_any_value(term: Term, symbol: Term) -> bool:
    """Can the term have each value, whatever the other symbols are, if this one may have any?"""
    if term.op in (Op.BV_ADD, Op.BV_SUB, Op.BV_XOR):
        return sum(symbol in symbols(arg) for arg in term.args) == 1
    return term.op in (Op.BV_NEG, Op.BV_NOT, Op.EXTRACT)


def _united(sets: Iterable[frozenset[Term]]) -> frozenset[Term]:
    return frozenset().union(*sets)


_MOST_READS = 4
"""Of an array that is replaced by words: each two of them make another part."""
_Write: TypeAlias = tuple[Term, Term]
"""An index of an array and the element that is written there."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A conjunction without some symbol, but with others that are quantified instead."""

    formula: Term
    symbol: Term
    words: tuple[Term, ...]


class ArrayResolution:
    """Replaces arrays under existential quantifiers by words; ``fresh`` makes a symbol of the same sort as a term.

    * ``n = store(m, i, v)`` means that ``v`` is in ``n`` at ``i`` and that ``m`` is ``n`` with some word there, so ``m`` can be
      replaced.  ``v`` may depend on ``m`` (an element is incremented), ``i`` may not.
    * An array of which only some elements are read can be replaced by as many words, of which those at equal places are equal.

    Both keep the meaning.  The words are new symbols, to be eliminated in their turn."""

    def __init__(self, terms: Terms, fresh: Callable[[Term], Term]) -> None:
        self._terms = terms
        self._fresh = fresh

    def replaced(self, parts: Sequence[Term], unwanted: frozenset[Term]) -> Replaced | None:
        """One array less; None if no rule fits."""
        arrays = [symbol for symbol in ordered(unwanted) if isinstance(symbol.sort, Array)]
        if not arrays:
            return None
        return self._before_a_write(parts, unwanted) or self._only_read(parts, arrays)

    def _before_a_write(self, parts: Sequence[Term], unwanted: frozenset[Term]) -> Replaced | None:
        for part in parts:
            if part.op is Op.EQ:
                for after, stores in (part.args, part.args[::-1]):
                    before, written = _chain(stores)
                    if written and before in unwanted and _can_invert(before, after, written):
                        rest = [other for other in parts if other is not part]
                        return self._inverted(rest, before, after, written)
        return None

    def _inverted(self, rest: Sequence[Term], before: Term, after: Term, written: Sequence[_Write]) -> Replaced:
        t, array, facts, words = self._terms, after, list[Term](), list[Term]()
        for index, element in written:
            facts.append(t.eq(t.select(array, index), element))
            words.append(self._fresh(element))
            array = t.store(array, index, words[-1])
        substitution = Substitution(t, {before: array})
        return Replaced(t.and_(*map(substitution, [*facts, *rest])), before, tuple(words))

    def _only_read(self, parts: Sequence[Term], arrays: Sequence[Term]) -> Replaced | None:
        for array in arrays:
            reads = _reads(parts, array)
            if reads is not None and len(reads) <= _MOST_READS:
                words = [self._fresh(read) for read in reads]
                substitution = Substitution(self._terms, dict(zip(reads, words, strict=True)))
                pairs = combinations(zip(reads, words, strict=True), 2)
                equal = [self._equal_if(one, other) for one, other in pairs]
                return Replaced(self._terms.and_(*map(substitution, parts), *equal), array, tuple(words))
        return None

    def _equal_if(self, one: tuple[Term, Term], other: tuple[Term, Term]) -> Term:
        """Two words at the same place are the same."""
        t = self._terms
        return t.implies(t.eq(one[0].args[1], other[0].args[1]), t.eq(one[1], other[1]))


def _chain(array: Term) -> tuple[Term, list[_Write]]:
    """What an array was before some writes, and these, the last one first."""
    written: list[_Write] = []
    while array.op is Op.STORE:
        array, index, element = array.args
        written.append((index, element))
    return array, written


def _can_invert(before: Term, after: Term, written: Sequence[_Write]) -> bool:
    """Elements may speak of the array as it was, because they are said to be in the new one; places may not."""
    return before not in symbols(after) and not any(before in symbols(index) for index, _ in written)


def _reads(parts: Sequence[Term], array: Term) -> list[Term] | None:
    """The elements that are read; None if anything else is done with the array, or a place depends on it."""
    found: list[Term] = []
    for term in reachable(parts):
        if array in term.args:
            if term.op is not Op.SELECT or array in symbols(term.args[1]):
                return None
            found.append(term)
    return found
