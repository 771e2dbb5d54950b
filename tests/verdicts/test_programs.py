"""What is expected of a program, and what an answer is worth."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verdicts.measuring import Measured, in_turn, measure, read_decided, table, write_decided
from tests.verdicts.programs import BadHead, Expectation, Judgement, known_programs
from tests.verdicts.running import DEFAULT_CONFIGURATION, Answer, Machine, Word, verdict_of
from whet.task.properties import UnreachableLabel

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
    assert {preset for _, preset in runs[::2]} == {DEFAULT_CONFIGURATION}
    assert runs == in_turn(known_programs())
