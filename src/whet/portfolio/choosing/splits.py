"""Parts of a set of tasks, to train with some and to test with others.

Invariant: tasks with equal features are in one part.  Variants of a program that differ in one operator have equal features, so
what was learnt of the one would otherwise be asked about the other.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def split(keys: Sequence[K], *, part: float, seed: int) -> tuple[list[int], list[int]]:
    """The numbers of about so many tasks, and those of the others; both in order.  Tasks are equal if their keys are."""
    first: list[int] = []
    for group in _shuffled_groups(keys, seed):
        if len(first) >= part * len(keys):
            break
        first += group
    chosen = set(first)
    return sorted(first), [number for number in range(len(keys)) if number not in chosen]


def folds(keys: Sequence[K], *, count: int, seed: int) -> list[list[int]]:
    """All tasks in so many parts of about the same size, or fewer if there are not enough different ones."""
    parts: list[list[int]] = [[] for _ in range(count)]
    for group in _shuffled_groups(keys, seed):
        min(parts, key=len).extend(group)
    return [sorted(part) for part in parts if part]


def _shuffled_groups(keys: Sequence[K], seed: int) -> list[list[int]]:
    groups: dict[K, list[int]] = {}
    for number, key in enumerate(keys):
        groups.setdefault(key, []).append(number)
    found = list(groups.values())
    Random(seed).shuffle(found)
    return found
