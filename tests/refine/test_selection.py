"""Selection of refinements: each heuristic, compositions, ties and chance (Löwe, section 8.3)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cfa.build import ProgramBuilder, assume
from whet.analyses.symbolic.precision import TrackedConstraint
from whet.cfa.expressions import Const, Variable
from whet.cfa.model import Edge
from whet.cfa.types import LP64
from whet.core.path import PathStep, steps_of
from whet.core.registry import SELECTION
from whet.refine.domain import Tracked
from whet.refine.selection import Refinement, Selection
from whet.task.errors import TaskError

NONE, RANDOM = "none", "random"
HEURISTICS = tuple(SELECTION)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to track, with its score."""

    score: int
    variables: frozenset[Variable] | None = None


def chain(length: int) -> list[Edge]:
    """A straight line of so many steps."""
    function = ProgramBuilder().function()
    return [function.edge(number, number + 1) for number in range(length)]


EDGES = chain(9)


def refinement(length: int, *, wanted: str = "", score: int = 1) -> Refinement:
    """Such as ``wanted="..xx"``: something must be known behind the third step and the fourth."""
    things: frozenset[Tracked] = frozenset({Thing(score)})
    marks = wanted.ljust(length - 1, ".")
    increment = {EDGES[i].target: things for i, mark in enumerate(marks) if mark == "x"}
    return Refinement(tuple(map(PathStep, EDGES[:length])), increment, tuple(mark == "x" for mark in marks))


def total(tracked: frozenset[Tracked]) -> int:
    return sum(thing.score for thing in tracked if isinstance(thing, Thing))


def best(refinements: list[Refinement], *heuristics: str, seed: int = 0) -> Refinement:
    return Selection(heuristics, score=total, seed=seed).best(refinements)


SHORT = refinement(3, wanted="x", score=5)
WIDE = refinement(6, wanted=".xxxx", score=1)
DEEP = refinement(5, wanted="...x", score=3)
ALL = [SHORT, WIDE, DEEP]


def test_measures() -> None:
    assert [each.length for each in ALL] == [3, 6, 5]
    assert [each.depth for each in ALL] == [0, 1, 3]
    assert [each.width for each in ALL] == [1, 4, 1]
    assert refinement(8, wanted="..x..x").width == 4, "the gap between the first and the last counts"


def test_refinement_that_wants_nothing_has_no_width_and_its_pivot_at_the_end() -> None:
    nothing = refinement(4)
    assert (nothing.width, nothing.depth, nothing.tracked) == (0, 4, frozenset())


@pytest.mark.parametrize(
    ("heuristic", "expected"),
    [
        ("length-min", SHORT),
        ("length-max", WIDE),
        ("width-min", DEEP),
        ("width-max", WIDE),
        ("depth-min", SHORT),
        ("depth-max", DEEP),
        ("score-min", WIDE),
        ("score-max", SHORT),
    ],
)
def test_heuristic(heuristic: str, expected: Refinement) -> None:
    assert best(ALL, heuristic) is expected
    assert best(ALL[::-1], heuristic) is expected, "the order of the candidates does not matter"


def test_next_heuristic_decides_between_those_the_first_likes_equally() -> None:
    assert best(ALL, "width-min", "score-max") is SHORT
    assert best(ALL, "width-min", "score-min") is DEEP
    assert best(ALL, "score-min", "width-min") is WIDE, "nothing is left to decide"


def test_longest_prefix_breaks_ties() -> None:
    same = [refinement(length, wanted="x", score=2) for length in (4, 7, 5)]
    assert best(same, "score-min").length == 7
    assert best(same, "depth-max", "width-min").length == 7


def test_only_none_wants_no_prefixes() -> None:
    assert not Selection([NONE], score=total).uses_prefixes
    assert all(Selection([name], score=total).uses_prefixes for name in HEURISTICS if name != NONE)
    assert best([SHORT], NONE) is SHORT


def test_random_choice_is_seeded() -> None:
    def picks(seed: int) -> list[Refinement]:
        selection = Selection([RANDOM], score=total, seed=seed)
        return [selection.best(ALL) for _ in range(30)]

    assert picks(1) == picks(1)
    assert picks(1) != picks(2)
    assert all(each in picks(1) for each in ALL), "everything is chosen some time"


def test_every_measure_has_two_ends() -> None:
    measures = ("length", "width", "depth", "score", "variety")
    ends = (*(f"{measure}-{end}" for measure in measures for end in ("min", "max")), "assumptions-most", "assumptions-least")
    assert (*ends, RANDOM, NONE) == HEURISTICS


def test_assumptions_of_the_interpolants_count_and_not_those_of_the_prefix() -> None:
    function = ProgramBuilder().function()
    few = [function.edge(10, 11), function.edge(11, 12, assume(Const(1, LP64.int)))]
    many = [function.edge(0, 1), function.edge(1, 2, assume(Const(1, LP64.int))), function.edge(2, 3, assume(Const(1, LP64.int)))]
    one = Refinement(steps_of(few), {few[0].target: frozenset({TrackedConstraint(few[1])})}, (True, False))
    two = Refinement(steps_of(many), {many[0].target: frozenset({Thing(1), Thing(2)})}, (True, False, False))
    assert best([one, two], "assumptions-most") is one
    assert best([one, two], "assumptions-least") is two


def test_unknown_heuristic_is_an_error() -> None:
    with pytest.raises(TaskError, match="unknown selection 'beauty-max'"):
        Selection(["beauty-max"], score=total)


@given(
    st.lists(st.tuples(st.integers(2, 9), st.text("x.", max_size=8), st.integers(0, 3)), min_size=1, max_size=6),
    st.lists(st.sampled_from([name for name in HEURISTICS if name not in {NONE, RANDOM}]), max_size=3),
)
def test_choice_is_best_in_the_order_of_the_heuristics(made: list[tuple[int, str, int]], heuristics: list[str]) -> None:
    candidates = [refinement(length, wanted=wanted[: length - 1], score=score) for length, wanted, score in made]

    def rank(candidate: Refinement) -> list[float]:
        numbers = {"length": candidate.length, "width": candidate.width, "depth": candidate.depth}
        numbers |= {"score": total(candidate.tracked), "variety": candidate.variety, "assumptions": 0}
        named = [heuristic.split("-") for heuristic in (*heuristics, "length-max")]
        return [numbers[measure] if end in ("min", "least") else -numbers[measure] for measure, end in named]

    chosen = best(candidates, *heuristics)
    assert rank(chosen) == min(map(rank, candidates))
