"""The driver of a campaign: takes what is missing in the ledger to the cluster and writes down what comes back.

There is one driver at a time.  It holds no state of its own: killed at any moment, it leaves a ledger from which another
one goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from whet.campaign.cluster import Lost, RunDone, RunEnded
from whet.campaign.driver_lock import driving
from whet.campaign.ledger import Ledger
from whet.campaign.records import Assessment, Run, RunResult, assess
from whet.task.records import dataclass


class Workers(Protocol):
    """What does the runs."""

    def perform(self, runs: Iterable[Run]) -> Iterator[RunEnded]: ...


class CampaignObserver(Protocol):
    """Observes a campaign while it runs."""

    def ended(self, run: Run, result: RunResult, assessment: Assessment, /) -> None: ...

    def lost(self, run: Run, reason: str, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Finish:
    """How a campaign, or what was missing of it, ended."""

    done: int
    lost: int
    """Runs that are still missing."""


def drive(folder: Path, workers: Workers, observer: CampaignObserver) -> Finish:
    """Do all missing runs of the campaign in ``folder``."""
    done = lost = 0
    with driving(folder), Ledger.open(folder) as ledger:
        for ended in workers.perform(ledger.missing()):
            match ended:
                case RunDone(run=run, result=result):
                    ledger.record(result)
                    observer.ended(run, result, assess(result.answer, run.task))
                    done += 1
                case Lost(run=run, reason=reason):
                    observer.lost(run, reason)
                    lost += 1
    return Finish(done, lost)
