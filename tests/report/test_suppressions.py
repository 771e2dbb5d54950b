"""Suppressions: what they cover, and that each has a reason, a check that exists, and something that it suppresses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.report.reports import SOURCE, division_in, overflow_in, place_in, task_of
from whet.core.result import Checked, Reason, Result, TrueVerdict, Unknown
from whet.report.judging import unused, with_suppressions
from whet.report.sources import Sources
from whet.report.summary import Summary, summarise
from whet.report.suppressions import Suppression, inline_suppressions, suppressions_in
from whet.task.errors import TaskError
from whet.task.toml_file import parse_toml

CHECKED = Checked(("overflow",), asked=("overflow", "division"))
LINE = "    return number + number;"
ENTRY = '[[suppress]]\nfile = "src/*.c"\ncheck = "overflow"\nreason = "callers know"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "src" / "a.c"
    path.parent.mkdir()
    path.write_text(SOURCE)
    return path


def inline(file: Path, new: str) -> list[Suppression]:
    file.write_text(SOURCE.replace(LINE, new))
    return inline_suppressions([str(file)])


@pytest.mark.parametrize(
    "text",
    [
        f"{LINE} // whet: ignore[overflow] callers know",
        f"{LINE} /* whet: ignore[division, overflow] callers\n know */",
        f"    // whet: ignore[overflow] callers know\n\n    /* and this\n is odd */\n{LINE}",
        f"    /* whet: ignore[overflow] callers know */ {LINE}",
    ],
)
def test_comment_covers_its_line_or_the_next_one(file: Path, text: str) -> None:
    (found,) = inline(file, text)
    sources = Sources(file.parent.parent)
    assert found.reason == "callers know"
    assert found.covers("overflow", place_in(file, "number + number"), sources)
    assert not found.covers("shift", place_in(file, "number + number"), sources)
    assert not found.covers("overflow", place_in(file, "1 / x"), sources)
    assert not found.covers("overflow", None, sources)


def test_strings_are_no_comments(file: Path) -> None:
    assert inline(file, LINE + ' const char *s = "// whet: ignore[overflow]"; // whether to ignore[this]') == []


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("// whet: ignore[overflow]", "src/a.c:6:29: a suppression needs a reason"),
        ("// whet: ignore[overflow]   ", "needs a reason"),
        ("// whet: ignore overflow because", "names its checks and its reason"),
        ("// whet: ignore[] because", "names a check"),
        ("// whet: ignore[overfow] because", "did you mean 'overflow'"),
    ],
)
def test_bad_comment_is_an_error_with_its_place(file: Path, comment: str, message: str) -> None:
    with pytest.raises(TaskError) as caught:
        inline(file, f"{LINE} {comment}")
    assert message in str(caught.value)


def entries(text: str) -> list[Suppression]:
    return suppressions_in(parse_toml(text, name="whet.toml"))


def test_entry_covers_files_by_pattern_and_lines_by_text(file: Path) -> None:
    sources, place = Sources(file.parent.parent), place_in(file, "number + number")
    assert entries(ENTRY)[0].covers("overflow", place, sources)
    assert entries(ENTRY + 'line = "return  number+number;"')[0].covers("overflow", place, sources)
    assert not entries(ENTRY + 'line = "return number;"')[0].covers("overflow", place, sources)
    assert not entries(ENTRY.replace("src/*", "lib/*"))[0].covers("overflow", place, sources)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ENTRY.replace('reason = "callers know"\n', ""), "whet.toml:1: a suppression needs a reason"),
        (ENTRY + ENTRY.replace("callers know", " "), "whet.toml:5: a suppression needs a reason"),
        (ENTRY.replace("reason", "raeson"), "whet.toml:4: unknown key 'raeson' (did you mean 'reason'?)"),
        (ENTRY.replace("overflow", "overfow"), "whet.toml:1: there is no check 'overfow'"),
        (ENTRY.replace('"overflow"', "3"), "name of a check"),
        (ENTRY.replace('file = "src/*.c"\n', ""), "names a file"),
        ("suppress = 3", "whet.toml:1: 'suppress' should be a list of tables"),
    ],
)
def test_bad_entry_is_an_error_with_its_place(text: str, message: str) -> None:
    with pytest.raises(TaskError) as caught:
        entries(text)
    assert message in str(caught.value)


def summary_with(file: Path, result: Result, suppressions: list[Suppression], *violations: Result) -> Summary:
    sources = Sources(file.parent.parent)
    return with_suppressions(summarise(task_of(file), result, sources, violations=violations), suppressions, sources)


def test_suppressed_finding_stays_a_finding(file: Path) -> None:
    found = summary_with(file, overflow_in(file), entries(ENTRY), overflow_in(file), division_in(file))
    assert [each.suppression is not None for each in found.findings] == [True, False]
    assert found.status == "false"


def test_unused_suppression_is_told_only_where_everything_was_looked_at(file: Path) -> None:
    accepted = entries(ENTRY)
    true = summary_with(file, Result(TrueVerdict(), checked=CHECKED), accepted)
    assert list(unused(accepted, [true])) == accepted
    used = summary_with(file, overflow_in(file), accepted, overflow_in(file))
    assert list(unused(accepted, [used, true])) == []
    unknown = summary_with(file, Result(Unknown(Reason.BOUND), checked=CHECKED), accepted)
    assert list(unused(accepted, [true, unknown])) == []
    first_only = summary_with(file, division_in(file), accepted)
    assert list(unused(accepted, [first_only])) == []
    other = summary_with(file, Result(TrueVerdict(), checked=Checked(("shift",), asked=("shift",))), accepted)
    assert list(unused(accepted, [other])) == []
