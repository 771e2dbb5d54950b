"""``whet completion``: what bash offers after some words, and that every shell is told of every option."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from whet.cli.command_table import command_table
from whet.cli.exit_codes import ExitCode
from whet.cli.main import COMMANDS, main

Capture = pytest.CaptureFixture[str]
SHELLS = ("bash", "zsh", "fish")


def script(shell: str, capsys: Capture) -> str:
    assert main(["completion", shell]) == ExitCode.TRUE
    return capsys.readouterr().out


@pytest.fixture
def bash(tmp_path: Path, capsys: Capture) -> Path:
    file = tmp_path / "whet.bash"
    file.write_text(script("bash", capsys))
    return file


def offered(bash: Path, *words: str) -> list[str]:
    """What is offered for the last of the words."""
    typed = " ".join(f"'{word}'" for word in ("whet", *words))
    ask = (
        f'. {bash}; compopt() {{ :; }}; COMP_WORDS=({typed}); COMP_CWORD={len(words)}; _whet; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-ec", ask], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_offers_commands_options_and_their_values(bash: Path) -> None:
    assert offered(bash, "ver") == ["verify"]
    assert offered(bash, "verify", "p.c", "--prec") == ["--precision-in", "--precision-out"]
    assert offered(bash, "verify", "--config", "ki") == ["ki", "ki-df"]
    assert offered(bash, "verify", "--check", "over") == ["overflow"]
    assert offered(bash, "verify", "--set", "limits.st") == ["limits.states="]
    assert offered(bash, "bench", "res") == ["resume"]
    assert "--corpus" in offered(bash, "bench", "run", "--c")
    assert offered(bash, "completion", "z") == ["zsh"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_leaves_files_to_the_shell(bash: Path) -> None:
    assert offered(bash, "verify", "p") == []
    assert offered(bash, "verify", "--witness", "p") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_known_to_the_shell(shell: str, capsys: Capture) -> None:
    text = script(shell, capsys)
    for command in command_table():
        assert command.name.split()[-1] in text
        for option in command.options:
            assert all(name.lstrip("-") in text for name in option.names)


def test_table_has_every_command_and_says_what_each_is_for() -> None:
    table = command_table()
    assert [each.name for each in table if " " not in each.name] == list(COMMANDS.names)
    assert all(each.help and each.usage.startswith(f"whet {each.name}") for each in table if " " not in each.name)
    assert all(option.help for each in table for option in each.entries if option.names)


def test_shell_that_is_not_known_is_a_mistake(capsys: Capture) -> None:
    assert main(["completion", "csh"]) == ExitCode.USAGE
    assert "csh" in capsys.readouterr().err
