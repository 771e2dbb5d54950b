"""The commands that README and the first page of the documentation show do what is shown."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "docs/index.md")
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_NEEDS_MORE = ("whet bench",)
"""Commands that need an installation with extras."""
Capture = pytest.CaptureFixture[str]


def blocks(page: str) -> Iterator[tuple[str, list[str]]]:
    """(language, lines) of each block of code."""
    for match in _BLOCK.finditer((ROOT / page).read_text(encoding="utf-8")):
        yield match[1], match[2].splitlines()


def commands() -> list[str]:
    """Those without their output; what follows a ``#`` explains."""
    lines = [line.partition("#")[0].strip() for page in PAGES for kind, block in blocks(page) if not kind for line in block]
    return list(dict.fromkeys(line for line in lines if line.startswith("whet ") and not line.startswith(_NEEDS_MORE)))


def sessions() -> list[tuple[str, list[str]]]:
    """Commands with what they print."""
    found: list[tuple[str, list[str]]] = []
    for page in PAGES:
        for line in [line for kind, block in blocks(page) if kind == "console" for line in block]:
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


@pytest.mark.parametrize("command", commands())
def test_command_works(command: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(ROOT)
    name, *arguments = shlex.split(command)
    assert name == "whet"
    assert main(arguments) in (ExitCode.TRUE, ExitCode.FALSE)
    assert "error" not in capsys.readouterr().err


@pytest.mark.parametrize(("command", "printed"), sessions())
def test_session_is_as_shown(command: str, printed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(ROOT)
    main(shlex.split(command)[1:])
    assert capsys.readouterr().out.splitlines() == printed


def test_there_is_something_to_try() -> None:
    assert len(commands()) >= 8
    assert len(sessions()) >= 3


@pytest.mark.parametrize("program", sorted((ROOT / "examples").glob("*.c")), ids=lambda path: path.name)
def test_example_is_decided_in_seconds_by_the_default_configuration(program: Path, capsys: Capture) -> None:
    code = main(["verify", "--quiet", "--time-limit", "15s", str(program)])
    assert code == (ExitCode.FALSE if program.name == "answer.c" else ExitCode.TRUE)
