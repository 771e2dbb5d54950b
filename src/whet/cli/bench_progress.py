"""What a user sees of a campaign while it goes on: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field

from whet.campaign.driver import CampaignObserver
from whet.campaign.records import Assessment, Run, RunResult
from whet.cli.console import Console
from whet.task.quantities import show_duration
from whet.task.records import dataclass

_PLAIN_INTERVAL = 30.0
"""Seconds between two lines where lines stay."""


@dataclass(slots=True)
class Tally:
    """How far a campaign is."""

    planned: int
    done: int
    solved: int = 0
    wrong: int = 0
    started: float = field(default_factory=time.monotonic)
    done_before: int = 0

    def __post_init__(self) -> None:
        self.done_before = self.done

    def add(self, assessment: Assessment) -> None:
        self.done += 1
        self.solved += assessment.is_correct
        self.wrong += assessment.is_wrong

    @property
    def remaining_seconds(self) -> float | None:
        """None as long as nothing is known."""
        fresh = self.done - self.done_before
        return (time.monotonic() - self.started) / fresh * (self.planned - self.done) if fresh else None

    def __str__(self) -> str:
        remaining = self.remaining_seconds
        eta = "" if remaining is None else f", {show_duration(round(remaining))} to go"
        return f"{self.done} of {self.planned} runs, {self.solved} solved, {self.wrong} wrong{eta}"


@contextmanager
def observer_on(console: Console, *, quiet: bool, planned: int, done: int) -> Iterator[CampaignObserver]:
    """The observer to give to a campaign."""
    tally = Tally(planned, done)
    if quiet or not console.is_terminal:
        yield Lines(console, tally, interval=float("inf") if quiet else _PLAIN_INTERVAL)
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
        yield Bar(console, tally, bar, bar.add_task(str(tally), total=planned, completed=done))


class Lines:
    """For logs.  A wrong verdict is told at once."""

    def __init__(self, console: Console, tally: Tally, *, interval: float) -> None:
        self._console = console
        self._tally = tally
        self._interval = interval
        self._next = time.monotonic() + interval

    def ended(self, run: Run, result: RunResult, assessment: Assessment, /) -> None:
        self._tally.add(assessment)
        warn_if_wrong(self._console, run, result, assessment)
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + self._interval
            self._console.note(str(self._tally))

    def lost(self, run: Run, reason: str, /) -> None:
        self._console.warning(f"{run.task.name}, {run.configuration.name}: lost ({reason})")


class Bar(Lines):
    """For a terminal."""

    def __init__(self, console: Console, tally: Tally, bar: object, task: object) -> None:
        super().__init__(console, tally, interval=float("inf"))
        self._bar = bar
        self._task = task

    def ended(self, run: Run, result: RunResult, assessment: Assessment, /) -> None:
        super().ended(run, result, assessment)
        self._bar.update(self._task, completed=self._tally.done, description=str(self._tally))  # type: ignore[attr-defined]  # rich is imported late


def warn_if_wrong(console: Console, run: Run, result: RunResult, assessment: Assessment) -> None:
    if assessment.is_wrong:
        part = f"({run.task.violated})" if assessment is Assessment.WRONG_PART else ""
        expected = "TRUE" if run.task.expected else f"FALSE{part}"
        console.warning(f"{run.task.name}, {run.configuration.name}: {result.answer.word}, but {expected} is expected")
