"""Conditions with fewer bits say the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.solvers.random_terms import Builder
from whet.solvers.deciding import check_narrowed
from whet.solvers.port import Sat, Unsat, engine_named
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.narrowing import narrowed
from whet.solvers.terms.sorts import BOOL, BitVec
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.values import TermValue
from whet.solvers.terms.walks import symbols

WIDTH = 5


@st.composite
def bounded_conditions(draw: st.DrawFn) -> tuple[Term, Random]:
    """A random condition in which some symbols have bounds."""
    t = Terms()
    builder = Builder(t, draw, kinds=frozenset({"array"}), widest=13)
    parts = [builder.term(BOOL, 4)]
    for symbol in sorted(symbols(parts[0]), key=lambda each: each.number):
        if isinstance(symbol.sort, BitVec):
            low = draw(st.integers(-(1 << (symbol.width - 1)), (1 << (symbol.width - 1)) - 1))
            high = min(low + draw(st.integers(0, 5)), (1 << (symbol.width - 1)) - 1)
            below, above = t.bv(low, symbol.width), t.bv(high, symbol.width)
            parts += draw(
                st.sampled_from(
                    [
                        [t.bv_sle(below, symbol), t.not_(t.bv_slt(above, symbol))],
                        [t.bv_ule(symbol, above)],
                        [t.bv_slt(symbol, above), t.not_(t.bv_sle(symbol, below))],
                        [t.not_(t.bv_ule(above, symbol))],
                        [t.eq(symbol, below)],
                    ]
                )
            )
    return t.and_(*parts), Random(draw(st.integers(0, 1000)))


@given(bounded_conditions())
def test_a_narrow_condition_has_the_same_value(drawn: tuple[Term, Random]) -> None:
    """For all values of the narrow symbols, and the values of the others that they stand for."""
    condition, random = drawn
    small = narrowed(condition.table, condition)  # type: ignore[arg-type]
    if small is None:
        return
    for _ in range(20):
        free = symbols(small.condition).union(*map(symbols, small.symbols.values()))
        values: dict[Term, TermValue] = {}
        for symbol in free | symbols(condition):
            if symbol.sort == BOOL:
                values[symbol] = random.random() < 0.5
            elif isinstance(symbol.sort, BitVec):
                values[symbol] = random.randrange(1 << symbol.width)
            else:
                return
        wide = {**values, **{symbol: evaluate(term, values) for symbol, term in small.symbols.items()}}
        assert evaluate(small.condition, values) == evaluate(condition, wide)


@pytest.mark.parametrize("seed", range(30))
def test_no_solution_is_lost(seed: int) -> None:
    """Two symbols of few bits, all their values."""
    t, random = Terms(), Random(seed)
    x, y = (t.symbol(name, BitVec(WIDTH)) for name in "xy")
    low, high = sorted(random.randrange(-8, 9) for _ in range(2))
    condition = t.and_(
        t.bv_sle(t.bv(low, WIDTH), x),
        t.bv_sle(x, t.bv(high, WIDTH)),
        t.bv_ult(y, t.bv(random.randrange(1, 9), WIDTH)),
        random_comparison(t, random, [x, y]),
    )
    small = narrowed(t, condition)
    is_possible = any(evaluate(condition, {x: a, y: b}) for a in range(1 << WIDTH) for b in range(1 << WIDTH))
    answer = check_narrowed(engine_named("bitwuzla", t), small, None) if small is not None else None
    assert isinstance(answer, Sat if is_possible else Unsat)
    if isinstance(answer, Sat):
        assert evaluate(condition, {x: answer.model.bits(x), y: answer.model.bits(y)})


def random_comparison(t: Terms, random: Random, leaves: list[Term]) -> Term:
    operators: list[Callable[[Term, Term], Term]] = [t.bv_add, t.bv_sub, t.bv_mul, t.bv_and, t.bv_xor]
    operators += [t.bv_udiv, t.bv_urem, t.bv_sdiv, t.bv_srem, t.bv_shl, t.bv_lshr, t.bv_ashr]

    def term(depth: int) -> Term:
        if depth == 0:
            return random.choice([*leaves, t.bv(random.randrange(-5, 20), WIDTH)])
        return random.choice(operators)(term(depth - 1), term(depth - 1))

    return random.choice([t.bv_slt, t.bv_ule, t.eq])(term(2), term(2))


def test_products_of_small_numbers_have_few_bits() -> None:
    t = Terms()
    x, y = (t.symbol(name, BitVec(32)) for name in "xy")
    bounds = [t.bv_ule(each, t.bv(6, 32)) for each in (x, y)]
    small = narrowed(t, t.and_(*bounds, t.eq(t.bv_mul(t.bv_sub(x, y), t.bv_sub(y, x)), t.bv(-9, 32))))
    assert small is not None
    assert [part.width for part in reachable((small.condition,)) if part.op is Op.BV_MUL] == [7]


def test_a_symbol_without_bounds_stays_as_it_is() -> None:
    t = Terms()
    x = t.symbol("x", BitVec(32))
    assert narrowed(t, t.bv_sle(t.bv(3, 32), t.bv_add(x, x))) is None
    assert narrowed(t, t.or_(t.bv_ule(x, t.bv(6, 32)), t.eq(x, t.bv(1000, 32)))) is None


def test_a_sum_that_may_overflow_keeps_its_bits() -> None:
    t = Terms()
    x = t.symbol("x", BitVec(8))
    condition = t.and_(t.bv_ule(x, t.bv(60, 8)), t.bv_slt(t.bv_add(x, t.bv_add(x, x)), t.bv(0, 8)))
    small = narrowed(t, condition)
    assert small is not None
    assert isinstance(check_narrowed(engine_named("bitwuzla", t), small, None), Sat)
