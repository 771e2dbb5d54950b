"""SARIF: as the schema of the standard wants it, with what there is to say about each verdict."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.report.reports import SOURCE, check_sarif, division_in, overflow_in, place_in, task_of
from whet.core.result import Checked, Defect, InvalidProgram, Reason, Result, TrueVerdict, Unknown
from whet.report.formats.sarif import SarifOptions, sarif, semantic_version
from whet.report.judging import with_baseline, with_suppressions
from whet.report.sources import Sources
from whet.report.summary import Summary, summarise
from whet.report.suppressions import inline_suppressions
from whet.task.checks import named_checks

CHECKED = Checked(("overflow",), asked=("overflow", "division"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "src" / "a b.c"
    path.parent.mkdir()
    path.write_text(SOURCE)
    return path


def run_of(*summaries: Summary, root: Path, problems_only: bool = False) -> dict[str, Any]:
    document = check_sarif(sarif(summaries, Sources(root), SarifOptions(problems=problems_only)))
    run: dict[str, Any] = document["runs"][0]
    return run


def test_finding_has_its_place_and_the_way_there(file: Path, tmp_path: Path) -> None:
    summary = summarise(task_of(file), overflow_in(file), Sources(tmp_path))
    run = run_of(summary, root=tmp_path)
    result = run["results"][0]
    assert (result["ruleId"], result["kind"], result["level"]) == ("overflow", "fail", "error")
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": "src/a%20b.c", "uriBaseId": "%SRCROOT%"}
    assert run["originalUriBaseIds"]["%SRCROOT%"]["uri"] == tmp_path.as_uri() + "/"
    assert location["region"] == {"startLine": 6, "startColumn": 12, "snippet": {"text": "    return number + number;"}}
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [(step["location"]["message"]["text"], step["nestingLevel"]) for step in steps] == [
        ("input() = 2147483647", 0),
        ("x = 2147483647", 0),
        ("x > 7 is true", 0),
        ("twice(2147483647)", 0),
        ("1 is true", 1),
        ("twice returns", 1),
        ("overflow of int", 1),
    ]
    assert steps[2]["state"] == {"x": {"text": "2147483647"}}


def test_rules_say_what_the_command_checks_says(file: Path, tmp_path: Path) -> None:
    run = run_of(summarise(task_of(file), overflow_in(file), Sources(tmp_path)), root=tmp_path)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(named_checks())
    assert named_checks()["overflow"].example in rules[1]["help"]["text"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


def test_kinds_are_those_of_the_standard(file: Path, tmp_path: Path) -> None:
    """A TRUE passes, what is not known is open, and neither has a level."""
    sources = Sources(tmp_path)
    true = summarise(task_of(file), Result(TrueVerdict(), checked=CHECKED), sources)
    unknown = summarise(task_of(file), Result(Unknown(Reason.TIME_OUT, "after 3s"), checked=CHECKED), sources)
    for summary, kind in ((true, "pass"), (unknown, "open")):
        results = run_of(summary, root=tmp_path)["results"]
        assert [(each["ruleId"], each["kind"], each["level"]) for each in results] == [
            ("overflow", kind, "none"),
            ("division", kind, "none"),
        ]


def test_first_finding_leaves_the_other_checks_open_unless_all_were_asked_for(file: Path, tmp_path: Path) -> None:
    sources = Sources(tmp_path)
    one = summarise(task_of(file), overflow_in(file), sources)
    assert [each["kind"] for each in run_of(one, root=tmp_path)["results"]] == ["fail", "open"]
    proved = [f"{place_in(file, '1 / x')} [division]"]
    every = summarise(task_of(file), overflow_in(file), sources, violations=[overflow_in(file)], proved=proved)
    results = run_of(every, root=tmp_path)["results"]
    assert [each["kind"] for each in results] == ["fail", "pass"]
    assert results[1]["locations"][0]["physicalLocation"]["region"]["startLine"] == 14


def test_programs_that_cannot_be_read_and_defects_are_told(file: Path, tmp_path: Path) -> None:
    sources = Sources(tmp_path)
    invalid = summarise(task_of(file), Result(InvalidProgram("expected ';'", place_in(file, "x > 7"))), sources)
    run = run_of(invalid, root=tmp_path)
    note = run["invocations"][0]["toolExecutionNotifications"][0]
    assert note["level"] == "error"
    assert "expected ';'" in note["message"]["text"]
    assert note["locations"][0]["physicalLocation"]["region"]["startLine"] == 12
    assert not any(each["kind"] == "pass" for each in run["results"])
    defect = run_of(summarise(task_of(file), Result(Defect("internal", "oh")), sources), root=tmp_path)
    assert defect["invocations"][0]["executionSuccessful"] is False


def test_suppressed_and_known_findings_are_told_as_such(file: Path, tmp_path: Path) -> None:
    file.write_text(SOURCE.replace("number + number;", "number + number; // whet: ignore[overflow] callers know"))
    sources = Sources(tmp_path)
    summary = summarise(task_of(file), overflow_in(file), sources, violations=[overflow_in(file), division_in(file)])
    summary = with_suppressions(summary, inline_suppressions([str(file)]), sources)
    summary = with_baseline(summary, {summary.findings[1].mark})
    overflow, division = run_of(summary, root=tmp_path)["results"]
    suppression = overflow["suppressions"][0]
    assert (suppression["kind"], suppression["justification"]) == ("inSource", "callers know")
    assert suppression["location"]["physicalLocation"]["region"]["startLine"] == 6
    assert (overflow["baselineState"], division["baselineState"]) == ("new", "unchanged")
    assert "suppressions" not in division
    assert run_of(summary, root=tmp_path, problems_only=True)["results"] == []


def test_what_github_gets_wrong_can_be_left_out(file: Path, tmp_path: Path) -> None:
    sources = Sources(tmp_path)
    true = summarise(task_of(file), Result(TrueVerdict(), checked=CHECKED), sources)
    false = summarise(task_of(file), overflow_in(file), sources)
    results = run_of(true, false, root=tmp_path, problems_only=True)["results"]
    assert [each["kind"] for each in results] == ["fail"]


def test_columns_count_characters(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text(
        'const char *s = "ä€"; int y = number + number; int x = input(); // 1 / x; x > 7 twice(x) int main return number'
    )
    summary = summarise(task_of(path), overflow_in(path), Sources(tmp_path))
    region = run_of(summary, root=tmp_path)["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert path.read_text()[region["startColumn"] - 1 :].startswith("number + number")


def test_file_outside_of_the_root_has_an_absolute_uri(file: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    result = run_of(summarise(task_of(file), overflow_in(file), Sources(elsewhere)), root=elsewhere)["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": file.as_uri()}


# ----------------------------------------------------------------------------------------------------------------- marks


def mark_of(file: Path, text: str, root: Path) -> str:
    return Sources(root).mark("overflow", place_in(file, text), "")


def test_mark_survives_shifted_lines_and_white_space(file: Path, tmp_path: Path) -> None:
    before = mark_of(file, "number + number", tmp_path)
    shifted = SOURCE.replace("#include <limits.h>", "#include <limits.h>\n/* new */\n\nstatic int other;").replace(
        "    ret", "\tret"
    )
    file.write_text(shifted)
    assert mark_of(file, "number + number", tmp_path) == before


@pytest.mark.parametrize(
    ("old", "new"),
    [("number + number;", "number + 2;"), ("int twice(int number)", "int thrice(int number)"), ("ret", "(void)0; ret")],
)
def test_mark_of_another_finding_is_another(file: Path, tmp_path: Path, old: str, new: str) -> None:
    before = mark_of(file, "number +", tmp_path)
    file.write_text(SOURCE.replace(old, new))
    assert mark_of(file, "number +", tmp_path) != before


def test_equal_lines_of_a_function_have_different_marks(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text("int f(int x)\n{\n  x = x + 1;\n  x = x + 1;\n  return x;\n}\n")
    first = place_in(path, "x + 1")
    second = replace(first, line=4)
    sources = Sources(tmp_path)
    assert sources.mark("overflow", first, "") != sources.mark("overflow", second, "")
    assert sources.mark("overflow", first, "") != sources.mark("division", first, "")


def test_summary_is_read_as_it_was_written(file: Path, tmp_path: Path) -> None:
    summary = summarise(task_of(file), overflow_in(file), Sources(tmp_path), proved=["a [division]"])
    assert Summary.from_json(summary.to_json()) == summary
    with pytest.raises(ValueError, match="no summary"):
        Summary.from_json({"name": "x"})


def test_schema_refuses_what_is_no_sarif() -> None:
    with pytest.raises(jsonschema.ValidationError):
        check_sarif('{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "whet"}}, "results": [{"kind": "passed"}]}]}')


def test_version_is_written_as_semantic_versioning_wants_it() -> None:
    assert semantic_version("1.0.0rc1") == "1.0.0-rc.1"
    assert semantic_version("1.0.0") == "1.0.0"
    assert re.fullmatch(r"\d+\.\d+\.\d+(-[a-z]+\.\d+)?", semantic_version())
