"""Newton refinement on random paths: what it finds obeys the laws, and of a feasible path it says nothing.

``python -m tests.refine.interpolants.test_newton_laws --count 300`` counts how often each configuration finds a sequence that
passes the check, without a fallback; ``--first`` is the seed of the first program.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.refine.interpolants.paths import OneEngine, World, world_of
from whet.refine.blocks import PathBlock, checked
from whet.refine.interpolants.newton_elimination import EliminationOptions, SolverElimination
from whet.refine.interpolants.newton_trace import NewtonLevel, checked_assertions
from whet.refine.strategies.newton import Newton, NewtonOptions
from whet.solvers.port import Engine, Failure, InterpolantTerms, NoAnswer, Sat, Unsat
from whet.task.options import words

BEGIN = """
unsigned char c; int g; int a[4]; struct pair { int one; short two; } s; int *p;
int twice(int n) { int m = n; return m + n; }
int add(int *q, int n) { *q = *q + n; return *q; }
int main(void) {
  int x = 0, y = 1, z = __VERIFIER_nondet_int(); unsigned u = __VERIFIER_nondet_uint(); p = __VERIFIER_nondet_int() ? &a[1] : &g;
"""
READ = ("x", "y", "z", "x", "y", "z", "(int)u", "c", "g", "a[u & 3]", "a[1]", "s.one", "s.two", "*p")
WRITTEN = ("x", "y", "z", "x", "y", "z", "u", "c", "g", "a[u & 3]", "a[1]", "s.one", "s.two", "*p")


class Writer:
    """Writes a random program: assignments, branches and short loops over a few variables."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def program(self) -> str:
        return BEGIN + "".join(self._statement(2) for _ in range(self._random.randrange(4, 9))) + "  return x + y + z;\n}\n"

    def _value(self) -> str:
        one, other, number = self._random.choice(READ), self._random.choice(READ), self._random.randrange(5)
        simple = [str(number), one, f"{one} + {number}", f"{one} - {other}", f"{one} + {other}", f"-{one}"]
        rare = [f"{one} * {other}", f"{one} & {number + 3}", f"{one} / 3", f"twice({one})", f"({one} ? {other} : {number})"]
        return self._random.choice(simple * 2 + [*rare, "__VERIFIER_nondet_int()"])

    def _condition(self) -> str:
        return f"{self._value()} {self._random.choice(('<', '<=', '==', '!=', '>', '=='))} {self._value()}"

    def _statement(self, depth: int) -> str:
        kind = self._random.random()
        if depth == 0 or kind < 0.55:
            return f"  {self._random.choice(WRITTEN)} = {self._value()};\n"
        if kind < 0.6:
            return f"  add({self._random.choice(('p', '&g', 'a'))}, {self._value()});\n"
        body = "".join(self._statement(depth - 1) for _ in range(self._random.randrange(1, 3)))
        if kind < 0.75:
            return f"  while ({self._condition()}) {{\n{body}  }}\n"
        rest = self._statement(depth - 1) if self._random.random() < 0.5 else ""
        return f"  if ({self._condition()}) {{\n{body}  }}" + (f" else {{\n{rest}  }}\n" if rest else "\n")


@dataclass(frozen=True, slots=True)
class RandomPath:
    """A path through a random program, cut at random places."""

    world: World
    blocks: list[PathBlock]
    engine: Engine


def random_path(seed: int, folder: Path) -> RandomPath:
    random = Random(seed)
    world = world_of(Writer(random).program(), folder, blocks=random.random() < 0.5)
    edges = world.along([random.randrange(2) for _ in range(random.randrange(1, 10))], longest=60)
    cut_at = {node for edge in edges for node in (edge.target,) if random.random() < random.choice((0.1, 0.5))}
    return RandomPath(world, world.cut(edges, lambda node: node in cut_at), world.engine("z3"))


def is_feasible(path: RandomPath) -> bool | None:
    solver = path.engine.solver(limit=10)
    solver.add(*(block.formula for block in path.blocks))
    match solver.check():
        case Sat():
            return True
        case Unsat():
            return False
        case NoAnswer():
            return None


def refined(
    path: RandomPath, options: NewtonOptions, elimination: EliminationOptions | None = None
) -> InterpolantTerms | Failure:
    newton = Newton(path.world.encoder, OneEngine(path.engine), options, elimination=elimination)
    return newton.sequence(path.blocks, limit=20)


def assert_lawful(
    path: RandomPath, options: NewtonOptions, elimination: EliminationOptions | None = None
) -> InterpolantTerms | Failure:
    """What was found; the laws are checked by the other engine."""
    found = refined(path, options, elimination)
    feasible = is_feasible(path)
    if isinstance(found, InterpolantTerms):
        assert feasible is not True, "something was said of a feasible path"
        solver = path.world.engine("bitwuzla").solver()
        result = checked_assertions(solver, path.blocks, found, vocabulary=path.world.encoder.vocabulary, limit=20)
        assert result == found or (isinstance(result, Failure) and "limit" in result.reason), result
        if options.live == "yes":
            assert checked(path.engine.solver(), path.blocks, found, limit=20) == found
    return found


ELIMINATIONS = st.builds(
    EliminationOptions,
    equality_resolution=st.sampled_from([True, True, False]),
    parameter_drop=st.booleans(),
    cases=st.sampled_from([1, 16]),
    solver=st.sampled_from([SolverElimination.NONE, SolverElimination.LIGHT]),
    over_approximation=st.booleans(),
    query_seconds=st.just(1.0),
)
YES_OR_NO = ("yes", "no")
OPTIONS = st.builds(
    NewtonOptions,
    level=st.sampled_from(words(NewtonLevel)),
    core=st.sampled_from(YES_OR_NO),
    live=st.sampled_from(YES_OR_NO),
)


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), options=OPTIONS, elimination=ELIMINATIONS)
def test_the_laws_hold(seed: int, options: NewtonOptions, elimination: EliminationOptions, tmp_path: Path) -> None:
    assert_lawful(random_path(seed, tmp_path), options, elimination)


