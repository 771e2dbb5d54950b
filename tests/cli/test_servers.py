"""The commands that start servers, where they do not start one."""

from __future__ import annotations

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(("command", "package"), [("mcp", "mcp"), ("lsp", "pygls")])
def test_missing_package_is_told_with_what_to_install(
    command: str, package: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(f"whet.cli.{command}_command.find_spec", lambda name: None)
    assert main([command]) == ExitCode.USAGE
    assert f"needs the package {package}; run: pip install 'whet[{command}]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"), [(["--root", "/none"], "/none: error: is no folder"), (["--workers", "0"], "at least 1")]
)
def test_mistakes_are_told(arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("whet.cli.mcp_command.find_spec", lambda name: object())
    assert main(["mcp", *arguments]) == ExitCode.USAGE
    assert words in capsys.readouterr().err
