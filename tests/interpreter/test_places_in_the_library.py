"""What goes wrong in a function of the library whose body comes with Whet is told at the program's call, whoever tells it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interpreter.running import interpret, program_of
from tests.report.verification_pages import data_of
from whet.cfa.within_library import without_library_places
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Capture = pytest.CaptureFixture[str]

DIRECT = """\
#include <string.h>
int main(int argc, char **argv) {
    char small[4];
    if (argc > 1)
        strcpy(small, "much too long");
    return 0;
}
"""
BY_POINTER = """\
#include <string.h>
static char *call(char *(*how)(char *, const char *), char *to) {
    return how(to, "x");
}
int main(void) {
    char small[4] = "abc";
    call(strcat, small);
    return 0;
}
"""
CALLED_BACK = """\
#include <stdlib.h>
static int compare(const void *one, const void *other) {
    return ((const int *)one)[2] - *(const int *)other;
}
int main(void) {
    int numbers[2] = {2, 1};
    qsort(numbers, 2, sizeof numbers[0], compare);
    return 0;
}
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("over.c").write_text(DIRECT)
    return Path("over.c")


def test_run_tells_the_call(program: Path, capsys: Capture) -> None:
    assert main(["run", "--input", "argc=2", str(program)]) == ExitCode.UNKNOWN
    assert "in strcpy: small[4] is outside small, which has 4 elements at over.c:5:9" in capsys.readouterr().out


def test_what_is_compared_with_a_path_stays_where_it_is(tmp_path: Path) -> None:
    execution = interpret(DIRECT.replace("argc > 1", "1"), tmp_path)
    assert execution.within is not None
    assert "strcpy.c:11:" in str(getattr(execution.outcome, "origin", None))
    assert ".c:5:9" in str(getattr(execution.told, "origin", None))


def test_call_through_a_pointer_is_told(program: Path, capsys: Capture) -> None:
    program.write_text(BY_POINTER)
    main(["run", str(program)])
    assert "in strcat: small[4] is outside small, which has 4 elements at over.c:3:12" in capsys.readouterr().out


def test_function_that_the_library_calls_back_is_the_program(program: Path, capsys: Capture) -> None:
    program.write_text(CALLED_BACK)
    main(["run", str(program)])
    said = capsys.readouterr().out
    assert "over.c:3:" in said
    assert "in qsort" not in said


def test_every_file_that_is_written_names_the_program_only(program: Path, capsys: Capture) -> None:
    written = ["--sarif", "o.sarif", "--junit", "o.xml", "--witness", "w.yml", "--output", "out"]
    asked = ["--config", "value-predicate", "--check", "memory", "--all", *written, "--report", "o.html"]
    assert main(["verify", *asked, str(program)]) == ExitCode.FALSE
    assert "Violation: over.c:5:9: in strcpy" in capsys.readouterr().out
    for name in ("o.sarif", "o.xml", "w.yml"):
        assert "strcpy.c" not in Path(name).read_text()
    report = data_of(Path("o.html"))
    assert [file["name"] for file in report["files"]] == ["over.c"]
    last = report["runs"][0]["steps"][-1]
    assert (last["kind"], last["spot"]["line"]) == ("violation", 5)


def test_witness_of_a_violation_in_the_library_is_confirmed(program: Path, capsys: Capture) -> None:
    asked = ["--config", "value-predicate", "--check", "memory"]
    main(["verify", *asked, "--witness", "w.yml", str(program)])
    assert main(["validate", "--config", "value-predicate", str(program), "w.yml"]) == ExitCode.TRUE
    assert "Witness: CONFIRMED" in capsys.readouterr().out


def test_proved_places_in_the_library_are_calls(program: Path, capsys: Capture) -> None:
    program.write_text(DIRECT.replace("much too long", "abc"))
    main(["verify", "--config", "value-predicate", "--check", "memory", "--all", "--format", "json", str(program)])
    places = json.loads(capsys.readouterr().out)["proved_places"]
    assert [place for place in places if "strcpy.c" in place] == []
    assert [place for place in places if place.startswith("over.c:5:9 in strcpy:")] != []


def test_sentence_about_a_place_in_the_library_is_about_the_call(tmp_path: Path) -> None:
    read = program_of(DIRECT, tmp_path)
    (strcpy,) = (function for function in read.defined_functions if function.name == "strcpy")
    place = next(iter(strcpy.edges())).origin.original_place
    assert without_library_places(f"{place}: lost", read).endswith(".c:5:9: in strcpy: lost")
    assert without_library_places("over.c:4:3: lost", read) == "over.c:4:3: lost"
