"""Programs of several files as a user meets them: verdicts, places, witnesses, harnesses, and what refuses them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
PROJECT = Path(__file__).parent.parent / "linking" / "project"
MAIN = """#include <assert.h>
#include "lib.h"
extern int __VERIFIER_nondet_int(void);
static int limit = LIMIT;
int main(void) { assert(get(__VERIFIER_nondet_int()) <= limit); }
"""
LIB = """#include "lib.h"
static int limit = 7;
int get(int n) { return n > limit ? limit : n; }
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "main.c").write_text(MAIN, encoding="utf-8")
    (tmp_path / "lib.c").write_text(LIB, encoding="utf-8")
    (tmp_path / "lib.h").write_text("int get(int n);\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verify(*arguments: str) -> int:
    return main(["verify", "--quiet", "--config", "refsel", *arguments])


def test_files_are_one_program(folder: Path, capsys: Capture) -> None:
    assert verify("main.c", "lib.c", "-D", "LIMIT=7", "--witness", "w.yml") == ExitCode.TRUE
    assert "has no body" not in capsys.readouterr().out
    witness = (folder / "w.yml").read_text(encoding="utf-8")
    assert "      - main.c\n      - lib.c\n" in witness
    assert witness.count("main.c: ") == witness.count("lib.c: ") == 1  # their hashes


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
def test_violation_is_told_and_replayed_across_files(folder: Path, capsys: Capture) -> None:
    arguments = ("main.c", "lib.c", "-D", "LIMIT=6", "--output", "out", "--replay", "compiled", "--witness", "w.yml")
    assert verify(*arguments) == ExitCode.FALSE
    printed = capsys.readouterr().out
    assert "lib.c:3:25: n > limit@lib.c is" in printed
    assert "Violation: main.c:5:18: an assertion fails" in printed
    assert "Replayed: the compiled program shows the violation" in printed
    harness = (folder / "out" / "harness.c").read_text(encoding="utf-8")
    assert "-DLIMIT=6 -c" in harness
    assert "lib.c -o replay-2.o" in harness
    assert json.loads((folder / "out" / "result.json").read_text(encoding="utf-8"))["task"]["files"] == ["main.c", "lib.c"]
    assert "file_name: main.c" in (folder / "w.yml").read_text(encoding="utf-8")


def test_options_of_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(PROJECT)
    assert verify("--compile-commands", "build/compile_commands.json", "--output", str(tmp_path)) == ExitCode.FALSE
    options = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))["options"]
    assert options["src/meter.c"] == ["-std=gnu99", "-O2", "-D", "MOST=150", "-I", "include"]
    assert "Violation: src/main.c:8:5" in capsys.readouterr().out
    assert verify("--compile-commands", "build/compile_commands.json", "-D", "LIMIT=150") == ExitCode.TRUE


def test_task_definition_of_several_files(folder: Path, capsys: Capture) -> None:
    (folder / "t.yml").write_text("format_version: '2.0'\ninput_files: [main.c, lib.h, lib.c]\n", encoding="utf-8")
    assert verify("t.yml", "-D", "LIMIT=9", "--spec", "assertion") == ExitCode.TRUE
    for command in (["annotate"], ["test", "--no-run"]):
        assert main([*command, "t.yml"]) == ExitCode.USAGE
        assert "this command takes one C file, but main.c, lib.c are named" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["annotate", "test", "cfa", "roles", "features"])
def test_commands_for_one_file_say_so(command: str, folder: Path, capsys: Capture) -> None:
    assert main([command, "main.c", "lib.c"]) == ExitCode.USAGE
    assert "this command takes one file, but lib.c is named, too" in capsys.readouterr().err


def test_no_file_at_all(capsys: Capture) -> None:
    assert verify() == ExitCode.USAGE
    assert "no file is given [W408]\nNext: name the C files of the program" in capsys.readouterr().err


def test_database_and_task_definition(folder: Path, capsys: Capture) -> None:
    assert verify("t.yml", "--compile-commands", "c.json") == ExitCode.USAGE
    assert "t.yml: error: a task definition says itself which files there are" in capsys.readouterr().err


def test_conflict_has_both_places(folder: Path, capsys: Capture) -> None:
    (folder / "more.c").write_text("int get(int n) { return n; }\n", encoding="utf-8")
    assert verify("main.c", "lib.c", "more.c", "-D", "LIMIT=1") == ExitCode.NOT_SUPPORTED
    assert "more.c:1:5: the function 'get' is defined here and at lib.c:3:5 (make one of them static" in capsys.readouterr().out


@pytest.mark.parametrize(("standard", "exit_code"), [("gnu89", ExitCode.TRUE), ("gnu99", ExitCode.NOT_SUPPORTED), ("c2x", 3)])
def test_version_of_c_says_what_inline_means(standard: str, exit_code: int, folder: Path) -> None:
    """Before C99, an inline function is one for all files, and gcc links this; after it, gcc finds no definition."""
    (folder / "main.c").write_text("int get(void);\nint main(void) { return get(); }\n", encoding="utf-8")
    (folder / "lib.c").write_text("inline int get(void) { return 0; }\n", encoding="utf-8")
    entries = [{"directory": ".", "file": file, "arguments": ["cc", f"-std={standard}"]} for file in ("main.c", "lib.c")]
    (folder / "c.json").write_text(json.dumps(entries), encoding="utf-8")
    assert verify("--compile-commands", "c.json") == exit_code
