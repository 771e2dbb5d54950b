"""Order, merge, stop and partition of states."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.predicate.running import condition, program_of
from whet.analyses.predicate.analysis import PredicateAnalysis, PredicateOptions
from whet.analyses.predicate.state import Abstraction, PredicateState
from whet.cfa.model import Edge, Node
from whet.core.interfaces import Gap
from whet.core.operators import merge_sep

TEXT = """int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = 0;
  if (x > 3) y = 1; else x = 7;
  x = x + y;
  return x;
}"""


class Fixed:
    """An analysis, the fork of its program, and states there."""

    def __init__(self, folder: Path) -> None:
        self.analysis = PredicateAnalysis(program_of(TEXT, folder))
        self.domain = self.analysis.domain
        self.node: Node = next(node for node in self.analysis.program.main.nodes if len(node.leaving) == 2)
        self.edges: list[Edge] = self.node.leaving

    def abstraction(self, *conditions: str) -> Abstraction:
        parts = [condition(self.analysis, text) for text in conditions]
        return self.domain._abstractions.conjunction(parts)

    def state(self, *conditions: str) -> PredicateState:
        return PredicateState(self.abstraction(*conditions), self.analysis.traces.begun(self.node, {"main": 1}))

    def after(self, state: PredicateState, *edges: Edge) -> PredicateState:
        for edge in edges:
            (state,) = self.analysis.post(edge)(state, self.analysis.initial_precision())
        return state


@pytest.fixture
def fixed(tmp_path: Path) -> Fixed:
    return Fixed(tmp_path)


# ----------------------------------------------------------------------------------------------------------- order


def test_abstractions_are_ordered_by_implication(fixed: Fixed) -> None:
    weak, strong, other = fixed.state("x <= 5"), fixed.state("x == 3"), fixed.state("y == 1")
    leq = fixed.domain.leq
    assert leq(lhs=strong, rhs=weak)
    assert not leq(lhs=weak, rhs=strong)
    assert not leq(lhs=strong, rhs=other)
    assert leq(lhs=strong, rhs=fixed.state())


def test_most_implications_need_no_solver(fixed: Fixed) -> None:
    one, more, opposite = fixed.state("x == 3"), fixed.state("x == 3", "y == 1"), fixed.state("x != 3")
    leq = fixed.domain.leq
    assert leq(lhs=more, rhs=one)
    assert not leq(lhs=one, rhs=opposite)
    assert not leq(lhs=opposite, rhs=more)
    assert fixed.analysis.statistics()["coverage_checks"] == 0
    assert not leq(lhs=one, rhs=more)
    assert fixed.analysis.statistics()["coverage_checks"] == 1
    assert not leq(lhs=one, rhs=more)
    assert fixed.analysis.statistics()["coverage_checks"] == 1, "each implication is decided once"


def test_equal_formulas_are_one_abstraction_and_equal_states(fixed: Fixed) -> None:
    assert fixed.abstraction("x == 3", "y == 1") is fixed.abstraction("y == 1", "x == 3")
    assert fixed.state("x == 3") == fixed.state("x == 3")
    assert hash(fixed.state("x == 3")) == hash(fixed.state("x == 3"))
    assert fixed.state("x == 3") != fixed.state("y == 1")
    assert fixed.state("x == 3") != "another kind of thing"


def test_states_inside_blocks_are_ordered_by_their_traces(fixed: Fixed) -> None:
    begin = fixed.state("x <= 5")
    one, other = (fixed.after(begin, edge) for edge in fixed.edges)
    both = fixed.domain.join(one, other)
    assert fixed.domain.leq(lhs=one, rhs=both)
    assert fixed.domain.leq(lhs=other, rhs=both)
    assert not fixed.domain.leq(lhs=both, rhs=one)
    assert not fixed.domain.leq(lhs=one, rhs=other)
    assert fixed.domain.leq(lhs=fixed.after(fixed.state("x == 3"), fixed.edges[0]), rhs=one)
    assert not fixed.domain.leq(lhs=one, rhs=begin)


def test_a_state_with_a_gap_covers_nothing_else(fixed: Fixed) -> None:
    begin = fixed.state()
    gap = begin.followed_by(begin.trace, Gap("address", "somewhere"))
    assert not fixed.domain.leq(lhs=gap, rhs=begin)
    assert not fixed.domain.leq(lhs=begin, rhs=gap)
    assert fixed.analysis.finding(gap) == Gap("address", "somewhere")
    assert fixed.analysis.finding(begin) is None


# ----------------------------------------------------------------------------------------------------------- merge


def test_states_of_one_block_are_merged(fixed: Fixed) -> None:
    begin = fixed.state("x <= 5")
    one, other = (fixed.after(begin, edge) for edge in fixed.edges)
    precision = fixed.analysis.initial_precision()
    merged = fixed.analysis.merge(new=one, old=other, precision=precision)
    assert merged not in (one, other)
    assert fixed.domain.leq(lhs=one, rhs=merged)
    assert fixed.domain.leq(lhs=other, rhs=merged)
    assert fixed.analysis.merge(new=one, old=merged, precision=precision) is merged
    again = fixed.analysis.merge(new=merged, old=one, precision=precision)
    assert again == merged, "what contains the old state takes its place"


def test_states_of_other_blocks_are_kept_apart(fixed: Fixed) -> None:
    precision = fixed.analysis.initial_precision()
    first, second = fixed.state("x <= 5"), fixed.state("x == 3")
    for new_begin, old_begin in ((first, second), (fixed.state("x <= 5"), fixed.state("x <= 5"))):
        new, old = fixed.after(new_begin, fixed.edges[0]), fixed.after(old_begin, fixed.edges[1])
        assert fixed.analysis.merge(new=new, old=old, precision=precision) is old
    assert fixed.analysis.merge(new=first, old=second, precision=precision) is second


def test_states_at_different_places_are_kept_apart(fixed: Fixed) -> None:
    begin = fixed.state()
    near = fixed.after(begin, fixed.edges[0])
    (edge,) = near.trace.location.leaving
    far = fixed.after(near, edge)
    precision = fixed.analysis.initial_precision()
    assert fixed.analysis.merge(new=near, old=far, precision=precision) is far
    with pytest.raises(NotImplementedError):
        fixed.domain.join(near, far)


def test_blocks_of_one_edge_need_no_merge(tmp_path: Path) -> None:
    program = program_of(TEXT, tmp_path)
    assert PredicateAnalysis(program, PredicateOptions(blocks="edge")).merge is merge_sep
    assert PredicateAnalysis(program, PredicateOptions(blocks="joins")).merge is not merge_sep


def test_join_and_widening_of_abstractions(fixed: Fixed) -> None:
    small, large = fixed.state("x == 3"), fixed.state("x <= 5")
    joined = fixed.domain.join(small, fixed.state("x == 9"))
    assert fixed.domain.leq(lhs=small, rhs=joined)
    assert not fixed.domain.leq(lhs=fixed.state("x == 4"), rhs=joined)
    assert fixed.domain.widen(old=large, new=small) is large
    assert fixed.domain.widen(old=small, new=large) == fixed.state()
    begin = fixed.state("x <= 5")
    one, other = (fixed.after(begin, edge) for edge in fixed.edges)
    assert fixed.domain.widen(old=one, new=other) == fixed.domain.join(one, other)


# ----------------------------------------------------------------------------------------------------------- stop


def test_the_index_finds_equal_and_weaker_states(fixed: Fixed) -> None:
    index = fixed.analysis.stop.index()
    weak, strong, other = fixed.state("x <= 5"), fixed.state("x == 3"), fixed.state("y == 1")
    assert index.covering(weak) is None
    index.add(weak)
    index.add(weak)
    index.add(other)
    assert index.covering(fixed.state("x <= 5")) == weak
    assert index.covering(strong) == weak
    assert index.covering(fixed.state()) is None
    index.remove(weak)
    assert index.covering(strong) == weak
    index.remove(weak)
    assert index.covering(strong) is None


def test_the_index_asks_nobody_for_an_equal_state(fixed: Fixed) -> None:
    index = fixed.analysis.stop.index()
    for number in range(50):
        index.add(fixed.state(f"x == {number}"))
    assert index.covering(fixed.state("x == 49")) is not None
    assert fixed.analysis.statistics()["solver_checks"] == 0


def test_a_state_inside_a_block_covers_what_was_merged_into_it(fixed: Fixed) -> None:
    index = fixed.analysis.stop.index()
    begin = fixed.state("x <= 5")
    one, other = (fixed.after(begin, edge) for edge in fixed.edges)
    index.add(other)
    assert index.covering(one) is None
    index.add(fixed.domain.join(one, other))
    assert index.covering(one) is not None
    assert index.covering(begin) is None


def test_partitions(fixed: Fixed) -> None:
    partition = fixed.analysis.partition
    weak, strong = fixed.state("x <= 5"), fixed.state("x == 3")
    inside = fixed.after(weak, fixed.edges[0])
    assert partition(weak) == partition(strong)
    assert partition(inside) != partition(weak)
    assert partition(inside) == partition(fixed.after(weak, fixed.edges[1]))
    assert partition(inside) != partition(fixed.after(strong, fixed.edges[0]))
