"""Sliced prefixes of blocks (Algorithm 8): the same as by walking along the path, with fewer questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refine.interpolants.paths import World, world_of
from whet.refine.block_prefixes import FeasibleBlocks, Prefixes, extract_sliced_block_prefixes, without_effect
from whet.refine.blocks import PathBlock
from whet.solvers.port import Sat, Solver, SolverAnswer, Unsat
from whet.solvers.terms.sorts import Bool
from whet.solvers.terms.term import Term

Literals = Sequence[tuple[int, bool]]
"""Symbols by number, and whether they hold."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return world_of("int main(void) { return 0; }", tmp_path_factory.mktemp("prefixes"))


def block(world: World, literals: Literals) -> PathBlock:
    """One that says nothing but that these literals hold."""
    terms = world.terms
    symbols = [(terms.symbol(f"b{number}", Bool()), holds) for number, holds in literals]
    formula = terms.and_(*(symbol if holds else terms.not_(symbol) for symbol, holds in symbols))
    before = world.encoder.initial()
    assert world.program.start.entry is not None
    return PathBlock(before, replace(before, formula=formula), None, world.program.start.entry)


def solvers(world: World) -> Callable[[], Solver]:
    return world.engine("bitwuzla").solver


def formulas(blocks: Sequence[PathBlock]) -> list[Term]:
    return [each.formula for each in blocks]


def walked(world: World, path: Sequence[PathBlock]) -> list[list[Term]]:
    """As Algorithm 8 is written: each block that contradicts those before it ends a prefix, and has no effect then."""
    found, feasible = [], list[PathBlock]()
    for each in path:
        contradicts = world.contradict([*feasible, each])
        if contradicts:
            found.append(formulas([*feasible, each]))
        feasible.append(without_effect(world.terms)(each) if contradicts else each)
    return found


@given(st.lists(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=3), min_size=1, max_size=8))
def test_they_are_those_of_a_walk_along_the_path(world: World, path: list[list[tuple[int, bool]]]) -> None:
    blocks = [block(world, literals) for literals in path]
    found = extract_sliced_block_prefixes(solvers(world), blocks, without_effect(world.terms))
    expected = walked(world, blocks)
    if expected:
        assert isinstance(found, Prefixes)
        assert [formulas(prefix) for prefix in found.found] == expected
    else:
        assert isinstance(found, FeasibleBlocks)


def test_a_block_that_stays_contradictory_ends_the_search(world: World) -> None:
    blocks = [block(world, literals) for literals in ([(0, True)], [(0, False)], [(1, True)], [(1, False)])]
    found = extract_sliced_block_prefixes(solvers(world), blocks, lambda each: each)
    assert isinstance(found, Prefixes)
    assert [formulas(prefix) for prefix in found.found] == [formulas(blocks[:2])]


@dataclass(slots=True)
class Counted:
    """Counts the answers of the solvers it makes."""

    make: Callable[[], Solver]
    answers: list[SolverAnswer] = field(default_factory=list)

    def __call__(self) -> Solver:
        solver = self.make()
        original = solver.check

        def check(*assumptions: Term, limit: float | None = None) -> SolverAnswer:
            self.answers.append(original(*assumptions, limit=limit))
            return self.answers[-1]

        solver.check = check  # type: ignore[method-assign]
        return solver


def test_few_questions_find_no_contradiction(world: World) -> None:
    """A walk would ask twelve of them."""
    path = [block(world, [(number, True)]) for number in range(12)]
    counted = Counted(solvers(world))
    found = extract_sliced_block_prefixes(counted, [*path, block(world, [(3, False)])], without_effect(world.terms))
    assert isinstance(found, Prefixes)
    assert len(counted.answers) == 1, "prefixes are not extracted before they are wanted"
    assert len([*found.found]) == 1
    assert sum(isinstance(answer, Sat) for answer in counted.answers) == 1
    assert any(isinstance(answer, Unsat) for answer in counted.answers)
