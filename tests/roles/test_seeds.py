"""Seeds: suggestions of roles as expressions of the program model."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.roles import golden_programs as programs
from whet.cfa.expressions import Cast, variables_of
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.frontend.parse import parse_file
from whet.roles.seed import NO_SEEDS, Seed, Seeds
from whet.roles.seeds import find_seeds
from whet.roles.suggestions import Heuristic

pytest.importorskip("clingo")
H = Heuristic


class Find:
    """Finds the seeds of a text."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "program.c"

    def __call__(self, text: str, most: int = 40, machine: MachineModel = LP64) -> Seeds:
        self._path.write_text(programs.PRELUDE + text, encoding="utf-8")
        program = parse_file(os.fspath(self._path), machine=machine)
        return find_seeds(os.fspath(self._path), program, most=most)


@pytest.fixture
def seeds(tmp_path: Path) -> Find:
    return Find(tmp_path)


def texts(found: tuple[Seed, ...], heuristic: Heuristic) -> set[str]:
    return {seed.text for seed in found if seed.heuristic is heuristic}


PREDICATES: list[tuple[str, Heuristic, set[str]]] = [
    (programs.MAXIMUM, H.DYNAMIC_ENUMERATION, {f"max{i} == id{j}" for i in (1, 2, 3) for j in (1, 2, 3)}),
    (programs.MAXIMUM, H.EXTREMUM, {f"id{i} < id{j}" for i in (1, 2, 3) for j in (1, 2, 3) if i != j}),
    (programs.MAXIMUM, H.ASSERTION, {"cnt == 1", "i >= 1", "id1 != id2", "id1 != id3", "id2 != id3"}),
    (programs.BUFFER, H.ASSERTION, {"buflen > 1", "inlen > buflen", "buf < buflen", "buf < inlen"}),
    (programs.BUFFER, H.COUNTER_AND_BOUND, {"buf < buflim", "buf <= buflim"}),
    (programs.BUFFER, H.BOUND, {"buflim <= buflen - 2"}),
]


@pytest.mark.parametrize(("program", "heuristic", "expected"), PREDICATES)
def test_golden_predicates_are_expressions(program: str, heuristic: Heuristic, expected: set[str], seeds: Find) -> None:
    assert texts(seeds(program).predicates, heuristic) == expected


def test_golden_templates_are_expressions(seeds: Find) -> None:
    assert texts(seeds(programs.STEP_TWO).templates, H.PARITY) == {"i % 2"}
    assert texts(seeds(programs.TWO_LOOPS).templates, H.LOCAL_COUNTERS) == {"i - k", "j - k"}


def test_instances_of_templates(seeds: Find) -> None:
    assert texts(seeds(programs.STEP_TWO).instances, H.PARITY) == {"i % 2 == 0"}
    found = texts(seeds(programs.TWO_LOOPS).instances, H.LOCAL_COUNTERS)
    assert found == {"i == k", "i <= k", "i >= k", "j == k", "j <= k", "j >= k"}


def test_instances_know_the_first_values(seeds: Find) -> None:
    text = "int main(void) { int i = 5, k = 2; while (nondet_int()) { i += 3; k += 3; } }"
    found = seeds(text)
    assert "i - k == 3" in texts(found.instances, H.LOCAL_COUNTERS)
    assert "i % 3 == 2" in texts(found.instances, H.PARITY)


def test_the_number_is_bounded(seeds: Find) -> None:
    found = seeds(programs.MAXIMUM, most=7)
    assert len(found.predicates) == 7
    assert texts(found.predicates, H.ASSERTION) == {"cnt == 1", "i >= 1", "id1 != id2", "id1 != id3", "id2 != id3"}
    assert any("more than 7" in each.reason for each in found.left_out)


