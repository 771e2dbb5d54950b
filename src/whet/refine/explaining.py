"""Records the work of a refiner in the explanation of a run.

The refiner says what each domain suggests for a path, or why it has nothing, which suggestion is used, and how it ended.  What is
said of one path becomes one record when the refinement is concluded; texts are made only if the record is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any, Final, TypeAlias

from whet.cfa.model import Node
from whet.cfa.source import Place
from whet.core.arg import ArgNode, Path
from whet.core.explanation import (
    CandidateRecord,
    Conclusion,
    Declined,
    Entered,
    Excluded,
    Explanation,
    FunctionSpan,
    RefinementRecord,
    Stands,
)
from whet.core.interfaces import Finding, Gap, Violation
from whet.refine.domain import Increment, Tracked
from whet.refine.refinable import GrowingPrecision, RefinementCandidate
from whet.refine.resumption import NotRefined, Refined, RefinerAnswer
from whet.refine.selection import Refinement, Score
from whet.task.records import dataclass

_FEASIBLE: Final = "it seems to be feasible"
_MOST_TRACKED: Final = 20
"""Of one candidate, so that the size of a record has a bound."""

Texts: TypeAlias = Mapping[str, Callable[[Tracked], str]]
"""For each domain, by name: what is tracked, as people read it."""


@dataclass(frozen=True, slots=True)
class _Use:
    domain: str
    refinement: Refinement
    before: GrowingPrecision
    """The precision it was added to."""


@dataclass(slots=True)
class _Notes:
    """What was said of one path so far."""

    path: Path
    suggested: list[tuple[str, RefinementCandidate]] = field(default_factory=list)
    declined: list[Declined] = field(default_factory=list)
    uses: list[_Use] = field(default_factory=list)
    """One for each domain that was refined."""


class Explainer:
    """One for all domains of a run."""

    def __init__(self, explanation: Explanation, finding: Callable[[Any], Finding | None], score: Score, texts: Texts) -> None:
        self._explanation = explanation
        self._finding = finding
        self._score = score
        self._texts = texts
        self._notes: dict[ArgNode, _Notes] = {}

    def suggested(self, path: Path, domain: str, candidates: Iterable[RefinementCandidate]) -> None:
        """The domain can exclude the path in these ways."""
        self._of(path).suggested.extend((domain, candidate) for candidate in candidates)

    def declined(self, path: Path, domain: str, reason: str) -> None:
        """The domain cannot exclude the path, or not any more."""
        self._of(path).declined.append(Declined(domain, reason))

    def used(self, domain: str, refined: Iterable[tuple[Path, Refinement]], before: GrowingPrecision) -> None:
        """These refinements were added, one after the other, to this precision."""
        for path, refinement in refined:
            self._of(path).uses.append(_Use(domain, refinement, before))
            before = before.joined(refinement.increment)

    def concluded(self, answer: RefinerAnswer) -> None:
        """There is no more to say of the paths of this refinement."""
        notes, self._notes = self._notes, {}
        match answer:
            case Refined():
                for each in notes.values():
                    self._explanation.refined(partial(self._excluded, each))
            case NotRefined(path=path, reason=reason):
                stands = Stands(_FEASIBLE if reason is None else reason)
                self._explanation.refined(partial(self._record, notes.get(path.target, _Notes(path)), stands))

    def _of(self, path: Path) -> _Notes:
        return self._notes.setdefault(path.target, _Notes(path))

    def _excluded(self, notes: _Notes, number: int) -> RefinementRecord:
        assert notes.uses, "a path that is noted and not used stands"
        used = notes.uses[0]
        source = next(suggested.strategy for _, suggested in notes.suggested if suggested.refinement is used.refinement)
        entered = tuple(each for use in notes.uses for each in self._entered(use))
        return self._record(notes, Excluded(used.domain, source, entered), number)

    def _record(self, notes: _Notes, conclusion: Conclusion, number: int) -> RefinementRecord:
        target, place = self._target(notes.path)
        chosen = {id(use.refinement) for use in notes.uses}
        candidates = [self._candidate(*each, chosen=id(each[1].refinement) in chosen) for each in notes.suggested]
        return RefinementRecord(
            number=number,
            path_length=len(notes.path),
            target=target,
            place=place,
            candidates=tuple(candidates),
            declined=tuple(notes.declined),
            conclusion=conclusion,
        )

    def _target(self, path: Path) -> tuple[str, Place | None]:
        """What is at the end of a path, and where."""
        match self._finding(path.target.state):
            case Violation(description=description, place=place):
                return description, place
            case Gap(detail=detail):
                return detail, _last_place(path)
            case None:
                return "a state", _last_place(path)

    def _candidate(self, domain: str, suggested: RefinementCandidate, *, chosen: bool) -> CandidateRecord:
        refinement = suggested.refinement
        tracked = refinement.tracked
        return CandidateRecord(
            domain=domain,
            source=suggested.strategy,
            score=self._score(tracked),
            length=refinement.length,
            width=refinement.width,
            depth=refinement.depth,
            variety=refinement.variety,
            tracks=_shortened(sorted(map(self._texts[domain], tracked))),
            chosen=chosen,
        )

    def _entered(self, use: _Use) -> tuple[Entered, ...]:
        found: dict[str, list[Node]] = {}
        for node, item in _new(use.refinement.increment, use.before):
            found.setdefault(self._texts[use.domain](item), []).append(node)
        return tuple(Entered(what, _spans(found[what])) for what in sorted(found))


def _new(increment: Increment, before: GrowingPrecision) -> Iterator[tuple[Node, Tracked]]:
    for node, wanted in increment.items():
        if not before.includes({node: wanted}):
            yield from ((node, item) for item in wanted if not before.includes({node: frozenset((item,))}))


def _spans(nodes: Iterable[Node]) -> tuple[FunctionSpan, ...]:
    places: dict[str, list[Place]] = {}
    for node in nodes:
        places.setdefault(node.function.name, []).extend(_place(node))
    return tuple(FunctionSpan(name, min(found, default=None), max(found, default=None)) for name, found in sorted(places.items()))


def _place(node: Node) -> list[Place]:
    """Of what happens next; where nothing does, of what happened before."""
    return [edge.origin.original_place for edge in (*node.leaving, *node.entering)[:1]]


def _last_place(path: Path) -> Place | None:
    return path.edges[-1].origin.original_place if path.edges else None


def _shortened(texts: Sequence[str]) -> tuple[str, ...]:
    more = len(texts) - _MOST_TRACKED
    return tuple(texts) if more <= 0 else (*texts[:_MOST_TRACKED], f"and {more} more")
