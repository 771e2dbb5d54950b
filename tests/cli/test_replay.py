"""``whet verify --replay compiled``, and the harness that is written for a FALSE."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
FAILS = f"{HEAD}int main(void) {{\n  int x = __VERIFIER_nondet_int();\n  if (x == -77) reach_error();\n  return 0;\n}}\n"
HOLDS = FAILS.replace("x == -77", "0")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verify(text: str, *arguments: str) -> int:
    Path("p.c").write_text(text)
    return main(["verify", "p.c", "--quiet", "--config", "bmc", *arguments])


@pytest.mark.gcc
def test_false_is_shown_by_the_compiled_program(capsys: Capture) -> None:
    assert verify(FAILS, "--check", "assertion", "--replay", "compiled", "--output", "out") == ExitCode.FALSE
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Replayed: ")]
    assert line.startswith("Replayed: the compiled program shows the violation: reach_error() is called (confined: ")
    document = json.loads(Path("out/result.json").read_text())
    assert document["compiled_replay"]["outcome"] == "confirmed"
    assert document["files"] == ["harness.c"]


@pytest.mark.gcc
def test_harness_is_compiled_and_run_by_the_commands_at_its_top() -> None:
    """Without the option nothing is executed, and the harness is written all the same."""
    assert verify(FAILS, "--check", "assertion", "--output", "out") == ExitCode.FALSE
    text = Path("out/harness.c").read_text()
    assert "&(signed int){-77}" in text
    assert "__VERIFIER_nondet_int() = -77 at p.c:3:11" in text
    commands = [line.removeprefix(" * ").strip() for line in text.splitlines() if line.startswith(" *     ")][1:]
    assert "compiled_replay" not in json.loads(Path("out/result.json").read_text())
    done = subprocess.run(["sh", "-c", "\n".join(commands)], cwd="out", capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["99"], done.stderr


def test_harness_of_an_earlier_run_is_removed() -> None:
    verify(FAILS, "--check", "assertion", "--output", "out")
    assert verify(HOLDS, "--check", "assertion", "--output", "out") == ExitCode.TRUE
    assert [each.name for each in Path("out").iterdir()] == ["result.json"]


def test_true_is_not_replayed(capsys: Capture) -> None:
    assert verify(HOLDS, "--check", "assertion", "--replay", "compiled") == ExitCode.TRUE
    assert "Replayed:" not in capsys.readouterr().out


def test_program_that_gcc_does_not_compile_stays_false(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert verify(FAILS, "--check", "assertion", "--replay", "compiled") == ExitCode.FALSE
    lines = capsys.readouterr().out.splitlines()
    assert "Replayed: not compiled: gcc is not installed" in lines
    assert lines[-1] == "Verdict: FALSE(unreach-call)"


@pytest.mark.gcc
def test_every_finding_is_replayed(capsys: Capture) -> None:
    text = f"{HEAD}int main(void) {{\n  int x = __VERIFIER_nondet_int();\n  if (x == 5) x = 1 / (x - 5);\n  return 1 << x;\n}}\n"
    assert verify(text, "--check", "division,shift", "--all", "--replay", "compiled", "--output", "out") == ExitCode.FALSE
    document = json.loads(Path("out/result.json").read_text())
    assert [each["compiled_replay"]["outcome"] for each in document["findings"]] == ["confirmed", "confirmed"]
    assert document["files"] == ["harness.c", "harness-2.c"]
