"""The index of the stop operator against its definition: one reached state after the other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from whet.analyses.value.cover import ValueIndex
from whet.analyses.value.memory import AbstractMemory, Contents
from whet.analyses.value.state import NO_CALLERS, TOP, Callers, ValueDomain, ValueState
from whet.analyses.value.values import SOME_NAN, Address
from whet.core.operators import LinearIndex

DOMAIN = ValueDomain()
WHOLE: list[int | Address] = [Address(1, 0), Address(2, 0), SOME_NAN]
VALUES = st.sampled_from([None, None, 0, 1, Address(1, 0), Address(-1, 4)])


def slots(count: int) -> st.SearchStrategy[tuple[int | Address | None, ...]]:
    return st.tuples(*[VALUES] * count)


@st.composite
def objects(draw: st.DrawFn) -> Contents:
    """Four known or unknown bytes, or something that is kept whole."""
    if draw(st.integers(0, 4)) == 0:
        value = draw(st.sampled_from(WHOLE))
        return Contents(4, bytes(4), bytes(4), {0: (4, value)})
    known = bytes(draw(st.lists(st.sampled_from([0, 255, 15]), min_size=4, max_size=4)))
    data = bytes([draw(st.sampled_from([0, 1])) & mask for mask in known])
    return Contents(draw(st.sampled_from([4, 4, None])), data, known)


MEMORIES = st.builds(AbstractMemory, st.dictionaries(st.sampled_from([1, 2, -1, -2]), objects(), max_size=3), st.booleans())
CALLERS = slots(1).map(lambda frame: Callers(frame, NO_CALLERS))
STATES = st.builds(ValueState, slots(3), slots(2), CALLERS, MEMORIES)


@given(st.lists(STATES, max_size=12), st.lists(STATES, min_size=1, max_size=4), st.data())
def test_index_finds_what_the_definition_finds(added: list[ValueState], asked: list[ValueState], data: st.DataObject) -> None:
    index, linear = ValueIndex(), LinearIndex(DOMAIN)
    for state in added:
        index.add(state)
        linear.add(state)
    if added:
        for state in data.draw(st.lists(st.sampled_from(added), max_size=4, unique_by=id)):
            index.remove(state)
            linear.remove(state)
    for state in (*asked, *added):
        found = index.covering(state)
        assert (found is None) == (linear.covering(state) is None)
        assert found is None or DOMAIN.leq(lhs=state, rhs=found)


@given(STATES, STATES, STATES)
def test_order_and_join(a: ValueState, b: ValueState, c: ValueState) -> None:
    joined = DOMAIN.join(a, b)
    assert DOMAIN.leq(lhs=a, rhs=a)
    assert DOMAIN.leq(lhs=a, rhs=joined)
    assert DOMAIN.leq(lhs=b, rhs=joined)
    assert DOMAIN.leq(lhs=joined, rhs=TOP)
    if DOMAIN.leq(lhs=a, rhs=b) and DOMAIN.leq(lhs=b, rhs=c):
        assert DOMAIN.leq(lhs=a, rhs=c)


@given(STATES, STATES)
def test_equal_states_are_found_by_hash(a: ValueState, b: ValueState) -> None:
    assert (a == b) == ((a.globals, a.frame, a.callers, a.memory) == (b.globals, b.frame, b.callers, b.memory))
    assert a != b or hash(a) == hash(b)


def test_states_of_different_stacks_have_nothing_in_common() -> None:
    a, b = (
        ValueState((1,), (), NO_CALLERS, AbstractMemory({})),
        ValueState((1,), (), Callers((1,), NO_CALLERS), AbstractMemory({})),
    )
    assert DOMAIN.join(a, b) == TOP
    assert not DOMAIN.leq(lhs=a, rhs=b)
    assert not DOMAIN.leq(lhs=b, rhs=a)


def test_deep_stacks_are_compared_without_recursion() -> None:
    def stack() -> Callers:
        callers = NO_CALLERS
        for depth in range(5000):
            callers = Callers((depth,), callers)
        return callers

    assert stack() == stack()
    assert stack() != Callers((0,), stack())
