"""What ``whet scan`` makes of its results: causes, suppressions, a baseline, SARIF and JUnit."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

LIBRARY = """\
int limit;
static int ratio(int n) { return 100 / n; }
int one(int n) { return ratio(n); }
int first(const int *p) { return *p; }
int second(const int *p) { return p[0] ^ 1; }
int fine(void) { return 1; }
"""
SUPPRESSED = "int two(int n) { return 7 % n; } // whet: ignore[division] callers pass an odd number\n"


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "library.c"
    file.write_text(LIBRARY)
    return file


def scan(*arguments: str) -> int:
    return main(["scan", "library.c", "--config", "bmc", "--time-limit", "20s", "--output", "out", "--quiet", *arguments])


def test_one_line_for_each_cause(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A place at which two functions fail, and a precondition of two functions; the function that has the place comes first."""
    assert scan() == ExitCode.FALSE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Failing: library.c:2:27: ratio, one: division by zero: 100 / 0 (n = 0) [division]"
    assert lines[1].startswith("  show it: whet verify --entry ratio ")
    assert lines[2].startswith("Precondition: library.c:4:5: first, second: p != 0; otherwise access through a null pointer")
    assert lines[3].split() == ["proved", "1", "20%"]
    causes = json.loads(Path("out/result.json").read_text())["causes"]
    assert [each["functions"] for each in causes] == [
        ["library.c:ratio", "library.c:one"],
        ["library.c:first", "library.c:second"],
    ]


def test_different_places_are_different_causes(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library.write_text("int f(int n) { return 1 / n; }\nint g(int n) { return 1 / n; }\n")
    assert scan() == ExitCode.FALSE
    assert [line.split(": ")[2] for line in capsys.readouterr().out.splitlines() if line.startswith("Failing")] == ["f", "g"]


def test_a_known_failure_fails_no_job_and_a_new_one_does(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert scan("--baseline", "known.json", "--write-baseline") == ExitCode.FALSE
    library.write_text("/* moved */\n" + LIBRARY)
    assert scan("--baseline", "known.json") == ExitCode.TRUE
    assert "\nKnown: library.c:3:27: ratio, one: division by zero" in "\n" + capsys.readouterr().out
    library.write_text(LIBRARY + "int three(int n) { return 7 / n; }\n")
    assert scan("--baseline", "known.json") == ExitCode.FALSE
    out = capsys.readouterr().out
    assert "Failing: library.c:7:20: three" in out
    assert "Failing: library.c:2" not in out
    library.write_text(LIBRARY.replace("100 / n", "100"))
    assert scan("--baseline", "known.json") == ExitCode.TRUE
    assert capsys.readouterr().out.count("Gone: library.c:2:27: division by zero") == 1


def test_suppressed_failures_are_told_and_are_no_failure(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library.write_text(SUPPRESSED)
    assert scan("--sarif", "found.sarif") == ExitCode.TRUE, "nothing else fails"
    assert "Suppressed (callers pass an odd number): library.c:1:18: two: division by zero" in capsys.readouterr().out
    (result,) = json.loads(Path("found.sarif").read_text())["runs"][0]["results"]
    assert result["suppressions"][0]["justification"] == "callers pass an odd number"
    library.write_text(SUPPRESSED.replace("division", "overflow"))
    assert scan() == ExitCode.FALSE, "it is about another check"
    entry = '[[suppress]]\nfile = "library.c"\ncheck = "division"\nreason = "checked elsewhere"\n'
    Path("whet.toml").write_text(entry)
    assert scan() == ExitCode.TRUE
    assert "Suppressed (checked elsewhere)" in capsys.readouterr().out


def test_a_suppressed_failure_hides_no_other_one(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One at another place of the same function, and what cannot be decided."""
    kept = "int two(int n, int m) { int a = 7 % n; // whet: ignore[division] callers pass an odd number\n"
    library.write_text(kept + "    return a + m / (n - 3); }\n")
    for _ in range(2):
        assert scan("--check", "division") == ExitCode.FALSE
        out = capsys.readouterr().out
        assert "Suppressed (callers pass an odd number): library.c:1:33: two: division by zero" in out
        assert "Failing: library.c:2:5: two: division by zero" in out
    library.write_text(SUPPRESSED.replace("(int n)", "(int n, int *p)").replace("7 % n", "7 % n + (*p & 1)"))
    assert scan() == ExitCode.UNKNOWN, "it needs a precondition where the suppressed check holds"


def test_sarif_and_junit_have_a_function_each(library: Path) -> None:
    assert scan("--sarif", "found.sarif", "--junit", "found.xml") == ExitCode.FALSE
    results = json.loads(Path("found.sarif").read_text())["runs"][0]["results"]
    failed = [each for each in results if each["kind"] == "fail"]
    assert {each["locations"][0]["physicalLocation"]["region"]["startLine"] for each in failed} == {2}
    assert {each["properties"]["program"] for each in failed} == {"library.c:ratio", "library.c:one"}
    assert len({each["partialFingerprints"]["whetMark/v1"] for each in failed}) == 1
    suites = {each.get("name"): each for each in ElementTree.parse("found.xml").getroot()}
    assert len(suites) == 5
    assert [suites["library.c:one"].get(name) for name in ("tests", "failures", "errors")] == ["1", "1", "0"]
    assert [suites["library.c:first"].get(name) for name in ("tests", "failures", "errors")] == ["1", "0", "1"]
    assert suites["library.c:fine"].get("errors") == suites["library.c:fine"].get("failures") == "0"


def test_a_baseline_needs_a_name(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert scan("--write-baseline") == ExitCode.USAGE
    assert "add --baseline FILE.json" in capsys.readouterr().err


def test_a_change_verifies_again_only_what_depends_on_it(library: Path) -> None:
    """``ratio`` is called by ``one`` and by nobody else; a comment, another line or a new function changes nothing."""

    def reused() -> set[str]:
        scan()
        return {each["function"] for each in json.loads(Path("out/result.json").read_text())["functions"] if each["reused"]}

    assert reused() == set()
    assert reused() == {"ratio", "one", "first", "second", "fine"}
    library.write_text("/* Numbers. */\n" + LIBRARY + "int added(void) { return 2; }\n")
    assert reused() == {"ratio", "one", "first", "second", "fine"}
    library.write_text(LIBRARY.replace("100 / n", "90 / n"))
    assert reused() == {"first", "second", "fine"}
    library.write_text(LIBRARY.replace("100 / n", "90 / n").replace("return ratio(n)", "return ratio(n) & 1"))
    assert reused() == {"ratio", "first", "second", "fine"}


def test_violations_are_told_in_words_of_the_function(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Never by variables of the harness; a variable of the program keeps its name, whatever it is called."""
    library.write_text(
        "struct pair { int count; int *items; };\n"
        "int item(struct pair *p) { return p->items[9]; }\n"
        "int data(const char *data, int len) { return len < 0 ? 0 : data[len] + data[len + 1]; }\n"
        "int own(int k) { int arg_x_objects[2] = {0}; return k == 7 ? arg_x_objects[k] : 0; }\n"
    )
    assert scan() == ExitCode.FALSE
    out = capsys.readouterr().out
    assert "points into" in out
    assert "arg_p" not in out
    assert "arg_data" not in out
    assert "arg_x_objects[7]" in out
