"""The one place that prints.

Results go to stdout, one per line, in a form scripts can rely on.  Messages go to stderr as ``file:line:col: error: text``
(``whet: error: text`` if they are about no place), which editors and compilers' users know how to read.  Messages
are coloured on a terminal unless NO_COLOR is set; results never are.
"""

from __future__ import annotations

import os
import sys
from typing import TextIO

from whet.cli.exit_codes import ExitCode

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

    def error(self, message: str, *, place: object = None) -> None:
        self._message("error", message, place)

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
        if self._is_coloured:
            self._print_styled((f"{subject}: ", "bold"), (f"{kind}: ", _STYLES[kind]), (message, ""))
        else:
            print(f"{subject}: {kind}: {message}", file=self.err)

    @property
    def _is_coloured(self) -> bool:
        return self.err.isatty() and not os.environ.get("NO_COLOR")

    def _print_styled(self, *parts: tuple[str, str]) -> None:
        import rich.console
        import rich.text

        rich.console.Console(file=self.err).print(rich.text.Text.assemble(*parts), soft_wrap=True)
