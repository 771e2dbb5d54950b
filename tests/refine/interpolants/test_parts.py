"""Parts of strategies: cores, Farkas' lemma, translation to integers, simplification."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.refine.interpolants.paths import instance_of, world_of
from tests.solvers.random_terms import random_term
from whet.encoding.integers import Integers, IntegerTranslation, Wrapping
from whet.refine.interpolants.cores import Cores, essentials, minimised, resolved_check
from whet.refine.interpolants.farkas import FarkasInterpolation
from whet.refine.strategies.bitwuzla import simpler
from whet.runtime.deadline import Deadline
from whet.solvers.interpolation import Valid, check_sequence
from whet.solvers.port import Failure, InterpolantTerms, Sat, Unsat, engine_named
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, INT, BitVec
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import size, symbols

LAWS = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
NEVER = Deadline(None)

# ---------------------------------------------------------------------------------------------------- time


def test_a_deadline_leaves_what_is_left() -> None:
    assert Deadline(None).left() is None
    assert Deadline(None).left(3) == 3
    assert Deadline(100).left(3) == 3
    assert Deadline(0).is_over
    assert 0 < (Deadline(0).left() or 0) < 1
    assert not Deadline(100).is_over


# ---------------------------------------------------------------------------------------------------- cores


@pytest.mark.parametrize("name", ["z3", "bitwuzla"])
def test_nothing_can_be_left_out_of_a_small_core(name: str) -> None:
    t = Terms()
    x, y = t.symbol("x", BitVec(8)), t.symbol("y", BitVec(8))
    ten = t.bv(10, 8)
    parts = [t.bv_ult(x, y), t.eq(y, ten), t.bv_ult(x, t.bv(50, 8)), t.bv_ult(ten, x)]
    engine = engine_named(name, t)
    assert minimised(engine, parts, NEVER) == (parts[0], parts[1], parts[3])
    assert minimised(engine, parts[:3], NEVER) == Failure("the blocks are satisfiable")
    cores = Cores(engine, NEVER)
    cores.push(parts[3], parts[0])
    assert cores.minimised(parts[:3]) == (parts[1],)
    cores.pop()
    assert cores.minimised(parts[:3]) == Failure("the blocks are satisfiable")


def test_the_last_contradiction_is_found() -> None:
    t = Terms()
    x = [t.symbol(f"x{n}", BitVec(8)) for n in range(9)]
    chain = [[t.eq(b, t.bv_add(a, t.bv(1, 8)))] for a, b in pairwise(x)]
    cores = Cores(engine_named("z3", t), NEVER)
    for first in range(8):
        blocks = [*chain, [t.distinct(x[8], t.bv_add(x[first], t.bv(8 - first, 8)))]]
        assert cores.last_contradiction(blocks) == first
    assert cores.last_contradiction(chain) == Failure("the blocks are satisfiable")
    assert cores.last_contradiction([]) == Failure("the blocks are satisfiable")


def test_the_property_is_preferred_to_the_guards_of_loops() -> None:
    t = Terms()
    n, a, m = (t.symbol(name, BitVec(8)) for name in "nam")
    zero, big = t.bv(0, 8), t.bv(100, 8)
    first, last = [t.eq(n, zero), t.eq(a, zero)], [t.bv_ule(big, n), t.eq(m, n), t.distinct(a, m)]
    assert essentials([first, last]) == [(first[0], first[1]), (last[1], last[2])]
    found = Cores(engine_named("z3", t), NEVER).of_blocks([first, last])
    assert found == [(first[0], first[1]), (last[1], last[2])]
    needed = Cores(engine_named("z3", t), NEVER).of_blocks([first, last[:2]])
    assert needed == [(first[0],), (last[0],)]


def test_algebra_decides_what_bits_cannot() -> None:
    t = Terms()
    x, y, z = (t.symbol(name, BitVec(64)) for name in "xyz")
    same = [t.eq(z, t.bv_add(x, y)), t.distinct(t.bv_mul(z, z), t.bv_add(t.bv_mul(x, t.bv_add(x, y)), t.bv_mul(z, y)))]
    engine = engine_named("bitwuzla", t)
    assert isinstance(resolved_check(engine.solver(), same, limit=5), Unsat)
    assert isinstance(resolved_check(engine.solver(), same[1:], limit=20), Sat)
    assert minimised(engine, same, Deadline(20)) == tuple(same)


# ---------------------------------------------------------------------------------------------------- Farkas


def inequality(t: Terms, draw: st.DrawFn) -> Term:
    names = [t.symbol(name, INT) for name in "abcd"]
    left = t.integer(draw(st.integers(-5, 5)))
    for name in draw(st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True)):
        left = t.int_add(left, t.int_mul(name, t.integer(draw(st.sampled_from([1, -1, 1, -1, 2, 3])))))
    zero = t.integer(0)
    return draw(st.sampled_from([t.int_le(left, zero), t.eq(left, zero), t.not_(t.int_le(left, zero)), t.distinct(left, zero)]))


@st.composite
def block_of_inequalities(draw: st.DrawFn, t: Terms) -> Term:
    parts = [inequality(t, draw) for _ in range(draw(st.integers(1, 3)))]
    return t.and_(parts[0], t.or_(*parts[1:])) if len(parts) > 2 else t.and_(*parts)


def test_farkas_interpolants_obey_the_laws() -> None:
    outcomes: list[str] = []

    @settings(LAWS, max_examples=150, database=None, derandomize=True)
    @given(data=st.data())
    def collect(data: st.DataObject) -> None:
        t = Terms()
        blocks = [data.draw(block_of_inequalities(t)) for _ in range(data.draw(st.integers(2, 4)))]
        engine = engine_named("z3", t)
        found = FarkasInterpolation(engine).sequence(blocks, limit=10)
        if isinstance(found, InterpolantTerms):
            assert check_sequence(engine.solver(), blocks, found.terms) == Valid()
        else:
            solver = engine.solver()
            solver.add(*blocks)
            assert found.reason == "only integrality contradicts" or isinstance(solver.check(), Sat), found
        outcomes.append(type(found).__name__)

    collect()
    assert outcomes.count("InterpolantTerms") > 10
    assert outcomes.count("Failure") > 10


def test_disequalities_and_conditionals_are_decided_where_needed() -> None:
    t = Terms()
    x, y = t.symbol("x", INT), t.symbol("y", INT)
    zero, one = t.integer(0), t.integer(1)
    blocks = [
        t.eq(x, zero),
        t.eq(y, t.int_add(x, t.ite(t.int_le(x, zero), one, t.integer(2)))),
        t.and_(t.distinct(y, one), t.distinct(y, t.integer(7))),
    ]
    engine = engine_named("z3", t)
    found = FarkasInterpolation(engine).sequence(blocks)
    assert isinstance(found, InterpolantTerms)
    assert check_sequence(engine.solver(), blocks, found.terms) == Valid()


def test_there_is_no_certificate_without_a_linear_contradiction() -> None:
    t = Terms()
    x, y = t.symbol("x", INT), t.symbol("y", INT)
    farkas = FarkasInterpolation(engine_named("z3", t), cases=3)
    assert farkas.sequence([t.int_le(x, y), t.int_le(y, x)]) == Failure("the blocks are satisfiable")
    odd = t.eq(t.int_mul(x, t.integer(2)), t.int_add(t.int_mul(y, t.integer(2)), t.integer(1)))
    assert farkas.sequence([odd, t.int_le(x, y)]) == Failure("only integrality contradicts")
    square = t.eq(t.int_mul(x, x), t.integer(-1))
    assert isinstance(farkas.sequence([square, t.eq(x, y)]), Failure)
    many = t.and_(*(t.distinct(x, t.integer(value)) for value in range(9)))
    bounds = t.and_(t.int_le(t.integer(0), x), t.int_le(x, t.integer(8)))
    assert farkas.sequence([bounds, many]) == Failure("too many cases")


# ---------------------------------------------------------------------------------------------------- integers


def relaxed(integers: Integers, formula: Term) -> Term:
    translation = IntegerTranslation(integers, (formula,))
    return integers.terms.and_(translation.of(formula), *translation.side)


def test_blocks_contradict_each_other_in_integers(tmp_path: Path) -> None:
    text = """int main(void) { unsigned n = __VERIFIER_nondet_uint(); int x = 3; if (n > 5) x = x - 4;
    if (x < 0 && n == 3) reach_error(); return 0; }"""
    world = world_of(text, tmp_path)
    integers, engine = Integers(world.terms, world.encoder.vocabulary, Wrapping.LINEAR), world.engine("z3")
    for edges in world.error_paths():
        solver = engine.solver()
        solver.add(*(relaxed(integers, block.formula) for block in world.by_edges(edges)))
        assert isinstance(solver.check(), Unsat)


def test_what_cannot_be_said_in_integers_is_left_open(tmp_path: Path) -> None:
    text = """int main(void) { unsigned x = __VERIFIER_nondet_uint(), y = x & 6; signed char c = x;
    if (__VERIFIER_nondet_bool()) y = x + 1; else y = 2 * x - 3; if (y == 5 && (c ^ 1) == 7) reach_error(); return 0; }"""
    world = world_of(text, tmp_path)
    integers = Integers(world.terms, world.encoder.vocabulary, Wrapping.LINEAR)
    (block,) = world.joined(visits=0)
    formula = relaxed(integers, block.formula)
    names = {symbol.name.rstrip("~").partition("!")[0] for symbol in symbols(formula)}
    assert {"main::x", "main::y"} <= names
    x = integers.symbol(instance_of(world, block, "main::x"))
    solver = world.engine("z3").solver()
    solver.add(formula)
    assert isinstance(solver.check(world.terms.eq(x, world.terms.integer(4))), Sat)
    assert isinstance(solver.check(world.terms.eq(x, world.terms.integer(5))), Unsat)


# ---------------------------------------------------------------------------------------------------- simplification


@LAWS
@given(data=st.data())
def test_simpler_terms_are_equivalent_and_not_larger(data: st.DataObject) -> None:
    t = Terms()
    term = data.draw(random_term(t, BOOL, kinds=frozenset(), depth=4, widest=8))
    solver = engine_named("bitwuzla", t).solver()
    found = simpler(solver, term)
    assert size(found) <= size(term)
    solver.add(t.distinct(term, found))
    assert isinstance(solver.check(), Unsat)


def test_what_says_nothing_new_is_left_out() -> None:
    t = Terms()
    x, y = t.symbol("x", BitVec(8)), t.symbol("y", BitVec(8))
    solver = engine_named("z3", t).solver()
    small, smaller, other = t.bv_ult(x, t.bv(9, 8)), t.bv_ult(x, t.bv(5, 8)), t.bv_ult(y, x)
    assert simpler(solver, t.and_(small, smaller, other)) is t.and_(smaller, other)
    assert simpler(solver, t.or_(small, smaller, other)) is t.or_(small, other)
    assert simpler(solver, t.and_(smaller, t.or_(other, t.not_(small)))) is t.and_(smaller, other)
    assert simpler(solver, t.or_(small, t.bv_ult(t.bv(3, 8), x))) is t.true
    assert isinstance(solver.check(), Sat), "nothing is left behind"