@pytest.mark.parametrize("seed", [20474699, 4279])
def test_assertion_about_what_nobody_reads_where_the_path_ends_in_a_contradiction(seed: int, tmp_path: Path) -> None:
    """It was taken for one with a local symbol."""
    for level in words(NewtonLevel):
        assert_lawful(random_path(seed, tmp_path), NewtonOptions(level=level, core="no", live="no"))


def test_the_random_paths_are_of_both_kinds(tmp_path: Path) -> None:
    """And the default configuration refines most of the infeasible ones."""
    counts: Counter[str] = Counter()
    for seed in range(30):
        path = random_path(seed, tmp_path)
        feasible = is_feasible(path)
        counts["feasible" if feasible else "infeasible"] += 1
        counts["refined"] += isinstance(assert_lawful(path, NewtonOptions()), InterpolantTerms)
    assert counts["feasible"] >= 5
    assert counts["infeasible"] >= 5
    assert counts["refined"] * 2 >= counts["infeasible"]


def configurations() -> Iterator[tuple[str, NewtonOptions]]:
    """Edge or block level, with and without the two abstractions."""
    for level, core, live in product(words(NewtonLevel), ("no", "yes"), ("no", "yes")):
        name = level + "-IC" * (core == "yes") + "-LV" * (live == "yes")
        yield name, NewtonOptions(level=level, core=core, live=live)


@pytest.mark.parametrize(("name", "options"), list(configurations()), ids=[name for name, _ in configurations()])
def test_each_configuration_refines_something(name: str, options: NewtonOptions, tmp_path: Path) -> None:
    found = (assert_lawful(random_path(seed, tmp_path), options) for seed in range(30))
    assert any(isinstance(each, InterpolantTerms) and each.terms for each in found), name


# ---------------------------------------------------------------------------------------------------- counting


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    seconds: defaultdict[str, float] = defaultdict(float)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.first, options.first + options.count):
            _count(random_path(seed, Path(folder)), counts, seconds)
    for name, number in counts.items():
        sys.stdout.write(f"{number:6} {name}{f' ({seconds[name]:.1f} s)' if name in seconds else ''}\n")
    return 0


def _count(path: RandomPath, counts: Counter[str], seconds: defaultdict[str, float]) -> None:
    feasible = is_feasible(path)
    counts["feasible" if feasible else "infeasible" if feasible is not None else "undecided"] += 1
    if feasible is not False:
        return
    for name, options in configurations():
        for suffix, weaken in (("", "no"), ("-OA", "yes")):
            begin = time.monotonic()
            found = refined(path, replace(options, weaken=weaken))
            seconds[name + suffix] += time.monotonic() - begin
            _judge(path, name + suffix, found, counts)


def _judge(path: RandomPath, name: str, found: InterpolantTerms | Failure, counts: Counter[str]) -> None:
    vocabulary = path.world.encoder.vocabulary
    counts[name] += isinstance(
        checked_assertions(path.engine.solver(), path.blocks, found, vocabulary=vocabulary, limit=20), InterpolantTerms
    )
    counts[f"{name}, interpolants"] += isinstance(checked(path.engine.solver(), path.blocks, found, limit=20), InterpolantTerms)


if __name__ == "__main__":
    sys.exit(main())
