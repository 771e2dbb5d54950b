"""Several error paths at once: the interpolant tree of Figure 5.4."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest

from tests.refine.running import PRESET, explored, paths_of, read, run, verdict
from whet.algorithms.exploring import FoundTargets
from whet.analyses.value.paths import PathElement
from whet.analyses.value.state import ValueState
from whet.cfa.model import Program
from whet.core.arg import Path, path_to
from whet.core.configuration import load_configuration
from whet.core.path import steps_of
from whet.refine.interpolation import ALL_SHORTCUTS, InterpolantTree, Interpolation
from whet.refine.selection import Refinement

FOUR = """
int main(void) {
  int a = 1;
  if (__VERIFIER_nondet_bool()) {
    if (a != 1) reach_error();
    return 0;
  }
  int b = 1;
  if (__VERIFIER_nondet_bool()) {
    if (b != 1) reach_error();
    return 0;
  }
  if (b == 2) {
    if (__VERIFIER_nondet_bool()) reach_error();
    reach_error();
  }
  return 0;
}"""
"""The first contradiction needs a, the second b; the third needs b as well and is in the way of the last two errors."""

TOGETHER = "refinement.targets=4"


class Queries:
    """How many there were."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


@pytest.fixture
def program(tmp_path: FilePath) -> Program:
    return read(FOUR, tmp_path)


def error_paths(program: Program) -> list[Path]:
    """The four of them, in the order of the source."""
    exploration = explored(program, load_configuration(PRESET))
    exploration.wanted = 4
    explored_to = exploration.explore(exploration.analysis.initial_precision())
    assert isinstance(explored_to, FoundTargets)
    found = [path_to(target) for target in explored_to.targets]
    return sorted(found, key=lambda path: path.edges[-1].origin.expression.begin)


def tree_of(program: Program, count: Queries) -> InterpolantTree[ValueState, PathElement]:
    paths = paths_of(program)
    return InterpolantTree(paths, Interpolation(paths, ALL_SHORTCUTS, count))


def tracked(refinement: Refinement) -> set[str]:
    return set(map(str, refinement.tracked))


def test_path_is_excluded_by_what_an_earlier_one_contradicts(program: Program) -> None:
    tree, paths = tree_of(program, Queries()), error_paths(program)
    assert len(paths) == 4
    for path in paths[:3]:
        assert not tree.excludes(path)
        tree.refute(path, steps_of(path.edges))
    assert tree.excludes(paths[3])


def test_each_path_wants_only_what_the_tree_does_not_have(program: Program) -> None:
    tree, (first, second, third, _) = tree_of(program, Queries()), error_paths(program)
    assert tracked(tree.refute(first, steps_of(first.edges))) == {"main::a"}
    assert tracked(tree.refute(second, steps_of(second.edges))) == {"main::b"}
    assert tracked(tree.refute(third, steps_of(third.edges))) <= {"main::b"}


def test_interpolation_begins_where_the_tree_is_strong_enough(program: Program) -> None:
    _, second, third, _ = error_paths(program)
    alone, shared = Queries(), Queries()
    tree_of(program, alone).refute(third, steps_of(third.edges))
    tree = tree_of(program, shared)
    tree.refute(second, steps_of(second.edges))
    before = shared.count
    tree.refute(third, steps_of(third.edges))
    assert shared.count - before < alone.count


def test_one_refinement_excludes_all_four(program: Program) -> None:
    done = run(program, TOGETHER)
    assert done.verdict == "TRUE"
    assert done.statistic("refinements") == 1
    assert done.statistic("paths_excluded_by_others") == 1
    assert done.tracked == {"main::a", "main::b"}


def test_one_path_after_the_other_needs_more_refinements(program: Program) -> None:
    done = run(program)
    assert done.verdict == "TRUE"
    assert done.statistic("refinements") > 1


@pytest.mark.parametrize("go_on", ["root", "pivot", "strengthened"])
@pytest.mark.parametrize("precision", ["scoped", "localised"])
def test_refining_together_works_with_every_way_to_go_on(program: Program, go_on: str, precision: str) -> None:
    assert verdict(program, TOGETHER, f"refinement.go_on={go_on}", f"value.precision={precision}") == "TRUE"


def test_real_error_among_others_is_found(tmp_path: FilePath) -> None:
    program = read(FOUR.replace("b != 1", "b != 2"), tmp_path)
    assert verdict(program, TOGETHER) == "FALSE"


def test_exploration_ends_so_many_states_behind_the_first_target(program: Program) -> None:
    soon = run(program, TOGETHER, "refinement.more_states=1")
    late = run(program, TOGETHER)
    assert soon.verdict == late.verdict == "TRUE"
    assert soon.statistic("refinements") > late.statistic("refinements")
