"""Help: options in groups, the common ones on one screen, examples for a first command."""

from __future__ import annotations

import argparse

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.help_pages import COMMON, group_of
from whet.cli.main import COMMANDS, main, parser_of

_GENERAL = ("-h", "--help-all", "--debug", "--set", "--config")


def page(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == ExitCode.TRUE
    return capsys.readouterr().out


def options_of(command: str) -> list[argparse.Action]:
    actions = parser_of(command.removeprefix("whet "))._actions
    return [action for action in actions if action.option_strings and action.help != argparse.SUPPRESS]


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("command", COMMON)
def test_first_page_has_the_common_options_and_fits_a_screen(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = page(capsys, command.removeprefix("whet "), "--help")
    assert len(text.splitlines()) <= 40
    assert max(map(len, text.splitlines())) <= 80
    assert all(f"  {option} " in text or f"  {option}\n" in text for option in COMMON[command])
    assert "--precision-in" not in text
    assert f"'{command} --help-all' shows all options." in text


@pytest.mark.parametrize("command", COMMON)
def test_help_all_has_every_option_once(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = page(capsys, command.removeprefix("whet "), "--help-all")
    for action in options_of(command):
        lines = [line for line in text.splitlines() if line.startswith(f"  {action.option_strings[0]}")]
        named = [line for line in lines if line.split()[0].rstrip(",") == action.option_strings[0]]
        assert len(named) == 1, action.option_strings[0]


@pytest.mark.parametrize("command", COMMON)
def test_common_options_exist(command: str) -> None:
    known = {name for action in options_of(command) for name in action.option_strings}
    assert set(COMMON[command]) <= known


def test_options_are_in_the_group_of_their_purpose() -> None:
    found = {action.option_strings[0]: group_of(action) for action in options_of("verify")}
    assert found["--check"] == "what to check"
    assert found["--compile-commands"] == "program"
    assert found["--memory-limit"] == "limits"
    assert found["--sarif"] == "output"
    advanced = {name for name, group in found.items() if group == "advanced"} - set(_GENERAL)
    assert advanced == {
        "--execute",
        "--replay",
        "--precision-in",
        "--precision-out",
        "--invariants-from",
        "--seed-predicates",
        "--strict",
    }


def test_whet_alone_shows_three_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == ExitCode.USAGE
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("whet: error: a command is missing [W402]\n")
    assert [line.split()[1] for line in printed.err.splitlines() if line.startswith("  whet")] == ["verify", "verify", "scan"]


def test_every_command_explains_each_option() -> None:
    missing = [(name, action.option_strings) for name in COMMANDS.names for action in options_of(name) if not action.help]
    assert missing == []


@pytest.mark.parametrize(
    ("command", "words", "dest"),
    [
        ("harness", ["f", "f.c", "--into", "x"], "output"),
        ("annotate", ["f.c", "--into", "x"], "output"),
        ("roles", ["f.c", "--html", "x"], "report"),
    ],
)
def test_names_of_the_earlier_version_are_accepted(command: str, words: list[str], dest: str) -> None:
    assert getattr(parser_of(command).parse_args(words), dest) == "x"
    assert getattr(parser_of(command).parse_args(words[:-2]), dest) is None


def test_names_of_the_earlier_version_are_in_no_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--into" not in page(capsys, "harness", "--help")
