"""Splits of tasks: equal features stay together, nothing is lost, and the same seed gives the same split."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from whet.portfolio.choosing.splits import folds, split

KEYS = st.lists(st.integers(0, 12), min_size=1, max_size=80)


@given(KEYS, st.integers(0, 1000))
def test_equal_features_are_on_one_side(keys: list[int], seed: int) -> None:
    first, second = split(keys, part=0.6, seed=seed)
    assert sorted([*first, *second]) == list(range(len(keys)))
    assert not {keys[number] for number in first} & {keys[number] for number in second}


@given(KEYS, st.integers(2, 6), st.integers(0, 1000))
def test_equal_features_are_in_one_fold(keys: list[int], count: int, seed: int) -> None:
    parts = folds(keys, count=count, seed=seed)
    assert sorted(number for part in parts for number in part) == list(range(len(keys)))
    assert sum(len({keys[number] for number in part}) for part in parts) == len(set(keys))
    assert len(parts) == min(count, len(set(keys)))


def test_sizes_are_about_what_was_asked_for() -> None:
    first, second = split(list(range(1000)), part=0.6, seed=3)
    assert (len(first), len(second)) == (600, 400)


def test_a_split_repeats_and_another_seed_gives_another() -> None:
    keys = list(range(50))
    assert split(keys, part=0.6, seed=1) == split(keys, part=0.6, seed=1)
    assert split(keys, part=0.6, seed=1) != split(keys, part=0.6, seed=2)
