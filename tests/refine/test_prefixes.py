"""Infeasible sliced prefixes: the cascade of Figure 7.2 and the properties listed under Algorithm 6."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.refine.running import feasible_length, paths_of, read, walk
from whet.analyses.value.paths import ValuePaths
from whet.cfa.operations import Assume, Enter
from whet.cfa.show import describe
from whet.core.path import PathStep, steps_of
from whet.refine.interpolation import ALL_SHORTCUTS, Interpolation, Shortcut
from whet.refine.prefixes import extract_sliced_prefixes
from whet.refine.refinable import Spurious, UndecidedPath
from whet.refine.refiner import ByInterpolation, PathRefiner
from whet.refine.selection import Refinement, Selection

CASCADE = """
int main(void) {
  int a = 1, b = 1, m = __VERIFIER_nondet_int();
  if (a == 2) m = __VERIFIER_nondet_int();
  if (m == 5) b = 1;
  if (b == 2) m = 2;
  int c = a + b; if (c == 7) return 1;
  return 0;
}"""
"""The path on which all conditions hold is contradicted by three of its four assumptions, for three different reasons."""

ASSUMPTIONS = """
int main(void) {
  int a = 1, b = 2; __VERIFIER_assume(a == 2); __VERIFIER_assume(b == 2); __VERIFIER_assume(b == 3); a = b;
  if (a == 2) return 1;
  return 0;
}"""
"""Two contradictions in one block."""

POINTERS = """
int inc(int x) { return x + 1; } int dec(int x) { return x - 1; } struct { int n; int (*run)(int); } ops, others;
int main(void) { others.run = dec; ops.run = inc; int x = ops.run(1); if (x == 9) return 1; return 0; }
"""

LOOP = """
int main(void) {
  int b = 0, k = 0;
  for (int i = 0; i < 3; i++) { int n = __VERIFIER_nondet_int(); if (n == i) b = n; if (b == 7) k = b; }
  if (k) return 1;
  return b > 5;
}"""


def taking(text: str, folder: Path, choices: Sequence[int], *, blocks: bool = True) -> tuple[ValuePaths, tuple[PathStep, ...]]:
    """The path that takes these branches; 0 is the one on which the condition holds."""
    program = read(text, folder, blocks=blocks)
    return paths_of(program), steps_of(walk(program, choices))


def shown(steps: Sequence[PathStep]) -> list[str]:
    return [describe(operation) for step in steps for operation in step.operations]


def conditions(steps: Sequence[PathStep]) -> list[str]:
    return [text for text in shown(steps) if text.startswith(("[", "__VERIFIER_assume"))]


def assert_properties(paths: ValuePaths, path: Sequence[PathStep], prefixes: Sequence[tuple[PathStep, ...]]) -> None:
    """The three characteristics of the prefixes that the text lists."""
    for prefix in prefixes:
        *before, last = prefix
        assert feasible_length(paths, before) == len(before)
        assert feasible_length(paths, prefix) == len(before), "the last step contradicts the others"
        assert feasible_length(paths, [*before, last.without(len(last.operations) - 1)]) == len(prefix)
    for one, next_one in pairwise(prefixes):
        assert next_one[: len(one) - 1] == one[:-1]
    for prefix in prefixes:
        assert_only_assumptions_missing(prefix, path)


def assert_only_assumptions_missing(prefix: Sequence[PathStep], path: Sequence[PathStep]) -> None:
    for sliced, step in zip(prefix, path, strict=False):
        assert sliced.edge is step.edge
        kept = range(len(step.operations)) if sliced.kept is None else sliced.kept
        missing = [operation for position, operation in enumerate(step.operations) if position not in kept]
        if sliced is prefix[-1]:
            missing = [operation for position, operation in enumerate(step.operations[: kept[-1]]) if position not in kept]
        assert all(isinstance(operation, Assume) or "assume" in describe(operation) for operation in missing)


@pytest.mark.parametrize("blocks", [True, False])
def test_path_with_three_contradictions_has_three_prefixes(blocks: bool, tmp_path: Path) -> None:
    paths, path = taking(CASCADE, tmp_path, [0, 0, 0, 0], blocks=blocks)
    prefixes = [*extract_sliced_prefixes(paths, path)]
    assert [conditions(prefix) for prefix in prefixes] == [
        ["[a == 2]"],
        ["[m == 5]", "[b == 2]"],
        ["[m == 5]", "[c == 7]"],
    ]
    assert_properties(paths, path, prefixes)


def test_feasible_path_has_none(tmp_path: Path) -> None:
    paths, path = taking(CASCADE, tmp_path, [1, 0, 1, 1])
    assert not [*extract_sliced_prefixes(paths, path)]


def test_rest_of_the_path_is_not_walked_before_it_is_wanted(tmp_path: Path) -> None:
    paths, path = taking(CASCADE, tmp_path, [0, 0, 0, 0])
    walked: list[PathStep] = []

    def steps() -> Iterator[PathStep]:
        for step in path:
            walked.append(step)
            yield step

    first = next(extract_sliced_prefixes(paths, steps()))
    assert len(walked) == len(first) < len(path)


def test_prefix_can_end_inside_a_block(tmp_path: Path) -> None:
    paths, path = taking(ASSUMPTIONS, tmp_path, [1])
    prefixes = [*extract_sliced_prefixes(paths, path)]
    assert [conditions(prefix) for prefix in prefixes] == [
        ["__VERIFIER_assume(a == 2)"],
        ["__VERIFIER_assume(b == 2)", "__VERIFIER_assume(b == 3)"],
        ["__VERIFIER_assume(b == 2)", "[!(a == 2)]"],
    ]
    assert_properties(paths, path, prefixes)


def test_call_of_the_wrong_function_is_a_contradiction_that_can_be_sliced(tmp_path: Path) -> None:
    """The callee is entered nevertheless: what is behind belongs to its frame."""
    for choice in (0, 1):
        paths, path = taking(POINTERS, tmp_path, [choice, 0])
        prefixes = [*extract_sliced_prefixes(paths, path)]
        calls = [step.edge.operation.function.name for step in path if isinstance(step.edge.operation, Enter)]
        expected = [["[x == 9]"]] if calls == ["main", "inc"] else [[], ["[x == 9]"]]
        assert [conditions(prefix) for prefix in prefixes] == expected
        assert all("enter main()" in shown(prefix) and f"enter {calls[1]}(1)" in shown(prefix) for prefix in prefixes)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(choices=st.lists(st.integers(0, 1), min_size=2, max_size=12), blocks=st.booleans())
def test_prefixes_of_random_paths_have_the_properties(choices: list[int], blocks: bool, tmp_path: Path) -> None:
    paths, path = taking(LOOP, tmp_path, choices, blocks=blocks)
    prefixes = [*extract_sliced_prefixes(paths, path)]
    assert (prefixes == []) == (feasible_length(paths, path) == len(path))
    assert_properties(paths, path, prefixes)


MANY = "int main(void) {{ int {variables}; int last = 1; {conditions} if (last == 2) return 1; return 0; }}"


def many(number: int, folder: Path) -> tuple[ValuePaths, tuple[PathStep, ...]]:
    """A path with as many contradictions, each about a variable of its own."""
    variables = ", ".join(f"v{n} = {n}" for n in range(number - 1))
    conditions = " ".join(f"if (v{n} != {n}) last = last;" for n in range(number - 1))
    return taking(MANY.format(variables=variables, conditions=conditions), folder, [0] * number)


@pytest.mark.parametrize(
    ("heuristic", "position", "interpolated"), [("length-max", -1, 1), ("length-min", 0, 1), ("depth-max", -1, 4)]
)
def test_prefixes_are_not_limited_and_few_are_interpolated(
    heuristic: str, position: int, interpolated: int, tmp_path: Path
) -> None:
    """The limit holds for interpolation only: the longest prefix is found, although there are many shorter ones."""
    paths, path = many(60, tmp_path)
    prefixes = [*extract_sliced_prefixes(paths, path)]
    assert len(prefixes) == 60
    interpolation = ByInterpolation(Interpolation(paths, ALL_SHORTCUTS, lambda: None), paths)
    asked: list[tuple[PathStep, ...]] = []

    def refine(prefix: tuple[PathStep, ...]) -> Refinement:
        asked.append(prefix)
        return interpolation(prefix)

    selection = Selection([heuristic], score=len)
    refiner = PathRefiner(paths, refine, selection, prefix_limit=4, method="interpolation", what="values")
    answer = refiner.refine(path)
    assert isinstance(answer, Spurious)
    assert answer.best.prefix == prefixes[position]
    assert len(asked) == interpolated, "length is known before"
    refused = refiner.refine(path, lambda _: False)
    assert isinstance(refused, UndecidedPath)
    assert len(asked) == interpolated + 60, "all are tried before the path is given up"


def test_use_def_chains_save_queries_about_other_variables(tmp_path: Path) -> None:
    """The last prefix of sixty is about one variable; each of the others took a query."""
    paths, path = many(60, tmp_path)
    (*_, prefix) = extract_sliced_prefixes(paths, path)
    queries: dict[frozenset[Shortcut], int] = {}
    states = []
    for shortcuts in (ALL_SHORTCUTS, ALL_SHORTCUTS - {Shortcut.USE_DEF, Shortcut.SUFFIX}, ALL_SHORTCUTS - {Shortcut.SUFFIX}):
        asked: list[None] = []
        interpolation = Interpolation(paths, shortcuts, lambda asked=asked: asked.append(None), sliced=True)  # type: ignore[misc]
        states.append(interpolation.interpolants(prefix).states)
        queries[shortcuts] = len(asked)
    assert states[0] == states[1] == states[2]
    assert queries[ALL_SHORTCUTS - {Shortcut.USE_DEF, Shortcut.SUFFIX}] >= 60
    assert queries[ALL_SHORTCUTS - {Shortcut.SUFFIX}] <= 2
