"""Sequences of interpolants obey their laws, whoever makes them; quantifiers go without a change of meaning."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.solvers.random_terms import random_term
from whet.solvers.engines.bitwuzla_engine import BitwuzlaEngine
from whet.solvers.engines.z3_engine import Z3Engine
from whet.solvers.interpolation import Broken, Unchecked, Valid, check_sequence, vocabularies
from whet.solvers.port import Eliminated, EngineEffort, Failure, InterpolantTerms, Unsat, engine_named
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, INT, Array, BitVec
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import ordered, substitute, symbols

COMMON = settings(deadline=None, suppress_health_check=list(HealthCheck))


def loop(t: Terms, steps: int) -> list[Term]:
    """x = y = 0, then x and y are incremented some times, then they differ."""
    x = [t.symbol(f"x{i}", BitVec(8)) for i in range(steps + 1)]
    y = [t.symbol(f"y{i}", BitVec(8)) for i in range(steps + 1)]
    one, zero = t.bv(1, 8), t.bv(0, 8)
    begin = t.and_(t.eq(x[0], zero), t.eq(y[0], zero))
    middle = [t.and_(t.eq(x[i + 1], t.bv_add(x[i], one)), t.eq(y[i + 1], t.bv_add(y[i], one))) for i in range(steps)]
    return [begin, *middle, t.distinct(x[steps], y[steps])]


def test_vocabularies() -> None:
    t = Terms()
    blocks = loop(t, 2)
    names = [{symbol.name for symbol in cut} for cut in vocabularies(blocks)]
    assert names == [{"x0", "y0"}, {"x1", "y1"}, {"x2", "y2"}]
    assert vocabularies(blocks[:1]) == []


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_sequences_for_a_loop(steps: int) -> None:
    t = Terms()
    blocks, solver = loop(t, steps), engine_named("z3", t).solver()
    for result in (BitwuzlaEngine(t).sequence(blocks, limit=60), Z3Engine(t).horn_sequence(blocks, limit=60)):
        assert isinstance(result, InterpolantTerms)
        assert check_sequence(solver, blocks, result.terms) == Valid()


def test_given_cuts_are_respected() -> None:
    t = Terms()
    blocks = loop(t, 1)
    cuts = [ordered(cut) for cut in vocabularies(blocks)]
    result = Z3Engine(t).horn_sequence(blocks, cuts=cuts, limit=60)
    assert isinstance(result, InterpolantTerms)
    assert check_sequence(engine_named("z3", t).solver(), blocks, result.terms) == Valid()


def test_horn_clauses_over_integers() -> None:
    t = Terms()
    a, b = t.symbol("a", INT), t.symbol("b", INT)
    blocks = [t.int_le(t.integer(3), a), t.eq(b, t.int_add(a, t.integer(1))), t.int_lt(b, t.integer(2))]
    result = Z3Engine(t).horn_sequence(blocks, limit=60)
    assert isinstance(result, InterpolantTerms)
    assert check_sequence(engine_named("z3", t).solver(), blocks, result.terms) == Valid()


def test_satisfiable_blocks_have_no_interpolants() -> None:
    t = Terms()
    blocks = loop(t, 1)[:-1]
    assert BitwuzlaEngine(t).sequence(blocks) == Failure("the blocks are satisfiable")
    assert Z3Engine(t).horn_sequence(blocks) == Failure("the blocks are satisfiable")


def test_failures_are_values() -> None:
    t = Terms()
    x = t.symbol("x", BitVec(8))
    g = t.apply("g", (x,), BitVec(8))
    blocks = [t.eq(g, x), t.distinct(g, x)]
    result = Z3Engine(t).horn_sequence(blocks)
    assert isinstance(result, Failure)
    assert "functions" in result.reason
    n = t.symbol("n", INT)
    result = BitwuzlaEngine(t).sequence([t.int_lt(n, t.integer(0)), t.int_lt(t.integer(0), n)])
    assert isinstance(result, Failure)
    assert "integers" in result.reason


def test_wrong_sequences_are_found_out() -> None:
    t = Terms()
    solver, blocks = engine_named("z3", t).solver(), loop(t, 1)
    x0, y0, x1 = (t.symbol(name, BitVec(8)) for name in ("x0", "y0", "x1"))
    good = t.eq(x0, y0), t.eq(x1, t.symbol("y1", BitVec(8)))
    assert check_sequence(solver, blocks, good) == Valid()
    for wrong, message in (
        ((good[0],), "3 blocks need 2 interpolants"),
        ((good[0], t.eq(x0, y0)), "local symbol"),
        ((t.eq(x0, t.bv(1, 8)), good[1]), "block 0"),
        ((t.true, good[1]), "block 1"),
        ((good[0], t.true), "block 2"),
    ):
        found = check_sequence(solver, blocks, wrong)
        assert isinstance(found, Broken)
        assert message in found.reason


def test_what_cannot_be_checked_in_time_is_not_called_valid() -> None:
    t = Terms()
    x, y = t.symbol("x", BitVec(96)), t.symbol("y", BitVec(96))
    product = t.bv(1099511627689 * 1099511627609, 96)
    small = t.and_(*(t.and_(t.bv_ult(t.bv(1, 96), z), t.bv_ult(z, t.bv(1 << 44, 96))) for z in (x, y)))
    blocks = [t.and_(small, t.eq(t.bv_mul(x, y), product)), t.symbol("p", BOOL)]
    assert isinstance(check_sequence(engine_named("z3", t).solver(), blocks, [t.false], limit=0.3), Unchecked)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["z3", "bitwuzla"])
def test_laws_on_random_blocks(name: str) -> None:
    """Spacer may list the points of a relation one by one: of few bits, lest the check take minutes."""
    outcomes: list[str] = []

    @settings(COMMON, max_examples=80, database=None)
    @given(data=st.data())
    def collect(data: st.DataObject) -> None:
        t = Terms()
        formulas = data.draw(st.lists(random_term(t, BOOL, kinds=frozenset(), depth=2, widest=3), min_size=1, max_size=3))
        blocks = [*formulas, t.not_(t.and_(*formulas))]
        solver, engine = engine_named("z3", t).solver(limit=20), engine_named(name, t)
        if isinstance(engine, Z3Engine):
            result = engine.horn_sequence(blocks, limit=20)
        else:
            assert isinstance(engine, BitwuzlaEngine)
            result = engine.sequence(blocks, limit=20)
        outcome = check_sequence(solver, blocks, result.terms) if isinstance(result, InterpolantTerms) else result
        assert not isinstance(outcome, Broken)
        assert outcome != Failure("the blocks are satisfiable")
        outcomes.append(type(outcome).__name__)

    collect()
    assert outcomes.count("Valid") > len(outcomes) / 2, outcomes


# ---------------------------------------------------------------------------------------------------- quantifiers


def equivalent_to_exists(t: Terms, bound: Term, term: Term, result: Term) -> bool:
    """For a bound symbol of few bits: is the result the disjunction over all its values?"""
    cases = [substitute(t, term, {bound: t.bv(value, bound.width)}) for value in range(1 << bound.width)]
    solver = engine_named("z3", t).solver(limit=60)
    return isinstance(solver.check(t.distinct(t.or_(*cases), result)), Unsat)


@pytest.mark.parametrize("effort", list(EngineEffort))
def test_elimination_keeps_the_meaning(effort: EngineEffort) -> None:
    eliminated = 0

    @settings(COMMON, max_examples=40, database=None)
    @given(data=st.data())
    def collect(data: st.DataObject) -> None:
        nonlocal eliminated
        t = Terms()
        x = t.symbol("x0_3", BitVec(3))
        other = data.draw(random_term(t, BitVec(3), kinds=frozenset(), depth=2))
        term = t.and_(t.eq(x, other), data.draw(random_term(t, BOOL, kinds=frozenset(), depth=2)))
        match Z3Engine(t).eliminate([x], term, effort=effort, limit=2):
            case Eliminated(term=result):
                assert x not in symbols(result)
                assert equivalent_to_exists(t, x, term, result)
                eliminated += 1
            case Failure(reason=reason):
                assert reason

    collect()
    assert eliminated > 10


def test_a_term_without_the_symbol_is_left_alone() -> None:
    """z3 would call it true."""
    t = Terms()
    x, y = t.symbol("x", BitVec(8)), t.symbol("y", BitVec(8))
    term = t.bv_ult(y, t.bv(3, 8))
    assert Z3Engine(t).eliminate([x], term) == Eliminated(term)
    assert Z3Engine(t).eliminate([], term) == Eliminated(term)


def test_elimination_of_a_defined_symbol_and_over_integers() -> None:
    t = Terms()
    n, m = t.symbol("n", INT), t.symbol("m", INT)
    result = Z3Engine(t).eliminate([n], t.and_(t.int_le(m, n), t.int_le(n, t.integer(5))), limit=20)
    assert isinstance(result, Eliminated)
    solver = engine_named("z3", t).solver()
    assert isinstance(solver.check(t.distinct(result.term, t.int_le(m, t.integer(5)))), Unsat)


def test_elimination_that_cannot_be_done_fails() -> None:
    t = Terms()
    a = t.symbol("a", Array(BitVec(8), BitVec(8)))
    i, j = t.symbol("i", BitVec(8)), t.symbol("j", BitVec(8))
    term = t.distinct(t.select(a, i), t.select(a, j))
    assert isinstance(Z3Engine(t).eliminate([a], term, effort=EngineEffort.LIGHT, limit=5), Failure)


def test_answer_of_spacer_that_is_no_term_is_a_failure() -> None:
    """Both blocks say of the same symbol what cannot be: z3's model has no body for the predicate."""
    terms = Terms()
    engine = engine_named("z3", terms)
    assert isinstance(engine, Z3Engine)
    impossible = terms.bv_slt(terms.bv(0, 1), terms.symbol("x", BitVec(1)))
    found = engine.horn_sequence([impossible, impossible])
    assert isinstance(found, (Failure, InterpolantTerms))
