"""Each message: its code, its program, and the page that shows both.

A file of ``task/messages/examples`` begins with the command and the line of its output that has the code; ``pytest
--update-golden`` writes the line anew.
"""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from whet.cli.main import main
from whet.task.messages.message import EXAMPLES, MessageTemplate, code_of, example, find_message, messages

PROGRAMS = sorted(EXAMPLES.glob("*.c"))


@pytest.mark.parametrize("file", PROGRAMS, ids=lambda file: file.stem)
def test_program_produces_its_message(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pytestconfig: pytest.Config
) -> None:
    shown = example(file.stem)
    assert shown is not None
    shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    main([*shlex.split(shown.command)[1:], "--quiet", "--format", "lines"])
    printed = capsys.readouterr().out.splitlines()
    found = next((line for line in printed if code_of(_text(line)) == file.stem), None)
    assert found is not None, "\n".join(printed)
    if pytestconfig.getoption("update_golden"):
        file.write_text(f"// {shown.command}\n// {found}\n{shown.program}", encoding="utf-8")
    else:
        assert found == shown.line


def _text(line: str) -> str:
    """The message of a line, without its heading and its codes."""
    return line.partition(": ")[2].rpartition(" [")[0]


@pytest.mark.parametrize("message", messages(), ids=lambda message: message.code)
def test_text_made_from_a_template_has_its_code(message: MessageTemplate) -> None:
    values = dict.fromkeys(message.fields, "3")
    assert code_of(message.format(**values)) == message.code
    assert code_of(f"p.c:1:2: {message.format(**values)} (here and at 2 other places)") == message.code


def test_other_text_has_no_code() -> None:
    assert code_of("the moon is full") is None
    assert code_of("access through a null pointer?") is None
    assert find_message("W999") is None


def test_messages_are_plain_text() -> None:
    assert len({str(each) for each in messages()}) == len(messages())
    for each in messages():
        assert not any(word in each for word in ("__tmp", "__string", "__literal", "0x"))
        assert each.meaning.endswith("."), each.code
        assert each.advice.endswith("."), each.code
