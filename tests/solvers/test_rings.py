"""Bit-vectors as polynomials, and back."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.rings import ring_polynomial, ring_term
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.term import Term

WIDTH = 4


def random_sum(t: Terms, random: Random, leaves: list[Term], depth: int) -> Term:
    if depth == 0:
        return random.choice([*leaves, t.bv(random.randrange(16), WIDTH)])
    a, b = (random_sum(t, random, leaves, depth - 1) for _ in range(2))
    operators: list[Callable[[Term, Term], Term]] = [t.bv_add, t.bv_sub, t.bv_mul]
    return random.choice(operators)(a, t.bv_neg(b) if random.random() < 0.2 else b)


@pytest.mark.parametrize("seed", range(12))
def test_there_and_back_is_equivalent(seed: int) -> None:
    t, random = Terms(), Random(seed)
    leaves = [t.symbol(name, BitVec(WIDTH)) for name in "xyz"]
    term = random_sum(t, random, leaves, 3)
    value = ring_polynomial(term)
    assert value is not None
    again = ring_term(t, value, WIDTH)
    for _ in range(100):
        values = {leaf: random.randrange(16) for leaf in leaves}
        assert evaluate(term, values) == evaluate(again, values)


def test_too_many_monomials_are_no_polynomial() -> None:
    t = Terms()
    total = t.bv(1, WIDTH)
    for number in range(7):
        total = t.bv_mul(total, t.bv_add(t.symbol(f"x{number}", BitVec(WIDTH)), t.bv(1, WIDTH)))
    assert ring_polynomial(total) is None
