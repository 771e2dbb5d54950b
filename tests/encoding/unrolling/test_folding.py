"""A folding puts the same terms together as a substitution."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.solvers.random_terms import MOST, random_assignment, random_function, random_term
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.staged import Folding
from whet.solvers.terms.walks import Substitution, ordered, symbols


@given(st.data())
def test_folding_means_what_substitution_means(data: st.DataObject) -> None:
    terms = Terms()
    roots = [data.draw(random_term(terms, kinds=MOST, depth=3)) for _ in range(2)]
    found = ordered(frozenset().union(*map(symbols, roots)))
    replaced = [symbol for symbol in found if data.draw(st.booleans())]
    given_ = [data.draw(random_term(terms, symbol.sort, kinds=MOST, depth=2)) for symbol in replaced]
    folded = Folding(roots, replaced, terms.constructor)(given_)
    substituted = list(map(Substitution(terms, dict(zip(replaced, given_, strict=True))), roots))
    meaning = data.draw(random_assignment(*folded, *substituted))
    function = {"f": data.draw(random_function())}
    assert [evaluate(term, meaning, function) for term in folded] == [evaluate(term, meaning, function) for term in substituted]


def test_a_folding_is_called_again_with_other_terms() -> None:
    t = Terms()
    x, y = t.symbol("x", BitVec(8)), t.symbol("y", BitVec(8))
    folding = Folding([t.bv_add(t.bv_mul(x, y), y), x, y, t.bv(9, 8)], [x], t.constructor)
    assert folding([t.bv(1, 8)]) == [t.bv_add(y, y), t.bv(1, 8), y, t.bv(9, 8)]
    assert folding([y]) == [t.bv_add(t.bv_mul(y, y), y), y, y, t.bv(9, 8)]


def test_constants_come_out_where_constants_are_put_in() -> None:
    t = Terms()
    x, y = t.symbol("x", BitVec(8)), t.symbol("y", BitVec(8))
    folding = Folding([t.bv_ult(t.bv_add(x, y), t.bv(4, 8))], [x, y], t.constructor)
    assert folding([t.bv(1, 8), t.bv(2, 8)]) == [t.true]
    assert folding([t.bv(1, 8), t.bv(3, 8)]) == [t.false]
