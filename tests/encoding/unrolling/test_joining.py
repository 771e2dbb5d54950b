"""After a join everything is what it was on the path that was taken."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.solvers.random_terms import ARRAY, random_assignment, random_term
from whet.encoding.unrolling.joining import Guard, Joining, common
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, BitVec
from whet.solvers.terms.term import Op, Term

NONE: frozenset[str] = frozenset()
NUMBER = BitVec(8)


@st.composite
def guards(draw: st.DrawFn, terms: Terms) -> tuple[Guard, Guard]:
    """Of two paths of which a run takes one at most: they part at a branch, or one of them says that the other is not taken."""
    shared, ours, theirs = (tuple(draw(st.lists(random_term(terms, BOOL, kinds=NONE, depth=2), max_size=2))) for _ in range(3))
    condition = draw(random_term(terms, BOOL, kinds=NONE, depth=2))
    if draw(st.booleans()):
        return (*shared, condition, *ours), (*shared, terms.not_(condition), *theirs)
    return (*shared, *ours), (*shared, *theirs, terms.not_(terms.and_(*shared, *ours)))


@st.composite
def written(draw: st.DrawFn, terms: Terms, array: Term) -> Term:
    """An array after some writes, at known or unknown places."""
    places = st.one_of(
        st.integers(0, 7).map(lambda place: terms.bv(place, 3)), random_term(terms, ARRAY.index, kinds=NONE, depth=1)
    )
    for _ in range(draw(st.integers(0, 3))):
        array = terms.store(array, draw(places), draw(random_term(terms, NUMBER, kinds=NONE, depth=1)))
    return array


@settings(max_examples=60)
@given(st.data())
def test_joined_values_are_those_of_the_path_that_is_taken(data: st.DataObject) -> None:
    t = Terms()
    one, other = data.draw(guards(t))
    number, memory = t.symbol("number", NUMBER), t.symbol("memory", ARRAY)
    begun = data.draw(written(t, memory))
    ours = {number: data.draw(random_term(t, NUMBER, kinds=NONE, depth=2)), memory: data.draw(written(t, begun))}
    theirs = {memory: data.draw(written(t, begun))}
    joining = Joining(t)
    guard, choice = joining.guards(one, other)
    joined = joining.values(choice, ours, theirs)
    known = data.draw(random_assignment(*one, *other, *ours.values(), *theirs.values(), number, memory))
    taken = [all(evaluate(part, known) for part in each) for each in (one, other)]
    assert evaluate(t.and_(*guard), known) == any(taken)
    for chosen in (values for values, is_taken in zip((ours, theirs), taken, strict=True) if is_taken):
        assert evaluate(joined[number], known) == evaluate(chosen.get(number, number), known)
        assert evaluate(joined[memory], known) == evaluate(chosen[memory], known)


def test_nothing_is_left_of_a_branch_after_it() -> None:
    t = Terms()
    a, b = t.symbol("a", BOOL), t.symbol("b", BOOL)
    assert Joining(t).guards((a, b), (a, t.not_(b))) == ((a,), b)


def test_guards_begin_alike_up_to_the_first_difference() -> None:
    t = Terms()
    a, b, c = (t.symbol(name, BOOL) for name in "abc")
    assert common((a, b, c), (a, b)) == 2
    assert common((a, b, c), (a, c, b)) == 1
    assert common((), (a,)) == 0


def test_arrays_are_joined_word_by_word_where_places_are_known() -> None:
    t = Terms()
    choice, memory = t.symbol("choice", BOOL), t.symbol("memory", ARRAY)
    one = t.store(memory, t.bv(1, 3), t.bv(10, 8))
    other = t.store(memory, t.bv(2, 3), t.bv(20, 8))
    joined = Joining(t).values(choice, {memory: one}, {memory: other})[memory]
    assert joined.op is Op.STORE
    assert t.select(joined, t.bv(1, 3)) is t.ite(choice, t.bv(10, 8), t.select(memory, t.bv(1, 3)))
    assert t.select(joined, t.bv(3, 3)) is t.select(memory, t.bv(3, 3))
