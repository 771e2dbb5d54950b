"""The page about CI jobs: its project file is that of the examples, and its sessions are as shown."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from whet.cli.main import main
from whet.report.suppressions import inline_suppressions

ROOT = Path(__file__).parent.parent.parent
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
Capture = pytest.CaptureFixture[str]


def blocks(language: str) -> list[str]:
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    return [match[2] for match in _BLOCK.finditer(page) if match[1] == language]


def steady(text: str) -> str:
    return re.sub(r", \d+\.\ds\)", ")", text)


def test_project_file_is_that_of_the_examples() -> None:
    assert blocks("toml") == [(ROOT / "examples" / "whet.toml").read_text(encoding="utf-8")]


def test_session_is_as_shown(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(ROOT)
    (session,) = blocks("console")
    command, _, printed = session.removeprefix("$ ").partition("\n")
    assert main(shlex.split(command)[1:]) == 1
    assert steady(capsys.readouterr().out) == steady(printed)


def test_command_and_comment_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(ROOT)
    (command,) = blocks("")
    assert main(shlex.split(command.replace("/tmp", str(tmp_path)))[1:]) == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["mean.sarif", "mean.xml"]
    (tmp_path / "a.c").write_text(blocks("c")[0])
    assert [each.line for each in inline_suppressions([str(tmp_path / "a.c")])] == [1]
