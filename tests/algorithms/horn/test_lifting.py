"""What was found over integers, said over bit-vectors."""

from __future__ import annotations

import pytest

from whet.encoding.integers import Reading
from whet.encoding.lifting import Lifting, SymbolOrigin
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import INT, BitVec
from whet.solvers.terms.term import Term


class Numbers:
    """``g``, ``n`` and ``r`` of 8 bits."""

    def __init__(self) -> None:
        self.t = Terms()
        self.bits = {name: self.t.symbol(name, BitVec(8)) for name in "gnr"}
        self.whole = {name: self.t.symbol(f"{name}~", INT) for name in "gnr"}
        origins = {self.whole[name]: SymbolOrigin((self.bits[name],), (Reading.SIGNED,)) for name in "gnr"}
        self.lifting = Lifting(self.t, origins)

    def candidates(self, formula: Term) -> list[Term]:
        return list(self.lifting.candidates(formula))


def test_a_bound_of_a_sum_in_an_alternative_is_an_equation_that_wraps_around_too() -> None:
    it = Numbers()
    t, (g, n, r) = it.t, it.whole.values()
    found = it.candidates(t.or_(t.int_lt(n, t.integer(0)), t.int_le(t.int_add(g, n), r)))
    signs = t.bv_slt(it.bits["n"], t.bv(0, 8))
    assert t.or_(signs, t.eq(t.bv_add(it.bits["g"], it.bits["n"]), it.bits["r"])) in found
    assert it.lifting.lost == 0


def test_a_bound_of_one_number_stays_a_bound() -> None:
    it = Numbers()
    t, (g, n, _) = it.t, it.whole.values()
    found = it.candidates(t.or_(t.int_lt(n, t.integer(0)), t.int_le(g, t.integer(5))))
    assert found == [t.or_(t.bv_slt(it.bits["n"], t.bv(0, 8)), t.bv_sle(it.bits["g"], t.bv(5, 8)))]


@pytest.mark.parametrize("factor", [2, 3])
def test_what_has_no_counterpart_is_counted(factor: int) -> None:
    it = Numbers()
    t, other = it.t, it.t.symbol("other", INT)
    assert it.candidates(t.int_le(t.int_mul(other, t.integer(factor)), it.whole["g"])) == []
    assert it.lifting.lost == 1
