"""How far long work is, while it goes on: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeAlias

from whet.cli.console import Console
from whet.task.quantities import show_duration

_PLAIN_INTERVAL = 30.0
"""Seconds between two lines where lines stay."""


class Tally(Protocol):
    """Its text says how far the work is."""

    @property
    def planned(self) -> int: ...

    @property
    def done(self) -> int: ...


Teller: TypeAlias = Callable[[], None]
"""To be called when a tally has changed."""


@contextmanager
def told(console: Console, tally: Tally, *, quiet: bool) -> Iterator[Teller]:
    if quiet or not console.is_terminal:
        yield _lines(console, tally, interval=float("inf") if quiet else _PLAIN_INTERVAL)
        return
    import rich.console
    import rich.progress

    bar = rich.progress.Progress(
        rich.progress.BarColumn(),
        rich.progress.TextColumn("{task.description}"),
        console=rich.console.Console(file=console.err),
        transient=True,
    )
    with bar:
        task = bar.add_task(str(tally), total=tally.planned, completed=tally.done)
        yield lambda: bar.update(task, completed=tally.done, description=str(tally))


def _lines(console: Console, tally: Tally, *, interval: float) -> Teller:
    """For logs."""
    following = time.monotonic() + interval

    def tell() -> None:
        nonlocal following
        if time.monotonic() >= following:
            following = time.monotonic() + interval
            console.note(str(tally))

    return tell


def to_go(tally: Tally, *, fresh: int, started: float) -> str:
    """How long the rest takes at the pace of what was done since then; nothing as long as nothing is known."""
    if not fresh:
        return ""
    seconds = (time.monotonic() - started) / fresh * (tally.planned - tally.done)
    return f", {show_duration(round(seconds))} to go"
