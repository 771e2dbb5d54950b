"""The one place that prints.

Results go to stdout, one per line, in a form scripts can rely on, unless a person reads them on a terminal.  Messages go to
stderr as ``file:line:col: error: text`` (``whet: error: text`` if they are about no place), which editors and compilers' users
know how to read.  What is printed on a terminal is coloured unless NO_COLOR is set.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

from whet.cli.exit_codes import ExitCode
from whet.cli.styled import Line, Part, plain_text

_STYLES = {"error": "bold red", "warning": "bold magenta", "note": "bold cyan"}


class CommandError(Exception):
    """Ends a command because of something its user can mend: one message, an exit code and no traceback.

    ``place`` is whatever prints as ``file:line:col``."""

    def __init__(self, message: str, *, place: object = None, code: ExitCode = ExitCode.USAGE) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.code = code


class Console:
    """Prints on the streams given, or on whatever stdout and stderr are at the time."""

    def __init__(self, *, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self._out = out
        self._err = err

    @property
    def out(self) -> TextIO:
        """For results too long to be built as one text."""
        return sys.stdout if self._out is None else self._out

    @property
    def err(self) -> TextIO:
        return sys.stderr if self._err is None else self._err

    def result(self, text: str) -> None:
        """Print a line (or lines) of the result."""
        print(text, file=self.out)

    def styled(self, lines: Iterable[Line]) -> None:
        """Print lines of the result for a person."""
        for line in lines:
            if _is_coloured(self.out):
                _print_styled(self.out, line)
            else:
                print(plain_text(line).rstrip(), file=self.out)

    @property
    def is_read_by_a_person(self) -> bool:
        """Do results go to a terminal?"""
        return self.out.isatty()

    def error(self, message: str, *, place: object = None) -> None:
        self._message("error", message, place)

    def next(self, text: str) -> None:
        """Print what to do about an error."""
        print(f"Next: {text}", file=self.err)

    def warning(self, message: str, *, place: object = None) -> None:
        self._message("warning", message, place)

    def note(self, message: str, *, place: object = None) -> None:
        self._message("note", message, place)

    def details(self, text: str) -> None:
        """Print text for whoever looks for a fault, such as a traceback."""
        print(text.rstrip("\n"), file=self.err)

    @property
    def is_terminal(self) -> bool:
        """Does somebody watch the messages as they come, on something that can rewrite a line?"""
        return self.err.isatty() and os.environ.get("TERM") != "dumb"

    def _message(self, kind: str, message: str, place: object) -> None:
        subject = "whet" if place is None else str(place)
        if _is_coloured(self.err):
            _print_styled(self.err, ((f"{subject}: ", "bold"), (f"{kind}: ", _STYLES[kind]), (message, "")))
        else:
            print(f"{subject}: {kind}: {message}", file=self.err)


def _is_coloured(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _print_styled(stream: TextIO, parts: Sequence[Part]) -> None:
    import rich.console
    import rich.text

    rich.console.Console(file=stream, highlight=False).print(rich.text.Text.assemble(*parts), soft_wrap=True)
