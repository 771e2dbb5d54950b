"""Equality resolution and what it is made of: sums, normal forms of literals, projection by models."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.solvers.random_terms import random_term
from whet.refine.interpolants.atoms import normalised
from whet.refine.interpolants.linear import difference
from whet.refine.interpolants.resolution import resolved
from whet.refine.strategies.wp import projected
from whet.solvers.port import Sat, Unsat, engine_named
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BINARY32, BOOL, INT, Array, BitVec
from whet.solvers.terms.term import Term
from whet.solvers.terms.values import literal
from whet.solvers.terms.walks import ordered, substitute, symbols

LAWS = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
W = BitVec(8)


def constants(t: Terms, symbol: Term) -> list[Term]:
    return [t.false, t.true] if symbol.sort == BOOL else [t.bv(value, symbol.width) for value in range(1 << symbol.width)]


def expanded(t: Terms, unwanted: Iterable[Term], term: Term) -> Term:
    """``exists unwanted. term``, by trying everything."""
    names = ordered(unwanted)
    chosen = product(*(constants(t, symbol) for symbol in names))
    return t.or_(*(substitute(t, term, dict(zip(names, each, strict=True))) for each in chosen))


def equivalent(t: Terms, one: Term, other: Term) -> bool:
    solver = engine_named("bitwuzla", t).solver()
    solver.add(t.distinct(one, other))
    return isinstance(solver.check(), Unsat)


def equivalent_to_exists(t: Terms, unwanted: Iterable[Term], term: Term, result: Term) -> bool:
    unwanted = frozenset(unwanted)
    return equivalent(t, expanded(t, unwanted, term), expanded(t, unwanted & symbols(result), result))


# ---------------------------------------------------------------------------------------------------- examples


def test_a_definition_is_substituted_also_through_chains() -> None:
    t = Terms()
    x, y, z = (t.symbol(name, W) for name in "xyz")
    formula = t.and_(t.eq(y, t.bv_add(x, t.bv(1, 8))), t.eq(z, t.bv_add(y, y)), t.bv_ult(z, t.bv(9, 8)))
    result, left = resolved(t, formula, [y, z])
    plus = t.bv_add(x, t.bv(1, 8))
    assert (result, left) == (t.bv_ult(t.bv_add(plus, plus), t.bv(9, 8)), frozenset())


@pytest.mark.parametrize("factor", [1, 3, 255, 77])
def test_an_equation_is_solved_for_a_symbol_with_an_odd_factor(factor: int) -> None:
    """Light elimination of the engines misses even ``y = x + 1``."""
    t = Terms()
    x, y = t.symbol("x", W), t.symbol("y", W)
    equation = t.eq(y, t.bv_add(t.bv_mul(x, t.bv(factor, 8)), t.bv(1, 8)))
    formula = t.and_(equation, t.bv_ult(x, t.bv(5, 8)))
    result, left = resolved(t, formula, [x])
    assert left == frozenset()
    assert symbols(result) == {y}
    assert equivalent_to_exists(t, {x}, formula, result)


def test_an_even_factor_cannot_be_divided_by() -> None:
    t = Terms()
    x, y = t.symbol("x", W), t.symbol("y", W)
    formula = t.and_(t.eq(y, t.bv_mul(x, t.bv(2, 8))), t.bv_ult(x, t.bv(5, 8)))
    assert resolved(t, formula, [x]) == (formula, frozenset({x}))


def test_inside_exclusive_or_extensions_and_concatenations() -> None:
    t = Terms()
    x, y = t.symbol("x", BitVec(3)), t.symbol("y", BitVec(6))
    wide = t.bv_xor(t.zero_extend(x, 3), t.bv(5, 6))
    for left, right in ((y, wide), (y, t.sign_extend(x, 3)), (y, t.concat(x, t.bv(2, 3)))):
        formula = t.and_(t.eq(left, right), t.bv_ult(x, t.bv(5, 3)))
        result, remaining = resolved(t, formula, [x])
        assert not remaining
        assert equivalent_to_exists(t, {x}, formula, result)


def test_in_integers_only_units_are_divided_by() -> None:
    t = Terms()
    a, b = t.symbol("a", INT), t.symbol("b", INT)
    bound = t.int_le(a, t.integer(3))
    result, left = resolved(t, t.and_(t.eq(b, t.int_sub(t.integer(1), a)), bound), [a])
    assert not left
    assert symbols(result) == {b}
    assert resolved(t, t.and_(t.eq(b, t.int_mul(a, t.integer(3))), bound), [a])[1] == {a}


def test_symbols_of_a_disjunction_are_eliminated_in_its_parts() -> None:
    t = Terms()
    x, y, z = (t.symbol(name, W) for name in "xyz")
    seven = t.bv(7, 8)
    either = t.or_(t.and_(t.eq(y, t.bv_add(x, seven)), t.bv_ult(y, z)), t.and_(t.eq(y, t.bv_add(x, x)), t.bv_ult(z, y)))
    result, left = resolved(t, either, [y])
    expected = t.or_(t.bv_ult(t.bv_add(x, seven), z), t.bv_ult(z, t.bv_add(x, x)))
    assert (result, left) == (expected, frozenset())
    assert resolved(t, t.and_(either, t.bv_ule(y, seven)), [y])[1] == {y}, "it is used outside, too"


def test_floats_are_equal_as_numbers() -> None:
    """Which bits a NaN has is not determined, so the encoding says only which number the bits mean."""
    t = Terms()
    x, y = t.symbol("x", BitVec(32)), t.symbol("y", BitVec(32))
    number, other = t.fp_from_bits(x, BINARY32), t.fp_from_bits(y, BINARY32)
    formula = t.and_(t.eq(number, t.fp_neg(other)), t.fp_lt(number, t.fp_abs(number)))
    result, left = resolved(t, formula, [x])
    assert not left
    assert result is t.fp_lt(t.fp_neg(other), t.fp_abs(t.fp_neg(other)))
    bits = t.and_(formula, t.bv_ult(x, t.bv(5, 32)))
    assert resolved(t, bits, [x]) == (bits, frozenset({x}))


def test_what_only_differs_or_is_compared_once_can_be_chosen() -> None:
    t = Terms()
    x, y, bit = t.symbol("x", W), t.symbol("y", W), t.symbol("bit", BitVec(1))
    differs = t.and_(t.distinct(x, y), t.distinct(t.bv_add(x, y), t.bv(1, 8)))
    assert resolved(t, differs, [x]) == (t.true, frozenset())
    assert resolved(t, t.bv_ult(x, y), [x]) == (t.distinct(y, t.bv(0, 8)), frozenset())
    assert resolved(t, t.not_(t.bv_sle(x, y)), [x]) == (t.distinct(y, t.bv(127, 8)), frozenset())
    both = t.and_(t.distinct(bit, t.bv(0, 1)), t.distinct(bit, t.extract(y, high=0, low=0)))
    assert resolved(t, both, [bit])[1] == {bit}, "there are only two values"


# ---------------------------------------------------------------------------------------------------- laws


@LAWS
@given(data=st.data())
def test_the_result_is_equivalent(data: st.DataObject) -> None:
    t = Terms()
    sort = BitVec(3)
    x, y = t.symbol("x0_3", sort), t.symbol("y", sort)
    draw = [data.draw(random_term(t, sort, kinds=frozenset(), depth=2, widest=3)) for _ in range(3)]
    truth = data.draw(random_term(t, BOOL, kinds=frozenset(), depth=2, widest=3))
    other = t.or_(t.eq(y, draw[0]), t.not_(truth))
    formula = data.draw(
        st.sampled_from(
            [
                t.and_(t.eq(draw[0], draw[1]), truth, t.eq(x, t.bv_mul(y, t.bv(3, 3)))),
                t.and_(t.or_(t.eq(x, draw[0]), t.eq(y, draw[1])), truth),
                t.and_(t.eq(y, draw[0]), other, t.distinct(x, draw[2])),
                t.and_(t.distinct(x, draw[0]), t.bv_ult(y, draw[1]), other),
            ]
        )
    )
    unwanted = frozenset({x, y}) & symbols(formula)
    result, left = resolved(t, formula, unwanted)
    assert left == symbols(result) & unwanted
    assert equivalent_to_exists(t, unwanted, formula, result)


@LAWS
@given(data=st.data())
def test_normal_forms_are_equivalent(data: st.DataObject) -> None:
    t = Terms()
    left, right = (data.draw(random_term(t, BitVec(3), kinds=frozenset(), depth=3, widest=3)) for _ in range(2))
    truth = data.draw(random_term(t, BOOL, kinds=frozenset(), depth=3, widest=3))
    formula = data.draw(st.sampled_from([t.eq(left, right), t.not_(t.bv_ult(left, right)), t.and_(truth, t.bv_ule(left, right))]))
    normal = normalised(t, formula)
    assert equivalent(t, formula, normal)


def test_normal_forms_meet() -> None:
    t = Terms()
    x, y = t.symbol("x", W), t.symbol("y", W)
    one, three = t.bv(1, 8), t.bv(3, 8)
    assert normalised(t, t.eq(t.bv_add(x, one), t.bv_add(y, one))) is t.eq(x, y)
    assert normalised(t, t.eq(t.bv_mul(x, three), t.bv_mul(y, three))) is t.eq(x, y)
    assert normalised(t, t.not_(t.bv_ult(x, y))) is t.bv_ule(y, x)
    assert normalised(t, t.and_(t.bv_ule(x, y), t.bv_ule(y, x))) is t.eq(x, y)
    assert normalised(t, t.or_(t.bv_slt(x, y), t.eq(y, x))) is t.bv_sle(x, y)
    assert normalised(t, t.bv_ule(x, t.bv(0, 8))) is t.eq(x, t.bv(0, 8))
    square = t.bv_mul(t.bv_add(x, one), t.bv_add(x, one))
    expanded = t.bv_add(t.bv_add(t.bv_mul(x, x), t.bv_mul(x, t.bv(2, 8))), one)
    assert normalised(t, t.eq(square, expanded)) is t.true
    narrow = t.extract(t.bv_add(t.zero_extend(x, 24), t.bv(1, 32)), high=7, low=0)
    assert normalised(t, t.eq(narrow, t.bv(0, 8))) is t.eq(x, t.bv(255, 8))


def test_sums_are_modulo_and_not_of_other_sorts() -> None:
    t = Terms()
    x, y = t.symbol("x", W), t.symbol("y", W)
    total = difference(t, t.bv_shl(x, t.bv(3, 8)), t.bv_not(y))
    assert total is not None
    assert (dict(total.factors), total.constant) == ({x: 8, y: 1}, 1)
    assert total.solved(x) is None
    assert difference(t, t.symbol("p", BOOL), t.true) is None


@LAWS
@given(data=st.data())
def test_projection_keeps_the_model_and_is_stronger(data: st.DataObject) -> None:
    t = Terms()
    x = t.symbol("x0_3", BitVec(3))
    memory = t.symbol("memory", Array(BitVec(3), BitVec(3)))
    index, other = (data.draw(random_term(t, BitVec(3), kinds=frozenset(), depth=1, widest=3)) for _ in range(2))
    truth = data.draw(random_term(t, BOOL, kinds=frozenset(), depth=3, widest=3))
    parts = [truth, t.bv_ule(t.select(memory, index), other), t.distinct(t.select(memory, x), t.bv_add(x, other))]
    solver = engine_named("z3", t).solver()
    solver.add(*parts)
    answer = solver.check()
    if not isinstance(answer, Sat):
        return
    result = projected(t, parts, {x, memory}, answer.model)
    assert result is not None
    assert not frozenset({x, memory}) & symbols(t.and_(*result))
    assert answer.model.holds(t.and_(*result))
    assert follows(t, result, parts, {x, memory})


def follows(t: Terms, stronger: list[Term], weaker: list[Term], unwanted: set[Term]) -> bool:
    """Is there an execution for another model of the projection, too?"""
    solver = engine_named("z3", t).solver()
    solver.add(*stronger)
    answer = solver.check()
    assert isinstance(answer, Sat)
    shared = ordered(symbols(t.and_(*weaker)) - unwanted)
    fixed = {symbol: literal(t, answer.model.value(symbol), symbol.sort) for symbol in shared}
    other = engine_named("z3", t).solver()
    other.add(*(substitute(t, part, fixed) for part in weaker))
    return isinstance(other.check(), Sat)


def test_an_array_that_is_compared_cannot_be_projected() -> None:
    t = Terms()
    memory, other = (t.symbol(name, Array(BitVec(3), BitVec(3))) for name in ("memory", "other"))
    solver = engine_named("z3", t).solver()
    solver.add(t.distinct(memory, other))
    answer = solver.check()
    assert isinstance(answer, Sat)
    assert projected(t, [t.distinct(memory, other)], {memory}, answer.model) is None
