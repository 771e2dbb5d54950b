"""The tool that makes Whet unsound: mutants apply or fail loudly, and what became of them is told apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tools.mutants import (
    PROGRAMS,
    ROOT,
    BadMutant,
    Mutant,
    Outcome,
    Record,
    Runs,
    Seen,
    applied,
    expected_of,
    from_json,
    mutants,
    mutated,
    table,
    to_json,
)

ALL = {each.name: each for each in mutants()}


def text_of(mutant: Mutant) -> str:
    return (ROOT / "src" / "whet" / mutant.file).read_text()


def seen(checked: str, *, expected: str = "FALSE", before: str = "FALSE(unreach-call)", without: str = "TRUE") -> Seen:
    return Seen("p", expected, before, without, checked)


@pytest.mark.parametrize("mutant", ALL.values(), ids=lambda each: each.name)
def test_every_mutant_applies_to_the_source(mutant: Mutant) -> None:
    assert applied(mutant, text_of(mutant)) != text_of(mutant)


@pytest.mark.parametrize("mutant", ALL.values(), ids=lambda each: each.name)
def test_programs_of_every_mutant_say_what_is_expected(mutant: Mutant) -> None:
    assert mutant.programs
    for program in mutant.programs:
        expected_of((PROGRAMS / f"{program}.c").read_text())


def test_mutant_whose_old_text_is_not_there_is_an_error() -> None:
    mutant = replace(ALL["value-wrap-dropped"], old="no such text")
    with pytest.raises(BadMutant, match="0 times"):
        Runs().run(mutant)


def test_mutant_whose_old_text_is_there_twice_is_an_error() -> None:
    with pytest.raises(BadMutant, match="2 times"):
        applied(replace(ALL["value-wrap-dropped"], old="x"), "x x")


def test_mutant_that_changes_nothing_is_an_error() -> None:
    with pytest.raises(BadMutant, match="changes nothing"):
        applied(replace(ALL["value-wrap-dropped"], old="x", new="x"), "x")


def test_names_are_used_once(tmp_path: Path) -> None:
    entry = '[[mutant]]\nname = "a"\nkind = "k"\nfile = "f"\nold = "o"\nnew = "n"\nwrong = "w"\nconfig = "c"\nprograms = []\n'
    (tmp_path / "list.toml").write_text(entry + entry)
    with pytest.raises(BadMutant, match="more than one"):
        mutants(tmp_path / "list.toml")


def test_misspelt_key_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "list.toml").write_text('[[mutant]]\nname = "a"\nnam = "b"\n')
    with pytest.raises(BadMutant):
        mutants(tmp_path / "list.toml")


@pytest.mark.parametrize(
    ("given", "outcome"),
    [
        (seen("UNKNOWN(proof rejected)"), Outcome.REJECTED),
        (seen("TRUE (unchecked)"), Outcome.UNCHECKED),
        (seen("TRUE"), Outcome.SURVIVES),
        (seen("UNKNOWN(time)"), Outcome.OTHER),
        (seen("FALSE(unreach-call)", without="FALSE(unreach-call)"), Outcome.NOTHING),
        (
            seen("UNKNOWN(alarm not confirmed)", expected="TRUE", before="TRUE", without="UNKNOWN(alarm not confirmed)"),
            Outcome.REPLAY,
        ),
    ],
)
def test_ends_are_told_apart(given: Seen, outcome: Outcome) -> None:
    assert given.outcome is outcome


def test_worst_program_counts_and_a_test_that_fails_is_told() -> None:
    both = Record("m", "k", False, (seen("UNKNOWN(proof rejected)"), seen("TRUE")))
    assert both.outcome is Outcome.SURVIVES
    assert replace(both, failed=("tests/x.py",)).outcome is Outcome.TESTS
    assert from_json(to_json(both)) == both
    assert table([both]).splitlines()[-1].startswith("| all | 1 | 1 |")


def test_copy_has_the_mutant_and_the_source_has_not() -> None:
    mutant = ALL["value-wrap-dropped"]
    with mutated(mutant) as source:
        assert mutant.old not in (source / "whet" / mutant.file).read_text()
    assert mutant.old in text_of(mutant)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["value-wrap-dropped", "bmc-true-at-bound", "discharge-everything"])
def test_unsound_verifier_gets_no_proof_accepted(name: str) -> None:
    record = Runs().run(replace(ALL[name], programs=ALL[name].programs[:1]))
    assert record.is_wrong_without
    assert record.outcome is Outcome.REJECTED
