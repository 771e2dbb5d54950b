"""What a user can mend in a task, a property file or a configuration; every message names the place and the next step."""

from __future__ import annotations

from collections.abc import Iterable


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


def read_text(path: str) -> str:
    """The text of a file a user wrote."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise TaskError(error.strerror or str(error), place=path) from error
    except UnicodeDecodeError as error:
        raise TaskError(f"is not a text in UTF-8: {error.reason} at byte {error.start}", place=path) from error
