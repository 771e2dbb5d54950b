"""Conditions with products: what is refuted cannot hold, and what can hold is not refuted."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from whet.solvers.deciding import AnswerBudget, Decider, at_first_doubt, has_products, linear_part
from whet.solvers.port import Unsat, engine_named
from whet.solvers.terms.algebra import refuted
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.term import Term


class Bits:
    """Shorthands for terms of one width."""

    def __init__(self, width: int) -> None:
        self.t, self.width = Terms(), width

    def __getattr__(self, name: str) -> Term:
        return self.t.symbol(name, BitVec(self.width))

    def n(self, value: int) -> Term:
        return self.t.bv(value, self.width)


def squared(b: Bits, *, last: int) -> Term:
    """s == i * i, and after a turn of the loop, if there is one, it does not hold for i + last."""
    t = b.t
    go = t.symbol("go", t.bool_sort)
    s = t.ite(go, t.bv_add(b.s, t.bv_add(t.bv_mul(b.i, b.n(2)), b.n(1))), b.s)
    i = t.ite(go, t.bv_add(b.i, b.n(last)), b.i)
    return t.and_(t.eq(b.s, t.bv_mul(b.i, b.i)), t.not_(t.eq(s, t.bv_mul(i, i))))


def test_a_square_goes_on_being_one() -> None:
    b = Bits(64)
    assert refuted(b.t, squared(b, last=1))


def test_another_step_is_not_refuted() -> None:
    b = Bits(64)
    assert not refuted(b.t, squared(b, last=3))


def test_what_comparisons_imply_is_used() -> None:
    """2 * s == i * (i + 1), i <= n, and not i < n: then 2 * s == n * (n + 1)."""
    b = Bits(32)
    t = b.t

    def gauss(i: Term) -> Term:
        return t.eq(t.bv_mul(b.s, b.n(2)), t.bv_mul(i, t.bv_add(i, b.n(1))))

    inside = t.and_(gauss(b.i), t.bv_sle(b.i, b.m), t.not_(gauss(b.m)))
    decider = Decider(engine_named("bitwuzla", t))
    assert isinstance(decider.answer(t.and_(inside, t.not_(t.bv_slt(b.i, b.m))), 5), Unsat)
    assert not isinstance(decider.answer(inside, 0.5), Unsat)


def test_a_condition_that_can_hold_has_a_model() -> None:
    b = Bits(16)
    t = b.t
    condition = t.and_(t.eq(t.bv_mul(b.x, b.y), b.n(77)), t.bv_ult(b.x, b.y))
    decider = Decider(engine_named("bitwuzla", t))
    decision = decider.decide([t.false, condition], AnswerBudget(5, 5))
    assert decision.model is not None
    assert decision.model.holds(condition)


def test_what_is_not_worth_a_hard_question_stays_undecided() -> None:
    b = Bits(64)
    t = b.t
    condition = t.and_(t.eq(t.bv_mul(b.x, b.x), t.bv_add(t.bv_mul(b.y, b.y), b.n(7919))), t.bv_ult(b.n(9), b.x))
    decision = Decider(engine_named("bitwuzla", t)).decide([condition], AnswerBudget(1, 1, worth=()))
    assert decision.model is not None or decision.undecided == [condition]


def test_who_wants_no_doubt_stops_at_the_first() -> None:
    b = Bits(64)
    t = b.t
    hard = [t.eq(t.bv_mul(b.x, b.x), t.bv_add(t.bv_mul(b.y, b.y), b.n(n))) for n in (7919, 7927)]
    odd = [t.and_(each, t.eq(t.bv_mul(b.x, b.z), b.n(1)), t.bv_ult(b.n(99), b.y)) for each in hard]
    decision = Decider(engine_named("bitwuzla", t)).decide(odd, AnswerBudget(1e-5, 1e-5, stop=at_first_doubt))
    assert decision.undecided == odd


def test_the_linear_part_has_no_products() -> None:
    b = Bits(8)
    t = b.t
    condition = t.and_(t.eq(t.bv_mul(b.x, b.y), b.n(6)), t.bv_ult(b.x, b.n(3)))
    assert has_products(condition)
    assert not has_products(linear_part(t, condition))
    assert linear_part(t, condition) is t.bv_ult(b.x, b.n(3))


@st.composite
def conditions(draw: st.DrawFn) -> tuple[Terms, Term]:
    """Equations and inequations of small polynomials in two numbers of three bits."""
    b = Bits(3)
    t = b.t

    def number(depth: int) -> Term:
        kind = draw(st.integers(0, 6 if depth else 2))
        if kind < 3:
            return (b.x, b.y, b.n(draw(st.integers(0, 7))))[kind]
        left, right = number(depth - 1), number(depth - 1)
        if kind == 6:
            return t.ite(t.bv_ult(b.x, b.y), left, right)
        return (t.bv_add, t.bv_sub, t.bv_mul)[kind - 3](left, right)

    literals = [t.eq(number(2), number(2)) for _ in range(draw(st.integers(1, 3)))]
    return t, t.and_(*literals[:-1], t.not_(literals[-1]))


@settings(max_examples=150)
@given(conditions())
def test_what_is_refuted_has_no_model(found: tuple[Terms, Term]) -> None:
    terms, condition = found
    x, y = terms.symbol("x", BitVec(3)), terms.symbol("y", BitVec(3))
    if refuted(terms, condition):
        assert not any(evaluate(condition, {x: a, y: b}) for a, b in product(range(8), repeat=2))
