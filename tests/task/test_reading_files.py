"""Files are read only if they are regular ones, and not too large."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from whet.task.errors import LARGEST_TEXT, TaskError, check_file, read_bytes, read_text


def test_text_has_the_line_ends_of_python(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("ä\r\nb\rc\n".encode())
    assert read_text(str(tmp_path / "a")) == "ä\nb\nc\n"


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
def test_a_device_is_not_read(device: str) -> None:
    with pytest.raises(TaskError, match="is not a regular file"):
        read_text(device)


def test_a_pipe_without_a_writer_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(TaskError, match="is not a regular file"):
        read_text(str(tmp_path / "pipe"))


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match="Is a directory"):
        read_text(str(tmp_path))


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(LARGEST_TEXT + 1)
    with pytest.raises(TaskError, match="is larger than 64 MB"):
        read_text(str(tmp_path / "large"))


def test_a_file_of_the_kernel_has_no_size_and_is_read() -> None:
    assert read_bytes("/proc/self/stat")
    with pytest.raises(TaskError, match="is larger than 0 MB"):
        read_bytes("/proc/self/stat", most=3)


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_what_is_no_name_of_a_file(name: str) -> None:
    with pytest.raises(TaskError, match="is not a file name"):
        read_text(name)


def test_the_name_of_a_program_is_looked_at_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.c")
    with pytest.raises(TaskError, match="is not a regular file"):
        check_file(str(tmp_path / "pipe.c"))
    with pytest.raises(TaskError, match="No such file"):
        check_file(str(tmp_path / "none.c"))
