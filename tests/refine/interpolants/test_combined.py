"""Several strategies together: order, limits, checks and counts; and the loops of ``tests/programs/loops``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.refine.interpolants.paths import OneEngine, World, instance_of, world_of, world_of_file
from whet.core.configuration import RefinementOptions
from whet.core.registry import STRATEGY
from whet.refine.blocks import PathBlock, Strategy
from whet.refine.interpolants.combined import Candidate, Combination
from whet.solvers.port import Failure, InterpolantTerms, MissingCapability
from whet.solvers.terms.term import Term

LOOPS = Path(__file__).parents[2] / "programs" / "loops"
TOGETHER = """int main(void) { unsigned x = 0, y = 0; while (__VERIFIER_nondet_bool()) { x++; y++; }
if (x != y) reach_error(); return 0; }"""


@dataclass
class Fixed(Strategy):
    """Says always the same."""

    name: str
    answer: InterpolantTerms | Failure
    asked: int = 0
    limit: float | None = None
    longest: int | None = None
    longest_again: int | None = None

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        self.asked += 1
        self.limit = limit
        return self.answer


@pytest.fixture
def world(tmp_path: Path) -> World:
    return world_of(TOGETHER, tmp_path)


def equal(world: World, block: PathBlock) -> Term:
    return world.terms.eq(instance_of(world, block, "main::x"), instance_of(world, block, "main::y"))


def combination(world: World, *strategies: Strategy, seconds: float | None = None) -> Combination:
    return Combination(strategies, world.engine("bitwuzla").solver(), seconds=seconds)


def usual(world: World) -> Combination:
    """The strategies a run asks if nobody says otherwise."""
    made = [STRATEGY.make(name, world.encoder, world.engines) for name in RefinementOptions().strategies]
    return combination(world, *made, seconds=30)


def test_the_first_good_answer_is_taken(world: World) -> None:
    blocks = world.joined(visits=2)
    good = InterpolantTerms((equal(world, blocks[0]), equal(world, blocks[1])))
    wrong = InterpolantTerms((world.terms.true, world.terms.true))
    local = InterpolantTerms((equal(world, blocks[1]), equal(world, blocks[1])))
    strategies = [Fixed("fails", Failure("no idea: 17")), Fixed("wrong", wrong), Fixed("local", local), Fixed("good", good)]
    last = Fixed("last", good)
    asked = combination(world, *strategies, last)
    assert asked.first(blocks) == Candidate("good", good)
    assert last.asked == 0
    assert {name: number for name, number in asked.statistics.items() if "seconds" not in name} == {
        "fails: no idea": 1,
        "wrong: block # does not lead from interpolant to interpolant": 1,
        "local: interpolant # has the local symbol main": 1,
        "good: found": 1,
    }


def test_second_opinion_is_given_less_time(world: World) -> None:
    blocks = world.joined(visits=2)
    good = InterpolantTerms((equal(world, blocks[0]), equal(world, blocks[1])))
    strategies = [Fixed("fails", Failure("no idea")), Fixed("finds", good), Fixed("again", good), Fixed("once more", good)]

    def limits(seconds: float | None) -> list[float | None]:
        combination(world, *strategies, seconds=seconds).candidates(blocks)
        return [each.limit for each in strategies]

    assert limits(5.0) == [5.0, 5.0, 1.0, 1.0]
    assert limits(120.0) == [120.0, 120.0, 24.0, 24.0]
    assert limits(None) == [None] * 4


def test_who_cannot_be_interrupted_is_not_asked_again_about_a_long_path(world: World) -> None:
    blocks = world.joined(visits=2)
    good = InterpolantTerms((equal(world, blocks[0]), equal(world, blocks[1])))
    alone, after = (Fixed("slow", good, longest_again=len(blocks) - 1) for _ in range(2))
    combination(world, Fixed("fails", Failure("no idea")), alone).candidates(blocks)
    combination(world, Fixed("finds", good), after).candidates(blocks)
    assert (alone.asked, after.asked) == (1, 0)


def test_all_answers_that_differ_are_candidates(world: World) -> None:
    blocks = world.joined(visits=2)
    x, zero = instance_of(world, blocks[0], "main::x"), world.terms.bv(0, 32)
    good = InterpolantTerms((equal(world, blocks[0]), equal(world, blocks[1])))
    other = InterpolantTerms((world.terms.and_(equal(world, blocks[0]), world.terms.eq(x, zero)), equal(world, blocks[1])))
    asked = combination(world, Fixed("a", good), Fixed("b", Failure("none")), Fixed("c", good), Fixed("d", other))
    assert asked.candidates(blocks) == [Candidate("a", good), Candidate("d", other)]


def test_without_a_good_answer_the_last_reason_is_given(world: World) -> None:
    blocks = world.joined(visits=2)
    asked = combination(world, Fixed("a", Failure("one")), Fixed("b", Failure("two")))
    assert asked.first(blocks) == Failure("two")
    assert asked.candidates(blocks) == []


def test_limits_are_passed_on_and_keep_strategies_from_long_paths(tmp_path: Path) -> None:
    text = """int main(void) { unsigned x = 0; while (__VERIFIER_nondet_bool()) { if (__VERIFIER_nondet_bool()) x += 2;
    else x += 4; } if (x == 1) reach_error(); return 0; }"""
    world = world_of(text, tmp_path)
    short = Fixed("short", Failure("none"), longest=3)
    asked = combination(world, short, seconds=7)
    asked.first(world.joined(visits=2))
    assert (short.asked, short.limit) == (1, 7)
    asked.first(world.joined(visits=3))
    assert short.asked == 1, "there are four blocks, some of them joined"
    asked.first(world.by_heads(next(world.error_paths(visits=3))))
    assert short.asked == 2, "no branches"
    assert asked.statistics["short: not asked"] == 1


def test_laws_of_a_strategy_take_the_place_of_those_of_interpolants(world: World) -> None:
    blocks = world.joined(visits=2)
    wrong = InterpolantTerms((world.terms.true, world.terms.true))
    lenient, strict = (
        Fixed("lenient", wrong),
        Fixed("strict", InterpolantTerms((equal(world, blocks[0]), equal(world, blocks[1])))),
    )
    lenient.laws = lambda solver, blocks, found, *, limit=None: found
    strict.laws = lambda solver, blocks, found, *, limit=None: Failure("never")
    assert combination(world, strict).first(blocks) == Failure("never")
    assert combination(world, strict, lenient).first(blocks) == Candidate("lenient", wrong)


@pytest.mark.parametrize(("name", "engine"), [("spacer", "bitwuzla"), ("bitwuzla", "z3")])
def test_strategy_needs_an_engine_that_can_do_it(world: World, name: str, engine: str) -> None:
    with pytest.raises(MissingCapability):
        STRATEGY.make(name, world.encoder, OneEngine(world.engine(engine)))


def test_strategies_that_take_long_are_spared_long_paths() -> None:
    limits = {name: (each.make.longest, each.make.longest_again) for name, each in STRATEGY.all().items()}  # type: ignore[attr-defined]  # classes
    assert limits == {
        "wp": (None, None),
        "integers": (12, None),
        "spacer": (None, None),
        "bitwuzla": (None, 12),
        "newton": (None, None),
    }


# ---------------------------------------------------------------------------------------------------- loops

NAMES = sorted(path.stem for path in LOOPS.glob("*.c"))


def test_there_are_19_loops() -> None:
    assert len(NAMES) == 19


@pytest.mark.parametrize("name", NAMES)
def test_loops_unrolled_twice(name: str) -> None:
    """The error cannot be reached, and some strategy says why."""
    world = world_of_file(LOOPS / f"{name}.c")
    blocks = world.joined(visits=2)
    found = usual(world).first(blocks)
    assert isinstance(found, Candidate)
    assert len(found.interpolants.terms) == 2


INDUCTIVE = ("xeqy", "parity", "wrap", "square", "mulacc", "half", "uf", "branch", "heap")


@pytest.mark.parametrize("name", INDUCTIVE)
def test_loops_whose_invariant_is_found_at_once(name: str) -> None:
    """The same formula holds at all visits of the head."""
    world = world_of_file(LOOPS / f"{name}.c")
    found = usual(world).first(world.joined(visits=3))
    assert isinstance(found, Candidate)
    assert found.strategy == "wp"
    assert len({world.encoder.uninstantiate(term) for term in found.interpolants.terms}) == 1
