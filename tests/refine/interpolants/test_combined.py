"""Several strategies together: order, limits, checks and counts; and the loops of ``tests/programs/loops``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.refine.interpolants.paths import World, instance_of, world_of, world_of_file
from whet.refine.blocks import Block, Strategy
from whet.refine.interpolants.combined import Candidate, Combination, Limits, rotation
from whet.smt.engines.port import Failure, Interpolants, MissingCapability
from whet.smt.terms.term import Term

LOOPS = Path(__file__).parents[2] / "programs" / "loops"
TOGETHER = """int main(void) { unsigned x = 0, y = 0; while (__VERIFIER_nondet_bool()) { x++; y++; }
if (x != y) reach_error(); return 0; }"""


@dataclass
class Fixed:
    """Says always the same."""

    name: str
    answer: Interpolants | Failure
    asked: int = 0
    limit: float | None = None

    def sequence(self, blocks: Sequence[Block], *, limit: float | None = None) -> Interpolants | Failure:
        self.asked += 1
        self.limit = limit
        return self.answer


@pytest.fixture
def world(tmp_path: Path) -> World:
    return world_of(TOGETHER, tmp_path)


def equal(world: World, block: Block) -> Term:
    return world.terms.eq(instance_of(world, block, "main::x"), instance_of(world, block, "main::y"))


def combination(world: World, *strategies: Strategy, limits: dict[str, Limits] | None = None) -> Combination:
    return Combination(strategies, world.engine("bitwuzla").solver(), limits)


def test_the_first_good_answer_is_taken(world: World) -> None:
    blocks = world.joined(visits=2)
    good = Interpolants((equal(world, blocks[0]), equal(world, blocks[1])))
    wrong = Interpolants((world.terms.true, world.terms.true))
    local = Interpolants((equal(world, blocks[1]), equal(world, blocks[1])))
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
    good = Interpolants((equal(world, blocks[0]), equal(world, blocks[1])))
    fails, finds, again = Fixed("fails", Failure("no idea")), Fixed("finds", good), Fixed("again", good)
    hurried = Fixed("hurried", good)
    limits = {name: Limits(5.0) for name in ("fails", "finds", "again")} | {"hurried": Limits(0.5)}
    combination(world, fails, finds, again, hurried, limits=limits).candidates(blocks)
    assert [each.limit for each in (fails, finds, again, hurried)] == [5.0, 5.0, 1.0, 0.5]


def test_who_cannot_be_interrupted_is_not_asked_again_about_a_long_path(world: World) -> None:
    blocks = world.joined(visits=2)
    good = Interpolants((equal(world, blocks[0]), equal(world, blocks[1])))
    limits = {"slow": Limits(5.0, longest_again=len(blocks) - 1)}
    alone, after = Fixed("slow", good), Fixed("slow", good)
    combination(world, Fixed("fails", Failure("no idea")), alone, limits=limits).candidates(blocks)
    combination(world, Fixed("finds", good), after, limits=limits).candidates(blocks)
    assert (alone.asked, after.asked) == (1, 0)


def test_all_answers_that_differ_are_candidates(world: World) -> None:
    blocks = world.joined(visits=2)
    x, zero = instance_of(world, blocks[0], "main::x"), world.terms.bv(0, 32)
    good = Interpolants((equal(world, blocks[0]), equal(world, blocks[1])))
    other = Interpolants((world.terms.and_(equal(world, blocks[0]), world.terms.eq(x, zero)), equal(world, blocks[1])))
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
    short = Fixed("short", Failure("none"))
    asked = combination(world, short, limits={"short": Limits(seconds=7, longest=3)})
    asked.first(world.joined(visits=2))
    assert (short.asked, short.limit) == (1, 7)
    asked.first(world.joined(visits=3))
    assert short.asked == 1, "there are four blocks, some of them joined"
    asked.first(world.by_heads(next(world.error_paths(visits=3))))
    assert short.asked == 2, "no branches"
    assert asked.statistics["short: not asked"] == 1


def test_the_rotation_needs_both_engines(world: World) -> None:
    with pytest.raises(MissingCapability):
        rotation(world.encoder, world.engine("bitwuzla"), world.engine("z3"))


# ---------------------------------------------------------------------------------------------------- loops

NAMES = sorted(path.stem for path in LOOPS.glob("*.c"))


def test_there_are_19_loops() -> None:
    assert len(NAMES) == 19


@pytest.mark.parametrize("name", NAMES)
def test_loops_unrolled_twice(name: str) -> None:
    """The error cannot be reached, and some strategy says why."""
    world = world_of_file(LOOPS / f"{name}.c")
    blocks = world.joined(visits=2)
    found = rotation(world.encoder, world.engine("z3"), world.engine("bitwuzla"), seconds=30).first(blocks)
    assert isinstance(found, Candidate)
    assert len(found.interpolants.terms) == 2


INDUCTIVE = ("xeqy", "parity", "wrap", "square", "mulacc", "half", "uf", "branch", "heap")


@pytest.mark.parametrize("name", INDUCTIVE)
def test_loops_whose_invariant_is_found_at_once(name: str) -> None:
    """The same formula holds at all visits of the head."""
    world = world_of_file(LOOPS / f"{name}.c")
    found = rotation(world.encoder, world.engine("z3"), world.engine("bitwuzla"), seconds=30).first(world.joined(visits=3))
    assert isinstance(found, Candidate)
    assert found.strategy == "wp"
    assert len({world.encoder.uninstantiate(term) for term in found.interpolants.terms}) == 1
