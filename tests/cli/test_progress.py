"""What is shown while a run goes on."""

from __future__ import annotations

import io

import pytest

from whet.cli.console import Console
from whet.cli.progress import LiveLine, PlainLines, progress_on, progress_text
from whet.core.context import Level, Progress, Silent


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at(seconds: float) -> Progress:
    return Progress("exploring", {"states": 1200, "waitlist": 17}, seconds, 120_000_000)


def test_text_names_phase_numbers_time_and_memory() -> None:
    assert progress_text(at(3.14)) == "exploring: 1200 states, 17 waitlist, 3.1s, 120MB"


def test_plain_lines_come_every_ten_seconds() -> None:
    err = io.StringIO()
    with progress_on(Console(err=err), quiet=False) as observer:
        assert isinstance(observer, PlainLines)
        for tick in range(125):
            observer.progress(at(tick / 5))
    assert [line.split(", ")[2] for line in err.getvalue().splitlines()] == ["10.0s", "20.0s"]


def test_quiet_shows_nothing() -> None:
    err = Terminal()
    with progress_on(Console(err=err), quiet=True) as observer:
        assert isinstance(observer, Silent)
        observer.progress(at(100))
        observer.log(Level.WARNING, "odd")
    assert err.getvalue() == ""


def test_terminal_has_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    err = Terminal()
    with progress_on(Console(err=err), quiet=False) as observer:
        assert isinstance(observer, LiveLine)
        observer.progress(at(1))
        observer.log(Level.WARNING, "odd")
        observer.progress(at(2))
    shown = err.getvalue()
    assert "exploring: 1200 states" in shown
    assert "whet: warning: odd\n" in shown
    assert shown.endswith("\x1b[2K")


def test_dumb_terminal_gets_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with progress_on(Console(err=Terminal()), quiet=False) as observer:
        assert isinstance(observer, PlainLines)
