"""What messages name exists: pages, commands, options and their values, checks; and the page of ``whet.toml`` names every key."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from tests.documentation.pages import ROOT
from whet.cli.main import COMMANDS, parser_of
from whet.core.configuration import load_configuration
from whet.projects import entry_points, preconditions, project_file, stated_invariants
from whet.report import suppressions
from whet.task.checks import named_checks
from whet.task.configuration import DEFAULT_CONFIGURATION
from whet.task.errors import TaskError
from whet.task.messages.message import MessageTemplate, messages

OF_COMPILERS = re.compile(r"-(?:D|I|std|m32|m64|fstrict-aliasing|fno-strict-aliasing|DCMAKE_\w+|-write-baseline)")
PLACEHOLDERS = {"COMMAND", "FILE", "did"}
OPTIONS = {option for name in COMMANDS.names for each in parser_of(name)._actions for option in each.option_strings}


def absent(message: MessageTemplate) -> list[str]:
    """What it names and what does not exist."""
    text = " ".join((str(message), message.meaning, message.advice))
    titles = {path.read_text(encoding="utf-8").partition("\n")[0] for path in (ROOT / "docs").glob("*.md")}
    pages = [page for page in re.findall(r'page "(.+?)" of the documentation', text) if f"# {page}" not in titles]
    commands = set(re.findall(r"\bwhet ([a-z]+)", text)) - {*COMMANDS.names} - PLACEHOLDERS
    options = [option for option in re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", text) if option not in OPTIONS]
    checks = [name for name in re.findall(r"[Nn]ame `(\w+)` with `--check`", text) if name not in named_checks()]
    values = [value for value in re.findall(r"--arguments (\w+)", text) if value not in choices("--arguments")]
    return [*pages, *commands, *(each for each in options if not OF_COMPILERS.fullmatch(each)), *checks, *values, *settings(text)]


def choices(option: str) -> list[str]:
    (action,) = (each for each in parser_of("verify")._actions if option in each.option_strings)
    assert isinstance(action, argparse.Action)
    return [str(each) for each in action.choices or ()]


def settings(text: str) -> list[str]:
    """Options of ``--set`` that are not known, or have no such value."""
    wrong = []
    for key, value in re.findall(r"`--set ([\w.]+)=(\w+)", text):
        for preset in (DEFAULT_CONFIGURATION, "ki", "value", "bmc"):
            try:
                load_configuration(preset, [f"{key}={value.replace('N', '3')}"])
                break
            except TaskError:
                continue
        else:
            wrong.append(f"{key}={value}")
    return wrong


@pytest.mark.parametrize("message", messages(), ids=lambda message: message.code)
def test_what_a_message_names_exists(message: MessageTemplate) -> None:
    assert absent(message) == []


def test_what_does_not_exist_is_noticed() -> None:
    advice = 'See the page "Absent" of the documentation, `whet vrify --chek`, `--arguments generated`, `--set limits.stats=1`.'
    wrong = MessageTemplate("W999", "wrong", "Name `memry` with `--check`.", advice)
    assert absent(wrong) == ["Absent", "vrify", "--chek", "memry", "generated", "limits.stats=1"]


def keys() -> list[str]:
    """Sections of ``whet.toml`` and their keys, from the code that reads them."""
    sections = [f"[{name}" for name in preconditions._SECTIONS]
    return [
        *sections,
        *(f"`{key}`" for key in (*preconditions.CONTRACT_KEYS, *stated_invariants._KEYS)),
        *(f"`{key}`" for key in (*entry_points._KEYS, *suppressions._KEYS)),
        *(f"`{key}`" for key in (*project_file._CI_KEYS, *project_file._TARGET_KEYS) if key != "target"),
    ]


def missing(page: str) -> list[str]:
    return [key for key in keys() if key not in page]


def test_page_of_the_project_file_names_every_key() -> None:
    page = Path(ROOT / "docs/project-file.md").read_text(encoding="utf-8")
    assert missing(page) == []
    assert missing(page.replace("`fail_on`", "")) == ["`fail_on`"]
