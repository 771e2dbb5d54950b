"""What is expected of a program, and what an answer is worth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.verdicts.measuring import STEADY, Measured, in_turn, measure, measure_one, read_decided, table, write_decided
from tests.verdicts.programs import ALL, BadHead, Expectation, Judgement, known_programs
from tests.verdicts.running import DEFAULT_CONFIGURATION, Answer, Machine, Word, preset_names, verdict_of
from whet.task.properties import NotSupported, Property, UnreachableLabel

FAILS = "int main(void) { void reach_error(void); reach_error(); return 0; }\n"


@pytest.mark.parametrize(
    ("expected", "answer", "judgement"),
    [
        ("TRUE", Answer(Word.TRUE), Judgement.RIGHT),
        ("TRUE", Answer(Word.FALSE), Judgement.WRONG),
        ("FALSE", Answer(Word.UNKNOWN), Judgement.UNKNOWN),
        ("FALSE", Answer(Word.INVALID), Judgement.UNKNOWN),
        ("FALSE", Answer(Word.TRUE, assumed=("Order",)), Judgement.WRONG),
        ("ANY", Answer(Word.TRUE), Judgement.RIGHT),
        ("ANY", Answer(Word.CRASHED), Judgement.CRASHED),
        ("FALSE, or TRUE if assumed", Answer(Word.TRUE), Judgement.WRONG),
        ("FALSE, or TRUE if assumed", Answer(Word.TRUE, assumed=("anything",)), Judgement.RIGHT),
        ("FALSE, or TRUE if assumed: order", Answer(Word.TRUE, assumed=("The order is ...",)), Judgement.RIGHT),
        ("FALSE, or TRUE if assumed: order", Answer(Word.TRUE, assumed=("f has no body",)), Judgement.WRONG),
        ("FALSE, or TRUE if assumed: order", Answer(Word.FALSE), Judgement.RIGHT),
    ],
)
def test_wrong_answer_is_told_from_right_one(expected: str, answer: Answer, judgement: Judgement) -> None:
    assert Expectation.of(expected).judge(answer) is judgement


def test_head_is_read(tmp_path: Path) -> None:
    (tmp_path / "group").mkdir()
    (tmp_path / "group" / "p.c").write_text(
        "// EXPECT: FALSE\n// MACHINE: both\n// PROPERTY: G ! label(ERROR)\n// note\n" + FAILS
    )
    programs = known_programs(tmp_path)
    assert [program.name for program in programs] == ["group/p@LP64", "group/p@ILP32"]
    assert [program.machine for program in programs] == [Machine.LP64, Machine.ILP32]
    assert programs[0].specification.conditions == (UnreachableLabel("ERROR"),)


@pytest.mark.parametrize("head", ["// EXPECT: MAYBE\n", "// EXPECT: TRUE\n// EXPCT: x\n", "// EXPECT: TRUE\n// EXPECT: TRUE\n"])
def test_misspelt_head_is_an_error(head: str, tmp_path: Path) -> None:
    (tmp_path / "group").mkdir()
    (tmp_path / "group" / "p.c").write_text(head + FAILS)
    with pytest.raises(BadHead):
        known_programs(tmp_path)


def test_collection_with_a_table_is_read(tmp_path: Path) -> None:
    rows = ["name,file,property,expected,data_model", "a,a.c,unreach-call,true,ILP32", "b,b.c,no-overflow,true,LP64"]
    (tmp_path / "a.c").write_text("int main(void) { ERROR: return 0; }")
    (tmp_path / "all.csv").write_text("\n".join(rows) + "\n")
    (program,) = known_programs(tmp_path)
    assert (program.path.name, program.machine, program.expectation) == ("a.c", Machine.ILP32, Expectation(Word.TRUE))
    assert program.specification.conditions == (UnreachableLabel("ERROR"),)


ROWS = """\
name,file,property,expected,data_model,kind
a,a.c,unreach-call,true,LP64,assertion
b,b.c,no-overflow,false,LP64,overflow
c,c.c,valid-memsafety:valid-free,false,ILP32,double free
d,d.c,other,false,LP64,division by zero
e,e.c,other,false,LP64,shift range
"""


def written(folder: Path, rows: str = ROWS) -> Path:
    for name in "abcde":
        (folder / f"{name}.c").write_text("int main(void) { int x = 2147483647; x = x + 1; return 0; }\n")
    (folder / "all.csv").write_text(rows)
    return folder


def test_all_properties_of_a_table_are_read(tmp_path: Path) -> None:
    programs = known_programs(written(tmp_path), (ALL,))
    assert [program.specification.name for program in programs][:2] == ["unreach-call", "no-overflow"]
    assert len(programs[2].specification.conditions) == 3
    assert [program.specification.name for program in programs][3:] == ["division-by-zero", "shift-range"]
    assert [program.expectation.part for program in programs] == [
        "",
        "no-overflow",
        "valid-free",
        "division-by-zero",
        "shift-range",
    ]


def test_only_rows_about_the_properties_asked_for_are_read(tmp_path: Path) -> None:
    folder = written(tmp_path)
    assert [program.path.stem for program in known_programs(folder)] == ["a"]
    assert [program.path.stem for program in known_programs(folder, ("no-overflow", "shift-range"))] == ["b", "e"]


def test_unknown_property_in_a_table_is_an_error(tmp_path: Path) -> None:
    folder = written(tmp_path, ROWS.replace("shift range", "bad weather"))
    assert len(known_programs(folder)) == 1
    with pytest.raises(BadHead, match="the property 'other' of 'e' is not known"):
        known_programs(folder, (ALL,))


@pytest.mark.parametrize(("part", "judgement"), [("valid-free", Judgement.RIGHT), ("valid-deref", Judgement.WRONG)])
def test_false_must_name_the_part_that_is_violated(part: str, judgement: Judgement) -> None:
    answer = Answer(Word.FALSE, part=part)
    assert Expectation(Word.FALSE, part="valid-free").judge(answer) is judgement
    assert Expectation(Word.FALSE).judge(answer) is Judgement.RIGHT
    assert str(answer) == f"FALSE({part})"


def test_false_names_what_is_violated(tmp_path: Path) -> None:
    (program,) = known_programs(written(tmp_path), ("no-overflow",))
    measured = measure_one(program, "value")
    assert (measured.judgement, measured.answer) == (Judgement.RIGHT, "FALSE(no-overflow)")


def test_property_that_cannot_be_checked_is_no_wrong_answer(tmp_path: Path) -> None:
    (program,) = known_programs(written(tmp_path), ("no-overflow",))
    unsupported = replace(program, specification=Property("termination", (NotSupported("termination"),)))
    measured = measure_one(unsupported, "value")
    assert (measured.judgement, measured.seconds) == (Judgement.NOT_SUPPORTED, 0.0)
    assert measured.answer == "not run: termination cannot be checked"
    assert "unsupported" in table([measured])


def test_verdict_that_is_a_choice_must_name_it(tmp_path: Path) -> None:
    (tmp_path / "order.c").write_text("int main(void) { return 0; }")
    (tmp_path / "table.csv").write_text("name,file,expected,defect\norder,order.c,FALSE,8\n")
    (program,) = known_programs(tmp_path)
    assert program.expectation == Expectation.of("FALSE, or TRUE if assumed: left to right")


def test_crash_and_rejected_program_are_no_verdicts(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text("int main(void) { return }\n")
    assert verdict_of(tmp_path / "p.c", preset="value").word is Word.INVALID


def test_second_run_takes_results_from_the_file(tmp_path: Path) -> None:
    folder, results = tmp_path / "group", tmp_path / "results.csv"
    folder.mkdir()
    (folder / "p_false.c").write_text("// EXPECT: FALSE\n" + FAILS)
    wanted = [(program, "value") for program in known_programs(tmp_path)]
    (first,) = measure(wanted, results=results)
    assert first.judgement is Judgement.RIGHT
    results.write_text(results.read_text().replace("right", "unknown"))
    (second,) = measure(wanted, results=results)
    assert second.judgement is Judgement.UNKNOWN


def test_only_quick_right_answers_are_listed_as_decided(tmp_path: Path) -> None:
    path = tmp_path / "decided.csv"
    quick = Measured("g/quick", "value", Judgement.RIGHT, 0.1, "TRUE")
    slow = Measured("g/slow", "value", Judgement.RIGHT, 4.0, "TRUE")
    wrong = Measured("g/wrong", "value", Judgement.WRONG, 0.1, "TRUE")
    known = {"g/quick", "g/slow", "g/wrong"}
    write_decided([quick, slow, wrong], known, path)
    assert read_decided(path) == {"g/quick": {"value"}}
    write_decided([Measured("g/quick", "refsel", Judgement.RIGHT, 0.1, "TRUE")], known, path)
    assert read_decided(path) == {"g/quick": {"refsel", "value"}}
    write_decided([], {"g/slow"}, path)
    assert read_decided(path) == {}
    assert "wrong   g/wrong: TRUE [value]" in table([quick, slow, wrong])


def test_presets_are_taken_in_turn() -> None:
    runs = in_turn(known_programs())
    assert [program for program, _ in runs] == known_programs()
    assert sum(preset == STEADY for _, preset in runs) > len(runs) / 4
    assert sum(preset == DEFAULT_CONFIGURATION for _, preset in runs) > len(runs) / 20
    assert {preset for _, preset in runs} == set(preset_names())
    assert runs == in_turn(known_programs())
