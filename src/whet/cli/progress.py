"""What a user sees while a run goes on: a line that is rewritten on a terminal, a line now and then elsewhere."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from types import TracebackType
from typing import TYPE_CHECKING

from whet.cli.console import Console
from whet.core.context import Level, Progress, ProgressObserver, Silent
from whet.core.result import Number
from whet.task.quantities import show_size

if TYPE_CHECKING:
    import rich.live

_PLAIN_INTERVAL = 10.0
"""Seconds between two lines where lines stay."""


def progress_on(console: Console, *, quiet: bool) -> AbstractContextManager[ProgressObserver]:
    """The observer to give to a run, until the end of the ``with`` block."""
    if quiet:
        return nullcontext(Silent())
    return LiveLine(console) if console.is_terminal else nullcontext(PlainLines(console))


def progress_text(now: Progress) -> str:
    """Such as ``exploring: 1200 states, 17 waitlist, 3.1s, 120MB``."""
    numbers = [f"{_number(value)} {name.replace('_', ' ')}" for name, value in now.numbers.items() if "." not in name]
    return f"{now.phase}: " + ", ".join([*numbers, f"{now.seconds:.1f}s", show_size(now.memory_bytes)])


def _number(value: Number) -> str:
    return f"{value:.1f}" if isinstance(value, float) else str(value)


class PlainLines:
    """For logs: a note every ten seconds."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._next = _PLAIN_INTERVAL

    def progress(self, now: Progress, /) -> None:
        if now.seconds >= self._next:
            self._next = now.seconds + _PLAIN_INTERVAL
            self._console.note(progress_text(now))

    def log(self, level: Level, text: str, /) -> None:
        _log(self._console, level, text)


class LiveLine:
    """For a terminal.  The line is drawn only when there is news: a thread that redraws it would live across the fork."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live: rich.live.Live | None = None

    def __enter__(self) -> LiveLine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._clear()

    def progress(self, now: Progress, /) -> None:
        import rich.text

        if self._live is None:
            self._live = self._start()
        self._live.update(rich.text.Text(progress_text(now), style="dim", no_wrap=True, overflow="ellipsis"), refresh=True)

    def log(self, level: Level, text: str, /) -> None:
        self._clear()
        _log(self._console, level, text)

    def _start(self) -> rich.live.Live:
        import rich.console
        import rich.live

        terminal = rich.console.Console(file=self._console.err)
        live = rich.live.Live(console=terminal, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False)
        live.start()
        return live

    def _clear(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None


def _log(console: Console, level: Level, text: str) -> None:
    if level is Level.WARNING:
        console.warning(text)
    else:
        console.note(text)
