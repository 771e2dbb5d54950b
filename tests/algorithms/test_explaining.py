"""What is told about refinements: candidates, choice, what entered, and why a path stands."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from tests.refine.running import TASK, read
from whet.algorithms import engine
from whet.core.configuration import load_configuration
from whet.core.context import Context, LimitReached, SoftLimits
from whet.core.explanation import Declined, Excluded, Explanation, RefinementRecord, Stands
from whet.core.result import FalseVerdict, TrueVerdict

REFINE_AT_ONCE = "refinement.nondeterminism=0"
FLAG_AND_COUNTER = """
int main(void) {
  int b = 0, i = 0;
  while (i < 100) i++;
  if (b != 0) { if (i != 100) return 1; reach_error(); }
  return 0;
}"""
TWO_COUNTERS = """
int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) { x++; y++; }
    if (x != y) reach_error();
}
"""
NO_VALUES = """
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a != 1) {
        if (a == 1)
            reach_error();
    }
}
"""


def records(text: str, folder: Path, preset: str, *overrides: str) -> tuple[RefinementRecord, ...]:
    """Those of a run, however it ends."""
    context = Context(limits=SoftLimits(steps=5_000))
    with suppress(LimitReached):
        engine.run(read(text, folder), TASK, load_configuration(preset, (REFINE_AT_ONCE, *overrides)), context)
    return context.explanation.refinements.records


def entered(record: RefinementRecord) -> list[str]:
    assert isinstance(record.conclusion, Excluded)
    return [item.what for item in record.conclusion.entered]


# ------------------------------------------------------------------------------------------------------------ values


def test_all_candidates_are_told_and_the_chosen_one_is_marked(tmp_path: Path) -> None:
    (record,) = records(FLAG_AND_COUNTER, tmp_path, "value-cegar")
    found = {candidate.tracks: candidate for candidate in record.candidates}
    assert set(found) == {("main::b",), ("main::i",)}
    assert [tracks for tracks, candidate in found.items() if candidate.chosen] == [("main::b",)]
    assert found["main::b",].score < found["main::i",].score
    assert all(candidate.domain == "value" and candidate.source == "interpolation" for candidate in record.candidates)
    assert max(candidate.length for candidate in record.candidates) <= record.path_length
    assert entered(record) == ["main::b"]
    assert record.target == "reach_error() is called"
    assert record.place is not None
    assert record.place.line == 11


def test_another_selection_makes_another_choice(tmp_path: Path) -> None:
    first = records(FLAG_AND_COUNTER, tmp_path, "value-cegar", "refinement.selection=score-max")[0]
    assert [candidate.tracks for candidate in first.candidates if candidate.chosen] == [("main::i",)]


def test_method_is_named(tmp_path: Path) -> None:
    (record,) = records(FLAG_AND_COUNTER, tmp_path, "value-cegar", "refinement.method=static")
    assert {candidate.source for candidate in record.candidates} == {"static"}


def test_what_is_tracked_already_does_not_enter_again(tmp_path: Path) -> None:
    text = """
        int main(void) {
          int y = 1, z = 2;
          if (__VERIFIER_nondet_bool()) { if (y != 1) reach_error(); }
          if (y + z != 3) reach_error();
          return 0;
        }"""
    found = records(text, tmp_path, "value-cegar")
    assert [entered(record) for record in found] == [["main::y"], ["main::z"]]
    assert found[1].candidates[0].tracks == ("main::y", "main::z")


def test_localised_precision_grows_where_it_is_wanted(tmp_path: Path) -> None:
    found = records(FLAG_AND_COUNTER, tmp_path, "value-cegar", "value.precision=localised")
    (span,) = [span for record in found if isinstance(record.conclusion, Excluded) for span in record.conclusion.entered[0].where]
    assert span.first is not None
    assert span.last is not None
    assert (span.function, span.first.line, span.last.line) == ("main", 10, 11)


def test_each_of_several_paths_has_a_record(tmp_path: Path) -> None:
    text = """
        int main(void) {
          int y = 1, z = 2;
          if (__VERIFIER_nondet_bool()) { if (y != 1) reach_error(); } else { if (z != 2) reach_error(); }
          return 0;
        }"""
    found = records(text, tmp_path, "value-cegar", "refinement.targets=2")
    assert [record.number for record in found] == [1, 2]
    assert sorted(what for record in found for what in entered(record)) == ["main::y", "main::z"]


def test_feasible_path_stands(tmp_path: Path) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7) reach_error(); return 0; }"
    (record,) = records(text, tmp_path, "value-cegar")
    assert record.conclusion == Stands("it seems to be feasible")
    assert record.candidates == ()
    assert record.declined == (Declined("value", "no values contradict each other"),)


def test_path_that_may_not_be_refined_stands_for_that_reason(tmp_path: Path) -> None:
    text = "int main(void) { int k = 0, i = 0; while (k < 30) { k++; i++; } if (i != 30) reach_error(); return 0; }"
    found = records(text, tmp_path, "value-cegar", "refinement.values=3")
    reason = "every refinement would track something that has too many values"
    assert found[-1].conclusion == Stands(reason)
    assert found[-1].declined == (Declined("value", reason),)


def test_path_to_what_is_not_supported_is_told(tmp_path: Path) -> None:
    text = "int b[9]; int main(void) { int f = 0; if (f) setjmp(b); return 0; }"
    (record,) = records(text, tmp_path, "value-cegar")
    assert entered(record) == ["main::f"]
    assert "not supported" in record.target
    assert record.place is not None


def test_without_refinement_there_is_nothing_to_tell(tmp_path: Path) -> None:
    assert records(FLAG_AND_COUNTER, tmp_path, "value") == ()


# -------------------------------------------------------------------------------------------------------- predicates


def test_predicates_are_c_expressions(tmp_path: Path) -> None:
    found = records(TWO_COUNTERS, tmp_path, "predicate")
    assert entered(found[0]) == ["main: x == y"]
    (chosen,) = [candidate for candidate in found[0].candidates if candidate.chosen]
    assert (chosen.domain, chosen.source, chosen.tracks, chosen.variety) == ("predicate", "wp", ("main: x == y",), 1)


def test_predicate_over_floats_is_smtlib(tmp_path: Path) -> None:
    text = """
        int main(void) {
          double d = 0.5;
          while (__VERIFIER_nondet_bool()) d = d / 2;
          if (d > 1.0) reach_error();
        }"""
    assert "(fp.lt " in entered(records(text, tmp_path, "predicate")[0])[0]


def test_predicate_about_memory_names_its_region(tmp_path: Path) -> None:
    text = """
        int main(void) {
          int x = 1, *p = &x;
          while (__VERIFIER_nondet_bool()) *p = 1;
          if (x != 1) reach_error();
        }"""
    found = records(text, tmp_path, "predicate")
    assert any("memory#" in what and "==" in what for record in found for what in entered(record))


def test_execution_along_the_path_is_why_predicates_decline(tmp_path: Path) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7) reach_error(); return 0; }"
    (record,) = records(text, tmp_path, "predicate")
    assert record.declined == (Declined("predicate", "its formula has a model"),)
    assert isinstance(record.conclusion, Stands)


# ---------------------------------------------------------------------------------------------------------- together


def test_both_domains_suggest_and_one_is_chosen(tmp_path: Path) -> None:
    text = "int main(void) { int f = 0; while (__VERIFIER_nondet_bool()) f = 0; if (f) reach_error(); }"
    (record,) = records(text, tmp_path, "refsel", "refinement.between=selection")
    assert {candidate.domain for candidate in record.candidates} == {"value", "predicate"}
    assert sum(candidate.chosen for candidate in record.candidates) == 1
    assert isinstance(record.conclusion, Excluded)
    (chosen,) = [candidate for candidate in record.candidates if candidate.chosen]
    assert (record.conclusion.domain, record.conclusion.source) == (chosen.domain, chosen.source)


@pytest.mark.parametrize("preset", ["value-predicate", "refsel"])
def test_domain_that_has_nothing_says_why(tmp_path: Path, preset: str) -> None:
    (record,) = records(NO_VALUES, tmp_path, preset)
    assert record.declined == (Declined("value", "no values contradict each other"),)
    assert isinstance(record.conclusion, Excluded)
    assert record.conclusion.domain == "predicate"


def test_values_first_do_not_ask_the_predicates(tmp_path: Path) -> None:
    (record,) = records(FLAG_AND_COUNTER, tmp_path, "value-predicate", "refinement.values=0")
    assert {candidate.domain for candidate in record.candidates} == {"value"}


# ----------------------------------------------------------------------------------------------------------- bounds


def test_long_list_is_cut(tmp_path: Path) -> None:
    names = [f"v{i}" for i in range(30)]
    declared = " ".join(f"int {name} = {number};" for number, name in enumerate(names))
    text = f"int main(void) {{ {declared} if ({' + '.join(names)} != {sum(range(30))}) reach_error(); }}"
    (record,) = records(text, tmp_path, "value-cegar")
    tracks = record.candidates[0].tracks
    assert (len(tracks), tracks[-1]) == (21, f"and {len(entered(record)) - 20} more")


def test_listening_changes_nothing(tmp_path: Path) -> None:
    """A run of which nothing is kept counts the same."""
    program = read(FLAG_AND_COUNTER, tmp_path)
    counted = []
    for most in (0, 1000):
        context = Context(explanation=Explanation(most=most))
        result = engine.run(program, TASK, load_configuration("refsel", (REFINE_AT_ONCE, "refinement.selection=random")), context)
        assert isinstance(result.verdict, TrueVerdict | FalseVerdict)
        counted.append({name: number for name, number in context.statistics.to_dict().items() if "seconds" not in name})
    assert counted[0] == counted[1]
