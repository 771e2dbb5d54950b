"""What refinements did and why, for people and as data: which path, which candidates, which was chosen, what was learnt.

A refinement is recorded as one ``RefinementRecord``.  Everything in a record is plain data, texts included, so it crosses
processes and outlives the analysis.  ``Explanation`` collects the records of one run.  It only listens: no algorithm reads what
it holds. The explored graph is recorded only on request, because making it takes time.

Invariants: records are numbered from 1 in the order of the refinements; the first ones are kept and the others counted, so memory
stays bounded however long a run takes; a record that is not kept is not made.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol, TypeAlias

from whet.cfa.source import Place
from whet.core.executed import ExecutedCode, ProvedChecks
from whet.core.graph_record import GraphRecord
from whet.task.records import dataclass

MOST_RECORDS: Final = 1000
"""Refinements of a run that are kept; those after them are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateRecord:
    """A refinement that could be chosen, with the measures of Löwe's section 8.3."""

    domain: str
    """The name of the component, as in precision files."""
    source: str
    """What it comes from, such as ``interpolation``, ``static`` or the strategy that found it."""
    score: int
    length: int
    width: int
    depth: int
    variety: int
    tracks: tuple[str, ...]
    chosen: bool = False

    def to_json(self) -> dict[str, object]:
        return {
            "domain": self.domain,
            "source": self.source,
            "score": self.score,
            "length": self.length,
            "width": self.width,
            "depth": self.depth,
            "variety": self.variety,
            "tracks": list(self.tracks),
            "chosen": self.chosen,
        }


@dataclass(frozen=True, slots=True)
class Declined:
    """A domain that could not exclude the path, and why."""

    domain: str
    reason: str

    def to_json(self) -> dict[str, object]:
        return {"domain": self.domain, "reason": self.reason}


@dataclass(frozen=True, slots=True, order=True)
class FunctionSpan:
    """The part of a function where something is wanted, from its first location to its last; no places if these have none."""

    function: str
    first: Place | None = None
    last: Place | None = None

    def to_json(self) -> dict[str, object]:
        return {"function": self.function, "first": _text(self.first), "last": _text(self.last)}


@dataclass(frozen=True, slots=True)
class Entered:
    """Something that was not tracked before, and where the refinement wants it.  A scoped precision tracks it beyond that."""

    what: str
    where: tuple[FunctionSpan, ...]

    def to_json(self) -> dict[str, object]:
        return {"what": self.what, "where": [span.to_json() for span in self.where]}


@dataclass(frozen=True, slots=True)
class Excluded:
    """The path does not come again.  Nothing enters if what is tracked is enough, but was not when the path was found."""

    domain: str
    source: str
    entered: tuple[Entered, ...]


@dataclass(frozen=True, slots=True)
class Stands:
    """The path was not excluded."""

    reason: str


Conclusion: TypeAlias = Excluded | Stands


@dataclass(frozen=True, slots=True, kw_only=True)
class RefinementRecord:
    """What became of one error path, or of one path to a state after which nothing is known."""

    number: int
    path_length: int
    target: str
    """What happens at the end of the path."""
    place: Place | None
    candidates: tuple[CandidateRecord, ...]
    declined: tuple[Declined, ...]
    conclusion: Conclusion

    def to_json(self) -> dict[str, object]:
        return {
            "number": self.number,
            "path_length": self.path_length,
            "target": self.target,
            "place": _text(self.place),
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "declined": [declined.to_json() for declined in self.declined],
            **_conclusion(self.conclusion),
        }


def _conclusion(conclusion: Conclusion) -> dict[str, object]:
    """The same keys for both."""
    match conclusion:
        case Excluded(domain=domain, source=source, entered=entered):
            return {"domain": domain, "source": source, "entered": [item.to_json() for item in entered], "reason": None}
        case Stands(reason=reason):
            return {"domain": None, "source": None, "entered": [], "reason": reason}


def _text(place: Place | None) -> str | None:
    return None if place is None else str(place)


@dataclass(frozen=True, slots=True)
class Refinements:
    """Those of a run, in their order."""

    records: tuple[RefinementRecord, ...] = ()
    left_out: int = 0
    """How many came after these."""

    def to_json(self) -> dict[str, object]:
        return {"refinements": [record.to_json() for record in self.records], "refinements_left_out": self.left_out}


class Sink(Protocol):
    """Where records are kept besides, such as a file that outlives the process."""

    def write(self, entry: object, /) -> None: ...

    def mark(self, number: int, /) -> None:
        """So many refinements there were by now."""


class Explanation:
    """Hears of every refinement of a run."""

    def __init__(self, sink: Sink | None = None, *, most: int = MOST_RECORDS, wants_graph: bool = False) -> None:
        self.wants_graph = wants_graph
        """Is the explored graph requested?"""
        self._sink = sink
        self._most = most
        self._seen = 0
        self._kept: list[RefinementRecord] = []

    def refined(self, tell: Callable[[int], RefinementRecord]) -> None:
        """One more refinement; ``tell`` makes its record, given its number, if it is kept."""
        self._seen += 1
        if self._sink is not None:
            self._sink.mark(self._seen)
        if self._seen <= self._most:
            record = tell(self._seen)
            self._kept.append(record)
            if self._sink is not None:
                self._sink.write(record)

    def adopt(self, others: Refinements) -> None:
        """The refinements of another run of the same task become those of this one."""
        for record in others.records:
            self.refined(lambda _, record=record: record)  # type: ignore[misc]  # a default that binds, not an argument
        self._seen += others.left_out
        if self._sink is not None:
            self._sink.mark(self._seen)

    def explored(self, tell: Callable[[], GraphRecord]) -> None:
        """An exploration has ended, and this would be its graph.  A graph that cannot be recorded is no reason to fail."""
        if self.wants_graph and self._sink is not None:
            with suppress(Exception):
                self._sink.write(tell())

    def executed(self, code: ExecutedCode) -> None:
        """Runs executed this so far."""
        if self._sink is not None:
            self._sink.write(code)

    def proved(self, checks: ProvedChecks) -> None:
        """These checks were proved so far."""
        if self._sink is not None:
            self._sink.write(checks)

    @property
    def refinements(self) -> Refinements:
        """So far."""
        return Refinements(tuple(self._kept), self._seen - len(self._kept))
