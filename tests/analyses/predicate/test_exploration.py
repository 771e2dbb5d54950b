"""Whole programs: proved with the right predicates and not without, whatever the blocks, the abstraction and the order."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.analyses.predicate.running import Explored, condition, explore, explore_with, given, program_of
from whet.analyses.predicate.analysis import PredicateAnalysis, PredicateOptions
from whet.cfa.targets import ASSERTION_FUNCTIONS, Targets

BLOCKS = ("edge", "loops", "joins")

PROVABLE: dict[str, tuple[str, list[str]]] = {
    "equal": (
        """int main(void) {
          unsigned x = 0, y = 0;
          while (__VERIFIER_nondet_bool()) { x++; y++; }
          if (x != y) reach_error();
          return 0;
        }""",
        ["x == y"],
    ),
    "lock": (
        """int lock;
        int main(void) {
          unsigned old = 0, new = 0;
          do {
            if (lock) reach_error();
            lock = 1; old = new;
            if (__VERIFIER_nondet_int()) { lock = 0; new++; }
          } while (new != old);
          if (!lock) reach_error();
          return 0;
        }""",
        ["lock == 0", "old == new"],
    ),
    "bound": (
        """int main(void) {
          unsigned i = 0;
          while (i < 100) i++;
          if (i != 100) reach_error();
          return 0;
        }""",
        ["i <= 100", "i <= 99"],
    ),
    "callee": (
        """unsigned up(unsigned a) { unsigned n = __VERIFIER_nondet_uint(); while (n) { n--; a++; } return a; }
        int main(void) {
          unsigned k = 5, x = 0;
          x = up(k);
          if (k != 5) reach_error();
          return x;
        }""",
        ["k == 5"],
    ),
    "recursion": (
        """unsigned down(unsigned n) { if (n == 0) return 0; return down(n - 1); }
        int main(void) { unsigned x = down(2); if (x != 0) reach_error(); return 0; }""",
        ["down::n == 0", "down::n == 1", "down::n == 2"],
    ),
}
"""Programs that never reach the error, with predicates that show it."""


@pytest.mark.parametrize("abstraction", ["boolean", "cartesian"])
@pytest.mark.parametrize("blocks", BLOCKS)
@pytest.mark.parametrize("name", ["equal", "lock", "bound", "callee"])
def test_the_right_predicates_prove_a_program(name: str, blocks: str, abstraction: str, tmp_path: Path) -> None:
    text, predicates = PROVABLE[name]
    program = program_of(text, tmp_path)
    proof = explore(program, predicates, blocks=blocks, abstraction=abstraction)
    assert proof.is_proved
    without = explore(program, [], blocks=blocks, abstraction=abstraction)
    assert len(without.targets) == 1


@pytest.mark.parametrize("order", ["callstack", "rpo", "dfs", "bfs", "random"])
@pytest.mark.parametrize("name", ["equal", "lock"])
def test_the_order_of_exploration_does_not_matter(name: str, order: str, tmp_path: Path) -> None:
    text, predicates = PROVABLE[name]
    program = program_of(text, tmp_path)
    assert explore(program, predicates, order=order).is_proved
    assert explore(program, predicates[1:], order=order).targets


def test_recursion_of_bounded_depth(tmp_path: Path) -> None:
    program = program_of(PROVABLE["recursion"][0], tmp_path)
    explored = explore(program, [], limit=400)
    assert not explored.is_proved, "each call begins a block, and nothing is known at its beginning"


@pytest.mark.parametrize("blocks", BLOCKS)
def test_an_error_that_can_be_reached_is_found_with_any_predicates(blocks: str, tmp_path: Path) -> None:
    text = """int main(void) {
      unsigned x = 0, y = 0;
      while (__VERIFIER_nondet_bool()) { x++; if (x != 3) y++; }
      if (x != y) reach_error();
      return 0;
    }"""
    program = program_of(text, tmp_path)
    for predicates in ([], ["x == y"], ["x == y", "x == 3", "x <= 2"]):
        assert explore(program, predicates, blocks=blocks).targets


def test_paths_inside_a_block_are_merged(tmp_path: Path) -> None:
    branches = " ".join(f"if (__VERIFIER_nondet_bool()) x += {n}; else {{ y += {n}; if (y & 1) x--; }}" for n in range(12))
    program = program_of(
        f"int main(void) {{ unsigned x = 0, y = 0; {branches} if (x == 999) reach_error(); return 0; }}", tmp_path
    )
    explored = explore(program, [], blocks="loops")
    assert explored.is_proved
    assert len(explored.reached) < 100
    assert explored.analysis.statistics()["solver_checks"] == 1


# ----------------------------------------------------------------------------------------------------------- who is asked


def test_without_predicates_a_solver_is_asked_only_at_the_error(tmp_path: Path) -> None:
    text = "int main(void) { unsigned x = 0; while (x < 5) x++; if (x > 9) { x = 0; } return x; }"
    explored = explore(program_of(text, tmp_path), [], blocks="loops")
    assert explored.is_proved
    assert explored.analysis.statistics()["solver_checks"] == 0


def test_the_predicate_false_asks_whether_a_location_is_reached(tmp_path: Path) -> None:
    text = "int main(void) { unsigned x = 1, y = 0; if (x == 2) { while (y < 5) y++; } return y; }"
    program = program_of(text, tmp_path)
    analysis = PredicateAnalysis(program)
    explored = explore_with(analysis, analysis.initial_precision())
    loop = next(node for node in program.main.nodes if any(edge.source is edge.target for edge in node.leaving))
    (false,) = analysis.tracked(analysis.terms.false, loop)
    precision = PredicateAnalysis(program, PredicateOptions(precision="localised")).initial_precision().joined({loop: [false]})
    pruned = explore_with(analysis, precision)
    assert len(pruned.reached) < len(explored.reached)


def test_a_second_exploration_asks_nothing_again(tmp_path: Path) -> None:
    text, predicates = PROVABLE["lock"]
    analysis = PredicateAnalysis(program_of(text, tmp_path))
    precision = given(analysis, predicates)
    first = explore_with(analysis, precision)
    checks = analysis.statistics()["solver_checks"]
    second = explore_with(analysis, precision)
    assert analysis.statistics()["solver_checks"] == checks
    assert first.states() == second.states()


def test_statistics(tmp_path: Path) -> None:
    text, predicates = PROVABLE["lock"]
    numbers = explore(program_of(text, tmp_path), predicates).analysis.statistics()
    assert numbers["abstractions"] > 0
    assert numbers["all_sat_models"] > 0
    assert numbers["solver_checks"] > numbers["all_sat_models"]
    assert 0 < numbers["solver_seconds"] < numbers["abstraction_seconds"] + 1
    assert numbers["undecided_checks"] == 0


def test_engines_are_not_imported_before_they_are_needed() -> None:
    script = """
