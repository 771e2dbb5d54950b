"""Guided refinement selection: which of several refinements is best (Löwe, chapter 8, section 8.3).

Each heuristic gives a refinement a number, and prefers the smallest or the greatest.  To the text's heuristics this adds the
*variety* of a refinement: one that says the same in each turn of a loop may be its invariant.  Heuristics are composed by
asking the next one about those the last one liked equally; what is still equal then is decided by the longest prefix.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from whet.core.path import Step
from whet.refine.domain import Increment, Tracked


@dataclass(frozen=True, slots=True)
class Refinement:
    """A way to exclude an infeasible path."""

    prefix: tuple[Step, ...]
    """The sliced prefix it was computed for."""
    increment: Increment
    wanted: tuple[bool, ...]
    """For each step of the prefix: must anything be known behind it?"""
    variety: int = 1
    """How many different things must be known at one location at most: more than one if a loop is told turn by turn."""

    @property
    def tracked(self) -> frozenset[Tracked]:
        """Everything it wants to be tracked somewhere."""
        return frozenset().union(*self.increment.values())

    @property
    def length(self) -> int:
        return len(self.prefix)

    @property
    def depth(self) -> int:
        """The position of the pivot location: where something must be known first (8.3.2)."""
        return self.wanted.index(True) if True in self.wanted else len(self.prefix)

    @property
    def width(self) -> int:
        """Over how many steps something must be known (8.3.3)."""
        positions = [position for position, is_wanted in enumerate(self.wanted) if is_wanted]
        return 1 + positions[-1] - positions[0] if positions else 0


Measure: TypeAlias = Callable[[Refinement], float]
Score: TypeAlias = Callable[[frozenset[Tracked]], int]
"""The domain-type score of what is tracked (8.3.1)."""

LAST_RESORT = "length-max"
NONE = "none"
"""No prefixes are extracted: the whole path is refined."""
RANDOM = "random"
MEASURES = ("length", "width", "depth", "score", "variety")
HEURISTICS = (*(f"{measure}-{end}" for measure in MEASURES for end in ("min", "max")), RANDOM, NONE)


class Selection:
    """A composition of heuristics by name, such as ``("score-min", "width-min")``."""

    def __init__(self, heuristics: Sequence[str], *, score: Score, seed: int = 0) -> None:
        self._random = random.Random(seed)
        measures: Mapping[str, Measure] = {
            "length": lambda refinement: refinement.length,
            "width": lambda refinement: refinement.width,
            "depth": lambda refinement: refinement.depth,
            "score": lambda refinement: score(refinement.tracked),
            "variety": lambda refinement: refinement.variety,
        }
        self.uses_prefixes = NONE not in heuristics
        named = [heuristic for heuristic in heuristics if heuristic != NONE]
        self._ranks = [self._rank(heuristic, measures) for heuristic in (*named, LAST_RESORT)]

    def _rank(self, heuristic: str, measures: Mapping[str, Measure]) -> Measure:
        if heuristic == RANDOM:
            return lambda _: self._random.random()
        name, _, end = heuristic.partition("-")
        measure = measures[name]
        return measure if end == "min" else lambda refinement: -measure(refinement)

    def best(self, refinements: Sequence[Refinement]) -> Refinement:
        """SelectRefinement of Algorithm 7."""
        remaining = list(refinements)
        for rank in self._ranks:
            if len(remaining) > 1:
                ranked = [(rank(refinement), refinement) for refinement in remaining]
                least = min(number for number, _ in ranked)
                remaining = [refinement for number, refinement in ranked if number == least]
        return remaining[0]

    def likes_as_much(self, one: Refinement, other: Refinement) -> bool:
        """Is the first at least as good?  Without the last resort: prefixes of different domains have no common measure."""
        for rank in self._ranks[:-1]:
            numbers = rank(one), rank(other)
            if numbers[0] != numbers[1]:
                return numbers[0] < numbers[1]
        return True
