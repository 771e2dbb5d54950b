"""Variables of the program that functions set which the function in question does not call."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
SOURCE = """\
static int (*hook)(int);
static struct { unsigned width; int *cells; } format;
static int calls;
void set_up(int (*with)(int), unsigned width, int *cells) { hook = with; format.width = width; format.cells = cells; }
int uses_hook(int n) { return hook(n); }
unsigned rows(unsigned n) { return n / format.width; }
int first(void) { return *format.cells; }
int count(void) { calls = 1; return 10 / calls; }
int divides(int n) { return 10 / (hook(n) - 1); }
unsigned column(unsigned n) { return 10 / (n % format.width); }
static int limit;
int below(void) { return 10 / limit; }
extern int (*error_hook)(int);
extern int level;
int reports(int n) { return error_hook(n); }
int reports_twice(int n) { return 10 / (error_hook(n) - 1); }
int per_level(int n) { return level < 5 && level >= 0 ? n % (level + 1) : 10 / level; }
int of_level(int n) { return n % level; }
extern int values[];
int value(int n) { return values[n & 3]; }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("set.c").write_text(SOURCE)


def output_of(capsys: Capture, function: str) -> list[str]:
    words = ["--quiet", "--config", "ki", "--time-limit", "20s", "--check", "memory,division", "--no-null"]
    main(["verify", *words, "--entry", function, "set.c"])
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("function", ["uses_hook", "rows", "first"])
def test_function_does_not_fail_because_a_variable_is_not_set(function: str, capsys: Capture) -> None:
    *_, verdict = output = output_of(capsys, function)
    assert "FALSE" not in verdict, output
    assert any("(set by set_up)" in line for line in output)


@pytest.mark.parametrize("function", ["divides", "column"])
def test_failure_where_variables_are_set_is_found(function: str, capsys: Capture) -> None:
    *_, verdict = output = output_of(capsys, function)
    assert verdict == "Verdict: FALSE(division-by-zero)"
    assert any("is set, as set_up sets it: no number in it is 0, no pointer is null" in line for line in output)


def test_variable_that_no_other_function_sets_keeps_its_value(capsys: Capture) -> None:
    assert output_of(capsys, "below")[-1] == "Verdict: FALSE(division-by-zero)"
    assert output_of(capsys, "count")[-1].startswith("Verdict: TRUE")


def test_scan_says_which_function_sets_it(capsys: Capture) -> None:
    words = ["--function", "rows", "--function", "column", "--config", "ki", "--check", "division"]
    main(["scan", "--quiet", "--workers", "1", "--time-limit", "20s", *words, "set.c"])
    out = capsys.readouterr().out
    assert "rows: format is set, as set_up sets it" in out
    assert "column: division by zero: 10 / 0" in out.partition("Failing: set.c:10:")[2]


def test_variable_that_no_file_defines_is_set_elsewhere(capsys: Capture) -> None:
    *_, verdict = output = output_of(capsys, "reports")
    assert "FALSE" not in verdict
    assert any("error_hook is set, as another file sets it" in line for line in output)
    assert output_of(capsys, "reports_twice")[-1] == "Verdict: FALSE(division-by-zero)"


def test_array_that_only_another_file_completes_has_no_known_length(capsys: Capture) -> None:
    assert output_of(capsys, "value")[-1].startswith("Verdict: UNKNOWN")


def test_number_that_no_file_defines_is_any(capsys: Capture) -> None:
    """It may be 0, too."""
    assert "FALSE" not in output_of(capsys, "per_level")[-1]
    assert output_of(capsys, "of_level")[-1] == "Verdict: FALSE(division-by-zero)"
