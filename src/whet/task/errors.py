"""What a user can fix in a task, a property file or a configuration; every message names the place and the next step."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from whet.task.messages import files


class TaskError(Exception):
    """A file or a setting is wrong.  ``place`` is ``file`` or ``file:line``, if there is one."""

    def __init__(self, message: str, *, place: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place

    def __str__(self) -> str:
        return self.message if self.place is None else f"{self.place}: {self.message}"


class TaskNotSupported(TaskError):
    """The task is well-formed and asks for something that is not supported."""


def suggestion(wrong: str, possible: Iterable[str]) -> str:
    """A question to put after a message about an unknown name: `` (did you mean 'x'?)``; empty if nothing is like it."""
    import difflib

    close = difflib.get_close_matches(wrong.partition("=")[0], list(possible), n=1)
    return f" (did you mean '{close[0]}'?)" if close else ""


LARGEST_TEXT = 64 << 20
"""Bytes of a file that is read as text."""
LARGEST_PROGRAM = 512 << 20
"""Bytes of a program."""


def read_text(path: str, *, most: int = LARGEST_TEXT) -> str:
    """The text of a file a user wrote."""
    try:
        text = read_bytes(path, most=most).decode("utf-8")
    except UnicodeDecodeError as error:
        raise TaskError(files.NOT_UTF8.format(problem=f"{error.reason} at byte {error.start}"), place=path) from error
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def read_bytes(path: str, *, most: int = LARGEST_TEXT) -> bytes:
    """What is in a file, if it is a regular one."""
    with _opened(path) as file:
        is_small = os.fstat(file.fileno()).st_size <= most
        data = b"".join(_chunks(file, most + 1)) if is_small else b""
    if not is_small or len(data) > most:
        raise TaskError(files.TOO_LARGE.format(size=most >> 20), place=path)
    return data


def check_file(path: str) -> None:
    """Raises ``TaskError`` if there is no regular file of this name that can be read."""
    if os.path.isdir(path):
        raise TaskError(files.FOLDER, place=path)
    with _opened(path):
        pass


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """A regular file: a device may never end, and a pipe may never begin."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if stat.S_ISDIR(mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if not stat.S_ISREG(mode):
                raise TaskError(files.NOT_REGULAR, place=path)
            yield file
    except OSError as error:
        raise TaskError(error.strerror or str(error), place=path) from error
    except ValueError as error:
        raise TaskError(files.NO_NAME.format(problem=error), place=repr(path)) from error


def _chunks(file: BinaryIO, most: int) -> Iterator[bytes]:
    """Up to so many bytes, without asking for the memory of all of them."""
    while most > 0 and (chunk := file.read(min(most, 1 << 20))):
        most -= len(chunk)
        yield chunk
