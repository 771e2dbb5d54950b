"""Error paths as formulas: block by block, through joins, and back to edges."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.analyses.predicate.running import INDEX, Explored, explore, program_of
from whet.analyses.predicate.blocks import BlockFormula, block_formulas, concrete_path
from whet.cfa.model import Edge
from whet.core.arg import ArgNode
from whet.core.path import PathStep
from whet.solvers.port import Sat, SolverAnswer, Unsat
from whet.solvers.terms.term import Term

BRANCHES = """int f(unsigned a) { if (a > 3) return a; return a + 1; }
int main(void) {
  unsigned x = 0, y = 0, z = 0;
  if (__VERIFIER_nondet_bool()) { x = 1; if (__VERIFIER_nondet_bool()) y = 2; } else { y = 3; if (x == 0) z = 4; }
  while (z < 4) { z++; if (__VERIFIER_nondet_bool()) x += f(y); else x++; }
  if (x == %s) reach_error();
  return 0;
}"""


def solve(explored: Explored, *formulas: Term) -> SolverAnswer:
    solver = explored.analysis.engines.main.solver()
    solver.add(*formulas)
    return solver.check()


def blocks_of(explored: Explored, target: ArgNode) -> tuple[BlockFormula, ...]:
    return block_formulas(explored.analysis, target, INDEX)


def is_feasible(explored: Explored, target: ArgNode) -> bool:
    answer = solve(explored, *(block.after.formula for block in blocks_of(explored, target)))
    assert isinstance(answer, Sat | Unsat)
    return isinstance(answer, Sat)


def encoded(explored: Explored, edges: tuple[Edge, ...]) -> Term:
    encoder = explored.analysis.encoder
    path = encoder.initial()
    for edge in edges:
        path = encoder.extended(path, PathStep(edge))
    return path.formula


@pytest.mark.parametrize("order", ["callstack", "rpo", "bfs"])
@pytest.mark.parametrize("blocks", ["edge", "loops", "joins"])
def test_a_model_of_the_blocks_is_a_path_that_can_be_executed(blocks: str, order: str, tmp_path: Path) -> None:
    program = program_of(BRANCHES % "5", tmp_path)
    explored = explore(program, ["z <= 3"], blocks=blocks, order=order, go_on=True)
    feasible = [target for target in explored.targets if is_feasible(explored, target)]
    assert explored.targets
    for target in feasible:
        found = blocks_of(explored, target)
        answer = solve(explored, *(block.after.formula for block in found))
        assert isinstance(answer, Sat)
        edges = concrete_path(found, answer.model)
        assert edges[0].source is program.start.entry
        assert all(one.target is other.source for one, other in pairwise(edges))
        assert isinstance(solve(explored, encoded(explored, edges)), Sat)


def test_the_path_through_joins_is_the_one_the_model_describes(tmp_path: Path) -> None:
    """Without a loop all of it is one block; of its many paths only one leads to the error."""
    text = """int main(void) {
      unsigned x = 0, y = 0;
      if (__VERIFIER_nondet_bool()) x += 1; else { y += 1; if (x == 1) y = 9; }
      if (__VERIFIER_nondet_bool()) x += 2; else y += 2;
      if (__VERIFIER_nondet_bool()) { if (y > 0) x += 4; } else y += 4;
      if (x == 5 && y == 2) reach_error();
      return 0;
    }"""
    program = program_of(text, tmp_path)
    explored = explore(program, [], blocks="loops")
    (target,) = explored.targets
    (block,) = blocks_of(explored, target)
    assert block.steps is None
    assert block.end is target
    assert block.location is block.trace.location
    answer = solve(explored, block.after.formula)
    assert isinstance(answer, Sat)
    edges = concrete_path([block], answer.model)
    assert isinstance(solve(explored, encoded(explored, edges)), Sat)
    assert len(edges) < len(block.codings), "the other branches are in the block, too"


def test_blocks_share_one_numbering(tmp_path: Path) -> None:
    """Together they describe the path; each begins with the instances the one before ended with."""
    program = program_of(BRANCHES % "77", tmp_path)
    explored = explore(program, [], blocks="edge")
    (target,) = explored.targets
    found = blocks_of(explored, target)
    assert len(found) > 5
    assert found[0].before.formula is explored.analysis.terms.true
    for one, other in pairwise(found):
        assert one.after.ssa == other.before.ssa
        assert dict(one.after.activations) == dict(other.before.activations)
        assert other.before.formula is explored.analysis.terms.true
    assert all(block.steps is not None for block in found)
    edges = tuple(step.edge for block in found for step in block.steps or ())
    together = explored.analysis.terms.and_(*(block.after.formula for block in found))
    same = explored.analysis.terms.eq(together, encoded(explored, edges))
    assert isinstance(solve(explored, explored.analysis.terms.not_(same)), Unsat)


def test_states_inside_a_block_have_their_formulas(tmp_path: Path) -> None:
    program = program_of(BRANCHES % "77", tmp_path)
    explored = explore(program, [], blocks="loops")
    (target,) = explored.targets
    found = blocks_of(explored, target)
    parent, _ = target.parents[0]
    inside = found[-1].at(parent.state[INDEX])
    assert inside is not None
    assert isinstance(solve(explored, inside.formula), Sat)
    assert found[0].at(parent.state[INDEX]) is None


def test_the_path_to_a_gap_ends_with_what_is_lost(tmp_path: Path) -> None:
    text = """int a; int main(void) {
      unsigned x = 0;
      while (__VERIFIER_nondet_bool()) x++;
      if (x == 1) { unsigned long n = (unsigned long)&a; if (n == 40960) a = 1; }
      return a;
    }"""
    explored = explore(program_of(text, tmp_path), [], blocks="loops")
    gap, *_ = explored.reached.gaps
    found = blocks_of(explored, gap)
    assert [block.end for block in found][-1] is gap
    assert len(found) == 2
    assert isinstance(solve(explored, found[0].after.formula), Sat)
    assert isinstance(solve(explored, *(block.after.formula for block in found)), Unsat), "x was not increased on this path"


def test_the_root_has_no_blocks_and_a_loose_node_is_refused(tmp_path: Path) -> None:
    explored = explore(program_of(BRANCHES % "77", tmp_path), [], blocks="loops")
    root = explored.reached.arg.root
    assert root is not None
    assert blocks_of(explored, root) == ()
    (target,) = explored.targets
    node = target.parents[0][0]
    node.parents.clear()
    with pytest.raises(ValueError, match="does not begin at the root"):
        blocks_of(explored, target)
