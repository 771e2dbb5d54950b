"""Every strategy: known answers, what must fail, and the laws of interpolants on random paths."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.encoding.random_programs import random_program
from tests.interpreter.running import program_of
from tests.refine.interpolants.paths import OneEngine, World, instance_of, world_of
from whet.cfa.loops import analyse_loops
from whet.cfa.model import Edge
from whet.encoding.encode import Encoder
from whet.refine.blocks import PathBlock, Strategy, checked
from whet.refine.strategies.bitwuzla import ProofInterpolants
from whet.refine.strategies.integers import IntegerInterpolants
from whet.refine.strategies.spacer import Spacer
from whet.refine.strategies.wp import WeakestPreconditions
from whet.solvers.interpolation import Broken, check_sequence
from whet.solvers.port import Failure, InterpolantTerms
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term

MAKERS: dict[str, Callable[[World], Strategy]] = {
    "wp": lambda world: WeakestPreconditions(world.encoder, world.engines),
    "wp with z3": lambda world: WeakestPreconditions(world.encoder, OneEngine(world.engine("z3"))),
    "integers": lambda world: IntegerInterpolants(world.encoder, world.engines),
    "spacer": lambda world: Spacer(world.encoder, world.engines),
    "bitwuzla": lambda world: ProofInterpolants(world.encoder, world.engines),
}
EXACT = ("wp", "wp with z3", "spacer", "bitwuzla")
"""What they find is always a sequence of interpolants; integers may mislead."""

TOGETHER = """int main(void) { unsigned x = 0, y = 0; while (__VERIFIER_nondet_bool()) { x++; y++; }
if (x != y) reach_error(); return 0; }"""
BOUND = "int main(void) { unsigned i = 0; while (i < 100) i++; if (i != 100) reach_error(); return 0; }"
BRANCHES = """int main(void) { unsigned a = 0, b = 0, n = 0; while (__VERIFIER_nondet_bool()) {
if (__VERIFIER_nondet_bool()) a++; else b += 1; n++; } if (a + b != n) reach_error(); return 0; }"""
FEASIBLE = """int main(void) { unsigned x = 0; while (__VERIFIER_nondet_bool()) x++;
if (x == 2) reach_error(); return 0; }"""


def found_by(name: str, world: World, blocks: Sequence[PathBlock]) -> tuple[Term, ...]:
    """The checked sequence of a strategy that must find one."""
    found = MAKERS[name](world).sequence(blocks, limit=60)
    result = checked(world.engine("bitwuzla").solver(), blocks, found, limit=60)
    assert isinstance(result, InterpolantTerms), result
    return result.terms


# ---------------------------------------------------------------------------------------------------- known answers


@pytest.mark.parametrize("name", ["wp", "wp with z3", "spacer"])
def test_counters_that_go_together_are_equal(name: str, tmp_path: Path) -> None:
    world = world_of(TOGETHER, tmp_path)
    blocks = world.joined(visits=3)
    found = found_by(name, world, blocks)
    for block, term in zip(blocks, found, strict=False):
        assert term is world.terms.eq(instance_of(world, block, "main::x"), instance_of(world, block, "main::y"))


@pytest.mark.parametrize("name", ["wp", "integers"])
def test_the_bound_of_a_loop_comes_from_its_last_iteration(name: str, tmp_path: Path) -> None:
    world = world_of(BOUND, tmp_path)
    blocks = world.joined(visits=3)
    i = instance_of(world, blocks[2], "main::i")
    assert found_by(name, world, blocks) == (world.terms.true, world.terms.true, world.terms.bv_ule(i, world.terms.bv(100, 32)))


def test_joined_branches_are_followed_one_by_one(tmp_path: Path) -> None:
    world = world_of(BRANCHES, tmp_path)
    blocks = world.joined(visits=3)
    assert [block.steps is None for block in blocks] == [False, True, True, False]
    t, last = world.terms, blocks[2]
    a, b, n = (instance_of(world, last, f"main::{name}") for name in "abn")
    assert found_by("wp", world, blocks)[2] is t.eq(t.bv_add(a, b), n)


def test_what_one_iteration_keeps_is_preferred(tmp_path: Path) -> None:
    """The weakest precondition of ``x <= 2.0f`` cannot be written without quantifiers; ``x <= 2.0f`` itself will do."""
    text = """int main(void) { float x = 0; while (__VERIFIER_nondet_bool()) { float in = __VERIFIER_nondet_float();
    if (!(in >= 0 && in <= 1)) return 0; x = x / 2 + in; } if (!(x <= 2)) reach_error(); return 0; }"""
    world = world_of(text, tmp_path)
    blocks = world.by_heads(next(world.error_paths(visits=2)))
    first, second = (world.encoder.uninstantiate(term) for term in found_by("wp", world, blocks))
    assert first is second


def test_algebra_helps_where_bits_do_not(tmp_path: Path) -> None:
    text = """int main(void) { unsigned s = 0, i = 0; while (__VERIFIER_nondet_bool()) { s += 2 * i + 1; i++; }
    if (s != i * i) reach_error(); return 0; }"""
    world = world_of(text, tmp_path)
    blocks = world.joined(visits=3)
    found = WeakestPreconditions(world.encoder, world.engines).sequence(blocks, limit=60)
    assert isinstance(found, InterpolantTerms)
    t, last = world.terms, blocks[2]
    s, i = (instance_of(world, last, f"main::{name}") for name in "si")
    assert found.terms[2] is t.eq(s, t.bv_mul(i, i))
    assert len({world.encoder.uninstantiate(term) for term in found.terms}) == 1


def test_integers_may_mislead(tmp_path: Path) -> None:
    """Over integers the loop never ends; the check over bit-vectors says that it does."""
    text = "int main(void) { unsigned x = 10; while (x >= 10) x += 2; if (x % 2 != 0) reach_error(); return 0; }"
    world = world_of(text, tmp_path)
    blocks = world.joined(visits=2)
    found = MAKERS["integers"](world).sequence(blocks, limit=60)
    assert isinstance(found, InterpolantTerms)
    assert isinstance(checked(world.engine("z3").solver(), blocks, found), Failure)


# ---------------------------------------------------------------------------------------------------- failures


@pytest.mark.parametrize("name", MAKERS)
def test_feasible_paths_have_no_interpolants(name: str, tmp_path: Path) -> None:
    world = world_of(FEASIBLE, tmp_path)
    blocks = world.joined(visits=3)
    assert not world.contradict(blocks)
    found = MAKERS[name](world).sequence(blocks, limit=20)
    assert isinstance(found, Failure)
    assert "satisfiable" in found.reason


@pytest.mark.parametrize("name", EXACT)
def test_a_single_block_needs_no_interpolants(name: str, tmp_path: Path) -> None:
    world = world_of("int main(void) { int x = 1; if (x == 2) reach_error(); return 0; }", tmp_path)
    blocks = world.cut(next(world.error_paths()), lambda node: False)
    assert found_by(name, world, blocks) == ()


def test_too_many_cubes_are_a_failure(tmp_path: Path) -> None:
    world = world_of(TOGETHER, tmp_path)
    blocks = world.joined(visits=2)
    assert isinstance(WeakestPreconditions(world.encoder, world.engines, cubes=1).sequence(blocks), InterpolantTerms)
    found = WeakestPreconditions(world.encoder, world.engines, cubes=0).sequence(blocks)
    assert found == Failure("more than 0 cubes at a cut")


def test_no_time_is_a_failure_and_not_an_exception(tmp_path: Path) -> None:
    world = world_of(BRANCHES, tmp_path)
    blocks = world.joined(visits=4)
    for make in MAKERS.values():
        found = make(world).sequence(blocks, limit=0.0)
        assert isinstance(found, Failure | InterpolantTerms)


# ---------------------------------------------------------------------------------------------------- laws


def random_worlds(seeds: range, folder: Path) -> Iterator[tuple[World, Random]]:
    for seed in seeds:
        program, terms = program_of(random_program(seed, floats=seed % 4 == 0), folder), Terms()
        heads = frozenset(head for function in program.defined_functions for head in analyse_loops(function).heads)
        yield World(program, terms, Encoder(program, terms), heads), Random(seed)


def infeasible(world: World, random: Random) -> list[Edge] | None:
    """A random path up to its first contradiction, and a little further."""
    edges = world.along([random.randrange(4) for _ in range(30)], longest=80)
    for length in range(8, len(edges) + 1, 6):
        if world.contradict(world.cut(edges[:length], lambda node: False)):
            return edges[:length]
    return None


def random_blocks(world: World, random: Random) -> list[PathBlock] | None:
    edges = infeasible(world, random)
    if edges is None:
        return None
    cuts = frozenset(random.sample([edge.target for edge in edges], k=max(1, len(edges) // 3)))
    return world.cut(edges, lambda node: node in cuts)


@pytest.mark.parametrize("name", MAKERS)
def test_laws_on_random_paths(name: str, tmp_path: Path) -> None:
    outcomes: list[str] = []
    for world, random in random_worlds(range(10), tmp_path):
        blocks = random_blocks(world, random)
        if blocks is None:
            continue
        found = MAKERS[name](world).sequence(blocks, limit=5)
        outcomes.append(type(found).__name__)
        if isinstance(found, InterpolantTerms):
            formulas = [block.formula for block in blocks]
            verdict = check_sequence(world.engine("bitwuzla").solver(), formulas, found.terms, limit=30)
            assert name not in EXACT or not isinstance(verdict, Broken), verdict
    assert len(outcomes) >= 4
    assert name == "integers" or "InterpolantTerms" in outcomes


TEMPLATE = """int main(void) {{ unsigned x = __VERIFIER_nondet_uint(), y = 3; int z = {0}; signed char c = 1;
while (__VERIFIER_nondet_bool()) {{ if (x {1} y) {{ x += {2}; z -= 1; }} else {{ y ^= x; c += 3; }}
 if (z > {3}) {{ z = c - z; }} x = x * {4} + y; }}
if (x == y && z {5} 7 && c {6} 1) reach_error(); return 0; }}"""


def small_program(seed: int) -> str:
    random = Random(seed)
    compare = ["<", "<=", ">", "!="]
    return TEMPLATE.format(random.randrange(-3, 9), random.choice(compare), random.randrange(1, 4), random.randrange(0, 5),
                           random.choice([1, 2, 3]), random.choice(compare), random.choice(compare))  # fmt: skip


@pytest.mark.parametrize("name", MAKERS)
def test_laws_on_joined_blocks(name: str, tmp_path: Path) -> None:
    """Loops with branches, unrolled; the last condition is made impossible by a constant if it is not."""
    contradictions = 0
    for seed in range(8):
        world = world_of(small_program(seed).replace("x == y &&", "(x & 1) == 2 &&" if seed % 2 else "c == 100 &&"), tmp_path)
        blocks = world.joined(visits=2)
        if not world.contradict(blocks):
            continue
        contradictions += 1
        found = MAKERS[name](world).sequence(blocks, limit=5)
        if isinstance(found, InterpolantTerms):
            formulas = [block.formula for block in blocks]
            verdict = check_sequence(world.engine("bitwuzla").solver(), formulas, found.terms, limit=30)
            assert name not in EXACT or not isinstance(verdict, Broken), verdict
    assert contradictions >= 3
