"""The value domain as refinement sees it: weakening states, and strongest posts that respect it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.analyses.value.programs import PROGRAMS
from tests.refine.running import paths_of, read, strongest_posts, walk
from whet.analyses.value.paths import FrameSlot, GlobalSlot, Heap, HeapContents, ObjectBytes, ValuePaths
from whet.analyses.value.precision import without_heap
from whet.analyses.value.state import ValueDomain, ValueState
from whet.cfa.model import Node, Program
from whet.core.path import PathStep, steps_of

DOMAIN = ValueDomain()

RICH = """
struct pair { int a; int b; }; int n = 3; int *p; struct pair both[2];
int inner(int k, struct pair *s) { int m = k + 1; s->a = m; s->b = n; return m; }
int main(void) {
  int x = 4; struct pair local; int *block = malloc(8); block[1] = 7; p = &n; x = inner(x, &local); block[0] = x;
  p = block; both[1] = local; return *p + local.b + both[1].a;
}"""


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return read(RICH, tmp_path_factory.mktemp("rich"), blocks=False)


def run(program: Program) -> tuple[ValuePaths, list[tuple[ValueState, Node]]]:
    """The states on the only path through a program, with their locations."""
    paths, steps = paths_of(program), steps_of(walk(program, ()))
    states = strongest_posts(paths, steps)
    assert len(states) == len(steps)
    return paths, [(state, step.location) for state, step in zip(states, steps, strict=True)]


def test_forgetting_an_element_removes_it_and_gives_a_weaker_state(rich: Program) -> None:
    paths, found = run(rich)
    kinds: set[type] = set()
    for state, _ in found:
        for element in paths.elements(state):
            weaker = paths.without(state, element)
            assert element not in paths.elements(weaker)
            assert set(paths.elements(weaker)) < set(paths.elements(state))
            assert DOMAIN.leq(lhs=state, rhs=weaker)
            assert not DOMAIN.leq(lhs=weaker, rhs=state)
            kinds.add(type(element))
    assert kinds == {GlobalSlot, FrameSlot, ObjectBytes, Heap, HeapContents}


def test_what_is_gone_can_be_forgotten_all_the_same(rich: Program) -> None:
    """A step may end the life of a variable that the interpolant before it needs."""
    paths, found = run(rich)
    everything = {element for state, _ in found for element in paths.elements(state)}
    for state, _ in found:
        for element in everything - {*paths.elements(state)}:
            assert {*paths.elements(paths.without(state, element))} <= {*paths.elements(state)}


def test_forgetting_everything_gives_the_top(rich: Program) -> None:
    paths, found = run(rich)
    for state, _ in found:
        top = paths.top(state)
        assert paths.elements(top) == []
        assert DOMAIN.leq(lhs=state, rhs=top)
        assert top.depth == state.depth
        weaker = state
        for element in paths.elements(state):
            weaker = paths.without(weaker, element)
        assert weaker == top


def test_elements_of_callers_are_found_at_their_level(rich: Program) -> None:
    paths, found = run(rich)
    levels = {
        (element.level, state.depth) for state, _ in found for element in paths.elements(state) if isinstance(element, FrameSlot)
    }
    assert {(0, 1), (1, 2), (0, 2)} <= levels, "main's frame, then below that of inner, and that of inner"
    assert all(level <= depth for level, depth in levels)


def test_precision_names_the_places_of_the_current_frame_only(rich: Program) -> None:
    paths, found = run(rich)
    inside = {str(place) for state, node in found if node.function.name == "inner" for place in paths.precision(state, node)}
    assert {"inner::k", "inner::s", "*heap*", "*heap contents*"} <= inside
    assert not {"main::x", "main::block"} & inside
    assert {"main::local.a", "main::local.b"} <= inside, "objects in memory have no frame"


def test_heap_contents_need_the_heap(rich: Program) -> None:
    paths, found = run(rich)
    with_contents = [(state, node) for state, node in found if HeapContents() in paths.elements(state)]
    for state, node in with_contents:
        names = set(map(str, paths.precision(state, node)))
        assert {"*heap*", "*heap contents*"} <= names
        blank = paths.without(state, HeapContents())
        assert {"*heap*", "*heap contents*"} & set(map(str, paths.precision(blank, node))) == {"*heap*"}
    assert with_contents


def test_address_over_two_members_belongs_to_both(tmp_path: Path) -> None:
    text = """struct { int low; int high; } v; int x;
        int main(void) { int *p = &x; memcpy(&v, &p, sizeof p); memcpy(&p, &v, sizeof p); return *p; }"""
    paths, found = run(read(text, tmp_path, blocks=False))
    named = [{str(place) for place in paths.precision(state, node)} for state, node in found if state.memory.objects]
    assert any({"v.low", "v.high"} <= names for names in named)
    state = next(state for state, _ in found if any(held.others for held in state.memory.objects.values() if held.size == 8))
    for element in paths.elements(state):
        if isinstance(element, ObjectBytes) and element.place.name == "v.high":
            assert not paths.without(state, element).memory.objects[element.object].others


def test_states_that_hold_the_same_values_elsewhere_are_renamings(tmp_path: Path) -> None:
    text = "int f(int k) { return k; } int main(void) { int x = 3; int y = f(x); return y; }"
    paths, found = run(read(text, tmp_path, blocks=False))
    holding = [state for state, _ in found if len(paths.elements(state)) == 1]
    assert len({tuple(paths.elements(state)) for state in holding}) > 2
    assert all(paths.renames(before=one, after=other) for one in holding for other in holding)
    empty = paths.top(holding[0])
    assert not paths.renames(before=holding[0], after=empty)


def test_values_are_those_of_scalars(rich: Program) -> None:
    paths, found = run(rich)
    state, node = next((state, node) for state, node in found if node.function.name == "inner")
    values = {str(place): value for place, value in paths.values(state, node).items()}
    assert values["inner::k"] == 4


def test_strengthened_state_knows_what_both_know(rich: Program) -> None:
    paths, found = run(rich)
    for state, _ in found:
        interpolant = without_heap(state)
        assert DOMAIN.leq(lhs=paths.strengthened(paths.top(state), interpolant), rhs=paths.top(state))
        slots = paths.strengthened(paths.top(state), interpolant)
        assert (slots.globals, slots.frame) == (interpolant.globals, interpolant.frame)
        assert paths.strengthened(state, paths.top(state)) == state


# ------------------------------------------------------------------------------------------------------------ monotony


MONOTONE = {name: text for name, text in PROGRAMS.items() if name != "numbers of pointers"}
"""An address that is compared with a number stays an address, while an unknown value becomes the number: that is no weaker,
but right as well."""


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Samples:
    folder = tmp_path_factory.mktemp("programs")
    return Samples([read("void see(long, ...);" + text, folder) for text in (*MONOTONE.values(), RICH)])


class Samples:
    """Not shown, as it is long."""

    def __init__(self, programs: Sequence[Program]) -> None:
        self.all = [(program, paths_of(program)) for program in programs]

    def __repr__(self) -> str:
        return "Samples"


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    which=st.integers(0, len(MONOTONE)),
    choices=st.lists(st.integers(0, 3), min_size=1, max_size=30),
    begin=st.integers(0, 60),
    forgotten=st.lists(st.integers(0, 20), min_size=1, max_size=6),
)
def test_weaker_state_has_weaker_successors(
    samples: Samples, which: int, choices: list[int], begin: int, forgotten: list[int]
) -> None:
    program, paths = samples.all[which]
    steps = steps_of(walk(program, choices))
    states = strongest_posts(paths, steps)
    assume(len(states) > begin)
    strong = weak = states[begin]
    for number in forgotten:
        elements = paths.elements(weak)
        weak = paths.without(weak, elements[number % len(elements)]) if elements else weak
    assert_stays_weaker(paths, strong, weak, steps[begin + 1 : begin + 12])


def assert_stays_weaker(paths: ValuePaths, strong: ValueState, weak: ValueState, steps: Sequence[PathStep]) -> None:
    stronger, weaker = strongest_posts(paths, steps, strong), strongest_posts(paths, steps, weak)
    assert len(weaker) >= len(stronger), "a contradiction out of nothing"
    for step, one, other in zip(steps, stronger, weaker, strict=False):
        assert follows(other, one), f"{step.edge}: {one} does not imply {other}"


def follows(weaker: ValueState, stronger: ValueState) -> bool:
    """The implication; blocks that only one of them knows change the numbers of later ones, which then do not count."""
    if weaker.memory.heap != stronger.memory.heap:
        weaker, stronger = without_heap(weaker), without_heap(stronger)
    return DOMAIN.leq(lhs=stronger, rhs=weaker)
