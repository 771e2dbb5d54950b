"""Files of invariants (``kinduction.invariants``): one that cannot be used is a mistake of the user, and no internal error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
PROGRAM = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
    int i = 0;
    while (__VERIFIER_nondet_int()) { if (i < 10) i++; if (__VERIFIER_nondet_int() && i > 10) reach_error(); }
}
"""
"""Induction alone proves nothing here; that i is at most 10 does."""
COUNTEREXAMPLE = {"evidence": {"format": 2, "kind": "counterexample", "steps": []}}
DAMAGED = [
    (b"{}", "neither a counterexample nor a proof"),
    (b"[1]", "neither a counterexample nor a proof"),
    (b'{"evidence": null}', "neither a counterexample nor a proof"),
    (b'{"evidence": {"format": 9}}', "the evidence has version 9"),
    (json.dumps(COUNTEREXAMPLE).encode(), "has no invariants"),
    (b"i <= 10", "has no invariants: Expecting value"),
    (b"[" * 100_000, "has no invariants: maximum recursion depth"),
    (b"\xff", "is not encoded in UTF-8"),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(PROGRAM)


def verify(*arguments: str, config: str = "ki") -> int:
    return main(["verify", "--spec", "unreach-call", "--time-limit", "60s", "--quiet", "--config", config, *arguments, "p.c"])


def mistake(capture: Capture) -> str:
    printed = capture.readouterr()
    assert "Verdict" not in printed.out
    assert "internal error" not in printed.err
    return printed.err


def proved() -> Path:
    """The result of another run."""
    assert verify("--output", "other", config="interval") == ExitCode.TRUE
    return Path("other", "result.json")


def test_invariants_of_another_run_are_used() -> None:
    assert verify("--set", f"kinduction.invariants={proved()}", "--set", "kinduction.deepest=2") == ExitCode.TRUE
    assert verify("--set", "kinduction.deepest=2") == ExitCode.UNKNOWN


@pytest.mark.parametrize(("content", "cause"), DAMAGED, ids=range(len(DAMAGED)))
def test_file_without_invariants_is_a_mistake_of_the_user(content: bytes, cause: str, capfd: Capture) -> None:
    Path("bad.json").write_bytes(content)
    assert verify("--set", "kinduction.invariants=bad.json") == ExitCode.USAGE
    told = mistake(capfd)
    assert told.startswith("whet: error: option kinduction.invariants: bad.json: ")
    assert cause in told


@pytest.mark.parametrize(("name", "cause"), [("none.json", "No such file or directory"), (".", "Is a directory")])
def test_what_is_no_file_is_a_mistake_of_the_user(name: str, cause: str, capfd: Capture) -> None:
    assert verify("--set", f"kinduction.invariants={name}") == ExitCode.USAGE
    assert f"whet: error: option kinduction.invariants: {name}: {cause} [W413]\n" in mistake(capfd)


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ("main::i", "main::j", "('var', 'main::j') is no expression of the program"),
        ('"node": ', '"node": 9', "main has no node 9"),
        ('"function": "main"', '"function": "f"', "f has no node "),
    ],
)
def test_invariants_of_another_program_are_a_mistake_of_the_user(old: str, new: str, cause: str, capfd: Capture) -> None:
    """Only the child that read the program can tell."""
    file = proved()
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    capfd.readouterr()
    assert verify("--set", f"kinduction.invariants={file}") == ExitCode.USAGE
    assert f"option kinduction.invariants: {file}: is the result for another program: {cause}" in mistake(capfd)


def test_the_line_of_a_configuration_that_names_the_file_is_told(capfd: Capture) -> None:
    """Also in a member of a portfolio, before anything runs."""
    Path("mine.toml").write_text('extends = "ki"\n[kinduction]\ninvariants = "none.json"\n')
    Path("both.toml").write_text('algorithm = "race"\nportfolio = ["mine.toml", "interval"]\n')
    for config in ("mine.toml", "both.toml"):
        assert verify(config=config) == ExitCode.USAGE
        expected = "mine.toml:3: error: option kinduction.invariants: none.json: No such file or directory [W413]\n"
        assert expected in mistake(capfd)
