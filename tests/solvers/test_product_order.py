"""Theorems about the order of products: true of all values, and enough for indices of a matrix."""

from __future__ import annotations

from itertools import product

from whet.solvers.deciding import Decider
from whet.solvers.port import Sat, Unsat, engine_named
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.product_order import with_theorems
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.term import Op, Term, reachable

WIDTH = 3


def test_the_theorems_are_true_of_all_values() -> None:
    t = Terms()
    a, b, c = (t.symbol(name, BitVec(WIDTH)) for name in "abc")
    first, second = t.bv_mul(a, b), t.bv_mul(c, b)
    weaker = with_theorems(t, t.bv_ule(first, t.bv_add(second, t.bv(1, WIDTH))))
    assert weaker is not None
    weaker_than = {
        each: first if each.name.endswith(f"#{first.number}") else second
        for each in reachable((weaker,))
        if each.op is Op.SYMBOL and each.name.startswith("product#")
    }
    theorems = [part for part in weaker.args if part.op is not Op.BV_ULE]
    assert len(weaker_than) == 2
    assert theorems
    for values in product(range(1 << WIDTH), repeat=3):
        given = dict(zip((a, b, c), values, strict=True))
        given |= {symbol: _value(evaluate(of, given)) for symbol, of in weaker_than.items()}
        assert all(evaluate(theorem, given) for theorem in theorems), values


def _value(value: object) -> int:
    assert isinstance(value, int)
    return value


def in_matrix(t: Terms, *, width: int, most: int, stride: str) -> Term:
    """An element ``i * stride + j`` with ``i < n`` and ``j < m`` is not one of ``n * m``."""
    values = {name: t.symbol(name, BitVec(width)) for name in "ijnm"}
    i, j, n, m = (values[name] for name in "ijnm")
    bounds = [t.bv_ult(i, n), t.bv_ult(j, m), t.bv_ule(n, t.bv(most, width)), t.bv_ule(m, t.bv(most, width))]
    inside = t.bv_ult(t.bv_add(t.bv_mul(i, values[stride]), j), t.bv_mul(n, m))
    return t.and_(*bounds, t.not_(inside))


def test_an_element_lies_in_its_matrix() -> None:
    t = Terms()
    assert isinstance(Decider(engine_named("bitwuzla", t)).answer(in_matrix(t, width=64, most=1 << 31, stride="m"), 30), Unsat)


def test_with_another_stride_or_overflow_it_does_not() -> None:
    t = Terms()
    assert isinstance(Decider(engine_named("bitwuzla", t)).answer(in_matrix(t, width=16, most=200, stride="n"), 30), Sat)
    assert isinstance(Decider(engine_named("bitwuzla", t)).answer(in_matrix(t, width=16, most=1000, stride="m"), 30), Sat)
