"""A domain that only these tests know is refined alone, and in a list with values and predicates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.refine.parity import NAME, ParityAnalysis
from tests.refine.running import explored, read, word
from whet.algorithms.cegar import begin, cegar, make_refiner
from whet.cfa.model import Program
from whet.core.configuration import load_configuration
from whet.core.explanation import Excluded, RefinementRecord
from whet.task.precision_file import Entry, format_precision, parse_precision

EVEN = """
int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_bool()) x = x + 2;
  if (x % 2 == 1) reach_error();
  return 0;
}"""
SOMETIMES_ODD = EVEN.replace("x + 2", "x + 3")
FLAG = "int main(void) { int f = 0; while (__VERIFIER_nondet_bool()) f = 0; if (f) reach_error(); return 0; }"
COUNTED = """
int main(void) {
  unsigned i = 0;
  while (i != 1000) i = i + 2;
  if (i == 1001) reach_error();
  return 0;
}"""

ALONE = ("analyses=location,callstack,specification",)
BEHIND_VALUES = ("analyses=location,callstack,value,specification", "value.precision=scoped", "refinement.values=3")
BEHIND_BOTH = ("analyses=location,callstack,value,predicate,specification", *BEHIND_VALUES[1:], "predicate.wakes=when needed")
NO_PREDICATES = ("refinement.strategies=",)
"""Without a strategy, predicates do not know how to exclude a path."""


@dataclass(frozen=True, slots=True)
class Ran:
    verdict: str
    entries: tuple[Entry, ...]
    records: tuple[RefinementRecord, ...]
    notes: tuple[str, ...]
    numbers: dict[str, float]

    def by(self) -> set[str]:
        """The domains that excluded a path."""
        return {record.conclusion.domain for record in self.records if isinstance(record.conclusion, Excluded)}


def verified(program: Program, *options: str, given: Sequence[Entry] = (), with_parity: bool = True) -> Ran:
    configuration = load_configuration("value", ("algorithm=cegar", *options))
    exploration = explored(program, configuration, more=[ParityAnalysis(program)] if with_parity else [])
    refiner = make_refiner(configuration, exploration)
    _, notes = refiner.begin_with(given, exploration.analysis.initial_precision())
    precision = cegar(exploration, refiner, begin(configuration, exploration, refiner, given))
    records = exploration.context.explanation.refinements.records
    numbers = dict(exploration.context.statistics.to_dict())
    return Ran(word(exploration.result().verdict), refiner.entries(precision), records, notes, numbers)


def test_domain_is_refined_alone(tmp_path: Path) -> None:
    ran = verified(read(EVEN, tmp_path), *ALONE)
    assert (ran.verdict, ran.entries) == ("TRUE", (Entry(NAME, "main::x"),))
    assert (ran.numbers["refinements"], ran.numbers["tracked_parities"]) == (1, 1)
    (record,) = ran.records
    assert isinstance(record.conclusion, Excluded)
    assert (record.conclusion.domain, record.conclusion.entered[0].what) == (NAME, "main::x")


def test_error_is_found_with_the_domain_alone(tmp_path: Path) -> None:
    assert verified(read(SOMETIMES_ODD, tmp_path), *ALONE).verdict == "FALSE"


def test_what_the_domain_cannot_exclude_stands(tmp_path: Path) -> None:
    ran = verified(read(FLAG.replace("if (f)", "if (f == 2)"), tmp_path), *ALONE)
    assert ran.verdict.startswith("UNKNOWN")
    assert ran.records[0].declined[0].reason == "no parities contradict each other"


@pytest.mark.parametrize("options", [BEHIND_VALUES, (*BEHIND_BOTH, *NO_PREDICATES)])
@pytest.mark.parametrize("between", ["values", "counters", "selection"])
def test_last_of_a_list_excludes_what_the_others_cannot(tmp_path: Path, options: tuple[str, ...], between: str) -> None:
    ran = verified(read(EVEN, tmp_path), *options, f"refinement.between={between}")
    assert (ran.verdict, ran.entries) == ("TRUE", (Entry(NAME, "main::x"),))
    assert NAME in ran.by()


def test_without_the_last_of_the_list_the_path_stands(tmp_path: Path) -> None:
    ran = verified(read(EVEN, tmp_path), *BEHIND_BOTH, *NO_PREDICATES, with_parity=False)
    assert ran.verdict.startswith("UNKNOWN")


@pytest.mark.parametrize("options", [BEHIND_VALUES, BEHIND_BOTH])
@pytest.mark.parametrize("between", ["values", "counters", "selection", "all"])
def test_error_is_found_with_a_list(tmp_path: Path, options: tuple[str, ...], between: str) -> None:
    assert verified(read(SOMETIMES_ODD, tmp_path), *options, f"refinement.between={between}").verdict == "FALSE"


@pytest.mark.parametrize("options", [BEHIND_VALUES, BEHIND_BOTH])
def test_first_that_can_is_used_and_the_others_are_not_asked(tmp_path: Path, options: tuple[str, ...]) -> None:
    ran = verified(read(FLAG, tmp_path), *options)
    assert (ran.verdict, ran.by()) == ("TRUE", {"value"})
    assert {candidate.domain for record in ran.records for candidate in record.candidates} == {"value"}


def test_loop_counter_is_left_to_a_later_domain(tmp_path: Path) -> None:
    program = read(COUNTED, tmp_path)
    options = (*BEHIND_VALUES, "refinement.values=0")
    first, counters = (verified(program, *options, f"refinement.between={word}") for word in ("values", "counters"))
    assert (first.verdict, first.by()) == ("TRUE", {"value"})
    assert (counters.verdict, counters.by()) == ("TRUE", {NAME})
    assert counters.numbers["refinements_of_paritys"] == 1


def test_selection_ranks_what_all_domains_suggest(tmp_path: Path) -> None:
    ran = verified(read(FLAG.replace("if (f)", "if (f == 1)"), tmp_path), *BEHIND_BOTH, "refinement.between=selection")
    assert ran.verdict == "TRUE"
    assert {candidate.domain for candidate in ran.records[0].candidates} == {"value", "predicate", NAME}
    assert sum(candidate.chosen for candidate in ran.records[0].candidates) == 1


@pytest.mark.parametrize("go_on", ["root", "pivot", "strengthened"])
def test_all_domains_that_can_exclude_a_path_are_refined_at_once(go_on: str, tmp_path: Path) -> None:
    text = FLAG.replace("if (f)", "if (f == 1)")
    options = (*BEHIND_BOTH, "refinement.between=all", f"refinement.go_on={go_on}")
    ran = verified(read(text, tmp_path), *options)
    assert ran.verdict == "TRUE"
    assert {entry.domain for entry in ran.entries} == {"value", "predicate", NAME}
    assert ran.numbers["refinements"] == len(ran.records)
    first = ran.records[0]
    assert {candidate.domain for candidate in first.candidates if candidate.chosen} == {"value", "predicate", NAME}
    assert isinstance(first.conclusion, Excluded)
    assert {"main::f", "main: f == 1"} <= {entered.what for entered in first.conclusion.entered}


def test_entries_are_written_and_read_back(tmp_path: Path) -> None:
    program = read(EVEN, tmp_path)
    written = format_precision(verified(program, *ALONE).entries)
    given = parse_precision(written, name="p", domains=[NAME])
    again = verified(program, *ALONE, given=given)
    assert (again.verdict, again.entries, again.numbers.get("refinements", 0)) == ("TRUE", given, 0)


def test_entries_of_another_domain_are_not_used_and_noted(tmp_path: Path) -> None:
    ran = verified(read(EVEN, tmp_path), *ALONE, given=[Entry("value", "main::x"), Entry(NAME, "main::gone")])
    assert (ran.verdict, ran.numbers["refinements"]) == ("TRUE", 1)
    assert ran.notes == ("what the given precision tracks for value is not used: that is not refined", "there is no main::gone")
