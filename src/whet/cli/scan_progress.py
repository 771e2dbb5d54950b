"""What a user sees of a scan while it goes on: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field

from whet.cli.console import Console
from whet.projects.judging import Status
from whet.projects.scanning import Judged, Observer
from whet.task.quantities import show_duration
from whet.task.records import dataclass

_PLAIN_INTERVAL = 30.0
"""Seconds between two lines where lines stay."""


@dataclass(slots=True)
class ScanTally:
    """How far a scan is."""

    planned: int
    counts: Counter[Status] = field(default_factory=Counter)
    reused: int = 0
    started: float = field(default_factory=time.monotonic)

    def add(self, judged: Judged) -> None:
        self.counts[judged.judgement.status] += 1
        self.reused += judged.is_reused

    @property
    def done(self) -> int:
        return self.counts.total()

    def __str__(self) -> str:
        found = ", ".join(f"{self.counts[status]} {status}" for status in Status)
        fresh = self.done - self.reused
        left = (time.monotonic() - self.started) / fresh * (self.planned - self.done) if fresh else None
        return (
            f"{self.done} of {self.planned} functions, {found}{'' if left is None else f', {show_duration(round(left))} to go'}"
        )


@contextmanager
def scan_observer(console: Console, *, quiet: bool, planned: int) -> Iterator[Observer]:
    tally = ScanTally(planned)
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
        task = bar.add_task(str(tally), total=planned)

        def show(judged: Judged) -> None:
            tally.add(judged)
            bar.update(task, completed=tally.done, description=str(tally))

        yield show


def _lines(console: Console, tally: ScanTally, *, interval: float) -> Observer:
    """For logs."""
    following = time.monotonic() + interval

    def tell(judged: Judged) -> None:
        nonlocal following
        tally.add(judged)
        if time.monotonic() >= following:
            following = time.monotonic() + interval
            console.note(str(tally))

    return tell


__all__ = ["ScanTally", "scan_observer"]
