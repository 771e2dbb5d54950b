"""Newton refinement on the example of its text (Gerlach 2018): Figure 3.1 and Tables 3.1, 3.2 and 3.3, statement by statement.

The text has integers, here they are bit-vectors of 32 bits with a sign.  On the two traces of the figure that makes no
difference: x is 0 or 1 wherever it is known.  It makes one where x is known only to be below 1: see the last test.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.refine.interpolants.paths import OneEngine, World, instance_of, world_of
from whet.cfa.model import Edge
from whet.cfa.operations import flatten
from whet.cfa.show import describe
from whet.encoding.encode import PathFormula
from whet.refine.blocks import PathBlock, checked
from whet.refine.interpolants.newton_trace import NewtonLevel, checked_assertions, trace_of
from whet.refine.strategies.newton import Newton, NewtonOptions
from whet.runtime.deadline import Deadline
from whet.solvers.port import Failure, InterpolantTerms, Unsat
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols

FIGURE = """int main(){
  int x = 0;
  int y = 1;

  while(x < 1){
    x = x + 1;
  }
  if (x != 1){
    goto ERROR;
  }
  return 0;
ERROR:
  return -1;
}
"""
RED = ("x = 0", "y = 1", "[!(x < 1)]", "[x != 1]")
"""The statements of Tables 3.1 and 3.3; declarations, calls and labels of the program model come between them."""
BLUE = ("x = 0", "y = 1", "[x < 1]", "x = x + 1", "[!(x < 1)]", "[x != 1]")
"""Those of Table 3.2."""
LEVELS = pytest.mark.parametrize("level", NewtonLevel)


class Example:
    """A trace of the figure, cut behind each of its statements; one more block is behind the last, where it is false."""

    def __init__(self, folder: Path, statements: Sequence[str]) -> None:
        self.world: World = world_of(FIGURE, folder, blocks=False)
        edges = self.world.along([1, 0] if statements is RED else [0, 1, 0])
        self.cuts = self._behind(edges, statements)
        self.blocks = self._cut(edges)
        self.engine = self.world.engine("z3")
        self.terms = self.world.terms

    def _behind(self, edges: Sequence[Edge], statements: Sequence[str]) -> list[int]:
        shown = [" ".join(map(describe, flatten(edge.operation))) for edge in edges]
        assert [text for text in shown if text in statements] == list(statements)
        return [number for number, text in enumerate(shown, 1) if text in statements]

    def _cut(self, edges: Sequence[Edge]) -> list[PathBlock]:
        """By positions, because the traces come to nodes twice."""
        ends, blocks = [*self.cuts, len(edges)], list[PathBlock]()
        single = self.world.by_edges(edges)
        for begin, end in zip([0, *ends], ends, strict=False):
            parts = single[begin:end]
            steps = tuple(step for part in parts for step in part.steps or ())
            blocks.append(PathBlock(parts[0].before, self._conjunction(parts), steps, parts[-1].location))
        return blocks

    def _conjunction(self, parts: Sequence[PathBlock]) -> PathFormula:
        last = parts[-1].after
        return PathFormula(self.world.terms.and_(*(part.formula for part in parts)), last.ssa, last.activations)

    # ------------------------------------------------------------------------------------------ terms

    def at(self, cut: int, name: str) -> Term:
        """A variable behind the statement with this number, from 1 on."""
        return instance_of(self.world, self.blocks[cut - 1], f"main::{name}")

    def equals(self, cut: int, name: str, value: int) -> Term:
        return self.terms.eq(self.at(cut, name), self.terms.bv(value, 32))

    def assert_equivalent(self, found: Sequence[Term], expected: Sequence[Term]) -> None:
        """The same assertions, apart from what else holds when the program begins (the heap is empty)."""
        assert len(found) == len(expected)
        begin = self.world.encoder.initial().formula
        for number, (one, other) in enumerate(zip(found, expected, strict=True), 1):
            solver = self.engine.solver()
            solver.add(begin, self.terms.xor(one, other))
            assert isinstance(solver.check(), Unsat), (number, str(one), str(other))

    # ------------------------------------------------------------------------------------------ refinement

    def newton(self, *, level: NewtonLevel = NewtonLevel.EDGE, core: bool, live: bool) -> Newton:
        options = NewtonOptions(level=level.value, core="yes" if core else "no", live="yes" if live else "no")
        return Newton(self.world.encoder, OneEngine(self.engine), options)

    def refined(self, newton: Newton) -> tuple[Term, ...]:
        found = newton.sequence(self.blocks, limit=60)
        return self.assert_lawful(found)

    def assert_lawful(self, found: InterpolantTerms | Failure) -> tuple[Term, ...]:
        solver, vocabulary = self.engine.solver(), self.world.encoder.vocabulary
        assert isinstance(found, InterpolantTerms), found
        assert checked_assertions(solver, self.blocks, found, vocabulary=vocabulary) == found
        return found.terms


def test_path_formulas_of_the_red_trace(tmp_path: Path) -> None:
    example = Example(tmp_path, RED)
    t, x, y = example.terms, example.at(1, "x"), example.at(2, "y")
    one = t.bv(1, 32)
    expected = [t.eq(x, t.bv(0, 32)), t.eq(y, one), t.not_(t.bv_slt(x, one)), t.distinct(x, one)]
    trace = trace_of(example.world.encoder, example.blocks, NewtonLevel.EDGE)
    assert [statement.formulas for statement in trace if statement.ends_block][:-1] == [(term,) for term in expected]


@LEVELS
def test_table_3_1(tmp_path: Path, level: NewtonLevel) -> None:
    example = Example(tmp_path, RED)
    found = example.refined(example.newton(level=level, core=False, live=False))
    t = example.terms
    begin = example.equals(1, "x", 0)
    example.assert_equivalent(found, [begin, t.and_(begin, example.equals(2, "y", 1)), t.false, t.false])


@LEVELS
def test_table_3_2(tmp_path: Path, level: NewtonLevel) -> None:
    """With the core that the text supposes; y and both comparisons with 1 are left out."""
    example = Example(tmp_path, BLUE)
    newton = example.newton(level=level, core=True, live=False)
    trace = trace_of(example.world.encoder, example.blocks, level)
    core = frozenset(part for statement in trace for part in statement.formulas if _supposed(example, part))
    found = example.assert_lawful(newton.postconditions(trace, Deadline(60), core=core))
    zero, one = example.equals(1, "x", 0), example.equals(4, "x", 1)
    example.assert_equivalent(found, [zero, zero, zero, one, one, example.terms.false])


def _supposed(example: Example, formula: Term) -> bool:
    """Is a formula, or the block it is, in the infeasible core of the text?"""
    t, before, after = example.terms, example.at(1, "x"), example.at(4, "x")
    core = [example.equals(1, "x", 0), t.eq(after, t.bv_add(before, t.bv(1, 32))), t.distinct(after, t.bv(1, 32))]
    solver = example.engine.solver()
    solver.add(formula)
    return any(isinstance(solver.check(t.not_(part)), Unsat) for part in core)


@LEVELS
def test_the_core_found_is_that_of_table_3_2(tmp_path: Path, level: NewtonLevel) -> None:
    """There is one other that is minimal, without x = 0; what comes last is left out first."""
    example = Example(tmp_path, BLUE)
    found = example.refined(example.newton(level=level, core=True, live=False))
    zero, one = example.equals(1, "x", 0), example.equals(4, "x", 1)
    example.assert_equivalent(found, [zero, zero, zero, one, one, example.terms.false])
    if level is NewtonLevel.EDGE:  # the first block also says that the heap is empty, which nobody reads
        assert isinstance(checked(example.engine.solver(), example.blocks, InterpolantTerms(found)), InterpolantTerms)


@LEVELS
def test_without_the_core_the_blue_trace_keeps_y(tmp_path: Path, level: NewtonLevel) -> None:
    example = Example(tmp_path, BLUE)
    t = example.terms
    found = example.refined(example.newton(level=level, core=False, live=False))
    zero, one, y = example.equals(1, "x", 0), example.equals(4, "x", 1), example.equals(2, "y", 1)
    example.assert_equivalent(found, [zero, t.and_(zero, y), t.and_(zero, y), t.and_(one, y), t.and_(one, y), t.false])


@LEVELS
def test_table_3_3(tmp_path: Path, level: NewtonLevel) -> None:
    example = Example(tmp_path, RED)
    found = example.refined(example.newton(level=level, core=False, live=True))
    begin, false = example.equals(1, "x", 0), example.terms.false
    example.assert_equivalent(found, [begin, begin, false, false])
    assert checked(example.engine.solver(), example.blocks, InterpolantTerms(found)) == InterpolantTerms(found)


def test_future_live_variables_of_table_3_3(tmp_path: Path) -> None:
    """The set of variables that are future live shrinks: x and y, then x alone, then none."""
    example = Example(tmp_path, RED)
    found = example.refined(example.newton(core=False, live=True))
    assert [symbols(term) for term in found] == [{example.at(1, "x")}, {example.at(2, "x")}, frozenset(), frozenset()]


def test_without_live_variables_the_vocabulary_is_wider_than_that_of_interpolants(tmp_path: Path) -> None:
    example = Example(tmp_path, RED)
    found = InterpolantTerms(example.refined(example.newton(core=False, live=False)))
    result = checked(example.engine.solver(), example.blocks, found)
    assert isinstance(result, Failure)
    assert "local symbol" in result.reason


@LEVELS
def test_where_numbers_wrap_around(tmp_path: Path, level: NewtonLevel) -> None:
    """From the other core of the blue trace, x < 1 and x = x + 1 give x <= 1 over integers.  Over bit-vectors the least number
    is no successor of a number below 1, so it is not among the values of x."""
    example = Example(tmp_path, BLUE)
    t = example.terms
    newton = example.newton(level=level, core=True, live=False)
    trace = trace_of(example.world.encoder, example.blocks, level)
    without = [example.equals(1, "x", 0), example.equals(2, "y", 1)]
    core = frozenset(p for each in trace for p in each.formulas if not any(_implies(example, p, eq) for eq in without))
    found = example.assert_lawful(newton.postconditions(trace, Deadline(60), core=core))
    below, after = t.bv_slt(example.at(3, "x"), t.bv(1, 32)), example.at(4, "x")
    successor = t.and_(t.bv_sle(after, t.bv(1, 32)), t.distinct(after, t.bv(1 << 31, 32)))
    example.assert_equivalent(found, [t.true, t.true, below, successor, example.equals(4, "x", 1), t.false])


def _implies(example: Example, formula: Term, conclusion: Term) -> bool:
    solver = example.engine.solver()
    solver.add(formula, example.terms.not_(conclusion))
    return isinstance(solver.check(), Unsat)
