"""Places and precisions: what is tracked where, and that forgetting the rest is sound."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analyses.value.concrete import Follower
from tests.analyses.value.programs import PROGRAMS
from tests.analyses.value.running import program_of
from tests.analyses.value.test_soundness import RandomInputs
from tests.refine.running import walk
from whet.analyses.value.analysis import ValueAnalysis, ValueOptions
from whet.analyses.value.memory import Contents
from whet.analyses.value.paths import ValuePaths
from whet.analyses.value.places import HEAP, HEAP_CONTENTS, TrackedPlaces
from whet.analyses.value.precision import FULL, Precision, TrackedPlaceSet, ValuePrecision, without_heap
from whet.analyses.value.state import ValueState
from whet.analyses.value.values import Address
from whet.cfa.model import Edge, Program
from whet.core.interfaces import Post
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.process import RunBounds
from whet.refine.domain import Sharing

# ----------------------------------------------------------------------------------------------------------- places


def names(declaration: str, folder: Path) -> dict[str, tuple[int, int | None]]:
    """The places of a global variable ``v`` with their bytes."""
    program = program_of(declaration + " int main(void) { memset(&v, 0, 1); return 0; }", folder)
    places = TrackedPlaces(ValueAnalysis(program).layout)
    found = [place for variable in program.globals for place in places.of(variable)]
    assert len(set(found)) == len(found), "places are told apart by their names"
    return {str(place): (place.begin, place.end) for place in found}


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("double v;", {"v": (0, None)}),
        ("int v[3];", {"v": (0, None)}),
        ("struct { int a; char b; } v;", {"v.a": (0, 4), "v.b": (4, None)}),
        ("struct { int a; struct { short c; char d; } b; } v;", {"v.a": (0, 4), "v.b.c": (4, 6), "v.b.d": (6, None)}),
        ("struct { int n; int a[3]; long k; } v;", {"v.n": (0, 4), "v.a": (4, 16), "v.k": (16, None)}),
        ("union { int a; float f; } v;", {"v": (0, None)}),
        ("struct { char k; union { int a; float f; } u; } v;", {"v.k": (0, 4), "v.u": (4, None)}),
        ("struct { unsigned a : 3, b : 5, c : 6; } v;", {"v.a": (0, 1), "v.c": (1, None)}),
        ("struct { int a; char open[]; } v;", {"v.a": (0, 4), "v.open": (4, None)}),
    ],
)
def test_places_of_a_variable(declaration: str, expected: dict[str, tuple[int, int | None]], tmp_path: Path) -> None:
    assert names(declaration, tmp_path) == expected


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ("int k; union { int a; float f; }; union { int b; char c; };", ["v.k", "v.a", "v.b"]),
        ("struct { int d; int : 4; int e; }; int : 8;", ["v.d", "v.e"]),
        ("unsigned : 3; unsigned a : 2; int b;", ["v.a", "v.b"]),
        ("union { struct { int x; int y; }; long z; }; union { int : 3; int u; };", ["v.x", "v.u"]),
        ("int : 3;", ["v"]),
    ],
)
def test_unnamed_members_do_not_share_a_place(members: str, expected: list[str], tmp_path: Path) -> None:
    """Two unnamed unions are two places: if one is tracked, the other need not be."""
    assert list(names(f"struct {{ {members} }} v;", tmp_path)) == expected


def test_shadowed_variables_are_different_places(tmp_path: Path) -> None:
    program = program_of("int x; int main(void) { int x = 1; { static int x = 2; { int x = 3; } } return x; }", tmp_path)
    places = list(TrackedPlaces(ValueAnalysis(program).layout).all())
    assert len(set(places)) == len(places)
    assert {HEAP, HEAP_CONTENTS} < set(places)


# ------------------------------------------------------------------------------------------------------- precisions


@pytest.fixture
def program(tmp_path: Path) -> Program:
    text = """
        int g; struct { int a; int b; } s;
        int f(int n) { int m = n + g; return m; }
        int main(void) { int x = 1, y = 2; g = x; s.a = 3; s.b = 4; x = f(y); return x; }"""
    return program_of(text, tmp_path, blocks=False)


def places_named(analysis: ValueAnalysis, *wanted: str) -> TrackedPlaceSet:
    found = frozenset(place for place in TrackedPlaces(analysis.layout).all() if str(place) in wanted)
    assert len(found) == len(wanted)
    return found


def test_scoped_precision_tracks_everywhere_what_was_wanted_somewhere(program: Program) -> None:
    wanted = places_named(ValueAnalysis(program), "g")
    here, there, *_ = program.nodes()
    precision = ValuePrecision.empty(Sharing.SCOPED).joined({here: wanted})
    assert precision.at(here) == precision.at(there) == precision.tracked == wanted
    assert precision.includes({there: wanted})


def test_localised_precision_tracks_where_it_was_wanted(program: Program) -> None:
    analysis = ValueAnalysis(program)
    g, x = places_named(analysis, "g"), places_named(analysis, "main::x")
    here, there, *_ = program.nodes()
    precision = ValuePrecision.empty(Sharing.LOCALISED).joined({here: g}).joined({here: x, there: x})
    assert (precision.at(here), precision.at(there), len(precision)) == (g | x, x, 2)
    assert precision.includes({here: g})
    assert not precision.includes({there: g})
    assert precision.without(x).at(here) == g
    assert precision.with_everywhere(g).includes({there: g})


def knowledge(program: Program, precision: ValuePrecision) -> set[str]:
    """The places some value is known of, somewhere on the only path through the program."""
    analysis = ValueAnalysis(program, ValueOptions(precision=precision.sharing.value, forget="nothing"))
    paths = ValuePaths(analysis)
    states = states_behind(analysis, walk(program, ()), precision)
    return {str(place) for edge, state in states for place in paths.precision(state, edge.target)}


def states_behind(analysis: ValueAnalysis, edges: Sequence[Edge], precision: Precision) -> list[tuple[Edge, ValueState]]:
    assert analysis.program.start.entry is not None
    state, found = analysis.initial(analysis.program.start.entry), []
    for edge in edges:
        post = analysis.post(edge)
        (state,) = (state,) if post is None else post(state, precision)
        found.append((edge, state))
    return found


ALL_OF_IT = {"g", "s.a", "s.b", "main::x", "main::y", "f::n", "f::m", "f::__return", "main::__return"}


@pytest.mark.parametrize("sharing", Sharing)
@pytest.mark.parametrize("wanted", [set(), {"g"}, {"main::x"}, {"s.b"}, {"s.a", "s.b", "f::m"}, {"main::y", "f::n"}, ALL_OF_IT])
def test_only_what_is_tracked_is_known(program: Program, sharing: Sharing, wanted: set[str]) -> None:
    tracked = places_named(ValueAnalysis(program), *wanted)
    precision = ValuePrecision(sharing, dict.fromkeys(program.nodes(), tracked), tracked)
    assert knowledge(program, precision) == wanted - ({"f::m"} if not {"g", "f::n"} <= wanted else set())


def test_nothing_is_forgotten_with_full_precision(program: Program) -> None:
    analysis = ValueAnalysis(program, ValueOptions(precision="scoped", forget="nothing"))
    plain = ValueAnalysis(program, ValueOptions(forget="nothing"))
    edges = walk(program, ())
    assert states_behind(analysis, edges, FULL) == states_behind(plain, edges, FULL)


def test_localised_precision_forgets_where_a_place_is_not_tracked(program: Program) -> None:
    tracked = places_named(ValueAnalysis(program), "main::x", "s.a")
    edges = walk(program, ())
    somewhere = [edge.target for edge in edges][::3]
    precision = ValuePrecision.empty(Sharing.LOCALISED).joined(dict.fromkeys(somewhere, tracked))
    analysis = ValueAnalysis(program, ValueOptions(precision="localised", forget="nothing"))
    paths = ValuePaths(analysis)
    for edge, state in states_behind(analysis, edges, precision):
        assert paths.precision(state, edge.target) <= (tracked if edge.target in somewhere else frozenset())


# ------------------------------------------------------------------------------------------------------------- the heap


HEAP_PROGRAM = """
    int *p, *q; int keep(int *r) { q = r; return *r; }
    int main(void) { int x = 1; p = malloc(4); *p = 5; int *own = p; x = keep(own); own = &x; return *own; }"""


@pytest.mark.parametrize(
    ("wanted", "known"),
    [
        ({"p", "q"}, set()),
        ({"p", "q", "*heap contents*"}, set()),
        ({"p", "q", "*heap*"}, {"*heap*"}),
        ({"p", "q", "*heap*", "*heap contents*"}, {"*heap*", "*heap contents*"}),
    ],
)
def test_address_of_a_block_is_known_only_if_the_heap_is_tracked(wanted: set[str], known: set[str], tmp_path: Path) -> None:
    program = program_of(HEAP_PROGRAM, tmp_path)
    analysis = ValueAnalysis(program, ValueOptions(precision="scoped"))
    precision = ValuePrecision(Sharing.SCOPED, {}, places_named(analysis, *wanted))
    assert {name for name in knowledge(program, precision) if "*" in name} == known
    found = [address for _, state in states_behind(analysis, walk(program, ()), precision) for address in addresses(state)]
    assert any(address.object < 0 for address in found) == ("*heap*" in known)


def test_forgotten_heap_is_open_and_leaves_no_address_behind(tmp_path: Path) -> None:
    program = program_of(HEAP_PROGRAM, tmp_path, blocks=False)
    analysis = ValueAnalysis(program, ValueOptions(forget="nothing"))
    full = [state for _, state in states_behind(analysis, walk(program, ()), FULL) if state.memory.heap]
    assert any(frame for state in full for frame in state.callers.frames() if any(isinstance(v, Address) for v in frame))
    for state in full:
        less = without_heap(state)
        assert less.memory.is_open
        assert not less.memory.heap
        assert not [address for address in addresses(less) if address.object < 0]
        assert analysis.domain.leq(lhs=state, rhs=less)


def addresses(state: ValueState) -> Iterator[Address]:
    values = [value for frame in (state.globals, state.frame, *state.callers.frames()) for value in frame]
    values += [value for held in state.memory.objects.values() for _, value in held.others.values()]
    return (value for value in values if isinstance(value, Address))


# ---------------------------------------------------------------------------------------------------------------- masks


@given(
    data=st.binary(min_size=8, max_size=8),
    known=st.binary(min_size=8, max_size=8),
    ranges=st.lists(st.tuples(st.integers(0, 8), st.none() | st.integers(0, 9)), max_size=3),
    at=st.sampled_from([None, 0, 4]),
)
def test_masked_contents_know_what_lies_in_the_ranges(
    data: bytes, known: bytes, ranges: list[tuple[int, int | None]], at: int | None
) -> None:
    parts = [(begin, end) for begin, end in ranges if end is None or end >= begin]
    whole = Contents(8, bytes(a & k for a, k in zip(data, known, strict=True)), known)
    if at is not None:
        whole = whole.write(at, 4, Address(1, 0), 100)
    masked = whole.masked(parts)
    inside = [any(begin <= i and (end is None or i < end) for begin, end in parts) for i in range(8)]
    assert masked.known == bytes(k if kept else 0 for k, kept in zip(whole.known, inside, strict=True))
    assert masked.data == bytes(a if kept else 0 for a, kept in zip(whole.data, inside, strict=True))
    assert all(all(inside[offset : offset + size]) for offset, (size, _) in masked.others.items())
    assert masked.covers(whole)


# --------------------------------------------------------------------------------------------------------- concrete runs


class Adjusted(ValueAnalysis):
    """With a precision that stays as it is."""

    def __init__(self, program: Program, precision: ValuePrecision, transfer: Literal["compiled", "interpreted"]) -> None:
        super().__init__(program, ValueOptions(transfer=transfer, precision=precision.sharing.value))
        self._fixed = precision

    def post(self, edge: Edge) -> Post[ValueState, Precision] | None:
        post = super().post(edge)
        return None if post is None else lambda state, _: post(state, self._fixed)


def some_precision(program: Program, seed: int) -> ValuePrecision:
    """Any places, everywhere or only here and there."""
    generator = random.Random(seed)
    places = list(TrackedPlaces(ValueAnalysis(program).layout).all())
    share = generator.choice([0.2, 0.5, 0.8])

    def some() -> TrackedPlaceSet:
        return frozenset(place for place in places if generator.random() < share)

    if generator.random() < 0.5:
        return ValuePrecision(Sharing.SCOPED, {}, some())
    return ValuePrecision(Sharing.LOCALISED, {node: some() for node in program.nodes()})


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_run_leaves_the_states_of_a_coarse_precision(name: str, tmp_path: Path) -> None:
    program = program_of(PROGRAMS[name], tmp_path, defines_see=True)
    claims = 0
    for seed in range(16):
        precision = some_precision(program, seed)
        analyses = [Adjusted(program, precision, transfer) for transfer in TRANSFERS]
        follower = Follower(program, *analyses)
        Interpreter(program, limits=RunBounds(steps=1500)).run(RandomInputs(seed), observer=follower)
        claims += follower.claims
    assert claims > 9, "nothing was compared"


TRANSFERS: tuple[Literal["compiled"], Literal["interpreted"]] = ("compiled", "interpreted")
