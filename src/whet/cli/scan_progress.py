"""What a user sees of a scan while it goes on."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field

from whet.cli.console import Console
from whet.cli.tallying import to_go, told
from whet.projects.callers import Judged
from whet.projects.judging import FunctionStatus
from whet.projects.scanning import Observer
from whet.task.records import dataclass


@dataclass(slots=True)
class ScanTally:
    """How far a scan is."""

    planned: int
    counts: Counter[FunctionStatus] = field(default_factory=Counter)
    reused: int = 0
    started: float = field(default_factory=time.monotonic)

    def add(self, judged: Judged) -> None:
        self.counts[judged.judgement.status] += 1
        self.reused += judged.is_reused

    @property
    def done(self) -> int:
        return self.counts.total()

    def __str__(self) -> str:
        found = ", ".join(f"{self.counts[status]} {status}" for status in FunctionStatus)
        rest = to_go(self, fresh=self.done - self.reused, started=self.started)
        return f"{self.done} of {self.planned} functions, {found}{rest}"


@contextmanager
def scan_observer(console: Console, *, quiet: bool, planned: int) -> Iterator[Observer]:
    tally = ScanTally(planned)
    with told(console, tally, quiet=quiet) as tell:

        def ended(judged: Judged) -> None:
            tally.add(judged)
            tell()

        yield ended
