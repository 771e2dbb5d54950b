"""What a user sees of a campaign while it goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field

from whet.campaign.driver import CampaignObserver
from whet.campaign.records import Assessment, Run, RunResult
from whet.cli.console import Console
from whet.cli.tallying import Teller, to_go, told
from whet.task.records import dataclass


@dataclass(slots=True)
class CampaignTally:
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

    def __str__(self) -> str:
        rest = to_go(self, fresh=self.done - self.done_before, started=self.started)
        return f"{self.done} of {self.planned} runs, {self.solved} solved, {self.wrong} wrong{rest}"


@contextmanager
def observer_on(console: Console, *, quiet: bool, planned: int, done: int) -> Iterator[CampaignObserver]:
    """The observer to give to a campaign."""
    tally = CampaignTally(planned, done)
    with told(console, tally, quiet=quiet) as tell:
        yield _Observer(console, tally, tell)


@dataclass(frozen=True, slots=True)
class _Observer:
    """A wrong verdict is told at once."""

    console: Console
    tally: CampaignTally
    tell: Teller

    def ended(self, run: Run, result: RunResult, assessment: Assessment, /) -> None:
        self.tally.add(assessment)
        warn_if_wrong(self.console, run, result, assessment)
        self.tell()

    def lost(self, run: Run, reason: str, /) -> None:
        self.console.warning(f"{run.task.name}, {run.configuration.name}: lost ({reason})")


def warn_if_wrong(console: Console, run: Run, result: RunResult, assessment: Assessment) -> None:
    if assessment.is_wrong:
        part = f"({run.task.violated})" if assessment is Assessment.WRONG_PART else ""
        expected = "TRUE" if run.task.expected else f"FALSE{part}"
        console.warning(f"{run.task.name}, {run.configuration.name}: {result.answer.word}, but {expected} is expected")
