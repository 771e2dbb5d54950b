"""Quantifier elimination by best effort keeps the meaning, whatever the options; only over-approximation weakens it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from whet.refine.interpolants.newton_elimination import EliminationOptions, Eliminator, SolverElimination
from whet.runtime.deadline import Deadline
from whet.solvers.port import Sat, Unsat, engine_named
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array, BitVec
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import ordered, substitute, symbols

WIDTH = 2
SORT, MEMORY = BitVec(WIDTH), Array(BitVec(1), BitVec(WIDTH))
PLAIN = EliminationOptions(solver=SolverElimination.NONE, cases=1, over_approximation=False)
WITH_ARRAYS = EliminationOptions(
    solver=SolverElimination.FULL,
    cases=1,
    equality_resolution=False,
    parameter_drop=False,
    over_approximation=False,
    query_seconds=0.1,
)
NOTHING = replace(PLAIN, equality_resolution=False, parameter_drop=False)
NEVER = Deadline(None)


class Words:
    """Symbols of two bits, and arrays of two of them."""

    def __init__(self) -> None:
        self.terms = Terms()
        self.engine = engine_named("z3", self.terms)
        self.names = [self.terms.symbol(name, SORT) for name in "abcd"]
        self.arrays = [self.terms.symbol(name, MEMORY) for name in ("m", "n", "o")]

    def eliminator(self, options: EliminationOptions) -> Eliminator:
        return Eliminator(self.engine, options)

    def number(self, value: int) -> Term:
        return self.terms.bv(value, WIDTH)

    def exists(self, formula: Term, unwanted: Collection[Term]) -> Term:
        """The disjunction over all values."""
        for symbol in ordered(unwanted):
            formula = self.terms.or_(*(substitute(self.terms, formula, {symbol: value}) for value in self.values(symbol)))
        return formula

    def values(self, symbol: Term) -> Iterator[Term]:
        t = self.terms
        if isinstance(symbol.sort, BitVec):
            yield from (t.bv(value, symbol.sort.width) for value in range(2**symbol.sort.width))
            return
        for low, high in product(range(2**WIDTH), repeat=2):
            yield t.store(t.const_array(MEMORY, self.number(low)), t.bv(1, 1), self.number(high))

    def implies(self, left: Term, right: Term) -> bool:
        solver = self.engine.solver(limit=60)
        solver.add(left, self.terms.not_(right))
        return isinstance(solver.check(), Unsat)

    def equivalent(self, left: Term, right: Term) -> bool:
        return self.implies(left, right) and self.implies(right, left)

    def has_model(self, formula: Term) -> bool:
        """Within a short time: some formulas over arrays of all values are hard."""
        solver = self.engine.solver(limit=0.5)
        solver.add(formula)
        return isinstance(solver.check(), Sat)

    # ------------------------------------------------------------------------------------------ random formulas

    def word(self, random: Random, depth: int) -> Term:
        t = self.terms
        if depth == 0:
            return random.choice([*self.names, self.number(random.randrange(2**WIDTH))])
        left, right = self.word(random, depth - 1), self.word(random, random.randrange(depth))
        made = [left, t.bv_add(left, right), t.bv_mul(left, right), t.bv_and(left, right), t.bv_sub(left, right)]
        made += [t.select(random.choice(self.arrays), self.index(random)), t.ite(t.bv_ult(left, right), right, left)]
        return random.choice(made)

    def index(self, random: Random) -> Term:
        return self.terms.extract(random.choice([*self.names, self.number(0), self.number(1)]), high=0, low=0)

    def part(self, random: Random) -> Term:
        t = self.terms
        left, right = self.word(random, random.randrange(3)), self.word(random, random.randrange(2))
        array, other = random.sample(self.arrays, 2)
        stored = t.store(t.store(array, self.index(random), left), self.index(random), right)
        return random.choice([t.eq(left, right), t.eq(other, stored), t.bv_ult(left, right), t.distinct(left, right)])

    def formula(self, random: Random) -> Term:
        t = self.terms
        parts = [self.part(random) for _ in range(random.randrange(1, 5))]
        if random.random() < 0.5:
            alternatives = [t.and_(self.part(random), self.part(random)) for _ in range(2)]
            parts.append(t.or_(*alternatives))
        return t.and_(*parts)

    def some(self, random: Random) -> frozenset[Term]:
        """Symbols to be eliminated: one array at most, because all values are tried."""
        return frozenset([*random.sample(self.names, random.randrange(3)), random.choice([*self.names, *self.arrays])])


OPTIONS = st.builds(
    EliminationOptions,
    equality_resolution=st.booleans(),
    parameter_drop=st.booleans(),
    cases=st.sampled_from([1, 4, 16]),
    solver=st.sampled_from(SolverElimination),
    over_approximation=st.booleans(),
    query_seconds=st.just(0.1),
)


@settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), options=OPTIONS)
@example(seed=1, options=PLAIN)
@example(seed=1780913, options=WITH_ARRAYS)  # z3 forgot more than the symbols
def test_elimination_is_exact(seed: int, options: EliminationOptions) -> None:
    words, random = Words(), Random(seed)
    formula = words.formula(random)
    unwanted = words.some(random)
    result = words.eliminator(options).projected(formula, unwanted, NEVER)
    assert not symbols(result.formula) & unwanted - result.left
    meant = words.exists(formula, unwanted)
    found = words.exists(result.formula, result.left)
    assert not words.has_model(words.terms.and_(meant, words.terms.not_(found)))
    if options.over_approximation:
        assert not result.left
    else:
        assert not words.has_model(words.terms.and_(found, words.terms.not_(meant)))


@settings(deadline=None, max_examples=80, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_resolution_alone_is_exact(seed: int) -> None:
    words, random = Words(), Random(seed)
    formula = words.formula(random)
    unwanted = words.some(random)
    result = words.eliminator(PLAIN).resolved(formula, unwanted)
    found, meant = words.exists(result.formula, result.left), words.exists(formula, unwanted)
    assert not words.has_model(words.terms.xor(found, meant))


# ---------------------------------------------------------------------------------------------------- single steps


@pytest.fixture
def words() -> Words:
    return Words()


def test_equality_resolution(words: Words) -> None:
    t, (a, b, *_) = words.terms, words.names
    formula = t.and_(t.eq(b, t.bv_add(a, words.number(1))), t.bv_ult(a, words.number(2)))
    found = words.eliminator(PLAIN).projected(formula, {a}, NEVER)
    assert not found.left
    assert words.equivalent(found.formula, t.or_(t.eq(b, words.number(1)), t.eq(b, words.number(2))))
    without = words.eliminator(replace(PLAIN, equality_resolution=False)).projected(formula, {a}, NEVER)
    assert (without.formula, without.left) == (formula, frozenset({a}))


def test_unconnected_parameters_are_dropped(words: Words) -> None:
    t, (a, b, c, d) = words.terms, words.names
    square = t.eq(t.bv_mul(a, a), t.bv_mul(b, b))
    wanted = t.bv_ult(c, d)
    formula = t.and_(square, t.bv_ult(a, b), wanted)
    assert words.eliminator(PLAIN).projected(formula, {a, b}, NEVER).formula is wanted
    assert words.eliminator(replace(PLAIN, parameter_drop=False)).projected(formula, {a, b}, NEVER).left == {a, b}


def test_connected_parameters_are_not_dropped(words: Words) -> None:
    """A part that has only unwanted symbols shares one with a part that has another."""
    t, (a, b, c, _) = words.terms, words.names
    formula = t.and_(t.eq(t.bv_mul(a, a), t.bv_mul(b, b)), t.bv_ult(t.bv_mul(a, b), c))
    assert words.eliminator(PLAIN).projected(formula, {a, b}, NEVER).left == {a, b}


def test_unconnected_parameters_without_a_model(words: Words) -> None:
    t, (a, b, c, d) = words.terms, words.names
    formula = t.and_(t.eq(t.bv_mul(a, a), words.number(3)), t.bv_ult(c, d))
    assert words.eliminator(PLAIN).projected(formula, {a, b}, NEVER).formula is t.false


def test_cases(words: Words) -> None:
    t, (a, b, *_) = words.terms, words.names
    either = t.or_(t.eq(a, words.number(1)), t.eq(a, words.number(2)))
    formula = t.and_(either, t.eq(t.bv_mul(a, a), b))
    assert words.eliminator(PLAIN).projected(formula, {a}, NEVER).left == {a}
    found = words.eliminator(replace(PLAIN, cases=2)).projected(formula, {a}, NEVER)
    assert not found.left
    assert words.equivalent(found.formula, t.or_(t.eq(b, words.number(1)), t.eq(b, words.number(0))))


def test_cases_inside_terms(words: Words) -> None:
    """A conditional, an equality of truth values, and a read of an array that was written."""
    t, (a, b, c, d), (m, *_) = words.terms, words.names, words.arrays
    square = t.bv_mul(a, a)
    place, index = (t.extract(each, high=0, low=0) for each in (c, d))
    inside = [
        t.eq(b, t.ite(t.bv_ult(square, c), a, d)),
        t.iff(t.bv_ult(square, b), t.bv_ult(b, c)),
        t.bv_ult(t.bv_mul(t.select(t.store(m, place, a), index), b), c),
    ]
    for part in inside:
        formula = t.and_(part, t.or_(t.eq(a, words.number(2)), t.eq(a, words.number(3))))
        assert words.eliminator(PLAIN).projected(part, {a}, NEVER).left == {a}
        found = words.eliminator(replace(PLAIN, cases=16)).projected(formula, {a}, NEVER)
        assert not found.left, str(found.formula)
        assert words.equivalent(found.formula, words.exists(formula, {a}))


def test_the_solver_is_asked_as_much_as_it_may_be(words: Words) -> None:
    """Light elimination sees an equality; for what lies between two values full elimination is needed."""
    t, (a, b, c, _) = words.terms, words.names
    equality, between = t.and_(t.eq(a, b), t.bv_ult(a, c)), t.and_(t.bv_ult(b, a), t.bv_ult(a, c))
    for formula, enough in ((equality, {SolverElimination.LIGHT, SolverElimination.FULL}), (between, {SolverElimination.FULL})):
        for wanted in SolverElimination:
            found = words.eliminator(replace(NOTHING, solver=wanted)).projected(formula, {a}, NEVER)
            assert (not found.left) == (wanted in enough), (wanted, str(found.formula))
            assert words.equivalent(words.exists(found.formula, found.left), words.exists(formula, {a}))


@pytest.mark.parametrize("wanted", SolverElimination)
def test_formulas_without_the_symbols_stay_as_they_are(words: Words, wanted: SolverElimination) -> None:
    """z3 would take a goal without quantifiers for true."""
    t, (a, b, c, d) = words.terms, words.names
    formula = t.and_(t.bv_ult(a, b), t.bv_ult(b, c))
    assert words.eliminator(replace(NOTHING, solver=wanted)).projected(formula, {d}, NEVER).formula is formula
    part = t.and_(formula, t.eq(t.bv_mul(d, d), d))
    found = words.eliminator(replace(NOTHING, solver=wanted)).projected(part, {d}, NEVER)
    assert words.implies(found.formula, formula)


def test_over_approximation_drops_what_is_left(words: Words) -> None:
    t, (a, b, c, d) = words.terms, words.names
    formula = t.and_(t.eq(t.bv_mul(a, a), b), t.bv_ult(c, d))
    assert words.eliminator(PLAIN).projected(formula, {a}, NEVER).left == {a}
    found = words.eliminator(replace(PLAIN, over_approximation=True)).projected(formula, {a}, NEVER)
    assert (found.formula, found.left) == (t.bv_ult(c, d), frozenset())


def test_arrays_are_resolved(words: Words) -> None:
    """An element is incremented: the array as it was is the new one with the old element, which is known."""
    t, (a, b, *_), (m, n, _) = words.terms, words.names, words.arrays
    index = t.extract(a, high=0, low=0)
    incremented = t.store(m, index, t.bv_add(t.select(m, index), words.number(1)))
    formula = t.and_(t.eq(n, incremented), t.eq(t.select(m, index), b))
    found = words.eliminator(PLAIN).projected(formula, {m}, NEVER)
    assert not found.left
    assert words.equivalent(found.formula, t.eq(t.select(n, index), t.bv_add(b, words.number(1))))


def test_an_array_that_is_only_read(words: Words) -> None:
    t, (a, b, c, d), (m, n, _) = words.terms, words.names, words.arrays
    one, other = (t.extract(each, high=0, low=0) for each in (c, d))
    formula = t.and_(t.eq(t.select(m, one), a), t.eq(t.select(m, other), b))
    found = words.eliminator(PLAIN).resolved(formula, {m})
    assert not found.left
    assert words.equivalent(found.formula, t.implies(t.eq(one, other), t.eq(a, b)))
    compared = t.and_(formula, t.distinct(m, n))
    assert words.eliminator(PLAIN).resolved(compared, {m}).left == {m}


def test_terms_that_can_have_any_value(words: Words) -> None:
    t, (a, b, c, _) = words.terms, words.names
    low = t.extract(t.bv_add(t.bv_neg(a), b), high=0, low=0)
    formula = t.bv_ult(t.bv_mul(t.concat(low, low), c), b)
    found = words.eliminator(PLAIN).resolved(formula, {a})
    assert a not in symbols(found.formula)
    assert {word.sort for word in found.left} == {BitVec(1)}
    assert words.equivalent(words.exists(found.formula, found.left), words.exists(formula, {a}))
    twice = t.bv_ult(t.bv_mul(t.bv_add(a, c), a), b)
    assert words.eliminator(PLAIN).resolved(twice, {a}).formula is twice


def test_an_array_that_says_where_it_changes_stays(words: Words) -> None:
    t, (m, n, _) = words.terms, words.arrays
    index = t.extract(t.select(m, t.bv(0, 1)), high=0, low=0)
    formula = t.eq(n, t.store(m, index, words.number(1)))
    assert words.eliminator(PLAIN).resolved(formula, {m}).left == {m}


def test_after_the_deadline_nothing_more_is_tried(words: Words) -> None:
    t, (a, b, c, _) = words.terms, words.names
    formula = t.and_(t.bv_ult(b, a), t.bv_ult(a, c))
    options = replace(NOTHING, solver=SolverElimination.FULL)
    assert words.eliminator(options).projected(formula, {a}, Deadline(0.0)).left == {a}
