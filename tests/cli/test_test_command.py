"""``whet test``: what it writes, prints and returns."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from whet.algorithms.testing import Coverage, TriedInputs, VectorInputs
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
BUG = f"""{HEAD}int main(void) {{
  int x = __VERIFIER_nondet_int();
  if (x * 3 == 369) reach_error();
  if (x < 0) return 1;
  return 0;
}}
"""
FINE = f"{HEAD}int main(void) {{ int x = __VERIFIER_nondet_int(); if (x == 77) return 1; return x > 5; }}\n"
BRANCHES = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_on(text: str, *arguments: str) -> int:
    Path("p.c").write_text(text)
    return main(["test", "p.c", "--quiet", "--time-limit", "10s", *arguments])


def result() -> dict[str, Any]:  # what JSON holds has no better type
    document: dict[str, Any] = json.loads(Path("suite/result.json").read_text())
    return document


@pytest.mark.gcc
def test_program_with_a_bug(folder: Path, capsys: Capture) -> None:
    Path("coverage-branches.prp").write_text(BRANCHES)
    assert run_on(BUG, "--spec", "coverage-branches.prp", "--output", "suite") == ExitCode.FALSE
    lines = capsys.readouterr().out.splitlines()
    number = result()["errors"][0]["test"]
    assert lines == [
        f"Error: p.c:4:21: reach_error() is called (test-{number}; compiled: error reached, no sanitizer report)",
        "Branches (gcov): 4 of 4 (100.0 %)",
        "Lines (gcov): 5 of 5 (100.0 %)",
        f"Tests: {len(result()['tests'])}; the goal is met",
        "Suite: suite; suite/run.sh runs it",
    ]
    values = [child.text for child in ElementTree.parse(f"suite/testcase-{number}.xml").getroot()]
    assert int(values[0] or "") * 3 & 0xFFFFFFFF == 369
    assert {path.name for path in Path("suite").iterdir()} == {*result()["files"], "result.json"}
    run = subprocess.run(["suite/run.sh"], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert f"test-{number}: error reached (reach_error() is called)" in run.stdout


@pytest.mark.gcc
def test_program_without_a_bug(folder: Path, capsys: Capture) -> None:
    assert run_on(FINE, "--output", "suite") == ExitCode.TRUE
    assert "Error" not in capsys.readouterr().out
    document = result()
    assert document["coverage"]["branches_taken"] == document["coverage"]["branches"] == 2
    assert (document["tool"], document["command"], document["goal"]["name"]) == ("whet", "test", "coverage-branches")
    assert 'class="all"' in Path("suite/coverage.html").read_text()
    assert subprocess.run(["suite/run.sh"], capture_output=True, check=False).returncode == 0


@pytest.mark.gcc
def test_sanitizers_tell_more_of_an_error(folder: Path, capsys: Capture) -> None:
    assert run_on(f"{HEAD}int main(void) {{ return 8 / __VERIFIER_nondet_int(); }}") == ExitCode.FALSE
    told = capsys.readouterr().out.splitlines()[0]
    assert told == "Error: p.c:2:18: division by zero: 8 / 0 (test-1; compiled: sanitizer reports division by zero)"


def test_minimise_drops_tests_that_others_make_needless(folder: Path, capsys: Capture) -> None:
    body = "".join(f"if (__VERIFIER_nondet_int() == {1000 + number}) n++;\n" for number in range(3))
    text = f"{HEAD}int main(void) {{ int n = 0; {body} if (n == 3) return 1; return 0; }}"
    found = []
    for arguments in ((), ("--minimise",)):
        run_on(text, "--no-run", "--json", *arguments)
        found.append(json.loads(capsys.readouterr().out))
    assert len(found[1]["tests"]) < len(found[0]["tests"])
    assert found[1]["interpreter"]["branches_taken"] == found[0]["interpreter"]["branches_taken"]


def test_error_call_ends_with_the_first_test_that_reaches_it(folder: Path, capsys: Capture) -> None:
    assert run_on(BUG, "--property", "coverage-error-call", "--no-run", "--output", "suite") == ExitCode.FALSE
    assert result()["end"] == "the goal is met"
    last = result()["tests"][-1]["number"]
    assert ElementTree.parse(f"suite/testcase-{last}.xml").getroot().attrib == {"coversError": "true"}
    assert run_on(FINE, "--property", "coverage-error-call", "--no-run") == ExitCode.UNKNOWN


def test_without_gcc_there_is_a_suite_and_a_message(folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    assert run_on(FINE, "--output", "suite") == ExitCode.TRUE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Note: coverage was not measured: gcc is not installed"
    assert not any("gcov" in line for line in lines)
    assert Path("suite/test-1.c").exists()
    assert not Path("suite/coverage.html").exists()


def test_second_run_leaves_no_test_of_the_first(folder: Path) -> None:
    run_on(BUG, "--no-run", "--output", "suite")
    Path("suite/mine.txt").write_text("not to be touched")
    assert Path("suite/test-2.c").exists()
    run_on(f"{HEAD}int main(void) {{ return 0; }}", "--no-run", "--output", "suite")
    assert sorted(path.name for path in Path("suite").iterdir()) == [
        *("metadata.xml", "mine.txt", "result.json", "run.sh", "test-1.c", "testcase-1.xml")
    ]


def test_pointers_as_inputs_are_told(folder: Path, capsys: Capture) -> None:
    run_on("extern int *__VERIFIER_nondet_ip(void); int main(void) { return !__VERIFIER_nondet_ip(); }", "--no-run")
    expected = "Note: __VERIFIER_nondet_ip() asks for a pointer; tests give it only null pointers"
    assert expected in capsys.readouterr().out.splitlines()


class EndedFromOutside:
    """A generator whose process ends after the first run."""

    def __init__(self, end: Callable[[], object]) -> None:
        self._end = end

    def inputs(self, coverage: Coverage, /) -> Iterator[TriedInputs]:
        yield VectorInputs([77])
        while True:
            self._end()


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (lambda: None, "Tests: 1; the time is up"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "Tests: 1; the search crashed"),
        (lambda: bytearray(1 << 40), "Tests: 1; the memory limit was reached"),
    ],
    ids=["hangs", "crashes", "allocates"],
)
def test_tests_that_were_found_survive_the_search(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, end: Callable[[], object], told: str
) -> None:
    monkeypatch.setattr("whet.algorithms.covering_inputs.CoveringInputs", lambda *_: EndedFromOutside(end))
    run_on(FINE, "--no-run", "--time-limit", "200ms")
    assert told in capsys.readouterr().out.splitlines()


def test_task_definition_says_the_machine(folder: Path) -> None:
    Path("p.c").write_text(f"{HEAD}int main(void) {{ return sizeof(long) == 4 ? 0 : __VERIFIER_nondet_int(); }}")
    Path("task.yml").write_text("format_version: '2.0'\ninput_files: p.c\noptions: {language: C, data_model: ILP32}\n")
    assert main(["test", "task.yml", "--quiet", "--no-run", "--output", "suite"]) == ExitCode.TRUE
    assert ElementTree.parse("suite/metadata.xml").findtext("architecture") == "32bit"
    assert "-m32" in Path("suite/run.sh").read_text()
    assert result()["tests"][0]["inputs"] == []


def test_nothing_is_written_unless_asked(folder: Path) -> None:
    run_on(FINE, "--no-run")
    assert [path.name for path in folder.iterdir()] == ["p.c"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--spec", "wrong.prp"], ExitCode.USAGE, "wrong.prp: error: 'nothing' is nothing that tests can cover; possible are"),
        (["--spec", "missing.prp"], ExitCode.USAGE, "missing.prp: error: No such file or directory"),
        (["--spec", "unreach-call"], ExitCode.USAGE, "'unreach-call' is neither a file nor a coverage goal; known are"),
        (["--entry", "f"], ExitCode.USAGE, "whet test runs programs from main, not from 'f'"),
        (["--set", "exploration.ordre=dfs"], ExitCode.USAGE, "exploration.order"),
        ([], ExitCode.NOT_SUPPORTED, "p.c:1:1: error:"),
    ],
)
def test_mistakes_are_told_in_one_line(folder: Path, capsys: Capture, arguments: list[str], code: int, message: str) -> None:
    Path("wrong.prp").write_text("nothing\n")
    assert run_on("this is no C\n", *arguments) == code
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said


def test_order_of_symbolic_execution_can_be_set(folder: Path) -> None:
    for order in ("dfs", "bfs"):
        assert run_on(FINE, "--set", f"exploration.order={order}", "--no-run", "--output", "suite") == 0
        assert result()["end"] == "the goal is met"


def test_missing_program_is_named(folder: Path, capsys: Capture) -> None:
    assert main(["test", "none.c"]) == ExitCode.USAGE
    assert "none.c: error: No such file or directory" in capsys.readouterr().err