def test_no_heuristic_is_left_out_as_a_whole_and_the_most_useful_seeds_of_each_are_kept(seeds: Find) -> None:
    every, few = seeds(programs.MAXIMUM), seeds(programs.MAXIMUM, most=7)
    kinds = {seed.heuristic for seed in every.predicates}
    assert {H.ASSERTION, H.DYNAMIC_ENUMERATION, H.EXTREMUM} <= kinds
    assert {seed.heuristic for seed in few.predicates} == kinds
    order = [seed.text for seed in few.predicates]
    assert [seed.text for seed in every.predicates if seed.text in order] == order
    text = """int main(void) { int a = nondet_int(), b = nondet_int(), x = 0, y = 0;
      if (nondet_int()) x = a; if (nondet_int()) y = b; assert(y < 9); assert(b > 2); }"""
    assert texts(seeds(text).predicates, H.DYNAMIC_ENUMERATION) == {"x == a", "y == b"}
    assert texts(seeds(text, most=3).predicates, H.DYNAMIC_ENUMERATION) == {"y == b"}


def test_each_seed_is_there_once(seeds: Find) -> None:
    found = seeds("int x; int main(void) { x = nondet_int(); assert(x > 1); assert(x > 1); assert(x > 1 && x < 9); }")
    assert [seed.text for seed in found.predicates] == ["x > 1", "x < 9"]
    assert {seed.function for seed in found.predicates} == {None}


def test_trivial_predicates_are_dropped(seeds: Find) -> None:
    found = seeds("int main(void) { int x = nondet_int(); assert(x == x); assert(1 < 2); }")
    assert found.predicates == ()
    assert {each.reason for each in found.left_out} == {"both sides are the same", "it is constant"}


def test_a_variable_that_hides_another_is_itself(seeds: Find) -> None:
    text = "int x; int main(void) { int x = nondet_int(); { int x = nondet_int(); assert(x > 1); } assert(x > 2); }"
    assert [(seed.text, seed.function) for seed in seeds(text).predicates] == [("x__2 > 1", "main"), ("x > 2", "main")]


def test_declarations_of_one_line_are_told_apart(seeds: Find) -> None:
    text = "int main(void) { int a = nondet_int(), b = nondet_int(); assert(b < a); }"
    assert [seed.text for seed in seeds(text).predicates] == ["b < a"]


def test_an_extern_declaration_is_the_same_variable(seeds: Find) -> None:
    text = "extern int x; void f(void) { assert(x > 1); } int x = 3; int main(void) { f(); }"
    assert [seed.text for seed in seeds(text).predicates] == ["x > 1"]


def test_variables_out_of_scope_are_dropped(seeds: Find) -> None:
    """A copy goes through a parameter, and two blocks follow each other."""
    through_call = "void f(int p) { int q = p; if (q) p = 1; } int main(void) { int y = nondet_int(); f(y); }"
    found = seeds(through_call)
    assert not any({"main", "f"} <= {each.function for each in variables_of(seed.expression)} for seed in found.predicates)
    assert "its variables are nowhere in scope together" in {each.reason for each in found.left_out}


def test_variables_that_are_not_in_the_program_are_dropped(seeds: Find) -> None:
    text = "void unused(int a) { assert(a > 7); } int main(void) { int x = nondet_int(); assert(x > 1); }"
    assert [seed.text for seed in seeds(text).predicates] == ["x > 1"]


def test_memory_and_pointers_and_floats_are_dropped(seeds: Find) -> None:
    text = """int main(void) {
      int x = nondet_int(); int *p = &x; double d = x; int a[3]; volatile int v = 1;
      assert(x > 1); assert(*p > 1); assert(d > 1); assert(a[0] > 1); assert(p != 0); assert(v > 1); }"""
    assert seeds(text).predicates == ()


def test_division_by_a_variable_is_dropped(seeds: Find) -> None:
    text = "int main(void) { int x = nondet_int(), y = nondet_int(); assert(x / y > 1); assert(x / 2 > 1); }"
    assert [seed.text for seed in seeds(text).predicates] == ["x / 2 > 1"]


@pytest.mark.parametrize(("machine", "converts"), [(LP64, True), (ILP32, False)])
def test_conversions_are_those_of_c(machine: MachineModel, converts: bool, seeds: Find) -> None:
    """A long is as wide as an int, or not."""
    found = seeds("int main(void) { long a = nondet_int(); int b = nondet_int(); assert(a < b); }", machine=machine)
    (seed,) = found.predicates
    assert isinstance(seed.expression.right, Cast) is converts  # type: ignore[union-attr]


def test_no_seeds_are_false() -> None:
    assert not NO_SEEDS