import sys
import whet.analyses.predicate.blocks
from whet.core.registry import ANALYSIS
assert "predicate" in ANALYSIS.all()
assert not {"z3", "bitwuzla"} & {*sys.modules}, "an engine was imported"
"""
    environment = {"PYTHONPATH": ":".join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# ----------------------------------------------------------------------------------------------------------- properties


def explore_for(text: str, folder: Path, *, functions: Iterable[str] = (), labels: Iterable[str] = ()) -> Explored:
    program = program_of(text, folder, Targets("forbidden", frozenset(functions), frozenset(labels)))
    analysis = PredicateAnalysis(program)
    return explore_with(analysis, given(analysis, []))


ASSERTION = """extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) {{ unsigned x = __VERIFIER_nondet_uint(); if (x {condition}) __assert_fail("x", "f", 1, "main"); return 0; }}"""


def test_a_violation_that_ends_the_program_is_found(tmp_path: Path) -> None:
    assert explore_for(ASSERTION.format(condition="> 5"), tmp_path, functions=ASSERTION_FUNCTIONS).targets
    assert explore_for(ASSERTION.format(condition="< 0"), tmp_path, functions=ASSERTION_FUNCTIONS).is_proved


def test_error_labels(tmp_path: Path) -> None:
    text = "int main(void) { unsigned x = __VERIFIER_nondet_uint() & 7; if (x == LIMIT) goto ERROR; return 0; ERROR: return 1; }"
    assert explore_for(text.replace("LIMIT", "7"), tmp_path, labels=("ERROR",)).targets
    assert explore_for(text.replace("LIMIT", "8"), tmp_path, labels=("ERROR",)).is_proved


def test_a_call_that_is_a_violation(tmp_path: Path) -> None:
    text = "void bad(void) { abort(); } int main(void) { if (__VERIFIER_nondet_int() == 4) bad(); return 0; }"
    assert explore_for(text, tmp_path, functions=("bad",)).targets


# ----------------------------------------------------------------------------------------------------------- gaps

ADDRESS = """int a, b;
int main(void) {{
  unsigned long n = (unsigned long)&a; unsigned x = {value};
  if (x == 1) {{ if (n == 40960) a = 1; }}
  return a;
}}"""


@pytest.mark.parametrize("blocks", BLOCKS)
def test_what_depends_on_addresses_is_a_gap(blocks: str, tmp_path: Path) -> None:
    explored = explore(program_of(ADDRESS.format(value="__VERIFIER_nondet_uint()"), tmp_path), [], blocks=blocks)
    assert "address" in explored.gaps
    assert not explored.is_proved


def test_a_loss_that_no_execution_can_meet_is_no_gap(tmp_path: Path) -> None:
    text = """int main(void) {
      unsigned x = 0, y; if (x == 1) { unsigned long n = (unsigned long)&y; if (n == 40960) x = 2; } return 0;
    }"""
    program = program_of(text, tmp_path)
    assert explore(program, [], blocks="loops").is_proved
    assert explore(program, [], blocks="edge").gaps, "nothing is known of x there"


def test_the_exploration_goes_on_behind_a_gap(tmp_path: Path) -> None:
    text = """int a; int main(void) { unsigned long n = (unsigned long)&a; unsigned x = 0;
      if (n == 40960) x = 1; if (__VERIFIER_nondet_bool()) reach_error(); return x; }"""
    explored = explore(program_of(text, tmp_path), [])
    assert explored.gaps
    assert explored.targets


def test_a_program_that_does_not_fit_into_the_address_space(tmp_path: Path) -> None:
    text = "char a[1L << 60], b[1L << 60], c[1L << 60], d[1L << 60]; int main(void) { return a[9] + b[3] + c[0] + d[5]; }"
    explored = explore_with(analysis := PredicateAnalysis(program_of(text, tmp_path)), analysis.initial_precision())
    assert explored.gaps == ["addresses"]
    assert analysis.assumed() == []


def test_what_is_assumed_of_unknown_functions_is_told(tmp_path: Path) -> None:
    text = "int unknown(int); int main(void) { int x = unknown(3); return x + abs_(x); } int abs_(int n) { return n; }"
    explored = explore(program_of("int abs_(int);" + text, tmp_path), [])
    assert [name for name, _ in explored.analysis.assumed()] == ["unknown"]
    assert condition(explored.analysis, "x == 3") is not None
