"""Lines of files by their numbers."""

from __future__ import annotations

from pathlib import Path

from whet.task.file_lines import FileLines


def test_only_a_newline_ends_a_line(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_bytes(b"int\ra;\r\n\x0cint b;\n")
    lines = FileLines()
    assert lines.line(str(file), 1) == b"int\ra;"
    assert lines.line(str(file), 2) == b"\x0cint b;"


def test_what_cannot_be_read_or_is_too_large_has_no_lines(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_bytes(b"int a;\n")
    assert FileLines().line(str(file), 0) is None
    assert FileLines().line(str(file), 9) is None
    assert FileLines().all(str(tmp_path / "none.c")) == []
    assert FileLines(most=3).all(str(file)) == []
