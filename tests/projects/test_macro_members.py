"""Generated objects whose members have the names of macros."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

PROGRAM = """\
struct event { struct { int *next; int kind; } io; };
#define next io.next
#define kind io.kind
int first(struct event *e) { return e && e->next ? *e->next : 0; }
int share(struct event *e) { return e ? 10 / e->kind : 0; }
"""


@pytest.mark.parametrize(
    ("function", "more", "code"),
    [
        ("first", [], ExitCode.TRUE),
        ("share", [], ExitCode.FALSE),
        # A requirement is read with the macros of the file.
        ("share", ["--project", "whet.toml"], ExitCode.TRUE),
    ],
)
def test_a_member_keeps_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, more: list[str], code: ExitCode
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("event.c").write_text(PROGRAM)
    Path("whet.toml").write_text('[entry.share]\nrequires = ["!e || e->kind > 0"]\n')
    words = more or ["--project", "none.toml"]
    Path("none.toml").write_text("")
    assert main(["verify", "--quiet", "--entry", function, "event.c", "--time-limit", "20s", *words]) == code


def test_a_structure_of_another_file_keeps_the_names_of_its_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text(PROGRAM)
    Path("b.c").write_text("struct event;\nint first(struct event *e);\nint twice(struct event *e) { return first(e) > 0; }\n")
    assert main(["verify", "--quiet", "--entry", "twice", "b.c", "a.c", "--time-limit", "20s"]) == ExitCode.TRUE


def test_a_written_harness_names_the_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("event.c").write_text(PROGRAM)
    assert main(["harness", "first", "event.c", "--output", "h.c"]) == ExitCode.TRUE
    assert "#undef next\n" in Path("h.c").read_text()
    assert main(["verify", "--quiet", "h.c", "--time-limit", "20s"]) == ExitCode.TRUE
