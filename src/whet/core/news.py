"""Reports of a run across the border of its process: progress and log by a channel, refinements by a journal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from whet.core.context import Level, Progress
from whet.core.executed import ExecutedCode, ProvedChecks
from whet.core.explanation import RefinementRecord, Refinements
from whet.core.graph_record import GraphRecord
from whet.runtime.channel import Channel
from whet.runtime.journal import Journal
from whet.task.records import dataclass


class Sender:
    """Forwards the reports of a context to the reader of the channel."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def progress(self, now: Progress, /) -> None:
        self._channel.send({"phase": now.phase, "numbers": dict(now.numbers)})

    def log(self, level: Level, text: str, /) -> None:
        self._channel.send({"level": int(level), "text": text})


@dataclass(frozen=True, slots=True)
class Logged:
    """A message of the log."""

    level: Level
    text: str


def heard(channel: Channel) -> Iterator[Progress | Logged]:
    """What a ``Sender`` sent since the last call."""
    for message in channel.receive():
        match message:
            case {"phase": str(phase), "numbers": dict(numbers)}:
                yield Progress(phase, numbers)
            case {"level": int(level), "text": str(text)}:
                yield Logged(Level(level), text)
            case _:
                pass


def refinements_in(journal: Journal) -> Refinements:
    """Those of a run, also of one that was ended."""
    records = tuple(entry for entry in journal.entries() if isinstance(entry, RefinementRecord))
    return Refinements(records, journal.number - len(records))


def executed_in(journal: Journal) -> ExecutedCode | None:
    """What runs executed, if there were any."""
    return next((entry for entry in reversed(journal.entries()) if isinstance(entry, ExecutedCode)), None)


def proved_in(journal: Journal) -> ProvedChecks | None:
    """What all reports of proved checks come to, if there are any."""
    found = [entry for entry in journal.entries() if isinstance(entry, ProvedChecks)]
    return reduce(ProvedChecks.without, found) if found else None


def graph_in(journal: Journal) -> GraphRecord | None:
    """The last graph that a run recorded; None if none was requested, or the run was ended before."""
    return next((entry for entry in reversed(journal.entries()) if isinstance(entry, GraphRecord)), None)
