"""Terms are unique in their table, simplify without changing their meaning, and may be deep."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.solvers.random_terms import random_assignment, random_function, random_term, random_value
from whet.solvers.terms.evaluate import Unassigned, evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BINARY32, BOOL, INT, Array, BitVec, Float, Theory
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.values import ArrayValue, array_value, literal
from whet.solvers.terms.walks import Substitution, conjuncts, ordered, size, substitute, symbols

COMMON = settings(deadline=None, suppress_health_check=list(HealthCheck))
DEPTH = 50_000


@pytest.fixture
def t() -> Terms:
    return Terms()


# ---------------------------------------------------------------------------------------------------- uniqueness


def test_equal_terms_are_the_same_object(t: Terms) -> None:
    x, y = t.symbol("x", BitVec(8)), t.symbol("y", BitVec(8))
    assert t.bv_add(x, y) is t.bv_add(x, y)
    assert t.bv_add(x, y) is t.bv_add(y, x)
    assert t.bv_sub(x, y) is not t.bv_sub(y, x)
    assert t.bv(255, 8) is t.bv(-1, 8)
    assert t.bv(1, 8) is not t.bv(1, 9)


def test_a_name_has_one_sort(t: Terms) -> None:
    t.symbol("x", BitVec(8))
    with pytest.raises(TypeError, match="x has the sort"):
        t.symbol("x", BitVec(9))
    with pytest.raises(TypeError, match="x has the sort"):
        t.apply("x", (t.true,), BOOL)


def test_sorts_are_checked(t: Terms) -> None:
    x, y, n, f = t.symbol("x", BitVec(8)), t.symbol("y", BitVec(9)), t.symbol("n", INT), t.symbol("f", BINARY32)
    a = t.symbol("a", Array(BitVec(8), BitVec(9)))
    wrong: list[Callable[[], Term]] = [
        lambda: t.bv_add(x, y),
        lambda: t.bv_add(n, n),
        lambda: t.bv_ult(f, f),
        lambda: t.eq(x, y),
        lambda: t.and_(x, t.true, t.symbol("p", BOOL)),
        lambda: t.not_(x),
        lambda: t.ite(t.symbol("p", BOOL), x, y),
        lambda: t.ite(x, x, t.bv(1, 8)),
        lambda: t.int_add(x, n),
        lambda: t.fp_add(f, t.fp(0, Float(11, 53))),
        lambda: t.select(a, y),
        lambda: t.store(a, x, x),
        lambda: t.const_array(Array(BitVec(8), BOOL), x),
        lambda: t.fp_from_bits(x, BINARY32),
    ]
    for build in wrong:
        with pytest.raises(TypeError):
            build()


def test_terms_are_not_truth_values(t: Terms) -> None:
    with pytest.raises(TypeError, match="no truth value"):
        bool(t.true)


def test_theories(t: Terms) -> None:
    a = t.symbol("a", Array(BitVec(8), BINARY32))
    p = t.eq(t.apply("g", (t.symbol("n", INT),), INT), t.integer(0))
    both = t.and_(t.fp_is_nan(t.select(a, t.bv(0, 8))), p)
    assert {theory for theory in Theory if both.theories & theory.value} == set(Theory)
    assert t.symbol("q", BOOL).theories == 0


# ---------------------------------------------------------------------------------------------------- simplification


def test_neutral_elements_and_constants(t: Terms) -> None:
    x, p, q = t.symbol("x", BitVec(8)), t.symbol("p", BOOL), t.symbol("q", BOOL)
    one, zero = t.bv(1, 8), t.bv(0, 8)
    assert t.bv_add(x, zero) is x
    assert t.bv_sub(t.bv_add(x, one), one) is x
    assert t.bv_mul(one, x) is x
    assert t.bv_and(x, t.bv(-1, 8)) is x
    assert t.not_(t.not_(p)) is p
    assert t.and_(p, t.and_(q, p), t.true) is t.and_(p, q)
    assert t.and_(p, q, t.not_(p)) is t.false
    assert t.or_(t.not_(p), q, p) is t.true
    assert t.eq(t.as_bit(p, 32), t.bv(1, 32)) is p
    assert t.not_(t.is_nonzero(t.as_bit(p, 32))) is t.not_(p)
    assert t.eq(t.zero_extend(x, 24), t.bv(300, 32)) is t.false
    assert t.ite(p, t.ite(p, x, one), zero) is t.ite(p, x, zero)


def test_reading_what_was_written(t: Terms) -> None:
    sort = Array(BitVec(8), BitVec(8))
    a, i, v = t.symbol("a", sort), t.symbol("i", BitVec(8)), t.symbol("v", BitVec(8))
    j = t.bv_add(i, t.bv(1, 8))
    assert t.select(t.store(a, i, v), i) is v
    assert t.select(t.store(a, j, v), i) is t.select(a, i)
    assert t.select(t.store(a, v, v), i).op is Op.SELECT
    assert t.store(t.store(a, i, i), i, v) is t.store(a, i, v)
    assert t.store(a, i, t.select(a, i)) is a
    assert t.select(t.const_array(sort, v), i) is v


def test_parts_of_words(t: Terms) -> None:
    x = t.symbol("x", BitVec(32))
    high, low = t.extract(x, high=31, low=16), t.extract(x, high=15, low=0)
    assert t.concat(high, low) is x
    assert t.extract(t.concat(low, high), high=15, low=0) is high
    assert t.extract(t.sign_extend(low, 16), high=15, low=0) is low
    with pytest.raises(ValueError, match="no bits"):
        t.extract(x, high=32, low=0)


def test_integers_are_not_divided_by_what_may_be_zero(t: Terms) -> None:
    n = t.symbol("n", INT)
    for divisor in (n, t.integer(0)):
        with pytest.raises(ValueError, match="other than zero"):
            t.int_div(n, divisor)


@settings(COMMON, max_examples=300)
@given(data=st.data())
def test_simplification_preserves_meaning(data: st.DataObject) -> None:
    """Replacing symbols by constants simplifies at every node; the result is what evaluation gives."""
    t = Terms()
    term = data.draw(random_term(t))
    assignment, function = data.draw(random_assignment(term)), data.draw(random_function())
    closed = substitute(t, term, {symbol: literal(t, value, symbol.sort) for symbol, value in assignment.items()})
    assert evaluate(closed, {}, {"f": function}) == evaluate(term, assignment, {"f": function})


# ---------------------------------------------------------------------------------------------------- substitution


@settings(COMMON, max_examples=150)
@given(data=st.data())
def test_laws_of_substitution(data: st.DataObject) -> None:
    t = Terms()
    term = data.draw(random_term(t))
    mapping = {symbol: data.draw(random_term(t, symbol.sort, depth=2)) for symbol in ordered(symbols(term))}
    substituted = substitute(t, term, mapping)
    assert substitute(t, term, {}) is term
    assert symbols(substituted) <= frozenset[Term]().union(*map(symbols, mapping.values()))
    assignment = data.draw(random_assignment(term, *mapping.values()))
    function = {"f": data.draw(random_function())}
    inner = {symbol: evaluate(value, assignment, function) for symbol, value in mapping.items()}
    assert evaluate(substituted, assignment, function) == evaluate(term, inner, function)


def test_substitution_is_simultaneous(t: Terms) -> None:
    x, y = t.symbol("x", BitVec(8)), t.symbol("y", BitVec(8))
    swap = Substitution(t, {x: y, y: x})
    assert swap(t.bv_sub(x, y)) is t.bv_sub(y, x)
    with pytest.raises(TypeError, match="cannot become"):
        Substitution(t, {x: t.true})


def test_conjuncts_and_size(t: Terms) -> None:
    p, q, r = (t.symbol(name, BOOL) for name in "pqr")
    assert list(conjuncts(t.and_(p, t.or_(q, r), q))) == [p, t.or_(q, r), q]
    assert list(conjuncts(t.true)) == []
    assert size(t.and_(p, t.or_(q, r), q)) == 5


# ---------------------------------------------------------------------------------------------------- values


def test_a_symbol_without_a_value_is_an_error(t: Terms) -> None:
    with pytest.raises(Unassigned, match="x"):
        evaluate(t.bv_add(t.symbol("x", BitVec(8)), t.symbol("y", BitVec(8))), {})
    with pytest.raises(Unassigned, match="g"):
        evaluate(t.apply("g", (t.true,), BOOL), {})


@given(data=st.data())
def test_array_values_are_equal_if_their_elements_are(data: st.DataObject) -> None:
    sort = Array(BitVec(2), BitVec(1))
    arrays = [data.draw(random_value(sort)) for _ in range(2)]
    elements = [[array[index] for index in range(4)] for array in arrays if isinstance(array, ArrayValue)]
    assert (arrays[0] == arrays[1]) == (elements[0] == elements[1])


def test_array_values_without_default() -> None:
    sort = Array(BitVec(1), BitVec(8))
    assert array_value(sort, 3, {0: 5}) == array_value(sort, 5, {1: 3}) == array_value(sort, 9, {0: 5, 1: 3})


# ---------------------------------------------------------------------------------------------------- other tables


@settings(COMMON, max_examples=150)
@given(data=st.data())
def test_terms_survive_pickling(data: st.DataObject) -> None:
    t = Terms()
    terms = data.draw(st.lists(random_term(t), min_size=2, max_size=3))
    loaded = pickle.loads(pickle.dumps([*terms, terms[0]]))
    assert loaded[0] is loaded[-1]
    assert loaded[0].table is loaded[1].table is not t
    assert [repr(term) for term in loaded[:-1]] == [repr(term) for term in terms]
    assert all(back is term for back, term in zip(t.adopt(*loaded), terms, strict=False))


def test_copies_are_the_term_itself(t: Terms) -> None:
    x = t.bv_neg(t.symbol("x", BitVec(8)))
    assert copy.copy(x) is x
    assert copy.deepcopy([x])[0] is x


def test_adopting_respects_names(t: Terms) -> None:
    other = Terms()
    foreign = other.symbol("x", BitVec(8))
    assert t.adopt(foreign)[0] is t.symbol("x", BitVec(8))
    clash = Terms()
    clash.symbol("x", BOOL)
    with pytest.raises(TypeError, match="x has the sort"):
        clash.adopt(foreign)


def test_numbering_repeats(t: Terms) -> None:
    """Two processes with different hash seeds build the same terms with the same numbers."""
    program = (
        "from whet.solvers.terms.factory import Terms; from whet.solvers.terms.sorts import BitVec\n"
        "from whet.solvers.terms.walks import symbols\n"
        "t = Terms(); s = [t.symbol(n, BitVec(8)) for n in 'dacb']; e = t.bv_add(t.bv_add(s[0], s[1]), t.bv_mul(s[2], s[3]))\n"
        "import sys; sys.stdout.write(repr([(x.name, x.number) for x in symbols(e)]) + str(e.number))"
    )
    runs = {run_python(program, seed) for seed in ("1", "2", "3")}
    assert len(runs) == 1


def run_python(program: str, seed: str) -> str:
    environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


# ---------------------------------------------------------------------------------------------------- depth


def deep_term(t: Terms) -> Term:
    x, y = t.symbol("x", BitVec(32)), t.symbol("y", BitVec(32))
    term = x
    for _ in range(DEPTH // 2):
        term = t.bv_xor(t.bv_mul(term, y), x)
    return term


def test_deep_terms(t: Terms) -> None:
    term = deep_term(t)
    x, y = ordered(symbols(term))
    assert size(term) == DEPTH + 2
    assert isinstance(evaluate(term, {x: 3, y: 5}), int)
    renamed = substitute(t, term, {x: t.symbol("z", BitVec(32))})
    assert evaluate(renamed, {t.symbol("z", BitVec(32)): 3, y: 5}) == evaluate(term, {x: 3, y: 5})
    assert t.adopt(pickle.loads(pickle.dumps(term)))[0] is term
    assert repr(term).endswith("...")
    assert len(list(reachable((term,)))) == DEPTH + 2


def test_long_conjunctions_are_built_in_linear_time(t: Terms) -> None:
    term = t.true
    for position in range(20_000):
        term = t.and_(term, t.symbol(f"p{position}", BOOL))
    assert len(list(conjuncts(term))) == 20_000
    assert size(term) < 25_000
