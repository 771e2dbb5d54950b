"""Infeasible sliced prefixes: the different reasons why a path is infeasible (Löwe, chapter 7, Algorithm 6).

A sliced prefix ends with an assumption that contradicts what is before it, and lacks the contradicting assumptions before
that one.  Every interpolant sequence of such a prefix is one of the whole path (Lemma 7.4.1), so each prefix is another way to
refine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whet.core.path import PathStep
from whet.refine.domain import PathDomain, V, X


def extract_sliced_prefixes(domain: PathDomain[V, X], path: Iterable[PathStep]) -> Iterator[tuple[PathStep, ...]]:
    """The infeasible sliced prefixes, shortest first, each computed when it is wanted; none if the path is feasible."""
    feasible: list[PathStep] = []
    state = domain.initial()
    for step in path:
        while (successor := _successor(domain, state, step)) is None:
            # The position of the first operation of the step that contradicts what is before it.
            positions = range(len(step.operations))
            position = next(position for position in positions if _successor(domain, state, step.up_to(position)) is None)
            yield (*feasible, step.up_to(position))
            step = step.without(position)  # noqa: PLW2901  # the no-op of the text
        feasible.append(step)
        state = successor


def _successor(domain: PathDomain[V, X], state: V, step: PathStep) -> V | None:
    post = domain.post(step)
    return state if post is None else post(state)
