"""Guided refinement selection: which of several refinements is best (Löwe, chapter 8, section 8.3).

A configuration names heuristics.  Each gives a refinement a number, and prefers the smallest.  To the text's heuristics this adds
the *variety* of a refinement: one that says the same in each turn of a loop may be its invariant.  Heuristics are composed by
asking the next one about those the last one liked equally; what is still equal then is decided by the longest prefix.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from itertools import groupby
from typing import TypeAlias, TypeVar

from whet.core.path import PathStep
from whet.core.registry import SELECTION, register_selection
from whet.refine.domain import Increment, Tracked, TrackedAssumption
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class Refinement:
    """A way to exclude an infeasible path."""

    prefix: tuple[PathStep, ...]
    """The sliced prefix it was computed for."""
    increment: Increment
    wanted: tuple[bool, ...]
    """For each step of the prefix: must anything be known after it?"""
    variety: int = 1
    """How many different things must be known at one location at most: several if a loop is unrolled."""

    @property
    def tracked(self) -> frozenset[Tracked]:
        """Everything it wants to be tracked somewhere."""
        return frozenset().union(*self.increment.values())

    @property
    def assumptions(self) -> int:
        """How many assumptions of the program the interpolants speak of (Beyer, Lemberger, ISoLA 2016, section 3)."""
        return sum(isinstance(each, TrackedAssumption) for each in self.tracked)

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


P = TypeVar("P", bound=Sized)
"""Prefixes: of steps, or of blocks."""

Score: TypeAlias = Callable[[frozenset[Tracked]], int]
"""The domain-type score of what is tracked (8.3.1)."""


@dataclass(frozen=True, slots=True)
class Scales:
    """What heuristics measure with."""

    score: Score
    chance: random.Random


Heuristic: TypeAlias = Callable[[Refinement, Scales], float]
"""Prefers the refinement with the smallest number."""


@register_selection("length-min")
def shortest(refinement: Refinement, scales: Scales) -> float:
    """The shortest prefix."""
    return refinement.length


@register_selection("length-max")
def longest(refinement: Refinement, scales: Scales) -> float:
    """The longest prefix."""
    return -refinement.length


@register_selection("width-min")
def narrowest(refinement: Refinement, scales: Scales) -> float:
    """Something must be known over the fewest steps."""
    return refinement.width


@register_selection("width-max")
def widest(refinement: Refinement, scales: Scales) -> float:
    """Something must be known over the most steps."""
    return -refinement.width


@register_selection("depth-min")
def nearest(refinement: Refinement, scales: Scales) -> float:
    """Something must be known early on the path."""
    return refinement.depth


@register_selection("depth-max")
def deepest(refinement: Refinement, scales: Scales) -> float:
    """Nothing must be known until late on the path."""
    return -refinement.depth


@register_selection("score-min")
def fewest_values(refinement: Refinement, scales: Scales) -> float:
    """Variables whose domain types promise few values."""
    return scales.score(refinement.tracked)


@register_selection("score-max")
def most_values(refinement: Refinement, scales: Scales) -> float:
    """Variables whose domain types promise many values."""
    return -scales.score(refinement.tracked)


@register_selection("variety-min")
def most_alike(refinement: Refinement, scales: Scales) -> float:
    """The same is said in each turn of a loop."""
    return refinement.variety


@register_selection("variety-max")
def most_varied(refinement: Refinement, scales: Scales) -> float:
    """Something else is said in each turn of a loop."""
    return -refinement.variety


@register_selection("assumptions-most")
def most_assumptions(refinement: Refinement, scales: Scales) -> float:
    """The interpolants with the most assumptions."""
    return -refinement.assumptions


@register_selection("assumptions-least")
def fewest_assumptions(refinement: Refinement, scales: Scales) -> float:
    """The interpolants with the fewest assumptions."""
    return refinement.assumptions


@register_selection("random")
def any_of_them(refinement: Refinement, scales: Scales) -> float:
    """Any of them; the seed decides."""
    return scales.chance.random()


@register_selection("none")
def whole_path(refinement: Refinement, scales: Scales) -> float:
    """No prefixes: the whole path is refined."""
    return 0


class Selection:
    """A composition of heuristics by name, such as ``("score-min", "width-min")``."""

    def __init__(self, heuristics: Sequence[str], *, score: Score, seed: int = 0) -> None:
        self._scales = Scales(score, random.Random(seed))
        named: list[Heuristic] = [SELECTION.named(heuristic).make for heuristic in heuristics]
        self.uses_prefixes = whole_path not in named
        self._heuristics = [*named, longest]

    def best(self, refinements: Sequence[Refinement]) -> Refinement:
        """SelectRefinement of Algorithm 7."""
        remaining = list(refinements)
        for heuristic in self._heuristics:
            if len(remaining) > 1:
                ranked = [(heuristic(refinement, self._scales), refinement) for refinement in remaining]
                least = min(number for number, _ in ranked)
                remaining = [refinement for number, refinement in ranked if number == least]
        return remaining[0]

    def promising(self, prefixes: Iterable[P], estimate: Callable[[P], Refinement], *, limit: int) -> Iterator[list[P]]:
        """The order in which to refine prefixes that come shortest first: in groups, of which the best comes first.

        If length decides, a prefix is worse than all of the groups before it, whatever its interpolants are.  Otherwise there is
        one group; if it has more than ``limit`` prefixes, those come first whose estimated refinement is best."""
        match self._heuristics[0]:
            case first if first is shortest:
                groups = groupby(prefixes, len)
            case first if first is longest:
                groups = groupby(reversed([*prefixes]), len)
            case _:
                groups = groupby(prefixes, lambda _: 0)
        for _, group in groups:
            found = [*group]
            yield found if len(found) <= limit else sorted(found, key=lambda each: self._rank(estimate(each)))

    def _rank(self, refinement: Refinement) -> list[float]:
        """The smaller, the better."""
        return [heuristic(refinement, self._scales) for heuristic in self._heuristics]

    def likes_as_much(self, one: Refinement, other: Refinement) -> bool:
        """Is the first at least as good?  Without the last resort: prefixes of different domains have no common measure."""
        for heuristic in self._heuristics[:-1]:
            numbers = heuristic(one, self._scales), heuristic(other, self._scales)
            if numbers[0] != numbers[1]:
                return numbers[0] < numbers[1]
        return True
