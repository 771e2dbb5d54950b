"""Equations between bit-vectors, multiplied out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from whet.smt.terms.evaluate import evaluate
from whet.smt.terms.factory import Terms
from whet.smt.terms.rings import has_products, multiplied_out
from whet.smt.terms.sorts import BitVec
from whet.smt.terms.term import Term

WIDTH = 4


def test_a_law_of_algebra_is_decided() -> None:
    t = Terms()
    i, s = (t.symbol(name, BitVec(32)) for name in "is")
    one, two = t.bv(1, 32), t.bv(2, 32)
    square = t.bv_mul(t.bv_add(i, one), t.bv_add(i, one))
    grown = t.bv_add(s, t.bv_add(t.bv_mul(two, i), one))
    question = t.and_(t.eq(s, t.bv_mul(i, i)), t.not_(t.eq(grown, square)))
    assert has_products(question)
    assert multiplied_out(t, question) is t.false


def test_what_is_no_law_is_not_decided() -> None:
    t = Terms()
    i, s = (t.symbol(name, BitVec(32)) for name in "is")
    question = t.and_(t.eq(s, t.bv_mul(i, i)), t.not_(t.eq(t.bv_mul(s, i), t.bv_mul(i, i))))
    assert multiplied_out(t, question) is not t.false


def random_sum(t: Terms, random: Random, leaves: list[Term], depth: int) -> Term:
    if depth == 0:
        return random.choice([*leaves, t.bv(random.randrange(16), WIDTH)])
    a, b = (random_sum(t, random, leaves, depth - 1) for _ in range(2))
    operators: list[Callable[[Term, Term], Term]] = [t.bv_add, t.bv_sub, t.bv_mul]
    return random.choice(operators)(a, t.bv_neg(b) if random.random() < 0.2 else b)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_multiplied_out_is_equivalent(seed: int) -> None:
    t, random = Terms(), Random(seed)
    leaves = [t.symbol(name, BitVec(WIDTH)) for name in "xyz"]
    parts = [t.eq(random_sum(t, random, leaves, 2), random_sum(t, random, leaves, 2)) for _ in range(3)]
    term = t.and_(parts[0], random.choice([parts[1], t.not_(parts[1])]), t.or_(parts[2], t.not_(parts[1])))
    simpler = multiplied_out(t, term)
    for _ in range(100):
        values = {leaf: random.randrange(16) for leaf in leaves}
        assert evaluate(term, values) == evaluate(simpler, values)
