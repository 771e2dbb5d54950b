"""What docs/stability.md promises about names: those of the last release are accepted, or refused by name.

``tests/golden/stability/names-VERSION.txt`` has the options of each command, the presets and the checks of a release.
"""

from __future__ import annotations

import argparse
import re

import pytest

from tests.documentation.pages import ROOT
from whet.cli.exit_codes import ExitCode
from whet.cli.help_pages import RemovedOption
from whet.cli.main import COMMANDS, main, parser_of
from whet.task.checks import named_checks
from whet.task.configuration import preset_names

FILE = ROOT / "tests/golden/stability/names-0.2.0.txt"
RELEASED = dict(line.split(":", 1) for line in FILE.read_text(encoding="utf-8").splitlines())
CODES = {"TRUE": 0, "FALSE": 1, "USAGE": 2, "NOT_SUPPORTED": 3, "UNKNOWN": 4, "LIMIT": 5, "INTERNAL": 70}


def actions_of(command: str) -> list[argparse.Action]:
    name, _, action = command.partition(" ")
    parser = parser_of(name)
    for each in parser._actions:
        if action and isinstance(each, argparse._SubParsersAction):
            parser = each.choices[action]
    return parser._actions


@pytest.mark.parametrize("command", [name for name in RELEASED if not name.startswith("--")])
def test_options_of_the_last_release_are_known(command: str) -> None:
    assert command.partition(" ")[0] in COMMANDS.names
    known = {option for action in actions_of(command) for option in action.option_strings}
    assert set(RELEASED[command].split()) <= known


def test_presets_and_checks_of_the_last_release_exist() -> None:
    assert set(RELEASED["--config"].split()) <= set(preset_names())
    assert set(RELEASED["--check"].split()) <= set(named_checks())


def test_an_option_that_is_gone_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    gone = [each.option_strings[0] for each in actions_of("test") if isinstance(each, RemovedOption)]
    assert gone == ["--generator"]
    assert main(["test", "--generator", "random", "a.c"]) == ExitCode.USAGE
    error = "whet: error: --generator is no longer an option: the generators take turns; leave it out [W407]\n"
    expected = f"{error}Next: whet test --help lists all options\n"
    assert capsys.readouterr().err == expected


def test_exit_codes_keep_their_numbers() -> None:
    assert {code.name: code.value for code in ExitCode} == CODES


def test_the_page_promises_what_is_tested_here() -> None:
    page = (ROOT / "docs/stability.md").read_text(encoding="utf-8")
    assert re.search(r"names .*commands.*options.*checks.*presets", page)
