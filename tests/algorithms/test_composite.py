"""Values and predicates together: who refutes which path."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.refine.running import TASK, read
from whet.algorithms import engine
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.result import FalseVerdict, Result, TrueVerdict, Verdict

PRESETS = ("value-predicate", "refsel")
REFINE_AT_ONCE = "refinement.nondeterminism=0"

FIGURE_6_1 = """
int main(void) {
    int a;
    if (a != 1) {
        if (a == 1)
            reach_error();
    }
}
"""
FIGURE_8_3 = """
int main(void) {
    int b = __VERIFIER_nondet_int();
    int i = 0;
    if (b != 0) {
        while (i < 1000)
            i++;
        if (b == 0)
            reach_error();
    }
}
"""
FLAG = """
int main(void) {
    int flag = 0;
    int n = __VERIFIER_nondet_int();
    if (n > 0) flag = 1;
    if (n > 0) n = 7; else n = 8;
    if (flag == 2) reach_error();
}
"""
TWO_COUNTERS = """
int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) { x++; y++; }
    if (x != y) reach_error();
}
"""


@dataclass(frozen=True, slots=True)
class Ran:
    result: Result
    numbers: dict[str, float]

    @property
    def verdict(self) -> Verdict:
        return self.result.verdict

    @property
    def tracked(self) -> set[str]:
        return {entry.domain for entry in self.result.precision}


def verified(text: str, folder: Path, preset: str, *overrides: str) -> Ran:
    context = Context()
    result = engine.run(read(text, folder), TASK, load_configuration(preset, overrides), context)
    return Ran(result, dict(context.statistics.to_dict()))


@pytest.mark.parametrize("preset", PRESETS)
def test_figure_6_1_is_proved_by_predicates(tmp_path: Path, preset: str) -> None:
    ran = verified(FIGURE_6_1, tmp_path, preset, REFINE_AT_ONCE)
    assert ran.verdict == TrueVerdict()
    assert ran.numbers["refinements_of_predicates"] == 1
    assert "value" not in ran.tracked


def test_values_alone_cannot_prove_figure_6_1(tmp_path: Path) -> None:
    assert verified(FIGURE_6_1, tmp_path, "value-cegar").verdict != TrueVerdict()


def test_loop_of_figure_8_3_is_not_unrolled_if_predicates_are_chosen(tmp_path: Path) -> None:
    ran = verified(FIGURE_8_3, tmp_path, "refsel", REFINE_AT_ONCE)
    assert ran.verdict == TrueVerdict()
    assert ran.tracked == {"predicate"}
    assert ran.numbers["explored_states"] < 60


@pytest.mark.parametrize("between", ["counters", "selection"])
def test_loop_counter_is_left_to_predicates(tmp_path: Path, between: str) -> None:
    ran = verified(FIGURE_8_3, tmp_path, "refsel", REFINE_AT_ONCE, f"refinement.between={between}")
    assert (ran.verdict, ran.tracked) == (TrueVerdict(), {"predicate"})


@pytest.mark.parametrize(("between", "asked"), [("values", 0), ("counters", 0), ("selection", 1)])
def test_flag_is_tracked_by_value_and_predicates_are_asked_only_for_a_ranking(tmp_path: Path, between: str, asked: int) -> None:
    ran = verified(FLAG, tmp_path, "refsel", REFINE_AT_ONCE, f"refinement.between={between}")
    assert (ran.verdict, ran.tracked) == (TrueVerdict(), {"value"})
    assert ran.numbers.get("refinement_candidates", 0) == asked


def test_ranking_may_prefer_predicates(tmp_path: Path) -> None:
    """Values need both variables, the predicate relates them; inside one block it needs to know nothing."""
    text = """
        int main(void) {
          int a = 5, b = 5;
          if (__VERIFIER_nondet_int()) a = b = 6;
          if (a + b == 11) reach_error();
        }"""
    ran = verified(text, tmp_path, "refsel", REFINE_AT_ONCE, "refinement.between=selection", "predicate.blocks=loops")
    assert ran.verdict == TrueVerdict()
    assert ran.numbers.get("refinements_of_values", 0) == 0


def test_values_first_unroll_the_loop_of_figure_8_3(tmp_path: Path) -> None:
    text = FIGURE_8_3.replace("1000", "40")
    ran = verified(text, tmp_path, "value-predicate", REFINE_AT_ONCE, "refinement.values=0")
    assert ran.verdict == TrueVerdict()
    assert "value" in ran.tracked
    assert ran.numbers["explored_states"] > 80


@pytest.mark.parametrize("preset", PRESETS)
def test_predicates_sleep_while_values_suffice(tmp_path: Path, preset: str) -> None:
    ran = verified(FLAG, tmp_path, preset, REFINE_AT_ONCE, "refinement.between=values")
    assert ran.verdict == TrueVerdict()
    assert ran.tracked == {"value"}
    assert ran.numbers["solver_checks"] == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_variable_with_too_many_values_is_picked_up_by_predicates(tmp_path: Path, preset: str) -> None:
    ran = verified(TWO_COUNTERS, tmp_path, preset, REFINE_AT_ONCE)
    assert ran.verdict == TrueVerdict()
    assert ran.numbers["dropped_places"] == 2
    assert ran.tracked == {"predicate"}


@pytest.mark.parametrize("preset", PRESETS)
def test_variable_is_dropped_on_a_path_that_no_run_takes(tmp_path: Path, preset: str) -> None:
    """What is tracked unrolls the loop; what is not would contradict the path in its first turn."""
    text = """
        int main(void) {
          unsigned reads = 0, writes = 0;
          int turn = 0;
          while (1) {
            if (__VERIFIER_nondet_bool() && turn == 0) { writes++; turn = 1; }
            else if (turn == 1) { reads++; turn = 0; }
            if (reads != writes && reads + 1 != writes) reach_error();
          }
        }"""
    ran = verified(text, tmp_path, preset, REFINE_AT_ONCE)
    assert ran.verdict == TrueVerdict()
    assert "predicate" in ran.tracked
    assert ran.numbers["explored_states"] < 5000


@pytest.mark.parametrize("preset", PRESETS)
def test_error_behind_a_list_without_end_is_found(tmp_path: Path, preset: str) -> None:
    text = """
        struct item { struct item *next; int data; };
        int main(void) {
          struct item *head = malloc(sizeof *head), *last = head;
          head->data = 0;
          head->next = 0;
          while (__VERIFIER_nondet_bool()) {
            last->next = malloc(sizeof *last);
            last = last->next;
            last->next = 0;
            last->data = __VERIFIER_nondet_bool() ? 1 : 2;
          }
          for (last = head; last; last = last->next) if (last->data == 2) reach_error();
        }"""
    assert isinstance(verified(text, tmp_path, preset, "limits.states=20000").verdict, FalseVerdict)


@pytest.mark.parametrize("preset", PRESETS)
def test_violation_is_replayed(tmp_path: Path, preset: str) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(); int y = x ^ 1234567; if (y == 7654321) reach_error(); }"
    verdict = verified(text, tmp_path, preset).verdict
    assert isinstance(verdict, FalseVerdict)
    assert int(verdict.inputs[0].value) == 7654321 ^ 1234567


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("bug", [False, True])
def test_presets_agree_with_the_predicate_analysis(tmp_path: Path, preset: str, bug: bool) -> None:
    text = FIGURE_8_3.replace("b == 0)\n", "b == 5)\n") if bug else FIGURE_8_3
    text = text.replace("1000", "3")
    alone, together = (verified(text, tmp_path, name).verdict for name in ("predicate", preset))
    assert type(alone) is type(together) is (FalseVerdict if bug else TrueVerdict)
