"""JUnit XML: what fails, what nobody knows, what is accepted; a TRUE alone passes."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.report.reports import SOURCE, division_in, overflow_in, task_of
from whet.core.result import Checked, FalseVerdict, Reason, Result, TrueVerdict, Unknown
from whet.report.formats.junit import junit
from whet.report.judging import with_baseline
from whet.report.sources import Sources
from whet.report.summary import Summary, summarise

CHECKED = Checked(("overflow",), asked=("overflow", "division"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.c"
    path.write_text(SOURCE)
    return path


def outcomes(summary: Summary) -> list[str]:
    """For each test, in order, how it ended."""
    suite = ElementTree.fromstring(junit([summary], Sources(Path())).partition("\n")[2])[0]
    cases = suite.findall("testcase")
    counted = [suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped")]
    tags = [next((child.tag for child in case), "passed") for case in cases]
    assert counted == [str(len(tags)), *(str(tags.count(tag)) for tag in ("failure", "error", "skipped"))]
    return tags


def test_only_what_is_proved_passes(file: Path) -> None:
    sources = Sources(file.parent)
    assert outcomes(summarise(task_of(file), Result(TrueVerdict(), checked=CHECKED), sources)) == ["passed", "passed"]
    unknown = Result(Unknown(Reason.TIME_OUT, "after 3s"), checked=CHECKED)
    assert outcomes(summarise(task_of(file), unknown, sources)) == ["error", "error"]
    assert outcomes(summarise(task_of(file), overflow_in(file), sources)) == ["failure", "error"]
    every = summarise(task_of(file), overflow_in(file), sources, violations=[overflow_in(file)])
    assert outcomes(every) == ["failure", "passed"]


def test_known_findings_are_skipped_and_new_ones_fail(file: Path) -> None:
    found = summarise(task_of(file), overflow_in(file), Sources(file.parent), violations=[overflow_in(file), division_in(file)])
    assert outcomes(with_baseline(found, {found.findings[0].mark})) == ["skipped", "failure"]
    assert outcomes(with_baseline(found, ())) == ["failure", "failure"]


def test_failure_tells_the_run(file: Path) -> None:
    text = junit([summarise(task_of(file), overflow_in(file), Sources(file.parent))], Sources(file.parent))
    assert f"{file}:11:13: input() = 2147483647\n" in text


def test_control_characters_do_not_break_the_file(file: Path) -> None:
    verdict = FalseVerdict(property="p", violation="bad \x01 <&> \ud800", check="overflow")
    text = junit([summarise(task_of(file), Result(verdict, checked=CHECKED), Sources(file.parent))], Sources(file.parent))
    failure = ElementTree.fromstring(text.partition("\n")[2]).find(".//failure")
    assert failure is not None
    assert failure.get("message") == "bad \ufffd <&> \ufffd"
