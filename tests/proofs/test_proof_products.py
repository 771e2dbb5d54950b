"""The checker's own algebra for products: what it refutes cannot hold."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whet.proofs.products import Products, cases, linear_part, refuted, with_products
from whet.solvers.port import Sat, Unsat, engine_named
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.term import Term

WIDE, NARROW = 5, 3


def symbols(terms: Terms, width: int, names: str) -> list[Term]:
    return [terms.symbol(name, BitVec(width)) for name in names]


def squares(terms: Terms, *, step: int) -> Term:
    """``s == i * i`` holds before an iteration that may be left out, and not after it."""
    s, i = symbols(terms, 32, "si")
    go = terms.symbol("go", terms.bool_sort)
    odd = terms.bv_add(terms.bv_mul(i, terms.bv(2, 32)), terms.bv(1, 32))
    next_s = terms.ite(go, terms.bv_add(s, odd), s)
    next_i = terms.ite(go, terms.bv_add(i, terms.bv(step, 32)), i)
    return terms.and_(terms.eq(s, terms.bv_mul(i, i)), terms.not_(terms.eq(next_s, terms.bv_mul(next_i, next_i))))


def halves(terms: Terms, i: Term) -> Term:
    """``2 * s == i * (i + 1)``, which cannot be solved for ``s``."""
    (s,) = symbols(terms, 32, "s")
    return terms.eq(terms.bv_mul(s, terms.bv(2, 32)), terms.bv_mul(i, terms.bv_add(i, terms.bv(1, 32))))


def test_a_square_is_preserved() -> None:
    terms = Terms()
    assert refuted(terms, squares(terms, step=1))


def test_a_wrong_step_is_not_refuted() -> None:
    terms = Terms()
    assert not refuted(terms, squares(terms, step=3))


def test_an_equation_with_an_even_factor_is_used() -> None:
    terms = Terms()
    (i,) = symbols(terms, 32, "i")
    s = terms.bv_add(symbols(terms, 32, "s")[0], terms.bv_add(i, terms.bv(1, 32)))
    after = terms.bv_add(i, terms.bv(1, 32))
    wanted = terms.eq(terms.bv_mul(s, terms.bv(2, 32)), terms.bv_mul(after, terms.bv_add(after, terms.bv(1, 32))))
    assert refuted(terms, terms.and_(halves(terms, i), terms.not_(wanted)))


def test_an_even_factor_is_not_divided_away() -> None:
    """From ``2 * x == 0`` does not follow ``x == 0``."""
    terms = Terms()
    (x,) = symbols(terms, 8, "x")
    zero = terms.bv(0, 8)
    assert not refuted(terms, terms.and_(terms.eq(terms.bv_mul(x, terms.bv(2, 8)), zero), terms.not_(terms.eq(x, zero))))


def test_few_bits_do_not_tell_about_more() -> None:
    """From ``(x * y) mod 2**3 == 0`` does not follow ``x * y == 0``."""
    terms = Terms()
    x, y = symbols(terms, 8, "xy")
    whole = terms.bv_mul(x, y)
    low = terms.extract(whole, high=2, low=0)
    condition = terms.and_(terms.eq(low, terms.bv(0, 3)), terms.not_(terms.eq(whole, terms.bv(0, 8))))
    assert not refuted(terms, condition)
    more = terms.and_(terms.eq(whole, terms.bv(0, 8)), terms.not_(terms.eq(low, terms.bv(0, 3))))
    assert refuted(terms, more)


@pytest.mark.parametrize("name", ["bitwuzla", "z3"])
def test_products_are_decided_in_two_ways(name: str) -> None:
    terms = Terms()
    (x, i, m) = symbols(terms, 32, "xim")
    asked = Products(engine_named(name, terms), uses_algebra=name == "bitwuzla")
    assert isinstance(asked.answer(squares(terms, step=1), 20), Unsat)
    assert isinstance(asked.answer(terms.eq(terms.bv_mul(x, terms.bv(3, 32)), terms.bv(9, 32)), 20), Sat)
    end = terms.and_(halves(terms, i), terms.bv_sle(i, m), terms.not_(terms.bv_slt(i, m)), terms.not_(halves(terms, m)))
    assert isinstance(asked.answer(end, 20), Unsat)


def test_the_linear_part_leaves_out_products_and_divisions() -> None:
    terms = Terms()
    x, y = symbols(terms, 8, "xy")
    simple = terms.bv_ult(x, terms.bv(3, 8))
    hard = [terms.eq(terms.bv_mul(x, y), terms.bv(6, 8)), terms.eq(terms.bv_udiv(x, y), terms.bv(1, 8))]
    assert with_products([*hard, simple]) == hard
    assert linear_part(terms, terms.and_(*hard, simple)) is simple


@st.composite
def conditions(draw: st.DrawFn) -> tuple[Terms, Term]:
    """Equations, inequations and disjunctions of polynomials of two widths in three unknowns."""
    terms = Terms()
    x, y = symbols(terms, NARROW, "xy")
    (z,) = symbols(terms, WIDE, "z")

    def number(depth: int, width: int) -> Term:
        leaves = (
            [z, terms.zero_extend(x, 2), terms.sign_extend(y, 2)] if width == WIDE else [x, y, terms.extract(z, high=2, low=0)]
        )
        kind = draw(st.integers(0, 10 if depth else 3))
        if kind < 3:
            return leaves[kind]
        if kind == 3:
            return terms.bv(draw(st.integers(0, (1 << width) - 1)), width)
        if kind == 4 and width == NARROW:
            return terms.extract(number(depth - 1, WIDE), high=2, low=0)
        if kind == 5:
            return terms.bv_neg(number(depth - 1, width)) if draw(st.booleans()) else terms.bv_not(number(depth - 1, width))
        if kind == 6:
            return terms.bv_shl(number(depth - 1, width), terms.bv(draw(st.integers(0, 4)), width))
        left, right = number(depth - 1, width), number(depth - 1, width)
        if kind == 7:
            return terms.ite(terms.bv_ult(x, y), left, right)
        return (terms.bv_add, terms.bv_sub, terms.bv_mul, terms.bv_mul)[kind % 4](left, right)

    def equation() -> Term:
        width = draw(st.sampled_from([NARROW, WIDE]))
        return terms.eq(number(2, width), number(2, width))

    known = [equation() for _ in range(draw(st.integers(0, 3)))]
    either = [terms.or_(equation(), equation())] if draw(st.booleans()) else []
    return terms, terms.and_(*known, *either, terms.not_(equation()))


def holds_somewhere(terms: Terms, condition: Term) -> bool:
    x, y = symbols(terms, NARROW, "xy")
    (z,) = symbols(terms, WIDE, "z")
    values = product(range(1 << NARROW), range(1 << NARROW), range(1 << WIDE))
    return any(evaluate(condition, {x: a, y: b, z: c}) for a, b, c in values)


@settings(max_examples=120, deadline=None)
@given(conditions())
def test_what_is_refuted_has_no_model(found: tuple[Terms, Term]) -> None:
    terms, condition = found
    if refuted(terms, condition):
        assert not holds_somewhere(terms, condition)


@settings(max_examples=40, deadline=None)
@given(conditions())
def test_cases_cover_the_condition(found: tuple[Terms, Term]) -> None:
    terms, condition = found
    assert holds_somewhere(terms, terms.or_(*cases(terms, condition))) == holds_somewhere(terms, condition)
