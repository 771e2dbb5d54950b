"""Interpolation for constraint sequences: Algorithms 3 and 4 of Löwe's dissertation, with the shortcuts of section 5.2.

An interpolant after a step of an infeasible path is a state that (1) follows from the steps before it, (2) contradicts the
steps after it, and (3) speaks only of what both mention.  It is found by forgetting, one by one, what the contradiction
can do without.  Each such test runs the rest of the path once and is called an *interpolation query*.

Interpolants are inductive: each is computed from its predecessor and one step, so that a precision with the places of all of
them excludes the path.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from enum import StrEnum
from functools import partial
from typing import Generic

from whet.cfa.model import Node
from whet.cfa.operations import Enter, Leave, Return
from whet.core.arg import ArgNode, Path
from whet.core.path import PathStep
from whet.refine.domain import Increment, PathDomain, Tracked, V, X
from whet.refine.selection import Refinement
from whet.refine.use_def import InUseAfter, in_use_after_steps
from whet.task.records import dataclass


class Shortcut(StrEnum):
    """What saves interpolation queries; none of them makes interpolants stronger."""

    SUFFIX = "suffix"
    """Before the deepest infeasible suffix nothing need be known (5.2.2)."""
    EQUALITY = "equality"
    """A candidate that equals the interpolant before it is taken as it is (5.2.3); and an element that the step before does not
    touch is needed if it was needed there."""
    EQUIVALENCE = "equivalence"
    """So is one that only renames, at calls and returns (5.2.4)."""
    USE_DEF = "use-def"
    """An element is dropped if the use-def chains of the contradiction do not mention its variables (7.6.4)."""


ALL_SHORTCUTS = frozenset(Shortcut)


@dataclass(frozen=True, slots=True)
class Interpolants(Generic[V]):
    """The interpolants of a path, after its steps from the first on.

    There may be fewer than steps: after the last one the path is contradicted."""

    steps: tuple[PathStep, ...]
    states: tuple[V, ...]


class Interpolation(Generic[V, X]):
    """Interpolates paths of one domain and counts the queries; paths are prefixes if they are ``sliced``."""

    def __init__(
        self, domain: PathDomain[V, X], shortcuts: frozenset[Shortcut], count_query: Callable[[], None], *, sliced: bool = False
    ) -> None:
        self._domain = domain
        self._shortcuts = shortcuts
        self._count_query = count_query
        self._sliced = sliced

    def interpolants(self, path: Sequence[PathStep], start: V | None = None) -> Interpolants[V]:
        """Algorithm 4 without its last step: an inductive sequence for an infeasible path, from ``start`` if given.

        Use-def chains do not have everything that a domain may need for the contradiction.  Without it, the sequence is computed
        again without them."""
        if start is None and Shortcut.USE_DEF in self._shortcuts:
            found = self._sequence(path, None, in_use_after_steps(path, last_only=self._sliced, constrains=True))
            if len(found.states) < len(path):
                return found
        return self._sequence(path, start)

    def _sequence(self, path: Sequence[PathStep], start: V | None, in_use: Sequence[InUseAfter] = ()) -> Interpolants[V]:
        interpolant = self._domain.initial() if start is None else start
        suffix = _Suffix(self._domain, path, self._count_query)
        tops = self._before_deepest_suffix(suffix, interpolant) if Shortcut.SUFFIX in self._shortcuts else []
        interpolant = tops[-1] if tops else interpolant
        found: list[V] = [*tops]
        needed: frozenset[X] = frozenset()
        for position, step in enumerate(path[len(tops) :], len(tops)):
            candidate = suffix.successor(position, interpolant)
            if candidate is None:
                break
            needed = self._still_needed(needed, interpolant, candidate, partial(suffix.successor, position))
            if self._stays(interpolant, candidate, step):
                interpolant = candidate
            else:
                if in_use:
                    candidate = self._in_use(candidate, step.location, needed, in_use[position])
                interpolant = self._interpolate(candidate, needed, suffix.after(position))
                needed = frozenset(self._domain.elements(interpolant))
            found.append(interpolant)
        return Interpolants(tuple(path), tuple(found))

    def _still_needed(self, needed: frozenset[X], previous: V, candidate: V, successor: Callable[[V], V | None]) -> frozenset[X]:
        """Of what the previous interpolant could not do without, that which the step does not touch.

        If to forget an element before the step is the same as to forget it afterwards, then the rest of the path is contradicted
        in neither case or in both."""
        if Shortcut.EQUALITY not in self._shortcuts:
            return frozenset()
        if candidate is previous:
            return needed
        without = self._domain.without
        return frozenset(each for each in needed if successor(without(previous, each)) == without(candidate, each))

    def _before_deepest_suffix(self, suffix: _Suffix[V, X], start: V) -> list[V]:
        """States that know nothing, for as long as the rest of the path is contradicted all the same.

        If it is not after some step, it is not after a later one either; so the last such step is found by bisection."""
        tops: list[V] = []
        state: V | None = self._domain.top(start)
        while state is not None and len(tops) < len(suffix):
            state = suffix.successor(len(tops), state)
            if state is not None:
                state = self._domain.top(state)
                tops.append(state)
        return tops[: bisect_left(range(len(tops)), True, key=lambda i: not suffix.after(i)(tops[i]))]

    def _interpolate(self, candidate: V, needed: frozenset[X], is_contradicted: Callable[[V], bool]) -> V:
        """Algorithm 3: weaken the strongest post of the previous interpolant as far as the contradiction allows.

        There is no need to ask about what is known to be needed."""
        for element in self._domain.elements(candidate):
            if element in needed:
                continue
            weaker = self._domain.without(candidate, element)
            if weaker != candidate and is_contradicted(weaker):
                candidate = weaker
        return candidate

    def _in_use(self, candidate: V, location: Node, needed: frozenset[X], in_use: InUseAfter) -> V:
        """Without the elements that are only about variables that no chain mentions."""
        variables, _ = in_use
        tracked = self._domain.precision(candidate, location)
        for element in self._domain.elements(candidate):
            if element not in needed:
                weaker = self._domain.without(candidate, element)
                remaining = self._domain.precision(weaker, location)
                lost = [each.variables for each in tracked - remaining]
                if lost and all(about is not None and about.isdisjoint(variables) for about in lost):
                    candidate, tracked = weaker, remaining
        return candidate

    def _stays(self, previous: V, candidate: V, step: PathStep) -> bool:
        """Is the candidate no stronger than the interpolant before it, but for names?"""
        if Shortcut.EQUALITY in self._shortcuts and candidate == previous:
            return True
        may_rename = Shortcut.EQUIVALENCE in self._shortcuts and _passes_values(step)
        return may_rename and self._domain.renames(before=previous, after=candidate)

    def increment(self, interpolants: Interpolants[V]) -> Increment:
        """The last step of Algorithm 4: what must be tracked where."""
        found: dict[Node, frozenset[Tracked]] = {}
        for step, state in zip(interpolants.steps, interpolants.states, strict=False):
            wanted = self._domain.precision(state, step.location)
            if wanted:
                found[step.location] = found.get(step.location, frozenset()) | wanted
        return found


def _passes_values(step: PathStep) -> bool:
    """Is it a call, or does it hand a value back?"""
    return any(isinstance(operation, (Enter, Leave, Return)) for operation in step.operations)


class _Suffix(Generic[V, X]):
    """The rest of a path after each of its steps, ready to be run many times."""

    def __init__(self, domain: PathDomain[V, X], path: Sequence[PathStep], count_query: Callable[[], None]) -> None:
        self._posts = [domain.post(step) for step in path]
        self._count_query = count_query

    def __len__(self) -> int:
        return len(self._posts)

    def successor(self, position: int, state: V) -> V | None:
        post = self._posts[position]
        return state if post is None else post(state)

    def after(self, position: int) -> Callable[[V], bool]:
        posts = [post for post in self._posts[position + 1 :] if post is not None]

        def is_contradicted(state: V) -> bool:
            self._count_query()
            current: V | None = state
            for post in posts:
                current = post(current)  # type: ignore[arg-type]  # not None: the loop ends first
                if current is None:
                    return True
            return False

        return is_contradicted


def is_feasible(domain: PathDomain[V, X], path: Sequence[PathStep]) -> bool:
    """Does the strongest post of the whole path describe anything (section 4.5)?"""
    return sum(1 for _ in strongest_posts(domain, path)) == len(path)


def strongest_posts(domain: PathDomain[V, X], path: Sequence[PathStep]) -> Iterator[V]:
    """The state after each step, as far as there is one."""
    state: V | None = domain.initial()
    for step in path:
        post = domain.post(step)
        state = state if post is None or state is None else post(state)
        if state is None:
            return
        yield state


@dataclass(slots=True)
class InterpolantTree(Generic[V, X]):
    """Global refinement: interpolants for several error paths at once (section 5.6.2).

    The tree grows with each path that is refuted.  A path is left out if an interpolant of an earlier one already excludes a
    state on it.  If an interpolant on the part it shares with an earlier path is strong enough for the rest, interpolation begins
    there, which also keeps the precision small."""

    domain: PathDomain[V, X]
    interpolation: Interpolation[V, X]
    interpolants: dict[ArgNode, V] = field(default_factory=dict)
    excluded: set[ArgNode] = field(default_factory=set)
    """The first states that are contradicted."""

    def excludes(self, path: Path) -> bool:
        return any(node in self.excluded for node in path.nodes)

    def refute(self, path: Path, prefix: tuple[PathStep, ...]) -> Refinement:
        """Interpolate an infeasible (sliced) prefix of the path, from where the tree is strong enough."""
        # The deepest position on the path whose interpolant contradicts what is after it; 0 is the beginning
        known = [position for position in range(1, len(prefix)) if path.nodes[position] in self.interpolants]
        begin = next((position for position in reversed(known) if self._contradicts(path, prefix, position)), 0)
        start = self.interpolants[path.nodes[begin]] if begin else None
        found = self.interpolation.interpolants(prefix[begin:], start)
        for node, state in zip(path.nodes[begin + 1 :], found.states, strict=False):
            self.interpolants[node] = state
        self.excluded.add(path.nodes[begin + len(found.states) + 1])
        wanted = (False,) * begin + tuple(bool(self.domain.elements(state)) for state in found.states)
        return Refinement(prefix, self.interpolation.increment(found), wanted)

    def _contradicts(self, path: Path, prefix: Sequence[PathStep], position: int) -> bool:
        state: V | None = self.interpolants[path.nodes[position]]
        for step in prefix[position:]:
            post = self.domain.post(step)
            state = state if post is None or state is None else post(state)
            if state is None:
                return True
        return False
