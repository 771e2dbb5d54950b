"""Each message: its code, its program, and the page that shows both.

A file of ``task/messages/examples`` begins with the command and the line of its output that has the code; ``pytest
--update-golden`` writes the line anew.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from whet.cli.main import main
from whet.task.messages.message import (
    ERRORS,
    EXAMPLES,
    RESULTS,
    MessageTemplate,
    code_of,
    correction,
    example,
    find_message,
    messages,
)

PROGRAMS = sorted(EXAMPLES.glob("*.c"))
SESSIONS = sorted(EXAMPLES.glob("*.txt"))
ERROR_MESSAGES = [each for area in ERRORS for each in messages(area)]
WITHOUT_SESSION = {
    "W402": "the examples after it are the next step",
    "W428": "depends on what is installed",
    "W503": "root may read every file",
    "W504": "the file would not be a text",
    "W506": "the file would be too large",
    "W507": "a shell passes no such name",
    "W571": "every run has a witness at present",
    "W613": "the file would have to vanish while it is read",
    "W615": "the program would be too large",
    "W617": "printed by the Python interface; commands print W409",
}
"""Codes of errors without an example, and why."""


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


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_error_is_printed_and_its_correction_works(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pytestconfig: pytest.Config
) -> None:
    session = correction(file.stem)
    assert session is not None
    monkeypatch.chdir(tmp_path)
    printed = _printed_errors(session.command, session.files, capsys)
    if pytestconfig.getoption("update_golden"):
        shown = "\n".join(printed)
        _, *rest = session.text.split("\n")
        kept = [line for number, line in enumerate(rest) if line[:1] == "+" or number >= rest.index("")]
        file.write_text("\n".join([f"$ {session.command}", shown, *kept]), encoding="utf-8")
        session = correction(file.stem)
        assert session is not None
    assert printed == session.printed
    assert printed[0].endswith(f" [{file.stem}]")
    assert printed[1].startswith("Next: ")
    assert session.corrected != session.command or session.corrected_files, "nothing is corrected"
    assert _printed_errors(session.corrected, session.corrected_files, capsys) == ()


def _printed_errors(command: str, files: Mapping[str, str], capsys: pytest.CaptureFixture[str]) -> tuple[str, ...]:
    """The lines with an error, and what to do."""
    for name, text in files.items():
        path = Path(name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with suppress(SystemExit):
        main([*shlex.split(command)[1:]])
    captured = capsys.readouterr()
    lines = [*captured.err.splitlines(), *captured.out.splitlines()]
    numbers = [n for n, line in enumerate(lines) if any(line.endswith(f" [{each.code}]") for each in ERROR_MESSAGES)]
    return tuple(line for n in numbers for line in lines[n : n + 2])


def test_every_error_has_a_session() -> None:
    assert {each.code for each in ERROR_MESSAGES} - {file.stem for file in SESSIONS} == {*WITHOUT_SESSION}


def _text(line: str) -> str:
    """The message of a line, without its heading and its codes."""
    return line.partition(": ")[2].rpartition(" [")[0]


@pytest.mark.parametrize("message", messages(), ids=lambda message: message.code)
def test_text_made_from_a_template_has_its_code(message: MessageTemplate) -> None:
    values = dict.fromkeys(message.fields, "3")
    areas = ERRORS if message in ERROR_MESSAGES else RESULTS
    assert code_of(message.format(**values), areas) == message.code
    assert code_of(f"p.c:1:2: {message.format(**values)} (here and at 2 other places)", areas) == message.code


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
