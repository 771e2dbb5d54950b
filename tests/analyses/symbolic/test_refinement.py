"""Symbolic execution with refinement (Beyer, Lemberger, ISoLA 2016): the text's figures, and what refinements track."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.symbolic.running import Ran, ran
from tests.analyses.symbolic.test_exploration import CORRECT, WRONG
from whet.core.result import FalseVerdict
from whet.task.errors import TaskError
from whet.task.precision_file import Entry

FIGURE_1 = """int main(void) {
  unsigned b = __VERIFIER_nondet_uint() % 1000, c = b + 1;
  int a = 0;
  while (a < 100) { if (__VERIFIER_nondet_bool()) a++; }
  if (b >= c) reach_error();
  return a;
}"""
"""A loop whose number of turns does not matter."""


def lazy(text: str, folder: Path, *overrides: str, precision: tuple[Entry, ...] = ()) -> Ran:
    return ran(text, folder, *overrides, preset="symex-plus", precision=precision)


def figure_2(variables: str) -> str:
    """All variables are 2; only the check of the last one fails."""
    others, last = variables[:-1], variables[-1]
    return "\n".join(
        [
            f"int main(void) {{ int {', '.join(f'{name} = __VERIFIER_nondet_int()' for name in variables)};",
            *(f"  {name} = 2;" for name in variables),
            *(f"  if ({name} == 1) reach_error();" for name in others),
            f"  if ({last} == 2) reach_error();",
            "  return 0; }",
        ]
    )


def test_loop_that_does_not_matter_is_not_unrolled_and_one_refinement_suffices(tmp_path: Path) -> None:
    found = lazy(FIGURE_1, tmp_path)
    assert found.word == "TRUE"
    assert found.numbers["refinements"] == 1
    assert found.numbers["reached_states"] < 50
    eager = ran(FIGURE_1, tmp_path)
    assert eager.word == "TRUE"
    assert eager.numbers["reached_states"] > 200


def test_localised_precision_also_needs_to_know_it_inside_the_loop(tmp_path: Path) -> None:
    found = lazy(FIGURE_1, tmp_path, "symbolic.precision=localised")
    assert found.word == "TRUE"
    assert found.numbers["refinements"] == 2


def test_eager_execution_comes_at_once_to_the_error_that_lazy_execution_finds_after_many_refinements(tmp_path: Path) -> None:
    text = figure_2("abcdefgh")
    eager, late = ran(text, tmp_path), lazy(text, tmp_path)
    assert isinstance(eager.result.verdict, FalseVerdict)
    assert isinstance(late.result.verdict, FalseVerdict)
    assert late.numbers["refinements"] >= 7
    assert late.numbers["explored_states"] > 5 * eager.numbers["explored_states"]
    assert eager.numbers["alarms"] == 1


@pytest.mark.parametrize("sharing", ["localised", "scoped"])
@pytest.mark.parametrize("text", CORRECT.values(), ids=CORRECT)
def test_correct_program_is_proved(text: str, sharing: str, tmp_path: Path) -> None:
    assert lazy(text, tmp_path, f"symbolic.precision={sharing}").word == "TRUE"


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_error_is_found_and_confirmed(text: str, tmp_path: Path) -> None:
    assert isinstance(lazy(text, tmp_path).result.verdict, FalseVerdict)


def test_gap_that_only_a_coarse_precision_comes_to_is_refined_away(tmp_path: Path) -> None:
    text = """union u { _Bool truth; unsigned char byte; };
    int main(void) {
      union u u;
      u.byte = %d;
      int y = __VERIFIER_nondet_int();
      if (u.truth) y = 3;
      return y == 4 && y == 5 ? (reach_error(), 1) : 0;
    }"""
    assert lazy(text % 1, tmp_path).word == "TRUE"
    assert lazy(text % 2, tmp_path).word == "UNKNOWN"


def test_what_was_tracked_helps_the_next_run(tmp_path: Path) -> None:
    first = lazy(FIGURE_1, tmp_path)
    assert {entry.text for entry in first.result.precision} == {"main::b", "main::c"}
    second = lazy(FIGURE_1, tmp_path, precision=first.result.precision)
    assert second.word == "TRUE"
    assert "refinements" not in second.numbers


def test_constraint_is_written_as_the_program_says_it_and_read_again(tmp_path: Path) -> None:
    text = """int main(void) {
      int x = __VERIFIER_nondet_int();
      if (x > 10) { while (__VERIFIER_nondet_bool()) ; if (x < 5) reach_error(); }
      return 0;
    }"""
    first = lazy(text, tmp_path)
    assert {entry.text for entry in first.result.precision} == {"[x > 10] in main", "main::x"}
    assert "refinements" not in lazy(text, tmp_path, precision=first.result.precision).numbers
    other = (*first.result.precision, Entry("symbolic", "main::gone"))
    assert lazy(text, tmp_path, precision=other).word == "TRUE"


def test_full_precision_has_nothing_to_refine(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match=r"symbolic\.precision: cegar has nothing to refine"):
        lazy(FIGURE_1, tmp_path, "symbolic.precision=full")


def test_refinement_repeats_itself_exactly(tmp_path: Path) -> None:
    numbers = [lazy(CORRECT["heap"], tmp_path).numbers for _ in range(2)]
    first, second = ({name: number for name, number in each.items() if "seconds" not in name} for each in numbers)
    assert first == second


MALLOC_IN_LOOP = """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10) {
    while (__VERIFIER_nondet_bool()) { int *p = malloc(4); if (p) { *p = 3; free(p); } }
    if (x < 5) reach_error();
  }
  return 0;
}"""
"""Each iteration takes another slot of the heap, which nothing mentions afterwards."""


def test_counters_of_the_heap_are_forgotten_where_no_stored_term_mentions_an_address_of_it(tmp_path: Path) -> None:
    found = lazy(MALLOC_IN_LOOP, tmp_path, "checks.discharge=no")
    assert found.word == "TRUE"
    assert found.numbers["refinements"] == 1
    assert found.numbers["reached_states"] < 50
    wrong = lazy(MALLOC_IN_LOOP.replace("x < 5", "x < 12"), tmp_path)
    assert isinstance(wrong.result.verdict, FalseVerdict)


def test_untracked_pointer_still_points_to_its_block_after_the_counters_are_forgotten(tmp_path: Path) -> None:
    """With an empty heap instead of an unknown one, the access would end the execution before the error."""
    text = """int main(void) {
      int *q = malloc(4);
      *q = 7;
      int *r = malloc(4);
      *r = 8;
      if (*q == 7 && *r == 8) reach_error();
      return 0;
    }"""
    assert isinstance(lazy(text, tmp_path).result.verdict, FalseVerdict)


def test_counters_of_the_heap_are_tracked_where_a_refinement_needs_them(tmp_path: Path) -> None:
    text = """int main(void) {
      int *q = malloc(4), *r = malloc(4);
      if (q == r) reach_error();
      return 0;
    }"""
    found = lazy(text, tmp_path)
    assert found.word == "TRUE"
    again = lazy(text, tmp_path, precision=(*found.result.precision, Entry("symbolic", "heap counters")))
    assert again.word == "TRUE"
    assert "refinements" not in again.numbers
