"""``--watch``: again when a file of the program, or a header of its project, is saved."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from whet.cli import verify_command
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.cli.watching import files_of, stamps_of, wait_for_change
from whet.core.result import Result, TrueVerdict
from whet.session.session import Session
from whet.task.precision_file import Entry
from whet.task.task import Task

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "include").mkdir()
    (tmp_path / "p.c").write_text(
        '#include "p.h"\n#include <deep.h>\n#include <stdio.h>\n#include "absent.h"\nint main(void) { return 0; }\n'
    )
    (tmp_path / "p.h").write_text('#include "p.h"\n  # include "q.h"\n')
    (tmp_path / "q.h").write_text("")
    (tmp_path / "include/deep.h").write_text("")
    return tmp_path


def test_headers_of_the_project_are_watched_and_those_of_the_system_are_not(project: Path) -> None:
    assert sorted(files_of(Task(files=("p.c",), include_folders=("include",)))) == ["include/deep.h", "p.c", "p.h", "q.h"]
    assert sorted(files_of(Task(files=("p.c",)))) == ["p.c", "p.h", "q.h"]


def test_file_that_is_replaced_counts_as_saved_once_it_is_there_again(project: Path) -> None:
    before = stamps_of(["p.c", "p.h", "later.h"])
    looks = iter(("gone", "there again"))

    def edit(_: float) -> None:
        match next(looks):
            case "gone":
                os.remove("p.h")
            case _:
                Path("p.h").write_text("new")

    assert wait_for_change(before, sleep=edit) == ["p.h"]


def test_watch_verifies_again_with_what_was_tracked(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    tasks: list[Task] = []
    entry = Entry("value", "main::x")

    def verify(session: Session, **_: object) -> Result:
        tasks.append(session.task)
        return Result(TrueVerdict(), precision=(entry,))

    def saved(stamps: dict[str, object]) -> list[str]:
        if len(tasks) == 1:
            return ["p.h"]
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "verify", verify)
    monkeypatch.setattr(verify_command, "wait_for_change", saved)
    assert main(["verify", "--quiet", "--watch", "p.c"]) == ExitCode.TRUE
    assert [task.precision for task in tasks] == [(), (entry,)]
    shown = capsys.readouterr()
    assert shown.out == "Verdict: TRUE\nVerdict: TRUE\n"
    assert shown.err.splitlines()[:2] == ["whet: note: 3 files are watched; Ctrl-C ends it", "whet: note: saved: p.h"]


def test_mistake_that_is_saved_does_not_end_the_watch(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def saved(stamps: dict[str, object]) -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(verify_command, "wait_for_change", saved)
    assert main(["verify", "--quiet", "--watch", "absent.c"]) == ExitCode.USAGE
    assert "absent.c: error: No such file" in capsys.readouterr().err
