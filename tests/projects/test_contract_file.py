"""``whet scan --write-contracts``: what is inferred, reviewed and read again."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

LIBRARY = """\
int first(const int *p) { return *p; }
int apart(int *p, int *q) { *p = 0; *q = 1; return 10 / (1 - *p); }
int sum(const int *values, int count)
{
    int result = 0;
    for (int i = 0; i < count; i++)
        result ^= values[i];
    return result;
}
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "library.c"
    file.write_text(LIBRARY)
    return file


def scan(*arguments: str) -> int:
    return main(["scan", "--config", "ki", "--time-limit", "20s", "--quiet", *arguments, "library.c"])


def test_the_next_scan_reads_what_was_written(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("whet.toml").write_text("[entry.other]\nrequires = []")
    library.write_text(LIBRARY + "int other(void) { return 0; }\n")
    assert scan("--write-contracts") == ExitCode.UNKNOWN
    assert "whet.toml: note: 3 sections are written; review them" in capsys.readouterr().err
    text = Path("whet.toml").read_text()
    entries = tomllib.loads(text)["entry"]
    assert entries["other"] == {"requires": []}
    assert entries["first"] == {"requires": ["p != 0"]}
    assert set(entries["apart"]["requires"]) == {"p != 0", "q != 0", "q != p"}
    assert "# Not an expression of C: values has count elements\n" in text
    assert scan("--function", "first", "--function", "apart") == ExitCode.TRUE
    # Nothing is written twice.
    assert scan("--write-contracts") == ExitCode.UNKNOWN
    assert "sum has a contract already; inferred: values has count elements" in capsys.readouterr().err
    assert Path("whet.toml").read_text() == text


def test_a_contract_hides_no_other_failure(library: Path) -> None:
    assert scan("--write-contracts", "--function", "first") == ExitCode.UNKNOWN
    library.write_text(LIBRARY.replace("return *p;", "return 10 / *p;"))
    assert scan("--function", "first") == ExitCode.FALSE, "the number may be zero"


def test_a_name_of_several_functions_gets_none(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library.write_text("static int f(int *p) { return *p; }\n")
    Path("other.c").write_text("static int f(int *p) { return 1 + (*p & 1); }\n")
    assert scan("--write-contracts", "other.c") == ExitCode.UNKNOWN
    assert "several functions are called f" in capsys.readouterr().err
    assert not Path("whet.toml").exists()


def test_a_contract_in_the_source_is_not_replaced(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library.write_text(LIBRARY.replace("int sum(", "/*@ requires count < 9; */ int sum("))
    assert scan("--write-contracts", "--function", "sum") == ExitCode.UNKNOWN
    assert "sum has a contract already; inferred: values has count elements" in capsys.readouterr().err
    assert not Path("whet.toml").exists()
